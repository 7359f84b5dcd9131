"""What a benchmark is, and how time is taken. Imports nothing of the package."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import NamedTuple


class Measured(NamedTuple):
    """One line of the table."""

    name: str
    value: float
    unit: str


class Benchmark(NamedTuple):
    """Some work, which gives one line or several."""

    name: str
    """Its lines' names begin with it."""
    measure: Callable[[], Iterator[Measured]]


def usual_seconds(work: Callable[[], object], times: int) -> float:
    """How long `work` takes by the clock: the median of so many times, after one to warm up."""
    work()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)


def digits(value: float) -> float:
    """A value without the digits that nobody believes."""
    return float(f"{value:.3g}") if value < 100 else round(value)
