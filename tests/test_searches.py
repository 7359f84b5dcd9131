"""The gate before the coach's searches: places, time, leaving, and searchers that break."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

from squeezebox.errors import SetupError
from squeezebox.web.searches import MARGIN, Failed, Searches

LONG = 60.0
"""Seconds after which a test fails that waits for something; no test needs them."""

Value = TypeVar("Value")


class Scripted:
    """A searcher that does what a test says."""

    def __init__(self) -> None:
        self.may_start = threading.Event()
        self.may_answer = threading.Event()
        self.asked: list[dict[str, Any]] = []
        self.has_asked = threading.Event()
        self.cancelled = threading.Event()
        self.ended = threading.Event()
        self.starts = 0
        self.starting_works = True
        self.says = b"+{}"

    def start(self) -> bool:
        assert self.may_start.wait(LONG)
        self.starts += 1
        return self.starting_works

    def ask(self, question: bytes) -> None:
        self.asked.append(json.loads(question))
        self.has_asked.set()

    def answer(self) -> bytes:
        assert self.may_answer.wait(LONG)
        return self.says

    def cancel(self) -> None:
        self.cancelled.set()

    def end(self) -> None:
        self.ended.set()
        self.says = b""
        self.may_answer.set()
        self.may_start.set()


class Stage:
    """A gate with scripted searchers."""

    def __init__(
        self, most: int = 1, grace: float = LONG, hung: float = LONG, fair: float = LONG
    ) -> None:
        self.searchers: list[Scripted] = []
        self.gate = Searches(most, self._one, grace, hung, fair)

    def _one(self) -> Scripted:
        self.searchers.append(Scripted())
        return self.searchers[-1]

    def all_may(self, start: bool = True, answer: bool = True) -> None:
        for each in self.searchers:
            if start:
                each.may_start.set()
            if answer:
                each.may_answer.set()

    async def ask(
        self, number: int = 0, until: float = LONG, gone: asyncio.Event | None = None
    ) -> bytes | None:
        leaving = (gone or asyncio.Event()).wait()
        return await self.gate.ask("light", {"n": number}, time.monotonic() + until, leaving)


@pytest.fixture
def run() -> Iterator[Callable[[Coroutine[Any, Any, Value]], Value]]:
    """Runs a coroutine in a thread, since this one may have a browser's event loop running."""
    with ThreadPoolExecutor(1) as thread:
        yield lambda work: thread.submit(asyncio.run, asyncio.wait_for(work, LONG)).result()


Run = Callable[[Coroutine[Any, Any, Any]], Any]


async def happened(event: threading.Event) -> None:
    assert await asyncio.to_thread(event.wait, LONG)


def test_so_many_at_once_and_first_come_first_served(run: Run) -> None:
    stage = Stage(most=2)
    stage.all_may(answer=False)

    async def work() -> None:
        asking = [asyncio.create_task(stage.ask(number)) for number in range(6)]
        for each in stage.searchers:
            await happened(each.has_asked)
        assert sorted(q["asked"]["n"] for each in stage.searchers for q in each.asked) == [0, 1]
        stage.all_may()
        assert await asyncio.gather(*asking) == [b"{}"] * 6

    run(work())
    for each in stage.searchers:
        numbers = [question["asked"]["n"] for question in each.asked]
        assert numbers == sorted(numbers)
    assert sum(len(each.asked) for each in stage.searchers) == 6
    assert not any(each.cancelled.is_set() for each in stage.searchers)


def test_a_question_says_its_kind_and_the_seconds_that_are_left(run: Run) -> None:
    stage = Stage()
    stage.all_may()
    assert run(stage.ask(7)) == b"{}"
    (question,) = stage.searchers[0].asked
    assert (question["kind"], question["asked"]) == ("light", {"n": 7})
    assert 0 < question["budget"] <= LONG - MARGIN


def test_the_more_wait_the_shorter_is_each_search(run: Run) -> None:
    stage = Stage()
    stage.all_may(answer=False)
    (searcher,) = stage.searchers

    async def work() -> None:
        asking = [asyncio.create_task(stage.ask(1))]
        await happened(searcher.has_asked)
        asking += [asyncio.create_task(stage.ask(number)) for number in range(2, 12)]
        await asyncio.sleep(0)
        stage.all_may()
        await asyncio.gather(*asking)

    run(work())
    budgets = [question["budget"] for question in searcher.asked]
    assert len(budgets) == 11
    assert budgets[0] > LONG / 2
    for waiting, budget in zip(range(9, -1, -1), budgets[1:], strict=True):
        assert budget <= LONG / (1 + waiting)


def test_who_has_waited_ends_the_longest_search(run: Run) -> None:
    """It answers with what it has found."""
    stage = Stage(fair=0)
    stage.all_may(answer=False)
    (searcher,) = stage.searchers

    async def work() -> None:
        first = asyncio.create_task(stage.ask(1))
        await happened(searcher.has_asked)
        await asyncio.sleep(0.01)  # its own impatience ends nothing
        assert not searcher.cancelled.is_set()
        second = asyncio.create_task(stage.ask(2))
        await happened(searcher.cancelled)
        searcher.may_answer.set()
        assert await asyncio.gather(first, second) == [b"{}", b"{}"]

    run(work())


def test_time_counts_while_waiting_for_a_place(run: Run) -> None:
    stage = Stage(grace=0)
    stage.all_may(answer=False)
    (searcher,) = stage.searchers

    async def work() -> None:
        first = asyncio.create_task(stage.ask(1))
        await happened(searcher.has_asked)
        assert await stage.ask(2, until=0.01) is None
        searcher.may_answer.set()
        assert await first == b"{}"
        assert await stage.ask(3) == b"{}"

    run(work())
    assert [question["asked"]["n"] for question in searcher.asked] == [1, 3]
    assert not searcher.cancelled.is_set()


def test_a_search_that_is_not_in_time_is_cancelled(run: Run) -> None:
    stage = Stage(grace=0)
    stage.all_may(answer=False)
    (searcher,) = stage.searchers

    async def work() -> None:
        asking = asyncio.create_task(stage.ask(until=0.5))
        assert await asking is None
        if searcher.has_asked.is_set():  # else it never began
            await happened(searcher.cancelled)
        searcher.may_answer.set()
        assert await stage.ask(2) == b"{}"  # the place is free again

    run(work())


def test_a_search_ends_when_its_asker_has_gone(run: Run) -> None:
    stage = Stage()
    stage.all_may(answer=False)
    (searcher,) = stage.searchers

    async def work() -> None:
        gone = asyncio.Event()
        asking = asyncio.create_task(stage.ask(1, gone=gone))
        await happened(searcher.has_asked)
        waiting = asyncio.create_task(stage.ask(2, gone=gone))
        await asyncio.sleep(0)
        assert not searcher.cancelled.is_set()
        gone.set()
        assert await asking is None
        assert await waiting is None
        assert searcher.cancelled.is_set()
        searcher.may_answer.set()
        assert await stage.ask(3) == b"{}"

    run(work())
    assert [question["asked"]["n"] for question in searcher.asked] == [1, 3]


def test_nobody_waits_for_searchers_that_start(run: Run) -> None:
    stage = Stage(most=2, grace=0)

    async def work() -> None:
        assert await stage.ask(1, until=0.01) is None
        assert not stage.gate.ready
        stage.searchers[0].may_start.set()  # the second starts after the first
        stage.searchers[0].may_answer.set()
        assert await stage.ask(2) == b"{}"
        assert stage.gate.ready
        assert stage.searchers[1].starts == 0

    run(work())
    assert [question["asked"]["n"] for question in stage.searchers[0].asked] == [2]
    stage.all_may()


def test_no_more_searchers_start_than_are_needed(run: Run) -> None:
    stage = Stage(most=3)
    stage.all_may()

    async def work() -> None:
        stage.gate.start()
        for number in range(5):
            assert await stage.ask(number) == b"{}"
        assert [each.starts for each in stage.searchers] == [1, 0, 0]
        stage.searchers[0].may_answer.clear()
        busy = asyncio.create_task(stage.ask(5))
        while len(stage.searchers[0].asked) < 6:
            await asyncio.sleep(0.001)
        assert await stage.ask(6) == b"{}"
        assert [each.starts for each in stage.searchers] == [1, 1, 0]
        stage.all_may()
        assert await busy == b"{}"

    run(work())


def test_a_searcher_that_breaks_down_is_started_again(run: Run) -> None:
    stage = Stage()
    stage.all_may()
    (searcher,) = stage.searchers

    async def work() -> None:
        searcher.says = b""
        assert await stage.ask(1) is None
        searcher.says = b"+2"
        assert await stage.ask(2) == b"2"

    run(work())
    assert searcher.starts == 2


def test_a_searcher_that_does_not_start_is_tried_again(run: Run) -> None:
    stage = Stage(grace=0)
    stage.all_may()
    (searcher,) = stage.searchers
    searcher.starting_works = False

    async def work() -> None:
        assert await stage.ask(1, until=0.01) is None
        assert not stage.gate.ready
        searcher.starting_works = True
        while (answer := await stage.ask(2, until=0.05)) is None:
            pass
        assert answer == b"{}"

    run(work())
    assert searcher.starts >= 2


def test_what_hangs_is_ended(run: Run) -> None:
    stage = Stage(hung=0)
    stage.all_may(answer=False)
    (searcher,) = stage.searchers

    async def work() -> None:
        assert await stage.ask(1, until=0.5) is None
        await happened(searcher.ended)

    run(work())


def test_faults_and_failures_are_told(run: Run) -> None:
    stage = Stage()
    stage.all_may()
    stage.searchers[0].says = b'-{"message": "no such deal", "line": 2, "column": 3}'
    with pytest.raises(SetupError, match="no such deal") as fault:
        run(stage.ask())
    assert (fault.value.line, fault.value.column) == (2, 3)
    stage.searchers[0].says = b"?"
    assert run(stage.ask()) is None
    stage.searchers[0].says = b"!"
    with pytest.raises(Failed):
        run(stage.ask())


def test_the_end_ends_what_runs(run: Run) -> None:
    stage = Stage(most=2)
    stage.all_may(answer=False)

    async def work() -> None:
        asking = asyncio.create_task(stage.ask())
        while not any(each.has_asked.is_set() for each in stage.searchers):
            await asyncio.sleep(0.001)
        stage.gate.end()
        assert await asking is None
        assert await stage.ask() is None

    run(work())
    assert all(each.ended.is_set() for each in stage.searchers)
