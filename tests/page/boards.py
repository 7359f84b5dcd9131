"""The small boards of the rulebook and the first steps, as a reader uses them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import squeezebox as sb
from page.conftest import PHONE, Player
from squeezebox import Action, Deal, Discard, Game
from squeezebox.catalogue import LISTED
from squeezebox.rulebook import CHAPTERS

SMALL = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}
SIZES = {"desk": {}, "phone": PHONE, "small": SMALL}
STILL = {"reduced_motion": "reduce"}
BOOK, STEPS = "#rulebook-dialog", "#tutorial-dialog"
NAMES = [each.name for each in (*CHAPTERS, *LISTED)]


class Board:
    """A worked example on the page."""

    def __init__(self, player: Player, found: Any) -> None:
        self.player = player
        self.found = found

    def row(self) -> list[str]:
        """Its top cards."""
        row: list[str] = self.found.locator(".pile").evaluate_all(
            "all => all.map(p => p.dataset.card)"
        )
        return row

    def expect(self, game: Game) -> None:
        self.player.until(lambda: self.row() == [card.text for card in game.table.tops])

    def pile(self, place: int) -> Any:
        return self.found.locator(f".pile[data-place='{place}']")

    def press(self, name: str) -> None:
        self.found.get_by_role("button", name=name).click()

    def said(self) -> str:
        words: str = self.found.locator(".said").inner_text()
        return words.replace("\N{VARIATION SELECTOR-15}", "")

    def facts(self) -> str:
        words: str = self.found.locator(".note").inner_text()
        return words.replace("\N{VARIATION SELECTOR-15}", "")


def boards(player: Player, where: str) -> list[Board]:
    """All boards of a dialog, once their rows are there."""
    found = player.page.locator(f"{where} sb-example")
    player.until(lambda: player.page.locator(f"{where} sb-example pre").count() == 0)
    return [Board(player, found.nth(index)) for index in range(found.count())]


def record_of(player: Player, index: int = 0) -> Game:
    """The game that a board of the page shown holds, as the service gives it."""
    name = player.page.locator(f"{BOOK} select").input_value()
    html = player.page.evaluate(
        "name => fetch(`/api/rulebook/${encodeURIComponent(name)}`).then(r => r.json())", name
    )["html"]
    text = player.page.evaluate(
        "([html, index]) => new DOMParser().parseFromString(html, 'text/html')"
        ".querySelectorAll('sb-example')[index].textContent",
        [html, index],
    )
    return sb.read(text).game


def open_book(player: Player) -> None:
    player.page.click("#help")
    player.page.get_by_role("button", name="The rulebook").click()
    player.until(lambda: player.page.locator(f"{BOOK} article > *").count() > 0)


def turn(player: Player, name: str) -> None:
    player.page.locator(f"{BOOK} select").select_option(name)
    title = next(each.title for each in (*CHAPTERS, *LISTED) if each.name == name)
    player.until(lambda: player.page.inner_text(f"{BOOK} h2") == title)


def act(board: Board, action: Action, how: str = "click") -> None:
    """Make an action on a board as a person does."""
    if isinstance(action, Deal):
        for _ in range(action.count or 1):
            board.press("Deal")
        return
    one, other = (
        (action.first, action.last)
        if isinstance(action, Discard)
        else (action.source, action.destination)
    )
    under = not isinstance(action, Discard) and action.under
    source, destination = board.pile(one), board.pile(other)
    height = destination.bounding_box()["height"]
    at = {"x": 12, "y": height * (0.62 if under else 0.2)}
    if how == "drag" and one != other:
        source.drag_to(destination, target_position=at)
        return
    for pile, place in ((source, {"x": 12, "y": 12}), (destination, at)):
        if how == "tap":
            pile.tap(position=place)
        else:
            pile.click(position=place)


def replays(game: Game) -> Iterator[tuple[Game, Action]]:
    """The game before each of its actions, and the action."""
    again = Game(game.rules, deck=game.deck, layout=game.layout, target=game.target)
    for action in game.actions:
        yield again, action
        again.push(action)
