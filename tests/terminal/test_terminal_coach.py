"""The coach in the terminal game: light, advice, marks, the way back, peeking."""

from __future__ import annotations

import json
import queue
import threading
from pathlib import Path

import pytest
from textual.widgets import OptionList

from searching import Inside
from squeezebox.coach.known import KNOWN, Fact
from squeezebox.game import Game
from squeezebox.solver import Verdict
from squeezebox.terminal import asking
from squeezebox.terminal.asking import BROKEN, GONE
from squeezebox.terminal.coach_sheets import CoachSheet
from squeezebox.terminal.review import Solution
from squeezebox.terminal.session import Session
from squeezebox.terminal.store import Store

from .coached import GOOD, LONG, LOSING, counting, late, patient
from .table import Seat, played, seat

STOCK = "the order of the stock isn't looked at"


@pytest.fixture(autouse=True)
def _nothing_is_known() -> None:
    KNOWN.clear()


class Broken:
    """A searcher that can't start, dies, or fails, as it is told."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.starts = 0

    def start(self) -> bool:
        self.starts += 1
        if self.how == "missing":
            raise FileNotFoundError(2, "No such file or directory")
        return True

    def ask(self, question: bytes) -> None: ...

    def answer(self) -> bytes:
        return b"!" if self.how == "fails" else b""

    def cancel(self) -> None: ...

    def end(self) -> None: ...


class Slow(Inside):
    """A searcher that gets ready when it is let."""

    def __init__(self) -> None:
        super().__init__(LONG)
        self.let = threading.Event()

    def start(self) -> bool:
        return self.let.wait(LONG) and super().start()


class Silent(Broken):
    """A searcher that answers when it is cancelled, and not before."""

    def __init__(self) -> None:
        super().__init__("silent")
        self.asked: list[str] = []
        self._cancelled: queue.SimpleQueue[None] = queue.SimpleQueue()

    def ask(self, question: bytes) -> None:
        self.asked.append(json.loads(question)["kind"])

    def answer(self) -> bytes:
        self._cancelled.get(timeout=LONG)
        return b"+{}"

    def cancel(self) -> None:
        self._cancelled.put(None)

    def end(self) -> None:
        self.cancel()


# ---------------------------------------------------------------- the light


@played
async def test_nothing_is_asked_while_the_light_is_off(tmp_path: Path) -> None:
    asked, searcher = counting()
    async with seat(tmp_path, **late(searcher=searcher)) as one:
        await one.do(GOOD)
        await one.press("u", "r", "enter", "escape")
        assert one.coach_line == ""
        assert asked == []


@played
async def test_the_light_is_switched_follows_the_game_and_is_remembered(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        await one.press("c")
        await one.until(lambda: one.coach_line == "✓ winnable")
        assert "✓ winnable" in one.text()
        await one.do(f"{GOOD} {LOSING}")
        await one.until(lambda: one.coach_line == "✕ lost · w: back to winnable")
        await one.press("u")
        await one.until(lambda: one.coach_line == "✓ winnable")
        await one.press("c")
        assert one.coach_line == ""
        await one.press("c")
    async with seat(tmp_path, **late()) as one:
        await one.until(lambda: one.coach_line == "✓ winnable")


@played
async def test_a_line_in_hand_is_followed_without_a_search(tmp_path: Path) -> None:
    asked, searcher = counting()
    async with seat(tmp_path, **late(searcher=searcher)) as one:
        await one.press("c")
        await one.until(lambda: one.coach_line == "✓ winnable")
        assert len(asked) == 1
        light = one.app.coach.said.light
        assert light is not None
        for action in light.line:
            await one.do(str(action))
            won = one.session.game.outcome.value == "won"
            assert one.coach_line.startswith("✓ won" if won else "✓ winnable")
        assert str(one.session.game.outcome) == "won"
        await one.press("u", "u", "u")
        assert one.coach_line.startswith("✓ winnable")
        assert len(asked) == 1
        await one.press("r", "r", "r", "v")
        assert "✓ won. The game is won." in one.text()


@played
async def test_moving_on_drops_the_question_and_no_key_waits(tmp_path: Path) -> None:
    silent = Silent()
    async with seat(tmp_path, **late(searcher=lambda: silent)) as one:
        await one.press("c")
        assert one.coach_line.startswith("… looking")
        for number, action in enumerate(GOOD.split()[:3], 1):
            await one.do(action)
            assert len(one.session.game.actions) == number
        await one.until(lambda: len(silent.asked) == 4)
        assert one.coach_line == "… looking"


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("missing", "The coach can't be started (No such file or directory)."),
        ("dies", GONE),
        ("fails", BROKEN),
    ],
)
def test_a_searcher_that_breaks_is_told_once_and_play_goes_on(
    tmp_path: Path, how: str, words: str
) -> None:
    broken = Broken(how)

    @played
    async def play() -> None:
        async with seat(tmp_path, **late(searcher=lambda: broken)) as one:
            await one.press("c")
            await one.until(lambda: one.said.startswith(words))
            assert one.coach_line.startswith("? not known")
            await one.do("3-2")
            await one.until(lambda: one.coach_line.startswith("? not known"))
            assert one.said.startswith("J♦ onto") or "17 piles" in one.said
            await one.press("a")
            await one.until(lambda: one.said.startswith(words))

    play()
    # One that has ended is started anew for each question, once.
    assert broken.starts == {"missing": 3, "dies": 6, "fails": 1}[how]


@played
async def test_why_the_coach_isnt_ready_is_said_only_if_it_lasts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    monkeypatch.setattr(asking, "LASTS", LONG)
    async with seat(tmp_path, **late(searcher=lambda: slow)) as one:
        await one.press("c")
        assert one.coach_line == "… looking · getting ready …"
        await one.press("a")
        assert one.said == asking.GETTING_READY
        one.app.asker._lasting()
        assert one.said == asking.LASTING
        assert one.coach_line.endswith("a minute or two")
        slow.let.set()
        await one.until(lambda: one.coach_line.startswith("✓ winnable"))
        one.app.asker._lasting()
        assert not one.app.asker.lasts


@played
async def test_the_way_back_is_offered_only_where_there_may_be_one(tmp_path: Path) -> None:
    session = Session(Game("accordion(deck=4)", deck="2C 2H 4S 3D"))
    async with seat(tmp_path, session=session, searcher=patient) as one:
        await one.press("c")
        await one.until(lambda: one.coach_line == "✕ lost")
        await one.do("2-1")
        assert one.coach_line == "✕ lost"


# ---------------------------------------------------------------- advice


@played
async def test_advice_is_shown_said_and_played_with_enter(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        await one.do(GOOD)
        await one.press("a")
        await one.until(lambda: one.said.startswith("4-3: "))
        assert one.said.startswith("4-3: It is the only action that keeps the win")
        assert one.app.play.advised == {4, 3}
        assert one.coach_line.startswith("advice: 4-3, Enter plays it")
        assert one.session.advice == 1
        await one.press("enter")
        assert one.actions.endswith("4-1 4-3")
        assert one.coach_line == ""
        await one.press("a")
        await one.until(lambda: one.coach_line.startswith("advice: "))
        await one.press("left", "escape", "enter")  # the cursor has left: Enter is the player's own
        assert one.actions.endswith("4-1 4-3")
        await one.press("escape", "A")
        assert one.actions.endswith("4-3 4-1")


@played
async def test_advice_alone_wins_and_lights_nothing_else(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        while one.session.game.table.outcome.value == "open":
            before = one.session.ply
            await one.press("a")
            await one.until(lambda: one.coach_line.startswith("advice"))
            marks = {face.place: face.mark for face in one.app.play.faces() if face.mark}
            advice = one.app.coach.said.advice
            assert advice is not None
            assert marks == {int(str(advice.action).partition("-")[0]): "←"}  # which one moves
            await one.press("A")
            assert one.session.ply == before + 1
        assert str(one.session.game.outcome) == "won"


@played
async def test_asked_again_it_tells_all_reasons(tmp_path: Path) -> None:
    async with seat(tmp_path, **late(size=(40, 24))) as one:
        await one.do(GOOD)
        await one.press("a")
        await one.until(lambda: one.coach_line.startswith("advice"))
        advice = one.app.coach.said.advice
        assert advice is not None
        whole = " ".join(advice.reasons)
        await one.press("a")
        await one.calm()
        seen = " ".join(one.text().replace("│", " ").split())
        assert whole[-20:] in f"{seen} {one.said}"
    async with seat(tmp_path, **late(size=(200, 24))) as one:
        await one.press("a")
        await one.until(lambda: one.coach_line.startswith("advice"))
        assert "a: all reasons" not in one.coach_line
        await one.press("a")
        assert one.said.endswith("There is no more to say of it.")


# ---------------------------------------------------------------- hidden cards


@played
async def test_hidden_cards_are_looked_at_only_by_who_peeks(tmp_path: Path) -> None:
    asked, searcher = counting()
    game = late(layout="stock", searcher=searcher)
    async with seat(tmp_path, **game) as one:
        await one.press("d", "c")
        assert one.coach_line == f"? not known · {STOCK}"
        assert asked == []
        await one.press("a")
        await one.until(lambda: one.said.startswith("d*: Deal everything first"))
        assert one.coach_line == f"? not known · {STOCK} · advice: d*, Enter plays it"
        await one.press("w")
        assert one.said.startswith("What could be won isn't known")
        one.app.game_screen.action_deed("peek")
        await one.calm()
        await one.press("y")
        await one.until(lambda: one.coach_line == "✓ winnable · peeked")
        assert '[Peeked "yes"]' in asked[-1]["asked"]["record"]
        assert '[Peeked "yes"]' not in asked[0]["asked"]["record"]
    store = Store.open(tmp_path)
    kept = store.current()
    store.close()
    assert kept is not None
    assert kept.record.headers["Peeked"] == "yes"


@played
async def test_who_doesnt_want_to_peek_doesnt(tmp_path: Path) -> None:
    async with seat(tmp_path, **late(layout="stock")) as one:
        await one.press("d")
        one.app.game_screen.action_deed("peek")
        await one.calm()
        await one.press("n")
        assert "Peeked" not in one.session.record.headers


# ---------------------------------------------------------------- marks and the sheet


@played
async def test_marks_say_what_a_selected_piles_ends_do(tmp_path: Path) -> None:
    async with seat(tmp_path, settings={"marking": True}, **late()) as one:
        await one.do(GOOD)
        for place in range(len(one.session.game.table.row), 1, -1):
            await one.press("escape")
            await one.type(f"g{place}\n")
            await one.press("enter")
            await one.until(lambda: one.app.coach.said.marks is not None)
            await one.calm()
            legal = {
                str(action).partition("-")[2]: verdict
                for action, verdict in (one.app.coach.said.marks or {}).items()
                if str(action).startswith(f"{place}-")
            }
            signs = {"winnable": "✓", "lost": "✕"}
            assert one.app.play.told == {int(to): signs[str(v)] for to, v in legal.items()}
        marks = {str(a): str(v) for a, v in (one.app.coach.said.marks or {}).items()}
        assert marks["4-3"] == "winnable"
        assert marks[LOSING] == "lost"


@played
async def test_the_coachs_sheet_lists_every_action_and_plays_one(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        await one.do(GOOD)
        await one.press("v")
        sheet = one.app.screen
        assert isinstance(sheet, CoachSheet)
        listed = sheet.query_one(OptionList)
        actions = set(map(str, one.session.game.legal_actions))

        def found() -> list[str]:
            ids = [listed.get_option_at_index(at).id for at in range(listed.option_count)]
            return [one.removeprefix("play ") for one in ids if one and one.startswith("play ")]

        await one.until(lambda: one.app.coach.said.marks is not None)
        await one.calm()
        assert set(found()) == actions
        assert found()[0] == "4-3"  # what keeps the win comes first
        listed.highlighted = next(
            at for at in range(listed.option_count)
            if listed.get_option_at_index(at).id == "play 4-3"
        )  # fmt: skip
        await one.press("enter")
        assert one.actions.endswith("4-3")
        await one.press("v")
        await one.press("c")
        assert one.app.coach.on


def listed(one: Seat) -> list[str]:
    options = one.app.screen.query_one(OptionList).options
    return [str(option.id) for option in options if option.id]


@played
async def test_the_coachs_sheet_is_never_empty(tmp_path: Path) -> None:
    """Not before the coach answers, nor when it has nothing more to say."""
    silent = Silent()
    async with seat(tmp_path / "silent", **late(searcher=lambda: silent)) as one:
        await one.press("v")
        actions = {f"play {action}" for action in one.session.game.legal_actions}
        assert {"advice", "back", "review", "solution", "light", *actions} <= set(listed(one))
        assert "… looking …" in one.text()
        assert "A solution to step through" in one.text()
        await one.press("j", "j", "j", "enter")
        assert isinstance(one.app.screen, Solution)
    async with seat(tmp_path / "patient", **late()) as one:
        await one.press("v")
        await one.until(lambda: one.app.coach.said.marks is not None)
        await one.calm()
        first = listed(one)
        await one.press("escape", "v")
        assert listed(one) == first
        assert "✓ winnable" in one.text()


@played
async def test_what_the_sheet_knows_needs_no_search(tmp_path: Path) -> None:
    async with seat(tmp_path, **late(searcher=lambda: Broken("dies"))) as one:
        lost = Game("late-binding", deal=41, actions=[*GOOD.split(), LOSING]).table
        KNOWN.remember(lost, Fact(Verdict.LOST, (), 3, False))
        await one.do(GOOD)
        await one.press("v")
        await one.until(lambda: not one.app.coach.busy)
        await one.calm()
        assert f"✕ {LOSING}: " in one.text()
        assert "? 4-3: " in one.text()


# ---------------------------------------------------------------- the way back


@played
async def test_the_way_back_leads_to_the_last_winnable_position(tmp_path: Path) -> None:
    async with seat(tmp_path, **late()) as one:
        await one.do(f"{GOOD} {LOSING} 5-4 2-1")
        await one.press("w")
        await one.until(lambda: one.said.startswith("The last position known to be winnable"))
        assert one.actions == GOOD
        assert [str(action) for action in one.session.redo] == [LOSING, "5-4", "2-1"]
        await one.press("w")
        assert one.said == "This position is winnable: there is no need to go back."


@played
async def test_a_lost_deal_has_no_way_back(tmp_path: Path) -> None:
    session = Session(Game("accordion(deck=3)", deck="2C 3H 4S"))
    async with seat(tmp_path, session=session, searcher=patient) as one:
        await one.press("w")
        await one.until(lambda: one.said == "No position of this game is known to be winnable.")
