"""The coach's part of the service: what it answers, what it refuses, and that it is fair."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from searching import patient
from squeezebox import Game, read, write
from squeezebox.cards import write_cards
from squeezebox.coach.advice import DEAL_FIRST
from squeezebox.coach.apart.schemas import (
    LONGEST_LINE,
    LONGEST_RECORD,
    AdviceView,
    DealView,
    DifficultyView,
    LastsView,
    LightView,
    MarksView,
    PuzzleView,
    ReviewView,
    Told,
)
from squeezebox.coach.known import KNOWN
from squeezebox.web.app import HEADERS, create_app

CLIENT = TestClient(create_app(searches=patient()), raise_server_exceptions=False)

VIEWS: dict[str, type[Told]] = {
    "light": LightView,
    "advice": AdviceView,
    "marks": MarksView,
    "review": ReviewView,
    "lasts": LastsView,
}
"""Of the questions about a game."""

DEAL_VIEWS: dict[str, type[Told]] = {
    "difficulty": DifficultyView,
    "deal": DealView,
    "puzzle": PuzzleView,
}
"""Of those about rule sets."""

WON_1 = """[Rules "accordion"]
[Deal "1"]

42-39 44-41 44-41 4-1 32-29 16-13 33-30 14-11 16-13
37-34 24-23 25-22 22-19 21-18 31-28 14-11 22-21 9-8 10-7 11-8 5-2 30-29 4-3 4-1
11-10 15-12 5-2 9-6 8-5 4-3 7-6 19-18 11-8 12-9 13-10 4-3 6-3 4-1 6-3 5-2 8-5
5-2 7-4 5-2 4-1 4-1 6-3 5-2 4-3 3-2 2-1
"""
LINE_1 = WON_1.split("\n\n")[1].split()
DEAL_1 = '[Rules "accordion"]\n[Deal "1"]\n\n'
SMALL = '[Rules "accordion(deck=5)"]\n[Deck "7H 7C KC KH 2D"]\n\n'
"""Nothing is won here; 2-1 and 3-2 are legal, and 4-3 and 4-1."""


@pytest.fixture(autouse=True)
def nothing_is_known() -> None:
    """What one test found out is no other's."""
    KNOWN.clear()


def ask(kind: str, record: str, client: TestClient = CLIENT, **more: Any) -> dict[str, Any]:
    response = client.post(f"/api/coach/{kind}", json={"record": record, **more})
    assert response.status_code == 200, response.text
    VIEWS[kind].model_validate_json(response.content)
    assert HEADERS.items() <= dict(response.headers).items()
    told: dict[str, Any] = response.json()
    return told


def leads_on(record: str, line: list[str]) -> Game:
    """The game after a line, which is legal."""
    game = read(record).game
    for action in line:
        game.push(action)
    return game


# ---------------------------------------------------------------- what is answered


def test_a_light_comes_with_a_line_that_wins() -> None:
    told = ask("light", DEAL_1 + "42-39\n")
    assert told["verdict"] == "winnable"
    assert leads_on(DEAL_1 + "42-39\n", told["line"]).outcome.value == "won"
    assert told["piles"] == 1
    assert told["ready"] is True


def test_a_line_that_wins_is_replayed_and_nothing_is_searched() -> None:
    told = ask("light", DEAL_1, line=LINE_1)
    assert (told["verdict"], told["searched"], told["line"]) == ("winnable", False, LINE_1)
    assert ask("light", DEAL_1 + " ".join(LINE_1[:9]), line=LINE_1[9:])["searched"] is False


@pytest.mark.parametrize(
    "line", [["1-52"], ["hello"], ["42-39", "42-39"], [""], ["d"], ["42-39"] * LONGEST_LINE]
)
def test_a_line_that_does_not_hold_is_no_error(line: list[str]) -> None:
    for kind in VIEWS:
        with_it, without = ask(kind, SMALL, line=line), ask(kind, SMALL)
        for told in (with_it, without):
            told.pop("searched", None)  # the second is known
        assert with_it == without


def test_a_lost_game_is_known_at_once() -> None:
    told = ask("light", '[Rules "accordion(deck=2)"]\n[Deck "7H KC"]\n')
    assert (told["verdict"], told["piles"], told["searched"]) == ("lost", 2, False)
    assert ask("light", SMALL)["verdict"] == "lost"


def test_advice_keeps_the_win_and_says_why() -> None:
    told = ask("advice", DEAL_1)
    assert told["verdict"] == "winnable"
    assert told["action"] == told["line"][0]
    assert told["reasons"]
    assert all(reason.endswith(".") for reason in told["reasons"])
    assert leads_on(DEAL_1, told["line"]).outcome.value == "won"
    assert told["estimate"] is None


def test_advice_where_nothing_is_legal() -> None:
    told = ask("advice", '[Rules "accordion(deck=2)"]\n[Deck "7H KC"]\n')
    assert (told["action"], told["line"], told["verdict"]) == (None, [], "lost")
    assert told["reasons"]


def test_marks_are_of_all_legal_actions() -> None:
    record = '[Rules "accordion(deck=4)"]\n[Deck "7H 7C KC KH"]\n\n'
    told = ask("marks", record)
    assert [mark["action"] for mark in told["marks"]] == [
        str(action) for action in read(record).game.legal_actions
    ]
    assert {mark["verdict"] for mark in told["marks"]} <= {"winnable", "lost"}
    assert {mark["action"] for mark in told["marks"] if mark["verdict"] == "winnable"} == {
        action for action in map(str, read(record).game.legal_actions)
        if ask("light", record + action)["verdict"] == "winnable"
    }  # fmt: skip


def test_a_review_finds_what_lost_the_win() -> None:
    told = ask("review", WON_1)
    assert [ply["ply"] for ply in told["plies"]] == list(range(52))
    assert {ply["verdict"] for ply in told["plies"]} == {"winnable"}
    assert (told["lost_at"], told["last_winnable"]) == (None, 51)
    start, actions = '[Rules "accordion(deck=6)"]\n[Deal "38"]\n\n', ["6-5"]
    actions += [str(next(iter(leads_on(start, actions).legal_actions)))]
    lost = start + " ".join(actions)
    told = ask("review", lost)
    verdicts = [ply["verdict"] for ply in told["plies"]]
    assert verdicts[0] == "winnable"
    assert verdicts[-1] == "lost"
    at = told["lost_at"]
    assert verdicts[at - 1 : at + 1] == ["winnable", "lost"]
    assert told["last_winnable"] == at - 1
    ply = told["plies"][at]
    assert ply["best"] == ply["line"][0]
    before = start + " ".join(actions[: at - 1])
    assert leads_on(before, ply["line"]).outcome.value == "won"
    again = read(told["record"])
    assert again.game.actions == read(lost).game.actions
    assert again.comments


def test_every_card_is_told_whether_it_can_be_last() -> None:
    """Whatever the target of the game is, and also before there is one."""
    told = ask("lasts", '[Rules "accordion(deck=4)"]\n[Deck "7H 7C KC KH"]\n\n')
    assert [(each["card"], each["place"]) for each in told["cards"]] == [
        ("7H", 1), ("7C", 2), ("KC", 3), ("KH", 4),
    ]  # fmt: skip
    verdicts = {each["card"]: each["verdict"] for each in told["cards"]}
    assert set(verdicts.values()) <= {"winnable", "lost"}
    assert verdicts["7H"] == "lost"  # nothing goes to the right
    chosen = '[Rules "virtuoso(deck=5)"]\n[Deck "7H 7C KC KH 2H"]\n'
    without, having = ask("lasts", chosen), ask("lasts", chosen + '[Target "KC"]\n')
    assert without == having
    assert len(without["cards"]) == 5


def test_of_hidden_cards_it_is_not_known_which_can_be_last() -> None:
    hidden = ask("lasts", '[Rules "virtuoso"]\n[Layout "stock"]\n[Deal "7"]\n')
    assert {each["verdict"] for each in hidden["cards"]} == {"unknown"}
    assert [each["place"] for each in hidden["cards"]] == [None] * 52
    cards = [each["card"] for each in hidden["cards"]]
    assert cards == [str(card) for card in sorted(Game("accordion", deal=7).deck)]
    peeking = SMALL.replace("\n\n", '\n[Layout "stock"]\n[Peeked "yes"]\n\n')
    verdicts = {each["verdict"] for each in ask("lasts", peeking)["cards"]}
    assert verdicts <= {"winnable", "lost"}
    response = CLIENT.post("/api/coach/lasts", json={"record": '[Rules "bayan"]\n[Deal "1"]\n'})
    assert response.status_code == 422
    assert "no last card" in response.json()["message"]


# ---------------------------------------------------------------- deals and puzzles


def ask_for(kind: str, client: TestClient = CLIENT, **asked: Any) -> dict[str, Any]:
    response = client.post(f"/api/coach/{kind}", json=asked)
    assert response.status_code == 200, response.text
    DEAL_VIEWS[kind].model_validate_json(response.content)
    told: dict[str, Any] = response.json()
    return told


def test_how_difficult_a_deal_is() -> None:
    told = ask_for("difficulty", rules="accordion", deal=1)
    assert told["step"] in range(1, 6)
    assert told["label"]
    assert told["value"] > 1
    deck = " ".join(map(str, Game("accordion", deal=1).deck))
    assert ask_for("difficulty", rules="accordion", deck=deck) == told
    assert ask_for("difficulty", rules="virtuoso", deal=1)["label"]  # it needs no target


def test_a_deal_as_it_is_asked_for() -> None:
    told = ask_for("deal", rules="late-binding", winnable=True, seed=3)
    assert ask_for("deal", rules="late-binding", winnable=True, seed=3) == told
    record = f'[Rules "late-binding"]\n[Deal "{told["deal"]}"]\n'
    assert ask("light", record)["verdict"] == "winnable"
    difficulty = ask_for("difficulty", rules="late-binding", deal=told["deal"])
    assert (told["step"], told["label"]) == (difficulty["step"], difficulty["label"])
    step = ask_for("deal", rules="late-binding", step=2)
    assert step["step"] == 2


def test_a_puzzle_has_one_action_that_wins() -> None:
    told = ask_for("puzzle", rules="accordion", number=5)
    assert told["number"] == 5
    game = read(told["record"]).game
    assert len(game.actions) == told["ply"]
    assert told["line"][0] == told["action"]
    assert len(told["line"]) == told["length"]
    marks = {each["action"]: each["verdict"] for each in ask("marks", told["record"])["marks"]}
    assert marks.pop(told["action"]) == "winnable"
    assert set(marks.values()) == {"lost"}
    assert leads_on(told["record"], told["line"]).outcome.value == "won"
    day = ask_for("puzzle", rules="accordion", date="2026-11-30")
    assert day["number"] == 20261130


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        ("difficulty", {}),
        ("difficulty", {"deal": 1, "deck": "7H"}),
        ("difficulty", {"deal": -1}),
        ("difficulty", {"deal": 2**32}),
        ("difficulty", {"deck": "7H 7H"}),
        ("difficulty", {"deck": "x" * 501}),
        ("difficulty", {"deal": 1, "layout": "sideways"}),
        ("difficulty", {"deal": 1, "rules": "nonsense"}),
        ("difficulty", {"deal": 1, "rules": "compulsory", "layout": "open"}),
        ("deal", {"step": 0}),
        ("deal", {"step": 6}),
        ("deal", {"winnable": 1}),
        ("deal", {"rules": "accordion(deck=0)"}),
        ("deal", {"rules": "compulsory", "layout": "open"}),
        ("puzzle", {}),
        ("puzzle", {"number": 1, "date": "2026-11-30"}),
        ("puzzle", {"number": 2**32}),
        ("puzzle", {"date": "2026-02-30"}),
        ("puzzle", {"date": "yesterday"}),
        ("puzzle", {"date": "2026-11-30", "step": 1}),
        ("puzzle", {"number": 1, "budget": 6}),
        ("puzzle", {"number": 1, "more": 6}),
    ],
)
def test_what_makes_no_sense_of_deals_and_puzzles(kind: str, asked: dict[str, Any]) -> None:
    response = CLIENT.post(f"/api/coach/{kind}", json={"rules": "accordion", **asked})
    assert response.status_code == 422
    assert set(response.json()) == {"message", "line", "column"}
    assert response.json()["message"].endswith(".") or "Input" in response.json()["message"]


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("kind", VIEWS)
@pytest.mark.parametrize(
    ("record", "place"),
    [
        ("", (1, 1)),
        ("hello", (1, 1)),
        (DEAL_1 + "42-39 3-2", (4, 7)),
        ('[Rules "accordion"]\n[Deck "6H 6H"]', (2, 11)),
        (WON_1 + WON_1, (8, 1)),
    ],
)
def test_a_wrong_record_is_refused_as_elsewhere(
    kind: str, record: str, place: tuple[int, int]
) -> None:
    response = CLIENT.post(f"/api/coach/{kind}", json={"record": record})
    assert response.status_code == 422
    problem = response.json()
    assert (problem["line"], problem["column"]) == place
    assert problem["message"].endswith(".")
    assert problem == CLIENT.post("/api/game", json={"record": record}).json()


@pytest.mark.parametrize("kind", [kind for kind in VIEWS if kind != "lasts"])
def test_a_game_without_its_target_is_refused(kind: str) -> None:
    response = CLIENT.post(
        f"/api/coach/{kind}", json={"record": '[Rules "virtuoso"]\n[Deal "7"]\n'}
    )
    assert response.status_code == 422
    assert "needs a target" in response.json()["message"]


@pytest.mark.parametrize("kind", VIEWS)
@pytest.mark.parametrize(
    "more",
    [
        {"budget": 0}, {"budget": 0.04}, {"budget": 5.01}, {"budget": -1}, {"budget": "1"},
        {"budget": None}, {"seed": -1}, {"seed": 2**32}, {"seed": 1.5}, {"line": "42-39"},
        {"line": [1]}, {"line": ["x" * 21]}, {"line": ["1-2"] * (LONGEST_LINE + 1)},
        {"nodes": 5}, {"record": "x" * (LONGEST_RECORD + 1)}, {"record": 5},
    ],
    ids=lambda more: json.dumps(more)[:24],
)  # fmt: skip
def test_a_wrong_request_is_refused(kind: str, more: dict[str, Any]) -> None:
    response = CLIENT.post(f"/api/coach/{kind}", json={"record": SMALL, **more})
    assert response.status_code == 422
    assert set(response.json()) == {"message", "line", "column"}


def test_only_what_there_is_can_be_asked() -> None:
    assert CLIENT.post("/api/coach/nothing", json={"record": SMALL}).status_code == 404
    assert CLIENT.get("/api/coach/light").status_code == 405


# ---------------------------------------------------------------- fair with hidden cards

STOCK_1 = '[Rules "accordion"]\n[Layout "stock"]\n[Deal "1"]\n\n'


def with_choices() -> Game:
    """A game with hidden cards, and something to choose."""
    game = Game("compulsory", deal=1, layout="stock")
    while len(list(game.legal_actions)) < 2:
        game.push(next(iter(game.legal_actions)))
    return game


@pytest.mark.parametrize("kind", ["light", "advice", "marks"])
@pytest.mark.parametrize("game", [Game("accordion", deal=1, layout="stock", actions=["d8"]),
                                  with_choices()], ids=["free", "compulsory"])  # fmt: skip
def test_the_order_of_hidden_cards_is_never_used(kind: str, game: Game) -> None:
    seen, unseen = game.deck[: -len(game.table.stock)], game.table.stock
    answers = []
    for order in (unseen, unseen[::-1], tuple(sorted(unseen)), unseen[7:] + unseen[:7]):
        other = Game(
            game.rules, deck=write_cards(seen + order), layout="stock", actions=game.actions
        )
        answers.append(ask(kind, write(other), line=[*LINE_1, "d"], seed=3))
    assert answers[1:] == answers[:1] * 3
    if kind == "light":
        assert answers[0]["verdict"] == "unknown"


def test_the_header_lets_the_coach_peek() -> None:
    assert ask("light", STOCK_1)["verdict"] == "unknown"
    assert ask("advice", STOCK_1)["verdict"] == "unknown"
    assert ask("advice", STOCK_1)["reasons"] == [DEAL_FIRST]
    peeking = STOCK_1.replace("\n\n", '\n[Peeked "yes"]\n\n')
    told = ask("light", peeking)
    assert told["verdict"] == "winnable"
    assert leads_on(peeking, told["line"]).outcome.value == "won"
    assert ask("advice", peeking)["verdict"] == "winnable"
    assert ask("light", STOCK_1)["verdict"] == "unknown"  # what was seen isn't told others


def test_an_estimate_has_its_uncertainty() -> None:
    game = with_choices()
    told = ask("advice", write(game), budget=5)
    estimate = told["estimate"]
    assert estimate["orders"] > 0
    assert {choice["action"] for choice in estimate["choices"]} == set(map(str, game.legal_actions))
    assert estimate["choices"][0]["action"] == told["action"]
    assert all(choice["piles_error"] >= 0 for choice in estimate["choices"])
