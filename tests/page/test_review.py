"""Looking back and ahead: the review of a game, and solutions to step through."""

from __future__ import annotations

from typing import Any

import pytest

import squeezebox as sb
from squeezebox import Game

from .conftest import Player
from .test_coach import FIVE, OPEN, SIZES, STOCK, Asked, act, light

LOST = FIVE + "&actions=5-4+3-2"
pytestmark = pytest.mark.usefixtures("ready")
REVIEW, SOLUTION = "#review-dialog", "#solution-dialog"


def told(player: Player, where: str) -> str:
    return str(player.page.inner_text(f"{where} .told")).replace("\ufe0e", "")


def row(player: Player, where: str) -> list[str]:
    found: list[str] = player.page.eval_on_selector_all(
        f"{where} .pile", "all => all.map(p => p.dataset.card)"
    )
    return found


def reviewed(player: Player) -> None:
    player.page.wait_for_selector("#review-summary:not(:has-text('Looking'))")


@SIZES
def test_a_review_shows_what_lost_the_win_and_what_was_better(
    visit: Any, size: dict[str, Any]
) -> None:
    player = visit(LOST, **size)
    player.page.click("#outcome-review")
    reviewed(player)
    summary = player.page.inner_text("#review-summary")
    assert summary == "Action 1, 5-4, lost the win: 4-1 was better."
    player.until(lambda: told(player, REVIEW).startswith("The start: 5 piles ● winnable"))
    player.press("End")
    player.until(lambda: told(player, REVIEW).startswith("After action 2 of 2: 3 piles ✕ lost"))
    assert not player.page.is_visible(f"{REVIEW} .leave")  # nothing is to be played there
    lights = player.page.locator(f"{REVIEW} .lights rect")
    kinds = lights.evaluate_all("all => all.map(e => e.getAttribute('class'))")
    assert kinds == ["winnable", "lost", "lost"]
    heights = lights.evaluate_all("all => all.map(e => e.getAttribute('height'))")
    assert heights[0] != heights[1]  # not by colour alone
    player.page.click("#review-lost")
    player.until(lambda: row(player, REVIEW) == ["9C", "7H", "KH", "9S", "7S"])
    words = "✕ Played: 5-4, 7♠ onto 9♠. It lost the win.\n✓ Better: 4-1, 9♠ onto 9♣."
    player.until(lambda: words in told(player, REVIEW))
    assert player.page.is_visible(f"{REVIEW} .leave")
    marked = player.page.eval_on_selector_all(
        f"{REVIEW} .badge", "all => all.map(e => e.closest('.pile').dataset.card + e.innerText[0])"
    )
    assert marked == ["9C✓", "9S✓", "9S✕", "7S✕"]
    split = f"{REVIEW} .told .action"
    lines = player.page.eval_on_selector_all(
        split, "all => all.map(e => e.getClientRects().length)"
    )
    assert lines == [1, 1]  # no line ends within an action
    player.page.click("#review-better")
    player.until(lambda: "It wins with 4 actions." in player.page.inner_text(SOLUTION))
    player.press("l")
    player.until(lambda: row(player, SOLUTION) == ["9S", "7H", "KH", "7S"])
    player.page.click(f"{SOLUTION} .leave")
    player.until(lambda: player.row() == ["9S", "7H", "KH", "7S"])
    assert player.page.inner_text("#other") == "Other line"  # the player's own
    player.press("r", "r", "r")  # and the rest of the solution can be followed
    player.until(lambda: player.page.inner_text("#stands").startswith("Won"))
    player.press("o")
    player.until(lambda: player.row() == ["9C", "KH", "7S"])


def test_a_review_names_the_actions_that_alone_kept_the_win(visit: Any) -> None:
    player = visit(FIVE + "&actions=4-1+4-1+2-1+2-1")
    player.button("review")
    reviewed(player)
    summary = player.page.inner_text("#review-summary")
    assert summary.startswith("The win was never lost. ")
    assert "kept the win" in summary
    review = sb.review(Game("accordion(deck=5)", deck="9C 7H KH 9S 7S", actions="4-1 4-1 2-1 2-1"))
    only = [f"{each.ply}, {each.action}" for each in review.plies if each.only]
    assert only
    assert all(words in summary for words in only)
    assert told(player, REVIEW).startswith("After action 4 of 4: 1 pile ● won")
    time = player.page.locator(f"{REVIEW} .time")
    assert time.get_attribute("aria-valuetext") == "after action 4, 1 pile, won"


@SIZES
def test_a_review_goes_to_any_point_by_keys_and_by_touch(visit: Any, size: dict[str, Any]) -> None:
    player = visit(OPEN + "&actions=42-39+44-41+44-41+4-1", **size)
    player.button("review")
    reviewed(player)
    assert player.page.inner_text("#review-summary").startswith("The win was never lost.")
    time = player.page.locator(f"{REVIEW} .time")
    assert time.get_attribute("aria-valuetext") == "after action 4, 48 piles, winnable"
    player.press("Home")
    player.until(lambda: len(row(player, REVIEW)) == 52)
    assert time.get_attribute("aria-valuetext") == "the start, 52 piles, winnable"
    player.press("ArrowRight")
    player.until(lambda: len(row(player, REVIEW)) == 51)
    time.focus()
    player.press("End")
    player.until(lambda: len(row(player, REVIEW)) == 48)
    box = time.bounding_box()
    player.page.mouse.click(box["x"] + box["width"] / 12 * 2, box["y"] + 5)
    player.until(lambda: time.input_value() in "12")
    player.page.click(f"{REVIEW} [aria-label='To the start']")
    player.page.click(f"{REVIEW} [aria-label='Forward']")
    player.until(lambda: told(player, REVIEW).startswith("After action 1 of 4: 51 piles"))
    player.page.click(f"{REVIEW} .leave")
    player.until(lambda: len(player.row()) == 51)
    assert player.page.is_hidden("#other")  # the rest is redone, nothing is set aside
    player.press("r", "r", "r")
    player.until(lambda: len(player.row()) == 48)


def test_a_review_is_exported_as_an_annotated_record(visit: Any) -> None:
    player = visit(LOST)
    player.page.click("#outcome-review")
    reviewed(player)
    player.page.click(f"{REVIEW} summary:has-text('Annotated record')")
    player.page.click("#review-copy")
    player.until(lambda: player.page.inner_text("#review-copy") == "Copied")
    copied = player.page.evaluate("navigator.clipboard.readText()")
    record = sb.read(copied)
    assert record.game == Game("accordion(deck=5)", deck="9C 7H KH 9S 7S", actions="5-4 3-2")
    assert "lost the win" in record.comments[1]


def test_a_review_that_takes_long_can_be_left(visit: Any) -> None:
    player = visit(LOST)
    asked = Asked(player)
    held: list[Any] = []
    player.page.route("**/api/coach/review", lambda route: held.append(route))  # noqa: PLW0108
    player.page.click("#outcome-review")
    player.until(lambda: "Looking" in player.page.inner_text("#review-summary"))
    player.until(
        lambda: row(player, REVIEW) == ["9C", "KH", "7S"]
    )  # what is there can be looked at
    player.press("Home")
    player.until(lambda: len(row(player, REVIEW)) == 5)
    player.press("Escape")
    player.until(lambda: len(asked.dropped) == 1)


def test_a_review_doesnt_look_at_the_stock_unless_it_may(visit: Any) -> None:
    player = visit(STOCK + "&actions=d9")
    asked = Asked(player)
    player.button("review")
    player.page.click("#confirm-dialog .buttons button:first-child")
    player.until(lambda: "replay only" in player.page.inner_text("#review-summary"))
    player.until(lambda: len(row(player, REVIEW)) == 9)
    assert {what for what, _ in asked.all} <= {"difficulty"}
    player.press("Escape")
    player.button("review")
    player.page.click("#confirm-yes")
    reviewed(player)
    assert "winnable" in told(player, REVIEW)


def test_a_finished_game_is_looked_at_with_its_cards_known(visit: Any) -> None:
    """And its record doesn't say that the player had peeked."""
    deck = "9C+7H+KH+9S+7S"
    path = f"/?rules=accordion(deck%3D5)&layout=stock&deck={deck}&actions=d5+5-4+3-2"
    player = visit(path)
    player.page.click("#outcome-review")
    reviewed(player)
    assert player.page.inner_text("#review-summary").startswith("Action 2, 5-4, lost the win: ")
    text = player.page.input_value(f"{REVIEW} textarea")
    assert "Peeked" not in sb.read(text).headers.others
    player.press("Home")
    player.until(lambda: told(player, REVIEW).startswith("The start: 0 piles ● winnable"))
    player.press("Escape", "c")
    player.until(lambda: light(player) == "✕ lost")
    player.press("w")
    player.until(lambda: len(player.row()) == 5 and light(player) == "● winnable")
    player.press("u")  # while cards are hidden the light knows nothing of them
    player.until(lambda: player.row() == [] and light(player) == "? not known")


# ---------------------------------------------------------------- solutions


@SIZES
def test_a_solution_is_played_paused_stepped_and_left(visit: Any, size: dict[str, Any]) -> None:
    player = visit(OPEN + "&actions=42-39", **size)
    player.press("c")
    player.until(lambda: light(player) == "● winnable")
    player.button("solution")
    player.until(lambda: "It wins with 50 actions." in player.page.inner_text(SOLUTION))
    piles = lambda: len(row(player, SOLUTION))  # noqa: E731
    player.until(lambda: piles() == 51)
    player.page.select_option(f"{SOLUTION} select", label="Fast")
    play = player.page.locator(f"{SOLUTION} .transport .main")
    play.click()
    assert play.inner_text() == "Pause"
    player.until(lambda: piles() <= 47)
    play.click()
    stopped = piles()
    player.page.wait_for_timeout(800)
    assert stopped - 1 <= piles() <= stopped
    at = piles()
    player.press("u")  # by keys, too
    player.until(lambda: piles() == at + 1)
    player.page.click(f"{SOLUTION} [aria-label='Back']")
    player.until(lambda: piles() == at + 2)
    player.page.click(f"{SOLUTION} [aria-label='To the end']")
    player.until(lambda: piles() == 1)
    assert "Won" in told(player, SOLUTION)
    player.press("Home", "r", "r", "r")
    player.until(lambda: piles() == 49)
    player.page.click(f"{SOLUTION} .leave")
    player.until(lambda: len(player.row()) == 49)
    assert light(player) == "● winnable"
    act(
        player,
        str(next(iter(Game("accordion", deal=1, actions=player.query()["actions"]).legal_actions))),
    )
    player.until(lambda: len(player.row()) == 48)
    player.settle()
    player.page.reload()
    player.until(lambda: len(player.row()) == 48)


def test_what_was_played_waits_beside_a_solution(visit: Any) -> None:
    player = visit(FIVE + "&actions=5-4")
    player.button("solution")
    player.until(lambda: "There is none" in player.page.inner_text(SOLUTION))
    player.page.click(f"{SOLUTION} button:has-text('From the start instead')")
    player.until(lambda: "It wins with 4 actions." in player.page.inner_text(SOLUTION))
    player.press("End")
    player.until(lambda: len(row(player, SOLUTION)) == 1)
    assert not player.page.is_visible(f"{SOLUTION} .leave")  # it is over there
    player.press("u")
    player.until(lambda: len(row(player, SOLUTION)) == 2)
    player.page.click(f"{SOLUTION} .leave")
    player.until(lambda: len(player.row()) == 2)
    player.press("o")
    player.until(lambda: player.row() == ["9C", "7H", "KH", "7S"])


def test_a_solution_needs_a_peek_while_cards_are_hidden(visit: Any) -> None:
    player = visit(STOCK + "&actions=d9")
    player.button("solution")
    player.until(lambda: "isn't looked at" in player.page.inner_text(SOLUTION))
    player.page.click(f"{SOLUTION} button:has-text('Peek')")
    player.page.click("#confirm-yes")
    player.until(lambda: "It wins with" in player.page.inner_text(SOLUTION))
    assert "peeked" in player.page.inner_text("#facts")
    player.press("l")
    player.until(lambda: len(row(player, SOLUTION)) != 9)


@pytest.mark.parametrize("size", [(320, 568), (640, 400), (2560, 1440)])
def test_a_reel_fits_every_screen(visit: Any, size: tuple[int, int]) -> None:
    player = visit(OPEN, viewport={"width": size[0], "height": size[1]})
    player.button("solution")
    player.until(lambda: len(row(player, SOLUTION)) == 52)
    assert player.page.eval_on_selector(
        SOLUTION,
        "e => e.scrollWidth <= e.clientWidth"
        " && [...e.querySelectorAll('.pile')]"
        ".every(p => p.getBoundingClientRect().right <= innerWidth)",
    )
    board = player.page.locator(f"{SOLUTION} .stage").bounding_box()
    film = player.page.locator(f"{SOLUTION} .film").bounding_box()
    assert board["y"] + board["height"] <= film["y"] + 1
