"""Surveys: rows are what the solver says, the same for any workers and chunks, whole or absent."""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import shlex
import shutil
import sys
from concurrent.futures import Future
from contextlib import nullcontext
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from calling import run
from squeezebox import Game, SetupError, TextError, read_rules, solve
from squeezebox.cli import surveying
from squeezebox.cli.surveying import Telling, duration, progress_line
from squeezebox.players.simulate import simulate
from squeezebox.solver.many import Columns
from squeezebox.survey import run as running, store as storing
from squeezebox.survey.plan import Plan, read_plan
from squeezebox.survey.rows import RECORD, Tally, checksum, schema
from squeezebox.survey.run import Hands, Progress, threads
from squeezebox.survey.store import BESIDE, Store, open_store, store_for
from squeezebox.survey.working import Working, work
from squeezebox.table import Outcome

pytestmark = pytest.mark.usefixtures("here")  # no survey is left in the project


def plan(rules: str = "late-binding", last: int = 40, **more: object) -> Plan:
    given: dict[str, object] = {"version": "1", "layout": read_rules(rules).layouts[0]}
    given |= {"first": 1, "chunk": 10, "nodes": 20_000}
    return Plan(rules=rules, last=last, **(given | more))  # type: ignore[arg-type]


def survey(folder: Path, asked: Plan, workers: int = 1) -> tuple[Tally, pl.DataFrame]:
    """A survey that is run whole, and its rows without `seconds`."""
    with store_for(folder, asked) as store:
        tally = running.run(store, threads(store, workers))
    return tally, rows(folder)


def rows(folder: Path) -> pl.DataFrame:
    return pl.read_parquet(folder / "rows").drop("seconds")


@pytest.mark.parametrize(
    ("rules", "layout"),
    [
        ("late-binding", "open"),
        ("accordion", "stock"),
        ("accordion(deck=26)", "open"),
        ("idle-year", "stock"),
        ("push-pin", "open"),
        ("leap-2", "open"),
        ("revenge", "open"),
        ("relaxed(priority=row; deck=12)", "stock"),
    ],
)
def test_each_row_is_what_the_solver_says_of_its_deal(
    rules: str, layout: str, tmp_path: Path
) -> None:
    tally, found = survey(tmp_path, plan(rules, 30, layout=layout, actions=True))
    assert found["deal"].to_list() == list(range(1, 31))
    for row in found.iter_rows(named=True):
        game = Game(rules, deal=row["deal"], layout=layout)
        alone = solve(game, nodes=20_000, budget=600)
        told = (row["verdict"], row["piles"], row["nodes"])
        assert told == (str(alone.verdict), alone.piles, alone.nodes)
        if row["verdict"] == "winnable":
            for action in row["actions"].split():
                game.push(action)
            assert (game.outcome, game.piles) == (Outcome.WON, row["piles"])
        else:
            assert row["actions"] is None
    counted = {one: found["verdict"].to_list().count(one) for one in ("winnable", "lost")}
    assert (tally.rows, tally.winnable, tally.lost) == (30, *counted.values())
    assert tally.unknown == 30 - sum(counted.values())


@pytest.mark.parametrize("rules", ["accordion(deck=25)", "leap-2", "compulsory"])
def test_workers_and_chunks_change_nothing(rules: str, tmp_path: Path) -> None:
    made = [
        survey(tmp_path / str(number), plan(rules, 50, chunk=chunk), workers)[1]
        for number, (chunk, workers) in enumerate([(50, 1), (7, 2), (7, 1)])
    ]
    for one, other in itertools.pairwise(made):
        assert_frame_equal(one, other)


def test_where_the_player_chooses_the_target_each_is_tried(tmp_path: Path) -> None:
    tally, found = survey(tmp_path, plan("virtuoso(deck=14)", 5, chunk=2))
    assert (tally.rows, found.height) == (60, 60)
    assert found["place"].to_list() == list(range(3, 15)) * 5
    deck = Game("accordion(deck=14)", deal=4).deck
    for row in found.filter(pl.col("deal") == 4).iter_rows(named=True):
        game = Game("virtuoso(deck=14)", deal=4, target=deck[row["place"] - 1])
        assert row["verdict"] == str(solve(game).verdict)


@pytest.mark.parametrize(
    ("player", "rules"),
    [("sweepers", "accordion"), ("solver", "idle-year"), ("fair", "accordion(deck=9)")],
)
def test_players_play_as_they_do_elsewhere(player: str, rules: str, tmp_path: Path) -> None:
    asked = plan(rules, 60, layout="stock", player=player, seed=3)
    tally, found = survey(tmp_path, asked)
    known = simulate(player, rules, range(1, 61), layout="stock", seed=3)
    assert found["piles"].to_list() == known.finals.tolist()
    assert [one == "winnable" for one in found["verdict"]] == [bool(one) for one in known.wins]
    assert (tally.winnable, tally.lost, tally.unknown) == (known.won, 0, 60 - known.won)
    assert found["nodes"].sum() == 0


# ---------------------------------------------------------------- the folder


class Counting:
    """Hands that count what they are given, and fail after so many."""

    lacking = ""

    def __init__(self, asked: Plan, most: int = 1000) -> None:
        self.at_once, self.most = 1, most
        self.given: list[range] = []
        self._working = Working(asked)

    def submit(self, deals: range) -> Future[Columns | None]:
        if len(self.given) == self.most:
            raise KeyboardInterrupt
        self.given.append(deals)
        done: Future[Columns | None] = Future()
        done.set_result(self._working(deals))
        return done


def test_it_goes_on_with_what_is_missing_or_damaged(tmp_path: Path) -> None:
    asked = plan(last=100)
    whole = survey(tmp_path / "whole", asked)
    folder = tmp_path / "other"
    first = Counting(asked, most=6)
    with store_for(folder, asked) as store, pytest.raises(KeyboardInterrupt):
        running.run(store, nullcontext[Hands](first))
    assert len(list((folder / "rows").iterdir())) == 6
    files = sorted((folder / "rows").iterdir())
    files[0].write_bytes(files[0].read_bytes()[:-100])  # cut off
    files[1].write_bytes(b"")
    files[2].write_bytes(files[3].read_bytes())  # of other deals
    damaged = bytearray(files[4].read_bytes())
    damaged[-20] ^= 1  # Polars wouldn't survive some of these
    files[4].write_bytes(damaged)
    with (folder / "sums.txt").open("a") as sums:
        sums.write("0123  rows/half a li")
    (folder / f"{BESIDE}left").write_bytes(b"what a killed survey left")
    second = Counting(asked)
    with store_for(folder, asked) as store:
        again = running.run(store, nullcontext[Hands](second))
    assert [deals.start for deals in second.given] == [1, 11, 21, 41, 61, 71, 81, 91]
    assert (again.rows, again.winnable, again.lost) == (100, whole[0].winnable, whole[0].lost)
    assert_frame_equal(rows(folder), whole[1])
    sums = [line.split("  ") for line in (folder / "sums.txt").read_text().splitlines()]
    assert len(sums) == 10
    for digest, name in sums:
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    assert {one.name for one in folder.iterdir()} == {"rows", "survey.json", "sums.txt"}


def test_a_chunk_that_cannot_be_written_is_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = plan()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with store_for(tmp_path, asked) as store:
        monkeypatch.setattr(storing.os, "fsync", full)
        with pytest.raises(SetupError, match="can't be written: no space left on device"):
            running.run(store, threads(store, 1))
    assert list((tmp_path / "rows").iterdir()) == []
    assert {one.name for one in tmp_path.iterdir()} == {"rows", "survey.json"}


def test_one_survey_at_a_time(tmp_path: Path) -> None:
    with (
        store_for(tmp_path, plan()),
        pytest.raises(SetupError, match="another survey is at work"),
        store_for(tmp_path, plan()),
    ):
        pass
    with store_for(tmp_path, plan()):
        pass


def test_a_folder_holds_one_plan(tmp_path: Path) -> None:
    asked = plan()
    survey(tmp_path, asked)
    assert open_store(tmp_path).plan == read_plan(str(asked)) == asked
    for other, words in [
        (plan(last=41), "last 41 instead of 40"),
        (plan(player="random"), "player random instead of the solver"),
        (plan(actions=True, seed=2), "seed 2 instead of 1, actions yes instead of no"),
        (plan(version="2"), "version 2 instead of 1"),
    ]:
        with pytest.raises(SetupError, match=words), store_for(tmp_path, other):
            pass
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "a letter").write_text("Dear …")
    with (
        pytest.raises(SetupError, match="is not empty, and holds no survey"),
        store_for(tmp_path / "else", asked),
    ):
        pass
    with (
        pytest.raises(SetupError, match="is no folder, or stands in none"),
        store_for(tmp_path / "else" / "a letter", asked),
    ):
        pass


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[1]",
        "[" * 100_000,
        "\0",
        str(plan()).replace("40", '"x"'),
        str(plan()).replace("1", "0"),
    ],
)
def test_what_is_no_plan_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises((TextError, SetupError)):
        read_plan(text)
    with pytest.raises(SetupError, match="holds no survey"):
        open_store(tmp_path)
    (tmp_path / "survey.json").write_text(text)
    with pytest.raises(SetupError, match=r"survey\.json"):
        open_store(tmp_path)


def test_what_makes_no_sense_is_refused() -> None:
    for wrong in (
        {"layout": "stock", "rules": "nope"},
        {"first": 50},
        {"last": 2**32},
        {"chunk": 0},
        {"nodes": 0},
        {"memory": 0},
        {"player": "nobody"},
        {"player": "random", "actions": True},
    ):
        with pytest.raises((SetupError, TextError)):
            plan(**wrong)  # type: ignore[arg-type]


def test_chunks_hold_all_deals_once() -> None:
    for first, last, chunk in [(0, 0, 10), (5, 104, 10), (5, 105, 10), (2**32 - 3, 2**32 - 1, 2)]:
        asked = plan(first=first, last=last, chunk=chunk)
        parts = list(asked.all_chunks())
        assert len(parts) == asked.chunks
        assert [one for part in parts for one in part] == list(range(first, last + 1))


def test_a_checksum_is_of_what_is_found_out(tmp_path: Path) -> None:
    _, plain = survey(tmp_path / "1", plan())
    survey(tmp_path / "2", plan(actions=True, chunk=7), 2)
    sums = [checksum(open_store(tmp_path / name).frames()) for name in "12"]
    assert sums[0] == sums[1] == checksum([plain])
    assert checksum([plain.with_columns(nodes=pl.col("nodes") + 1)]) != sums[0]
    assert RECORD.itemsize == 15
    next(iter((tmp_path / "1" / "rows").iterdir())).unlink()
    with pytest.raises(SetupError, match=r"the chunk of deals [0-9]+ to [0-9]+ is missing"):
        checksum(open_store(tmp_path / "1").frames())


def test_files_have_the_columns_that_are_promised(tmp_path: Path) -> None:
    for number, asked in enumerate([plan(), plan(actions=True), plan("virtuoso(deck=9)")]):
        survey(tmp_path / str(number), asked)
        found = pl.read_parquet(tmp_path / str(number) / "rows")
        assert dict(found.schema) == schema(asked)
        assert found["seconds"].min() >= 0  # type: ignore[operator]


def test_a_worker_of_another_version_is_refused() -> None:
    asked = plan()
    assert work(asked, "1", range(1, 3)).nodes.shape == (2,)
    with pytest.raises(SetupError, match="version 1, but a worker has version 2"):
        work(asked, "2", range(1, 3))


def test_cancelling_gives_nothing(tmp_path: Path) -> None:
    for asked in (plan(), plan(player="random"), plan("virtuoso(deck=9)")):
        working = Working(asked)
        working.cancel[0] = 1
        assert working(range(1, 5)) is None
    with (
        pytest.raises(SetupError, match="workers is positive"),
        threads(Store(tmp_path, plan()), 0),
    ):
        pass


# ---------------------------------------------------------------- the command


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
    for name in [name for name in sys.modules if name.startswith("squeezebox.survey.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "polars", None)
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


@pytest.mark.parametrize("kind", ["rubbish", "another chunk"])
def test_a_wrong_chunk_is_worked_out_anew_whatever_its_sum(tmp_path: Path, kind: str) -> None:
    _, whole = survey(tmp_path, plan())
    first, second = sorted((tmp_path / "rows").iterdir())[:2]
    first.write_bytes(b"PAR1 rubbish" if kind == "rubbish" else second.read_bytes())
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  rows/{path.name}\n"
        for path in sorted((tmp_path / "rows").iterdir())
    ]
    (tmp_path / "sums.txt").write_text("".join(lines))
    with pytest.raises(SetupError, match="the chunk of deals 1 to 10 is damaged"):
        list(open_store(tmp_path).frames())
    assert_frame_equal(survey(tmp_path, plan())[1], whole)


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


def test_where_nothing_has_come_of_a_plan_another_one_takes_its_place(here: Path) -> None:
    call = ["survey", "--rules", "late-binding(deck=9)", "--deals", "1..30", "--out", "x"]
    run(*call, "--memory", "100")
    shutil.rmtree(here / "x" / "rows")
    assert run(*call).status == 0
    run(*call, "--memory", "100").refused(mentioning="memory 100 instead of 200")
