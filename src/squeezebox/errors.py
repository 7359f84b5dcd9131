"""The three ways in which something can be wrong. All are `ValueError`.

This module imports nothing: every floor of the house may raise these.
"""

from __future__ import annotations


class TextError(ValueError):
    """A text that can't be read: a card, an action, a rule set, a record.

    Where the place is known, `line` and `column` (both from 1) say where the
    text went wrong, `found` what stood there and `expected` what should have.
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        found: str | None = None,
        expected: str | None = None,
    ) -> None:
        self.message = message
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        place = "" if line is None else f"line {line}, column {column or 1}: "
        super().__init__(place + message)


class IllegalAction(ValueError):
    """An action that the rules forbid; `reason` says why in a player's words."""

    def __init__(self, action: str, reason: str) -> None:
        self.action = action
        self.reason = reason
        super().__init__(f"{action}: {reason}")

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, str]]:
        return IllegalAction, (self.action, self.reason)


class SetupError(ValueError):
    """A game that can't be set up: a deck, a target or a layout that doesn't fit."""


def quoted(text: str, longest: int = 40) -> str:
    """`text` in quotation marks for a message: one printable line of bounded length."""
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:longest])
    return f'"{line}…"' if len(text) > longest else f'"{line}"'
