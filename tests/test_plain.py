"""The plain mode: lines in, lines out; every command, and whatever else is typed."""

from __future__ import annotations

import datetime
import io
import random
import re
from pathlib import Path

import pytest

from calling import WIN_OF_DEAL_1
from squeezebox import Game, daily, read, write
from squeezebox.catalogue import LISTED
from squeezebox.rulebook import CHAPTERS
from squeezebox.terminal.orders import ORDERS
from squeezebox.terminal.plain import run
from squeezebox.terminal.session import Session
from squeezebox.terminal.store import Store

WRITES = ("quit", "q", "save", "review")
WIN = " ".join(WIN_OF_DEAL_1.split())


class Nobody:
    """A coach's process that can't be started: here nothing is searched."""

    def start(self) -> bool:
        raise FileNotFoundError(2, "No such file or directory")

    def ask(self, question: bytes) -> None: ...

    def answer(self) -> bytes:
        return b""

    def cancel(self) -> None: ...

    def end(self) -> None: ...


class Player:
    """Someone who plays in lines; the store is in a folder of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *lines: str, game: Game | None = None, encoding: str = "utf-8") -> list[str]:
        """What is said to these lines, without what is said at the start."""
        said = self.whole(*lines, game=game, encoding=encoding)
        return said[said.index("Type an action, or help.") + 1 :]

    def whole(self, *lines: str, game: Game | None = None, encoding: str = "utf-8") -> list[str]:
        self.store = Store.open(self.folder)
        current = None if game is not None else self.store.current()
        self.session = current or Session(game or Game("accordion", deal=1))
        data = io.BytesIO()
        out = io.TextIOWrapper(data, encoding=encoding, newline="\n")
        given = io.StringIO("".join(f"{x}\n" for x in lines))
        status = run(self.session, self.store, given, out, Nobody)
        assert status == 0
        out.flush()
        return data.getvalue().decode(encoding).splitlines()

    @property
    def made(self) -> str:
        return " ".join(map(str, self.session.game.actions))


@pytest.fixture
def player(tmp_path: Path) -> Player:
    return Player(tmp_path / "data")


# ---------------------------------------------------------------- playing


def test_a_game_to_its_end(player: Player) -> None:
    said = player(*WIN.split())
    assert said[0] == "J♣ onto 8♣, pile 39. 51 piles."
    assert said[-1] == "J♥ onto J♣, pile 1. 1 pile. Won: everything is in one pile!"
    assert len(said) == 51
    [kept] = player.store.games()
    assert kept.first is not None
    assert kept.first.outcome == "won"


def test_the_end_of_input_ends_and_the_game_is_there_again(player: Player) -> None:
    player("42-39 44-41")
    first = player.whole()[0]
    assert first == "Accordion, open, deal 1: 50 piles after 2 actions."
    assert player("quit", "44-41") == []
    assert player.made == "42-39 44-41"


def test_several_actions_in_a_line_end_at_the_first_refusal(player: Player) -> None:
    assert player("42-39, 1-9; 44-41") == [
        "J♣ onto 8♣, pile 39. 51 piles.",
        "Pile 1 can't go to the right: piles move to the left only.",
        "The rest of the line was left out.",
    ]
    assert player.made == "42-39"


def test_the_position_is_spoken(player: Player) -> None:
    game = Game("late-binding(deck=4)", deck="6H 6D TC AS", layout="open")
    expected = ["4 piles. From left to right: 1 six of hearts; 2 six of diamonds; "
                "3 ten of clubs; 4 ace of spades."]  # fmt: skip
    assert player("", game=game) == expected
    assert player("position") == expected
    assert player("p") == expected
    assert player("2-1", "1")[1] == "Pile 1: six of diamonds, 2 cards, from bottom to top 6♥ 6♦."
    assert player("9") == ["There is no pile 9."]


def test_hints_say_where_a_pile_may_go_and_are_counted(player: Player) -> None:
    assert player("42") == ["Pile 42: jack of clubs."]
    said = player("42-39", "u", "hints", "42", "1", "legal")
    assert said[2:5] == [
        "Hints are on: a pile's number says where it may go.",
        "Pile 42: jack of clubs. It may go to 39.",
        "Pile 1: six of hearts. It can't go anywhere.",
    ]
    assert said[5].startswith("Legal: 4-1 ")
    assert player("42")[0].endswith("It may go to 39.")  # the next time, too
    assert player("hints off", "42")[1] == "Pile 42: jack of clubs."
    [kept] = player.store.games()
    assert kept.hints == 3


def test_undo_redo_and_going_to_a_point(player: Player) -> None:
    said = player(WIN, "undo 3", "u", "r", "go 10", "go to 51", "redo", "go 0", "undo", "go 52")
    assert said[51:] == [
        "Undone: 4-3. 4 piles.",
        "Undone: 5-2. 5 piles.",
        "Redone: 5-2. 4 piles.",
        *said[54:56],
        "There is nothing to redo.",
        "The start of the game.",
        "There is nothing to undo.",
        "The game has 51 actions.",
    ]
    assert said[54].startswith("Action 10 of 51. ")
    assert said[54].endswith(" 42 piles.")
    assert player("go 3", "u", "redo 2", "where")[-1].startswith(
        "Accordion, open, deal 1: 48 piles after 4 actions. Your best: 1 pile."
    )


def test_another_line_is_kept(player: Player) -> None:
    said = player("42-39", "44-41", "u", "4-1", "other", "bellows")
    assert said[4] == "The other line: 2 actions, 50 piles."
    assert said[5] == ("Piles at the start and after each of 2 actions, 2 of them done: 52 51 50")
    assert player("other") == ["The other line: 2 actions, 50 piles."]
    assert player.made == "42-39 4-1"


def test_sweepers_are_asked_about(player: Player) -> None:
    said = player("sweepers J", "42-39", "41-39", "39-38", "yes", "u", "sweepers none", "u")
    assert said[0] == "Your sweepers are the jacks: you are asked before one goes out of sight."
    assert said[1].startswith("J♣ onto 8♣")
    asked = player("sweepers 8", "restart", "sweepers 8", "42-39", "yes", "u", "42-39", "no", "1")
    question = "42-39 takes the eight of clubs out of sight, and you want to keep the eights there."
    assert [line.startswith(question) for line in asked].count(True) == 2
    assert asked[-1].startswith("Pile 1: ")
    assert player.made == ""
    assert player("sweepers x")[0] == '"x" is no rank: one of A 2 3 4 5 6 7 8 9 T J Q K, or none.'


# ---------------------------------------------------------------- games


def test_new_games_of_every_rule_set_and_layout(player: Player) -> None:
    for entry in LISTED:
        player(f"new {entry.name}")
        if entry.name != str(player.session.game.rules):  # it asked for a target
            assert "target" in entry.changes
            player(f"new {entry.name}", "5H", "4H")  # whichever may be one
        assert str(player.session.game.rules) == entry.name
    assert player("new accordion stock")[0].startswith("New game: Accordion, deal as you go, deal ")
    assert len(player.session.game.table.row) == 1
    assert player("n open")[0].startswith("New game: Accordion, open, deal ")
    said = player("new accordion(distances=1,4; goal=2) stock", "next")
    assert "Custom: accordion(distances=1,4; goal=2), deal as you go" in said[0]


def test_a_target_is_asked_for(player: Player) -> None:
    player("deal 7")
    said = player("new virtuoso", "rubbish", "new virtuoso", "5")
    assert said[0].startswith("This rule set asks you for its target, the card that must be on top")
    assert said[1] == "That is no card, so no game was begun."
    assert said[2].startswith('"rubbish" is not an action')
    assert str(player.session.game.rules) == "accordion"
    first = str(Game("virtuoso", deal=3, target="QS").deck[0])
    player("new virtuoso", "QS", "QH")
    said = player("deal 3", first, "deal 3", "QS")
    assert any("it is the first card of the deck" in line for line in said)
    assert player.session.game == Game("virtuoso", deal=3, target="QS")


def test_next_restart_numbers_and_the_game_before(player: Player) -> None:
    assert player("42-39", "next")[1].startswith("New game: Accordion, open, deal 2.")
    assert player("deal 4294967295", "next")[-7].startswith("New game: Accordion, open, deal 0.")
    assert player.session.came == "next"
    said = player("deal 1", "42-39", "N", "undo")
    assert said[-7] == "Back in the game: Accordion, open, deal 1: 51 piles after 1 action."
    assert player("deal", "deal x", "deal 4294967296") == [
        "A deal number is expected, as in deal 7; d deals a card.",
        '"x" is not a deal number: a whole number from 0 to 4294967295 is expected.',
        "Deal numbers go from 0 to 4294967295, not 4294967296.",
    ]


def test_the_daily_deal_goes_on(player: Player) -> None:
    today = datetime.date.today()
    said = player("daily", "d")
    assert f"deal {daily(today)}." in said[0]
    assert player.session.daily == today.isoformat()
    move = str(next(iter(player.session.game.legal_actions)))
    player(move, "next")
    assert player("daily")[0].startswith("Back in the game: ")
    assert player("daily")[0] == "This game is on the table already."
    assert "deal 20250105." in player("daily 2025-01-05")[0]
    assert player("daily x") == ['"x" is no date such as 2026-11-30.']


def test_a_deck_of_ones_own(player: Player) -> None:
    said = player("new accordion(deck=3)", "deck 6h 6♦, 10c", "2-1", "next", "deck 6H", "deck")
    assert "New game: Custom: accordion(deck=3), open, deck of your own." in said[2] + said[3]
    assert said[-4].startswith("6♦ onto 6♥, pile 1. 2 piles.")
    assert said[-3:] == [
        "A deck of your own has no next deal.",
        "The deck of accordion(deck=3) has 3 cards, but this one has 1.",
        "The cards of the deck are expected, the first one first.",
    ]


def test_unfinished_games_are_listed_and_taken_up(player: Player) -> None:
    assert player("games", "take 1") == [
        "There is no unfinished game.",
        "There is no such number in the list that games shows.",
    ]
    player("42-39", "deal 2", "legal")
    move = str(next(iter(player.session.game.legal_actions)))
    said = player(move, "games", "take 1", "take 2")
    assert said[1:4] == [
        "1: Accordion, open, deal 2, 51 piles",
        "2: Accordion, open, deal 1, 51 piles",
        "Type take and a number to go on with one.",
    ]
    assert said[4] == "This game is on the table already."
    assert said[5].startswith("Back in the game: Accordion, open, deal 1: 51 piles after 1 action.")


# ---------------------------------------------------------------- looking and reading


def test_the_row_is_shown(player: Player) -> None:
    game = Game("accordion(deck=4; target=chosen)", deck="6H 6D TC AS", target="TC", layout="stock")
    said = player("d2", "row", "row on", "2-1", "row off", game=game)
    assert said == [
        "Dealt 6♥, 6♦. 2 piles, 2 cards in the stock.",
        "1: 6♥; 2: 6♦",
        "Stock: 2",
        "Target: 10♣",
        "The row is shown after every action.",
        "6♦ onto 6♥, pile 1. 1 pile, 2 cards in the stock.",
        "1: 6♦ (2)",
        "Stock: 2",
        "Target: 10♣",
        "The row is shown when you type row.",
    ]
    assert all(len(line) < 80 for line in player("new accordion", "row")[1:])


def test_letters_where_signs_cannot_be_shown_or_are_not_wanted(player: Player) -> None:
    assert player("42-39", encoding="ascii") == ["JC onto 8C, pile 39. 51 piles."]
    assert player("letters", "u", "r") == [
        "Suits are letters: 6H",
        "Undone: 42-39. 52 piles.",
        "Redone: 42-39. 51 piles.",
    ]
    assert player("letters off") == ["Suits are signs: 6♥"]
    player("rulebook", "help", "sets", "rules idle-year", encoding="ascii")


def test_rules_and_rulebook(player: Player) -> None:
    said = player("rules", "rules skidoo")
    assert said[0] == "Accordion (accordion)"
    assert "23 Skidoo (skidoo)" in said
    assert said[-1] == "You win when all cards are dealt and at most 2 piles are left."
    assert {line.partition(":")[0] for line in player("sets")} == {one.name for one in LISTED}
    assert player("rulebook tips")[0] == "Tips"
    assert player("rulebook bayan") != player("rulebook")
    assert player("rules nonsense")[0].startswith('No rule set is called "nonsense"')


def test_help_names_every_command_and_each_exists(player: Player) -> None:
    said = "\n".join(player("help"))
    for order in ORDERS:
        assert f"\n{order.words[0]}" in said
    assert len({word for order in ORDERS for word in order.words}) == sum(
        len(order.words) for order in ORDERS
    )
    assert player("?") == player("help")


def test_commands_that_take_nothing_say_so(player: Player) -> None:
    for order in ORDERS:
        if not order.takes and order.words[0] != "stats":
            [said] = player(f"{order.words[0]} nonsense")
            assert said == 'Nothing is expected after this command, but "nonsense" was found.'


# ---------------------------------------------------------------- files and statistics


def test_a_record_is_saved_and_opened(player: Player, here: Path) -> None:
    said = player("42-39", "save my game.txt", "44-41", "save my game.txt", "save over my game.txt")
    assert said[1] == "The game is in my game.txt."
    assert said[3] == '"my game.txt" is there already: save over my game.txt replaces it.'
    assert said[4] == "The game is in my game.txt."
    assert read((here / "my game.txt").read_text("utf-8")).game == player.session.game
    assert player("record") == write(player.session.game).rstrip().splitlines()
    said = player("new", "open my game.txt")
    assert player.made == "42-39 44-41"
    assert player.session.came == "file"
    two = "\n".join([write(Game("skidoo", deal=1)), write(Game("bayan", deal=2))])
    (here / "two.txt").write_text(two, "utf-8")
    player("open two.txt 2")
    assert player.session.game == Game("bayan", deal=2)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("open nowhere.txt", "can't be read: no such file"),
        ("open .", "can't be read: is a directory"),
        ("open \0", "can't be the name of a file"),
        ("open wrong.txt", "line 4, column 1"),
        ("open bytes", "is no text"),
        ("open target.txt", "target"),
        ("open wrong.txt 2", "has 1 game, and no game 2"),
        ("open", "the name of a file is expected"),
        ("save", "the name of a file is expected"),
        ("save /nowhere/at/all", "can't be written: no such file"),
        ("save over .", "can't be written: is a directory"),
    ],
)
def test_files_that_cannot_be(player: Player, here: Path, line: str, why: str) -> None:
    (here / "wrong.txt").write_text('[Rules "accordion"]\n[Deal "1"]\n\n1-9\n', "utf-8")
    (here / "target.txt").write_text('[Rules "virtuoso"]\n[Deal "1"]\n\n', "utf-8")
    (here / "bytes").write_bytes(b"\xff\xfe\x00")
    [said] = player(line)
    assert why in said[:1].lower() + said[1:]
    assert said.endswith(".")
    assert player.session.game == Game("accordion", deal=1)


def test_statistics(player: Player) -> None:
    assert player("stats") == ["No game of this rule set and layout was begun yet."]
    said = player(*WIN.split(), "u", "stats", "new bayan", "stats")
    assert "Accordion, open:" in said
    assert "Games begun: 1 (with a first action, restarts too)" in said
    assert "Deals won: 1 of 1 (100 %)" in said
    assert "Best: 1 pile (of all games)" in said
    assert said[-1] == "No game of this rule set and layout was begun yet."
    assert "Accordion, open:" in player("stats all")
    assert player("stats x") == [
        "Stats tells of this rule set and layout, stats all of all of them."
    ]


# ---------------------------------------------------------------- wrong input


WRONG = [
    "foo", "42-39-1", "42 39", "-", "1-", "x", "d0", "d999", "new (", "undo -1", "undo 0", "undo x",
    "go", "go x", "hints maybe", "take", "é", "\x00", "\u202e", "9" * 400, "a" * 3000, "😀",
    "new accordion open open", "deck 1 2 3", "daily 2026-99-99", "rulebook zzz", "take 99",
    "sweepers 11", "open  ", "; ; x", "42-39; foo",
]  # fmt: skip


@pytest.mark.parametrize("line", WRONG, ids=range(len(WRONG)))
def test_wrong_input_is_one_sentence_and_play_goes_on(player: Player, line: str) -> None:
    said = player(line, "42-39")
    assert len(said) == 2
    assert said[0].endswith((".", "!"))
    assert "Traceback" not in said[0]
    assert said[1] == "J♣ onto 8♣, pile 39. 51 piles."


def test_a_line_without_end(player: Player) -> None:
    assert player("x" * 100_000, "42-39") == [
        "A line has at most 10000 characters.",
        "J♣ onto 8♣, pile 39. 51 piles.",
    ]


def test_anything_at_all(player: Player) -> None:
    """Rubbish made of the very words and signs that mean something, and write no file."""
    chance = random.Random(3)
    words = [word for order in ORDERS for word in order.words if word not in WRITES]
    parts = [
        *words,
        "1",
        "42-39",
        "d",
        "d*",
        "x5-6",
        "-",
        "on",
        "skidoo",
        "virtuoso",
        "QS",
        "yes",
        "",
    ]
    lines = [" ".join(chance.choices(parts, k=chance.randrange(4))) for _ in range(400)]
    player(*lines)
    assert Store.open(player.folder).take_notice() == ""


def test_the_rulebook_is_read_out_without_marks(player: Player) -> None:
    names = [entry.name for entry in LISTED] + [each.name for each in CHAPTERS]
    said = player(*(f"rulebook {name}" for name in names))
    assert "How it is played:" in said
    assert not [line for line in said if re.search(r"[`|#]|\*\w|\]\(|^\[", line)]
