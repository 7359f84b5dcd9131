"""What a row's match graph says about how few piles it can come to. Imports `planes`.

For merges over to the left only. Some sets of cards never vanish from the row: a set can
lose a card only to a card of its own if no other card that matches one of them is ever to
their right. Each such *lasting set* leaves a pile. The proof is in the documentation.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bits import highest
from .compiled import kernel, part
from .planes import ONE, U, Words, matches_before

Numbers = NDArray[Any]


@kernel
def neighbours(row: Words, count: int, near: Words) -> None:
    """Write for each place which places to its left match it, as bits."""
    for place in range(count):
        near[place] = matches_before(row, place)


@part
def hopeless(near: Words, row: int, count: int, goal: int, target: int, parts: Words) -> bool:
    """Whether lasting sets show that at most `goal` piles can't be reached.

    The row's matches begin at `row` in `near`. With a target (its place, else −1) one of
    those piles must show it. `parts` is room for as many words as there are piles.
    """
    matched = U(0)
    for first in range(0, count, 16):
        for place in range(first, first + 16):
            matched |= near[U(row + place)]
            parts[U(place + 1)] = U(0)
    whole = (ONE << U(count)) - ONE
    tips = ~matched & whole  # what no pile to the right of it matches
    if target >= 0:
        tips |= ONE
    lasting = U(0)
    sets: Any = 0
    place = count - 1
    here = ONE << U(place)
    more = True
    while more:
        # The connected part, of the piles from `place` on, that `place` belongs to, and below
        # it what that part matches further left. It grows when its nearest one's turn comes.
        below = here - ONE
        part = parts[U(place + 1)] | near[U(row + place)] | here
        before, members = part & below, part & ~below
        lasts = U(((before & (before - ONE)) | (members & lasting)) == U(0))
        sets += np.int64(lasts)
        lasting |= members & (U(0) - lasts)
        parts[U(highest(before) + 1)] |= part
        # Go on while there can be more: until one part is left and no other begins further left.
        more = (place > 0) & (sets <= goal) & ((tips & below != U(0)) | (part | below != whole))
        place -= 1
        here >>= ONE
    return sets > goal or (target >= 0 and sets == goal and not (lasting >> U(target)) & ONE)
