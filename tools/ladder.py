"""What each idea of the searches brings: the same deals with one idea more from line to line.

    python tools/ladder.py --deals 1000

Plays deals of open Accordion that nothing was tuned on, on one core, and prints for every
line how many were won within the cap, and the mean nodes and microseconds of a deal (one
that isn't won counts as it is cut off). The weights are those of the whole, not tuned anew.
Then it searches deals of Late-Binding whole, with one shortcut more from line to line.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from tune import nodes_needed, read_kept

from squeezebox.deals import deal
from squeezebox.rules import read_rules
from squeezebox.solver import exhaust, guided
from squeezebox.solver.bounds import EVERYTHING
from squeezebox.solver.ends import end_table
from squeezebox.solver.exhaust import ALL, LASTING, REMEMBER, prove
from squeezebox.solver.planes import CARDS, PLACES, flag, planes, terms_of
from squeezebox.solver.proof import NOWHERE
from squeezebox.solver.space import WON
from squeezebox.solver.weights import costs_of

FIRST_DEAL = 5_000_001
NEVER = 1 << 40
"""Plays after which noise grows, where it isn't to grow."""

STEPS: tuple[tuple[str, tuple[str, ...], dict[str, int]], ...] = (
    ("matches gained, the last eight piles looked up", ("leaps", "noise"), {"rest": 8}),
    ("+ a short search of the last piles", (), {"rest": 0, "rest_nodes": 0}),
    ("+ ranks that still show", ("rank2", "rank3", "rank4"), {}),
    ("+ suits that still show", ("suit", "suit_square", "suit_last"), {}),
    (
        "+ the right end: its piles first, sweepers kept there",
        ("place", "zone", "zone_rank", "zone_suit"),
        {"late": 0},
    ),
    ("+ more noise after many plays", (), {"patience": 0}),
)
"""Each line's name, the features it adds, and its limits; 0 stands for the tuned one."""


SHORTCUTS = (
    ("rows seen before, the last eight piles looked up", REMEMBER),
    ("+ lasting sets", REMEMBER | LASTING),
    ("+ one order of two merges that don't meet", ALL),
)


def proofs(deals: int) -> None:
    """Print the ladder of the search of everything."""
    rules = read_rules("late-binding")
    rows = [planes(deal(number, rules).deck) for number in range(1, deals + 1)]
    terms, ends, never = terms_of(rules), end_table(rules), flag()
    line, told = np.zeros(PLACES, dtype=np.int64), np.zeros(3, dtype=np.int64)
    print(f"\n{'late-binding':54}  won         rows  microseconds")
    for name, shortcuts in SHORTCUTS:
        own = exhaust.room(100, shortcuts)
        call = (
            rules.deck,
            terms.distances,
            rules.goal,
            NOWHERE,
            ends,
            own,
            EVERYTHING,
            never,
            line,
            told,
        )
        prove(rows[0], *call)
        start, entered, won = time.process_time(), 0, 0
        for row in rows:
            won += prove(row, *call) == WON
            entered += int(told[0])
        each = 1e6 * (time.process_time() - start) / deals
        print(f"{name:54}  {won / deals:5.1%}  {entered / deals:9,.0f}  {each:12,.1f}", flush=True)


def main() -> None:
    """Print the ladders."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--cap", type=int, default=300_000, help="the most nodes of a deal")
    asked = parser.parse_args()

    rules = read_rules("accordion")
    values, tuned = read_kept("1-3")
    terms, ends, memory = terms_of(rules), end_table(rules), guided.room()
    limits = tuned._replace(nodes=asked.cap, late=CARDS, patience=NEVER)
    nodes = np.zeros(asked.deals, dtype=np.int64)
    features: tuple[str, ...] = ()
    print(f"{'':54}  won        nodes  microseconds    worst of all, nodes")
    for name, more, changes in STEPS:
        features += more
        used = {key: of if key in features else (0.0, 0.0, 0.0) for key, of in values.items()}
        limits = limits._replace(
            **{field: to or getattr(tuned, field) for field, to in changes.items()}
        )
        costs = costs_of(used)
        nodes_needed(FIRST_DEAL, False, terms, costs, ends, limits, memory, nodes[:1])
        start = time.process_time()
        nodes_needed(FIRST_DEAL, False, terms, costs, ends, limits, memory, nodes)
        each = 1e6 * (time.process_time() - start) / asked.deals
        won = np.mean(nodes < asked.cap)
        line = f"{name:54}  {won:5.1%}  {nodes.mean():9,.0f}  {each:12,.1f}  {nodes.max():15,}"
        print(line, flush=True)
    proofs(asked.deals)


if __name__ == "__main__":
    main()
