"""A survey that is killed again and again gives the rows of one that nobody disturbs."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from itertools import count
from pathlib import Path

import polars as pl
from polars.testing import assert_frame_equal

from calling import run, started

CALL = ["survey", "--rules", "late-binding", "--deals", "1..6000", "--chunk", "60", "--workers"]
CHUNKS, KILLS = 100, 20


def files(folder: Path) -> set[str]:
    """The chunks that are there."""
    names = {one.name for one in (folder / "rows").glob("*")}
    assert all(name.endswith(".parquet") for name in names)
    return names


def stopped(process: subprocess.Popen[str], folder: Path, more: int) -> bool:
    """Stop a survey once so many more chunks are there; whether it wasn't done before that."""
    before = len(files(folder))
    while process.poll() is None and len(files(folder)) < before + more:
        time.sleep(0.002)
    process.send_signal(signal.SIGSTOP)
    return process.poll() is None and len(files(folder)) < CHUNKS - 4


def rows(folder: Path) -> pl.DataFrame:
    return pl.read_parquet(folder / "rows").drop("seconds")


def test_killed_twenty_times(here: Path) -> None:
    (whole,) = run(*CALL, "2", "--out", "whole", "--json").answers
    chance = random.Random(1)
    kept: set[str] = set()
    folder, kills = here / "killed-0", 0
    while kills < KILLS:
        process = started(*CALL, "1", "--out", str(folder))
        time.sleep(chance.random() * 0.05)
        midst = stopped(process, folder, kills % 4)  # at once, or in the midst of its work
        process.kill()
        process.communicate()
        if not midst:  # it was too quick for this machine: from the beginning
            folder, kept = here / f"killed-{kills}", set()
            continue
        kills += 1
        assert process.returncode == -signal.SIGKILL
        assert kept <= files(folder)
        kept = files(folder)
    (again,) = run(*CALL, "1", "--out", str(folder), "--json").answers
    assert {**again, "seconds": 0} == {**whole, "seconds": 0}
    assert_frame_equal(rows(folder), rows(here / "whole"))
    assert {one.name for one in folder.iterdir()} == {"rows", "survey.json", "sums.txt"}


def test_ctrl_c_leaves_whole_chunks(here: Path) -> None:
    for attempt in count():
        folder = here / f"stopped-{attempt}"
        process = started(*CALL, "2", "--out", str(folder))
        if stopped(process, folder, 3):
            break
        process.kill()
        process.communicate()
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGCONT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert err.startswith("stopped: ")
    assert err.endswith("of 6,000 deals are kept; the same command goes on\n")
    assert {one.name for one in folder.iterdir()} == {"rows", "survey.json", "sums.txt"}
    assert rows(folder).height == 60 * len(files(folder)) < 6000
