"""The pictures of a report, as SVG and PNG, without a browser. Imports `summary` and Altair."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from typing import Any

import altair as alt
import polars as pl

from .summary import Summary, piles_rows, place_rows, survey_row

INK, SECOND = "#00796b", "#b45309"
WIDTH, HEIGHT = 560, 260
BINS_A_DECADE = 5
"""Bars for each factor of ten of a time."""
SHARPNESS = 2
"""Pixels of a PNG for each unit."""


def _chart(rows: Sequence[dict[str, Any]], title: str) -> Any:
    data = pl.DataFrame(rows, infer_schema_length=None)
    return alt.Chart(data, title=title, width=WIDTH, height=HEIGHT)


UPRIGHT = alt.Axis(labelAngle=0)
WHOLE = alt.Axis(tickMinStep=1)


def _things(one: Summary) -> str:
    """What there is a row of."""
    return "targets" if one.plan.each_target else "deals"


def piles_plot(one: Summary) -> Any:
    """How many rows end with so many piles."""
    return (
        _chart(list(piles_rows(one)), f"{one.name}: piles at the end")
        .mark_bar(color=INK)
        .encode(
            x=alt.X("piles:O", title="piles", axis=UPRIGHT),
            y=alt.Y("rows:Q", title=_things(one), axis=WHOLE),
        )
    )


def time_plot(one: Summary) -> Any:
    """How many rows take so long; both scales are logarithmic."""
    bins: dict[int, int] = {}
    for micros, count in one.micros.items():
        place = math.floor(math.log10(max(micros, 1)) * BINS_A_DECADE)
        bins[place] = bins.get(place, 0) + count
    rows = [
        {
            "from": 10 ** (place / BINS_A_DECADE - 6),
            "to": 10 ** ((place + 1) / BINS_A_DECADE - 6),
            "rows": count,
            "base": 0.8,
        }
        for place, count in sorted(bins.items())
    ]
    log = alt.Scale(type="log", nice=False)
    most = max(bins.values())
    counts = [10**digits for digits in range(len(str(most)))]
    what = "time of a deal" if one.plan.player is None else "time of a game, means of chunks"
    return (
        _chart(rows, f"{one.name}: {what}")
        .mark_rect(color=INK, stroke="white")
        .encode(
            x=alt.X(
                "from:Q",
                scale=log,
                title="seconds (µ: millionths, m: thousandths)",
                axis=alt.Axis(format="~s", grid=False),
            ),
            x2="to:Q",
            y=alt.Y(
                "rows:Q",
                scale=log,
                title=_things(one),
                axis=alt.Axis(values=counts if most >= 10 else [1, most], format=","),
            ),
            y2="base:Q",
        )
    )


def hardest_plot(one: Summary) -> Any:
    """The rows with the most nodes."""
    rows = [
        {
            "deal": f"{row['deal']}" + (f", card {row['place']}" if "place" in row else ""),
            "nodes": row["nodes"],
            "verdict": row["verdict"],
        }
        for row in one.hardest.iter_rows(named=True)
    ]
    return (
        _chart(rows, f"{one.name}: the hardest deals")
        .mark_bar()
        .encode(
            y=alt.Y("deal:N", sort=None, title="deal"),
            x=alt.X("nodes:Q", title="rows looked at"),
            color=alt.Color(
                "verdict:N",
                scale=alt.Scale(
                    domain=["winnable", "lost", "unknown"], range=[INK, SECOND, "#6b7280"]
                ),
            ),
        )
    )


def places_plot(one: Summary) -> Any:
    """How hard targets are, by their place in the deck."""
    return (
        _chart(list(place_rows(one)), f"{one.name}: targets by their place in the deck")
        .mark_bar(color=INK)
        .encode(
            x=alt.X(
                "place:O",
                title="place of the target",
                axis=alt.Axis(labelAngle=0, labelOverlap=True, labelSeparation=4),
            ),
            y=alt.Y("mean_nodes:Q", title="rows looked at, mean"),
        )
    )


def _shares(some: Sequence[Summary], first: str, last: str, title: str, scale: Any) -> Any:
    rows = [{"survey": one.name, **survey_row(one)} for one in some]
    for row in rows:
        row["not"], row["not_low"], row["not_high"] = (
            1 - row["share"],
            1 - row["high"],
            1 - row["low"],
        )
    # A logarithm has no zero: what may be none begins at the bottom, a little below all others.
    least = min(
        (row[name] for row in rows for name in ("not_low", "not") if row[name] > 0), default=1
    )
    for row in rows:
        row["not_low"] = max(row["not_low"], least / 3)
    shown = [row for row in rows if scale is alt.Undefined or row[first] > 0]
    base = _chart(shown or rows, title)
    x = alt.X("survey:N", sort=None, title=None)
    low = "low" if first == "share" else "not_low"
    bars = base.mark_rule(color=INK).encode(
        x=x,
        y=alt.Y(f"{low}:Q", scale=scale, title="share of the deals", axis=alt.Axis(format="~%")),
        y2=f"{last}:Q",
    )
    points = base.mark_point(color=INK, filled=True, size=50).encode(
        x=x, y=alt.Y(f"{first}:Q", scale=scale)
    )
    return bars + points


def won_plot(some: Sequence[Summary]) -> Any:
    """The winnable share of each survey, with its interval."""
    title = "winnable or won, with 95 % intervals"
    return _shares(some, "share", "high", title, alt.Undefined)


def lost_plot(some: Sequence[Summary]) -> Any:
    """The share that isn't won of each survey that has some, on a logarithmic scale."""
    bottom = "; the bottom stands for 0" if any(one.interval[1] == 1 for one in some) else ""
    title = f"not won, with 95 % intervals (logarithmic{bottom})"
    return _shares(some, "not", "not_high", title, alt.Scale(type="log", nice=False))


def work_plot(some: Sequence[Summary]) -> Any:
    """How many rows the solver looked at for each row of a survey, on a logarithmic scale."""
    rows = [{"survey": one.name, "nodes": one.nodes / one.tally.rows} for one in some if one.nodes]
    return (
        _chart(rows, "rows looked at, mean (logarithmic)")
        .mark_point(color=INK, filled=True, size=50)
        .encode(
            x=alt.X("survey:N", sort=None, title=None),
            y=alt.Y("nodes:Q", scale=alt.Scale(type="log"), title="rows looked at"),
        )
    )


def goals_plot(some: Sequence[Summary]) -> Any:
    """How many games end with at most one to six piles, a line for each survey of a player."""
    rows = [
        {"survey": one.name, **row}
        for one in some
        for row in piles_rows(one)
        if one.plan.player is not None and 1 <= row["piles"] <= 6
    ]
    return (
        _chart(rows, "games that end with at most so many piles")
        .mark_line(point=True)
        .encode(
            x=alt.X("piles:O", title="at most so many piles", axis=UPRIGHT),
            y=alt.Y(
                "at_most:Q",
                scale=alt.Scale(type="log"),
                title="share of the games",
                axis=alt.Axis(format="~%"),
            ),
            color=alt.Color("survey:N", sort=None, title=None),
        )
    )


def plots(one: Summary) -> Iterator[tuple[str, Any]]:
    """The pictures of one survey, each with its name."""
    yield "piles", piles_plot(one)
    yield "time", time_plot(one)
    if one.plan.player is None and one.nodes:
        yield "hardest", hardest_plot(one)
    if one.places:
        yield "places", places_plot(one)


def plots_together(some: Sequence[Summary]) -> Iterator[tuple[str, Any]]:
    """The pictures that set surveys side by side, each with its name."""
    yield "won", won_plot(some)
    if any(one.share < 1 for one in some):
        yield "lost", lost_plot(some)
    if any(one.nodes for one in some):
        yield "work", work_plot(some)
    if any(one.plan.player is not None and min(one.piles) <= 6 for one in some):
        yield "goals", goals_plot(some)


def drawn(chart: Any) -> dict[str, bytes]:
    """A picture in its formats, by their names."""
    svg, png = io.StringIO(), io.BytesIO()
    chart.save(svg, format="svg")
    chart.save(png, format="png", scale_factor=SHARPNESS)
    return {"svg": svg.getvalue().encode(), "png": png.getvalue()}
