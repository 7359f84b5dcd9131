"""Learn anew how good a row looks that is to meet the next card; write the players' `values.json`.

    python tools/learn.py none pile row --games 1000000

For each slide priority a player plays by what it has learnt so far, deal after deal from
20,000,001 on (20 million further in the second and third), always going on from the row that
looks best. After a game every row that it rested on is told what came of it: the worth of the
end, mixed with what the rows after it looked like (temporal differences, Sutton 1988, with
`MIX`). The weights follow by logistic regression; each has steps of its own, the smaller the
more it has learnt (AdaGrad: Duchi, Hazan and Singer, 2011), and all get smaller towards the end.
The same command gives the same weights. Benchmarks use other deals (below 10,000,000).
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from squeezebox.players import orders, values
from squeezebox.players.fair import worth_of
from squeezebox.rules import RuleSet
from squeezebox.solver.decks import MOST_DRAWN, STATE, shuffled
from squeezebox.solver.planes import CARDS, NO_CARD, ONE, U, terms_of

FILE = Path(values.__file__).with_name("values.json")
FIRST = 20_000_001
BATCH = 1000
"""Games after which the player goes by what was learnt meanwhile."""
STEP = 0.1
"""How far a weight goes for its first fact, in units of the logarithm of the odds."""
MIX = 0.7
"""How much of what a row is told is what came later, and not how the next row looked."""
AT_FIRST = -2.0
"""What all sums begin with: good ends are rare."""


@njit(nogil=True)
def learn(
    first: Any, count: Any, by: Any, space: Any, weights: Any, learnt: Any, step: Any, ends: Any
) -> None:
    """Play so many games from a deal on and learn from each; count the ends by their piles."""
    state, drawn = np.zeros(STATE, dtype=np.int64), np.zeros(MOST_DRAWN, dtype=np.int64)
    deck, row = np.zeros(CARDS, dtype=np.int64), np.zeros(orders.WORDS, dtype=np.uint64)
    facts = np.zeros((CARDS, values.MOST_FACTS), dtype=np.int64)
    made, looked = np.zeros(CARDS, dtype=np.int64), np.zeros(CARDS)
    for one in range(count):
        shuffled(first + one, state, drawn, deck)
        row[:] = U(0)
        unseen = (ONE << U(CARDS)) - ONE
        for dealt in range(CARDS):
            unseen &= ~(ONE << U(deck[dealt]))
            orders.deal(row, deck[dealt])
            orders.rests_of(row, unseen, by, space, space.best)
            orders.copy(space.best[0], row)
            left = CARDS - 1 - dealt
            if left:
                made[dealt] = values.facts_of(row, orders.piles_of(row), unseen, left, facts[dealt])
                looked[dealt] = looks(facts[dealt], made[dealt], weights)
        told, _ = orders.end_of(row, by)
        ends[orders.piles_of(row)] += 1
        for dealt in range(CARDS - 2, -1, -1):
            error = looks(facts[dealt], made[dealt], weights) - told
            for at in range(made[dealt]):
                fact = facts[dealt, at]
                learnt[fact] += error * error
                weights[fact] -= step * error / math.sqrt(learnt[fact])
            told = MIX * told + (1 - MIX) * looked[dealt]


@njit(nogil=True)
def looks(facts: Any, made: Any, weights: Any) -> Any:
    """What a row with these facts is worth, by the weights."""
    total = 0.0
    for one in range(made):
        total += weights[facts[one]]
    return 1.0 / (1.0 + math.exp(-total))


def whole(weights: Any) -> Any:
    """The weights as the player takes them."""
    return np.round(weights * values.SCALE).astype(np.int64)


def learn_all(rules: RuleSet, first: int, games: int) -> Any:
    """What playing so many games teaches."""
    weights, learnt = np.zeros(values.FACTS), np.ones(values.FACTS)
    weights[: values.LEFT] = AT_FIRST
    terms = terms_of(rules)
    space, ends = orders.space(terms), np.zeros(CARDS + 1, dtype=np.int64)
    for begun in range(0, games, BATCH):
        step = STEP * (0.5 + 0.5 * math.cos(math.pi * begun / games))
        by = orders.Play(terms, NO_CARD, worth_of(rules), True, whole(weights), CARDS)
        learn(first + begun, BATCH, by, space, weights, learnt, step, ends)
        done = begun + BATCH
        if done % (50 * BATCH) == 0:
            piles = (ends * np.arange(len(ends))).sum() / ends.sum()
            print(f"{rules} {done} won {ends[1] / ends.sum():.5f} piles {piles:.3f}", flush=True)
            ends[:] = 0
    return whole(weights)


def kinds(weights: Any) -> dict[str, list[int]]:
    """The weights by the kind of their facts."""
    ends = {"piles": values.LEFT, "left": values.CLOSE}
    for stage in range(1 + len(values.STAGES)):
        begin = values.CLOSE + stage * values.IN_STAGE
        for name, end in (
            ("by_rank", values.BY_SUIT), ("by_suit", values.OF_RANK),
            ("of_rank", values.OF_SUIT), ("of_suit", values.IN_STAGE),
        ):  # fmt: skip
            ends[f"{name}_{stage}"] = begin + end
    begins = [0, *ends.values()]
    return {
        name: weights[begin:end].tolist()
        for (name, end), begin in zip(ends.items(), begins, strict=False)
    }


def main() -> None:
    """Learn for each priority that is named, and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("priorities", nargs="+", choices=("none", "pile", "row"))
    parser.add_argument("--games", type=int, default=1_000_000)
    args = parser.parse_args()
    for place, priority in enumerate(("none", "pile", "row")):
        if priority in args.priorities:
            rules = RuleSet(compulsory=True, priority=priority)
            weights = learn_all(rules, FIRST + 20_000_000 * place, args.games)
            kept = json.loads(FILE.read_text())  # others may have been written meanwhile
            kept[priority] = kinds(weights)
            lines = ",\n".join(
                f'"{name}": {{\n'
                + ",\n".join(f'"{kind}": {counts}' for kind, counts in of.items())
                + "}"
                for name, of in kept.items()
            )
            FILE.write_text(f"{{{lines}}}\n")


if __name__ == "__main__":
    main()
