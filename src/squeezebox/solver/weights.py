"""What a guided play values, for each kind of rule set. Imports `planes`, `bounds`,
`rules`, and a data file.

The features are explained in `scores`; their values stand at three numbers of piles and are
linear in between. `tools/tune.py` finds them and writes them to `weights.json`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from ..rules import RuleSet
from .bounds import EVERYTHING
from .planes import CARDS, Numbers

KNOTS = (52, 26, 8)
"""The numbers of piles at which the values stand."""

SCALE = 64
"""Scores are whole numbers of so many to a match."""

FEATURES = (
    "leaps",  # change of matches at the farther distances, for 1 at the nearest
    "place",  # for each pile between the mover and the right end
    "noise",  # uniform, from 0 to this
    "rank2", "rank3", "rank4",  # covering a card of whose rank so many still show
    "suit", "suit_square", "suit_last",  # covering a card, by how many of its suit show
    "zone", "zone_rank", "zone_suit",  # covering one near the right end
    "kin_rank", "kin_suit",  # covering one of the target's rank or suit
    "of_target", "before_target",  # moving the target, or a pile on its left
)  # fmt: skip

Values = dict[str, tuple[float, float, float]]

PLAIN = (
    "leaps", "place", "noise", "zone", "zone_rank", "zone_suit",
    "kin_rank", "kin_suit", "of_target", "before_target",
)  # fmt: skip
LEAPS, PLACE, NOISE, ZONE, ZONE_RANK, ZONE_SUIT, *_ = range(len(PLAIN))
KIN_RANK, KIN_SUIT, OF_TARGET, BEFORE_TARGET, RANK, SUIT = 6, 7, 8, 9, 10, 16
COLUMNS = 32
"""Columns of the costs; from `RANK` and `SUIT` on, by how many of them show."""


class Limits(NamedTuple):
    """How long to try."""

    nodes: int
    """Rows at which an action is chosen or the end looked up, over all plays."""
    late: int
    """Only actions whose mover is among so many last piles are weighed, if there are any."""
    rest: int
    """Piles at which a play becomes a search."""
    rest_nodes: int
    """Rows that this search may visit."""
    patience: int
    """Plays after which noise and search grow: that cuts the tail."""


class Tuned(NamedTuple):
    """How to play one kind of rule set."""

    costs: Numbers
    limits: Limits


def costs_of(values: Values) -> Numbers:
    """The costs by number of piles, from 0 to `CARDS`, and column, as the kernels take them."""
    piles = np.clip(np.arange(CARDS + 1), KNOTS[2], KNOTS[0])
    value = {name: np.interp(piles, KNOTS[::-1], values[name][::-1]) for name in FEATURES}
    costs = np.zeros((CARDS + 1, COLUMNS))
    for column, name in enumerate(PLAIN):
        costs[:, column] = value[name]
    costs[:, NOISE] = np.maximum(costs[:, NOISE], 0)
    for shown in (2, 3, 4):
        costs[:, RANK + shown] = value[f"rank{shown}"]
    for shown in range(1, 14):
        costs[:, SUIT + shown] = value["suit"] * shown + value["suit_square"] * shown**2 / 13
    costs[:, SUIT + 1] -= value["suit_last"]
    return np.round(costs * SCALE).astype(np.int64)


def family(rules: RuleSet) -> str:
    """The kind of rule set whose weights serve these rules."""
    if rules.discard == "pair":
        return "pairs"
    if rules.both_ways or rules.unders != (False,):
        return "either"
    name = "-".join(map(str, rules.distances[:2]))
    if rules.target != "none":
        name = "target"
    elif name not in _tuned():
        name = "far" if rules.distances[-1] > 4 else "1-3"
    return name


@cache
def _tuned() -> dict[str, Tuned]:
    """All that `weights.json` holds."""
    text = files(__package__).joinpath("weights.json").read_text()
    return {
        name: Tuned(
            costs_of({feature: tuple(kept["values"][feature]) for feature in FEATURES}),
            Limits(nodes=EVERYTHING, **kept["limits"]),
        )
        for name, kept in json.loads(text).items()
    }


def tuned(rules: RuleSet) -> Tuned:
    """Weights and limits for a rule set."""
    return _tuned()[family(rules)]
