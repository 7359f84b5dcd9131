"""The kernels: a row as planes is the table, compiled decks are the decks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solved import check
from squeezebox import Game, RuleSet, SetupError, read_rules, solve
from squeezebox.cards import FRESH_DECK
from squeezebox.deals import deal
from squeezebox.solver import Verdict
from squeezebox.solver.decks import REFUSED, deal_all
from squeezebox.solver.planes import (
    MOST_ACTIONS,
    NO_CARD,
    action_of,
    cards,
    legal,
    planes,
    play,
    terms_of,
)
from strategies import custom_rules, games, named_rules

ALL_RULES = st.one_of(named_rules(), custom_rules())


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
