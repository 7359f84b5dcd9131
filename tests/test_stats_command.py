"""The command `stats`: a table, JSON Lines, and files of results."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from calling import WIN_OF_DEAL_1, run
from kept import FIRST, FULL, REST, SIX_DEALS, WRONG, a_file, a_game, ended
from squeezebox import Game
from squeezebox.terminal.session import Session
from squeezebox.terminal.store import Store


@pytest.fixture(autouse=True)
def data(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SQUEEZEBOX_DATA", str(here / "data"))
    return here / "data"


def write(name: str, *lines: object) -> None:
    Path(name).write_text(a_file(*lines), encoding="utf-8")


def test_nothing_played_yet() -> None:
    assert run("stats", "--json").answers == []
    ran = run("stats")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "No game was begun yet: squeezebox terminal plays one.\n"
    assert run("stats", "--export", "-").out == FIRST + "\n"


def test_one_line_a_rule_set_and_layout() -> None:
    write("in.jsonl", *SIX_DEALS, a_game("z", rules="skidoo", layout="stock", changed=1))
    assert run("stats", "--import", "in.jsonl").out == (
        "Imported: 11 games added, 0 brought up to date, 0 known already.\n"
    )
    first, second = run("stats", "--json").answers
    assert first == {
        "rules": "accordion", "layout": "open", "begun": 9, "finished": 7, "deals": 5, "won": 3,
        "lost": 0, "mean_piles": 2.6, "mean_piles_won": 1, "best": 1,
        "histogram": {"1": 3, "4": 1, "6": 1}, "streak": 1, "longest_streak": 2, "seconds": 205,
        "undos": 9, "hints": 4, "advice": 0,
    }  # fmt: skip
    assert second["rules"] == "skidoo"
    assert second["layout"] == "stock"
    assert (second["begun"], second["deals"], second["best"], second["mean_piles"]) == (
        1, 0, None, None,
    )  # fmt: skip
    words = run("stats").out
    assert "accordion" in words
    assert "3 of 5" in words
    assert "1 (2)" in words
    assert "3 min" in words


def test_what_was_played_is_shown(data: Path) -> None:
    store = Store.open(data)
    session = Session(Game("accordion", deal=1))
    store.save(session)
    for action in WIN_OF_DEAL_1.split():
        session.play(action)
        store.save(session)
    [row] = run("stats", "--json").answers  # while it is played, too
    assert (row["begun"], row["won"], row["best"], row["histogram"]) == (1, 1, 1, {"1": 1})
    store.close()


def test_export_and_import_are_the_same() -> None:
    write("in.jsonl", *FULL, *REST)
    run("stats", "--import", "in.jsonl", "--export", "out.jsonl")
    text = Path("out.jsonl").read_text("utf-8")
    assert run("stats", "--export", "-").out == text
    again = run("stats", "--import", "out.jsonl", "--export", "again.jsonl")
    assert "0 games added, 0 brought up to date, 2 known already" in again.out
    assert Path("again.jsonl").read_text("utf-8") == text
    piped = run("stats", "--import", "-", "--export", "-", stdin=text)
    assert piped.out == text


def test_a_file_of_solved_puzzles_is_taken_in() -> None:
    """As `train` writes it."""
    puzzle = {"kind": "puzzle", "rules": "skidoo", "puzzle": "7", "wish": 0, "step": 2,
              "tries": 1, "solved": 5}  # fmt: skip
    Path("puzzles.jsonl").write_text(a_file("", puzzle, "", puzzle), "utf-8")
    assert "1 solved puzzle added" in run("stats", "--import", "puzzles.jsonl").out


@pytest.mark.parametrize(("text", "why"), WRONG, ids=[why for _, why in WRONG])
def test_wrong_files_are_refused_whole(text: str | bytes, why: str) -> None:
    write("good.jsonl", a_game("z"))
    run("stats", "--import", "good.jsonl")
    before = run("stats", "--export", "-").out
    Path("bad.jsonl").write_bytes(text if isinstance(text, bytes) else text.encode())
    why = "this is not UTF-8 text" if isinstance(text, bytes) else why
    run("stats", "--import", "bad.jsonl").refused(mentioning=f"bad.jsonl{why and ''}")
    assert why in run("stats", "--import", "bad.jsonl").err
    assert run("stats", "--export", "-").out == before


def test_files_that_cannot_be() -> None:
    run("stats", "--import", "nowhere.jsonl").refused(mentioning="nowhere.jsonl")
    run("stats", "--export", "no/where.jsonl").refused(mentioning="can't be written")
    run("stats", "--export", ".").refused(mentioning="can't be written")
    run("stats", "--export", "a\0b").refused(mentioning="--export")


def test_trouble_with_the_file_is_told_and_statistics_are_shown(data: Path) -> None:
    data.mkdir()
    (data / "games.sqlite").write_bytes(b"rubbish" * 1000)
    ran = run("stats")
    assert ran.status == 0
    assert ran.err.startswith("squeezebox: The file of games was damaged: it is kept as ")
    assert ran.err.count("\n") == 1


def test_an_import_that_would_not_last_is_refused(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "file").touch()
    monkeypatch.setenv("SQUEEZEBOX_DATA", str(here / "file"))
    write("in.jsonl", a_game("z", **ended("won", 1, 5)))
    run("stats", "--import", "in.jsonl").refused(mentioning="nothing was imported")


def test_it_starts_without_what_it_does_not_need() -> None:
    code = (
        "import sys; from squeezebox.cli import main; main(['stats', '--json'])\n"
        "print([name for name in ('numba', 'numpy', 'textual', 'fastapi', 'rich') "
        "if name in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    assert ran.stdout.strip() == "[]"
