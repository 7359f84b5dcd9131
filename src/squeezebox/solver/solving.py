"""One `solve` for all searches: which one answers follows from what the rule set is.

- discards from between: `interval` answers exactly, at once;
- deals that are compulsory, the stock known: `layers` answers exactly;
- all else: searches take turns (`turns`). A few guided plays look for a win (`guided`); short
  rows that they don't win are searched whole (`proof`, `space`), which alone can prove a loss;
  from long rows plays, beams (`beam`) and the search of everything follow each other.

Imports the searches, `table` and what lies below.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache

from ..actions import Action
from ..cards import FRESH_DECK
from ..rules import RuleSet
from ..table import Outcome, Table
from .bounds import EVERYTHING, USUAL, Bounds
from .found import Found
from .interval import solve as solve_interval
from .layers import solve as solve_layers
from .lines import Line, book_of
from .planes import Flag, fewest_thinkable, flag, terms_of
from .proof import merges_left, solve as solve_proof, standard
from .reference import HasTable
from .turns import Beams, Guided, by_turns
from .verdict import Verdict
from .watching import watched

WHOLE, WHOLE_LEFTWARD = 24, 36
"""Rows of so many piles are searched whole after a few plays: in every rule set, and where piles
only go over one to their left, for which the search knows shortcuts."""


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
    return WHOLE_LEFTWARD if merges_left(rules) else WHOLE


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
    budget: float = USUAL.budget,
    nodes: int | None = USUAL.nodes,
    memory: int = USUAL.memory,
    seed: int = USUAL.seed,
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
    stop, most = flag(), EVERYTHING if nodes is None else nodes
    found = watched(lambda: _search(table, most, memory, seed, stop), stop, budget, cancel=cancel)
    return Solution(
        found.verdict,
        found.piles,
        book_of(table.rules).line(found.actions),
        found.nodes,
        time.perf_counter() - start,
        found.proved,
    )


@cache
def _compile(family: Family, simple: bool) -> None:
    """Have compiled what a search will need, before a player's time runs: some seconds, once."""
    never = flag()
    few = tuple((card,) for card in FRESH_DECK[::5])
    if family is Family.LAYERS:
        table = Table(RuleSet(deck=3, compulsory=True), (), FRESH_DECK[:3])
        solve_layers(table, nodes=10, memory=1, cancel=never)
        return
    whole = Table(RuleSet(deck=len(few)), few)
    Guided(whole, 1).go_on(1, never)
    if family is Family.PLAYS:
        Beams(whole).go_on(1, never)
    if family is Family.PROOFS or simple:
        rules = RuleSet(deck=4, both_ways=not simple)
        solve_proof(Table(rules, few[:4]), nodes=1, memory=1, cancel=never)


def _get_ready(table: Table) -> None:
    """`_compile` what this table needs."""
    family = _family(table)
    if family is not Family.INTERVALS:
        _compile(family, standard(table))


def _search(table: Table, nodes: int, memory: int, seed: int, cancel: Flag) -> Found:
    piles = len(table.row) + len(table.stock)
    if table.outcome is Outcome.WON:
        return Found(Verdict.WINNABLE, len(table.row), (), 0, False)
    found = _searched(table, nodes, memory, seed, cancel)
    effect = terms_of(table.rules).effect
    # Nothing need be searched to know these lost; how few piles are possible is another question.
    lost = table.outcome is Outcome.LOST or table.rules.goal < fewest_thinkable(piles, effect)
    return replace(found, verdict=Verdict.LOST) if lost else found


def _searched(table: Table, nodes: int, memory: int, seed: int, cancel: Flag) -> Found:
    family = _family(table)
    if family is Family.INTERVALS:
        return solve_interval(table)
    if family is Family.LAYERS:
        return solve_layers(table, nodes=nodes, memory=memory, cancel=cancel)
    if table.outcome is Outcome.LOST:
        return solve_proof(table, nodes=nodes, memory=memory, cancel=cancel)
    whole = family is Family.PROOFS
    if not table.legal_actions and not (whole and standard(table)):
        return Found(Verdict.LOST, len(table.row), (), 0, True)
    return by_turns(table, whole=whole, nodes=nodes, memory=memory, seed=seed, cancel=cancel)


def _family(table: Table) -> Family:
    return family_of(table.rules, len(table.row) + len(table.stock), stock=bool(table.stock))
