"""Fair advice: the order of the stock plays no part, the last cards are exact, it plays well."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from functools import cache
from math import exp, factorial, isclose

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from squeezebox import Game, RuleSet, Table, read_rules
from squeezebox.actions import Action, Deal
from squeezebox.cards import Card
from squeezebox.deals import KING
from squeezebox.players import fair, orders, player, values
from squeezebox.players.fair import SLICE, STEEP, _seen, choose, estimate
from squeezebox.players.lots import play_seed
from squeezebox.players.simulate import simulate
from squeezebox.solver.planes import cards, flag
from squeezebox.table import DEAL_ONE
from strategies import custom_rules, play, seeds

COMPULSORY = ("compulsory", "idle-year", "idle-year-1884")
ELSE = (
    "compulsory(deck=12; goal=3)",
    "idle-year(deck=14; distances=1,2,5)",
    "concertina(deck=10; compulsory)",
    "bayan(deck=12; compulsory)",
    "royal-marriage(deck=12; compulsory)",
    "accordion(deck=12; priority=row)",
    "relaxed(deck=9; priority=pile; place=either)",
    "virtuoso(deck=11; compulsory)",
)


def start(rules: RuleSet, seed: int) -> Game:
    """A game from the stock."""
    deck = Game(replace(rules, target="none"), deal=seed, layout="stock").deck
    target = None if rules.target == "none" else deck[2 + seed % (len(deck) - 2)]
    return Game(rules, deck=deck, layout="stock", target=target)


def permuted(table: Table, seed: int) -> Table:
    """The table with its stock in another order that the rules allow."""
    loose = [card for card in table.stock if not (table.rules.fixed_ends and card is KING)]
    ends = [card for card in table.stock if card not in loose]
    random.Random(seed).shuffle(loose)
    return replace(table, stock=(*loose, *ends))


small = custom_rules().map(lambda rules: replace(rules, deck=min(rules.deck, 12)))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(COMPULSORY + ELSE).map(read_rules) | small, seeds, st.integers(0, 40))
def test_the_order_of_the_stock_plays_no_part(rules: RuleSet, seed: int, steps: int) -> None:
    table = play(start(rules, seed), steps, seed).table
    other = permuted(table, seed)
    assert estimate(other, seed=seed, orders=6) == estimate(table, seed=seed, orders=6)
    assert choose(seed)(other) == choose(seed)(table)


def test_every_legal_action_is_a_choice_the_best_first() -> None:
    for rules in COMPULSORY + ELSE:
        for steps in (0, 5, 12, 25):
            table = play(start(read_rules(rules), 3), steps, 3).table
            found = estimate(table, orders=8)
            legal = set(table.legal_actions)
            if found is None:
                assert not legal
                continue
            assert {choice.action for choice in found.choices} == legal
            assert len(found.choices) == len(legal)
            worth = [choice.value for choice in found.choices]
            assert worth == sorted(worth, reverse=True)
            assert all(0 <= choice.value <= 1 for choice in found.choices)
            assert all(0 <= choice.win_rate <= 1 for choice in found.choices)


def middle(rules: str = "compulsory", left: int = 30) -> Table:
    """A table with so many cards left on which there is a choice."""
    seed = 0
    while True:
        seed += 1
        game = Game(rules, deal=seed)
        while game.table.stock:
            legal = list(game.legal_actions)
            if len(legal) > 1 and len(game.table.stock) == left:
                return game.table
            game.push(legal[0])


def test_the_same_call_gives_the_same_estimate_and_more_orders_a_surer_one() -> None:
    table = middle()
    found = estimate(table, orders=400, seed=5)
    assert found == estimate(table, orders=400, seed=5)
    other, few = estimate(table, orders=400, seed=6), estimate(table, orders=50, seed=5)
    assert found
    assert other
    assert few
    assert other != found
    assert (found.orders, few.orders) == (400, 50)
    for choice in found.choices:
        assert choice.piles_error > 0
        assert choice.win_error > 0
        (again,) = [one for one in other.choices if one.action == choice.action]
        assert abs(again.mean_piles - choice.mean_piles) < 5 * choice.piles_error
        (less,) = [one for one in few.choices if one.action == choice.action]
        assert less.piles_error > 2 * choice.piles_error


def test_budget_and_cancel_end_it() -> None:
    table = middle()
    none = estimate(table, orders=10**9, budget=0.0)
    assert none is not None
    assert none.orders == SLICE
    some = estimate(table, orders=10**9, budget=0.05)
    assert some is not None
    assert some.orders % SLICE == 0
    stop = flag()
    stop[0] = 1
    assert estimate(table, cancel=stop) is None


def test_compiling_is_not_part_of_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the first advice after installing rested on a few orders only."""
    seen: list[str] = []
    monkeypatch.setattr(fair, "_get_ready", lambda: seen.append("compiled"))
    now = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: seen.append("clock") or now())
    estimate(middle(), orders=4, budget=60.0)
    assert seen[:2] == ["compiled", "clock"]


def test_where_nothing_is_legal_nothing_is_said() -> None:
    game = Game("compulsory", deal=1)
    while legal := list(game.legal_actions):
        game.push(legal[0])
    assert estimate(game.table) is None
    assert choose(1)(game.table) is None


# ---------------------------------------------------------------- the truth about the last cards


def truth(table: Table) -> float:
    """What the best play is worth on average over all orders of the stock, by plain search."""

    @cache
    def worth(tops: tuple[Card, ...], unseen: frozenset[Card]) -> float:
        best = 0.0
        stock = tuple(sorted(unseen, key=lambda card: (ends and card is KING, card.order)))
        here = Table(table.rules, tuple((card,) for card in tops), stock, (), table.target)
        for action in here.legal_actions:
            best = max(best, after(here, action))
        if not unseen:
            target = table.target
            shown = target is None or target in tops
            best = max(best, shown * exp(-STEEP * max(0, len(tops) - table.rules.goal)))
        return best

    def after(here: Table, action: Action) -> float:
        unseen = frozenset(here.stock)
        if not isinstance(action, Deal):
            return worth(here.after(action).tops, unseen)
        met = [card for card in unseen if not (ends and card is KING and len(unseen) > 1)]
        return sum(worth((*here.tops, card), unseen - {card}) for card in met) / len(met)

    ends = table.rules.fixed_ends
    return worth(table.tops, frozenset(table.stock))


EXACT = (
    *COMPULSORY,
    "compulsory(goal=3)",
    "idle-year(distances=1,2,5)",
    "concertina(compulsory)",
    "bayan(compulsory)",
    "royal-marriage(compulsory)",
    "virtuoso(compulsory)",
)


@pytest.mark.parametrize("rules", EXACT)
def test_of_the_last_cards_every_order_is_looked_at(rules: str) -> None:
    exact = 0
    for seed in range(1, 9):
        game = start(read_rules(rules), seed)
        chance = random.Random(seed)
        while len(game.table.stock) > seed % 4:
            game.push(chance.choice(list(game.legal_actions)))
        table = game.table
        found = estimate(table, orders=50)
        if found is None:
            continue
        loose = len(table.stock) - (table.rules.fixed_ends and bool(table.stock))
        if found.choices[0].piles_error == 0:
            exact += 1
            assert found.orders == factorial(loose)
            assert isclose(found.choices[0].value, truth(table), abs_tol=1e-9)
    assert exact >= 4


def test_sampled_orders_come_near_the_truth() -> None:
    sampled = agreed = 0
    for seed in range(1, 120):
        game = Game("compulsory(deck=14)", deal=seed)
        while len(game.table.stock) > 6 or len(list(game.legal_actions)) < 2:
            game.push(next(iter(game.legal_actions)))
            if not game.table.stock:
                break
        table = game.table
        if len(table.stock) != 6:
            continue
        found = estimate(table, orders=2000, seed=seed)
        assert found is not None
        worths = {choice.action: truth(table.after(choice.action)) for choice in found.choices}
        for choice in found.choices:
            assert choice.win_error > 0
            assert abs(choice.value - worths[choice.action]) < 0.06
        best, *others = sorted(worths.values(), reverse=True)
        if others and best - others[0] > 0.02:
            sampled += 1
            agreed += worths[found.choices[0].action] == best
    assert sampled >= 3
    assert agreed == sampled


# ---------------------------------------------------------------- kernels against the plain table


def plain_rests(table: Table) -> set[tuple[Card, ...]]:
    """The rows that can be reached and may be dealt to, or all that can if nothing is left."""
    waiting, seen = [table], {table.tops}
    found = set()
    while waiting:
        here = waiting.pop()
        if not table.stock or DEAL_ONE in here.legal_actions:
            found.add(here.tops)
        for action in here.legal_actions:
            if action != DEAL_ONE:
                after = here.after(action)
                if after.tops not in seen:
                    seen.add(after.tops)
                    waiting.append(after)
    return found


@pytest.mark.parametrize("rules", COMPULSORY + ELSE)
def test_rests_are_those_of_the_table(rules: str) -> None:
    compared = 0
    for seed in range(80):
        table = play(start(read_rules(rules), seed), 3 + seed % 30, seed).table
        by, row, unseen, _ = _seen(table)
        kept = np.zeros((500, orders.WORDS), dtype=np.uint64)
        made = orders.rests_of(row, unseen, by, orders.space(by.terms), kept)
        found = {cards(one, int(one[orders.PILES])) for one in kept[:made]}
        expected = plain_rests(table)
        assert len(found) == made
        assert found <= expected
        if by.terms.compulsory:
            assert found == expected
            compared += len(found) > 1
    assert compared or "compulsory" not in rules


def test_facts_are_true() -> None:
    for seed in range(30):
        table = play(Game("compulsory", deal=seed), 10 + 2 * seed, seed).table
        while DEAL_ONE not in table.legal_actions and table.stock:
            table = table.after(next(iter(table.legal_actions)))
        if not table.stock:
            continue
        _by, row, unseen, _ = _seen(table)
        tops, left = table.tops[::-1], len(table.stock)
        stage = values.CLOSE + values.IN_STAGE * sum(left >= fewer for fewer in values.STAGES)
        expected = {min(len(tops), 39), values.LEFT + left}
        for place, card in enumerate(tops[:12]):
            ranks = sum(card.rank == other.rank for other in table.stock)
            suits = sum(card.suit == other.suit for other in table.stock)
            expected.add(stage + values.OF_RANK + 4 * place + ranks)
            expected.add(stage + values.OF_SUIT + 13 * place + suits)
            for apart in range(1, 12 - place):
                if place + apart < len(tops) and card.matches(other := tops[place + apart]):
                    kind = values.BY_RANK if card.rank == other.rank else values.BY_SUIT
                    expected.add(stage + kind + int(values.PAIRS[apart]) + place)
        facts = np.zeros(values.MOST_FACTS, dtype=np.int64)
        made = values.facts_of(row, len(tops), unseen, left, facts)
        assert set(facts[:made].tolist()) == expected
        assert made == len(expected)


def test_orders_are_orders_and_each_card_comes_first_as_often() -> None:
    unseen = sum(1 << order for order in range(0, 52, 4))
    for last in (-1, KING.order, 8):
        order = np.zeros(64, dtype=np.int64)
        firsts = []
        seen = set()
        for number in range(24):
            orders.shuffle(np.uint64(unseen), last, np.uint64(7), number, order)
            assert sum(1 << int(card) for card in order[:13]) == unseen or last == KING.order
            firsts.append(int(order[0]))
            seen.add(tuple(order[:13].tolist()))
            if last == 8:
                assert order[12] == 8
        loose = 12 if last == 8 else 13
        assert len(set(firsts[:loose])) == loose
        assert len(seen) == 24


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("rules", [*ELSE, "compulsory(deck=30)", "idle-year", "accordion(deck=9)"])
def test_compiled_games_are_those_of_the_plain_player(rules: str) -> None:
    played = simulate("fair", rules, range(1, 6), layout="stock", seed=9)
    who = player("fair")
    for number, piles, won in zip(range(1, 6), played.finals, played.wins, strict=True):
        game = start(read_rules(rules), number)
        if game.rules.target != "none":
            continue  # the player draws another one
        choice = who.choose(play_seed(9, game.deck))
        while (action := choice(game.table)) is not None:
            game.push(action)
        assert (game.piles, game.outcome == "won") == (piles, won)


def test_it_plays_far_better_than_the_best_simple_player() -> None:
    fair = simulate("fair", "compulsory", range(1, 301))
    simple = simulate("matches", "compulsory", range(1, 301))
    assert fair.mean_piles < simple.mean_piles - 0.5


def test_what_was_learnt_fits_the_facts() -> None:
    for priority, counts in values._learnt().items():
        assert len(counts) == values.FACTS
        assert values.learnt_of(RuleSet(compulsory=True, priority=priority)).known
    assert not values.learnt_of(read_rules("accordion")).known
    assert not values.learnt_of(read_rules("leap-4(compulsory)")).known
