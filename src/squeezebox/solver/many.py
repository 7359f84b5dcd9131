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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..actions import Action, Deal
from ..cards import FRESH_DECK, Card
from ..game import Game
from ..rules import Layout, RuleSet
from .bits import cycles
from .compiled import kernel
from .decks import MOST_DRAWN, Dealer, Orders, shuffled
from .ends import Ends, end_table
from .guided import Scratch, find, scratch
from .planes import PAIR, Terms, action_of, lay_all, terms_of
from .solving import FIRST_PLAYS, SHORT, Solution, check_bounds, seed_of, solve
from .verdict import Verdict
from .weights import Limits, tuned

CHUNK = 100
"""Deals that a thread is given at a time."""


NAMED = -2
"""Stands for the target that each deal names."""


@kernel
def win_all(
    numbers: Orders,
    size: int,
    target: int,
    terms: Terms,
    costs: NDArray[np.int64],
    table: Ends,
    limits: Limits,
    seed: Any,
    cancel: NDArray[np.uint8],
    memory: Scratch,
    told: Orders,
    codes: Orders,
) -> None:
    """Deal and play many deals: a row of `told` and of `codes` for each.

    `told` becomes the number of actions, the piles they leave (-1: a win), the nodes and the
    clock's cycles that it took; `codes` the actions.
    """
    state, drawn = np.zeros(624, dtype=np.int64), np.zeros(MOST_DRAWN, dtype=np.int64)
    deck, row = np.zeros(52, dtype=np.int64), np.zeros(6, dtype=np.uint64)
    for one in range(len(numbers)):
        start = cycles()
        after = shuffled(numbers[one], state, drawn, deck)
        aim = deck[2 + after % (size - 2)] if target == NAMED else target
        there = target == NAMED or target < 0
        for place in range(2, size):
            there = there or deck[place] == target
        told[one, 1] = size
        if there:  # else the deal has no such target, which is for others to say
            lay_all(row, deck[:size])
            made, piles, nodes = find(
                row, size, terms, aim, costs, table, limits, seed, cancel, memory
            )
            told[one, 0], told[one, 1], told[one, 2] = made, piles, nodes
            codes[one, :made] = memory.best[:made]
        told[one, 3] = cycles() - start


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
        self._tuned = tuned(rules)
        self._target = -1 if target is None else target.order
        self._deals: tuple[Action, ...] = (Deal(None),) if self.layout == "stock" else ()
        self._guided = (
            not (rules.compulsory or rules.discard == "between" or rules.fixed_ends)
            and rules.deck > SHORT
        )
        self._table = end_table(rules)
        self._actions: dict[int, Action] = {}
        self.cancel = np.zeros(1, dtype=np.uint8)
        """Set by another thread, it ends every search under way."""

    def solve(self, number: int) -> Solution:
        """The answer for a deal number."""
        return self._chunk([number])[0][1]

    def _searched(self, number: int) -> Solution:
        game = Game(self.rules, deal=number, layout=self.layout, target=self.target)
        return solve(game, cancel=self.cancel, **self._bounds)  # type: ignore[arg-type]

    def _chunk(self, numbers: list[int]) -> list[tuple[int, Solution]]:
        """The answers for some deals: first guided plays of all, then whatever they left."""
        if not self._guided:
            return [(number, self._searched(number)) for number in numbers]
        start = time.perf_counter()
        told = np.zeros((len(numbers), 4), dtype=np.int64)
        codes = np.zeros((len(numbers), 64), dtype=np.int64)
        named = self.rules.target == "named"
        win_all(
            np.array(numbers, dtype=np.int64),
            self.rules.deck,
            NAMED if named and self.target is None else self._target,
            self._terms,
            self._tuned.costs,
            self._table,
            self._tuned.limits._replace(nodes=self._first),
            self._seed,
            self.cancel,
            scratch(),
            told,
            codes,
        )
        # The clock counts in units of its own: shared out, the chunk's seconds say how long.
        seconds = (time.perf_counter() - start) / max(1, int(told[:, 3].sum()))
        answers = []
        for number, (made, piles, nodes, clock), line in zip(
            numbers, told.tolist(), codes.tolist(), strict=True
        ):
            if piles >= 0:
                answers.append((number, self._searched(number)))
                continue
            actions = self._deals + tuple([self._action(code) for code in line[:made]])
            left = self.rules.deck - made * (2 if self._terms.effect == PAIR else 1)
            found = Solution(Verdict.WINNABLE, left, actions, nodes, clock * seconds, False)
            answers.append((number, found))
        return answers

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
        self.cancel[0] = 0
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
