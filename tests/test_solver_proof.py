"""Proving losses: the fast exhaustive searches against the plain one, `explore`."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from conftest import vectors
from squeezebox import Deal, Game, RuleSet, Table, explore, read_rules, write_cards
from squeezebox.cards import FRESH_DECK
from squeezebox.deals import deal
from squeezebox.solver import Verdict, ends, exhaust, proof, space
from squeezebox.solver.found import Found
from squeezebox.solver.hopeless import hopeless, neighbours
from squeezebox.solver.planes import (
    action_of,
    flag,
    planes,
    terms_of,
)
from squeezebox.table import Outcome
from strategies import custom_rules, named_rules, seeds, shuffled
from test_vectors import ident, start

NEVER = flag()
"""A flag that nobody sets."""


def solve(table: Table, nodes: int = 10**7, memory: int = 100) -> Found:
    return proof.solve(table, nodes=nodes, memory=memory, cancel=NEVER)


def search_all(table: Table, nodes: int = 10**7, memory: int = 100) -> Found:
    return space.search_all(table, nodes=nodes, memory=memory, cancel=NEVER)


def check(found: Found, table: Table) -> None:
    """What has been found holds when it is played."""
    for action in found.actions:
        table = table.play(action)
    assert len(table.row) == found.piles
    assert not table.stock or found.verdict is Verdict.UNKNOWN
    assert (table.outcome is Outcome.WON) == (found.verdict is Verdict.WINNABLE)


def row_of(*cards: str, rules: str | None = None) -> Table:
    """A row of single cards, open."""
    return Table.of(rules or f"accordion(deck={len(cards)})", cards)


# ---------------------------------------------------------------- results made by others

SMALL = [
    case
    for case in [*vectors("small"), *vectors("custom"), *vectors("external")]
    if case.get("positions") is not None
]


@pytest.mark.parametrize("case", SMALL, ids=ident)
def test_expected_results(case: dict[str, Any]) -> None:
    table = start(case)
    verdict = Verdict.WINNABLE if case["winnable"] else Verdict.LOST
    all_of_it = space.explore_fast(table)
    assert all_of_it.positions == case["positions"]
    assert all_of_it.verdict is verdict
    assert all_of_it.fewest_piles == case["fewest_piles"]
    tops = all_of_it.final_tops
    assert (None if tops is None else write_cards(tops)) == case["final_tops"]
    for found in (solve(table), search_all(table)):
        assert found.verdict is verdict
        check(found, table)
        if verdict is Verdict.LOST:
            assert found.proved
        if found.proved:
            assert found.piles == case["fewest_piles"]


@pytest.mark.parametrize(
    "case",
    [case for case in vectors("external") if "positions" in case and case["positions"] is None],
    ids=lambda case: f"{case['source']} {case['name']}",
)
def test_wins_too_large_for_a_plain_search(case: dict[str, Any]) -> None:
    found = solve(start(case))
    assert found.verdict is Verdict.WINNABLE
    check(found, start(case))


# ---------------------------------------------------------------- any rule set, any small deck


@st.composite
def small_tables(draw: st.DrawFn) -> Table:
    """A game of up to eight cards under any rule set, perhaps under way."""
    rules = draw(named_rules() | custom_rules())
    least = 3 if rules.target != "none" else 2 if rules.fixed_ends else 1
    rules = replace(rules, deck=draw(st.integers(least, 8)))
    deck = shuffled(rules, draw(seeds))
    layout = draw(st.sampled_from(rules.layouts))
    target = None if rules.target == "none" else draw(st.sampled_from(deck[2:]))
    game = Game(rules, deck=deck, layout=layout, target=target)
    player = random.Random(draw(seeds))
    for _ in range(draw(st.integers(0, 3))):
        if choices := list(game.legal_actions):
            game.push(player.choice(choices))
    return game.table


@given(small_tables())
@settings(max_examples=600)
def test_any_rule_set_against_the_plain_search(table: Table) -> None:
    plain = explore(table)
    assert space.explore_fast(table) == plain
    for found in (solve(table), search_all(table)):
        assert found.verdict is plain.verdict
        check(found, table)
        if plain.verdict is Verdict.LOST:
            assert found.proved
        if found.proved:
            assert found.piles == plain.fewest_piles


@st.composite
def standard_tables(draw: st.DrawFn) -> Table:
    """Nine to twelve cards, merges over to the left at any distances, any goal or target."""
    count = draw(st.integers(9, 12))
    deck = draw(st.sampled_from([20, 36, 52]))
    row = random.Random(draw(seeds)).sample(FRESH_DECK[:deck], count)
    distances = draw(st.sets(st.integers(1, 5), min_size=1, max_size=3))
    with_target = draw(st.booleans())
    rules = RuleSet(
        deck=count,
        distances=tuple(distances),
        goal=1 if with_target else draw(st.sampled_from([1, 1, 2, 3, 9])),
        target="chosen" if with_target else "none",
    )
    target = draw(st.sampled_from(row[2:])) if with_target else None
    return Table.of(rules, [[card] for card in row], target=target)


@given(standard_tables())
def test_the_proof_search_against_the_search_of_everything(table: Table) -> None:
    assert proof.standard(table)
    whole = space.explore_fast(table)
    found = solve(table)
    assert found.verdict is whole.verdict
    check(found, table)
    if found.proved:
        assert found.piles == whole.fewest_piles
    assert found.proved or found.verdict is Verdict.WINNABLE


# ---------------------------------------------------------------- the shortcuts, one by one


@given(named_rules() | custom_rules(), st.integers(1, 8), st.sampled_from([20, 52]), seeds)
@settings(max_examples=400)
def test_the_end_table(rules: RuleSet, count: int, deck: int, seed: int) -> None:
    """Short rows under any rule set: the fewest piles, what can show, and the way there."""
    rules = replace(rules, deck=52, fixed_ends=False)
    row = random.Random(seed).sample(FRESH_DECK[:deck], count)
    start = Table.of(rules, [[card] for card in row])
    graph, table = np.uint64(ends.graph_of(planes(row), count)), ends.end_table(rules)
    line = np.zeros(16, dtype=np.int64)

    def played(goal: int, place: int) -> Table:
        made = ends.write_end(graph, count, goal, place, table, line, 3)
        after = start
        for code in line[3:made]:
            after = after.play(action_of(int(code), terms_of(rules)))
        return after

    fewest = ends.fewest_of(graph, count, table)
    assert fewest == explore(replace(start, rules=replace(rules, target="none"))).fewest_piles
    assert len(played(fewest, -1).row) == fewest
    for place, card in enumerate(row) if rules.target != "none" else ():
        wanted = explore(replace(start, target=card)).verdict is Verdict.WINNABLE
        assert ends.can_last(graph, count, place, rules.goal, table) == wanted
        if wanted:
            assert replace(played(rules.goal, place), target=card).outcome is Outcome.WON


@given(seeds, st.integers(2, 9), st.sampled_from([(1, 3), (1, 2, 5), (2, 3)]))
def test_hopeless_rows_are_lost(seed: int, count: int, distances: tuple[int, ...]) -> None:
    """Whatever the lasting sets promise is so, for every goal and every target."""
    row = random.Random(seed).sample(FRESH_DECK[:32], count)
    rules = RuleSet(deck=count, distances=distances)
    whole = space.explore_fast(Table.of(rules, [[card] for card in row]))
    near, parts = np.zeros((2, exhaust.PILES), dtype=np.uint64)
    neighbours(planes(row), count, near)
    assert whole.fewest_piles is not None
    assert whole.final_tops is not None
    for goal in range(1, count):
        if hopeless(near, 0, count, goal, -1, parts):
            assert whole.fewest_piles > goal
    for place, card in enumerate(row):
        if hopeless(near, 0, count, 1, place, parts):
            assert card not in whole.final_tops


def test_a_lasting_set_is_seen() -> None:
    """The last two match nothing but each other and the card before them: one of them stays."""
    near, parts = np.zeros((2, exhaust.PILES), dtype=np.uint64)
    row = row_of("AC", "2C", "2H", "9H", "9S", "JS", "JD").tops
    neighbours(planes(row), 7, near)
    assert not hopeless(near, 0, 7, 1, -1, parts)
    assert hopeless(near, 0, 7, 1, 0, parts)
    assert hopeless(near, 0, 7, 1, 4, parts)
    assert not hopeless(near, 0, 7, 1, 6, parts)


def test_one_order_of_two_merges_loses_no_win() -> None:
    """On these rows a rule "never this merge after that one" with remembered rows finds fewer.

    The search of everything knows no such rule.
    """
    wins = 0
    for number in range(1, 301):
        count = 14 + number % 3
        row = deal(number, read_rules("accordion")).deck[:count]
        table = Table.of(f"accordion(deck={count})", [[card] for card in row])
        found = solve(table)
        assert found.verdict is search_all(table).verdict
        wins += found.verdict is Verdict.WINNABLE
    assert 0 < wins < 300


def test_late_binding_wins() -> None:
    """As many of the first thousand deals as two independent programs count."""
    rules = read_rules("late-binding")
    tables, room = ends.end_table(RuleSet()), exhaust.room(16)
    way, told = np.zeros(52, dtype=np.int64), np.zeros(3, dtype=np.int64)
    wins = sum(
        exhaust.prove(
            planes(deal(number, rules).deck),
            18,
            np.array([1, 3]),
            1,
            -1,
            tables,
            room,
            10**9,
            NEVER,
            way,
            told,
        )
        == space.WON
        for number in range(1, 1001)
    )
    assert wins == 458


def test_room_is_used_again_after_all_its_stamps() -> None:
    """Rows remembered by an old search never count in a new one."""
    row = planes(deal(1, read_rules("accordion")).deck[:14])
    fresh = np.zeros(3, dtype=np.int64)
    worn = np.zeros(3, dtype=np.int64)
    way = np.zeros(52, dtype=np.int64)
    tables, distances = ends.end_table(RuleSet()), np.array([1, 3])
    room = exhaust.room(1)
    call = (row, 14, distances, 1, -1, tables, room, 10**9, NEVER, way)
    ended = exhaust.prove(*call, fresh)
    for stamp in (1, 2, 2**14 - 2, 2**14 - 1, 0):
        room.stamp[0] = max(stamp, int(room.stamp[0]))
        assert exhaust.prove(*call, worn) == ended
        assert worn.tolist() == fresh.tolist()


@given(custom_rules(), st.integers(4, 12), seeds)
@settings(max_examples=60)
def test_no_shortcut_changes_what_is_found(rules: RuleSet, count: int, seed: int) -> None:
    row = random.Random(seed).sample(FRESH_DECK, count)
    rules = RuleSet(deck=count, distances=rules.distances, goal=min(rules.goal, 3) or 1)
    tables, told = ends.end_table(rules), np.zeros(3, dtype=np.int64)
    ended = {
        exhaust.prove(
            planes(row),
            count,
            terms_of(rules).distances,
            rules.goal,
            -1,
            tables,
            exhaust.room(1, shortcuts),
            10**6,
            NEVER,
            np.zeros(52, dtype=np.int64),
            told,
        )
        for shortcuts in range(exhaust.ALL + 1)
    }
    assert ended - {space.NODES} in ({space.WON}, {space.DONE}, set())


# ---------------------------------------------------------------- limits


def late(number: int, count: int = 18) -> Table:
    row = deal(number, read_rules("accordion")).deck[:count]
    return Table.of(f"accordion(deck={count})", [[card] for card in row])


def test_thirty_cards_are_proved_lost() -> None:
    for number in (10750, 11612):
        found = solve(late(number, 30))
        assert (found.verdict, found.piles, found.proved) == (Verdict.LOST, 2, True)
        assert found.nodes < 400_000  # two piles are seen on the way: one search is enough
        check(found, late(number, 30))


@pytest.mark.parametrize("search", [solve, search_all])
def test_the_same_call_gives_the_same_answer(search: Any) -> None:
    assert search(late(3, 13)) == search(late(3, 13))


@pytest.mark.parametrize("search", [solve, search_all])
def test_a_limit_of_nodes_is_obeyed_and_leaves_the_verdict_unknown(search: Any) -> None:
    table = next(late(n, 13) for n in range(1, 99) if search_all(late(n, 13)).piles > 1)
    needed = search(table).nodes
    first = 10**9
    for nodes in (1, 2, 10, needed // 2):
        found = search(table, nodes=nodes)
        assert found.nodes == nodes
        assert found.verdict is Verdict.UNKNOWN or search is solve
        assert not found.proved
        assert found.piles <= first
        first = found.piles
        if found.verdict is Verdict.UNKNOWN:
            check(found, table)
    assert search(table, nodes=needed) == search(table)


def test_full_memory_leaves_the_verdict_unknown() -> None:
    table = late(10750, 30)
    found = solve(table, memory=1)
    assert found.verdict is Verdict.UNKNOWN
    assert 60_000 < found.nodes < 400_000
    whole = search_all(table, memory=1)
    assert whole.verdict is Verdict.UNKNOWN
    assert 5_000 < whole.nodes < 1_000_000 // space.BYTES
    cut = space.explore_fast(table, memory=1)
    assert (cut.positions, cut.fewest_piles, cut.verdict) == (None, None, Verdict.UNKNOWN)


def test_a_search_is_cancelled() -> None:
    flag = np.ones(1, dtype=np.uint8)
    for search in (proof.solve, space.search_all):
        found = search(late(11612, 30), nodes=10**9, memory=50, cancel=flag)
        assert found.verdict is Verdict.UNKNOWN
        assert found.nodes <= 1024


def test_explore_fast_keeps_its_limits_and_tells_how_far_it_is() -> None:
    table = row_of(*(str(card) for card in FRESH_DECK[:30]))
    seen: list[int] = []
    cut = space.explore_fast(table, budget=0.35, progress=seen.append)
    assert cut.positions is None
    assert seen == sorted(seen)
    small = row_of("7H", "8H", "9H")
    positions = space.explore_fast(small).positions
    assert positions == 4
    assert space.explore_fast(small, nodes=4).positions == 4
    assert space.explore_fast(small, nodes=3).positions is None
    assert space.explore_fast(small, nodes=3).verdict is Verdict.WINNABLE


# ---------------------------------------------------------------- single cases


def test_a_stock_is_dealt_first_where_deals_are_free() -> None:
    table = Table.of("accordion(deck=4)", ["7H", "8H"], stock="9H TH")
    found = solve(table)
    assert found.actions[0] == Deal(None)
    check(found, table)


def test_a_covered_target_is_lost_but_piles_still_count() -> None:
    table = Table.of("virtuoso(deck=3)", ["7H 9H", "8H"], target="7H")
    found = solve(table)
    assert (found.verdict, found.piles, found.proved) == (Verdict.LOST, 1, True)


@pytest.mark.parametrize("rules", ["accordion(deck=1)", "accordion(deck=1; goal=0)"])
def test_one_card(rules: str) -> None:
    found = solve(Table.of(rules, ["7H"]))
    assert (found.piles, found.actions, found.proved) == (1, (), True)
    assert found.verdict is (Verdict.LOST if "goal=0" in rules else Verdict.WINNABLE)


def test_a_table_without_cards() -> None:
    found = solve(Table.of("accordion", []))
    assert (found.verdict, found.piles, found.actions) == (Verdict.WINNABLE, 0, ())
