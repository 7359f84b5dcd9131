"""The gate before the searches: so many at once, each in its time, for askers who are there.

The searches run in processes of their own (`coach.apart`); here threads wait for them, and the
event loop for the threads. An asker never waits longer than asked for: whether the search
waits for a place, for the searches to be compiled, or doesn't end in time, then there is no
answer. The more askers wait, the shorter is each search, and who has waited ends the longest.
Imports
`coach.apart.process`.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..coach.apart.process import HUNG, Job, Process, Searcher, told
from ..coach.steps import NotInTime

MOST = 2
"""Searches at once."""

GRACE = 0.1
"""Seconds after the budget in which an answer may still come."""

MARGIN = 0.05
"""Seconds of the budget, at most half of it, that are left for what comes after the search."""

FAIR = 0.2
"""Seconds: who has waited so long ends the longest search, if that has taken so long. It answers
with what it has found."""


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
        self._waiting: set[Job] = set()
        self._running: set[Job] = set()
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
        job = Job(kind, asked)
        self._waiting.add(job)
        answer = asyncio.wrap_future(self._threads.submit(self._answer, job, until))
        leaving = asyncio.ensure_future(gone)
        loop = asyncio.get_running_loop()
        impatient = loop.call_later(self._fair, self._make_room, job)
        either: set[asyncio.Future[Any]] = {answer, leaving}
        try:
            wait = max(0.0, until + self._grace - time.monotonic())
            await asyncio.wait(either, timeout=wait, return_when="FIRST_COMPLETED")
            return told(answer.result()) if answer.done() else None
        except NotInTime:
            return None
        finally:
            impatient.cancel()
            self._waiting.discard(job)
            job.drop()
            answer.cancel()  # one that still waits for its turn gives it up
            leaving.cancel()

    def _answer(self, job: Job, until: float) -> bytes | None:
        """In a thread: wait for a searcher, and ask it."""
        try:
            searcher = self._free.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return None
        self._waiting.discard(job)
        # The more wait, the shorter the search: so the easy ones aren't lost behind the hard.
        share = 1 / (1 + len(self._waiting) / len(self._all))
        left = max(until - time.monotonic(), 0.0)
        self._running.add(job)
        budget = share * (left - min(MARGIN, left / 2))
        answer = job.put_to(searcher, budget, left + self._hung) if left else None
        self._running.discard(job)
        if answer == b"":
            self._asleep.put(searcher)
            return None
        self._free.put(searcher)
        return answer

    def _make_room(self, job: Job) -> None:
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
