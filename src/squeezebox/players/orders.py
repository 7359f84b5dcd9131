"""Play-outs over orders of unseen cards, compiled. Imports `values` and the solver's rows.

Between two deals nothing new is learnt, so what is chosen isn't one action but the row with
which the next card is met: of all rows that can be reached now and that may be dealt to, the
*rests*, the one that looks best. A play-out deals an order of the unseen cards and takes the
best-looking rest after each; when all is dealt, the fewest piles.

Rows are looked at by the number of actions that lead to them, at most so many of each number.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..solver.bits import lowest, ones
from ..solver.compiled import tight
from ..solver.planes import (
    MOST_ACTIONS,
    ONE,
    PLACES,
    Flag,
    Numbers,
    Terms,
    U,
    Words,
    lay,
    legal,
    place_of,
    play,
)
from ..solver.scores import noisy
from .kernels import MIX, mixed
from .values import MOST_FACTS, facts_of, glance, odds_to_worth, value

PILES, SCORE, WORDS = 6, 7, 8
"""What a row has behind its planes: its number of piles, and how good it looks."""

PILE = 1 << 32
"""What a pile counts in the score of a row when all is dealt."""
COVERED = 1 << 48
"""What is taken off the score of a row whose target is gone for ever."""

WIDE, NARROW = 128, 4
"""How many rows are kept of those as many actions away: where deals are compulsory, and where
they are free (then there are many more of them, and each may be dealt to)."""


class Space(NamedTuple):
    """What play-outs work in, one at a time."""

    now: Words
    """The rows so many actions away."""
    following: Words
    """Those one action farther."""
    codes: Numbers
    row: Words
    after: Words
    best: Words
    """The best-looking rest, alone."""
    order: Numbers
    facts: Numbers


def space(terms: Terms) -> Space:
    """Room for play-outs of a rule set."""
    width = WIDE if terms.compulsory else NARROW
    return Space(
        np.zeros((width, WORDS), dtype=np.uint64),
        np.zeros((width, WORDS), dtype=np.uint64),
        np.zeros(MOST_ACTIONS, dtype=np.int64),
        np.zeros(WORDS, dtype=np.uint64),
        np.zeros(WORDS, dtype=np.uint64),
        np.zeros((1, WORDS), dtype=np.uint64),
        np.zeros(PLACES, dtype=np.int64),
        np.zeros(MOST_FACTS, dtype=np.int64),
    )


SUMS = WORTH, WON, LEFT, LEFT_SQUARED = range(4)
"""What is added up over plays: what their ends are worth, 1 for a win, the piles, their squares."""

Sums = NDArray[np.float64]


class Play(NamedTuple):
    """What a play-out goes by."""

    terms: Terms
    target: int
    worth: Sums
    """What an end with so many piles is worth."""
    known: bool
    """Whether what was learnt holds for the rule set; else rows are judged at a glance."""
    values: Numbers
    far: int
    """So many cards ahead a play is valued, where what was learnt holds; else at its end."""


@tight
def piles_of(row: Words) -> int:
    """How many piles a row has."""
    return int(np.int64(row[PILES]))


@tight
def copy(row: Words, to: Words) -> None:
    """Copy all words of a row."""
    for word in range(WORDS):
        to[word] = row[word]


@tight
def deal(row: Words, card: int) -> None:
    """Lay a card at the right end."""
    lay(row, piles_of(row), card)
    row[PILES] += U(1)


@tight
def looks(row: Words, unseen: Any, by: Play, space: Space) -> int:
    """How good a rest looks that is to meet the next of the unseen cards: higher is better."""
    count, target = piles_of(row), by.target
    gone = 0
    if target >= 0 and place_of(row, count, target) < 0 and not (unseen >> U(target)) & ONE:
        gone = COVERED
    if not unseen:
        return -PILE * count - gone
    if by.known:
        made = facts_of(row, count, unseen, ones(unseen), space.facts)
        return value(space.facts, made, by.values)
    return glance(row, count, by.terms) - gone


@tight
def among(row: Words, rows: Words, count: int) -> bool:
    """Whether a row is one of the first `count` of others."""
    for one in range(count):
        if row[0] == rows[one, 0] and row[4] == rows[one, 4]:
            same = True
            for word in range(1, SCORE):
                same = same and row[word] == rows[one, word]
            if same:
                return True
    return False


@tight
def replace_worst(rows: Words, row: Words) -> None:
    """Let a row take the place of the one that looks worst, if it looks better."""
    worst = 0
    for one in range(1, len(rows)):
        if np.int64(rows[one, SCORE]) < np.int64(rows[worst, SCORE]):
            worst = one
    if np.int64(row[SCORE]) > np.int64(rows[worst, SCORE]):
        copy(row, rows[worst])


@tight
def rests_of(row: Words, unseen: Any, by: Play, space: Space, kept: Words) -> int:
    """Write the best-looking rests that can be reached from a row, by no action or several.

    Returns how many, at most as many as `kept` has room for.
    """
    now, following, codes = space.now, space.following, space.codes
    count, made, judged = 1, 0, False
    copy(row, now[0])
    while count:
        ahead = 0
        for one in range(count):
            here = now[one]
            piles = piles_of(here)
            found = legal(here, piles, by.terms, codes)
            for at in range(found):
                after = following[ahead] if ahead < len(following) else space.after
                fewer = play(here, piles, by.terms, codes[at], after)
                after[PILES] = U(fewer)
                if among(after, following, ahead):
                    continue
                if not by.terms.compulsory:
                    after[SCORE] = U(glance(after, fewer, by.terms))
                if ahead < len(following):
                    ahead += 1
                else:
                    replace_worst(following, after)
            if unseen and found and by.terms.compulsory:
                continue
            if made == 0:  # the only one needs no judging
                copy(here, kept[0])
                made = 1
                continue
            if among(here, kept, made):
                continue
            if not judged:
                kept[0, SCORE] = U(looks(kept[0], unseen, by, space))
                judged = True
            here[SCORE] = U(looks(here, unseen, by, space))
            if made < len(kept):
                copy(here, kept[made])
                made += 1
            else:
                replace_worst(kept, here)
        now, following = following, now
        count = ahead
    return made


@tight
def play_on(
    row: Words, order: Numbers, first: int, end: int, unseen: Any, by: Play, space: Space
) -> Any:
    """Deal the cards `first` … `end` - 1 of an order, and take the best-looking rest after each.

    Returns the cards that are still unseen then.
    """
    for dealt in range(first, end):
        card = order[dealt]
        unseen &= ~(ONE << U(card))
        deal(row, card)
        if unseen and by.terms.compulsory and not legal(row, piles_of(row), by.terms, space.codes):
            continue  # there is only one rest, as so often
        rests_of(row, unseen, by, space, space.best)
        copy(space.best[0], row)
    return unseen


@tight
def end_of(row: Words, by: Play) -> tuple[float, int]:
    """What a row is worth when all is dealt, and whether it is won (1) or not (0)."""
    count = piles_of(row)
    if by.target >= 0 and place_of(row, count, by.target) < 0:
        return 0.0, 0
    return by.worth[count], int(count <= by.terms.goal)


@tight
def shuffle(unseen: Any, last: int, seed: Any, number: int, order: Numbers) -> None:
    """Write order `number` of the unseen cards; the card `last`, if it isn't -1, ends it.

    It follows from seed and number. The first card of orders 0, 1, 2 … is each of the cards in
    turn: none is met first too often, by luck.
    """
    word = mixed(mixed(MIX, seed), number)
    count = 0
    if last >= 0:
        unseen &= ~(ONE << U(last))
    while unseen:
        order[count] = lowest(unseen)
        count += 1
        unseen &= unseen - ONE
    if count:
        first = number % count
        order[0], order[first] = order[first], order[0]
    for place in range(count - 1, 1, -1):
        word = noisy(word | ONE)
        other = 1 + int(((word >> U(32)) * U(place)) >> U(32))
        order[place], order[other] = order[other], order[place]
    if last >= 0:
        order[count] = last


@tight
def sample(
    rests: Words,
    unseen: Any,
    last: int,
    seed: Any,
    first: int,
    orders: int,
    whole: bool,
    by: Play,
    space: Space,
    cancel: Flag,
    sums: Sums,
) -> int:
    """Play every rest out over the same orders, number `first` and so many after it.

    For each rest the `SUMS` of how the plays ended are added to `sums`; unless they are to be
    `whole`, they stop where they are valued. Returns how many orders were played, fewer than
    asked for if `cancel` was set.
    """
    row, order = space.row, space.order
    left = ones(unseen)
    far = min(left, by.far) if by.known else left
    for one in range(orders):
        if cancel[0]:
            return one
        shuffle(unseen, last, seed, first + one, order)
        for rest in range(len(rests)):
            copy(rests[rest], row)
            to_come = play_on(row, order, 0, far, unseen, by, space)
            if to_come:
                sums[rest, WORTH] += odds_to_worth(looks(row, to_come, by, space))
                if not whole:
                    continue
                play_on(row, order, far, left, to_come, by, space)
            worth, won = end_of(row, by)
            if not to_come:
                sums[rest, WORTH] += worth
            count = piles_of(row)
            sums[rest, WON] += won
            sums[rest, LEFT] += count
            sums[rest, LEFT_SQUARED] += count * count
    return orders
