"""How far a search may go. Imports `errors`."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..errors import SetupError

EVERYTHING = 1 << 62
"""More nodes than any search will ever need."""


class Bounds(NamedTuple):
    """How far a search may go; these are the usual bounds."""

    budget: float = 10.0
    """Seconds."""
    nodes: int | None = None
    """Rows that it may look at."""
    memory: int = 200
    """Megabytes that a proof may remember."""
    seed: int = 1
    """Another one gives other actions."""

    def check(self) -> None:
        """See that they make sense.

        Raises:
            SetupError: if one doesn't.
        """
        for name, number in self._asdict().items():
            kinds = (int, float) if name == "budget" else (int,)
            absent = name == "nodes" and number is None
            if not absent and (isinstance(number, bool) or not isinstance(number, kinds)):
                kind = "number" if name == "budget" else "whole number"
                raise SetupError(f"{name} is a {kind}, not {number!r}")
        if not 0 < self.budget < math.inf:
            raise SetupError(f"the budget is a positive number of seconds, not {self.budget}")
        if self.nodes is not None and self.nodes < 1:
            raise SetupError(f"the number of nodes is positive, not {self.nodes}")
        if not 1 <= self.memory <= 1_000_000:
            raise SetupError(
                f"the memory is a positive number of megabytes (at most 1000000), not {self.memory}"
            )


USUAL = Bounds()
