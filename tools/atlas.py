"""Runs the surveys of the atlas one after the other: `python tools/atlas.py DIR`.

Each has a folder of its own in DIR. What has been found out is added to `DIR/atlas.jsonl`, a line
for each survey that is done; called again, it goes on where it was ended. `--only REGEX` runs those
in whose name it is found, `--list` prints the commands.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from squeezebox import read_rules
from squeezebox.catalogue import LISTED
from squeezebox.players import PLAYERS

MILLION = 1_000_000

SOLVED = [
    "five-piles", "relaxed", "concertina", "skidoo", "bayan", "royal-marriage", "push-pin",
    "revenge", "compulsory", "idle-year", "idle-year-1884",
]  # fmt: skip
"""Rule sets of which 100,000 deals take a minute or two."""

CARDS = {
    **dict.fromkeys(range(4, 15), MILLION), **dict.fromkeys(range(15, 19), 300_000),
    **dict.fromkeys(range(19, 33), 100_000),
    33: 200_000, 34: 300_000, 35: 500_000, 36: MILLION,
}  # fmt: skip
"""How many deals of the first so many cards: the rarer losses are, the more."""

LEAPS = range(2, 13)

PLAYED = [
    ("accordion", "stock"), ("five-piles", "stock"), ("compulsory", "stock"),
    ("idle-year", "stock"), ("idle-year-1884", "stock"), ("royal-marriage", "stock"),
    ("accordion", "open"),
]  # fmt: skip
"""What most people play: simple players play 300,000 deals of it, and 100,000 of all else."""


def surveys() -> Iterator[tuple[str, list[str]]]:
    """The names of all surveys, and what they ask for."""
    yield "accordion", ["--deals", f"1..{MILLION}", "--actions"]
    for name in SOLVED:
        for layout in read_rules(name).layouts:
            yield f"{name}-{layout}", _of(name, 100_000, layout)
    for name in ("accordion", "late-binding"):
        yield f"{name}-stock", _of(name, 100_000, "stock")
    for distance in LEAPS:
        if distance != 3:  # which is Accordion itself
            yield from _leap(distance)
    yield from _players()
    yield "late-binding", _of("late-binding", 10 * MILLION)
    yield "beyond", ["--deals", f"{MILLION + 1}..{101 * MILLION}"]
    yield "virtuoso", _of("virtuoso", 20_000)
    yield "virtuoso-stock", _of("virtuoso", 10_000, "stock")
    for cards, deals in CARDS.items():
        yield f"cards-{cards:02}", _of(f"accordion(deck={cards})", deals)


def _leap(distance: int) -> Iterator[tuple[str, list[str]]]:
    for layout in ("open", "stock"):
        asked = _of(f"leap-{distance}", 100_000 if distance > 2 else 10_000, layout)
        if distance == 2:  # of which few are settled at once
            asked += ["--nodes", "1000000"]
        yield f"leap-{distance}-{layout}", asked


def _players() -> Iterator[tuple[str, list[str]]]:
    """Every player in every game that the rulebook has a page of."""
    rest = [(entry.name, layout) for entry in LISTED for layout in read_rules(entry.name).layouts]
    for rules, layout in dict.fromkeys([*PLAYED, *rest]):
        for player in PLAYERS:
            if player.weights is not None:
                deals = 300_000 if (rules, layout) in PLAYED else 100_000
            elif player.name == "fair":
                deals = 10_000 if rules != "leap-2" else 1_000  # which takes it seconds
            else:
                continue  # the solver, which the other surveys are of
            asked = [*_of(rules, deals, layout), "--player", player.name]
            yield f"{player.name}-{rules}-{layout}", asked


def _of(rules: str, deals: int, layout: str | None = None) -> list[str]:
    asked = ["--rules", rules, "--deals", f"1..{deals}"]
    return asked if layout is None else [*asked, "--layout", layout]


def main() -> None:
    """Run them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--workers", default=None)
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    results = given.folder / "atlas.jsonl"
    done = set()
    if results.exists():
        done = {json.loads(line)["name"] for line in results.read_text().splitlines()}
    for name, asked in surveys():
        call = ["survey", *asked, "--out", str(given.folder / name)]
        command = shlex.join(["squeezebox", "survey", *asked, "--out", name])
        if not re.search(given.only, name) or name in done:
            continue
        print(command, flush=True)
        if given.list:
            continue
        if given.workers:
            call += ["--workers", given.workers]
        answer = subprocess.run(
            [sys.executable, "-m", "squeezebox", *call, "--json"],
            check=False,
            stdout=subprocess.PIPE,
            text=True,
        )
        if answer.returncode:
            raise SystemExit(answer.returncode)  # it has said why
        found = {"name": name, "command": command, **json.loads(answer.stdout)}
        with results.open("a") as file:
            file.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
