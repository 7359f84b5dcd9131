"""What is kept: a game, the best of a way of playing, a rule set of one's own, a solved puzzle.

Whatever comes from a file or the store is read here, field by field, and nothing of it is
trusted. The formats are described in the documentation ("The formats", "Results"); the page
reads and writes the very same. Imports `checks` and `errors`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self, TypeVar

from ..errors import TextError
from .checks import (
    LARGEST_DEAL,
    Field,
    are_actions,
    are_cards,
    are_notes,
    is_count,
    is_day,
    is_first,
    is_id,
    is_layout,
    is_moment,
    is_piles,
    is_puzzle,
    is_some,
    is_step,
    is_words,
    one_of,
    or_none,
    part_of,
    text_like,
    utf16,
    whole_number,
    write_json,
)

Kind = TypeVar("Kind", bound="Document")


@dataclass(frozen=True, slots=True)
class Document:
    """One thing that is kept; each kind says what its fields must be."""

    KIND: ClassVar[str]
    FIELDS: ClassVar[dict[str, Field]]

    @classmethod
    def read(cls, value: object) -> Self:
        """One of this kind out of anything; fields that aren't known are left out.

        Raises:
            TextError: with what is wrong, in one sentence.
        """
        if not isinstance(value, dict):
            raise TextError("An object is expected.")
        made: dict[str, Any] = {}
        for name, field in cls.FIELDS.items():
            if name in value:
                given = value[name]
            elif field.otherwise is None:
                raise TextError(f'"{name}" is missing.')
            else:
                given = field.otherwise(made)
            if not field.holds(given):
                raise TextError(f'"{name}" isn\'t {field.expected}.')
            made[name] = given
        return cls(**cls._settled(made))

    @classmethod
    def _settled(cls, made: dict[str, Any]) -> dict[str, Any]:
        """The fields in their usual form, where each by itself is right."""
        return made

    @classmethod
    def unknown(cls, value: Mapping[str, Any]) -> list[str]:
        """The names of fields that this version doesn't know."""
        return [name for name in value if name != "kind" and name not in cls.FIELDS]

    def fields(self) -> dict[str, Any]:
        """The fields in their order, as JSON has them."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def write(self) -> str:
        """The line of a file of results, without its end."""
        return write_json({"kind": self.KIND, **self.fields()})


def _none(_: Mapping[str, Any]) -> None:
    return None


def _zero(_: Mapping[str, Any]) -> int:
    return 0


_RULES = Field(is_some, "a rule set as text")
_LAYOUT = Field(is_layout, '"open" or "stock"')
_PILES = Field(is_piles, "a number of piles")
_MOMENT = Field(is_moment, "a moment in milliseconds")
_COUNT = Field(is_count, "a whole number", _zero)


def _ordered(value: dict[str, str]) -> dict[str, str]:
    """Names in the order in which browsers write them: numbers first, then by their units."""

    def place(name: str) -> tuple[bool, int, bytes]:
        number = re.fullmatch("0|[1-9][0-9]{0,9}", name) is not None and int(name) < LARGEST_DEAL
        return not number, int(name) if number else 0, utf16(name)

    return {name: value[name] for name in sorted(value, key=place)}


@dataclass(frozen=True, slots=True)
class First:
    """The first finished result of a game: when (milliseconds), how, and with how many piles."""

    at: int
    outcome: str
    piles: int


@dataclass(frozen=True, slots=True)
class KeptGame(Document):
    """A game that was begun; moments are milliseconds since 1970 (UTC)."""

    KIND = "game"
    FIELDS = {  # noqa: RUF012  # the base class says that it belongs to the class
        "id": Field(is_id, "a text of letters, digits, dots and dashes"),
        "attempt": Field(is_id, "the id of a game", lambda made: made["id"]),
        "rules": _RULES,
        "layout": _LAYOUT,
        "deal": Field(or_none(whole_number(LARGEST_DEAL)), "a deal number", _none),
        "deck": Field(or_none(are_cards), "the cards of a deck", _none),
        "target": Field(or_none(are_cards), "a card", _none),
        "came": Field(
            text_like("[a-z][a-z ]*", 20), "one or two words in small letters", lambda _: "file"
        ),
        "title": Field(is_words, "a text on one line", lambda made: made["rules"]),
        "actions": Field(are_actions, "actions with spaces between them"),
        "redo": Field(are_actions, "actions with spaces between them", lambda _: ""),
        "notes": Field(are_notes, "headers and comments", lambda _: {}),
        "begun": _MOMENT,
        "changed": _MOMENT,
        "seconds": Field(is_count, "a whole number of seconds", _zero),
        "undos": _COUNT,
        "hints": _COUNT,
        "advice": _COUNT,
        "outcome": Field(
            one_of("open", "won", "lost", "stuck"), '"open", "won", "lost" or "stuck"'
        ),
        "piles": _PILES,
        "first": Field(or_none(is_first), "a moment, an outcome and a number of piles", _none),
        "best": Field(or_none(is_piles), "a number of piles", _none),
        "daily": Field(or_none(is_day), "a date like 2026-11-30", _none),
        "away": Field(lambda value: isinstance(value, bool), "true or false", lambda _: False),
    }

    id: str
    attempt: str
    rules: str
    layout: str
    deal: int | None
    deck: str | None
    target: str | None
    came: str
    title: str
    actions: str
    redo: str
    notes: dict[str, dict[str, str]]
    begun: int
    changed: int
    seconds: int
    undos: int
    hints: int
    advice: int
    outcome: str
    piles: int
    first: First | None
    best: int | None
    daily: str | None
    away: bool

    @classmethod
    def _settled(cls, made: dict[str, Any]) -> dict[str, Any]:
        if (made["deal"] is None) == (made["deck"] is None):
            raise TextError('One of "deal" and "deck" is expected.')
        if made["target"] is not None and " " in made["target"]:
            raise TextError('"target" isn\'t a card.')
        first, notes = made["first"], made["notes"]
        if made["best"] is not None and first is None:
            raise TextError('"best" is there without "first".')
        made["notes"] = {name: _ordered(part_of(notes, name)) for name in ("headers", "comments")}
        made["first"] = first and First(first["at"], first["outcome"], first["piles"])
        return made

    def fields(self) -> dict[str, Any]:
        """The fields in their order, as JSON has them."""
        first = self.first and {each.name: getattr(self.first, each.name) for each in fields(First)}
        return {each.name: getattr(self, each.name) for each in fields(self)} | {"first": first}

    @property
    def mode(self) -> tuple[str, str]:
        """Rule set and layout, which tell one way of playing from another."""
        return self.rules, self.layout

    def with_result(self, at: int, outcome: str, piles: int) -> KeptGame:
        """The game with a finished result of it put down, `at` a moment.

        The first result stays; a lost game's piles are no best.
        """
        return replace(
            self,
            first=self.first or First(at, outcome, piles),
            best=self.best if outcome == "lost" else _least(self.best, piles),
        )


@dataclass(frozen=True, slots=True)
class Best(Document):
    """The fewest piles that games of one rule set and layout ended with."""

    KIND = "best"
    FIELDS = {"rules": _RULES, "layout": _LAYOUT, "piles": _PILES}  # noqa: RUF012

    rules: str
    layout: str
    piles: int


@dataclass(frozen=True, slots=True)
class OwnRules(Document):
    """A rule set of the player's own, by its name; `when` it was named, in milliseconds."""

    KIND = "rules"
    FIELDS = {  # noqa: RUF012
        "text": _RULES,
        "name": Field(is_some, "a name on one line"),
        "when": _MOMENT,
    }

    text: str
    name: str
    when: int


@dataclass(frozen=True, slots=True)
class SolvedPuzzle(Document):
    """A puzzle that was solved, when (milliseconds), and with how many tries."""

    KIND = "puzzle"
    FIELDS = {  # noqa: RUF012
        "rules": _RULES,
        "puzzle": Field(is_puzzle, "a puzzle's number or day, as text"),
        "wish": Field(whole_number(5), "a step of difficulty, or 0", _zero),
        "step": Field(is_step, "a step of difficulty, 1 to 5"),
        "tries": Field(whole_number(1_000_000_000, 1), "a number of tries", lambda _: 1),
        "solved": _MOMENT,
    }

    rules: str
    puzzle: str
    wish: int
    step: int
    tries: int
    solved: int

    @property
    def key(self) -> tuple[str, str, int]:
        """What tells one puzzle from another."""
        return self.rules, self.puzzle, self.wish


KINDS: tuple[type[Document], ...] = (OwnRules, Best, KeptGame, SolvedPuzzle)
"""All kinds, in the order in which a file has them."""


# ---------------------------------------------------------------- two versions become one


def _least(one: int | None, other: int | None) -> int | None:
    return min((each for each in (one, other) if each is not None), default=None)


def _earlier(one: First | None, other: First | None) -> First | None:
    return other if one is None or (other is not None and other.at < one.at) else one


def merged(one: KeptGame, other: KeptGame) -> KeptGame:
    """Two versions of one game as one: the later is how it stands, no result is lost."""
    return replace(
        other if other.changed > one.changed else one,
        begun=min(one.begun, other.begun),
        seconds=max(one.seconds, other.seconds),
        undos=max(one.undos, other.undos),
        hints=max(one.hints, other.hints),
        advice=max(one.advice, other.advice),
        first=_earlier(one.first, other.first),
        best=_least(one.best, other.best),
    )


def first_solved(one: SolvedPuzzle, other: SolvedPuzzle | None) -> SolvedPuzzle:
    """Of two solutions of one puzzle the earlier one counts."""
    if other is None or one.solved < other.solved:
        return one
    return one if one.solved == other.solved and one.tries >= other.tries else other
