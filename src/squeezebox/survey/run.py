"""Runs a survey with the threads of this machine, or with whoever else works chunks out.

Imports `rows`, `store` and `working`. Compiled code lets other threads run, so that threads serve
as well as processes would, and share what has been loaded.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from ..errors import SetupError
from ..solver.many import Columns
from .rows import Tally, frame
from .store import Store
from .working import Working

LOOK = 0.2
"""Seconds between two looks at how far it is."""
LATELY = 60.0
"""The rate is that of so many seconds before: what was compiled or waited for long ago is past."""


@dataclass
class Progress:
    """How far a survey is."""

    deals: int
    """To be done in all."""
    done: int = 0
    tally: Tally = field(default_factory=Tally)
    marks: deque[tuple[float, int]] = field(default_factory=deque)
    """At which time how many were done: from the last before `LATELY` on."""
    reading: bool = True
    """Whether what is there already is still being counted."""
    lacking: str = ""
    """What is waited for, if there is anything."""

    def mark(self) -> None:
        """So many are done by now."""
        now = time.monotonic()
        if not self.marks or now >= self.marks[-1][0] + LOOK:
            self.marks.append((now, self.done))
        while len(self.marks) > 1 and self.marks[1][0] <= now - LATELY:
            self.marks.popleft()

    @property
    def rate(self) -> float:
        """Deals a second that have been done lately; 0 if none has."""
        if not self.marks:
            return 0.0
        then, done = self.marks[0]
        return (self.done - done) / max(time.monotonic() - then, 1e-9)

    @property
    def left(self) -> float | None:
        """Seconds until the end, at this rate; `None` before it is known."""
        return (self.deals - self.done) / self.rate if self.rate else None


class Hands(Protocol):
    """Whoever works chunks out."""

    @property
    def at_once(self) -> int:
        """How many chunks they can be given at a time."""

    @property
    def lacking(self) -> str:
        """What is waited for; empty if nothing is."""

    def submit(self, deals: range) -> Future[Columns | None]:
        """Give them a chunk."""


def run(
    store: Store,
    hands: AbstractContextManager[Hands],
    told: Callable[[Progress], None] = lambda _: None,
) -> Tally:
    """Work out all chunks of a survey that its folder doesn't hold; returns the count of all rows.

    `told` is called from time to time. Ctrl-C, or whatever else ends it, leaves whole chunks.

    Raises:
        SetupError: if the folder can't be written.
    """
    plan = store.plan
    progress = Progress(plan.deals)
    missing: deque[range] = deque()
    for deals in plan.all_chunks():
        if (kept := store.read(deals)) is None:
            missing.append(deals)
        else:
            progress.tally.add(kept)
            progress.done += len(deals)
        told(progress)
    progress.reading = False
    if not missing:
        return progress.tally
    progress.mark()
    with hands as working:
        waiting: dict[Future[Columns | None], range] = {}
        while missing or waiting:
            while missing and len(waiting) < working.at_once:
                deals = missing.popleft()
                waiting[working.submit(deals)] = deals
            for future in wait(waiting, LOOK, FIRST_COMPLETED).done:
                deals = waiting.pop(future)
                found = future.result()
                assert found is not None  # it is cancelled only at the end
                some = frame(plan, deals, found)
                store.write(deals, some)
                progress.tally.add(some)
                progress.done += len(deals)
            progress.lacking = working.lacking
            progress.mark()
            told(progress)
    return progress.tally


class _Threads:
    lacking = ""

    def __init__(self, working: Working, threads: int) -> None:
        self.at_once = 2 * threads
        self._working = working
        self.pool = ThreadPoolExecutor(threads)

    def submit(self, deals: range) -> Future[Columns | None]:
        return self.pool.submit(self._working, deals)


@contextmanager
def threads(store: Store, workers: int | None = None) -> Iterator[Hands]:
    """So many threads of this machine, by default one for each core.

    Raises:
        SetupError: if that is no number of workers.
    """
    cores = os.cpu_count() or 1
    if workers is not None and workers < 1:
        raise SetupError(f"the number of workers is positive, not {workers}")
    working = Working(store.plan)
    hands = _Threads(working, min(workers or cores, cores))
    try:
        yield hands
    finally:  # on Ctrl-C too: who is compiling can't be told to stop, and isn't waited for
        working.cancel[0] = 1
        hands.pool.shutdown(wait=False, cancel_futures=True)
