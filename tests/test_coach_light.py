"""The light and the marks: true, fair, and without a search where something is known."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

import squeezebox as sb
from squeezebox import Card, Deal, Game, Table, TextError, explore, read_rules
from squeezebox.coach import PEEKED, Light, Mark, deals_are_free, hidden, light, mark, peeked
from squeezebox.coach.known import KNOWN, Fact, Known
from squeezebox.coach.light import better
from squeezebox.solver import Verdict
from squeezebox.table import Outcome
from strategies import fresh_games, play, rule_sets, seeds

WINNABLE, LOST, UNKNOWN = Verdict.WINNABLE, Verdict.LOST, Verdict.UNKNOWN

small = fresh_games(
    rule_sets.filter(lambda rules: not rules.fixed_ends or rules.deck >= 3).map(
        lambda rules: replace(rules, deck=max(min(rules.deck, 8), 3))
    )
)
"""Games of at most eight cards: everything about them can be worked out."""


def searches() -> Any:
    """While it lasts, a search is a failure."""
    return patch("squeezebox.coach.light.solve", side_effect=AssertionError("a search"))


@given(small, st.integers(0, 16), seeds)
@settings(max_examples=200)
def test_the_light_is_what_the_plain_search_says(game: Game, steps: int, seed: int) -> None:
    play(game, steps, seed)
    found = light(game, peek=True, budget=600)
    outcome = game.outcome
    if outcome in (Outcome.WON, Outcome.LOST):
        assert found.verdict is (WINNABLE if outcome is Outcome.WON else LOST)
        assert not found.searched
        return
    assert found.verdict is explore(game, budget=600).verdict
    end = game.copy()
    for action in found.line:
        end.push(action)
    assert end.piles == found.piles
    assert (end.outcome is Outcome.WON) == (found.verdict is WINNABLE)
    again = light(game, peek=True, budget=600)
    assert again == replace(found, searched=False)  # it is remembered


@given(small, st.integers(0, 16), seeds)
@settings(max_examples=200)
def test_marks_are_what_the_plain_search_says(game: Game, steps: int, seed: int) -> None:
    play(game, steps, seed)
    marks = mark(game, peek=True, budget=600)
    assert [each.action for each in marks] == list(game.legal_actions)
    for each in marks:
        after = game.table.after(each.action)
        lost = after.outcome is Outcome.LOST
        assert each.verdict is (LOST if lost else explore(after, budget=600).verdict)


# ---------------------------------------------------------------- what is known is not searched


def test_a_line_that_is_held_needs_no_search() -> None:
    game = Game("accordion", deal=3)
    line = light(game).line
    KNOWN.clear()
    with searches():
        while line:
            found = light(game, line=[str(action) for action in line])
            assert (found.verdict, found.line, found.searched) == (WINNABLE, line, False)
            assert found.piles == 1
            game.push(line[0])
            line = line[1:]
            KNOWN.clear()
        assert game.outcome is Outcome.WON
        assert light(game) == Light(WINNABLE, (), 1, False, True)


def test_a_line_that_was_found_is_known_all_along() -> None:
    KNOWN.clear()
    game = Game("accordion", deal=4, layout="stock")
    found = light(game, peek=True)
    assert found.line[0] == Deal(None)
    with searches():
        for action in ("d", "d5", "d*"):  # cards are dealt as the player likes
            game.push(action)
            assert light(game, peek=True).verdict is WINNABLE
        for action in found.line[1:]:
            assert light(game).line[0] == action
            game.push(action)


def test_what_doesnt_win_is_no_line() -> None:
    KNOWN.clear()
    game = Game("late-binding", deal=4)
    for line in (["14-11"], ["18-1"], ["14-11", "9-9"]):
        assert light(game, line=line).verdict is LOST
    with pytest.raises(TextError):
        light(game, line=["14-11", "left"])


def test_a_line_is_used_as_far_as_its_last_win() -> None:
    game = Game("five-piles(deck=6)", deck="7H 7C 7D 7S 2H 3S")
    with searches():
        found = light(game, line=["2-1", "2-1", "2-1"])
        assert ([str(action) for action in found.line], found.piles) == (["2-1", "2-1", "2-1"], 3)


def test_once_lost_it_stays_lost_without_a_search() -> None:
    KNOWN.clear()
    game = Game("late-binding", deal=4)
    first = light(game)
    assert (first.verdict, first.searched, first.proved) == (LOST, True, True)
    away = next(action for action in game.legal_actions if action != first.line[0])
    game.push(away)
    with searches():
        assert light(game) == Light(LOST, (), 17, False, False)
        assert {each.verdict for each in mark(game)} == {LOST}
        game.pop()
        game.push(first.line[0])
        assert light(game).line == first.line[1:]


def test_what_is_known_is_bounded() -> None:
    known = Known(60)
    tables = [Game("accordion", deal=deal).table for deal in range(4)]
    for table in tables:
        known.remember(table, Fact(WINNABLE, sb.solve(table).actions, 1, True))
        assert known.about(table) is not None
        assert len(known) <= 60
    assert [known.about(tables[place]) is None for place in (0, 3)] == [True, False]
    known.clear()
    assert known.about(tables[-1]) is None


def test_known_is_by_what_decides_only() -> None:
    known = Known()
    known.remember(Table.of("accordion", ["7H", "7C"]), Fact(LOST, (), 2, False))
    same = Table.of("accordion", ["2S 7H", "3S 7C"], discards="4S")
    assert known.about(same) is not None
    for other in (
        Table.of("accordion", ["7C", "7H"]),
        Table.of("accordion", ["7H", "7C"], stock="8C"),
        Table.of("five-piles", ["7H", "7C"]),
        Table.of("revenge", ["7H", "7C"], target="7C"),
    ):
        assert known.about(other) is None


def test_bounds_and_cancelling_leave_it_unknown() -> None:
    KNOWN.clear()
    game = Game("leap-2", deal=1)
    assert light(game, nodes=50).verdict is UNKNOWN
    stop = np.ones(1, dtype=np.uint8)
    assert light(game, budget=600, cancel=stop).verdict is UNKNOWN
    assert {each.verdict for each in mark(game, budget=600, cancel=stop)} == {UNKNOWN}
    assert {each.verdict for each in mark(game, budget=600, nodes=1)} == {UNKNOWN}


def test_where_nothing_is_known_the_best_line_is_kept() -> None:
    KNOWN.clear()
    game = Game("leap-2", deal=1)
    held = light(game, budget=600, nodes=20_000)
    assert held.verdict is UNKNOWN
    assert not held.proved
    for _ in range(5):
        game.push(held.line[0])
        held = replace(held, line=held.line[1:])
        kept = light(game, line=held.line, budget=600, nodes=1)
        assert (kept.verdict, kept.line, kept.piles) == (UNKNOWN, held.line, held.piles)
        assert light(game, budget=600, nodes=1).piles > held.piles


def test_in_a_lost_game_the_better_line_is_kept() -> None:
    table = Game("late-binding", deal=4).table
    line = sb.solve(table).actions
    short = Light(LOST, line[:5], 13, True, False)
    assert better(table, line, short) == replace(short, line=line, piles=2)
    assert better(table, line[:4], short) == short
    assert better(table, line, replace(short, proved=True)).line == line[:5]
    known = Light(LOST, (), 18, False, False)  # by an earlier position: nothing was looked for
    assert better(table, line[:1], known) == known


def test_marks_begin_with_the_line_that_is_held() -> None:
    KNOWN.clear()
    game = Game("accordion", deal=9)
    line = light(game).line
    KNOWN.clear()
    stop = np.ones(1, dtype=np.uint8)
    marks = mark(game, line=line, budget=600, cancel=stop)
    assert [each for each in marks if each.verdict is not UNKNOWN] == [Mark(line[0], WINNABLE)]


# ---------------------------------------------------------------- hidden cards


@given(fresh_games(), st.integers(0, 40), seeds)
@settings(max_examples=150)
def test_hidden_cards_leave_it_unknown_but_for_the_outcome(
    game: Game, steps: int, seed: int
) -> None:
    play(game, steps, seed)
    assume(len(game.table.stock) > 1)
    lost = game.outcome is Outcome.LOST
    with searches():
        for line in ((), ("d*",), [str(action) for action in game.legal_actions]):
            assert light(game, line=line).verdict is (LOST if lost else UNKNOWN)
        for each in mark(game):
            covered = (
                not isinstance(each.action, Deal)
                and game.table.after(each.action).outcome is Outcome.LOST
            )
            assert each.verdict is (LOST if lost or covered else UNKNOWN)


def test_one_card_has_no_order() -> None:
    game = Game("accordion(deck=3)", deck="7H 8S 7C", layout="stock", actions="d d")
    assert not hidden(game.table)
    assert light(game).verdict is LOST
    game = Game("accordion(deck=3)", deck="7H 8S 7C", layout="stock", actions="d")
    assert hidden(game.table)
    assert not hidden(game.table, peek=True)
    assert [each.verdict for each in mark(game)] == [UNKNOWN]


def test_peeking_stands_in_the_record() -> None:
    game = Game("compulsory", deal=1)
    record = sb.Record(game)
    assert not peeked(record)
    record.headers[PEEKED] = "yes"
    assert peeked(sb.read(sb.write(record)))
    record.headers[PEEKED] = "no"
    assert not peeked(record)


def test_deals_are_free_where_they_need_and_forbid_nothing() -> None:
    for rules in ("accordion", "virtuoso", "bayan", "push-pin", "concertina(both-ways)"):
        assert deals_are_free(read_rules(rules))
    for rules in ("compulsory", "idle-year", "accordion(priority=row)"):
        assert not deals_are_free(read_rules(rules))
    # With priority a later deal does forbid a leap.
    table = Table.of("accordion(priority=pile)", ["7H", "2C", "3S", "7D"], stock="8D")
    assert "4-1" in table.legal_actions
    table = Table.of("accordion(priority=row)", ["7H", "2C", "3S", "7D"], stock="8D")
    assert "4-1" in table.legal_actions
    assert "4-1" not in table.play("d").legal_actions


def test_the_target_is_part_of_the_question() -> None:
    KNOWN.clear()
    verdicts = {}
    for card in ("3C", "4D", "4C"):
        game = Game(
            "virtuoso(deck=4)", deck="2C 3D 4D 3C" if card == "3C" else "2C 3C 4D 4C", target=card
        )
        verdicts[card] = light(game).verdict
        assert verdicts[card] is explore(game).verdict
    assert len(set(verdicts.values())) == 2
    assert Card("4D") is not Card("4C")


def test_the_coach_loads_no_search_before_one_is_needed() -> None:
    code = (
        "import sys, squeezebox.coach as coach, squeezebox as sb;"
        "coach.light(sb.Game('accordion', deal=1, layout='stock'));"
        "coach.advise(sb.Game('accordion', deal=1, layout='stock'));"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
