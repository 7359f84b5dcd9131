"""How fast puzzles are mined and deals are judged. Imports the coach and `measured`.

Times are of the processor's time in all threads: what one core would take.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

from ..catalogue import LISTED
from ..game import Game
from .measured import Benchmark, Measured, digits
from .solving import FIRST_DEAL

PUZZLES = 20
"""So many puzzles of each rule set."""


def _seconds(work: Callable[[int], object], times: int) -> float:
    """The processor's time that `work` takes, called with 1, 2 …, after one call to warm up."""
    work(0)
    start = time.process_time()
    for number in range(1, times + 1):
        work(number)
    return (time.process_time() - start) / times


def mining(rules: str, puzzles: int = PUZZLES) -> Iterator[Measured]:
    """Puzzles of a rule set found in a second, of any step."""
    from ..coach.puzzles import puzzle

    seconds = _seconds(lambda number: puzzle(rules, number, budget=600), puzzles)
    yield Measured(f"puzzles, {rules}", digits(1 / seconds), "puzzles/s")


def judging(rules: str = "accordion", deals: int = 100) -> Iterator[Measured]:
    """Milliseconds to say how difficult a deal is."""
    from ..coach.difficulty import difficulty

    seconds = _seconds(lambda number: difficulty(rules, FIRST_DEAL + number), deals)
    yield Measured(f"difficulty, {rules}, mean of {deals:,}", digits(1000 * seconds), "ms")


def finding(rules: str = "accordion", step: int = 3, times: int = 20) -> Iterator[Measured]:
    """Milliseconds to find a winnable deal of a step."""
    from ..coach.difficulty import find_deal

    def find(seed: int) -> int:
        return find_deal(rules, step=step, winnable=True, seed=seed, budget=600)

    name = f"difficulty, finding a winnable deal of step {step}, {rules}"
    yield Measured(name, digits(1000 * _seconds(find, times)), "ms")


def mapping(rules: str = "accordion", deals: int = 10) -> Iterator[Measured]:
    """Milliseconds to say of every card of a deal whether it can be the last."""
    from ..coach.lasts import last_cards

    seconds = _seconds(
        lambda number: last_cards(Game(rules, deal=FIRST_DEAL + number), budget=60), deals
    )
    yield Measured(f"last cards, all of a deal of {rules}", digits(1000 * seconds), "ms")


BENCHMARKS = (
    *(Benchmark(f"puzzles, {entry.name}", partial(mining, entry.name)) for entry in LISTED),
    Benchmark("difficulty, accordion", judging),
    Benchmark("difficulty, compulsory", partial(judging, "compulsory")),
    Benchmark("difficulty, finding", finding),
    Benchmark("last cards", mapping),
)
