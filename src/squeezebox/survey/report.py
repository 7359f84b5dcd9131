"""The report of surveys: one Markdown file with its tables and pictures. Imports `store`,
`summary`, `plots` and `statistics`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ..errors import SetupError
from ..statistics import percent
from .plots import drawn, plots, plots_together
from .store import put, trouble
from .summary import (
    Row,
    Summary,
    deals_row,
    listed,
    piles_rows,
    place_rows,
    survey_row,
    time_row,
)

REPORT = "report.md"
INTERVALS = (
    "Intervals are Wilson's for 95 %; deals that are unknown count as lost for the lower end "
    "and as won for the upper one. Times are by the clock, of one thread."
)
ALL = "all"
"""What the names of the pictures of all surveys together begin with."""
FITS = re.compile(r"\w[\w.-]{,59}", re.ASCII)
"""A name that files of every system can have."""
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
        check_mine(folder / REPORT)
        lines = list(_lines(some, folder))
        put(folder / REPORT, "".join(f"{line}\n" for line in lines).encode(), folder)
    except (FileExistsError, NotADirectoryError):
        raise SetupError(
            f"the report can't be written: {folder} is no folder, or stands in none"
        ) from None
    except (OSError, ValueError) as error:
        raise trouble(folder / REPORT, "written", error) from None
    return folder / REPORT


def check_mine(report: Path) -> None:
    """See that a file that is to be replaced is a report.

    Raises:
        SetupError: if it is something else.
    """
    if report.exists() and INTERVALS not in report.read_text(encoding="utf-8", errors="replace"):
        raise SetupError(f"{report} is no report of surveys, and is left as it is")


def _lines(some: Sequence[Summary], folder: Path) -> Iterator[str]:
    if len(some) == 1:
        yield f"# Survey {plain(some[0].name)}"
    else:
        yield "# Surveys"
    yield ""
    yield INTERVALS
    if any(one.plan.player for one in some):
        yield (
            "Of players it is known how each game ended: what they didn't win isn't won. "
            "Their times are means of chunks of games."
        )
    if any(one.places for one in some):
        yield (
            "The targets of one deal have much in common: taken one by one, as intervals take "
            "them, they seem to tell more than they do. Piles are the fewest that the actions "
            "found leave, with or without the target on top."
        )
    yield ""
    rows = [{"survey": one.name, **survey_row(one)} for one in some]
    yield from _table(rows, OVERVIEW)
    if len(some) > 1:
        yield from _pictures(ALL, plots_together(some), folder)
    for one, stem in zip(some, _stems(some), strict=True):
        yield from _survey(one, stem, folder)


def plain(name: str) -> str:
    """A folder's name as Markdown shows it."""
    return re.sub(r"([\\`*_{}\[\]<>()#|!~])", r"\\\1", name)


def _stems(some: Sequence[Summary]) -> Iterator[str]:
    """What the names of surveys' pictures begin with: their own, where files can have them."""
    taken = {one.name.lower() for one in some}
    for number, one in enumerate(some, start=1):
        if FITS.fullmatch(one.name) and one.name != ALL:
            yield one.name
            continue
        stem = f"survey-{number}"
        while stem in taken:
            stem += "-"
        yield stem


def _survey(one: Summary, name: str, folder: Path) -> Iterator[str]:
    yield f"## {plain(one.name)}"
    yield ""
    yield f"    {one.plan.command(one.folder)}"
    yield ""
    yield f"Checksum of the rows: `{one.checksum}`"
    yield ""
    yield from _table(list(piles_rows(one)), PILES)
    yield from _table([time_row(one)], TIME if one.nodes else TIME[:-1])
    if one.places:
        yield from _table([deals_row(one)], DEALS)
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
            put(folder / f"{name}-{kind}.{ending}", data, folder)
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


def _known(key: str) -> Callable[[Row], str]:
    """Shows a number that the solver finds out, and a player doesn't."""
    return lambda row: "" if row["player"] else f"{row[key]:,}"


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
    ("lost", _known("lost")),
    ("unknown", _known("unknown")),
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
DEALS: list[Column] = [
    ("deals", count("deals")),
    ("with a winnable target", count("some")),
    ("share", lambda row: percent(row["some"] / row["deals"])),
    ("95 %", between),
    ("with no other", count("all")),
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
