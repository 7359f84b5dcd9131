"""Many decks of a rule set in one compiled call: a kernel for each family, behind one shape.

Imports the searches, `solving` for which family a rule set belongs to, and what lies below.

A *batch* takes decks (cards' orders, the first dealt first) and targets (an order, or -1),
and writes for each deck a row of `told`, and of `codes` the line that it found:

    told = verdict (an index of VERDICTS), number of actions, piles they leave, nodes,
           cycles of the clock, 1 if fewer piles are proved impossible

Where the verdict stays 0, `unknown`, the row says no more: that deck is left to `solve`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..rules import Layout, RuleSet
from . import interval, layers, proof
from .bits import cycles
from .compiled import kernel
from .decks import Orders
from .ends import Ends, end_table
from .exhaust import room
from .guided import Scratch, find, scratch
from .layers import fewest_thinkable
from .planes import PAIR, Terms, lay_all, terms_of
from .solving import EVERYTHING, Bounds, Family, family_of
from .turns import FIRST_PLAYS, SLICE, seed_of
from .verdict import Verdict
from .weights import Limits, tuned

VERDICTS = (Verdict.UNKNOWN, Verdict.WINNABLE, Verdict.LOST)
TOLD, MOST_CODES = 6, 128
"""The widths of `told` and of `codes`."""

SPEED = 1_000_000
"""So many nodes fit into a second. A batch looks at no clock: for each deck it looks at no more
nodes than fit into the budget so, and leaves it to `solve` if they don't suffice."""

Flag = NDArray[np.uint8]
Batch = Callable[[Orders, Orders, Flag, Orders, Orders], None]
"""A batch, with all it needs: called with decks, targets, a flag that ends it, `told`, `codes`.
It uses its memory again, so it serves one thread at a time."""


def batch_for(rules: RuleSet, layout: Layout, bounds: Bounds) -> Batch | None:
    """A batch for the deals of a rule set; `None` if `solve` is to answer for each of them."""
    as_it_goes = layout == "stock" and rules.priority != "none" and not rules.compulsory
    if as_it_goes or rules.deck <= rules.goal:
        return None
    return _MAKERS[family_of(rules, rules.deck, stock=rules.compulsory)](rules, bounds)


def _nodes(bounds: Bounds) -> int:
    """How many nodes a batch may look at for each deck."""
    fitting = int(min(EVERYTHING, bounds.budget * SPEED))
    return fitting if bounds.nodes is None else min(fitting, bounds.nodes)


def _intervals(rules: RuleSet, bounds: Bounds) -> Batch:  # noqa: ARG001  # it needs none
    terms = terms_of(rules)

    def run(decks: Orders, targets: Orders, cancel: Flag, told: Orders, codes: Orders) -> None:
        interval.solve_all(decks, rules.deck, targets, terms, cancel, told, codes)

    return run


def _layers(rules: RuleSet, bounds: Bounds) -> Batch:
    terms, memory = terms_of(rules), layers.memory_of(bounds.memory)
    nodes = _nodes(bounds)

    def run(decks: Orders, targets: Orders, cancel: Flag, told: Orders, codes: Orders) -> None:
        layers.solve_all(decks, rules.deck, targets, terms, nodes, cancel, memory, told, codes)

    return run


def _plays(rules: RuleSet, bounds: Bounds) -> Batch:
    terms, table, memory = terms_of(rules), end_table(rules), scratch()
    costs, limits = tuned(rules)
    limits = limits._replace(nodes=min(_nodes(bounds), SLICE))
    seed = seed_of(bounds.seed, 0)

    def run(decks: Orders, targets: Orders, cancel: Flag, told: Orders, codes: Orders) -> None:
        play_all(
            decks, rules.deck, targets, terms, costs, table, limits, seed, cancel, memory,
            told, codes,
        )  # fmt: skip

    return run


def _proofs(rules: RuleSet, bounds: Bounds) -> Batch | None:
    if not proof.merges_left(rules):
        return None
    terms, table, memory, own = terms_of(rules), end_table(rules), scratch(), room(bounds.memory)
    costs, limits = tuned(rules)
    nodes = _nodes(bounds)
    limits = limits._replace(nodes=min(nodes, FIRST_PLAYS))
    seed = seed_of(bounds.seed, 0)

    def run(decks: Orders, targets: Orders, cancel: Flag, told: Orders, codes: Orders) -> None:
        proof.prove_all(
            decks, rules.deck, targets, terms, costs, table, limits, seed, memory, own,
            nodes, True, cancel, told, codes,
        )  # fmt: skip

    return run


_MAKERS: dict[Family, Callable[[RuleSet, Bounds], Batch | None]] = {
    Family.INTERVALS: _intervals,
    Family.LAYERS: _layers,
    Family.PLAYS: _plays,
    Family.PROOFS: _proofs,
}


@kernel
def play_all(
    decks: Orders,
    size: int,
    targets: Orders,
    terms: Terms,
    costs: NDArray[np.int64],
    table: Ends,
    limits: Limits,
    seed: Any,
    cancel: Flag,
    memory: Scratch,
    told: Orders,
    codes: Orders,
) -> None:
    """Look for wins of many decks by guided plays; tells of those that it finds."""
    row, stock = np.zeros(6, dtype=np.uint64), np.zeros(0, dtype=np.int64)
    step = 2 if terms.effect == PAIR else 1
    for one in range(len(decks)):
        clock = cycles()
        lay_all(row, decks[one, :size])
        made, piles, nodes = find(
            row, size, stock, terms, targets[one], costs, table, limits, seed, cancel, memory
        )
        told[one, :] = 0
        if piles < 0:
            told[one, 0], told[one, 1], told[one, 2] = 1, made, size - step * made
            told[one, 5] = told[one, 2] == fewest_thinkable(size, terms.effect)
            codes[one, :made] = memory.best[:made]
        told[one, 3], told[one, 4] = nodes, cycles() - clock
