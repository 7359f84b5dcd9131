"""Settles what a survey left unknown, with larger budgets: `python tools/settle_survey.py DIR`.

Each row that is settled is a line of `DIR/settled.jsonl`, with the command that settles it; called
again, it goes on with the others. A win is played through on the table first.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from squeezebox import Game, Outcome, SetupError, Verdict, solve
from squeezebox.deals import deal
from squeezebox.solver.solving import Solution
from squeezebox.survey.plan import Plan
from squeezebox.survey.store import Store, open_store

MILLION = 1_000_000
LONG = 3600.0
"""Seconds that a row may take at most; the rows that it may look at end it before."""

ATTEMPTS = [
    *({"seed": seed, "nodes": 10 * MILLION} for seed in (2, 3, 4)),
    {"seed": 1, "nodes": 50 * MILLION, "memory": 3000},
    *({"seed": seed, "nodes": 30 * MILLION, "memory": 1000} for seed in range(5, 12)),
]  # fmt: skip
"""Other lots first: they settle most."""


def settled(plan: Plan, number: int, target: str | None) -> dict[str, object] | None:
    """What settles a deal, and how; None if nothing of this does."""
    for bounds in ATTEMPTS:
        game = Game(plan.rules, deal=number, layout=plan.layout, target=target)
        found = solve(game, budget=LONG, **bounds)
        if found.verdict is Verdict.UNKNOWN:
            continue
        check(game, found)
        words = ["squeezebox", "solve", str(number), "--rules", plan.rules]
        words += ["--layout", plan.layout, *(["--target", target] if target else [])]
        for name, value in {**bounds, "budget": round(LONG)}.items():
            words += [f"--{name}", str(value)]
        return {
            "deal": number,
            "target": target,
            "verdict": found.verdict.value,
            "nodes": found.nodes,
            "command": shlex.join(words),
        }
    return None


def unknown(store: Store) -> Iterator[tuple[int, str | None]]:
    """The deals, with their targets where each has several, that a survey leaves unknown."""
    for frame in store.frames():
        for row in frame.filter(pl.col("verdict") == "unknown").iter_rows(named=True):
            target = None
            if "place" in row:
                target = deal(row["deal"], store.plan.rule_set).deck[row["place"] - 1].text
            yield row["deal"], target


def check(game: Game, found: Solution) -> None:
    """Play a win through.

    Raises:
        SystemExit: if it is none.
    """
    if found.verdict is Verdict.WINNABLE:
        for action in found.actions:
            game.push(action)
        if game.outcome is not Outcome.WON:
            raise SystemExit(f"deal {game.deal} isn't won by its line")


def main() -> None:
    """Settle what can be."""
    if len(sys.argv) != 2:
        raise SystemExit("which folder? " + (__doc__ or "").splitlines()[0])
    try:
        settle(Path(sys.argv[1]))
    except SetupError as error:
        raise SystemExit(str(error)) from None


def settle(folder: Path) -> None:
    """Settle what can be of the survey in a folder.

    Raises:
        SetupError: if there is none, or it isn't whole.
    """
    store = open_store(folder)
    plan = store.plan
    kept = folder / "settled.jsonl"
    lines = kept.read_text().splitlines() if kept.exists() else []
    done = {(one["deal"], one["target"]) for one in map(json.loads, lines)}
    for number, target in unknown(store):
        if (number, target) in done:
            continue
        found = settled(plan, number, target)
        print(f"{number} {target or ''}: {found['command'] if found else 'still unknown'}")
        if found:
            with kept.open("a") as file:
                file.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
