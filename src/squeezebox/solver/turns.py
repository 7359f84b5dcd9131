"""Searches that take turns: guided plays, beams, and the search of everything.

Each turn is longer than the one before, until one of them decides or a bound ends them.
Imports `guided`, `beam`, `proof`, what lies below, and `table`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..table import Outcome, Table
from . import guided
from .beam import WIDEST, beam, room
from .ends import end_table
from .found import Found
from .guided import find
from .planes import BETWEEN, PAIR, Flag, Numbers, fewest_thinkable
from .proof import BRIEF, solve as solve_proof, standard
from .start import Start
from .verdict import Verdict
from .weights import tuned

FIRST_PLAYS = 3_000
"""Nodes of the few plays before a row that isn't long (but, where the search knows shortcuts, is
longer than `BRIEF`) is searched whole."""

SLICE, GROWTH = 100_000, 4
"""Nodes of the first guided plays from longer rows, and how much longer each next turn is."""

BEAMS, PROOFS = 1.25, 0.25
"""Nodes of the others' turns for each of the guided plays': beams, whose rows take three times
as long, find most of what plays don't, and the search of everything little."""

ROWS_A_WIDTH = 600
"""Rows that a beam makes from 52 piles, for each of its width."""


def _found(start: Start, codes: Numbers, won: bool, piles: int, nodes: int) -> Found:
    """What a search found: the codes of its best line; of a win it needn't say the piles."""
    if won:
        step = 2 if start.terms.effect == PAIR else 1
        piles = start.piles - step * (len(codes) - len(start.stock))
    return Found(
        Verdict.WINNABLE if won else Verdict.UNKNOWN,
        int(piles),
        start.actions(codes.tolist()),
        int(nodes),
        piles == fewest_thinkable(start.piles, start.terms.effect),
    )


class Guided:
    """Guided plays, in slices."""

    def __init__(self, table: Table, seed: int) -> None:
        self._start = Start.dealt_out(table)
        self._ends = end_table(table.rules)
        self._tuned = tuned(table.rules)
        self._seed = seed
        self._room = guided.room()
        self._nodes = 0

    def go_on(self, nodes: int, cancel: Flag) -> Found:
        """Play on for so many nodes: the best that these plays find."""
        start = self._start
        made, piles, used = find(
            start.row,
            start.on_table,
            start.stock,
            start.terms,
            start.target,
            self._tuned.costs,
            self._ends,
            self._tuned.limits._replace(nodes=nodes),
            seed_of(self._seed, self._nodes),
            cancel,
            self._room,
        )
        self._nodes += int(used)
        return _found(start, self._room.best[:made], piles < 0, piles, used)


class Beams:
    """Beams, each as wide as its nodes allow."""

    def __init__(self, table: Table) -> None:
        self._start = Start.dealt_out(table)
        self._ends = end_table(table.rules)
        self.possible = (
            self._start.terms.effect != BETWEEN
            and self._start.target < 0
            and not len(self._start.stock)
        )
        """Whether beams serve here."""

    def go_on(self, nodes: int, cancel: Flag) -> Found:
        """One more beam."""
        start = self._start
        width = int(np.clip(nodes // ROWS_A_WIDTH, 1, WIDEST))
        own = room(width)
        won, made, piles, used = beam(
            start.row, start.on_table, start.terms, self._ends, nodes, own, cancel
        )
        return _found(start, own.line[:made], bool(won), piles, used)


def by_turns(
    table: Table, *, whole: bool, nodes: int, memory: int, seed: int, cancel: Flag
) -> Found:
    """The searches by turns; with `whole` the row is short enough to be searched whole soon."""
    plays, beams = Guided(table, seed), Beams(table)
    known = standard(table)
    best = Found(Verdict.UNKNOWN, len(table.row) + len(table.stock) + 1, (), 0, False)

    def undecided() -> bool:
        lost = table.outcome is Outcome.LOST or best.piles > table.rules.goal
        known = best.proved and lost  # and that no fewer piles are possible
        return (
            best.verdict is Verdict.UNKNOWN and not known and best.nodes < nodes and not cancel[0]
        )

    def turn(search: Callable[[int, Flag], Found], most: float) -> None:
        nonlocal best
        if undecided():
            best = _together(best, search(min(nodes - best.nodes, int(most)), cancel))

    def prove(most: int, cancel: Any) -> Found:
        return solve_proof(table, nodes=most, memory=memory, cancel=cancel)

    if whole:
        if not (known and len(table.row) + len(table.stock) <= BRIEF):
            turn(plays.go_on, FIRST_PLAYS)
        turn(prove, nodes)
    most = SLICE
    while undecided():
        turn(plays.go_on, most)
        if beams.possible:
            turn(beams.go_on, BEAMS * most)
        if known and not whole:  # else that was all its memory could do
            turn(prove, PROOFS * most)
        most *= GROWTH
    return best


def _together(one: Found, other: Found) -> Found:
    """What two searches from one position found, where the first didn't decide."""
    won = other.verdict is Verdict.WINNABLE
    best = one if one.piles < other.piles and not won else other
    return replace(best, verdict=other.verdict, nodes=one.nodes + other.nodes, proved=other.proved)


def seed_of(seed: int, nodes: int) -> np.uint64:
    """The generator's first state for a slice: never 0, and another one for every slice.

    The numbers are splitmix64's (Steele, Lea and Flood, 2014).
    """
    mixed = (seed * 0x9E3779B97F4A7C15 + nodes * 0xBF58476D1CE4E5B9 + 0x94D049BB133111EB) % 2**64
    return np.uint64(mixed or 1)
