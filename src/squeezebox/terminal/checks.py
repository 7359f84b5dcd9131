"""What must hold of each field of what is kept, and JSON as browsers write it. Imports `errors`.

The page reads and writes the very same documents, so a text is measured here as it is there.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

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


def whole_number(most: int, least: int = 0) -> Holds:
    """A whole number of this range, and no truth value."""
    return lambda value: (
        isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
    )


def text_like(pattern: str, most: int) -> Holds:
    """A text that the pattern describes, of at most so many characters."""
    form = re.compile(pattern)
    return lambda value: (
        isinstance(value, str)
        and (len(value) if value.isascii() else len(utf16(value)) // 2) <= most
        and form.fullmatch(value) is not None
    )


def one_of(*values: str) -> Holds:
    """One of these texts."""
    return lambda value: isinstance(value, str) and value in values


def or_none(holds: Holds) -> Holds:
    """That, or nothing."""
    return lambda value: value is None or holds(value)


is_words = text_like("[^\x00-\x1f\x7f-\x9f\u2028\u2029]*", 500)
is_piles = whole_number(MOST_PILES)
is_moment = whole_number(LATEST)
is_count = whole_number(1_000_000_000)
are_actions = text_like(f"(?:{_ACTION}(?: {_ACTION})*)?", 10_000)
are_cards = text_like(f"{_CARD}(?: {_CARD})*", 200)
is_id = text_like(r"[A-Za-z0-9_.-]+", 100)
is_layout = one_of("open", "stock")
is_step = whole_number(5, 1)
_header_name = re.compile(f'[^{_WHITE}"\\[\\]]+')
_FROM_GAME = ("Rules", "Layout", "Deal", "Deck", "Target", "Result", "Piles")


def is_some(value: Any) -> bool:
    """Words on one line that aren't only white."""
    return is_words(value) and re.fullmatch(f"[{_WHITE}]*", value) is None


def is_day(value: Any) -> bool:
    """A day as text, `2026-11-30`."""
    if not text_like(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", 10)(value):
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


def part_of(notes: dict[str, Any], name: str) -> Any:
    """The headers or comments of notes; none are there where the name isn't."""
    part = notes.get(name)
    return {} if part is None else part


def are_notes(value: Any) -> bool:
    """Headers and comments (by ply) as objects of texts, not too long."""
    return (
        isinstance(value, dict)
        and _entries(part_of(value, "headers"), _is_header)
        and _entries(part_of(value, "comments"), _is_comment)
        and len(utf16(write_json(value))) <= 2 * LONGEST_NOTES
    )


def is_first(value: Any) -> bool:
    """A first finished result: a moment, an outcome and a number of piles."""
    return (
        isinstance(value, dict)
        and is_moment(value.get("at"))
        and is_piles(value.get("piles"))
        and one_of("won", "lost", "stuck")(value.get("outcome"))
    )


def is_puzzle(value: Any) -> bool:
    """A puzzle's number or day, as text."""
    number = text_like("0|[1-9][0-9]{0,9}", 10)(value) and int(value) <= LARGEST_DEAL
    return number or is_day(value)


@dataclass(frozen=True, slots=True)
class Field:
    """What must hold of a field, in words too, and what it is where it is absent."""

    holds: Holds
    expected: str
    otherwise: Callable[[Mapping[str, Any]], Any] | None = None
    """From the fields before it; without it the field must be there."""
