"""The coach at the table: the light, advice, marks, the way back, peeking."""

from __future__ import annotations

import json
from typing import Any

import pytest

import squeezebox as sb
from squeezebox import Game

from .conftest import PHONE, Player

SIZES = pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
pytestmark = pytest.mark.usefixtures("ready")
FIVE = "/?rules=accordion(deck%3D5)&layout=open&deck=9C+7H+KH+9S+7S"
"""Of 3-2, 4-1, 5-2 and 5-4 only 4-1 keeps the win."""
OPEN = "/?rules=accordion&layout=open&deal=1"
STOCK = "/?rules=accordion&layout=stock&deal=1"


class Asked:
    """What a page asks of the coach: the last part of the address, and the body."""

    def __init__(self, player: Player) -> None:
        self.all: list[tuple[str, dict[str, Any]]] = []
        self.dropped: list[str] = []
        player.page.on("request", self.hear)
        player.page.on("requestfailed", lambda request: self.dropped.append(request.url))

    def hear(self, request: Any) -> None:
        if "/api/coach/" in request.url:
            self.all.append((request.url.rsplit("/", 1)[1], json.loads(request.post_data)))

    def of(self, what: str) -> list[dict[str, Any]]:
        return [body for name, body in self.all if name == what]


def light(player: Player) -> str:
    return str(player.page.inner_text("#light"))


def act(player: Player, action: str) -> None:
    player.press(":", *action, "Enter")


def advice(player: Player) -> None:
    """Ask for advice and wait for it."""
    player.press("a")
    player.page.wait_for_selector("#coach-do", state="visible")


def badges(player: Player) -> dict[int, str]:
    """What stands on piles: place -> words."""
    found = player.page.eval_on_selector_all(
        "#row .badge", "all => all.map(e => [e.closest('.pile').dataset.place, e.innerText])"
    )
    return {int(place): words for place, words in found}


# ---------------------------------------------------------------- the light


@SIZES
def test_the_light_is_off_at_first_and_follows_every_action(
    visit: Any, size: dict[str, Any]
) -> None:
    player = visit(FIVE, **size)
    asked = Asked(player)
    act(player, "4-1")
    player.until(lambda: len(player.row()) == 4)
    player.settle()
    assert player.page.is_hidden("#light")
    assert asked.all == []
    player.press("c")
    player.until(lambda: light(player) == "● winnable")
    act(player, "4-1")
    player.until(lambda: len(player.row()) == 3 and light(player) == "● winnable")
    player.press("u", "u")
    player.until(lambda: len(player.row()) == 5 and light(player) == "● winnable")
    act(player, "5-4")
    player.until(lambda: light(player) == "✕ lost")
    player.page.reload()
    player.until(lambda: light(player) == "✕ lost")  # it is remembered
    player.press("c")
    player.until(lambda: player.page.is_hidden("#light"))


def test_the_line_in_hand_is_sent_along_and_dropped_when_it_is_left(visit: Any) -> None:
    player = visit(OPEN)
    asked = Asked(player)
    player.press("c")
    player.until(lambda: light(player) == "● winnable")
    assert asked.of("light")[0]["line"] == []
    advice(player)
    line = asked.of("advice")[0]["line"]
    game = Game("accordion", deal=1, actions=" ".join(line))
    assert game.outcome == "won"
    player.page.click("#coach-do")
    player.until(lambda: len(player.row()) == 51)
    player.until(lambda: len(asked.of("light")) == 2)
    assert asked.of("light")[1]["line"] == line[1:]
    player.press("u")
    player.until(lambda: len(asked.of("light")) == 3)
    assert asked.of("light")[2]["line"] == line
    other = next(str(a) for a in Game("accordion", deal=1).legal_actions if str(a) != line[0])
    act(player, other)
    player.until(lambda: len(asked.of("light")) == 4)
    assert asked.of("light")[3]["line"] == []


def test_nobody_waits_for_the_light(visit: Any) -> None:
    """A coach that never answers holds up nothing, and is asked no more once the player moves."""
    player = visit(OPEN)
    asked = Asked(player)
    held: list[Any] = []
    player.page.route("**/api/coach/light", lambda route: held.append(route))  # noqa: PLW0108
    player.press("c")
    for left in (51, 50, 49):
        player.until(lambda: len(held) == 52 - left)  # noqa: B023
        assert light(player) == "… looking"
        act(player, {51: "42-39", 50: "44-41", 49: "44-41"}[left])
        player.until(lambda: len(player.row()) == left)  # noqa: B023
    player.until(lambda: len(asked.dropped) == 3)
    player.press("c")


def test_the_light_waits_for_a_coach_that_is_getting_ready(visit: Any) -> None:
    player = visit(FIVE)
    answers = [
        {"ready": False, "verdict": "unknown", "line": [], "piles": 4},
        {"ready": True, "verdict": "winnable", "line": ["4-1", "4-1", "2-1", "2-1"], "piles": 1},
    ]
    player.page.route("**/api/coach/light", lambda route: route.fulfill(json=answers.pop(0)))
    player.press("c")
    player.until(lambda: light(player) == "● winnable")
    assert answers == []


def test_the_light_is_spoken_when_it_changes(visit: Any) -> None:
    player = visit(FIVE)
    assert player.page.get_attribute("#verdict", "role") == "status"
    player.page.evaluate(
        """() => { window.heard = [];
          new MutationObserver(() => verdict.textContent && heard.push(verdict.textContent))
            .observe(verdict, { childList: true }); }"""
    )
    player.press("c")
    player.until(lambda: light(player) == "● winnable")
    act(player, "4-1")
    player.until(lambda: len(player.row()) == 4)
    player.settle()
    player.press("u")
    player.until(lambda: len(player.row()) == 5)
    act(player, "5-4")
    player.until(lambda: light(player) == "✕ lost")
    assert player.page.evaluate("heard") == ["winnable", "lost"]


def test_a_coach_that_fails_is_not_known(visit: Any) -> None:
    player = visit(OPEN)
    player.page.route("**/api/coach/*", lambda route: route.fulfill(status=503, body="no"))
    player.press("c")
    player.until(lambda: light(player) == "? not known")
    player.press("a")
    player.until(lambda: "doesn't answer" in player.message())
    act(player, "42-39")
    player.until(lambda: len(player.row()) == 51)


# ---------------------------------------------------------------- advice


@SIZES
def test_advice_lights_one_action_and_plays_it(visit: Any, size: dict[str, Any]) -> None:
    player = visit(FIVE, **size)
    asked = Asked(player)
    player.button("advice")
    player.until(lambda: player.message().startswith("4-1, 9♠ onto 9♣. "))
    assert "only" in player.message()  # and why
    assert set(badges(player)) == {1, 4}
    assert "advice: this" in player.pile(4).get_attribute("aria-label")
    assert "advice: onto this" in player.pile(1).get_attribute("aria-label")
    assert player.page.locator(".can, .movable").count() == 0  # it isn't a hint
    assert player.page.get_attribute("#hints", "aria-pressed") == "false"
    player.press("a", "a")
    player.settle()
    assert len(asked.of("advice")) == 1
    assert len(player.row()) == 5
    player.page.click("#coach-do")
    player.until(lambda: player.row() == ["9S", "7H", "KH", "7S"])
    assert badges(player) == {}
    assert player.page.is_hidden("#coach-do")


def test_advice_alone_wins(visit: Any) -> None:
    player = visit("/?rules=accordion(deck%3D22)&layout=open&deal=2")
    game = Game("accordion(deck=22)", deal=2)
    assert sb.solve(game).verdict == "winnable"
    for left in range(21, 0, -1):
        advice(player)
        player.page.click("#coach-do")
        player.until(lambda: len(player.row()) == left)  # noqa: B023
    assert player.page.inner_text("#stands").startswith("Won")
    player.button("stats")
    assert "21" in player.page.inner_text(".figures div:has-text('Advice asked')")


def test_advice_points_at_the_stock(visit: Any) -> None:
    player = visit(STOCK)
    asked = Asked(player)
    advice(player)
    assert player.message().startswith("Deal all cards.")
    assert player.page.locator("#stock.advised, #deal-all.advised").count() == 2
    assert badges(player) == {}
    player.page.click("#coach-do")
    player.until(lambda: len(player.row()) == 52)
    assert player.page.locator(".advised").count() == 0
    advice(player)
    assert set(badges(player)) != set()
    assert len(asked.of("advice")) == 2


def test_an_estimate_has_its_uncertainty(visit: Any) -> None:
    game = Game("compulsory", deal=3)
    while len(game.legal_actions) < 3:
        game.push(list(game.legal_actions)[-1])
    assert len(game.table.stock) > 1
    actions = "+".join(map(str, game.actions))
    player = visit(f"/?rules=compulsory&layout=stock&deal=3&actions={actions}")
    for _ in range(60):  # the first time, a busy machine may be too slow
        advice(player)
        if "±" in player.message():
            break
        player.open(player.page.url)
    assert "±" in player.message()
    player.open(player.page.url)  # without having asked for advice, too
    player.press("v")
    listed = player.page.locator("#coach-actions button")
    player.until(lambda: listed.count() == len(list(game.legal_actions)))
    player.until(lambda: all("±" in words for words in listed.all_inner_texts()))
    lefts = "all => all.map(e => e.lastChild.offsetLeft - e.offsetLeft)"
    assert len(set(listed.evaluate_all(lefts))) == 1  # one under the other
    for words in listed.all_inner_texts():
        assert "not known" in words
        assert words.count("±") == 2


# ---------------------------------------------------------------- marks


@SIZES
def test_a_selected_piles_ends_are_marked(visit: Any, size: dict[str, Any]) -> None:
    player = visit(FIVE, **size)
    player.button("coach")
    player.page.check("#coach-dialog .tick:has-text('Mark') input")
    player.press("Escape")
    player.pile(5).click()
    player.until(lambda: badges(player) == {2: "✕ loses", 4: "✕ loses"})
    assert "going here: loses" in player.pile(2).get_attribute("aria-label")
    player.press("Escape")
    player.pile(4).click()
    player.until(lambda: badges(player) == {1: "✓ keeps"})
    assert "going here: keeps the win" in player.pile(1).get_attribute("aria-label")
    assert player.page.locator(".can").count() == 0
    player.pile(1).click()
    player.until(lambda: len(player.row()) == 4)
    assert badges(player) == {}
    player.page.reload()
    player.until(lambda: len(player.row()) == 4)
    player.pile(4).click()  # marking is remembered
    player.until(lambda: badges(player) == {1: "✓ keeps"})


def test_marks_of_both_ways_stand_in_their_halves(visit: Any) -> None:
    deck = "7H+7C+KC+KH"
    player = visit(f"/?rules=concertina(deck%3D4)&layout=open&deck={deck}")
    player.press("v")
    player.page.check("#coach-dialog .tick:has-text('Mark') input")
    player.press("Escape")
    player.pile(4).click()
    halves = player.page.locator(".pile[data-place='1'] .half")
    player.until(lambda: halves.nth(0).get_attribute("data-way") == "✓ over")
    assert "going over: keeps the win" in player.pile(1).get_attribute("aria-label")


@SIZES
def test_the_coach_lists_every_action(visit: Any, size: dict[str, Any]) -> None:
    player = visit(OPEN, **size)
    legal = [str(action) for action in Game("accordion", deal=1).legal_actions]
    player.button("coach")
    listed = player.page.locator("#coach-actions button")
    player.until(lambda: listed.count() == len(legal))
    assert sorted(listed.evaluate_all("all => all.map(e => e.dataset.action)")) == sorted(legal)
    for words in listed.all_inner_texts():
        assert words.lstrip("✓✕? ").startswith(("keeps the win", "loses", "not known"))
    player.until(lambda: "winnable" in player.page.inner_text("#coach-verdict"))
    player.page.click("#coach-actions [data-action='42-39']")
    player.until(lambda: len(player.row()) == 51)
    assert player.query()["actions"] == "42-39"


# ---------------------------------------------------------------- the way back


@SIZES
def test_the_way_back_leads_to_the_last_winnable_position(visit: Any, size: dict[str, Any]) -> None:
    player = visit(FIVE + "&actions=5-4+3-2", **size)
    assert "Stuck" in player.page.inner_text("#stands")
    player.page.click("#outcome-back")  # with the light off, too
    player.until(lambda: len(player.row()) == 5)
    assert player.message().startswith("The last position known to be winnable, the start")
    player.press("w")
    player.until(lambda: player.message().startswith("This position is winnable"))
    player.press("r", "r")  # nothing is lost
    player.until(lambda: player.row() == ["9C", "KH", "7S"])
    player.press("w")
    player.until(lambda: len(player.row()) == 5)


def test_a_lost_game_offers_the_way_back_while_it_goes_on(visit: Any) -> None:
    player = visit(FIVE)
    player.press("c")
    player.until(lambda: light(player) == "● winnable")
    assert player.page.is_hidden("#coach-do")
    asked = Asked(player)
    act(player, "5-4")
    player.until(lambda: light(player) == "✕ lost")
    assert player.page.inner_text("#coach-do") == "Back to winnable"
    player.page.click("#coach-do")
    player.until(lambda: len(player.row()) == 5)
    assert asked.of("review") == []  # what was seen while playing is known


@SIZES
def test_what_is_lost_already_is_told_once(visit: Any, size: dict[str, Any]) -> None:
    player = visit(FIVE + "&actions=5-4", **size)
    panel = player.page.locator("#coach-dialog")
    back = panel.get_by_role("button", name="Back to winnable")
    player.button("coach")
    player.until(lambda: "Already lost" in player.page.inner_text("#coach-verdict"))
    listed = player.page.locator("#coach-actions button")
    player.until(lambda: listed.all_inner_texts() == ["3-2, K♥︎ onto 7♥︎"])
    assert back.is_visible()
    player.page.check("#coach-dialog .tick:has-text('Mark') input")
    player.press("Escape")
    player.pile(3).click()
    player.until(lambda: "Pile 3 selected" in player.message())
    player.settle()
    assert badges(player) == {}
    player.press("Escape", "u")
    player.until(lambda: len(player.row()) == 5)
    player.button("coach")
    player.until(lambda: "winnable" in player.page.inner_text("#coach-verdict"))
    assert back.is_hidden()
    player.press("Escape")
    for left, action in zip((4, 3, 2, 1), ("4-1", "4-1", "2-1", "2-1"), strict=True):
        act(player, action)
        player.until(lambda: len(player.row()) == left)  # noqa: B023
    player.button("coach")
    player.until(lambda: player.page.inner_text("#coach-verdict").startswith("● won"))
    assert back.is_hidden()


# ---------------------------------------------------------------- the stock


@SIZES
def test_peeking_is_asked_for_told_and_kept_in_the_record(visit: Any, size: dict[str, Any]) -> None:
    player = visit(STOCK, **size)
    asked = Asked(player)
    player.press("c")
    player.until(lambda: light(player) == "? not known")
    player.press("w")
    player.until(lambda: "doesn't look at the order of the stock" in player.message())
    for answer in (".buttons button:first-child", "#confirm-yes"):
        assert "peeked" not in player.page.inner_text("#facts")
        assert not any("Peeked" in str(body) for _, body in asked.all)
        player.button("coach")
        player.page.click("#coach-dialog button:has-text('Peek')")
        player.page.click(f"#confirm-dialog {answer}")
    player.until(lambda: light(player) == "● winnable")
    assert "peeked" in player.page.inner_text("#facts")
    act(player, "d")
    player.until(lambda: len(player.row()) == 1)
    player.page.reload()
    player.until(lambda: light(player) == "● winnable")
    assert "peeked" in player.page.inner_text("#facts")
    player.button("record")
    record = sb.read(player.page.input_value("#record-dialog textarea"))
    assert record.headers.others["Peeked"] == "yes"
    player.press("Escape", "n")
    player.until(lambda: "peeked" not in player.page.inner_text("#facts"))
    player.until(lambda: light(player) == "? not known")
