"""Puzzles: exactly one first action wins, whoever checks it; what they say of themselves holds."""

from __future__ import annotations

import datetime
from contextlib import suppress
from fractions import Fraction
from functools import cache, partial
from itertools import islice, pairwise

import pytest

from squeezebox import Game, Outcome, SetupError, Table, TextError, explore, read, read_rules, write
from squeezebox.catalogue import LISTED
from squeezebox.coach.endings import LONGEST, hardness
from squeezebox.coach.puzzles import (
    HEADER,
    Puzzle,
    daily_puzzle,
    grades_of,
    puzzle,
    sampled,
    stream,
)
from squeezebox.coach.steps import LABELS, STEPS, NotInTime, step_of
from squeezebox.solver.planes import flag
from squeezebox.solver.space import explore_fast

NAMES = [entry.name for entry in LISTED]
CUSTOM = [
    "accordion(deck=9)",
    "accordion(distances=1,2,5; deck=20)",
    "accordion(both-ways; place=either; deck=12)",
    "accordion(goal=3; target=chosen)",
    "leap-7",
    "bayan(distances=1,2; deck=20)",
    "compulsory(deck=20; place=either)",
]
"""The rule sets that puzzles are mined in: all that are listed, and some of the others."""

A_FEW = 10
"""Puzzles of each rule set that are looked at, two of each step."""

RARE = {"idle-year-1884": 2}
"""Where puzzles are rare: fewer, of any step."""

mined = cache(partial(puzzle, budget=600))


def puzzles(rules: str) -> list[Puzzle]:
    if rules in RARE:
        return [mined(rules, number) for number in range(RARE[rules])]
    steps = len(grades_of(read_rules(rules)).piles)
    return [mined(rules, number, step=1 + number % steps) for number in range(A_FEW)]


def blind(table: Table, known: dict[Table, Fraction]) -> Fraction:
    """The chance that blind play wins, worked out as plainly as can be."""
    if table not in known:
        actions = list(table.legal_actions)
        if table.outcome is Outcome.WON:
            known[table] = Fraction(1)
        elif table.outcome is not Outcome.OPEN:
            known[table] = Fraction(0)
        else:
            chances = (blind(table.after(action), known) for action in actions)
            known[table] = sum(chances, Fraction(0)) / len(actions)
    return known[table]


# ---------------------------------------------------------------- one action wins


@pytest.mark.parametrize("rules", NAMES + CUSTOM)
def test_exactly_one_first_action_wins(rules: str) -> None:
    for found in puzzles(rules):
        everything = explore_fast(found.game.table, budget=600, memory=1000)
        assert everything.winning_actions == (found.action,)
        assert len(found.game.legal_actions) == found.choices > 1
        assert found.game.outcome is Outcome.OPEN
        assert not found.game.table.stock
        assert found.game.rules == read_rules(rules)


@pytest.mark.parametrize("rules", NAMES + CUSTOM)
def test_the_plain_search_says_so_too(rules: str) -> None:
    short = [found for found in puzzles(rules) if found.piles <= 7][:3]
    for found in short:
        assert explore(found.game, budget=600).winning_actions == (found.action,)


@pytest.mark.parametrize("rules", NAMES + CUSTOM)
def test_the_line_begins_with_that_action_and_wins(rules: str) -> None:
    for found in puzzles(rules):
        game = found.game.copy()
        assert found.line[0] == found.action
        assert found.length == len(found.line)
        for action in found.line:
            assert game.outcome is not Outcome.WON
            game.push(action)
        assert game.outcome is Outcome.WON


@pytest.mark.parametrize("rules", NAMES + CUSTOM)
def test_it_is_reached_by_the_play_of_a_deal(rules: str) -> None:
    """The record holds: it can be shared, opened and played anywhere."""
    for found in puzzles(rules):
        text = write(found.record)
        record = read(text)
        assert record.game == found.game
        assert write(record) == text
        assert record.headers[HEADER] == str(found.start_ply) == str(len(record.game.actions))
        assert record.game.deal is not None
        assert record.game.layout == record.game.rules.layouts[0]
        assert found.piles == record.game.piles <= LONGEST


# ---------------------------------------------------------------- how hard


@pytest.mark.parametrize("rules", ["accordion", "five-piles", "bayan", "revenge", "push-pin"])
def test_the_chance_of_blind_play_is_exact(rules: str) -> None:
    for found in puzzles(rules):
        if found.piles <= 8:
            assert found.chance == pytest.approx(float(blind(found.game.table, {})), rel=1e-12)


@pytest.mark.parametrize("rules", NAMES)
def test_steps_are_fifths_of_hardness(rules: str) -> None:
    bounds, piles = grades_of(read_rules(rules))
    assert len(piles) == len(bounds) + 1 == STEPS
    assert all(one < other for one, other in pairwise(bounds))
    for number, found in enumerate(puzzles(rules)):
        assert found.step == 1 + number % STEPS or rules in RARE
        assert found.label == LABELS[found.step - 1]
        assert found.step == step_of(hardness(found.chance, found.piles), bounds)
        assert piles[found.step - 1][0] <= found.piles <= piles[found.step - 1][1]


def test_without_a_step_it_may_be_of_any() -> None:
    for rules in ("accordion", "bayan"):
        bounds = grades_of(read_rules(rules)).bounds
        some = [mined(rules, number) for number in range(60)]
        assert all(
            found.step == step_of(hardness(found.chance, found.piles), bounds) for found in some
        )
        steps = [found.step for found in some]
        assert all(3 <= steps.count(step) <= 27 for step in range(1, STEPS + 1))


def test_each_step_is_harder_for_blind_play_and_longer() -> None:
    by_step = [
        [mined("accordion", number, step=step) for number in range(12)] for step in (1, 3, 5)
    ]
    chances = [max(found.chance for found in some) for some in by_step]
    lengths = [sum(found.length for found in some) / len(some) for some in by_step]
    assert chances == sorted(chances, reverse=True)
    assert lengths == sorted(lengths)


def test_the_steps_that_are_kept_are_those_that_are_worked_out() -> None:
    for rules in ("accordion", "royal-marriage", "compulsory"):
        known, anew = grades_of(read_rules(rules)), sampled(read_rules(rules), 200, 10**8)
        for kept, found in zip(known.bounds, anew.bounds, strict=True):
            assert found == pytest.approx(kept, abs=1.5)


# ---------------------------------------------------------------- numbers, days, streams


def test_a_number_is_one_puzzle() -> None:
    for rules in ("accordion", "compulsory", "virtuoso"):
        assert puzzle(rules, 3) == mined(rules, 3)
        assert puzzle(read_rules(rules), 3, step=4) == mined(rules, 3, step=4)
    games = [write(mined("accordion", number, step=2).record) for number in range(12)]
    assert len(set(games)) == len(games)
    assert mined("accordion", 2**32 - 1).number == 2**32 - 1


def test_the_puzzle_of_a_day() -> None:
    assert daily_puzzle("accordion", datetime.date(2026, 11, 30)) == puzzle("accordion", 20261130)


def test_a_stream_goes_on() -> None:
    some = list(islice(stream("concertina", 2, seed=5), 6))
    assert some == list(islice(stream(read_rules("concertina"), 2, seed=5), 6))
    assert some != list(islice(stream("concertina", 2, seed=6), 6))
    assert {found.step for found in some} == {2}
    assert len({found.number for found in some}) == 6
    assert some[0] == puzzle("concertina", some[0].number, step=2)


# ---------------------------------------------------------------- what can't be


@pytest.mark.parametrize(
    ("rules", "number", "step", "mentioning"),
    [
        ("accordion", -1, None, 'from 0 to 4294967295, not "-1"'),
        ("accordion", 2**32, None, "the number of a puzzle"),
        ("accordion", True, None, "whole number"),
        ("accordion", 1, 0, "step of difficulty"),
        ("accordion", 1, 6, "from 1 to 5, not 6"),
        ("accordion(deck=2)", 1, None, "has no puzzles"),
        ("accordion(goal=30)", 1, None, "has no puzzles"),
        ("accordion(deck=4)", 1, 5, "steps only"),
    ],
)
def test_what_makes_no_sense(rules: str, number: int, step: int | None, mentioning: str) -> None:
    with pytest.raises(SetupError) as refused:
        puzzle(rules, number, step=step)
    assert mentioning in str(refused.value)


def test_a_rule_set_that_is_no_text() -> None:
    with pytest.raises(TextError):
        puzzle("acordeon", 1)


def test_a_search_ends_with_its_budget() -> None:
    def all_at_once() -> None:
        for number in range(50):
            puzzle("idle-year-1884", number, budget=1e-6)

    with pytest.raises(SetupError, match="was found for idle-year-1884 in 1e-06 seconds"):
        all_at_once()


def test_a_cancelled_search_ends() -> None:
    stop = flag()
    stop[0] = 1
    for rules in ("accordion", "compulsory", "accordion(distances=1,9)"):
        with pytest.raises(NotInTime):
            puzzle(rules, 1, cancel=stop)


@pytest.mark.parametrize("rules", ["accordion(deck=1)", "bayan(deck=3)"])
def test_where_there_are_none_that_is_said(rules: str) -> None:
    with pytest.raises(NotInTime):
        grades_of(read_rules(rules), budget=0.0)
    for _ in range(10_000):
        with suppress(SetupError):
            grades_of(read_rules(rules), budget=0.0)
    with pytest.raises(SetupError, match="has no puzzles"):
        grades_of(read_rules(rules), budget=0.0)


def test_the_positions_are_games_of_their_rule_sets() -> None:
    """What is mined for a chosen target names it, and a named one is the deal's."""
    chosen, named = mined("virtuoso", 1), mined("revenge", 1)
    assert chosen.game.target in chosen.game.deck[2:]
    assert named.game.target == Game("revenge", deal=named.game.deal).target
