"""Choosing among all actions of any rule set: each is made, to see what it brings.

Imports `scores`, `weights` and `planes`.
"""

from __future__ import annotations

from .bits import ones
from .compiled import kernel
from .planes import (
    LEFT_OVER,
    ONE,
    PAIR,
    Numbers,
    Terms,
    U,
    Words,
    card_at,
    legal,
    matches,
    place_of,
    play,
)
from .scores import (
    NEAR,
    NEAREST,
    RANKS,
    SUITS,
    covered_by,
    noise,
    noisy,
    of_rank,
    of_suit,
    price,
)
from .weights import LEAPS, NOISE, PLACE, SCALE


@kernel
def choose_made(
    row: Words,
    count: int,
    terms: Terms,
    target: int,
    tried: Words,
    late: int,
    loud: int,
    costs: Numbers,
    seeds: Words,
    codes: Numbers,
    after: Words,
) -> int:
    """The number, among the `codes` of all legal actions, of the best-looking one not tried here.

    Never one that covers the target. -1 if there is none.
    """
    found = legal(row, count, terms, codes)
    aim = place_of(row, count, target) if target >= 0 else -1
    ranks, suits = row[RANKS], row[SUITS]
    late_ranks, late_suits = U(0), U(0)
    for place in range(max(count - NEAR, 0), count):
        times = 2 if place >= count - NEAREST else 1
        card = card_at(row, place)
        late_ranks += of_rank(card, times)
        late_suits += of_suit(card, times)
    seed = noisy(seeds[0])
    seeds[0] = seed
    best, best_score = -1, -1 << 62
    for first in (max(count - late, 0), 0):
        for one in range(found):
            code = codes[one]
            way, left, right = code & 3, (code >> 2) & 63, code >> 8
            mover = right if way < LEFT_OVER else left
            if mover < first or (tried[one >> 6] >> U(one & 63)) & ONE:
                continue
            covered = covered_by(code)
            if aim >= 0 and (covered == aim or (terms.effect == PAIR and right == aim)):
                continue
            rest = play(row, count, terms, code, after)
            score = -costs[count, PLACE] * (count - 1 - mover)
            for kind in range(len(terms.distances)):
                gain = ones(matches(after, rest, terms.distances[kind]))
                score += gain * (SCALE if kind == 0 else costs[count, LEAPS])
            card, from_end = card_at(row, covered), count - covered
            score -= price(
                card, from_end, target, ranks, suits, late_ranks, late_suits, costs, count
            )
            score += noise(seed, one, loud * costs[count, NOISE])
            if score > best_score:
                best_score, best = score, one
        if best >= 0 or first == 0:
            break
    return best
