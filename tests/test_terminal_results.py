"""Results as the terminal reads, writes, merges and counts them: twins of the page's."""

from __future__ import annotations

import datetime
import json
import time
from dataclasses import asdict
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from kept import (
    DAILY_GAMES,
    FIRST,
    FULL,
    REST,
    RUNS_OF_DAYS,
    SEVERAL_PILES,
    SIX_DEALS,
    TOLD_OF_DAYS,
    TOLD_OF_SEVERAL_PILES,
    TOLD_OF_SIX_DEALS,
    WRONG,
    a_file,
    a_game,
    ended,
)
from squeezebox.errors import TextError
from squeezebox.terminal.documents import KeptGame, SolvedPuzzle, merged
from squeezebox.terminal.results import (
    Streak,
    Tally,
    calendar,
    daily_of,
    daily_run,
    day_of,
    modes,
    run_of_days,
    statistics,
    tally,
)
from squeezebox.terminal.transfer import Results, read_results, write_results


def games(values: list[dict[str, Any]]) -> list[KeptGame]:
    return [KeptGame.read(value) for value in values]


def again(found: Results) -> str:
    return write_results(found.games, found.bests, found.rules, found.puzzles)


# ---------------------------------------------------------------- counted


def told(values: list[dict[str, Any]]) -> dict[str, Any]:
    """Statistics under the names that the page has for them."""
    found = asdict(statistics(games(values)))
    found["averageWon"] = found.pop("average_won")
    found["spread"] = [list(pair) for pair in found["spread"]]
    return found


def test_statistics_by_hand() -> None:
    assert told(SIX_DEALS) == TOLD_OF_SIX_DEALS
    assert told(SIX_DEALS[::-1]) == TOLD_OF_SIX_DEALS  # in any order
    assert told(SEVERAL_PILES).items() >= TOLD_OF_SEVERAL_PILES.items()


def test_no_games_no_numbers() -> None:
    found = statistics([])
    assert (found.begun, found.average, found.average_won, found.best) == (0, None, None, None)
    assert (found.spread, found.streak) == ((), Streak(0, 0))


def test_ways_of_playing_are_told_apart_the_latest_first() -> None:
    found = modes(
        games(
            [
                a_game("a", changed=5, title="Old"),
                a_game("b", changed=9, layout="stock"),
                a_game("c", changed=8, title="New"),
            ]
        )
    )
    assert [(one.rules, one.layout) for one in found] == [
        ("accordion", "stock"),
        ("accordion", "open"),
    ]
    assert found[1].title == "New"
    assert [game.id for game in found[1].games] == ["c", "a"]


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield ZoneInfo("Europe/Berlin")
    monkeypatch.undo()
    time.tzset()


def test_a_calendar_worked_by_hand(berlin: ZoneInfo) -> None:
    played = []
    for number, (deal, when, piles, more) in enumerate(DAILY_GAMES):
        at = datetime.datetime.fromisoformat(when).replace(tzinfo=berlin)
        result = ended("stuck", piles, int(at.timestamp() * 1000))
        played.append(a_game(f"g{number}", deal=deal) | result | {"best": None} | more)
    found = calendar(games(played), "accordion", "open")
    assert [
        [day.isoformat(), one.first.piles, one.on_time] for day, one in sorted(found.items())
    ] == TOLD_OF_DAYS
    for today, now in RUNS_OF_DAYS:
        assert daily_run(found, datetime.date.fromisoformat(today)) == Streak(now, 4), today


def test_days_at_the_edges() -> None:
    none = [0, 1, 20261131, 20270229, 20261300, 2026113, 202611300, 4294967295, 9991231]
    assert {daily_of(deal) for deal in none} == {None}
    assert daily_of(20280229) == datetime.date(2028, 2, 29)
    assert day_of(8_640_000_000_000_000) == datetime.date.max
    ends = [datetime.date.min, datetime.date.max]
    assert run_of_days(ends, datetime.date.max) == Streak(1, 1)


def test_puzzles_are_tallied() -> None:
    solved = [
        SolvedPuzzle("skidoo", "1", 0, 2, 1, 5),
        SolvedPuzzle("skidoo", "2", 0, 2, 3, 6),
        SolvedPuzzle("bayan", "2", 0, 5, 1, 7),
    ]
    assert tally(solved) == [Tally("bayan", 5, 1, 1), Tally("skidoo", 2, 2, 1)]


# ---------------------------------------------------------------- files


def test_what_is_written_reads_as_the_same() -> None:
    found = read_results(a_file(*FULL, *REST))
    text = again(found)
    lines = [json.loads(line) for line in text.splitlines()]
    assert text.splitlines()[0] == FIRST
    for given in [*FULL, *REST]:
        assert any(given.items() <= line.items() for line in lines), given
    assert again(read_results(text)) == text
    assert again(read_results("\ufeff" + text.replace("\n", "\r\n"))) == text


@pytest.mark.parametrize(("text", "why"), WRONG, ids=[why for _, why in WRONG])
def test_wrong_files_are_refused(text: str | bytes, why: str) -> None:
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    with pytest.raises(TextError) as refused:
        read_results(text)
    assert why in str(refused.value)
    assert str(refused.value).endswith("Nothing was imported.")


MORE_WRONG = [
    ("9" * 5000, "This isn't JSON."),
    ('{"kind":NaN}', "This isn't JSON."),
    ("[" * 100_000, "This isn't JSON."),
    ('{"kind":[]}', '"kind" is missing.'),
    (json.dumps(a_game("y", begun=True)), '"begun" isn\'t'),
    (json.dumps(a_game("y", begun=1e400)).replace("Infinity", "1e999"), '"begun" isn\'t'),
    (json.dumps(a_game("y", outcome=["won"])), '"outcome" isn\'t'),
    (json.dumps(a_game("y", actions="42-39\n")), '"actions" isn\'t'),
    (json.dumps(a_game("y", title="é" * 501)), '"title" isn\'t'),
    (json.dumps(a_game("y", title="🂡" * 251)), '"title" isn\'t'),
    (json.dumps(a_game("y", deck="6H", deal=None, target="6H 7H")), '"target" isn\'t a card.'),
    (json.dumps(a_game("y", notes={"comments": {"1": 2}})), '"notes" isn\'t'),
    (json.dumps(a_game("y", notes={"headers": {"a": "x" * 400_000}})), '"notes" isn\'t'),
    (json.dumps(a_game("y", rules="\ufeff")), '"rules" isn\'t'),
    (json.dumps(a_game("y", daily="2026-13-01")), '"daily" isn\'t'),
    ('{"kind":"puzzle","rules":"x","puzzle":"01","step":1,"solved":1}', '"puzzle" isn\'t'),
    ('{"kind":"puzzle","rules":"x","puzzle":"4294967296","step":1,"solved":1}', '"puzzle"'),
    ('{"kind":"puzzle","rules":"x","puzzle":"1","step":6,"solved":1}', '"step" isn\'t'),
]


@pytest.mark.parametrize(("line", "why"), MORE_WRONG, ids=range(len(MORE_WRONG)))
def test_nothing_in_a_file_is_trusted(line: str, why: str) -> None:
    with pytest.raises(TextError, match=r"^Line 2: ") as refused:
        read_results(a_file(line))
    assert why in str(refused.value)


def test_what_browsers_take_is_taken() -> None:
    """JSON has one kind of number, any characters, and the last of equal names."""
    line = json.dumps(a_game("y", title="🂡" * 250, rules="x\ud800")).replace("51}", "51.0}")
    found = read_results(a_file(line, line.replace('"id": "y"', '"id": "q", "id": "z"')))
    assert [(game.id, game.piles) for game in found.games] == [("y", 51), ("z", 51)]
    assert isinstance(found.games[0].piles, int)
    text = again(found)
    assert "x\\ud800" in text
    text.encode()
    assert again(read_results(text)) == text


def test_notes_are_in_the_order_in_which_browsers_write_them() -> None:
    notes = {"headers": {"b": "", "10": "", "9": "", "a": ""}, "comments": {"10": "", "9": ""}}
    [game] = read_results(a_file(a_game("y", notes=notes))).games
    assert list(game.notes["headers"]) == ["9", "10", "a", "b"]
    assert list(game.notes["comments"]) == ["9", "10"]


def test_what_a_later_version_wrote_is_left_out_and_named() -> None:
    later = a_file(a_game("z", mood="good", __proto__=5), {"kind": "badge", "x": 1}, "")
    found = read_results(later)
    assert found.left == ["game.mood", "game.__proto__", "badge"]
    assert len(found.games) == 1


def test_merging_takes_the_later_and_loses_no_result() -> None:
    older = a_game("m", begun=5, changed=10, **ended("stuck", 4, 8), seconds=90, undos=1)
    newer = a_game("m", begun=6, changed=20, **ended("won", 1, 9), seconds=30, undos=2)
    better = a_game("m", begun=6, changed=15, **ended("stuck", 3, 12, best=0))
    one, two, three = games([older, newer, better])
    for order in ([one, two, three], [three, two, one], [two, one, three, two]):
        made = order[0]
        for other in order[1:]:
            made = merged(made, other)
        assert (made.outcome, made.piles, made.changed) == ("won", 1, 20)
        assert made.first == one.first
        assert (made.best, made.begun, made.seconds, made.undos) == (0, 5, 90, 2)
