"""A player plays many deals: how many are won, and how many piles are left.

Imports `game`, `statistics`, `playing`, the solver's decks, the players and what lies below. The
seed and a deal's deck fix its play, so any number of threads gives the same answer.
"""

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice

import numpy as np

from ..cards import FRESH_DECK, Card
from ..deals import Dealt, check_deck, deal
from ..errors import SetupError
from ..game import Game
from ..rules import Layout, RuleSet, read_rules
from ..solver.decks import REFUSED, deal_all
from ..solver.planes import NO_CARD, Bytes, Flag, Numbers, flag
from ..statistics import mean_of_counts, wilson
from ..table import Outcome
from . import player as player_called
from .lots import play_seed
from .player import Player
from .playing import Plays, play_seeds

CHUNK = 256
"""How many deals a thread is given at a time, by players in compiled code."""
LOOK = 0.1
"""Seconds between two looks at whether the caller wants it to end."""

Asked = int | Sequence[Card]
"""A deal: its number, or a deck."""


@dataclass(frozen=True, slots=True, eq=False)
class Simulation:
    """How a player did."""

    player: str
    rules: RuleSet
    layout: Layout
    deals: int
    """How many were played."""
    won: int
    mean_piles: float
    """Of all games, the won ones too; `nan` if there were none."""
    histogram: tuple[int, ...]
    """How many games ended with 0, 1, 2 … piles, up to the number of cards."""
    finals: Bytes
    """The piles that were left of each deal, in the order of the deals."""
    wins: Bytes
    """1 for each deal that was won, else 0, in the same order."""

    @property
    def win_rate(self) -> float:
        """The part of the games that was won; `nan` if there were none."""
        return self.won / self.deals if self.deals else math.nan

    @property
    def win_interval(self) -> tuple[float, float]:
        """Between which rates the player's own lies, in 95 of 100 samples (`wilson`)."""
        return wilson(self.won, self.deals)

    @property
    def piles_error(self) -> float:
        """The standard error of `mean_piles`; `nan` for fewer than two games."""
        return mean_of_counts(self.histogram)[1]


def drawn_target(seed: int, deck: Sequence[Card]) -> Card:
    """The target where the player chooses it, or a deck doesn't name one: by lot."""
    return deck[2 + play_seed(seed, deck) % (len(deck) - 2)]


def simulate(
    player: Player | str,
    rules: RuleSet | str,
    deals: Iterable[Asked],
    *,
    layout: str | None = None,
    seed: int = 1,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    cancel: Flag | None = None,
) -> Simulation:
    """Let a player play deals, given by number or as decks, once each.

    `layout` is by default the rule set's usual one; `workers` are threads, by default one for
    each core. `progress` is told from time to time how many deals have been played. Where
    `cancel` (an array of one byte) is set meanwhile, the answer is about the deals until then.

    Raises:
        TextError: if the player or the rule set can't be read.
        SetupError: if a deal, the layout or the number of workers can't be.
    """
    who = player_called(player) if isinstance(player, str) else player
    rule_set = read_rules(rules) if isinstance(rules, str) else rules
    tables = _Tables(who, rule_set, rule_set.check_layout(layout or rule_set.layouts[0]), seed)
    cores = os.cpu_count() or 1
    if workers is not None and workers < 1:
        raise SetupError(f"the number of workers is positive, not {workers}")
    parts: list[Plays] = []
    done = 0
    for part in _in_threads(tables, deals, min(workers or cores, cores), cancel):
        parts.append(part)
        done += len(part.won)
        if progress is not None:
            progress(done)
    finals = np.concatenate([np.zeros(0, dtype=np.uint8), *(part.piles for part in parts)])
    wins = np.concatenate([np.zeros(0, dtype=np.uint8), *(part.won for part in parts)])
    counts = tuple(np.bincount(finals, minlength=rule_set.deck + 1).tolist())
    return Simulation(
        who.name,
        rule_set,
        tables.layout,
        done,
        int(np.count_nonzero(wins)),
        mean_of_counts(counts)[0],
        counts,
        finals,
        wins,
    )


@dataclass(frozen=True, slots=True)
class _Tables:
    """Where one player plays: the rule set, the layout, the seed of all plays."""

    player: Player
    rules: RuleSet
    layout: Layout
    seed: int

    def play(self, asked: Sequence[Asked], stop: Flag) -> Plays | None:
        """Play some deals; `None` if it was stopped meanwhile."""
        ends = None
        if self.player.many is not None:
            decks, targets = self._lay(asked)
            seeds = play_seeds(self.seed, decks)
            for one in np.flatnonzero(targets == REFUSED).tolist():
                deck = [FRESH_DECK[order] for order in decks[one]]
                targets[one] = drawn_target(self.seed, deck).order
            ends = self.player.many(self.rules, decks, targets, self.layout, seeds, stop)
        if ends is None:
            ends = self._play_plainly(asked, stop)
        return None if stop[0] else ends

    def _lay(self, asked: Sequence[Asked]) -> tuple[Numbers, Numbers]:
        """Decks and targets as kernels take them; `REFUSED` where a target is to be drawn."""
        decks = np.zeros((len(asked), self.rules.deck), dtype=np.int64)
        targets = np.full(len(asked), NO_CARD if self.rules.target == "none" else REFUSED)
        numbers: dict[int, int] = {}
        for place, one in enumerate(asked):
            if isinstance(one, int):
                numbers[place] = one
            else:
                decks[place] = [card.order for card in _checked(one, self.rules)]
        dealt, named = deal_all([*numbers.values()], self.rules, None)
        decks[[*numbers]], targets[[*numbers]] = dealt[:, : self.rules.deck], named
        return decks, targets

    def _play_plainly(self, asked: Sequence[Asked], stop: Flag) -> Plays:
        games = [self._game(one) for one in asked]
        for game in games:
            choose = self.player.choose(play_seed(self.seed, game.deck))
            while not stop[0] and (action := choose(game.table)) is not None:
                game.push(action)
        return Plays(
            np.array([game.outcome is Outcome.WON for game in games], dtype=np.uint8),
            np.array([game.piles for game in games], dtype=np.uint8),
        )

    def _game(self, asked: Asked) -> Game:
        """A game at its start."""
        dealt = deal(asked, self.rules) if isinstance(asked, int) else Dealt(tuple(asked), None)
        target = dealt.target
        if target is None and self.rules.target != "none":
            target = drawn_target(self.seed, _checked(dealt.deck, self.rules))
        return Game(self.rules, deck=dealt.deck, layout=self.layout, target=target)


def _checked(deck: Sequence[Card], rules: RuleSet) -> tuple[Card, ...]:
    """A deck that was given, if the rule set can be played with it."""
    check_deck(tuple(deck), rules)
    return tuple(deck)


def _in_threads(
    tables: _Tables, deals: Iterable[Asked], threads: int, cancel: Flag | None
) -> Iterator[Plays]:
    """How pieces of the deals ended, in order, played by so many threads."""
    size = 1 if tables.player.many is None else CHUNK
    waiting: deque[Future[Plays | None]] = deque()
    rest = iter(deals)
    stop = flag()
    pool = ThreadPoolExecutor(threads)
    try:
        while cancel is None or not cancel[0]:
            while len(waiting) < 2 * threads and (asked := list(islice(rest, size))):
                waiting.append(pool.submit(tables.play, asked, stop))
            if not waiting:
                return
            if wait([waiting[0]], LOOK).done and (ends := waiting.popleft().result()) is not None:
                yield ends
    finally:  # on Ctrl-C too
        stop[0] = 1
        pool.shutdown(cancel_futures=True)
