"""Whole commands, as they are called, and the memory of whole processes.

Each runs in a process of its own; times are by the clock. Imports `measured`, and from
`solving` which deals to take.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from .measured import Benchmark, Measured, digits, usual_seconds
from .solving import FIRST_DEAL

MANY = 100_000


def _command(*arguments: str, cache: str | None = None) -> None:
    """Call the command; nobody reads the answer."""
    # Numba looks there first; so the command compiles as it does after installation.
    kept = {} if cache is None else {"NUMBA_CACHE_DIR": cache}
    subprocess.run(
        [sys.executable, "-m", __package__.partition(".")[0], *arguments],
        env={**os.environ, **kept},
        stdout=subprocess.DEVNULL,
        check=True,
    )


def starts() -> Iterator[Measured]:
    """The first call after installation, when all is compiled, and every later one."""
    with tempfile.TemporaryDirectory() as cache:
        start = time.perf_counter()
        _command("solve", "1", cache=cache)
        yield Measured(
            "start of squeezebox solve 1, cold", digits(time.perf_counter() - start), "s"
        )
        warm = usual_seconds(lambda: _command("solve", "1", cache=cache), 3)
        yield Measured("start of squeezebox solve 1, warm", digits(warm), "s")


def many_deals(deals: int = MANY) -> Iterator[Measured]:
    """A long list of deals, on all cores."""
    _command("solve", "1", "--json")
    start = time.perf_counter()
    _command("solve", f"{FIRST_DEAL}..{FIRST_DEAL + deals - 1}", "--json")
    seconds = time.perf_counter() - start
    yield Measured(f"command: solve --json, {deals:,} deals, all cores", digits(seconds), "s")


FAMILIES = {
    "accordion": 20_000,
    "revenge": 200,
    "late-binding": 200,
    "royal-marriage": 20_000,
    "compulsory": 1_000,
    "accordion(deck=30)": 200,
    "leap-2": 3,
}
"""A rule set of each kind of search, and how many deals to solve."""

_PEAK = """
import sys
from squeezebox.bench.commands import peak
from squeezebox.bench.solving import deals_of
deals_of(sys.argv[1], int(sys.argv[2]), budget=5.0)
print(peak())
"""


def peak() -> int:
    """The most bytes of memory that this process has had so far."""
    status = Path("/proc/self/status")
    if status.exists():  # where it does, the system counts what the parent had in the other way
        kilobytes = status.read_text().partition("VmHWM:")[2].split()[0]
        return int(kilobytes) * 1024
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def memory(rules: str, deals: int) -> Iterator[Measured]:
    """The most memory that a process takes for some deals, Python and all tables included."""
    if sys.platform == "win32":  # it has no such number
        return
    done = subprocess.run(
        [sys.executable, "-c", _PEAK, rules, str(deals)],
        capture_output=True,
        text=True,
        check=True,
    )
    yield Measured(f"memory for {rules}, {deals:,} deals", round(int(done.stdout) / 1e6), "MB")


BENCHMARKS = (
    Benchmark("start of squeezebox solve 1", starts),
    Benchmark("command: solve --json", many_deals),
    *(Benchmark(f"memory for {of[0]}", partial(memory, *of)) for of in FAMILIES.items()),
)
