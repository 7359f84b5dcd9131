"""From kept games to statistics: pure, without a clock. Imports `documents`.

Attempts are games begun, restarts too; copies of one attempt are counted once. Wins and
averages take the first finished result of each deal, whatever is undone, replayed or begun
again afterwards; `best` takes the best of all. The page counts the very same way.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from .documents import First, KeptGame, SolvedPuzzle

ONE_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """How often in a row something was so: up to now, and at its longest."""

    now: int
    best: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of games of one rule set and layout."""

    begun: int
    finished: int
    deals: int
    """Deals that have a finished result."""
    won: int
    lost: int
    """Deals whose target was covered: not won, and without a place in averages of piles."""
    average: float | None
    """Piles, of all deals but the lost ones; `None` while there is none."""
    average_won: float | None
    """Piles, of the won deals only."""
    best: int | None
    spread: tuple[tuple[int, int], ...]
    """Numbers of piles and how many deals ended so, the fewest piles first."""
    streak: Streak
    """Wins in a row."""
    seconds: int
    undos: int
    hints: int
    advice: int


@dataclass(frozen=True, slots=True)
class Mode:
    """A way of playing, and its games."""

    rules: str
    layout: str
    title: str
    games: tuple[KeptGame, ...]


def modes(games: Iterable[KeptGame]) -> list[Mode]:
    """The ways of playing that were played, the latest first."""
    found: dict[tuple[str, str], list[KeptGame]] = {}
    for game in sorted(games, key=attrgetter("changed"), reverse=True):
        found.setdefault(game.mode, []).append(game)
    return [Mode(*mode, of[0].title, tuple(of)) for mode, of in found.items()]


def statistics(games: Sequence[KeptGame]) -> Statistics:
    """The statistics of games of one rule set and layout, in any order."""
    results = _firsts(games)
    ends = [one for one in results if one.outcome != "lost"]  # lost: not played to the end
    won = [one for one in results if one.outcome == "won"]
    return Statistics(
        begun=len({game.attempt for game in games}),
        finished=len({game.attempt for game in games if game.first}),
        deals=len(results),
        won=len(won),
        lost=len(results) - len(ends),
        average=_average(ends),
        average_won=_average(won),
        best=min((game.best for game in games if game.best is not None), default=None),
        spread=tuple(sorted(Counter(one.piles for one in ends).items())),
        streak=_streak(one.outcome == "won" for one in results),
        seconds=_sum(games, "seconds"),
        undos=_sum(games, "undos"),
        hints=_sum(games, "hints"),
        advice=_sum(games, "advice"),
    )


def _firsts(games: Iterable[KeptGame]) -> list[First]:
    """For each deal or deck its first finished result, in order of time."""
    finished = [(game, game.first) for game in games if game.first]
    found: dict[tuple[object, ...], First] = {}
    for game, first in sorted(finished, key=lambda one: one[1].at):
        found.setdefault((game.mode, game.deal, game.deck), first)
    return list(found.values())


def _average(results: Sequence[First]) -> float | None:
    return sum(one.piles for one in results) / len(results) if results else None


def _sum(games: Iterable[KeptGame], name: str) -> int:
    """The sum over attempts; copies of one have counted on from the same number."""
    most: dict[str, int] = {}
    for game in games:
        most[game.attempt] = max(getattr(game, name), most.get(game.attempt, 0))
    return sum(most.values())


def _streak(wins: Iterable[bool]) -> Streak:
    now = best = 0
    for won in wins:
        now = now + 1 if won else 0
        best = max(best, now)
    return Streak(now, best)


# ---------------------------------------------------------------- days


def day_of(moment: int) -> datetime.date:
    """The day of a moment (in milliseconds) where the player is."""
    try:
        return datetime.datetime.fromtimestamp(moment / 1000).date()
    except (ValueError, OverflowError, OSError):  # later than a calendar here can say
        return datetime.date.max


def daily_of(deal: int) -> datetime.date | None:
    """The day whose deal this number is, if it is one: not every number is a date."""
    found = re.fullmatch("([1-9][0-9]{3})([0-9]{2})([0-9]{2})", str(deal))
    try:
        return found and datetime.date(*map(int, found.groups()))
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class DailyResult:
    """How a day's deal was first finished, and whether on the day itself."""

    first: First
    on_time: bool


def calendar(
    games: Iterable[KeptGame], rules: str, layout: str
) -> dict[datetime.date, DailyResult]:
    """The first finished results of daily deals, by their days.

    What was played before its day doesn't count: whoever goes from deal to deal may come by
    tomorrow's.
    """
    days: dict[datetime.date, DailyResult] = {}
    for game in games:
        if game.mode != (rules, layout) or game.deal is None or game.first is None:
            continue
        day, on = daily_of(game.deal), day_of(game.first.at)
        if day is None or on < day:
            continue
        if day not in days or game.first.at < days[day].first.at:
            days[day] = DailyResult(game.first, on == day)
    return days


def run_of_days(days: Iterable[datetime.date], today: datetime.date) -> Streak:
    """How many of these days came in a row; today may still be to come."""
    known = set(days)

    def up_to(day: datetime.date) -> int:
        length = 0
        while day in known and day > datetime.date.min:
            length, day = length + 1, day - ONE_DAY
        return length

    ends = [day for day in known if day == datetime.date.max or day + ONE_DAY not in known]
    now = up_to(today if today in known else today - ONE_DAY)
    return Streak(now, max(map(up_to, ends), default=0))


def daily_run(days: Mapping[datetime.date, DailyResult], today: datetime.date) -> Streak:
    """How many days in a row had their deal finished on time."""
    return run_of_days((day for day, one in days.items() if one.on_time), today)


# ---------------------------------------------------------------- puzzles


@dataclass(frozen=True, slots=True)
class Tally:
    """How many puzzles of a rule set and step (1 to 5) were solved, and at the first try."""

    rules: str
    step: int
    solved: int
    first: int


def tally(puzzles: Sequence[SolvedPuzzle]) -> list[Tally]:
    """What was solved, by rule set and step."""
    solved = Counter((one.rules, one.step) for one in puzzles)
    first = Counter((one.rules, one.step) for one in puzzles if one.tries == 1)
    return [Tally(*key, number, first[key]) for key, number in sorted(solved.items())]
