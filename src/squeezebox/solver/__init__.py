"""Searching: what can still happen from a position. Imports `table` and what lies below.

The plain search (`reference`) is here at once; the fast ones load Numba, so `solve` brings
them only when it is called. Their modules from the ground up, each importing from those
before it, and from the floors below the solver what their rows, cards and tables are:

- what all speak of: `verdict`, `bounds`, `found`; compiling: `compiled`, `bits`;
- the row: `planes`; decks, lines, and where a search begins: `decks`, `lines`, `start`;
  what kernels tell of many deals: `telling`; a search in a thread of its own: `watching`;
- what can be known of a row without playing: `ends`, `hopeless`;
- finding wins: `weights`, `scores`, then `reading` and `making`, then `guided`; `beam`;
- searching everything: `space`, `remembered`, `exhaust`; over many cards of a stock:
  `layers`; where piles are discarded from between: `interval`;
- many searches as one: `proof`, `turns`, `solving`; many deals: `batches`, `many`.
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
