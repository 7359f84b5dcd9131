"""Puzzles: endings in which exactly one action wins. Imports `endings`, `steps` and the library.

They are mined, not kept: the number of a puzzle fixes which deals are played, by whom and how
far, until an ending is met that is as hard as is wanted. So there is no end of them, the same
number is the same puzzle for everyone, and each is a record that can be played anywhere.
"""

from __future__ import annotations

import datetime
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from ..actions import Action
from ..cards import FRESH_DECK, Card
from ..deals import LARGEST_DEAL, daily
from ..errors import SetupError, quoted
from ..game import Game
from ..players import player
from ..players.kernels import room as playing_room
from ..players.lots import mixed
from ..players.simple import too_far
from ..record import Record
from ..rules import RuleSet, read_rules
from ..solver import guided, layers, solve
from ..solver.decks import deal_all
from ..solver.ends import end_table
from ..solver.lines import book_of
from ..solver.planes import NO_CARD, Flag, flag, terms_of
from ..solver.weights import tuned
from ..table import Outcome, Table
from .endings import LONGEST, Met, Wanted, desk, from_plays, from_stock, hardness
from .steps import LABELS, Resumed, check_step, fifths, kept, see_time, step_of

PLAYER, NOISE = "sweepers", 10
"""Who plays the deals, and how much by lot: as if a match more or less were often overlooked."""

FINDING = 2_000
"""Nodes of the search for a win from the row that the player comes to."""

ROWS = 100_000
"""Rows that may be kept of a deal from the stock."""
MEMORY = 40
"""Megabytes for these rows."""

CHUNK = 32
"""Deals that are played in one call."""

ENOUGH = 10_000_000
"""After so many rows, a second or two, the sample is large enough, however small it is."""

DEALS = 20_000
"""After so many deals without an ending it is taken that there are none."""

SAMPLE = 120
"""Endings from which the steps of a rule set that isn't listed are worked out."""

HEADER = "Puzzle"
"""The header of a puzzle's record: how many of its actions led to where it begins."""

OF_PUZZLES, OF_SAMPLE, OF_STREAM = 1, 2, 3
"""What keeps the lots of these apart."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position that one action alone can win; that the others lose is proved."""

    number: int
    """The same number, with the same rule set and step asked for, is the same puzzle."""
    record: Record
    """The deal and the actions that led to the position; its header `Puzzle` says how many."""
    start_ply: int
    """So many actions led to it."""
    action: Action
    """The only one that wins."""
    line: tuple[Action, ...]
    """A way to the win; it begins with `action`."""
    choices: int
    """How many actions are legal."""
    chance: float
    """The chance that blind play wins it: each time any of the legal actions, all alike."""
    step: int
    """How hard it is among the puzzles of its rule set, 1 to 5."""

    @property
    def game(self) -> Game:
        """The game as it stands where the puzzle begins."""
        return self.record.game

    @property
    def length(self) -> int:
        """How many actions there are to the win."""
        return len(self.line)

    @property
    def piles(self) -> int:
        """How many piles there are where it begins."""
        return self.game.piles

    @property
    def label(self) -> str:
        """What its step is called."""
        return LABELS[self.step - 1]


Mine = Callable[[Any, Any, Any, Wanted], Met]
"""Plays decks; called with them, their targets and lots, and what is wanted."""


class _Found(NamedTuple):
    """An ending, and where it was met."""

    deal: int
    target: Card | None
    met: Met
    line: list[int]
    """The codes of the actions that led to it."""


class _Miner:
    """Plays deals of a rule set, and finds endings in them; for one thread at a time."""

    def __init__(self, rules: RuleSet, cancel: Flag | None = None) -> None:
        self.rules = rules
        self.desk = desk()
        self.cancel = flag() if cancel is None else cancel
        self._mine = self._stocks() if rules.compulsory else self._plays()

    def _plays(self) -> Mine:
        rules, own = self.rules, player(PLAYER).weights
        assert own is not None
        costs, limits = tuned(rules)
        fixed = (
            terms_of(rules),
            np.array(too_far(rules), dtype=np.int64),
            own._replace(noise=NOISE),
            costs,
            end_table(rules),
            limits._replace(nodes=FINDING),
        )
        rooms = playing_room(), guided.room(), self.desk, self.cancel
        return lambda decks, targets, lots, wanted: from_plays(
            decks, targets, lots, *fixed, wanted, *rooms
        )

    def _stocks(self) -> Mine:
        rules = self.rules
        fixed = terms_of(rules), end_table(rules), ROWS
        rooms = layers.room(MEMORY), self.desk, self.cancel
        return lambda decks, targets, lots, wanted: from_stock(
            decks, targets, (lots >> np.uint64(1)).astype(np.int64),
            *fixed, wanted, *rooms,
        )  # fmt: skip

    def met(self, word: int, wanted: Wanted) -> Iterator[_Found | None]:
        """Endings, at most one a deal, and `None` after every few deals; `word` fixes the deals.

        A play doesn't always go on to the fewest piles that are wanted: lots say how far.
        """
        rules = self.rules
        for first in count(0, CHUNK):
            words = [mixed(word, first + one) for one in range(CHUNK)]
            numbers = [one >> 32 for one in words]
            decks, targets = deal_all(numbers, rules, None)
            if rules.target == "chosen":
                aims = [2 + (one & 0xFFFF) % (rules.deck - 2) for one in words]
                targets = decks[np.arange(CHUNK), aims]
            decks = np.ascontiguousarray(decks[:, : rules.deck])
            lots = np.array(words, dtype=np.uint64)
            at = 0
            while at < CHUNK:
                met = self._mine(decks[at:], targets[at:], lots[at:], wanted)
                if met.deck < 0:
                    break
                at += met.deck
                order = int(targets[at])
                target = None if order == NO_CARD else FRESH_DECK[order]
                yield _Found(numbers[at], target, met, self.desk.line[: met.made].tolist())
                at += 1
            yield None


# ---------------------------------------------------------------- steps


class Grades(NamedTuple):
    """What the steps of a rule set's endings are."""

    bounds: tuple[float, ...]
    """The least hardness of the steps 2, 3, …"""
    piles: tuple[tuple[int, int], ...]
    """The fewest and the most piles of endings of each step."""


def any_ending(rules: RuleSet) -> Wanted:
    """What all endings of a rule set are like."""
    return Wanted(rules.goal + 1, LONGEST, -math.inf, math.inf)


def sampling(rules: RuleSet, most: int, enough: int) -> Iterator[Grades | None]:
    """The steps of a rule set's endings, from a sample of `most` of them; `None` after each piece
    of work before that.

    There are fewer if they don't show before `enough` rows were looked at, or `DEALS` played, and
    none if there are none.
    """
    miner, everything = _Miner(rules), any_ending(rules)
    found: list[tuple[float, int]] = []
    played = 0
    for one in miner.met(OF_SAMPLE, everything) if rules.goal < LONGEST else ():
        if one is None:
            played += CHUNK
        else:
            found.append((hardness(one.met.chance, one.met.piles), one.met.piles))
        if (
            len(found) == most
            or miner.desk.tree.looked[0] >= enough
            or (played >= DEALS and not found)
        ):
            break
        yield None
    bounds = fifths(hard for hard, _ in found)
    spans = [
        [piles for hard, piles in found if step_of(hard, bounds) == step]
        for step in range(1, len(bounds) + 2)
    ]
    yield Grades(bounds, tuple((min(some), max(some)) for some in spans if some))


def sampled(rules: RuleSet, most: int, enough: int) -> Grades:
    """The steps of a rule set's endings, all at once."""
    (grades,) = (found for found in sampling(rules, most, enough) if found is not None)
    return grades


def _steps(rules: RuleSet) -> Iterator[Grades | None]:
    known = kept("endings", rules)
    if known is None:
        return sampling(rules, SAMPLE, ENOUGH)
    return iter((Grades(tuple(known["bounds"]), tuple(map(tuple, known["piles"]))),))


_grades = Resumed("the steps of its puzzles", _steps)


def grades_of(rules: RuleSet, budget: float = math.inf, cancel: Flag | None = None) -> Grades:
    """The steps of a rule set's endings, worked out within so many seconds.

    Raises:
        NotInTime: if there wasn't time enough; asked again, it goes on.
        SetupError: if there are no puzzles in it.
    """
    grades = _grades(rules, budget, cancel)
    if not grades.piles:
        raise SetupError(
            f"{rules} has no puzzles: in many plays no ending was met that exactly one "
            "of several actions wins"
        )
    return grades


# ---------------------------------------------------------------- puzzles


def puzzle(
    rules: RuleSet | str,
    number: int,
    *,
    step: int | None = None,
    budget: float = 10.0,
    cancel: Flag | None = None,
) -> Puzzle:
    """The puzzle of a number: of the step that is asked for, else of any, each as likely.

    `number` is from 0 to 4,294,967,295. It is looked for at most for `budget` seconds, or until
    another thread sets `cancel`.

    Raises:
        TextError: if the rule set can't be read.
        SetupError: if there is no such number or step, or the rule set has no puzzles.
        NotInTime: (a SetupError) if it wasn't found in the time there was.
    """
    if isinstance(rules, str):
        rules = read_rules(rules)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= LARGEST_DEAL:
        raise SetupError(
            f"the number of a puzzle is a whole number from 0 to {LARGEST_DEAL}, "
            f"not {quoted(str(number))}"
        )
    check_step(step)
    grades = grades_of(rules, budget, cancel)
    if step is not None and step > len(grades.piles):
        raise SetupError(
            f"{rules} has puzzles of {len(grades.piles)} steps only, not of step {step}"
        )
    wanted = any_ending(rules)
    if step is not None:
        bounds = (-math.inf, *grades.bounds, math.inf)
        wanted = Wanted(*grades.piles[step - 1], bounds[step - 1], bounds[step])
    word = mixed(mixed(OF_PUZZLES, number), step or 0)
    until = math.inf
    kind = "puzzle" if step is None else f"puzzle of step {step}"
    trouble = f"no {kind} was found for {rules} in {budget:g} seconds"
    for found in _Miner(rules, cancel).met(word, wanted):
        if found is not None:
            return _puzzle(rules, number, grades, found)
        see_time(trouble, until, cancel)
        if until == math.inf:  # all is compiled now
            until = time.monotonic() + budget
    raise AssertionError("there are deals without end")


def _puzzle(rules: RuleSet, number: int, grades: Grades, found: _Found) -> Puzzle:
    """The puzzle of an ending that has been found."""
    book, met = book_of(rules), found.met
    played = [book.actions[code] for code in found.line]
    game = Game(rules, deal=found.deal, target=found.target, actions=played)
    action = book.actions[met.action]
    return Puzzle(
        number,
        Record(game, {HEADER: str(len(played))}),
        len(played),
        action,
        (action, *_to_win(game.table.after(action))),
        met.choices,
        met.chance,
        step_of(hardness(met.chance, met.piles), grades.bounds),
    )


def _to_win(table: Table) -> tuple[Action, ...]:
    """Actions from a table that can be won to the first win on their way."""
    line = solve(table).actions
    for made, action in enumerate(line):
        if table.outcome is Outcome.WON:
            return line[:made]
        table = table.after(action)
    assert table.outcome is Outcome.WON
    return line


def daily_puzzle(
    rules: RuleSet | str,
    date: datetime.date,
    *,
    budget: float = 10.0,
    cancel: Flag | None = None,
) -> Puzzle:
    """The puzzle of a day: its number is the day's deal number, 20261130 for 30 November 2026.

    Raises:
        TextError, SetupError, NotInTime: as `puzzle`.
    """
    return puzzle(rules, daily(date), budget=budget, cancel=cancel)


def stream(rules: RuleSet | str, step: int | None = None, seed: int = 1) -> Iterator[Puzzle]:
    """Puzzles without end, of numbers by lot; another seed gives others.

    Raises:
        TextError, SetupError: as `puzzle`.
    """
    word = mixed(OF_STREAM, seed % 2**64)
    for place in count():
        yield puzzle(rules, mixed(word, place) >> 32, step=step)
