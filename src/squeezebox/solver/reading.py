"""The loop in which a search for a win spends its time. Imports `scores` and what lies below."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bits import lowest
from .compiled import kernel, part
from .planes import ONE, RIGHT_OVER, Terms, U, Words, code_of
from .scores import ZONE, change, count_shown, forget, noisy, price


@part
def _matches_of(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, inside: Any, distance: int) -> Any:
    """`matches`, of six planes that are held one by one."""
    by = U(distance)
    ranks = (a ^ (a << by)) | (b ^ (b << by)) | (c ^ (c << by)) | (d ^ (d << by))
    suits = (e ^ (e << by)) | (f ^ (f << by))
    return ~(ranks & suits) & inside & ~((ONE << by) - ONE)


@part
def _covered(plane: Any, place: int, mover: int) -> Any:
    """A plane after the pile at `mover` went over the one at `place`, to its left."""
    bit = (plane >> U(mover)) & ONE
    plane = (plane & ~(ONE << U(place))) | (bit << U(place))
    low = (ONE << U(mover)) - ONE
    return (plane & low) | ((plane >> ONE) & ~low)


@kernel
def play_read(  # noqa: PLR0915
    row: Words,
    count: int,
    rest: int,
    terms: Terms,
    needed: NDArray[np.int64],
    target: int,
    weights: NDArray[np.float64],
    noise: float,
    seed: Any,
    at: NDArray[np.uint64],
    counts: NDArray[np.int64],
    line: NDArray[np.int64],
) -> tuple[int, int, Any]:
    """`_play_made` where piles only go over one to their left.

    The same choices as `_choose_read`'s, in one piece: this loop is where a search for a win
    spends its time, so its planes stay in registers and nothing is called.
    """
    made = 0
    count_shown(row, count, counts)
    a, b, c, d, e, f = row[0], row[1], row[2], row[3], row[4], row[5]
    distances = terms.distances
    kinds = len(distances)
    lowest_pile = max(rest, terms.goal)
    while count > lowest_pile:
        inside = (ONE << U(count)) - ONE
        safe = ~U(0)
        if target >= 0:
            unlike = (a ^ (U(0) - U((target >> 2) & 1))) | (b ^ (U(0) - U((target >> 3) & 1)))
            unlike |= (c ^ (U(0) - U((target >> 4) & 1))) | (d ^ (U(0) - U((target >> 5) & 1)))
            unlike |= (e ^ (U(0) - U(target & 1))) | (f ^ (U(0) - U((target >> 1) & 1)))
            safe = unlike | ~inside
        for one in range(len(needed)):
            at[needed[one]] = _matches_of(a, b, c, d, e, f, inside, needed[one])
        movers = U(0)
        for kind in range(kinds):
            movers |= at[distances[kind]] & (safe << U(distances[kind]))
        if not movers:
            break
        zone = movers
        if count > ZONE:
            late = movers & ~((ONE << U(count - ZONE)) - ONE)
            zone = late if late else movers
        counts[17:34] = 0
        for place in range(max(count - 7, 0), count):
            by = U(place)
            rank = int(
                ((a >> by) & ONE)
                | (((b >> by) & ONE) << U(1))
                | (((c >> by) & ONE) << U(2))
                | (((d >> by) & ONE) << U(3))
            )
            suit = int(((e >> by) & ONE) | (((f >> by) & ONE) << U(1)))
            weight = 2 if place >= count - 4 else 1
            counts[17 + rank] += weight
            counts[30 + suit] += weight
        best, best_moved, best_card, best_score = -1, 0, 0, -1e30
        leaps, by_place, loud = weights[count, 0], weights[count, 1], weights[count, 2] * noise
        for kind in range(kinds):
            moved = distances[kind]
            waiting = at[moved] & zone & (safe << U(moved))
            while waiting:
                source = int(lowest(waiting))
                waiting &= waiting - ONE
                score = -by_place * (count - 1 - source)
                for other in range(kinds):
                    gain = change(at, distances[other], moved, source)
                    score += gain if other == 0 else leaps * gain
                by = U(source - moved)
                rank = int(
                    ((a >> by) & ONE)
                    | (((b >> by) & ONE) << U(1))
                    | (((c >> by) & ONE) << U(2))
                    | (((d >> by) & ONE) << U(3))
                )
                suit = int(((e >> by) & ONE) | (((f >> by) & ONE) << U(1)))
                score -= price(rank, suit, count - source + moved, counts, weights, count)
                seed = noisy(seed)
                score += loud * (seed >> U(32))
                if score > best_score:
                    best_score, best, best_moved = score, source, moved
                    best_card = rank * 4 + suit
        if best < 0:
            break
        place = best - best_moved
        line[made] = code_of(place, best, RIGHT_OVER)
        made += 1
        forget(best_card, counts)
        a, b, c = _covered(a, place, best), _covered(b, place, best), _covered(c, place, best)
        d, e, f = _covered(d, place, best), _covered(e, place, best), _covered(f, place, best)
        count -= 1
    row[0], row[1], row[2], row[3], row[4], row[5] = a, b, c, d, e, f
    return count, made, seed
