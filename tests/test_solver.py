"""`solve` as a whole, against the plain search and what is known."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from conftest import vectors
from solved import check
from squeezebox import Game, SetupError, explore, read_rules, solve
from squeezebox.catalogue import LISTED
from squeezebox.deals import deal
from squeezebox.solver import Verdict
from squeezebox.solver.planes import (
    flag,
)
from strategies import custom_rules, games, named_rules, seeds, shuffled
from test_vectors import ident, start

ALL_RULES = st.one_of(named_rules(), custom_rules())

CASES = [case for name in ("small", "custom", "external") for case in vectors(name)]


@pytest.mark.parametrize("case", [c for c in CASES if "winnable" in c], ids=ident)
def test_solve_agrees_with_what_is_known(case: dict[str, Any]) -> None:
    table = start(case)
    found = solve(table, budget=600)
    check(found, table)
    assert found.verdict is (Verdict.WINNABLE if case["winnable"] else Verdict.LOST)
    if not case["winnable"]:
        assert found.proved
        assert found.piles == case["fewest_piles"]


@settings(max_examples=200)
@given(games(ALL_RULES, most=6), st.integers(1, 8), seeds)
def test_solve_agrees_with_the_plain_search(game: Game, size: int, seed: int) -> None:
    """Any rule set with up to eight cards, from the start and from positions under way."""
    least = 3 if game.rules.target != "none" else 2 if game.rules.fixed_ends else 1
    rules = replace(game.rules, deck=max(size, least))
    deck = shuffled(rules, seed)
    target = deck[-1] if rules.target != "none" else None
    twin = Game(rules, deck=deck, layout=game.layout, target=target)
    choose = random.Random(seed)
    for _ in range(choose.randrange(4)):
        if twin.legal_actions:
            twin.push(choose.choice(list(twin.legal_actions)))
    found, plain = solve(twin, budget=600), explore(twin, budget=600)
    check(found, twin.table)
    assert found.verdict is plain.verdict
    if found.proved:
        assert found.piles == plain.fewest_piles
    if found.verdict is Verdict.LOST:
        assert found.proved


@pytest.mark.parametrize("layout", ["open", "stock"])
@pytest.mark.parametrize("name", [entry.name for entry in LISTED])
def test_every_rule_set_is_solved(name: str, layout: str) -> None:
    rules = read_rules(name)
    if layout not in rules.layouts:
        layout = rules.layouts[0]
    for number in range(1, 9):
        target = deal(number, rules).deck[30] if rules.target == "chosen" else None
        game = Game(rules, deal=number, layout=layout, target=target)
        found = solve(game, nodes=300_000, budget=600)
        check(found, game.table)
        exact = rules.compulsory or rules.discard == "between" or rules.deck == 18
        if exact:
            assert found.verdict is not Verdict.UNKNOWN
        elif name != "leap-2":
            assert found.verdict is Verdict.WINNABLE, number


def test_positions_under_way_are_solved() -> None:
    game = Game("accordion", deal=3, layout="stock", actions="d20")
    for _ in range(5):
        game.push(next(iter(game.legal_actions)))
    found = solve(game)
    check(found, game.table)
    assert found.verdict is Verdict.WINNABLE
    assert str(found.actions[0]) == "d*"


def test_the_same_call_gives_the_same_actions() -> None:
    for name in ("accordion", "relaxed", "compulsory"):
        game = Game(name, deal=12)
        one, other = solve(game, nodes=10**6, seed=5), solve(game, nodes=10**6, seed=5)
        assert (one.actions, one.nodes) == (other.actions, other.nodes)
    assert solve(Game(deal=12), seed=1).actions != solve(Game(deal=12), seed=2).actions


def test_limits() -> None:
    hard = Game("leap-2", deal=1)
    found = solve(hard, nodes=2_000, budget=600)
    check(found, hard.table)
    assert found.nodes < 2_200  # a play under way is played out
    assert solve(hard, budget=0.05).verdict is not Verdict.LOST
    cancel = flag()
    threading.Timer(0.2, cancel.fill, (1,)).start()
    assert solve(Game("leap-2", deal=4), budget=3600, cancel=cancel).verdict is not Verdict.LOST
    for wrong in (
        {"budget": 0},
        {"budget": -1},
        {"budget": float("nan")},
        {"nodes": 0},
        {"memory": 0},
    ):
        with pytest.raises(SetupError, match="positive"):
            solve(hard, **wrong)
