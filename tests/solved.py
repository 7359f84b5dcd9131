"""What solvers find, checked by playing it."""

from __future__ import annotations

from dataclasses import replace

from squeezebox import Table
from squeezebox.solver import Verdict
from squeezebox.solver.found import Found
from squeezebox.solver.solving import Solution
from squeezebox.table import Outcome


def check(found: Solution | Found, table: Table) -> None:
    """What has been found holds when it is played."""
    for action in found.actions:
        table = table.play(action)
    assert len(table.row) == found.piles
    assert (table.outcome is Outcome.WON) == (found.verdict is Verdict.WINNABLE)


def same(one: Solution, other: Solution) -> bool:
    """Whether two solutions differ at most in the time they took."""
    return replace(one, seconds=0, line=None) == replace(other, seconds=0, line=None) and (
        one.actions == other.actions
    )
