"""The solver as a whole: the kernel against the table, and `solve` against the plain search."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from conftest import vectors
from squeezebox import Game, RuleSet, SetupError, Table, explore, read_rules, solve
from squeezebox.cards import FRESH_DECK, write_cards
from squeezebox.catalogue import LISTED
from squeezebox.deals import deal
from squeezebox.solver import Verdict
from squeezebox.solver.decks import REFUSED, deal_all
from squeezebox.solver.many import Deals, targets
from squeezebox.solver.planes import (
    MOST_ACTIONS,
    NO_CARD,
    action_of,
    cards,
    flag,
    legal,
    planes,
    play,
    terms_of,
)
from squeezebox.solver.solving import Solution
from squeezebox.table import Outcome
from strategies import custom_rules, games, named_rules, seeds, shuffled
from test_vectors import ident, start

ALL_RULES = st.one_of(named_rules(), custom_rules())


def check(found: Solution, table: Table) -> None:
    """What has been found holds when it is played."""
    for action in found.actions:
        table = table.play(action)
    assert len(table.row) == found.piles
    assert (table.outcome is Outcome.WON) == (found.verdict is Verdict.WINNABLE)


# ---------------------------------------------------------------- the kernel


@settings(max_examples=150)
@given(games(ALL_RULES))
def test_the_kernel_is_the_table(game: Game) -> None:
    """The same legal actions, and the same row after each."""
    table, terms = game.table, terms_of(game.rules)
    row, count = planes(table.tops), len(table.row)
    assert cards(row, count) == table.tops
    codes, after = np.zeros(MOST_ACTIONS, dtype=np.int64), np.zeros(6, dtype=np.uint64)
    made = [int(code) for code in codes[: legal(row, count, terms, codes)]]
    made = [int(code) for code in codes[: len(made)]]
    listed = [action for action in table.legal_actions if not str(action).startswith("d")]
    assert sorted(str(action_of(code, terms)) for code in made) == sorted(map(str, listed))
    for code in made:
        rest = play(row, count, terms, code, after)
        assert cards(after, rest) == table.after(action_of(code, terms)).tops


WIDEST = RuleSet(distances=tuple(range(1, 52)), both_ways=True, place="either")
"""All that match may merge, in all four ways: no row has more actions than its first."""


def test_no_row_has_more_actions_than_there_is_room_for() -> None:
    game = Game(WIDEST, deal=1)
    codes = np.zeros(2 * MOST_ACTIONS, dtype=np.int64)
    assert legal(planes(game.table.tops), 52, terms_of(WIDEST), codes) == MOST_ACTIONS
    assert len(game.legal_actions) == MOST_ACTIONS
    found = solve(game)
    check(found, game.table)
    assert found.verdict is Verdict.WINNABLE


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1), ALL_RULES)
def test_compiled_decks_are_the_decks(number: int, rules: RuleSet) -> None:
    plain = deal(number, rules)
    for aim in (None, *plain.deck[::7], plain.target):
        (deck,), (target,) = deal_all([number], rules, aim)
        assert [FRESH_DECK[order] for order in deck[: rules.deck]] == list(plain.deck)
        try:
            there = Game(rules, deal=number, target=aim).target
        except SetupError:
            assert target == REFUSED
        else:
            assert target == (NO_CARD if there is None else there.order)


@pytest.mark.parametrize("number", [0, 2**32 - 1, 5257882, 8153190, 8236919])
def test_compiled_decks_at_the_edges(number: int) -> None:
    """The last three are deals whose shuffle has to draw a number again."""
    rules = read_rules("revenge")
    (deck,), (target,) = deal_all([number], rules, None)
    assert [FRESH_DECK[order] for order in deck[:52]] == list(deal(number, rules).deck)
    assert target == deal(number, rules).target.order  # type: ignore[union-attr]


# ---------------------------------------------------------------- solve


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


def test_one_deal_out_of_time_leaves_the_others_alone() -> None:
    hard = Deals(read_rules("leap-2"), budget=0.01)
    assert any(hard.solve(number).verdict is Verdict.UNKNOWN for number in range(1, 30))
    assert not hard.cancel[0]
    easy = Deals(read_rules("accordion"))
    for numbers in ([1, 2], [3], [4, 5]):  # one after the other, as between decks of a call
        assert [found.verdict for _, found in easy.solve_all(numbers)] == [
            Verdict.WINNABLE for _ in numbers
        ]


def same(one: Solution, other: Solution) -> bool:
    """Whether two solutions differ at most in the time they took."""
    return replace(one, seconds=0, line=None) == replace(other, seconds=0, line=None) and (
        one.actions == other.actions
    )


BATCHES = [
    *(entry.name for entry in LISTED if entry.name != "virtuoso"),
    "royal-marriage(deck=5)",
    "royal-marriage(compulsory)",
    "push-pin(goal=30)",
    "push-pin(goal=52)",
    "compulsory(discard=pair; goal=0)",
    "compulsory(target=named)",
    "accordion(discard=pair; goal=0)",
    "accordion(deck=40; goal=45)",
    "relaxed(priority=row)",
]


@pytest.mark.parametrize("name", BATCHES)
def test_many_deals_are_solved_as_each_alone(name: str) -> None:
    rules = read_rules(name)
    for layout in rules.layouts:
        bounds = {"nodes": 20_000, "budget": 600, "seed": 3}
        solver = Deals(rules, layout=layout, **bounds)
        for number, found in solver.solve_all([2**32 - 1, *range(20)]):
            game = Game(rules, deal=number, layout=layout)
            check(found, game.table)
            assert same(found, solve(game, **bounds)), number
            assert str(found.line) == " ".join(map(str, found.actions))


@pytest.mark.parametrize(
    "bounds", [{"nodes": 1}, {"nodes": 400}, {"memory": 1, "nodes": 50_000}, {"seed": 8}]
)
@pytest.mark.parametrize("name", ["accordion", "compulsory", "late-binding", "push-pin"])
def test_bounds_are_those_of_each_deal(name: str, bounds: dict[str, int]) -> None:
    for number, found in Deals(read_rules(name), budget=600, **bounds).solve_all(range(15)):
        assert same(found, solve(Game(name, deal=number), budget=600, **bounds)), number


def test_many_deals_are_solved_in_their_order() -> None:
    numbers = [7, 3, 2**32 - 1, *range(100, 400)]
    for name in ("accordion", "skidoo", "royal-marriage", "idle-year", "late-binding", "leap-4"):
        found = list(Deals(read_rules(name)).solve_all(numbers, 2))
        assert [number for number, _ in found] == numbers
        again = Deals(read_rules(name)).solve_all(numbers, 1)
        for (_, one), (_, other) in zip(found, again, strict=True):
            assert same(one, other)


def test_targets_are_those_of_the_deals() -> None:
    game = Game("accordion(deck=30)", deal=11, layout="stock")
    found = list(targets(game, nodes=100_000, budget=600))
    assert [card for card, _ in found] == list(game.deck[2:])
    for card, solution in found[::5]:
        twin = Game("virtuoso(deck=30)", deal=11, layout="stock", target=card)
        check(solution, twin.table)
        assert same(solution, solve(twin, nodes=100_000, budget=600))
    with pytest.raises(SetupError, match="target"):
        targets(Game("push-pin", deal=1))


def test_a_deal_that_cannot_have_the_target_is_named() -> None:
    rules, card = read_rules("virtuoso(deck=26)"), Game("virtuoso", deal=5, target="KS").deck[0]
    found = Deals(rules, target=card, nodes=1000).solve_all([5])
    with pytest.raises(SetupError, match=f"deal 5: the target can't be {card}"):
        next(found)


def test_what_was_found_comes_before_what_is_wrong() -> None:
    def numbers() -> Iterator[int]:
        yield from range(5)
        raise SetupError("no more")

    found = Deals(read_rules("accordion")).solve_all(numbers())
    assert [number for number, _ in itertools.islice(found, 5)] == list(range(5))
    with pytest.raises(SetupError, match="no more"):
        next(found)


@pytest.mark.parametrize("name", ["leap-2", "compulsory", "late-binding", "push-pin"])
def test_answers_end_when_cancelled(name: str) -> None:
    solver = Deals(read_rules(name), budget=3600)
    found = solver.solve_all(range(10**6))
    first, _ = next(found)
    solver.cancel[0] = 1
    assert first == 0
    assert len(list(found)) < 10**5


# ---------------------------------------------------------------- the commands


def run(*arguments: str) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-m", "squeezebox", *arguments, "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_command_solve(tmp_path: Any) -> None:
    fields = [
        "deal",
        "rules",
        "layout",
        "target",
        "verdict",
        "piles",
        "actions",
        "nodes",
        "seconds",
    ]
    answers = run("solve", "1..3", "6H KS TC 6D", "7", "--rules", "accordion(deck=4)")
    assert [answer["deal"] for answer in answers] == [1, 2, 3, None, 7]
    assert list(answers[0]) == fields
    assert answers[3]["deck"] == "6H KS TC 6D"
    (one,) = run("solve", "1", "--layout", "stock")
    assert (one["verdict"], one["piles"], one["actions"][:3]) == ("winnable", 1, "d* ")
    Game(deal=1, layout="stock", actions=one["actions"])
    record = tmp_path / "game.txt"
    record.write_text('[Rules "revenge"]\n[Deal "5"]\n\n47-44\n')
    (after,) = run("solve", "--record", str(record))
    assert list(after) == fields
    assert after["target"] == "QD"
    game = Game("revenge", deal=5, actions=["47-44", *after["actions"].split()])
    assert game.outcome is Outcome.WON


def test_long_lists_are_answered_as_each_deal_alone() -> None:
    """Numbers go through batches, decks through `solve`: fields, order and texts are the same."""
    rules = "compulsory(deck=20)"
    numbers = run("solve", "1..40", "--rules", rules)
    decks = [write_cards(deal(number, read_rules(rules)).deck) for number in range(1, 41)]
    for one, other, deck in zip(
        numbers, run("solve", *decks, "--rules", rules), decks, strict=True
    ):
        assert other.pop("deck") == deck
        assert list(one) == list(other)
        assert one | {"deal": None, "seconds": 0} == other | {"seconds": 0}


def test_the_command_targets() -> None:
    answers = run("targets", "7")
    deck = [str(card) for card in Game(deal=7).deck]
    assert [answer["card"] for answer in answers] == deck[2:]
    for answer in itertools.islice(answers, 0, 50, 7):
        assert list(answer) == ["deal", "card", "verdict", "actions", "nodes", "seconds"]
        game = Game("virtuoso", deal=7, target=answer["card"], actions=answer["actions"])
        assert game.outcome is Outcome.WON
