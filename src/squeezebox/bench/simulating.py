"""How fast simulated players play. Imports `players` and `measured`.

Mean times are of the processor's time in all threads, everything that the library does for a
deal included: what one core would take.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

from ..players import PLAYERS
from ..players.simulate import simulate
from .measured import Benchmark, Measured, digits
from .solving import FIRST_DEAL

DEALS = 20_000
"""How many deals each player in compiled code plays; the others a hundredth of them."""


def playing(player: str, layout: str, deals: int) -> Iterator[Measured]:
    """The mean time of a deal."""
    simulate(player, "accordion", [FIRST_DEAL - 1], layout=layout)  # so that all is compiled
    start = time.process_time()
    simulate(player, "accordion", range(FIRST_DEAL, FIRST_DEAL + deals), layout=layout, workers=1)
    seconds = time.process_time() - start
    name = f"simulate {player}, {layout}, mean of {deals:,}"
    yield Measured(name, digits(1e6 * seconds / deals), "µs")


BENCHMARKS = tuple(
    Benchmark(
        f"simulate {one.name}, {layout}",
        partial(playing, one.name, layout, DEALS if one.weights is not None else DEALS // 100),
    )
    for one in PLAYERS
    for layout in ("open", "stock")
)
