"""Lines of play, as the kernels write them: numbers, which become actions and text when asked.

Imports `planes`. Most lines that are found are only counted or written
down, so nothing is made of them before someone wants to see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..actions import Action
from ..rules import RuleSet
from .planes import ALL_DEALT, CARDS, ONE_DEALT, action_of, code_of, terms_of


class Book:
    """What the codes of a rule set's lines stand for: actions, and the texts of these."""

    def __init__(self, rules: RuleSet) -> None:
        terms = terms_of(rules)
        codes = [ONE_DEALT, ALL_DEALT]
        for distance in terms.distances.tolist():
            for left in range(CARDS - distance):
                codes += [code_of(left, left + distance, way) for way in terms.ways.tolist()]
        self.actions: dict[int, Action] = {code: action_of(code, terms) for code in codes}
        self.texts = {code: str(action) for code, action in self.actions.items()}
        self._codes = {action: code for code, action in self.actions.items()}

    def line(self, actions: Iterable[Action]) -> Line:
        """The line of these actions."""
        return Line(self, [self._codes[action] for action in actions])


@lru_cache(maxsize=64)
def book_of(rules: RuleSet) -> Book:
    """The book of a rule set."""
    return Book(rules)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play; `str()` gives its actions as one text."""

    book: Book
    codes: Sequence[int]

    @property
    def actions(self) -> tuple[Action, ...]:
        """Its actions."""
        return tuple(map(self.book.actions.__getitem__, self.codes))

    def __str__(self) -> str:
        return " ".join(map(self.book.texts.__getitem__, self.codes))
