"""What a simulated player is. Imports `table` and what lies below."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..actions import Action
from ..table import Table
from .simple import Weights

if TYPE_CHECKING:
    from ..rules import Layout, RuleSet
    from ..solver.planes import Flag, Numbers, Words
    from .playing import Plays

    Many = Callable[[RuleSet, Numbers, Numbers, Layout, Words, Flag], Plays | None]

Choice = Callable[[Table], Action | None]
"""Chooses the next action of one game; `None` when the player is done. It may keep what it knows
of the game from one call to the next, so each game needs a choice of its own."""


@dataclass(frozen=True, slots=True)
class Player:
    """A way of playing, by name."""

    name: str
    summary: str
    """How it plays, in one line."""
    peeks: bool
    """Whether it uses the order of the cards that aren't dealt yet."""
    choose: Callable[[int], Choice]
    """With a seed for its lots, how it chooses in one game."""
    weights: Weights | None = None
    """What its choices come from, if that is all."""
    many: Many | None = None
    """Plays many decks in compiled code: rules, decks, targets, layout, the seeds of the plays, and
    a flag that ends it. Where it can't, `None` is its answer."""
