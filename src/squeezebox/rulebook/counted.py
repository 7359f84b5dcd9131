"""How often each game is won: what the surveys of the atlas have counted, in words.

`counted.json` beside this file holds a line for each survey; `tools/atlas_page.py` writes it.
Imports `players`' names, `statistics` and `words`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ..players import player
from ..statistics import percent

HEADING = "## How often it is won"
LAYOUTS = {"open": "laid out open", "stock": "dealt as you go"}


@dataclass(frozen=True, slots=True)
class Counted:
    """What came out of one survey."""

    rules: str
    layout: str
    player: str | None
    """Who played; None for the solver, which knows the stock."""
    each: str
    """What was counted, in the plural: deals, or targets."""
    rows: int
    won: int
    """Of the solver: can be won."""
    lost: int
    """Proved to be lost; none of a player's."""
    piles: float
    """Left on average."""

    @property
    def unknown(self) -> int:
        """Of how many the solver can't say."""
        return self.rows - self.won - self.lost


@cache
def everything_counted() -> tuple[Counted, ...]:
    """All surveys, in the order of the atlas."""
    text = (files(__package__) / "counted.json").read_text(encoding="utf-8")
    return tuple(Counted(**json.loads(line)) for line in text.splitlines())


def how_often(rules: str) -> str:
    """The section of a rule set's page that says how often it is won, in Markdown.

    Empty where nothing has been counted.
    """
    mine = [one for one in everything_counted() if one.rules == rules]
    parts = [*_solved([one for one in mine if one.player is None])]
    for layout in LAYOUTS:
        parts += _played([one for one in mine if one.player and one.layout == layout])
    return "\n\n".join([HEADING, *parts]) + "\n" if parts else ""


def _solved(some: Sequence[Counted]) -> Iterator[str]:
    """What can be won: layouts in which the same came out share a sentence."""
    told: dict[str, list[str]] = {}
    for one in some:
        told.setdefault(_found(one), []).append(LAYOUTS[one.layout])
    for found, layouts in told.items():
        yield f"{' or '.join(layouts).capitalize()}: {found}"


def _found(one: Counted) -> str:
    if one.won == one.rows:
        return f"all of {one.rows:,} {one.each} can be won."
    found = f"of {one.rows:,} {one.each} {one.won:,} can be won ({percent(one.won / one.rows)})"
    if one.lost:
        found += f", {one.lost:,} are proved to be lost"
    if one.unknown:
        found += f", {one.unknown:,} {'is' if one.unknown == 1 else 'are'} not known"
    return f"{found}."


def _played(some: Sequence[Counted]) -> Iterator[str]:
    """How those fare who see what you see."""
    if not some:
        return
    usual = max(one.rows for one in some)
    yield (
        f"How often those win who see what you see, {LAYOUTS[some[0].layout]}, "
        f"in {usual:,} games each:"
    )
    rows = []
    for one in some:
        who = player(one.player or "").summary
        if one.rows != usual:
            who += f" In {one.rows:,} games."
        rows.append(f"| {who} | {_rate(one)} | {one.piles:.2f} |")
    yield "\n".join(["| who plays | wins | piles left |", "|---|---|---|", *rows])


def _rate(one: Counted) -> str:
    if one.won == 0:
        return "never"
    share = one.won / one.rows
    return percent(share) if share > 0.1 else f"1 in {round(1 / share):,}"
