"""Puzzles, difficulty, deals of a step and last cards in the terminal game."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from textual.widgets import OptionList, Static

from squeezebox.coach.known import KNOWN
from squeezebox.coach.steps import LABELS
from squeezebox.terminal.coach_sheets import LastsSheet
from squeezebox.terminal.documents import SolvedPuzzle
from squeezebox.terminal.puzzle_screen import PuzzleScreen
from squeezebox.terminal.puzzles import daily_run
from squeezebox.terminal.review import Solution
from squeezebox.terminal.store import Store

from .coached import counting, late, patient
from .table import TODAY, Seat, played, seat


@pytest.fixture(autouse=True)
def _nothing_is_known() -> None:
    KNOWN.clear()


async def puzzle(one: Seat) -> PuzzleScreen:
    await one.press("z")
    await one.until(lambda: isinstance(one.app.screen, PuzzleScreen))
    await one.calm()
    screen = one.app.screen
    assert isinstance(screen, PuzzleScreen)
    return screen


def wrong_action(screen: PuzzleScreen) -> str:
    legal = screen.play.session.game.legal_actions
    return str(next(each for each in legal if each != screen.puzzle.action))


@played
async def test_a_puzzle_is_solved_and_kept(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        await one.do("3-2")
        screen = await puzzle(one)
        assert "One action keeps the win" in one.text()
        assert screen.puzzle.label in one.text()
        await one.do(wrong_action(screen))
        assert screen.words.startswith("Not ")
        assert one.app.store.puzzles() == []
        await one.press("u")
        await one.press("u")
        assert screen.words == "This is where the puzzle begins."
        await one.do(str(screen.puzzle.action))
        assert screen.words.startswith(f"Right, {screen.puzzle.action}! ")
        assert "1 puzzle solved, 0 at the first try." in screen.words
        (kept,) = one.app.store.puzzles()
        assert (kept.rules, kept.tries, kept.step) == ("late-binding", 2, screen.puzzle.step)
        for action in screen.puzzle.line[1:]:
            await one.do(str(action))
        assert screen.words.startswith("Won!")
        await one.press("q")
        assert one.actions == "3-2"  # the game stands as before


@played
async def test_the_next_the_days_and_the_solution(tmp_path: Path) -> None:
    asked, searcher = counting()
    async with seat(tmp_path, settings={"puzzle step": "2"}, **late(searcher=searcher)) as one:
        screen = await puzzle(one)
        first = screen.puzzle
        assert first.step == 2
        await one.press("n")
        await one.until(lambda: screen.puzzle is not first)
        await one.press("s")
        assert isinstance(one.app.screen, Solution)
        await one.press("right", "escape")
        await one.do(str(screen.puzzle.action))
        assert screen.words.startswith(f"It is {screen.puzzle.action}.")
        assert one.app.store.puzzles() == []  # it was shown
        await one.press("y")
        await one.until(lambda: screen.puzzle.asked.name == TODAY.isoformat())
        assert "daily puzzle, 30 November 2026" in one.text()
        assert asked[-1]["asked"] == {"rules": "late-binding", "date": "2026-11-30", "step": None}
        await one.press("f")
        one.app.screen.query_one(OptionList).highlighted = 5
        before = screen.puzzle
        await one.press("enter")
        await one.until(lambda: screen.puzzle is not before)
        assert screen.puzzle.step == 5


@played
async def test_a_puzzle_is_played_as_a_game(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        screen = await puzzle(one)
        made = screen.puzzle
        await one.do(wrong_action(screen))
        await one.press("t")
        assert one.app.screen is one.app.game_screen
        assert one.session.came == "puzzle"
        assert len(one.session.game.actions) == made.start
        assert one.session.record.headers["Source"] == made.source
        await one.do(str(made.action))
        assert len(one.session.game.actions) == made.start + 1
    store = Store.open(tmp_path)
    kept = store.current()
    store.close()
    assert kept is not None
    assert kept.came == "puzzle"


@played
async def test_the_row_of_a_puzzle_is_played_like_a_game(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        screen = await puzzle(one)
        joined = str(screen.puzzle.action).split("-")
        await one.type(f"g{joined[0]}\n")
        await one.press("enter")
        assert screen.play.selected == int(joined[0])
        await one.type(f"g{joined[1]}\n")
        await one.press("enter")
        assert screen.words.startswith("Right, ")
        for key in ("i", "c", "a", "m", "e", "w", "v", "x", "o"):
            await one.press(key)
            assert one.app.screen is screen
            if key in "camewvx":  # what isn't about puzzles says so
                assert screen.words.startswith("In a puzzle: play the action that keeps the win")


@played
async def test_hints_in_a_puzzle_are_its_own(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        screen = await puzzle(one)
        assert not any(face.mark for face in screen.play.faces())
        await one.press("i")
        assert any(face.mark for face in screen.play.faces())
        assert not one.app.play.hints
        await one.press("escape")
        assert one.app.screen is one.app.game_screen
        assert not any(face.mark for face in one.app.play.faces())


@pytest.mark.parametrize("size", [(50, 16), (80, 24)])
def test_a_puzzle_says_everything_in_any_width(tmp_path: Path, size: tuple[int, int]) -> None:
    @played
    async def shown() -> None:
        async with seat(tmp_path, **late(size=size)) as one:
            screen = await puzzle(one)
            seen = " ".join(one.text().split())
            said = ("a win in", "every other loses it. Which one?", "n next", "s solution")
            keys = ("Esc back", "f how hard", "t as a game", ": type")
            for words in (*said, *keys):
                assert words in seen
            assert f"{len(screen.puzzle.line)} action" in seen
            assert "best" not in seen

    shown()


def test_days_in_a_row() -> None:
    def on(day: int, solved: int) -> SolvedPuzzle:
        moment = datetime.datetime(2026, 11, solved, 12).timestamp() * 1000
        return SolvedPuzzle("r", f"2026-11-{day:02}", 0, 1, 1, int(moment))

    assert daily_run([], TODAY) == 0
    assert daily_run([on(30, 30), on(29, 29), on(27, 27)], TODAY) == 2
    assert daily_run([on(29, 29), on(28, 28)], TODAY) == 2
    assert daily_run([on(28, 28)], TODAY) == 0
    assert daily_run([on(30, 30), on(29, 30)], TODAY) == 1  # solved too late


# ---------------------------------------------------------------- deals


@played
async def test_how_difficult_a_deal_is_stands_in_the_head_once_asked(tmp_path: Path) -> None:
    asked, searcher = counting()
    async with seat(tmp_path, rules="late-binding", deal=3, searcher=searcher) as one:
        assert asked == []
        one.app.game_screen.action_deed("difficulty")
        await one.until(lambda: one.said.startswith("This deal is "))
        label = one.said.removeprefix("This deal is ").partition(":")[0]
        assert label in LABELS
        assert f"deal 3 · {label}" in one.text()
        await one.press("x")
        assert label not in one.text().splitlines()[0]


@played
async def test_a_deal_of_a_step_that_can_be_won(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        one.app.game_screen.action_deed("wish")
        await one.calm()
        listed = one.app.screen.query_one(OptionList)
        ids = [listed.get_option_at_index(at).id for at in range(listed.option_count)]
        listed.highlighted = ids.index("2 winnable")
        await one.press("enter")
        await one.until(lambda: one.said == "This deal is easy, and it can be won.")
        assert one.session.game.deal != 41
        assert "· easy" in one.text()
        await one.press("u")
        assert one.session.game.deal == 41


@played
async def test_a_wished_deal_waits_for_the_sheet_over_the_old_one(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        screen = one.app.game_screen
        for close in ("escape", "n"):
            before = one.session.game.deal
            screen._seek("2")
            screen.action_deed("menu")
            await one.until(lambda: screen._arriving)
            assert one.session.game.deal == before
            if close == "n":
                one.app.play.session.new(deal=8)  # gone on to something else
            await one.press("escape")
            await one.calm()
            assert screen._arriving is None
            assert (one.session.game.deal == 8) == (close == "n")
            assert one.session.game.deal != before
        screen.action_deed("puzzles")
        screen.action_deed("menu")
        await one.until(lambda: screen._arriving)
        await one.press("escape")
        await one.until(lambda: isinstance(one.app.screen, PuzzleScreen))


# ---------------------------------------------------------------- last cards


@played
async def test_which_card_can_be_last(tmp_path: Path) -> None:
    async with seat(
        tmp_path, "accordion(deck=6)", deck="2C 3C 4H 4C 5C 2H", searcher=patient
    ) as one:
        one.app.game_screen.action_deed("lasts")
        await one.calm()
        sheet = one.app.screen
        assert isinstance(sheet, LastsSheet)
        await one.until(lambda: sheet.found)
        await one.calm()
        assert list(sheet.found) == ["2C", "3C", "4H", "4C", "5C", "2H"]
        assert "of 6 cards can be last" in str(sheet.query_one("#lasts-told", Static).content)
        assert "4♥" in one.text()


@played
async def test_last_cards_are_told_of_nothing_hidden(tmp_path: Path) -> None:
    asked, searcher = counting()
    async with seat(tmp_path, layout="stock", searcher=searcher) as one:
        await one.press("d")
        one.app.game_screen.action_deed("lasts")
        assert one.said.startswith("While cards lie face down")
    async with seat(
        tmp_path / "other", "accordion(goal=0; discard=pair)", searcher=searcher
    ) as one:
        one.app.game_screen.action_deed("lasts")
        assert one.said == "In this rule set there is no last card: piles leave."
    assert asked == []


@played
async def test_last_cards_help_to_choose_a_target(tmp_path: Path) -> None:
    deck = "2C 3C 4H 4C 5C 2H"
    async with seat(tmp_path, "virtuoso(deck=6)", deck=deck, target="4C", searcher=patient) as one:
        one.app.begin(lambda target: one.session.new(deck=deck, target=target))
        await one.calm()
        assert "Ctrl-L tells which of them can be the last" in one.text()
        await one.press("ctrl+l")
        await one.until(lambda: "can be the last, " in one.text())
        assert "4♣  ✓ four of clubs" in one.text() or "4♣  ✕ four of clubs" in one.text()
        await one.type("4C\n")
        assert str(one.session.game.target) == "4C"
