"""How well the measure of difficulty says what players come to, and what else was tried.

    python tools/difficulty.py --deals 2000

Prints, for several rule sets, the rank correlation (Spearman's) of each candidate for the
measure, worked out from 96 plays of a deal, with how often other players win the deal and how
many piles they leave; then, for each step of the measure that was chosen, these players' wins and
piles, and how many of the deals can be won at all where that is known. The players are others
than those of the measure, or the same ones without its noise and with other lots.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from squeezebox.coach.difficulty import JUDGES, PLAYS, measure
from squeezebox.coach.steps import LABELS, fifths, step_of
from squeezebox.deals import deal
from squeezebox.game import Game
from squeezebox.players import PLAYERS, player
from squeezebox.players.playing import Plays, plays
from squeezebox.rules import RuleSet, read_rules
from squeezebox.solver import Verdict, solve
from squeezebox.solver.many import Deals

Values = NDArray[np.float64]

FIRST_DEAL = 6_000_001
RULES = ("accordion", "leap-2", "late-binding", "push-pin", "compulsory")
DRAWN = 48
"""Plays of each player whose lots matter, by which the measure is judged."""
OTHER_LOTS = 1_000


def ranks(values: Values) -> Values:
    """The rank of each value; equal ones share theirs."""
    _, which, times = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(times)
    shared: Values = ((last - times + 1 + last) / 2)[which]
    return shared


def spearman(one: Values, other: Values) -> float:
    """The rank correlation of two rows of values; not a number if one never changes."""
    if len(set(one.tolist())) == 1 or len(set(other.tolist())) == 1:
        return float("nan")
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def played(rules: RuleSet, number: int, name: str, noise: int, seeds: range) -> Plays:
    """How plays of a deal end."""
    dealt, weights = deal(number, rules), player(name).weights
    assert weights is not None
    own = weights._replace(noise=noise) if noise else weights
    return plays(rules, dealt.deck, dealt.target, rules.layouts[0], own, seeds)


def nodes_to_win(rules: RuleSet, number: int) -> float:
    """How long the solver's guided plays look for a win: the mean logarithm of the nodes."""
    game = Game(rules, deal=number)
    found = [solve(game, nodes=20_000, seed=seed).nodes for seed in range(1, 9)]
    return float(np.log(np.maximum(found, 1)).mean())


def column(numbers: range, of: Callable[[int], Any]) -> Values:
    """What a function says of each deal."""
    return np.array([of(number) for number in numbers], dtype=np.float64)


def candidates(rules: RuleSet, numbers: range) -> dict[str, Values]:
    """What might be the measure: the more, the harder."""
    found: dict[str, Values] = {}
    all_plays = range(1, PLAYS * len(JUDGES) + 1)
    for name, noise in JUDGES:
        ends = [played(rules, number, name, noise, all_plays) for number in numbers]
        found[f"{name}, share not won"] = np.array([1 - one.won.mean() for one in ends])
        found[f"{name}, mean piles"] = np.array([one.piles.mean() for one in ends])
    found["all three, mean piles"] = sum(
        (found[f"{name}, mean piles"] for name, _ in JUDGES), np.zeros(len(numbers))
    )
    if not rules.compulsory and rules.discard != "between":
        found["the solver's nodes to a win"] = column(numbers, lambda n: nodes_to_win(rules, n))
    found["all three, geometric mean of piles"] = column(
        numbers, lambda n: measure(rules, deal(n, rules).deck, deal(n, rules).target)
    )
    return found


def outcomes(rules: RuleSet, numbers: range) -> dict[str, tuple[Values, Values]]:
    """How often other players win each deal, and how many piles they leave."""
    seeds = range(OTHER_LOTS, OTHER_LOTS + DRAWN)
    found: dict[str, tuple[Values, Values]] = {}
    fixed: list[list[Plays]] = []
    for one in PLAYERS:
        if one.weights is None:
            continue
        drawn = one.name in {name for name, _ in JUDGES}
        ends = [
            played(rules, number, one.name, 0, seeds if drawn else seeds[:1]) for number in numbers
        ]
        if drawn:
            won = np.array([each.won.mean() for each in ends])
            found[one.name] = won, np.array([each.piles.mean() for each in ends])
        else:
            fixed.append(ends)
    won = np.array([[each.won.mean() for each in ends] for ends in fixed]).mean(axis=0)
    piles = np.array([[each.piles.mean() for each in ends] for ends in fixed]).mean(axis=0)
    found["printed rules"] = won, piles
    return found


def can_be_won(rules: RuleSet, numbers: range) -> Values | None:
    """1 for each deal that can be won, 0 for each that can't; `None` where that isn't known."""
    found = [one.verdict for _, one in Deals(rules, nodes=200_000).solve_all(numbers, 1)]
    if Verdict.UNKNOWN in found or Verdict.LOST not in found:
        return None
    return np.array([verdict is Verdict.WINNABLE for verdict in found], dtype=np.float64)


def report(rules: RuleSet, numbers: range) -> None:
    """Print what is measured of a rule set."""
    others = outcomes(rules, numbers)
    print(f"\n## {rules}, {len(numbers)} deals\n")
    print("| candidate |" + "".join(f" {name}: wins, piles |" for name in others))
    print("|---|" + "---|" * len(others))
    values = np.zeros(len(numbers))
    for name, values in candidates(rules, numbers).items():
        cells = [
            f" {spearman(values, -won):.2f}, {spearman(values, piles):.2f} |"
            for won, piles in others.values()
        ]
        print(f"| {name} |{''.join(cells)}", flush=True)
    winnable = can_be_won(rules, numbers)
    bounds = fifths(values.tolist())
    steps = np.array([step_of(value, bounds) for value in values.tolist()])
    heads = [f" {name}: won, piles |" for name in others] + [" can be won |"] * (
        winnable is not None
    )
    print(f"\n| step |{''.join(heads)}\n|---|" + "---|" * len(heads))
    for step, label in enumerate(LABELS, 1):
        of = steps == step
        cells = [
            f" {100 * won[of].mean():.2f} %, {piles[of].mean():.2f} |"
            for won, piles in others.values()
        ]
        if winnable is not None:
            cells.append(f" {100 * winnable[of].mean():.1f} % |")
        print(f"| {label} |{''.join(cells)}", flush=True)


def main() -> None:
    """Print what is measured of all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rules", nargs="*", default=RULES, help="rule sets in text")
    parser.add_argument("--deals", type=int, default=2000, help="how many deals of each")
    given = parser.parse_args()
    for name in given.rules:
        report(read_rules(name), range(FIRST_DEAL, FIRST_DEAL + given.deals))


if __name__ == "__main__":
    main()
