"""The difficulty of deals: measured, in steps, and deals found by it."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

import pytest

from squeezebox import SetupError, TextError, read_rules, solve
from squeezebox.cards import write_cards
from squeezebox.catalogue import LISTED
from squeezebox.coach.difficulty import (
    JUDGES,
    LOST,
    PLAYS,
    Difficulty,
    bounds_of,
    difficulty,
    find_deal,
    measure,
    proved_lost,
    sampled,
)
from squeezebox.coach.steps import LABELS, STEPS, NotInTime, fifths, step_of
from squeezebox.deals import deal
from squeezebox.game import Game
from squeezebox.players import player
from squeezebox.players.simulate import simulate
from squeezebox.solver import Verdict
from squeezebox.solver.planes import flag

NAMES = [entry.name for entry in LISTED]


# ---------------------------------------------------------------- steps


def test_fifths_of_many_values() -> None:
    values = [float(value) for value in range(1000)]
    bounds = fifths(reversed(values))
    assert bounds == (200, 400, 600, 800)
    assert [step_of(value, bounds) for value in (0, 199, 200, 799, 800, 5000)] == [1, 1, 2, 4, 5, 5]


@pytest.mark.parametrize(
    ("values", "steps"),
    [
        ([1.0], 1),
        ([], 1),
        ([1.0, 2.0], 2),
        ([1.0] * 90 + [2.0, 3.0, 4.0, 5.0], 5),
        ([1.0, 2.0, 3.0, 4.0] + [5.0] * 90, 5),
        ([1.0] * 50 + [2.0] * 50 + [3.0, 4.0, 5.0, 6.0], 5),
    ],
)
def test_fifths_of_few_values(values: list[float], steps: int) -> None:
    """Each step has some of the values, however unlike a fifth that is."""
    bounds = fifths(values)
    assert len(bounds) + 1 == steps
    assert all(one < other for one, other in pairwise(bounds))
    found = {step_of(value, bounds) for value in values}
    assert found == set(range(1, steps + 1)) or not values


# ---------------------------------------------------------------- deals


@pytest.mark.parametrize("rules", NAMES)
def test_each_listed_rule_set_has_five_steps(rules: str) -> None:
    bounds = bounds_of(read_rules(rules))
    assert len(bounds) == STEPS - 1
    assert all(one < other for one, other in pairwise(bounds))
    found = difficulty(rules, 1)
    assert found == difficulty(read_rules(rules), 1)
    assert found.label == LOST or found.step == step_of(found.value, bounds)
    assert found.label in (LOST, LABELS[found.step - 1])


def test_what_is_measured() -> None:
    """The value is what the judges leave, as `plays` of the players say."""
    dealt = deal(3, read_rules("revenge"))
    value = measure(read_rules("revenge"), dealt.deck, dealt.target)
    assert value == difficulty("revenge", 3).value
    assert difficulty("revenge", dealt.deck, target=dealt.target) == difficulty("revenge", 3)
    assert difficulty("virtuoso", 3, target=str(dealt.target)) == difficulty("revenge", 3)
    assert 1 <= value <= 20
    assert sum(player(name).weights is not None for name, _ in JUDGES) == len(JUDGES)
    assert PLAYS * len(JUDGES) >= 90


def test_a_deck_and_a_layout_change_nothing() -> None:
    deck = write_cards(deal(5, read_rules("accordion")).deck)
    by_number = difficulty("accordion", 5)
    assert difficulty("accordion", deck) == difficulty("accordion", 5, "stock") == by_number
    assert difficulty("accordion", 5, "open") == by_number


@pytest.mark.parametrize("rules", ["late-binding", "push-pin", "compulsory"])
def test_lost_deals_are_said_to_be_lost(rules: str) -> None:
    """Nothing is called lost that can be won; of these rule sets most that is lost is known."""
    called = {LOST: 0, "other": 0}
    for number in range(1, 61):
        found, truth = difficulty(rules, number), solve(Game(rules, deal=number))
        if found.label == LOST:
            assert truth.verdict is Verdict.LOST
            assert found.step == STEPS
        called[LOST if found.label == LOST else "other"] += truth.verdict is Verdict.LOST
    assert called[LOST] > 5 * called["other"]


def test_harder_steps_are_won_less_often_and_leave_more_piles() -> None:
    """By players that aren't among the judges, and by sweepers without their mistakes."""
    easy: list[int] = []
    hard: list[int] = []
    for number in range(1, 301):
        step = difficulty("accordion", number).step
        if step in (1, STEPS):
            (easy if step == 1 else hard).append(number)
    assert min(len(easy), len(hard)) > 30
    for name in ("sweepers", "right-slide", "left-leap"):
        gentle = simulate(player(name), read_rules("accordion"), easy, seed=77)
        fierce = simulate(player(name), read_rules("accordion"), hard, seed=77)
        assert gentle.mean_piles < fierce.mean_piles
        assert gentle.won / len(easy) >= fierce.won / len(hard)


def test_a_rule_set_that_is_not_listed() -> None:
    rules = read_rules("accordion(deck=20; distances=1,2,5)")
    bounds = bounds_of(rules)
    assert len(bounds) == STEPS - 1
    assert bounds == sampled(rules, 150, 400)
    steps = [difficulty(rules, number).step for number in range(200)]
    assert all(steps.count(step) > 15 for step in range(1, STEPS + 1))


def test_who_has_no_time_asks_again_and_the_work_goes_on() -> None:
    """What was worked out before isn't lost, or a label would never come with small budgets."""
    rules = read_rules("compulsory(deck=16; place=either)")
    number = next(one for one in range(100) if not proved_lost(rules, deal(one, rules).deck, None))
    tries, found = 0, None
    while found is None:
        tries += 1
        with suppress(NotInTime):
            found = difficulty(rules, number, budget=0.0)
    assert 20 < tries < 700
    assert found == difficulty(rules, number)
    assert bounds_of(rules) == sampled(rules, 150, 400)


def test_a_cancelled_search_ends() -> None:
    stop = flag()
    stop[0] = 1
    for rules in ("compulsory(distances=1,4)", "late-binding"):
        with pytest.raises(NotInTime):
            difficulty(rules, 1, cancel=stop)
    with pytest.raises(NotInTime):
        find_deal("accordion", winnable=True, cancel=stop)


def test_goals_that_nothing_or_everything_reaches() -> None:
    assert difficulty("accordion(goal=0)", 1).label == "lost"
    assert difficulty("accordion(goal=52)", 1).step == 1


@pytest.mark.parametrize("rules", ["accordion(deck=1)", "accordion(deck=2)", "bayan(deck=3)"])
def test_tiny_decks(rules: str) -> None:
    assert isinstance(difficulty(rules, 1), Difficulty)


def test_kept_bounds_are_near_those_of_a_smaller_sample() -> None:
    for rules in ("accordion", "skidoo", "late-binding"):
        for kept, found in zip(
            bounds_of(read_rules(rules)), sampled(read_rules(rules), 150, 2000), strict=True
        ):
            assert found == pytest.approx(kept, rel=0.12)


# ---------------------------------------------------------------- deals that are asked for


@pytest.mark.parametrize("rules", ["accordion", "push-pin", "compulsory", "idle-year", "virtuoso"])
@pytest.mark.parametrize("step", [1, 3, 5])
def test_a_deal_of_a_step(rules: str, step: int) -> None:
    number = find_deal(rules, step=step, seed=9, budget=600)
    assert number == find_deal(read_rules(rules), step=step, seed=9, budget=600)
    found = difficulty(rules, number)
    assert (found.step, found.label) == (step, LABELS[step - 1])


@pytest.mark.parametrize("rules", ["accordion", "late-binding", "idle-year-1884", "push-pin"])
def test_a_deal_that_can_be_won(rules: str) -> None:
    numbers = {find_deal(rules, winnable=True, seed=seed, budget=600) for seed in range(5)}
    assert len(numbers) == 5
    for number in numbers:
        assert solve(Game(rules, deal=number)).verdict is Verdict.WINNABLE


def test_deals_that_do_not_exist() -> None:
    with pytest.raises(SetupError, match=r"no winnable deal of accordion\(goal=0\) was found"):
        find_deal("accordion(goal=0)", winnable=True, budget=0.2)
    with pytest.raises(SetupError, match="step of difficulty"):
        find_deal("accordion", step=6)
    with pytest.raises(SetupError, match="compulsory"):
        find_deal("compulsory", "open")
    with pytest.raises(SetupError, match="deal numbers go from"):
        difficulty("accordion", 2**32)
    with pytest.raises(SetupError, match="52 cards"):
        difficulty("accordion", "6H KS")
    with pytest.raises(SetupError, match="target"):
        difficulty("virtuoso", 1, target="6H")
    with pytest.raises(TextError):
        difficulty("nothing", 1)
