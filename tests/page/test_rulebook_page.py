"""The rulebook inside the page, and its worked examples as boards to play on."""

from __future__ import annotations

from typing import Any

import pytest

import squeezebox as sb
from page.boards import (
    BOOK,
    NAMES,
    SIZES,
    STILL,
    Board,
    act,
    boards,
    open_book,
    record_of,
    replays,
    turn,
)
from page.conftest import Player
from squeezebox import Action, Deal, Discard


@pytest.mark.parametrize("size", SIZES)
def test_every_page_opens_and_its_boards_go_to_their_end(visit: Any, size: str) -> None:
    player = visit("/?rules=accordion&deal=1", **SIZES[size], **STILL)
    open_book(player)
    for name in NAMES:
        turn(player, name)
        found = boards(player, BOOK)
        for index, board in enumerate(found if size == "desk" else found[:1]):
            game = record_of(player, index)
            if size != "desk":
                board.press("Step")
                player.until(lambda b=board: b.facts().startswith("1 of"))
                continue
            for _ in game.actions:
                board.press("Step")
            board.expect(game)
            made = len(game.actions)
            player.until(lambda b=board, n=made: b.facts().startswith(f"{n} of {n} action"))
        sizes = player.page.evaluate(
            "[...document.querySelectorAll('#rulebook-dialog, html')]"
            ".map(e => e.scrollWidth - e.clientWidth)"
        )
        assert sizes == [0, 0], name
    assert len(NAMES) == player.page.locator(f"{BOOK} option").count()


PLAYED = {
    "click": ["accordion", "push-pin", "relaxed", "skidoo", "revenge", "virtuoso", "leap-4"],
    "drag": ["concertina", "royal-marriage", "bayan", "compulsory"],
    "keys": ["concertina", "royal-marriage", "bayan", "compulsory"],
}


@pytest.mark.parametrize("how", PLAYED)
def test_an_example_is_played_by_hand(visit: Any, how: str) -> None:
    player = visit("/?rules=accordion&deal=1", **STILL)
    open_book(player)
    for name in PLAYED[how]:
        turn(player, name)
        board = boards(player, BOOK)[0]
        game = record_of(player)
        board.found.scroll_into_view_if_needed()
        for before, action in replays(game):
            board.expect(before)
            if how == "keys":
                play_with_keys(player, board, action)
            else:
                act(board, action, how)
        board.expect(game)
        if game.table.discards:
            assert "discarded: " in board.facts()
        if game.target:
            assert f"target: {game.target.glyphs}" in board.facts()
        if game.outcome is sb.Outcome.WON:
            assert "Won" in board.said()


def play_with_keys(player: Player, board: Board, action: Action) -> None:
    if isinstance(action, Deal):
        board.found.get_by_role("button", name="Deal").focus()
        player.press(*["d"] * (action.count or 1))
        return
    board.found.locator(".pile[tabindex='0']").focus()
    one, other = (
        (action.first, action.last)
        if isinstance(action, Discard)
        else (action.source, action.destination)
    )
    under = not isinstance(action, Discard) and action.under
    player.press(*["ArrowLeft"] * 9, *["ArrowRight"] * (one - 1), "Enter")
    step = "ArrowRight" if other > one else "ArrowLeft"
    player.press(*[step] * abs(other - one), "Shift+Enter" if under else "Enter")


def test_another_line_is_played_taken_back_and_left(visit: Any) -> None:
    player = visit("/?rules=accordion&deal=1", **STILL)
    open_book(player)
    turn(player, "examples")
    board = boards(player, BOOK)[0]
    start = ["7H", "7C", "KC", "KH"]
    player.until(lambda: board.row() == start)
    board.pile(4).click()
    player.until(lambda: board.said() == "Pile 4: K♥.")
    assert board.found.locator(".can, .movable").count() == 0  # hints are off
    board.pile(4).click()
    player.press("Escape", "i")
    open_book(player)
    turn(player, "examples")
    board = boards(player, BOOK)[0]
    player.until(lambda: board.row() == start)
    board.pile(4).click()
    player.until(lambda: board.said() == "K♥ can go onto pile 3 or onto pile 1.")
    assert board.found.locator(".pile.can").evaluate_all("all => all.map(p => p.dataset.card)") == [
        "7H",
        "KC",
    ]
    board.pile(2).click()  # refused, and says why
    player.until(lambda: "1 or 3 to the left, not 2" in board.said())
    assert board.row() == start
    board.pile(2).click()
    board.pile(1).click()
    player.until(lambda: board.row() == ["7C", "KC", "KH"])
    assert board.facts() == "your own way, 1 action"
    board.press("Back one action")
    player.until(lambda: board.row() == start)
    board.press("Step")  # the record's line, not one's own
    player.until(lambda: board.row() == ["KH", "7C", "KC"])
    player.press("ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight", "1")
    player.until(lambda: board.row() == ["KH", "KC"])
    assert board.facts() == "2 of 3 actions"
    player.press("u")
    player.until(lambda: board.row() == ["KH", "7C", "KC"])
    player.press("r", "r")
    player.until(lambda: board.row() == ["KC"])
    assert board.said().endswith("Won: everything is in one pile!")
    step = board.found.get_by_role("button", name="Step")
    assert step.get_attribute("aria-disabled") == "true"
    board.press("Back to the start")
    player.until(lambda: board.row() == start)


def test_escape_lets_go_first_and_then_closes(visit: Any) -> None:
    player = visit("/?rules=accordion&deal=1", **STILL)
    open_book(player)
    turn(player, "tips")
    board = boards(player, BOOK)[0]
    board.pile(5).click()
    player.until(lambda: board.pile(5).get_attribute("aria-selected") == "true")
    player.press("Escape")
    player.until(lambda: board.pile(5).get_attribute("aria-selected") == "false")
    assert player.page.locator(BOOK).is_visible()
    player.press("Escape")
    player.until(lambda: not player.page.locator(BOOK).is_visible())


def test_the_book_opens_at_the_rule_set_in_play_and_leaves_the_game_alone(visit: Any) -> None:
    player = visit("/?rules=accordion&deal=1&actions=42-39+44-41", **STILL)
    player.pile(40).click()
    before = (player.row(), player.query(), player.page.inner_text("#piles"))
    open_book(player)
    assert player.page.inner_text(f"{BOOK} h2") == "Accordion"
    boards(player, BOOK)[0].press("Step")
    player.page.locator(f"{BOOK} a", has_text="names and history").click()
    player.until(lambda: player.page.inner_text(f"{BOOK} h2") == "Names and history")
    assert player.page.evaluate("document.activeElement.id") == "rulebook-dialog-title"
    player.page.locator(f"{BOOK} a", has_text="Bayan").click()
    player.until(lambda: player.page.inner_text(f"{BOOK} h2") == "Bayan")
    assert player.page.locator(f"{BOOK} select").input_value() == "bayan"
    player.page.get_by_role("button", name="Back", exact=True).click()
    player.until(lambda: player.page.inner_text(f"{BOOK} h2") == "Names and history")
    player.page.locator(BOOK).get_by_role("button", name="Close").click()
    player.until(lambda: player.page.locator(".pile").count() == 50)
    assert (player.row(), player.query(), player.page.inner_text("#piles")) == before
    player.press("u")
    player.until(lambda: player.page.inner_text("#piles") == "51")


def test_a_rule_set_of_ones_own_has_its_page(visit: Any) -> None:
    player = visit("/?rules=skidoo(deck=9)&deal=1", **STILL)
    open_book(player)
    assert player.page.inner_text(f"{BOOK} h2") == "23 Skidoo, changed"
    assert player.page.locator(f"{BOOK} select").input_value() == "skidoo(deck=9)"
    assert player.page.locator(f"{BOOK} h3").last.inner_text() == "What differs in skidoo(deck=9)"


def test_an_example_goes_to_the_table_and_says_where_it_comes_from(visit: Any) -> None:
    player = visit("/?rules=accordion&deal=1&actions=42-39", **STILL)
    open_book(player)
    turn(player, "virtuoso")
    board = boards(player, BOOK)[1]
    board.press("Step")
    player.until(lambda: board.facts().startswith("1 of"))
    board.press("Play on the table")
    player.until(lambda: not player.page.locator(BOOK).is_visible())
    player.until(lambda: player.row() == ["9C", "KC", "KS", "JC"])
    player.settle()
    assert player.message() == "The rulebook: Accordion Virtuoso."
    assert player.query()["target"] == "KS"
    assert player.query()["actions"] == "5-2"
    player.button("record")
    assert '[Source "The rulebook: Accordion Virtuoso"]' in player.page.input_value(
        "textarea[name=text]"
    )
    player.press("Escape")
    player.page.go_back()
    player.until(lambda: len(player.row()) == 51)


def test_a_page_that_does_not_come_says_so(visit: Any) -> None:
    player = visit("/?rules=accordion&deal=1", **STILL)
    player.context.set_offline(True)
    player.page.click("#help")
    player.page.get_by_role("button", name="The rulebook").click()
    player.until(lambda: "doesn't answer" in player.page.inner_text(f"{BOOK} article"))
    player.context.set_offline(False)
    player.press("Escape")
    assert len(player.row()) == 52
