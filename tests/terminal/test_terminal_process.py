"""The coach's process and the terminal game: apart, ended with it, and replaced when it is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from squeezebox.coach.apart.process import Process
from squeezebox.coach.known import KNOWN
from squeezebox.terminal.asking import GONE, quiet_process

from .coached import GOOD, LONG, LOSING, late
from .table import played, seat

HERE = Path(__file__).parent.parent

PLAYING = """
import asyncio, sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from terminal.table import seat
from squeezebox.terminal.asking import quiet_process

async def main():
    async with seat(Path({folder!r}), "late-binding", deal=41, searcher=quiet_process) as one:
        await one.press("c")
        await one.until(lambda: one.coach_line == "✓ winnable")
        await one.press("a")
        await one.until(lambda: "advice" in one.coach_line)
        print(one.app.asker._searcher._process.pid, file=sys.__stdout__, flush=True)
        heavy = {{"numba", "numpy", "llvmlite", "pydantic", "fastapi"}}
        print(sorted(heavy & set(sys.modules)), file=sys.__stdout__, flush=True)
        if {stay!r}:
            await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.fixture(autouse=True)
def _nothing_is_known() -> None:
    KNOWN.clear()


def runs(pid: int) -> bool:
    """Whether a process runs (and isn't only waiting for its end to be noticed)."""
    found = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return bool(found.stdout.strip()) and not found.stdout.strip().startswith("Z")


def gone(pid: int) -> bool:
    """Wait until a process has ended."""
    until = time.monotonic() + LONG
    while runs(pid) and time.monotonic() < until:
        time.sleep(0.05)
    return not runs(pid)


def playing(tmp_path: Path, stay: bool) -> subprocess.Popen[str]:
    code = PLAYING.format(tests=str(HERE), folder=str(tmp_path), stay=stay)
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)


def test_what_is_played_loads_no_search_and_leaves_no_process(tmp_path: Path) -> None:
    with playing(tmp_path, stay=False) as program:
        out, _ = program.communicate(timeout=LONG)
        assert program.returncode == 0
    pid, loaded = out.splitlines()
    assert loaded == "[]"
    assert gone(int(pid))


def test_a_killed_program_leaves_no_process(tmp_path: Path) -> None:
    with playing(tmp_path, stay=True) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        assert runs(pid)
        program.send_signal(signal.SIGKILL)
        program.wait(LONG)
        assert gone(pid)


@played
async def test_a_killed_searcher_is_replaced_and_the_question_asked_again(tmp_path: Path) -> None:
    async with seat(tmp_path, **late(searcher=quiet_process)) as one:
        await one.press("c")
        await one.until(lambda: one.coach_line == "✓ winnable")
        process = one.app.asker._searcher
        assert isinstance(process, Process)
        assert process._process is not None
        first = process._process.pid
        os.kill(first, signal.SIGKILL)
        assert gone(first)
        KNOWN.clear()
        await one.do(f"{GOOD} {LOSING}")
        await one.until(lambda: one.coach_line.startswith("✕ lost"))
        assert one.actions == f"{GOOD} {LOSING}"
        await one.press("a")
        await one.until(lambda: "No win is possible any more" in one.said)
        assert process._process.pid != first
        second = process._process.pid
    assert gone(second)


class Dying(Process):
    """A process that ends over every question."""

    def ask(self, question: bytes) -> None:
        super().ask(question)
        self.end()


@played
async def test_a_searcher_that_always_ends_is_told(tmp_path: Path) -> None:
    async with seat(tmp_path, **late(searcher=Dying)) as one:
        await one.press("a")
        await one.until(lambda: one.said == GONE)
        await one.do(GOOD)
        assert one.actions == GOOD


@played
async def test_no_time_is_no_end_of_the_searcher(tmp_path: Path) -> None:
    async with seat(tmp_path, **late(searcher=quiet_process)) as one:
        told: list[str] = []
        wish = {"rules": "accordion(goal=0)", "winnable": True, "seed": 1}
        one.app.asker.ask("deal", wish, 0.1, lambda _: None, told.append)
        await one.until(lambda: bool(told))
        assert told == ["No winnable deal of accordion(goal=0) was found in 0.1 seconds."]
        assert one.app.asker.ready
