"""Players who look at one action at a time: each is nothing but a few weights.

Such a player gives every action a value, a weighted sum of a few things that can be seen, and
plays the best; where several are best, the lot decides. It deals only when nothing else is
legal, and plays on until nothing is. Imports `table`, `lots` and what lies below.

`kernels` does the same in compiled code; tests hold it against this, action by action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..actions import Action, Deal, Discard
from ..cards import RANKS, Card
from ..rules import RuleSet
from ..table import DEAL_ONE, Table
from .lots import Lots


class Weights(NamedTuple):
    """What counts for how much in the value of an action; whole numbers."""

    place: int = 0
    """For each place that its pile stands further to the right: the pile that moves, or of those
    that leave the leftmost (where what lies between leaves) or the rightmost (a pair)."""
    distance: int = 0
    """For each place of the distance at which the two piles match."""
    matches: int = 0
    """For each match after it at one of the rule set's distances."""
    nearly: int = 0
    """For each match after it that is one place too far (see `too_far`)."""
    protect: int = 0
    """For each sweeper (see `sweepers`) whose card goes out of sight."""
    hold: int = 0
    """For a sweeper that covers a card which another card, no sweeper, could take."""
    target: int = 0
    """For the target's going out of sight."""
    noise: int = 0
    """Up to so much is added by lot."""


def too_far(rules: RuleSet) -> tuple[int, ...]:
    """The distances that are one more than the rule set's, and none of them."""
    return tuple(d + 1 for d in rules.distances if d + 1 not in rules.distances)


def sweepers(table: Table) -> int:
    """The rank whose cards do best as sweepers: their places add up to the most, so that many of
    them are left, and they stand far to the right.

    Cards of the stock will come to the right end, nobody knows where. With a target, its rank.
    """
    if table.target is not None:
        return table.target.rank
    worth = [0] * len(RANKS)
    for place, card in enumerate(table.tops, 1):
        worth[card.rank] += place
    for card in table.stock:
        worth[card.rank] += len(table.row) + (len(table.stock) + 1) // 2
    return worth.index(max(worth))


def hidden(table: Table, action: Action) -> tuple[Sequence[Card], Card | None]:
    """The cards that an action (no deal) takes out of sight, and the one that covers them, if any.

    Of two piles that merge the top card of one goes out of sight; what is discarded all does.
    """
    tops = table.tops
    if isinstance(action, Discard):
        return tops[action.first - 1 : action.last], None
    assert not isinstance(action, Deal)
    mover, other = tops[action.source - 1], tops[action.destination - 1]
    if table.rules.discard == "pair":
        return (mover, other), None
    return ((mover,), other) if action.under else ((other,), mover)


def place_and_distance(action: Action) -> tuple[int, int]:
    """Where an action (no deal) is made, and at what distance its two piles match."""
    if isinstance(action, Discard):
        return action.first, action.last - action.first + 2
    assert not isinstance(action, Deal)
    return action.source, abs(action.source - action.destination)


def _pairs(tops: Sequence[Card], distances: Sequence[int]) -> int:
    """How many pairs of cards match at some distances."""
    return sum(
        one.matches(other) for d in distances for one, other in zip(tops, tops[d:], strict=False)
    )


def value(table: Table, action: Action, weights: Weights, rank: int) -> int:
    """What an action (no deal) is worth with some weights but the noise; `rank` is sweepers'."""
    place, distance = place_and_distance(action)
    worth = weights.place * place + weights.distance * distance
    if weights.matches or weights.nearly:
        after = table.after(action).tops
        worth += weights.matches * _pairs(after, table.rules.distances)
        worth += weights.nearly * _pairs(after, too_far(table.rules))
    gone, taker = hidden(table, action)
    worth += weights.protect * sum(card.rank == rank for card in gone)
    worth += weights.target * (table.target in gone)
    if taker is not None and taker.rank == rank:
        others = [card for card in (*table.tops, *table.stock) if card.rank != rank]
        if any(card is not gone[0] and card.matches(gone[0]) for card in others):
            worth += weights.hold
    return worth


def choosing(weights: Weights) -> Callable[[int], Callable[[Table], Action | None]]:
    """How a player with these weights chooses, from a seed."""

    def choose(seed: int) -> Callable[[Table], Action | None]:
        lots = Lots(seed)

        def choice(table: Table) -> Action | None:
            actions = [action for action in table.legal_actions if action != DEAL_ONE]
            if not actions:
                return DEAL_ONE if table.stock else None
            rank = sweepers(table)
            worth = [value(table, action, weights, rank) for action in actions]
            if weights.noise:
                worth = [one + lots.below(weights.noise + 1) for one in worth]
            best = [action for action, one in zip(actions, worth, strict=True) if one == max(worth)]
            return best[lots.below(len(best))] if len(best) > 1 else best[0]

        return choice

    return choose
