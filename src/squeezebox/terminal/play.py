"""Where the player is in a game: cursor, selection, hints, and what is to be seen of it all.

No screen: it turns places and distances into actions, and the table into faces. What is legal
comes from the game. Imports `session`, `faces`, `spoken` here and `gestures` below.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..actions import Action
from ..cards import Card
from ..gestures import Destination, at_distance, destinations, ends, goes_under
from ..rules import RuleSet
from ..table import Outcome, Table
from .faces import Face, Frame
from .session import Session
from .spoken import bears, selected_words

SWEEPER, TARGET = "★", "◎"
GOES_LEFT, GOES_RIGHT = "←", "→"
MAY_MOVE, OVER, UNDER, EITHER, LEAVES = "•", "▲", "▼", "◆", "↑"


class Play:
    """A player at a table."""

    def __init__(self, session: Session, hints: bool = False) -> None:
        self.session = session
        self.hints = hints
        """Whether piles that may move are marked, and where the selected one may go."""
        self.cursor = 1
        self.selected = 0
        """The pile that was picked up, from 1; 0 if none was."""
        self.under = False
        """Whether the next pile is to be put under the other one."""
        self.advised: frozenset[int] = frozenset()
        """The piles of an action that the coach shows."""
        self.mover = 0
        """The one of them that goes onto the other, or under it; 0 where both leave."""
        self.told: Mapping[int, str] = {}
        """What the coach says of the selected pile's destinations: a character each."""
        self._found: tuple[Table, list[list[Destination]]] | None = None

    @property
    def table(self) -> Table:
        """The table as it is."""
        return self.session.game.table

    @property
    def destinations(self) -> list[list[Destination]]:
        """For each pile, where it may go."""
        table = self.table
        if self._found is None or self._found[0] is not table:
            self._found = table, destinations(table)
        return self._found[1]

    # ------------------------------------------------------------ what is advised

    def advise(self, joined: tuple[int, int] | None) -> None:
        """Show the piles of an action, and which of them moves."""
        self.advised = frozenset(joined or ())
        self.mover = joined[0] if joined and self.table.rules.discard == "none" else 0

    def _arrow(self, place: int) -> str:
        """A sign of where an advised pile goes, on that one alone."""
        if place != self.mover or place not in self.advised:
            return ""
        return GOES_LEFT if min(self.advised) < place else GOES_RIGHT

    # ------------------------------------------------------------ moving and selecting

    def arrive(self, follow: Card | None = None) -> None:
        """Something has changed: nothing is selected, and the cursor goes along with a card."""
        self.let_go()
        row = self.table.row
        if follow is not None:
            there = (place for place, pile in enumerate(row, 1) if follow in pile)
            self.cursor = next(there, self.cursor)
        self.cursor = max(min(self.cursor, len(row)), 1)

    def let_go(self) -> None:
        """Put down what was picked up, where it was."""
        self.selected, self.under = 0, False
        self.advised, self.told = frozenset(), {}

    def move(self, by: int) -> None:
        """Move the cursor; a step stops at the ends of the row, a line's jump is none there."""
        to, last = self.cursor + by, len(self.table.row)
        if abs(by) == 1 or 1 <= to <= last:
            self.cursor = max(min(to, last), 1)

    def select(self, place: int) -> str:
        """Pick a pile up; its cards, in words."""
        self.selected = self.cursor = place
        self.advised, self.told = frozenset(), {}
        if self.hints and self.destinations[place - 1]:
            self.session.hints += 1
        said = selected_words(self.table, place)
        if len(self.table.rules.unders) > 1:
            said += " Put it over another one, or under it: _ first, or a click in the lower half."
        return said

    def pick(self, place: int, low: bool = False) -> str | Action:
        """Pick a pile up, or put down on it what was: words, or the action that is meant."""
        if not 1 <= place <= len(self.table.row):
            return ""
        if not self.selected:
            return self.select(place)
        source, self.cursor = self.selected, place
        if source == place and self.table.rules.discard != "between":
            self.let_go()
            return ""
        return self.gesture(source, place, low)

    def gesture(self, source: int, place: int, low: bool = False) -> Action:
        """What is meant by taking one pile to another, to its lower half if `low`."""
        under = goes_under(self.table.rules, low or self.under)
        return self.table.meant(source, place, under)

    def at_distance(self, distance: int) -> Action:
        """What is meant by playing the pile at the cursor so far.

        Raises:
            IllegalAction: if nothing is.
        """
        return at_distance(self.table, self.cursor, distance, self.under)

    def follows(self, action: Action) -> Card | None:
        """The card with which the cursor goes when an action is made."""
        piles, row = ends(action), self.table.row
        if piles is None or not 1 <= piles[0] <= len(row):
            return None
        return row[piles[0] - 1][-1]

    # ------------------------------------------------------------ what is to be seen

    def faces(self) -> list[Face]:
        """The row as it is drawn."""
        table, marks = self.table, self.session.marks
        to: dict[int, set[bool]] = {}
        movable: set[int] = set()
        if self.hints and self.selected:
            for pile, under in self.destinations[self.selected - 1]:
                to.setdefault(pile, set()).add(under)
        elif self.hints and table.outcome is not Outcome.LOST:
            movable = {place for place, found in enumerate(self.destinations, 1) if found}
        rules = table.rules
        return [
            Face(
                place,
                pile[-1],
                len(pile),
                self._frame(place, to),
                place == self.cursor,
                self._tag(pile[-1]),
                self._arrow(place)
                or self.told.get(place)
                or _mark(to.get(place), rules, place in movable),
                bears(pile[-1], marks.shown),
            )
            for place, pile in enumerate(table.row, 1)
        ]

    def _frame(self, place: int, to: Mapping[int, set[bool]]) -> Frame:
        if place == self.selected:
            return Frame.CHOSEN
        if place in self.advised:
            return Frame.ADVISED
        return Frame.LIT if place in to else Frame.REST

    def _tag(self, card: Card) -> str:
        if card is self.table.target:
            return TARGET
        return SWEEPER if bears(card, self.session.marks.sweepers) else ""


def _mark(unders: set[bool] | None, rules: RuleSet, movable: bool) -> str:
    """What is said of a pile in one character: where something may go, or that it may move."""
    if not unders:
        return MAY_MOVE if movable else ""
    if rules.discard != "none":
        return LEAVES
    if len(unders) > 1:
        return EITHER
    return UNDER if True in unders else OVER
