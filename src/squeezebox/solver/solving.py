"""One `solve` for all searches: which one answers follows from what the rule set is.

- discards from between: `interval` answers exactly, at once;
- deals that are compulsory, the stock known: `layers` answers exactly;
- all else: a few guided plays look for a win (`guided`); short rows, and those that guided
  plays don't win, are searched whole (`proof`, `space`), which alone can prove a loss.

Imports the searches, `table` and what lies below.
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..actions import Action, Deal
from ..cards import FRESH_DECK
from ..errors import SetupError
from ..rules import RuleSet
from ..table import Outcome, Table
from .ends import end_table
from .found import Found
from .guided import Scratch, find, scratch
from .interval import solve as solve_interval
from .layers import fewest_thinkable, solve as solve_layers
from .lines import Line, book_of
from .planes import PAIR, Words, planes, terms_of
from .proof import solve as solve_proof, standard
from .reference import HasTable
from .verdict import Verdict
from .weights import tuned

Flag = NDArray[np.uint8]

EVERYTHING = 1 << 62
SHORT = 24
"""Rows of so many piles are searched whole in every rule set, after a few plays at most."""
BRIEF, MIDDLING = 22, 36
"""The same where the search knows shortcuts; brief rows aren't even played before."""
FIRST_PLAYS = 3_000
"""Nodes of these few plays."""
LOOK = 0.05
"""Seconds between two looks at whether the caller has cancelled."""
SLICE = 100_000
"""Nodes of the first guided plays from longer rows."""
SLOWER = 4
"""So many times as long as guided plays a search of everything takes for a node: it looks at
fewer nodes by this, so that both have about the same time."""


class Family(Enum):
    """The searches, and so the rule sets that they answer for."""

    INTERVALS = auto()
    LAYERS = auto()
    PROOFS = auto()
    PLAYS = auto()


def family_of(rules: RuleSet, cards: int, *, stock: bool) -> Family:
    """Which search answers for so many cards, on the table or (`stock`) partly still to deal."""
    dealt = rules.compulsory and stock
    if rules.discard == "between" and not dealt:
        return Family.INTERVALS
    if dealt:
        return Family.LAYERS
    return Family.PROOFS if cards <= longest_searched(rules) else Family.PLAYS


def longest_searched(rules: RuleSet) -> int:
    """Rows of so many piles are searched whole, whatever that takes."""
    return MIDDLING if searched_well(rules) else SHORT


def searched_well(rules: RuleSet) -> bool:
    """Whether the search of everything knows shortcuts, once all is dealt."""
    return standard(Table(rules, ((FRESH_DECK[0],),)))


class Bounds(NamedTuple):
    """How far a search may go."""

    budget: float = 10.0
    """Seconds."""
    nodes: int | None = None
    """Rows that it may look at."""
    memory: int = 200
    """Megabytes that a proof may remember."""
    seed: int = 1

    def check(self) -> None:
        """See that they make sense.

        Raises:
            SetupError: if one doesn't.
        """
        if not 0 < self.budget < math.inf:
            raise SetupError(f"the budget is a positive number of seconds, not {self.budget}")
        if self.nodes is not None and self.nodes < 1:
            raise SetupError(f"the number of nodes is positive, not {self.nodes}")
        if not 1 <= self.memory <= 1_000_000:
            raise SetupError(
                f"the memory is a positive number of megabytes (at most 1000000), not {self.memory}"
            )


@dataclass(frozen=True, slots=True)
class Solution:
    """What `solve` found out about a position."""

    verdict: Verdict
    piles: int
    """The fewest piles reached by `actions`."""
    line: Line
    """`actions` as the search wrote them; its `str()` is their text."""
    nodes: int
    seconds: float
    proved: bool
    """Whether fewer than `piles` piles are proved impossible."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """To a win, where the verdict is `winnable`; else to `piles` piles."""
        return self.line.actions


def solve(
    position: Table | HasTable,
    *,
    budget: float = 10.0,
    nodes: int | None = None,
    memory: int = 200,
    seed: int = 1,
    cancel: Flag | None = None,
) -> Solution:
    """Find a win from a table (or a game's), or prove that there is none.

    `budget` is in seconds, `nodes` bounds the rows looked at, `memory` (megabytes) what a
    proof remembers. The same call gives the same actions, unless time runs out. Another
    thread ends the search by setting `cancel`, an array of one byte.

    Raises:
        SetupError: if a bound makes no sense.
    """
    table = position if isinstance(position, Table) else position.table
    Bounds(budget, nodes, memory, seed).check()
    _get_ready(table)
    start = time.perf_counter()
    stop, done = np.zeros(1, dtype=np.uint8), threading.Event()
    watching = threading.Thread(target=_watch, args=(stop, done, budget, cancel), daemon=True)
    watching.start()
    try:
        found = _search(table, EVERYTHING if nodes is None else nodes, memory, seed, stop)
    finally:
        done.set()
    return Solution(
        found.verdict,
        found.piles,
        book_of(table.rules).line(found.actions),
        found.nodes,
        time.perf_counter() - start,
        found.proved,
    )


def _watch(stop: Flag, done: threading.Event, budget: float, cancel: Flag | None) -> None:
    """Stop one search when its time is up or the caller cancels; others go on undisturbed."""
    until = time.monotonic() + min(budget, threading.TIMEOUT_MAX)
    while (left := until - time.monotonic()) > 0 and not (cancel is not None and cancel[0]):
        if done.wait(left if cancel is None else min(left, LOOK)):
            return
    stop[0] = 1


@cache
def _compile(family: Family, simple: bool) -> None:
    """Have compiled what a search will need, before a player's time runs: some seconds, once."""
    never = np.zeros(1, dtype=np.uint8)
    few = tuple((card,) for card in FRESH_DECK[::5])
    if family is Family.LAYERS:
        table = Table(RuleSet(deck=3, compulsory=True), (), FRESH_DECK[:3])
        solve_layers(table, nodes=10, memory=1, cancel=never)
        return
    Guided(Table(RuleSet(deck=len(few)), few), 1).go_on(1, never)
    if family is Family.PROOFS or simple:
        rules = RuleSet(deck=4, both_ways=not simple)
        solve_proof(Table(rules, few[:4]), nodes=1, memory=1, cancel=never)


def _get_ready(table: Table) -> None:
    """`_compile` what this table needs."""
    family = _family(table)
    if family is not Family.INTERVALS:
        _compile(family, standard(table))


def _search(table: Table, nodes: int, memory: int, seed: int, cancel: Flag) -> Found:
    if table.outcome is Outcome.WON:
        return Found(Verdict.WINNABLE, len(table.row), (), 0, False)
    family = _family(table)
    if family is Family.INTERVALS:
        return solve_interval(table)
    if family is Family.LAYERS:
        return solve_layers(table, nodes=nodes, memory=memory, cancel=cancel)
    if table.outcome is Outcome.LOST:
        return solve_proof(table, nodes=nodes, memory=memory, cancel=cancel)
    return _by_turns(table, nodes, memory, seed, cancel)


def _by_turns(table: Table, nodes: int, memory: int, seed: int, cancel: Flag) -> Found:
    """Guided plays and the search of everything by turns, each longer than the one before."""
    tries = Guided(table, seed)
    whole = _family(table) is Family.PROOFS
    searchable = whole or standard(table)
    plays = FIRST_PLAYS if whole else SLICE
    if standard(table) and tries.piles <= BRIEF:
        best = solve_proof(table, nodes=nodes, memory=memory, cancel=cancel)
        searchable = False
    else:
        best = tries.go_on(min(nodes, plays), cancel)
    while True:
        if searchable and best.verdict is Verdict.UNKNOWN and best.nodes < nodes and not cancel[0]:
            most = nodes - best.nodes if whole else min(nodes - best.nodes, plays // SLOWER)
            found = solve_proof(table, nodes=most, memory=memory, cancel=cancel)
            best = _together(best, found)
        if best.verdict is not Verdict.UNKNOWN or best.nodes >= nodes or cancel[0]:
            return best
        searchable = searchable and not whole  # that was all its memory could do
        plays = max(SLICE, 2 * plays)
        best = _together(best, tries.go_on(min(nodes - best.nodes, plays), cancel))


def _together(one: Found, other: Found) -> Found:
    """What two searches from one position found, where the first didn't decide."""
    won = other.verdict is Verdict.WINNABLE
    best = one if one.piles < other.piles and not won else other
    return replace(best, verdict=other.verdict, nodes=one.nodes + other.nodes, proved=other.proved)


def _family(table: Table) -> Family:
    return family_of(table.rules, len(table.row) + len(table.stock), stock=bool(table.stock))


class Guided:
    """Guided plays from a table, in slices.

    Where deals are free they deal everything first, which loses nothing; where slides have
    priority it might (a later deal can forbid a leap), and they deal as they go.
    """

    def __init__(self, table: Table, seed: int, memory: Scratch | None = None) -> None:
        self._deals: tuple[Action, ...] = ()
        if table.stock and table.rules.priority == "none":
            self._deals = (Deal(None),)
            table = table.after(Deal(None))
        self.piles = len(table.row) + len(table.stock)
        self._on_table = len(table.row)
        self._row: Words = planes(table.tops)
        self._stock = np.array([card.order for card in table.stock], dtype=np.int64)
        self._terms = terms_of(table.rules)
        self._tuned = tuned(table.rules)
        self._book = book_of(table.rules)
        self._target = -1 if table.target is None else table.target.order
        self._table = end_table(table.rules)
        self._seed = seed
        self._memory = memory or scratch()
        self._nodes = 0

    def go_on(self, nodes: int, cancel: Flag) -> Found:
        """Play on for so many nodes: the best that these plays find."""
        made, piles, used = find(
            self._row,
            self._on_table,
            self._stock,
            self._terms,
            self._target,
            self._tuned.costs,
            self._table,
            self._tuned.limits._replace(nodes=nodes),
            seed_of(self._seed, self._nodes),
            cancel,
            self._memory,
        )
        self._nodes += int(used)
        line = tuple(self._book.actions[code] for code in self._memory.best[:made].tolist())
        verdict, left = Verdict.UNKNOWN, int(piles)
        if piles < 0:
            step = 2 if self._terms.effect == PAIR else 1
            verdict, left = Verdict.WINNABLE, self.piles - step * (made - len(self._stock))
        least = fewest_thinkable(self.piles, self._terms.effect)
        return Found(verdict, left, self._deals + line, int(used), left == least)


def seed_of(seed: int, nodes: int) -> np.uint64:
    """The generator's first state for a slice: never 0, and another one for every slice."""
    mixed = (seed * 0x9E3779B97F4A7C15 + nodes * 0xBF58476D1CE4E5B9 + 0x94D049BB133111EB) % 2**64
    return np.uint64(mixed or 1)
