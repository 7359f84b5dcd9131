"""Another program holds the file of games: play goes on, and what is owed is put in later."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from squeezebox.terminal import database
from squeezebox.terminal.store import Store
from storing import play


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting takes no time worth mentioning."""
    monkeypatch.setattr(database, "PATIENCE", 0.05)


def holding(folder: Path) -> sqlite3.Connection:
    """Another program, which writes and doesn't come to an end."""
    other = sqlite3.connect(folder / "games.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def test_a_file_that_is_free_again_at_the_end_gets_everything(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    other = holding(tmp_path)
    first, second = play(store), play(store)
    assert not store.lasts
    other.execute("ROLLBACK")
    other.close()
    assert store.finish()
    assert store.take_notice().endswith("Games are kept again, those of the meantime too.")
    assert {game.id for game in Store.open(tmp_path).games()} == {first.id, second.id}


def test_a_file_that_is_held_to_the_end(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    other = holding(tmp_path)
    play(store)
    assert not store.finish()
    store.close()
    other.close()
    assert Store.open(tmp_path).games() == []


def test_a_file_that_another_program_holds(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    session = play(store)
    other = holding(tmp_path)
    play(store, 5, session)
    assert "another program holds the file" in store.take_notice()
    other.execute("ROLLBACK")
    other.close()
    play(store, 1, session)
    assert store.take_notice() == "Games are kept again, those of the meantime too."
    [game] = Store.open(tmp_path).games()
    assert len(game.actions.split()) == 11
