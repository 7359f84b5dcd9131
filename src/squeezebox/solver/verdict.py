"""What can still happen from a position. Imports nothing."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """`winnable` and `lost` are proved; anything else is `unknown`."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNKNOWN = "unknown"


VERDICTS = (Verdict.UNKNOWN, Verdict.WINNABLE, Verdict.LOST)
UNKNOWN, WINNABLE, LOST = range(len(VERDICTS))
"""The verdicts as numbers, which is how kernels give them: places in `VERDICTS`."""
