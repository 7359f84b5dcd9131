"""Many decks of a rule set in one compiled call: a kernel for each family, behind one shape.

Imports the searches, `solving` for which family a rule set belongs to, and what lies below.

A *batch* takes decks (cards' orders, the first dealt first) and targets (orders, or `NO_CARD`),
and tells what it finds (`telling`). Where the verdict is `unknown` it says no more: that deck
is left to `solve`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..rules import Layout, RuleSet
from . import exhaust, guided, interval, layers, proof
from .bounds import Bounds
from .ends import end_table
from .planes import Flag, Numbers, terms_of
from .solving import Family, family_of
from .turns import FIRST_PLAYS, SLICE, seed_of
from .weights import tuned

SPEED = 1_000_000
"""So many nodes fit into a second. A batch looks at no clock: for each deck it looks at no more
nodes than fit into the budget so, and leaves it to `solve` if they don't suffice."""

MOST_ROWS, MOST_PROOF = 500_000, 3_000_000
"""No batch of layers, or of proofs, looks at more nodes for a deck, so that little time and memory
go into what `solve` has to begin again with its whole budget."""

Batch = Callable[[Numbers, Numbers, Flag, Numbers, Numbers], None]
"""A batch, with all it needs: called with decks, targets, a flag that ends it, `told`, `codes`.
It uses its memory again, so it serves one thread at a time."""


def batch_for(rules: RuleSet, layout: Layout, bounds: Bounds) -> Batch | None:
    """A batch for the deals of a rule set; `None` if `solve` is to answer for each of them."""
    as_it_goes = layout == "stock" and rules.priority != "none" and not rules.compulsory
    if as_it_goes or rules.deck <= rules.goal:
        return None
    return _MAKERS[family_of(rules, rules.deck, stock=rules.compulsory)](rules, bounds)


def _nodes(bounds: Bounds, most: int) -> int:
    """How many nodes a batch may look at for each deck, at most."""
    fitting = int(min(most, bounds.budget * SPEED))
    return fitting if bounds.nodes is None else min(fitting, bounds.nodes)


def _batch(solve_all: Any, rules: RuleSet, *own: Any) -> Batch:
    """A search's kernel for many deals, with what it takes besides them."""
    terms = terms_of(rules)

    def run(decks: Numbers, targets: Numbers, cancel: Flag, told: Numbers, codes: Numbers) -> None:
        solve_all(decks, rules.deck, targets, terms, *own, cancel, told, codes)

    return run


def _intervals(rules: RuleSet, bounds: Bounds) -> Batch:  # noqa: ARG001  # it needs none
    return _batch(interval.solve_all, rules)


def _layers(rules: RuleSet, bounds: Bounds) -> Batch:
    return _batch(layers.solve_all, rules, layers.room(bounds.memory), _nodes(bounds, MOST_ROWS))


def _plays(rules: RuleSet, bounds: Bounds) -> Batch:
    return _batch(guided.solve_all, rules, *_how_to_play(rules, bounds, SLICE), guided.room())


def _proofs(rules: RuleSet, bounds: Bounds) -> Batch | None:
    if not proof.merges_left(rules):
        return None
    plays = _how_to_play(rules, bounds, FIRST_PLAYS)
    rooms = guided.room(), exhaust.room(bounds.memory)
    return _batch(proof.solve_all, rules, *plays, *rooms, _nodes(bounds, MOST_PROOF))


def _how_to_play(rules: RuleSet, bounds: Bounds, most: int) -> tuple[Any, ...]:
    """The costs, the end table, the limits and the seed of guided plays of at most `most` nodes."""
    costs, limits = tuned(rules)
    limits = limits._replace(nodes=_nodes(bounds, most))
    return costs, end_table(rules), limits, seed_of(bounds.seed, 0)


_MAKERS: dict[Family, Callable[[RuleSet, Bounds], Batch | None]] = {
    Family.INTERVALS: _intervals,
    Family.LAYERS: _layers,
    Family.PLAYS: _plays,
    Family.PROOFS: _proofs,
}
