"""Proving losses: the exhaustive search, and what makes it short.

For merges over to the left at any distances, with nothing left to deal and no priority:
rows are told apart by their match graphs, the last piles are looked up (`ends`), rows in
which too many cards must stay are left at once (`hopeless`), and of two merges that don't
meet only one order is tried. For everything else `space.search_all` searches plainly. The
documentation proves every one of these shortcuts. Imports what is named here, and `table`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..actions import Action, Deal
from ..table import Table
from .bits import lowest
from .compiled import kernel
from .ends import SHORT, Ends, can_last, end_table, fewest_of, graph_of, write_end
from .found import Found
from .hopeless import hopeless, neighbours
from .planes import (
    ONE,
    RIGHT_OVER,
    U,
    Words,
    action_of,
    code_of,
    matches,
    planes,
    squeezed,
    terms_of,
)
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


COVERED = -2
"""The place of a target that can never be on top again."""


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


@kernel
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


@kernel
def _place(slots: Words, base: int, size: int, one: Any, two: Any) -> int:
    """Where a row stands among those already left, or the free place where it would."""
    mixed = (one * MIX_1) ^ (two * MIX_3)
    mixed = (mixed ^ (mixed >> U(31))) * MIX_2
    place: Any = np.int64(((mixed >> U(32)) * U(size)) >> U(32))
    stamp = two & STAMPS
    while True:
        at = 2 * (base + place)
        if (slots[at + 1] & STAMPS) != stamp:
            return int(at)
        if slots[at] == one and slots[at + 1] == two:
            return int(at)
        place += 1
        if place == size:
            place = 0


@kernel
def _more_places(slots: Words, base: int, size: int, stamp: Any) -> tuple[int, int]:
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
            at = _place(slots, begin, more, slots[old], slots[old + 1])
            slots[at], slots[at + 1] = slots[old], slots[old + 1]
    return begin, more


# ---------------------------------------------------------------- the search


@kernel
def target_after(target: int, left: int, mover: int) -> int:
    """Where the target stands after a merge: its place, −1 without one, `COVERED` if it is."""
    if target == left:
        return COVERED
    return left if target == mover else target - (target > mover)


@kernel
def merged(row: Words, left: int, mover: int, after: Words) -> None:
    """Write the row after the pile at `mover` has gone over the one at `left`."""
    for plane in range(6):
        bits = row[plane]
        bit = (bits >> U(mover)) & ONE
        after[plane] = squeezed((bits & ~(ONE << U(left))) | (bit << U(left)), mover)


@kernel
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
    way: Numbers,
    told: Numbers,
) -> int:
    """Search for a way from a row to at most `goal` piles; returns how the search ended.

    `DONE` says that there is none, `WON` that it was found. `target` is the place of the
    card that must show then (the goal is the rule set's), or −1. `most` bounds
    the number of rows entered. Written: `told` [rows entered, fewest piles reached, merges
    that lead there], and the codes of those merges to `way`.
    """
    slots, frames = room.slots, room.frames
    near, members, left_of = room.words[0], room.words[1], room.words[2]
    room.stamp[0] += 1
    if room.stamp[0] > np.int64(STAMPS):
        slots[:] = U(0)
        room.stamp[0] = 1
    stamp = U(room.stamp[0])
    base, size, held = 0, SMALLEST, 0
    told[0], told[1], told[2] = 0, count, 0
    room.rows[0, :] = start
    room.asleep[0, :] = U(0)
    frames[0, 2] = target
    depth = 0
    while depth >= 0:
        # Enter the row at `depth`.
        if told[0] >= most:
            return NODES
        told[0] += 1
        if told[0] & WATCH == 0 and cancel[0]:
            return CANCELLED
        row, piles, mark = room.rows[depth], count - depth, frames[depth, 2]
        short = piles <= SHORT
        graph = graph_of(row, piles) if short else U(0)
        end = fewest_of(graph, piles, tables) if short else piles
        won = end <= goal
        if won and target >= 0:
            won = short and can_last(graph, piles, mark, goal, tables)
        if won or end < told[1]:
            _write_way(frames, depth, distances, way)
            told[1], told[2] = end, depth
            if short:
                told[2] = write_end(graph, piles, end, mark if won else -1, tables, way, depth)
        if won:
            return WON
        going = False
        if not short:
            neighbours(row, piles, near)
            one, two = _key(near, piles, mark)
            two |= stamp
            at = _place(slots, base, size, one, two)
            left_before = slots[at + 1] == two and slots[at] == one
            going = not left_before and not hopeless(near, piles, goal, mark, members, left_of)
        if not going:
            depth -= 1
        else:
            if 4 * held >= 3 * size:
                base, size = _more_places(slots, base, size, stamp)
                at = _place(slots, base, size, one, two)
                if 10 * held >= 9 * size:
                    return MEMORY
            slots[at], slots[at + 1] = one, two
            held += 1
            for kind, d in enumerate(distances):
                legal = matches(row, piles, d) >> U(d)
                room.waiting[depth, kind] = legal & ~room.asleep[depth, kind]
        depth = _next_row(room.rows, room.waiting, room.asleep, frames, depth, distances)
    return DONE


@kernel
def _next_row(
    rows: Any, waiting: Any, asleep: Any, frames: Any, depth: int, distances: Numbers
) -> int:
    """Play the leftmost merge that waits at the deepest row that has one; returns the new depth."""
    while depth >= 0:
        left, chosen = 64, 0
        for kind in range(len(distances)):
            first = lowest(waiting[depth, kind])
            if first < left:
                left, chosen = first, kind
        if left == 64:
            depth -= 1
            continue
        waiting[depth, chosen] &= waiting[depth, chosen] - ONE
        mover = left + distances[chosen]
        target = target_after(frames[depth, 2], left, mover)
        if target == COVERED:
            continue
        # What was tried here and doesn't meet this merge needn't be tried after it. All that
        # sleeps lies to the left of a merge that doesn't, or meets it: the leftmost goes first.
        for kind in range(len(distances)):
            before = ((ONE << U(left)) - ONE) >> U(distances[kind])
            asleep[depth + 1, kind] = asleep[depth, kind] & before
        asleep[depth, chosen] |= ONE << U(left)
        merged(rows[depth], left, mover, rows[depth + 1])
        depth += 1
        frames[depth, 0] = left
        frames[depth, 1] = chosen
        frames[depth, 2] = target
        break
    return depth


@kernel
def _write_way(frames: Any, depth: int, distances: Numbers, way: Numbers) -> None:
    """Write the codes of the merges that led to a depth."""
    for step in range(depth):
        left = frames[step + 1, 0]
        way[step] = code_of(left, left + distances[frames[step + 1, 1]], RIGHT_OVER)


# ---------------------------------------------------------------- from a table


def standard(table: Table) -> bool:
    """Whether `prove` can search from a table, once the stock is dealt out."""
    rules = table.rules
    return (
        rules.discard == "none"
        and rules.place == "over"
        and not rules.both_ways
        and rules.priority == "none"
        and not (rules.compulsory and table.stock)
        and bool(table.row or table.stock)
    )


def solve(table: Table, *, nodes: int, memory: int, cancel: Flag) -> Found:
    """A win, or the proof that there is none; then also the fewest piles, where they can be proved.

    `nodes` bounds the number of rows looked at, `memory` (megabytes) what is remembered of
    them; where one runs out, or another thread sets `cancel`, the verdict is `unknown`
    unless it had been found.
    """
    if not standard(table):
        return search_all(table, nodes=nodes, memory=memory, cancel=cancel)
    # Dealing everything first loses nothing: a deal changes no pile, place or match.
    deals: tuple[Action, ...] = (Deal(None),) if table.stock else ()
    if deals:
        table = table.after(deals[0])
    search = _Search(table, nodes, memory, cancel)
    target = -1
    verdict = Verdict.LOST
    if table.target is not None:
        target = table.tops.index(table.target) if table.target in table.tops else COVERED
    if target != COVERED:
        verdict = search.run(table.rules.goal, target)
    if verdict is Verdict.LOST:
        search.run_down()
    return Found(
        verdict,
        search.piles,
        deals + search.actions,
        search.nodes,
        search.piles == search.impossible + 1,
    )


class _Search:
    """Searches from one table, for one goal after another, and the best that they found."""

    def __init__(self, table: Table, nodes: int, memory: int, cancel: Flag) -> None:
        distances = table.rules.distances
        self.nodes = 0
        self.impossible = 0
        """At most so many piles are proved impossible, whatever the target."""
        self.piles = len(table.row)
        self.actions: tuple[Action, ...] = ()
        self._row = planes(table.tops)
        self._count = len(table.row)
        self._distances = np.array(distances, dtype=np.int64)
        self._terms = terms_of(table.rules)
        self._tables = end_table(table.rules)
        self._room = room(memory)
        self._most = nodes
        self._cancel = cancel

    def run(self, goal: int, target: int = -1) -> Verdict:
        """Whether at most `goal` piles can be reached (showing `target`, a place, if given)."""
        way = np.zeros(52, dtype=np.int64)
        told = np.zeros(3, dtype=np.int64)
        ended = prove(
            self._row,
            self._count,
            self._distances,
            goal,
            target,
            self._tables,
            self._room,
            self._most - self.nodes,
            self._cancel,
            way,
            told,
        )
        self.nodes += int(told[0])
        if ended == WON or told[1] < self.piles:
            self.piles = int(told[1])
            self.actions = tuple(action_of(int(code), self._terms) for code in way[: told[2]])
        if ended == DONE and target < 0:
            self.impossible = max(self.impossible, goal)
        return {DONE: Verdict.LOST, WON: Verdict.WINNABLE}.get(ended, Verdict.UNKNOWN)

    def run_down(self) -> None:
        """Search for ever fewer piles, until no fewer are possible or something runs out."""
        verdict = Verdict.LOST
        while verdict is not Verdict.UNKNOWN and self.piles > self.impossible + 1:
            verdict = self.run(self.piles - 1)
