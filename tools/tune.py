"""Find the weights of guided plays anew, and write them to the solver's `weights.json`.

    python tools/tune.py 1-3 --generations 300

CMA-ES (the package `cma`) looks for the values with which guided plays win deals in the
fewest nodes. Every generation plays fresh deals, from 20,000,001 on, the same for all of its
candidates; a deal costs at most a cap, which keeps one hard deal from deciding. Every tenth
generation the mean is confirmed on deals from 30,000,001 on, and the best confirmed is kept.
The same command gives the same weights. Benchmarks use other deals (from 5,000,001).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from squeezebox.rules import RuleSet, read_rules
from squeezebox.solver import weights
from squeezebox.solver.bounds import EVERYTHING
from squeezebox.solver.decks import MOST_DRAWN, STATE, shuffled
from squeezebox.solver.ends import end_table
from squeezebox.solver.guided import find, room
from squeezebox.solver.planes import CARDS, NO_CARD, lay_all, terms_of
from squeezebox.solver.weights import FEATURES, Limits, Values, costs_of

FILE = Path(weights.__file__).with_name("weights.json")
TUNING, CONFIRMING = 20_000_001, 30_000_001

PLAYED_ON = {
    "1-2": ("leap-2",),
    "1-3": ("accordion",),
    "1-4": ("leap-4",),
    "1-5": ("leap-5",),
    "1-6": ("leap-6",),
    "2-3": ("skidoo",),
    "far": ("leap-9", "leap-14"),
    "either": ("concertina", "relaxed"),
    "pairs": ("bayan",),
    "target": ("accordion(target=chosen)",),
}
"""The rule sets on which each kind is tuned."""


def read_kept(kind: str) -> tuple[Values, Limits]:
    """The weights and limits that are kept for a kind of rule set."""
    kept = json.loads(FILE.read_text())[kind]
    values = {name: tuple(kept["values"][name]) for name in FEATURES}
    return values, Limits(nodes=EVERYTHING, **kept["limits"])


@njit(nogil=True)
def nodes_needed(
    first: int,
    targets: bool,
    terms: Any,
    costs: Any,
    ends: Any,
    limits: Any,
    memory: Any,
    nodes: Any,
) -> None:
    """Write the nodes that the deals from `first` on need, or the most that `limits` allow."""
    state, drawn = np.zeros(STATE, dtype=np.int64), np.zeros(MOST_DRAWN, dtype=np.int64)
    deck, row = np.zeros(CARDS, dtype=np.int64), np.zeros(6, dtype=np.uint64)
    cancel, stock = np.zeros(1, dtype=np.uint8), np.zeros(0, dtype=np.int64)
    for one in range(len(nodes)):
        after = shuffled(first + one, state, drawn, deck)
        target = deck[2 + after % (CARDS - 2)] if targets else NO_CARD
        lay_all(row, deck)
        seed = np.uint64(first + one)
        _, piles, used = find(
            row, CARDS, stock, terms, target, costs, ends, limits, seed, cancel, memory
        )
        nodes[one] = used if piles < 0 else limits.nodes


class Player:
    """Plays deals of the rule sets of one kind with weights that are to be judged."""

    def __init__(self, kind: str, deals: int, cap: int) -> None:
        self.rules: list[RuleSet] = [read_rules(text) for text in PLAYED_ON[kind]]
        self._tables = [(terms_of(rules), end_table(rules)) for rules in self.rules]
        self._memory = room()
        self._nodes = np.zeros(deals, dtype=np.int64)
        self._cap = cap

    def cost(self, values: Values, limits: Limits, first: int) -> float:
        """The mean of the nodes that deals need, from `first` on."""
        costs, means = costs_of(values), []
        for rules, (terms, ends) in zip(self.rules, self._tables, strict=True):
            capped = limits._replace(nodes=self._cap)
            targets = rules.target != "none"
            nodes_needed(first, targets, terms, costs, ends, capped, self._memory, self._nodes)
            means.append(self._nodes.mean())
        return float(np.mean(means))


class Point:
    """Values and limits as one vector of numbers, each about as large as what it may change."""

    def __init__(self, values: Values, limits: Limits) -> None:
        self._start = np.array([number for name in FEATURES for number in values[name]])
        self._scale = np.maximum(np.abs(self._start), 0.5)
        self._limits = limits

    def vector(self) -> Any:
        """The vector to begin with."""
        return np.concatenate([self._start / self._scale, np.zeros(3)])

    def read(self, vector: Any) -> tuple[Values, Limits]:
        """The values and limits that a vector stands for."""
        numbers = np.round(vector[:-3] * self._scale, 3).reshape(-1, 3).tolist()
        rest, nodes, patience = vector[-3:]
        return dict(zip(FEATURES, map(tuple, numbers), strict=True)), Limits(
            self._limits.nodes,
            self._limits.late,
            int(np.clip(round(self._limits.rest + 4 * rest), 8, 16)),
            max(1, round(self._limits.rest_nodes * 2 ** rest_of(nodes))),
            max(1, round(self._limits.patience * 2 ** rest_of(patience))),
        )


def rest_of(number: float) -> float:
    """An exponent that stays in bounds."""
    return float(np.clip(2 * number, -4, 4))


def main() -> None:
    """Tune one kind of rule set."""
    import cma  # only here: others import what plays deals

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=PLAYED_ON)
    parser.add_argument("--like", help="begin with the weights of this kind, not its own")
    parser.add_argument("--generations", type=int, default=300)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--cap", type=int, default=3000, help="the most nodes a deal may cost")
    asked = parser.parse_args()

    like = asked.like or asked.kind
    if like not in json.loads(FILE.read_text()):
        parser.error(f"no weights are kept for {like}: name a kind to begin with by --like")
    point = Point(*read_kept(like))
    player = Player(asked.kind, asked.deals, asked.cap)

    def confirmed(vector: Any) -> float:
        return player.cost(*point.read(vector), CONFIRMING)

    best, least = point.vector(), confirmed(point.vector())
    print(f"{asked.kind}: {least:.1f} nodes a deal to begin with", flush=True)
    search = cma.CMAEvolutionStrategy(best, 0.15, {"popsize": 16, "seed": 1, "verbose": -9})
    for generation in range(asked.generations):
        first = TUNING + generation * asked.deals
        tried = search.ask()
        search.tell(tried, [player.cost(*point.read(one), first) for one in tried])
        if generation % 10 == 9:
            now = confirmed(search.mean)
            if now < least:
                best, least = search.mean.copy(), now
            print(f"{asked.kind}: generation {generation + 1}: {now:.1f}", flush=True)
    values, limits = point.read(best)
    kept = json.loads(FILE.read_text())
    kept[asked.kind] = {
        "limits": {name: int(of) for name, of in limits._asdict().items() if name != "nodes"},
        "values": {name: list(of) for name, of in values.items()},
    }
    lines = ",\n".join(f'"{kind}": {json.dumps(of)}' for kind, of in sorted(kept.items()))
    FILE.write_text("{\n" + lines + "\n}\n")
    print(f"{asked.kind}: {least:.1f} nodes a deal kept")


if __name__ == "__main__":
    main()
