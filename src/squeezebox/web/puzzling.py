"""From a request to a deal or a puzzle: plain functions that know nothing of the network.

As in `coaching`, which this imports with `coach_schemas` and the coach.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..cards import Card
from ..errors import SetupError, quoted
from ..game import Game, TargetNeeded
from ..record import write
from ..rules import RuleSet, read_rules
from .coach_schemas import (
    DealRequest,
    DealView,
    DifficultyRequest,
    DifficultyView,
    PuzzleRequest,
    PuzzleView,
)
from .coaching import Kind, TooLate, never
from .views import with_any_target

if TYPE_CHECKING:
    from ..solver.planes import Flag


# ---------------------------------------------------------------- how difficult a deal is


def read_difficulty(asked: DifficultyRequest) -> Game:
    """The game at its start that a request is about.

    Raises:
        TextError, SetupError: if there is none.
    """
    try:
        return Game(asked.rules, deal=asked.deal, deck=asked.deck, layout=asked.layout)
    except TargetNeeded as needed:
        return with_any_target(needed)


def difficulty_searched(game: Game, budget: float, cancel: Flag) -> DifficultyView:
    """How difficult a deal is, whatever its target."""
    from ..coach.difficulty import difficulty

    deal: int | tuple[Card, ...] = game.deck if game.deal is None else game.deal
    found = difficulty(game.rules, deal, game.layout, budget=budget, cancel=cancel)
    return DifficultyView.model_validate(found)


def difficulty_meanwhile(_game: Game, ready: bool) -> DifficultyView:
    """Nothing, until the coach is ready."""
    if ready:
        raise TooLate("there was no time to look how difficult the deal is: ask again")
    return DifficultyView(ready=False)


# ---------------------------------------------------------------- a deal that is asked for


@dataclass(frozen=True, slots=True)
class Wish:
    """What a new deal shall be like."""

    rules: RuleSet
    layout: str
    step: int | None
    winnable: bool
    seed: int

    @classmethod
    def of(cls, asked: DealRequest) -> Wish:
        """Read a request.

        Raises:
            TextError, SetupError: if it makes no sense.
        """
        rules = read_rules(asked.rules)
        layout = rules.check_layout(asked.layout or rules.layouts[0])
        return cls(rules, layout, asked.step, asked.winnable, asked.seed)


def deal_searched(wish: Wish, budget: float, cancel: Flag) -> DealView:
    """A deal as it was asked for, and how difficult it is."""
    from ..coach.difficulty import difficulty, find_deal

    rules, layout = wish.rules, wish.layout
    limits: dict[str, Any] = {"budget": budget, "cancel": cancel}
    deal = find_deal(
        rules, layout, step=wish.step, winnable=wish.winnable, seed=wish.seed, **limits
    )
    found = difficulty(rules, deal, layout, **limits)
    return DealView(deal=deal, step=found.step, label=found.label)


def deal_meanwhile(_wish: Wish, ready: bool) -> DealView:
    """Nothing, until the coach is ready."""
    if ready:
        raise TooLate("no such deal was found in time: ask again, or for another")
    return DealView(ready=False)


# ---------------------------------------------------------------- puzzles


@dataclass(frozen=True, slots=True)
class Which:
    """Which puzzle."""

    rules: RuleSet
    number: int | None
    date: datetime.date | None
    step: int | None

    @classmethod
    def of(cls, asked: PuzzleRequest) -> Which:
        """Read a request.

        Raises:
            TextError, SetupError: if it makes no sense.
        """
        date = None
        if asked.date is not None:
            try:
                date = datetime.date.fromisoformat(asked.date)
            except ValueError:
                raise SetupError(f"{quoted(asked.date)} is no day") from None
        return cls(read_rules(asked.rules), asked.number, date, asked.step)


def puzzle_searched(which: Which, budget: float, cancel: Flag) -> PuzzleView:
    """A puzzle, and its solution."""
    from ..coach.puzzles import daily_puzzle, puzzle

    if which.date is not None:
        found = daily_puzzle(which.rules, which.date, budget=budget, cancel=cancel)
    else:
        assert which.number is not None
        found = puzzle(which.rules, which.number, step=which.step, budget=budget, cancel=cancel)
    return PuzzleView(
        record=write(found.record),
        number=found.number,
        ply=found.start_ply,
        action=str(found.action),
        line=[str(action) for action in found.line],
        length=found.length,
        step=found.step,
        label=found.label,
    )


def puzzle_meanwhile(_which: Which, ready: bool) -> PuzzleView:
    """Nothing, until the coach is ready."""
    if ready:
        raise TooLate("no puzzle was found in time: ask again, or for another")
    return PuzzleView(ready=False)


KINDS = {
    "difficulty": Kind(
        DifficultyRequest, read_difficulty, never, difficulty_searched, difficulty_meanwhile
    ),
    "deal": Kind(DealRequest, Wish.of, never, deal_searched, deal_meanwhile),
    "puzzle": Kind(PuzzleRequest, Which.of, never, puzzle_searched, puzzle_meanwhile),
}
"""What can be asked about rule sets, by the last part of its address."""
