"""What is kept: a game, the best of a way of playing, a rule set of one's own, a solved puzzle.

Whatever comes from a file or the store is read here, field by field, and nothing of it is
trusted. The formats are described in the documentation ("The formats", "Results"); the page
reads and writes the very same. Imports `errors`.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self, TypeVar

from ..errors import TextError

MOST_PILES = 52
LARGEST_DEAL = 2**32 - 1
LONGEST_NOTES = 400_000
"""Characters of headers and comments together, as JSON."""
LATEST = 8_640_000_000_000_000
"""Milliseconds since 1970: the last moment that a file may hold."""

_CARD = "[A2-9TJQK][CDHS]"
_ACTION = r"(?:d(?:\*|[0-9]{1,9})?|[0-9]{1,9}[-_][0-9]{1,9}|x[0-9]{1,9}(?:-[0-9]{1,9})?)"
_WHITE = "\t\n\v\f\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_ALONE = re.compile("[\ud800-\udfff]")

Holds = Callable[[Any], bool]


# ---------------------------------------------------------------- JSON


def _number(text: str) -> float:
    """JSON has one kind of number: 1.0 is the whole number 1."""
    value = float(text)
    return int(value) if value.is_integer() else value


def _no_number(text: str) -> float:
    raise ValueError(text)


def read_json(text: str) -> dict[str, Any]:
    """The object that a text holds.

    Raises:
        TextError: if it isn't JSON, or isn't an object.
    """
    try:
        value = json.loads(text, parse_float=_number, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise TextError("This isn't JSON.") from None
    if not isinstance(value, dict):
        raise TextError("An object is expected.")
    return value


def write_json(value: object) -> str:
    """A value as JSON in one line, in the fewest characters; it can always be encoded."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _ALONE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


# ---------------------------------------------------------------- what must hold of a field


def utf16(text: str) -> bytes:
    """A text by which others are ordered and measured as browsers do it."""
    return text.encode("utf-16-be", "surrogatepass")


def _whole(most: int, least: int = 0) -> Holds:
    return lambda value: (
        isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
    )


def _text(pattern: str, most: int) -> Holds:
    form = re.compile(pattern)
    return lambda value: (
        isinstance(value, str)
        and len(utf16(value)) <= 2 * most
        and form.fullmatch(value) is not None
    )


def _one_of(*values: str) -> Holds:
    return lambda value: isinstance(value, str) and value in values


def _or_none(holds: Holds) -> Holds:
    return lambda value: value is None or holds(value)


_words = _text("[^\x00-\x1f\x7f-\x9f\u2028\u2029]*", 500)
_piles = _whole(MOST_PILES)
_moment = _whole(LATEST)
_count = _whole(1_000_000_000)
_actions = _text(f"(?:{_ACTION}(?: {_ACTION})*)?", 10_000)
_cards = _text(f"{_CARD}(?: {_CARD})*", 200)
_id = _text(r"[A-Za-z0-9_.-]+", 100)
_layout = _one_of("open", "stock")
_step = _whole(5, 1)
_header_name = re.compile(f'[^{_WHITE}"\\[\\]]+')
_FROM_GAME = ("Rules", "Layout", "Deal", "Deck", "Target", "Result", "Piles")


def _some(value: Any) -> bool:
    return _words(value) and re.fullmatch(f"[{_WHITE}]*", value) is None


def _day(value: Any) -> bool:
    if not _text(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", 10)(value):
        return False
    year, month, date = map(int, value.split("-"))
    try:
        datetime.date(year or 2000, month, date)  # the year 0 would be a leap year, too
    except ValueError:
        return False
    return True


def _entries(value: Any, holds: Callable[[str, Any], bool]) -> bool:
    return isinstance(value, dict) and all(holds(*pair) for pair in value.items())


def _is_header(name: str, value: Any) -> bool:
    return (
        _header_name.fullmatch(name) is not None
        and isinstance(value, str)
        and name not in _FROM_GAME
    )


def _is_comment(ply: str, value: Any) -> bool:
    return re.fullmatch("[0-9]{1,4}", ply) is not None and isinstance(value, str)


def _part(notes: dict[str, Any], name: str) -> Any:
    part = notes.get(name)
    return {} if part is None else part


def _notes(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and _entries(_part(value, "headers"), _is_header)
        and _entries(_part(value, "comments"), _is_comment)
        and len(utf16(write_json(value))) <= 2 * LONGEST_NOTES
    )


def _first(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and _moment(value.get("at"))
        and _piles(value.get("piles"))
        and _one_of("won", "lost", "stuck")(value.get("outcome"))
    )


def _puzzle_name(value: Any) -> bool:
    number = _text("0|[1-9][0-9]{0,9}", 10)(value) and int(value) <= LARGEST_DEAL
    return number or _day(value)


# ---------------------------------------------------------------- the kinds


@dataclass(frozen=True, slots=True)
class _Field:
    """What must hold of a field, in words too, and what it is where it is absent."""

    holds: Holds
    expected: str
    otherwise: Callable[[Mapping[str, Any]], Any] | None = None
    """From the fields before it; without it the field must be there."""


Kind = TypeVar("Kind", bound="Document")


@dataclass(frozen=True, slots=True)
class Document:
    """One thing that is kept; each kind says what its fields must be."""

    KIND: ClassVar[str]
    FIELDS: ClassVar[dict[str, _Field]]

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


_RULES = _Field(_some, "a rule set as text")
_LAYOUT = _Field(_layout, '"open" or "stock"')
_PILES = _Field(_piles, "a number of piles")
_MOMENT = _Field(_moment, "a moment in milliseconds")
_COUNT = _Field(_count, "a whole number", _zero)


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
        "id": _Field(_id, "a text of letters, digits, dots and dashes"),
        "attempt": _Field(_id, "the id of a game", lambda made: made["id"]),
        "rules": _RULES,
        "layout": _LAYOUT,
        "deal": _Field(_or_none(_whole(LARGEST_DEAL)), "a deal number", _none),
        "deck": _Field(_or_none(_cards), "the cards of a deck", _none),
        "target": _Field(_or_none(_cards), "a card", _none),
        "came": _Field(
            _text("[a-z][a-z ]*", 20), "one or two words in small letters", lambda _: "file"
        ),
        "title": _Field(_words, "a text on one line", lambda made: made["rules"]),
        "actions": _Field(_actions, "actions with spaces between them"),
        "redo": _Field(_actions, "actions with spaces between them", lambda _: ""),
        "notes": _Field(_notes, "headers and comments", lambda _: {}),
        "begun": _MOMENT,
        "changed": _MOMENT,
        "seconds": _Field(_count, "a whole number of seconds", _zero),
        "undos": _COUNT,
        "hints": _COUNT,
        "advice": _COUNT,
        "outcome": _Field(
            _one_of("open", "won", "lost", "stuck"), '"open", "won", "lost" or "stuck"'
        ),
        "piles": _PILES,
        "first": _Field(_or_none(_first), "a moment, an outcome and a number of piles", _none),
        "best": _Field(_or_none(_piles), "a number of piles", _none),
        "daily": _Field(_or_none(_day), "a date like 2026-11-30", _none),
        "away": _Field(lambda value: isinstance(value, bool), "true or false", lambda _: False),
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
        made["notes"] = {name: _ordered(_part(notes, name)) for name in ("headers", "comments")}
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
        "name": _Field(_some, "a name on one line"),
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
        "puzzle": _Field(_puzzle_name, "a puzzle's number or day, as text"),
        "wish": _Field(_whole(5), "a step of difficulty, or 0", _zero),
        "step": _Field(_step, "a step of difficulty, 1 to 5"),
        "tries": _Field(_whole(1_000_000_000, 1), "a number of tries", lambda _: 1),
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
