"""Many decks of a rule set in one compiled call: a kernel for each family, behind one shape.

Imports the searches, `solving` for which family a rule set belongs to, and what lies below.

A *batch* takes decks (cards' orders, the first dealt first) and targets (orders, or `NO_CARD`),
and tells what it finds (`telling`). Where the verdict is `unknown` it says no more: that deck
is left to `solve`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..rules import Layout, RuleSet
from . import exhaust, guided, interval, layers, proof
from .bits import cycles
from .bounds import EVERYTHING, Bounds
from .compiled import kernel
from .ends import Ends, end_table
from .guided import find
from .planes import PAIR, Flag, Numbers, Terms, fewest_thinkable, lay_all, terms_of
from .solving import Family, family_of
from .telling import tell
from .turns import FIRST_PLAYS, SLICE, seed_of
from .verdict import UNKNOWN, WINNABLE
from .weights import Limits, tuned

SPEED = 1_000_000
"""So many nodes fit into a second. A batch looks at no clock: for each deck it looks at no more
nodes than fit into the budget so, and leaves it to `solve` if they don't suffice."""

Batch = Callable[[Numbers, Numbers, Flag, Numbers, Numbers], None]
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

    def run(decks: Numbers, targets: Numbers, cancel: Flag, told: Numbers, codes: Numbers) -> None:
        interval.solve_all(decks, rules.deck, targets, terms, cancel, told, codes)

    return run


def _layers(rules: RuleSet, bounds: Bounds) -> Batch:
    terms, own = terms_of(rules), layers.room(bounds.memory)
    nodes = _nodes(bounds)

    def run(decks: Numbers, targets: Numbers, cancel: Flag, told: Numbers, codes: Numbers) -> None:
        layers.solve_all(decks, rules.deck, targets, terms, nodes, cancel, own, told, codes)

    return run


def _plays(rules: RuleSet, bounds: Bounds) -> Batch:
    terms, ends, own = terms_of(rules), end_table(rules), guided.room()
    costs, limits = tuned(rules)
    limits = limits._replace(nodes=min(_nodes(bounds), SLICE))
    seed = seed_of(bounds.seed, 0)

    def run(decks: Numbers, targets: Numbers, cancel: Flag, told: Numbers, codes: Numbers) -> None:
        play_all(
            decks, rules.deck, targets, terms, costs, ends, limits, seed, cancel, own,
            told, codes,
        )  # fmt: skip

    return run


def _proofs(rules: RuleSet, bounds: Bounds) -> Batch | None:
    if not proof.merges_left(rules):
        return None
    terms, ends = terms_of(rules), end_table(rules)
    to_play, to_prove = guided.room(), exhaust.room(bounds.memory)
    costs, limits = tuned(rules)
    nodes = _nodes(bounds)
    limits = limits._replace(nodes=min(nodes, FIRST_PLAYS))
    seed = seed_of(bounds.seed, 0)

    def run(decks: Numbers, targets: Numbers, cancel: Flag, told: Numbers, codes: Numbers) -> None:
        proof.prove_all(
            decks, rules.deck, targets, terms, costs, ends, limits, seed, to_play, to_prove,
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
    decks: Numbers,
    size: int,
    targets: Numbers,
    terms: Terms,
    costs: Numbers,
    ends: Ends,
    limits: Limits,
    seed: Any,
    cancel: Flag,
    room: guided.Room,
    told: Numbers,
    codes: Numbers,
) -> None:
    """Look for wins of many decks by guided plays, and tell of those that are found."""
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
