"""The three ways in which something can be wrong. All are `ValueError`.

This module imports nothing: every floor of the house may raise these.
"""

from __future__ import annotations


class Fault(ValueError):
    """What the three kinds of error share: a sentence, and where in a record it belongs.

    `line` and `column` (both from 1) are the place, `found` what stood there and
    `expected` what should have; `key` is the key of a rule set's text that it is about.
    Each is `None` where it isn't known.
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        found: str | None = None,
        expected: str | None = None,
        key: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        self.key = key

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}, column {self.column or 1}: "
        return place + self.message

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.args, dict(self.__dict__))


def _again(kind: type[Fault], args: tuple[object, ...], state: dict[str, object]) -> Fault:
    """A fault as it was before it was pickled."""
    fault = kind.__new__(kind, *args)
    fault.__dict__.update(state)
    return fault


class TextError(Fault):
    """A text that can't be read: a card, an action, a rule set, a record."""


class SetupError(Fault):
    """A game that can't be set up: a deck, a target or a layout that doesn't fit."""


class IllegalAction(Fault):
    """An action that the rules forbid; `reason` says why in a player's words.

    `ply` is its number in a record, from 1, where it stands in one.
    """

    def __init__(
        self,
        action: str,
        reason: str,
        *,
        ply: int | None = None,
        line: int | None = None,
        column: int | None = None,
        found: str | None = None,
        expected: str | None = None,
    ) -> None:
        said = f"{action}: {reason}" if ply is None else f"action {ply}, {action}: {reason}"
        super().__init__(said, line=line, column=column, found=found, expected=expected)
        self.action = action
        self.reason = reason
        self.ply = ply


def quoted(text: str, longest: int = 40) -> str:
    """`text` in quotation marks for a message: one printable line of bounded length."""
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:longest])
    return f'"{line}…"' if len(text) > longest else f'"{line}"'
