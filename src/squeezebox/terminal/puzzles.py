"""Puzzles: what is asked of the coach for one, what was tried of it, what was solved. No face.

A puzzle is a position in which one action keeps the win and every other loses it. Imports
`coach`, `documents`, `said` and `session` here, and `record` below.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..actions import Action, read_action
from ..game import Game
from ..record import Record, read
from ..table import Outcome
from ..words import count
from .coach import game_with
from .documents import SolvedPuzzle
from .said import actions_of
from .session import any_deal, moment
from .spoken import title_of

PATIENCE = 60.0
"""Seconds after which nobody waits for a puzzle any more; a listed rule set's takes one or two."""

TASK = "One action keeps the win, and every other loses it. Which one?"


@dataclass(frozen=True, slots=True)
class Asked:
    """Which puzzle: its number or day as text, and the step that is wished; 0 is any."""

    rules: str
    name: str
    wish: int = 0

    @classmethod
    def any(cls, rules: str, wish: int) -> Asked:
        """One that nobody chose."""
        return cls(rules, str(any_deal()), wish)

    @classmethod
    def of_day(cls, rules: str, day: datetime.date) -> Asked:
        """The one of a day; there is one for all steps."""
        return cls(rules, day.isoformat())

    @property
    def question(self) -> dict[str, Any]:
        """What the coach is asked."""
        which = {"date": self.name} if "-" in self.name else {"number": int(self.name)}
        return {"rules": self.rules, **which, "step": self.wish or None}


@dataclass(slots=True)
class Puzzle:
    """A puzzle, and what was tried of it."""

    asked: Asked
    record: Record
    start: int
    """So many actions led to where it begins."""
    action: Action
    line: tuple[Action, ...]
    step: int
    label: str
    wrong: set[Action] = field(default_factory=set)
    shown: bool = False
    """Whether the solution was shown before it was found."""
    solved: bool = False

    @classmethod
    def of(cls, asked: Asked, answer: Mapping[str, Any]) -> Puzzle:
        """A puzzle, as it was answered."""
        return cls(
            asked,
            read(answer["record"]),
            answer["ply"],
            read_action(answer["action"]),
            actions_of(answer["line"]),
            answer["step"],
            answer["label"],
        )

    @property
    def beginning(self) -> Game:
        """The game where it begins."""
        game = self.record.game
        return game_with(game, game.actions[: self.start])

    @property
    def title(self) -> str:
        """What it is called."""
        if "-" in self.asked.name:
            day = datetime.date.fromisoformat(self.asked.name)
            return f"daily puzzle, {day.day} {day:%B %Y}"
        return f"puzzle {self.asked.name}"

    @property
    def facts(self) -> str:
        """Which one, how hard, and how long."""
        return f"{self.title} · {self.label} · a win in {count(len(self.line), 'action')}"

    @property
    def source(self) -> str:
        """What a game that is begun from it says of where it came from."""
        return f"{self.title[0].upper()}{self.title[1:]}, {title_of(self.record.game.rules)}"

    def judge(self, game: Game) -> str:
        """What the actions made so far are worth, in words; empty if there are none."""
        made = game.actions[self.start :]
        if not made:
            return ""
        if made[0] != self.action:
            self.wrong.add(made[0])
            return f"Not {made[0]}: it loses the win. Go back and try another."
        self.solved = True
        if game.outcome is Outcome.WON:
            return "Won!"
        if game.outcome is not Outcome.OPEN:
            return STRAYED
        if self.shown:
            return f"It is {self.action}."
        first = "" if self.wrong else ", at the first try"
        return f"Right, {self.action}{first}! Play it to the end, or take the next one."

    def on_line(self, game: Game) -> bool:
        """Whether the actions made so far are known to keep the win, or to lose it."""
        made = game.actions[self.start :]
        return made == self.line[: len(made)] or made[:1] != (self.action,)

    def kept(self) -> SolvedPuzzle:
        """What is kept of it once it is solved."""
        asked = self.asked
        tries = len(self.wrong) + 1
        return SolvedPuzzle(asked.rules, asked.name, asked.wish, self.step, tries, moment())


STRAYED = "The first action was right, but this one loses the win. Go back, or see the solution."


def solved_words(solved: Sequence[SolvedPuzzle], today: datetime.date) -> str:
    """How many puzzles were solved, and how many days in a row had theirs."""
    if not solved:
        return "No puzzle solved yet."
    first = sum(one.tries == 1 for one in solved)
    words = f"{count(len(solved), 'puzzle')} solved, {first} at the first try."
    run = daily_run(solved, today)
    return f"{words} Daily puzzles in a row: {run}." if run else words


def daily_run(solved: Iterable[SolvedPuzzle], today: datetime.date) -> int:
    """For how many days in a row, up to today or yesterday, the day's puzzle was solved on it."""
    days = {
        one.puzzle
        for one in solved
        if datetime.datetime.fromtimestamp(one.solved / 1000).date().isoformat() == one.puzzle
    }
    one_day = datetime.timedelta(days=1)
    day = today if today.isoformat() in days else today - one_day
    run = 0
    while day.isoformat() in days:
        run += 1
        day -= one_day
    return run
