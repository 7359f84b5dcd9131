"""The benchmarks that `squeezebox bench` runs. Imports the library, and `web` where it is timed.

Each is a function that returns what was measured, the value and its unit. Times are medians
in wall-clock time, of one thread of work on one core.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from statistics import median
from typing import Any

from .errors import SetupError
from .game import Game
from .perft import perft
from .record import read, write
from .rules import read_rules
from .solver import explore

Measured = tuple[str, float, str]
Message = MutableMapping[str, Any]
App = Callable[
    [Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]],
    Awaitable[None],
]
"""An ASGI application."""

WIN_OF_DEAL_1 = """
    42-39 44-41 44-41 4-1 32-29 16-13 33-30 14-11 16-13 37-34 24-23 25-22 22-19 21-18 31-28
    14-11 22-21 9-8 10-7 11-8 5-2 30-29 4-3 4-1 11-10 15-12 5-2 9-6 8-5 4-3 7-6 19-18 11-8
    12-9 13-10 4-3 6-3 4-1 6-3 5-2 8-5 5-2 7-4 5-2 4-1 4-1 6-3 5-2 4-3 3-2 2-1
"""


def full_record() -> str:
    """The record of a won game of 103 actions: 52 single deals, then 51 merges."""
    actions = ["d"] * 52 + WIN_OF_DEAL_1.split()
    return write(Game("accordion", deal=1, layout="stock", actions=actions))


def _seconds(work: Callable[[], object], times: int) -> float:
    """How long `work` takes: the median of so many times, after one to warm up."""
    work()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)


def perft_speed(depth: int = 3, times: int = 5) -> Measured:
    """Leaves a second of perft, accordion, open."""
    table = Game("accordion", deal=1).table
    speed = perft(table, depth) / _seconds(lambda: perft(table, depth), times)
    return f"perft, accordion, open, depth {depth}", round(speed), "leaves/s"


def record_speed(times: int = 100) -> Measured:
    """Milliseconds to read a full game's record and play it through."""
    text = full_record()
    return (
        "reading a record of 103 actions",
        round(1000 * _seconds(lambda: read(text), times), 3),
        "ms",
    )


def search_speed(positions: int = 20_000, times: int = 3) -> Measured:
    """Positions a second of the reference search, in the middle of a late-binding deal."""
    table = Game("late-binding", deal=1).table
    seconds = _seconds(lambda: explore(table, nodes=positions, budget=600), times)
    return "reference search, late-binding", round(positions / seconds), "positions/s"


def service_speed(times: int = 200) -> Measured:
    """Milliseconds in which the service answers a full game's record; no network in between."""
    from .web.app import create_app

    app = create_app()
    body = json.dumps({"record": full_record()}).encode()
    taken = asyncio.run(_answer_times(app, "/api/game", body, times))
    return "service, a record of 103 actions", round(1000 * median(taken), 3), "ms"


async def _answer_times(app: App, path: str, body: bytes, times: int) -> list[float]:
    """The seconds that each of so many requests took, after one to warm up."""
    await post(app, path, body)
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        await post(app, path, body)
        taken.append(time.perf_counter() - start)
    return taken


async def post(app: App, path: str, body: bytes) -> bytes:
    """Post JSON to an ASGI application, and return the body of its answer.

    Raises:
        SetupError: if it doesn't answer with status 200.
    """
    scope: Message = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [
            (b"host", b"127.0.0.1"),
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
        ],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 80),
    }
    incoming = iter([{"type": "http.request", "body": body, "more_body": False}])
    sent: list[Message] = []

    async def receive() -> Message:
        return next(incoming, {"type": "http.disconnect"})

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    status = next(m["status"] for m in sent if m["type"] == "http.response.start")
    answer = b"".join(m.get("body", b"") for m in sent if m["type"] == "http.response.body")
    if status != 200:
        raise SetupError(f"the service answered the benchmark's record with status {status}")
    return answer


def page_size() -> Measured:
    """What a browser loads before the first move, uncompressed."""
    size = _size(files(__package__).joinpath("web", "static"))
    return "page and scripts", size, "bytes"


def _size(folder: Traversable) -> int:
    return sum(
        _size(part) if part.is_dir() else len(part.read_bytes()) for part in folder.iterdir()
    )


FIRST_DEAL = 5_000_001
"""Deals that nothing was tuned on."""


def solving(rules: str, deals: int) -> Callable[[], Measured]:
    """Milliseconds to solve a deal of a rule set, on one core, with its actions."""

    def measured() -> Measured:
        from .solver.many import Deals

        solver = Deals(read_rules(rules), budget=600)
        solver.solve(FIRST_DEAL - 1)  # so that everything is compiled
        start = time.perf_counter()
        found = list(solver.solve_all(range(FIRST_DEAL, FIRST_DEAL + deals), 1))
        seconds = time.perf_counter() - start
        return f"solving {rules}, a deal", round(1000 * seconds / len(found), 4), "ms"

    return measured


SOLVED = {
    "accordion": 2_000,
    "leap-4": 1_000,
    "skidoo": 1_000,
    "concertina": 1_000,
    "bayan": 1_000,
    "royal-marriage": 500,
    "late-binding": 300,
    "idle-year": 200,
    "compulsory": 50,
}
"""Rule sets whose solving is measured, and on how many deals."""

BENCHMARKS: tuple[Callable[[], Measured], ...] = (
    perft_speed,
    record_speed,
    search_speed,
    service_speed,
    page_size,
    *(solving(rules, deals) for rules, deals in SOLVED.items()),
)
