"""Statistics in words, for every face that shows them. Imports `results`, `store` and `words`."""

from __future__ import annotations

from typing import NamedTuple

from ..words import count
from .results import Statistics
from .store import Imported


class Figure(NamedTuple):
    """What is counted, the number, and what it is a number of (perhaps nothing more)."""

    name: str
    number: str
    of: str


def _fixed(number: float | None) -> str:
    return "none" if number is None else f"{number:.1f}"


def time_words(seconds: int) -> str:
    """A time played: `40 s`, `12 min`, `3 h 5 min`."""
    hours, minutes = seconds // 3600, seconds // 60 % 60
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min" if minutes else f"{seconds} s"


def figures(told: Statistics, best: int | None) -> list[Figure]:
    """The figures of one rule set and layout; `best` counts games that are no longer kept, too."""
    share = f"{100 * told.won / told.deals:.0f} %" if told.deals else ""
    out = f"; {told.lost} lost {'is' if told.lost == 1 else 'are'} left out" if told.lost else ""
    finished = count(told.deals - told.lost, "finished deal")
    return [
        Figure("Games begun", str(told.begun), "with a first action, restarts too"),
        Figure("Games finished", str(told.finished), ""),
        Figure("Deals won", f"{told.won} of {told.deals}", share),
        Figure("Best", "none" if best is None else count(best, "pile"), "of all games"),
        Figure(
            "Average piles",
            _fixed(told.average),
            f"of {finished}{out}",
        ),
        Figure("Average piles", _fixed(told.average_won), f"of {count(told.won, 'won deal')}"),
        Figure("Won in a row", str(told.streak.now), "up to the latest finished deal"),
        Figure("Longest streak", str(told.streak.best), "of won deals"),
        Figure("Time played", time_words(told.seconds), ""),
        Figure("Undos", str(told.undos), ""),
        Figure("Hints shown", str(told.hints), ""),
        Figure("Advice asked", str(told.advice), ""),
    ]


def imported_words(found: Imported) -> str:
    """What an import brought."""
    parts = [
        f"{count(found.added, 'game')} added",
        f"{found.changed} brought up to date",
        f"{found.same} known already",
    ]
    if found.puzzles:
        parts.append(f"{count(found.puzzles, 'solved puzzle')} added")
    said = f"Imported: {', '.join(parts)}."
    if found.left:
        said += f" Left out, as this version doesn't know them: {', '.join(found.left)}."
    return said
