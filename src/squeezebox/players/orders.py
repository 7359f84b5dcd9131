"""Play-outs over orders of unseen cards, compiled. Imports the solver's kernels.

Between two deals nothing new is learnt, so what is chosen isn't one action but the row with
which the next card is met: of all rows that can be reached now and that may be dealt to, the
*rests*, the one that looks best. A play-out deals an order of the unseen cards and takes the
best-looking rest after each; when all is dealt, the fewest piles.

Rows are looked at by the number of actions that lead to them, at most so many of each
number, the best-looking ones.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..solver.bits import ones
from ..solver.compiled import kernel
from ..solver.planes import (
    MOST_ACTIONS,
    PLACES,
    Flag,
    Numbers,
    Terms,
    U,
    Words,
    lay,
    legal,
    matches,
    place_of,
    play,
)
from ..solver.scores import noisy

PILES, SCORE, WORDS = 6, 7, 8
"""What a row has behind its planes: its number of piles, and how good it looks."""

SCALE = 64
"""Scores are whole numbers, so many for each pile fewer."""

WIDE, NARROW = 128, 4
"""How many rows are kept of those as many actions away, where deals are compulsory; where they
are free there are many more."""


class Space(NamedTuple):
    """What play-outs work in, one at a time."""

    now: Words
    """The rows so many actions away."""
    following: Words
    """Those one action farther."""
    codes: Numbers
    row: Words
    after: Words
    order: Numbers


def space(terms: Terms) -> Space:
    """Room for play-outs of a rule set."""
    width = WIDE if terms.compulsory else NARROW
    return Space(
        np.zeros((width, WORDS), dtype=np.uint64),
        np.zeros((width, WORDS), dtype=np.uint64),
        np.zeros(MOST_ACTIONS, dtype=np.int64),
        np.zeros(WORDS, dtype=np.uint64),
        np.zeros(WORDS, dtype=np.uint64),
        np.zeros(PLACES, dtype=np.int64),
    )


@kernel
def shuffle(unseen: Numbers, last: int, seed: Any, order: Numbers) -> None:
    """Write an order of the unseen cards; the last `last` of them keep their places.

    Which one follows from the seed alone (a word that isn't 0).
    """
    count = len(unseen)
    order[:count] = unseen
    for place in range(count - last - 1, 0, -1):
        seed = noisy(seed)
        other = int(((seed >> U(32)) * U(place + 1)) >> U(32))
        order[place], order[other] = order[other], order[place]


@kernel
def looks(row: Words, count: int, left: int, target: int, terms: Terms) -> int:
    """How good a row looks that is to meet the next of `left` cards: higher is better."""
    if target >= 0 and left == 0 and place_of(row, count, target) < 0:
        return -SCALE * (count + PLACES)
    score = -SCALE * count
    if left:
        for distance in terms.distances:
            near = ones(matches(row, count, distance))
            far = ones(matches(row, count, distance + 1)) if distance < PLACES - 1 else 0
            score += (SCALE * near) // 2 + (SCALE * far) // 4
    return int(score)


@kernel
def copy(row: Words, to: Words) -> None:
    """Copy all words of a row."""
    for word in range(WORDS):
        to[word] = row[word]


@kernel
def _keep(rows: Words, count: int, row: Words) -> int:
    """Keep a row, unless it is there or all that are look better; returns how many there are."""
    worst = 0
    for one in range(count):
        if rows[one, SCORE] == row[SCORE]:
            equal = True
            for word in range(SCORE):
                if rows[one, word] != row[word]:
                    equal = False
                    break
            if equal:
                return count
        if np.int64(rows[one, SCORE]) < np.int64(rows[worst, SCORE]):
            worst = one
    if count < len(rows):
        copy(row, rows[count])
        return count + 1
    if np.int64(row[SCORE]) > np.int64(rows[worst, SCORE]):
        copy(row, rows[worst])
    return count


@kernel
def settle(row: Words, left: int, target: int, terms: Terms, space: Space) -> None:
    """Take a row to the best-looking rest that can be reached from it, by no action or several."""
    now, following, codes, after = space.now, space.following, space.codes, space.after
    row[SCORE] = U(looks(row, int(np.int64(row[PILES])), left, target, terms))
    copy(row, now[0])
    count, best, found_one = 1, np.int64(0), False
    while count:
        ahead = 0
        for one in range(count):
            piles = int(np.int64(now[one, PILES]))
            found = legal(now[one], piles, terms, codes)
            if left == 0 or not (found and terms.compulsory):
                score = np.int64(now[one, SCORE])
                if not found_one or score > best:
                    best, found_one = score, True
                    copy(now[one], row)
            for at in range(found):
                fewer = play(now[one], piles, terms, codes[at], after)
                after[PILES] = U(fewer)
                after[SCORE] = U(looks(after, fewer, left, target, terms))
                ahead = _keep(following, ahead, after)
        now, following = following, now
        count = ahead


@kernel
def play_out(
    row: Words, order: Numbers, left: int, target: int, terms: Terms, space: Space
) -> None:
    """Deal the first `left` cards of an order to a row, and take the best rest after each."""
    for dealt in range(left):
        lay(row, int(np.int64(row[PILES])), order[dealt])
        row[PILES] += U(1)
        settle(row, left - dealt - 1, target, terms, space)


@kernel
def sample(
    rests: Words,
    unseen: Numbers,
    last: int,
    seeds: Words,
    target: int,
    terms: Terms,
    space: Space,
    cancel: Flag,
    piles: Numbers,
    won: Numbers,
) -> int:
    """Play every rest out over the same orders, one for each seed.

    Writes the piles that are left, and whether that wins, by order and rest; returns how many
    orders were played, fewer than asked for if `cancel` was set.
    """
    left, row = len(unseen), space.row
    for one in range(len(seeds)):
        if cancel[0]:
            return one
        shuffle(unseen, last, seeds[one], space.order)
        for rest in range(len(rests)):
            copy(rests[rest], row)
            play_out(row, space.order, left, target, terms, space)
            count = int(np.int64(row[PILES]))
            piles[one, rest] = count
            shown = target < 0 or place_of(row, count, target) >= 0
            won[one, rest] = shown and count <= terms.goal
    return len(seeds)
