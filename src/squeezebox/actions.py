"""What a player can do, and how it is written. Imports only `errors`.

An action is a text with a meaning that the rule set gives it: `9-6` puts a pile
over another in most rule sets and takes both away in one that discards pairs.
Places count from 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from .errors import TextError, quoted


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal `count` cards one after the other; `None` deals all that are left."""

    count: int | None = 1

    def __str__(self) -> str:
        return "d*" if self.count is None else "d" if self.count == 1 else f"d{self.count}"


@dataclass(frozen=True, slots=True)
class Move:
    """Take the pile at `source` to the pile at `destination`, over or under it."""

    source: int
    destination: int
    under: bool = False

    def __str__(self) -> str:
        return f"{self.source}{'_' if self.under else '-'}{self.destination}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Take the piles from `first` to `last` (the same one, or neighbours) off the row."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"x{self.first}" if self.first == self.last else f"x{self.first}-{self.last}"


Action = Deal | Move | Discard

# The number of digits is bounded: no row has more than 52 piles, and a number that
# long is a slip to be named, not to be computed with.
_TEXT = re.compile(
    r"[dD](?P<count>[0-9]{1,9}|\*)?"
    r"|(?P<source>[0-9]{1,9})(?P<place>[-_])(?P<destination>[0-9]{1,9})"
    r"|[xX](?P<first>[0-9]{1,9})(?:-(?P<last>[0-9]{1,9}))?"
)


@lru_cache(maxsize=8192)
def _read(text: str) -> Action | None:
    found = _TEXT.fullmatch(text)
    if found is None:
        return None
    if found["source"]:
        return Move(int(found["source"]), int(found["destination"]), found["place"] == "_")
    if found["first"]:
        return Discard(int(found["first"]), int(found["last"] or found["first"]))
    count = found["count"]
    return Deal(None) if count == "*" else Deal(1 if count is None else int(count))


def read_action(text: str) -> Action:
    """The action that `text` means.

    Raises:
        TextError: if it isn't an action at all. (Whether it is legal is the table's matter.)
    """
    # Only short texts are looked up: the cache never keeps megabytes of rubbish alive.
    action = _read(text) if len(text) <= 7 else _read.__wrapped__(text)
    if action is None:
        raise TextError(
            f"{quoted(text)} is not an action: 9-6, 9_6, x5, x5-6, d, d5 or d* is expected",
            found=text,
            expected="an action",
        )
    return action
