"""Deal numbers become decks, compiled: the same decks as `deals`, for many deals at once.

Imports `planes`, and `cards`, `deals` and `rules` for what they say. Tests hold it against
`deals`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..cards import Card
from ..deals import KING, QUEEN, check_number
from ..rules import RuleSet
from .compiled import kernel
from .planes import CARDS, NO_CARD, PLACES, Numbers

STATE, SHIFT = 624, 397
"""MT19937: the words of its state, and how far apart two of them are mixed (Matsumoto and
Nishimura, 1998)."""


@kernel
def _outputs(seed: int, count: int, state: Numbers, out: Numbers) -> None:
    """The first `count` (at most 227) outputs of MT19937 seeded the single-integer way."""
    state[0] = seed
    for place in range(1, STATE):
        before = state[place - 1]
        state[place] = (1812433253 * (before ^ (before >> 30)) + place) & 0xFFFFFFFF
    for place in range(count):
        mixed = (state[place] & 0x80000000) | (state[place + 1] & 0x7FFFFFFF)
        y = state[place + SHIFT] ^ (mixed >> 1)
        if mixed & 1:
            y ^= 0x9908B0DF
        y ^= y >> 11
        y ^= (y << 7) & 0x9D2C5680
        y ^= (y << 15) & 0xEFC60000
        out[place] = (y ^ (y >> 18)) & 0xFFFFFFFF


MOST_DRAWN = 80
"""A shuffle draws 51 numbers, and again where one is too large: once in millions of deals."""

NAMED, REFUSED = -2, -3
"""What else may stand for a target card: the deal names one, it can't be the target."""


@kernel
def shuffled(number: int, state: Numbers, drawn: Numbers, deck: Numbers) -> int:
    """Write the 52 cards of a deal, first dealt first; returns the output after the shuffle."""
    _outputs(number, MOST_DRAWN, state, drawn)
    last = CARDS - 1
    for place in range(CARDS):
        deck[last - place] = place  # the pack is shuffled from its end, and dealt from there
    used = 0
    for place in range(last, 0, -1):
        bucket = 4294967296 // (place + 1)
        goes = drawn[used] // bucket
        used += 1
        while goes > place:
            goes = drawn[used] // bucket
            used += 1
        deck[last - place], deck[last - goes] = deck[last - goes], deck[last - place]
    return int(drawn[used])


@kernel
def _between(deck: Numbers, first: int, last: int, size: int) -> None:
    """Make `first` and `last` the ends of a deck of `size` cards, the others as they were."""
    kept = 0
    for place in range(CARDS):
        card = deck[place]
        if card not in (first, last):
            deck[kept] = card
            kept += 1
    for place in range(size - 2, 0, -1):
        deck[place] = deck[place - 1]
    deck[0], deck[size - 1] = first, last


@kernel
def _deal_all(
    numbers: Numbers, size: int, ends: tuple[int, int], aim: int, decks: Numbers, targets: Numbers
) -> None:
    state, drawn = np.zeros(STATE, dtype=np.int64), np.zeros(MOST_DRAWN, dtype=np.int64)
    for one in range(len(numbers)):
        deck = decks[one]
        after = shuffled(numbers[one], state, drawn, deck)
        if ends[0] >= 0:
            _between(deck, ends[0], ends[1], size)
        targets[one] = NO_CARD if aim == NO_CARD else REFUSED
        if aim == NAMED:
            targets[one] = deck[2 + after % (size - 2)]
        for place in range(2, size):
            if deck[place] == aim:
                targets[one] = aim


def deal_all(numbers: Sequence[int], rules: RuleSet, aim: Card | None) -> tuple[Numbers, Numbers]:
    """The decks of many deals, a row of cards' orders for each, and their targets.

    `aim` is the target where the player has chosen one. A target is a card's order,
    `NO_CARD`, or `REFUSED` where `Game` would refuse it.

    Raises:
        SetupError: if there is no deal of a number.
    """
    for number in numbers:
        check_number(number)
    decks = np.zeros((len(numbers), PLACES), dtype=np.int64)
    targets = np.zeros(len(numbers), dtype=np.int64)
    ends = (QUEEN.order, KING.order) if rules.fixed_ends else (-1, -1)
    given = NO_CARD if aim is None else aim.order
    wanted = NAMED if rules.target == "named" else given
    _deal_all(np.array(numbers, dtype=np.int64), rules.deck, ends, wanted, decks, targets)
    if (rules.target == "none") != (given == wanted == NO_CARD):
        targets[:] = REFUSED
    elif aim is not None:
        targets[targets != given] = REFUSED
    return decks, targets
