"""Finding wins where guided plays find few: many rows side by side. Imports `ends`, `hopeless`.

All rows of a layer have the same number of piles. Every action of every row is made; of the
rows after them, those with a match graph seen before and those that lasting sets show to
be lost are left out, and the best-looking ones, at most as many as the beam is wide, become
the next layer. What looks good: many matches, pairs of one rank (more so near the right
end), no suit lost. Nothing is proved by a beam that ends.
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
    MERGES,
    MOST_ACTIONS,
    RIGHT_OVER,
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


class Layers(NamedTuple):
    """What beams work in."""

    rows: NDArray[np.uint64]
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
    actions: NDArray[np.int64]
    words: NDArray[np.uint64]


def layers(width: int) -> Layers:
    """Room for beams of at most `width` rows."""
    room = width * BRANCHES
    return Layers(
        np.zeros((2, width, 6), dtype=np.uint64),
        np.zeros((52, width), dtype=np.int32),
        np.zeros((52, width), dtype=np.int32),
        np.zeros(room, dtype=np.float64),
        np.zeros((room, 2), dtype=np.int32),
        np.zeros(1 << (2 * room - 1).bit_length(), dtype=np.uint64),
        np.zeros(MOST_ACTIONS, dtype=np.int64),
        np.zeros((2, 64), dtype=np.uint64),
    )


@kernel
def _value(row: Words, count: int, distances: NDArray[np.int64], counts: Any, hashed: Any) -> Any:
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
    here: int, count: int, depth: int, found: int, width: int, terms: Terms, layers: Layers
) -> int:
    """Make the best-looking ones of the rows found the next layer; returns how many they are."""
    many, cut = 0, -1.0
    if found > width:
        cut = np.partition(layers.values[:found], found - width)[found - width]
    for one in range(found):
        if layers.values[one] >= cut and many < width:
            origin, code = layers.origins[one, 0], layers.origins[one, 1]
            action: Any = np.int64(code)
            play(layers.rows[here, origin], count, terms, action, layers.rows[1 - here, many])
            layers.parents[depth, many], layers.codes[depth, many] = origin, code
            many += 1
    return many


@kernel
def beam(
    start: Words,
    piles: int,
    terms: Terms,
    ends: Ends,
    most: int,
    layers: Layers,
    cancel: NDArray[np.uint8],
    line: NDArray[np.int64],
    told: NDArray[np.int64],
) -> bool:
    """A beam as wide as `layers` has room; whether it wins.

    For rows without a target, under a rule set that doesn't discard from between. `most`
    bounds the rows made. Written: `told` [actions, the piles they leave, rows made] and the
    actions' codes to `line`.
    """
    width = layers.rows.shape[1]
    told[0], told[1], told[2] = 0, piles, 0
    rows, parents, codes = layers.rows, layers.parents, layers.codes
    near, parts = layers.words[0], layers.words[1]
    after, counts = np.zeros(6, dtype=np.uint64), np.zeros(30, dtype=np.int64)
    standard = terms.effect == MERGES and len(terms.ways) == 1 and terms.ways[0] == RIGHT_OVER
    standard = standard and terms.priority == 0
    rows[0, 0] = start
    here, many, depth, count = 0, 1, 0, piles
    won = piles <= terms.goal
    while many and not won and told[2] < most and not cancel[0]:
        layers.seen[:] = U(0)
        found, rest = 0, count
        for one in range(many):
            row = rows[here, one]
            if count <= SHORT:
                graph = graph_of(row, count)
                fewest = fewest_of(graph, count, ends)
                if fewest < told[1]:
                    back: Any = one
                    for layer in range(depth - 1, -1, -1):
                        line[layer] = codes[layer, back]
                        back = np.int64(parents[layer, back])
                    told[1] = fewest
                    told[0] = write_end(graph, count, fewest, -1, ends, line, depth)
                continue
            for action in range(legal(row, count, terms, layers.actions)):
                if found == width * BRANCHES or told[2] >= most:
                    break
                code = layers.actions[action]
                rest = play(row, count, terms, code, after)
                told[2] += 1
                neighbours(after, rest, near)
                hashed = U(rest)
                for place in range(rest):
                    hashed = (hashed ^ near[place]) * MIX
                    hashed ^= hashed >> U(29)
                if not _unseen(layers.seen, hashed | U(1)):
                    continue
                if standard and hopeless(near, 0, rest, terms.goal, -1, parts):
                    continue
                layers.values[found] = _value(after, rest, terms.distances, counts, hashed)
                layers.origins[found, 0], layers.origins[found, 1] = one, code
                found += 1
        won = told[1] <= terms.goal
        many = 0
        if found:
            many = _next_layer(here, count, depth, found, width, terms, layers)
            here, depth, count = 1 - here, depth + 1, rest
    return won
