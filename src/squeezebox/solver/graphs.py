"""The last piles: what rows of at most seven piles can still become, looked up.

Where nothing but merges over to the left is allowed, what a row can become depends only on
which of its places match (its *match graph*), not on its cards. A row of seven piles has 21
pairs of places, so a table of 2^21 bytes answers for all of them; it is worked out once for
each set of distances, from the rows of two piles up. Imports `planes`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .compiled import kernel
from .planes import ONE, U, Words, matches

LONGEST = 7
"""Rows of so many piles, and shorter ones, are looked up."""

CHUNK = 7
"""A graph becomes the graph after a merge by so many of its bits at a time."""

COVERED = -2
"""The place of a target that can never be on top again."""

Bytes = NDArray[np.uint8]


class Ends(NamedTuple):
    """The tables for one set of distances."""

    fewest: Bytes
    """The fewest piles that a row can be brought to, by `BASE[piles] + graph`."""
    lasts: Bytes
    """The places (bits) whose card can be the last one; empty where it isn't asked for."""
    merges: NDArray[np.int64]
    """For a row of each number of piles: its merges [left, distance, bit in the graph]."""
    made: NDArray[np.int64]
    """How many merges a row of each number of piles has."""
    steps: NDArray[np.uint32]
    """[piles, merge, chunk, its bits] → bits of the graph after the merge."""


BASE = np.cumsum([0, 0, *(1 << (n * (n - 1) // 2) for n in range(1, LONGEST + 1))])
"""Where the rows of each number of piles begin in the tables."""


def _bit(count: int, left: int, right: int) -> int:
    """Which bit of the graph of a row of `count` piles says whether two places match."""
    distance = right - left
    return sum(count - d for d in range(1, distance)) + left


@kernel
def graph_of(row: Words, count: int) -> Any:
    """The match graph of a row of at most eleven piles: by distance, then by left place."""
    graph = U(0)
    at = U(0)
    for distance in range(1, count):
        graph |= (matches(row, count, distance) >> U(distance)) << at
        at += U(count - distance)
    return graph


@kernel
def stepped(graph: Any, count: int, merge: int, steps: Any) -> Any:
    """The graph after a merge."""
    after = U(0)
    chunk = 0
    while graph:
        after |= U(steps[count, merge, chunk, graph & U((1 << CHUNK) - 1)])
        graph >>= U(CHUNK)
        chunk += 1
    return after


@kernel
def _fill(fewest: Bytes, lasts: Bytes, merges: Any, made: Any, steps: Any) -> None:
    """Work the tables out, from short rows to long ones."""
    base = 0
    shorter = 0
    fewest[0] = 1
    if len(lasts):
        lasts[0] = 1
    for count in range(2, LONGEST + 1):
        shorter, base = base, base + (1 << ((count - 1) * (count - 2) // 2))
        for number in range(1 << (count * (count - 1) // 2)):
            graph = U(number)
            least, last = count, 0
            for merge in range(made[count]):
                if not (graph >> U(merges[count, merge, 2])) & ONE:
                    continue
                after = shorter + np.int64(stepped(graph, count, merge, steps))
                least = min(least, int(fewest[after]))
                if len(lasts):
                    left = merges[count, merge, 0]
                    mover = left + merges[count, merge, 1]
                    below = np.int64(lasts[after])
                    moved = (below & ((1 << mover) - 1)) | ((below >> mover) << (mover + 1))
                    if (moved >> left) & 1:
                        moved += (1 << mover) - (1 << left)
                    last |= moved
            fewest[base + number] = least
            if len(lasts):
                lasts[base + number] = last


@lru_cache(maxsize=4)  # four megabytes each
def ends(distances: tuple[int, ...], with_lasts: bool) -> Ends:
    """The tables for a set of distances; `with_lasts` also which cards can be last."""
    most = LONGEST + 1
    choices = [
        [(left, d) for d in distances for left in range(count - d)] for count in range(most + 1)
    ]
    widest = max(1, *(len(some) for some in choices))
    chunks = -(-(most * (most - 1) // 2) // CHUNK)
    merges = np.zeros((most + 1, widest, 3), dtype=np.int64)
    steps = np.zeros((most + 1, widest, chunks, 1 << CHUNK), dtype=np.uint32)
    numbers = np.arange(1 << CHUNK)
    for count in range(2, most + 1):
        for merge, (left, distance) in enumerate(choices[count]):
            mover = left + distance
            merges[count, merge] = left, distance, _bit(count, left, mover)
            stays = [mover if x == left else x + (x >= mover) for x in range(count - 1)]
            for right in range(count - 1):
                for other in range(right):
                    old = _bit(count, *sorted((stays[other], stays[right])))
                    chunk, bit = divmod(old, CHUNK)
                    new = _bit(count - 1, other, right)
                    steps[count, merge, chunk] |= (((numbers >> bit) & 1) << new).astype(np.uint32)
    made = np.array([len(some) for some in choices], dtype=np.int64)
    size = int(BASE[LONGEST]) + (1 << (LONGEST * (LONGEST - 1) // 2))
    fewest = np.zeros(size, dtype=np.uint8)
    lasts = np.zeros(size if with_lasts else 0, dtype=np.uint8)
    _fill(fewest, lasts, merges, made, steps)
    return Ends(fewest, lasts, merges, made, steps)


@kernel
def fewest_end(row: Words, count: int, tables: Ends) -> int:
    """The fewest piles that a row of at most `LONGEST` + 1 piles can be brought to."""
    graph = graph_of(row, count)
    if count <= LONGEST:
        return int(tables.fewest[BASE[count] + np.int64(graph)])
    least = count
    for merge in range(tables.made[count]):
        if (graph >> U(tables.merges[count, merge, 2])) & ONE:
            after = np.int64(stepped(graph, count, merge, tables.steps))
            least = min(least, int(tables.fewest[BASE[count - 1] + after]))
    return least


@kernel
def target_after(target: int, left: int, mover: int) -> int:
    """Where the target stands after a merge: its place, −1 without one, `COVERED` if it is."""
    if target == left:
        return COVERED
    return left if target == mover else target - (target > mover)


@kernel
def can_be_last(row: Words, count: int, target: int, tables: Ends) -> bool:
    """Whether the card at a place of a row of at most `LONGEST` + 1 piles can be the last."""
    graph = graph_of(row, count)
    if count <= LONGEST:
        return bool((tables.lasts[BASE[count] + np.int64(graph)] >> target) & 1)
    for merge in range(tables.made[count]):
        if (graph >> U(tables.merges[count, merge, 2])) & ONE:
            left, distance = tables.merges[count, merge, 0], tables.merges[count, merge, 1]
            there = target_after(target, left, left + distance)
            after = np.int64(stepped(graph, count, merge, tables.steps))
            if there >= 0 and (tables.lasts[BASE[count - 1] + after] >> there) & 1:
                return True
    return False
