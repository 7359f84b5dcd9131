"""What a command of the plain mode is, and what may follow its word. Imports `talk`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import TextError, quoted
from .talk import Talk


@dataclass(frozen=True, slots=True)
class Order:
    """One command: the words for it, what may follow them, and what it does."""

    words: tuple[str, ...]
    """The first is how it is called; single letters are the keys of the other faces."""
    takes: str
    says: str
    work: Callable[[Talk, str], None]
    anywhere: bool = False
    """Whether it isn't about the game in play, so that it works while a puzzle is on the table."""


def nothing(given: str) -> None:
    """See that nothing follows.

    Raises:
        TextError: if something does.
    """
    if given:
        raise TextError(f"nothing is expected after this command, but {quoted(given)} was found")


def number(given: str, most: int, example: str, otherwise: str) -> int:
    """A number up to `most`; what is said if there is none, or it is larger."""
    if not re.fullmatch("[0-9]{1,9}", given):
        raise TextError(f"a number is expected, as in {example}")
    if int(given) > most:
        raise TextError(otherwise)
    return int(given)


def on_or_off(given: str, otherwise: bool) -> bool:
    """What `on` or `off` says; `otherwise` if neither stands there.

    Raises:
        TextError: if something else does.
    """
    if given.lower() not in ("", "on", "off"):
        raise TextError(f"on or off is expected, but {quoted(given)} was found")
    return given.lower() == "on" if given else otherwise


def switch(talk: Talk, name: str, given: str) -> bool:
    """Turn a setting on or off, or over; how it is now."""
    on = on_or_off(given, not talk.store.settings.get(name, False))
    talk.store.settings.set(name, on)
    return on
