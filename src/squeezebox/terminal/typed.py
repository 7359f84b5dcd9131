"""What a player types on a line: actions, a pile to hear of, or nothing for the position.

Imports `actions` and `errors`. Every place where actions are typed reads them here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..actions import Action, read_action
from ..errors import TextError, quoted

LONGEST = 1000
"""What a typed line may have, in characters: more than a whole game takes."""

_DASHES = re.compile("[‐-―−]")
_BEFORE_SIGN = re.compile(r"\s+(?=[-_*])")
_AFTER_SIGN = re.compile(r"(?<=[-_])\s+(?=\d)")
_AFTER_LETTER = re.compile(r"(?<![\w*])([dx])\s+(?=\d+\b(?!\s*[-_]))|(?<![\w*])(x)\s+(?=\d)", re.I)


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile to go to and to hear of."""

    place: int


@dataclass(frozen=True, slots=True)
class Position:
    """The whole position is to be said."""


Typed = Action | Pile | Position


def tidy(text: str) -> str:
    """Actions as phones and voices write them, `42 – 39` or `d 5`, in their usual form."""
    text = _DASHES.sub("-", text)
    text = _BEFORE_SIGN.sub("", text)
    text = _AFTER_SIGN.sub("", text)
    return _AFTER_LETTER.sub(lambda found: found[1] or found[2], text)


def read_line(text: str) -> tuple[Typed, ...]:
    """What a typed line means, in its order: actions, or one pile, or the position.

    Actions may be separated by spaces, commas or semicolons.

    Raises:
        TextError: if something in it is neither.
    """
    if len(text) > LONGEST:
        raise TextError(f"a line has at most {LONGEST} characters, not {len(text)}")
    words = [word for word in re.split(r"[\s,;]+", tidy(text)) if word]
    if not words:
        return (Position(),)
    if len(words) == 1 and re.fullmatch(r"[0-9]{1,9}", words[0]):
        return (Pile(int(words[0])),)
    for word in words:
        if re.fullmatch("[0-9]+", word):
            raise TextError(
                f"{quoted(word)} is a pile, and stands alone; an action is a pair, such as 9-6",
                found=word,
                expected="an action",
            )
    return tuple(map(read_action, words))
