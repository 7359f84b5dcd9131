"""A row as bit planes: the rules of `table`, fast. Imports `compiled`, `bits`,
`actions`, `cards` and `rules`.

Six 64-bit words hold the row of top cards: four planes of the rank's bits and two of the
suit's; bit i belongs to the pile at place i (from 0). All matches at a distance come from
one shift, XOR and OR of the planes; a merge is a bit copied and a bit squeezed out of each.

Distances, directions and effects are parameters (`Terms`); tests hold every one of these
functions against `table` for random rows of random rule sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..actions import Action, Deal, Discard, Move
from ..cards import FRESH_DECK, Card
from ..rules import RuleSet
from .bits import lowest
from .compiled import kernel, part

U = np.uint64
ONE = U(1)

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Flag = NDArray[np.uint8]
"""The arrays that kernels take. A flag is one byte; whoever sets it, from any thread, ends the
search that was given it."""

CARDS = len(FRESH_DECK)
"""No row has more piles."""
PLACES = 64
"""The bits of a word: one for each place of a row, with some to spare."""
LONGEST_LINE = 2 * PLACES
"""Room for the actions of a play: each deals a card or takes a pile away."""
NO_CARD = -1
"""Stands for the order of a card where there is none, such as a target."""


def flag() -> Flag:
    """A flag that isn't set."""
    return np.zeros(1, dtype=np.uint8)


MERGES, BETWEEN, PAIR = 0, 1, 2
"""What a match does: one of its piles goes to the other; what lies between leaves; both leave."""

RIGHT_OVER, RIGHT_UNDER, LEFT_OVER, LEFT_UNDER = 0, 1, 2, 3
"""The four ways to merge two matching piles: which one moves, and where it goes."""

ANY_ORDER, PILE_SLIDES, ROW_SLIDES = 0, 1, 2
"""Slide priority: there is none; a pile that can slide may not leap; while any can, none may."""

ONE_DEALT, ALL_DEALT = -1, -2
"""The codes of the deals; those of all else are `code_of`'s."""

MOST_ACTIONS = 1560
"""No row has more legal actions but deals: each of the 52 cards matches 15 others, which makes
390 pairs, and two piles can merge in four ways."""


class Terms(NamedTuple):
    """A rule set as the kernels take it."""

    distances: Numbers
    ways: Numbers
    """The ways to merge that it allows; for discards just `RIGHT_OVER`."""
    effect: int
    priority: int
    """`ANY_ORDER`, `PILE_SLIDES` or `ROW_SLIDES`."""
    compulsory: bool
    goal: int


def terms_of(rules: RuleSet) -> Terms:
    """A rule set as the kernels take it."""
    effect = {"none": MERGES, "between": BETWEEN, "pair": PAIR}[rules.discard]
    ways = [RIGHT_OVER]
    if effect == MERGES:
        rights = [RIGHT_UNDER if under else RIGHT_OVER for under in rules.unders]
        lefts = [LEFT_UNDER if under else LEFT_OVER for under in rules.unders]
        ways = rights + (lefts if rules.both_ways else [])
    return Terms(
        np.array(rules.distances, dtype=np.int64),
        np.array(ways, dtype=np.int64),
        effect,
        {"none": ANY_ORDER, "pile": PILE_SLIDES, "row": ROW_SLIDES}[rules.priority],
        rules.compulsory,
        rules.goal,
    )


# ---------------------------------------------------------------- rows and cards


@kernel
def lay(row: Words, place: int, card: int) -> None:
    """Put a card (its `order`, rank * 4 + suit) at a place where no bit is set."""
    for plane in range(4):
        row[plane] |= U((card >> (plane + 2)) & 1) << U(place)
    row[4] |= U(card & 1) << U(place)
    row[5] |= U((card >> 1) & 1) << U(place)


@part
def card_at(row: Words, place: int) -> int:
    """The card (its `order`) at a place."""
    at = U(place)
    rank = (
        ((row[0] >> at) & ONE)
        | (((row[1] >> at) & ONE) << U(1))
        | (((row[2] >> at) & ONE) << U(2))
        | (((row[3] >> at) & ONE) << U(3))
    )
    suit = ((row[4] >> at) & ONE) | (((row[5] >> at) & ONE) << U(1))
    return int((rank << U(2)) | suit)


@part
def place_of(row: Words, count: int, card: int) -> int:
    """Where a card (its `order`) shows; -1 if it doesn't."""
    unlike = U(0)
    for plane in range(4):
        unlike |= row[plane] ^ (U(0) - U((card >> (plane + 2)) & 1))
    unlike |= row[4] ^ (U(0) - U(card & 1))
    unlike |= row[5] ^ (U(0) - U((card >> 1) & 1))
    there = ~unlike & ((ONE << U(count)) - ONE)
    return int(lowest(there)) if there else -1


def planes(tops: Sequence[Card]) -> Words:
    """The planes of a row of top cards."""
    row = np.zeros(6, dtype=np.uint64)
    for place, card in enumerate(tops):
        lay(row, place, card.order)
    return row


@kernel
def lay_all(row: Words, deck: Numbers) -> None:
    """Make a row of a whole deck (orders), one card a pile."""
    row[:] = 0
    for place in range(len(deck)):
        lay(row, place, deck[place])


def cards(row: Words, count: int) -> tuple[Card, ...]:
    """The `count` top cards of a row, from left to right."""
    return tuple(FRESH_DECK[card_at(row, place)] for place in range(count))


# ---------------------------------------------------------------- matches and their effects


@part
def matches(row: Words, count: int, distance: int) -> Any:
    """The places whose card matches the card `distance` to their left, as bits."""
    d = U(distance)
    ranks = (
        (row[0] ^ (row[0] << d))
        | (row[1] ^ (row[1] << d))
        | (row[2] ^ (row[2] << d))
        | (row[3] ^ (row[3] << d))
    )
    suits = (row[4] ^ (row[4] << d)) | (row[5] ^ (row[5] << d))
    inside = (ONE << U(count)) - ONE
    return ~(ranks & suits) & inside & ~((ONE << d) - ONE)


@part
def matches_before(row: Words, place: int) -> Any:
    """The places to the left of a place whose cards match its card, as bits."""
    at = U(place)
    ranks = (
        (row[0] ^ (U(0) - ((row[0] >> at) & ONE)))
        | (row[1] ^ (U(0) - ((row[1] >> at) & ONE)))
        | (row[2] ^ (U(0) - ((row[2] >> at) & ONE)))
        | (row[3] ^ (U(0) - ((row[3] >> at) & ONE)))
    )
    suits = (row[4] ^ (U(0) - ((row[4] >> at) & ONE))) | (row[5] ^ (U(0) - ((row[5] >> at) & ONE)))
    return ~(ranks & suits) & ((ONE << at) - ONE)


@part
def squeezed(plane: Any, place: int) -> Any:
    """A plane without the bit at a place; what lay to its right closes up."""
    low = (ONE << U(place)) - ONE
    return (plane & low) | ((plane >> ONE) & ~low)


@part
def code_of(left: int, right: int, way: int) -> int:
    """An action as a number: the places of a match, and the way to merge."""
    return (right * PLACES + left) * 4 + way


@kernel
def fewest_thinkable(cards: int, effect: int) -> int:
    """No play of so many cards, in row and stock together, leaves fewer piles than this.

    A merge leaves at least one pile; pairs that leave keep the number even or odd; and where
    what lies between leaves, the first and the last pile stay.
    """
    if effect == PAIR:
        return cards & 1
    return min(cards, 1 if effect == MERGES else 2)


@kernel
def legal(row: Words, count: int, terms: Terms, codes: Numbers) -> int:
    """Write the codes of all legal actions but deals into `codes`; returns how many.

    There must be room for `MOST_ACTIONS`.
    """
    found = 0
    slides = U(0)  # the piles that can slide, each at its own place
    for distance in terms.distances:
        if terms.priority == ROW_SLIDES and slides:
            break
        movers = matches(row, count, distance)
        while movers:
            right = lowest(movers)
            movers &= movers - ONE
            left = right - distance
            for way in terms.ways:
                source = ONE << U(right if way < LEFT_OVER else left)
                if terms.priority and distance == 1:
                    slides |= source
                elif terms.priority and slides & source:
                    continue
                codes[found] = code_of(left, right, way)
                found += 1
    return found


@kernel
def play(row: Words, count: int, terms: Terms, code: int, after: Words) -> int:
    """Write the row after an action into `after`; returns its number of piles."""
    way, left, right = code & 3, (code >> 2) & 63, code >> 8
    if terms.effect == BETWEEN:
        for plane in range(6):
            kept = squeezed(row[plane], left + 1)
            after[plane] = squeezed(kept, left + 1) if right - left == 3 else kept
        return count - (right - left - 1)
    if terms.effect == PAIR:
        for plane in range(6):
            after[plane] = squeezed(squeezed(row[plane], right), left)
        return count - 2
    source, other = (right, left) if way < LEFT_OVER else (left, right)
    over = way in (RIGHT_OVER, LEFT_OVER)
    for plane in range(6):
        bits = row[plane]
        if over:
            bit = (bits >> U(source)) & ONE
            bits = (bits & ~(ONE << U(other))) | (bit << U(other))
        after[plane] = squeezed(bits, source)
    return count - 1


def action_of(code: int, terms: Terms) -> Action:
    """The action that a code stands for."""
    if code in (ONE_DEALT, ALL_DEALT):
        return Deal(1 if code == ONE_DEALT else None)
    way, left, right = code & 3, ((code >> 2) & 63) + 1, (code >> 8) + 1
    if terms.effect == BETWEEN:
        return Discard(left + 1, right - 1)
    if terms.effect == PAIR:
        return Move(right, left)
    source, other = (right, left) if way < LEFT_OVER else (left, right)
    return Move(source, other, way in (RIGHT_UNDER, LEFT_UNDER))
