"""What the terminal keeps while a game is played: attempts, results, copies, settings."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from calling import WIN_OF_DEAL_1
from kept import FULL, REST, a_file, a_game, ended
from squeezebox import Game, IllegalAction
from squeezebox.errors import TextError
from squeezebox.terminal import store as store_module
from squeezebox.terminal.documents import SolvedPuzzle
from squeezebox.terminal.places import data_folder
from squeezebox.terminal.session import Session
from squeezebox.terminal.store import Store

WIN = WIN_OF_DEAL_1.split()
FOUR = "6H 6D 6C 6S"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path)


def began(store: Store, game: Game, *actions: str, **more: str) -> Session:
    """A session on the table, with these actions made and kept one by one."""
    session = Session(game, **more)  # type: ignore[arg-type]
    store.save(session)
    play(store, session, *actions)
    return session


def play(store: Store, session: Session, *actions: str) -> None:
    for action in actions:
        session.play(action)
        store.save(session)


def again(store: Store) -> Store:
    """Another program on the same file."""
    return Store.open(store._database.folder)


# ---------------------------------------------------------------- the game is there again


def test_nothing_is_there_at_first(store: Store) -> None:
    assert store.current() is None
    assert store.games() == []
    assert store.best("accordion", "open") is None
    assert store.take_notice() == ""
    assert store.lasts


def test_a_game_is_there_again_with_all_that_belongs_to_it(store: Store) -> None:
    game = Game("accordion", deal=1)
    session = Session(game, came="file", headers={"Player": "x"}, comments={0: "deal", 2: "two"})
    session.daily = "2026-11-30"
    store.save(session)
    play(store, session, *WIN[:6])
    session.undo()
    session.undo()
    other = next(str(one) for one in game.legal_actions if one != session.redo[0])
    play(store, session, other)
    session.undo()
    session.hints, session.advice = 3, 4
    session.marks.sweepers = "7"
    store.save(session)
    found = again(store).current()
    assert found is not None
    for name in ("id", "attempt", "came", "daily", "begun", "changed", "undos", "hints", "advice",
                 "redo", "lines", "bellows", "marks", "game"):  # fmt: skip
        assert getattr(found, name) == getattr(session, name), name
    assert found.lines
    assert found.record == session.record


def test_a_game_that_was_merely_dealt_is_there_again_and_no_attempt(store: Store) -> None:
    session = began(store, Game("skidoo", deal=5, layout="stock", actions="d"))
    assert store.games() == []
    found = again(store).current()
    assert found is not None
    assert (found.id, found.game) == (session.id, session.game)
    play(store, found, "d")
    assert [game.actions for game in store.games()] == ["d d"]


def test_a_deck_and_a_target_of_ones_own(store: Store) -> None:
    game = Game("accordion(deck=4; target=chosen)", deck=FOUR, target="6C", layout="open")
    began(store, game, "2-1", came="own deck")
    [kept] = store.games()
    assert (kept.deal, kept.deck, kept.target) == (None, FOUR, "6C")
    found = again(store).current()
    assert found is not None
    assert found.game == game


def test_the_latest_game_of_a_kind_that_is_not_finished(store: Store) -> None:
    one = began(store, Game("accordion", deal=1), *WIN[:3])
    began(store, Game("accordion", deal=1, layout="stock"), "d")
    began(store, Game("accordion", deal=1), *WIN)
    assert store.current("accordion").game.layout == "stock"
    found = store.current("accordion", "open")
    assert found is not None
    assert found.id == one.id
    store.put_away(one.id)
    assert store.current("accordion", "open") is None
    assert store.current("bayan") is None
    assert len(store.games()) == 3
    play(store, found, WIN[3])  # who plays on wants it
    assert store.current("accordion", "open") is not None


def test_actions_within_one_millisecond_are_all_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("squeezebox.terminal.session.moment", lambda: 1_000)
    session = began(store, Game("accordion", deal=1), *WIN)
    session.undo()
    store.save(session)
    [kept] = again(store).games()
    assert kept.actions.split() == WIN[:-1]
    assert kept.redo == WIN[-1]
    assert kept.first is not None
    assert kept.first.outcome == "won"


def test_time_is_counted_but_not_absence(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(store_module.time, "monotonic", lambda: now[0])
    session = began(store, Game("accordion", deal=1))
    for passed, action in ((10.6, WIN[0]), (0.6, WIN[1]), (3600, WIN[2]), (2, WIN[3])):
        now[0] += passed
        play(store, session, action)
    assert store.games()[0].seconds == 11 + 60 + 2
    now[0] += 50
    other = again(store)
    found = other.current()
    assert found is not None
    other.save(found)
    assert found.seconds == 73  # the time between two programs is none
    now[0] += 5
    other.save(found)
    assert [game.seconds for game in store.games()] == [78]


# ---------------------------------------------------------------- results


def test_the_first_finish_is_the_result_and_playing_on_betters_the_best(store: Store) -> None:
    rules = "accordion(deck=4; goal=3)"
    session = began(store, Game(rules, deck=FOUR), "2-1")
    assert store.best(rules, "open") == 3
    play(store, session, "2-1")
    session.undo()
    store.save(session)
    [kept] = store.games()
    assert (kept.outcome, kept.piles, kept.best) == ("won", 3, 2)
    assert kept.first is not None
    assert (kept.first.outcome, kept.first.piles) == ("won", 3)
    assert again(store).best(rules, "open") == 2


def test_every_position_of_a_line_counts_though_it_is_kept_once(store: Store) -> None:
    rules = "accordion(deck=4; goal=3)"
    session = began(store, Game(rules, deck=FOUR))
    for action in ("2-1", "2-1", "2-1"):
        session.play(action)
    session.go_to(2)
    store.save(session)
    [kept] = store.games()
    assert kept.first is not None
    assert kept.first.piles == 3
    assert kept.best == 2  # the end of the line was left again before anything was kept


def test_a_record_that_was_won_elsewhere_is_no_result_of_ones_own(store: Store) -> None:
    session = began(store, Game("accordion", deal=1, actions=WIN), came="file")
    assert store.games() == []
    session.go_to(10)
    store.save(session)
    assert store.games() == []
    play(store, session, WIN[10])
    [kept] = store.games()
    assert (kept.first, kept.best, kept.undos) == (None, None, 1)
    assert kept.came == "file"


def test_a_lost_target_is_no_best(store: Store) -> None:
    rules = "accordion(deck=4; target=chosen)"
    began(store, Game(rules, deck=FOUR, target="6C"), "4-3")
    [kept] = store.games()
    assert kept.first is not None
    assert (kept.first.outcome, kept.best) == ("lost", None)
    assert store.best(rules, "open") is None


def test_restarts_are_games_of_their_own(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(1_000)  # the order of games within one millisecond is nobody's
    monkeypatch.setattr("squeezebox.terminal.session.moment", lambda: next(clock))
    session = began(store, Game("accordion", deal=1), *WIN)
    session.restart()
    store.save(session)
    play(store, session, WIN[0])
    assert [game.came for game in store.games()] == ["restart", "new"]
    session.undo()
    session.undo()  # back in the game before
    store.save(session)
    assert len(store.games()) == 2
    assert session.game.actions
    found = again(store).current()
    assert found is not None
    assert found.id == session.id


# ---------------------------------------------------------------- two programs at once


def test_who_plays_on_a_game_that_another_has_played_on_gets_a_copy(store: Store) -> None:
    mine = began(store, Game("accordion", deal=1), *WIN[:2])
    other = again(store)
    theirs = other.current()
    assert theirs is not None
    play(other, theirs, *WIN[2:5])
    store.save(mine)  # nothing was done here: theirs stays as it is
    assert [len(game.actions.split()) for game in store.games()] == [5]
    assert mine.id == theirs.id
    before = mine.id
    session_actions = [str(one) for one in mine.game.legal_actions if str(one) != WIN[2]]
    play(store, mine, session_actions[0])
    assert mine.id != before
    assert mine.attempt == before
    play(other, theirs, WIN[5])
    play(store, mine, str(next(iter(mine.game.legal_actions))))
    games = {game.id: game for game in again(store).games()}
    assert {name: len(game.actions.split()) for name, game in games.items()} == {
        before: 6,
        mine.id: 4,
    }
    assert {game.attempt for game in games.values()} == {before}


# ---------------------------------------------------------------- import and export


def test_what_was_played_comes_out_and_goes_in_as_the_same(store: Store, tmp_path: Path) -> None:
    began(store, Game("accordion", deal=1), *WIN)
    store.keep_solved(SolvedPuzzle("accordion", "17", 0, 3, 2, 50))
    store.keep_rules("accordion(goal=3)", " Three ")
    text = store.exported()
    other = Store.open(tmp_path / "other")
    found = other.imported(text)
    assert (found.added, found.changed, found.same, found.puzzles) == (1, 0, 0, 1)
    assert other.exported() == text
    found = other.imported(text)
    assert (found.added, found.changed, found.same, found.puzzles) == (0, 0, 1, 0)
    assert other.exported() == text
    assert [(one.text, one.name) for one in other.own_rules()] == [("accordion(goal=3)", "Three")]
    assert other.best("accordion", "open") == 1


def test_files_merge_in_any_order_and_a_wrong_one_changes_nothing(store: Store) -> None:
    older = a_game("m", begun=5, changed=10, **ended("stuck", 4, 8), seconds=90, undos=1)
    newer = a_game("m", begun=6, changed=20, **ended("won", 1, 9), seconds=30, undos=2)
    for one in (newer, older, newer):
        store.imported(a_file(one))
    [kept] = store.games()
    assert (kept.outcome, kept.changed, kept.seconds, kept.best) == ("won", 20, 90, 1)
    before = store.exported()
    with pytest.raises(TextError, match=r"^Line 3: .* Nothing was imported\.$"):
        store.imported(a_file(a_game("new"), a_game("y", piles=53)))
    assert store.exported() == before
    store.imported(a_file(*FULL, *REST))
    assert store.best("bayan", "open") == 0


def test_an_imported_game_can_be_taken_up_whatever_its_notes(store: Store) -> None:
    notes = {"headers": {"Event": "a\nb", "\x85": "x"}, "comments": {"1": "c}\n", "0007": "d"}}
    store.imported(a_file(a_game("x", notes=notes, redo="44-41 9-9")))
    found = store.take_up("x")
    assert found is not None
    assert found.record.headers["Event"] == "a b"
    assert found.redo == ()  # what was kept badly is of no use
    play(store, found, "44-41")
    assert store.games()[0].piles == 50


def test_a_game_that_does_not_hold_is_told_and_stays_in_the_list(store: Store) -> None:
    store.imported(a_file(a_game("x", actions="1-9"), a_game("z", rules="zzz", title="Theirs")))
    for name in ("x", "z"):
        assert store.take_up(name) is None
        assert store.take_notice() == "Some of what was kept can't be read; it is left out."
    assert store.take_up("nobody") is None
    assert store.take_notice() == ""
    assert len(store.games()) == 2


def test_a_later_version_of_the_game_in_play_makes_it_a_copy(store: Store) -> None:
    mine = began(store, Game("accordion", deal=1), *WIN[:2])
    [kept] = store.games()
    later = {"kind": "game", **kept.fields(), "changed": kept.changed + 10**10, "undos": 7}
    assert store.imported(a_file(later)).changed == 1
    play(store, mine, WIN[2])
    assert len(store.games()) == 2


# ---------------------------------------------------------------- settings, puzzles, names


def test_settings_have_the_type_that_is_asked_for(store: Store) -> None:
    store.settings.set("hints", True)
    store.settings.set("suits", "letters")
    other = again(store)
    assert other.settings.get("hints", False) is True
    assert other.settings.get("hints", 3) == 3
    assert other.settings.get("suits", "glyphs") == "letters"
    assert other.settings.get("none", 7) == 7
    assert store.games() == []


def test_of_a_puzzle_the_first_solution_counts(store: Store) -> None:
    for solved, tries in ((50, 2), (40, 3), (60, 1)):
        store.keep_solved(SolvedPuzzle("accordion", "17", 0, 3, tries, solved))
    assert [(one.solved, one.tries) for one in store.puzzles()] == [(40, 3)]


def test_rule_sets_of_ones_own(store: Store) -> None:
    store.keep_rules("accordion(goal=3)", "Three")
    store.keep_rules("accordion(goal=4)", "Four")
    store.keep_rules("accordion(goal=3)", "3 piles")
    store.forget_rules("accordion(goal=4)")
    assert [one.name for one in store.own_rules()] == ["3 piles"]
    with pytest.raises(TextError, match="name"):
        store.keep_rules("accordion(goal=3)", " ")


def test_the_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SQUEEZEBOX_DATA", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine"
    Store.open().close()
    assert (tmp_path / "mine" / "games.sqlite").exists()
    monkeypatch.delenv("SQUEEZEBOX_DATA")
    assert data_folder().name == "squeezebox"


def test_a_refused_action_is_nothing_to_keep(store: Store) -> None:
    session = began(store, Game("accordion", deal=1))
    with pytest.raises(IllegalAction):
        session.play("9-9")
    store.save(session)
    assert store.games() == []
