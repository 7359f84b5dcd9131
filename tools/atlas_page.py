"""Writes what surveys have found into the pages: `python tools/atlas_page.py DIR`.

What stands between the markers `<!-- table: NAME -->` and `<!-- end -->` of the atlas' two pages is
made anew from the surveys that are done (`DIR/atlas.jsonl`), and so are the pictures
`docs/images/atlas-*.svg`. What the rulebook says of each game stands in `counted.json` beside it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import cached_property, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from squeezebox import SetupError, read_rules
from squeezebox.catalogue import LISTED
from squeezebox.players import PLAYERS, player
from squeezebox.rulebook.counted import Counted
from squeezebox.statistics import percent, wilson
from squeezebox.survey.plots import drawn, goals_plot, lost_plot, won_plot, work_plot
from squeezebox.survey.store import open_store
from squeezebox.survey.summary import (
    Summary,
    bounds,
    deals_row,
    place_rows,
    summed_up,
    survey_row,
    time_row,
)
from squeezebox.survey.tail import Point, fitted

HOUSE = Path(__file__).parents[1]
DOCS = HOUSE / "docs"
PAGES = ("atlas.md", "atlas-players.md")
COUNTED = HOUSE / "src/squeezebox/rulebook/counted.json"
Answer = dict[str, Any]


def table(titles: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown; a number stays with its unit."""
    lines = [titles, ["---"] * len(titles), *rows]
    lines = [[cell.replace(" %", "\N{NO-BREAK SPACE}%") for cell in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def summed(folder: Path, name: str) -> Summary:
    """One survey summed up, in a process of its own."""
    return summed_up(open_store(folder / name))


class Atlas:
    """The surveys that are done."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        lines = (folder / "atlas.jsonl").read_text(encoding="utf-8").splitlines()
        self.done: dict[str, Answer] = {one["name"]: one for one in map(json.loads, lines)}
        for name, one in self.done.items():
            for each in self.settled(name):  # counts are of what is known by now
                one[each["verdict"]] += 1
                one["unknown"] -= 1

    @cached_property
    def summaries(self) -> dict[str, Summary]:
        """All of them summed up, on all cores: there are some hundred million rows."""
        names = sorted(self.done, key=lambda name: -self.done[name]["rows"])
        # Polars has threads of its own, which a forked process would lack.
        with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
            found = dict(zip(names, pool.map(partial(summed, self.folder), names), strict=True))
        for name, summary in found.items():
            for verdict in ("winnable", "lost", "unknown"):
                setattr(summary.tally, verdict, self.done[name][verdict])
        return found

    def summary(self, name: str) -> Summary:
        """A survey summed up."""
        return self.summaries[name]

    def settled(self, name: str) -> list[Answer]:
        """What the survey left unknown, and what settles it."""
        kept = self.folder / name / "settled.jsonl"
        lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
        return [json.loads(line) for line in lines]

    def some(self, wanted: Callable[[Answer], bool]) -> list[Answer]:
        """Those of a kind, in the order in which they were made."""
        return [one for one in self.done.values() if wanted(one)]


def solved(answers: list[Answer]) -> str:
    """How many deals of each survey can be won, with the interval."""
    if not answers:
        return "Not counted yet.\n"
    rows = []
    for one in answers:
        low, high = bounds(one["winnable"], one["unknown"], one["rows"])
        share = one["winnable"] / one["rows"]
        between = f"{percent(low)} … {percent(high)}"
        counts = [f"{one[key]:,}" for key in ("rows", "winnable", "lost", "unknown")]
        rows.append([f"{one['rules']}, {one['layout']}", *counts, percent(share), between])
    titles = ["rules", "deals", "winnable", "lost", "unknown", "share", "95 %"]
    return table(titles, rows) + "\n" + made_by(answers)


def made_by(answers: list[Answer]) -> str:
    """The commands, and the checksums of what they make."""
    rows = [[f"`{one['command']}`", f"`{one['checksum']}`"] for one in answers]
    told = "The command, and the checksum of its rows"
    if len(answers) > 1:
        told = "The commands, and the checksums of their rows"
    return folded(told, table(["command", "checksum of the rows"], rows))


def folded(title: str, text: str) -> str:
    """What is long, and shown where one wants to see it."""
    return f"<details markdown>\n<summary>{title}</summary>\n\n{text}\n</details>\n"


def settled(atlas: Atlas, answers: list[Answer]) -> Iterator[str]:
    """What was unknown in surveys and has been settled since; it is counted already."""
    rows = []
    for one in answers:
        for each in atlas.settled(one["name"]):
            what = f"{each['deal']}, {each['target']}" if each["target"] else str(each["deal"])
            rows.append(
                [one["rules"], what, each["verdict"], f"{each['nodes']:,}",
                 f"`{each['command']}`"]
            )  # fmt: skip
    if rows:
        told = "What these surveys left unknown, and larger budgets have settled"
        yield folded(told, table(["rules", "deal", "verdict", "rows looked at", "by"], rows))


def is_cards(one: Answer) -> bool:
    """Whether it is of the first cards of deals."""
    return bool(one["name"].startswith("cards-"))


def is_leap(one: Answer) -> bool:
    """Whether it is of a Long Leap."""
    return bool(one["name"].startswith("leap-"))


def open_game(atlas: Atlas) -> Iterator[str]:
    """The open game."""
    answers = atlas.some(lambda one: one["name"] in ("accordion", "beyond"))
    yield solved(answers)
    yield from settled(atlas, answers)
    for one in answers:
        summary = atlas.summary(one["name"])
        hardest = [
            f"{row['deal']} ({row['nodes']:,} rows)"
            for row in summary.hardest.head(8).iter_rows(named=True)
        ]
        time = time_row(summary)
        yield (
            f"Hardest of {summary.plan.first:,} … {summary.plan.last:,}: {', '.join(hardest)}. "
            f"Rows looked at for a deal: {time['mean_nodes']:,.0f} on average.\n"
        )


def late(atlas: Atlas) -> Iterator[str]:
    """Late-Binding."""
    yield solved(atlas.some(lambda one: one["name"] == "late-binding"))


def cards(atlas: Atlas) -> Iterator[str]:
    """The first cards of deals, and what they say of all 52."""
    answers = sorted(atlas.some(is_cards), key=lambda one: one["name"])
    yield solved(answers)
    yield from settled(atlas, answers)
    points = [
        Point(
            atlas.summary(one["name"]).plan.rule_set.deck, one["lost"] + one["unknown"], one["rows"]
        )
        for one in answers
    ]
    points = [one for one in points if one.hits < 0.1 * one.trials]
    rows = []
    for degree, shape in ((1, "straight"), (2, "bent")):
        for least in (24, 27, 30):
            used = [one for one in points if one.size >= least]
            if len(used) < degree + 2:  # else every such curve fits
                continue
            try:
                curve = fitted(used, degree)
            except SetupError:
                continue
            rate, low, high = (min(1.0, one) for one in curve.rate(52))
            sizes = f"{used[0].size} … {used[-1].size}"
            between = f"{low:.1e} … {high:.1e}"
            rows.append([shape, sizes, f"{rate:.1e}", between, f"{curve.misfit:.1f}"])
    if rows:
        yield table(["curve", "cards", "lost deals of 52 cards", "95 %", "misfit"], rows)
    if not answers:
        return
    draw("cards", lost_plot([atlas.summary(one["name"]) for one in answers]))
    yield "![The share of deals of so many cards that isn't won](images/atlas-cards.svg)\n"


def virtuoso(atlas: Atlas) -> Iterator[str]:
    """All targets, by their place."""
    answers = atlas.some(lambda one: one["name"] in ("virtuoso", "virtuoso-stock"))
    yield solved(answers)
    yield from settled(atlas, answers)
    for one in answers:
        deals = deals_row(atlas.summary(one["name"]))
        yield (
            f"Of {deals['deals']:,} deals {one['layout']}, {deals['all']:,} have no target that "
            f"wasn't won at once, and {deals['some']:,} have one that was. The targets of a deal "
            "have much in common: the interval above takes them one by one, and is too narrow.\n"
        )
        if one["layout"] != "open":  # which comes to the same
            continue
        rows = [
            [
                str(row["place"]),
                f"{row['winnable']:,}",
                f"{row['unknown']:,}",
                f"{row['mean_nodes']:,.0f}",
            ]
            for row in place_rows(atlas.summary(one["name"]))
        ]
        yield table(["place", "winnable", "unknown", "rows looked at, mean"], rows)


def rule_sets(atlas: Atlas) -> Iterator[str]:
    """All others that the solver has solved."""
    known = ("accordion", "beyond", "late-binding", "virtuoso", "virtuoso-stock")
    answers = atlas.some(
        lambda one: (
            one["player"] is None
            and one["name"] not in known
            and not is_cards(one)
            and not is_leap(one)
        )
    )
    yield solved(answers)
    yield from settled(atlas, answers)


def leaps(atlas: Atlas) -> Iterator[str]:
    """The Long Leaps."""
    answers = atlas.some(is_leap)
    yield solved(answers)
    yield from settled(atlas, answers)
    if not answers:
        return
    open_ones = [atlas.summary(one["name"]) for one in answers if one["layout"] == "open"]
    if "accordion" in atlas.done:  # whose leaps are of 3
        open_ones.append(atlas.summary("accordion"))
    open_ones.sort(key=lambda one: max(one.plan.rule_set.distances))
    rows = []
    for one in open_ones:
        hardest = one.hardest.row(0, named=True)
        mean = f"{one.nodes / one.tally.rows:,.0f}"
        longest = str(max(one.plan.rule_set.distances))
        rows.append([longest, mean, f"{hardest['deal']} ({hardest['nodes']:,})"])
    yield table(["leap", "rows looked at, mean", "hardest deal"], rows)
    draw("leaps", won_plot(open_ones) & work_plot(open_ones))
    yield "![The winnable share for each leap, and the work](images/atlas-leaps.svg)\n"


def games(atlas: Atlas) -> dict[tuple[str, str], list[Answer]]:
    """What players won: a rule set and a layout, and the surveys of it in the players' order."""
    answers = atlas.some(lambda one: one["player"] is not None)
    order = {one.name: at for at, one in enumerate(PLAYERS)}
    found: dict[tuple[str, str], list[Answer]] = {}
    for entry in LISTED:
        for layout in read_rules(entry.name).layouts:
            of_game = [
                one for one in answers if (one["rules"], one["layout"]) == (entry.name, layout)
            ]
            if of_game:
                of_game.sort(key=lambda one: order[one["player"]])
                found[entry.name, layout] = of_game
    return found


def shares(atlas: Atlas) -> Iterator[str]:
    """Who wins how many of all games, game by game."""
    names = [one.name for one in PLAYERS if one.name != "solver"]
    rows = []
    for (rules, layout), answers in games(atlas).items():
        won = {
            one["player"]: percent(one["winnable"] / one["rows"]).removesuffix(" %")
            for one in answers
        }
        rows.append([f"{rules}, {layout}", *(won.get(name, "") for name in names)])
    yield table(["won, in %", *names], rows)
    for layout, told in (("stock", "dealt as you go"), ("open", "laid out open")):
        greedy = [
            atlas.summary(one["name"])
            for one in games(atlas).get(("accordion", layout), [])
            if player(one["player"]).weights is not None
        ]
        if greedy:
            name = f"goals-{layout}"
            draw(name, goals_plot(greedy))
            yield f"![Games with at most so many piles left, {told}](images/atlas-{name}.svg)\n"


def players(atlas: Atlas) -> Iterator[str]:
    """The same with intervals and piles, and where it comes from."""
    for (rules, layout), answers in games(atlas).items():
        rows = []
        for one in answers:
            low, high = wilson(one["winnable"], one["rows"])
            row = survey_row(atlas.summary(one["name"]))
            rows.append(
                [f"`{one['player']}`", f"{one['rows']:,}", f"{one['winnable']:,}",
                 percent(row["share"]), f"{percent(low)} … {percent(high)}",
                 f"{row['mean_piles']:.3f}"]
            )  # fmt: skip
        yield f"### `{rules}`, {layout}\n"
        yield table(["player", "games", "won", "share", "95 %", "piles left"], rows)
        yield made_by(answers)


def counted(atlas: Atlas) -> Iterator[Counted]:
    """What the rulebook says of games with names: its largest survey where there are several."""
    largest: dict[tuple[str, str, str | None], Answer] = {}
    for one in atlas.done.values():
        kind = (one["rules"], one["layout"], one["player"])
        if not is_cards(one) and one["rows"] > largest.get(kind, {"rows": 0})["rows"]:
            largest[kind] = one
    for one in largest.values():
        summary = atlas.summary(one["name"])
        yield Counted(
            rules=one["rules"],
            layout=one["layout"],
            player=one["player"],
            each="targets" if summary.plan.each_target else "deals",
            rows=one["rows"],
            won=one["winnable"],
            lost=one["lost"],
            piles=round(survey_row(summary)["mean_piles"], 3),
        )


def draw(name: str, chart: Any) -> None:
    """Write a picture of the page."""
    (DOCS / "images" / f"atlas-{name}.svg").write_bytes(drawn(chart)["svg"])


TABLES = {
    "open": open_game, "late": late, "cards": cards, "virtuoso": virtuoso,
    "rules": rule_sets, "leaps": leaps, "shares": shares, "players": players,
}  # fmt: skip


def main() -> None:
    """Write the pages anew."""
    atlas = Atlas(Path(sys.argv[1]))

    def anew(found: re.Match[str]) -> str:
        text = "\n".join(TABLES[found[1]](atlas))
        return f"<!-- table: {found[1]} -->\n\n{text}\n<!-- end -->"

    marked = re.compile(r"<!-- table: (\w+) -->.*?<!-- end -->", re.DOTALL)
    for name in PAGES:
        text = (DOCS / name).read_text(encoding="utf-8")
        (DOCS / name).write_text(marked.sub(anew, text), encoding="utf-8")
    lines = [json.dumps(asdict(one)) + "\n" for one in counted(atlas)]
    COUNTED.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
