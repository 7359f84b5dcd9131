"""Solving many deals of a rule set, on all cores. Imports `solving` and what lies below.

Where guided plays can win, a deal is dealt and played in compiled code alone; only what
they don't win at once goes through `solve`. Answers come in the order of the deals.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from threading import local

import numpy as np

from ..actions import Action, Deal
from ..cards import FRESH_DECK, Card
from ..game import Game
from ..rules import Layout, RuleSet
from .decks import Dealer
from .ends import end_table
from .guided import USUAL, find, scratch
from .planes import PAIR, action_of, lay_all, terms_of
from .solving import FIRST_PLAYS, SHORT, Solution, check_bounds, seed_of, solve
from .verdict import Verdict
from .weights import WEIGHTS

CHUNK = 100
"""Deals that a thread is given at a time."""


class Deals:
    """Solves deals of one rule set by their numbers, with one set of bounds."""

    def __init__(
        self,
        rules: RuleSet,
        *,
        layout: Layout | None = None,
        target: Card | None = None,
        budget: float = 10.0,
        nodes: int | None = None,
        memory: int = 200,
        seed: int = 1,
    ) -> None:
        check_bounds(budget, nodes, memory)
        self.rules = rules
        self.layout = layout or rules.layouts[0]
        self.target = target
        self._bounds = {"budget": budget, "nodes": nodes, "memory": memory, "seed": seed}
        self._seed = seed_of(seed, 0)
        self._first = FIRST_PLAYS if nodes is None else min(nodes, FIRST_PLAYS)
        self._terms = terms_of(rules)
        self._guided = not rules.compulsory and rules.discard != "between" and rules.deck > SHORT
        self._table = end_table(rules)
        self._actions: dict[int, Action] = {}
        self._own = local()
        self.cancel = np.zeros(1, dtype=np.uint8)
        """Set by another thread, it ends every search under way."""

    def solve(self, number: int) -> Solution:
        """The answer for a deal number."""
        if self._guided:
            quick = self._play(number)
            if quick is not None:
                return quick
        game = Game(self.rules, deal=number, layout=self.layout, target=self.target)
        return solve(game, cancel=self.cancel, **self._bounds)  # type: ignore[arg-type]

    def _play(self, number: int) -> Solution | None:
        """A win by the first guided plays; `None` if they find none."""
        start = time.perf_counter()
        own = self._own
        if not hasattr(own, "dealer"):
            own.dealer, own.memory = Dealer(self.rules), scratch()
            own.row = np.zeros(6, dtype=np.uint64)
        deck, named = own.dealer.deal(number)
        if self.target is not None:
            named = self.target.order
            if named not in deck[2:]:
                return None  # `Game` says what is wrong with it
        lay_all(own.row, deck)
        made, piles, used = find(
            own.row,
            len(deck),
            self._terms,
            named,
            WEIGHTS,
            self._table,
            USUAL._replace(nodes=self._first),
            self._seed,
            self.cancel,
            own.memory,
        )
        if piles >= 0:
            return None
        line = tuple(self._action(int(code)) for code in own.memory.best[:made])
        left = len(deck) - made * (2 if self._terms.effect == PAIR else 1)
        deals: tuple[Action, ...] = (Deal(None),) if self.layout == "stock" else ()
        seconds = time.perf_counter() - start
        return Solution(Verdict.WINNABLE, left, deals + line, int(used), seconds, False)

    def _action(self, code: int) -> Action:
        action = self._actions.get(code)
        if action is None:
            action = self._actions[code] = action_of(code, self._terms)
        return action

    def target_of(self, number: int) -> Card | None:
        """The target of a deal: the one given, or the one that the deal names."""
        if self.target is not None or self.rules.target != "named":
            return self.target
        return FRESH_DECK[Dealer(self.rules).deal(number)[1]]

    def solve_all(
        self, numbers: Iterable[int], workers: int | None = None
    ) -> Iterator[tuple[int, Solution]]:
        """The answers for many deals, in their order, worked out by several threads."""
        threads = workers or os.cpu_count() or 1
        waiting: deque[Future[list[tuple[int, Solution]]]] = deque()
        rest = iter(numbers)
        pool = ThreadPoolExecutor(threads)
        try:
            while True:
                while len(waiting) < 2 * threads and (chunk := list(islice(rest, CHUNK))):
                    waiting.append(pool.submit(self._chunk, chunk))
                if not waiting:
                    return
                yield from waiting.popleft().result()
        finally:
            self.cancel[0] = 1
            pool.shutdown(cancel_futures=True)

    def _chunk(self, numbers: list[int]) -> list[tuple[int, Solution]]:
        return [(number, self.solve(number)) for number in numbers]
