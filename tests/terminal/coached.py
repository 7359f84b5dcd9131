"""What the tests of the coach in the terminal share: a game to be coached in, and searchers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from searching import Inside
from squeezebox.coach.apart.process import Searcher

LONG = 600.0
"""Seconds that nothing takes."""

RULES = "late-binding"
GOOD = "3-2 12-11 13-12 10-7 8-7 10-7 8-5 10-7 9-8 7-4 8-7 4-1"
"""Of deal 41: it can be won after all of these, and only 4-3 keeps the win then."""
LOSING = "5-2"


def patient() -> Searcher:
    """A searcher that takes the time it needs."""
    return Inside(LONG)


class Counting(Inside):
    """A searcher that tells what it was asked."""

    def __init__(self, asked: list[dict[str, Any]]) -> None:
        super().__init__(LONG)
        self._asked = asked

    def ask(self, question: bytes) -> None:
        self._asked.append(json.loads(question))
        super().ask(question)


def counting() -> tuple[list[dict[str, Any]], Callable[[], Searcher]]:
    """A list of what is asked, and the searcher that is asked it."""
    asked: list[dict[str, Any]] = []
    return asked, lambda: Counting(asked)


def late(**more: Any) -> dict[str, Any]:
    """A seat at deal 41 of Late Binding."""
    return {"rules": RULES, "deal": 41, "searcher": patient} | more
