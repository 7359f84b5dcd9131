"""The coach in the plain mode: light, advice, review, solutions, puzzles."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from searching import Inside
from squeezebox import Game, read, solve
from squeezebox.coach.apart.process import Searcher
from squeezebox.coach.known import KNOWN
from squeezebox.coach.puzzles import puzzle as find
from squeezebox.coach.steps import LABELS
from squeezebox.terminal.asking import GONE
from squeezebox.terminal.coach_orders import COACH_ORDERS
from squeezebox.terminal.plain import run
from squeezebox.terminal.session import Session
from squeezebox.terminal.spoken import pile_words, position_words
from squeezebox.terminal.store import Store

LONG = 600.0
RULES = "late-binding"
GOOD = "3-2 12-11 13-12 10-7 8-7 10-7 8-5 10-7 9-8 7-4 8-7 4-1"
LOSING = "5-2"


class Dead(Inside):
    """A searcher that ends at every question."""

    def ask(self, question: bytes) -> None: ...

    def answer(self) -> bytes:
        return b""


@pytest.fixture(autouse=True)
def _nothing_is_known() -> None:
    KNOWN.clear()


class Player:
    """Someone who plays in lines, with a coach."""

    def __init__(self, folder: Path) -> None:
        self.store = Store.open(folder)

    def __call__(
        self, *lines: str, searcher: Callable[[], Searcher] = lambda: Inside(LONG), **game: Any
    ) -> list[str]:
        self.session = Session(Game(**({"rules": RULES, "deal": 41} | game)))
        out = io.StringIO()
        given = io.StringIO("".join(f"{line}\n" for line in lines))
        assert run(self.session, self.store, given, out, searcher) == 0
        said = out.getvalue().splitlines()
        return said[said.index("Type an action, or help.") + 1 :]

    @property
    def made(self) -> str:
        return " ".join(map(str, self.session.game.actions))


@pytest.fixture
def player(tmp_path: Path) -> Player:
    return Player(tmp_path / "data")


def test_the_light_is_told_when_it_changes(player: Player) -> None:
    said = player("light on", GOOD, LOSING, "undo", "light off", "redo")
    lights = [line for line in said if line.startswith("The light")]
    # On a busy machine a search ends before it is sure.
    assert [line for line in lights if line != "The light: not known."] == [
        "The light is on: it tells when it changes.",
        "The light: winnable.",
        "The light: lost.",
        "The light: winnable.",
        "The light is off.",
    ]
    assert player("3-2")[0] != "The light: winnable."  # it stays off


def test_light_alone_tells_the_light_and_never_turns_it_off(player: Player) -> None:
    said = player("light", "light", "light off", "light off", "light on", "light")
    on, lit, off = (
        "The light is on: it tells when it changes.", "The light: winnable.", "The light is off.",
    )  # fmt: skip
    assert said == [*said[: said.index(on)], on, lit, lit, off, off, on, lit, lit]
    assert player.store.settings.get("light", False)
    said = player("d", "light", layout="stock")
    assert said[-1] == "The light: not known: the order of the stock isn't looked at."
    won = " ".join(map(str, solve(Game(RULES, deal=41)).actions))
    assert player(won, "light")[-1] == "The light: won."


def test_who_is_stuck_hears_of_back_and_review(player: Player) -> None:
    said = player(f"{GOOD} {LOSING} 5-4 2-1")
    assert "Type back for the last winnable position, review for the game" in said[-1]


def test_advice_is_given_and_played(player: Player) -> None:
    said = player("advised", GOOD, "advice", "advised", "advice")
    assert said[0] == "There is no advice to play: advice gives some."
    assert said[13].startswith("4-3: It is the only action that keeps the win") or (
        said[14].startswith("4-3: It is the only action that keeps the win")
    )
    assert player.made == f"{GOOD} 4-3"
    assert said[-1].startswith("4-1: ")
    assert player.session.advice == 2


def test_every_action_has_a_verdict(player: Player) -> None:
    said = player(GOOD, "verdicts")
    assert "Keeps the win: 4-3" in said
    lost = next(line for line in said if line.startswith("Loses: "))
    assert LOSING in lost.split()


def test_the_way_back(player: Player) -> None:
    said = player(f"{GOOD} {LOSING} 5-4", "back", "back")
    assert player.made == GOOD
    assert "The last position known to be winnable, after action 12: 6 piles." in said
    assert said[-1] == "This position is winnable: there is no need to go back."


def test_a_review_is_told_and_written(player: Player, tmp_path: Path) -> None:
    file = tmp_path / "annotated.txt"
    said = player(f"{GOOD} {LOSING} 5-4 2-1", f"review {file}", f"review {file}")
    assert "0 start: 18 piles, winnable" in said
    assert any(line.startswith("13 5-2: 5 piles, lost, 4-3 kept the win: 4-3 ") for line in said)
    assert any(line.startswith("Action 13, 5-2, lost the win.") for line in said)
    assert said[-1].endswith("replaces it.")
    assert read(file.read_text()).comments[13].startswith("This lost the win.")


def test_a_solution(player: Player) -> None:
    said = player(f"{GOOD}", "solution", LOSING, "solution")
    assert any(line.startswith("It wins with 4-3 ") for line in said)
    assert said[-1] == "It is proved that no way of playing wins from here."


def test_hidden_cards_stay_hidden_unless_one_peeks(player: Player) -> None:
    hidden = ("d", "light on", "solution", "review", "lasts", "back")
    said = player(*hidden, "peek", "no", "solution", layout="stock")
    assert "The light: not known: the order of the stock isn't looked at." in said
    assert sum("doesn't look at the order of the stock" in line for line in said) == 4
    assert "Peeked" not in player.session.record.headers
    said = player("d", "peek", "yes", "solution", layout="stock")
    assert player.session.record.headers["Peeked"] == "yes"
    assert said[-1].startswith("It wins with d")


def test_a_puzzle_is_solved(player: Player) -> None:
    made = find(RULES, 7)
    wrong = next(each for each in made.game.legal_actions if each != made.action)
    said = player(
        "3-2", "puzzle 7", "where", str(wrong), "1-99", str(made.action), "puzzle 7", "show",
        "puzzle step 9", "puzzle today", "stop", "stop",
    )  # fmt: skip
    assert any(line.startswith(f"Puzzle 7 · {made.label} · a win in") for line in said)
    assert f"Not {wrong}: it loses the win. Try another." in said
    assert any(line.startswith("Right. ") for line in said)
    assert any(line.startswith("1 puzzle solved, 0 at the first try.") for line in said)
    assert any(line.startswith(f"Only {made.action} wins:") for line in said)
    assert "Back in your game." in said
    assert said[-1] == "There is no puzzle on the table: this is your game."
    assert '"9" is no step: 1 to 5, or gentle, easy, middling, hard, fierce.' in said
    assert player.made == "3-2"
    (kept,) = player.store.puzzles()
    assert (kept.puzzle, kept.tries) == ("7", 2)


def test_while_a_puzzle_is_on_the_table_everything_is_about_it(player: Player) -> None:
    made = find(RULES, 7)
    start = made.game
    wrong = [str(each) for each in start.legal_actions if each != made.action][:2]
    said = player(
        "puzzle 7", "", "1", "legal", "advice", "undo", "deal 9", " ".join(wrong), "hints on",
        "1", "solution", "show", str(made.action), "1", deal=40,
    )  # fmt: skip
    asked = next(at for at, line in enumerate(said) if line.startswith("One action keeps"))
    position, pile, legal, *rest = said[asked + 1 :]
    assert position == position_words(start.table)
    assert pile == pile_words(start.table, 1)
    assert set(legal.removeprefix("Legal: ").split()) == set(map(str, start.legal_actions))
    assert rest[:3] == [
        f"{word} is about your game; it waits until you type stop."
        for word in ("Advice", "Undo", "Deal")
    ]
    assert rest[3] == f"Not {wrong[0]}: it loses the win. Try another."
    assert rest[5].startswith(f"{pile} It ")
    assert sum(line.startswith(f"Only {made.action} wins:") for line in rest) == 2
    assert player.store.puzzles() == []  # it was shown
    assert said[-1].startswith(pile_words(player.session.game.table, 1))
    assert (player.made, player.session.game.deal, player.session.hints) == ("", 40, 0)


def test_deals_of_a_difficulty(player: Player) -> None:
    said = player("difficulty", "wish 2 winnable", "difficulty", "wish 7", "wish")
    assert said[1].split(":")[0].removeprefix("This deal is ") in LABELS
    assert "This deal is easy: step 2 of 5." in said
    assert said[-2].startswith('"7" is no step')
    assert said[-1].startswith("A step from 1 to 5, winnable, or both are expected")


def test_last_cards(player: Player) -> None:
    said = player("lasts", rules="accordion(deck=6)", deal=None, deck="2C 3C 4H 4C 5C 2H")
    cards = " ".join(line.partition(": ")[2] for line in said[1:]).split()
    assert sorted(cards) == sorted(["2♣", "3♣", "4♥", "4♣", "5♣", "2♥"])


def test_a_searcher_that_dies_is_told_in_a_sentence(player: Player) -> None:
    said = player("advice", "3-2", "puzzle", searcher=lambda: Dead(LONG))
    assert said.count(GONE) == 2
    assert player.made == "3-2"


def test_anything_at_all(player: Player) -> None:
    """Rubbish made of the very words that mean something: play goes on."""
    chance = random.Random(5)
    words = [word for order in COACH_ORDERS for word in order.words]
    parts = [
        *words,
        "1",
        "3-2",
        "undo",
        "on",
        "off",
        "today",
        "step",
        "winnable",
        "yes",
        "stop",
        "",
    ]
    parts.remove("review")  # it would write files
    lines = [" ".join(chance.choices(parts, k=chance.randrange(1, 4))) for _ in range(80)]
    said = player(
        *lines, "yes", "stop", "review", "where", searcher=lambda: Inside(0.02), layout="stock"
    )
    assert said[-1].startswith("Late-Binding, deal as you go")
