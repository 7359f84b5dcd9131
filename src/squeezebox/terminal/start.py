"""The game that the terminal begins with: one that is asked for, the last one, or a new one.

Imports `session`, `store` and `files`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..catalogue import LISTED
from ..deals import read_deal
from ..errors import SetupError
from ..game import Game
from ..rules import read_rules
from .files import session_of_file
from .session import Session, any_deal
from .store import Store


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for; `None` is nothing, and every text is as it was given."""

    rules: str | None = None
    layout: str | None = None
    deal: str | None = None
    deck: str | None = None
    target: str | None = None
    record: str | None = None


def beginning(store: Store, asked: Asked) -> Session:
    """The session to begin with; undo at its start goes back to the last game.

    Without a deal or a deck it is the latest unfinished game of the rule set that is asked for,
    and without a rule set the game that was on the table last; where there is none, a new one.

    Raises:
        TextError, SetupError, IllegalAction: if there is no such game. `TargetNeeded` (one of
            these) if the player has to choose the target first.
    """
    if asked.record is not None:
        if (asked.rules, asked.layout, asked.deal, asked.deck, asked.target) != (None,) * 5:
            raise SetupError("a record says everything about its game: nothing stands beside it")
        return _after(store, session_of_file(asked.record))
    if asked.deal is None and asked.deck is None and asked.target is None:
        found = _unfinished(store, asked)
        if found is not None:
            return found
    last = store.current()
    deal = None if asked.deal is None else read_deal(asked.deal)
    rules = read_rules(asked.rules or _usual(last))
    came = "number" if deal is not None else "own deck" if asked.deck is not None else "new"
    if deal is None and asked.deck is None:
        deal = any_deal()
    game = Game(rules, deal=deal, deck=asked.deck, layout=asked.layout, target=asked.target)
    if last is None:
        first = Session(game, came=came)
        first.turn_first_card()
        return first
    last.begin(game, came)
    return last


def _usual(last: Session | None) -> str:
    """The rule set where none is asked for: that of the last game."""
    return LISTED[0].name if last is None else str(last.game.rules)


def _unfinished(store: Store, asked: Asked) -> Session | None:
    if asked.rules is None and asked.layout is None:
        return store.current()
    rules = read_rules(asked.rules or _usual(store.current()))
    layout = None if asked.layout is None else rules.check_layout(asked.layout)
    return store.current(str(rules), layout)


def _after(store: Store, session: Session) -> Session:
    """A session with the last game before it."""
    last = store.current()
    if last is not None:
        last.take(session)
        return last
    return session
