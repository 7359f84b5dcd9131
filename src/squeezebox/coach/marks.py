"""Which actions keep the win, which lose, and of which that isn't known.

Imports `light` and what lies below.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..actions import Action, Deal
from ..game import Game
from ..solver import Verdict
from ..solver.bounds import Bounds
from ..table import Table
from .fairness import hidden
from .light import MEMORY, at_once, get_ready, judged, read_line, searched, without_search

if TYPE_CHECKING:
    from ..solver.planes import Flag

FIRST_NODES, GROWTH = 2_000, 8
"""Nodes of the first look at each action, and how many times longer each next one is."""

ONLY_NODES = 20_000
"""Nodes to prove one action a loss, where that is asked of all others than one."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What becomes of the game by an action."""

    action: Action
    verdict: Verdict
    """Of the position after it: it keeps the win, it loses, or that isn't known."""


def mark(
    game: Game,
    *,
    line: Iterable[Action | str] = (),
    peek: bool = False,
    budget: float = 1.0,
    nodes: int | None = None,
    memory: int = MEMORY,
    seed: int = 1,
    cancel: Flag | None = None,
) -> tuple[Mark, ...]:
    """Every legal single action with its mark, in the order in which the table lists them.

    What is known comes first: `line`, and what was found before. Then all actions that are
    left are searched side by side, a little each, then longer, until `budget` (seconds, for
    all together) or `nodes` (the same) end. While the order of the stock is hidden and the
    player doesn't peek, it isn't used: only what the outcome says is told.

    Raises:
        TextError: if a text of `line` isn't an action.
        SetupError: if a bound makes no sense.
    """
    Bounds(budget, nodes, memory, seed).check()
    table, held = game.table, read_line(line)
    afters = {action: table.after(action) for action in table.legal_actions}
    if hidden(table, peek):
        return tuple(Mark(*each) for each in _unseen(table, afters))
    here = without_search(table, held, game.tables)
    if here is not None and here.verdict is Verdict.LOST:
        return tuple(Mark(action, Verdict.LOST) for action in afters)
    found: dict[Action, Verdict] = {}
    for action, after in afters.items():
        sure = without_search(after)
        if sure is not None:
            found[action] = sure.verdict
    waiting = {action: after for action, after in afters.items() if action not in found}
    found |= _side_by_side(
        waiting, budget=budget, nodes=nodes, memory=memory, seed=seed, cancel=cancel
    )
    return tuple(Mark(action, found.get(action, Verdict.UNKNOWN)) for action in afters)


def _unseen(table: Table, afters: dict[Action, Table]) -> Iterator[tuple[Action, Verdict]]:
    """What the outcomes alone say; a deal says nothing, since its card isn't seen yet."""
    here = at_once(table)
    for action, after in afters.items():
        sure = None if isinstance(action, Deal) else at_once(after)
        told = here if here is not None and here.verdict is Verdict.LOST else sure
        yield action, Verdict.UNKNOWN if told is None else told.verdict


def _side_by_side(
    waiting: dict[Action, Table],
    *,
    budget: float,
    nodes: int | None,
    cancel: Flag | None,
    **bounds: Any,
) -> dict[Action, Verdict]:
    """What searches find out about these positions, all within the same bounds."""
    for table in list(waiting.values())[:1]:
        get_ready(table)
    until, left = time.monotonic() + budget, nodes
    most, found = FIRST_NODES, dict[Action, Verdict]()
    while waiting:
        for action, table in list(waiting.items()):
            seconds = until - time.monotonic()
            if seconds <= 0 or left == 0 or (cancel is not None and cancel[0]):
                return found
            some = most if left is None else min(most, left)
            verdict = searched(table, budget=seconds, nodes=some, cancel=cancel, **bounds).verdict
            left = None if left is None else left - some
            if verdict is not Verdict.UNKNOWN:
                found[action] = verdict
                del waiting[action]
        most *= GROWTH
    return found


def no_other_keeps(table: Table, action: Action, *, budget: float, **bounds: Any) -> bool:
    """Whether there are other single actions, and each is proved to lose; all cards known.

    It ends with the first that doesn't lose, or whose proof would take long. Of deals one
    is like the other.
    """
    until = time.monotonic() + budget
    others = [
        table.after(other)
        for other in table.legal_actions
        if other != action and not (isinstance(other, Deal) and isinstance(action, Deal))
    ]
    for after in others:
        left = until - time.monotonic()
        if left <= 0:
            return False
        found = judged(after, nodes=ONLY_NODES, budget=left, **bounds)
        if found.verdict is not Verdict.LOST:
            return False
    return bool(others)
