"""What the rows of a survey say together. Imports `rows`, `store` and `statistics`.

The chunks are read one after the other, each checked against its checksum, so that a survey of any
size is summed up in little memory.
"""

from __future__ import annotations

import hashlib
import math
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from ..statistics import mean_of_counts, wilson
from .plan import Plan
from .rows import Tally, records
from .store import Store
from .undisturbed import undisturbed

HARDEST, LISTED = 20, 1000
"""How many of the hardest rows are kept, and how many of the unknown ones are listed."""

Row = dict[str, Any]


@dataclass
class Part:
    """The rows of one kind, counted: those of a target's place."""

    rows: int = 0
    winnable: int = 0
    unknown: int = 0
    nodes: int = 0


@dataclass
class Summary:
    """A survey, summed up."""

    name: str
    plan: Plan
    folder: str = ""
    """As it was called."""
    tally: Tally = field(default_factory=Tally)
    piles: Counter[int] = field(default_factory=Counter)
    """How many rows have so many piles at the end."""
    micros: Counter[int] = field(default_factory=Counter)
    """How many took so many microseconds."""
    nodes: int = 0
    places: dict[int, Part] = field(default_factory=dict)
    with_one: int = 0
    """How many deals have a target that is winnable, where each card is tried."""
    with_all: int = 0
    """How many have no other."""
    hardest: pl.DataFrame = field(default_factory=pl.DataFrame)
    """Those with the most nodes, the hardest first."""
    unknown: pl.DataFrame = field(default_factory=pl.DataFrame)
    checksum: str = ""

    @undisturbed()
    def add(self, frame: pl.DataFrame) -> None:
        """Count more rows."""
        self.tally.add(frame)
        self.piles.update(dict(frame["piles"].value_counts().iter_rows()))
        micros = (frame["seconds"].cast(pl.Float64) * 1e6).round().cast(pl.Int64)
        self.micros.update(dict(micros.alias("micros").value_counts().iter_rows()))
        self.nodes += int(frame["nodes"].sum())
        frame = frame.drop("actions", strict=False)
        both = pl.concat([self.hardest, frame]) if self.hardest.width else frame
        self.hardest = both.sort("nodes", descending=True, maintain_order=True).head(HARDEST)
        open_ones = frame.filter(pl.col("verdict") == "unknown")
        both = pl.concat([self.unknown, open_ones]) if self.unknown.width else open_ones
        self.unknown = both.head(LISTED)
        if self.plan.each_target:
            of_deal = frame.group_by("deal").agg((pl.col("verdict") == "winnable").alias("won"))
            self.with_one += int(of_deal["won"].list.any().sum())
            self.with_all += int(of_deal["won"].list.all().sum())
            for place, rows, winnable, unknown, nodes in (
                frame.group_by("place")
                .agg(
                    pl.len(),
                    (pl.col("verdict") == "winnable").sum().alias("winnable"),
                    (pl.col("verdict") == "unknown").sum().alias("unknown"),
                    pl.col("nodes").sum(),
                )
                .iter_rows()
            ):
                part = self.places.setdefault(place, Part())
                part.rows += rows
                part.winnable += winnable
                part.unknown += unknown
                part.nodes += nodes

    @property
    def share(self) -> float:
        """The part of the rows that is winnable, or won."""
        return self.tally.winnable / self.tally.rows

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share of all deals lies: 95 % intervals, the unknown lost below, won above."""
        unknown = 0 if self.plan.player is not None else self.tally.unknown
        return bounds(self.tally.winnable, unknown, self.tally.rows)

    def quantile(self, part: float) -> float:
        """The seconds that this part of the rows doesn't exceed."""
        left = math.ceil(part * self.tally.rows)
        for micros in sorted(self.micros):
            left -= self.micros[micros]
            if left <= 0:
                return micros / 1e6
        return math.nan


def tell_apart(some: Sequence[Summary]) -> None:
    """Give surveys of the same name another one each."""
    taken: set[str] = set()
    for one in some:
        name, number = one.name, 1
        while one.name in taken:
            number += 1
            one.name = f"{name}-{number}"
        taken.add(one.name)


def bounds(winnable: int, unknown: int, rows: int) -> tuple[float, float]:
    """The 95 % interval of a share of which some are unknown: lost below, won above."""
    return wilson(winnable, rows)[0], wilson(winnable + unknown, rows)[1]


def summed_up(store: Store) -> Summary:
    """The summary of a survey.

    Raises:
        SetupError: if it isn't there whole.
    """
    summary = Summary(shown(store.folder.resolve().name), store.plan, shown(str(store.folder)))
    digest = hashlib.sha256()
    for frame in store.frames():
        summary.add(frame)
        digest.update(records(frame))
    summary.checksum = digest.hexdigest()
    return summary


def shown(path: str) -> str:
    """A path's text, as far as it can be shown: one that isn't UTF-8 may have any bytes."""
    text = os.fsencode(path).decode("utf-8", errors="surrogateescape")
    return "".join(sign if sign.isprintable() else "?" for sign in text)


# ---------------------------------------------------------------- tables


def survey_row(one: Summary) -> Row:
    """A survey in one row: what was asked for, and how it came out."""
    low, high = one.interval
    counts = [one.piles[piles] for piles in range(max(one.piles) + 1)]
    mean, error = mean_of_counts(counts)
    return {
        "rules": one.plan.rules,
        "layout": one.plan.layout,
        "player": one.plan.player,
        "deals": one.plan.deals,
        "rows": one.tally.rows,
        "winnable": one.tally.winnable,
        "lost": one.tally.lost,
        "unknown": one.tally.unknown,
        "share": one.share,
        "low": low,
        "high": high,
        "mean_piles": mean,
        "piles_error": None if math.isnan(error) else error,
        "checksum": one.checksum,
    }


def piles_rows(one: Summary) -> Iterator[Row]:
    """How many rows end with so many piles, and with at most so many."""
    at_most = 0
    for piles in range(max(one.piles) + 1):
        at_most += one.piles[piles]
        if not at_most:
            continue
        low, high = wilson(at_most, one.tally.rows)
        yield {
            "piles": piles,
            "rows": one.piles[piles],
            "at_most": at_most / one.tally.rows,
            "low": low,
            "high": high,
        }


def time_row(one: Summary) -> Row:
    """How long a row takes, in seconds by the clock, and how many nodes."""
    return {
        "mean": one.tally.seconds / one.tally.rows,
        "median": one.quantile(0.5),
        "p99": one.quantile(0.99),
        "p999": one.quantile(0.999),
        "worst": max(one.micros) / 1e6,
        "mean_nodes": one.nodes / one.tally.rows,
    }


def place_rows(one: Summary) -> Iterator[Row]:
    """Targets by their place in the deck."""
    for place, part in sorted(one.places.items()):
        low, high = bounds(part.winnable, part.unknown, part.rows)
        yield {
            "place": place,
            "rows": part.rows,
            "winnable": part.winnable,
            "unknown": part.unknown,
            "low": low,
            "high": high,
            "mean_nodes": part.nodes / part.rows,
        }


def deals_row(one: Summary) -> Row:
    """How many deals have a target that is winnable, and how many no other."""
    low, high = wilson(one.with_one, one.plan.deals)
    return {"deals": one.plan.deals, "some": one.with_one, "all": one.with_all,
            "low": low, "high": high}  # fmt: skip


def listed(frame: pl.DataFrame) -> Iterator[Row]:
    """Some rows as they are, the seconds as they were rounded."""
    for row in frame.iter_rows(named=True):
        yield {**row, "seconds": round(row["seconds"], 6)}


def tables(one: Summary) -> Iterator[tuple[str, list[Row]]]:
    """All tables of a survey, each with its name."""
    yield "survey", [survey_row(one)]
    yield "piles", list(piles_rows(one))
    yield "time", [time_row(one)]
    if one.places:
        yield "deals", [deals_row(one)]
        yield "places", list(place_rows(one))
    if one.plan.player is None:
        yield "hardest", list(listed(one.hardest))
        yield "unknown", list(listed(one.unknown))
