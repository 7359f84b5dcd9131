"""The terminal game as a player has it: started in a terminal, and answering keys.

It runs in a process and a terminal of its own, with 52 piles on 80 by 24; times are by the clock,
from the key's byte until the last byte of what it changes. Imports `measured`.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from .measured import Benchmark, Measured, digits

STARTS = 5
STILL = 0.1
"""Seconds without a byte after which a screen is whole."""
PATIENCE = 30.0
"""Seconds that anything is waited for at all."""
KEYS = {
    "moving the cursor": ("l", "h"),
    "hints": ("i", "i"),
    "picking a pile up": (" ", " "),
    "playing it": ("3", "ulll"),
    "undo": ("u", "r"),
}
"""What is done over and over: the key that is measured, and those that take it back."""
TIMES = 20


class _Terminal:
    """The game in a terminal of its own."""

    def __init__(self, folder: str) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.begun = time.perf_counter()
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        told = {"SQUEEZEBOX_DATA": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        self._program = subprocess.Popen(
            [sys.executable, "-m", __package__.partition(".")[0], "terminal", "--deal", "1"],
            env={**os.environ, **told},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,  # the screen is drawn there
            start_new_session=True,
        )
        os.close(theirs)

    def until_still(self, words: bytes = b"") -> float:
        """Wait for a screen (with these words); the moment of its last byte."""
        seen, last = b"", 0.0
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            ready, _, _ = select.select([self._ours], [], [], STILL)
            if ready:
                seen += os.read(self._ours, 1 << 16)
                last = time.perf_counter()
            elif seen and words in seen:
                return last
        raise RuntimeError("the terminal game shows nothing")

    def press(self, key: str) -> float:
        """Press a key; how many seconds until it was shown."""
        start = time.perf_counter()
        os.write(self._ours, key.encode())
        return self.until_still() - start

    def close(self) -> None:
        """End it."""
        self._program.kill()
        self._program.wait()
        os.close(self._ours)


@contextmanager
def _terminal() -> Iterator[_Terminal]:
    with tempfile.TemporaryDirectory() as folder:
        one = _Terminal(folder)
        try:
            yield one
        finally:
            one.close()


def start() -> Iterator[Measured]:
    """From the call to the row on the screen, with nothing kept."""
    if sys.platform == "win32":  # it has no such terminals
        return
    taken = []
    for _ in range(STARTS + 1):
        with _terminal() as one:
            taken.append(one.until_still(b"52 piles") - one.begun)
    yield Measured("terminal: start", digits(1000 * median(taken[1:])), "ms")


def keys() -> Iterator[Measured]:
    """Key presses, with 52 piles and everything kept that is done."""
    if sys.platform == "win32":
        return
    with _terminal() as one:
        one.until_still(b"52 piles")
        one.press("g42\r")
        for name, (key, back) in KEYS.items():
            taken = []
            for _ in range(TIMES):
                taken.append(one.press(key))
                one.press(back)
            if name == "playing it":
                one.press(key)  # so that there is something to undo
            yield Measured(f"terminal: {name}, 52 piles", digits(1000 * median(taken)), "ms")
            worst = f"terminal: {name}, worst of {TIMES}"
            yield Measured(worst, digits(1000 * max(taken)), "ms")


BENCHMARKS = (Benchmark("terminal: start", start), Benchmark("terminal", keys))
