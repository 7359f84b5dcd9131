"""Advice: one action, what is known of it, and why. Imports `marks`, `reasons` and what lies below.

Where a win is known the action is the first of a line that wins, and after it the rest of that
line is known: whoever follows advice that says *winnable* wins.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..actions import Action, Deal
from ..game import Game
from ..rules import RuleSet
from ..solver import Verdict
from ..solver.bounds import Bounds
from ..table import Outcome, Table
from ..words import count, stands
from .fairness import deals_are_free, hidden
from .known import DEAL_ALL
from .light import (
    MEMORY,
    Light,
    at_once,
    better,
    get_ready,
    judged,
    light,
    played,
    read_line,
    to_win,
)
from .marks import no_other_keeps
from .reasons import Case, reasons_for

if TYPE_CHECKING:
    from ..players.fair import Estimate
    from ..solver.planes import Flag

DEAL_FIRST = (
    "Deal everything first: that loses nothing, since whatever is possible now stays possible."
)


@dataclass(frozen=True, slots=True)
class Advice:
    """An action, and what it rests on."""

    action: Action | None
    """`None` where nothing is legal, or where the game is won and can only be spoiled."""
    verdict: Verdict
    """Of the position, and of the one after the action too."""
    reasons: tuple[str, ...]
    """Sentences, each true of this position; the most telling first."""
    line: tuple[Action, ...]
    """What is known of the way on, beginning with the action."""
    piles: int
    """So many piles the line leaves."""
    estimate: Estimate | None = None
    """What sampled orders say, where the order of the stock is hidden and there is a choice."""


def advise(
    game: Game,
    *,
    line: Iterable[Action | str] = (),
    peek: bool = False,
    budget: float = 1.0,
    nodes: int | None = None,
    memory: int = MEMORY,
    seed: int = 1,
    cancel: Flag | None = None,
) -> Advice:
    """One action that keeps the win, where one is known; else the best that can be said.

    `line`, `peek` and the bounds are those of `light`: in lost and unknown positions the line
    is the one found with the fewest piles. While the order of the stock is hidden it isn't
    used: where deals are free the advice is to deal everything, elsewhere the action that
    does best over sampled orders of the cards to come.

    Raises:
        TextError: if a text of `line` isn't an action.
        SetupError: if a bound makes no sense.
    """
    Bounds(budget, nodes, memory, seed).check()
    table, held = game.table, read_line(line)
    bounds: dict[str, Any] = {"nodes": nodes, "memory": memory, "seed": seed, "cancel": cancel}
    if not table.legal_actions:
        sure = at_once(table)
        assert sure is not None
        return Advice(None, sure.verdict, (stands(table),), (), sure.piles)
    if table.outcome is Outcome.WON:
        return _play_on(table, budget=budget, **bounds)
    free = bool(table.stock) and deals_are_free(table.rules)
    if hidden(table, peek):
        return (
            _deal_unseen(table)
            if free
            else _sampled(table, budget=budget, seed=seed, cancel=cancel)
        )
    get_ready(table)
    until = time.monotonic() + budget
    found = light(game, line=held, peek=peek, budget=budget, **bounds)
    if found.verdict is Verdict.LOST and not found.line:
        left = max(until - time.monotonic(), 0.001)
        found = better(table, held, _fewest(table, budget=left, **bounds))
    if not found.line:  # there was no time for any
        first = next(iter(table.legal_actions))
        found = replace(found, line=(first,), piles=len(table.after(first).row))
    if free:
        return _deal_all(table, found)
    action = found.line[0]
    left = min(max(until - time.monotonic(), 0.001), budget / 4)
    case = Case.of(
        table,
        action,
        found.line,
        only=found.verdict is Verdict.WINNABLE
        and no_other_keeps(table, action, budget=left, memory=memory, seed=seed, cancel=cancel),
    )
    return Advice(action, found.verdict, _said(case, found), found.line, found.piles)


def _said(case: Case, found: Light) -> tuple[str, ...]:
    """The reasons, or what is known if there are none. Without a win that comes first, and
    where the game is lost there is nothing to be gained by more."""
    if found.verdict is Verdict.WINNABLE:
        return reasons_for(case) or (_known(found),)
    return (_known(found), *(reasons_for(case, 2) if found.verdict is Verdict.UNKNOWN else ()))


def _known(found: Light) -> str:
    steps, piles = count(len(found.line), "action"), count(found.piles, "pile")
    if found.verdict is Verdict.WINNABLE:
        return f"A win by this action is known: {steps}."
    if found.verdict is Verdict.UNKNOWN:
        return f"Whether this can be won is not known; the best line found ends with {piles}."
    fewest = "and fewer are impossible" if found.proved else "the fewest found"
    return f"No win is possible any more; this line ends with {piles}, {fewest}."


# ---------------------------------------------------------------- cards to come


def _deal_all(table: Table, found: Light) -> Advice:
    """Deals are free: everything is dealt first, then the line goes on without its deals."""
    line = (DEAL_ALL, *(action for action in found.line if not isinstance(action, Deal)))
    piles = len(played(table, line).row)
    found = replace(found, line=line, piles=piles)
    return Advice(DEAL_ALL, found.verdict, (DEAL_FIRST, _known(found)), line, piles)


def _deal_unseen(table: Table) -> Advice:
    """Everything is dealt first, and nothing is known before that."""
    after = table.after(DEAL_ALL)
    reasons = (*_over(table), DEAL_FIRST)
    return Advice(DEAL_ALL, _unseen(table), reasons, (DEAL_ALL,), len(after.row))


def _sampled(table: Table, **bounds: Any) -> Advice:
    """The order of the stock matters and is hidden: what sampled orders say of the choices."""
    from ..players.fair import estimate

    legal = list(table.legal_actions)
    found = estimate(table, **bounds) if len(legal) > 1 else None
    action = legal[0] if found is None else found.choices[0].action
    # What a deal would bring isn't to be seen.
    case = None if isinstance(action, Deal) and found else Case.of(table, action)
    reasons = () if case is None or _over(table) else reasons_for(case, 2)
    if found is not None:
        reasons = (_estimated(found), *reasons)
    piles = len(table.after(action).row)
    return Advice(action, _unseen(table), (*_over(table), *reasons), (action,), piles, found)


def _unseen(table: Table) -> Verdict:
    """What the outcome says while cards are hidden; a game with cards to come isn't won."""
    return Verdict.UNKNOWN if table.outcome is Outcome.OPEN else Verdict.LOST


def _over(table: Table) -> tuple[str, ...]:
    """That the game is lost already, where it is."""
    return (stands(table),) if table.outcome is Outcome.LOST else ()


def _estimated(found: Estimate) -> str:
    """What the best two choices came to."""
    best, *others = found.choices
    # A sampled rate has an error even where no win, or nothing else, was seen.
    whole = best.win_error == 0
    orders = f"all {found.orders} orders" if whole else count(found.orders, "random order")
    if whole and found.orders == 1:
        orders = "the only possible order"
    text = f"In {orders} of the unseen cards it leaves "
    text += f"{_about(best.mean_piles, best.piles_error)} piles on average"
    if best.win_rate > 0:
        text += f" and wins {_about(100 * best.win_rate, 100 * best.win_error)} %"
    if others:
        second = others[0]
        left = _about(second.mean_piles, second.piles_error)
        text += f"; {second.action}, {_worth(second.value, best.value)}, leaves {left} piles"
    return f"{text}."


def _worth(value: float, best: float) -> str:
    """What decides: how much less a choice is worth than the best one."""
    less = 0.0 if best <= 0 else 1 - value / best
    return "worth as much" if less == 0 else f"worth {_percent(less)} % less"


def _percent(less: float) -> str:
    return "under 1" if less < 0.01 else f"{100 * less:.0f}"


def _about(mean: float, error: float) -> str:
    """A mean and its standard error, if it has one."""
    return f"{mean:.1f} ± {error:.1f}" if error else f"{mean:.1f}"


# ---------------------------------------------------------------- after the end


def fewest_possible(rules: RuleSet) -> RuleSet:
    """The same rules, won only with the fewest piles that any play can leave."""
    goal = {"none": 1, "between": min(2, rules.goal), "pair": 0}[rules.discard]
    return replace(rules, goal=goal)


def _fewest(table: Table, **bounds: Any) -> Light:
    """The way to the fewest piles that is found from a lost position."""
    rules = replace(fewest_possible(table.rules), target="none")
    found = judged(replace(table, rules=rules, target=None), **bounds)
    proved = found.proved or found.piles <= rules.goal
    return replace(found, verdict=Verdict.LOST, proved=proved)


def _play_on(table: Table, **bounds: Any) -> Advice:
    """The game is won, and may go on to fewer piles."""
    lower = replace(table, rules=fewest_possible(table.rules))
    line = to_win(table, judged(lower, **bounds).line)
    if not line:
        return Advice(None, Verdict.WINNABLE, (stands(table),), (), len(table.row))
    piles = len(played(table, line).row)
    reasons = (stands(table), f"Playing on, {count(piles, 'pile')} can be reached.")
    return Advice(line[0], Verdict.WINNABLE, reasons, line, piles)
