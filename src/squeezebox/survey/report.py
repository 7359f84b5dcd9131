"""The report of surveys: one Markdown file with its tables and pictures. Imports `summary`, `plots`
and `statistics`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ..errors import SetupError
from ..statistics import percent
from .plots import drawn, plots, plots_together
from .summary import Row, Summary, listed, piles_rows, place_rows, survey_row, time_row

REPORT = "report.md"
SHOWN = 20
"""How many unknown deals a report shows; all are in the rows."""

Column = tuple[str, Callable[[Row], str]]


def write_report(some: Sequence[Summary], folder: Path) -> Path:
    """Write the report of some surveys into a folder; returns its file.

    Raises:
        SetupError: if it can't be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = "\n".join(_lines(some, folder))
        (folder / REPORT).write_text(text + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise SetupError(f"the report in {folder} can't be written: {why}") from None
    return folder / REPORT


def _lines(some: Sequence[Summary], folder: Path) -> Iterator[str]:
    if len(some) == 1:
        yield f"# Survey {plain(some[0].name)}"
    else:
        yield "# Surveys"
    yield ""
    yield (
        "Intervals are Wilson's for 95 %; deals that are unknown count as lost for the lower end "
        "and as won for the upper one. Times are by the clock, of one thread."
    )
    yield ""
    rows = [{"survey": one.name, **survey_row(one)} for one in some]
    yield from _table(rows, OVERVIEW)
    if len(some) > 1:
        yield from _pictures("all", plots_together(some), folder)
    for number, one in enumerate(some, start=1):
        yield from _survey(one, _stem(one.name, number), folder)


def plain(name: str) -> str:
    """A folder's name as Markdown shows it."""
    return re.sub(r"([\\`*_{}\[\]<>()#|!~])", r"\\\1", name)


def _stem(name: str, number: int) -> str:
    """What the names of a survey's pictures begin with: its own, where files can have it."""
    fits = re.fullmatch(r"[\w.-]{1,60}", name, re.ASCII) and name not in (".", "..", "all")
    return name if fits else f"survey-{number}"


def _survey(one: Summary, name: str, folder: Path) -> Iterator[str]:
    yield f"## {plain(one.name)}"
    yield ""
    yield f"    {one.plan.command(one.name)}"
    yield ""
    yield f"Checksum of the rows: `{one.checksum}`"
    yield ""
    yield from _table(list(piles_rows(one)), PILES)
    yield from _table([time_row(one)], TIME)
    if one.places:
        yield from _table(list(place_rows(one)), PLACES)
    if one.plan.player is None:
        hardest = list(listed(one.hardest))
        yield "The hardest:"
        yield ""
        yield from _table(hardest, _of_deal(hardest))
        open_ones = list(listed(one.unknown.head(SHOWN)))
        if open_ones:
            yield f"Unknown: {one.tally.unknown:,}, the first of them:"
            yield ""
            yield from _table(open_ones, _of_deal(open_ones))
    yield from _pictures(name, plots(one), folder)


def _pictures(name: str, charts: Iterable[tuple[str, Any]], folder: Path) -> Iterator[str]:
    for kind, chart in charts:
        for ending, data in drawn(chart).items():
            (folder / f"{name}-{kind}.{ending}").write_bytes(data)
        yield f"![{name}: {kind}]({name}-{kind}.svg)"
        yield ""


def _table(rows: Sequence[Row], columns: Sequence[Column]) -> Iterator[str]:
    yield "| " + " | ".join(title for title, _ in columns) + " |"
    yield "|" + "---|" * len(columns)
    for row in rows:
        yield "| " + " | ".join(show(row) for _, show in columns) + " |"
    yield ""


def count(key: str) -> Callable[[Row], str]:
    """Shows a number of things."""
    return lambda row: f"{row[key]:,}"


def _deals(row: Row) -> str:
    """How many deals, and targets where each has several."""
    same = row["rows"] == row["deals"]
    return f"{row['deals']:,}" if same else f"{row['deals']:,} ({row['rows']:,} targets)"


def between(row: Row) -> str:
    """Shows an interval."""
    return f"{percent(row['low'])} … {percent(row['high'])}"


def span(seconds: float) -> str:
    """A time with three digits and its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


OVERVIEW: list[Column] = [
    ("survey", lambda row: plain(row["survey"])),
    ("rules", lambda row: f"{row['rules']}, {row['layout']}"),
    ("player", lambda row: row["player"] or "solver"),
    ("deals", _deals),
    ("winnable or won", count("winnable")),
    ("lost", count("lost")),
    ("unknown", lambda row: "" if row["player"] else f"{row['unknown']:,}"),
    ("share", lambda row: percent(row["share"])),
    ("95 %", between),
    ("piles", lambda row: f"{row['mean_piles']:.3f}"),
]
PILES: list[Column] = [
    ("piles", count("piles")),
    ("how many", count("rows")),
    ("at most so many", lambda row: percent(row["at_most"])),
    ("95 %", between),
]
TIME: list[Column] = [
    ("time, mean", lambda row: span(row["mean"])),
    ("median", lambda row: span(row["median"])),
    ("99 %", lambda row: span(row["p99"])),
    ("99.9 %", lambda row: span(row["p999"])),
    ("worst", lambda row: span(row["worst"])),
    ("rows looked at, mean", lambda row: f"{row['mean_nodes']:,.1f}"),
]
PLACES: list[Column] = [
    ("place of the target", count("place")),
    ("deals", count("rows")),
    ("winnable", count("winnable")),
    ("unknown", count("unknown")),
    ("95 %", between),
    ("rows looked at, mean", lambda row: f"{row['mean_nodes']:,.1f}"),
]


def _of_deal(rows: Sequence[Row]) -> list[Column]:
    place: list[Column] = [("place", count("place"))] if "place" in rows[0] else []
    return [
        ("deal", lambda row: str(row["deal"])),
        *place,
        ("verdict", lambda row: row["verdict"]),
        ("piles", count("piles")),
        ("rows looked at", count("nodes")),
        ("time", lambda row: span(row["seconds"])),
    ]
