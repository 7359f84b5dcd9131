"""The stock known: all rows that can be reached, one layer for every card dealt; exact.

Imports `planes`, `found`, `verdict`, `table` and `actions`.

A *layer* is the set of all rows that can be reached with the same number of cards left in
the stock. It begins with the rows that a deal makes of those of the layer before, wherever
a deal is legal, and grows by whatever else is legal until nothing new appears. In a
compulsory rule set a deal is legal only in *stable* rows, where nothing else is; most rows
aren't stable, which keeps the layers small. (Where deals are free every row is dealt to;
that is just as exact, and far larger.) In the last layer, when the stock is empty, every
row counts for the goal.

Nothing is pruned: this is plain exhaustive search, and what it says is proved. Two rows are
the same only if their six planes and their numbers of piles are; hashes only tell where to
look. The fate of a target card needs no memory: it is lost exactly when it is neither in
the row nor in the stock, and the last layer's rows show that. Until then play goes on in
lost positions too, because the fewest piles are asked for over all positions.

Rows are kept one behind the other, each with its parent and the action between the two, so
the actions to a row are found by walking back. The hash table holds numbers of rows; those
of earlier layers are smaller than the first of this one and count as empty, so the table
is never cleared.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..actions import Action
from ..table import DEAL_ONE, Outcome, Table
from .compiled import kernel
from .found import Found
from .planes import (
    MERGES,
    PAIR,
    Terms,
    U,
    Words,
    action_of,
    card_at,
    lay,
    legal,
    planes,
    play,
    terms_of,
)
from .verdict import Verdict

BYTES_A_ROW = 112
"""The most memory a row takes, in bytes: its eight words, and up to six slots of the hash
table while that grows."""

# A row is kept as its six planes, its number of piles, and its origin: the parent's number
# in the high half, in the low half the code of the action, and a bit for stable rows.
PILES, ORIGIN, WORDS = 6, 7, 8
LOW = U(0xFFFFFFFF)
STABLE = U(0x80000000)

DEALT = U(0)
"""The code of a deal; `planes` gives it to no other action."""

MOST_CODES = 5304
"""No row has more legal actions: all pairs of 52 piles, four ways each."""

Numbers = NDArray[np.int64]


def solve(
    table: Table,
    *,
    nodes: int = 10_000_000,
    memory: int = 400,
    cancel: NDArray[Any] | None = None,
) -> Found:
    """Verdict, fewest piles and actions, from any position of any rule set.

    `nodes` is the number of rows that may be kept, `memory` of megabytes; another thread
    ends the search by setting `cancel[0]`. The actions lead to the win with the fewest
    piles; where there is none, to the fewest piles. A search that ends early plays its
    best row out: that may be a win too, else the verdict is `unknown`.
    """
    terms = terms_of(table.rules)
    most = max(0, min(nodes, memory * 1_000_000 // BYTES_A_ROW, 2**31))
    # Nothing is written here: the system gives memory only to the rows that will be kept.
    rows = np.empty((most + 1, WORDS), dtype=np.uint64)
    kept, best, won, complete = search(
        rows,
        start_row(table),
        np.array([card.order for card in table.stock], dtype=np.int64),
        -1 if table.target is None else table.target.order,
        terms,
        np.zeros(1, dtype=np.uint8) if cancel is None else cancel,
    )
    actions: list[Action] = [
        action_of(code, terms) if code != DEALT else DEAL_ONE
        for code in walk_back(rows, won or best)
    ]
    end = table
    for action in actions:
        end = end.after(action)
    while not (complete or won):
        won = end.outcome is Outcome.WON
        following = next(iter(end.legal_actions), None)
        if won or following is None:
            break
        actions.append(following)
        end = end.after(following)
    return Found(
        Verdict.WINNABLE if won else Verdict.LOST if complete else Verdict.UNKNOWN,
        len(end.row),
        tuple(actions),
        int(kept),
        bool(complete) and len(end.row) == int(rows[best, PILES]),
    )


def start_row(table: Table) -> Words:
    """A table's row as `search` takes it."""
    row = np.zeros(WORDS, dtype=np.uint64)
    row[:PILES] = planes(table.tops)
    row[PILES] = len(table.row)
    return row


def walk_back(rows: NDArray[np.uint64], number: int) -> list[int]:
    """The codes of the actions that lead from the start to the row of that number."""
    codes: list[int] = []
    while number > 1:
        origin = int(rows[number, ORIGIN])
        codes.append(origin & int(LOW) & ~int(STABLE))
        number = origin >> 32
    return codes[::-1]


@kernel
def search(
    rows: NDArray[np.uint64],
    start: Words,
    stock: Numbers,
    target: int,
    terms: Terms,
    cancel: NDArray[np.uint8],
) -> tuple[int, int, int, bool]:
    """Fill layer after layer from the row `start` (eight words, the last one 0).

    The rows are kept in `rows` from number 1 (the start) on, as many as there is room for;
    what `rows` holds before doesn't matter, so that one serves many searches. `stock` are
    the cards to come and `target` the target card, as their `order` (-1 for no target).
    Returns

    - how many rows were kept,
    - the number of a row with the fewest piles in the layer last looked at,
    - the number of a won row with the fewest piles,
    - whether nothing is left to look for.

    The number 0 stands for no row.
    """
    slots = np.zeros(1024, dtype=np.uint64)
    codes = np.empty(MOST_CODES, dtype=np.int64)
    row, after = np.empty(WORDS, dtype=np.uint64), np.empty(WORDS, dtype=np.uint64)
    least = fewest_thinkable(int(start[PILES]) + len(stock), terms.effect)
    best, won = 0, 0
    first, end = 1, insert(rows, slots, 1, 1, start)  # the layer's rows are first … end - 1
    for dealt in range(len(stock) + 1):
        if dealt:
            before, first = first, end
            for parent in range(before, first):
                if terms.compulsory and not rows[parent, ORIGIN] & STABLE:
                    continue
                copy(rows[parent], row)
                lay(row, int(row[PILES]), stock[dealt - 1])
                row[PILES] += U(1)
                row[ORIGIN] = (U(parent) << U(32)) | DEALT
                if 2 * (end + 1 - first) > len(slots):
                    slots = roomier(rows, slots, first, end, end + 1)
                end = insert(rows, slots, first, end, row)
                if end < 0:
                    return len(rows) - 1, best, won, False
        if end < 0:  # not even the start may be kept
            return len(rows) - 1, best, won, False
        best, number = first, first
        while number < end:
            if number & 255 == 0 and cancel[0]:
                return end - 1, best, won, False
            copy(rows[number], row)
            piles = int(row[PILES])
            if row[PILES] < rows[best, PILES]:
                best = number
            if dealt == len(stock) and piles <= terms.goal:
                better = not won or row[PILES] < rows[won, PILES]
                if better and (target < 0 or holds(row, target)):
                    won = number
                    if piles == least:
                        return end - 1, best, won, True
            found = legal(row, piles, terms, codes)
            if not found:
                rows[number, ORIGIN] |= STABLE
            if 2 * (end + found - first) > len(slots):
                slots = roomier(rows, slots, first, end, end + found)
            for at in range(found):
                after[PILES] = U(play(row, piles, terms, codes[at], after))
                after[ORIGIN] = (U(number) << U(32)) | U(codes[at])
                end = insert(rows, slots, first, end, after)
                if end < 0:
                    return len(rows) - 1, best, won, False
            number += 1
    return end - 1, best, won, True


@kernel
def fewest_thinkable(cards: int, effect: int) -> int:
    """No play of so many cards, in row and stock together, leaves fewer piles than this.

    A merge leaves at least one pile; pairs that leave keep the number even or odd; and where
    what lies between leaves, the first and the last pile stay.
    """
    if effect == PAIR:
        return cards & 1
    return min(cards, 1 if effect == MERGES else 2)


@kernel
def copy(row: Words, to: Words) -> None:
    """Copy all words of a row."""
    for word in range(WORDS):
        to[word] = row[word]


@kernel
def holds(row: Words, card: int) -> bool:
    """Whether a card is the top of one of the row's piles."""
    for place in range(int(row[PILES])):
        if card_at(row, place) == card:
            return True
    return False


# ---------------------------------------------------------------- the rows of a layer


@kernel
def insert(rows: NDArray[np.uint64], slots: Words, first: int, end: int, row: Words) -> int:
    """Keep a row as number `end`, unless it is one of the layer's rows `first` … `end` - 1.

    Returns the new `end`; -1 if the row is new and there is no place for it.
    """
    mixed = hash_of(row)
    mask = U(len(slots) - 1)
    slot = mixed & mask
    while slots[slot] & LOW >= U(first):
        # A slot's high half is that of the hash: most other rows are told apart by it.
        if (slots[slot] ^ mixed) <= LOW and same(rows[slots[slot] & LOW], row):
            return end
        slot = (slot + U(1)) & mask
    if end == len(rows):
        return -1
    slots[slot] = (mixed & ~LOW) | U(end)
    copy(row, rows[end])
    return end + 1


@kernel
def hash_of(row: Words) -> Any:
    """A word in which all bits of the planes and the number of piles are mixed."""
    mixed = row[0] * U(0x9E3779B97F4A7C15) + row[1] * U(0xC2B2AE3D27D4EB4F)
    mixed += row[2] * U(0x165667B19E3779F9) + row[3] * U(0xD6E8FEB86659FD93)
    mixed ^= mixed >> U(32)
    mixed += row[4] * U(0xA0761D6478BD642F) + row[5] * U(0xE7037ED1A0B428DB) + row[PILES]
    mixed = (mixed ^ (mixed >> U(29))) * U(0x8EBC6AF09C88C6E3)
    return mixed ^ (mixed >> U(32))


@kernel
def same(row: Words, other: Words) -> bool:
    """Whether two rows have the same cards at the same places."""
    for word in range(ORIGIN):
        if row[word] != other[word]:
            return False
    return True


@kernel
def roomier(rows: NDArray[np.uint64], slots: Words, first: int, end: int, new_end: int) -> Words:
    """A larger hash table of the rows `first` … `end` - 1, half full at most at `new_end`."""
    size = len(slots)
    while 2 * (new_end - first) > size:
        size *= 2
    slots = np.zeros(size, dtype=np.uint64)
    mask = U(size - 1)
    for number in range(first, end):
        mixed = hash_of(rows[number])
        slot = mixed & mask
        while slots[slot]:
            slot = (slot + U(1)) & mask
        slots[slot] = (mixed & ~LOW) | U(number)
    return slots
