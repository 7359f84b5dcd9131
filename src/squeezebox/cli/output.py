"""How a command answers: JSON Lines for scripts, words for people. Imports `cards`.

What a person reads is made from the very fields that a script gets. Rich, which takes a
while to load, is loaded only for people.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

Fields = dict[str, Any]
Words = Callable[[Fields], "RenderableType"]
"""How the fields of an answer are said to a person."""

WIDTH_WHEN_PIPED = 200
"""Columns for tables that no terminal limits."""


class ReaderGone(Exception):
    """Whoever read the answers has stopped, as `head` does; there is no more to do."""


class Answers:
    """The answers of one command, each shown as soon as it is known."""

    def __init__(self, as_json: bool, words: Words) -> None:
        self._words = words
        self._as_json = as_json

    def give(self, **fields: Any) -> None:
        """One answer.

        Raises:
            ReaderGone: if nobody reads it.
        """
        self.give_all([fields])

    def give_all(self, answers: Iterable[Fields]) -> None:
        """Some answers that are known already.

        Raises:
            ReaderGone: if nobody reads them.
        """
        if self._as_json:
            lines = "".join([f"{json.dumps(fields)}\n" for fields in answers])
            _written(lambda: sys.stdout.write(lines))
        else:
            for fields in answers:
                say(self._words(fields))


def say(what: RenderableType) -> None:
    """Show something to a person: in colour on a terminal, plain text otherwise.

    Raises:
        ReaderGone: if nobody reads it.
    """
    from rich.console import Console
    from rich.text import Text

    console = Console(
        width=None if on_terminal() else WIDTH_WHEN_PIPED,
        highlight=False,
        markup=False,
        emoji=False,
    )
    # A line that is too long is left to the terminal to wrap, so that it copies as one.
    _written(lambda: console.print(what, soft_wrap=isinstance(what, (str, Text))))


def on_terminal() -> bool:
    """Whether the answers are read on a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def _written(write: Callable[[], object]) -> None:
    try:
        write()
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise ReaderGone from None


def coloured(cards: Iterable[str]) -> Text:
    """Cards in one line, hearts and diamonds in red."""
    from rich.text import Text

    return Text(" ").join(Text(card, "red" if card[1] in "HD" else "") for card in cards)


def labelled(lines: Iterable[tuple[str, str | Text]]) -> Text:
    """Names and what they stand for, one below the other."""
    from rich.text import Text

    lines = list(lines)
    width = max(len(name) for name, _ in lines) + 2
    return Text("\n").join(
        Text.assemble((name.ljust(width), "dim"), value) for name, value in lines
    )
