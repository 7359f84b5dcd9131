"""How good a row looks that is to meet the next card: a small network, learnt by playing.

Imports the solver's rows, `rules`' tables and a data file. `tools/learn.py` finds the
weights and writes them to `values.npz`.

What it sees of a row are *facts*, each true or not: how many piles there are, how many cards
are left to come; of the last `WINDOW` piles, which two match by rank and which by suit, and how
many cards of each one's rank and suit are still to come. Every fact adds its row of weights to
the hidden cells, and what those come to is the value. All of it is whole numbers, so that a
row looks the same on every machine.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import FRESH_DECK
from ..solver.bits import lowest, ones
from ..solver.compiled import kernel
from ..solver.planes import (
    MERGES,
    ONE,
    PLACES,
    RIGHT_OVER,
    Numbers,
    Terms,
    U,
    Words,
    card_at,
    matches,
)

WINDOW = 12
"""So many piles at the right end are looked at closely."""

APART: Numbers = np.array([d for d in range(2, WINDOW) if d != 3], dtype=np.int64)
"""How far apart two piles of the window may match, where neither a slide nor a leap is legal."""

MOST_PILES, MOST_LEFT = 40, 53
"""One fact for each number of piles (this many and more are one), and of cards left."""

_PAIRS = np.cumsum([0, *(WINDOW - APART)])
PAIRS: Numbers = np.zeros(WINDOW, dtype=np.int64)
"""For each distance, the number of the first of its pairs."""
PAIRS[APART] = _PAIRS[:-1]

LEFT = MOST_PILES
BY_RANK = LEFT + MOST_LEFT
BY_SUIT = BY_RANK + int(_PAIRS[-1])
OF_RANK = BY_SUIT + int(_PAIRS[-1])
OF_SUIT = OF_RANK + 4 * WINDOW
FACTS = OF_SUIT + 13 * WINDOW
"""Where each kind of fact begins, and how many there are."""

MOST_FACTS = 2 + 2 * int(_PAIRS[-1]) + 2 * WINDOW
"""No row has more true ones."""

SUITS: Words = np.array(
    [sum(1 << card.order for card in FRESH_DECK if card.order & 3 == suit) for suit in range(4)],
    dtype=np.uint64,
)
"""The cards of each suit, as bits."""

SLOPE = 6
"""A hidden cell below 0 counts one part in 2 to this power."""

Cells = NDArray[np.int32]


class Values(NamedTuple):
    """The network's weights, in whole numbers."""

    hidden: Cells
    """For each fact, what it adds to each hidden cell; the last row is what they begin with."""
    out: Numbers
    """What each hidden cell counts."""


@cache
def learnt() -> Values:
    """The weights that are kept."""
    with files(__package__).joinpath("values.npz").open("rb") as file, np.load(file) as kept:
        return Values(kept["hidden"].astype(np.int32), kept["out"].astype(np.int64))


def serves(terms: Terms, target: int) -> bool:
    """Whether the network knows the rule set: compulsory deals, slides and leaps of 3 over."""
    return (
        terms.compulsory
        and terms.effect == MERGES
        and list(terms.ways) == [RIGHT_OVER]
        and list(terms.distances) == [1, 3]
        and target < 0
    )


@kernel
def facts_of(row: Words, count: int, unseen: Any, left: int, facts: Numbers) -> int:
    """Write the true facts of a row without legal merges; returns how many there are."""
    facts[0] = min(count, MOST_PILES - 1)
    facts[1] = LEFT + left
    made = 2
    for apart in APART:
        if apart >= count:
            break
        d = U(apart)
        ranks = (row[0] ^ (row[0] << d)) | (row[1] ^ (row[1] << d))
        ranks |= (row[2] ^ (row[2] << d)) | (row[3] ^ (row[3] << d))
        suits = (row[4] ^ (row[4] << d)) | (row[5] ^ (row[5] << d))
        first = max(apart, count - (WINDOW - apart))
        window = ((ONE << U(count)) - ONE) & ~((ONE << U(first)) - ONE)
        pair = PAIRS[apart] + count - 1
        same = ~ranks & window
        while same:
            facts[made] = BY_RANK + pair - lowest(same)
            made += 1
            same &= same - ONE
        same = ~suits & window
        while same:
            facts[made] = BY_SUIT + pair - lowest(same)
            made += 1
            same &= same - ONE
    for place in range(min(count, WINDOW)):
        card = card_at(row, count - 1 - place)
        facts[made] = OF_RANK + 4 * place + ones((unseen >> U(card & 60)) & U(15))
        facts[made + 1] = OF_SUIT + 13 * place + ones(unseen & SUITS[card & 3])
        made += 2
    return made


@kernel
def value(facts: Numbers, made: int, values: Values, cells: Cells) -> int:
    """What the network says of a row with these facts: higher is better."""
    hidden = values.hidden
    for cell in range(len(cells)):
        cells[cell] = hidden[FACTS, cell]
    for one in range(made):
        of = hidden[facts[one]]
        for cell in range(len(cells)):
            cells[cell] += of[cell]
    total = 0
    for cell in range(len(cells)):
        total += values.out[cell] * max(cells[cell], cells[cell] >> SLOPE)
    return int(total)


@kernel
def glance(row: Words, count: int, terms: Terms) -> int:
    """How good a row of any rule set looks at a glance: few piles, and matches.

    Four to a pile; two to a match at one of the rule set's distances; one to a match that is one
    place farther, which a merge between brings nearer.
    """
    score = -4 * count
    for distance in terms.distances:
        score += 2 * ones(matches(row, count, distance))
        if distance + 1 < PLACES:
            score += ones(matches(row, count, distance + 1))
    return int(score)
