"""A card, a deck, and their texts. Imports only `errors`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from .errors import TextError, quoted

RANKS = "A23456789TJQK"
SUITS = "CHSD"
"""The suits in the order in which a fresh deck is written (RULES, deal numbers)."""

RANK_NAMES = (
    "ace", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
SUIT_NAMES = ("clubs", "hearts", "spades", "diamonds")
SUIT_GLYPHS = "♣♥♠♦"


class Card:
    """One of the 52 cards; `Card("7H")` is always the same object.

    `rank` counts from 0 (ace) to 12 (king), `suit` is a place in `SUITS`.
    Texts such as `10D`, `7h` and `7♥` are read as well; `str()` gives `TD`, `7H`.
    """

    __slots__ = ("rank", "suit", "text")
    rank: int
    suit: int
    text: str

    _all: ClassVar[dict[str, Card]] = {}

    def __new__(cls, text: str) -> Card:
        card = cls._all.get(text)
        return card if card is not None else _read_card(text)

    @property
    def glyphs(self) -> str:
        """The card as it is shown to a player: `7♥`, `10♦`."""
        return RANKS[self.rank].replace("T", "10") + SUIT_GLYPHS[self.suit]

    @property
    def name(self) -> str:
        """The card as it is spoken: `seven of hearts`."""
        return f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"

    @property
    def order(self) -> int:
        """The card's place (0 to 51) in a fresh deck: rank by rank, suits as in `SUITS`."""
        return self.rank * 4 + self.suit

    def matches(self, other: Card) -> bool:
        """Whether the two cards have the same rank or the same suit."""
        return self.rank == other.rank or self.suit == other.suit

    def __lt__(self, other: Card) -> bool:
        return self.order < other.order

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card never changes: its {name} can't be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card never changes: its {name} can't be deleted")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)


def _fresh_deck() -> tuple[Card, ...]:
    for rank, rank_text in enumerate(RANKS):
        for suit, suit_text in enumerate(SUITS):
            card = object.__new__(Card)
            for name, value in (("rank", rank), ("suit", suit), ("text", rank_text + suit_text)):
                object.__setattr__(card, name, value)
            Card._all[card.text] = card
    return tuple(Card._all.values())


FRESH_DECK = _fresh_deck()
"""All 52 cards, rank by rank, within a rank clubs, hearts, spades, diamonds."""

_READABLE: dict[int, str | None] = {
    ord("\N{VARIATION SELECTOR-15}"): None,
    ord("\N{VARIATION SELECTOR-16}"): None,
}
_READABLE |= {ord(glyph): suit for glyph, suit in zip(SUIT_GLYPHS, SUITS, strict=True)}


def _read_card(text: str) -> Card:
    """The card that `text` means, in any spelling that is read.

    Raises:
        TextError: if it means no card.
    """
    plain = text.strip().translate(_READABLE).upper()
    if plain.startswith("10"):
        plain = "T" + plain[2:]
    card = Card._all.get(plain)
    if card is None:
        raise TextError(
            f"{quoted(text)} is not a card: a rank (A 2 3 4 5 6 7 8 9 T J Q K) "
            "and a suit (C D H S) are expected, such as 7H",
            found=text,
            expected="a card",
        )
    return card


def read_cards(text: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """Cards from a text (separated by spaces or commas) or from a sequence.

    Raises:
        TextError: if something in it isn't a card; its place is named.
    """
    parts = [p for p in re.split(r"[\s,]+", text) if p] if isinstance(text, str) else list(text)
    cards = []
    for place, part in enumerate(parts, 1):
        if isinstance(part, Card):
            cards.append(part)
            continue
        try:
            cards.append(Card(part))
        except TextError as error:
            raise TextError(
                f"card {place}: {error.message}", found=error.found, expected=error.expected
            ) from None
    return tuple(cards)


def write_cards(cards: Iterable[Card]) -> str:
    """Cards as one text, separated by spaces."""
    return " ".join(card.text for card in cards)
