"""Aids while playing: the bellows, other lines, sweepers, highlights, and what a drag tells."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import PHONE

GAME = "/?rules=accordion&layout=open&deal=1&actions=42-39+44-41+44-41+4-1"
SIZES = pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])


def drawn(player: Any, kind: str) -> list[list[float]]:
    """The points of a line of the bellows, as numbers of piles over the game."""
    high = float(player.page.get_attribute("#bellows", "viewBox").split()[3])
    lines = player.page.eval_on_selector_all(
        f"#bellows polyline{kind}", "all => all.map(line => line.getAttribute('points'))"
    )
    return [[high - 1 - float(point.split(",")[1]) for point in line.split()] for line in lines]


@SIZES
def test_the_bellows_are_drawn_live_and_go_to_any_point(visit: Any, size: dict[str, Any]) -> None:
    player = visit(GAME, **size)
    assert drawn(player, ":not([class])") == [[52, 51, 50, 49, 48]]
    before = player.row()
    player.page.locator("#time").focus()
    player.press("Home")
    player.until(lambda: len(player.row()) == 52)
    assert drawn(player, ":not([class])") == [[52]]
    assert drawn(player, ".undone") == [[52, 51, 50, 49, 48]]
    assert player.message().startswith("The start of the game")
    player.press("ArrowRight", "ArrowRight")
    player.until(lambda: len(player.row()) == 50)
    assert player.page.get_attribute("#time", "aria-valuetext") == "after action 2: 50 piles"
    assert player.message().startswith("Action 2 of 4.")
    player.press("Escape", "r", "r")
    player.until(lambda: player.row() == before)


def test_a_click_on_the_bellows_goes_there(visit: Any) -> None:
    player = visit(GAME)
    box = player.page.locator("#bellows-area").bounding_box()
    player.page.mouse.click(box["x"] + 1, box["y"] + box["height"] / 2)
    player.until(lambda: len(player.row()) == 52)
    player.page.mouse.move(box["x"] + 1, box["y"] + 5)
    player.page.mouse.down()
    for step in range(1, 30):  # a quick movement: only where it ends counts
        player.page.mouse.move(box["x"] + box["width"] * step / 30, box["y"] + 5)
    player.page.mouse.move(box["x"] + box["width"] - 1, box["y"] + 5)
    player.page.mouse.up()
    player.until(lambda: len(player.row()) == 48)


def test_the_games_keys_work_at_the_bellows_too(visit: Any) -> None:
    player = visit(GAME)
    box = player.page.locator("#bellows-area").bounding_box()
    player.page.mouse.click(box["x"] + 1, box["y"] + box["height"] / 2)
    player.until(lambda: len(player.row()) == 52)
    player.press("r", "r")
    player.until(lambda: len(player.row()) == 50)
    player.press("u")
    player.until(lambda: len(player.row()) == 51)
    player.press("ArrowRight", "ArrowRight")  # they are still the bellows' own
    player.until(lambda: len(player.row()) == 49)


def test_the_bellows_go_back_when_the_service_does_not_answer(visit: Any) -> None:
    player = visit(GAME)
    player.page.route("**/api/game", lambda route: route.abort())
    player.press("b", "Home")
    player.until(lambda: player.message().startswith("Squeezebox doesn't answer."))
    assert player.page.input_value("#time") == "4"
    assert len(player.row()) == 48


@SIZES
def test_the_other_line_is_kept_beside(visit: Any, size: dict[str, Any]) -> None:
    player = visit(GAME, **size)
    first = player.row()
    assert not player.page.locator("#other").is_visible()
    player.press("u", "u", "u", ":", *"4-1", "Enter", ":", *"5-2", "Enter")
    player.until(lambda: player.query()["actions"] == "42-39 4-1 5-2")
    second = player.row()
    assert player.page.inner_text("#other") == "Other line"
    assert drawn(player, ".other") == [[52, 51, 50, 49, 48]]
    player.page.click("#other")
    player.until(lambda: player.row() == first)
    assert "The other line: 4 actions, 48 piles." in player.message()
    player.press("o")
    player.until(lambda: player.row() == second)
    player.settle()
    player.page.reload()  # both are there until the game is left
    player.until(lambda: player.row() == second)
    player.press("o")
    player.until(lambda: player.row() == first)
    player.press("n")
    player.until(lambda: len(player.row()) == 52)
    player.until(lambda: not player.page.locator("#other").is_visible())


def test_many_lines_are_kept(visit: Any) -> None:
    row = "7H 7C 7D 7S 8H 8C 8D 8S 9H 9C 9D 9S TH TC TD TS JH JC JD JS".replace(" ", "+")
    player = visit(f"/?rules=accordion(deck=20)&layout=open&deck={row}")
    firsts = [f"{place}-{place - 1}" for place in range(2, 21) if place % 4 != 1]
    for action in firsts:
        player.press(":", *action, "Enter", "u")
    player.until(lambda: player.page.inner_text("#other") == f"{len(firsts) - 1} other lines")
    for action in firsts:
        player.press("o")
        player.until(lambda a=action: player.query().get("actions") == a)


def test_playing_into_a_line_takes_it_up_again(visit: Any) -> None:
    player = visit(GAME)
    player.press("u", "u", "u", ":", *"4-1", "Enter")
    player.until(lambda: player.page.locator("#other").is_visible())
    player.press("u", ":", *"44-41", "Enter")
    player.until(lambda: player.query()["actions"] == "42-39 44-41")
    assert drawn(player, ".other") == [[52, 51, 50]]  # the one with 4-1
    player.press("r", "r")
    player.until(lambda: len(player.row()) == 48)
    assert player.query()["actions"] == "42-39 44-41 44-41 4-1"


def test_sweepers_are_explained_where_they_are_chosen(visit: Any) -> None:
    player = visit(GAME)
    player.press("s")
    player.page.click("#marks-dialog button:has-text('How sweepers work')")
    player.until(lambda: "weepers" in player.page.inner_text("#rulebook-dialog article"))
    assert player.page.locator("dialog[open]").count() == 1


@SIZES
def test_sweepers_are_seen_and_asked_for(visit: Any, size: dict[str, Any]) -> None:
    deck = "9H+2C+4S+JD+7C+7D+7S+7H"
    player = visit(f"/?rules=accordion(deck=8)&layout=open&deck={deck}", **size)
    player.press("s")
    player.page.click("#sweepers button[aria-label='sevens']")
    player.page.click("#marks-dialog .close")
    sweepers = player.page.locator(".pile.sweeper")
    assert sweepers.evaluate_all("all => all.map(p => p.dataset.card)") == ["7C", "7D", "7S", "7H"]
    assert "a sweeper" in player.pile(5).get_attribute("aria-label")
    assert "Sweepers: sevens" in player.page.inner_text("#marked")
    player.press(":", *"8-7", "Enter")
    player.page.wait_for_selector("#confirm-dialog[open]")
    assert "7♠" in player.page.inner_text("#confirm-dialog").replace(
        "\N{VARIATION SELECTOR-15}", ""
    )
    player.page.click("#confirm-dialog .buttons button:first-child")
    player.until(lambda: player.message() == "Kept.")
    assert len(player.row()) == 8
    player.press(":", *"5-2", "Enter")  # nothing is asked about: no sweeper is covered
    player.until(lambda: len(player.row()) == 7)
    player.press(":", *"7-6", "Enter")
    player.page.click("#confirm-yes")
    player.until(lambda: len(player.row()) == 6)
    player.settle()
    player.page.reload()
    player.until(lambda: len(player.row()) == 6)
    assert player.page.locator(".pile.sweeper").count() == 3
    player.press("s")
    player.page.uncheck("#ask")
    player.page.click("#marks-dialog .close")
    player.press(":", *"6-5", "Enter")
    player.until(lambda: len(player.row()) == 5)


def test_a_rank_or_suit_is_highlighted(visit: Any) -> None:
    player = visit(GAME)
    player.press("s")
    player.page.click("#shown button[aria-label='hearts']")
    player.press("Escape")
    shown = player.page.locator(".pile.shown")
    cards = shown.evaluate_all("all => all.map(p => p.dataset.card)")
    assert cards == [card for card in player.row() if card[1] == "H"]
    assert "highlighted" in shown.first.get_attribute("aria-label")
    player.press("s")
    player.page.click("#shown button:has-text('None')")
    assert shown.count() == 0


def test_a_drag_tells_piles_and_distance(visit: Any) -> None:
    player = visit(GAME)
    [one, other] = [player.pile(place).bounding_box() for place in (20, 17)]
    player.page.mouse.move(one["x"] + 30, one["y"] + 30)
    player.page.mouse.down()
    player.page.mouse.move(one["x"] + 60, one["y"] + 30)
    player.page.mouse.move(other["x"] + 30, other["y"] + 30)
    assert player.pile(20).get_attribute("data-tag") == "20 → 17 · 3 left"
    player.press("Escape")
    player.page.mouse.up()
    assert player.pile(20).get_attribute("data-tag") is None


def test_a_pile_that_is_gone_before_its_drag_begins_is_not_dragged(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=stock&deal=1&actions=d+d")
    first, second = player.row()
    box = player.pile(2).bounding_box()
    player.page.mouse.move(box["x"] + 30, box["y"] + 30)
    player.page.mouse.down()
    player.press("u")
    player.until(lambda: player.row() == [first])
    player.page.mouse.move(box["x"] + 60, box["y"] + 60)
    player.page.mouse.up()
    player.press("r")
    player.until(lambda: player.row() == [first, second])
    assert player.page.locator(".dragged").count() == 0


@SIZES
def test_the_position_is_said(visit: Any, size: dict[str, Any]) -> None:
    player = visit("/?rules=accordion(deck=4)&deck=7H+7C+KC+KH&actions=4-3", **size)
    player.press("p")
    player.until(lambda: "7" not in player.message() or "piles" in player.message())
    said = "3 piles. From left to right: 1 seven of hearts; 2 seven of clubs; 3 king of hearts"
    player.until(lambda: player.message().startswith(said))
    player.press(":", "3", "Enter")
    player.until(lambda: player.message().startswith("Pile 3: king of hearts, 2 cards"))
    assert "may go" not in player.message()
    player.press("i", ":", "2", "Enter")
    player.until(lambda: player.message().endswith("It may go to 1."))
    player.press(":", *"99", "Enter")
    player.until(lambda: player.message() == "There is no pile 99.")


def test_a_win_is_a_joy_that_is_in_nobodys_way(visit: Any) -> None:
    link = "/?rules=accordion(deck=4)&deck=7H+7C+KC+KH&actions=4-1+3-2"
    player = visit(link)
    player.press(":", *"2-1", "Enter")
    player.page.wait_for_selector(".joy", state="attached")
    player.press("u")
    player.until(lambda: len(player.row()) == 2)
    player.page.wait_for_selector(".joy", state="detached")
    calm = visit(link, reduced_motion="reduce")
    calm.press(":", *"2-1", "Enter")
    calm.until(lambda: len(calm.row()) == 1)
    assert calm.page.locator(".joy").count() == 0
    assert calm.page.evaluate("document.getAnimations().length") == 0


def test_two_fingers_zoom_and_drop_nothing(visit: Any) -> None:
    player = visit(GAME, **PHONE)
    touch = player.context.new_cdp_session(player.page)

    def fingers(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": each} for each, (x, y) in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    box = player.pile(20).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers("touchStart", (x, y))
    fingers("touchMove", (x - 15, y))
    player.until(lambda: player.page.locator(".pile.dragged").count() == 1)
    fingers("touchStart", (x - 15, y), (x + 40, y))
    for step in range(1, 8):
        fingers("touchMove", (x - 15 - 8 * step, y), (x + 40 + 8 * step, y))
    fingers("touchEnd")
    player.settle()
    assert player.page.locator(".pile.dragged").count() == 0
    assert player.message().startswith("Pile 20 selected")  # nothing was dropped anywhere
    assert player.page.evaluate("visualViewport.scale") > 1.2
