"""Finding wins where guided plays find few: many rows side by side.

All rows of a layer have the same number of piles. Every action of every row is made; of the
rows after them, those with a match graph seen before and those that lasting sets show to
be lost are left out, and the best-looking ones, at most as many as the beam is wide, become
the next layer. What looks good: many matches, pairs of one rank (more so near the right
end), no suit lost. Nothing is proved by a beam that ends.

Imports `ends`, `hopeless` and `planes`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .bits import ones
from .compiled import kernel
from .ends import SHORT, Ends, fewest_of, graph_of, write_end
from .hopeless import hopeless, neighbours
from .planes import (
    ANY_ORDER,
    CARDS,
    MERGES,
    MOST_ACTIONS,
    PLACES,
    RIGHT_OVER,
    Flag,
    Numbers,
    Terms,
    U,
    Words,
    card_at,
    legal,
    matches,
    play,
)

WIDEST = 16_384
"""No beam is wider."""

BRANCHES = 16
"""So many rows after a row there is room for, on average."""

MIX = U(0x9E3779B97F4A7C15)
"""2^64 over the golden ratio, which spreads what it multiplies (Knuth, 1973)."""


class Room(NamedTuple):
    """What beams work in, one at a time."""

    rows: Words
    """[this layer or the next, row] → its planes."""
    parents: NDArray[np.int32]
    """[layer, row] → the row before it."""
    codes: NDArray[np.int32]
    """[layer, row] → the action between."""
    values: NDArray[np.float64]
    """Of all rows after a layer's: how good they look,"""
    origins: NDArray[np.int32]
    """and [which row they come from, by which action]."""
    seen: Words
    """The hashed graphs of the rows after a layer's."""
    actions: Numbers
    """The codes of a row's actions."""
    words: Words
    """For `hopeless`: a row's matches, and the room it works in."""
    line: Numbers
    """The codes of the best line found."""


def room(width: int) -> Room:
    """Room for beams of at most `width` rows."""
    after = width * BRANCHES
    return Room(
        np.zeros((2, width, 6), dtype=np.uint64),
        np.zeros((CARDS, width), dtype=np.int32),
        np.zeros((CARDS, width), dtype=np.int32),
        np.zeros(after, dtype=np.float64),
        np.zeros((after, 2), dtype=np.int32),
        np.zeros(1 << (2 * after - 1).bit_length(), dtype=np.uint64),
        np.zeros(MOST_ACTIONS, dtype=np.int64),
        np.zeros((2, PLACES), dtype=np.uint64),
        np.zeros(PLACES, dtype=np.int64),
    )


@kernel
def _value(row: Words, count: int, distances: Numbers, counts: Any, hashed: Any) -> Any:
    """How good a row looks; a little chance decides between equals."""
    value = (hashed >> U(40)) * (1.0 / (1 << 24))
    farthest = 0
    for distance in distances:
        if distance < count:
            value += ones(matches(row, count, distance))
            farthest = max(farthest, distance)
    for distance in range(1, min(farthest + 3, count)):
        value += 0.3 * ones(matches(row, count, distance))
    counts[:] = 0
    for place in range(count):
        card = card_at(row, place)
        rank, suit = card >> 2, card & 3
        value += 2.0 * counts[rank]
        counts[rank] += 1
        if place >= count - 7:
            value += counts[17 + rank]
            counts[17 + rank] += 1
        value += counts[13 + suit] == 0
        counts[13 + suit] = 1
    return value


@kernel
def _unseen(seen: Words, hashed: Any) -> bool:
    """Remember a hashed graph; whether it is new."""
    mask = U(len(seen) - 1)
    place = hashed & mask
    while seen[place] and seen[place] != hashed:
        place = (place + U(1)) & mask
    new = seen[place] == U(0)
    seen[place] = hashed
    return bool(new)


@kernel
def _next_layer(
    here: int, count: int, depth: int, found: int, width: int, terms: Terms, room: Room
) -> int:
    """Make the best-looking ones of the rows found the next layer; returns how many they are."""
    many, cut = 0, -1.0
    if found > width:
        cut = np.partition(room.values[:found], found - width)[found - width]
    for one in range(found):
        if room.values[one] >= cut and many < width:
            origin, code = room.origins[one, 0], room.origins[one, 1]
            action: Any = np.int64(code)
            play(room.rows[here, origin], count, terms, action, room.rows[1 - here, many])
            room.parents[depth, many], room.codes[depth, many] = origin, code
            many += 1
    return many


@kernel
def beam(
    start: Words,
    piles: int,
    terms: Terms,
    ends: Ends,
    most: int,
    room: Room,
    cancel: Flag,
) -> tuple[bool, int, int, int]:
    """A beam as wide as there is room for.

    For rows without a target, under a rule set that doesn't discard from between. `most`
    bounds the rows made. Returns whether it wins, the number of actions of the best line found
    (their codes are in `room.line`), the piles they leave, and the rows made.
    """
    width = room.rows.shape[1]
    best_made, best_piles, nodes = 0, piles, 0
    rows, parents, codes = room.rows, room.parents, room.codes
    near, parts = room.words[0], room.words[1]
    after, counts = np.zeros(6, dtype=np.uint64), np.zeros(30, dtype=np.int64)
    standard = terms.effect == MERGES and len(terms.ways) == 1 and terms.ways[0] == RIGHT_OVER
    standard = standard and terms.priority == ANY_ORDER
    rows[0, 0] = start
    here, many, depth, count = 0, 1, 0, piles
    won = piles <= terms.goal
    while many and not won and nodes < most and not cancel[0]:
        room.seen[:] = U(0)
        found, remembered, rest = 0, 0, count
        for one in range(many):
            row = rows[here, one]
            if count <= SHORT:
                graph = graph_of(row, count)
                fewest = fewest_of(graph, count, ends)
                if fewest < best_piles:
                    back: Any = one
                    for layer in range(depth - 1, -1, -1):
                        room.line[layer] = codes[layer, back]
                        back = np.int64(parents[layer, back])
                    best_piles = fewest
                    best_made = write_end(graph, count, fewest, -1, ends, room.line, depth)
                continue
            for action in range(legal(row, count, terms, room.actions)):
                # More would fill what remembers them, and hopeless rows are remembered, too.
                if remembered == width * BRANCHES or nodes >= most or cancel[0]:
                    break
                code = room.actions[action]
                rest = play(row, count, terms, code, after)
                nodes += 1
                neighbours(after, rest, near)
                hashed = U(rest)
                for place in range(rest):
                    hashed = (hashed ^ near[place]) * MIX
                    hashed ^= hashed >> U(29)
                if not _unseen(room.seen, hashed | U(1)):
                    continue
                remembered += 1
                if standard and hopeless(near, 0, rest, terms.goal, -1, parts):
                    continue
                room.values[found] = _value(after, rest, terms.distances, counts, hashed)
                room.origins[found, 0], room.origins[found, 1] = one, code
                found += 1
        won = best_piles <= terms.goal
        many = 0
        if found:
            many = _next_layer(here, count, depth, found, width, terms, room)
            here, depth, count = 1 - here, depth + 1, rest
    return won, best_made, best_piles, nodes
