"""The rows that a proof search has left, remembered by their match graphs. Imports `planes`.

A row is remembered by its match graph and its target's place, in two words. With at most
15 piles that is exact; longer rows are hashed to 113 bits. The last 14 bits say for which
search the entry counts, so that nothing has to be cleared between searches.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiled import kernel, part
from .planes import ONE, U, Words

STAMPS = U((1 << 14) - 1)
EXACT_PILES = 15
SMALLEST = 1 << 12
GROWTH = 8
MIX_1, MIX_2, MIX_3 = U(0x9E3779B97F4A7C15), U(0xC2B2AE3D27D4EB4F), U(0xD6E8FEB86659FD93)


@part
def _whole_key(near: Words, row: int, count: int, target: int) -> tuple[Any, Any]:
    one, two = (U(target + 1) << U(59)) | (U(count) << U(55)), U(0)
    at = U(0)
    for place in range(1, min(count, 11)):
        one |= near[U(row + place)] << at
        at += U(place)
    at = U(14)
    for place in range(11, count):
        two |= near[U(row + place)] << at
        at += U(place)
    return one, two


@part
def _hashed_key(near: Words, row: int, count: int, target: int) -> tuple[Any, Any]:
    one, two = U(count), U(target + 1)
    for place in range(1, count):
        one = (one ^ near[U(row + place)]) * MIX_1
        one ^= one >> U(32)
        two = (two ^ near[U(row + place)]) * MIX_2
        two ^= two >> U(29)
    return one | (ONE << U(63)), (two * MIX_3) & ~STAMPS


@part
def key_of(near: Words, row: int, count: int, target: int) -> tuple[Any, Any]:
    """The two words of a row, whose matches begin at `row`; the last 14 bits are free."""
    if count <= EXACT_PILES:
        one, two = _whole_key(near, row, count, target)
    else:
        one, two = _hashed_key(near, row, count, target)
    return one, two


@part
def place_of(slots: Words, base: int, size: int, one: Any, two: Any) -> int:
    """Where a row stands among those already left, or the free place where it would."""
    mixed = (one * MIX_1) ^ (two * MIX_3)
    mixed = (mixed ^ (mixed >> U(31))) * MIX_2
    place: Any = np.int64(((mixed >> U(32)) * U(size)) >> U(32))
    stamp = two & STAMPS
    while True:
        at = 2 * (base + place)
        if (slots[U(at + 1)] & STAMPS) != stamp:
            return int(at)
        if slots[U(at)] == one and slots[U(at + 1)] == two:
            return int(at)
        place += 1
        if place == size:
            place = 0


@kernel
def more_places(slots: Words, base: int, size: int, stamp: Any) -> tuple[int, int]:
    """Take the rows of this search to the part after theirs, if it is larger; returns the part.

    It has eight times as many places, or all that are left.
    """
    begin = base + size
    rest = len(slots) // 2 - begin
    more = rest if rest < 3 * GROWTH * size else GROWTH * size
    if more <= size:
        return base, size
    for old in range(2 * base, 2 * begin, 2):
        if (slots[old + 1] & STAMPS) == stamp:
            at = place_of(slots, begin, more, slots[old], slots[old + 1])
            slots[at], slots[at + 1] = slots[old], slots[old + 1]
    return begin, more
