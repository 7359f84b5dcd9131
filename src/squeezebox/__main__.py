"""`python -m squeezebox` is the command. Imports `cli`."""

from .cli import main

if __name__ == "__main__":
    raise SystemExit(main())
