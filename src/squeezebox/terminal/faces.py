"""Cards as characters: how large, how many in a line, and what stands in each.

Pure functions: from what is to be seen of a pile to lines of characters with the name of a
style for each piece. Imports `cards`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from ..cards import RANKS, SUIT_GLYPHS, Card


class Frame(Enum):
    """How a pile's card is framed; each has a shape of its own. Corners, lines, style."""

    REST = ("╭╮╰╯", "─", "│", "edge")
    CHOSEN = ("┏┓┗┛", "━", "┃", "chosen")
    LIT = ("╔╗╚╝", "═", "║", "lit")
    ADVISED = ("┏┓┗┛", "╍", "╏", "advised")


@dataclass(frozen=True, slots=True)
class Face:
    """What is to be seen of a pile."""

    place: int
    card: Card
    size: int
    frame: Frame = Frame.REST
    cursor: bool = False
    tag: str = ""
    """One character beside the number: a sweeper or the target."""
    mark: str = ""
    """One character beside the size: where it may go, or what the coach says of that."""
    shown: bool = False
    """Whether it is highlighted."""


class Piece(NamedTuple):
    """Some characters in one style: the name of a field of `Inks`, or of one and a suit."""

    text: str
    style: str
    suit: int = 0


@dataclass(frozen=True, slots=True)
class Size:
    """A size of cards: the room of one, its frame, and the gap beside and below it included."""

    name: str
    wide: int
    high: int
    gap: int = 1
    """Empty lines below a card; beside it there is always one column."""

    def columns(self, width: int) -> int:
        """How many stand in a line of so many characters."""
        return max((width + 1) // self.wide, 1)

    def lines(self, piles: int, width: int) -> int:
        """How many lines of characters so many piles take."""
        return -(-piles // self.columns(width)) * self.high - self.gap


SIZES = (
    Size("huge", 14, 8),
    Size("large", 10, 6),
    Size("middle", 8, 5),
    Size("small", 6, 4),
    Size("small", 6, 3, 0),
    Size("tiny", 6, 2, 0),
)
"""From the largest on."""


def size_for(piles: int, width: int, height: int) -> Size:
    """The largest size in which so many piles fit into the room; the smallest if none does."""
    for size in SIZES:
        if size.wide - 1 <= width and size.lines(max(piles, 1), width) <= height:
            return size
    return SIZES[-1]


# ---------------------------------------------------------------- large signs

_RANK_DOTS = {
    "A": " ▄▀▄  █▄▄▄█ █   █",
    "2": "▄▀▀▄   ▄▀ ▄█▄▄",
    "3": "▀▀▀▄  ▀▀▄ ▄▄▄▀",
    "4": "█  █ █▄▄█    █",
    "5": "█▀▀▀ ▀▀▀▄ ▄▄▄▀",
    "6": "▄▀▀  █▀▀▄ ▀▄▄▀",
    "7": "▀▀▀█   █   █  ",
    "8": "▄▀▀▄ ▄▀▀▄ ▀▄▄▀",
    "9": "▄▀▀▄ ▀▄▄█  ▄▄▀",
    "T": "█ ▄▀▄ █ █ █ █ ▀▄▀",
    "J": "   █    █ ▀▄▄▀",
    "Q": "▄▀▀▄  █  █  ▀▄▄▀▄",
    "K": "█ ▄▀ ██   █ ▀▄",
}
_SUIT_DOTS = (
    (" ▄█▄ ", "█▀█▀█", " ▄█▄ "),
    ("█▄ ▄█", "▀███▀", "  ▀  "),
    (" ▄█▄ ", "█████", "▀▄█▄▀"),
    (" ▄█▄ ", "▀███▀", "  ▀  "),
)
_LOW_SUIT_DOTS = (
    ("▄ █ ▄", "▀▀█▀▀"),
    ("▄█▄█▄", " ▀█▀ "),
    (" ▄█▄ ", "▀▀█▀▀"),
    (" ▄█▄ ", " ▀█▀ "),
)
"""The same in two lines."""


def _rank_lines(rank: int) -> tuple[str, ...]:
    """A rank in three lines."""
    dots = _RANK_DOTS[RANKS[rank]]
    wide = (len(dots) - 2) // 3
    return tuple(dots[at * (wide + 1) : at * (wide + 1) + wide] for at in range(3))


# ---------------------------------------------------------------- a card


def _label(card: Card) -> str:
    return RANKS[card.rank].replace("T", "10") + SUIT_GLYPHS[card.suit]


def _inner(face: Face, size: Size) -> list[list[Piece]]:
    """The lines within the frame."""
    card, wide = face.card, size.wide - 3
    style = "shown" if face.shown else "suits"
    label = Piece(_label(card), style, card.suit)

    def line(*pieces: Piece) -> list[Piece]:
        used = sum(len(piece.text) for piece in pieces)
        return [*pieces, Piece(" " * (wide - used), "size")]

    if size.name == "small":
        room = Piece(" " * (3 - len(label.text)), "size")
        return [[room, label]]
    if size.name == "middle":
        suit = SUIT_GLYPHS[card.suit]
        return [line(label), [Piece(" " * (wide - 2), "size"), Piece(suit, style, card.suit),
                              Piece(" ", "size")]]  # fmt: skip
    if size.name == "large":
        edge = Piece(" ", "size")
        dots = _LOW_SUIT_DOTS[card.suit]
        return [line(label), *(line(edge, Piece(each, "suits", card.suit)) for each in dots)]
    rank = _rank_lines(card.rank)
    suit_lines = _SUIT_DOTS[card.suit]
    left = (wide - len(rank[0]) - 1 - 5) // 2
    middle = [
        line(
            Piece(" " * left, "size"),
            Piece(dots, style, card.suit),
            Piece(" ", "size"),
            Piece(suit, "suits", card.suit),
        )
        for dots, suit in zip(rank, suit_lines, strict=True)
    ]
    corner = Piece(" " * (wide - len(label.text)), "size")
    return [line(label), *middle, [corner, label]]


def drawn(face: Face, size: Size) -> list[list[Piece]]:
    """A pile's card, line by line, its frame included and the gap left out."""
    if size.name == "tiny":
        return _tiny(face)
    corners, across, down, edge = face.frame.value
    wide = size.wide - 3
    number = f"{face.tag}{face.place}"
    top = [
        Piece(corners[0] + across * (wide - len(number)), edge),
        Piece(face.tag, "size"),
        Piece(str(face.place), "cursor" if face.cursor else "number"),
        Piece(corners[1], edge),
    ]
    amount = f"×{face.size}" if face.size > 1 else ""
    if len(amount) + len(face.mark) > wide:
        amount = amount[1:]
    bottom = [
        Piece(corners[2], edge),
        Piece(face.mark, "lit" if edge == "edge" else edge),
        Piece(across * (wide - len(amount) - len(face.mark)), edge),
        Piece(amount, "size"),
        Piece(corners[3], edge),
    ]
    body = [[Piece(down, edge), *line, Piece(down, edge)] for line in _inner(face, size)]
    return [[piece for piece in line if piece.text] for line in (top, *body, bottom)]


def _tiny(face: Face) -> list[list[Piece]]:
    """Two lines without a frame: number and size, then the card between its marks."""
    edge = face.frame.value[3]
    signs = {
        Frame.REST: (" ", " "),
        Frame.CHOSEN: ("[", "]"),
        Frame.LIT: ("(", ")"),
        Frame.ADVISED: ("<", ">"),
    }
    before, after = signs[face.frame]
    number = Piece(str(face.place), "cursor" if face.cursor else "number")
    amount = f"×{face.size}" if face.size > 1 else ""
    room = 5 - len(number.text) - len(amount)
    label = _label(face.card)
    style = "shown" if face.shown else "suits"
    first = [number, Piece(amount, "size"), Piece(face.tag[:room], "size")]
    used = sum(len(piece.text) for piece in first)
    return [
        [piece for piece in (*first, Piece(" " * (5 - used), "number")) if piece.text],
        [
            Piece(before, edge),
            Piece(label, style, face.card.suit),
            Piece(after + " " * (3 - len(label)), edge),
        ],
    ]
