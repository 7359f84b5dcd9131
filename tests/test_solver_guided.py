"""Guided plays: what they read from a row, and that they never claim what isn't so."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numba import njit

from squeezebox import Game, RuleSet, explore, read_rules
from squeezebox.cards import FRESH_DECK
from squeezebox.solver import Verdict
from squeezebox.solver.bits import ones
from squeezebox.solver.guided import LOOKS
from squeezebox.solver.planes import code_of, flag, matches, planes, play, terms_of
from squeezebox.solver.reading import gains, look, look_at
from squeezebox.solver.scores import linked
from squeezebox.solver.turns import Guided
from squeezebox.solver.weights import FEATURES, costs_of, family, tuned
from strategies import seeds


@njit
def _read(row: Any, count: int, near: int, far: int, kind: int, source: int) -> Any:
    at = np.zeros(2 * LOOKS, dtype=np.uint64)
    look_at(near, far, at)
    look(row.reshape(1, 6), 0, count, at)
    return gains(kind, near, far, source, at)


@njit
def _made(row: Any, count: int, terms: Any, code: int) -> Any:
    after = np.zeros(6, dtype=np.uint64)
    rest = play(row, count, terms, code, after)
    near, far = terms.distances
    return (
        ones(matches(after, rest, near)) - ones(matches(row, count, near)),
        ones(matches(after, rest, far)) - ones(matches(row, count, far)),
    )


@given(
    st.lists(st.integers(1, 51), min_size=2, max_size=2, unique=True),
    st.integers(2, 52),
    seeds,
)
def test_what_a_merge_brings_is_read_without_making_it(
    distances: list[int], count: int, seed: int
) -> None:
    near, far = sorted(distances)
    terms = terms_of(RuleSet(distances=(near, far)))
    row = planes(random.Random(seed).sample(FRESH_DECK, 52)[:count])
    for kind, moved in enumerate((near, far)):
        movers = int(matches(row, count, moved))
        for source in range(count):
            if (movers >> source) & 1:
                made = _made(row, count, terms, code_of(source - moved, source, 0))
                assert _read(row, count, near, far, kind, source) == made


@given(st.integers(1, 9), seeds)
def test_cards_that_are_not_linked_never_end_in_one_pile(size: int, seed: int) -> None:
    cards = random.Random(seed).sample(FRESH_DECK, 52)[:size]
    shown = sum(1 << card.order for card in cards)
    parts = [{card} for card in cards]
    for card in cards:  # join what shares rank or suit
        near = [part for part in parts if any(card.matches(other) for other in part)]
        parts = [part for part in parts if part not in near] + [set().union(*near)]
    assert linked(np.uint64(shown)) == (len(parts) == 1)
    if len(parts) > 1:
        game = Game(RuleSet(deck=size, distances=(1, 2, 3), both_ways=True), deck=cards)
        assert explore(game).fewest_piles > 1  # type: ignore[operator]


@pytest.mark.parametrize("nodes", [1, 2, 44, 45, 60, 1000])
def test_plays_keep_to_their_nodes(nodes: int) -> None:
    cancel = flag()
    for rules in ("leap-2", "relaxed", "bayan"):
        found = Guided(Game(rules, deal=3).table, 1).go_on(nodes, cancel)
        assert found.nodes <= nodes
        assert found.verdict is not Verdict.UNKNOWN or found.nodes == nodes


def test_every_kind_of_rule_set_has_weights() -> None:
    kinds = {"leap-3": "1-3", "leap-2": "1-2", "skidoo": "2-3", "concertina": "either"}
    kinds |= {"bayan": "pairs", "virtuoso": "target", "leap-20": "far", "late-binding": "1-3"}
    assert {name: family(read_rules(name)) for name in kinds} == kinds
    for name in kinds:
        assert tuned(read_rules(name)).costs.shape == (53, 32)


def test_costs_are_linear_between_the_knots() -> None:
    values = dict.fromkeys(FEATURES, (0.0, 0.0, 0.0)) | {"leaps": (3.0, 2.0, 1.0)}
    costs = costs_of(values)
    assert [costs[piles, 0] for piles in (52, 39, 26, 17, 8, 2)] == [192, 160, 128, 96, 64, 64]
