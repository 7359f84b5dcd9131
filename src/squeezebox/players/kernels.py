"""The simple players in compiled code: whole deals, many in one call.

What a weight means is said in `simple`; here is the same once more on a row of bit planes, and
tests hold one against the other, action by action. Imports `simple`, `lots`, the solver's rows
(`planes`, `bits`) and what lies below.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..cards import FRESH_DECK
from ..solver.bits import ones
from ..solver.compiled import kernel, part
from ..solver.planes import (
    BETWEEN,
    LEFT_OVER,
    LEFT_UNDER,
    MERGES,
    MOST_ACTIONS,
    RIGHT_OVER,
    Bytes,
    Flag,
    Numbers,
    Terms,
    Words,
    card_at,
    lay,
    lay_all,
    legal,
    matches,
    play,
)
from ..solver.scores import noisy
from .lots import MIX as MIX_NUMBER, SHIFT
from .simple import Weights

U = np.uint64
ONE = U(1)
MIX, FOLD = U(MIX_NUMBER), U(SHIFT)
HALF = U(32)
RANKS = 13
SUITS = U(15)
"""The four cards of a rank, moved to it by four bits a rank."""

KIN: Words = np.array(
    [
        sum(1 << other.order for other in FRESH_DECK if card.matches(other) and other is not card)
        for card in FRESH_DECK
    ],
    dtype=np.uint64,
)
"""For each card (its order) those that match it, as bits."""


class Room(NamedTuple):
    """What a play writes to; it may be used again for the next."""

    row: Words
    after: Words
    codes: Numbers
    values: Numbers
    lots: Words
    """The state of the generator of lots."""


def room() -> Room:
    """Room for one play at a time."""
    return Room(
        np.zeros(6, dtype=np.uint64),
        np.zeros(6, dtype=np.uint64),
        np.zeros(MOST_ACTIONS, dtype=np.int64),
        np.zeros(MOST_ACTIONS, dtype=np.int64),
        np.zeros(1, dtype=np.uint64),
    )


# ---------------------------------------------------------------- lots


@part
def mixed(word: Any, number: Any) -> Any:
    """`lots.mixed`."""
    product = (word ^ (U(number) + ONE)) * MIX
    return product ^ (product >> FOLD)


@kernel
def play_seeds(seed: Any, decks: Numbers, seeds: Words) -> None:
    """Write `lots.play_seed` of each of many decks into `seeds`."""
    for one in range(len(decks)):
        word = mixed(U(0), seed)
        for card in decks[one]:
            word = mixed(word, card)
        seeds[one] = word


@kernel
def begin(lots: Words, seed: Any) -> None:
    """Let the lots begin as those of `lots.Lots` with this seed."""
    word = mixed(MIX, seed)
    lots[0] = word if word else MIX


@part
def below(lots: Words, count: int) -> int:
    """A number from 0 to `count` − 1."""
    lots[0] = noisy(lots[0])
    return int(((lots[0] >> HALF) * U(count)) >> HALF)


# ---------------------------------------------------------------- values


@kernel
def sweepers(row: Words, count: int, unseen: Any, left: int, target: int) -> int:
    """The rank of the sweepers: `simple.sweepers`. `unseen` is the stock, of `left` cards."""
    if target >= 0:
        return target >> 2
    to_come = count + (left + 1) // 2
    best, most = 0, -1
    inside = (ONE << U(count)) - ONE
    for rank in range(RANKS):
        unlike = U(0)
        for plane in range(4):
            unlike |= row[plane] ^ (U(0) - U((rank >> plane) & 1))
        there = ~unlike & inside
        worth = to_come * ones(unseen & (SUITS << U(4 * rank)))
        while there:
            worth += 1 + ones((there - ONE) & ~there)
            there &= there - ONE
        if worth > most:
            best, most = rank, worth
    return best


@part
def is_sweeper(card: int, rank: int) -> int:
    """1 if a card is of that rank, else 0."""
    return int(card >> 2 == rank)


@kernel
def value(
    row: Words,
    count: int,
    terms: Terms,
    far: Numbers,
    weights: Weights,
    code: int,
    rank: int,
    known: Any,
    target: int,
    after: Words,
) -> int:
    """What an action is worth but for the noise: `simple.value`.

    `far` are the distances of `simple.too_far`, `known` the cards that show or are in the stock.
    """
    way, left, right = code & 3, (code >> 2) & 63, code >> 8
    source, other = (right, left) if way < LEFT_OVER else (left, right)
    if terms.effect == BETWEEN:
        source = left + 1
    worth = weights.place * (source + 1) + weights.distance * (right - left)
    if weights.matches or weights.nearly:
        rest = play(row, count, terms, code, after)
        for distance in terms.distances:
            worth += weights.matches * ones(matches(after, rest, distance))
        for distance in far:
            worth += weights.nearly * ones(matches(after, rest, distance))
    if not (weights.protect or weights.hold or weights.target):
        return worth
    if terms.effect == MERGES:
        over = way in (RIGHT_OVER, LEFT_OVER)
        gone = card_at(row, other if over else source)
        taker = card_at(row, source if over else other)
        worth += weights.protect * is_sweeper(gone, rank) + weights.target * int(gone == target)
        if is_sweeper(taker, rank) and KIN[gone] & known & ~(SUITS << U(4 * rank)):
            worth += weights.hold
    else:
        first, last = (left + 1, right) if terms.effect == BETWEEN else (left, right + 1)
        step = 1 if terms.effect == BETWEEN else right - left
        for place in range(first, last, step):
            gone = card_at(row, place)
            worth += weights.protect * is_sweeper(gone, rank) + weights.target * int(gone == target)
    return worth


@kernel
def choose(
    count: int,
    found: int,
    terms: Terms,
    far: Numbers,
    weights: Weights,
    unseen: Any,
    left: int,
    showing: Any,
    target: int,
    room: Room,
) -> int:
    """Which of the `found` legal actions in `room.codes`, on `room.row`, is played."""
    row, codes, values = room.row, room.codes, room.values
    rank = 0
    if weights.protect or weights.hold:
        rank = sweepers(row, count, unseen, left, target)
    best, ties = 0, 0
    known = showing | unseen
    for one in range(found):
        worth = value(row, count, terms, far, weights, codes[one], rank, known, target, room.after)
        if weights.noise:
            worth += below(room.lots, weights.noise + 1)
        values[one] = worth
        if one == 0 or worth > best:
            best, ties = worth, 1
        elif worth == best:
            ties += 1
    skipped = below(room.lots, ties) if ties > 1 else 0
    for one in range(found):
        if values[one] == best:
            if skipped == 0:
                return one
            skipped -= 1
    return 0  # never: one of them is the best


# ---------------------------------------------------------------- whole plays


@kernel
def hide(row: Words, code: int, terms: Terms, showing: Any) -> Any:
    """The cards that show after an action, as bits; `showing` are those before it."""
    way, left, right = code & 3, (code >> 2) & 63, code >> 8
    if terms.effect == BETWEEN:
        for place in range(left + 1, right):
            showing &= ~(ONE << U(card_at(row, place)))
        return showing
    if terms.effect != MERGES:
        showing &= ~(ONE << U(card_at(row, right)))
        return showing & ~(ONE << U(card_at(row, left)))
    place = left if way in (RIGHT_OVER, LEFT_UNDER) else right
    return showing & ~(ONE << U(card_at(row, place)))


@kernel
def play_deck(
    deck: Numbers,
    dealt: int,
    terms: Terms,
    far: Numbers,
    weights: Weights,
    target: int,
    room: Room,
    line: Numbers,
) -> tuple[int, bool]:
    """Play a deck, of which `dealt` cards lie in the row, until nothing is legal.

    Returns the piles that are left, and whether that is a win. The codes of the actions but
    deals go into `line` where it has room for them.
    """
    row, after, codes = room.row, room.after, room.codes
    size = len(deck)
    unseen, showing = U(0), U(0)
    for place in range(size):
        if place < dealt:
            showing |= ONE << U(deck[place])
        else:
            unseen |= ONE << U(deck[place])
    lay_all(row, deck[:dealt])
    count, made = dealt, 0
    while True:
        found = legal(row, count, terms, codes)
        if found:
            one = 0
            if found > 1 or weights.noise:
                one = choose(
                    count, found, terms, far, weights, unseen, size - dealt, showing, target, room
                )
            code = codes[one]
            if made < len(line):
                line[made] = code
                made += 1
            showing = hide(row, code, terms, showing)
            count = play(row, count, terms, code, after)
            row[:] = after
        elif dealt < size:
            card = deck[dealt]
            lay(row, count, card)
            showing |= ONE << U(card)
            unseen &= ~(ONE << U(card))
            count += 1
            dealt += 1
        else:
            break
    won = count <= terms.goal
    if target >= 0 and not showing & (ONE << U(target)):
        won = False
    return count, won


@kernel
def play_all(
    decks: Numbers,
    dealt: int,
    terms: Terms,
    far: Numbers,
    weights: Weights,
    targets: Numbers,
    seeds: Words,
    cancel: Flag,
    room: Room,
    won: Bytes,
    piles: Bytes,
) -> int:
    """Play decks in turn, each with its target, once for each of the seeds.

    Returns how many plays were made before `cancel` was set.
    """
    nowhere = np.zeros(0, dtype=np.int64)
    for one in range(len(seeds)):
        if cancel[0]:
            return one
        begin(room.lots, seeds[one])
        which = one % len(decks)
        count, win = play_deck(
            decks[which], dealt, terms, far, weights, targets[which], room, nowhere
        )
        won[one], piles[one] = win, count
    return len(seeds)
