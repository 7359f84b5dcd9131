"""Which cards of a game can be the last on top: the map of Accordion Virtuoso.

Imports `game`, the solver and what lies below. Every card that shows, or is still to come, is
asked for in turn as if it were the target: can the game be won so that it is on top of a pile
that is left?
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

from ..actions import Action
from ..cards import Card
from ..errors import SetupError
from ..game import Game
from ..rules import RuleSet
from ..solver import Verdict, solve
from ..solver.planes import Flag
from ..table import Table

NODES, GROWTH = 2_000, 10
"""Nodes of the first search for each card, and how many times as many each next one may have."""

MEMORY = 100
"""Megabytes for one search."""


@dataclass(frozen=True, slots=True)
class Last:
    """Whether one card can be the last on top."""

    card: Card
    place: int
    """Its pile in the row, counted from 1; of a card to come, where it will lie if all is dealt."""
    verdict: Verdict
    line: tuple[Action, ...]
    """The actions to a win with this card on top; empty if none is known."""


def last_cards(
    game: Game,
    *,
    budget: float = 2.0,
    peek: bool = False,
    seed: int = 1,
    cancel: Flag | None = None,
) -> tuple[Last, ...]:
    """Which cards can be the last on top from where a game stands, in the order of the row.

    `budget` (seconds) is for all cards together: each is first searched for a moment, so that
    what is easily won is found; what is left shares the rest of the time. A game's own target
    plays no part. Where the order of cards to come is hidden, `peek` must ask to use it.

    Raises:
        SetupError: if the rule set leaves no last card, or cards are hidden.
    """
    table = game.table
    check_last(table.rules)
    if len(table.stock) > 1 and not peek:
        raise SetupError(
            "which card can be the last depends on cards that are hidden in the stock: "
            "deal them all, or ask to peek"
        )
    cards = (*table.tops, *table.stock)
    if table.rules.deck < 3:  # too few for a target
        return tuple(_of_few(table, card, place) for place, card in enumerate(cards, 1))
    asked = {card: _aimed(table, card) for card in cards}
    known = {
        card: Last(card, place, Verdict.LOST, ())
        for place, card in enumerate(cards, 1)
        if no_room(table.rules, place, len(cards))
    }
    for one in list(asked.values())[:1]:  # compiling isn't part of the budget
        solve(one, nodes=1)
    until = time.monotonic() + budget
    for nodes in _more():
        unknown = [card for card in cards if card not in known]
        for waiting, card in enumerate(unknown):
            left = until - time.monotonic()
            if left <= 0 or (cancel is not None and cancel[0]):
                break
            share = left / (len(unknown) - waiting)
            found = solve(
                asked[card], budget=share, nodes=nodes, memory=MEMORY, seed=seed, cancel=cancel
            )
            if found.verdict is not Verdict.UNKNOWN:
                line = found.actions if found.verdict is Verdict.WINNABLE else ()
                known[card] = Last(card, cards.index(card) + 1, found.verdict, line)
        else:
            if len(known) < len(cards):
                continue
        break
    return tuple(
        known.get(card, Last(card, place, Verdict.UNKNOWN, ()))
        for place, card in enumerate(cards, 1)
    )


def check_last(rules: RuleSet) -> None:
    """See that a rule set leaves a last card.

    Raises:
        SetupError: if it doesn't.
    """
    if rules.discard != "none" or rules.goal == 0:
        raise SetupError(f"{rules} has no last card: piles leave instead of covering each other")


def no_room(rules: RuleSet, place: int, piles: int) -> bool:
    """Whether a card at a place, from 1, is too near the left end to be the last.

    Where piles only go over others to their left, none comes to lie further right, and nothing
    on the right of a card leaves but by leaping over it, or covering it. So if one pile is to be
    left, the last one on its right leaps over it, at least to place 1: the card is then no nearer
    to the left end than that leap is long, and it never was.
    """
    if rules.both_ways or rules.place != "over" or rules.goal != 1 or place == piles:
        return False
    leaps = [distance for distance in rules.distances if distance > 1]
    return not leaps or place < min(leaps)


def _aimed(table: Table, card: Card) -> Table:
    """The table with a card as its target; which card that may be isn't asked."""
    return replace(table, rules=replace(table.rules, target="chosen"), target=card)


def _of_few(table: Table, card: Card, place: int) -> Last:
    """Whether a card can be the last, where all there is to be played is soon tried."""
    waiting: list[tuple[Table, tuple[Action, ...]]] = [(table, ())]
    for at, line in waiting:
        if not at.stock and len(at.row) <= at.rules.goal and card in at.tops:
            return Last(card, place, Verdict.WINNABLE, line)
        waiting += [(at.after(action), (*line, action)) for action in at.legal_actions]
    return Last(card, place, Verdict.LOST, ())


def _more() -> Iterator[int]:
    """How many nodes the first, the second … search for a card may use."""
    return (NODES * GROWTH**turn for turn in count())
