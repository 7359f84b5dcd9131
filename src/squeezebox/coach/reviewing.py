"""A game looked at afterwards, action by action. Imports `marks`, `record` and what lies below.

The review knows the cards: in the stock layout it uses the order in which they came, for the
game is over. What can be won from one position could be won from every one before it, and
what is lost stays lost; so a few searches between the first and the last position find the
action that lost the win.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..actions import Action
from ..game import Game
from ..record import Record
from ..solver import Verdict
from ..solver.bounds import Bounds
from ..table import Outcome
from .fairness import PEEKED, hidden, peeked
from .light import MEMORY, Light, get_ready, searched, without_search
from .marks import no_other_keeps

if TYPE_CHECKING:
    from ..solver.planes import Flag

FIRST_NODES, GROWTH = 20_000, 8
"""Nodes of the first look at a position, and how many times longer each next one is."""

SHARE = 0.8
"""Of the time, what the verdicts may take; the rest is for the only actions that kept the win."""

Progress = Callable[[int, int], None]
"""Told how many positions are decided, of how many."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One action of a game, and what it did to the win; ply 0 is the start."""

    ply: int
    action: Action | None
    verdict: Verdict
    """Of the position after it."""
    piles: int
    """After it."""
    only: bool = False
    """Whether it kept the win, and every other action (there were some) is proved to lose."""
    best: Action | None = None
    """Where the game went from a position known to be winnable to one that isn't: what would
    have kept the win."""
    line: tuple[Action, ...] = ()
    """The win from the position before this action, beginning with `best`."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game, action by action."""

    plies: tuple[Ply, ...]
    lost_at: int | None
    """The ply of the action that lost the win, if it is known exactly."""
    last_winnable: int | None
    """The last ply whose position is known to be winnable."""
    line: tuple[Action, ...]
    """A win from there."""


def review(
    game: Game,
    *,
    budget: float = 10.0,
    nodes: int | None = None,
    memory: int = MEMORY,
    seed: int = 1,
    cancel: Flag | None = None,
    progress: Progress | None = None,
) -> Review:
    """Look at every position of a game: which could be won, and where the win was lost.

    `budget` (seconds) and `nodes` bound all searches together, `memory` (megabytes) each of
    them; what they leave open is unknown. `cancel` ends them, `progress` is told how far
    they are.

    Raises:
        SetupError: if a bound makes no sense.
    """
    Bounds(budget, nodes, memory, seed).check()
    looked = _Looked(game, progress)
    looked.at_what_is_known()
    for table in (game.tables[0], game.table):
        get_ready(table)
    until = time.monotonic() + budget
    looked.at_all_between(
        until=time.monotonic() + SHARE * budget,
        nodes=nodes,
        memory=memory,
        seed=seed,
        cancel=cancel,
    )
    only = looked.only_actions(until, memory=memory, seed=seed, cancel=cancel)
    plies = [
        Ply(ply, action, looked.verdict(ply), len(table.row), ply in only)
        for ply, (action, table) in enumerate(zip((None, *game.actions), game.tables, strict=True))
    ]
    low, high, line = looked.low, looked.high, looked.line
    if 0 <= low < len(plies) - 1 and line:
        plies[low + 1] = replace(plies[low + 1], best=line[0], line=line)
    return Review(
        tuple(plies),
        lost_at=high if low >= 0 and high == low + 1 < len(plies) else None,
        last_winnable=low if low >= 0 else None,
        line=line,
    )


class _Looked:
    """What is known of a game's positions: winnable up to `low`, lost from `high` on."""

    def __init__(self, game: Game, progress: Progress | None) -> None:
        self.tables = game.tables
        self.actions = game.actions
        self.low, self.high = -1, len(self.tables)
        self.line: tuple[Action, ...] = ()
        """A win from the position at `low`."""
        self._progress = progress

    def verdict(self, ply: int) -> Verdict:
        """Of a position."""
        if ply <= self.low:
            return Verdict.WINNABLE
        return Verdict.LOST if ply >= self.high else Verdict.UNKNOWN

    def learn(self, ply: int, found: Light) -> None:
        """Take in what was found out about a position."""
        if found.verdict is Verdict.WINNABLE and ply > self.low:
            self.low, self.line = ply, found.line
        elif found.verdict is Verdict.LOST:
            self.high = min(self.high, ply)
        if self._progress is not None:
            self._progress(len(self.tables) - (self.high - self.low - 1), len(self.tables))

    def at_what_is_known(self) -> None:
        """What needs no search: outcomes, and what was found before."""
        for ply, table in enumerate(self.tables):
            found = without_search(table)
            if found is not None:
                self.learn(ply, found)

    def at_all_between(
        self, *, until: float, nodes: int | None, cancel: Flag | None, **bounds: Any
    ) -> None:
        """Search what isn't known: of what was searched least, the middle of the longest gap.

        Where a search ends undecided, later positions are easier to prove lost, and earlier
        ones easier to win.
        """
        times = dict.fromkeys(range(len(self.tables)), 0)
        left = nodes
        while between := range(self.low + 1, self.high):
            least = min(times[ply] for ply in between)
            ply = _middle_of_longest([ply for ply in between if times[ply] == least])
            seconds = until - time.monotonic()
            if seconds <= 0 or left == 0 or (cancel is not None and cancel[0]):
                return
            some = FIRST_NODES * GROWTH**least
            some = some if left is None else min(some, left)
            found = searched(self.tables[ply], budget=seconds, nodes=some, cancel=cancel, **bounds)
            left = None if left is None else left - some
            times[ply] += 1
            self.learn(ply, found)

    def only_actions(self, until: float, *, cancel: Flag | None, **bounds: Any) -> set[int]:
        """The plies of actions that alone kept the win; the last ones first."""
        found = set()
        for ply in range(self.low, 0, -1):
            left = until - time.monotonic()
            if left <= 0 or (cancel is not None and cancel[0]):
                break
            before = self.tables[ply - 1]
            if before.outcome is not Outcome.WON and no_other_keeps(
                before, self.actions[ply - 1], budget=left, cancel=cancel, **bounds
            ):
                found.add(ply)
        return found


def _middle_of_longest(plies: list[int]) -> int:
    """The middle of the longest run of consecutive numbers."""
    runs: list[list[int]] = []
    for ply in plies:
        if runs and runs[-1][-1] == ply - 1:
            runs[-1].append(ply)
        else:
            runs.append([ply])
    longest = max(runs, key=len)
    return longest[len(longest) // 2]


# ---------------------------------------------------------------- in a record


def annotated(record: Record, review: Review) -> Record:
    """The record with what the review says as comments, behind those that it has.

    What stands there already isn't said again. A review that looked at a stock whose order the
    player doesn't know yet says so by the header of peeking.
    """
    comments = dict(record.comments)
    for ply in review.plies:
        said = " ".join(_remarks(review, ply))
        before = " ".join(comments.get(ply.ply, "").split())
        if said and not before.endswith(said):
            comments[ply.ply] = f"{before} {said}".strip()
    headers = dict(record.headers)
    if looks_ahead(record):
        headers[PEEKED] = "yes"
    return Record(record.game, headers, comments)


def looks_ahead(record: Record) -> bool:
    """Whether a review uses an order of cards that its player can't know yet."""
    game = record.game
    over = not game.legal_actions
    return hidden(game.table, peeked(record)) and not over


def _remarks(review: Review, ply: Ply) -> list[str]:
    """What is worth saying of an action; the verdict only where it changes."""
    said = []
    before = review.plies[ply.ply - 1].verdict if ply.ply else None
    kept = ""
    if ply.best is not None:
        kept = f" {ply.best} kept it: {' '.join(map(str, ply.line))}."
    if ply.ply == review.lost_at:
        said.append(f"This lost the win.{kept}")
    elif ply.verdict is not before:
        said.append(
            {
                Verdict.WINNABLE: "The deal can be won.",
                Verdict.LOST: "There is no win any more." if ply.ply else "There is no win.",
                Verdict.UNKNOWN: "Whether there is a win is not known.",
            }[ply.verdict]
            + (f" Before, there was one:{kept}" if kept else "")
        )
    if ply.only:
        said.append("Only this kept the win.")
    at_end = ply.ply == len(review.plies) - 1 == review.last_winnable
    if at_end and review.line:
        said.append(f"It can still be won: {' '.join(map(str, review.line))}.")
    return said
