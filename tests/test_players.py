"""Simulated players: the plain choice is the compiled one, and each does as it is named."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from squeezebox import Card, Game, RuleSet, Table, TextError, read_rules
from squeezebox.catalogue import LISTED, Entry
from squeezebox.players import PLAYERS, Player, player
from squeezebox.players.kernels import begin, below, play_deck, room
from squeezebox.players.lots import Lots, play_seed
from squeezebox.players.playing import play_seeds, plays
from squeezebox.players.simple import Weights, choosing, sweepers, too_far
from squeezebox.solver.planes import LONGEST_LINE, NO_CARD, action_of, terms_of
from squeezebox.table import DEAL_ONE, Outcome
from strategies import fresh_games, games, named_rules, rule_sets

SIMPLE = [one for one in PLAYERS if one.weights is not None]


# ---------------------------------------------------------------- compiled as plain


def played(game: Game, weights: Weights, seed: int) -> Game:
    """A game played to its end by the plain choice."""
    choose = choosing(weights)(seed)
    while (action := choose(game.table)) is not None:
        game.push(action)
    return game


def same_play(game: Game, weights: Weights, seed: int) -> None:
    """The compiled play of a fresh game is the plain one, action by action."""
    line = np.full(LONGEST_LINE, -1, dtype=np.int64)
    place = room()
    begin(place.lots, np.uint64(seed))
    terms = terms_of(game.rules)
    piles, won = play_deck(
        np.array([card.order for card in game.deck], dtype=np.int64),
        len(game.table.row),
        terms,
        np.array(too_far(game.rules), dtype=np.int64),
        weights,
        NO_CARD if game.target is None else game.target.order,
        place,
        line,
    )
    played(game, weights, seed)
    made = [action for action in game.actions if action != DEAL_ONE]
    assert [action_of(code, terms) for code in line.tolist() if code >= 0] == made
    assert (piles, won) == (game.piles, game.outcome is Outcome.WON)


numbers = st.integers(-30, 30)
some_weights = st.builds(
    Weights, numbers, numbers, numbers, numbers, numbers, numbers, numbers, st.integers(0, 40)
)


@settings(max_examples=150)
@given(fresh_games(rule_sets), st.integers(0, 2**64 - 1), some_weights)
def test_compiled_players_choose_as_plain_ones(game: Game, seed: int, weights: Weights) -> None:
    same_play(game, weights, seed)


@pytest.mark.parametrize("who", SIMPLE, ids=lambda one: one.name)
@settings(max_examples=25)
@given(game=fresh_games(rule_sets), seed=st.integers(0, 2**64 - 1))
def test_each_compiled_player_is_the_plain_one(who: Player, game: Game, seed: int) -> None:
    assert who.weights is not None
    same_play(game, who.weights, seed)


@pytest.mark.parametrize("entry", LISTED, ids=lambda one: one.name)
def test_compiled_players_in_every_listed_rule_set(entry: Entry) -> None:
    rules = read_rules(entry.name)
    for number, who in enumerate(SIMPLE, 1):
        for layout in rules.layouts:
            deck = Game(
                read_rules("royal-marriage" if rules.fixed_ends else "accordion"), deal=number
            ).deck
            target = None if rules.target == "none" else deck[7]
            game = Game(rules, deck=deck[: rules.deck], layout=layout, target=target)
            assert who.weights is not None
            same_play(game, who.weights, 5)


@settings(max_examples=40)
@given(fresh_games(named_rules()), st.lists(st.integers(0, 2**63), max_size=5))
def test_one_deck_played_often(game: Game, seeds: list[int]) -> None:
    weights = player("sweepers").weights
    assert weights is not None
    noisy = weights._replace(noise=12)
    ends = plays(game.rules, game.deck, game.target, game.layout, noisy, seeds)
    for seed, won, piles in zip(seeds, ends.won, ends.piles, strict=True):
        end = played(game.copy(), noisy, seed)
        assert (won, piles) == (end.outcome is Outcome.WON, end.piles)


# ---------------------------------------------------------------- lots


def test_lots_are_fair_and_the_same_everywhere() -> None:
    lots = Lots(7)
    drawn = [lots.below(5) for _ in range(50_000)]
    for one in range(5):  # 10,000 each; a standard deviation is 89
        assert abs(drawn.count(one) - 10_000) < 400
    again = Lots(7)
    assert [again.below(5) for _ in range(100)] == drawn[:100]
    begun = [Lots(seed) for seed in range(1000)]
    assert len({tuple(lots.below(1000) for _ in range(3)) for lots in begun}) > 995
    assert drawn[:12] == [1, 0, 2, 1, 3, 1, 4, 3, 4, 3, 3, 0]


@given(st.integers(0, 2**64 - 1), st.integers(1, 1560))
def test_compiled_lots_are_the_plain_ones(seed: int, count: int) -> None:
    lots, place = Lots(seed), room()
    begin(place.lots, np.uint64(seed))
    assert [below(place.lots, count) for _ in range(5)] == [lots.below(count) for _ in range(5)]


def test_seed_and_deck_fix_the_lots_of_a_play() -> None:
    decks = [Game(deal=number).deck for number in range(20)]
    orders = np.array([[card.order for card in deck] for deck in decks], dtype=np.int64)
    for seed in (0, 1, 2**64 - 1):
        compiled = play_seeds(seed, orders).tolist()
        assert compiled == [play_seed(seed, deck) for deck in decks]
        assert len(set(compiled)) == 20


# ---------------------------------------------------------------- what players do


def chosen(name: str, table: Table, seed: int = 1) -> str:
    return str(player(name).choose(seed)(table))


def test_greedy_players_choose_as_they_are_named() -> None:
    table = Table.of("accordion", ["2C", "5D", "9H", "5C", "9C", "JC", "KD", "9D"])
    assert sorted(map(str, table.legal_actions)) == ["4-1", "5-4", "6-5", "8-5", "8-7"]
    assert chosen("left-slide", table) == chosen("left-leap", table) == "4-1"
    assert chosen("right-slide", table) == "8-7"
    assert chosen("right-leap", table) == "8-5"
    assert chosen("slides-first", table) == "5-4"
    assert chosen("leaps-first", table) == "4-1"


def test_simple_players_deal_only_when_nothing_else_is_legal() -> None:
    for who in SIMPLE:
        choose = who.choose(1)
        assert choose(Table.of("accordion", ["2C", "3H"], stock="4H")) == DEAL_ONE
        assert str(choose(Table.of("accordion", ["2C", "3C"], stock="4H"))) == "2-1"
        assert choose(Table.of("accordion", ["2C", "3H"])) is None


def test_matches_looks_at_the_row_after_the_merge() -> None:
    # 2-1 leaves 2D 3D 7S: a match at 1. 3-2 leaves 2C 3D 7S: none.
    table = Table.of("accordion", ["2C", "2D", "3D", "7S"])
    assert sorted(map(str, table.legal_actions)) == ["2-1", "3-2"]
    assert chosen("matches", table) == "2-1"


def test_sweepers_are_the_cards_of_a_rank_that_stand_best() -> None:
    row = ["9H", "2C", "4S", "JD", "7C", "7D", "7S", "7H"]
    assert sweepers(Table.of("accordion", row)) == Card("7C").rank
    assert sweepers(Table.of("accordion", ["7H", "7S", "JD", "4S"])) == Card("4S").rank
    waiting = Table.of("accordion", ["9H", "9D"], stock="7C 3H")
    assert sweepers(waiting) == Card("3H").rank
    aimed = Table.of("virtuoso", ["9H", "2C", "9D", "9S", "9C", "7C"], target="2C")
    assert sweepers(aimed) == Card("2C").rank


def test_sweepers_play_the_rulebooks_example_to_the_end() -> None:
    game = Game("accordion(deck=8)", deck="9H 2C 4S JD 7C 7D 7S 7H")
    assert chosen("sweepers", game.table) != "8-7"  # which spoils it
    choose = player("sweepers").choose(1)
    while (action := choose(game.table)) is not None:
        game.push(action)
    assert game.outcome is Outcome.WON


def test_sweepers_cover_no_sweeper_and_no_target_while_anything_else_is_legal() -> None:
    # 7C could be covered by KC; the jacks may move among themselves.
    table = Table.of("accordion", ["JC", "JD", "5S", "7C", "KC", "7D", "7H", "7S"])
    assert "5-4" in table.legal_actions
    assert chosen("sweepers", table) == "2-1"
    aimed = Table.of("virtuoso", ["JC", "JD", "5S", "7C", "KC", "7D", "7H", "7S"], target="JC")
    assert chosen("sweepers", aimed) != "2-1"


def test_the_choice_of_players_who_dont_peek_ignores_the_order_of_the_stock() -> None:
    for number in range(1, 6):
        game = Game("compulsory", deal=number)
        for _ in range(30):
            action = player("matches").choose(3)(game.table)
            assert action is not None
            game.push(action)
        table = game.table
        other = Table(table.rules, table.row, table.stock[::-1])
        for who in PLAYERS:
            if not who.peeks:
                assert who.choose(2)(table) == who.choose(2)(other)


@settings(max_examples=60)
@given(games(named_rules()))
def test_every_player_chooses_what_is_legal(game: Game) -> None:
    for who in SIMPLE:
        action = who.choose(3)(game.table)
        if action is None:
            assert not game.legal_actions
        else:
            assert action in list(game.legal_actions)


def test_the_solver_plays_its_win_to_the_end() -> None:
    solver = player("solver")
    assert solver.peeks
    for rules, layout in (("accordion", "open"), ("accordion", "stock"), ("compulsory", "stock")):
        game = Game(rules, deal=33, layout=layout)
        if rules == "compulsory":
            game = Game("idle-year", deal=33)  # one that is won
        choose = solver.choose(1)
        while (action := choose(game.table)) is not None:
            assert action in list(game.legal_actions)
            game.push(action)
        assert game.outcome is Outcome.WON
    lost = Game("late-binding", deal=4)
    choose = solver.choose(1)
    while (action := choose(lost.table)) is not None:
        lost.push(action)
    assert lost.piles == 2


def test_the_solver_finds_a_new_line_where_another_was_played() -> None:
    game = Game("accordion", deal=1)
    choose = player("solver").choose(1)
    choose(game.table)
    game.push("42-39")
    while (action := choose(game.table)) is not None:
        game.push(action)
    assert game.outcome is Outcome.WON


# ---------------------------------------------------------------- the registry


def test_players_are_found_by_name() -> None:
    names = [one.name for one in PLAYERS]
    assert len(set(names)) == len(names)
    for one in PLAYERS:
        assert player(one.name) is one
        assert one.summary.endswith(".")
    assert player(" Left_Slide ") is player("left-slide")


@pytest.mark.parametrize(
    ("wrong", "meant"), [("sweeper", "sweepers"), ("rndom", "random"), ("", ""), ("x" * 500, "")]
)
def test_an_unknown_player_gets_the_nearest(wrong: str, meant: str) -> None:
    with pytest.raises(TextError) as told:
        player(wrong)
    assert f"did you mean {meant}" in str(told.value)
    assert len(str(told.value)) < 400


def test_distances_one_too_far() -> None:
    assert too_far(RuleSet()) == (2, 4)
    assert too_far(RuleSet(distances=(2, 3))) == (4,)
    assert too_far(RuleSet(distances=(51,))) == (52,)
