"""The exact searches: discards between (intervals), and the stock known (layers)."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from conftest import vectors
from squeezebox import Game, Table, read_rules
from squeezebox.rules import RuleSet
from squeezebox.solver import Space, Verdict, explore, interval, layers
from squeezebox.solver.bits import lowest, ones
from squeezebox.solver.found import Found
from squeezebox.solver.planes import flag
from squeezebox.solver.start import Start
from squeezebox.table import Outcome
from strategies import custom_rules, games, named_rules, play, rule_sets, seeds, shuffled
from test_vectors import ident, start

NEVER = flag()

SPACES = [case for name in ("small", "custom") for case in vectors(name) if "positions" in case]
BETWEEN = [case for case in SPACES if interval.fits(start(case))]


def solve(table: Table, nodes: int = 10**7, memory: int = 400, cancel: Any = NEVER) -> Found:
    return layers.solve(table, nodes=nodes, memory=memory, cancel=cancel)


def replayed(table: Table, found: Found) -> Table:
    """The table after the actions that were found, each of which is checked to be legal."""
    for action in found.actions:
        table = table.play(action)
    assert len(table.row) == found.piles
    assert not table.stock
    return table


def check(table: Table, found: Found, winnable: bool, fewest: int | None) -> None:
    """A complete search's answer against what is known."""
    end = replayed(table, found)
    assert found.verdict is (Verdict.WINNABLE if winnable else Verdict.LOST)
    assert (end.outcome is Outcome.WON) == winnable
    if found.proved:
        assert found.piles == fewest
    else:  # the fewest piles can be had only by losing the target
        assert winnable
        assert table.target is not None
        assert fewest is not None
        assert found.piles > fewest


def against(table: Table, found: Found) -> Space:
    """A complete search's answer against the reference search; returns that one's."""
    space = explore(table, budget=600)
    check(table, found, space.verdict is Verdict.WINNABLE, space.fewest_piles)
    return space


# ---------------------------------------------------------------- the handed cases


@pytest.mark.parametrize("case", BETWEEN, ids=ident)
def test_intervals_small(case: dict[str, Any]) -> None:
    table = start(case)
    check(table, interval.solve(table), case["winnable"], case["fewest_piles"])


@pytest.mark.parametrize("case", SPACES, ids=ident)
def test_layers_small(case: dict[str, Any]) -> None:
    table = start(case)
    found = solve(table)
    check(table, found, case["winnable"], case["fewest_piles"])
    if not case["winnable"]:
        assert found.nodes == case["positions"]


# ---------------------------------------------------------------- drawn positions


@st.composite
def little(draw: st.DrawFn, most: int = 8, **fields: Any) -> RuleSet:
    """A rule set with a small deck and some fields as they are given, all else drawn."""
    rules = draw(custom_rules() | named_rules())
    if fields.get("discard") == "between":
        fields |= {
            "distances": draw(st.sampled_from([(2,), (3,), (2, 3)])),
            "both_ways": False, "place": "over", "priority": "none", "target": "none",
        }  # fmt: skip
    least = 3 if rules.target != "none" else 2
    fields |= {"deck": draw(st.integers(least, most)), "goal": min(rules.goal, 3)}
    return replace(rules, **fields)


@given(games(little(discard="between", compulsory=False), most=12))
def test_intervals_agree_with_the_reference(game: Game) -> None:
    against(game.table, interval.solve(game.table))


@settings(max_examples=100)
@given(games(little(discard="between", compulsory=False, most=18), most=8))
def test_intervals_agree_with_layers(game: Game) -> None:
    table = replace(game.table, row=game.table.row + tuple((card,) for card in game.table.stock))
    table = replace(table, stock=())
    one, other = interval.solve(table), solve(table)
    assert (one.verdict, one.piles, one.proved) == (other.verdict, other.piles, other.proved)
    replayed(table, one)
    replayed(table, other)
    assert len(interval.solve(game.table).actions) == len(one.actions) + bool(game.table.stock)


@given(games(little(compulsory=True), most=12))
def test_layers_agree_with_the_reference(game: Game) -> None:
    found = solve(game.table)
    space = against(game.table, found)
    if found.verdict is Verdict.LOST:
        assert found.nodes == space.positions


@settings(max_examples=100)
@given(games(little(most=6), most=8))
def test_layers_serve_every_rule_set(game: Game) -> None:
    against(game.table, solve(game.table))


@given(games(rule_sets, most=110), st.integers(0, 3000))
def test_layers_never_say_more_than_they_know(game: Game, nodes: int) -> None:
    table = game.table
    found = solve(table, nodes=nodes)
    assert found.nodes <= nodes
    end = replayed(table, found)
    assert (found.verdict is Verdict.WINNABLE) == (end.outcome is Outcome.WON)
    if found.verdict is Verdict.UNKNOWN:
        assert found.nodes == nodes
        assert not found.proved
    assert found == solve(table, nodes=nodes)


# ---------------------------------------------------------------- whole deals


@pytest.mark.parametrize("name", ["royal-marriage", "push-pin"])
def test_intervals_on_whole_deals(name: str) -> None:
    for deal in range(60):
        game = Game(name, deal=deal, layout="stock" if deal % 2 else "open")
        found = interval.solve(game.table)
        end = replayed(game.table, found)
        assert (end.outcome is Outcome.WON) == (found.verdict is Verdict.WINNABLE)
        ends_match = game.deck[0].matches(game.deck[-1])
        assert ends_match or found.verdict is Verdict.LOST


@pytest.mark.parametrize(
    "name",
    [
        "idle-year",
        "idle-year-1884",
        "compulsory(deck=30)",
        "compulsory(discard=pair; goal=0)",
        "royal-marriage(compulsory)",
    ],
)
def test_layers_on_whole_deals(name: str) -> None:
    for deal in range(8):
        game = Game(name, deal=deal)
        found = solve(game.table)
        space = against(game.table, found)
        if found.verdict is Verdict.LOST:
            assert found.nodes == space.positions
        play(game, 30, deal)
        against(game.table, solve(game.table))


def test_layers_find_wins_of_whole_deals() -> None:
    verdicts = []
    for deal in range(30):
        game = Game("compulsory", deal=deal)
        found = solve(game.table)
        for action in found.actions:
            game.push(action)
        assert found.proved
        assert (game.outcome is Outcome.WON) == (found.verdict is Verdict.WINNABLE)
        verdicts.append(found.verdict)
    assert Verdict.WINNABLE in verdicts
    assert Verdict.LOST in verdicts


def test_a_lost_target_does_not_end_the_search_for_few_piles() -> None:
    table = Table.of("virtuoso(deck=3; compulsory)", ["7H", "8H"], stock="9H", target="8H")
    found = solve(table)
    assert (found.verdict, found.piles, found.proved) == (Verdict.LOST, 1, True)
    covered = Table.of("virtuoso(deck=4; compulsory)", ["7H", "9C 8H"], stock="9H", target="9C")
    found = solve(covered)
    assert (found.verdict, found.piles) == (Verdict.LOST, 1)


# ---------------------------------------------------------------- edges and limits


@pytest.mark.parametrize("row", [[], ["7H"], ["7H", "8C"], ["7H", "8C", "9H"]])
def test_the_shortest_rows(row: list[str]) -> None:
    for rules in ("push-pin", "push-pin(goal=0)", "push-pin(distances=3; goal=1)"):
        table = Table.of(rules, row)
        against(table, interval.solve(table))
        against(table, solve(table))


def test_intervals_are_asked_only_where_they_hold() -> None:
    with pytest.raises(ValueError, match="interval rule"):
        interval.solve(Game("accordion", deal=1).table)
    with pytest.raises(ValueError, match="interval rule"):
        interval.solve(Game("push-pin(compulsory)", deal=1).table)
    # With an empty stock the duty to discard means nothing more.
    assert interval.fits(Table.of("push-pin(compulsory)", ["7H", "8C", "9H"]))


def test_the_limit_of_nodes_is_exact() -> None:
    table = Table.of("compulsory", [], stock=shuffled(read_rules("accordion"), 4))
    whole = solve(table)
    assert whole.verdict is Verdict.LOST
    assert whole.nodes > 3000
    assert solve(table, nodes=whole.nodes) == whole
    for nodes in (0, 1, 2, 1023, 1024, whole.nodes - 1):
        short = solve(table, nodes=nodes)
        assert (short.verdict, short.nodes, short.proved) == (Verdict.UNKNOWN, nodes, False)
        replayed(table, short)


def test_memory_is_a_limit_too() -> None:
    table = Game("accordion", deal=1).table
    found = solve(table, memory=2)
    assert found.verdict is Verdict.UNKNOWN
    assert found.nodes == 2_000_000 // layers.BYTES_A_ROW


def test_a_search_can_be_cancelled() -> None:
    table = Game("accordion", deal=1).table
    cancel = flag()
    found: list[Found] = []
    search = threading.Thread(
        target=lambda: found.append(solve(table, memory=4000, nodes=10**8, cancel=cancel))
    )
    search.start()
    cancel[0] = 1
    search.join()
    assert found[0].verdict is not Verdict.LOST
    assert found[0].nodes < 10**7
    replayed(table, found[0])


@given(st.integers(0, 2**64 - 1) | st.integers(0, 63).map(lambda place: 1 << place))
def test_bits(word: int) -> None:
    assert ones(np.uint64(word)) == word.bit_count()
    assert lowest(np.uint64(word)) == ((word & -word).bit_length() - 1 if word else 64)


@given(seeds)
def test_equal_hashes_never_merge_rows(seed: int) -> None:
    deck = shuffled(read_rules("accordion(deck=9)"), seed)
    row, other = (
        layers.layer_row(Start.of(Table.of("accordion", [[card] for card in deck[:size]])))
        for size in (8, 9)
    )
    rows = np.empty((8, layers.WORDS), dtype=np.uint64)
    slots = np.zeros(8, dtype=np.uint64)
    assert layers.insert(rows, slots, 1, 1, other) == 1
    # The slot where the row is looked for says that its hash is that of the other row.
    mixed = int(layers.hash_of(row))
    slots[mixed % 8] = (mixed >> 32 << 32) | 1
    assert layers.insert(rows, slots, 1, 2, row) == 2
    assert layers.insert(rows, slots, 1, 3, row) == 2
    assert (rows[1] == row).all()
