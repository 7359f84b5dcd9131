"""The commands `puzzle` and `difficulty`, and their fields."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from calling import NINE, run
from squeezebox import read
from squeezebox.coach.difficulty import difficulty
from squeezebox.coach.puzzles import puzzle

FIELDS = [
    "number", "rules", "deal", "ply", "row", "target", "choices", "chance",
    "step", "label", "length", "action", "line", "record",
]  # fmt: skip


def test_the_command_puzzle() -> None:
    answers = run("puzzle", "--number", "7", "--count", "2", "--json").answers
    assert [list(answer) for answer in answers] == [FIELDS, FIELDS]
    assert [answer["number"] for answer in answers] == [7, 8]
    for answer in answers:
        found = puzzle("accordion", answer["number"])
        assert (answer["action"], answer["line"]) == (None, None)
        assert read(answer["record"]).game == found.game
        assert answer["row"] == [str(card) for card in found.game.table.tops]
        assert (answer["ply"], answer["step"]) == (found.start_ply, found.step)
    shown = run("puzzle", "--number", "7", "--step", "4", "--show-solution", "--rules", "revenge",
                "--json").answers[0]  # fmt: skip
    assert (shown["rules"], shown["step"], shown["label"]) == ("revenge", 4, "hard")
    assert shown["target"] == str(read(shown["record"]).game.target)
    assert shown["line"].split()[0] == shown["action"]
    assert len(shown["line"].split()) == shown["length"]


def test_a_puzzle_in_words(here: Path) -> None:
    words = run("puzzle", "--number", "7", "--show-solution").out
    answer = run("puzzle", "--number", "7", "--show-solution", "--json").answers[0]
    assert "puzzle     7, " in words
    assert f"solution   {answer['line']}" in words
    record = words[words.index("[Rules") :]
    assert read(record).game == read(answer["record"]).game
    (here / "puzzle.txt").write_text(record)
    assert run("actions", "puzzle.txt", "--json").answers[0]["row"] == answer["row"]
    hidden = run("puzzle", "--number", "7").out
    assert "solution" not in hidden


def test_the_puzzle_of_today_and_of_a_day() -> None:
    days = run("puzzle", "--date", "2026-11-30", "--count", "2", "--json").answers
    assert [answer["number"] for answer in days] == [20261130, 20261201]
    before = datetime.date.today()
    number = run("puzzle", "--json").answers[0]["number"]
    after = datetime.date.today()
    assert number in {int(day.strftime("%Y%m%d")) for day in (before, after)}
    last = run("puzzle", "--date", "9999-12-31", "--count", "3", "--json").answers
    assert [answer["number"] for answer in last] == [99991231]


def test_the_command_difficulty() -> None:
    answers = run("difficulty", "1..3", NINE, "--rules", "accordion(deck=9)", "--json").answers
    assert [answer["deal"] for answer in answers] == [1, 2, 3, None]
    assert list(answers[0]) == ["deal", "rules", "step", "label", "value"]
    assert list(answers[3]) == ["deal", "deck", "rules", "step", "label", "value"]
    assert answers[3]["deck"] == NINE
    for answer in answers:
        found = difficulty("accordion(deck=9)", answer.get("deck", answer["deal"]))
        assert (answer["step"], answer["label"]) == (found.step, found.label)
        assert answer["value"] == found.value
    words = run("difficulty", "1").out
    found = difficulty("accordion", 1)
    assert words == (
        f"deal 1: {found.label} (step {found.step} of 5), "
        f"players typically leave {found.value:g} piles\n"
    )


@pytest.mark.parametrize(
    ("call", "mentioning"),
    [
        (["puzzle", "--number", "1", "--date", "2026-11-30"], "either a --number or a --date"),
        (["puzzle", "--date", "2026-02-30"], "--date"),
        (["puzzle", "--number", "4294967296"], "--number"),
        (["puzzle", "--step", "6"], "--step"),
        (["puzzle", "--count", "0"], "--count"),
        (["puzzle", "--rules", "nonsense"], "--rules"),
        (["puzzle", "--rules", "accordion(deck=2)"], "--rules: accordion(deck=2) has no puzzles"),
        (["difficulty", "4294967296"], "argument 1"),
        (["difficulty", NINE], "52 cards"),
        (["difficulty", "1", "--rules", "accordion(deck=0)"], "--rules"),
    ],
)
def test_wrong_calls(call: list[str], mentioning: str) -> None:
    assert run(*call).refused(mentioning=mentioning) == ""
