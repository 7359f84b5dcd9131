"""Every key of the game does what the list of keys says."""

from __future__ import annotations

from pathlib import Path

from squeezebox.deals import daily
from squeezebox.terminal.keys import KEYS, deed_of

from .table import TODAY, Seat, played, seat


def test_every_deed_exists_and_no_key_does_two() -> None:
    from squeezebox.terminal.app import Squeezebox
    from squeezebox.terminal.game_screen import GameScreen

    for key in KEYS:
        name = f"deed_{key.deed}"
        assert hasattr(GameScreen, name) or hasattr(Squeezebox, name), name
    keys = [name for key in KEYS for name in key.keys]
    assert len(keys) == len(set(keys))


def test_upper_and_lower_case_are_alike_unless_both_are_listed() -> None:
    assert deed_of("U", "U") == deed_of("u", "u") == "undo"
    assert deed_of("D", "D") == "deal_all"
    assert deed_of("d", "d") == "deal_one"
    assert deed_of("n", "n") == "new"
    assert deed_of("N", "N") == "restart"
    assert deed_of("f12", None) is None


def cursor(one: Seat) -> int:
    return one.app.play.cursor


@played
async def test_the_cursor_goes_by_arrows_and_by_letters(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        for keys in (("right", "down", "left", "up"), ("l", "j", "h", "k")):
            places = []
            for key in keys:
                await one.press(key)
                places.append(cursor(one))
            assert places == [2, 15, 14, 1]
        await one.press("left", "up")
        assert cursor(one) == 1
        await one.press("end")
        assert cursor(one) == 52
        await one.press("right", "down")
        assert cursor(one) == 52
        await one.press("home")
        assert cursor(one) == 1


@played
async def test_a_pile_is_picked_up_put_down_and_let_go(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.type("g42\n")
        await one.press("enter")
        assert one.app.play.selected == 42
        assert one.said.startswith("Pile 42 selected: J♣")
        await one.press("escape")
        assert one.app.play.selected == 0
        await one.press("space", "space")
        assert one.app.play.selected == 0
        await one.press("enter", "h", "h", "h", "enter")
        assert one.actions == "42-39"
        assert one.said == "J♣ onto 8♣, pile 39. 51 piles."
        assert (one.app.play.selected, cursor(one)) == (0, 39)


@played
async def test_a_digit_plays_that_far_from_the_cursor(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.type("g42\n3")
        assert one.actions == "42-39"
        assert cursor(one) == 39
        await one.type("9")
        assert one.actions == "42-39"
        assert one.said == "Pile 39 can go 1 or 3 to the left, not 9."


@played
async def test_keys_as_fast_as_they_come_are_worked_in_order(tmp_path: Path) -> None:
    """All at once, none waiting for what the one before shows."""
    async with seat(tmp_path) as one:
        await one.burst("g42\n3im", "escape")
        assert one.actions == "42-39"
        assert one.app.play.hints


@played
async def test_a_line_takes_actions_piles_and_nothing(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.do("42-39, 2 - 1")
        assert one.actions == "42-39"
        assert "1 action done, then 2-1" in one.said
        await one.do("7")
        assert one.said == "Pile 7: four of hearts."
        assert cursor(one) == 7
        await one.do("99")
        assert one.said == "There is no pile 99."
        await one.do("hello")
        assert "is not an action" in one.said
        await one.type(":4x")
        await one.press("backspace")
        await one.type("-3")
        await one.press("escape")
        assert one.actions == "42-39"
        await one.do("")
        assert "From left to right: 1 six of hearts; 2 king of spades" in one.text().replace(
            "\n", " "
        ).replace("│", " ").replace("  ", " ")
        await one.press("escape")


@played
async def test_the_line_is_edited_and_pasted_into(tmp_path: Path) -> None:
    from textual import events

    async with seat(tmp_path) as one:
        await one.type(":2-39")
        await one.press("home")
        await one.type("4")
        await one.press("end", "left", "right", "ctrl+e", "enter")
        assert one.actions == "42-39"
        one.app.game_screen.post_message(events.Paste("9-8\n4-3"))
        await one.calm()
        await one.press("enter")
        assert one.actions == "42-39 9-8 4-3" or "4-3" in one.said


@played
async def test_dealing(tmp_path: Path) -> None:
    async with seat(tmp_path, layout="stock") as one:
        assert "Press d to deal a card." in one.text()
        await one.type("d")
        assert one.actions == "d"
        await one.do("d5")
        assert one.actions == "d d5"
        await one.type("D")
        assert one.actions == "d d5 d*"
        await one.type("d")
        assert one.said == "The stock is empty, there is nothing left to deal."


@played
async def test_undo_redo_and_the_other_line(tmp_path: Path) -> None:
    async with seat(tmp_path, actions="42-39 9-8") as one:
        await one.type("u")
        assert one.said == "Undone: 9-8. 51 piles."
        await one.type("r")
        assert one.said == "Redone: 9-8. 50 piles."
        await one.type("r")
        assert one.said == "There is nothing to redo."
        await one.type("u")
        await one.do("4-1")
        assert one.actions == "42-39 4-1"
        assert "o: 1 other line" in one.text()
        await one.type("o")
        assert one.actions == "42-39 9-8"


@played
async def test_undo_at_the_start_brings_the_game_before_back(tmp_path: Path) -> None:
    async with seat(tmp_path, actions="42-39") as one:
        await one.type("n")
        assert one.actions == ""
        assert one.said.startswith("New game: Accordion, open, deal ")
        await one.type("u")
        assert one.actions == "42-39"
        await one.type("N")
        assert (one.actions, one.session.came, one.session.game.deal) == ("", "restart", 1)
        await one.type("x")
        assert (one.session.came, one.session.game.deal) == ("next", 2)


@played
async def test_an_undo_that_is_held_down_stops_at_the_start(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.type("N")
        name = one.session.id
        await one.do("42-39")
        one.app.game_screen._undone = float("inf")  # the key was never let go
        await one.press("u", "u", "u")
        assert (one.session.id, one.actions) == (name, "")


@played
async def test_the_bellows_are_gone_along(tmp_path: Path) -> None:
    async with seat(tmp_path, actions="42-39 9-8 4-1") as one:
        await one.press("b", "left", "h")
        assert one.actions == "42-39"
        await one.press("right", "l")
        assert one.actions == "42-39 9-8 4-1"
        await one.press("home")
        assert one.actions == ""
        await one.press("pagedown")
        assert one.actions == "42-39 9-8 4-1"
        await one.press("pageup", "end", "escape")
        assert cursor(one) == 1
        await one.press("right")
        assert (one.actions, cursor(one)) == ("42-39 9-8 4-1", 2)
        await one.press("b", "u")
        assert one.actions == "42-39 9-8"


@played
async def test_hints_mark_what_may_move_and_where_to(tmp_path: Path) -> None:
    deck = "7H 8C 9C 7C"
    async with seat(tmp_path, "concertina(deck=4)", deck=deck) as one:
        assert not {"•", "▲", "▼", "◆"} & set(one.text())
        await one.type("i")
        assert one.text().count("•") == 2
        await one.press("end", "enter")
        assert one.text().count("◆") == 2
        assert one.session.hints == 1
        await one.press("escape", "i")
        assert "hints: off" in one.text()


@played
async def test_under_is_asked_for_with_a_key_of_its_own(tmp_path: Path) -> None:
    async with seat(tmp_path, "concertina(deck=4)", deck="7H 8C 9C 7C") as one:
        await one.press("end", "underscore", "3")
        assert one.actions == "4_1"
        await one.press("end", "enter", "left", "underscore", "enter")
        assert one.actions == "4_1 3_2"
    async with seat(tmp_path) as one:
        await one.press("underscore")
        assert one.said == "In this rule set piles go over others."


@played
async def test_piles_that_leave(tmp_path: Path) -> None:
    async with seat(tmp_path, "push-pin(deck=4)", deck="7H 8C 9C 7C") as one:
        await one.press("right", "enter", "right", "enter")
        assert one.actions == "x2-3"
        assert one.said == "8♣ and 9♣ discarded. 2 piles."
        assert "Won" in one.text()
    async with seat(tmp_path, "push-pin(deck=3)", deck="7H 8C 7C") as one:
        await one.press("right", "enter", "enter")
        assert one.actions == "x2"
    async with seat(tmp_path, "bayan(deck=4)", deck="7H 8C 9C 7C") as one:
        await one.press("3")
        assert one.actions == "4-1"


@played
async def test_the_daily_deal_is_begun_once(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.type("y")
        assert one.session.game.deal == daily(TODAY)
        assert one.session.daily == "2026-11-30"
        assert "daily" in one.text()
        await one.press("end")
        await one.do(str(next(iter(one.session.game.legal_actions))))
        name = one.session.id
        await one.type("ny")
        assert one.session.id == name
        await one.type("y")
        assert one.said == "This game is on the table already."


@played
async def test_the_position_is_said(tmp_path: Path) -> None:
    deck = "7H 8C 9C 7C"
    async with seat(tmp_path, "accordion(deck=4)", deck=deck) as one:
        await one.type("p")
        assert "1 seven of hearts; 2 eight of clubs" in one.text().replace("\n", "")
        await one.type("p")


@played
async def test_suits_become_letters(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        assert "10♣" in one.text()
        await one.type("t")
        assert "10C" in one.text()
        assert not set("♣♥♠♦") & set(one.text())
        await one.type("t")
        assert "10♣" in one.text()


@played
async def test_a_sweeper_is_asked_about(tmp_path: Path) -> None:
    async with seat(tmp_path, "accordion(deck=4)", deck="7H 7C 2C 3D") as one:
        await one.type("s7\n")
        assert one.session.marks.sweepers == "7"
        assert one.text().count("★") == 3  # two cards, and what they are called
        await one.do("2-1")
        assert "Cover 7♥?" in one.text()
        await one.type("n")
        assert (one.actions, one.said) == ("", "Kept.")
        await one.do("2-1")
        await one.type("y")
        assert one.actions == "2-1"


@played
async def test_all_actions_of_a_line_wait_for_the_answer(tmp_path: Path) -> None:
    async with seat(tmp_path, "accordion(deck=4)", deck="2C 7C 7D 5D") as one:
        await one.type("s7\n")
        await one.do("2-1 2-1 2-1")
        assert one.actions == "2-1"
        await one.type("y")
        assert one.actions == "2-1 2-1"
        await one.type("y")
        assert one.actions == "2-1 2-1 2-1"


@played
async def test_leaving(tmp_path: Path) -> None:
    async with seat(tmp_path) as one:
        await one.do("42-39")
        await one.type("q")
        assert one.app._exit
    async with seat(tmp_path, session=one.app.store.current()) as again:
        assert again.actions == "42-39"
        assert again.said.startswith("Back in the game: ")


def test_the_documentation_has_every_key() -> None:
    text = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text(encoding="utf-8")
    for key in KEYS:
        assert f"| {key.shown} | {key.does} |\n" in text


@played
async def test_the_cursor_goes_to_a_card_that_is_dealt_and_stays_where_it_was_put(
    tmp_path: Path,
) -> None:
    async with seat(tmp_path, layout="stock") as one:
        await one.type("dddd")
        assert cursor(one) == len(one.session.game.table.row) == 4
        await one.press("home")
        await one.type("i")
        assert cursor(one) == 1
        await one.type("D")
        assert cursor(one) == 52


@played
async def test_hints_tell_what_leaves(tmp_path: Path) -> None:
    deck = "QH 8C 9S 7H KH"
    async with seat(tmp_path, "royal-marriage(deck=5)", deck=deck, layout="open") as one:
        await one.type("ig2\n\n")
        text = one.text()
        assert "↑" in text
        assert "▲" not in text
        await one.press("escape")
        await one.type(":2\n")
        assert one.said.endswith("It may leave with 3.")
        await one.type("?")
        assert "↑ leaves with it" in one.text()
