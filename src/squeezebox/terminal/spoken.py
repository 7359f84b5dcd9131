"""How a game stands, in words: what is said on request, and what screens call things.

Imports `words`, `gestures`, `game` and what lies below them.
"""

from __future__ import annotations

import re

from ..cards import RANK_NAMES, RANKS, SUIT_NAMES, SUITS, Card
from ..game import Game
from ..gestures import Destination, destinations
from ..rules import RuleSet
from ..table import Pile, Table
from ..words import count, explained, stands


def title_of(rules: RuleSet) -> str:
    """What a rule set is called."""
    return rules.entry.title if rules.entry else f"Custom: {rules}"


def summary_of(rules: RuleSet) -> str:
    """A rule set's rule, in a line or a few sentences."""
    return rules.entry.summary if rules.entry else " ".join(explained(rules)[1:])


def layout_words(layout: str) -> str:
    """A layout as people say it."""
    return "open" if layout == "open" else "deal as you go"


def deal_words(deal: int | None) -> str:
    """A deal as people say it."""
    return "deck of your own" if deal is None else f"deal {deal}"


def introduced(game: Game, how: str = "") -> str:
    """What a game is called when it comes to the table, and how far it is or how it is played."""
    facts = f"{how}{title_of(game.rules)}, {layout_words(game.layout)}, {deal_words(game.deal)}"
    if all(str(action) == "d" for action in game.actions):
        return f"{facts}. {summary_of(game.rules)}"
    return f"{facts}: {count(game.piles, 'pile')} after {count(len(game.actions), 'action')}."


def _several(pile: Pile) -> str:
    return f", {len(pile)} cards" if len(pile) > 1 else ""


def _inside(pile: Pile) -> str:
    if len(pile) == 1:
        return ""
    return f", from bottom to top {' '.join(card.glyphs for card in pile)}"


def _ways(found: list[Destination]) -> str:
    return " or ".join(f"{'under ' if under else ''}{pile}" for pile, under in found)


def _leaving(place: int, found: list[Destination]) -> str:
    return " or ".join("alone" if pile == place else f"with {pile}" for pile, _ in found)


def pile_words(table: Table, place: int, hints: bool = False) -> str:
    """A pile's place and cards; with `hints` also where it may go."""
    if not 1 <= place <= len(table.row):
        return f"There is no pile {place}."
    pile = table.row[place - 1]
    said = f"Pile {place}: {pile[-1].name}{_several(pile)}{_inside(pile)}."
    if not hints:
        return said
    found = destinations(table)[place - 1]
    if table.rules.discard != "none":
        return said + (f" It may leave {_leaving(place, found)}." if found else " It can't leave.")
    return said + (f" It may go to {_ways(found)}." if found else " It can't go anywhere.")


def selected_words(table: Table, place: int) -> str:
    """A selected pile's cards, and nothing about where it may go."""
    pile = table.row[place - 1]
    return f"Pile {place} selected: {pile[-1].glyphs}{_inside(pile)}."


def position_words(table: Table) -> str:
    """The whole position, pile by pile."""
    said = [f"{count(len(table.row), 'pile')}."]
    if table.stock:
        said.append(f"{count(len(table.stock), 'card')} in the stock.")
    if table.rules.discard != "none":
        said.append(f"{count(len(table.discards), 'card')} discarded.")
    if table.target is not None:
        said.append(f"The target is the {table.target.name}.")
    if table.row:
        piles = (
            f"{place} {pile[-1].name}{_several(pile)}" for place, pile in enumerate(table.row, 1)
        )
        said.append(f"From left to right: {'; '.join(piles)}.")
    if over := stands(table):
        said.append(over)
    return " ".join(said)


def many(sign: str) -> str:
    """All cards of a rank or suit, by its letter: `sevens`, `hearts`."""
    if sign in SUITS:
        return SUIT_NAMES[SUITS.index(sign)]
    name = RANK_NAMES[RANKS.index(sign)]
    return f"{name}es" if name.endswith("x") else f"{name}s"


def bears(card: Card, sign: str) -> bool:
    """Whether a card is of a rank or suit, given by its letter; none is of an empty one."""
    return sign != "" and sign in card.text


_MARKS = (
    (re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"\1"),
    (re.compile(r"(?<![*\w])\*([^*\s](?:[^*\n]*[^*\s])?)\*(?!\w)"), r"\1"),
    (re.compile(r"`([^`\n]+)`"), r"\1"),
    (re.compile(r"^##+ (.*[^.?!])$"), r"\1:"),
    (re.compile(r"^#+ "), ""),
)


def unmarked(page: str) -> str:
    """A page of the rulebook as it is read out: without marks, its games by deck and actions."""
    lines: list[str] = []
    within = False
    for line in page.strip().split("\n"):
        header = re.fullmatch(r'\[(\w+) "(.*)"\]', line) if within else None
        if line.startswith("```"):
            within = not within
        elif header is not None:
            if header[1] in ("Deal", "Deck", "Target"):
                lines.append(f"{header[1]}: {header[2]}")
        elif within:
            lines += [line] if line else []
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if set("".join(cells)) - set("-: "):
                lines.append(_plain("; ".join(cell for cell in cells if cell)))
        else:
            lines.append(_plain(line))
    return "\n".join(lines)


def _plain(line: str) -> str:
    for mark, instead in _MARKS:
        line = mark.sub(instead, line)
    return line
