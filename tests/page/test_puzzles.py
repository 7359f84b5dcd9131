"""The puzzle trainer: tried, solved, shown, counted, kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

import squeezebox as sb
from kept import FIRST, a_file
from page.boards import STILL, act
from page.conftest import PHONE
from page.results import choose_file, close, export
from page.test_keeping import BROKEN
from page.trainer import DIALOG, Trainer

pytestmark = pytest.mark.usefixtures("ready")

GAME = "/?rules=accordion&layout=open&deal=1"


def a_puzzle(puzzle: str, **fields: Any) -> dict[str, Any]:
    """A solved puzzle as a file of results holds it."""
    return {
        "kind": "puzzle", "rules": "accordion", "puzzle": puzzle, "wish": 0,
        "step": 2, "tries": 1, "solved": 1000,
    } | fields  # fmt: skip


def at(visit: Any, moment: str, path: str = GAME) -> Trainer:
    """The trainer of a player whose clock shows a moment with its offset from UTC, and goes on."""
    player = visit(None, **STILL)
    player.page.clock.install(time=moment)
    trainer = Trainer(player)
    player.open(path)
    return trainer


# ------------------------------------------------------------ solving


@pytest.mark.parametrize(("size", "how"), [({}, "click"), (PHONE, "tap"), ({}, "drag")])
def test_a_wrong_action_is_told_at_once_and_may_be_tried_again(
    visit: Any, size: Any, how: str
) -> None:
    trainer = Trainer(player := visit(GAME, **size, **STILL))
    board = trainer.open()
    assert f"a win in {trainer.answer['length']} action" in player.page.inner_text("#puzzle-about")
    for tried in trainer.wrong[:2]:
        act(board, tried, how)
        trainer.says(f"Not {tried}: it loses the win")
        assert trainer.solved() == []
        board.press("Try again")
        player.until(lambda: trainer.verdict() == "")
        board.expect(trainer.game)
    tries = 1 + len(trainer.wrong[:2])
    trainer.solve(board, how)
    assert "first try" not in trainer.verdict()
    [solved] = trainer.solved()
    assert (solved["rules"], solved["puzzle"]) == ("accordion", str(trainer.asked[-1]["number"]))
    assert (solved["step"], solved["tries"]) == (trainer.answer["step"], tries)
    assert "Solved: 1, 0 at the first try." in trainer.run()


def test_a_puzzle_gives_nothing_away_even_with_hints_on(visit: Any) -> None:
    trainer = Trainer(player := visit(GAME, **STILL))
    player.press("i")
    board = trainer.open()
    for place in range(1, len(trainer.game.table.row) + 1):
        board.pile(place).click(position={"x": 12, "y": 12})
        player.until(lambda: board.said().startswith(f"Pile {place}:"))  # noqa: B023
        assert "can" not in board.said()
        assert board.found.locator(".can, .movable").count() == 0
        assert "can" not in (board.pile(place).get_attribute("aria-label") or "")
        player.press("Escape")
    assert player.page.locator(DIALOG).is_visible()


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_a_puzzle_is_played_out_to_its_win(visit: Any, size: Any) -> None:
    trainer = Trainer(player := visit(GAME, **size, **STILL))
    board = trainer.open()
    trainer.solve(board)
    assert "at the first try" in trainer.verdict()
    assert "Solved: 1, 1 at the first try." in trainer.run()
    game = trainer.game
    for number, action in enumerate(trainer.answer["line"]):
        if number:
            act(board, sb.read_action(action))
        game.push(action)
        board.expect(game)
    trainer.says("Won!")
    assert game.outcome == sb.Outcome.WON
    board.press("Back")  # undo, inside of the puzzle, but not out of it
    game.pop()
    board.expect(game)
    player.press(*["u"] * (len(trainer.answer["line"]) + 2))
    board.expect(trainer.game)
    trainer.click("next")
    board = trainer.board(2)
    assert trainer.asked[-1] != trainer.asked[-2]
    trainer.solve(board)
    assert "Solved: 2, 2 at the first try." in trainer.run()
    assert len(trainer.solved()) == 2


def test_a_puzzle_is_solved_by_keys_alone(visit: Any) -> None:
    trainer = Trainer(player := visit(GAME, **STILL))
    board = trainer.open()
    action = trainer.right()
    assert isinstance(action, sb.Move)
    player.press(*["ArrowRight"] * (action.source - 1), str(action.source - action.destination))
    trainer.says("Right")
    player.press("u")
    board.expect(trainer.game)
    player.press("r")
    trainer.says("Right")
    player.press("r")  # there is nothing to redo: what comes next isn't given away
    player.settle()
    assert len(board.row()) == len(trainer.game.table.row) - 1
    player.press("n")
    board = trainer.board(2)
    player.press("ArrowRight")
    player.until(lambda: board.pile(2).evaluate("pile => pile === document.activeElement"))
    player.press("Escape")
    player.until(lambda: not player.page.locator(DIALOG).is_visible())
    tops = [card.text for card in sb.Game("accordion", deal=1).table.tops]
    player.until(lambda: player.row() == tops)  # the board in the dialog goes a little later


def test_what_was_shown_is_not_solved(visit: Any) -> None:
    trainer = Trainer(player := visit(GAME, **STILL))
    board = trainer.open()
    act(board, trainer.wrong[0])
    trainer.says("loses the win")
    game = trainer.game
    for number, action in enumerate(trainer.answer["line"]):
        board.press("Show the rest" if number else "Show the solution")
        game.push(action)
        board.expect(game)
        if not number:
            trainer.says(f"It is {action}.")
    trainer.says("Won!")
    board.press("Try again")
    board.expect(trainer.game)
    act(board, trainer.right())
    trainer.says("It is")
    close(player)
    assert trainer.solved() == []
    player.button("puzzles")
    trainer.board(2)
    assert trainer.run() == "None solved yet."


def test_losing_the_win_later_is_told_too(visit: Any) -> None:
    trainer = Trainer(player := visit(GAME, **STILL))
    board = trainer.open()
    for number in range(2, 40):
        game = trainer.game
        game.push(trainer.answer["action"])
        line = trainer.answer["line"]
        lost = [
            action
            for action in game.legal_actions
            if str(action) != line[1] and sb.solve(pushed(game, action)).verdict == "lost"
        ]
        if lost:
            break
        trainer.click("next")
        board = trainer.board(number)
    trainer.solve(board)
    act(board, lost[0])
    player.until(lambda: "first action was right, but" in trainer.verdict())
    board.press("Show the rest")  # from where the line was left
    game.push(line[1])
    board.expect(game)
    player.until(lambda: "Right" in trainer.verdict() or "Won" in trainer.verdict())
    assert len(trainer.solved()) == 1


def pushed(game: sb.Game, action: sb.Action) -> sb.Game:
    again = eval(repr(game), {"Game": sb.Game})
    again.push(action)
    return again


def test_the_wished_step_is_asked_for_and_remembered(visit: Any) -> None:
    trainer = Trainer(player := visit(GAME, **STILL))
    trainer.open()
    assert trainer.asked[-1]["step"] is None
    player.page.select_option("#puzzle-step", index=2)
    trainer.board(2)
    assert (trainer.asked[-1]["step"], trainer.answer["step"]) == (2, 2)
    trainer.click("daily")
    trainer.board(3)
    assert trainer.asked[-1]["step"] is None
    close(player)
    player.until(lambda: "puzzle" not in player.query())
    player.page.reload()
    player.until(lambda: len(player.row()) == 52)
    player.button("puzzles")
    board = trainer.board(4)
    assert trainer.asked[-1]["step"] == 2
    trainer.solve(board)
    [solved] = trainer.solved()
    assert (solved["wish"], solved["step"]) == (2, 2)
    table = player.page.locator("#puzzle-done table").text_content()
    assert f"Accordion{trainer.answer['label']}11" in table


# ------------------------------------------------------------ the daily puzzle


def test_the_daily_puzzle_is_the_players_own_days(visit: Any) -> None:
    trainer = at(visit, "2026-11-30T23:00+00:00")
    trainer.open()
    trainer.click("daily")
    board = trainer.board(2)
    assert trainer.asked[-1]["date"] == "2026-11-30"
    about = trainer.player.page.inner_text("#puzzle-about")
    assert "daily puzzle, 30 November 2026" in about
    first = trainer.answer["record"]
    trainer.solve(board)
    assert "Daily puzzles in a row: 1, at most 1." in trainer.run()
    trainer.player.page.clock.set_system_time("2026-12-01T00:01+00:00")
    trainer.click("daily")
    board = trainer.board(3)
    assert trainer.asked[-1]["date"] == "2026-12-01"
    trainer.solve(board)
    assert "Daily puzzles in a row: 2, at most 2." in trainer.run()
    trainer.player.page.clock.set_system_time("2026-12-03T12:00+00:00")
    link = "/?puzzle=2026-12-02&of=accordion"  # a day later: solved, but not on the day
    trainer.player.page.goto(link)
    board = trainer.board(4)
    trainer.solve(board)
    assert "Daily puzzles in a row: 0, at most 2." in trainer.run()
    assert {each["puzzle"] for each in trainer.solved()} == {
        "2026-11-30", "2026-12-01", "2026-12-02",
    }  # fmt: skip
    assert trainer.answers[1]["record"] == first


# ------------------------------------------------------------ keeping


def test_solved_puzzles_are_exported_merged_and_erased(visit: Any) -> None:
    player = visit(GAME, **STILL)
    early = a_puzzle("17", solved=500, tries=2)
    late = a_puzzle("17", solved=900)
    said = choose_file(player, a_file(late, a_puzzle("2026-11-30"), a_puzzle("17", wish=3)))
    assert "3 solved puzzles added" in said
    for _ in range(2):
        assert "solved puzzle" not in choose_file(player, a_file(early, late))
    text = export(player)
    lines = [json.loads(line) for line in text.splitlines()[1:]]
    assert lines == [early, a_puzzle("17", wish=3), a_puzzle("2026-11-30")]
    choose_file(player, text)
    assert export(player) == text
    close(player)
    player.button("puzzles")
    player.until(lambda: "Solved: 3, 2 at" in player.page.inner_text("#puzzle-run"))
    close(player)
    player.button("stats")
    player.page.click("#erase")
    player.page.click("#confirm-yes")
    player.until(lambda: export(player) == FIRST + "\n")


@pytest.mark.parametrize(
    "wrong",
    [
        {"puzzle": 17}, {"puzzle": "017"}, {"puzzle": "4294967296"}, {"puzzle": "2026-02-30"},
        {"puzzle": ""}, {"wish": 6}, {"step": 0}, {"tries": 0}, {"solved": -1}, {"rules": ""},
    ],
    ids=str,
)  # fmt: skip
def test_wrong_puzzles_in_a_file_refuse_it(visit: Any, wrong: Any) -> None:
    player = visit(GAME)
    [name] = wrong
    said = choose_file(player, a_file(a_puzzle("1"), a_puzzle("2") | wrong))
    assert said.startswith(f'Line 3: "{name}" isn\'t')
    assert export(player) == FIRST + "\n"


def test_the_database_of_the_version_before_gets_room_for_puzzles(visit: Any) -> None:
    player = visit(None)
    player.page.goto("/icon.svg")
    player.page.evaluate(
        """() => new Promise((done) => {
          const request = indexedDB.open('squeezebox', 1);
          request.onupgradeneeded = () => {
            request.result.createObjectStore('games', {keyPath: 'id'});
            request.result.createObjectStore('bests', {keyPath: ['rules', 'layout']});
            request.result.createObjectStore('rules', {keyPath: 'text'})
              .put({text: 'accordion(goal=3)', name: 'Three', when: 5});
          };
          request.onsuccess = () => { request.result.close(); done(); };
        })"""
    )
    trainer = Trainer(player)
    player.open(GAME)
    trainer.solve(trainer.open())
    player.until(lambda: len(trainer.solved()) == 1)
    player.page.reload()
    player.until(lambda: len(player.row()) == 52)
    player.until(lambda: len(trainer.solved()) == 1)
    assert "accordion(goal=3)" in export(player)


@pytest.mark.parametrize("how", ["missing", "refuses", "all full"])
def test_puzzles_are_solved_without_a_database(visit: Any, how: str) -> None:
    player = visit(None, **STILL)
    player.page.add_init_script(BROKEN[how])
    trainer = Trainer(player)
    player.open(GAME)
    trainer.solve(trainer.open())
    player.until(lambda: "Solved: 1, 1 at the first try." in trainer.run())
    close(player)
    player.until(lambda: "storage" in player.page.inner_text("#notice"))


def test_other_tabs_follow_what_is_solved(visit: Any) -> None:
    trainer = Trainer(player := visit(GAME, **STILL))
    board = trainer.open()
    first = player.page
    player.page = player.tab()
    player.open(GAME)
    player.button("puzzles")
    player.until(lambda: player.page.locator("#puzzle-run").is_visible())
    second, player.page = player.page, first
    first.bring_to_front()
    trainer.solve(board)
    player.until(lambda: "Solved: 1, 1" in second.inner_text("#puzzle-run"))
