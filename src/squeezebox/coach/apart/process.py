"""A process that searches, from the side of whoever asks it. Imports `errors` only.

It answers one question at a time. Nothing that runs here is ever held up by it: it stands back
for everything else on the machine, can be ended at any moment, and ends itself as soon as
nobody is there to ask it, however that came about.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Any, Protocol

from ...errors import SetupError
from ..steps import NotInTime

SEARCHER = f"{__package__}.searcher"

HUNG = 10.0
"""Seconds after its time in which a search must heed its end, lest its process be ended."""


class Searcher(Protocol):
    """Whoever answers questions, one at a time."""

    def start(self) -> bool:
        """Get ready, which may take long; whether that came about."""

    def ask(self, question: bytes) -> None:
        """Begin a search."""

    def answer(self) -> bytes:
        """Wait for its answer; empty if there will be none."""

    def cancel(self) -> None:
        """Have the search end soon; the answer comes all the same."""

    def end(self) -> None:
        """End at once; `start` begins anew."""


class Process:
    """A searcher that is a process; `quiet` leaves out what it writes to standard error."""

    def __init__(self, quiet: bool = False) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._errors = subprocess.DEVNULL if quiet else None

    def start(self) -> bool:
        """Start the process, and wait until it has loaded what it searches with."""
        self.end()
        flags = [
            getattr(subprocess, name, 0)  # on Windows; elsewhere the process sees to it itself
            for name in ("BELOW_NORMAL_PRIORITY_CLASS", "CREATE_NEW_PROCESS_GROUP")
        ]
        # It finds modules where this process does; the folder it starts in plays no part.
        begin = f"import sys; sys.path[:] = sys.argv[1:]; from {SEARCHER} import main; main()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", begin, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            creationflags=sum(flags),
            process_group=0,  # Ctrl-C is for whoever asks, and ends this
        )
        return bool(self.answer())

    def ask(self, question: bytes) -> None:
        """Send a question, a line."""
        self._write(question + b"\n")

    def answer(self) -> bytes:
        """The next line that comes, without its end; empty if the process has ended."""
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            return self._process.stdout.readline().rstrip(b"\n")
        except ValueError:  # the pipe is closed already
            return b""

    def cancel(self) -> None:
        """Send the empty line that ends a search."""
        self._write(b"\n")

    def _write(self, line: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # whoever waits for its answer sees that it has ended
            self._process.stdin.write(line)
            self._process.stdin.flush()

    def end(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.kill()
            with suppress(OSError), self._process:  # its pipes are closed, too
                pass


class Failed(RuntimeError):
    """A search that broke down: a fault of the program."""


class Job:
    """A question on its way; whoever asked may leave at any moment, from any thread."""

    def __init__(self, kind: str, asked: dict[str, Any]) -> None:
        self.kind = kind
        self.asked = asked
        self.begun = math.inf
        """When its search began."""
        self.dropped = False
        """Whether nobody waits for the answer any more."""
        self._searcher: Searcher | None = None
        self._lock = threading.Lock()

    def put_to(self, searcher: Searcher, budget: float, patience: float) -> bytes | None:
        """Ask for a search of `budget` seconds, and wait for the answer.

        It is empty if the searcher broke down, or was ended because there was none after so
        many seconds; `None` if the question was dropped before.
        """
        with self._lock:
            if self.dropped:
                return None
            question = {"kind": self.kind, "budget": budget, "asked": self.asked}
            self._searcher, self.begun = searcher, time.monotonic()
            searcher.ask(json.dumps(question).encode())
        last = threading.Timer(patience, searcher.end)
        last.daemon = True
        last.start()
        try:
            return searcher.answer()
        finally:
            last.cancel()
            with self._lock:  # so that no late `drop` ends the next question
                self._searcher = None

    def cancel(self) -> None:
        """Have the search end soon, if it has begun."""
        with self._lock:
            if self._searcher is not None:
                self._searcher.cancel()

    def drop(self) -> None:
        """Nobody waits for the answer any more."""
        self.dropped = True
        self.cancel()


def told(answer: bytes | None) -> bytes | None:
    """What an answer tells, as JSON; `None` if there was none.

    Raises:
        NotInTime: (a SetupError) if there wasn't time enough to find it.
        SetupError: if the searcher found that what is asked makes no sense.
        Failed: if the search broke down.
    """
    if not answer:
        return None
    kind, words = answer[:1], answer[1:]
    if kind == b"?":
        raise NotInTime(json.loads(words))
    if kind == b"-":
        problem = json.loads(words)
        raise SetupError(problem["message"], line=problem["line"], column=problem["column"])
    if kind != b"+":
        raise Failed("a search of the coach broke down")
    return words
