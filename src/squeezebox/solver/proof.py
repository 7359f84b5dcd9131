"""Proving losses: the exhaustive search, and what makes it short.

For merges over to the left at any distances, with nothing left to deal and no priority:
rows are told apart by their match graphs, the last piles are looked up (`ends`), rows in
which too many cards must stay are left at once (`hopeless`), and of two merges that don't
meet only one order is tried. For everything else `space.search_all` searches plainly. The
documentation proves every one of these shortcuts. Imports what is named here, and `table`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ..actions import Action, Deal, Move
from ..table import Table
from .bits import lowest
from .ends import LONGEST, Ends, ends, good_end
from .found import Found
from .hopeless import hopeless, neighbours
from .planes import ONE, U, Words, matches, planes, squeezed
from .space import CANCELLED, DONE, MEMORY, NODES, WATCH, WON, Flag, Numbers, search_all
from .verdict import Verdict

# ---------------------------------------------------------------- the rows already left
#
# A row is remembered by its match graph and its target's place, in two words. With at most
# 15 piles that is exact; longer rows are hashed to 113 bits. The last 14 bits say for which
# search the entry counts, so that nothing has to be cleared between searches.

STAMPS = U((1 << 14) - 1)
EXACT_PILES = 15
SMALLEST = 1 << 12
GROWTH = 8
MIX_1, MIX_2, MIX_3 = U(0x9E3779B97F4A7C15), U(0xC2B2AE3D27D4EB4F), U(0xD6E8FEB86659FD93)


class Room(NamedTuple):
    """What a search works in; made once, used for any number of searches, one at a time."""

    slots: Words
    """The rows already left, two words each: parts of growing size, one after the other."""
    stamp: Numbers
    """One number: which search this is."""
    rows: NDArray[np.uint64]
    """At each depth: the row's planes."""
    waiting: NDArray[np.uint64]
    """At each depth, by distance: the merges (their left places) still to be tried."""
    asleep: NDArray[np.uint64]
    """The same for the merges that needn't be tried."""
    frames: NDArray[np.int64]
    """At each depth: the merge that led there (left place, which distance), the target."""
    words: NDArray[np.uint64]
    """Room for `hopeless`."""


def room(memory: int) -> Room:
    """Room for searches that remember rows in at most `memory` megabytes."""
    places = max(memory * 1_000_000 // 16, 2 * SMALLEST)
    most = 53
    return Room(
        np.zeros(2 * places, dtype=np.uint64),  # pages that aren't touched take no memory
        np.zeros(1, dtype=np.int64),
        np.zeros((most, 6), dtype=np.uint64),
        np.zeros((most, most), dtype=np.uint64),
        np.zeros((most, most), dtype=np.uint64),
        np.zeros((most, 3), dtype=np.int64),
        np.zeros((3, most), dtype=np.uint64),
    )


@njit(cache=True, nogil=True)
def _key(near: Words, count: int, target: int) -> tuple[Any, Any]:
    """The two words of a row; the last 14 bits of the second are free."""
    one, two = U(0), U(0)
    if count <= EXACT_PILES:
        at = U(0)
        for place in range(1, min(count, 11)):
            one |= near[place] << at
            at += U(place)
        at = U(0)
        for place in range(11, count):
            two |= near[place] << at
            at += U(place)
        one |= (U(target + 1) << U(59)) | (U(count & 15) << U(55))
        return one, two << U(14)
    one, two = U(count), U(target + 1)
    for place in range(1, count):
        one = (one ^ near[place]) * MIX_1
        one ^= one >> U(32)
        two = (two ^ near[place]) * MIX_2
        two ^= two >> U(29)
    return one | (ONE << U(63)), (two * MIX_3) & ~STAMPS


@njit(cache=True, nogil=True)
def _place(slots: Words, base: int, size: int, one: Any, two: Any) -> int:
    """Where a row stands among those already left, or the free place where it would."""
    mixed = (one * MIX_1) ^ (two * MIX_3)
    mixed = (mixed ^ (mixed >> U(31))) * MIX_2
    place = np.int64(((mixed >> U(32)) * U(size)) >> U(32))
    stamp = two & STAMPS
    while True:
        at = 2 * (base + place)
        if (slots[at + 1] & STAMPS) != stamp:
            return at
        if slots[at] == one and slots[at + 1] == two:
            return at
        place += 1
        if place == size:
            place = 0


@njit(cache=True, nogil=True)
def _next_part(slots: Words, base: int, size: int) -> tuple[int, int]:
    """The part of the places after this one, eight times as large, or all that is left."""
    begin = base + size
    rest = len(slots) // 2 - begin
    wanted = size * GROWTH
    return begin, (rest if rest < 3 * wanted else wanted)


@njit(cache=True, nogil=True)
def prove(
    start: Words,
    count: int,
    distances: Numbers,
    goal: int,
    target: int,
    tables: Ends,
    room: Room,
    most: int,
    cancel: Flag,
    way: Numbers,
    told: Numbers,
) -> int:
    """Search for a way from a row to at most `goal` piles; returns how the search ended.

    `DONE` says that there is none. `target` is the place of the card that must be on top
    of the last pile (the goal is 1 then), or −1. `most` bounds the number of rows looked
    at, which is written to `told[0]`. Of a win the merges are written to `way`, as places
    [mover, other, …] from 0; `told[1]` is their number.
    """
    slots, rows, frames = room.slots, room.rows, room.frames
    waiting, asleep = room.waiting, room.asleep
    near, members, left_of = room.words[0], room.words[1], room.words[2]
    kinds = len(distances)
    told[0], told[1] = 0, 0
    room.stamp[0] += 1
    if room.stamp[0] > np.int64(STAMPS):
        slots[:] = U(0)
        room.stamp[0] = 1
    stamp = U(room.stamp[0])
    base, size, held = 0, SMALLEST, 0
    rows[0, :] = start
    asleep[0, :] = U(0)
    frames[0, 2] = target
    depth = 0
    while depth >= 0:
        # Enter the row at `depth`.
        if told[0] >= most:
            return NODES
        told[0] += 1
        if told[0] & WATCH == 0 and cancel[0]:
            return CANCELLED
        row, now, mark = rows[depth], count - depth, frames[depth, 2]
        entered = False
        if now <= goal and target < 0:
            told[1] = _way(frames, depth, distances, way)
            return WON
        if now <= LONGEST + 1:
            if good_end(row, now, goal, mark, tables):
                told[1] = _way(frames, depth, distances, way)
                told[1] = _finish(row, now, distances, goal, mark, tables, way, told[1])
                return WON
        else:
            neighbours(row, now, near)
            one, two = _key(near, now, mark)
            two |= stamp
            at = _place(slots, base, size, one, two)
            if not (slots[at + 1] == two and slots[at] == one) and not hopeless(
                near, now, goal, mark, members, left_of
            ):
                entered = True
                if 4 * held >= 3 * size:
                    next_base, next_size = _next_part(slots, base, size)
                    if next_size > size:
                        _move(slots, base, size, next_base, next_size, stamp)
                        base, size = next_base, next_size
                        at = _place(slots, base, size, one, two)
                    elif 10 * held >= 9 * size:
                        return MEMORY
                slots[at], slots[at + 1] = one, two
                held += 1
        if entered:
            for kind in range(kinds):
                d = distances[kind]
                movers = matches(row, now, d) >> U(d)
                asleep[depth, kind] &= movers
                waiting[depth, kind] = movers & ~asleep[depth, kind]
        else:
            depth -= 1
        # The next row: the leftmost merge still to be tried, of the deepest row that has one.
        while depth >= 0:
            left, k = 64, 0
            for kind in range(kinds):
                first = lowest(waiting[depth, kind])
                if first < left:
                    left, k = first, kind
            if left == 64:
                depth -= 1
                continue
            waiting[depth, k] &= waiting[depth, k] - ONE
            mark = frames[depth, 2]
            if mark == left:
                continue  # the target would be covered
            d = distances[k]
            mover = left + d
            for kind in range(kinds):
                # The merges that were tried and don't meet this one needn't be tried after it.
                tried = asleep[depth, kind]
                before = tried & (((ONE << U(left)) - ONE) >> U(distances[kind]))
                after = (tried >> U(mover + 1)) << U(mover)
                asleep[depth + 1, kind] = before | after
            asleep[depth, k] |= ONE << U(left)
            for plane in range(6):
                bits = rows[depth, plane]
                bit = (bits >> U(mover)) & ONE
                bits = (bits & ~(ONE << U(left))) | (bit << U(left))
                rows[depth + 1, plane] = squeezed(bits, mover)
            depth += 1
            frames[depth, 0], frames[depth, 1] = left, k
            frames[depth, 2] = mark
            if mark >= 0:
                frames[depth, 2] = left if mark == mover else mark - (mark > mover)
            break
    return DONE


@njit(cache=True, nogil=True)
def _move(slots: Words, base: int, size: int, to: int, room: int, stamp: Any) -> None:
    """Take the rows of this search from one part of the places to the next."""
    for old in range(2 * base, 2 * (base + size), 2):
        if (slots[old + 1] & STAMPS) == stamp:
            there = _place(slots, to, room, slots[old], slots[old + 1])
            slots[there], slots[there + 1] = slots[old], slots[old + 1]


@njit(cache=True, nogil=True)
def _way(frames: Any, depth: int, distances: Numbers, way: Numbers) -> int:
    """Write the merges that led to a depth; returns how many."""
    for step in range(depth):
        left = frames[step + 1, 0]
        way[2 * step], way[2 * step + 1] = left + distances[frames[step + 1, 1]], left
    return depth


@njit(cache=True, nogil=True)
def _finish(
    row: Words,
    count: int,
    distances: Numbers,
    goal: int,
    target: int,
    tables: Ends,
    way: Numbers,
    steps: int,
) -> int:
    """Write the merges that lead a short row which can be won to its end; returns `steps`."""
    row = row.copy()
    child = np.empty(6, dtype=np.uint64)
    while count > goal:
        done = False
        for d in distances:
            for left in range(count - d):
                mover = left + d
                if done or left == target or not (matches(row, count, d) >> U(mover)) & ONE:
                    continue
                for plane in range(6):
                    bits = row[plane]
                    bit = (bits >> U(mover)) & ONE
                    bits = (bits & ~(ONE << U(left))) | (bit << U(left))
                    child[plane] = squeezed(bits, mover)
                there = target
                if target >= 0:
                    there = left if target == mover else target - (target > mover)
                if good_end(child, count - 1, goal, there, tables):
                    done = True
                    way[2 * steps], way[2 * steps + 1] = mover, left
                    steps += 1
                    row[:] = child
                    after = there
        count -= 1
        target = after
    return steps
