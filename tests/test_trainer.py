"""The command `train`: puzzles over plain lines, and what is kept of those that were solved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import squeezebox as sb
from calling import run
from squeezebox.coach.puzzles import Puzzle, puzzle
from squeezebox.terminal.documents import SolvedPuzzle
from squeezebox.terminal.store import Store

RULES = sb.read_rules("accordion")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("SQUEEZEBOX_DATA", str(folder))
    return folder


def kept() -> list[SolvedPuzzle]:
    store = Store.open()
    try:
        return store.puzzles()
    finally:
        store.close()


def wrong(found: Puzzle) -> str:
    return next(str(each) for each in found.game.legal_actions if each != found.action)


def test_a_puzzle_is_solved_after_a_wrong_action_and_kept() -> None:
    found = puzzle(RULES, 7, step=2)
    typed = f"rubbish\n99-98\n{wrong(found)}\n?\np\n{found.action}\nq\n"
    told = run("train", "--number", "7", "--step", "2", stdin=typed).out
    assert "Puzzle 7: " in told
    assert f"{wrong(found)} loses the win. Try again." in told
    assert "There is no pile 99" in told
    assert "Right. " in told
    assert "Solved with 2 tries. 1 puzzle solved in all." in told
    (one,) = kept()
    assert (one.rules, one.puzzle, one.wish, one.step, one.tries) == ("accordion", "7", 2, 2, 2)


def test_the_first_solution_counts_and_what_is_shown_does_not() -> None:
    found = puzzle(RULES, 7)
    for typed, told in ((f"{found.action}\n", "first try. 1 puzzle"), ("s\nq\n", found.line[0])):
        assert str(told) in run("train", "--number", "7", stdin=typed).out
    run("train", "--number", "7", stdin=f"{wrong(found)}\n{found.action}\n")
    (one,) = kept()
    assert one.tries == 1


def test_play_goes_on_where_nothing_can_be_kept(data: Path) -> None:
    found = puzzle(RULES, 7)
    data.write_text("")  # where the folder should be
    told = run("train", "--number", "7", stdin=f"{found.action}\n").out
    assert str(data) in told
    assert "1 puzzle solved in all." in told


def test_it_is_one_record_with_the_results_of_the_terminal() -> None:
    found = puzzle(RULES, 7)
    run("train", "--number", "7", stdin=f"{found.action}\n")
    out = run("stats", "--export", "-").out
    (line,) = [each for each in map(json.loads, out.splitlines()) if each.get("kind") == "puzzle"]
    assert (line["puzzle"], line["wish"], line["tries"]) == ("7", 0, 1)


def test_nothing_typed_skips_no_puzzle() -> None:
    found = puzzle(RULES, 7)
    told = run("train", "--number", "7", stdin=f"\nhelp\n{found.action}\nq\n").out
    assert told.count("Puzzle 7:") == 1
    assert told.count("Row:") >= 2  # shown again
    assert told.count("q: quit") == 2


def test_the_day_s_puzzle_comes_first() -> None:
    assert "Puzzle 20" in run("train", "--today", stdin="q\n").out
    assert kept() == []


@pytest.mark.parametrize(
    ("arguments", "word"),
    [(["--step", "6"], "--step"), (["--number", "x"], "--number"), (["--rules", "no"], "no")],
)
def test_a_wrong_call(arguments: list[str], word: str) -> None:
    run("train", *arguments).refused(mentioning=word)
