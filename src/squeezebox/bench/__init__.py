"""The benchmarks that `squeezebox bench` runs, in the order in which it shows them.

`library` times what the rules, records, page and service do, `players` the service with many
players at once, `solving` the solver, `simulating` the simulated players, `training` puzzles and
difficulty, `terminal` the game in a terminal, `commands` whole commands and processes; `measured`
says what a benchmark is. They import the library, and `web` where it is timed.
"""

from __future__ import annotations

from . import commands, library, players, simulating, solving, terminal, training
from .measured import Benchmark

BENCHMARKS: tuple[Benchmark, ...] = (
    *library.BENCHMARKS,
    *players.BENCHMARKS,
    *solving.BENCHMARKS,
    *simulating.BENCHMARKS,
    *training.BENCHMARKS,
    *terminal.BENCHMARKS,
    *commands.BENCHMARKS,
)


def chosen(text: str) -> list[Benchmark]:
    """The benchmarks whose names have this text in them; an empty one is in all."""
    return [one for one in BENCHMARKS if text.lower() in one.name.lower()]
