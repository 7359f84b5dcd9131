"""A deal number becomes a deck, the same one on every machine and in every version.

Imports `cards`, `rules` and `errors`. The method is the one of the largest published
experiment on the game (Blake and Gent, "The Winnability of Klondike Solitaire and Many
Other Patience Games", JAIR 85, 2026), so its seeds are our deal numbers.
"""

from __future__ import annotations

import datetime
import random
from dataclasses import dataclass

from .cards import FRESH_DECK, Card
from .errors import SetupError, TextError, quoted
from .rules import RuleSet

LARGEST_DEAL = 2**32 - 1
KING, QUEEN = Card("KH"), Card("QH")


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a deal number fixes: the deck, first card first, and the target it names, if any."""

    deck: tuple[Card, ...]
    target: Card | None


def twister(seed: int) -> random.Random:
    """A Mersenne Twister in the state of `init_genrand(seed)`, the single-integer seeding.

    `random.Random(seed)` seeds through an array instead, so the state is loaded.
    Source: Matsumoto and Nishimura's reference implementation, mt19937ar.
    """
    state = [seed]
    for place in range(1, 624):
        before = state[-1]
        state.append((1812433253 * (before ^ (before >> 30)) + place) & 0xFFFFFFFF)
    generator = random.Random()
    generator.setstate((3, (*state, 624), None))
    return generator


def check_number(number: int) -> None:
    """See that there is a deal of this number.

    Raises:
        SetupError: if there isn't.
    """
    if not isinstance(number, int) or isinstance(number, bool):
        raise SetupError(f"a deal number is a whole number, not {quoted(str(number))}")
    if not 0 <= number <= LARGEST_DEAL:
        raise SetupError(f"deal numbers go from 0 to {LARGEST_DEAL}, not {number}")


def daily(date: datetime.date) -> int:
    """The deal number of a day: its date read as a number, 20261130 for 30 November 2026.

    It is the same for everyone and in every rule set; which day it is, is the player's own
    calendar's matter.
    """
    return date.year * 10_000 + date.month * 100 + date.day


def deal(number: int, rules: RuleSet) -> Dealt:
    """The deck that `number` gives under `rules`, and the target where the deal names one.

    Raises:
        SetupError: if there is no deal of that number.
    """
    check_number(number)
    generator = twister(number)
    cards = list(FRESH_DECK)
    for place in range(51, 0, -1):
        bucket = 2**32 // (place + 1)
        drawn = generator.getrandbits(32) // bucket
        while drawn > place:
            drawn = generator.getrandbits(32) // bucket
        cards[place], cards[drawn] = cards[drawn], cards[place]
    cards.reverse()
    if rules.fixed_ends:
        between = [card for card in cards if card is not QUEEN and card is not KING]
        cards = [QUEEN, *between[: rules.deck - 2], KING]
    deck = tuple(cards[: rules.deck])
    target = None
    if rules.target == "named":
        target = deck[2 + generator.getrandbits(32) % (rules.deck - 2)]
    return Dealt(deck, target)


def check_deck(deck: tuple[Card, ...], rules: RuleSet) -> None:
    """See that a deck given as cards is one that `rules` can be played with.

    Raises:
        SetupError: if its size is wrong, a card stands in it twice, or its ends don't fit.
    """
    places: dict[Card, int] = {}
    for place, card in enumerate(deck, 1):
        if card in places:
            raise SetupError(
                f"{card} is in the deck twice, as cards {places[card]} and {place}", found=card.text
            )
        places[card] = place
    if len(deck) != rules.deck:
        raise SetupError(
            f"the deck of {rules} has {rules.deck} cards, but this one has {len(deck)}"
        )
    if rules.fixed_ends and (deck[0] is not QUEEN or deck[-1] is not KING):
        raise SetupError(f"the deck of {rules} begins with QH and ends with KH")


def check_target(target: Card, deck: tuple[Card, ...]) -> None:
    """See that `target` may be the target card of a game with this deck.

    Raises:
        SetupError: if it isn't in the deck, or is its first or second card.
    """
    if target not in deck:
        raise SetupError(f"the target {target} is not in the deck")
    if target in deck[:2]:
        which = "first" if target is deck[0] else "second"
        raise SetupError(f"the target can't be {target}: it is the {which} card of the deck")


def read_deal(text: str) -> int:
    """A deal number from its text.

    Raises:
        TextError: if it isn't a whole number of the range.
    """
    plain = text.strip()
    if not (plain.isascii() and plain.isdigit() and len(plain) <= 20):
        raise TextError(
            f"{quoted(text)} is not a deal number: a whole number from 0 to "
            f"{LARGEST_DEAL} is expected",
            found=text,
            expected="a deal number",
        )
    number = int(plain)
    if number > LARGEST_DEAL:
        raise TextError(
            f"deal numbers go from 0 to {LARGEST_DEAL}, not {plain}",
            found=text,
            expected="a deal number",
        )
    return number
