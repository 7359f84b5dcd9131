"""The service under many players at once: real games over real connections.

The server is a process of its own, started as players start it. Each simulated player makes
one action a second at a time of its own, on a connection that stays open, and sends what the
page would send: the whole record. A time is taken from the moment when the action was due
until its answer was there whole, so that nothing is hidden by an answer that is late. Imports
the library and `measured`.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from ..actions import Action, Deal, Discard
from ..catalogue import LISTED
from ..deals import LARGEST_DEAL
from ..errors import SetupError
from ..game import Game, TargetNeeded
from .measured import Benchmark, Measured, digits

UNDONE = 0.08
"""How often a player takes the last action back."""


def body(game: Game, action: Action | None = None) -> bytes:
    """What the page sends: the game's record, and the action as a player makes it."""
    headers = {"Rules": game.rules, "Layout": game.layout, "Deal": game.deal, "Target": game.target}
    lines = [f'[{name} "{value}"]' for name, value in headers.items() if value is not None]
    record = "\n".join([*lines, "", "", *map(str, game.actions), ""])
    wanted: dict[str, object] = {}
    if isinstance(action, Deal):
        wanted = {"action": str(action)}
    elif isinstance(action, Discard):
        wanted = {"gesture": {"source": action.first, "destination": action.last}}
    elif action is not None:
        ends = {"source": action.source, "destination": action.destination}
        wanted = {"gesture": ends | {"under": action.under}}
    return json.dumps({"record": record, **wanted}).encode()


def _begun(chance: Random) -> Game:
    """A game of any listed rule set and layout, on any deal."""
    entry = chance.choice(LISTED)
    deal = chance.randint(0, LARGEST_DEAL)
    try:
        game = Game(entry.name, deal=deal)
        layout = chance.choice(game.rules.layouts)
        return Game(game.rules, deal=deal, layout=layout, target=game.target)
    except TargetNeeded as needed:
        layout = chance.choice(needed.rules.layouts)
        target = chance.choice(needed.candidates)
        return Game(needed.rules, deal=deal, layout=layout, target=target)


def requests(player: int) -> Iterator[bytes]:
    """What a player's page sends, game after game; the same for the same number."""
    chance = Random(player)
    while True:
        game = _begun(chance)
        yield body(game)
        while legal := list(game.legal_actions):
            if game.actions and chance.random() < UNDONE:
                game.pop()
                yield body(game)
            else:
                action = chance.choice(legal)
                yield body(game, action)
                game.push(action)


class Answered(NamedTuple):
    """One request's answer."""

    seconds: float
    fault: str
    """What was wrong with it; empty if nothing was."""


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sent: bytes) -> str:
    """Send a request and read its answer; what is wrong with it."""
    head = (
        "POST /api/game HTTP/1.1\r\nhost: 127.0.0.1\r\n"
        f"content-type: application/json\r\ncontent-length: {len(sent)}\r\n\r\n"
    )
    writer.write(head.encode() + sent)
    answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    content = await reader.readexactly(int(answer.partition("content-length: ")[2].split()[0]))
    if answer.split()[1] != "200":
        return f"status {answer.split()[1]}"
    return "" if b'"refusal":null' in content else "a legal action was refused"


async def _player(port: int, start: float, sent: list[bytes]) -> list[Answered]:
    """Play from `start` on (by the loop's clock), one action a second."""
    loop = asyncio.get_running_loop()
    answers = []
    streams = None
    for second, request in enumerate(sent):
        due = start + second
        await asyncio.sleep(due - loop.time())
        try:
            if streams is None:
                streams = await asyncio.open_connection("127.0.0.1", port)
            fault = await asyncio.wait_for(_ask(*streams, request), 30)
        except (OSError, EOFError, TimeoutError) as error:
            fault = type(error).__name__
            if streams is not None:
                streams[1].close()
            streams = None
        answers.append(Answered(loop.time() - due, fault))
    if streams is not None:
        streams[1].close()
    return answers


async def _all(port: int, plans: list[list[bytes]]) -> list[Answered]:
    """All players at once; when in its second each acts is spread evenly."""
    start = asyncio.get_running_loop().time() + 0.5
    begun = [start + number / len(plans) for number in range(len(plans))]
    playing = (_player(port, *of) for of in zip(begun, plans, strict=True))
    return [answer for answers in await asyncio.gather(*playing) for answer in answers]


def _processor_seconds(process: int) -> float | None:
    """The processor's time that a process has taken, where the system tells."""
    told = Path(f"/proc/{process}/stat")
    if not told.exists():
        return None
    fields = told.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def players(number: int = 200, seconds: int = 60) -> Iterator[Measured]:
    """So many players against one server for so long."""
    plans = []
    for player in range(number):
        under_way = islice(requests(player), Random(player).randrange(60), None)
        plans.append(list(islice(under_way, seconds)))
    server = subprocess.Popen(
        [sys.executable, "-m", __package__.partition(".")[0],
         "play", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        told = server.stdout.readline()
        if "http://" not in told:
            raise SetupError("the server that was to be measured didn't start")
        port = int(told.partition("127.0.0.1:")[2].partition("/")[0])
        asyncio.run(_all(port, [plan[:2] for plan in plans[:10]]))  # so that all is loaded
        taken = _processor_seconds(server.pid)
        start = time.perf_counter()
        answers = asyncio.run(_all(port, plans))
        passed = time.perf_counter() - start
        taken_after = _processor_seconds(server.pid)
    finally:
        server.terminate()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()
    name = f"{number} players"
    yield Measured(f"{name}, requests in {seconds} s", len(answers), "requests")
    yield Measured(f"{name}, errors", sum(bool(answer.fault) for answer in answers), "errors")
    times = sorted(answer.seconds for answer in answers)
    for what, part in (("median", 0.5), ("95th percentile", 0.95), ("99th percentile", 0.99)):
        yield Measured(f"{name}, {what}", digits(1000 * times[int(part * len(times))]), "ms")
    if taken is not None and taken_after is not None:
        share = 100 * (taken_after - taken) / passed
        yield Measured(f"{name}, processor's time of the server", digits(share), "% of one core")


BENCHMARKS = (Benchmark("200 players", players),)
