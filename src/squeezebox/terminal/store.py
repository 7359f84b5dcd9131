"""What the terminal keeps: games, the best results, rule sets of one's own, puzzles, settings.

Each thing is kept as the document that files of results hold (see `documents`), so that to
export is to write them down. Nothing that is kept is trusted, and nothing that can't be kept
stops play. Two programs at once: whoever plays on a game that another has played on since goes
on with a copy, as on the page. Imports `database`, `keeping`, `transfer` and what these need.
"""

from __future__ import annotations

import datetime
import secrets
import sqlite3
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from ..actions import Action
from ..errors import TextError
from ..game import Game
from .checks import read_json, write_json
from .database import Database
from .documents import (
    Best,
    Document,
    KeptGame,
    OwnRules,
    SolvedPuzzle,
    first_solved,
    merged,
)
from .keeping import kept_of, session_of, state_of
from .places import data_folder
from .rows import best_of, documents_of, put, put_better, put_game, put_setting, row_of
from .session import Session, moment
from .settings import LAST, Settings
from .transfer import read_results, write_results

IDLE = 60.0
"""Seconds after an input in which a player is taken to be there."""

UNREADABLE = "Some of what was kept can't be read; it is left out."

Kind = TypeVar("Kind", bound=Document)


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

    @property
    def lasts(self) -> bool:
        """Whether what is kept outlives the program."""
        return self._database.lasts

    def finish(self) -> bool:
        """Before the program ends: see that everything is kept; whether it is."""
        return self._database.finish()

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
            self.settings.keep(LAST, last)
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
        row = row_of(to, made.id)
        if row is not None:
            document, changed, hand = row
            there = self._readable(KeptGame, [document])
            theirs = changed > base and hand != self._hand
            if theirs and made.changed == base:  # nothing was done here
                return made
            if not there or theirs:  # what is damaged isn't overwritten
                made = replace(made, id=f"{made.attempt[:60]}.{self._hand}.{base:x}")
            elif made.changed == base:
                made = merged(there[0], made)  # only time has passed here
        put_game(to, made, state, self._hand)
        put_better(to, [made])
        put_setting(to, LAST, {"id": made.id})
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
        last = self.settings.look(LAST)
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

    def going_daily(self, like: Game, day: datetime.date) -> str | None:
        """The id of the unfinished game of a day's deal, of this game's rule set and layout."""
        wanted = (str(like.rules), like.layout, day.isoformat(), "open")
        for game in self.games():
            if (game.rules, game.layout, game.daily, game.outcome) == wanted:
                return game.id
        return None

    # ------------------------------------------------------------ what there is

    def games(self) -> list[KeptGame]:
        """All kept games, the latest first."""
        texts = self._texts("SELECT document FROM games ORDER BY changed DESC, id")
        return self._readable(KeptGame, texts)

    def best(self, rules: str, layout: str) -> int | None:
        """The fewest piles that a game of this rule set and layout ended with, or `None`."""
        return self._database.read(lambda of: best_of(of, rules, layout))

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
                    put_game(to, replace(game, away=True), state, hand)

        self._database.change(("away", id), work)

    def keep_rules(self, text: str, name: str) -> None:
        """Keep a rule set of the player's own under a name, instead of an earlier name.

        Raises:
            TextError: if that is no name on one line.
        """
        made = OwnRules.read({"text": text, "name": name.strip(), "when": moment()})
        self._database.change(("rules", text), lambda to: put(to, "rules", text, made))

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
        there = self._readable(SolvedPuzzle, documents_of(to, "puzzles", made.key))
        if first_solved(made, there[0] if there else None) is made:
            put(to, "puzzles", made.key, made)
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
            put_better(to, [*found.bests, *found.games])
            for one in found.rules:
                there = self._readable(OwnRules, documents_of(to, "rules", one.text))
                if not there or there[0].when < one.when:
                    put(to, "rules", one.text, one)
            new = sum([self._put_puzzle(to, one) for one in found.puzzles])
            return Imported(**count, puzzles=new, left=tuple(found.left))

        return self._database.change(("import", secrets.token_hex(8)), work)

    def _take_in(self, to: sqlite3.Connection, game: KeptGame) -> str:
        """Merge a game with what is kept of it; what that came to."""
        row = row_of(to, game.id)
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
        put_game(to, made, to_keep, row[2] if row and stays else "")
        return "changed" if row else "added"
