"""Whole games by fair advice, compiled. Imports `ahead`, `orders` and the solver's rows.

`fair.choose` does the same on a table; tests hold one against the other, action by action.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..solver.bits import ones
from ..solver.compiled import kernel
from ..solver.planes import (
    MOST_ACTIONS,
    ONE,
    ONE_DEALT,
    Bytes,
    Flag,
    Numbers,
    Terms,
    U,
    Words,
    legal,
    play,
)
from .ahead import LAST, Ahead, ahead, look_ahead
from .orders import (
    PILES,
    SCORE,
    SUMS,
    WORDS,
    WORTH,
    Play,
    Space,
    Sums,
    copy,
    deal,
    end_of,
    piles_of,
    rests_of,
    sample,
    space,
)

MOST_AHEAD = 3000
"""So many cards at most are dealt to look at every order of the last cards."""


class Desk(NamedTuple):
    """What a choice is made on."""

    space: Space
    ahead: Ahead
    codes: Numbers
    """The legal actions, `ONE_DEALT` among them."""
    rests: Words
    """The best-looking rest after each of them, without repetitions."""
    which: Numbers
    """For each action, which of the rests is its own."""
    sums: Sums
    """What plays from each rest came to."""


def desk(terms: Terms) -> Desk:
    """Room for one choice at a time."""
    return Desk(
        space(terms),
        ahead(),
        np.zeros(MOST_ACTIONS + 1, dtype=np.int64),
        np.zeros((MOST_ACTIONS + 1, WORDS), dtype=np.uint64),
        np.zeros(MOST_ACTIONS + 1, dtype=np.int64),
        np.zeros((MOST_ACTIONS + 1, len(SUMS))),
    )


@kernel
def options(row: Words, unseen: Any, by: Play, own: Desk) -> tuple[int, int]:
    """Write all legal actions, and the best-looking rest after each.

    Returns how many actions there are, and how many different rests.
    """
    count = piles_of(row)
    found = legal(row, count, by.terms, own.codes)
    if unseen and not (found and by.terms.compulsory):
        own.codes[found] = ONE_DEALT
        found += 1
    different = 0
    best, after = own.space.best[0], own.space.row
    for at in range(found):
        if own.codes[at] == ONE_DEALT:
            copy(row, best)
        else:
            after[PILES] = U(play(row, count, by.terms, own.codes[at], after))
            rests_of(after, unseen, by, own.space, own.space.best)
        best[SCORE] = U(0)
        same = 0
        while same < different and not equal(own.rests[same], best):
            same += 1
        if same == different:
            copy(best, own.rests[different])
            different += 1
        own.which[at] = same
    return found, different


@kernel
def equal(row: Words, other: Words) -> bool:
    """Whether two rows are the same."""
    for word in range(SCORE):
        if row[word] != other[word]:
            return False
    return True


@kernel
def look_at_all(different: int, unseen: Any, last: int, by: Play, own: Desk) -> bool:
    """Write what each rest is worth over all orders of the unseen cards, if they are few enough."""
    if ones(unseen) > LAST:
        return False
    for rest in range(different):
        if not look_ahead(
            own.rests[rest], unseen, last, by, own.space, own.ahead, MOST_AHEAD, own.sums[rest]
        ):
            return False
    return True


@kernel
def best_action(found: int, own: Desk) -> int:
    """The first of the actions whose rest is worth the most."""
    best = 0
    for at in range(1, found):
        if own.sums[own.which[at], WORTH] > own.sums[own.which[best], WORTH]:
            best = at
    return int(own.codes[best])


@kernel
def advise(
    row: Words, unseen: Any, last: int, seed: Any, orders: int, by: Play, own: Desk, cancel: Flag
) -> tuple[int, bool]:
    """The code of the action that fair advice names, and whether there is one."""
    found, different = options(row, unseen, by, own)
    if found == 0:
        return 0, False
    if different == 1:
        return int(own.codes[0]), True
    if not look_at_all(different, unseen, last, by, own):
        own.sums[:different] = 0.0
        sample(
            own.rests[:different],
            unseen,
            last,
            seed,
            0,
            orders,
            False,
            by,
            own.space,
            cancel,
            own.sums,
        )
    return best_action(found, own), True


@kernel
def play_all(
    decks: Numbers,
    last: int,
    targets: Numbers,
    seeds: Words,
    orders: int,
    by: Play,
    own: Desk,
    cancel: Flag,
    won: Bytes,
    piles: Bytes,
) -> int:
    """Play decks from their stocks by fair advice, each with its seed.

    The card `last`, if it is not -1, ends every deck. Returns how many decks were
    played before `cancel` was set.
    """
    row, after = np.zeros(WORDS, dtype=np.uint64), np.zeros(WORDS, dtype=np.uint64)
    for one in range(len(decks)):
        deck = decks[one]
        aimed = Play(by.terms, targets[one], by.worth, by.known, by.values, by.far)
        row[:] = U(0)
        turned = 0
        unseen = U(0)
        for card in deck:
            unseen |= ONE << U(card)
        while True:
            code, any_legal = advise(row, unseen, last, seeds[one], orders, aimed, own, cancel)
            if cancel[0]:
                return one
            if not any_legal:
                break
            if code == ONE_DEALT:
                unseen &= ~(ONE << U(deck[turned]))
                deal(row, deck[turned])
                turned += 1
            else:
                after[PILES] = U(play(row, piles_of(row), by.terms, code, after))
                copy(after, row)
        _, win = end_of(row, aimed)
        won[one], piles[one] = win, piles_of(row)
    return len(decks)
