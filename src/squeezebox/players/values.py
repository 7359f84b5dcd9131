"""How good a row looks that is to meet the next card: a sum of what is true of it.

Imports the solver's rows, `cards`, and a data file. `tools/learn.py` finds what each fact
counts, by playing, and writes it to `values.json`.

A *fact* is true or not: how many piles there are; how many cards are left to come; of the last
`WINDOW` piles, which two match by rank and which by suit, and how many cards of each one's rank
and suit are still to come. The sum is the logarithm of the odds of a good end (it is logistic
regression), in whole numbers, so that a row looks the same on every machine.
"""

from __future__ import annotations

import json
import math
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from ..cards import FRESH_DECK
from ..rules import RuleSet
from ..solver.bits import lowest, ones
from ..solver.compiled import tight
from ..solver.planes import (
    ONE,
    PLACES,
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
CLOSE = LEFT + MOST_LEFT
"""Where the facts about the window begin."""
BY_RANK = 0
BY_SUIT = BY_RANK + int(_PAIRS[-1])
OF_RANK = BY_SUIT + int(_PAIRS[-1])
OF_SUIT = OF_RANK + 4 * WINDOW
IN_STAGE = OF_SUIT + 13 * WINDOW
"""Where each kind of them begins in a stage of the game, and how many there are."""

STAGES = (6, 16, 32)
"""With so many cards left, and more, the game is in its next earlier stage."""
FACTS = CLOSE + (1 + len(STAGES)) * IN_STAGE
"""How many facts there are."""

MOST_FACTS = 2 + 2 * int(_PAIRS[-1]) + 2 * WINDOW
"""No row has more true ones."""

SUITS: Words = np.array(
    [sum(1 << card.order for card in FRESH_DECK if card.order & 3 == suit) for suit in range(4)],
    dtype=np.uint64,
)
"""The cards of each suit, as bits."""

SCALE = 1000
"""Values are whole numbers of so many to a unit of the logarithm of the odds."""


class Learnt(NamedTuple):
    """What was learnt of a rule set."""

    known: bool
    """Whether anything was."""
    values: Numbers
    """What each fact counts."""


@cache
def _learnt() -> dict[str, Numbers]:
    """All that `values.json` holds: by slide priority, what each fact counts, in their order."""
    kept = json.loads(files(__package__).joinpath("values.json").read_text())
    return {
        priority: np.array([count for kind in kinds.values() for count in kind], dtype=np.int64)
        for priority, kinds in kept.items()
    }


def learnt_of(rules: RuleSet) -> Learnt:
    """What was learnt of a rule set: compulsory deals, slides and leaps of 3 over, to the left."""
    known = (
        rules.compulsory
        and rules.distances == (1, 3)
        and rules.place == "over"
        and not rules.both_ways
        and rules.discard == "none"
        and rules.target == "none"
    )
    return Learnt(known, _learnt()[rules.priority])


@tight
def facts_of(row: Words, count: int, unseen: Any, left: int, facts: Numbers) -> int:
    """Write the true facts of a row without legal merges; returns how many there are."""
    facts[0] = min(count, MOST_PILES - 1)
    facts[1] = LEFT + left
    made = 2
    stage = CLOSE
    for fewer in STAGES:
        stage += IN_STAGE * int(left >= fewer)
    for apart in APART:
        if apart >= count:
            break
        d = U(apart)
        ranks = (row[0] ^ (row[0] << d)) | (row[1] ^ (row[1] << d))
        ranks |= (row[2] ^ (row[2] << d)) | (row[3] ^ (row[3] << d))
        suits = (row[4] ^ (row[4] << d)) | (row[5] ^ (row[5] << d))
        first = max(apart, count - (WINDOW - apart))
        window = ((ONE << U(count)) - ONE) & ~((ONE << U(first)) - ONE)
        pair = stage + PAIRS[apart] + count - 1
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
        facts[made] = stage + OF_RANK + 4 * place + ones((unseen >> U(card & 60)) & U(15))
        facts[made + 1] = stage + OF_SUIT + 13 * place + ones(unseen & SUITS[card & 3])
        made += 2
    return made


@tight
def value(facts: Numbers, made: int, values: Numbers) -> int:
    """What a row with these facts is worth: higher is better."""
    total = 0
    for one in range(made):
        total += values[facts[one]]
    return int(total)


@tight
def odds_to_worth(score: int) -> float:
    """The worth that a value stands for, from 0 to 1."""
    return 1.0 / (1.0 + math.exp(-score / SCALE))


@tight
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
