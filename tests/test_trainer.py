"""The command `train`: puzzles over plain lines, and what is kept of those that were solved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import squeezebox as sb
from calling import run
from squeezebox.cli import trainer
from squeezebox.coach.puzzles import Puzzle, puzzle

RULES = sb.read_rules("accordion")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "data" / "puzzles.jsonl"
    monkeypatch.setattr(trainer, "solved_file", lambda: path)
    return path


def wrong(found: Puzzle) -> str:
    return next(str(each) for each in found.game.legal_actions if each != found.action)


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]


def test_a_puzzle_is_solved_after_a_wrong_action_and_kept(kept: Path) -> None:
    found = puzzle(RULES, 7, step=2)
    typed = f"rubbish\n99-98\n{wrong(found)}\n?\np\n{found.action}\nq\n"
    told = run("train", "--number", "7", "--step", "2", stdin=typed).out
    assert "Puzzle 7: " in told
    assert f"{wrong(found)} loses the win. Try again." in told
    assert "There is no pile 99" in told
    assert "Right. " in told
    assert "Solved with 2 tries. 1 puzzle solved in all." in told
    head, one = lines(kept)
    assert head == {"format": "squeezebox results", "version": 1}
    assert {k: one[k] for k in ("kind", "rules", "puzzle", "wish", "step", "tries")} == {
        "kind": "puzzle", "rules": "accordion", "puzzle": "7", "wish": 2, "step": 2, "tries": 2,
    }  # fmt: skip


def test_the_first_solution_counts_and_what_is_shown_does_not(kept: Path) -> None:
    found = puzzle(RULES, 7)
    for typed, told in ((f"{found.action}\n", "first try. 1 puzzle"), ("s\nq\n", found.line[0])):
        assert str(told) in run("train", "--number", "7", stdin=typed).out
    run("train", "--number", "7", stdin=f"{wrong(found)}\n{found.action}\n")
    assert len(lines(kept)) == 2
    assert lines(kept)[1]["tries"] == 1


def test_a_line_that_was_cut_off_loses_nothing_else(kept: Path) -> None:
    found = puzzle(RULES, 7)
    kept.parent.mkdir()
    kept.write_text('{"format":"squeezebox results","version":1}\n{"kind":"puz', "utf-8")
    told = run("train", "--number", "7", stdin=f"{found.action}\n").out
    assert "1 puzzle solved in all." in told
    assert json.loads(kept.read_text("utf-8").splitlines()[-1])["puzzle"] == "7"


def test_play_goes_on_where_nothing_can_be_kept(kept: Path) -> None:
    found = puzzle(RULES, 7)
    kept.mkdir(parents=True)  # where a file should be
    told = run("train", "--number", "7", stdin=f"{found.action}\n").out
    assert "what is solved now is not kept" in told
    assert "1 puzzle solved in all." in told


def test_nothing_typed_skips_no_puzzle_and_the_file_is_named(kept: Path) -> None:
    found = puzzle(RULES, 7)
    told = run("train", "--number", "7", stdin=f"\nhelp\n{found.action}\nq\n").out
    assert told.count("Puzzle 7:") == 1
    assert told.count("Row:") >= 2  # shown again
    assert told.count("q: quit") == 2
    assert f"1 solved puzzle in {kept}, which the page imports." in told


def test_the_day_s_puzzle_comes_first(kept: Path) -> None:
    assert "Puzzle 20" in run("train", "--today", stdin="q\n").out
    assert not kept.exists()


@pytest.mark.parametrize(
    ("arguments", "word"),
    [(["--step", "6"], "--step"), (["--number", "x"], "--number"), (["--rules", "no"], "no")],
)
def test_a_wrong_call(arguments: list[str], word: str) -> None:
    run("train", *arguments).refused(mentioning=word)
