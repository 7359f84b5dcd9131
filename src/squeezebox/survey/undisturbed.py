"""Work in which Ctrl-C waits. Imports nothing.

Polars calls Python from within; an interrupt that comes up there turns into errors of other kinds,
or into a panic with its own traceback. So it is not let in.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def undisturbed() -> Iterator[None]:
    """Within, or in a function that this decorates, Ctrl-C waits until the end."""
    if threading.current_thread() is not threading.main_thread():  # no other is interrupted
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)
