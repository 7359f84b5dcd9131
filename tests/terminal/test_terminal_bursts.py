"""Keys that come faster than they can be worked: none is lost, and each is worked in its turn."""

from __future__ import annotations

import inspect
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.widgets import OptionList

from searching import Inside
from squeezebox.coach.apart.process import Searcher
from squeezebox.terminal.in_turn import InTurn
from squeezebox.terminal.sheets import Choosing

from .coached import GOOD, LONG, late, patient
from .table import played, seat


@played
async def test_what_is_typed_before_a_sheet_is_there_stands_on_it(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.burst("f", "ctrl+u", *"late", "minus", *"binding")
        assert one.app.screen.query_one("#rules").value == "late-binding"


@played
async def test_a_game_is_chosen_in_one_burst_and_played_at_once(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.burst("fskidoo", "tab", "tab", "tab", "7", "7", "enter", "n", "u")
        game = one.session.game
        assert (str(game.rules), game.deal) == ("skidoo", 77)


@played
async def test_sheets_after_sheets_take_their_own_keys(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.burst("m", *["down"] * 3, "enter", "ctrl+l", "b", "b", "enter", "enter", "i")
        assert str(one.session.game.rules) == "bayan"
        assert one.app.play.hints
        await one.burst("ms", "s", "enter", "7", "enter", "l")
        assert one.session.marks.sweepers == "7"
        assert one.app.play.cursor == 2
        await one.burst("?", "escape", "p", "escape", "l")
        assert one.app.play.cursor == 3


@played
async def test_no_key_is_lost_while_the_machine_stands_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(sheet: Choosing, event: OptionList.OptionSelected) -> None:
        time.sleep(2.2)
        sheet.dismiss(event.option.id)

    monkeypatch.setattr(Choosing, "on_option_list_option_selected", slowly)
    async with seat(tmp_path) as one:
        await one.burst("m", *["down"] * 3, "enter", *"skidoo", "enter", "i")
        assert str(one.session.game.rules) == "skidoo"
        assert one.app.play.hints


def endgame(searcher: Callable[[], Searcher]) -> dict[str, Any]:
    """A seat at a position that is soon searched."""
    return late(actions=" ".join(GOOD.split()[:8]), searcher=searcher)


class Slow(Inside):
    """A searcher that answers, or is ready, when it is let."""

    def __init__(self, ready: threading.Event, answers: threading.Event) -> None:
        super().__init__(LONG)
        self._may_start, self._may_answer = ready, answers

    def start(self) -> bool:
        return self._may_start.wait(LONG) and super().start()

    def ask(self, question: bytes) -> None:
        self._may_answer.wait(LONG)
        super().ask(question)


@played
async def test_enter_waits_for_the_advice_that_was_asked_before_it(tmp_path: Path) -> None:
    async with seat(tmp_path, **endgame(patient)) as one:
        await one.burst("a\n")
        await one.until(lambda: one.session.ply == 9)
        assert one.app.play.selected == 0
        await one.burst("AAA")
        await one.until(lambda: one.session.ply == 12)
        assert one.session.advice == 4


@played
async def test_keys_wait_with_advice_that_is_to_be_played_but_escape_does_not(
    tmp_path: Path,
) -> None:
    ready, answers = threading.Event(), threading.Event()
    ready.set()
    answers.set()
    async with seat(tmp_path, **endgame(lambda: Slow(ready, answers))) as one:
        await one.type("a")
        await one.until(lambda: one.app.coach.said.advice)
        answers.clear()
        await one.type("u")
        await one.typed("a\n", "home")
        assert one.app.keys_wait
        answers.set()
        await one.until(lambda: one.session.ply == 8)
        await one.until(lambda: one.app.play.cursor == 1)
        answers.clear()
        await one.typed("aAl", "escape")
        await one.until(lambda: not one.app.keys_wait)
        answers.set()
        await one.until(lambda: one.app.coach.said.advice)
        assert one.session.ply == 8


@played
async def test_nothing_waits_for_a_coach_that_is_getting_ready(tmp_path: Path) -> None:
    ready, answers = threading.Event(), threading.Event()
    answers.set()
    async with seat(tmp_path, **endgame(lambda: Slow(ready, answers))) as one:
        await one.burst("a\n")
        assert "still getting ready" in one.said
        await one.burst("l")
        assert one.app.play.cursor == 2
        ready.set()
        await one.until(lambda: one.app.coach.said.advice)
        assert one.session.ply == 8


def test_no_method_of_ours_takes_the_place_of_one_of_textuals() -> None:
    ours = {name for name, one in vars(InTurn).items() if inspect.isfunction(one)}
    assert ours & set(dir(App)) == {"__init__", "on_event"}
