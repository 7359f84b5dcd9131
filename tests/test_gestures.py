"""What clicks, drags and keys mean: the table's own list, and nothing else."""

from __future__ import annotations

import pytest

from squeezebox.actions import Deal
from squeezebox.errors import IllegalAction
from squeezebox.gestures import at_distance, destinations, ends, goes_under
from squeezebox.rules import read_rules
from squeezebox.table import Table
from strategies import NAMES


def places(table: Table) -> list[list[str]]:
    return [
        [f"{'_' if under else ''}{pile}" for pile, under in each] for each in destinations(table)
    ]


def test_where_piles_may_go() -> None:
    row = ["7H", "8C", "9C", "7C"]
    assert places(Table.of("accordion", row)) == [[], [], ["2"], ["3", "1"]]
    assert places(Table.of("relaxed", row)) == [["4"], ["3"], ["2", "4"], ["3", "1"]]
    assert places(Table.of("bayan", row)) == [["4"], ["3"], ["2", "4"], ["3", "1"]]
    assert places(Table.of("push-pin", row)) == [[], ["3"], ["3", "2"], []]
    assert places(Table.of("concertina", ["7H", "7C"])) == [[], ["1", "_1"]]


@pytest.mark.parametrize("name", NAMES)
def test_every_destination_is_a_legal_action_and_none_is_missing(name: str) -> None:
    rules = read_rules(name)
    table = Table.of(rules, ["QH", "8C", "9C", "7C", "7D", "7S", "8S", "8H", "KH"])
    found = {
        table.meant(source, to.pile, to.under)
        for source, each in enumerate(destinations(table), 1)
        for to in each
    }
    assert found == {action for action in table.legal_actions if not isinstance(action, Deal)}


def test_a_distance_goes_left_or_right_where_only_that_is_legal() -> None:
    row = ["7H", "8C", "9C", "7C"]
    assert str(at_distance(Table.of("accordion", row), 4, 3)) == "4-1"
    assert str(at_distance(Table.of("accordion", row), 1, 3)) == "1--2"
    assert str(at_distance(Table.of("relaxed", row), 1, 3)) == "1-4"
    assert str(at_distance(Table.of("relaxed", row), 3, 1)) == "3-2"
    assert str(at_distance(Table.of("bayan", row), 1, 3)) == "4-1"
    assert str(at_distance(Table.of("concertina", row), 4, 3, True)) == "4_1"
    assert str(at_distance(Table.of("push-pin", row), 4, 3)) == "x2-3"
    assert str(at_distance(Table.of("push-pin", row), 3, 2)) == "x2"
    with pytest.raises(IllegalAction, match="a distance of 2 or 3"):
        at_distance(Table.of("push-pin", row), 4, 1)


def test_under_is_wished_for_only_where_there_is_a_choice() -> None:
    assert [goes_under(read_rules("concertina"), wished) for wished in (False, True)] == [
        False,
        True,
    ]
    assert not goes_under(read_rules("accordion"), True)
    assert goes_under(read_rules("accordion(place=under)"), False)


def test_a_deal_joins_no_piles() -> None:
    assert ends(Deal(3)) is None
