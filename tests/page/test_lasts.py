"""Which cards can be last: the map of a deal, and where a target is chosen."""

from __future__ import annotations

import json
from typing import Any

import pytest

import squeezebox as sb
from page.conftest import PHONE, Player
from page.results import SIZES, play

pytestmark = pytest.mark.usefixtures("ready")

RULES, DECK = "accordion(deck=5)", "9C 6C KS JC KC"
SMALL = "/?rules=accordion(deck%3D5)&layout=open&deck=9C+6C+KS+JC+KC"
NAMES = {"9C": "nine", "6C": "six", "KS": "king", "JC": "jack", "KC": "king"}
DIALOG = "#lasts-dialog"


def listed(player: Player) -> list[str]:
    """What is read out: a card and what is known of it, in order."""
    player.until(lambda: player.page.locator(f"{DIALOG} li").count() > 0)
    words: list[str] = player.page.locator(f"{DIALOG} li .unseen").all_inner_texts()
    return words


def told(player: Player) -> str:
    words: str = player.page.inner_text("#lasts-told")
    return words


def asked(player: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []

    def hear(request: Any) -> None:
        if request.url.endswith("/api/coach/lasts"):
            found.append(json.loads(request.post_data))

    player.page.on("request", hear)
    return found


@SIZES
def test_each_card_of_a_deal_says_whether_it_can_be_last(visit: Any, size: Any) -> None:
    player = visit(SMALL, **size)
    play(player, "2-1")  # it is about the deal, however far the game is
    player.button("lasts")
    can = {card.text for card in sb.explore(sb.Game(RULES, deck=DECK)).final_tops}
    assert can == {"KC", "KS"}
    words = listed(player)
    assert [each.split(":")[0].split()[0] for each in words] == [NAMES[c] for c in DECK.split()]
    signs = player.page.locator(f"{DIALOG} li .last").all_inner_texts()
    for card, said, sign in zip(DECK.split(), words, signs, strict=True):
        assert said.endswith("can be last" if card in can else "can’t be last")
        assert sign == ("✓ can" if card in can else "✗ can’t")
    assert told(player) == "2 of 5 cards can be last, 3 can’t."
    assert player.page.locator("#lasts-more").is_hidden()
    player.press("Escape")
    assert len(player.row()) == 4


def test_a_whole_deal_is_mapped(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    player.button("lasts")
    words = listed(player)
    assert len(words) == 52
    assert sum(said.endswith("can be last") for said in words) >= 10
    assert words[0] == "six of hearts: can’t be last"  # it is covered by the last action at latest


def test_what_is_not_known_is_said_and_may_be_looked_for_longer(visit: Any) -> None:
    player = visit(SMALL)
    budgets: list[float] = []

    def answer(route: Any) -> None:
        budgets.append(route.request.post_data_json["budget"])
        verdicts = ["lost", "lost", "unknown", "winnable", "unknown"]
        if len(budgets) > 1:
            verdicts[2:4] = ["winnable", "unknown"]
        cards = [
            {"card": card, "place": place, "verdict": verdict}
            for place, (card, verdict) in enumerate(zip(DECK.split(), verdicts, strict=True), 1)
        ]
        route.fulfill(status=200, body=json.dumps({"cards": cards}))

    player.page.route("**/api/coach/lasts", answer)
    player.button("lasts")
    player.until(lambda: told(player).endswith("of 2 it isn’t known."))
    assert listed(player)[2] == "king of spades: not known"
    player.page.click("#lasts-more")
    player.until(lambda: told(player).endswith("of 1 it isn’t known."))
    assert [said.split(": ")[1] for said in listed(player)] == [
        "can’t be last", "can’t be last", "can be last", "can be last", "not known",
    ]  # fmt: skip
    assert budgets[0] < budgets[1] <= 5


def test_cards_face_down_are_not_given_away(visit: Any) -> None:
    player = visit(SMALL.replace("open", "stock"))
    requests = asked(player)
    player.button("lasts")
    player.until(lambda: "face down" in told(player))
    player.press("Escape")
    assert requests == []
    player.press("D")
    player.until(lambda: len(player.row()) == 5)
    player.button("lasts")
    assert len(listed(player)) == 5
    assert told(player).startswith("2 of 5")


@pytest.mark.parametrize("rules", ["push-pin", "bayan"])
def test_where_cards_leave_there_is_no_such_map(visit: Any, rules: str) -> None:
    player = visit(f"/?rules={rules}&layout=open&deal=1")
    player.page.click("#menu") if player.page.locator("#menu").is_visible() else None
    assert player.page.locator("#lasts").is_hidden()


def test_a_map_that_does_not_come_is_told(visit: Any) -> None:
    player = visit(SMALL)
    player.page.route("**/api/coach/lasts", lambda route: route.abort())
    player.button("lasts")
    player.until(lambda: "Squeezebox doesn't answer." in told(player))


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_it_is_there_where_a_target_is_chosen(visit: Any, size: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1", **size)
    address = "/?rules=virtuoso(deck%3D5)&layout=open&deck=9C+6C+KS+JC+KC"
    player.page.goto(address)
    player.page.click("#target-map")
    choices = player.page.locator("#choices button")
    player.until(lambda: "," in (choices.first.get_attribute("aria-label") or ""))
    labels = [choices.nth(index).get_attribute("aria-label") for index in range(choices.count())]
    assert labels == [
        "king of spades, can be last", "jack of clubs, can’t be last",
        "king of clubs, can be last",
    ]  # fmt: skip
    choices.first.click()
    player.until(lambda: "Target K♠" in player.page.inner_text("#target").replace("\ufe0e", ""))


def test_no_order_is_given_away_where_a_target_is_chosen(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    player.page.goto("/?rules=virtuoso(deck%3D5)&layout=stock&deck=9C+6C+KS+JC+KC")
    player.until(lambda: player.page.locator("#choices").is_visible())
    assert player.page.locator("#target-map").is_hidden()
