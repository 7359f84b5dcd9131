"""Killed in the middle of a game, and several programs at once: nothing that was said is lost."""

from __future__ import annotations

import random
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from calling import WIN_OF_DEAL_1, started
from squeezebox.terminal.store import Store

WIN = WIN_OF_DEAL_1.split()
INTO_MANY = 3
"""So many programs at once."""


@pytest.fixture
def plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., subprocess.Popen[str]]:
    """The plain mode as a program, over pipes; its data are in `tmp_path`."""
    monkeypatch.setenv("SQUEEZEBOX_DATA", str(tmp_path))
    return lambda *more: started("terminal", "--plain", *more, stdin=subprocess.PIPE)


def sound(folder: Path) -> None:
    """See that the file is whole, by SQLite's own and thorough check."""
    with sqlite3.connect(folder / "games.sqlite") as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    file.close()


def told(program: subprocess.Popen[str], lines: int) -> list[str]:
    """So many lines of what a program says."""
    assert program.stdout is not None
    return [program.stdout.readline() for _ in range(lines)]


SCRIPT = [*WIN, "undo 9", *WIN[42:]]
STOOD = [*range(52), *range(42, 52)]
"""How many actions are made after so many lines of the script."""


def answers(said: list[str]) -> int:
    """How many lines of the script were answered."""
    return sum(bool(re.match(r"\S+ onto \S+, pile|Undone", line)) for line in said)


def test_killed_twenty_times_the_game_is_there_again(
    plain: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    chance = random.Random(20)
    before = ""  # of which the next program speaks first
    for _ in range(20):
        program = plain()
        assert program.stdin is not None
        assert program.stdout is not None
        said = told(program, 1)
        assert before in said[0]
        program.stdin.write("\n".join(["deal 1", *SCRIPT, ""]))
        program.stdin.flush()
        said += told(program, chance.randrange(70))  # fewer than there will be
        program.send_signal(signal.SIGKILL)
        said += program.stdout.read().splitlines()
        assert program.communicate()[1] == ""
        sound(tmp_path)
        store = Store.open(tmp_path)
        assert store.take_notice() == ""
        found = store.current()
        assert found is not None
        if any(line.startswith("New game: ") for line in said):
            done = len(found.game.actions)
            assert list(map(str, found.game.actions)) == WIN[:done]
            # What was said was kept before it; one deed more may be kept and not said.
            assert done in STOOD[answers(said) : answers(said) + 2]
        before = f"deal {found.game.deal}"
        if found.game.actions:
            before += f": {found.game.piles} pile"
        store.close()
    assert len(Store.open(tmp_path).games()) > 10


def test_two_at_once_lose_nothing(
    plain: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    """Each plays its games, restarting again and again, all in one file."""
    programs = [plain("--deal", str(number)) for number in range(1, 1 + INTO_MANY)]
    games = 4
    for number, program in enumerate(programs, 1):
        assert program.stdin is not None
        script = [f"{line}\nN" for line in [" ".join(WIN) if number == 1 else "legal"] * games]
        firsts = "d 4-1 5-2\n" * games if number > 1 else ""
        program.stdin.write("\n".join(script) + f"\n{firsts}quit\n")
        program.stdin.flush()
    said = [program.communicate() for program in programs]
    assert [program.returncode for program in programs] == [0] * INTO_MANY
    assert [errors for _, errors in said] == [""] * INTO_MANY
    assert not any("could not be kept" in words for words, _ in said)
    sound(tmp_path)
    store = Store.open(tmp_path)
    won = [game for game in store.games() if game.first and game.first.outcome == "won"]
    assert len(won) == games
    assert {game.actions for game in won} == {" ".join(WIN)}
    assert store.best("accordion", "open") == 1


OPEN_AT_ONCE = """
import sys
from squeezebox import Game
from squeezebox.terminal.session import Session
from squeezebox.terminal.store import Store
sys.stdin.readline()
store = Store.open()
session = Session(Game("accordion", deal=1))
for action in sys.argv[1:]:
    session.play(action)
    store.save(session)
print(store.lasts, store.take_notice())
"""


@pytest.mark.parametrize("bad", [False, True], ids=["new", "damaged"])
def test_several_that_begin_at_the_same_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: bool
) -> None:
    monkeypatch.setenv("SQUEEZEBOX_DATA", str(tmp_path))
    if bad:
        (tmp_path / "games.sqlite").write_bytes(b"rubbish" * 1000)
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN_AT_ONCE, *WIN[:10]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(INTO_MANY)
    ]
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("\n")
        program.stdin.flush()
    said = [program.communicate()[0] for program in programs]
    assert all(words.startswith("True") for words in said), said
    assert sum("damaged" in words for words in said) == bad
    assert len(list(tmp_path.glob("*.damaged-*.sqlite"))) == bad
    store = Store.open(tmp_path)
    assert [len(game.actions.split()) for game in store.games()] == [10] * INTO_MANY
    sound(tmp_path)
