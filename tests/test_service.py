"""The service: views, refusals, problems, limits, headers; and rubbish of every kind."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from conftest import vectors
from searching import hasty
from squeezebox import Game, read, write
from squeezebox.catalogue import CATALOGUE, LISTED
from squeezebox.web.app import HEADERS, LARGEST_BODY, create_app
from squeezebox.web.files import STATIC, Files
from squeezebox.web.schemas import LONGEST_RECORD, View

APP = create_app(searches=hasty())
CLIENT = TestClient(APP, raise_server_exceptions=False)

DEAL_1 = '[Rules "accordion"]\n[Deal "1"]\n\n42-39\n'


def ask(record: str, **wanted: Any) -> dict[str, Any]:
    response = CLIENT.post("/api/game", json={"record": record, **wanted})
    assert response.status_code == 200, response.text
    View.model_validate_json(response.content)  # the schema that is promised
    view: dict[str, Any] = response.json()
    return view


def problem(record: str) -> dict[str, Any]:
    response = CLIENT.post("/api/game", json={"record": record})
    assert response.status_code == 422
    found: dict[str, Any] = response.json()
    assert set(found) == {"message", "line", "column"}
    assert "\n" not in found["message"]
    return found


def test_a_record_in_a_view_out() -> None:
    view = ask(DEAL_1)
    game = read(DEAL_1).game
    assert view["row"] == [[str(card) for card in pile] for pile in game.table.row]
    assert view["actions"] == ["42-39"]
    assert view["record"] == write(game)
    assert view["bellows"] == [52, 51]
    assert view["outcome"] == "open"
    assert view["said"] == "J♣ onto 8♣, pile 39. 51 piles."
    assert (view["rules"]["text"], view["layout"], view["deal"]) == ("accordion", "open", 1)
    assert view["refusal"] is view["choices"] is view["deck"] is None


def test_an_action_or_a_gesture_is_played() -> None:
    by_text = ask(DEAL_1, action="44-41")
    by_gesture = ask(DEAL_1, gesture={"source": 44, "destination": 41})
    assert by_text == by_gesture
    assert by_text["actions"] == ["42-39", "44-41"]


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"action": "5-3"}, "Pile 5 can go 1 or 3 to the left, not 2."),
        ({"action": "d"}, "The stock is empty, there is nothing left to deal."),
        ({"action": "hello"}, '"hello" is not an action: 9-6, 9_6, x5, x5-6, d, d5 or d* is expe'),
        ({"gesture": {"source": 3, "destination": 0}}, "There is no pile so far to the left."),
    ],
)
def test_what_is_illegal_is_refused_in_the_view(wanted: dict[str, Any], why: str) -> None:
    view = ask(DEAL_1, **wanted)
    assert view["refusal"].startswith(why)
    assert view["actions"] == ["42-39"]


@pytest.mark.parametrize("case", vectors("walks"), ids=lambda c: f"{c['rules']} {c['layout']}")
def test_destinations_are_exactly_what_is_legal(case: dict[str, Any]) -> None:
    """Every gesture that a view lists plays one of the legal actions, and all are listed."""
    look = case["rows"][len(case["rows"]) // 2]
    made = case["actions"].split()[: look["after"]]
    game = Game(
        case["rules"],
        deal=case["deal"],
        layout=case["layout"],
        target=case.get("target"),
        actions=made,
    )
    record = write(game)
    view = ask(record)
    found = set()
    for source, destinations in enumerate(view["destinations"], 1):
        for end in destinations:
            gesture = {"source": source, "destination": end["pile"], "under": end["under"]}
            after = ask(record, gesture=gesture)
            assert after["refusal"] is None
            found.add(after["actions"][-1])
    assert found == {text for text in look["legal"].split() if text != "d"}
    assert [pile[-1] for pile in view["row"]] == look["row"].split()
    assert view["stock"] == look["stock"]


def test_a_target_to_choose() -> None:
    record = '[Rules "virtuoso"]\n[Deal "7"]\n'
    deck = [str(card) for card in Game("accordion", deal=7).deck]
    view = ask(record)
    assert view["choices"] == deck[2:]
    assert view["target"] is None
    assert not any(view["destinations"])
    hidden = ask(record + '[Layout "stock"]\n')
    assert sorted(hidden["choices"]) == sorted(deck[2:])
    assert hidden["choices"] != deck[2:]  # the order of undealt cards is not given away
    assert hidden["row"] == []
    assert ask(record + '[Target "9H"]\n')["target"] == "9H"


def test_undealt_cards_are_not_in_a_view() -> None:
    view = ask('[Rules "accordion"]\n[Layout "stock"]\n[Deal "1"]\n\nd3\n')
    assert view["stock"] == 49
    assert set(re.findall(r'"([A2-9TJQK][CDHS])"', json.dumps(view))) == {"6H", "KS", "TC"}


@pytest.mark.parametrize(
    ("record", "place", "why"),
    [
        ("", (1, 1), "no record"),
        ("hello", (1, 1), "expected a header"),
        ('[Rules "accordion"]\n[Deal "1"]\n\n42-39 3-2', (4, 7), "neither rank nor suit"),
        ('[Rules "accordion"]\n[Deck "6H 6H"]', (2, 11), "twice"),
        ('[Rules "accordion"]\n[Deck "6H XX"]', (2, 11), "Card 2"),
        ('[Rules "accordion"]\n[Deck "6H KS"]', (2, 8), "52 cards"),
        ('[Rules "<script>alert(1)</script>"]\n[Deal "1"]', (1, 9), "no rule set|not a rule set"),
        ('[Rules "accordion"]\n[Deal "1"]\n[Deal "2"]', (3, 1), "second time"),
        ('[Rules "accordion"]\n[Deal "1"]\n\n{never closed', (4, 1), "never closed"),
        ('[Rules "accordion"]\n[Deal "1"]\n\n[Rules "bayan"]', (4, 1), "second game"),
    ],
)
def test_wrong_records_are_refused_with_their_place(
    record: str, place: tuple[int, int], why: str
) -> None:
    found = problem(record)
    assert (found["line"], found["column"]) == place
    assert re.search(why, found["message"])
    assert len(found["message"]) < 400


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 422),
        (b"[" * 100_000, 400),
        (b'{"record": 5}', 422),
        (b'{"record": "\\ud800"}', 422),
        (b'{"record": "x", "more": 1}', 422),
        (b'{"record": "\xff"}', 400),
        (json.dumps({"record": "x" * (LONGEST_RECORD + 1)}).encode(), 422),
        (json.dumps({"record": "42-39 " * 5_000}).encode(), 422),
        (b'{"record": "", "gesture": {"source": 1e30, "destination": 1}}', 422),
        (b" " * (LARGEST_BODY + 1), 413),
    ],
)  # fmt: skip
def test_rubbish_is_refused_in_one_sentence(body: bytes, status: int) -> None:
    response = CLIENT.post("/api/game", content=body, headers={"content-type": "application/json"})
    assert response.status_code == status
    found = response.json()
    assert set(found) == {"message", "line", "column"}
    assert 5 < len(found["message"]) < 400
    assert "\n" not in found["message"]


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.text(), st.none() | st.text(max_size=30))
def test_no_text_breaks_it(record: str, action: str | None) -> None:
    for text in (record, f'[Rules "{record}"]\n[Deal "1"]\n', f"{DEAL_1}{record}"):
        try:
            body = json.dumps({"record": text, "action": action}).encode()
        except UnicodeEncodeError:
            continue
        response = CLIENT.post(
            "/api/game", content=body, headers={"content-type": "application/json"}
        )
        assert response.status_code in (200, 422)


def test_headers_guard_every_answer() -> None:
    for path in ("/", "/static/main.js", "/api/rules", "/nothing", "/openapi.json"):
        answer = CLIENT.get(path)
        for name, value in HEADERS.items():
            if (path, name) != ("/static/main.js", "cache-control"):
                assert answer.headers[name] == value
    assert "script-src 'self'" in HEADERS["content-security-policy"]
    assert "unsafe" not in HEADERS["content-security-policy"]
    assert CLIENT.get("/nothing").status_code == 404
    assert CLIENT.get("/static/../app.py").status_code == 404
    assert CLIENT.get("/docs").status_code == 404


def test_the_catalogue_is_offered() -> None:
    offered = CLIENT.get("/api/rules").json()
    assert [one["text"] for one in offered] == [entry.name for entry in LISTED]
    assert offered[0]["layouts"] == ["open", "stock"]


def read_text(text: str) -> tuple[int, dict[str, Any]]:
    response = CLIENT.post("/api/rules/read", json={"text": text})
    found: dict[str, Any] = response.json()
    return response.status_code, found


@pytest.mark.parametrize("entry", LISTED, ids=lambda entry: entry.name)
def test_named_rule_sets_are_read_with_the_values_of_all_keys(entry: Any) -> None:
    status, found = read_text(entry.name)
    assert status == 200
    assert (found["text"], found["base"], found["named"]) == (entry.name, entry.name, True)
    keys = CLIENT.get("/api/rules/keys").json()
    assert list(found["values"]) == [key["key"] for key in keys]
    for key in keys:
        values = [value["value"] for value in key["values"]]
        assert not values or found["values"][key["key"]] in values
    # Written out, every key of it says the same rule set again.
    written = "; ".join(f"{key}={value}" for key, value in found["values"].items())
    base = "royal-marriage" if entry.fixed_ends else "accordion"
    assert read_text(f"{base}({written})")[1]["text"] == entry.name


def test_a_rule_set_of_ones_own_is_told_in_its_usual_form() -> None:
    status, found = read_text("Accordian(goal=2; distances=4,1)")
    assert status == 200
    assert found["text"] == "accordion(distances=1,4; goal=2)"
    assert (found["named"], found["base"], found["deck"]) == (False, "accordion", 52)
    assert found["values"]["distances"] == "1,4"
    assert (
        found["explained"][-1] == "You win when all cards are dealt and at most 2 piles are left."
    )
    assert read_text("accordion(goal=5)")[1]["title"] == "Five Piles"


@pytest.mark.parametrize(
    ("text", "key", "why"),
    [
        ("accordion(deck=0)", "deck", "A deck has 1 to 52 cards, not 0."),
        ("accordion(deck=x)", "deck", 'Deck expects a whole number, not "x".'),
        ("accordion(distances=0,3)", "distances", "Distances go from 1 to 51, not 0."),
        ("accordion(distances=)", "distances", "Distances expects numbers, separated by commas"),
        ("accordion(goal=53)", "goal", "The goal is a number of piles from 0 to 52"),
        ("accordion(goal=2; goal=3)", "goal", "Goal is set twice."),
        ("bayan(place=under)", "place", "Place=under speaks of merges"),
        ("bayan(both-ways)", "both-ways", "Both-ways speaks of merges"),
        ("bayan(target=named)", "target", "A rule set that discards can't have a target card."),
        ("skidoo(priority=row)", "priority", "Priority=row puts slides first"),
        ("accordion(discard=between)", "distances", "Discard=between works at distances 2 and 3"),
        ("virtuoso(deck=2)", "deck", "The target is neither the first nor the second card"),
        ("virtuoso(goal=0)", "goal", "With a target card at least one pile is left"),
        ("royal-marriage(deck=1)", "deck", "A deck that begins with QH"),
        ("accordion(jokers=2)", None, '"jokers=2" is not a change of a rule set'),
        ("nonsense", None, 'No rule set is called "nonsense"'),
        ("", None, "No rule set is called"),
        ("<b>(goal=2)", None, "No rule set is called"),
        ("x" * 501, None, "The text is too long: at most 500 characters are read."),
    ],
)
def test_a_rule_set_that_makes_no_sense_says_why_and_where(
    text: str, key: str | None, why: str
) -> None:
    status, found = read_text(text)
    assert status == 422
    assert found["message"].startswith(why)
    assert "\n" not in found["message"]
    assert found.get("key") == key


def test_keys_are_told_for_a_form() -> None:
    keys = {key["key"]: key for key in CLIENT.get("/api/rules/keys").json()}
    assert list(keys) == [
        "deck", "distances", "both-ways", "place", "compulsory",
        "priority", "goal", "target", "discard",
    ]  # fmt: skip
    assert [value["value"] for value in keys["discard"]["values"]] == ["none", "between", "pair"]
    assert keys["goal"]["values"] == []


def test_the_schemas_are_real() -> None:
    schema = CLIENT.get("/openapi.json").json()
    answers = schema["paths"]["/api/game"]["post"]["responses"]
    assert answers["200"]["content"]["application/json"]["schema"]["$ref"].endswith("/View")
    assert answers["422"]["content"]["application/json"]["schema"]["$ref"].endswith("/Problem")
    properties = schema["components"]["schemas"]["View"]["properties"]
    assert {"row", "stock", "destinations", "outcome", "bellows"} <= set(properties)


def test_no_rule_set_is_named_in_the_pages_scripts() -> None:
    """The scripts know no rule sets; the catalogue's names and titles come from the service."""
    names = {
        name.lower()
        for entry in CATALOGUE
        for name in (entry.name, entry.title, *entry.other_names, *entry.misspellings)
    }
    scripts = sorted(STATIC.rglob("*.js"))
    assert scripts
    for script in scripts:
        text = script.read_text(encoding="utf-8").lower()
        # What stands between word borders; "dick" or "knuth" in a word would be no name.
        named = [
            name for name in names if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)
        ]
        assert named == [], script.name


def test_page_and_scripts_are_small() -> None:
    """The page and all that it loads as they are sent, before they are compressed."""
    assert Files().size < 200_000


schema = schemathesis.openapi.from_asgi("/openapi.json", APP)


def no_failure(ctx: Any, response: Any, case: Any) -> bool | None:
    """No error of the server; that there was no time for a puzzle is none."""
    return None if response.status_code == 503 else not_a_server_error(ctx, response, case)


@schema.parametrize()
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_api_keeps_its_description(case: Any) -> None:
    # A text of the right length needn't be a record, so a refusal is as good as a view.
    case.call_and_validate(
        checks=(
            no_failure,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
        )
    )


def test_cards_to_be_spared_are_not_covered_unasked() -> None:
    """The action is not done, and the view tells which of the rank it would have covered."""
    record = '[Rules "concertina(deck=4)"]\n[Deck "7H 7C KC KH"]\n\n'

    def asked(action: str, spare: str | None) -> tuple[list[str], int]:
        view = CLIENT.post("/api/game", json={"record": record, "action": action, "spare": spare})
        return view.json()["covers"], len(view.json()["row"])

    assert asked("4-1", "7") == (["7H"], 4)
    assert asked("4-1", "K") == ([], 3)
    assert asked("4-1", None) == ([], 3)
    assert asked("4_1", "K") == (["KH"], 4)  # put under, the king itself disappears
    assert asked("4_1", "7") == ([], 3)
    discards = {"record": '[Rules "bayan(deck=3)"]\n[Deck "7H 7C KC"]\n\n', "action": "2-1"}
    assert CLIENT.post("/api/game", json={**discards, "spare": "7"}).json()["covers"] == [
        "7H",
        "7C",
    ]
    assert CLIENT.post("/api/game", json={**discards, "spare": "x"}).status_code == 422
