"""Rows of the file that keeps games: how documents are put there and found. Imports `documents`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any

from ..errors import TextError
from .checks import read_json, write_json
from .documents import Best, Document, KeptGame


def row_of(of: sqlite3.Connection, id: str) -> tuple[Any, int, str] | None:
    """A game's document, when it was changed, and by which program."""
    found: tuple[Any, int, str] | None = of.execute(
        "SELECT document, changed, hand FROM games WHERE id = ?", (id,)
    ).fetchone()
    return found


def put_game(to: sqlite3.Connection, game: KeptGame, state: str, hand: str) -> None:
    """Put a game there, with its state as JSON, and which program (`hand`) did so."""
    going = game.outcome == "open" and not game.away
    to.execute(
        "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)",
        (game.id, game.changed, hand, write_json(game.mode), going, game.write(), state),
    )


def documents_of(of: sqlite3.Connection, table: str, key: object) -> list[Any]:
    """The document of a key in a table, if there is one."""
    query = f"SELECT document FROM {table} WHERE key = ?"
    return [text for (text,) in of.execute(query, (write_json(key),))]


def put(to: sqlite3.Connection, table: str, key: object, made: Document) -> None:
    """Put a document there, instead of what its key had."""
    to.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?)", (write_json(key), made.write()))


def put_setting(to: sqlite3.Connection, name: str, value: object) -> None:
    """Put a setting there."""
    row = (write_json(name), write_json({"value": value}))
    to.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", row)


def best_of(of: sqlite3.Connection, rules: str, layout: str) -> int | None:
    """The fewest piles of a rule set and layout, if any are known."""
    try:
        for text in documents_of(of, "bests", (rules, layout)):
            return Best.read(read_json(text)).piles
    except (TextError, TypeError):
        pass
    return None


def put_better(to: sqlite3.Connection, results: Iterable[Best | KeptGame]) -> None:
    """Keep those results that are better than what is kept."""
    for one in results:
        piles = one.piles if isinstance(one, Best) else one.best
        there = best_of(to, one.rules, one.layout)
        if piles is not None and (there is None or piles < there):
            made = Best(one.rules, one.layout, piles)
            put(to, "bests", (one.rules, one.layout), made)
