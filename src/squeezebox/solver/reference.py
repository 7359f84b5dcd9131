"""Plain exhaustive search over `Table`: slow, simple, and what faster searches are held against.

Imports `table`, `cards`, `actions` and `verdict`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ..actions import Action
from ..cards import Card
from ..table import Outcome, Table
from .verdict import Verdict

BYTES_A_POSITION = 1200
"""Upper estimate of what one remembered position takes, in bytes (measured: 480 to 570)."""

_Key = tuple[tuple[Card, ...], int]


@dataclass(frozen=True, slots=True)
class Space:
    """Everything about a small position. What isn't known is `None`.

    A position is the row of top cards and the number of stock cards left; play goes on
    through won and lost positions while anything is legal.
    """

    positions: int | None
    """How many distinct positions can be reached, the first one included."""
    verdict: Verdict
    fewest_piles: int | None
    """Over all positions that can be reached with an empty stock."""
    winning_actions: tuple[Action, ...] | None
    """The actions that are legal now and from whose position a win can be reached."""
    final_tops: tuple[Card, ...] | None
    """What can be on top when one pile and no stock is left, whatever the target; `None`
    also where the goal isn't one merged pile."""


class _Exhausted(Exception):
    """The search may not go on: time, positions or memory have run out."""


class HasTable(Protocol):
    """A game, or whatever else stands at a table."""

    @property
    def table(self) -> Table:
        """Where it stands."""


def explore(
    position: Table | HasTable,
    *,
    budget: float = 10.0,
    nodes: int | None = None,
    memory: int = 1000,
    progress: Callable[[int], None] | None = None,
) -> Space:
    """Search the whole space of positions that can be reached from a table, or from a game's.

    `budget` is in seconds, `nodes` a number of positions, `memory` in megabytes. Where
    one runs out the verdict is `winnable` if a win has been seen, else `unknown`, and all
    else is unknown. `progress` is told the number of positions from time to time.
    """
    table = position if isinstance(position, Table) else position.table
    most = memory * 1_000_000 // BYTES_A_POSITION
    search = _Search(budget, most if nodes is None else min(nodes, most), progress)
    try:
        search.visit_all(table)
    except _Exhausted:
        verdict = Verdict.WINNABLE if search.won else Verdict.UNKNOWN
        return Space(None, verdict, None, None, None)
    winning = search.winning()
    one_pile = table.rules.goal == 1 and table.rules.discard == "none"
    return Space(
        positions=len(search.ways),
        verdict=Verdict.WINNABLE if search.won else Verdict.LOST,
        fewest_piles=min(len(tops) for tops, stock in search.ways if not stock),
        winning_actions=tuple(
            action for action in table.legal_actions if _key(table.after(action)) in winning
        ),
        final_tops=tuple(
            sorted(
                (tops[0] for tops, stock in search.ways if not stock and len(tops) == 1), key=str
            )
        )
        if one_pile
        else None,
    )


def _key(table: Table) -> _Key:
    return table.tops, len(table.stock)


class _Search:
    """All positions in `ways`, each with those it was reached from; the won ones in `won`."""

    def __init__(self, budget: float, most: int, progress: Callable[[int], None] | None) -> None:
        self.ways: dict[_Key, list[_Key]] = {}
        self.won: set[_Key] = set()
        self._until = time.monotonic() + budget
        self._most = most
        self._progress = progress

    def visit_all(self, start: Table) -> None:
        waiting = [start]
        self.ways[_key(start)] = []
        while waiting:
            table = waiting.pop()
            here = _key(table)
            if table.outcome is Outcome.WON:
                self.won.add(here)
            for action in table.legal_actions:
                after = table.after(action)
                key = _key(after)
                if key not in self.ways:
                    self.ways[key] = []
                    self._watch()
                    waiting.append(after)
                self.ways[key].append(here)

    def _watch(self) -> None:
        count = len(self.ways)
        if count > self._most or time.monotonic() > self._until:
            raise _Exhausted
        if self._progress is not None and count % 1000 == 0:
            self._progress(count)

    def winning(self) -> set[_Key]:
        """The positions from which a won one can be reached."""
        found, waiting = set(self.won), list(self.won)
        while waiting:
            for before in self.ways[waiting.pop()]:
                if before not in found:
                    found.add(before)
                    waiting.append(before)
        return found
