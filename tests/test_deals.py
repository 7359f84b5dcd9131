"""Deal numbers, decks and targets (the decks themselves are held against the vectors)."""

from __future__ import annotations

import datetime
import random

import pytest
from hypothesis import given, strategies as st

from squeezebox import Card, Game, SetupError, TextError, daily, read_cards, read_rules, write_cards
from squeezebox.cards import FRESH_DECK
from squeezebox.deals import (
    KING,
    LARGEST_DEAL,
    QUEEN,
    check_deck,
    check_target,
    deal,
    read_deal,
    twister,
)

ACCORDION = read_rules("accordion")
numbers = st.integers(0, LARGEST_DEAL)


def outputs(seed: int, count: int) -> list[int]:
    """MT19937 once more, straight from its definition, one output after the other."""
    state = [seed]
    for place in range(1, 624):
        state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + place) % 2**32)
    for place in range(624, 624 + count):
        joined = (state[place - 624] & 0x80000000) | (state[place - 623] & 0x7FFFFFFF)
        twisted = (joined >> 1) ^ (0x9908B0DF if joined & 1 else 0)
        state.append(state[place - 227] ^ twisted)
    found = []
    for word in state[624:]:
        y = word ^ (word >> 11)
        y ^= (y << 7) & 0x9D2C5680
        y ^= (y << 15) & 0xEFC60000
        found.append(y ^ (y >> 18))
    return found


def deck_and_next(number: int) -> tuple[list[str], int]:
    """The deck of a deal number by the four steps of the rules, and the next output."""
    drawn = iter(outputs(number, 200))
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "CHSD"]
    for i in range(51, 0, -1):
        b = 2**32 // (i + 1)
        x = next(drawn)
        while x // b > i:
            x = next(drawn)
        cards[i], cards[x // b] = cards[x // b], cards[i]
    return cards[::-1], next(drawn)


@given(numbers)
def test_decks_follow_the_four_steps(number: int) -> None:
    cards, y = deck_and_next(number)
    dealt = deal(number, ACCORDION)
    assert [str(card) for card in dealt.deck] == cards
    assert dealt.target is None
    for size in (3, 17, 52):
        dealt = deal(number, read_rules(f"revenge(deck={size})"))
        assert [str(card) for card in dealt.deck] == cards[:size]
        assert str(dealt.target) == cards[2 + y % (size - 2)]
        others = [card for card in cards if card not in ("QH", "KH")]
        royal = deal(number, read_rules(f"royal-marriage(deck={size})")).deck
        assert [str(card) for card in royal] == ["QH", *others[: size - 2], "KH"]


def test_the_deal_that_everyone_knows() -> None:
    assert write_cards(deal(1, ACCORDION).deck).startswith(
        "6H KS TC QH AC 2S 4H QC QS 3S AD 5C 2D 4D KC 7C 4S 9C"
    )


@pytest.mark.parametrize("number", [0, 1, 2**31 - 1, 2**31, LARGEST_DEAL])
def test_edges(number: int) -> None:
    dealt = deal(number, ACCORDION).deck
    assert sorted(dealt) == sorted(FRESH_DECK)
    assert dealt == deal(number, ACCORDION).deck
    assert dealt != deal(number ^ 1, ACCORDION).deck
    assert [twister(number).getrandbits(32)] == outputs(number, 1)


@pytest.mark.parametrize(("number", "place"), [(5257882, 20), (8153190, 44), (8236919, 38)])
def test_a_draw_that_is_too_large_is_drawn_again(number: int, place: int) -> None:
    """It happens once in some three million deals: at this place of these."""
    x = outputs(number, 52 - place)[-1]
    assert x // (2**32 // (place + 1)) > place
    cards, y = deck_and_next(number)
    dealt = deal(number, read_rules("revenge"))
    assert [str(card) for card in dealt.deck] == cards
    assert str(dealt.target) == cards[2 + y % 50]


def test_it_is_not_pythons_own_seeding() -> None:
    for number in (0, 1, 5489):
        assert twister(number).getrandbits(32) != random.Random(number).getrandbits(32)
    assert twister(5489).getrandbits(32) == 3499211612  # the reference implementation's first


@given(numbers, st.integers(1, 52))
def test_a_smaller_deck_is_the_start_of_the_larger(number: int, size: int) -> None:
    assert (
        deal(number, read_rules(f"accordion(deck={size})")).deck
        == (deal(number, ACCORDION).deck[:size])
    )


@given(numbers, st.integers(3, 52))
def test_a_named_target_is_neither_first_nor_second(number: int, size: int) -> None:
    rules = read_rules(f"revenge(deck={size})")
    dealt = deal(number, rules)
    assert dealt.target in dealt.deck[2:]
    assert Game(rules, deal=number).target is dealt.target
    assert deal(number, read_rules(f"virtuoso(deck={size})")).target is None


@given(numbers, st.integers(2, 52))
def test_royal_decks(number: int, size: int) -> None:
    deck = deal(number, read_rules(f"royal-marriage(deck={size})")).deck
    assert (deck[0], deck[-1]) == (QUEEN, KING)
    assert len(set(deck)) == len(deck) == size


@pytest.mark.parametrize("number", [-1, LARGEST_DEAL + 1, 10**30])
def test_numbers_out_of_range(number: int) -> None:
    with pytest.raises(SetupError, match=f"from 0 to 4294967295, not {number}"):
        deal(number, ACCORDION)


@pytest.mark.parametrize("number", ["1", 1.0, True, None, "x" * 10**6, [1]], ids=repr)
def test_what_is_no_number(number: object) -> None:
    with pytest.raises(SetupError, match="a deal number is a whole number, not") as caught:
        deal(number, ACCORDION)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 120


def test_reading_deal_numbers() -> None:
    assert read_deal(" 7 ") == 7
    assert read_deal("0") == 0
    assert read_deal("00012") == 12
    assert read_deal("4294967295") == LARGEST_DEAL


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", "1.0", "1e3", "0x10", "1_000", "٣", "²", "seven", "1 2", "9" * 5000,
             "4294967296", "99999999999999999999"],
)  # fmt: skip
def test_texts_that_are_no_deal_number(text: str) -> None:
    with pytest.raises(TextError) as caught:
        read_deal(text)
    assert "4294967295" in str(caught.value)
    assert len(str(caught.value)) < 160
    assert caught.value.expected == "a deal number"
    assert caught.value.found == text


# ---------------------------------------------------------------- decks and targets given


def refused_deck(rules: str, deck: str) -> str:
    with pytest.raises(SetupError) as caught:
        check_deck(read_cards(deck), read_rules(rules))
    return str(caught.value)


def test_decks_that_do_not_fit() -> None:
    three = "accordion(deck=3)"
    assert refused_deck(three, "AC 2C") == (
        "the deck of accordion(deck=3) has 3 cards, but this one has 2"
    )
    assert refused_deck(three, "AC 2C 3C 4C").endswith("but this one has 4")
    assert refused_deck(three, "").endswith("but this one has 0")
    assert refused_deck(three, "AC 2C AC") == "AC is in the deck twice, as cards 1 and 3"
    assert refused_deck(three, "10D TD 2C") == "TD is in the deck twice, as cards 1 and 2"
    royal = "royal-marriage(deck=3)"
    for deck in ("KH 2C QH", "QH KH 2C", "2C QH KH"):
        assert refused_deck(royal, deck) == (
            "the deck of royal-marriage(deck=3) begins with QH and ends with KH"
        )
    check_deck(read_cards("QH 2C KH"), read_rules(royal))
    check_deck(read_cards("KH 2C QH"), read_rules("push-pin(deck=3)"))


def test_targets_that_do_not_fit() -> None:
    deck = read_cards("AC 2C 3C 4C")
    for target, words in (
        ("AC", "the target can't be AC: it is the first card of the deck"),
        ("2C", "the target can't be 2C: it is the second card of the deck"),
        ("KH", "the target KH is not in the deck"),
    ):
        with pytest.raises(SetupError) as caught:
            check_target(Card(target), deck)
        assert str(caught.value) == words
    check_target(Card("3C"), deck)
    check_target(Card("4C"), deck)


@given(st.permutations(FRESH_DECK))
def test_any_order_of_the_cards_is_a_deck(cards: list[Card]) -> None:
    deck = tuple(cards)
    check_deck(deck, ACCORDION)
    assert read_cards(write_cards(deck)) == deck
    assert read_cards(", ".join(card.glyphs for card in deck)) == deck
    assert Game(deck=write_cards(deck).lower()).deck == deck


@pytest.mark.parametrize(
    ("date", "number"),
    [
        ((2026, 11, 30), 20261130),
        ((2027, 1, 1), 20270101),
        ((2028, 2, 29), 20280229),
        ((9999, 12, 31), 99991231),
    ],
)
def test_the_deal_of_a_day_is_its_date(date: tuple[int, int, int], number: int) -> None:
    assert daily(datetime.date(*date)) == number
    assert Game("accordion", deal=number).deal == number


@given(st.dates())
def test_every_day_has_a_deal_of_its_own(date: datetime.date) -> None:
    number = daily(date)
    assert 0 <= number <= LARGEST_DEAL
    assert datetime.datetime.strptime(f"{number:08}", "%Y%m%d").date() == date
