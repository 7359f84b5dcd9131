"""Deal numbers become decks, compiled: the same decks as `deals`, for many deals at once.

Imports `compiled`, and `cards`, `deals` and `rules` for what they say. Tests hold it against
`deals`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..cards import Card
from ..deals import KING, QUEEN
from ..rules import RuleSet
from .compiled import kernel

Orders = NDArray[np.int64]

_STATE, _SHIFT = 624, 397


@kernel
def _outputs(seed: int, count: int, state: Orders, out: Orders) -> None:
    """The first `count` (at most 227) outputs of MT19937 seeded the single-integer way."""
    state[0] = seed
    for place in range(1, _STATE):
        before = state[place - 1]
        state[place] = (1812433253 * (before ^ (before >> 30)) + place) & 0xFFFFFFFF
    for place in range(count):
        mixed = (state[place] & 0x80000000) | (state[place + 1] & 0x7FFFFFFF)
        y = state[place + _SHIFT] ^ (mixed >> 1)
        if mixed & 1:
            y ^= 0x9908B0DF
        y ^= y >> 11
        y ^= (y << 7) & 0x9D2C5680
        y ^= (y << 15) & 0xEFC60000
        out[place] = (y ^ (y >> 18)) & 0xFFFFFFFF


MOST_DRAWN = 80
"""A shuffle draws 51 numbers, and again where one is too large: once in millions of deals."""

NO_TARGET, NAMED, REFUSED = -1, -2, -3
"""What may stand for a target card: there is none, the deal names one, it can't be the target."""


@kernel
def shuffled(number: int, state: Orders, drawn: Orders, deck: Orders) -> int:
    """Write the 52 cards of a deal, first dealt first; returns the output after the shuffle."""
    _outputs(number, MOST_DRAWN, state, drawn)
    for place in range(52):
        deck[51 - place] = place  # the pack is shuffled from its end, and dealt from there
    used = 0
    for place in range(51, 0, -1):
        bucket = 4294967296 // (place + 1)
        goes = drawn[used] // bucket
        used += 1
        while goes > place:
            goes = drawn[used] // bucket
            used += 1
        deck[51 - place], deck[51 - goes] = deck[51 - goes], deck[51 - place]
    return int(drawn[used])


@kernel
def _between(deck: Orders, first: int, last: int, size: int) -> None:
    """Make `first` and `last` the ends of a deck of `size` cards, the others as they were."""
    kept = 0
    for place in range(52):
        card = deck[place]
        if card not in (first, last):
            deck[kept] = card
            kept += 1
    for place in range(size - 2, 0, -1):
        deck[place] = deck[place - 1]
    deck[0], deck[size - 1] = first, last


@kernel
def _deal_all(
    numbers: Orders, size: int, ends: tuple[int, int], aim: int, decks: Orders, targets: Orders
) -> None:
    state, drawn = np.zeros(_STATE, dtype=np.int64), np.zeros(MOST_DRAWN, dtype=np.int64)
    for one in range(len(numbers)):
        deck = decks[one]
        after = shuffled(numbers[one], state, drawn, deck)
        if ends[0] >= 0:
            _between(deck, ends[0], ends[1], size)
        targets[one] = NO_TARGET if aim == NO_TARGET else REFUSED
        if aim == NAMED:
            targets[one] = deck[2 + after % (size - 2)]
        for place in range(2, size):
            if deck[place] == aim:
                targets[one] = aim


WIDTH = 64
"""Cards for which a row of decks has room."""


def deal_all(numbers: Sequence[int], rules: RuleSet, aim: Card | None) -> tuple[Orders, Orders]:
    """The decks of many deals, a row of cards' orders for each, and their targets.

    `aim` is the target where the player has chosen one. A target is a card's order,
    `NO_TARGET`, or `REFUSED` where `Game` would refuse it.
    """
    decks = np.zeros((len(numbers), WIDTH), dtype=np.int64)
    targets = np.zeros(len(numbers), dtype=np.int64)
    ends = (QUEEN.order, KING.order) if rules.fixed_ends else (-1, -1)
    given = NO_TARGET if aim is None else aim.order
    wanted = NAMED if rules.target == "named" else given
    _deal_all(np.array(numbers, dtype=np.int64), rules.deck, ends, wanted, decks, targets)
    if (rules.target == "none") != (given == wanted == NO_TARGET):
        targets[:] = REFUSED
    elif aim is not None:
        targets[targets != given] = REFUSED
    return decks, targets
