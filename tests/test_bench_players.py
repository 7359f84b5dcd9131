"""The benchmark of many players: what they send is what the page sends, and is answered."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice

from squeezebox.bench.players import players, requests
from squeezebox.catalogue import LISTED
from squeezebox.web.schemas import Request
from squeezebox.web.views import answer


def test_each_request_is_a_legal_action_or_a_game_as_it_stands() -> None:
    played, undone, seen = 0, 0, set()
    for player in range(40):
        before: list[str] = []
        for sent in islice(requests(player), 60):
            request = Request.model_validate_json(sent)
            view = answer(request)
            assert view.refusal is view.choices is None
            seen.add((view.rules.text, view.layout))
            undone += view.actions == before[:-1] and bool(before)
            played += view.actions[:-1] == before and bool(view.actions)
            before = view.actions
    names = {entry.name for entry in LISTED}
    assert {name for name, _ in seen} == names
    assert len(seen) > len(names)  # both layouts
    assert played > 10 * undone > 0


def test_many_players_are_answered_without_an_error() -> None:
    with ThreadPoolExecutor(1) as thread:  # this one may have a browser's event loop running
        figures = thread.submit(lambda: list(players(5, 3))).result()
    measured = {name: value for name, value, _ in figures}
    assert measured["5 players, errors"] == 0
    assert measured["5 players, requests in 3 s"] == 15
    assert 0 < measured["5 players, median"] <= measured["5 players, 99th percentile"]


def test_advice_comes_in_meanwhile() -> None:
    with ThreadPoolExecutor(1) as thread:
        figures = thread.submit(lambda: list(players(5, 2, advice=3))).result()
    measured = {name: value for name, value, _ in figures}
    name = "5 players, 3 advised a second by the coach"
    assert measured[f"{name}, errors"] == 0
    assert measured[f"{name}, requests in 2 s"] == 10
    assert 0 < measured[f"{name}, advice, median"] <= measured[f"{name}, advice, slowest"]
    assert 0 <= measured[f"{name}, advice with a verdict"] <= 100
