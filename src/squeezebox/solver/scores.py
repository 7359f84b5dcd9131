"""What covering a card costs, and other small pieces of guided plays.

Imports `weights` and `planes`. `reading` and `making` choose with them.

How many cards of each rank and suit show is kept in two words, four bits a rank or suit: a
card's `order` is rank * 4 + suit, so its rank's bits begin at `order & 60`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiled import part
from .planes import LEFT_UNDER, ONE, RIGHT_OVER, Numbers, U
from .weights import KIN_RANK, KIN_SUIT, RANK, SUIT, ZONE, ZONE_RANK, ZONE_SUIT

NEAREST, NEAR = 4, 7
"""The two zones at the right end that count: so many last piles."""

RANKS, SUITS, AIM = 6, 7, 8
"""What a play keeps behind a row's planes: the ranks and suits that show, the target's place."""


@part
def of_rank(card: int, times: Any) -> Any:
    """A card's unit in a word of ranks, so many times."""
    return U(times) << U(card & 60)


@part
def of_suit(card: int, times: Any) -> Any:
    """A card's unit in a word of suits, so many times."""
    return U(times) << U((card & 3) * 4)


@part
def price(
    card: int,
    from_end: int,
    target: int,
    ranks: Any,
    suits: Any,
    late_ranks: Any,
    late_suits: Any,
    costs: Numbers,
    count: int,
) -> int:
    """What it costs to cover a card `from_end` piles from the right end, counted from 1.

    `ranks` and `suits` say what shows, `late_ranks` and `late_suits` what shows among the last
    piles; the `costs` are those for `count` piles.
    """
    rank_at, suit_at = U(card & 60), U((card & 3) * 4)
    same_rank, same_suit = (
        np.int64((ranks >> rank_at) & U(15)),
        np.int64((suits >> suit_at) & U(15)),
    )
    cost = costs[count, RANK + same_rank] + costs[count, SUIT + same_suit]
    cost += costs[count, ZONE_RANK] * np.int64((late_ranks >> rank_at) & U(15))
    cost += costs[count, ZONE_SUIT] * np.int64((late_suits >> suit_at) & U(15))
    zones = int(from_end <= NEAR) + int(from_end <= NEAREST)
    cost += costs[count, ZONE] * zones * (same_rank - 1)
    if target >= 0:
        cost += costs[count, KIN_RANK] * int((card ^ target) < 4)
        cost += costs[count, KIN_SUIT] * int((card ^ target) & 3 == 0)
    return int(cost)


@part
def noisy(seed: Any) -> Any:
    """The next number of a xorshift generator (Marsaglia, 2003)."""
    seed ^= seed << U(13)
    seed ^= seed >> U(7)
    seed ^= seed << U(17)
    return seed


@part
def noise(seed: Any, one: int, loud: int) -> Any:
    """A number from 0 to `loud`, another one for each `one` of a choice."""
    return np.int64((((seed * U(2 * one + 1)) >> U(40)) * U(loud)) >> U(24))


@part
def covered_by(code: int) -> int:
    """The place of the card that a merge covers."""
    way, left, right = code & 3, (code >> 2) & 63, code >> 8
    return left if way in (RIGHT_OVER, LEFT_UNDER) else right


@part
def linked(shown: Any) -> bool:
    """Whether cards, one bit each by their order, can end in one pile at all.

    Whatever order is played, ranks and suits must link them: the documentation proves it.
    """
    suits = U(0)
    rest = shown
    while rest:
        suits |= rest & U(15)
        rest >>= U(4)
    reached, before = suits & (~suits + ONE), U(0)
    while reached != before:
        before = reached
        rest = shown
        while rest:
            if rest & reached:
                reached |= rest & U(15)
            rest >>= U(4)
    return bool(reached == suits)
