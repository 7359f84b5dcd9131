"""The rulebook in the page, its examples as boards, and a newcomer's first steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

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


# ---------------------------------------------------------------- the rulebook


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


# ---------------------------------------------------------------- the first steps


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
