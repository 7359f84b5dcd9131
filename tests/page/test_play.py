"""Whole games on the page, with every way of playing it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from page.conftest import PHONE, Player
from squeezebox import Action, Deal, Discard, Game, Move, Outcome, read_rules
from squeezebox.catalogue import LISTED

WIN = """
    42-39 44-41 44-41 4-1 32-29 16-13 33-30 14-11 16-13 37-34 24-23 25-22 22-19 21-18 31-28
    14-11 22-21 9-8 10-7 11-8 5-2 30-29 4-3 4-1 11-10 15-12 5-2 9-6 8-5 4-3 7-6 19-18 11-8
    12-9 13-10 4-3 6-3 4-1 6-3 5-2 8-5 5-2 7-4 5-2 4-1 4-1 6-3 5-2 4-3 3-2 2-1
"""
"""A win of deal 1 in the open game."""


def put(player: Player, action: Any, how: str) -> None:
    """Make a merge as a person does: two clicks, two taps, or a drag."""
    source, destination = player.pile(action.source), player.pile(action.destination)
    height = source.bounding_box()["height"]
    at = {"x": 12, "y": height * (0.6 if action.under else 0.2)}
    if how == "drag":
        source.drag_to(destination, target_position=at)
    elif how == "tap":
        source.tap(position={"x": 12, "y": 12})
        destination.tap(position=at)
    else:
        source.click(position={"x": 12, "y": 12})
        destination.click(position=at)


def expect_row(player: Player, game: Game) -> None:
    """The page shows exactly the game's row."""
    player.until(lambda: player.row() == [card.text for card in game.table.tops])


def win(player: Player, play: Any) -> None:
    game = Game("accordion", deal=1)
    for text in WIN.split():
        action = Move(*map(int, text.split("-")))
        play(action)
        game.push(action)
        expect_row(player, game)
    assert game.outcome is Outcome.WON
    assert "Won: everything is in one pile" in player.page.inner_text("#stands")
    player.settle()
    assert player.query()["actions"].split() == WIN.split()
    assert "Best: 1 pile" in player.page.inner_text("#best")


def test_a_game_won_by_mouse(visit: Any) -> None:
    player = visit("/?rules=accordion&deal=1")
    made = itertools.count()
    win(player, lambda action: put(player, action, "drag" if next(made) % 3 == 2 else "click"))


def test_a_game_won_by_touch_on_a_phone(visit: Any) -> None:
    player = visit("/?rules=accordion&deal=1", **PHONE)
    win(player, lambda action: put(player, action, "tap"))


def test_a_game_won_by_keyboard(visit: Any) -> None:
    player = visit("/?rules=accordion&deal=1")
    made = itertools.count()

    def play(action: Move) -> None:
        player.press("g", *str(action.source), "Enter")
        if next(made) % 2:
            player.press(str(action.source - action.destination))
        else:
            player.press("Enter", *["ArrowLeft"] * (action.source - action.destination), " ")

    win(player, play)


def some_line(name: str, layout: str) -> Game:
    """Something legal, always another one of the list, until nothing is legal any more."""
    target = "9H" if read_rules(name).target == "chosen" else None
    game = Game(name, deal=11, layout=layout, target=target)
    while game.legal_actions:
        legal = list(game.legal_actions)
        game.push(legal[len(game.actions) % len(legal)])
    return game


ENDS = 8
"""How many actions at the beginning and at the end of a game are played by hand."""


def to_the_end(visit: Any, name: str, layout: str, doing: Callable[[Player], Any]) -> None:
    """The beginning of a line, and its end after a link to the game as it was before."""
    line = some_line(name, layout).actions
    middle = max(ENDS, len(line) - ENDS)
    game = Game(name, deal=11, layout=layout, target=some_line(name, layout).target)
    target = f"&target={game.target}" if game.target else ""
    path = f"/?rules={name}&layout={layout}&deal=11{target}"
    player = visit(path, reduced_motion="reduce")
    play = doing(player)
    for ply, action in enumerate(line):
        if ENDS <= ply < middle:
            game.push(action)
            continue
        if ply == middle:
            player.page.goto(f"{path}&actions={'+'.join(map(str, game.actions))}")
            expect_row(player, game)
        play(action)
        game.push(action)
        expect_row(player, game)
    player.settle()
    assert player.query()["actions"].split() == list(map(str, game.actions))
    assert player.page.get_attribute("#outcome", "class") == game.outcome
    words = {"won": "Won", "lost": "Lost", "stuck": "Stuck"}[game.outcome]
    assert player.page.inner_text("#stands").startswith(words)
    player.page.click("#outcome-undo")
    game.pop()
    expect_row(player, game)


@pytest.mark.parametrize("name", [entry.name for entry in LISTED])
def test_every_rule_set_to_its_end_with_the_pointer(visit: Any, name: str) -> None:
    def doing(player: Player) -> Any:
        def play(action: Action) -> None:
            if isinstance(action, Deal):
                player.page.click("#stock")
            elif isinstance(action, Discard):
                player.pile(action.first).click()
                player.pile(action.last).click()
            else:
                put(player, action, "click")

        return play

    to_the_end(visit, name, read_rules(name).layouts[0], doing)


@pytest.mark.parametrize("name", [entry.name for entry in LISTED])
def test_every_rule_set_from_the_stock_with_keys(visit: Any, name: str) -> None:
    def doing(player: Player) -> Any:
        def play(action: Action) -> None:
            if isinstance(action, Deal):
                player.press("d")
            else:
                player.press(":")
                player.page.keyboard.type(str(action))
                player.press("Enter")

        return play

    to_the_end(visit, name, "stock", doing)
