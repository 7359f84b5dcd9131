"""Which cards can be the last: the map of Accordion Virtuoso, held against the plain search."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from squeezebox import Card, Game, SetupError, explore, read_rules
from squeezebox.coach.lasts import Last, last_cards, no_room
from squeezebox.solver import Verdict
from squeezebox.solver.planes import flag
from strategies import shuffled

SHORT = [
    "accordion(deck=9)",
    "accordion(deck=9; distances=1)",
    "accordion(deck=9; distances=1,2,4)",
    "leap-2(deck=9)",
    "concertina(deck=7)",
    "relaxed(deck=7)",
    "accordion(deck=9; place=under)",
    "accordion(deck=9; priority=row)",
    "compulsory(deck=10)",
    "idle-year(deck=12)",
    "virtuoso(deck=9)",
]


def started(rules: str, seed: int) -> Game:
    """A game with a deck by lot; its target, if it needs one, is the last card."""
    deck = shuffled(read_rules(rules), seed)
    target = deck[-1] if read_rules(rules).target != "none" else None
    return Game(rules, deck=deck, target=target)


def check(game: Game, found: tuple[Last, ...]) -> None:
    """What is winnable is won by its line, with its card on top."""
    table = game.table
    assert [one.card for one in found] == [*table.tops, *table.stock]
    assert [one.place for one in found] == list(range(1, len(found) + 1))
    for one in found:
        end = table
        for action in one.line:
            end = end.play(action)
        if one.verdict is Verdict.WINNABLE:
            assert one.card in end.tops
            assert not end.stock
            assert len(end.row) <= table.rules.goal
        else:
            assert one.line == ()


@pytest.mark.parametrize("rules", SHORT)
@pytest.mark.parametrize("seed", range(4))
def test_short_games_are_answered_as_the_plain_search_answers(rules: str, seed: int) -> None:
    game = started(rules, seed)
    found = last_cards(game, peek=True, budget=600)
    check(game, found)
    assert Verdict.UNKNOWN not in {one.verdict for one in found}
    last = tuple(sorted((x.card for x in found if x.verdict is Verdict.WINNABLE), key=str))
    assert last == explore(game, budget=600).final_tops


def test_from_any_position() -> None:
    chance = random.Random(5)
    for seed in range(6):
        game = started("accordion(deck=12)", seed)
        for _ in range(3):
            game.push(chance.choice(list(game.legal_actions)))
        found = last_cards(game, budget=600)
        check(game, found)
        last = tuple(sorted((x.card for x in found if x.verdict is Verdict.WINNABLE), key=str))
        assert last == explore(game, budget=600).final_tops


def test_a_whole_deal() -> None:
    """All but the first two cards can be the last; of these that is proved."""
    found = last_cards(Game(deal=7), budget=600)
    check(Game(deal=7), found)
    assert [one.verdict for one in found] == [Verdict.LOST] * 2 + [Verdict.WINNABLE] * 50
    virtuoso = Game("virtuoso", deal=7, target="KH")
    assert [one.verdict for one in last_cards(virtuoso, budget=600)][2:] == [Verdict.WINNABLE] * 50


def test_with_several_piles_left() -> None:
    """The card is on top of one of them."""
    game = started("five-piles(deck=10)", 3)
    found = last_cards(game, budget=600)
    check(game, found)
    for one in found:
        aimed = replace(game.table, rules=replace(game.rules, target="chosen"), target=one.card)
        assert one.verdict is explore(aimed, budget=600).verdict


def test_of_a_game_that_is_won() -> None:
    game = Game("accordion(deck=2)", deck="7H 7C", actions="2-1")
    assert last_cards(game) == (Last(Card("7C"), 1, Verdict.WINNABLE, ()),)


def test_nothing_is_said_of_hidden_cards() -> None:
    for game in (Game(deal=1, layout="stock"), Game("compulsory", deal=1, actions="d d d")):
        with pytest.raises(SetupError, match="hidden in the stock"):
            last_cards(game)
    dealt = Game("late-binding", deal=1, layout="stock", actions="d*")
    assert last_cards(dealt, budget=600) == last_cards(Game("late-binding", deal=1), budget=600)
    peeked = last_cards(Game("late-binding", deal=1, layout="stock"), peek=True, budget=600)
    assert [one.verdict for one in peeked] == [one.verdict for one in last_cards(dealt, budget=600)]


@pytest.mark.parametrize("rules", ["royal-marriage", "push-pin", "bayan", "accordion(goal=0)"])
def test_rule_sets_without_a_last_card(rules: str) -> None:
    with pytest.raises(SetupError, match="has no last card"):
        last_cards(Game(rules, deal=1))


def test_it_ends_when_it_is_cancelled() -> None:
    cancel = flag()
    cancel[0] = 1
    found = last_cards(Game(deal=7), cancel=cancel, budget=600)
    assert {one.verdict for one in found} == {Verdict.LOST, Verdict.UNKNOWN}


@pytest.mark.parametrize("rules", ["accordion(deck=2)", "leap-5(deck=2)", "concertina(deck=2)"])
def test_two_cards(rules: str) -> None:
    """They are too few for a target; those that don't match stay as they are."""
    for deck, wins in (("6H KS", False), ("6H 6S", True)):
        game = Game(rules, deck=deck)
        check(game, last_cards(game, budget=600))
        assert any(one.verdict is Verdict.WINNABLE for one in last_cards(game)) == wins
    for deal in range(40):
        game = Game(rules, deal=deal)
        check(game, last_cards(game, budget=600))


def test_room_at_the_left_end() -> None:
    """Held against the plain search above; here what it says of rule sets that differ."""
    rules = read_rules("accordion")
    assert [no_room(rules, place, 4) for place in (1, 2, 3, 4)] == [True, True, False, False]
    assert [no_room(rules, place, 2) for place in (1, 2)] == [True, False]
    assert no_room(read_rules("accordion(distances=1)"), 5, 6)
    assert not no_room(read_rules("leap-2"), 2, 5)
    assert not no_room(read_rules("relaxed"), 1, 5)
    assert not no_room(read_rules("five-piles"), 1, 6)
