"""What a kernel that searches many deals tells of each. Imports `planes` and `bits`.

It writes one row of `told` for each deal (the columns are `tell`'s), and in the same row of
`codes` the line that it found.
"""

from __future__ import annotations

from typing import Any

from .bits import cycles
from .compiled import kernel
from .planes import Numbers

TOLD = 6
"""The width of `told`."""


@kernel
def tell(
    told: Numbers, verdict: int, made: int, piles: int, nodes: int, began: Any, proved: bool
) -> None:
    """Write a deal's row.

    That is: the verdict's number, the actions of the line and the piles they leave, the nodes
    used, the cycles of the clock since `began`, and whether fewer piles are proved impossible.
    """
    told[0], told[1], told[2], told[3] = verdict, made, piles, nodes
    told[4], told[5] = cycles() - began, proved
