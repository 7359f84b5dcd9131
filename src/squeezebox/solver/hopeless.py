"""What a row's match graph says about how few piles it can come to. Imports `planes`.

For merges over to the left only. Some sets of cards never vanish from the row: a set can
lose a card only to a card of its own if no other card that matches one of them is ever to
their right. Each such *lasting set* leaves a pile. The proof is in the documentation.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from .compiled import kernel
from .planes import ONE, U, Words

Numbers = NDArray[Any]


@kernel
def neighbours(row: Words, count: int, near: Words) -> None:
    """Write for each place which places to its left match it, as bits."""
    r0, r1, r2, r3, s0, s1 = row[0], row[1], row[2], row[3], row[4], row[5]
    for place in range(count):
        at = U(place)
        ranks = (
            (r0 ^ (U(0) - ((r0 >> at) & ONE)))
            | (r1 ^ (U(0) - ((r1 >> at) & ONE)))
            | (r2 ^ (U(0) - ((r2 >> at) & ONE)))
            | (r3 ^ (U(0) - ((r3 >> at) & ONE)))
        )
        suits = (s0 ^ (U(0) - ((s0 >> at) & ONE))) | (s1 ^ (U(0) - ((s1 >> at) & ONE)))
        near[place] = ~(ranks & suits) & ((ONE << at) - ONE)


@kernel
def hopeless(near: Words, count: int, goal: int, target: int, members: Words, left: Words) -> bool:
    """Whether lasting sets show that at most `goal` piles can't be reached.

    With a target (its place, else −1) one of those piles must show it. `members` and
    `left` are room for as many words as there are piles.
    """
    parts = 0  # the connected parts of the piles from `place` on, and what they match before
    lasting = U(0)
    sets = 0
    for place in range(count - 1, -1, -1):
        here = ONE << U(place)
        whole, outside = here, near[place]
        part = 0
        while part < parts:
            if left[part] & here:
                whole |= members[part]
                outside |= left[part]
                parts -= 1
                members[part], left[part] = members[parts], left[parts]
            else:
                part += 1
        outside &= here - ONE
        members[parts], left[parts] = whole, outside
        parts += 1
        if not (outside & (outside - ONE)) and not (whole & lasting):
            sets += 1
            lasting |= whole
            if sets > goal:
                return True
    return target >= 0 and sets == goal and not (lasting >> U(target)) & ONE
