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
from .bits import ones
from .ends import LONGEST, Ends, ends, good_end
from .found import Found
from .hopeless import hopeless, neighbours
from .planes import ONE, U, Words, matches, planes, squeezed
from .space import CANCELLED, DONE, MEMORY, NODES, WON, Flag, Numbers, search_all
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
    """A stack of rows still to be looked at, six planes each."""
    merges: NDArray[np.int64]
    """For each of them: left place, which distance, score, the target's place."""
    asleep: NDArray[np.uint64]
    """At each depth, by distance: the merges (by left place) that needn't be tried."""
    frames: NDArray[np.int64]
    """At each depth: where its part of the stack begins and ends, and the merge being tried."""
    near: Words
    members: Words
    left: Words


def room(memory: int) -> Room:
    """Room for searches that remember rows in at most `memory` megabytes."""
    places = max(memory * 1_000_000 // 16, 2 * SMALLEST)
    pile = 52
    return Room(
        np.zeros(2 * places, dtype=np.uint64),  # pages that aren't touched take no memory
        np.zeros(1, dtype=np.int64),
        np.empty((24_000, 6), dtype=np.uint64),
        np.empty((24_000, 4), dtype=np.int64),
        np.zeros((pile + 1, pile), dtype=np.uint64),
        np.zeros((pile + 1, 3), dtype=np.int64),
        np.zeros(pile, dtype=np.uint64),
        np.zeros(pile, dtype=np.uint64),
        np.zeros(pile, dtype=np.uint64),
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
    slots, rows, merges, asleep = room.slots, room.rows, room.merges, room.asleep
    frames, near, members, left_of = room.frames, room.near, room.members, room.left
    kinds = len(distances)
    told[0], told[1] = 0, 0
    room.stamp[0] += 1
    if room.stamp[0] > np.int64(STAMPS):
        slots[:] = U(0)
        room.stamp[0] = 1
    stamp = U(room.stamp[0])
    base, size, held = 0, SMALLEST, 0

    # The row from which all begins is the one child of a frame that stands for nothing.
    rows[0, :] = start
    merges[0, 3] = target
    piles = count + 1
    frames[0, 0], frames[0, 1] = 0, 1
    depth = 0
    for kind in range(kinds):
        asleep[0, kind] = U(0)
    if count <= goal and target < 0:
        return WON
    if count <= LONGEST + 1:
        told[0] = 1
        if good_end(rows[0], count, goal, target, tables):
            told[1] = _finish(rows[0], count, distances, goal, target, tables, way, 0)
            return WON
        return DONE
    while depth >= 0:
        begin, end = frames[depth, 0], frames[depth, 1]
        if begin == end:
            depth -= 1
            piles += 1
            continue
        # Take the last row of this frame's part of the stack: the best one.
        end -= 1
        frames[depth, 1] = end
        row, mark = rows[end], merges[end, 3]
        if depth:
            a, k = merges[end, 0], merges[end, 1]
            d = distances[k]
            low = (ONE << U(a)) - ONE
            for kind in range(kinds):
                e = distances[kind]
                whole = asleep[depth, kind]
                before = whole & (low >> U(e))
                after = (whole >> U(a + d + 1)) << U(a + d)
                asleep[depth + 1, kind] = before | after
            asleep[depth, k] |= ONE << U(a)
            frames[depth, 2] = 64 * (a + d) + a
        else:
            for kind in range(kinds):
                asleep[1, kind] = U(0)
        now = piles - 1
        neighbours(row, now, near)
        one, two = _key(near, now, mark)
        two |= stamp
        at = _place(slots, base, size, one, two)
        if slots[at + 1] == two and slots[at] == one:
            continue
        if hopeless(near, now, goal, mark, members, left_of):
            continue
        if 4 * held >= 3 * size:
            begin_2, size_2 = _next_part(slots, base, size)
            if size_2 > size:
                for old in range(base, base + size):
                    if (slots[2 * old + 1] & STAMPS) == stamp:
                        there = _place(slots, begin_2, size_2, slots[2 * old], slots[2 * old + 1])
                        slots[there], slots[there + 1] = slots[2 * old], slots[2 * old + 1]
                base, size = begin_2, size_2
                at = _place(slots, base, size, one, two)
            elif 10 * held >= 9 * size:
                return MEMORY
        slots[at], slots[at + 1] = one, two
        held += 1

        # Its children: short ones are looked up at once, the others go on the stack.
        top = end
        for kind in range(kinds):
            d = distances[kind]
            movers = (matches(row, now, d) >> U(d)) & ~asleep[depth + 1, kind]
            a = 0
            while movers:
                if not movers & ONE:
                    movers >>= ONE
                    a += 1
                    continue
                movers >>= ONE
                left = a
                a += 1
                if mark == left:
                    continue  # the target would be covered
                if told[0] >= most:
                    return NODES
                told[0] += 1
                if told[0] & 1023 == 0 and cancel[0]:
                    return CANCELLED
                mover = left + d
                child = rows[top + 1]
                for plane in range(6):
                    bits = row[plane]
                    bit = (bits >> U(mover)) & ONE
                    bits = (bits & ~(ONE << U(left))) | (bit << U(left))
                    child[plane] = squeezed(bits, mover)
                there = mark
                if mark >= 0:
                    there = left if mark == mover else mark - (mark > mover)
                won = now - 1 <= goal and target < 0
                if now - 1 <= LONGEST + 1:
                    if not won and not good_end(child, now - 1, goal, there, tables):
                        continue
                    won = True
                if won:
                    steps = 0
                    for above in range(1, depth + 1):
                        way[2 * steps] = frames[above, 2] >> 6
                        way[2 * steps + 1] = frames[above, 2] & 63
                        steps += 1
                    way[2 * steps], way[2 * steps + 1] = mover, left
                    steps += 1
                    told[1] = _finish(
                        child, now - 1, distances, goal, there, tables, way, steps
                    )
                    return WON
                score = 0
                for other in distances:
                    score += ones(matches(child, now - 1, other))
                # Sort it in: the stack's top is tried first.
                place = top
                top += 1
                spare0, spare1, spare2 = child[0], child[1], child[2]
                spare3, spare4, spare5 = child[3], child[4], child[5]
                while place > end and merges[place - 1 + 1, 2] > score:
                    for plane in range(6):
                        rows[place + 1, plane] = rows[place, plane]
                    for part in range(4):
                        merges[place + 1, part] = merges[place, part]
                    place -= 1
                rows[place + 1, 0], rows[place + 1, 1] = spare0, spare1
                rows[place + 1, 2], rows[place + 1, 3] = spare2, spare3
                rows[place + 1, 4], rows[place + 1, 5] = spare4, spare5
                merges[place + 1, 0], merges[place + 1, 1] = left, kind
                merges[place + 1, 2], merges[place + 1, 3] = score, there
        if top > end:
            depth += 1
            piles -= 1
            frames[depth, 0], frames[depth, 1] = end + 1, top + 1
    return DONE


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
