"""How fast the solver is. Imports the library and `measured`.

Mean times are of the processor's time in all threads, everything that the library does for
a deal included: what one core would take. The deals begin at `FIRST_DEAL`; nothing was
tuned on them.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ..game import Game
from ..rules import read_rules
from ..solver import Verdict, explore, solve
from .measured import Benchmark, Measured, digits

if TYPE_CHECKING:
    from ..solver.solving import Solution

FIRST_DEAL = 5_000_001

SOLVED = {
    "late-binding": 2_000,
    "five-piles": 2_000,
    "relaxed": 1_000,
    "bayan": 2_000,
    "concertina": 1_000,
    "skidoo": 1_000,
    "leap-4": 1_000,
    "leap-5": 1_000,
    "leap-6": 1_000,
    "revenge": 500,
    "royal-marriage": 5_000,
    "push-pin": 5_000,
    "compulsory": 500,
    "idle-year": 2_000,
    "idle-year-1884": 2_000,
    "accordion(deck=26)": 1_000,
    "accordion(deck=30)": 1_000,
    "accordion(deck=34)": 1_000,
}
"""Rule sets, and on how many deals each is measured."""

PLAIN = {"accordion(deck=13)": 20, "compulsory(deck=20)": 20, "push-pin(deck=16)": 20}
"""Small decks that the plain search can search too, and how many deals of them."""


class Told(NamedTuple):
    """What is kept of an answer."""

    verdict: Verdict
    seconds: float


def deals_of(rules: str, count: int, **bounds: Any) -> tuple[list[Told], float]:
    """Solve so many deals; how many seconds of one core it took."""
    from ..solver.many import Deals

    solver = Deals(read_rules(rules), **bounds)
    solver.solve(FIRST_DEAL - 1)  # so that all is compiled, and what hard deals need as well
    solve(Game(rules, deal=FIRST_DEAL - 1), nodes=1000)
    gc.collect()  # what was measured before lets its memory go now,
    gc.freeze()  # and what stays isn't looked through again and again
    start = time.process_time()
    answers = solver.solve_all(range(FIRST_DEAL, FIRST_DEAL + count), 1)
    found = [Told(found.verdict, found.seconds) for _, found in answers]
    seconds = time.process_time() - start
    gc.unfreeze()
    return found, seconds


def _share(found: Sequence[Told | Solution], *verdicts: Verdict) -> tuple[float, str]:
    """How many have one of these verdicts, and of how many."""
    return sum(one.verdict in verdicts for one in found), f"of {len(found):,}"


def open_game(deals: int = 20_000) -> Iterator[Measured]:
    """The open game: the mean, and the tail of hard deals."""
    name = "solving accordion"
    found, seconds = deals_of("accordion", deals)
    yield Measured(f"{name}, mean of {deals:,}", digits(1e6 * seconds / deals), "µs")
    taken = sorted(one.seconds for one in found)
    for what, part in (("median", 0.5), ("99th percentile", 0.99), ("99.9th percentile", 0.999)):
        yield Measured(f"{name}, {what}", digits(1e6 * taken[int(part * deals)]), "µs")
    yield Measured(f"{name}, worst", digits(1e6 * taken[-1]), "µs")
    yield Measured(f"{name}, won", *_share(found, Verdict.WINNABLE))


def rule_set(rules: str, deals: int) -> Iterator[Measured]:
    """Any rule set: the mean, and how many deals are won."""
    found, seconds = deals_of(rules, deals)
    yield Measured(f"solving {rules}, mean", digits(1e3 * seconds / deals), "ms")
    yield Measured(f"solving {rules}, won", *_share(found, Verdict.WINNABLE))
    unknown, unit = _share(found, Verdict.UNKNOWN)
    if unknown:
        yield Measured(f"solving {rules}, undecided", unknown, unit)


def decided(rules: str = "leap-2", deals: int = 20) -> Iterator[Measured]:
    """The hard one: how many deals are decided in a second each."""
    found, _ = deals_of(rules, deals, budget=1.0)
    decided = _share(found, Verdict.WINNABLE, Verdict.LOST)
    yield Measured(f"solving {rules}, decided in 1 s each", *decided)


def all_targets(deals: int = 10) -> Iterator[Measured]:
    """All fifty targets of a deal."""
    from ..solver.many import targets

    list(targets(Game(deal=FIRST_DEAL - 1), 1))  # so that all is compiled
    start = time.process_time()
    found = [
        solution
        for number in range(FIRST_DEAL, FIRST_DEAL + deals)
        for _, solution in targets(Game(deal=number), 1)
    ]
    seconds = time.process_time() - start
    yield Measured("targets, all fifty of a deal, mean", digits(1e3 * seconds / deals), "ms")
    yield Measured("targets, all fifty of a deal, won", *_share(found, Verdict.WINNABLE))


def against_plain(rules: str, deals: int) -> Iterator[Measured]:
    """How many times as fast as the plain search of everything `solve` is, on the same deals."""
    found, seconds = deals_of(rules, deals)
    start = time.process_time()
    for number, solution in enumerate(found, FIRST_DEAL):
        assert explore(Game(rules, deal=number), budget=600).verdict is solution.verdict
    plain = time.process_time() - start
    yield Measured(f"solving {rules}, plain search / solver", digits(plain / seconds), "times")


BENCHMARKS = (
    Benchmark("solving accordion", open_game),
    Benchmark("targets", all_targets),
    *(Benchmark(f"solving {of[0]}", partial(rule_set, *of)) for of in SOLVED.items()),
    Benchmark("solving leap-2", decided),
    *(Benchmark(f"solving {of[0]}", partial(against_plain, *of)) for of in PLAIN.items()),
)
