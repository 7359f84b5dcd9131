"""How fast the rules, the records, the plain search and the service are, and how large the page.

Imports the library, `web` and `measured`. Times are medians, by the clock.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from statistics import median
from typing import Any

from ..errors import SetupError
from ..game import Game
from ..perft import perft
from ..record import read, write
from ..solver import explore, solve
from .measured import Benchmark, Measured, digits, usual_seconds

Message = MutableMapping[str, Any]
App = Callable[
    [Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]],
    Awaitable[None],
]
"""An ASGI application."""


def full_record() -> str:
    """The record of a won game of 103 actions: 52 single deals, then 51 merges."""
    actions = ["d"] * 52 + [str(action) for action in solve(Game("accordion", deal=1)).actions]
    return write(Game("accordion", deal=1, layout="stock", actions=actions))


def perft_speed(depth: int = 3, times: int = 5) -> Iterator[Measured]:
    """Leaves a second of perft, accordion, open."""
    table = Game("accordion", deal=1).table
    speed = perft(table, depth) / usual_seconds(lambda: perft(table, depth), times)
    yield Measured(f"perft, accordion, open, depth {depth}", round(speed), "leaves/s")


def record_speed(times: int = 100) -> Iterator[Measured]:
    """Milliseconds to read a full game's record and play it through."""
    text = full_record()
    seconds = usual_seconds(lambda: read(text), times)
    yield Measured("reading a record of 103 actions", digits(1000 * seconds), "ms")


def search_speed(positions: int = 20_000, times: int = 3) -> Iterator[Measured]:
    """Positions a second of the reference search, in the middle of a late-binding deal."""
    table = Game("late-binding", deal=1).table
    seconds = usual_seconds(lambda: explore(table, nodes=positions, budget=600), times)
    yield Measured("plain search, late-binding", round(positions / seconds), "positions/s")


def service_speed(times: int = 200) -> Iterator[Measured]:
    """Milliseconds in which the service answers a full game's record; no network in between."""
    from ..web.app import create_app

    app = create_app()
    body = json.dumps({"record": full_record()}).encode()
    taken = asyncio.run(_answer_times(app, "/api/game", body, times))
    yield Measured("service, a record of 103 actions", digits(1000 * median(taken)), "ms")


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


def page_size() -> Iterator[Measured]:
    """The page and all that it loads as they are sent, before they are compressed."""
    from ..web.files import Files

    yield Measured("page and scripts", Files().size, "bytes")


BENCHMARKS = (
    Benchmark("perft", perft_speed),
    Benchmark("reading a record", record_speed),
    Benchmark("plain search", search_speed),
    Benchmark("service", service_speed),
    Benchmark("page and scripts", page_size),
)
