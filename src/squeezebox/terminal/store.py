"""What the terminal keeps: games, the best results, rule sets of one's own, puzzles, settings.

Each thing is kept as the document that files of results hold (see `documents`), so that to
export is to write them down. Nothing that is kept is trusted, and nothing that can't be kept
stops play. Two programs at once: whoever plays on a game that another has played on since goes
on with a copy, as on the page. Imports `database`, `keeping`, `transfer` and what these need.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from ..actions import Action
from ..errors import TextError
from .database import Database
from .documents import (
    Best,
    Document,
    KeptGame,
    OwnRules,
    SolvedPuzzle,
    first_solved,
    merged,
    read_json,
    write_json,
)
from .keeping import kept_of, session_of, state_of
from .session import Session, moment
from .transfer import read_results, write_results

IDLE = 60.0
"""Seconds after an input in which a player is taken to be there."""

LAST = "last game"
"""The setting that says which game was on the table last."""

UNREADABLE = "Some of what was kept can't be read; it is left out."

Value = TypeVar("Value", bool, int, str)
Kind = TypeVar("Kind", bound=Document)


def data_folder() -> Path:
    """Where the player's data are: `$SQUEEZEBOX_DATA`, or the system's usual place."""
    if named := os.environ.get("SQUEEZEBOX_DATA"):
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("squeezebox", appauthor=False)


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of an import: numbers of games and puzzles, and what was left out."""

    added: int
    changed: int
    same: int
    puzzles: int
    left: tuple[str, ...]


class Store:
    """Everything that is kept; each call is done when it returns, in the file if that can be."""

    def __init__(self, folder: Path) -> None:
        self._database = Database(folder)
        self._hand = secrets.token_hex(4)  # tells this program from others
        self._known: dict[str, KeptGame] = {}
        """Games of this program as they were kept or found last, by id."""
        self._seen: dict[str, tuple[Action, ...]] = {}
        self._clock: tuple[str, float] = ("", 0.0)
        self._unreadable = ""
        self.settings = Settings(self._database)

    @classmethod
    def open(cls, folder: Path | None = None) -> Store:
        """The store in a folder, by default the player's own; it opens whatever is wrong there."""
        return cls(data_folder() if folder is None else folder)

    def take_notice(self) -> str:
        """What the player hasn't been told yet of trouble with the file; empty if nothing."""
        said = " ".join(filter(None, (self._database.take_notice(), self._unreadable)))
        self._unreadable = ""
        return said

    def close(self) -> None:
        """Leave the file."""
        self._database.close()

    # ------------------------------------------------------------ the game in play

    def save(self, session: Session) -> None:
        """Keep a game as it stands: it is the one to return to; safe once this returns.

        To be called after every deed, and when the game comes to the table. Time played is
        counted here. A game in which the player hasn't acted is no attempt, and only returned
        to. If another program has played on with it, the session goes on as a copy (`id`).
        """
        self._count_time(session)
        before = self._known.get(session.id)
        base = before.changed if before else 0
        seen = self._seen.get(session.id, session.game.actions)
        made = kept_of(session, before, seen)
        if (
            before
            and made.changed == base
            and (made.actions, made.redo)
            != (
                before.actions,
                before.redo,
            )
        ):  # deeds within one millisecond are still one after the other
            session.changed = base + 1
            made = kept_of(session, before, seen)
        state = state_of(session)
        if session.begun:
            kept = self._database.change(
                ("game", session.id), lambda to: self._keep(to, made, base, write_json(state))
            )
            session.id = kept.id
            self._known[kept.id] = kept
        else:
            last = {"id": session.id, "game": made.fields(), "state": state}
            self.settings._put(LAST, last)
        self._seen[session.id] = session.game.actions
        self._clock = (session.id, self._clock[1])

    def _count_time(self, session: Session) -> None:
        name, since = self._clock
        now = time.monotonic()
        whole = int(min(now - since, IDLE)) if name == session.id else 0
        session.seconds += whole
        rest = now - since - whole if name == session.id and now - since < IDLE else 0.0
        self._clock = (session.id, now - rest)

    def _keep(self, to: sqlite3.Connection, made: KeptGame, base: int, state: str) -> KeptGame:
        """Put a game that was changed at `base` when it was known last; how it is kept now."""
        row = _row(to, made.id)
        if row is not None:
            document, changed, hand = row
            there = self._readable(KeptGame, [document])
            theirs = changed > base and hand != self._hand
            if not there or theirs:  # what is damaged isn't overwritten
                made = replace(made, id=f"{made.attempt[:60]}.{self._hand}.{base:x}")
            elif made.changed == base:
                made = merged(there[0], made)  # only time has passed here
        _put_game(to, made, state, self._hand)
        _better(to, [made])
        _put_setting(to, LAST, {"id": made.id})
        return made

    def current(self, rules: str | None = None, layout: str | None = None) -> Session | None:
        """The game to return to: the last one on the table; with a rule set (and layout) the
        latest of that kind that isn't finished. `None` if there is none that can be played.
        """
        if rules is not None:
            modes = [write_json((rules, each)) for each in (layout or "open", layout or "stock")]
            query = "SELECT id FROM games WHERE going AND mode IN (?, ?) ORDER BY changed DESC"
            found = self._database.read(lambda of: of.execute(query, modes).fetchall())
            return next(filter(None, (self.take_up(id) for (id,) in found)), None)
        last = self.settings._get(LAST)
        if not isinstance(last, dict):
            return None
        if "game" not in last:
            return self.take_up(str(last.get("id")))
        state = last.get("state")
        return self._session(last["game"], state if isinstance(state, dict) else {})

    def take_up(self, id: str) -> Session | None:
        """The kept game of this id, to go on from; `None` if there is none, or none that can be
        played, which is told then.
        """
        row = self._database.read(
            lambda of: of.execute(
                "SELECT document, state FROM games WHERE id = ?", (id,)
            ).fetchone()
        )
        if row is None:
            return None
        try:
            document, state = map(read_json, row)
        except (TextError, TypeError):
            self._unreadable = UNREADABLE
            return None
        return self._session(document, state)

    def _session(self, document: object, state: dict[str, Any]) -> Session | None:
        try:
            kept = KeptGame.read(document)
            session = session_of(kept, state)
        except ValueError:  # every kind of error is one
            self._unreadable = UNREADABLE
            return None
        if kept.begun:
            self._known[kept.id] = kept
        self._seen[kept.id] = session.game.actions
        self._clock = ("", 0.0)
        return session

    # ------------------------------------------------------------ what there is

    def games(self) -> list[KeptGame]:
        """All kept games, the latest first."""
        texts = self._texts("SELECT document FROM games ORDER BY changed DESC, id")
        return self._readable(KeptGame, texts)

    def best(self, rules: str, layout: str) -> int | None:
        """The fewest piles that a game of this rule set and layout ended with, or `None`."""
        return self._database.read(lambda of: _best(of, rules, layout))

    def bests(self) -> list[Best]:
        """The best results of all rule sets and layouts."""
        return self._readable(Best, self._texts("SELECT document FROM bests"))

    def own_rules(self) -> list[OwnRules]:
        """The player's own rule sets, the latest first."""
        found = self._readable(OwnRules, self._texts("SELECT document FROM rules"))
        return sorted(found, key=lambda one: -one.when)

    def puzzles(self) -> list[SolvedPuzzle]:
        """All puzzles that were solved."""
        return self._readable(SolvedPuzzle, self._texts("SELECT document FROM puzzles"))

    def _texts(self, query: str) -> list[object]:
        return [text for (text,) in self._database.read(lambda of: of.execute(query).fetchall())]

    def _readable(self, kind: type[Kind], texts: Iterable[object]) -> list[Kind]:
        """Only what can be read; what can't stays where it is, and is told."""
        found: list[Kind] = []
        for text in texts:
            try:
                found.append(kind.read(read_json(text if isinstance(text, str) else "")))
            except TextError:
                self._unreadable = UNREADABLE
        return found

    # ------------------------------------------------------------ what is asked for

    def put_away(self, id: str) -> None:
        """Leave an unfinished game out of the list of those; it stays counted."""

        def work(to: sqlite3.Connection) -> None:
            found = to.execute("SELECT document, state, hand FROM games WHERE id = ?", (id,))
            for document, state, hand in found.fetchall():
                for game in self._readable(KeptGame, [document]):
                    _put_game(to, replace(game, away=True), state, hand)

        self._database.change(("away", id), work)

    def keep_rules(self, text: str, name: str) -> None:
        """Keep a rule set of the player's own under a name, instead of an earlier name.

        Raises:
            TextError: if that is no name on one line.
        """
        made = OwnRules.read({"text": text, "name": name.strip(), "when": moment()})
        self._database.change(("rules", text), lambda to: _put(to, "rules", text, made))

    def forget_rules(self, text: str) -> None:
        """Forget a rule set of the player's own."""
        self._database.change(
            ("rules", text),
            lambda to: to.execute("DELETE FROM rules WHERE key = ?", (write_json(text),)),
        )

    def keep_solved(self, made: SolvedPuzzle) -> None:
        """Keep a puzzle that was solved, unless it was solved before."""
        self._database.change(("puzzle", made.key), lambda to: self._put_puzzle(to, made))

    def _put_puzzle(self, to: sqlite3.Connection, made: SolvedPuzzle) -> bool:
        """Keep it if it is the first solution; whether there was none before."""
        there = self._readable(SolvedPuzzle, _documents(to, "puzzles", made.key))
        if first_solved(made, there[0] if there else None) is made:
            _put(to, "puzzles", made.key, made)
        return not there

    # ------------------------------------------------------------ all at once

    def exported(self) -> str:
        """Everything but settings as the text of a file of results."""
        return write_results(self.games(), self.bests(), self.own_rules(), self.puzzles())

    def imported(self, text: str) -> Imported:
        """Take in what a file of results holds; importing it twice changes nothing.

        Raises:
            TextError: if the text is wrong, with the line; nothing is changed then.
        """
        found = read_results(text)

        def work(to: sqlite3.Connection) -> Imported:
            count = {"added": 0, "changed": 0, "same": 0}
            for game in found.games:
                count[self._take_in(to, game)] += 1
            _better(to, [*found.bests, *found.games])
            for one in found.rules:
                there = self._readable(OwnRules, _documents(to, "rules", one.text))
                if not there or there[0].when < one.when:
                    _put(to, "rules", one.text, one)
            new = sum([self._put_puzzle(to, one) for one in found.puzzles])
            return Imported(**count, puzzles=new, left=tuple(found.left))

        return self._database.change(("import", secrets.token_hex(8)), work)

    def _take_in(self, to: sqlite3.Connection, game: KeptGame) -> str:
        """Merge a game with what is kept of it; what that came to."""
        row = _row(to, game.id)
        there = self._readable(KeptGame, [row[0]]) if row else []
        made = merged(there[0], game) if there else game
        if there and made == there[0]:
            return "same"
        # A game that stands as before keeps what the terminal knows of it beside.
        stays = there and made.changed == there[0].changed
        to_keep = (
            to.execute("SELECT state FROM games WHERE id = ?", (game.id,)).fetchone()[0]
            if stays
            else "{}"
        )
        _put_game(to, made, to_keep, row[2] if row and stays else "")
        return "changed" if row else "added"


class Settings:
    """The player's choices, by name; each is a truth value, a whole number or a text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, name: str, otherwise: Value) -> Value:
        """A setting; `otherwise` where there is none of that type."""
        found = self._get(name)
        return found if type(found) is type(otherwise) else otherwise

    def set(self, name: str, value: bool | int | str) -> None:
        """Keep a setting."""
        if name == LAST:
            raise ValueError("this is no setting of the player's")
        self._put(name, value)

    def _get(self, name: str) -> Any:
        texts = self._database.read(lambda of: _documents(of, "settings", name))
        try:
            return read_json(texts[0])["value"] if texts else None
        except (TextError, KeyError):
            return None

    def _put(self, name: str, value: object) -> None:
        self._database.change(("setting", name), lambda to: _put_setting(to, name, value))


# ---------------------------------------------------------------- rows


def _row(of: sqlite3.Connection, id: str) -> tuple[Any, int, str] | None:
    """A game's document, when it was changed, and by which program."""
    found: tuple[Any, int, str] | None = of.execute(
        "SELECT document, changed, hand FROM games WHERE id = ?", (id,)
    ).fetchone()
    return found


def _put_game(to: sqlite3.Connection, game: KeptGame, state: str, hand: str) -> None:
    going = game.outcome == "open" and not game.away
    to.execute(
        "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)",
        (game.id, game.changed, hand, write_json(game.mode), going, game.write(), state),
    )


def _documents(of: sqlite3.Connection, table: str, key: object) -> list[Any]:
    query = f"SELECT document FROM {table} WHERE key = ?"
    return [text for (text,) in of.execute(query, (write_json(key),))]


def _put(to: sqlite3.Connection, table: str, key: object, made: Document) -> None:
    to.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?)", (write_json(key), made.write()))


def _put_setting(to: sqlite3.Connection, name: str, value: object) -> None:
    row = (write_json(name), write_json({"value": value}))
    to.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", row)


def _best(of: sqlite3.Connection, rules: str, layout: str) -> int | None:
    try:
        for text in _documents(of, "bests", (rules, layout)):
            return Best.read(read_json(text)).piles
    except (TextError, TypeError):
        pass
    return None


def _better(to: sqlite3.Connection, results: Iterable[Best | KeptGame]) -> None:
    """Keep those results that are better than what is kept."""
    for one in results:
        piles = one.piles if isinstance(one, Best) else one.best
        there = _best(to, one.rules, one.layout)
        if piles is not None and (there is None or piles < there):
            made = Best(one.rules, one.layout, piles)
            _put(to, "bests", (one.rules, one.layout), made)
