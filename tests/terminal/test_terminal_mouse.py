"""Clicks, drags and the wheel; and where the pointer finds what."""

from __future__ import annotations

from pathlib import Path

from squeezebox.terminal.board import Board
from squeezebox.terminal.tray import LEFT, Tray, plies

from .table import Seat, played, seat


def centre(one: Seat, place: int, low: bool = False) -> tuple[int, int]:
    """A point of a pile's card, relative to the row."""
    board = one.app.screen.query_one(Board)
    for y in range(board.size.height):
        for x in range(board.size.width):
            if board.place_at(x, y) == (place, low):
                return x + 2, y
    raise AssertionError(f"pile {place} isn't seen")


async def click(one: Seat, place: int, low: bool = False) -> None:
    """Click a pile."""
    await one.pilot.click(Board, offset=centre(one, place, low))
    await one.calm()


async def drag(one: Seat, source: int, to: tuple[int, int]) -> None:
    """Drag a pile to a point."""
    await one.pilot.mouse_down(Board, offset=centre(one, source))
    await one.pilot.hover(Board, offset=to)
    await one.pilot.mouse_up(Board, offset=to)
    await one.calm()


@played
async def test_every_pile_is_where_it_is_drawn(tmp_path: Path) -> None:
    for size in ((80, 24), (120, 40), (60, 20)):
        async with seat(tmp_path, size=size) as one:
            lines = one.text().splitlines()
            wide = one.app.screen.query_one(Board).size_of_cards.wide
            head = 1  # the line above the row
            for place in (1, 13, 14, 30, 52):
                x, y = centre(one, place)
                seen = lines[head + y][x - 2 : x + wide]
                assert str(place) in seen, (place, seen)


@played
async def test_two_clicks_play(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await click(one, 42)
        assert one.app.play.selected == 42
        await click(one, 42)
        assert one.app.play.selected == 0
        await click(one, 42)
        await click(one, 39)
        assert one.actions == "42-39"
        await click(one, 2)
        await click(one, 1)
        assert "can't go onto" in one.said


@played
async def test_a_drag_plays_and_a_shaky_click_is_a_click(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await drag(one, 42, centre(one, 39))
        assert one.actions == "42-39"
        x, y = centre(one, 9)
        await one.pilot.mouse_down(Board, offset=(x, y))
        await one.pilot.hover(Board, offset=(x + 1, y))
        await one.pilot.mouse_up(Board, offset=(x + 1, y))
        await one.calm()
        assert one.app.play.selected == 9
        await drag(one, 9, centre(one, 8))
        assert one.actions == "42-39 9-8"


@played
async def test_a_drag_to_nowhere_lets_go(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        board = one.app.screen.query_one(Board)
        await drag(one, 42, (board.size.width // 2, board.size.height - 1))
        assert (one.actions, one.app.play.selected) == ("", 0)


@played
async def test_the_lower_half_is_under_where_there_is_a_choice(tmp_path: Path) -> None:
    async with seat(tmp_path, "concertina") as one:
        await click(one, 42)
        await click(one, 39, low=True)
        assert one.actions == "42_39"
        await click(one, 9)
        await click(one, 8)
        assert one.actions == "42_39 9-8"
    async with seat(tmp_path) as one:
        await click(one, 42)
        await click(one, 39, low=True)
        assert one.actions == "42-39"


@played
async def test_a_pile_alone_is_tossed_off_the_row(tmp_path: Path) -> None:
    async with seat(tmp_path, "push-pin(deck=3)", deck="7H 8C 7C") as one:
        board = one.app.screen.query_one(Board)
        await drag(one, 2, (40, board.size.height + 1))
        assert one.actions == "x2"


@played
async def test_the_stock_the_bellows_and_other_lines_are_clicked(tmp_path: Path) -> None:
    async with seat(tmp_path, layout="stock", actions="d5") as one:
        text = one.text().splitlines()
        tray = one.app.screen.query_one(Tray)
        line = text[tray.region.y]
        await one.pilot.click(Tray, offset=(line.index("stock"), 0))
        await one.calm()
        assert one.actions == "d5 d"
        await one.pilot.click(Tray, offset=(LEFT, 1))
        await one.calm()
        assert one.actions == ""
        await one.pilot.click(Tray, offset=(LEFT + 1, 1))
        await one.calm()
        assert one.actions == "d5"
        await one.do("d2")
        line = one.text().splitlines()[tray.region.y + 1]
        await one.pilot.click(Tray, offset=(line.index("o:"), 1))
        await one.calm()
        assert one.actions == "d5 d"


@played
async def test_the_bellows_are_dragged_along(tmp_path: Path) -> None:
    async with seat(tmp_path, actions="42-39 9-8 4-1") as one:
        await one.pilot.mouse_down(Tray, offset=(LEFT + 2, 0))
        await one.pilot.hover(Tray, offset=(LEFT, 0))
        await one.pilot.mouse_up(Tray, offset=(LEFT, 0))
        await one.calm()
        assert one.actions == ""


@played
async def test_the_foot_is_clicked(tmp_path: Path) -> None:
    async with seat(tmp_path, actions="42-39") as one:
        foot = one.text().splitlines()[-1]
        await one.pilot.click("#foot", offset=(foot.index("undo"), 0))
        await one.calm()
        assert one.actions == ""
        await one.pilot.click("#foot", offset=(foot.index("menu"), 0))
        await one.calm()
        assert "Statistics" in one.text()
        await one.pilot.click(offset=(1, 1))
        await one.calm()
        assert one.app.screen is one.app.game_screen


@played
async def test_the_wheel_scrolls_what_has_no_room(tmp_path: Path) -> None:
    async with seat(tmp_path, size=(30, 12)) as one:
        board = one.app.screen.query_one(Board)
        assert board.place_at(1, 0)[0] == 1
        board.on_mouse_scroll_down()
        await one.calm()
        assert board.place_at(1, 0)[0] == board.columns + 1
        for _ in range(40):
            board.on_mouse_scroll_down()
        assert one.app.play.cursor == 1
        board.on_mouse_scroll_up()
        await one.press("right")
        assert board.place_at(1, 0)[0] == 1


def test_the_bellows_show_both_ends() -> None:
    assert plies(3, 10) == [0, 1, 2]
    for numbers in (11, 52, 103):
        shown = plies(numbers, 10)
        assert (shown[0], shown[-1], len(shown)) == (0, numbers - 1, 10)
        assert shown == sorted(set(shown))
