"""The command `squeezebox`, and `python -m squeezebox`. Imports `cli`, once it is called."""

import os
import sys
import threading
from contextlib import suppress

INTERRUPTED = 130


def run() -> int:
    """Run the command; Ctrl-C ends it silently while it is still loading, too."""
    try:
        from .cli import main

        status = main()
    except KeyboardInterrupt:
        status = INTERRUPTED
    if status == INTERRUPTED and threading.active_count() > 1:
        _leave(status)
    return status


def _leave(status: int) -> None:
    """End at once: a thread that is compiling can't be told to stop, and Python would wait."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    raise SystemExit(run())
