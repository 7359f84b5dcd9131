"""A game being played: lines, undo to the game before, and what is kept of a record."""

from __future__ import annotations

import pytest

from squeezebox.deals import LARGEST_DEAL
from squeezebox.errors import IllegalAction, SetupError, TextError
from squeezebox.game import Game, TargetNeeded
from squeezebox.record import read, write
from squeezebox.terminal.session import Line, Marks, Session, any_deal


def session(actions: str = "", rules: str = "accordion", **more: object) -> Session:
    return Session(Game(rules, deal=1, actions=actions), **more)  # type: ignore[arg-type]


def texts(actions: object) -> str:
    return " ".join(map(str, actions))  # type: ignore[call-overload]


def test_an_action_says_what_happened() -> None:
    one = session()
    assert one.begun == 0
    top, other = (one.game.table.tops[place - 1].glyphs for place in (42, 39))
    assert one.play("42-39") == f"{top} onto {other}, pile 39. 51 piles."
    assert one.begun == one.changed > 0
    assert one.bellows == (52, 51)


def test_what_is_refused_changes_nothing() -> None:
    one = session("42-39")
    one.undo()
    before = vars(one).copy()
    with pytest.raises(IllegalAction):
        one.play("2-1")
    with pytest.raises(TextError):
        one.play("hello")
    assert vars(one) == before
    assert one.ply == 0


def test_undo_and_redo_walk_along_the_line() -> None:
    one = session("42-39 44-41")
    assert one.undo() == "Undone: 44-41. 51 piles."
    assert texts(one.redo) == "44-41"
    assert one.bellows == (52, 51, 50)
    assert one.redo_one() == "Redone: 44-41. 50 piles."
    assert one.redo_one() == "There is nothing to redo."
    assert one.undos == 1


def test_going_to_a_point_of_the_game() -> None:
    one = session("42-39 44-41 44-41")
    assert one.go_to(0) == "The start of the game."
    assert texts(one.redo) == "42-39 44-41 44-41"
    assert one.go_to(2).startswith("Action 2 of 3. ")
    assert one.go_to(99).startswith("Action 3 of 3. ")
    assert one.undos == 1


def test_going_on_along_the_line_keeps_it() -> None:
    one = session("42-39 44-41 44-41")
    one.go_to(0)
    one.play("42-39")
    assert texts(one.redo) == "44-41 44-41"
    assert one.lines == ()
    assert one.bellows == (52, 51, 50, 49)


def test_playing_differently_sets_the_line_aside_and_back_again() -> None:
    one = session("42-39 44-41 44-41")
    one.record.comments = {0: "the deal", 1: "one", 3: "three"}
    one.go_to(1)
    other = next(str(action) for action in one.game.legal_actions if str(action) != "44-41")
    one.play(other)
    assert texts(one.whole) == f"42-39 {other}"
    assert one.redo == ()
    assert [texts(line.actions) for line in one.lines] == ["42-39 44-41 44-41"]
    assert one.record.comments == {0: "the deal", 1: "one"}
    assert one.bellows == (52, 51, 50)
    one.undo()
    one.play("44-41")
    assert texts(one.redo) == "44-41"
    assert [texts(line.actions) for line in one.lines] == [f"42-39 {other}"]
    assert one.record.comments == {0: "the deal", 1: "one", 3: "three"}
    assert one.bellows == (52, 51, 50, 49)


def test_a_line_that_was_only_begun_is_kept_whole() -> None:
    """The line left holds what was undone, too."""
    one = session("42-39 44-41")
    one.go_to(0)
    one.play("9-8")
    assert texts(one.lines[0].actions) == "42-39 44-41"
    assert one.lines[0].bellows == (52, 51, 50)


def test_the_other_line_changes_places() -> None:
    one = session("42-39 44-41 44-41")
    assert one.other_line().startswith("There is no other line")
    one.go_to(0)
    one.play("9-8")
    assert one.other_line() == "The other line: 3 actions, 49 piles."
    assert texts(one.whole) == "42-39 44-41 44-41"
    assert one.bellows == (52, 51, 50, 49)
    assert [texts(line.actions) for line in one.lines] == ["9-8"]
    one.other_line()
    assert texts(one.game.actions) == "9-8"


def test_a_solution_is_followed_and_the_own_line_waits() -> None:
    one = session("42-39")
    line = Game("accordion", deal=1, actions="9-8 4-1").actions
    assert one.follow(line, 1) == "After action 1 of 2: 51 piles."
    assert texts(one.game.actions) == "9-8"
    assert texts(one.redo) == "4-1"
    assert one.bellows == (52, 51, 50)
    assert [texts(line.actions) for line in one.lines] == ["42-39"]
    mine = one.whole
    one.follow(mine, 0)
    assert one.ply == 0
    assert one.whole == mine
    with pytest.raises(IllegalAction):
        one.follow(Game("accordion", deal=1, actions="42-39").actions * 2, 1)
    assert one.whole == mine


def test_the_line_left_longest_ago_makes_room() -> None:
    lines = [Line((), (52,), {0: str(number)}) for number in range(60)]
    one = session("42-39", lines=lines)
    one.go_to(0)
    one.play("9-8")
    assert len(one.lines) == 60
    assert one.lines[0].comments == {0: "1"}


def test_undo_at_the_start_brings_the_earlier_game_back() -> None:
    one = session("42-39 44-41", marks=Marks("7"))
    name = one.id
    one.undo()
    assert one.restart().startswith("New game: Accordion, open, deal 1. ")
    assert (one.ply, one.redo, one.came) == (0, (), "restart")
    assert one.id != name
    assert one.attempt == one.id
    restarted = one.id
    assert one.next_deal().startswith("New game: Accordion, open, deal 2.")
    assert one.game.deal == 2
    assert one.undo().startswith("Back in the game: Accordion, open, deal 1")
    assert one.id == restarted
    assert one.undo() == "Back in the game: Accordion, open, deal 1: 51 piles after 1 action."
    assert (one.id, texts(one.game.actions), texts(one.redo)) == (name, "42-39", "44-41")
    assert one.marks.sweepers == "7"
    one.undo()
    assert one.undo() == "There is nothing to undo."


def test_a_new_game_is_of_the_same_kind_and_turns_the_first_card() -> None:
    one = Session(Game("skidoo", deal=1, layout="stock"))
    one.new()
    assert (str(one.game.rules), one.game.layout, one.came) == ("skidoo", "stock", "new")
    assert texts(one.game.actions) == "d"
    assert one.begun == 0
    one.new("leap-4")
    assert (str(one.game.rules), one.game.layout) == ("leap-4", "open")


def test_a_game_that_can_not_be_leaves_the_one_at_hand() -> None:
    one = session("42-39")
    before = one.id
    with pytest.raises(TargetNeeded):
        one.new("virtuoso")
    with pytest.raises(SetupError):
        one.new(deck="7H 8H")
    assert (one.id, one.ply) == (before, 1)
    deck = "AH 2H 3H 4C"
    one.new("accordion(deck=4)", deck=deck, came="own deck")
    with pytest.raises(SetupError, match="no next deal"):
        one.next_deal()
    one.restart()
    assert texts(one.game.deck) == deck


def test_the_last_deal_is_followed_by_the_first() -> None:
    one = Session(Game("accordion", deal=LARGEST_DEAL))
    one.next_deal()
    assert one.game.deal == 0


def test_a_target_stays_for_the_same_deal_only() -> None:
    one = Session(Game("virtuoso", deal=1, target="QH"))
    one.restart()
    assert str(one.game.target) == "QH"
    with pytest.raises(TargetNeeded):
        one.next_deal()


def test_a_target_is_for_the_deal_that_was_drawn_when_it_was_missing() -> None:
    one = session()
    with pytest.raises(TargetNeeded) as needed:
        one.new("virtuoso")
    one.new("virtuoso", target=needed.value.candidates[5])
    assert one.game.deal == needed.value.deal


def test_what_was_undone_is_taken_up_and_bad_rest_dropped() -> None:
    one = session("42-39", redo=("44-41", "44-41"))
    assert one.bellows == (52, 51, 50, 49)
    assert texts(one.whole) == "42-39 44-41 44-41"
    bad = session("42-39", redo=("2-1",))
    assert (bad.redo, bad.bellows) == ((), (52, 51))


def test_headers_and_comments_of_a_file_are_kept() -> None:
    text = '[Rules "accordion"]\n[Deal "1"]\n[Player "me"]\n\n{deal} 42-39 {one} 44-41 {two}\n'
    one = Session.of_record(read(text))
    one.undo()
    written = write(one.record)
    assert '[Player "me"]' in written
    assert "{one}" in written
    assert "{two}" not in written
    one.redo_one()
    assert "{two}" in write(one.record)


def test_sweepers_that_an_action_covers() -> None:
    game = Game("accordion(deck=4)", deck="7H 7C 2C 3D")
    one = Session(game, marks=Marks(sweepers="7"))
    assert texts(one.covered("2-1")) == "7H"
    assert texts(one.covered("3-2")) == "7C"
    assert one.covered("4-3") == ()
    one.marks.sweepers = ""
    assert one.covered("2-1") == ()


def test_deals_that_nobody_chose_are_short() -> None:
    assert all(0 <= any_deal() < 10_000_000 for _ in range(50))
