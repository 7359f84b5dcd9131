"""A survey that is killed again and again gives the rows of one that nobody disturbs."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from pathlib import Path

import polars as pl
from polars.testing import assert_frame_equal

from calling import run, started

CALL = ["survey", "--rules", "late-binding", "--deals", "1..6000", "--chunk", "60", "--workers"]
KILLS = 20


def files(folder: Path) -> set[str]:
    """The chunks that are there; each of them can be read."""
    names = {one.name for one in (folder / "rows").glob("*")}
    assert all(name.endswith(".parquet") for name in names)
    return names


def wait_for(process: subprocess.Popen[str], folder: Path, more: int) -> None:
    """Until so many more chunks are there, or it has ended."""
    before = len(files(folder))
    while process.poll() is None and len(files(folder)) < before + more:
        time.sleep(0.002)


def rows(folder: Path) -> pl.DataFrame:
    return pl.read_parquet(folder / "rows").drop("seconds")


def test_killed_twenty_times(here: Path) -> None:
    (whole,) = run(*CALL, "2", "--out", "whole", "--json").answers
    chance = random.Random(1)
    kept: set[str] = set()
    for number in range(KILLS):
        process = started(*CALL, "1", "--out", "killed")
        wait_for(process, here / "killed", number % 4)  # at once, or in the midst of its work
        time.sleep(chance.random() * 0.05)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        assert kept <= files(here / "killed")
        kept = files(here / "killed")
    assert 0 < len(kept) < 100
    (again,) = run(*CALL, "1", "--out", "killed", "--json").answers
    assert {**again, "seconds": 0} == {**whole, "seconds": 0}
    assert_frame_equal(rows(here / "killed"), rows(here / "whole"))
    assert {one.name for one in (here / "killed").iterdir()} == {"rows", "survey.json", "sums.txt"}


def test_ctrl_c_leaves_whole_chunks(here: Path) -> None:
    process = started(*CALL, "2", "--out", "stopped")
    wait_for(process, here / "stopped", 3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert err.startswith("stopped: ")
    assert err.endswith("of 6,000 deals are kept; the same command goes on\n")
    assert {one.name for one in (here / "stopped").iterdir()} == {"rows", "survey.json", "sums.txt"}
    some = rows(here / "stopped")
    assert some.height == 60 * len(files(here / "stopped")) < 6000
