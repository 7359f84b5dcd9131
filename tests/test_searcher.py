"""The process that searches for the service: its lines, its end, and the process itself."""

from __future__ import annotations

import asyncio
import json
import queue
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from squeezebox.solver.planes import Flag, flag
from squeezebox.web import searcher
from squeezebox.web.kinds import KINDS
from squeezebox.web.searches import Process, Searches

LONG = 300.0
RECORD = '[Rules "accordion"]\n[Deal "1"]\n\n42-39\n'


def question(kind: str, budget: float = 60.0, **asked: Any) -> bytes:
    return json.dumps({"kind": kind, "budget": budget, "asked": asked}).encode()


def answered(line: bytes) -> tuple[bytes, Any]:
    answer = searcher.answer(line, flag())
    assert b"\n" not in answer
    return answer[:1], json.loads(answer[1:] or b"null")


def test_a_question_is_answered() -> None:
    kind, told = answered(question("light", record=RECORD))
    assert (kind, told["verdict"], told["ready"]) == (b"+", "winnable", True)


def test_what_makes_no_sense_is_a_fault_with_its_place() -> None:
    kind, told = answered(question("light", record=RECORD + "1-52"))
    assert kind == b"-"
    assert (told["line"], told["column"]) == (5, 1)
    assert told["message"]


def test_where_there_was_no_time_that_is_told() -> None:
    """Work that is given up tells nothing, and isn't a fault of the question."""
    stop = flag()
    stop[0] = 1
    for kind, asked in (
        ("difficulty", {"rules": "compulsory(distances=1,7)", "deal": 1}),
        ("deal", {"rules": "accordion", "winnable": True}),
        ("puzzle", {"rules": "idle-year-1884", "number": 11}),
    ):
        assert searcher.answer(question(kind, **asked), stop) == b"?"


def test_a_failure_is_one_and_its_traceback_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert answered(question("nothing")) == (b"!", None)
    shown = capsys.readouterr()
    assert "KeyError" in shown.err
    assert shown.out == ""


def test_an_empty_line_ends_the_search_that_runs_and_no_other() -> None:
    lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    begun: queue.SimpleQueue[tuple[bytes, Flag]] = queue.SimpleQueue()
    may_end = threading.Event()

    def search(line: bytes, cancel: Flag) -> bytes:
        begun.put((line, cancel))
        assert may_end.wait(LONG)
        return line.strip() + (b" cancelled" if cancel[0] else b" done")

    def given() -> Iterator[bytes]:
        while (line := lines.get(timeout=LONG)) is not None:
            yield line

    working = threading.Thread(target=searcher.run, args=(given(), answers.put, search))
    working.start()
    lines.put(b"1\n")
    _, first = begun.get(timeout=LONG)
    lines.put(b"\n")
    while not first[0]:
        time.sleep(0.001)
    may_end.set()
    assert answers.get(timeout=LONG) == b"1 cancelled"
    lines.put(b"\n")  # late: nothing runs any more
    lines.put(b"2\n")
    assert answers.get(timeout=LONG) == b"2 done"
    may_end.clear()
    lines.put(b"3\n")
    begun.get(timeout=LONG)
    begun.get(timeout=LONG)
    lines.put(None)  # no more lines: what runs is ended
    may_end.set()
    working.join(LONG)
    assert answers.get(timeout=LONG).startswith(b"3")


def test_a_search_heeds_its_flag() -> None:
    """Of a deal that nobody solves in a moment; without the flag it would take an hour."""
    stop = flag()
    stop[0] = 1
    line = question("light", 3600, record='[Rules "leap-2"]\n[Deal "1"]\n')
    assert json.loads(searcher.answer(line, stop)[1:])["verdict"] == "unknown"


def test_every_kind_is_a_line_of_json() -> None:
    """What the server passes on is what the kind's own function says."""
    for name, kind in KINDS.items():
        asked = {name: each.examples[0] for name, each in kind.asked.model_fields.items()
                 if each.examples}  # fmt: skip
        found = answered(question(name, **asked))
        assert found[0] == b"+", (name, found)


def test_the_process_answers_and_ends() -> None:
    process = Process()
    searches = Searches(1, lambda: process)

    async def ask() -> bytes | None:
        until = time.monotonic() + LONG
        asked = {"record": RECORD, "line": []}
        return await searches.ask("light", asked, until, asyncio.Event().wait())

    try:
        with ThreadPoolExecutor(1) as thread:
            told = thread.submit(asyncio.run, ask()).result()
        assert told is not None
        assert json.loads(told)["verdict"] == "winnable"
        # A search without an end, and its cancelling.
        leap = '[Rules "leap-2"]\n[Deal "1"]\n'
        process.ask(question("light", 3600, record=leap))
        process.cancel()
        assert json.loads(process.answer()[1:])["verdict"] == "unknown"
        # Without the server it ends by itself, also in the middle of a search.
        process.ask(question("light", 3600, record=leap))
        system = process._process
        assert system is not None
        assert system.stdin is not None
        system.stdin.close()
        assert system.wait(LONG) == 0
    finally:
        searches.end()
    assert process.answer() == b""
