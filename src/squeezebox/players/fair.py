"""What an action is worth when the order of the stock isn't known. Imports `orders`, the
solver's kernels, and what lies below.

The set of the unseen cards is known, since what has been dealt is; their order is not, and is
never looked at. An estimate is over sampled orders, the same for every choice: what depends
on the luck of the cards is luck for all of them. The unseen cards are sorted first, so two
stocks of the same cards give the same estimate.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import sqrt

import numpy as np

from ..actions import Action
from ..deals import KING
from ..solver.planes import ONE_DEALT, Flag, Numbers, Words, action_of, flag, legal, play
from ..solver.start import Start
from ..solver.turns import seed_of
from ..table import Table
from . import orders as kernels

ORDERS = 200
"""Orders that are sampled unless said otherwise."""

SLICE = 8
"""Orders between two looks at the clock."""

STEEP = 0.5
"""What an end is worth: exp(-STEEP * piles above the goal)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action and what play after it came to, over sampled orders of the unseen cards.

    The errors are standard errors of the means before them, 0 where nothing is left to chance.
    """

    action: Action
    value: float
    """What decides: from 0, and 1 for a certain win. Few piles count, not only wins."""
    win_rate: float
    """The fraction of the orders that were won."""
    win_error: float
    mean_piles: float
    """How many piles were left, on average."""
    piles_error: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """All legal actions, the best first, and how many orders were sampled."""

    choices: tuple[Choice, ...]
    orders: int


def estimate(
    table: Table,
    *,
    seed: int = 1,
    orders: int = ORDERS,
    cancel: Flag | None = None,
    budget: float | None = None,
) -> Estimate | None:
    """What each legal action is worth, the order of the stock unknown.

    At most `orders` orders of the unseen cards are sampled. Setting `cancel` ends it, and so
    does the time after `budget` seconds: the orders sampled until then count (at least one, if
    it isn't cancelled before). The same table, seed and orders give the same estimate, whatever
    the order of the stock. `None` if nothing is legal, or nothing was sampled.
    """
    start = Start.of(table)
    left = len(table.stock)
    space = kernels.space(start.terms)
    found = int(legal(start.row, start.on_table, start.terms, space.codes))
    codes = space.codes[:found].tolist()
    if left and not (found and start.terms.compulsory):
        codes.append(ONE_DEALT)
    if not codes:
        return None
    rests = np.zeros((len(codes), kernels.WORDS), dtype=np.uint64)
    for row, code in zip(rests, codes, strict=True):
        if code == ONE_DEALT:
            row[: kernels.PILES] = start.row
            row[kernels.PILES] = start.on_table
        else:
            row[kernels.PILES] = play(start.row, start.on_table, start.terms, code, row)
            kernels.settle(row, left, start.target, start.terms, space)
    fixed = int(table.rules.fixed_ends and KING in table.stock)  # it is the last, and known to be
    orders_of_rest = sorted(card.order for card in table.stock if not (fixed and card is KING))
    unseen = np.array(orders_of_rest + [KING.order] * fixed, dtype=np.int64)
    piles, won = _sampled(
        rests, unseen, fixed, seed, max(1, orders) if left > 1 else 1, start, space, cancel, budget
    )
    if not len(piles):
        return None
    worth = np.exp(-STEEP * np.maximum(piles - table.rules.goal, 0))
    if table.target is not None:
        worth = np.where((piles <= table.rules.goal) & (won == 0), 0.0, worth)
    certain = left <= 1
    choices = [
        _choice(action_of(code, start.terms), worth[:, at], won[:, at], piles[:, at], certain)
        for at, code in enumerate(codes)
    ]
    choices.sort(key=lambda choice: -choice.value)
    return Estimate(tuple(choices), len(piles))


def _choice(action: Action, worth: Numbers, won: Numbers, piles: Numbers, certain: bool) -> Choice:
    count = len(piles)
    # A win that was never seen isn't impossible: one of each is added (Laplace).
    rate = (float(won.sum()) + 1) / (count + 2)
    spread = float(piles.std(ddof=1)) if count > 1 else float(len(piles))
    return Choice(
        action,
        float(worth.mean()),
        float(won.mean()),
        0.0 if certain else sqrt(rate * (1 - rate) / count),
        float(piles.mean()),
        0.0 if certain else spread / sqrt(count),
    )


def _sampled(
    rests: Words,
    unseen: Numbers,
    last: int,
    seed: int,
    orders: int,
    start: Start,
    space: kernels.Space,
    cancel: Flag | None,
    budget: float | None,
) -> tuple[Numbers, Numbers]:
    """The piles left, and whether that wins, by order and rest."""
    until = None if budget is None else time.monotonic() + budget
    stop = flag() if cancel is None else cancel
    piles = np.zeros((orders, len(rests)), dtype=np.int64)
    won = np.zeros_like(piles)
    done = 0
    while done < orders and not stop[0]:
        if done and until is not None and time.monotonic() > until:
            break
        count = min(SLICE if until is not None else orders, orders - done)
        seeds = np.array([seed_of(seed, done + one) for one in range(count)], dtype=np.uint64)
        part = slice(done, done + count)
        done += int(
            kernels.sample(
                rests, unseen, last, seeds, start.target, start.terms, space, stop,
                piles[part], won[part],
            )
        )  # fmt: skip
    return piles[:done], won[:done]


def choose(table: Table, *, seed: int = 1, orders: int = ORDERS) -> Action | None:
    """The action that fair advice names; `None` if nothing is legal."""
    found = estimate(table, seed=seed, orders=orders)
    return None if found is None else found.choices[0].action
