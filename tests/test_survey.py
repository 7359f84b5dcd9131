"""Surveys: rows are what the solver says, the same for any workers and chunks, whole or absent."""

from __future__ import annotations

import hashlib
import itertools
from concurrent.futures import Future
from contextlib import nullcontext
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from squeezebox import Game, SetupError, TextError, read_rules, solve
from squeezebox.players.simulate import simulate
from squeezebox.solver.many import Columns
from squeezebox.survey import run as running, store as storing
from squeezebox.survey.plan import Plan, read_plan
from squeezebox.survey.rows import RECORD, Tally, checksum, schema
from squeezebox.survey.run import Hands, threads
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
    with store_for(tmp_path, asked):
        pass
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
