"""The sheets over the game: menu, choosing, target, marks, settings, records, rulebook, results."""

from __future__ import annotations

from pathlib import Path

import pytest

from squeezebox.record import read, write
from squeezebox.terminal.session import Session
from squeezebox.terminal.store import Store

from .table import Seat, played, seat


async def chosen(one: Seat, words: str) -> None:
    """Open the menu, and choose the line that begins so."""
    await one.type("m")
    listed = one.app.screen.query_one("#options")
    while not str(listed.get_option_at_index(listed.highlighted).prompt).startswith(words):
        await one.press("down")
    await one.press("enter")


@played
async def test_the_menu_does_what_keys_do(tmp_path: Path) -> None:
    async with seat(tmp_path, actions="42-39") as one:
        await chosen(one, "Restart")
        assert one.actions == ""
        await chosen(one, "Next deal")
        assert one.session.game.deal == 2
        await chosen(one, "How to play")
        assert "Two cards match when rank or suit is the same." in one.text()
        await one.press("escape")
        await one.type("m")
        await one.press("escape")
        assert one.app.screen is one.app.game_screen


@played
async def test_letters_go_to_lines_of_the_menu(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.type("ms")
        await one.type("s\n")
        assert "Sweepers and highlights" in one.text()


@played
async def test_a_game_is_chosen_by_rule_set_layout_and_number(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.type("fskidoo")
        await one.press("tab", "down", "space")
        await one.press("tab", "tab")
        await one.type("7\n")
        game = one.session.game
        assert (str(game.rules), game.layout, game.deal) == ("skidoo", "stock", 7)
        assert one.session.came == "number"
        assert one.actions == "d"


@played
async def test_a_custom_rule_set_and_a_deck_of_ones_own(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.type("faccordion(deck=4; distances=1,2")
        assert "is not a rule set" in one.text()
        await one.press("enter")
        assert "Please mend this." in one.text()
        await one.type(")")
        assert "1 or 2" in one.text()
        await one.press("tab", "tab", "tab")
        await one.type("AH 2H 3H AH\n")
        assert "AH is in the deck twice" in one.text()
        await one.press("backspace", "backspace")
        await one.type("4C\n")
        assert str(one.session.game.rules) == "accordion(deck=4; distances=1,2)"
        assert one.session.came == "own deck"
        assert one.session.game.deck[3].text == "4C"


@played
async def test_a_compulsory_rule_set_has_one_layout(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.type("fidle-year")
        assert "stock only." in one.text()
        await one.press("enter")
        assert (str(one.session.game.rules), one.session.game.layout) == ("idle-year", "stock")


@played
async def test_rule_sets_are_listed(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.type("f")
        await one.press("ctrl+l")
        await one.type("bb")
        await one.press("enter", "enter")
        assert str(one.session.game.rules) == "bayan"


@played
async def test_the_next_and_the_daily_deal_are_chosen(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.type("f")
        await one.press("tab", "tab", "down", "space", "tab", "enter")
        assert (one.session.came, one.session.game.deal) == ("next", 2)
        await one.type("f")
        await one.press("tab", "tab", "down", "down", "space", "tab", "enter")
        assert (one.session.came, one.session.game.deal) == ("daily", 20261130)
        assert one.session.daily == "2026-11-30"


@played
async def test_a_deal_number_that_is_none(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.type("f")
        await one.press("tab", "tab", "tab")
        await one.type("99999999999\n")
        assert "deal numbers go from 0" in one.text().lower()
        await one.press("escape")
        assert one.session.game.deal == 1


@played
async def test_the_target_is_chosen(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.type("fvirtuoso\n")
        assert "Choose your target" in one.text()
        await one.type("hello\n")
        assert "is not a card" in one.text()
        for _ in "hello":
            await one.press("backspace")
        await one.type(f"{one.app.screen._cards[5].text}\n".lower())
        assert str(one.session.game.target) == str(one.session.game.deck[7])
        assert f"◎ target {one.session.game.target.glyphs}" in one.text()
        await one.type("n")
        await one.press("down", "down", "enter")
        assert one.session.game.target is one.session.game.deck[3]
        name = one.session.id
        await one.type("n")
        await one.press("escape")
        assert one.session.id == name


@played
async def test_a_hidden_decks_order_is_not_given_away_by_the_target(tmp_path: Path) -> None:
    async with seat(tmp_path, "virtuoso", layout="stock", target="QH") as one:
        await one.type("x")
        cards = one.app.screen._cards
        assert list(cards) == sorted(cards)
        assert len(cards) == 50


@played
async def test_marks_are_chosen_by_letters(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.type("sk")
        await one.press("tab")
        await one.type("h\n")
        marks = one.session.marks
        assert (marks.sweepers, marks.shown) == ("K", "H")
        assert "★ kings shown: hearts" in one.text()
        await one.type("s")
        await one.press("home", "right", "home", "enter")
        assert (one.session.marks.sweepers, one.session.marks.shown) == ("", "")


@played
async def test_settings_hold_at_once_and_are_remembered(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await chosen(one, "Settings")
        await one.press("space", "down", "enter", "enter", "escape")
        assert one.app.play.hints
        assert "10C" in one.text()
        assert "hints: on" in one.text()
    async with seat(tmp_path) as one:
        assert one.app.play.hints
        assert "10C" in one.text()
        await chosen(one, "Settings")
        await one.press("end", "enter", "escape")
        assert not one.app.asks


@played
async def test_the_record_is_saved_and_opened(tmp_path: Path) -> None:
    async with seat(tmp_path, actions="42-39") as one:
        one.session.record.headers["Player"] = "me"
        path = tmp_path / "game.txt"
        one.app._file = str(path)
        await one.type("e")
        assert '[Rules "accordion"]' in one.text()
        await one.press("enter")
        assert read(path.read_text()) == one.session.record
        assert "was saved" in one.said
        await one.do("9-8")
        await one.type("e\n")
        assert "Write over this file?" in one.text()
        await one.type("n")
        assert str(read(path.read_text()).game.actions[-1]) == "42-39"
        await one.type("e\ny")
        assert len(read(path.read_text()).game.actions) == 2
        await one.type("n")
        await one.type("e")
        await one.press("tab", "tab", "enter")
        assert one.actions == "42-39 9-8"
        assert one.session.came == "file"
        assert one.session.record.headers["Player"] == "me"
        await one.press("u", "u", "u")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "can't be read"),
        ("hello", "Line 1, column 1"),
        ('[Rules "accordion"]\n[Deal "1"]\n\n2-1\n', "can't go onto"),
        ("\udcff", "is no text"),
    ],
)
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, text: str | None, words: str) -> None:
    path = tmp_path / "bad.txt"
    if text is not None:
        path.write_text(text, encoding="utf-8", errors="surrogateescape")

    @played
    async def opened() -> None:
        async with seat(tmp_path / "data", actions="42-39") as one:
            await one.type("e")
            one.app.screen.query_one("#path").value = str(path)
            await one.press("tab", "tab", "enter")
            assert words in one.said
            assert one.actions == "42-39"
            await one.type("e")
            assert one.app.screen.query_one("#path").value == "accordion-1.txt"

    opened()


@played
async def test_a_file_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        one.app._file = str(tmp_path / "nowhere" / "game.txt")
        await one.type("e\n")
        assert "can't be written" in one.said
        one.app._file = " "
        await one.type("e\n")
        assert "The name of a file is expected here." in one.text()
        await one.press("escape")


@played
async def test_the_rulebook_is_read(tmp_path: Path) -> None:
    async with seat(tmp_path, "skidoo") as one:
        await chosen(one, "The rulebook")
        text = one.text()
        assert "23 Skidoo" in text
        await one.press("down", "enter", "space", "j", "k", "left", "end")
        assert "Names and history" in one.text()
        await one.press("escape")
        await one.type("?")
        await one.press("tab", "enter")
        assert "The rulebook" in one.text()


@played
async def test_help_lists_every_key(tmp_path: Path) -> None:
    from squeezebox.terminal.keys import KEYS

    async with seat(tmp_path, size=(80, 70)) as one:
        await one.type("?")
        text = one.text()
        assert all(key.shown in text and key.does[:40] in text for key in KEYS)
        await one.type("?")
        assert one.app.screen is one.app.game_screen


@played
async def test_statistics_and_the_best_result(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await chosen(one, "Statistics")
        assert "No game has been begun yet." in one.text()
        await one.press("escape")
    async with seat(tmp_path, "accordion(deck=4)", deck="2C 7C 7D 5D") as one:
        await one.do("2-1 2-1 2-1")
        assert "Won: everything is in one pile!" in one.text()
        assert "best 1" in one.text()
        await one.type("N")
        assert "best 1" in one.text()
        await one.type("ffive-piles\n")
        await one.do("d")
        await one.do(str(next(iter(one.session.game.legal_actions))))
        await chosen(one, "Statistics")
        assert "Five Piles" in one.text()
        await one.press("right")
        assert "Deals won" in one.text()
        assert "1 of 1" in one.text()
        assert "█" in one.text()


@played
async def test_kept_games_are_taken_up_and_put_away(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await chosen(one, "Games")
        assert "No game has been begun yet." in one.text()
        await one.press("escape")
        await one.do("42-39")
        first = one.session.id
        await one.type("x")
        await one.do(str(next(iter(one.session.game.legal_actions))))
        await chosen(one, "Games")
        assert "deal 1: 51 piles, unfinished" in one.text()
        await one.press("down", "enter")
        assert one.session.id == first
        assert one.said.startswith("Back in the game")
        await chosen(one, "Games")
        assert one.app.screen.query_one("#games").option_count == 2
        await one.press("down", "delete")
        assert one.app.screen.query_one("#games").option_count == 1
        await one.press("enter")
        assert one.session.game.deal == 2
        await chosen(one, "Games")
        await one.press("enter")
        assert one.said == "This game is on the table already."


@played
async def test_trouble_with_keeping_is_told_and_play_goes_on(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"no database at all" * 100)
    async with seat(tmp_path) as one:
        assert "damaged" in one.said or "read" in one.said
        await one.do("42-39")
        assert one.actions == "42-39"
    store = Store.open(tmp_path)
    found = store.current()
    assert isinstance(found, Session)
    assert "42-39" in write(found.record)
    store.close()
