"""New games by difficulty or winnable for sure, and the label of the deal on the table."""

from __future__ import annotations

import json
from typing import Any

import pytest

import squeezebox as sb
from page.conftest import PHONE, Player
from page.results import SIZES, kept, play
from squeezebox.coach.steps import LABELS

pytestmark = pytest.mark.usefixtures("ready")

GAME = "/?rules=accordion&layout=open&deal=1"
DECK = "/?rules=accordion(deck%3D4)&layout=open&deck=7H+7C+KC+KH"


def asked(player: Player, what: str) -> list[dict[str, Any]]:
    """A list of what the page asks the coach for, from now on."""
    found: list[dict[str, Any]] = []

    def hear(request: Any) -> None:
        if request.url.endswith(f"/api/coach/{what}"):
            found.append(json.loads(request.post_data))

    player.page.on("request", hear)
    return found


def silent(_route: Any) -> None:
    """A service that answers nothing."""


def choose(player: Player, step: int, winnable: bool = False) -> None:
    player.button("choose")
    player.page.select_option("#wish-step", index=step)
    player.page.set_checked("#wish-winnable", winnable)
    before = player.page.inner_text("#facts")
    player.page.click("#choose-dialog .main")
    player.until(lambda: player.page.inner_text("#facts") != before)
    player.until(lambda: not player.page.locator("#choose-dialog").is_visible())


def deal(player: Player) -> int:
    return int(player.query()["deal"])


def facts(player: Player) -> str:
    words: str = player.page.inner_text("#facts")
    return words


# ------------------------------------------------------------ new games


def test_the_page_names_the_steps_as_the_coach_does(visit: Any) -> None:
    player = visit(GAME)
    player.button("choose")
    options = player.page.locator("#wish-step option").all_inner_texts()
    assert options == ["any", *LABELS]


@SIZES
@pytest.mark.parametrize("step", [1, 5])
def test_a_new_game_is_of_the_wished_step_and_so_are_those_after_it(
    visit: Any, size: Any, step: int
) -> None:
    player = visit(GAME, **size)
    wishes = asked(player, "deal")
    choose(player, step)
    assert wishes[0]["step"] == step
    player.until(lambda: f"This deal is {LABELS[step - 1]}." in player.message())
    player.until(lambda: facts(player).endswith(f"deal {deal(player)} · {LABELS[step - 1]}"))
    first = deal(player)
    player.page.reload()
    player.until(lambda: len(player.row()) == 52)
    player.button("new")
    player.until(lambda: deal(player) != first)
    player.until(lambda: f"This deal is {LABELS[step - 1]}." in player.message())
    assert wishes[1]["step"] == step
    assert (wishes[1]["rules"], wishes[1]["layout"]) == ("accordion", "open")
    player.button("choose")
    assert player.page.locator("#wish-step").evaluate("list => list.selectedIndex") == step


def test_winnable_for_sure_is(visit: Any) -> None:
    player = visit(GAME)
    wishes = asked(player, "deal")
    choose(player, 0, winnable=True)
    assert (wishes[0]["step"], wishes[0]["winnable"]) == (None, True)
    player.until(lambda: "and it can be won" in player.message())
    assert player.message().startswith("This deal is ")  # what was asked for comes first
    assert sb.solve(sb.Game("accordion", deal=deal(player))).verdict == "winnable"


def test_without_a_wish_nothing_is_looked_for(visit: Any) -> None:
    player = visit(GAME)
    choose(player, 3)
    wishes = asked(player, "deal")
    choose(player, 0)
    before = deal(player)
    player.press("n")
    player.until(lambda: deal(player) != before)
    assert wishes == []


def test_the_next_deal_and_a_chosen_number_are_as_they_are(visit: Any) -> None:
    player = visit(GAME)
    choose(player, 5)
    wishes = asked(player, "deal")
    player.button("choose")
    player.page.fill("#choose-dialog [name='deal']", "7")
    player.page.click("#choose-dialog .main")
    player.until(lambda: deal(player) == 7)
    player.button("next")
    player.until(lambda: deal(player) == 8)
    assert wishes == []


@pytest.mark.parametrize("how", ["refused", "unanswered", "silent"])
def test_where_no_deal_is_found_in_time_any_is_dealt(visit: Any, how: str) -> None:
    player = visit(GAME)
    body = json.dumps({"message": "There is no such deal."})
    answers = {
        "refused": lambda route: route.fulfill(status=422, body=body),
        "unanswered": lambda route: route.abort(),
        "silent": silent,
    }
    player.page.route("**/api/coach/deal", answers[how])
    player.button("choose")
    player.page.select_option("#wish-step", index=5)
    player.page.click("#choose-dialog .main")
    if how == "silent":
        player.until(lambda: player.message() == "Looking for a deal…")
    player.until(lambda: "this is any deal" in player.message())
    assert deal(player) != 1
    assert "New game: Accordion, open, deal " in player.message()
    play(player, str(next(iter(sb.Game("accordion", deal=deal(player)).legal_actions))))
    assert kept(player)[0]["came"] == "new"


# ------------------------------------------------------------ the label


def test_the_label_of_a_deal_comes_by_itself(visit: Any) -> None:
    player = visit(GAME, **PHONE)
    player.until(lambda: facts(player).split(" · ")[-1] in LABELS)
    labels = asked(player, "difficulty")
    player.button("next")
    player.until(lambda: "deal 2 · " in facts(player))
    assert labels[-1] == {"rules": "accordion", "layout": "open", "deal": 2}
    player.press("u")  # known already
    player.until(lambda: "deal 1 · " in facts(player))
    assert len(labels) == 1


def test_a_label_that_does_not_come_delays_nothing(visit: Any) -> None:
    player = visit(None)
    player.page.route("**/api/coach/difficulty", silent)
    player.open(GAME)
    play(player, "42-39", "44-41")
    assert facts(player) == "open · deal 1"
    player.page.unroute("**/api/coach/difficulty")
    player.page.route("**/api/coach/difficulty", lambda route: route.abort())
    player.open(GAME.replace("=1", "=2"))
    play(player, str(next(iter(sb.Game("accordion", deal=2).legal_actions))))
    assert facts(player) == "open · deal 2"


def test_a_deck_of_ones_own_has_no_label(visit: Any) -> None:
    player = visit(None)
    labels = asked(player, "difficulty")
    player.open(DECK)
    assert facts(player) == "open · deck of your own"
    assert labels == []
