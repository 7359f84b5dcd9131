"""What the last few piles can come to, in one table look-up. Imports `planes`.

Which wins the last piles allow depends on their matches alone, not on their cards. So
all ways in which up to `LAST` piles can match are worked out once for a rule set, from
one pile upwards; a search reads the answer instead of playing the end.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..rules import RuleSet
from .compiled import kernel
from .planes import LEFT_OVER, MERGES, PAIR, RIGHT_OVER, Terms, U, matches, terms_of

LAST = 6
"""Piles; all pairs of six are 15, so their matches are a number below 2^15."""

WON = 1 << 7
"""The bit of an entry that says whether a win can be reached; bit i, whether the card at
place i can then be on top."""


@kernel
def end_key(row: Any, count: int) -> int:
    """The matches of all pairs of a row of at most `LAST` piles, as the table's index."""
    key = U(0)
    shift = U(0)
    for distance in range(1, count):
        key |= (matches(row, count, distance) >> U(distance)) << shift
        shift += U(count - distance)
    return int(key)


@kernel
def _source_of(place: int, gone: int, other: int, put: int) -> int:
    """Where the card at a new place was: `put` lies at `other` now, `gone` has closed up."""
    old = place if place < gone else place + 1
    return put if old == other else old


@kernel
def _fill(terms: Terms, table: NDArray[np.uint8]) -> None:
    match = np.zeros((LAST, LAST), dtype=np.int64)
    table[0, 0] = WON if terms.goal >= 0 else 0
    for count in range(1, LAST + 1):
        for key in range(1 << (count * (count - 1) // 2)):
            if count <= terms.goal:
                table[count, key] = WON | ((1 << count) - 1)
                continue
            bit = 0
            for distance in range(1, count):
                for right in range(distance, count):
                    match[right, right - distance] = match[right - distance, right] = (
                        key >> bit
                    ) & 1
                    bit += 1
            entry = 0
            slides = 0
            for distance in terms.distances:
                if terms.priority == 2 and slides:
                    break
                for right in range(distance, count):
                    left = right - distance
                    if not match[right, left]:
                        continue
                    for way in terms.ways:
                        source = right if way < LEFT_OVER else left
                        if terms.priority and distance == 1:
                            slides |= 1 << source
                        elif terms.priority and (slides >> source) & 1:
                            continue
                        entry |= _entry_after(terms, table, match, count, left, right, way)
            table[count, key] = entry


@kernel
def _entry_after(
    terms: Terms,
    table: NDArray[np.uint8],
    match: NDArray[np.int64],
    count: int,
    left: int,
    right: int,
    way: int,
) -> int:
    """The entry of the row after an action, with its places as they were before."""
    olds = np.zeros(LAST, dtype=np.int64)
    rest = 0
    if terms.effect == MERGES:
        source, other = (right, left) if way < LEFT_OVER else (left, right)
        put = source if way in (RIGHT_OVER, LEFT_OVER) else other
        rest = count - 1
        for place in range(rest):
            olds[place] = _source_of(place, source, other, put)
    else:
        for place in range(count):
            gone = place in (left, right) if terms.effect == PAIR else left < place < right
            if not gone:
                olds[rest] = place
                rest += 1
    key = bit = 0
    for distance in range(1, rest):
        for place in range(distance, rest):
            key |= match[olds[place], olds[place - distance]] << bit
            bit += 1
    after = int(table[rest, key])
    entry = after & WON
    for place in range(rest):
        if (after >> place) & 1:
            entry |= 1 << olds[place]
    return entry


@cache
def end_table(rules: RuleSet) -> NDArray[np.uint8]:
    """The table of a rule set: by number of piles (0 to `LAST`) and key of their matches."""
    table = np.zeros((LAST + 1, 1 << (LAST * (LAST - 1) // 2)), dtype=np.uint8)
    _fill(terms_of(rules), table)
    return table
