"""What a row's match graph says about how few piles it can come to. Imports `planes`.

For merges over to the left only. Some sets of cards never vanish from the row: a set can
lose a card only to a card of its own if no other card that matches one of them is ever to
their right. Each such *lasting set* leaves a pile. The proof is in the documentation.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from .bits import highest
from .compiled import kernel
from .planes import ONE, U, Words, matches_before

Numbers = NDArray[Any]


@kernel
def neighbours(row: Words, count: int, near: Words) -> None:
    """Write for each place which places to its left match it, as bits."""
    for place in range(count):
        near[place] = matches_before(row, place)


@kernel
def hopeless(near: Words, row: int, count: int, goal: int, target: int, parts: Words) -> bool:
    """Whether lasting sets show that at most `goal` piles can't be reached.

    The row's matches begin at `row` in `near`. With a target (its place, else −1) one of
    those piles must show it. `parts` is room for as many words as there are piles.
    """
    matched = U(0)
    for place in range(count):
        matched |= near[row + place]
        parts[place + 1] = U(0)
    tips = ~matched & ((ONE << U(count)) - ONE)  # what no pile to the right of it matches
    if target >= 0:
        tips |= ONE
    lasting = U(0)
    sets = 0
    place = count - 1
    while place >= 0 and sets <= goal:
        # The connected part, of the piles from `place` on, that `place` belongs to, and below
        # it what that part matches further left. It grows when its nearest one's turn comes.
        here = ONE << U(place)
        below = here - ONE
        part = parts[place + 1] | near[row + place] | here
        before = part & below
        lasts = (before & (before - ONE)) | (part & ~below & lasting) == U(0)
        sets += lasts
        lasting |= part & ~below if lasts else U(0)
        parts[highest(before) + 1] |= part
        if tips & below == U(0) and part | below == (ONE << U(count)) - ONE:
            break  # one part is left and no other begins further left
        place -= 1
    return sets > goal or (target >= 0 and sets == goal and not (lasting >> U(target)) & ONE)
