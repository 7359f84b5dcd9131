"""The gate before the searches: so many at once, each in its time, for askers who are there.

The searches run in processes of their own (`searcher`); here threads wait for them, and the
event loop for the threads. An asker never waits longer than asked for: whether the search
waits for a place, for the searches to be compiled, or doesn't end in time, then there is no
answer. The more askers wait, the shorter is each search, and who has waited ends the longest.
Imports `errors`.
"""

from __future__ import annotations

import asyncio
import json
import math
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol

from ..errors import SetupError

MOST = 2
"""Searches at once."""

GRACE = 0.1
"""Seconds after the budget in which an answer may still come."""

MARGIN = 0.05
"""Seconds of the budget, at most half of it, that are left for what comes after the search."""

SEARCHER = f"{__package__}.searcher"

FAIR = 0.2
"""Seconds: who has waited so long ends the longest search, if that has taken so long. It answers
with what it has found."""

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
    """A searcher that is a process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

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
            creationflags=sum(flags),
            process_group=0,  # Ctrl-C is for the server, which then ends this
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


class _Job:
    """A question on its way."""

    def __init__(self, kind: str, asked: dict[str, Any], until: float) -> None:
        self.kind = kind
        self.asked = asked
        self.until = until
        self.begun = math.inf
        """When its search began."""
        self._dropped = False
        self._searcher: Searcher | None = None
        self._lock = threading.Lock()

    def put_to(self, searcher: Searcher, share: float, hung: float) -> bytes | None:
        """Ask for a share of the time that is left, and wait for the answer.

        It is empty if the searcher broke down, or was ended because there was none so many
        seconds after its time; `None` if it was too late to ask.
        """
        with self._lock:
            left = self.until - time.monotonic()
            if self._dropped or left <= 0:
                return None
            budget = share * (left - min(MARGIN, left / 2))
            question = {"kind": self.kind, "budget": budget, "asked": self.asked}
            self._searcher, self.begun = searcher, time.monotonic()
            searcher.ask(json.dumps(question).encode())
        patience = threading.Timer(left + hung, searcher.end)
        patience.start()
        try:
            return searcher.answer()
        finally:
            patience.cancel()
            with self._lock:  # so that no late `drop` ends the next question
                self._searcher = None

    def cancel(self) -> None:
        """Have the search end soon, if it has begun."""
        with self._lock:
            if self._searcher is not None:
                self._searcher.cancel()

    def drop(self) -> None:
        """Nobody waits for the answer any more."""
        self._dropped = True
        self.cancel()


class Searches:
    """The gate: `most` searches at once; who comes later waits, first come, first served."""

    def __init__(
        self,
        most: int = MOST,
        searcher: Callable[[], Searcher] = Process,
        grace: float = GRACE,
        hung: float = HUNG,
        fair: float = FAIR,
    ) -> None:
        self.ready = False
        """Whether a searcher has loaded all that it needs."""
        self._grace, self._hung, self._fair = grace, hung, fair
        self._all = [searcher() for _ in range(most)]
        self._asleep: queue.SimpleQueue[Searcher] = queue.SimpleQueue()
        self._free: queue.LifoQueue[Searcher] = queue.LifoQueue()  # the last one remembers most
        for one in self._all:
            self._asleep.put(one)
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="search")
        self._waiting: set[_Job] = set()
        self._running: set[_Job] = set()
        self._starting = threading.Lock()
        self._ended = False

    def start(self) -> None:
        """See that a searcher is there for the next question, and don't wait for it.

        Another one starts only where the others are busy, and after them: the first may have to
        compile what the others then only load.
        """
        wanted = self._free.empty() and not self._asleep.empty()
        if wanted and self._starting.acquire(blocking=False):
            threading.Thread(target=self._start_some, daemon=True).start()

    def _start_some(self) -> None:
        try:
            while not self._ended:
                searcher = self._asleep.get_nowait()
                if not searcher.start():
                    self._asleep.put(searcher)
                    return  # the next question tries again
                self.ready = True
                self._free.put(searcher)
                if len(self._waiting) <= self._free.qsize():
                    return
        except queue.Empty:
            pass
        finally:
            self._starting.release()

    async def ask(
        self, kind: str, asked: dict[str, Any], until: float, gone: Coroutine[Any, Any, None]
    ) -> bytes | None:
        """The answer (JSON) to a question; `None` if there was none by `until`.

        `until` is a time of `time.monotonic()`. As soon as `gone` is done nobody asks any more.

        Raises:
            SetupError: if the searcher found that what is asked makes no sense.
            Failed: if the search broke down.
        """
        if self._ended:
            gone.close()
            return None
        self.start()
        job = _Job(kind, asked, until)
        self._waiting.add(job)
        answer = asyncio.wrap_future(self._threads.submit(self._answer, job))
        leaving = asyncio.ensure_future(gone)
        loop = asyncio.get_running_loop()
        impatient = loop.call_later(self._fair, self._make_room, job)
        either: set[asyncio.Future[Any]] = {answer, leaving}
        try:
            wait = max(0.0, until + self._grace - time.monotonic())
            await asyncio.wait(either, timeout=wait, return_when="FIRST_COMPLETED")
            return _told(answer.result()) if answer.done() else None
        finally:
            impatient.cancel()
            self._waiting.discard(job)
            job.drop()
            answer.cancel()  # one that still waits for its turn gives it up
            leaving.cancel()

    def _answer(self, job: _Job) -> bytes | None:
        """In a thread: wait for a searcher, and ask it."""
        try:
            searcher = self._free.get(timeout=max(0.0, job.until - time.monotonic()))
        except queue.Empty:
            return None
        self._waiting.discard(job)
        # The more wait, the shorter the search: so the easy ones aren't lost behind the hard.
        share = 1 / (1 + len(self._waiting) / len(self._all))
        self._running.add(job)
        answer = job.put_to(searcher, share, self._hung)
        self._running.discard(job)
        if answer == b"":
            self._asleep.put(searcher)
            return None
        self._free.put(searcher)
        return answer

    def _make_room(self, job: _Job) -> None:
        """End the longest search for one who has waited."""
        longest = min(tuple(self._running), key=lambda each: each.begun, default=None)
        if longest is None or job not in self._waiting:
            return
        if time.monotonic() - longest.begun >= self._fair:
            longest.cancel()

    def end(self) -> None:
        """End all searches, for good."""
        self._ended = True
        for searcher in self._all:
            searcher.end()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _told(answer: bytes | None) -> bytes | None:
    if not answer or answer == b"?":
        return None
    kind, told = answer[:1], answer[1:]
    if kind == b"-":
        problem = json.loads(told)
        raise SetupError(problem["message"], line=problem["line"], column=problem["column"])
    if kind != b"+":
        raise Failed("a search of the coach broke down")
    return told
