"""The exact sentence for every rule that can stand in an action's way."""

from __future__ import annotations

import ast
import inspect
import sys
from types import FrameType

import pytest

from squeezebox import IllegalAction, Table, read_action, refusal

TEN = "7H 2C 3D 4S 9S 6H 8D JC 5C KS"
"""Ten piles in which few neighbours match."""

CASES = [
    # rules, row, stock, action, sentence; first the three that every player meets
    ("accordion", "9S 7H", "", "2-1", "7♥ can't go onto 9♠: neither rank nor suit is the same"),
    ("accordion", TEN, "", "5-3", "pile 5 can go 1 or 3 to the left, not 2"),
    (
        "compulsory", "7C 7H", "2D", "d",
        "a merge is possible, so this rule set doesn't let you deal yet",
    ),
    # deals
    ("accordion", "7C 7H", "", "d", "the stock is empty, there is nothing left to deal"),
    ("accordion", "7C 7H", "", "d*", "the stock is empty, there is nothing left to deal"),
    ("accordion", "7C", "2D", "d0", "at least one card must be dealt"),
    ("accordion", "7C", "2D", "d5", "only 1 card can be dealt, not 5: the stock has no more"),
    ("accordion", "7C", "2D 3D", "d3", "only 2 cards can be dealt, not 3: the stock has no more"),
    (
        "compulsory", "7C", "2D 2H 3S", "d3",
        "after 2 cards a merge is possible, so this rule set doesn't let you deal 3 in a row",
    ),
    (
        "compulsory", "7C", "7D 2H 3S", "d*",
        "after 1 card a merge is possible, so this rule set doesn't let you deal 3 in a row",
    ),
    (
        "bayan(compulsory)", "7C 7H", "2D", "d",
        "a discard is possible, so this rule set doesn't let you deal yet",
    ),
    (
        "push-pin(compulsory)", "7C 2D", "7H 3S", "d2",
        "after 1 card a discard is possible, so this rule set doesn't let you deal 2 in a row",
    ),
    # piles that aren't there
    ("accordion", "7C 7H", "", "3-2", "there is no pile 3: the row has 2 piles"),
    ("accordion", "7C 7H", "", "1-0", "there is no pile so far to the left"),
    ("accordion", "7C", "", "2-1", "there is no pile 2: the row has 1 pile"),
    ("accordion", "", "2D", "2-1", "there is no pile 2: the row is empty, deal a card first"),
    ("bayan", "", "", "2-1", "there is no pile 2: the row is empty"),
    ("royal-marriage", "QH KH", "", "x3", "there is no pile 3: the row has 2 piles"),
    # merges
    ("accordion", TEN, "", "5-5", "pile 5 can't go onto itself"),
    ("accordion", TEN, "", "2-5", "pile 2 can't go to the right: piles move to the left only"),
    ("relaxed", TEN, "", "3-5", "pile 3 can go 1 or 3 to the left or right, not 2"),
    ("accordion(distances=4)", TEN, "", "5-3", "pile 5 can go 4 to the left, not 2"),
    (
        "accordion(distances=1,3,4)", TEN, "", "5-3",
        "pile 5 can go 1, 3 or 4 to the left, not 2",
    ),
    (
        "accordion", "7C 7H", "", "2_1",
        "nothing goes under another pile in this rule set: piles go over",
    ),
    (
        "accordion(place=under)", "7C 7H", "", "2-1",
        "nothing goes over another pile in this rule set: piles go under",
    ),
    ("concertina", "9S 10D", "", "2_1", "10♦ can't go under 9♠: neither rank nor suit is the same"),
    (
        "idle-year", "7H 2C 3D 7D", "", "4-1",
        "7♦ can slide, so this rule set doesn't let it leap",
    ),
    (
        "idle-year-1884", "7H 2C 3C 7S", "", "4-1",
        "a slide is possible, so this rule set doesn't let any pile leap",
    ),
    ("accordion", "7H 2C", "", "x2", "this rule set has no discards: piles merge"),
    # discards between
    (
        "push-pin", TEN, "", "5-4",
        "nothing merges in this rule set: the one or two piles between a match are discarded",
    ),
    (
        "push-pin", "9S 2C 7H", "", "x2",
        "pile 2 can't be discarded: its neighbours, 9♠ and 7♥, don't match",
    ),
    (
        "push-pin", "9S 2C 3C 7H", "", "x2-3",
        "piles 2 and 3 can't be discarded: the neighbours of the two, 9♠ and 7♥, don't match",
    ),
    (
        "push-pin", "9S 2C 7H", "", "x1",
        "pile 1 can't be discarded: there is no neighbour on both sides",
    ),
    (
        "push-pin", "9S 2C 9H", "", "x2-3",
        "piles 2 and 3 can't be discarded: there is no neighbour on both sides",
    ),
    ("push-pin", TEN, "", "x2-4", "piles 2 and 4 can't leave together: they aren't neighbours"),
    ("push-pin", TEN, "", "x4-2", "piles 4 and 2 can't leave together: they aren't neighbours"),
    ("push-pin", TEN, "", "x4-3", "of two neighbours the left one is named first: x3-4"),
    (
        "push-pin(distances=2)", TEN, "", "x3-4",
        "piles 3 and 4 can't be discarded: this rule set never takes two piles at a time",
    ),
    (
        "push-pin(distances=3)", TEN, "", "x3",
        "pile 3 can't be discarded: this rule set never takes one pile at a time",
    ),
    # discards of pairs
    ("bayan", TEN, "", "x3", "piles leave in matching pairs in this rule set, as in 4-3"),
    (
        "bayan(distances=3,5)", TEN, "", "x3",
        "piles leave in matching pairs in this rule set, as in 6-3",
    ),
    (
        "bayan", "7C 7H", "", "2_1",
        "nothing goes under another pile in this rule set: matching pairs leave",
    ),
    ("bayan", TEN, "", "4-4", "pile 4 can't leave alone: piles leave in matching pairs"),
    (
        "bayan", TEN, "", "5-3",
        "piles 5 and 3 can't leave together: they must be 1 or 3 apart, not 2",
    ),
    (
        "bayan", TEN, "", "3-5",
        "piles 5 and 3 can't leave together: they must be 1 or 3 apart, not 2",
    ),
    (
        "bayan", "9S 7H", "", "1-2",
        "7♥ and 9♠ can't leave together: neither rank nor suit is the same",
    ),
]  # fmt: skip


def table_of(rules: str, row: str, stock: str) -> Table:
    return Table.of(rules, row.split(), stock=stock)


@pytest.mark.parametrize(
    ("rules", "row", "stock", "action", "sentence"), CASES, ids=lambda text: text[:30]
)
def test_the_sentence(rules: str, row: str, stock: str, action: str, sentence: str) -> None:
    table = table_of(rules, row, stock)
    assert action not in table.legal_actions
    assert table.refusal(read_action(action)) == sentence
    with pytest.raises(IllegalAction) as caught:
        table.play(action)
    assert caught.value.reason == sentence
    assert caught.value.action == str(read_action(action))
    assert str(caught.value) == f"{read_action(action)}: {sentence}"


def test_every_branch_is_reached() -> None:
    """Each `return` of the module that finds reasons is taken by a case above."""
    source = inspect.getsource(refusal)
    returns = {node.lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Return)}
    seen: set[int] = set()

    def trace(frame: FrameType, event: str, _: object) -> object:
        if frame.f_code.co_filename != refusal.__file__:
            return None
        if event == "line":
            seen.add(frame.f_lineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        for rules, row, stock, action, _ in CASES:
            table_of(rules, row, stock).refusal(read_action(action))
    finally:
        sys.settrace(before)
    assert returns
    assert returns <= seen, f"never reached: lines {sorted(returns - seen)}"
