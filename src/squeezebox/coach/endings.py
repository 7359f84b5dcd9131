"""Endings with one first action that wins, met in plays: compiled. Imports kernels.

A play of a deck comes to few piles; a win is looked for from there; and each row on the way to
it is an ending: can it be won by the action that is played only? Whether a short row can be won
is looked up in the solver's table of ends; of longer ones all actions are tried until the rows
are short. Nothing is left out, so what is said of an ending is proved: every other first action
was followed in every way there is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..players.kernels import Room as PlayRoom, begin, below, play_deck
from ..players.simple import Weights
from ..solver import guided, layers
from ..solver.compiled import kernel, part
from ..solver.ends import SHORT, Ends, can_last, fewest_of, graph_of
from ..solver.planes import (
    LONGEST_LINE,
    MOST_ACTIONS,
    ONE_DEALT,
    Flag,
    Numbers,
    Terms,
    Words,
    lay_all,
    legal,
    place_of,
    play,
)
from ..solver.weights import Limits

LONGEST = 12
"""No ending has more piles."""

MOST_ROWS = 20_000
"""An ending is passed over if more rows have to be looked at to know one chance of a win."""

MOST_ENDINGS = 5_000
"""So many endings of a deck are looked at."""

TOO_MANY = -1.0
"""Stands for a chance that would have taken too long to work out."""

NO_ACTION = -1
"""Stands for the code of an action where there is none."""

A_PILE = 0.125
"""What a pile counts for in the hardness of an ending."""


class Tree(NamedTuple):
    """Memory for a search of an ending; by depth."""

    rows: Words
    piles: Numbers
    codes: Numbers
    found: Numbers
    """How many actions there are."""
    tried: Numbers
    """How many of them were tried."""
    chances: NDArray[np.float64]
    """The sum of the chances of those."""
    looked: Numbers
    """How many rows were looked at so far, by all searches and plays."""


class Desk(NamedTuple):
    """What looking for endings works in; it is used again and again."""

    row: Words
    after: Words
    codes: Numbers
    line: Numbers
    """The codes of the actions that led to a row."""
    tree: Tree


class Wanted(NamedTuple):
    """What an ending must be like."""

    fewest: int
    most: int
    """Its piles, at least and at most."""
    least: float
    """Its hardness, at least."""
    below: float
    """Its hardness is less."""


class Met(NamedTuple):
    """An ending that was met; the way to it is in `Desk.line`."""

    deck: int
    """Which of the decks; −1 if there is none."""
    made: int
    """How many actions led to it."""
    piles: int
    action: int
    """The code of the only action that wins."""
    choices: int
    """How many actions are legal."""
    chance: float
    """The chance that blind play wins."""


def desk() -> Desk:
    """Memory for one search at a time."""
    deepest = LONGEST + 2
    tree = Tree(
        np.zeros((deepest, 6), dtype=np.uint64),
        np.zeros(deepest, dtype=np.int64),
        np.zeros((deepest, MOST_ACTIONS), dtype=np.int64),
        np.zeros(deepest, dtype=np.int64),
        np.zeros(deepest, dtype=np.int64),
        np.zeros(deepest, dtype=np.float64),
        np.zeros(1, dtype=np.int64),
    )
    return Desk(
        np.zeros(6, dtype=np.uint64),
        np.zeros(6, dtype=np.uint64),
        np.zeros(MOST_ACTIONS, dtype=np.int64),
        np.zeros(LONGEST_LINE, dtype=np.int64),
        tree,
    )


# ---------------------------------------------------------------- one ending


@kernel
def can_win(row: Words, count: int, terms: Terms, target: int, ends: Ends) -> bool:
    """Whether a row of at most `SHORT` piles can be won."""
    graph = graph_of(row, count)
    if target < 0:
        return fewest_of(graph, count, ends) <= terms.goal
    place = place_of(row, count, target)
    return place >= 0 and can_last(graph, count, place, terms.goal, ends)


@part
def _enter(depth: int, terms: Terms, target: int, ends: Ends, whether: bool, tree: Tree) -> None:
    """Look at the row at a depth: what is to be tried there, or what is known of it at once."""
    row, count = tree.rows[depth], tree.piles[depth]
    tree.found[depth], tree.tried[depth], tree.chances[depth] = 0, 0, 0.0
    if target >= 0 and place_of(row, count, target) < 0:
        return
    if count <= terms.goal:
        tree.chances[depth] = 1.0
    elif count > SHORT:
        tree.found[depth] = legal(row, count, terms, tree.codes[depth])
    elif can_win(row, count, terms, target, ends):
        if whether:
            tree.chances[depth] = 1.0
        else:
            tree.found[depth] = legal(row, count, terms, tree.codes[depth])


@kernel
def chance(
    row: Words, count: int, terms: Terms, target: int, ends: Ends, whether: bool, tree: Tree
) -> float:
    """The chance that blind play wins a row: each time any of the legal actions, all alike.

    With `whether` it is only asked whether it can be won: then it is 0 if it can't. `TOO_MANY`
    if more than `MOST_ROWS` rows had to be looked at.
    """
    for plane in range(6):
        tree.rows[0, plane] = row[plane]
    tree.piles[0] = count
    _enter(0, terms, target, ends, whether, tree)
    depth, looked = 0, 1
    while looked <= MOST_ROWS:
        one = tree.tried[depth]
        if one < tree.found[depth]:
            tree.tried[depth] += 1
            code, after = tree.codes[depth, one], tree.rows[depth + 1]
            tree.piles[depth + 1] = play(tree.rows[depth], tree.piles[depth], terms, code, after)
            depth += 1
            looked += 1
            tree.looked[0] += 1
            _enter(depth, terms, target, ends, whether, tree)
            continue
        value = tree.chances[depth] / max(1, tree.found[depth])
        if depth == 0 or (whether and value > 0):
            return float(value)
        depth -= 1
        tree.chances[depth] += value
    return TOO_MANY


@kernel
def only_action(
    row: Words, count: int, terms: Terms, target: int, ends: Ends, known: int, desk: Desk
) -> tuple[int, int]:
    """The code of the one action that wins a row, and how many are legal (in `desk.codes`).

    `known` is an action that wins, if one is known. `NO_ACTION` if not exactly one wins, or if
    there is no choice.
    """
    found = legal(row, count, terms, desk.codes)
    only = known
    for one in range(found if found > 1 else 0):
        code = desk.codes[one]
        if code != known:
            after = play(row, count, terms, code, desk.after)
            value = chance(desk.after, after, terms, target, ends, True, desk.tree)
            if value == TOO_MANY or (value > 0 and only != NO_ACTION):
                return NO_ACTION, found
            if value > 0:
                only = code
    return (only if found > 1 else NO_ACTION), found


@kernel
def hardness(value: float, piles: int) -> float:
    """How hard an ending is: how rarely blind play wins it, and how long it is.

    The chance `value` counts by its bits (1 in 8 are three), a pile like an eighth of one.
    It is rounded to thousandths, so that it can be compared with what was kept.
    """
    return float(np.floor(1000 * (A_PILE * piles - np.log2(value)) + 0.5) / 1000)


@kernel
def look_at(
    row: Words,
    count: int,
    terms: Terms,
    target: int,
    ends: Ends,
    known: int,
    wanted: Wanted,
    desk: Desk,
) -> tuple[int, int, float]:
    """The only action that wins a row, how many there are, and the chance of blind play.

    `NO_ACTION` if not exactly one wins, or the ending isn't as hard as is wanted.
    """
    only, found = only_action(row, count, terms, target, ends, known, desk)
    if only == NO_ACTION:
        return only, found, 0.0
    value = chance(row, count, terms, target, ends, False, desk.tree)
    if value <= 0 or not wanted.least <= hardness(value, count) < wanted.below:
        return NO_ACTION, found, value
    return only, found, value


# ---------------------------------------------------------------- endings of plays


@kernel
def from_plays(
    decks: Numbers,
    targets: Numbers,
    seeds: Words,
    terms: Terms,
    far: Numbers,
    weights: Weights,
    costs: Numbers,
    ends: Ends,
    limits: Limits,
    wanted: Wanted,
    playing: PlayRoom,
    finding: guided.Room,
    desk: Desk,
    cancel: Flag,
) -> Met:
    """Play decks, all dealt, one after the other until an ending is met that is wanted.

    A player with these weights comes to a number of piles, drawn by lot from those that are
    wanted; the solver looks for a win from there, and the endings on its way are looked at.
    """
    nothing = np.zeros(0, dtype=np.int64)
    row, line, size = desk.row, desk.line, decks.shape[1]
    for one in range(len(decks)):
        if cancel[0]:
            break
        target = targets[one]
        begin(playing.lots, seeds[one])
        left, _ = play_deck(decks[one], size, terms, far, weights, target, playing, line)
        desk.tree.looked[0] += size
        most = wanted.fewest + below(playing.lots, wanted.most + 1 - wanted.fewest)
        if left > most:
            continue
        lay_all(row, decks[one])
        count, made = size, 0
        while count > most:
            count = play(row, count, terms, line[made], row)
            made += 1
        if target >= 0 and place_of(row, count, target) < 0:
            continue
        steps, piles, nodes = guided.find(
            row, count, nothing, terms, target, costs, ends, limits, seeds[one], cancel, finding
        )
        desk.tree.looked[0] += nodes
        for step in range(steps if piles < 0 else 0):
            if count < wanted.fewest or count <= terms.goal:
                break
            code = finding.best[step]
            only, found, value = look_at(row, count, terms, target, ends, code, wanted, desk)
            if only != NO_ACTION:
                return Met(one, made, count, only, found, value)
            count = play(row, count, terms, code, row)
            line[made] = code
            made += 1
    return Met(-1, 0, 0, NO_ACTION, 0, 0.0)


@kernel
def _deals(room: layers.Room, number: int, line: Numbers) -> int:
    """How many cards are dealt on the way to a row, given by its number."""
    dealt = 0
    for step in range(layers.walk_back(room.origins, number, line)):
        dealt += line[step] == ONE_DEALT
    return dealt


@kernel
def _first_dealt(room: layers.Room, last: int, size: int, line: Numbers) -> int:
    """The number of the first row of the layer with all cards dealt; row `last` is one of it."""
    low, high = 1, last
    while low < high:
        middle = (low + high) // 2
        if _deals(room, middle, line) == size:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def from_stock(
    decks: Numbers,
    targets: Numbers,
    starts: Numbers,
    terms: Terms,
    ends: Ends,
    nodes: int,
    wanted: Wanted,
    searching: layers.Room,
    desk: Desk,
    cancel: Flag,
) -> Met:
    """Play decks from the stock, where deals are compulsory, until an ending is met that is wanted.

    All rows that can be reached are found, layer by layer, at most `nodes` of a deck; the
    endings are those of the last layer, where the stock is empty, `starts` says with which of
    them to begin.
    """
    start = np.zeros(layers.WORDS, dtype=np.uint64)
    line, size = desk.line, decks.shape[1]
    for one in range(len(decks)):
        if cancel[0]:
            break
        target, deck = targets[one], decks[one]
        kept, _, _, won, _, _ = layers.search(searching, nodes, start, deck, target, terms, cancel)
        desk.tree.looked[0] += kept
        if not won:
            continue
        first, looked = _first_dealt(searching, won, size, line), 0
        rows = kept + 1 - first
        for shift in range(rows):
            if cancel[0]:
                break
            place = (starts[one] + shift) % rows
            row = searching.layer[place]
            count = int(np.int64(row[layers.PILES]))
            if not wanted.fewest <= count <= wanted.most or looked == MOST_ENDINGS:
                continue
            looked += 1
            if count <= SHORT and not can_win(row, count, terms, target, ends):
                continue
            only, found, value = look_at(row, count, terms, target, ends, NO_ACTION, wanted, desk)
            if only != NO_ACTION:
                made = layers.walk_back(searching.origins, first + place, line)
                return Met(one, made, count, only, found, value)
        desk.tree.looked[0] += looked
    return Met(-1, 0, 0, NO_ACTION, 0, 0.0)
