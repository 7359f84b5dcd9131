"""The light: whether the game can still be won. Imports `known`, `fairness`, `game` and the solver.

It says *winnable* where a winning line is in hand, *lost* where that is proved, else *unknown*.
It waits for nothing that is known: a line that is held is replayed, and what was found before
in this process is remembered by position. Only what is left is searched.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..actions import Action, read_action
from ..game import Game
from ..rules import RuleSet
from ..solver import Verdict, solve
from ..solver.bounds import Bounds
from ..table import Outcome, Table
from .fairness import hidden
from .known import KNOWN, Fact

if TYPE_CHECKING:
    from ..solver.planes import Flag

MEMORY = 100
"""Megabytes that one search of the coach may take: several may run side by side."""


@dataclass(frozen=True, slots=True)
class Light:
    """Whether a position can be won, and by which actions."""

    verdict: Verdict
    line: tuple[Action, ...]
    """From the position to a win; else to the fewest piles that were found, if any were (what
    was held is kept where nothing better was)."""
    piles: int
    """So many piles the line leaves."""
    searched: bool
    """Whether a search was needed for it."""
    proved: bool
    """Whether fewer piles than these are proved impossible."""


def light(
    game: Game,
    *,
    line: Iterable[Action | str] = (),
    peek: bool = False,
    budget: float = 1.0,
    nodes: int | None = None,
    memory: int = MEMORY,
    seed: int = 1,
    cancel: Flag | None = None,
) -> Light:
    """Whether a game can still be won from where it stands.

    `line` is what is held of a way to win: if it wins from here, nothing is searched. With
    cards to come whose order is hidden (`fairness`) neither that nor any search is used,
    unless the player peeks. A search is bounded as `solve` is: `budget` in seconds, `nodes`,
    `memory` in megabytes, `seed`, `cancel`.

    Raises:
        TextError: if a text of `line` isn't an action. (One that isn't legal ends the line.)
        SetupError: if a bound makes no sense.
    """
    Bounds(budget, nodes, memory, seed).check()
    table, held = game.table, read_line(line)
    if hidden(table, peek):
        unknown = Light(Verdict.UNKNOWN, (), len(table.row), False, False)
        return at_once(table) or unknown
    found = without_search(table, held, game.tables) or searched(
        table, budget=budget, nodes=nodes, memory=memory, seed=seed, cancel=cancel
    )
    return better(table, held, found)


def better(table: Table, held: tuple[Action, ...], found: Light) -> Light:
    """What a search found without a win, or the line that is held, if that comes to fewer piles."""
    looked = found.line or found.searched
    if found.verdict is Verdict.WINNABLE or found.proved or not looked:
        return found
    line = legal_part(table, held)
    end = played(table, line)
    if end.stock or len(end.row) >= found.piles:
        return found
    return replace(found, line=line, piles=len(end.row))


def at_once(table: Table) -> Light | None:
    """What the outcome alone says, whatever cards are to come; `None` while it is open."""
    outcome = table.outcome
    if outcome is Outcome.OPEN:
        return None
    verdict = Verdict.WINNABLE if outcome is Outcome.WON else Verdict.LOST
    return Light(verdict, (), len(table.row), False, not table.legal_actions)


def without_search(
    table: Table, line: Iterable[Action] = (), tables: Iterable[Table] = ()
) -> Light | None:
    """What is known without a search, all cards known; `None` if nothing is.

    `tables` are those that the game came by: once lost, it stays lost.
    """
    sure = at_once(table)
    if sure is not None:
        return sure
    fact = KNOWN.about(table)
    held = () if fact is not None and fact.verdict is Verdict.LOST else to_win(table, line)
    if held:
        piles = len(played(table, held).row)
        KNOWN.remember(table, Fact(Verdict.WINNABLE, held, piles, False))
        return Light(Verdict.WINNABLE, held, piles, False, False)
    if fact is not None:
        return Light(fact.verdict, fact.line, fact.piles, False, fact.proved)
    for earlier in tables:
        before = KNOWN.about(earlier)
        if before is not None and before.verdict is Verdict.LOST:
            return Light(Verdict.LOST, (), len(table.row), False, False)
    return None


def searched(
    table: Table, *, memory: int = MEMORY, cancel: Flag | None = None, **bounds: Any
) -> Light:
    """What a search finds out, all cards known; it is remembered if it is certain.

    One that is cancelled before it begins finds out nothing.
    """
    if cancel is not None and cancel[0]:
        return Light(Verdict.UNKNOWN, (), len(table.row), True, False)
    found = solve(table, memory=memory, cancel=cancel, **bounds)
    if found.verdict is not Verdict.UNKNOWN:
        KNOWN.remember(table, Fact(found.verdict, found.actions, found.piles, found.proved))
    return Light(found.verdict, found.actions, found.piles, True, found.proved)


MOST_READY = 1000
_READY: set[tuple[RuleSet, bool]] = set()
"""Rule sets, with cards in the stock or without, whose searches are compiled."""


def get_ready(table: Table) -> None:
    """Have compiled what searches from here need, before a budget runs: some seconds, once."""
    kind = table.rules, bool(table.stock)
    if kind not in _READY:
        solve(table, nodes=1)
        if len(_READY) == MOST_READY:
            _READY.clear()
        _READY.add(kind)


def judged(table: Table, **bounds: Any) -> Light:
    """What is known of a table or can be found out, all cards known."""
    return without_search(table) or searched(table, **bounds)


def read_line(line: Iterable[Action | str]) -> tuple[Action, ...]:
    """The actions of a line that is held.

    Raises:
        TextError: if a text isn't an action.
    """
    return tuple(read_action(each) if isinstance(each, str) else each for each in line)


def legal_part(table: Table, line: Iterable[Action]) -> tuple[Action, ...]:
    """A line as far as it is legal, its actions as the table lists them."""
    made: list[Action] = []
    for action in line:
        if not table.allows(action):
            break
        made.append(table.plain(action))
        table = table.after(made[-1])
    return tuple(made)


def to_win(table: Table, line: Iterable[Action]) -> tuple[Action, ...]:
    """The part of a line that leads to a win, the last one on it; empty if none does."""
    made, won = legal_part(table, line), 0
    for length, action in enumerate(made, 1):
        table = table.after(action)
        if len(table.row) <= table.rules.goal and table.outcome is Outcome.WON:
            won = length
    return made[:won]


def played(table: Table, line: Iterable[Action]) -> Table:
    """The table at the end of a line that is known to be legal."""
    for action in line:
        table = table.after(action)
    return table
