"""Deal numbers become decks, compiled: the same decks as `deals`, for many deals at once.

Imports `compiled`, and `deals` and `rules` for what they say. Tests hold it against `deals`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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


MOST_DRAWN = 200
"""A shuffle draws 51 numbers, and again where one is too large: once in millions of deals."""


@kernel
def shuffled(number: int, state: Orders, drawn: Orders, deck: Orders) -> int:
    """Write the 52 cards of a deal, first dealt first; returns the output after the shuffle."""
    _outputs(number, MOST_DRAWN, state, drawn)
    cards = np.arange(52)
    used = 0
    for place in range(51, 0, -1):
        bucket = 4294967296 // (place + 1)
        goes = drawn[used] // bucket
        used += 1
        while goes > place:
            goes = drawn[used] // bucket
            used += 1
        cards[place], cards[goes] = cards[goes], cards[place]
    for place in range(52):
        deck[place] = cards[51 - place]
    return int(drawn[used])


class Dealer:
    """Deals decks of a rule set; one for each thread, for it uses its memory again."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._state = np.zeros(_STATE, dtype=np.int64)
        self._drawn = np.zeros(MOST_DRAWN, dtype=np.int64)
        self._deck = np.zeros(52, dtype=np.int64)

    def deal(self, number: int) -> tuple[Orders, int]:
        """The cards' orders, and that of the target the deal names (-1: it names none)."""
        after = shuffled(number, self._state, self._drawn, self._deck)
        deck, size = self._deck, self._rules.deck
        if self._rules.fixed_ends:
            ends = (QUEEN.order, KING.order)
            between = [card for card in deck if card not in ends][: size - 2]
            deck = np.array([ends[0], *between, ends[1]], dtype=np.int64)
        named = self._rules.target == "named"
        return deck[:size], int(deck[2 + after % (size - 2)]) if named else -1
