"""What the player does in a game: actions, going back and forth in it, selecting.

Imports `play`, `sheets` and `spoken` here. `game_screen` shows what came of it.
"""

from __future__ import annotations

import datetime
import time
from abc import abstractmethod
from collections.abc import Callable
from typing import Protocol

from textual.screen import Screen

from ..actions import Action, Deal
from ..cards import Card
from ..errors import IllegalAction, SetupError, TextError
from ..record import Record
from ..words import count, sentence
from .coach import Coach
from .looks import Inks
from .play import Play
from .sheets import Sure
from .spoken import many, position_words
from .store import Store

HELD = 0.5
"""Seconds between two undos that may come from a key that is held down."""


class Host(Protocol):
    """What a screen of a game asks of the program around it."""

    inks: Inks
    asks: bool
    coach: Coach
    store: Store
    today: Callable[[], datetime.date]

    @property
    def draws_large(self) -> bool:
        """Whether signs larger than a character are drawn."""

    def keep(self) -> None:
        """Keep the game as it stands."""

    def best(self) -> int | None:
        """The fewest piles so far in this way of playing."""

    def set_hints(self, on: bool) -> None:
        """Hints on or off."""

    def begin(self, work: Callable[[str | None], str]) -> None:
        """Begin a game with `work`, which is given the target if the player has to choose one."""

    def file_for(self, record: Record, more: str = "") -> str:
        """The name of a file that suits a record."""

    def save_to(self, name: str, record: Record, say: Callable[[str], None]) -> None:
        """Save a record to a file; what came of it is said."""


class Deeds(Screen[None]):
    """The screen of a game, as far as it is about the game; what keys name are its `deed_…`."""

    def __init__(self, play: Play, host: Host) -> None:
        super().__init__()
        self.play, self.host = play, host
        self.timing = False
        """Whether the arrows go along the bellows."""
        self._undone = 0.0

    @property
    @abstractmethod
    def columns(self) -> int:
        """How many piles stand in a line of the row."""

    @abstractmethod
    def say(self, words: str) -> None:
        """Say something."""

    @abstractmethod
    def tell(self, words: str) -> None:
        """Say what was asked for, however long it is."""

    @abstractmethod
    def show(self) -> None:
        """Show the game as it is now."""

    # ------------------------------------------------------------ actions

    def act(self, actions: list[Action], follow: Card | None = None) -> None:
        """Make actions one after the other; the first that is refused says why and ends it."""
        said = ""
        session = self.play.session
        for number, action in enumerate(actions):
            covered = session.covered(action) if self.host.asks else ()
            if covered:
                self._done(said, number, follow)
                self._ask(actions[number:], covered, follow)
                return
            follow = self.play.follows(action) or follow
            try:
                said = session.play(action)
                if isinstance(action, Deal):  # what was dealt is what is played next
                    follow = session.game.table.row[-1][-1]
            except IllegalAction as refused:
                self._done(said, number, follow)
                before = f"{count(number, 'action')} done, then {refused.action}: "
                self.say(f"{before}{refused.reason}." if number else sentence(refused.reason))
                return
        self._done(said, len(actions), follow)

    def _ask(self, actions: list[Action], covered: tuple[Card, ...], follow: Card | None) -> None:
        """Ask before sweepers are covered; the rest of the actions waits for the answer."""
        session = self.play.session
        does = "Cover" if session.game.rules.discard == "none" else "Discard"
        names = " and ".join(card.glyphs for card in covered)
        what = "They are sweepers" if len(covered) > 1 else "It is one of your sweepers"
        words = f"{what}: the {many(session.marks.sweepers)} that you want to keep in sight."

        def answered(yes: bool | None) -> None:
            if not yes:
                self.say("Kept.")
                self.play.arrive()
                self.show()
                return
            after = self.play.follows(actions[0]) or follow
            said = session.play(actions[0])
            self._done(said, 1, after)
            if actions[1:]:
                self.act(actions[1:], after)

        self.app.push_screen(
            Sure(f"{does} {names}?", words, does, f"Don't {does.lower()}"), answered
        )

    def _done(self, said: str, made: int, follow: Card | None) -> None:
        if made:
            self.play.arrive(follow)
            self.host.keep()
            self.say(said)
        else:
            self.play.let_go()
        self.show()

    def changed(self, words: str) -> None:
        """The game is another one, or at another point; say what happened."""
        self.play.arrive()
        self.host.keep()
        self.say(words)
        self.show()

    def go_to(self, ply: int) -> None:
        """Go to a point of the game."""
        session = self.play.session
        if max(0, min(ply, len(session.whole))) != session.ply:
            self.changed(session.go_to(ply))

    def attempt(self, work: Callable[[], object]) -> None:
        """Do something that may be refused; the sentence is said."""
        try:
            work()
        except IllegalAction as refused:
            self.play.let_go()
            self.say(sentence(refused.reason))
            self.show()
        except (TextError, SetupError) as refused:
            self.say(sentence(refused.message))

    # ------------------------------------------------------------ deeds

    def _move(self, by: int) -> None:
        self.play.move(by)
        self.show()

    def deed_left(self) -> None:
        """To the pile on the left."""
        self._move(-1)

    def deed_right(self) -> None:
        """To the pile on the right."""
        self._move(1)

    def deed_up(self) -> None:
        """To the line above."""
        self._move(-self.columns)

    def deed_down(self) -> None:
        """To the line below."""
        self._move(self.columns)

    def deed_first(self) -> None:
        """To the first pile."""
        self._move(1 - self.play.cursor)

    def deed_last(self) -> None:
        """To the last pile."""
        self._move(len(self.play.table.row) - self.play.cursor)

    def deed_pick(self, low: bool = False) -> None:
        """Pick up, or put down."""
        self.picked(self.play.cursor, low)

    def picked(self, place: int, low: bool) -> None:
        """A pile was picked, by a key or a click."""
        found = self.play.pick(place, low)
        if isinstance(found, str):
            self.say(found)
            self.show()
        else:
            self.act([found])

    def deed_let_go(self) -> None:
        """Let go of everything."""
        self.play.let_go()
        self.say("")
        self.show()

    def deed_under(self) -> None:
        """The next pile goes under the other one, where there is a choice."""
        rules = self.play.table.rules
        if len(rules.unders) < 2:
            self.say(f"In this rule set piles go {'under' if rules.unders[0] else 'over'} others.")
            return
        self.play.under = not self.play.under
        self.say("Under: a number, or put the pile down." if self.play.under else "Over.")

    def deed_distance(self, distance: int) -> None:
        """Play the pile at the cursor so far."""
        self.attempt(lambda: self.act([self.play.at_distance(distance)]))

    def deed_deal_one(self) -> None:
        """Deal a card."""
        self.act([Deal(1)])

    def deed_deal_all(self) -> None:
        """Deal all cards."""
        self.act([Deal(None)])

    def deed_undo(self) -> None:
        """Undo; a key that is held down stops at the start of the game."""
        session, now = self.play.session, time.monotonic()
        held = now - self._undone < HELD
        if session.ply or not held:
            self.changed(session.undo())
        else:
            self.say(
                "The start of the game. Another u, after a moment, brings back the one before."
            )
        self._undone = now

    def deed_redo(self) -> None:
        """Redo."""
        self.changed(self.play.session.redo_one())

    def deed_other(self) -> None:
        """Go over to the other line."""
        self.changed(self.play.session.other_line())

    def deed_bellows(self) -> None:
        """Let the arrows go along the bellows."""
        self.timing = True
        self.say(
            "The bellows: ← and → go through the game, Home to its start, Escape leaves it here."
        )
        self.show()

    def deed_hints(self) -> None:
        """Hints on or off."""
        self.host.set_hints(not self.play.hints)
        on = self.play.hints
        self.say("Hints on: what may move, and where to, is marked." if on else "Hints off.")
        self.show()

    def deed_position(self) -> None:
        """Say the whole position."""
        self.tell(position_words(self.play.table))
