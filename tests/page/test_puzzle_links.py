"""Puzzles in the address and the history, and on the table as games."""

from __future__ import annotations

import json
from typing import Any

import pytest

from page.boards import STILL
from page.results import SIZES, close, kept, play
from page.test_puzzles import GAME
from page.trainer import DIALOG, Trainer

pytestmark = pytest.mark.usefixtures("ready")


@SIZES
def test_a_link_opens_the_same_puzzle_over_the_game_in_progress(visit: Any, size: Any) -> None:
    trainer = Trainer(player := visit(GAME, **size, **STILL))
    play(player, "42-39")
    trainer.open()
    player.page.select_option("#puzzle-step", index=1)
    trainer.board(2)
    player.page.click(f"{DIALOG} summary:has-text('Share')")
    player.page.click("#puzzle-copy")
    link = player.page.evaluate("navigator.clipboard.readText()")
    assert link == player.page.input_value("#puzzle-link")
    record = trainer.answer["record"]
    player.page.goto(link)
    board = trainer.board(3)
    assert trainer.answer["record"] == record
    trainer.solve(board)
    close(player)
    player.until(lambda: len(player.row()) == 51)
    assert player.query()["actions"] == "42-39"
    other = visit(None, **size)
    there = Trainer(other)
    other.page.goto(link)
    there.board(1)
    assert there.answer["record"] == record


def test_the_address_is_the_puzzles_while_one_is_open(visit: Any) -> None:
    trainer = Trainer(player := visit(GAME, **STILL))
    play(player, "42-39")
    player.press("n")  # so that there is a game before this one
    player.until(lambda: len(player.row()) == 52)
    player.settle()
    game = player.query()
    deal = game["deal"]
    trainer.open()
    first = player.page.input_value("#puzzle-link")
    assert player.page.url == first
    trainer.click("next")
    trainer.board(2)
    second = player.page.input_value("#puzzle-link")
    assert player.page.url == second != first
    player.page.reload()
    trainer.board(3)
    assert trainer.asked[2] == trainer.asked[1]
    assert player.page.url == second
    player.page.go_back()
    trainer.board(4)
    assert trainer.asked[3] == trainer.asked[0]
    assert player.page.url == first
    player.page.go_back()
    player.until(lambda: not player.page.locator(DIALOG).is_visible())
    player.until(lambda: player.query().get("deal") == deal)
    player.page.go_forward()
    trainer.board(5)
    assert player.page.url == first
    close(player)
    player.until(lambda: player.query() == game)  # the game lay under it
    player.press("u")  # and the one before is as near as it was
    player.until(lambda: len(player.row()) == 51)
    player.until(lambda: player.query().get("actions") == "42-39")


def test_a_linked_puzzle_stays_in_the_address(visit: Any) -> None:
    player = visit(None, **STILL)
    trainer = Trainer(player)
    link = "/?puzzle=17&of=accordion&step=3"
    player.page.goto(link)
    trainer.board(1)
    assert player.page.url == player.address + link
    player.page.reload()
    trainer.board(2)
    assert trainer.asked[0] == trainer.asked[1]
    assert trainer.asked[0] | {"number": 17, "step": 3} == trainer.asked[0]
    close(player)
    player.until(lambda: player.query().get("rules") == "accordion")
    player.page.reload()
    player.settle()
    assert not player.page.locator(DIALOG).is_visible()


def test_a_link_to_no_puzzle_is_told(visit: Any) -> None:
    player = visit("/?puzzle=1&of=polka")
    player.until(lambda: "polka" in player.message())
    assert len(player.row()) == 52
    player.open("/?puzzle=x&of=accordion")
    assert not player.page.locator(DIALOG).is_visible()


@SIZES
def test_a_puzzle_goes_to_the_table_as_a_game(visit: Any, size: Any) -> None:
    trainer = Trainer(player := visit(GAME, **size, **STILL))
    trainer.open()
    tops = [card.text for card in trainer.game.table.tops]
    trainer.click("play")
    player.until(lambda: player.row() == tops)
    assert player.message().startswith("Puzzle ")
    play(player, trainer.answer["action"])
    [game] = kept(player)
    assert game["came"] == "puzzle"
    assert game["notes"]["headers"]["Source"].startswith("Puzzle ")
    player.page.go_back()
    player.until(lambda: len(player.row()) == 52)


def test_a_puzzle_that_does_not_come_is_told_and_the_next_one_comes(visit: Any) -> None:
    trainer = Trainer(player := visit(GAME, **STILL))
    refuse = json.dumps({"message": "There is none."})
    player.page.route("**/api/coach/puzzle", lambda r: r.fulfill(status=422, body=refuse))
    player.button("puzzles")
    trainer.says("There is none.")
    player.page.unroute("**/api/coach/puzzle")
    player.page.route("**/api/coach/puzzle", lambda r: r.abort())
    trainer.click("next")
    trainer.says("Squeezebox doesn't answer.")
    player.page.unroute("**/api/coach/puzzle")
    trainer.click("next")
    trainer.solve(trainer.board(1))


def test_a_coach_that_gets_ready_is_told(visit: Any) -> None:
    trainer = Trainer(player := visit(GAME, **STILL))
    player.page.route("**/api/coach/puzzle", lambda r: r.fulfill(json={"ready": False}))
    player.button("puzzles")
    trainer.says("getting ready. Once after installing, this takes a minute or two.")
    player.page.unroute("**/api/coach/puzzle")
    player.until(lambda: trainer.verdict() == "")
