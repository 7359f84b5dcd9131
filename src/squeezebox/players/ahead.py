"""The last cards: what a row is worth when every order of them is looked at, compiled.

Imports `orders` and the solver's rows. After each card the best of all rests is taken, whatever
comes next: for the cards that are left this is the truth, not an estimate.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..solver.bits import lowest, ones
from ..solver.compiled import kernel
from ..solver.planes import ONE, Numbers, U, Words
from .orders import (
    LEFT,
    SUMS,
    WON,
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
)

LAST = 5
"""So many unseen cards at most are looked at in every order."""
RESTS = 16
"""So many rests at most are looked at after a card, the best-looking ones; if there are more,
nothing is said."""


class Ahead(NamedTuple):
    """What a look ahead works in: a place for every card that has been dealt."""

    rests: Words
    at: Numbers
    """Which of the rests is looked at."""
    made: Numbers
    """How many rests there are."""
    unseen: Words
    waiting: Words
    """The cards that weren't dealt to it yet."""
    sums: Sums
    """What it came to with the others."""
    best: Sums
    """The best of the rests before it."""
    row: Words


def ahead() -> Ahead:
    """Room for one look ahead at a time."""
    deep = LAST + 1
    return Ahead(
        np.zeros((deep, RESTS, WORDS), dtype=np.uint64),
        np.zeros(deep, dtype=np.int64),
        np.zeros(deep, dtype=np.int64),
        np.zeros(deep, dtype=np.uint64),
        np.zeros(deep, dtype=np.uint64),
        np.zeros((deep, len(SUMS))),
        np.zeros((deep, len(SUMS))),
        np.zeros(WORDS, dtype=np.uint64),
    )


@kernel
def begin(deep: int, made: int, unseen: Any, own: Ahead) -> None:
    """Begin with the first of `made` rests."""
    own.at[deep], own.made[deep] = 0, made
    own.unseen[deep] = own.waiting[deep] = unseen
    own.sums[deep] = 0.0
    own.best[deep] = -1.0


@kernel
def add_end(row: Words, by: Play, sums: Sums) -> None:
    """Add how a play ended."""
    worth, won = end_of(row, by)
    sums[WORTH] += worth
    sums[WON] += won
    sums[LEFT] += piles_of(row)


@kernel
def look_ahead(
    rest: Words, unseen: Any, last: int, by: Play, space: Space, own: Ahead, most: int, sums: Sums
) -> int:
    """Write into `sums` what a rest is worth, on average over all orders of the unseen cards.

    At most `most` cards are dealt, over all orders; returns how many were. 0: that wasn't
    enough, and nothing is said. The card `last`, if it isn't -1, ends every order.
    """
    copy(rest, own.rests[0, 0])
    begin(0, 1, unseen, own)
    if not unseen:
        sums[:] = 0.0
        add_end(rest, by, sums)
        return 1
    deep, dealt = 0, 0
    while True:
        if own.waiting[deep]:
            card = lowest(own.waiting[deep])
            own.waiting[deep] &= own.waiting[deep] - ONE
            to_come = own.unseen[deep] & ~(ONE << U(card))
            if card == last and to_come:
                continue
            if dealt == most:
                return 0
            dealt += 1
            copy(own.rests[deep, own.at[deep]], own.row)
            deal(own.row, card)
            if to_come:
                made = rests_of(own.row, to_come, by, space, own.rests[deep + 1])
                if made == RESTS:
                    return 0
                deep += 1
                begin(deep, made, to_come, own)
            else:
                rests_of(own.row, to_come, by, space, space.best)
                add_end(space.best[0], by, own.sums[deep])
            continue
        met = ones(own.unseen[deep])
        if last >= 0 and met > 1:
            met -= 1
        if own.sums[deep, WORTH] / met > own.best[deep, WORTH]:
            own.best[deep] = own.sums[deep] / met
        own.at[deep] += 1
        if own.at[deep] < own.made[deep]:
            own.waiting[deep] = own.unseen[deep]
            own.sums[deep] = 0.0
        elif deep:
            deep -= 1
            own.sums[deep] += own.best[deep + 1]
        else:
            sums[:] = own.best[0]
            return dealt
