"""The command `squeezebox`, and `python -m squeezebox`. Imports `cli`, once it is called."""

INTERRUPTED = 130


def run() -> int:
    """Run the command; Ctrl-C ends it silently while it is still loading, too."""
    try:
        from .cli import main

        return main()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(run())
