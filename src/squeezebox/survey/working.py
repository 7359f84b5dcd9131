"""Works out the rows of some deals. Imports `plan`, the solver and the players.

This is all that a worker of a cluster does, so it needs NumPy and no more. It says nothing of who
calls it, or how many at once.
"""

from __future__ import annotations

import time
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from ..errors import SetupError
from ..players import player as player_called
from ..players.simulate import simulate
from ..solver.many import Columns, Deals, DealsTargets
from ..solver.planes import Flag, flag
from ..solver.verdict import UNKNOWN, WINNABLE
from .plan import Plan

PIECE = 512
"""How many deals a kernel is given at a time."""

NO_TIME = 1e9
"""A budget of seconds that is never used up."""


class Working:
    """Works out a plan's deals; any number of threads may call it at once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.cancel: Flag = flag()
        """Once it is set, what is under way ends with `None`."""
        kind = DealsTargets if plan.each_target else Deals
        self._solver: Any = kind(
            plan.rule_set,
            layout=plan.layout,
            budget=NO_TIME,
            nodes=plan.nodes,
            memory=plan.memory,
            seed=plan.seed,
        )
        self._solver.cancel = self.cancel
        self._compiled = False
        self._player = None if plan.player is None else player_called(plan.player)

    def __call__(self, deals: range) -> Columns | None:
        """What is found out about some deals; `None` if it was cancelled meanwhile."""
        return self._solved(deals) if self._player is None else self._played(deals)

    def _solved(self, deals: range) -> Columns | None:
        asked: Any = deals
        if self.plan.each_target:
            asked = list(product(deals, range(3, self.plan.rule_set.deck + 1)))
        parts: list[Columns] = []
        for begin in range(0, len(asked), PIECE):
            piece = asked[begin : begin + PIECE]
            part = self._solver.columns(piece, lines=self.plan.actions)
            if part is None:
                return None
            parts.append(part)
        verdicts, piles, nodes, seconds, lines = zip(*parts, strict=True)
        return Columns(
            np.concatenate(verdicts),
            np.concatenate(piles),
            np.concatenate(nodes),
            np.concatenate(seconds),
            [line for some in lines for line in some],
        )

    def _played(self, deals: range) -> Columns | None:
        assert self._player is not None
        play = partial(
            simulate,
            self._player,
            self.plan.rule_set,
            layout=self.plan.layout,
            seed=self.plan.seed,
            workers=1,
            cancel=self.cancel,
        )
        if not self._compiled:  # before the clock runs
            play(deals[:1])
            self._compiled = True
        start = time.perf_counter()
        found = play(deals)
        if self.cancel[0]:
            return None
        each = (time.perf_counter() - start) / len(deals)
        return Columns(
            np.where(found.wins != 0, WINNABLE, UNKNOWN),
            found.finals.astype(np.int64),
            np.zeros(len(deals), dtype=np.int64),
            np.full(len(deals), each),
            [],
        )


_last: Working | None = None


def work(plan: Plan, version: str, deals: range) -> Columns:
    """What is found out about some deals, in a process that is told nothing but this.

    Raises:
        SetupError: if another version of the program was to do it.
    """
    global _last  # noqa: PLW0603  # what a plan needs is made once in a process
    if version != plan.version:
        raise SetupError(
            f"the survey is one of version {plan.version}, but a worker has version {version}"
        )
    if _last is None or _last.plan != plan:
        _last = Working(plan)
    found = _last(deals)
    assert found is not None
    return found
