"""Beams: what they win is won, and they keep their limits."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from squeezebox import RuleSet, Table, explore, read_rules
from squeezebox.cards import FRESH_DECK
from squeezebox.deals import deal
from squeezebox.solver import beam, ends
from squeezebox.solver.planes import Flag, action_of, flag, planes, terms_of
from squeezebox.table import Outcome
from strategies import custom_rules, named_rules, seeds

NEVER = flag()


def search(
    table: Table, width: int = 256, most: int = 10**9, cancel: Flag = NEVER
) -> tuple[bool, int, list[int], Table]:
    """Whether beams win, the rows they made, the codes they tell, and the table after these."""
    terms, room = terms_of(table.rules), beam.room(width)
    won, made, piles, nodes = beam.beam(
        planes(table.tops),
        len(table.row),
        terms,
        ends.end_table(table.rules),
        most,
        room,
        cancel,
    )
    codes = room.line[:made].tolist()
    for code in codes:
        table = table.play(action_of(code, terms))
    assert len(table.row) == piles
    assert won == (table.outcome is Outcome.WON)
    return bool(won), int(nodes), codes, table


@pytest.mark.parametrize("name", ["leap-2", "accordion", "relaxed", "bayan", "concertina"])
def test_beams_win(name: str) -> None:
    rules = read_rules(name)
    wins = 0
    for number in range(1, 6):
        table = Table.of(rules, [[card] for card in deal(number, rules).deck])
        found = search(table)
        assert found == search(table)
        wins += found[0]
    assert wins >= 1


@given(named_rules() | custom_rules(), st.integers(1, 8), st.sampled_from([20, 52]), seeds)
@settings(max_examples=100)
def test_wide_beams_see_everything_of_short_rows(
    rules: RuleSet, count: int, deck: int, seed: int
) -> None:
    discard = "pair" if rules.discard == "between" else rules.discard
    rules = RuleSet(
        distances=rules.distances,
        both_ways=rules.both_ways,
        place=rules.place,
        priority=rules.priority,
        goal=rules.goal,
        discard=discard,
    )
    row = random.Random(seed).sample(FRESH_DECK[:deck], count)
    table = Table.of(rules, [[card] for card in row])
    *_, after = search(table)
    if count > rules.goal:
        assert len(after.row) == explore(table).fewest_piles


def test_a_wider_beam_goes_on_where_a_narrow_one_ends() -> None:
    rules = read_rules("leap-2")
    tables = [
        Table.of(rules, [[card] for card in deal(number, rules).deck]) for number in (3, 10, 12)
    ]
    narrow = [search(table, 256) for table in tables]
    wide = [search(table, 1024) for table in tables]
    assert sum(found[0] for found in wide) > sum(found[0] for found in narrow)


def test_limits_end_a_beam() -> None:
    rules = read_rules("leap-2")
    table = Table.of(rules, [[card] for card in deal(1, rules).deck])
    won, made, _, _ = search(table, most=1000)
    assert not won
    assert made == 1000
    cancel = np.ones(1, dtype=np.uint8)
    assert search(table, cancel=cancel)[:2] == (False, 0)
