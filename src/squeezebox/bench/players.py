"""The service under many players at once: real games over real connections.

The server is a process of its own, started as players start it. Each simulated player makes
one action a second at a time of its own, on a connection that stays open, and sends what the
page would send: the whole record. Others may ask the coach meanwhile, so many a second whether
they are answered or not. A time is taken from the moment when the request was due until its
answer was there whole, so that nothing is hidden by an answer that is late. Imports the library
and `measured`.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
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

PATIENCE = 600.0
"""Seconds that the coach may take to get ready."""

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
    content: bytes = b""


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _ask(streams: Streams, path: str, sent: bytes) -> tuple[str, bytes]:
    """Send a request and read its answer; what is wrong with it."""
    reader, writer = streams
    head = (
        f"POST /api/{path} HTTP/1.1\r\nhost: 127.0.0.1\r\n"
        f"content-type: application/json\r\ncontent-length: {len(sent)}\r\n\r\n"
    )
    writer.write(head.encode() + sent)
    answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    content = await reader.readexactly(int(answer.partition("content-length: ")[2].split()[0]))
    if answer.split()[1] != "200":
        return f"status {answer.split()[1]}", content
    refused = path == "game" and b'"refusal":null' not in content
    return "a legal action was refused" if refused else "", content


async def _asker(port: int, path: str, start: float, sent: Iterable[bytes]) -> list[Answered]:
    """Ask from `start` on (by the loop's clock), once a second, on one connection."""
    loop = asyncio.get_running_loop()
    answers = []
    streams: Streams | None = None
    for second, request in enumerate(sent):
        due = start + second
        await asyncio.sleep(due - loop.time())
        fault, content = "", b""
        try:
            if streams is None:
                streams = await asyncio.open_connection("127.0.0.1", port)
            fault, content = await asyncio.wait_for(_ask(streams, path, request), 30)
        except (OSError, EOFError, TimeoutError) as error:
            fault = type(error).__name__
            if streams is not None:
                streams[1].close()
            streams = None
        answers.append(Answered(loop.time() - due, fault, content))
    if streams is not None:
        streams[1].close()
    return answers


async def _all(
    port: int, plans: list[list[bytes]], advice: Iterable[list[bytes]] = ()
) -> tuple[list[Answered], list[Answered]]:
    """All players at once; when in its second each acts is spread evenly. So are those who ask
    for advice: each list is what is asked in one second, whatever became of the ones before."""
    start = asyncio.get_running_loop().time() + 0.5
    playing = [
        _asker(port, "game", start + number / len(plans), plan) for number, plan in enumerate(plans)
    ]
    asking = [
        _asker(port, "coach/advice", start + second + number / len(sent), [request])
        for second, sent in enumerate(advice)
        for number, request in enumerate(sent)
    ]
    found = await asyncio.gather(*playing, *asking)
    moves, advised = found[: len(playing)], found[len(playing) :]
    return [one for each in moves for one in each], [one for each in advised for one in each]


def _processor_seconds(process: int) -> float | None:
    """The processor's time that a process has taken, where the system tells."""
    told = Path(f"/proc/{process}/stat")
    if not told.exists():
        return None
    fields = told.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _server() -> Iterator[tuple[int, int]]:
    """A server as players start it: its process and its port."""
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
        yield server.pid, int(told.partition("127.0.0.1:")[2].partition("/")[0])
    finally:
        server.terminate()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


def _under_way(player: int, number: int) -> list[bytes]:
    """So many requests of a player, from somewhere in a game on."""
    return list(islice(requests(player), start := Random(player).randrange(60), start + number))


def _positions(first: int, number: int) -> list[bytes]:
    """What so many players' pages send who ask for advice somewhere in a game."""
    sent = (_under_way(first + player, 1)[0] for player in range(number))
    return [json.dumps({"record": json.loads(each)["record"]}).encode() for each in sent]


def _times(name: str, answers: list[Answered]) -> Iterator[Measured]:
    times = sorted(answer.seconds for answer in answers)
    for what, part in (("median", 0.5), ("95th percentile", 0.95), ("99th percentile", 0.99)):
        yield Measured(f"{name}, {what}", digits(1000 * times[int(part * len(times))]), "ms")


def _wait_for_coach(port: int) -> None:
    """Ask until the coach has loaded what it searches with; compiling may take a minute."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        _, (answer,) = asyncio.run(_all(port, [], [[body(Game(deal=1))]]))
        if b'"ready":true' in answer.content:
            return
    raise SetupError("the coach didn't get ready")


def players(number: int = 200, seconds: int = 60, advice: int = 0) -> Iterator[Measured]:
    """So many players against one server for so long, and so many a second who ask for advice."""
    plans = [_under_way(player, seconds) for player in range(number)]
    asked = [_positions(advice * second, advice) for second in range(seconds if advice else 0)]
    with _server() as (process, port):
        asyncio.run(_all(port, [plan[:2] for plan in plans[:10]]))  # so that all is loaded
        if advice:
            _wait_for_coach(port)
        taken = _processor_seconds(process)
        start = time.perf_counter()
        answers, advised = asyncio.run(_all(port, plans, asked))
        passed = time.perf_counter() - start
        taken_after = _processor_seconds(process)
    name = f"{number} players" + (f", {advice} advised a second by the coach" if advice else "")
    yield Measured(f"{name}, requests in {seconds} s", len(answers), "requests")
    wrong = sum(bool(answer.fault) for answer in (*answers, *advised))
    yield Measured(f"{name}, errors", wrong, "errors")
    yield from _times(name, answers)
    if taken is not None and taken_after is not None:
        share = 100 * (taken_after - taken) / passed
        yield Measured(f"{name}, processor's time of the server", digits(share), "% of one core")
    if advised:
        yield from _times(f"{name}, advice", advised)
        worst = max(answer.seconds for answer in advised)
        yield Measured(f"{name}, advice, slowest", digits(1000 * worst), "ms")
        known = sum(b'"verdict":"unknown"' not in answer.content for answer in advised)
        share = 100 * known / len(advised)
        yield Measured(f"{name}, advice with a verdict", digits(share), "% of the requests")


BENCHMARKS = (
    Benchmark("200 players", players),
    Benchmark("200 players, 20 advised a second by the coach", partial(players, advice=20)),
)
