"""The stock known: all rows that can be reached, one layer for every card dealt; exact.

Imports `start`, `telling`, `planes`, `found` and `table`.

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

Rows are numbered in the order in which they are found. One layer is kept, and the rows of
the one before that a card may be dealt to; of all others only the *origin*: the parent's
number and the action between the two, so that the actions to a row are found by walking back.
The hash table holds numbers of rows; those of earlier layers are smaller than the first of
this one and count as empty, so the table is cleared only from deal to deal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..table import Outcome, Table
from .bits import cycles
from .compiled import kernel
from .found import Found
from .planes import (
    MOST_ACTIONS,
    Flag,
    Numbers,
    Terms,
    U,
    Words,
    fewest_thinkable,
    lay,
    legal,
    place_of,
    play,
)
from .start import Start
from .telling import tell
from .verdict import LOST, UNKNOWN, WINNABLE, Verdict

# A row is kept as its six planes, its number of piles and its hash; one that is to be dealt
# to has its number there instead.
PILES, HASH, WORDS = 6, 7, 8  # `PILES` stands behind the planes
NUMBER = HASH

# Its origin is the parent's number in the high half, and in the low half one more than the
# code of the action.
LOW = U(0xFFFFFFFF)

# How memory is shared out. In compulsory sets hardly one row in six is stable where layers are
# large, and all layers together have twice the rows of the largest.
LAYERS = 4
"""So many times the rows of the largest layer may be found in all layers together."""
UNSTABLE = 4
"""One row of so many may be dealt to."""
BYTES_A_ROW = 8 * WORDS + 8 * WORDS // UNSTABLE + 4 * 8 + 8 * LAYERS
"""The most memory that room for one more row in a layer takes, in bytes: the row, its part of
the stable ones, four slots of the hash table, the origins."""

NO_ROOM = 0
FEWEST_SLOTS = 1024


class Room(NamedTuple):
    """What a search works in; it serves any number of searches, one at a time."""

    origins: Words
    """By the row's number, from 1."""
    layer: Words
    """The rows of a layer."""
    stable: Words
    """Those that a card may be dealt to."""
    slots: Words
    """The hash table: in the low half a row's number, in the high half that of its hash."""
    codes: Numbers


def room(megabytes: int) -> Room:
    """Room for searches that take at most so many megabytes."""
    most = max(1, megabytes * 1_000_000 // BYTES_A_ROW)
    slots = FEWEST_SLOTS
    while slots < 2 * (most + 1):
        slots *= 2
    # Nothing is written here: the system gives memory only to the rows that will be kept.
    return Room(
        np.empty(LAYERS * most + 1, dtype=np.uint64),
        np.empty((most, WORDS), dtype=np.uint64),
        np.empty((most // UNSTABLE + 1, WORDS), dtype=np.uint64),
        np.empty(slots, dtype=np.uint64),
        np.empty(MOST_ACTIONS, dtype=np.int64),
    )


def solve(
    table: Table,
    *,
    nodes: int,
    memory: int,
    cancel: Flag,
) -> Found:
    """Verdict, fewest piles and actions, from any position of any rule set.

    `nodes` is the number of rows that may be kept, `memory` of megabytes; another
    thread ends the search by setting `cancel`. The actions lead to the win with the fewest
    piles; where there is none, to the fewest piles. A search that ends early plays its
    best row out: that may be a win too, else the verdict is `unknown`.
    """
    start, own = Start.of(table), room(memory)
    kept, best, piles, won, _, complete = search(
        own, nodes, layer_row(start), start.stock, start.target, start.terms, cancel
    )
    made = walk_back(own.origins, won or best, own.codes)
    actions = list(start.actions(own.codes[:made].tolist()))
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
        bool(complete) and len(end.row) == piles,
    )


def layer_row(start: Start) -> Words:
    """A row as `search` takes it."""
    row = np.zeros(WORDS, dtype=np.uint64)
    row[:PILES] = start.row
    row[PILES] = start.on_table
    return row


@kernel
def solve_all(
    decks: Numbers,
    size: int,
    targets: Numbers,
    terms: Terms,
    room: Room,
    nodes: int,
    cancel: Flag,
    told: Numbers,
    codes: Numbers,
) -> None:
    """Play many deals from their stocks, and tell of them (`telling`).

    At most `nodes` rows are kept of each; where they don't suffice, nothing is told.
    """
    start = np.zeros(WORDS, dtype=np.uint64)
    for one in range(len(decks)):
        began = cycles()
        kept, best, piles, won, won_piles, complete = search(
            room, nodes, start, decks[one, :size], targets[one], terms, cancel
        )
        verdict, made, left = UNKNOWN, 0, 0
        if complete:
            verdict, left = (WINNABLE, won_piles) if won else (LOST, piles)
            made = walk_back(room.origins, won if won else best, codes[one])
        tell(told[one], verdict, made, left, kept, began, complete and left == piles)


@kernel
def walk_back(origins: Words, number: int, codes: Numbers) -> int:
    """Write the codes of the actions from the start to the row of that number; returns how many."""
    made, at = 0, U(number)
    while at > U(1):
        at = origins[at] >> U(32)
        made += 1
    at = U(number)
    for after in range(made, 0, -1):
        codes[after - 1] = np.int64(origins[at] & LOW) - 1
        at = origins[at] >> U(32)
    return made


@kernel
def search(
    room: Room,
    nodes: int,
    start: Words,
    stock: Numbers,
    target: int,
    terms: Terms,
    cancel: Flag,
) -> tuple[int, int, int, int, int, bool]:
    """Fill layer after layer from the row `start`, number 1.

    At most `nodes` rows are kept, or as many as there is room for. `stock` are the cards to
    come and `target` the target card, as their `order` (-1 for no target). Returns

    - how many rows were kept,
    - the number of a row with the fewest piles in the layer last looked at, and its piles,
    - the number of a won row with the fewest piles, and its piles,
    - whether nothing is left to look for.

    The number 0 stands for no row.
    """
    origins, codes = room.origins, room.codes
    slots = room.slots[:FEWEST_SLOTS]
    slots[:] = 0
    row, after = np.empty(WORDS, dtype=np.uint64), np.empty(WORDS, dtype=np.uint64)
    least = fewest_thinkable(int(start[PILES]) + len(stock), terms.effect)
    most = min(nodes, len(origins) - 1)
    best, piles, won, won_piles = 0, int(start[PILES]), 0, 0
    first, end = 1, 1  # the layer's rows are first … end - 1
    stable = 0
    for dealt in range(len(stock) + 1):
        first = end
        rows = room.layer[: max(0, most + 1 - first)]
        if dealt:
            slots, end, full = deal(room, stable, stock[dealt - 1], rows, slots, first)
        else:
            origins[1] = U(0)
            end += insert(rows, slots, 1, 1, start) == 1
            full = end == 1
        stable = 0
        if full:
            return end - 1, best, piles, won, won_piles, False
        best, piles = first, int(rows[0, PILES])
        number = first
        while number < end:
            if number & 255 == 0 and cancel[0]:
                return end - 1, best, piles, won, won_piles, False
            copy(rows[number - first], row)
            count = int(row[PILES])
            if count < piles:
                best, piles = number, count
            if dealt == len(stock) and count <= terms.goal:
                better = not won or count < won_piles
                if better and (target < 0 or place_of(row, count, target) >= 0):
                    won, won_piles = number, count
                    if count == least:
                        return end - 1, best, piles, won, won_piles, True
            found = legal(row, count, terms, codes)
            if dealt < len(stock) and not (found and terms.compulsory):
                if stable == len(room.stable):
                    return end - 1, best, piles, won, won_piles, False
                row[NUMBER] = U(number)
                copy(row, room.stable[stable])
                stable += 1
            if 2 * (end + found - first) > len(slots):
                slots = roomier(rows, room.slots, len(slots), first, end, end + found)
            for at in range(found):
                after[PILES] = U(play(row, count, terms, codes[at], after))
                new = insert(rows, slots, first, end, after)
                if new == NO_ROOM:
                    return end - 1, best, piles, won, won_piles, False
                if new == end:
                    origins[end] = (U(number) << U(32)) | U(codes[at] + 1)
                    end += 1
            number += 1
    return end - 1, best, piles, won, won_piles, True


@kernel
def deal(
    room: Room,
    stable: int,
    card: int,
    rows: Words,
    slots: Words,
    first: int,
) -> tuple[Words, int, bool]:
    """Begin the layer of `rows`, from number `first` on, with a card dealt to the stable rows.

    Returns the hash table, the number after the last row, and whether there was no room for
    another.
    """
    row = np.empty(WORDS, dtype=np.uint64)
    end = first
    for one in range(stable):
        copy(room.stable[one], row)
        parent = row[NUMBER]
        lay(row, int(row[PILES]), card)
        row[PILES] += U(1)
        if 2 * (end + 1 - first) > len(slots):
            slots = roomier(rows, room.slots, len(slots), first, end, end + 1)
        number = insert(rows, slots, first, end, row)
        if number == NO_ROOM:
            return slots, end, True
        if number == end:
            room.origins[end] = parent << U(32)
            end += 1
    return slots, end, False


@kernel
def copy(row: Words, to: Words) -> None:
    """Copy all words of a row."""
    for word in range(WORDS):
        to[word] = row[word]


# ---------------------------------------------------------------- the rows of a layer


@kernel
def insert(rows: Words, slots: Words, first: int, end: int, row: Words) -> int:
    """Keep a row as number `end`, unless it is one of the layer's rows `first` … `end` - 1.

    Returns its number; `NO_ROOM` if the row is new and there is no place for it.
    """
    mixed = hash_of(row)
    mask = U(len(slots) - 1)
    slot = mixed & mask
    while slots[slot] & LOW >= U(first):
        # A slot's high half is that of the hash: most other rows are told apart by it.
        if (slots[slot] ^ mixed) <= LOW and same(rows[int(slots[slot] & LOW) - first], row):
            return int(slots[slot] & LOW)
        slot = (slot + U(1)) & mask
    if end - first == len(rows):
        return NO_ROOM
    slots[slot] = (mixed & ~LOW) | U(end)
    row[HASH] = mixed
    copy(row, rows[end - first])
    return end


@kernel
def hash_of(row: Words) -> Any:
    """A word in which all bits of the planes and the number of piles are mixed.

    The multipliers are those of xxHash (Collet) and wyhash (Wang): odd, with bits well spread.
    """
    mixed = row[0] * U(0x9E3779B97F4A7C15) + row[1] * U(0xC2B2AE3D27D4EB4F)
    mixed += row[2] * U(0x165667B19E3779F9) + row[3] * U(0xD6E8FEB86659FD93)
    mixed ^= mixed >> U(32)
    mixed += row[4] * U(0xA0761D6478BD642F) + row[5] * U(0xE7037ED1A0B428DB) + row[PILES]
    mixed = (mixed ^ (mixed >> U(29))) * U(0x8EBC6AF09C88C6E3)
    return mixed ^ (mixed >> U(32))


@kernel
def same(row: Words, other: Words) -> bool:
    """Whether two rows have the same cards at the same places."""
    for word in range(HASH):
        if row[word] != other[word]:
            return False
    return True


@kernel
def roomier(rows: Words, room: Words, size: int, first: int, end: int, new_end: int) -> Words:
    """The table of the rows `first` … `end` - 1 made larger, at most half full at `new_end`.

    It takes as much of `room` as it needs, or all: that is enough for every row there can be.
    """
    while 2 * (new_end - first) > size and 2 * size <= len(room):
        size *= 2
    slots = room[:size]
    slots[:] = 0
    mask = U(size - 1)
    for number in range(first, end):
        mixed = rows[number - first, HASH]
        slot = mixed & mask
        while slots[slot]:
            slot = (slot + U(1)) & mask
        slots[slot] = (mixed & ~LOW) | U(number)
    return slots
