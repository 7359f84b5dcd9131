"""The command `survey`: what it is asked, what it answers, how it says how far it is."""

from __future__ import annotations

import io
import json
import shlex
import sys
from pathlib import Path

import pytest

from calling import run, surveys_without
from squeezebox.cli import surveying
from squeezebox.cli.surveying import Telling, duration, progress_line
from squeezebox.survey import run as running
from squeezebox.survey.run import Progress

pytestmark = pytest.mark.usefixtures("here")  # no survey is left in the project


def test_the_command(here: Path) -> None:
    call = ["survey", "--rules", "late-binding", "--deals", "1..200", "--out", "late"]
    (first,) = run(*call, "--json").answers
    assert list(first)[-5:] == ["winnable", "lost", "unknown", "seconds", "checksum"]
    assert (first["deals"], first["winnable"], first["lost"], first["unknown"]) == (200, 99, 101, 0)
    (again,) = run(*call, "--json", "--workers", "1").answers
    assert again == first
    words = run(*call).out
    assert "winnable  99: 49.5 %" in words
    assert first["checksum"] in words
    assert json.loads((here / "late" / "survey.json").read_text())["layout"] == "open"
    run(*call, "--nodes", "10").refused(mentioning="nodes 10 instead of 10000000")
    played = run(
        "survey", "--player", "Sweepers", "--layout", "stock", "--deals", "7", "--out", "player"
    )
    assert "player    sweepers" in played.out
    assert (
        "targets   10"
        in run("survey", "--rules", "virtuoso(deck=12)", "--deals", "7", "--out", "all").out
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--out", "x"], "--deals is missing"),
        (["--deals", "1..5"], "--out is missing"),
        (["--deals", "5..1", "--out", "x"], "backwards"),
        (["--deals", "1..x", "--out", "x"], "--deals"),
        (["--deals", "@file", "--out", "x"], "--deals"),
        (["--deals", "1..4294967296", "--out", "x"], "--deals"),
        (["--deals", "1", "--out", "x", "--chunk", "0"], "--chunk"),
        (["--deals", "1", "--out", "x", "--nodes", "0"], "--nodes"),
        (["--deals", "1", "--out", "x", "--workers", "0"], "--workers"),
        (["--deals", "1", "--out", "x", "--player", "nobody"], "--player: no player is called"),
        (["--deals", "1", "--out", "x", "--player", "random", "--actions"], "actions"),
        (["--deals", "1", "--out", "x", "--player", "fair", "--nodes", "9"], "--nodes is for"),
        (["--deals", "1", "--out", "x", "--rules", "idle-year", "--layout", "open"], "--layout"),
        (["--deals", "1", "--out", "\0"], "can't be made"),
        (["--deals", "1", "--out", "file/inside"], "is no folder, or stands in none"),
        (["--deals", "1", "--out", "file"], "is no folder, or stands in none"),
        (["--deals", "1", "--out", "."], "holds no survey"),
        (["--deals", "0..4294967295", "--chunk", "1", "--out", "x"], "at most 1,000,000 chunks"),
    ],
)
def test_wrong_calls_get_one_sentence(here: Path, options: list[str], words: str) -> None:
    (here / "file").write_text("x")
    run("survey", *options).refused(mentioning=words)
    assert not (here / "x").exists()


def test_without_the_extra_it_says_how_to_install_it(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    surveys_without("polars", monkeypatch)
    run("survey", "--deals", "1..5", "--out", "x").refused(
        mentioning=f"{shlex.quote(sys.executable)} -m pip install 'squeezebox[survey]'"
    )
    assert not (here / "x").exists()


def test_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    with monkeypatch.context() as clock:
        clock.setattr(running.time, "monotonic", lambda: now)
        progress = Progress(2000)
        assert progress.left is None
        assert progress_line(progress) == "0 of 2,000 deals · 0.0 %"
        progress.done = 100  # were there before
        progress.mark()
        now, progress.done, progress.tally.unknown = 10.0, 600, 3
        progress.mark()
        told = "600 of 2,000 deals · 30.0 % · 50 a second · 28 s left · 3 unknown"
        assert progress_line(progress) == told
        now, progress.done = 70.0, 1200  # the first ten seconds are past
        progress.mark()
        assert progress.rate == 10
        now = 140.0  # nothing was done since
        progress.mark()
        assert progress.left is None
    times = [0, 59.6, 3599, 3600, 48 * 3600]
    assert [duration(one) for one in times] == [
        "0 s", "1 min 00 s", "59 min 59 s", "1 h 00 min", "2 days",
    ]  # fmt: skip
    monkeypatch.setattr(surveying, "SHOWN", 0)
    monkeypatch.setattr(surveying, "TOLD", 0)
    call = ["survey", "--rules", "late-binding(deck=9)", "--deals", "1..30", "--out"]
    lined = run(*call, "a", terminal=True)
    assert "\r30 of 30 deals · 100.0 %" in lined.err
    assert lined.err.endswith(" \r")
    plain = run(*call, "b")
    assert plain.err.splitlines()[-1].startswith("30 of 30 deals · 100.0 %")
    assert "\r" not in plain.err


def test_a_long_line_is_cut_to_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surveying, "SHOWN", 0)
    monkeypatch.setattr(surveying, "_width", lambda: 20)
    call = ["survey", "--rules", "late-binding(deck=9)", "--deals", "1..30", "--out", "narrow"]
    told = run(*call, terminal=True).err
    assert max(map(len, told.split("\r"))) == 19


def test_what_is_kept_is_said_once_it_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(3000, done=2030)
    telling = Telling()
    telling.told(progress)
    telling.stopped()
    assert capsys.readouterr().err == "stopped: what was done is kept; the same command goes on\n"
    progress.reading = False
    telling.stopped()
    assert "stopped: 2,030 of 3,000 deals are kept" in capsys.readouterr().err


def test_what_is_waited_for_is_said() -> None:
    assert progress_line(Progress(20, lacking="waiting for workers")) == (
        "0 of 20 deals · 0.0 % · waiting for workers"
    )


def test_nobody_is_told_where_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    telling = Telling()
    telling.told(Progress(10))
    telling.end()
    telling.stopped()


def test_a_survey_goes_on_where_nobody_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(surveying, "TOLD", 0)
    monkeypatch.setattr(sys, "stderr", Full())
    telling = Telling()
    telling.told(Progress(10))
    telling.stopped()


def test_too_little_memory_is_said_with_what_asks_for_it(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(running, "run", full)
    call = ["survey", "--deals", "1..5", "--memory", "1000", "--out", str(here / "x")]
    run(*call).refused(mentioning="for chunks of 10 deals and --memory 1000 (megabytes")
