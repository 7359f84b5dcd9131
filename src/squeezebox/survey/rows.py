"""The rows of a survey, and their checksum. Imports `plan`, `undisturbed`, the solver's
verdicts, and Polars.

| column | |
|---|---|
| `deal` | its number |
| `place` | the target's place in the deck, from 1; only where each card is tried |
| `verdict` | `winnable`, `lost` or `unknown`; of a player's games those won are `winnable` |
| `piles` | the fewest that the actions found leave |
| `nodes` | rows that the solver looked at; 0 for players |
| `seconds` | of one core; of players the mean of the chunk |
| `actions` | of a win, where they are asked for, else null |
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from ..solver.many import Columns
from ..solver.verdict import VERDICTS
from .plan import Plan
from .undisturbed import undisturbed

VERDICT = pl.Enum([verdict.value for verdict in VERDICTS])
NAMES = pl.Series([verdict.value for verdict in VERDICTS], dtype=VERDICT)

RECORD = np.dtype(
    [("deal", "<u4"), ("place", "u1"), ("verdict", "u1"), ("piles", "u1"), ("nodes", "<i8")]
)
"""What a checksum is made from: 15 bytes a row. Where there is no place it is 0; verdicts count
from 0: `unknown`, `winnable`, `lost`."""


@dataclass
class Tally:
    """Some rows, counted."""

    rows: int = 0
    winnable: int = 0
    lost: int = 0
    unknown: int = 0
    seconds: float = 0.0
    """Of all together, on one core each."""

    @undisturbed()
    def add(self, frame: pl.DataFrame) -> None:
        """Count more rows."""
        self.rows += frame.height
        for verdict, count in frame["verdict"].value_counts().iter_rows():
            setattr(self, verdict, getattr(self, verdict) + count)
        self.seconds += float(frame["seconds"].cast(pl.Float64).sum())


def schema(plan: Plan) -> dict[str, pl.DataType | type[pl.DataType]]:
    """The columns of a survey and their kinds."""
    found: dict[str, pl.DataType | type[pl.DataType]] = {
        "deal": pl.UInt32,
        "place": pl.UInt8,
        "verdict": VERDICT,
        "piles": pl.UInt8,
        "nodes": pl.Int64,
        "seconds": pl.Float32,
        "actions": pl.String,
    }
    if not plan.each_target:
        del found["place"]
    if not plan.actions:
        del found["actions"]
    return found


def numbers(plan: Plan, deals: range) -> Any:
    """The deal of each row of some deals, as an array."""
    each = plan.rows_of(deals) // len(deals)
    return np.repeat(np.arange(deals.start, deals.stop, dtype=np.uint32), each)


@undisturbed()
def frame(plan: Plan, deals: range, found: Columns) -> pl.DataFrame:
    """The rows of some deals."""
    each = plan.rows_of(deals) // len(deals)
    columns: dict[str, object] = {
        "deal": numbers(plan, deals),
        "place": np.tile(np.arange(3, each + 3, dtype=np.uint8), len(deals)),
        "verdict": NAMES.gather(found.verdicts),
        "piles": found.piles.astype(np.uint8),
        "nodes": found.nodes.astype(np.int64),
        # Whole microseconds take little room.
        "seconds": np.round(found.seconds, 6).astype(np.float32),
        "actions": found.lines,
    }
    kinds = schema(plan)
    made = pl.DataFrame({name: columns[name] for name in kinds}, schema=kinds)
    if plan.actions:
        won = pl.col("verdict") == "winnable"
        made = made.with_columns(pl.when(won).then("actions").alias("actions"))
    return made


@undisturbed()
def records(some: pl.DataFrame) -> bytes:
    """Rows as the bytes of a checksum, `seconds` and `actions` apart."""
    made = np.zeros(some.height, dtype=RECORD)
    for name in RECORD.names or ():
        if name in some.columns:
            made[name] = some[name].to_physical().to_numpy()
    return made.tobytes()


def checksum(frames: Iterable[pl.DataFrame]) -> str:
    """The SHA-256 of rows: the same for all surveys of the same, `seconds` and `actions` apart."""
    digest = hashlib.sha256()
    for some in frames:
        digest.update(records(some))
    return digest.hexdigest()
