"""The exhaustive search for merges over to the left, and what makes it short.

At any distances, with nothing left to deal and no priority: rows are told apart by their
match graphs (`remembered`), the last piles are looked up (`ends`), rows in which too many
cards must stay are left at once (`hopeless`), and of two merges that don't meet only one
order is tried. The documentation proves every one of these shortcuts. Imports what is
named here, and `planes`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .bits import lowest
from .compiled import kernel, part, tight
from .ends import SHORT, Ends, can_last, fewest_of, write_end
from .hopeless import hopeless, neighbours
from .planes import ONE, RIGHT_OVER, Flag, Numbers, U, Words, card_at, code_of
from .remembered import SMALLEST, STAMPS, key_of, more_places, place_of
from .space import CANCELLED, DONE, MEMORY, NODES, WATCH, WON

PILES = 64
"""Words kept for a row."""

ORDERED = 16
"""In rows of so many piles, and longer ones, the best-looking merge is tried first."""


REMEMBER, LASTING, SLEEP = 1, 2, 4
"""The shortcuts, as bits: rows seen before are left, rows that lasting sets show to be lost are
left, and of two merges that don't meet only one order is tried."""
ALL = REMEMBER | LASTING | SLEEP


class Room(NamedTuple):
    """What a search works in; made once, used for any number of searches, one at a time."""

    slots: Words
    """The rows already left, two words each: parts of growing size, one after the other."""
    stamp: Numbers
    """One number: which search this is."""
    near: NDArray[np.uint64]
    """For each place of the rows on the way which places to its left match it: `PILES` words
    for each depth."""
    ranks: Numbers
    """The same for the ranks of the cards, in rows of at least `ORDERED` piles."""
    costs: Numbers
    """The same for what covering each card seems to cost there."""
    shown: Numbers
    """By rank, how many cards show, and where."""
    waiting: NDArray[np.uint64]
    """At each depth, by distance: the merges (their left places) still to be tried."""
    asleep: NDArray[np.uint64]
    """The same for the merges that needn't be tried."""
    frames: NDArray[np.int64]
    """At each depth: the merge that led there (left place, which distance), the target."""
    parts: Words
    """Room for `hopeless`."""
    shortcuts: Numbers
    """One number: which shortcuts to take. All, but where it is measured what each brings."""
    line: Numbers
    told: Numbers
    """What `prove` writes, where it is called again and again."""


def room(memory: int, shortcuts: int = ALL) -> Room:
    """Room for searches that remember rows in at most `memory` megabytes."""
    places = max(memory * 1_000_000 // 16, 2 * SMALLEST)
    return Room(
        np.zeros(2 * places, dtype=np.uint64),  # pages that aren't touched take no memory
        np.zeros(1, dtype=np.int64),
        np.zeros(PILES * PILES, dtype=np.uint64),
        np.zeros(PILES * PILES, dtype=np.int64),
        np.zeros(PILES * PILES, dtype=np.int64),
        np.zeros(13, dtype=np.int64),
        np.zeros((PILES, PILES), dtype=np.uint64),
        np.zeros((PILES, PILES), dtype=np.uint64),
        np.zeros((PILES, 3), dtype=np.int64),
        np.zeros(PILES + 16, dtype=np.uint64),
        np.array([shortcuts]),
        np.zeros(PILES, dtype=np.int64),
        np.zeros(3, dtype=np.int64),
    )


# ---------------------------------------------------------------- the search


@part
def _merge(near: Words, row: int, count: int, left: int, mover: int) -> None:
    """Write, after a row's matches, those once the pile at `mover` has gone over `left`.

    Sixteen places at a time, whatever they are: so it is done with few wide instructions.
    """
    moved, here, low = near[U(row + mover)], ONE << U(left), (ONE << U(mover)) - ONE
    for first in range(0, count - 1, 16):
        for place in range(first, first + 16):
            at = U(place)
            bits, next_bits = near[U(row + place)], near[U(row + place + 1)]
            late = at >= U(mover)
            bits = next_bits if late else bits
            bit = ((next_bits >> U(mover)) if late else (moved >> at)) & ONE
            bits = (bits & ~here) | ((bit << U(left)) if at > U(left) else U(0))
            bits = ((bits & low) | ((bits >> ONE) & ~low)) if late else bits
            near[U(row + PILES + place)] = (moved & (here - ONE)) if at == U(left) else bits


@part
def _legal(near: Words, row: int, count: int, distance: int) -> Any:
    """The left places of the merges at a distance."""
    legal = U(0)
    for left in range(count - distance):
        legal |= near[U(row + distance + left)] & (ONE << U(left))
    return legal


@part
def _graph(near: Words, row: int, count: int) -> Any:
    """The match graph as `ends` has it."""
    graph, at = U(0), U(0)
    for place in range(1, count):
        graph |= near[U(row + place)] << at
        at += U(place)
    return graph


# Which merge is tried first doesn't matter for a loss, but it does for a win. In long rows
# that is the one that covers the card whose rank shows least, above all near the right end,
# and whose mover is near the right end: what the guided search looks for, in short. In
# short rows the leftmost: then most merges sleep.


@part
def _rate(ranks: Numbers, costs: Numbers, shown: Numbers, row: int, count: int) -> None:
    """Write what covering each card seems to cost."""
    for rank in range(13):
        shown[rank] = 0
    for place in range(count):
        near_end = (place >= count - 7) + (place >= count - 4)
        shown[ranks[row + place]] += 3 + 2 * near_end
    for place in range(count):
        costs[row + place] = shown[ranks[row + place]]


@part
def _choose(
    waiting: Any, costs: Numbers, depth: int, count: int, distances: Numbers
) -> tuple[int, int]:
    """The waiting merge that is to be tried first: its left place (−1: none) and distance."""
    left, chosen, best = -1, 0, -(1 << 30)
    for kind in range(len(distances)):
        merges = waiting[depth, kind]
        while merges:
            place = lowest(merges)
            if count < ORDERED:
                score = -place
                merges = U(0)
            else:
                score = place + distances[kind] - costs[depth * PILES + place]
                merges &= merges - ONE
            if score > best:
                left, chosen, best = place, kind, score
    return left, chosen


@tight
def prove(  # noqa: PLR0915
    start: Words,
    count: int,
    distances: Numbers,
    goal: int,
    target: int,
    tables: Ends,
    room: Room,
    most: int,
    cancel: Flag,
    line: Numbers,
    told: Numbers,
) -> int:
    """Search for a way from a row to at most `goal` piles; returns how the search ended.

    `DONE` says that there is none, `WON` that it was found. `target` is the place of the
    card that must show then (the goal is the rule set's), or −1. `most` bounds
    the number of rows entered. Written: `told` [rows entered, fewest piles reached, merges
    that lead there], and the codes of those merges to `line`.
    """
    slots, frames, near = room.slots, room.frames, room.near
    waiting, asleep = room.waiting, room.asleep
    parts, shortcuts = room.parts, room.shortcuts[0]
    room.stamp[0] += 1
    if room.stamp[0] > np.int64(STAMPS):
        slots[:] = U(0)
        room.stamp[0] = 1
    stamp = U(room.stamp[0])
    base, size, held = 0, SMALLEST, 0
    told[0], told[1], told[2] = 0, count, 0
    neighbours(start, count, near)
    for place in range(count, PILES):
        near[place] = U(0)
    asleep[0, :] = U(0)
    ranks, costs, shown = room.ranks, room.costs, room.shown
    for place in range(count):
        ranks[place] = card_at(start, place) >> 2
    frames[0, 2] = target
    depth, ended = 0, DONE
    while depth >= 0:
        # Enter the row at `depth`.
        if told[0] >= most:
            ended = NODES
            break
        told[0] += 1
        if told[0] & WATCH == 0 and cancel[0]:
            ended = CANCELLED
            break
        row, piles, mark = depth * PILES, count - depth, frames[depth, 2]
        end, won, graph, going = piles, piles <= goal, U(0), False
        if piles <= SHORT:
            graph = _graph(near, row, piles)
            end = fewest_of(graph, piles, tables)
            won = end <= goal
            if target >= 0:
                won = can_last(graph, piles, mark, goal, tables)
                end = min(goal, piles) if won else end
        if won or end < told[1]:
            _write_line(frames, depth, distances, line)
            told[1], told[2] = end, depth
            if piles <= SHORT:
                mark = mark if won else -1
                told[2] = write_end(graph, piles, end, mark, tables, line, depth)
            if won:
                ended = WON
                break
        if piles > SHORT:
            one, two = key_of(near, row, piles, mark)
            two |= stamp
            at = place_of(slots, base, size, one, two)
            going = slots[at + 1] != two or slots[at] != one or not shortcuts & REMEMBER
            if going and shortcuts & LASTING:
                going = not hopeless(near, row, piles, goal, mark, parts)
            if going:
                if 4 * held >= 3 * size:
                    base, size = more_places(slots, base, size, stamp)
                    at = place_of(slots, base, size, one, two)
                    if 10 * held >= 9 * size:
                        ended = MEMORY
                        break
                slots[at], slots[at + 1] = one, two
                held += 1
                # The target is never covered.
                never = ONE << U(mark) if mark >= 0 else U(0)
                if piles >= ORDERED:
                    _rate(ranks, costs, shown, row, piles)
                for kind in range(len(distances)):
                    legal = _legal(near, row, piles, distances[kind])
                    waiting[depth, kind] = legal & ~asleep[depth, kind] & ~never
        if not going:
            depth -= 1
        left, chosen = -1, 0
        while depth >= 0:  # play a merge that waits, at the deepest row that has one
            left, chosen = _choose(waiting, costs, depth, count - depth, distances)
            if left >= 0:
                break
            depth -= 1
        if depth < 0:
            break
        mover = left + distances[chosen]
        waiting[depth, chosen] &= ~(ONE << U(left))
        # What was tried here and doesn't meet this merge needn't be tried after it.
        beyond = ~((ONE << U(mover + 1)) - ONE)
        for kind in range(len(distances)):
            before = ((ONE << U(left)) - ONE) >> U(distances[kind])
            sleeping = asleep[depth, kind]
            asleep[depth + 1, kind] = (sleeping & before) | ((sleeping & beyond) >> ONE)
        if shortcuts & SLEEP:
            asleep[depth, chosen] |= ONE << U(left)
        row, mark = depth * PILES, frames[depth, 2]
        _merge(near, row, count - depth, left, mover)
        if count - depth > ORDERED:
            for place in range(count - depth - 1):
                old = mover if place == left else place + (place >= mover)
                ranks[row + PILES + place] = ranks[row + old]
        depth += 1
        frames[depth, 0] = left
        frames[depth, 1] = chosen
        frames[depth, 2] = left if mark == mover else mark - (mark > mover)
    return ended


@kernel
def _write_line(frames: Any, depth: int, distances: Numbers, line: Numbers) -> None:
    """Write the codes of the merges that led to a depth."""
    for step in range(depth):
        left = frames[step + 1, 0]
        line[step] = code_of(left, left + distances[frames[step + 1, 1]], RIGHT_OVER)
