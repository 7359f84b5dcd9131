"""Advice keeps what it promises: a game that it calls winnable ends won."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from squeezebox import Deal, Game, SetupError, TextError, read_rules
from squeezebox.catalogue import LISTED
from squeezebox.coach import Advice, advise, deals_are_free, light, mark
from squeezebox.coach.known import KNOWN
from squeezebox.solver import Verdict
from squeezebox.table import Outcome
from strategies import fresh_games, play, rule_sets, seeds, shuffled

OPEN = [entry.name for entry in LISTED if "open" in read_rules(entry.name).layouts]
COMPULSORY = [entry.name for entry in LISTED if "open" not in read_rules(entry.name).layouts]

WHOLE = os.environ.get("SQUEEZEBOX_WHOLE") == "1"
"""With `SQUEEZEBOX_WHOLE=1` 1,000 deals of each rule set are played, which takes an hour or two."""
DEALS = 1000 if WHOLE else 12
NODES = 100_000
"""For each advice: what isn't found out with so many stays unknown."""


def deals(rules: str, number: int) -> Iterator[Game]:
    """Open deals; where the player chooses the target, a different one each time."""
    chosen = read_rules(rules).target == "chosen"
    for deal in range(7001, 7001 + number):
        target = Game("accordion", deal=deal).deck[2 + deal % 50] if chosen else None
        yield Game(rules, deal=deal, layout="open", target=target)


def follow(game: Game, *, held: bool, first: Advice | None = None) -> list[Advice]:
    """Play a game by advice alone, to its end; what was advised.

    With `held` nothing is remembered between two actions but the line that the player holds,
    as when each is asked of another process; otherwise nothing is held.
    """
    said: list[Advice] = [] if first is None else [first]
    while game.outcome is Outcome.OPEN:
        if not said or first is None or len(said) > 1:
            if held:
                KNOWN.clear()
            line = said[-1].line[1:] if held and said else ()
            said.append(advise(game, line=line, budget=600, nodes=NODES))
        assert said[-1].action is not None
        game.push(said[-1].action)
        first = None
    return said


@pytest.mark.parametrize("rules", OPEN)
def test_who_follows_advice_that_says_winnable_wins(rules: str) -> None:
    winnable = 0
    some = 3 if rules == "leap-2" and not WHOLE else DEALS
    for number, game in enumerate(deals(rules, some)):
        KNOWN.clear()
        said = follow(game, held=number % 2 == 1)
        verdicts = [advice.verdict for advice in said]
        if Verdict.WINNABLE in verdicts:
            winnable += 1
            assert game.outcome is Outcome.WON
            first = verdicts.index(Verdict.WINNABLE)
            assert all(verdict is Verdict.WINNABLE for verdict in verdicts[first:])
            assert said[first].piles <= game.rules.goal
        else:
            assert game.outcome is not Outcome.WON
        if Verdict.LOST in verdicts:
            first = verdicts.index(Verdict.LOST)
            assert all(verdict is Verdict.LOST for verdict in verdicts[first:])
            assert game.piles <= said[first].piles
    assert winnable or rules == "leap-2"


@pytest.mark.parametrize("rules", COMPULSORY)
def test_who_peeks_and_follows_advice_that_says_winnable_wins(rules: str) -> None:
    ends = set()
    for deal in range(1, 40 if rules == "idle-year" else 12):
        game = Game(rules, deal=deal)
        KNOWN.clear()
        verdict = advise(game, peek=True, budget=600).verdict
        while game.outcome is Outcome.OPEN:
            said = advise(game, peek=True, budget=600)
            assert said.verdict is verdict
            assert said.action is not None
            game.push(said.action)
        assert (game.outcome is Outcome.WON) == (verdict is Verdict.WINNABLE)
        ends.add(verdict)
    assert Verdict.LOST in ends


@given(fresh_games(), st.integers(0, 60), seeds, st.booleans())
@settings(max_examples=150)
def test_advice_of_any_rule_set_is_legal_and_its_line_is_so(
    game: Game, steps: int, seed: int, peek: bool
) -> None:
    play(game, steps, seed)
    said = advise(game, peek=peek, budget=60, nodes=2_000)
    assert said.reasons
    assert all(reason.endswith((".", "!")) for reason in said.reasons)
    assert len(said.reasons) <= 3
    if said.action is None:
        assert not game.legal_actions or game.outcome is Outcome.WON
        return
    assert said.line[0] == said.action
    end = game.copy()
    for action in said.line:
        end.push(action)
    assert end.piles == said.piles
    if said.verdict is Verdict.WINNABLE:
        assert end.outcome is Outcome.WON


# ---------------------------------------------------------------- hidden cards


@st.composite
def reordered(draw: st.DrawFn) -> tuple[Game, Game]:
    """A game of the stock layout, and the same with the undealt cards in another order."""
    rules = draw(rule_sets)
    deck = shuffled(rules, draw(seeds))
    target = None if rules.target == "none" else draw(st.sampled_from(deck[2:]))
    game = Game(rules, deck=deck, layout="stock", target=target)
    play(game, draw(st.integers(0, 40)), draw(seeds))
    # The first and the last card of some decks are fixed, and no target is first or second.
    first = len(deck) - len(game.table.stock)
    first = max(first, 2 if target else 0, 1 if rules.fixed_ends else 0)
    last = max(first, len(deck) - (1 if rules.fixed_ends else 0))
    other = (*deck[:first], *draw(st.permutations(deck[first:last])), *deck[last:])
    return game, Game(rules, deck=other, layout="stock", target=target, actions=game.actions)


@given(reordered(), seeds)
@settings(max_examples=150)
def test_advice_never_uses_the_order_of_undealt_cards(games: tuple[Game, Game], seed: int) -> None:
    one, other = games
    assume(len(one.table.stock) > 1)
    KNOWN.clear()
    light(other, peek=True, budget=60, nodes=500)  # what a peek has found out isn't told
    for tell in (advise, light, mark):
        assert tell(one, budget=600, seed=seed) == tell(other, budget=600, seed=seed)


def test_where_deals_are_free_everything_is_dealt_at_once() -> None:
    for entry in LISTED:
        rules = read_rules(entry.name)
        if not deals_are_free(rules):
            continue
        target = "9D" if rules.target == "chosen" else None
        game = Game(rules, deal=11, layout="stock", target=target)
        for actions in ("", "d d", "d5 d"):
            for action in actions.split():
                game.push(action)
            said = advise(game, nodes=1000)
            assert (said.action, said.verdict) == (Deal(None), Verdict.UNKNOWN)
            assert "Deal everything first" in said.reasons[0]
            peeked = advise(game, peek=True, nodes=20_000)
            assert (peeked.action, peeked.line[0]) == (Deal(None), Deal(None))
            assert "Deal everything first" in peeked.reasons[0]
        game.push("d*")
        assert not any("Deal" in reason for reason in advise(game, nodes=1000).reasons)


def test_a_line_that_deals_late_is_advised_with_all_dealt_first() -> None:
    game = Game("accordion(deck=4)", deck="7H 7C 7D 7S", layout="stock")
    for action in ("d", "d"):
        game.push(action)
    said = advise(game, line=("2-1", "d", "2-1", "d", "2-1"), peek=True)
    assert said.verdict is Verdict.WINNABLE
    assert [str(action) for action in said.line] == ["d*", "2-1", "2-1", "2-1"]


@pytest.mark.parametrize(
    "rules", [*COMPULSORY, "accordion(priority=row)", "concertina(compulsory)"]
)
def test_where_the_order_matters_an_estimate_is_given(rules: str) -> None:
    game = Game(rules, deal=1, layout="stock")
    seen = 0
    while game.outcome is Outcome.OPEN and seen < 3:
        said = advise(game, budget=600)
        assert said.action is not None
        if len(game.table.stock) > 1:
            assert said.verdict is Verdict.UNKNOWN
            assert said.line == (said.action,)
        if len(game.legal_actions) == 1 and len(game.table.stock) > 1:
            assert said.estimate is None
            assert said.reasons == ("Nothing else is possible.",)
        elif len(game.table.stock) > 1:
            seen += 1
            found = said.estimate
            assert found is not None
            assert {c.action for c in found.choices} == set(game.legal_actions)
            assert said.action == found.choices[0].action
            best, second = found.choices[:2]
            text = said.reasons[0]
            orders = f"{found.orders} random orders"
            if best.win_error == 0:
                orders = f"all {found.orders} orders"
            assert text.startswith(f"In {orders} of the unseen cards it leaves ")
            less = 1 - second.value / best.value
            worth = f"worth {100 * less:.0f} % less" if less >= 0.01 else "worth under 1 % less"
            other = f"; {second.action}, {worth if less else 'worth as much'}, leaves"
            for choice, said_so in ((best, "it leaves"), (second, other)):
                error = f" ± {choice.piles_error:.1f}" if choice.piles_error else ""
                assert f"{said_so} {choice.mean_piles:.1f}{error} piles" in text
            assert ("and wins" in text) == (best.win_rate > 0)
        game.push(said.action)
    assert seen


def test_of_the_last_cards_all_orders_are_looked_at() -> None:
    for deal in range(1, 200):
        game = Game("compulsory(deck=9)", deal=deal)
        while game.outcome is Outcome.OPEN:
            if len(game.table.stock) == 2 and len(game.legal_actions) > 1:
                said = advise(game, budget=600)
                assert said.verdict is Verdict.UNKNOWN
                assert said.reasons[0].startswith("In all 2 orders of the unseen cards it leaves ")
                assert "±" not in said.reasons[0]
                return
            game.push(next(iter(game.legal_actions)))
    raise AssertionError("there was no choice before the last two cards")


# ---------------------------------------------------------------- what is said of the verdict


def test_a_lost_game_is_told_so_with_the_fewest_piles() -> None:
    game = Game("late-binding", deal=4)
    said = advise(game)
    assert (said.verdict, said.piles) == (Verdict.LOST, 2)
    assert said.reasons == (
        "No win is possible any more; this line ends with 2 piles, and fewer are impossible.",
    )


def test_a_covered_target_is_lost_and_played_on_to_the_fewest() -> None:
    covered = (
        (game, action)
        for game in deals("revenge", 100)
        for action in game.legal_actions
        if game.table.after(action).outcome is Outcome.LOST
    )
    game, action = next(covered)
    game.push(action)
    said = advise(game, budget=60, nodes=NODES)
    assert (said.verdict, said.piles) == (Verdict.LOST, 1)
    assert len(said.line) == game.piles - 1


@pytest.mark.parametrize("rules", ["virtuoso(deck=6)", "virtuoso(deck=6; compulsory)"])
def test_a_game_that_is_lost_while_cards_are_hidden_is_told_so(rules: str) -> None:
    game = Game(rules, deck="2C 9H 4D 4C 9D TS", target="4D", layout="stock", actions="d d d d")
    assert advise(game).verdict is Verdict.UNKNOWN
    game.push("4-3")
    said = advise(game)
    assert (said.verdict, light(game).verdict) == (Verdict.LOST, Verdict.LOST)
    assert said.reasons[0] == "Lost: the target 4♦ is covered and can't be on top again."
    assert said.action == said.line[0]


def test_what_is_not_known_is_called_so() -> None:
    game = Game("leap-2", deal=1)
    said = advise(game, budget=60, nodes=2_000)
    assert said.verdict is Verdict.UNKNOWN
    assert said.reasons[0] == (
        f"Whether this can be won is not known; the best line found ends with {said.piles} piles."
    )


def test_a_won_game_may_go_on_and_stays_won() -> None:
    game = next(deals("five-piles", 1))
    while game.outcome is Outcome.OPEN:
        action = advise(game).action
        assert action is not None
        game.push(action)
    seen = set()
    while (said := advise(game)).action is not None:
        assert said.verdict is Verdict.WINNABLE
        seen.add(said.reasons[-1])
        game.push(said.action)
        assert game.outcome is Outcome.WON
    assert all("Playing on" in reason for reason in seen)


def test_a_won_game_isnt_spoiled_by_advice() -> None:
    rules = "virtuoso(deck=4; goal=3)"
    game = Game(rules, deck="2C 3C 4D 4C", target="4D", actions="2-1")
    assert (game.outcome, [str(a) for a in game.legal_actions]) == (Outcome.WON, ["3-2"])
    said = advise(game)
    assert (said.action, said.verdict, said.piles) == (None, Verdict.WINNABLE, 3)
    game = Game(rules, deck="2C 3C 4C 4D", target="4D", actions="2-1")
    assert advise(game).piles == 1


def test_where_nothing_is_legal_nothing_is_advised() -> None:
    game = Game("accordion(deck=2)", deck="7H 8S")
    said = advise(game)
    assert (said.action, said.verdict, said.line) == (None, Verdict.LOST, ())
    assert said.reasons == ("Stuck with 2 piles: nothing is legal any more.",)
    won = Game("accordion(deck=2)", deck="7H 7S", actions="2-1")
    assert (advise(won).action, advise(won).verdict) == (None, Verdict.WINNABLE)


def test_a_search_that_is_cancelled_still_advises_something_legal() -> None:
    KNOWN.clear()
    stop = np.ones(1, dtype=np.uint8)
    for rules, layout in (("leap-2", "open"), ("compulsory", "stock"), ("revenge", "open")):
        game = Game(rules, deal=1, layout=layout)
        while len(game.legal_actions) < 2:
            game.push(next(iter(game.legal_actions)))
        said = advise(game, cancel=stop, budget=600)
        assert said.action in list(game.legal_actions)
        assert said.verdict is Verdict.UNKNOWN


def test_wrong_calls_are_refused() -> None:
    game = Game(deal=1)
    with pytest.raises(SetupError, match="budget"):
        advise(game, budget=0)
    with pytest.raises(TextError, match="not an action"):
        advise(game, line=["up"])


def test_the_same_call_says_the_same() -> None:
    for game in islice(deals("accordion", 5), 5):
        KNOWN.clear()
        one = advise(game, budget=600, nodes=NODES)
        KNOWN.clear()
        assert one == advise(game, budget=600, nodes=NODES)
        assert one == advise(game, budget=600, nodes=NODES)  # and what is known says no less
