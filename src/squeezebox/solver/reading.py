"""Choosing where piles go over one of two others to their left: the fast way.

Imports `scores`, `weights` and `planes`. What a merge brings is read from the
matches before it, without making it: this is where a search for a win spends its time.

Of the pile at place s, which moves m to the left, closing its gap and covering a card, the
matches at a distance d change like this (all matches as they were before, each at the place
of its right card):

- gained: s with the pile d to the left of where it goes, at distance d + m; those across
  the gap, at distance d + 1, right cards s + 1 … s + d; and the pile d to the right of where
  s goes, unless that is s itself: right card s at distance m - d if m > d, else right card
  s + d + 1 - m at distance d + 1 - m, whose left card is s, in place of that right card's match
  with the covered one.
- lost: those of s and of the covered card with the piles d to their left; those across or
  beside the gap, right cards s + 1 … s + d; and, if m > d, that of the covered card with the
  pile d to its right.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .bits import lowest, ones
from .compiled import kernel, part
from .planes import ANY_ORDER, MERGES, ONE, RIGHT_OVER, Bytes, Numbers, Terms, U, Words
from .scores import (
    AIM,
    NEAR,
    NEAREST,
    RANKS,
    SUITS,
    noise,
    noisy,
    of_rank,
    of_suit,
    price,
)
from .weights import BEFORE_TARGET, LEAPS, NOISE, OF_TARGET, PLACE, SCALE

LOOKS = 16
"""Words of matches that a choice looks at, ten of them in use: a power of two is faster."""

NEITHER = 63
"""Stands for the target's place where there is no target."""


@part
def reads(terms: Terms, target: int) -> bool:
    """Whether `choose_read` can choose in a rule set."""
    return (
        terms.effect == MERGES
        and terms.priority == ANY_ORDER
        and len(terms.ways) == 1
        and terms.ways[0] == RIGHT_OVER
        and len(terms.distances) == 2
        and terms.distances[1] <= 51
        and (target < 0 or terms.goal == 1)
    )


@part
def _roomy(aim: Any, room: int, moved: int, beyond: Any) -> Any:
    """The piles that may move by a distance so that the target, at `aim`, keeps its room."""
    if aim - moved >= room:
        return ~U(0)
    return (beyond & ~(ONE << U(aim))) if aim == room else ~(ONE << U(aim))


@kernel
def look_at(near: int, far: int, at: Words) -> None:
    """Write behind the `LOOKS` words of `at` at which distances their matches are."""
    at[LOOKS:] = ONE
    at[LOOKS + 0], at[LOOKS + 1] = U(near), U(far)
    at[LOOKS + 2], at[LOOKS + 3] = U(near + 1), U(far + 1)
    at[LOOKS + 4], at[LOOKS + 5] = U(min(2 * near, 63)), U(min(near + far, 63))
    at[LOOKS + 6] = U(min(2 * far, 63))  # there are no matches at 63
    at[LOOKS + 7], at[LOOKS + 8], at[LOOKS + 9] = U(far - near), ONE, U(far + 1 - near)


@part
def look(rows: Words, depth: int, count: int, at: Words) -> None:
    """Write all matches of a row that a choice looks at."""
    a, b, c = rows[depth, 0], rows[depth, 1], rows[depth, 2]
    d, e, f = rows[depth, 3], rows[depth, 4], rows[depth, 5]
    inside = (ONE << U(count)) - ONE
    for one in range(LOOKS):
        by = at[LOOKS + one]
        ranks = (a ^ (a << by)) | (b ^ (b << by)) | (c ^ (c << by)) | (d ^ (d << by))
        suits = (e ^ (e << by)) | (f ^ (f << by))
        at[one] = ~(ranks & suits) & inside & ~((ONE << by) - ONE)


@part
def _bit(word: Any, place: int) -> Any:
    return np.int64((word >> U(place)) & ONE)


@part
def _window(word: Any, place: int, mask: Any) -> Any:
    return np.int64(ones((word >> U(place)) & mask))


@part
def gains(kind: int, near: int, far: int, source: int, at: Words) -> tuple[Any, Any]:
    """How many more matches there are at the near and the far distance after a merge.

    The pile at `source` moves by the near (`kind` 0) or the far distance (1).
    """
    wide_near, wide_far = (ONE << U(near)) - ONE, (ONE << U(far)) - ONE
    of_near, of_far = at[2] >> ONE, at[3] >> ONE  # across the gap
    if kind == 0:
        moved = near
        gain_near = _window(of_near, source, wide_near & ~ONE) + _bit(at[8] >> ONE, source)
        hole = far - near
        gain_far = _window(of_far, source, wide_far & ~(ONE << U(hole)))
        gain_far += _bit(at[9] >> U(hole + 1), source)
        gain_near += _bit(at[4], source)
        gain_far += _bit(at[5], source)
    else:
        moved = far
        gain_near = _window(of_near, source, wide_near) + _bit(at[7], source)
        gain_near -= _bit(at[0] << U(far - near), source)
        gain_far = _window(of_far, source, wide_far & ~ONE) + _bit(at[8] >> ONE, source)
        gain_near += _bit(at[5], source)
        gain_far += _bit(at[6], source)
    gain_near -= _window(at[0], source, (wide_near << ONE) | ONE) + _bit(at[0] << U(moved), source)
    gain_far -= _window(at[1], source, (wide_far << ONE) | ONE) + _bit(at[1] << U(moved), source)
    return gain_near, gain_far


@part
def choose_read(
    rows: Words,
    cards: Bytes,
    tried: Words,
    depth: int,
    count: int,
    near: int,
    far: int,
    target: int,
    late: int,
    loud: int,
    costs: Numbers,
    seeds: Words,
    at: Words,
) -> int:
    """The best-looking merge that wasn't tried here, never one that covers the target.

    `rows`, `cards` and `tried` are `guided.Room`'s, by depth. Returns the mover's place,
    plus 64 if it goes far; -1 if there is none.
    """
    look(rows, depth, count, at)
    aim = np.int64(rows[depth, AIM])
    safe = ~(ONE << U(aim))
    ranks, suits = rows[depth, RANKS], rows[depth, SUITS]
    nears = at[0] & ~tried[depth, 0] & (safe << U(near))
    fars = at[1] & ~tried[depth, 1] & (safe << U(far))
    if aim < count - 1:
        # The last pile on the target's right must leap over it: there must be room.
        room = (near if near > 1 else far) - 1
        if aim < room:
            return -1
        if aim < room + far:
            beyond = ~((ONE << U(aim)) - ONE)
            nears &= _roomy(aim, room, near, beyond)
            fars &= _roomy(aim, room, far, beyond)
    if not nears | fars:
        return -1
    if count > late:
        zone = ~((ONE << U(count - late)) - ONE)
        if (nears | fars) & zone:
            nears &= zone
            fars &= zone
    late_ranks, late_suits = U(0), U(0)
    for place in range(max(count - NEAR, 0), count):
        times = 2 if place >= count - NEAREST else 1
        late_ranks += of_rank(cards[depth, place], times)
        late_suits += of_suit(cards[depth, place], times)
    seed = noisy(seeds[0])
    seeds[0] = seed
    loudness = loud * costs[count, NOISE]
    best = -1 << 62
    for kind in range(2):
        waiting, moved = (nears, near) if kind == 0 else (fars, far)
        while waiting:
            source = int(lowest(waiting))
            waiting &= waiting - ONE
            gain_near, gain_far = gains(kind, near, far, source, at)
            score = (
                SCALE * gain_near
                + costs[count, LEAPS] * gain_far
                - costs[count, PLACE] * (count - 1 - source)
            )
            from_end = count - source + moved
            card = int(cards[depth, source - moved])
            score -= price(
                card, from_end, target, ranks, suits, late_ranks, late_suits, costs, count
            )
            if target >= 0:
                score -= costs[count, OF_TARGET] * np.int64(source == aim)
                score -= costs[count, BEFORE_TARGET] * np.int64(source < aim)
            one = kind * 64 + source
            score += noise(seed, one, loudness)
            best = max(best, (score << 8) | one)
    return int(best & 255)
