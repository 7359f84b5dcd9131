"""Ways to draw rule sets, games and actions, shared by the tests."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from squeezebox import CATALOGUE, Action, Card, Deal, Discard, Game, Move, RuleSet, read_rules
from squeezebox.cards import FRESH_DECK
from squeezebox.deals import KING, LARGEST_DEAL, QUEEN

NAMES = tuple(entry.name for entry in CATALOGUE)
LEAPS = ("leap-2", "leap-4", "leap-5", "leap-7", "leap-13", "leap-51")
BASES = st.sampled_from((*NAMES, *LEAPS))


@st.composite
def named_rules(draw: st.DrawFn) -> RuleSet:
    """A named rule set, as it is or with a smaller deck."""
    name = draw(BASES)
    deck = draw(st.none() | st.integers(3, 20))
    return read_rules(name if deck is None else f"{name}(deck={deck})")


@st.composite
def custom_rules(draw: st.DrawFn) -> RuleSet:
    """Any rule set that makes sense, all fields drawn."""
    discard = draw(st.sampled_from(["none", "none", "none", "between", "pair"]))
    if discard == "between":
        distances = st.sets(st.sampled_from([2, 3]), min_size=1)
    else:
        some = st.sets(st.integers(1, 6) | st.integers(1, 51), min_size=1, max_size=6)
        distances = some | some.map(lambda others: {1, *others})
    merges = discard == "none"
    fields = {
        "distances": tuple(draw(distances)),
        "compulsory": draw(st.booleans()),
        "discard": discard,
        "goal": draw(st.integers(0, 6) | st.integers(0, 52)),
        "fixed_ends": draw(st.sampled_from([False, False, False, True])),
        "base": draw(BASES),
    }
    least = 2 if fields["fixed_ends"] else 1
    if merges:
        fields["both_ways"] = draw(st.booleans())
        fields["place"] = draw(st.sampled_from(["over", "under", "either"]))
        if 1 in fields["distances"]:
            fields["priority"] = draw(st.sampled_from(["none", "pile", "row"]))
        if fields["goal"]:
            fields["target"] = draw(st.sampled_from(["none", "named", "chosen"]))
            least = least if fields["target"] == "none" else 3
    fields["deck"] = draw(st.integers(least, 16) | st.integers(max(least, 12), 52))
    return RuleSet(**fields)


rule_sets = named_rules() | custom_rules()
"""Named and custom rule sets alike."""


def shuffled(rules: RuleSet, seed: int) -> tuple[Card, ...]:
    """A deck that fits `rules`, by a shuffle of its own (no deal number has to give it)."""
    cards = list(FRESH_DECK)
    if rules.fixed_ends:
        cards = [card for card in cards if card not in (QUEEN, KING)]
    random.Random(seed).shuffle(cards)
    if rules.fixed_ends:
        return (QUEEN, *cards[: rules.deck - 2], KING)
    return tuple(cards[: rules.deck])


seeds = st.integers(0, 2**16)


@st.composite
def fresh_games(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] = rule_sets) -> Game:
    """A game at its start: any layout, a deal number or a deck, and a target if need be."""
    its_rules = draw(rules)
    layout = draw(st.sampled_from(its_rules.layouts))
    if draw(st.booleans()):
        number = draw(st.integers(0, LARGEST_DEAL))
        if its_rules.target != "chosen":
            return Game(its_rules, deal=number, layout=layout)
        deck = Game(read_rules(f"accordion(deck={its_rules.deck})"), deal=number).deck
        if its_rules.fixed_ends:
            deck = (*Game("royal-marriage", deal=number).deck[: its_rules.deck - 1], KING)
        target = draw(st.sampled_from(deck[2:]))
        return Game(its_rules, deal=number, layout=layout, target=target)
    deck = shuffled(its_rules, draw(seeds))
    target = None if its_rules.target == "none" else draw(st.sampled_from(deck[2:]))
    return Game(its_rules, deck=deck, layout=layout, target=target)


def play(game: Game, steps: int, seed: int) -> Game:
    """Push up to `steps` random legal actions, with several deals at once now and then."""
    chance = random.Random(seed)
    for _ in range(steps):
        legal = list(game.legal_actions)
        if not legal:
            break
        action: Action = chance.choice(legal)
        if isinstance(action, Deal) and chance.random() < 0.5:
            many = Deal(chance.choice([None, 2, 3, 8]))
            action = many if many in game.legal_actions else action
        game.push(action)
    return game


@st.composite
def games(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] = rule_sets, most: int = 110) -> Game:
    """A game somewhere between its start and its end."""
    return play(draw(fresh_games(rules)), draw(st.integers(0, most)), draw(seeds))


places = st.integers(-1, 8) | st.integers(-1, 54) | st.just(10**8)

actions: st.SearchStrategy[Action] = (
    st.builds(Deal, st.none() | st.integers(-1, 54))
    | st.builds(Move, places, places, st.booleans())
    | st.builds(Discard, places, places)
    | st.integers(1, 52).map(lambda place: Discard(place, place))
    | st.integers(1, 52).map(lambda place: Discard(place, place + 1))
)
"""Anything that has the form of an action, most of it illegal."""
