"""What a search has found out. Imports `actions` and `verdict`."""

from __future__ import annotations

from dataclasses import dataclass

from ..actions import Action
from .verdict import Verdict


@dataclass(frozen=True, slots=True)
class Found:
    """The answer of a search from a position."""

    verdict: Verdict
    piles: int
    """The fewest piles reached by `actions`."""
    actions: tuple[Action, ...]
    """To a win, where the verdict is `winnable`; else to `piles` piles."""
    nodes: int
    """How many positions were looked at."""
    proved: bool
    """Whether fewer than `piles` piles are proved impossible."""
