"""Finding a win by guided plays. Imports `reading`, `making`, `ends` and what lies below.

A play takes the best-looking action again and again until few piles are left, searches
the rest a little, and reads the last piles from a table; if that fails another play
begins, with other noise. What looks good was found by tuning (`weights`), and is what the
rule books call sweepers: keep the cards of one rank, near the right end, and lose no suit.

A win is a win: its actions are replayed by `table` in the tests. No loss is ever proved.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .bits import cycles
from .compiled import kernel, part, tight
from .ends import SHORT, Ends, can_last, fewest_of, graph_of, write_end
from .making import choose_made
from .planes import (
    LONGEST_LINE,
    MOST_ACTIONS,
    ONE,
    ONE_DEALT,
    PAIR,
    PLACES,
    RIGHT_OVER,
    Bytes,
    Flag,
    Numbers,
    Terms,
    U,
    Words,
    card_at,
    code_of,
    fewest_thinkable,
    lay,
    lay_all,
    place_of,
    play,
)
from .reading import LOOKS, NEITHER, choose_read, look_at, reads
from .scores import AIM, RANKS, SUITS, covered_by, linked, of_rank, of_suit
from .telling import tell
from .verdict import UNKNOWN, WINNABLE
from .weights import Limits

DEEPEST = 24
"""So deep the search at the end of a play may go."""

FIRST, SPARE = DEEPEST + 1, DEEPEST + 2
"""Where the row that plays begin with is kept, and room for one more."""

CHOICES = 1 + MOST_ACTIONS // 64
"""Words with a bit for each action of a row."""

HOLDS = (52, 24, 52, 10, 52, 5)
"""So many piles the plays keep on the table while cards are to come, one after the other: early
deals give merges a choice, and late ones keep slides from forbidding leaps."""

LOUDER, LONGER, EARLIER = (1, 3, 6), (1, 6, 40), (0, 2, 4)
"""Plays that failed are followed by wilder ones: times the noise, times the nodes of the search,
and so many piles sooner it begins."""

STUBBORN = 20
"""After so many times the plays that the limits have patience for, every other is the wildest."""


class Room(NamedTuple):
    """Memory that a search uses again and again; one for each thread."""

    rows: Words
    """By depth of the search: a row's planes, and what is kept with them."""
    piles: Numbers
    """The same: how many piles it has."""
    tried: Words
    """The same: which choices were tried there, as bits."""
    cards: Bytes
    """The same: its cards, where they are asked for."""
    at: Words
    codes: Numbers
    seeds: Words
    line: Numbers
    best: Numbers


def room() -> Room:
    """Memory for one search at a time."""
    return Room(
        np.zeros((DEEPEST + 3, 16), dtype=np.uint64),
        np.zeros(DEEPEST + 3, dtype=np.int64),
        np.zeros((DEEPEST + 3, CHOICES), dtype=np.uint64),
        np.zeros((DEEPEST + 3, PLACES), dtype=np.uint8),
        np.zeros(2 * LOOKS, dtype=np.uint64),
        np.zeros(MOST_ACTIONS, dtype=np.int64),
        np.zeros(1, dtype=np.uint64),
        np.zeros(LONGEST_LINE, dtype=np.int64),
        np.zeros(LONGEST_LINE, dtype=np.int64),
    )


@kernel
def _begin(start: Words, piles: int, target: int, row: Words, cards: Bytes) -> None:
    """Write the row that a play begins with."""
    for plane in range(6):
        row[plane] = start[plane]
    row[RANKS] = row[SUITS] = U(0)
    row[AIM] = U(NEITHER)
    for place in range(piles):
        card = card_at(row, place)
        cards[place] = card
        row[RANKS] += of_rank(card, 1)
        row[SUITS] += of_suit(card, 1)
        if card == target:
            row[AIM] = U(place)


@part
def _begin_again(rows: Words, cards: Bytes) -> None:
    for word in range(16):
        rows[0, word] = rows[FIRST, word]
    for place in range(PLACES):
        cards[0, place] = cards[FIRST, place]


@part
def _copy(line: Numbers, made: int, best: Numbers) -> None:
    for step in range(made):
        best[step] = line[step]


@part
def _deal(row: Words, place: int, card: int) -> None:
    """Deal a card."""
    lay(row, place, card)
    row[RANKS] += of_rank(card, 1)
    row[SUITS] += of_suit(card, 1)


@part
def _merge(rows: Words, cards: Bytes, depth: int, after: int, code: int, count: int) -> int:
    """Write the row after a pile goes over one to its left; `after` may be the same depth."""
    left, right = (code >> 2) & 63, code >> 8
    by, low, here = U(right), (ONE << U(right)) - ONE, ONE << U(left)
    for plane in range(6):
        bits = rows[depth, plane]
        bits = (bits & ~here) | (((bits >> by) & ONE) << U(left))
        rows[after, plane] = (bits & low) | ((bits >> ONE) & ~low)
    gone = cards[depth, left]
    rows[after, RANKS] = rows[depth, RANKS] - of_rank(gone, 1)
    rows[after, SUITS] = rows[depth, SUITS] - of_suit(gone, 1)
    aim = rows[depth, AIM]
    rows[after, AIM] = U(left) if aim == by else aim - U(aim > by)
    mover = cards[depth, right]
    if after != depth:
        for place in range(right):
            cards[after, place] = cards[depth, place]
    cards[after, left] = mover
    for place in range(right, count - 1):
        cards[after, place] = cards[depth, place + 1]
    return count - 1


@kernel
def _make(row: Words, count: int, terms: Terms, code: int, to: Words) -> int:
    """Write the row after any action, and what then shows; returns its number of piles."""
    ranks, suits = row[RANKS], row[SUITS]
    gone = card_at(row, covered_by(code))
    ranks -= of_rank(gone, 1)
    suits -= of_suit(gone, 1)
    if terms.effect == PAIR:
        gone = card_at(row, code >> 8)
        ranks -= of_rank(gone, 1)
        suits -= of_suit(gone, 1)
    to[RANKS], to[SUITS] = ranks, suits
    return int(play(row, count, terms, code, to))


@part
def _linked(row: Words, count: int) -> bool:
    """Whether what a row shows can end in one pile at all."""
    shown = U(0)
    for place in range(count):
        shown |= ONE << U(card_at(row, place))
    return linked(shown)


@part
def _look_up(
    row: Words,
    count: int,
    terms: Terms,
    target: int,
    ends: Ends,
    line: Numbers,
    made: int,
    best: Numbers,
    best_piles: int,
    best_made: int,
) -> tuple[bool, int, int]:
    """Whether a row of at most `SHORT` piles can be won; then, or if it comes to fewer piles than
    the best yet, it becomes the best. Returns the best's piles and number of actions, too."""
    graph = graph_of(row, count)
    place = place_of(row, count, target) if target >= 0 else -1
    fewest = fewest_of(graph, count, ends) if target < 0 or best_piles > 1 else count
    if target < 0:
        won = fewest <= terms.goal
    else:
        won = place >= 0 and can_last(graph, count, place, terms.goal, ends)
    if won or fewest < best_piles:
        best_piles = terms.goal if won else fewest
        _copy(line, made, best)
        aim = place if won else -1
        best_made = write_end(graph, count, best_piles, aim, ends, best, made)
    return won, best_piles, best_made


@tight
def find(  # noqa: PLR0915
    start: Words,
    piles: int,
    stock: Numbers,
    terms: Terms,
    target: int,
    costs: Numbers,
    ends: Ends,
    limits: Limits,
    seed: Any,
    cancel: Flag,
    memory: Room,
) -> tuple[int, int, int]:
    """Look for a win of a row, and of what there is still to deal, freely.

    `stock` are the cards to come as their orders, `target` is the target's, or -1. Returns the
    number of actions of the best line found (their codes are in `memory.best`), the piles it
    leaves (-1 says that it wins) and the nodes used.
    """
    rows, cards, tried = memory.rows, memory.cards, memory.tried
    line, best = memory.line, memory.best
    reading = reads(terms, target) and not len(stock)
    near, far = terms.distances[0], terms.distances[len(terms.distances) - 1]
    if reading:
        look_at(near, far, memory.at)
    memory.seeds[0] = seed
    _begin(start, piles, target, rows[FIRST], cards[FIRST])
    best_made, best_piles = len(stock), piles + len(stock)  # deal all, and do nothing else
    for step in range(len(stock)):
        best[step] = ONE_DEALT
    nodes, plays = 0, 0
    while nodes < limits.nodes and not cancel[0]:
        wild = 0 if plays < limits.patience else 1
        if wild and plays & 1 and plays > STUBBORN * limits.patience:
            wild = 2
        plays += 1
        loud, rest = LOUDER[wild], limits.rest + EARLIER[wild]
        most = limits.rest_nodes * LONGER[wild]
        _begin_again(rows, cards)
        tried[0] = U(0)
        depth, count, made, searched, dealt = 0, piles, 0, 0, 0
        hold, more = HOLDS[plays % len(HOLDS)], 0
        while nodes < limits.nodes and searched < most and depth < DEEPEST:
            while dealt < len(stock) and count < max(hold, more):
                _deal(rows[0], count, stock[dealt])
                line[made] = ONE_DEALT
                count, made, dealt = count + 1, made + 1, dealt + 1
            more = 0
            nodes += 1
            over = dealt == len(stock)
            searched += over and count <= rest
            if (
                over
                and count <= terms.goal
                and (target < 0 or place_of(rows[depth], count, target) >= 0)
            ):
                _copy(line, made, best)
                return made, -1, nodes
            one = -1
            if over and count <= SHORT:
                won, best_piles, best_made = _look_up(
                    rows[depth], count, terms, target, ends, line, made, best, best_piles, best_made
                )
                if won:
                    return best_made, -1, nodes
            elif reading:
                one = choose_read(
                    rows,
                    cards,
                    tried,
                    depth,
                    count,
                    near,
                    far,
                    target,
                    limits.late,
                    loud,
                    costs,
                    memory.seeds,
                    memory.at,
                )
            else:
                one = choose_made(
                    rows[depth],
                    count,
                    terms,
                    target,
                    tried[depth],
                    limits.late,
                    loud,
                    costs,
                    memory.seeds,
                    memory.codes,
                    rows[SPARE],
                )
            if one < 0 and not over:
                more = count + 1  # nothing but a deal is legal
                continue
            if one < 0:
                if count < best_piles:
                    best_piles, best_made = count, made
                    _copy(line, made, best)
                if depth == 0:
                    break
                depth -= 1
                made -= 1
                count = memory.piles[depth]
                continue
            after = depth
            if over and count <= rest:
                tried[depth, one >> 6] |= ONE << U(one & 63)
                memory.piles[depth] = count
                after = depth + 1
                tried[after] = U(0)
            if reading:
                right = one & 63
                line[made] = code_of(right - (near if one < 64 else far), right, RIGHT_OVER)
                count = _merge(rows, cards, depth, after, line[made], count)
            else:
                line[made] = memory.codes[one]
                count = _make(rows[depth], count, terms, line[made], rows[after])
            made += 1
            depth = after
            # What can't come to one pile brings nothing new, once two have been reached.
            if (
                over
                and count == rest
                and depth == 0
                and best_piles <= 2
                and not _linked(rows[0], count)
            ):
                break
    return best_made, best_piles, nodes


@kernel
def solve_all(
    decks: Numbers,
    size: int,
    targets: Numbers,
    terms: Terms,
    costs: Numbers,
    ends: Ends,
    limits: Limits,
    seed: Any,
    room: Room,
    cancel: Flag,
    told: Numbers,
    codes: Numbers,
) -> None:
    """Look for wins of many decks by guided plays, and tell of those that are found
    (`telling`)."""
    row, stock = np.zeros(6, dtype=np.uint64), np.zeros(0, dtype=np.int64)
    step = 2 if terms.effect == PAIR else 1
    for one in range(len(decks)):
        began = cycles()
        lay_all(row, decks[one, :size])
        made, piles, nodes = find(
            row, size, stock, terms, targets[one], costs, ends, limits, seed, cancel, room
        )
        if piles < 0:
            left = size - step * made
            proved = left == fewest_thinkable(size, terms.effect)
            tell(told[one], WINNABLE, made, left, nodes, began, proved)
            codes[one, :made] = room.best[:made]
        else:
            tell(told[one], UNKNOWN, 0, 0, nodes, began, False)
