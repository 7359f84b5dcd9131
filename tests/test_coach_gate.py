"""The coach's addresses and their searches: no time, askers who leave, and what stays apart."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from starlette.testclient import TestClient

from squeezebox import read
from squeezebox.coach.advice import DEAL_FIRST
from squeezebox.coach.apart.kinds import KINDS
from squeezebox.coach.apart.questions import NO_TIME, NOT_READY
from squeezebox.web.app import create_app
from squeezebox.web.searches import Searches
from test_coach_service import (
    CLIENT,
    DEAL_1,
    LINE_1,
    STOCK_1,
    VIEWS,
    WON_1,
    ask,
    ask_for,
    nothing_is_known,  # noqa: F401  # a fixture that each test has
)
from test_searches import LONG, Scripted


@contextlib.contextmanager
def scripted() -> Iterator[tuple[Searches, Scripted]]:
    """A gate with one searcher that does what the test says."""
    searcher = Scripted()
    searches = Searches(1, lambda: searcher)
    yield searches, searcher
    searches.end()


@pytest.mark.parametrize("ready", [True, False])
def test_without_time_what_is_known_is_told(ready: bool) -> None:
    """The searcher never answers, or doesn't even start."""
    with scripted() as (searches, searcher):
        if ready:
            searcher.may_start.set()
            searches.start()
            while not searches.ready:
                threading.Event().wait(0.001)
        client = TestClient(create_app(searches=searches))
        told = {kind: ask(kind, DEAL_1, client, budget=0.05) for kind in VIEWS}
        assert {each["ready"] for each in told.values()} == {ready}
        assert (told["light"]["verdict"], told["light"]["piles"]) == ("unknown", 52)
        advice, legal = told["advice"], list(map(str, read(DEAL_1).game.legal_actions))
        assert advice["action"] in legal
        assert advice["line"] == [advice["action"]]
        assert (advice["verdict"], advice["piles"]) == ("unknown", 51)
        assert advice["reasons"] == [NO_TIME if ready else NOT_READY]
        assert told["marks"]["marks"] == [
            {"action": action, "verdict": "unknown"} for action in legal
        ]
        assert told["review"]["plies"][0]["verdict"] == "unknown"
        assert read(told["review"]["record"]).game == read(DEAL_1).game

        line = ask("advice", DEAL_1, client, budget=0.05, line=LINE_1)
        assert (line["action"], line["verdict"], line["piles"]) == (LINE_1[0], "winnable", 1)
        assert line["line"] == LINE_1
        # What needs no search is told all the same, and at once.
        assert ask("light", DEAL_1, client, line=LINE_1)["ready"] is True
        stock = ask("advice", STOCK_1, client, budget=0.05)
        assert (stock["action"], stock["reasons"]) == ("d*", [DEAL_FIRST])
        stuck = '[Rules "accordion(deck=2)"]\n[Deck "7H KC"]\n'
        assert ask("advice", stuck, client, budget=0.05)["action"] is None
        assert ask("review", stuck, client, budget=0.05)["plies"][0]["verdict"] == "lost"
        won = ask("review", WON_1, client, budget=0.05)
        assert {ply["verdict"] for ply in won["plies"]} == {"winnable"}
        assert won["last_winnable"] == 51
        # Of deals and puzzles there is nothing to tell.
        questions = {"difficulty": {"deal": 1}, "deal": {}, "puzzle": {"number": 1}}
        for kind, asked in questions.items():
            body = {"rules": "accordion", "budget": 0.05, **asked}
            if ready:
                response = client.post(f"/api/coach/{kind}", json=body)
                assert response.status_code == 503
                assert "ask again" in response.json()["message"]
            else:
                nothing = ask_for(kind, client, **body)
                assert nothing.pop("ready") is False
                assert set(nothing.values()) == {None}
    assert searcher.asked == [] or ready


def test_who_leaves_ends_the_search() -> None:
    """Over a real connection, through everything that stands around the application."""
    with scripted() as (searches, searcher), socket.socket() as listener:
        searcher.may_start.set()
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        app = create_app(searches=searches)
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        body = json.dumps({"record": DEAL_1, "budget": 5}).encode()
        head = f"POST /api/coach/light HTTP/1.1\r\nhost: x\r\ncontent-length: {len(body)}\r\n"
        head += "content-type: application/json\r\n\r\n"
        for _ in range(100):  # on a busy machine its time may be over before it is asked
            searcher.has_asked.clear()
            searcher.cancelled.clear()
            with socket.create_connection(listener.getsockname(), timeout=LONG) as connection:
                connection.sendall(head.encode() + body)
                if searcher.has_asked.wait(5):
                    early = searcher.cancelled.is_set()
                    break
        assert searcher.cancelled.wait(LONG)
        assert not early
        server.should_exit = True
        searches.end()
        thread.join(LONG)


def test_the_server_loads_no_searches() -> None:
    """They are the searchers' matter: loading them would hold up players."""
    code = "import sys, squeezebox.web.app; print({'numba', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_the_documentation_names_all_that_can_be_asked_and_its_examples_are_true() -> None:
    text = (Path(__file__).parent.parent / "docs" / "service.md").read_text(encoding="utf-8")
    coach = text.partition("## The coach")[2]
    assert re.findall(r"^\| `(\w+)` \|", coach, re.MULTILINE) == list(KINDS)
    problem, question = (json.loads(each) for each in re.findall(r"```json\n(.*)\n```", text))
    assert ask("light", **question)["verdict"] == "winnable"
    record = DEAL_1 + "42-39 3-2"
    assert CLIENT.post("/api/game", json={"record": record}).json() == problem
    schema = CLIENT.get("/openapi.json").json()["paths"]
    assert {path for path in schema if "coach" in path} == {f"/api/coach/{kind}" for kind in KINDS}
