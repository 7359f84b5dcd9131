"""The player who asks the solver, and so knows the order of the stock. Imports `solver`."""

from __future__ import annotations

from collections import deque

from ..actions import Action, Deal
from ..solver import solve
from ..table import DEAL_ONE, Table
from .player import Choice

NO_LIMIT = 1e9
"""Seconds: time decides nothing, so that a play can be repeated."""

NODES = 2_000_000
"""How many rows the solver may look at for a game: all that most deals need, and the same play
whatever the machine."""


def choose(seed: int) -> Choice:
    """How the solver plays one game: the line that it finds, to its end.

    From a table that isn't on its line it looks for another one.
    """
    line: deque[Action] = deque()
    expected: list[Table] = []

    def choice(table: Table) -> Action | None:
        if expected != [table]:
            line.clear()
            line.extend(solve(table, nodes=NODES, budget=NO_LIMIT, seed=seed).actions)
        if not line:
            return None
        action = line.popleft()
        if action == Deal(None):  # is made card by card, as all single actions are
            line.extendleft([DEAL_ONE] * len(table.stock))
            action = line.popleft()
        expected[:] = [table.after(action)]
        return action

    return choice
