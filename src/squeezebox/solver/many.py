"""Solving many deals of a rule set, many targets of a deal, or both, on all cores.

Imports `batches`, `solving`, `game` and what lies below. Decks are dealt and solved in compiled
code, a chunk at a time; what that doesn't settle at once goes through `solve`. Answers come
in the order in which they were asked for, as soon as they are known.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from ..cards import FRESH_DECK, Card
from ..errors import SetupError
from ..game import Game
from ..rules import RuleSet
from .batches import Batch, batch_for
from .bits import cycles
from .bounds import Bounds
from .decks import REFUSED, deal_all
from .lines import Line, book_of
from .planes import ALL_DEALT, LONGEST_LINE, PLACES, Numbers, flag
from .solving import Solution, solve
from .telling import TOLD
from .verdict import VERDICTS, WINNABLE, Verdict

FIRST_CHUNK, CHUNK = 16, 512
"""What a thread is given at a time: little at first, so that the first answers come soon."""

What = TypeVar("What")


class Answer(NamedTuple, Generic[What]):
    """What was asked, and what was found out."""

    asked: What
    target: Card | None
    solution: Solution


class Columns(NamedTuple):
    """Answers as columns, a place for each that was asked for."""

    verdicts: Numbers
    """Places in `VERDICTS`."""
    piles: Numbers
    """The fewest piles reached by the actions."""
    nodes: Numbers
    seconds: Any
    """Floats."""
    lines: list[str]
    """The texts of the actions; empty where nobody asked for them."""


Later = Callable[[Callable[[], Answer[What]]], "Answer[What] | Future[Answer[What]]"]
"""Does a piece of work, now or later."""


class Many(ABC, Generic[What]):
    """Solves games of one rule set and layout, asked for by something, with one set of bounds."""

    def __init__(self, rules: RuleSet, layout: str | None, bounds: Bounds) -> None:
        bounds.check()
        self.rules = rules
        self.layout = rules.check_layout(layout or rules.layouts[0])
        self.bounds = bounds
        self.cancel = flag()
        """Set by another thread, it ends every search under way, and with them the answers."""
        self._book = book_of(rules)
        # Where deals are free, what is found begins when all is dealt.
        self._head = [ALL_DEALT] if self.layout == "stock" and not rules.compulsory else []
        self._spare: list[Batch] = []  # those that no thread uses now
        self._threads = 1
        self._start = time.perf_counter(), cycles()

    @abstractmethod
    def _lay(self, asked: Sequence[What]) -> tuple[Numbers, Numbers]:
        """The decks and the targets that were asked for, as a batch takes them."""

    @abstractmethod
    def _game(self, asked: What) -> Game:
        """One game that was asked for."""

    def solve(self, asked: What) -> Solution:
        """One answer."""
        (answer,) = self._chunk([asked], lambda work: work())
        assert isinstance(answer, Answer)
        return answer.solution

    def solve_all(
        self, asked: Iterable[What], workers: int | None = None
    ) -> Iterator[tuple[What, Solution]]:
        """All answers in their order, worked out by several threads."""
        for some in self.answers(asked, workers):
            for answer in some:
                yield answer.asked, answer.solution

    def answers(
        self, asked: Iterable[What], workers: int | None = None
    ) -> Iterator[list[Answer[What]]]:
        """All answers in their order, as many at a time as are ready.

        Raises:
            SetupError: if something was asked for that can't be, after all answers before it.
        """
        cores = os.cpu_count() or 1
        if workers is not None and workers < 1:
            raise SetupError(f"the number of workers is positive, not {workers}")
        threads = min(workers or cores, cores)  # more bring nothing
        self._threads = threads
        chunks = _in_chunks(asked)
        waiting: deque[Future[list[Answer[What] | Future[Answer[What]]]]] = deque()
        trouble: Exception | None = None
        pool = ThreadPoolExecutor(threads)
        try:
            while True:
                try:
                    while len(waiting) < 2 * threads and (chunk := next(chunks, [])):
                        waiting.append(pool.submit(self._chunk, chunk, pool.submit))
                except Exception as error:  # is raised when its turn comes
                    trouble = error
                if not waiting:
                    break
                ready: list[Answer[What]] = []
                for one in waiting.popleft().result():
                    if isinstance(one, Future):
                        if ready and not (one.done() and one.exception() is None):
                            yield ready
                            ready = []
                        answer = one.result()
                    else:
                        answer = one
                    if self.cancel[0]:
                        return
                    ready.append(answer)
                yield ready
            if trouble:
                raise trouble
        finally:
            cancelled = self.cancel[0]
            self.cancel[0] = 1
            pool.shutdown(cancel_futures=True)
            self.cancel[0] = cancelled

    def _chunk(
        self, asked: list[What], later: Later[What]
    ) -> list[Answer[What] | Future[Answer[What]]]:
        """Some answers: those that a batch gives at once, and others that come later."""
        told, codes, targets, unit = self._told(asked)
        book, head = self._book, self._head
        answers: list[Answer[What] | Future[Answer[What]]] = []
        for one, order, (verdict, made, piles, nodes, took, proved), line in zip(
            asked,
            targets.tolist(),
            told.tolist(),
            codes[:, : told[:, 1].max()].tolist(),
            strict=True,
        ):
            target = None if order < 0 else FRESH_DECK[order]
            whole = proved or VERDICTS[verdict] is Verdict.WINNABLE
            if not whole or order == REFUSED:
                answers.append(later(partial(self._searched, one, target)))
                continue
            found = Line(book, head + line[:made])
            answers.append(
                Answer(
                    one,
                    target,
                    Solution(VERDICTS[verdict], piles, found, nodes, took * unit, bool(proved)),
                )
            )
        return answers

    def columns(self, asked: Sequence[What], *, lines: bool = False) -> Columns | None:
        """The same answers as columns, by the calling thread; `None` once `cancel` is set.

        Nothing is made for each single answer, so millions of them take little but the search.
        `lines` asks for the texts of their actions as well.
        """
        told, codes, targets, unit = self._told(asked)
        verdicts, nodes = told[:, 0].copy(), told[:, 3].copy()
        piles, seconds = told[:, 2].copy(), told[:, 4] * unit
        whole = (told[:, 5] != 0) | (verdicts == WINNABLE)
        whole &= targets != REFUSED
        texts: list[str] = []
        if lines:
            made, written = told[:, 1].tolist(), codes.tolist()
            texts = [
                str(Line(self._book, self._head + line[:count])) if settled else ""
                for line, count, settled in zip(written, made, whole.tolist(), strict=True)
            ]
        for one in np.flatnonzero(~whole).tolist():
            if self.cancel[0]:
                break
            found = self._searched(asked[one], None).solution
            verdicts[one], nodes[one] = VERDICTS.index(found.verdict), found.nodes
            piles[one], seconds[one] = found.piles, found.seconds
            if lines:
                texts[one] = str(found.line)
        return None if self.cancel[0] else Columns(verdicts, piles, nodes, seconds, texts)

    def _told(self, asked: Sequence[What]) -> tuple[Numbers, Numbers, Numbers, float]:
        """What a batch tells (`telling`), its lines' codes, the targets, a cycle's seconds."""
        decks, targets = self._lay(asked)
        told = np.zeros((len(asked), TOLD), dtype=np.int64)
        codes = np.zeros((len(asked), LONGEST_LINE), dtype=np.int64)
        try:
            batch: Batch | None = self._spare.pop()
        except IndexError:
            batch = batch_for(self.rules, self.layout, self.bounds)
        if batch is not None:
            batch(decks, targets, self.cancel, told, codes)
            self._spare.append(batch)
        # The clock counts in units of its own.
        (then, clock), now = self._start, time.perf_counter()
        return told, codes, targets, (now - then) / max(1, int(cycles()) - int(clock))

    def _searched(self, asked: What, target: Card | None) -> Answer[What]:
        # The searches share the memory that one alone may have.
        bounds = self.bounds._replace(memory=max(1, self.bounds.memory // self._threads))
        found = solve(self._game(asked), cancel=self.cancel, **bounds._asdict())
        return Answer(asked, target, found)


class Deals(Many[int]):
    """Solves deals of one rule set by their numbers."""

    def __init__(
        self,
        rules: RuleSet,
        *,
        layout: str | None = None,
        target: Card | None = None,
        **bounds: Any,
    ) -> None:
        super().__init__(rules, layout, Bounds(**bounds))
        self.target = target

    def _lay(self, asked: Sequence[int]) -> tuple[Numbers, Numbers]:
        return deal_all(asked, self.rules, self.target)

    def _game(self, asked: int) -> Game:
        try:
            return Game(self.rules, deal=asked, layout=self.layout, target=self.target)
        except SetupError as error:
            raise SetupError(f"deal {asked}: {error}") from None


class Targets(Many[Card]):
    """Solves one deck for target cards of the player's choice."""

    def __init__(self, game: Game, **bounds: Any) -> None:
        rules = replace(game.rules, target="chosen")
        super().__init__(rules, game.layout, Bounds(**bounds))
        self.deck = game.deck

    def _lay(self, asked: Sequence[Card]) -> tuple[Numbers, Numbers]:
        decks = np.zeros((len(asked), PLACES), dtype=np.int64)
        decks[:, : len(self.deck)] = [card.order for card in self.deck]
        return decks, np.array([card.order for card in asked], dtype=np.int64)

    def _game(self, asked: Card) -> Game:
        return Game(self.rules, deck=self.deck, layout=self.layout, target=asked)


class DealsTargets(Many[tuple[int, int]]):
    """Solves deals for target cards, each by the deal's number and the card's place in its deck.

    Places count from 1; the first two cards are never targets.
    """

    def __init__(self, rules: RuleSet, *, layout: str | None = None, **bounds: Any) -> None:
        super().__init__(replace(rules, target="chosen"), layout, Bounds(**bounds))
        self._plain = replace(rules, target="none")

    def _lay(self, asked: Sequence[tuple[int, int]]) -> tuple[Numbers, Numbers]:
        numbers = list(dict.fromkeys(number for number, _ in asked))
        places = {number: place for place, number in enumerate(numbers)}
        dealt, _ = deal_all(numbers, self._plain, None)
        decks = dealt[[places[number] for number, _ in asked]]
        return decks, decks[np.arange(len(asked)), [place - 1 for _, place in asked]]

    def _game(self, asked: tuple[int, int]) -> Game:
        number, place = asked
        deck = Game(self._plain, deal=number, layout=self.layout).deck
        return Game(self.rules, deal=number, layout=self.layout, target=deck[place - 1])


def targets(
    game: Game, workers: int | None = None, **bounds: Any
) -> Iterator[tuple[Card, Solution]]:
    """For each card of a game's deck that may be the target, in deck order: can it be the last?

    The actions made so far play no part. The bounds are those of `solve`, for each target.

    Raises:
        SetupError: if a bound, or a target in such a game, makes no sense.
    """
    return Targets(game, **bounds).solve_all(game.deck[2:], workers)


def _in_chunks(asked: Iterable[What]) -> Iterator[list[What]]:
    """What was asked in growing chunks; where reading it fails, what came before goes first."""
    chunk: list[What] = []
    size = FIRST_CHUNK
    try:
        for one in asked:
            chunk.append(one)
            if len(chunk) == size:
                yield chunk
                chunk, size = [], min(2 * size, CHUNK)
    except Exception:
        if chunk:
            yield chunk
        raise
    if chunk:
        yield chunk
