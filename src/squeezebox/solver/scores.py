"""What a guided play looks at: matches gained and lost, and what covering a card costs.

Imports `planes`, `bits` and `compiled`. Small pieces of kernels; `guided` puts them together.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bits import lowest, ones
from .compiled import kernel, part
from .planes import (
    LEFT_UNDER,
    MERGES,
    ONE,
    RIGHT_OVER,
    Terms,
    U,
    Words,
    card_at,
)

ZONE = 14
"""Only actions whose mover is among so many last piles are weighed, if there are any."""


@part
def _between(word: Any, low: int, high: int) -> int:
    """How many bits of a word are set from place `low` to `high`."""
    return int(ones((word >> U(low)) & ((ONE << U(high - low + 1)) - ONE)))


@part
def _bit(word: Any, place: int) -> int:
    return int((word >> U(place)) & ONE)


@part
def change(at: NDArray[np.uint64], distance: int, moved: int, source: int) -> int:
    """How many more matches there are at a distance after the pile at `source` has moved
    `moved` to the left, over: from the matches before, `at` all distances that matter."""
    other = source - moved
    gained = _bit(at[distance + moved], source) + _between(
        at[distance + 1], source + 1, source + distance
    )
    lost = (
        _bit(at[distance], source)
        + _bit(at[distance], source + distance)
        + _bit(at[distance], other)
    )
    if distance > 1:
        lost += _between(at[distance], source + 1, source + distance - 1)
    if moved > distance:
        gained += _bit(at[moved - distance], source)
        lost += _bit(at[distance], other + distance)
    else:
        meets = source + distance + 1 - moved
        gained += _bit(at[distance + 1 - moved], meets) - _bit(at[distance + 1], meets)
    return gained - lost


@kernel
def count_shown(row: Words, count: int, counts: NDArray[np.int64]) -> None:
    """Count what shows: ranks from 0, suits from 13."""
    counts[:17] = 0
    for place in range(count):
        card = card_at(row, place)
        counts[card >> 2] += 1
        counts[13 + (card & 3)] += 1


@part
def count_zones(row: Words, count: int, counts: NDArray[np.int64]) -> None:
    """Count what shows among the last seven piles, the last four twice: ranks from 17, suits
    from 30."""
    counts[17:] = 0
    for place in range(max(count - 7, 0), count):
        weight = 2 if place >= count - 4 else 1
        card = card_at(row, place)
        counts[17 + (card >> 2)] += weight
        counts[30 + (card & 3)] += weight


@part
def forget(card: int, counts: NDArray[np.int64]) -> None:
    """A card doesn't show any more."""
    counts[card >> 2] -= 1
    counts[13 + (card & 3)] -= 1


@part
def place_of(row: Words, count: int, card: int) -> int:
    """Where a card shows; -1 if it doesn't."""
    unlike = U(0)
    for plane in range(4):
        unlike |= row[plane] ^ (U(0) - U((card >> (plane + 2)) & 1))
    unlike |= row[4] ^ (U(0) - U(card & 1))
    unlike |= row[5] ^ (U(0) - U((card >> 1) & 1))
    there = ~unlike & ((ONE << U(count)) - ONE)
    return int(lowest(there)) if there else -1


@part
def covered_by(code: int) -> int:
    """The place of the card that a merge covers."""
    way, left, right = code & 3, (code >> 2) & 63, code >> 8
    return left if way in (RIGHT_OVER, LEFT_UNDER) else right


@part
def price(
    rank: int,
    suit: int,
    from_end: int,
    counts: NDArray[np.int64],
    weights: NDArray[np.float64],
    count: int,
) -> Any:
    """What it costs to cover a card: what its rank and suit lose. `from_end` counts from 1."""
    same_rank, same_suit = counts[rank], counts[13 + suit]
    cost = weights[count, 6] * same_suit + weights[count, 7] * same_suit * same_suit * (1.0 / 13.0)
    if same_rank >= 2:
        cost += weights[count, 1 + same_rank]
    if same_suit == 1:
        cost -= weights[count, 8]
    cost += weights[count, 10] * counts[17 + rank] + weights[count, 11] * counts[30 + suit]
    if from_end <= 7:
        cost += weights[count, 9] * (same_rank - 1) * (2 if from_end <= 4 else 1)
    return cost


@part
def cost_of(
    row: Words, count: int, covered: int, counts: NDArray[np.int64], weights: NDArray[np.float64]
) -> Any:
    """What it costs to cover the card at a place."""
    card = card_at(row, covered)
    return price(card >> 2, card & 3, count - covered, counts, weights, count)


@kernel
def distances_read(distances: NDArray[np.int64]) -> NDArray[np.int64]:
    """All distances at which `change` looks at matches; farther than 51 there are none."""
    wanted = np.zeros(110, dtype=np.uint8)
    wanted[1] = 1
    for one in distances:
        wanted[one] = wanted[one + 1] = 1
        for other in distances:
            wanted[one + other] = 1
            if one > other:
                wanted[one - other] = wanted[one + 1 - other] = 1
    return np.flatnonzero(wanted[:52])


@part
def noisy(seed: Any) -> Any:
    """The next number of a xorshift generator (Marsaglia, 2003)."""
    seed ^= seed << U(13)
    seed ^= seed >> U(7)
    seed ^= seed << U(17)
    return seed


@part
def reads(terms: Terms) -> bool:
    """Whether piles only ever go over one to their left, so that `_choose_read` may choose."""
    return (
        terms.effect == MERGES
        and terms.priority == 0
        and len(terms.ways) == 1
        and terms.ways[0] == RIGHT_OVER
    )
