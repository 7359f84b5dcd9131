"""Review, replay and solutions in the terminal game."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, Static

from squeezebox import read
from squeezebox.coach.known import KNOWN
from squeezebox.terminal.reel import Film, Reel
from squeezebox.terminal.review import Review, Solution

from .coached import GOOD, LOSING, counting, late
from .table import Seat, played, seat
from .test_terminal_looks import SIZES_OF_SCREENS, compared

GAME = f"{GOOD} {LOSING} 5-4 2-1"
LOST_AT = 13


@pytest.fixture(autouse=True)
def _nothing_is_known() -> None:
    KNOWN.clear()


def reel(one: Seat) -> Reel:
    screen = one.app.screen
    assert isinstance(screen, Reel)
    return screen


def said(one: Seat) -> str:
    return str(one.app.screen.query_one("#reel-words", Static).content)


def signs(one: Seat) -> str:
    return "".join(one.app.screen.query_one(Film).signs)


async def reviewed(one: Seat) -> Review:
    one.app.game_screen.action_deed("review")
    await one.calm()
    review = one.app.screen
    assert isinstance(review, Review)
    await one.until(lambda: review.found is not None)
    await one.calm()
    return review


@played
async def test_a_finished_game_is_reviewed(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        await one.do(GAME)
        review = await reviewed(one)
        assert review.note.startswith(f"Action {LOST_AT}, {LOSING}, lost the win.")
        assert signs(one).replace("!", "+") == "+" * LOST_AT + "✕--"
        assert "!" in signs(one)
        screen = one.text()
        assert "+!" in screen or "!+" in screen
        assert review.at == 15
        assert "Stuck with 3 piles" in said(one)
        await one.press("x")
        assert review.at == LOST_AT - 1
        assert "It lost the win." in said(one)
        assert "Better: 4-3" in said(one)
        assert review.play.advised == {4, 3}  # the better action is shown on the row
        assert "✓ winnable" in said(one)
        await one.press("right")
        assert "✕ lost" in said(one)
        await one.press("escape")
        assert one.actions == GAME


@played
async def test_the_better_line_is_stepped_through_and_played_on(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        await one.do(GAME)
        await reviewed(one)
        await one.press("x", "b")
        better = one.app.screen
        assert isinstance(better, Solution)
        assert better.note == "It wins with 5 actions."
        await one.press("right", "right")
        assert said(one).startswith("Action 2 of 5")
        await one.press("enter")
        assert one.app.screen is one.app.game_screen
        assert one.actions.startswith(f"{GOOD} 4-3")
        assert len(one.session.game.actions) == LOST_AT + 1
        assert len(one.session.redo) == 3
        assert [" ".join(map(str, line.actions)) for line in one.session.lines] == [GAME]
        await one.press("o")
        assert one.actions == GAME


@played
async def test_keys_and_the_pointer_go_through_it(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        await one.do(GAME)
        review = await reviewed(one)
        await one.press("home")
        assert review.at == 0
        await one.press("left")
        assert review.at == 0
        await one.press("right", "l", "pagedown")
        assert review.at == 12
        await one.press("h", "pageup")
        assert review.at == 1
        await one.press("end")
        assert review.at == 15
        await one.pilot.click(Film, offset=(12 + 4, 0))
        assert review.at == 4
        await one.press("enter")
        assert one.actions == " ".join(GAME.split()[:4])
        assert len(one.session.redo) == 11
        assert one.session.lines == ()


@played
async def test_it_plays_pauses_and_has_a_speed(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        await one.do(GAME)
        review = await reviewed(one)
        await one.press("-")
        assert (review.speed, review.playing) == (0, False)
        await one.press("space")  # from the end it begins anew
        assert review.playing
        assert review.at < 15
        assert "pause" in one.text()
        await one.press("space")
        assert not review.playing
        await one.press("home", "space", "right")  # a step by hand pauses, too
        assert not review.playing
        await one.press("end", "left", "+", "+", "space")
        assert review.speed == 2
        await one.until(lambda: review.at == 15 and not review.playing)


@played
async def test_the_annotated_record_is_saved(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        one.session.record.comments[1] = "My first."
        await one.do(GAME)
        review = await reviewed(one)
        await one.press("s")
        one.app.screen.query_one(Input).value = str(tmp_path / "annotated.txt")
        await one.press("enter")
        await one.until(lambda: review.note.startswith("The record was saved to"))
    record = read((tmp_path / "annotated.txt").read_text())
    assert " ".join(map(str, record.game.actions)) == GAME
    assert record.comments[LOST_AT].startswith("This lost the win. 4-3 kept it")


@played
async def test_an_abandoned_game_is_reviewed_with_what_was_undone(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        await one.do(GOOD)
        await one.press("u", "u")
        review = await reviewed(one)
        assert review.at == 10
        assert len(review.actions) == 12
        assert review.note.startswith("The win was never lost.")


@played
async def test_a_review_with_hidden_cards_is_a_replay_unless_one_peeks(tmp_path: Path) -> None:
    asked, searcher = counting()
    async with seat(tmp_path, **late(layout="stock", searcher=searcher)) as one:
        await one.press("d", "d", "d")
        one.app.game_screen.action_deed("review")
        await one.calm()
        await one.press("n")
        assert isinstance(one.app.screen, Review)
        assert "replay only" in one.text()
        assert asked == []
        await one.press("home", "right")
        assert reel(one).at == 1
        await one.press("escape")
        assert "Peeked" not in one.session.record.headers


@played
async def test_a_solution_is_found_stepped_through_and_left_anywhere(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        await one.do("3-2")
        one.app.game_screen.action_deed("solution")
        await one.calm()
        solution = one.app.screen
        assert isinstance(solution, Solution)
        await one.until(lambda: solution.note.startswith("It wins with"))
        assert said(one).startswith("Action 0 of ")
        await one.press("left")
        assert said(one).startswith("Your action 0 of 1")
        await one.press("end")
        assert "Won" in said(one)
        await one.press("enter")
        assert str(one.session.game.outcome) == "won"


@played
async def test_a_lost_position_has_no_solution_but_perhaps_the_start_has(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        await one.do(f"{GOOD} {LOSING}")
        one.app.game_screen.action_deed("solution")
        await one.calm()
        solution = one.app.screen
        assert isinstance(solution, Solution)
        await one.until(lambda: solution.note.startswith("There is none"))
        await one.press("f")
        await one.until(lambda: solution.note.startswith("It wins with"))
        await one.press("escape")
        assert one.actions == f"{GOOD} {LOSING}"


# ---------------------------------------------------------------- how it looks


@pytest.mark.parametrize("size", SIZES_OF_SCREENS)
def test_snapshots(tmp_path: Path, size: str) -> None:
    @played
    async def shown() -> None:
        async with seat(tmp_path, **late(size=SIZES_OF_SCREENS[size])) as one:
            await one.do(GAME)
            await reviewed(one)
            await one.press("x")
            compared(f"review-{size}", one.text())
            await one.press("escape", "w", "c")
            await one.until(lambda: one.coach_line == "✓ winnable")
            await one.press("v")
            await one.until(lambda: one.app.coach.said.marks is not None)
            await one.calm()
            compared(f"coach-{size}", one.text())

    shown()


@played
async def test_the_keys_fit_and_the_last_ones_give_way(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        await one.do(GAME)
        await reviewed(one)
        await one.press("x")
        foot = " ".join(one.text().splitlines()[-2:])
        for words in (
            "Enter play on",
            "x lost at",
            "b better line",
            "s save",
            "Esc close",
            "+- medium",
        ):
            assert words in foot


@pytest.mark.parametrize("size", [(20, 7), (40, 14), (200, 60)])
def test_a_review_fits_any_terminal(tmp_path: Path, size: tuple[int, int]) -> None:
    @played
    async def shown() -> None:
        async with seat(tmp_path, **late()) as one:
            await one.do(GAME)
            await reviewed(one)
            await one.pilot.resize_terminal(*size)
            await one.press("x", "right", "left", "space", "space")
            assert reel(one).at == LOST_AT - 1 or reel(one).at == LOST_AT
            assert len(one.text().splitlines()) <= size[1]

    shown()
