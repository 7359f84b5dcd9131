"""Searching: what can still happen from a position. Imports `table` and what lies below.

The plain search is here at once; the fast ones load Numba, so `solve` brings them only
when it is called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .reference import HasTable, Space, explore
from .verdict import Verdict

if TYPE_CHECKING:
    from ..table import Table
    from .solving import Solution

__all__ = ["Space", "Verdict", "explore", "solve"]


def solve(position: Table | HasTable, **bounds: Any) -> Solution:
    """Find a win from a game or a table, or prove that there is none.

    The bounds are those of `solving.solve`: `budget` (seconds), `nodes`, `memory`
    (megabytes), `seed` and `cancel`.

    Raises:
        SetupError: if a bound makes no sense.
    """
    from .solving import solve as search

    return search(position, **bounds)
