"""What an action is worth when the order of the stock isn't known. Imports `advised`, the
solver's rows, and what lies below.

The set of the unseen cards is known, since what has been dealt is; their order is not, and is
never looked at. An estimate is over sampled orders, the same for every choice: what depends on
the luck of the cards is luck for all of them. Of the last few cards every order is looked at.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from math import factorial, sqrt

import numpy as np

from ..actions import Action
from ..deals import KING, deal as deal_number
from ..rules import Layout, RuleSet
from ..solver.planes import (
    CARDS,
    NO_CARD,
    Flag,
    Numbers,
    Words,
    action_of,
    flag,
    planes,
    terms_of,
)
from ..table import DEAL_ONE, Table
from . import advised
from .lots import WORD
from .orders import LEFT, LEFT_SQUARED, PILES, WON, WORDS, WORTH, Play, Sums, sample
from .player import Choice as PlayerChoice
from .playing import Plays
from .solving import choose as solve_and_play
from .values import learnt_of

ORDERS = 300
"""Orders that are sampled unless said otherwise."""

FAR = 8
"""So many cards ahead a play is valued by what was learnt."""

SLICE = 2
"""Orders between two looks at the clock."""

STEEP = 0.6
"""What an end is worth: exp(-STEEP * piles above the goal)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action and what play after it came to, over sampled orders of the unseen cards.

    The errors are standard errors of the numbers before them; 0 where every order was looked at.
    """

    action: Action
    value: float
    """What decides: from 0, to 1 for a certain win. Few piles count, not only wins."""
    win_rate: float
    """The fraction of the plays that were won."""
    win_error: float
    mean_piles: float
    """How many piles were left, on average."""
    piles_error: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """All legal actions, the best first, and over how many orders of the unseen cards."""

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

    At most `orders` orders of the unseen cards are sampled, or all are looked at. Setting
    `cancel` ends it, and so does the time after `budget` seconds: the orders until then count,
    and at least a few are sampled unless it is cancelled. The same table, seed and orders give
    the same estimate, whatever the order of the stock. `None` if nothing is legal, or it was
    cancelled at once.
    """
    if budget is not None:
        _get_ready()
    until = None if budget is None else time.monotonic() + budget
    stop = flag() if cancel is None else cancel
    by, row, unseen, last = _seen(table)
    own = advised.desk(by.terms)
    found, different = advised.options(row, unseen, by, own)
    if not found or stop[0]:
        return None
    if advised.look_at_all(different, unseen, last, by, own):
        return _told(own, found, factorial(len(table.stock) - (last >= 0)), by, True)
    own.sums[:different] = 0.0
    done, step = 0, max(1, orders) if until is None else SLICE
    while done < max(1, orders) and not stop[0]:
        if done and until is not None and time.monotonic() >= until:
            break
        more = min(step, max(1, orders) - done)
        done += int(
            sample(
                own.rests[:different], unseen, last, np.uint64(seed % WORD), done, more, True,
                by, own.space, stop, own.sums,
            )
        )  # fmt: skip
    return _told(own, found, done, by, False) if done else None


@cache
def _get_ready() -> None:
    """Have compiled or loaded what an estimate needs, before a budget runs: some seconds, once."""
    rules = RuleSet(deck=8, compulsory=True)
    estimate(Table(rules, (), deal_number(1, rules).deck), orders=1)


def _told(own: advised.Desk, found: int, orders: int, by: Play, whole: bool) -> Estimate:
    """The choices from what the plays of their rests came to."""
    choices = [
        _choice(action_of(code, by.terms), own.sums[rest] / (1 if whole else orders), orders, whole)
        for code, rest in zip(own.codes[:found].tolist(), own.which[:found].tolist(), strict=True)
    ]
    return Estimate(tuple(sorted(choices, key=lambda choice: -choice.value)), orders)


def _choice(action: Action, means: Sums, orders: int, whole: bool) -> Choice:
    worth, won, piles = (float(means[which]) for which in (WORTH, WON, LEFT))
    win_error = piles_error = 0.0
    if not whole:
        # A win that was never seen isn't impossible: one of each is added (Laplace).
        rate = (won * orders + 1) / (orders + 2)
        win_error = sqrt(rate * (1 - rate) / orders)
        spread = max(0.0, float(means[LEFT_SQUARED]) - piles * piles)
        piles_error = sqrt(spread / max(1, orders - 1)) if orders > 1 else piles
    return Choice(action, worth, won, win_error, piles, piles_error)


def worth_of(rules: RuleSet) -> Sums:
    """What an end with so many piles, from none on, is worth in a rule set."""
    return np.exp(-STEEP * np.maximum(np.arange(CARDS + 1) - rules.goal, 0))


def _how(rules: RuleSet, target: int) -> Play:
    """What play-outs go by in a rule set."""
    return Play(terms_of(rules), target, worth_of(rules), *learnt_of(rules), FAR)


def _seen(table: Table) -> tuple[Play, Words, np.uint64, int]:
    """All that a player sees: the rules, the row, the set of the unseen cards, and the last of
    them if it is known, as it is where the ends of the deck are fixed."""
    row = np.zeros(WORDS, dtype=np.uint64)
    row[:PILES] = planes(table.tops)
    row[PILES] = len(table.row)
    unseen = np.uint64(sum(1 << card.order for card in table.stock))
    target = NO_CARD if table.target is None else table.target.order
    last = _last(table.rules) if KING in table.stock else NO_CARD
    return _how(table.rules, target), row, unseen, last


def _last(rules: RuleSet) -> int:
    """The card that every deck ends with, if there is one."""
    return KING.order if rules.fixed_ends else NO_CARD


def dealing_loses_nothing(rules: RuleSet) -> bool:
    """Whether all may as well be dealt first: then there is nothing to estimate.

    Where deals are free a merge that is legal stays legal when cards are dealt, unless slides
    have priority.
    """
    return not rules.compulsory and rules.priority == "none"


def choose(seed: int) -> PlayerChoice:
    """How a player chooses who always follows the advice, from a seed.

    Where dealing loses nothing it deals first; where deals are free and all is dealt, nothing is
    hidden, and it plays what the solver finds.
    """
    desks: dict[RuleSet, advised.Desk] = {}
    word, stop, solved = np.uint64(seed % WORD), flag(), solve_and_play(seed)

    def choice(table: Table) -> Action | None:
        rules = table.rules
        if not (table.stock or rules.compulsory):
            return solved(table)
        if table.stock and dealing_loses_nothing(rules):
            return DEAL_ONE
        by, row, unseen, last = _seen(table)
        if rules not in desks:
            desks[rules] = advised.desk(by.terms)
        code, any_legal = advised.advise(row, unseen, last, word, ORDERS, by, desks[rules], stop)
        return action_of(int(code), by.terms) if any_legal else None

    return choice


def play_decks(
    rules: RuleSet,
    decks: Numbers,
    targets: Numbers,
    layout: Layout,
    seeds: Words,
    cancel: Flag | None = None,
    *,
    orders: int = ORDERS,
    learnt: bool = True,
) -> Plays | None:
    """Let that player play decks (a row of cards' orders each) from the stock, each with its seed.

    A target is a card's order, or `NO_CARD`; so many `orders` are sampled for a choice. Unless it
    goes by what was `learnt`, rows are judged at a glance, and plays by their ends. Once `cancel`
    is set, only what was played before is returned. `None` where deals aren't compulsory: such
    games are left to `choose`.
    """
    if layout == "open" or not rules.compulsory:
        return None
    ends = Plays(np.zeros(len(decks), dtype=np.uint8), np.zeros(len(decks), dtype=np.uint8))
    by = _how(rules, NO_CARD)
    by = by._replace(known=by.known and learnt)
    done = advised.play_all(
        decks,
        _last(rules),
        targets,
        seeds,
        orders,
        by,
        advised.desk(by.terms),
        flag() if cancel is None else cancel,
        *ends,
    )
    return Plays(ends.won[:done], ends.piles[:done])
