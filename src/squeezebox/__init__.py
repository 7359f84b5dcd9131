"""Squeezebox: Accordion patience, its rules, games and records.

>>> import squeezebox as sb
>>> game = sb.Game("accordion", deal=1)
>>> game.push("42-39")
>>> game.piles
51
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .actions import Action, Deal, Discard, Move, read_action
from .bellows import bellows_text
from .cards import Card, read_cards, write_cards
from .catalogue import CATALOGUE, Entry
from .deals import daily
from .errors import IllegalAction, SetupError, TextError
from .game import Game, TargetNeeded
from .perft import perft
from .record import Record, read, read_all, write
from .rules import RuleSet, read_rules
from .solver import Space, Verdict, explore, solve
from .table import LegalActions, Outcome, Table

if TYPE_CHECKING:
    from .coach import advise, annotated, light, mark, review

__version__ = "0.1.0"

__all__ = [
    "CATALOGUE",
    "Action",
    "Card",
    "Deal",
    "Discard",
    "Entry",
    "Game",
    "IllegalAction",
    "LegalActions",
    "Move",
    "Outcome",
    "Record",
    "RuleSet",
    "SetupError",
    "Space",
    "Table",
    "TargetNeeded",
    "TextError",
    "Verdict",
    "advise",
    "annotated",
    "bellows_text",
    "daily",
    "explore",
    "light",
    "mark",
    "perft",
    "read",
    "read_action",
    "read_all",
    "read_cards",
    "read_rules",
    "review",
    "solve",
    "write",
    "write_cards",
]


def __getattr__(name: str) -> Any:
    """What the coach says (`light`, `advise`, …), loaded when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import coach

    return getattr(coach, name)
