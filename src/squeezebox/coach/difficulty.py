"""How difficult a deal is: five steps, measured. Imports `players`, `steps`, the solver and below.

Simulated players play the deal: one who keeps sweepers, one who looks for matches, both often
mistaken, and one who plays blindly. What they typically leave is the measure; how well it
says what other players come to stands in the documentation. The steps are the fifths of the
deals of that rule set that aren't known to be lost.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, islice

import numpy as np

from ..cards import Card, read_cards
from ..deals import check_deck, check_target, deal as deal_number
from ..players import player
from ..players.lots import mixed
from ..players.playing import plays
from ..rules import RuleSet, read_rules
from ..solver import Verdict, solve
from ..solver.many import Deals
from ..solver.planes import Flag
from ..solver.solving import Family, family_of
from ..table import Table
from .steps import LABELS, Resumed, check_step, fifths, kept, see_time, step_of

JUDGES = (("sweepers", 10), ("matches", 10), ("random", 0))
"""The players, and how much by lot their actions are valued: ten is a match."""

PLAYS = 32
"""So often each of them plays the deal."""

LOST = "lost"
"""What a deal is called that is proved lost; its step is the last."""

NODES, MEMORY = 100_000, 40
"""Rows that may be looked at, and megabytes taken, to prove a deal lost."""

TO_WIN = 50_000
"""Rows that may be looked at to find a win, where a deal is to be winnable."""

SAMPLE, FEWEST, TRIED = 150, 30, 400
"""Deals from which the steps of a rule set that isn't listed are worked out: so many that aren't
lost, if at least so few are found among so many."""

OF_SAMPLE, OF_SEARCH = 4, 5
"""What keeps the lots of these apart."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How difficult a deal is."""

    step: int
    """1 to 5, from a fifth of the deals of its rule set to the next harder one."""
    label: str
    """What the step is called; `lost` if the deal is proved lost."""
    value: float
    """The measure: how many piles the players typically leave (their geometric mean)."""


def difficulty(
    rules: RuleSet | str,
    deal: int | str | Iterable[Card | str],
    layout: str | None = None,
    *,
    target: Card | str | None = None,
    budget: float = math.inf,
    cancel: Flag | None = None,
) -> Difficulty:
    """How difficult a deal is, given by its number or its cards.

    In the stock layout players of free deals deal everything first, so it makes no difference.
    Where the player chooses the target, or a deck doesn't name it, it is `target`; without one
    the deal is measured as if any card could be the last.

    It takes some milliseconds, but for the first deal of a rule set that isn't listed: its steps
    are worked out then, for `budget` seconds or until another thread sets `cancel`; asked again it
    goes on with that.

    Raises:
        TextError: if a text can't be read.
        SetupError: if there is no such deal, layout or target.
        NotInTime: (a SetupError) if there wasn't time enough.
    """
    if isinstance(rules, str):
        rules = read_rules(rules)
    if layout is not None:
        rules.check_layout(layout)
    named = None
    if isinstance(deal, int):
        deck, named = deal_number(deal, rules).deck, deal_number(deal, rules).target
    else:
        deck = read_cards(deal)
        check_deck(deck, rules)
    if target is not None and rules.target != "none":
        named = Card(target) if isinstance(target, str) else target
        check_target(named, deck)
    return _judged(rules, deck, named, budget, cancel)


def _judged(
    rules: RuleSet,
    deck: tuple[Card, ...],
    target: Card | None,
    budget: float,
    cancel: Flag | None,
) -> Difficulty:
    value = measure(rules, deck, target)
    if rules.goal >= len(deck) and target is None:
        return Difficulty(1, LABELS[0], value)  # it is won as it lies, or when all is dealt
    if proved_lost(rules, deck, target, cancel):
        return Difficulty(len(LABELS), LOST, value)
    # A deal with a target is one of those that name theirs, and one without is one of the others.
    alike = (
        rules if rules.target == "none" else replace(rules, target="named" if target else "none")
    )
    step = step_of(value, bounds_of(alike, budget, cancel))
    return Difficulty(step, LABELS[step - 1], value)


def measure(rules: RuleSet, deck: tuple[Card, ...], target: Card | None) -> float:
    """How many piles the players typically leave of a deck: rounded to hundredths.

    It is the geometric mean of one pile more, less one, since all piles may leave.
    """
    layout, seeds = rules.layouts[0], range(1, PLAYS + 1)
    logarithms = 0.0
    for name, noise in JUDGES:
        weights = player(name).weights
        assert weights is not None
        ends = plays(rules, deck, target, layout, weights._replace(noise=noise), seeds)
        logarithms += float(np.log1p(ends.piles.astype(np.float64)).mean())
    return round(float(np.expm1(logarithms / len(JUDGES))), 2)


def proved_lost(
    rules: RuleSet, deck: tuple[Card, ...], target: Card | None, cancel: Flag | None = None
) -> bool:
    """Whether a deck is proved lost by a search that takes a moment only.

    Raises:
        NotInTime: if `cancel` was set meanwhile.
    """
    if rules.goal == 0 and rules.discard == "none":
        return True  # a merge leaves a pile
    if not _decided(rules):
        return False
    if target is None:
        rules = _aimless(rules)
    cards = tuple((card,) for card in deck)
    open_row = rules.layouts[0] == "open"
    table = Table(rules, cards if open_row else (), () if open_row else deck, target=target)
    verdict = solve(table, nodes=NODES, memory=MEMORY, cancel=cancel).verdict
    see_time("there was no time to look at the deal", math.inf, cancel)
    return verdict is Verdict.LOST


def _decided(rules: RuleSet) -> bool:
    """Whether losses are proved in a rule set at all, by searches that take a moment."""
    return family_of(rules, rules.deck, stock=rules.compulsory) is not Family.PLAYS


def _aimless(rules: RuleSet) -> RuleSet:
    """The rule set without a target that its player would choose."""
    return rules if rules.target != "chosen" else replace(rules, target="none")


# ---------------------------------------------------------------- steps


def _numbers(word: int) -> Iterator[int]:
    """Deal numbers by lot."""
    return (mixed(word, place) >> 32 for place in count())


def sampling(rules: RuleSet, sample: int, tried: int) -> Iterator[tuple[float, ...] | None]:
    """Where the steps 2, 3, … begin, from deals by lot; `None` after each deal before that.

    They are `sample` deals that aren't proved lost, or as many as are found among `tried`; of
    rule sets in which these are rare, lost ones too.
    """
    numbers = list(islice(_numbers(mixed(OF_SAMPLE, 0)), tried))
    playable, values = _Playable(rules), list[float]()
    for number in numbers:
        if len(values) < sample and playable(number):
            values.append(_measured(rules, number))
        yield None
    if len(values) < min(FEWEST, sample):
        values.clear()
        for number in numbers[:sample]:
            values.append(_measured(rules, number))
            yield None
    yield fifths(values)


def sampled(rules: RuleSet, sample: int, tried: int) -> tuple[float, ...]:
    """Where the steps begin, all at once."""
    (bounds,) = (found for found in sampling(rules, sample, tried) if found is not None)
    return bounds


def _measured(rules: RuleSet, number: int) -> float:
    dealt = deal_number(number, rules)
    return measure(rules, dealt.deck, dealt.target)


def _bounds(rules: RuleSet) -> Iterator[tuple[float, ...] | None]:
    known = kept("deals", rules)
    return sampling(rules, SAMPLE, TRIED) if known is None else iter((tuple(known),))


bounds_of = Resumed("the steps of difficulty", _bounds)
"""Where the steps 2, 3, … of a rule set's deals begin."""


# ---------------------------------------------------------------- deals that are asked for


def find_deal(
    rules: RuleSet | str,
    layout: str | None = None,
    *,
    step: int | None = None,
    winnable: bool = False,
    seed: int = 1,
    budget: float = 10.0,
    cancel: Flag | None = None,
) -> int:
    """The number of a deal of a step, or of any; one that is proved lost is never chosen.

    With `winnable` a win of it has been found (where the player chooses the target: with some
    card). Deals are looked at by lot, for `budget` seconds at most: another seed gives another
    one, the same seed the same. Another thread ends it by setting `cancel`.

    Raises:
        TextError: if the rule set can't be read.
        SetupError: if there is no such layout or step.
        NotInTime: (a SetupError) if no such deal was found in the time there was.
    """
    if isinstance(rules, str):
        rules = read_rules(rules)
    if layout is not None:
        rules.check_layout(layout)
    check_step(step)
    bounds = () if step is None else bounds_of(rules, budget, cancel)
    until = math.inf
    trouble = (
        f"no {'winnable ' if winnable else ''}deal of {rules}"
        f"{'' if step is None else f' of step {step}'} was found in {budget:g} seconds"
    )
    playable = _Playable(rules, winnable=winnable, cancel=cancel)
    for number in _numbers(mixed(OF_SEARCH, seed % 2**64)):
        fits = playable(number) and (
            step is None or step == step_of(_measured(rules, number), bounds)
        )
        see_time(trouble, math.inf if fits else until, cancel)
        if fits:
            return number
        if until == math.inf:  # so that the time for compiling isn't counted
            until = time.monotonic() + budget
    raise AssertionError("there are deals without end")


class _Playable:
    """Whether a deal isn't proved lost (with `winnable`: whether it is won)."""

    def __init__(
        self, rules: RuleSet, *, winnable: bool = False, cancel: Flag | None = None
    ) -> None:
        self._winnable = winnable
        self._solver: Deals | None = None
        if winnable or _decided(rules):
            nodes = TO_WIN if winnable else NODES
            self._solver = Deals(_aimless(rules), nodes=nodes, memory=MEMORY)
            if cancel is not None:
                self._solver.cancel = cancel

    def __call__(self, number: int) -> bool:
        if self._solver is None:
            return True
        verdict = self._solver.solve(number).verdict
        return verdict is Verdict.WINNABLE if self._winnable else verdict is not Verdict.LOST
