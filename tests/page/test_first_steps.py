"""The first steps: at the first visit, skipped, found again, taken in every way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import squeezebox as sb
from page.boards import (
    BOOK,
    STEPS,
    STILL,
    Board,
    act,
    boards,
    replays,
)
from page.conftest import PHONE, Player
from squeezebox import Action, Deal, Game


def newcomer(visit: Any, path: str = "/", **options: Any) -> Player:
    player: Player = visit(path, newcomer=True, **options)
    return player


def at_step(player: Player, number: int) -> Board:
    place = player.page.locator(f"{STEPS} > .note")
    player.until(lambda: place.inner_text() == f"First steps: {number} of 7")
    (board,) = boards(player, STEPS)
    return board


def tutorial_games(player: Player) -> list[Game]:
    html = player.page.evaluate("fetch('/api/rulebook/tutorial').then(r => r.json())")["html"]
    texts = player.page.evaluate(
        "html => [...new DOMParser().parseFromString(html, 'text/html')"
        ".querySelectorAll('sb-example')].map(e => e.textContent)",
        html,
    )
    return [sb.read(text).game for text in texts]


def learn(player: Player, play: Callable[[Board, Action], None], on: Callable[[], None]) -> None:
    """The first steps to their end."""
    for number, game in enumerate(tutorial_games(player), start=1):
        board = at_step(player, number)
        praise = player.page.locator(f"{STEPS} .praise")
        assert praise.inner_text() == ""
        for before, action in replays(game):
            board.expect(before)
            play(board, action)
        board.expect(game)
        player.until(lambda p=praise: p.inner_text() == "Well done!")
        assert player.page.evaluate("document.activeElement.textContent") == "Next"
        on()
    player.until(lambda: player.page.inner_text(f"{STEPS} h2") == "You know the game")
    on()
    player.until(lambda: not player.page.locator(STEPS).is_visible())


@pytest.mark.parametrize("how", ["click", "drag", "tap", "keys"])
def test_a_newcomer_takes_the_first_steps(visit: Any, how: str) -> None:
    player = newcomer(visit, **(PHONE if how == "tap" else {}), **STILL)
    row = player.page.eval_on_selector_all("#row .pile", "all => all.map(p => p.dataset.card)")

    def on() -> None:
        if how == "keys":
            focused = player.page.locator(f"{STEPS} .foot button.main:focus")
            for _ in range(12):
                if not focused.count():
                    player.press("Tab")
            player.press("Enter")
        elif how == "tap":
            player.page.locator(f"{STEPS} .foot button.main").tap()
        else:
            player.page.locator(f"{STEPS} .foot button.main").click()

    def play(board: Board, action: Action) -> None:
        if how == "keys":
            with_keys_from_anywhere(player, action)
        else:
            act(board, action, how)

    learn(player, play, on)
    assert player.row() == row  # the game beneath is as it was
    assert len(row) == 52
    player.open("/")
    assert not player.page.locator(STEPS).is_visible()


def with_keys_from_anywhere(player: Player, action: Any) -> None:
    """The board's keys work wherever the focus is in the dialog."""
    if isinstance(action, Deal):
        player.press(*["d"] * (action.count or 1))
    else:
        far = action.source - action.destination
        player.press(*["ArrowLeft"] * 10, *["ArrowRight"] * (action.source - 1), str(far))


def test_a_newcomer_skips_and_finds_them_again(visit: Any) -> None:
    player = newcomer(visit, **STILL)
    at_step(player, 1)
    player.page.get_by_role("button", name="Next", exact=True).click()
    at_step(player, 2)
    player.page.get_by_role("button", name="Skip", exact=True).click()
    player.until(lambda: not player.page.locator(STEPS).is_visible())
    player.press("ArrowRight", "i")
    player.until(lambda: player.page.get_attribute("#hints", "aria-pressed") == "true")
    player.page.reload()
    player.settle()
    assert not player.page.locator(STEPS).is_visible()
    player.button("tutorial")
    board = at_step(player, 1)
    board.press("Show me")
    board.press("Show me")
    player.until(lambda: player.page.inner_text(f"{STEPS} .praise") == "Well done!")
    player.press("Escape")
    player.until(lambda: not player.page.locator(STEPS).is_visible())


def test_a_wrong_way_is_stuck_and_can_be_taken_back(visit: Any) -> None:
    player = newcomer(visit, **STILL)
    for number in range(1, 5):
        at_step(player, number)
        player.page.get_by_role("button", name="Next", exact=True).click()
    board = at_step(player, 5)
    game = tutorial_games(player)[4]
    start = Game(game.rules, deck=game.deck)
    for action in (sb.Move(5, 2), sb.Move(2, 1), sb.Move(2, 1)):
        act(board, action)
        start.push(action)
        board.expect(start)
    player.until(lambda: "Stuck with 2 piles" in board.said())
    assert player.page.inner_text(f"{STEPS} .praise") == ""
    board.press("Back to the start")
    for before, action in replays(game):
        board.expect(before)
        act(board, action)
    player.until(lambda: player.page.inner_text(f"{STEPS} .praise") == "Well done!")


def test_whoever_comes_with_a_link_is_only_invited(visit: Any) -> None:
    player = newcomer(visit, "/?rules=bayan&deal=3", **STILL)
    assert not player.page.locator(STEPS).is_visible()
    assert "New to the game?" in player.message()
    assert len(player.row()) == 52
    player.page.reload()
    player.settle()
    assert "New to the game?" not in player.message()


def test_the_invitation_follows_what_was_said_once(visit: Any) -> None:
    """Cards are seen as signs and heard as words; only one of both goes into the next message."""
    player = newcomer(visit, "/?rules=royal-marriage(deck%3D9)&deal=3", **STILL)
    assert "The deck begins with Q♥" in player.message()
    assert "queen of hearts" not in player.message()
    assert player.message().count("New to the game?") == 1


def test_where_nothing_can_be_kept_the_first_steps_do_not_come_each_time(visit: Any) -> None:
    player = visit(None, newcomer=True, **STILL)
    player.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })"
    )
    player.open("/")
    assert not player.page.locator(STEPS).is_visible()
    assert len(player.row()) == 52


def test_links_of_the_last_page_lead_into_the_rulebook(visit: Any) -> None:
    player = newcomer(visit, **STILL)
    for _ in range(7):
        player.page.get_by_role("button", name="Next", exact=True).click()
    player.page.locator(f"{STEPS} a", has_text="sweepers").click()
    player.until(lambda: player.page.inner_text(f"{BOOK} h2") == "Tips")
    assert not player.page.locator(STEPS).is_visible()
