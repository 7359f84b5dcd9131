"""The whole space of a position, searched fast, under any rule set.

`explore_fast` gives the answers of `reference.explore`, `search_all` a verdict and the
fewest piles. Imports `start`, `bounds`, `found`, `reference` (for its answer) and `table`.

Depth first; each distinct position is entered once. Every action makes twice the stock
plus the row smaller, so no position comes back below itself: when a position is seen
again, what can be reached from it is known. Positions are kept whole, nothing is hashed
together: no verdict rests on luck.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ..cards import FRESH_DECK
from ..rules import RuleSet
from ..table import Table
from .bounds import EVERYTHING
from .compiled import kernel
from .found import Found
from .planes import (
    CARDS,
    LONGEST_LINE,
    MOST_ACTIONS,
    ONE,
    ONE_DEALT,
    Flag,
    Numbers,
    Terms,
    U,
    Words,
    card_at,
    flag,
    lay,
    legal,
    place_of,
    play,
)
from .reference import Space
from .start import Start
from .verdict import Verdict
from .watching import watched

DONE, WON, NODES, MEMORY, CANCELLED = 0, 1, 2, 3, 4
"""How a search ends: everything seen, or a win where one is enough, or what ran out."""

# A position is six words: the planes, whose upper twelve bits hold the rest.
ABOVE = U(CARDS)
USED = ONE << ABOVE  # in word 2: an empty place of the set has no such bit
WINS = ONE << U(CARDS + 1)  # in word 2: a win can be reached from here
WORDS = 6
BYTES = WORDS * 8
FEWEST_SLOTS = 1 << 12
WATCH = 1023
"""The cancel flag is looked at whenever the number of positions has none of these bits."""


@kernel
def _pack(row: Words, count: int, left: int, key: Words) -> None:
    for plane in range(6):
        key[plane] = row[plane]
    key[0] |= U(count) << ABOVE
    key[1] |= U(left) << ABOVE
    key[2] |= USED


@kernel
def _slot(slots: Any, key: Words) -> int:
    """Where a position stands in the set, or the empty place where it would.

    Hashed with multipliers of splitmix64 (Steele, Lea and Flood, 2014).
    """
    mask = slots.shape[0] - 1
    mixed = U(0)
    for word in range(6):
        bits = key[word] & ~(WINS if word == 2 else U(0))
        mixed = (mixed ^ bits) * U(0x9E3779B97F4A7C15)
        mixed ^= mixed >> U(29)
    mixed *= U(0xBF58476D1CE4E5B9)
    place = np.int64(mixed >> U(32)) & mask
    while slots[place, 2]:
        same = (slots[place, 2] | WINS) == (key[2] | WINS)
        for word in (0, 1, 3, 4, 5):
            same = same and slots[place, word] == key[word]
        if same:
            break
        place = (place + 1) & mask
    return int(place)


@kernel
def _grown(slots: Any) -> Any:
    """The set with twice as many places."""
    more = np.zeros((slots.shape[0] * 2, WORDS), dtype=np.uint64)
    for old in range(slots.shape[0]):
        if slots[old, 2]:
            more[_slot(more, slots[old])] = slots[old]
    return more


@kernel
def _wins(row: Words, count: int, goal: int, target: int) -> bool:
    """Whether a row with nothing left to deal is won; `target` is a card or `NO_CARD`."""
    if count > goal:
        return False
    if target < 0:
        return True
    return place_of(row, count, target) >= 0


@kernel
def _search(
    start: Words,
    count: int,
    stock: Numbers,
    terms: Terms,
    target: int,
    first: bool,
    most: int,
    most_slots: int,
    cancel: Flag,
    best: Numbers,
    openings: Numbers,
    tops: Flag,
    told: Numbers,
) -> int:
    """Search all positions from `start` with `stock` still to be dealt; returns how it ended.

    With `first` a win ends the search. `most` bounds the number of positions, `most_slots`
    their places. Written: `best` [piles, length, codes…], the way to the fewest piles with
    an empty stock (or to the first win); `openings` [how many, codes…], the first actions
    that can win; `tops`, by card, what can be last; `told` [positions, whether a win was
    seen], also while the search runs.
    """
    # At each depth: the row, [piles, stock cards left, how many actions, the next one to
    # play, whether a win can be reached], and the actions.
    deepest = 2 * len(stock) + count + 2
    rows = np.zeros((deepest, 6), dtype=np.uint64)
    frames = np.zeros((deepest, 5), dtype=np.int64)
    codes = np.empty((deepest, MOST_ACTIONS + 1), dtype=np.int64)
    slots = np.zeros((FEWEST_SLOTS, WORDS), dtype=np.uint64)
    key = np.zeros(WORDS, dtype=np.uint64)
    best[0], best[1], openings[0], told[:] = CARDS + 1, 0, 0, 0
    rows[0, :] = start
    frames[0, 0], frames[0, 1] = count, len(stock)
    depth, entering = 0, True
    while depth >= 0:
        row, frame, piles, left = rows[depth], frames[depth], frames[depth, 0], frames[depth, 1]
        if entering:
            _pack(row, piles, left, key)
            place = _slot(slots, key)
            if not slots[place, 2]:
                if told[0] >= most:
                    return NODES
                if told[0] & WATCH == 0 and cancel[0]:
                    return CANCELLED
                if told[0] * 4 >= slots.shape[0] * 3:
                    if slots.shape[0] * 2 > most_slots:
                        return MEMORY
                    slots = _grown(slots)
                    place = _slot(slots, key)
                slots[place] = key
                told[0] += 1
                frame[4] = 0
                if left == 0:
                    frame[4] = _wins(row, piles, terms.goal, target)
                    if piles == 1:
                        tops[card_at(row, 0)] = 1
                    winning = frame[4] and first
                    if winning or piles < best[0]:
                        _note(piles, depth, codes, frames, best)
                    told[1] |= frame[4]
                    if winning:
                        return WON
                frame[2], frame[3] = _all_legal(row, piles, left, terms, codes[depth]), 0
            else:  # seen before; nothing below it is still being searched
                frame[2], frame[3], frame[4] = 0, 0, 1 if slots[place, 2] & WINS else 0
        if frame[3] < frame[2]:
            _play(row, frame, codes[depth, frame[3]], terms, stock, rows, frames, depth + 1)
            frame[3] += 1
            depth += 1
            entering = True
            continue
        if frame[4]:
            _pack(row, piles, left, key)
            slots[_slot(slots, key), 2] |= WINS
            _pass_on(depth, codes, frames, openings)
        depth -= 1
        entering = False
    return DONE


@kernel
def _all_legal(row: Words, piles: int, left: int, terms: Terms, codes: Numbers) -> int:
    """Write the codes of all legal actions, a deal among them; returns how many."""
    found = legal(row, piles, terms, codes)
    if left and not (terms.compulsory and found):
        codes[found] = ONE_DEALT
        found += 1
    return found


@kernel
def _pass_on(depth: int, codes: Any, frames: Any, openings: Numbers) -> None:
    """Tell the position before that a win can be reached by the action it has just tried."""
    if depth:
        frames[depth - 1, 4] = 1
    if depth == 1:
        openings[0] += 1
        openings[openings[0]] = codes[0, frames[0, 3] - 1]


@kernel
def _note(piles: int, depth: int, codes: Any, frames: Any, best: Numbers) -> None:
    """Keep the way to a depth as the best one."""
    best[0], best[1] = piles, depth
    for step in range(depth):
        best[2 + step] = codes[step, frames[step, 3] - 1]


@kernel
def _play(
    row: Words,
    frame: Numbers,
    code: int,
    terms: Terms,
    stock: Numbers,
    rows: Any,
    frames: Any,
    depth: int,
) -> None:
    """Write the position after an action at the next depth."""
    piles, left = frame[0], frame[1]
    if code == ONE_DEALT:
        rows[depth, :] = row
        lay(rows[depth], piles, stock[len(stock) - left])
        frames[depth, 0], frames[depth, 1] = piles + 1, left - 1
    else:
        frames[depth, 0] = play(row, piles, terms, code, rows[depth])
        frames[depth, 1] = left


class _Answer:
    """A search of everything from a table, and what it has found out so far."""

    def __init__(self, start: Start, first: bool, most: int, memory: int, cancel: Flag) -> None:
        self.best = np.zeros(2 + LONGEST_LINE, dtype=np.int64)
        self.openings = np.zeros(MOST_ACTIONS + 2, dtype=np.int64)
        self.tops = np.zeros(CARDS, dtype=np.uint8)
        self.told = np.zeros(2, dtype=np.int64)
        self.end = CANCELLED
        slots = memory * 1_000_000 // BYTES * 2 // 3  # the set and its half-sized forerunner
        self._call = (
            start.row,
            start.on_table,
            start.stock,
            start.terms,
            start.target,
            first,
            most,
            slots,
            cancel,
            self.best,
            self.openings,
            self.tops,
            self.told,
        )

    def run(self) -> None:
        self.end = _search(*self._call)

    @property
    def best_line(self) -> Numbers:
        """The codes of the way to the fewest piles, or to the first win."""
        return self.best[2 : 2 + self.best[1]]


@cache
def _compiled() -> None:
    """Have the search compiled, or loaded, before the clock of a budget starts."""
    _Answer(Start.of(Table(RuleSet(), ())), True, 1, 1, flag()).run()


def explore_fast(
    table: Table,
    *,
    budget: float = 10.0,
    nodes: int | None = None,
    memory: int = 1000,
    progress: Callable[[int], None] | None = None,
) -> Space:
    """What `reference.explore` answers, many times faster and in less memory.

    `budget` is in seconds, `nodes` a number of positions, `memory` in megabytes. Where
    one runs out the verdict is `winnable` if a win has been seen, else `unknown`, and all
    else is unknown. `progress` is told the number of positions from time to time.
    """
    _compiled()
    start, cancel = Start.of(table), flag()
    answer = _Answer(start, False, EVERYTHING if nodes is None else nodes, memory, cancel)
    watched(answer.run, cancel, budget, look=lambda: progress and progress(int(answer.told[0])))
    won = bool(answer.told[1])
    if answer.end != DONE:
        return Space(None, Verdict.WINNABLE if won else Verdict.UNKNOWN, None, None, None)
    winning = set(start.actions(answer.openings[1 : 1 + answer.openings[0]].tolist()))
    one_pile = table.rules.goal == 1 and table.rules.discard == "none"
    tops = (FRESH_DECK[card] for card in np.flatnonzero(answer.tops))
    return Space(
        positions=int(answer.told[0]),
        verdict=Verdict.WINNABLE if won else Verdict.LOST,
        fewest_piles=int(answer.best[0]),
        winning_actions=tuple(action for action in table.legal_actions if action in winning),
        final_tops=tuple(sorted(tops, key=str)) if one_pile else None,
    )


def search_all(table: Table, *, nodes: int, memory: int, cancel: Flag) -> Found:
    """A win, or the proof that there is none and the fewest piles, under any rule set.

    `nodes` bounds the number of positions, `memory` (megabytes) what they take.
    """
    start = Start.dealt_out(table)
    answer = _Answer(start, True, nodes, memory, cancel)
    answer.run()
    if answer.best[0] > CARDS:  # stopped before the stock was dealt
        piles, rest = len(table.row) + len(start.stock), [ONE_DEALT] * len(start.stock)
        return Found(Verdict.UNKNOWN, piles, start.actions(rest), int(answer.told[0]), False)
    verdict = {DONE: Verdict.LOST, WON: Verdict.WINNABLE}.get(answer.end, Verdict.UNKNOWN)
    piles = int(answer.best[0])
    return Found(
        verdict,
        piles,
        start.actions(answer.best_line.tolist()),
        int(answer.told[0]),
        answer.end == DONE or piles <= 1,
    )
