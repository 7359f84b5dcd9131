"""The shape of the library: what other programs call, catch, copy and show."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

import squeezebox as sb
from squeezebox import (
    Card,
    Deal,
    Discard,
    Game,
    IllegalAction,
    Move,
    Outcome,
    Record,
    RuleSet,
    SetupError,
    Table,
    TextError,
    Verdict,
    read_action,
    read_cards,
    read_rules,
)
from squeezebox.cards import FRESH_DECK
from strategies import games

COPIES: list[Callable[[object], object]] = [
    copy.copy,
    copy.deepcopy,
    *(
        lambda thing, protocol=protocol: pickle.loads(pickle.dumps(thing, protocol))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    ),
]


def test_everything_promised_is_there() -> None:
    assert len(set(sb.__all__)) == len(sb.__all__)
    for name in sb.__all__:
        assert getattr(sb, name).__doc__
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", sb.__version__)


def test_the_example_of_the_interface() -> None:
    game = sb.Game("accordion", deal=1)
    assert len(game.legal_actions) == len(list(game.legal_actions)) > 0
    game.push("42-39")
    assert game.piles == len(game.table.row) == 51
    assert game.table.stock == ()
    assert game.table.discards == ()
    assert game.outcome is Outcome.OPEN
    assert game.pop() == Move(42, 39)
    small = sb.Game("skidoo(deck=3)", deck="8S 3C 8D", layout="stock")
    small.push("d*")
    assert small.table.row == ((Card("8S"),), (Card("3C"),), (Card("8D"),))
    assert sb.Game("virtuoso", deal=7, target="QH").target is Card("QH")
    record = sb.read(sb.write(game))
    assert (record.game, dict(record.comments)) == (game, {})


# ---------------------------------------------------------------- cards


def test_cards_and_their_texts() -> None:
    assert len(FRESH_DECK) == len(set(FRESH_DECK)) == 52
    assert [card.order for card in FRESH_DECK] == list(range(52))
    assert sb.write_cards(FRESH_DECK[:6]) == "AC AH AS AD 2C 2H"
    for card in FRESH_DECK:
        for text in (
            card.text,
            card.text.lower(),
            card.glyphs,
            f" {card} ",
            f"{card.glyphs}\ufe0f",
        ):
            assert Card(text) is card
        assert str(card) == card.text
        assert eval(repr(card), {"Card": Card}) is card
    assert Card("10D") is Card("10d") is Card("TD") is Card("10♦")
    assert Card("7H").glyphs == "7♥"
    assert Card("TD").glyphs == "10♦"
    assert Card("QS").name == "queen of spades"
    assert sorted(read_cards("KD AC 2H AD")) == list(read_cards("AC AD 2H KD"))


def test_two_cards_match_by_rank_or_suit() -> None:
    for one in FRESH_DECK:
        for other in FRESH_DECK:
            assert one.matches(other) == bool(set(str(one)) & set(str(other)))


@pytest.mark.parametrize(
    "text", ["", "7", "H", "H7", "1H", "0H", "11H", "10", "7X", "7HH", "7 H", "77H", "joker", "♥7",
             "\0", "\ud800", "<b>", "x" * 10**6, "110D", "TTD", "७H"],
)  # fmt: skip
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(TextError, match="is not a card: a rank") as caught:
        Card(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200
    assert (caught.value.found, caught.value.expected) == (text, "a card")
    assert caught.value.line is caught.value.column is None


def test_reading_cards() -> None:
    assert read_cards("") == read_cards(" , \n") == ()
    assert read_cards("7H,10d\n ,8♠") == read_cards(["7H", Card("TD"), "8s"])
    with pytest.raises(TextError, match=r'^card 3: "XX" is not a card'):
        read_cards("7H 8H XX 9H")
    with pytest.raises(TextError, match=r'^card 2: "" is not a card'):
        read_cards([Card("7H"), ""])


# ---------------------------------------------------------------- actions


@pytest.mark.parametrize(
    ("text", "action", "written"),
    [
        ("d", Deal(), "d"), ("D", Deal(1), "d"), ("d1", Deal(1), "d"), ("d5", Deal(5), "d5"),
        ("d*", Deal(None), "d*"), ("d0", Deal(0), "d0"), ("d05", Deal(5), "d5"),
        ("9-6", Move(9, 6), "9-6"), ("6-9", Move(6, 9), "6-9"), ("9_6", Move(9, 6, True), "9_6"),
        ("09-06", Move(9, 6), "9-6"), ("x5", Discard(5, 5), "x5"), ("X5-6", Discard(5, 6), "x5-6"),
    ],
)  # fmt: skip
def test_actions_and_their_texts(text: str, action: sb.Action, written: str) -> None:
    assert read_action(text) == action
    assert str(action) == written
    assert hash(read_action(text)) == hash(action)


@pytest.mark.parametrize(
    "text",
    ["", " ", "d ", " d", "dd", "d-1", "d*5", "d5*", "9", "9-", "-6", "9--6", "9-6-3", "9 - 6",
     "9–6", "9_6_3", "9_-6", "x", "x5-", "x-5", "x5_6", "x5-6-7", "٩-6", "9-6\n", "\0", "\ud800",
     "x" * 10**6, "9" * 10**6 + "-1", "d" + "9" * 10, "e2e4"],
)  # fmt: skip
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(TextError, match="is not an action") as caught:
        read_action(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 150
    table = Table.of("accordion", ["7H", "7C"])
    assert text not in table.legal_actions
    with pytest.raises(TextError):
        table.play(text)
    with pytest.raises(TextError):
        Game(deal=1).push(text)


# ---------------------------------------------------------------- errors


def test_the_three_kinds_of_error_are_value_errors() -> None:
    kinds = (TextError, IllegalAction, SetupError)
    for kind in kinds:
        assert issubclass(kind, ValueError)
        assert not any(issubclass(kind, other) for other in kinds if other is not kind)


@pytest.mark.parametrize("twin_of", COPIES)
def test_errors_survive_a_journey(twin_of: Callable[[object], object]) -> None:
    for error in (
        TextError("no", line=3, column=4, found="x", expected="y"),
        TextError("no", line=3),
        TextError("no"),
        IllegalAction("4-1", "it is far"),
        SetupError("the deck is short"),
    ):
        twin = twin_of(error)
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)
    assert str(TextError("no", line=3, column=4)) == "line 3, column 4: no"
    assert str(TextError("no", line=3)) == "line 3, column 1: no"
    assert str(TextError("no")) == "no"
    assert str(IllegalAction("4-1", "it is far")) == "4-1: it is far"


@pytest.mark.parametrize("twin_of", COPIES)
def test_everything_survives_a_journey(twin_of: Callable[[object], object]) -> None:
    game = Game("virtuoso(deck=9)", deal=3, layout="stock", target="4H", actions="d5 d")
    table = Table.of("bayan", ["7H", "7C KC"], stock="2D", discards="3D 3C")
    things = [game, game.table, table, table.rules, read_rules("idle-year(deck=9)"), Move(3, 2),
              Deal(None), Discard(2, 3), Card("7H"), Outcome.WON, Verdict.LOST,
              Record(game, {"Event": "x"}, {0: "start"})]  # fmt: skip
    for thing in things:
        twin = twin_of(thing)
        assert twin == thing
        assert repr(twin) == repr(thing)
        assert type(twin) is type(thing)
    assert twin_of(Card("7H")) is Card("7H")
    assert twin_of(read_rules("idle-year(deck=9)")).base == "idle-year"  # type: ignore[attr-defined]


# ---------------------------------------------------------------- setting up a game


@pytest.mark.parametrize(
    ("kind", "words", "call"),
    [
        (SetupError, "either a deal number or a deck", lambda: Game(layout="open")),
        (SetupError, "either a deal number or a deck", lambda: Game(deal=1, deck="AC")),
        (SetupError, "either a deal number or a deck", lambda: Game("accordion")),
        (SetupError, "from 0 to 4294967295, not -1", lambda: Game(deal=-1)),
        (SetupError, "from 0 to 4294967295, not 4294967296", lambda: Game(deal=2**32)),
        (SetupError, "whole number", lambda: Game(deal="1")),
        (SetupError, "whole number", lambda: Game(deal=1.0)),
        (SetupError, "whole number", lambda: Game(deal=True)),
        (TextError, "no rule set is called", lambda: Game("patience", deal=1)),
        (SetupError, "N from 2 to 51", lambda: Game("leap-99", deal=1)),
        (SetupError, "open or stock, not", lambda: Game(deal=1, layout="closed")),
        (SetupError, "open or stock, not", lambda: Game(deal=1, layout="")),
        (SetupError, "open or stock, not", lambda: Game(deal=1, layout="x" * 10**6)),
        (SetupError, "open or stock, not", lambda: Game(deal=1, layout=5)),
        (SetupError, "is compulsory", lambda: Game("compulsory", deal=1, layout="open")),
        (SetupError, "is compulsory", lambda: Game("skidoo(compulsory)", deal=1, layout="open")),
        (SetupError, "has 52 cards, but this one has 0", lambda: Game(deck="")),
        (SetupError, "has 52 cards, but this one has 2", lambda: Game(deck=["AC", Card("2C")])),
        (SetupError, "AC is in the deck twice", lambda: Game(deck="AC " * 52)),
        (TextError, "card 2: ", lambda: Game(deck="AC 1C")),
        (SetupError, "has no target card, but QH", lambda: Game(deal=1, target="QH")),
        (SetupError, "the player chooses", lambda: Game("virtuoso", deal=1)),
        (SetupError, "it is the first card", lambda: Game("virtuoso", deal=1, target="6H")),
        (SetupError, "it is the second card", lambda: Game("virtuoso", deal=1, target="KS")),
        (TextError, "is not a card", lambda: Game("virtuoso", deal=1, target="queen")),
        (SetupError, "deal 1 names the target", lambda: Game("revenge", deal=1, target="TC")),
        (
            SetupError, "target card must be given",
            lambda: Game("revenge(deck=3)", deck="AC 2C 3C"),
        ),
        (
            SetupError, "the target KH is not in the deck",
            lambda: Game("revenge(deck=3)", deck="AC 2C 3C", target="KH"),
        ),
        (
            SetupError, "begins with QH and ends with KH",
            lambda: Game("royal-marriage(deck=3)", deck="AC 2C 3C"),
        ),
        (TextError, "is not an action", lambda: Game(deal=1, actions="42-39 rubbish")),
        (IllegalAction, "there is no pile 60", lambda: Game(deal=1, actions=["42-39", "60-59"])),
        (IllegalAction, "no action has been made", lambda: Game(deal=1).pop()),
    ],
)  # fmt: skip
def test_games_that_can_not_be(
    kind: type[ValueError], words: str, call: Callable[[], object]
) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        call()
    assert isinstance(caught.value, kind)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_defaults_of_a_game() -> None:
    game = Game(deal=1)
    assert str(game.rules) == "accordion"
    assert (game.layout, game.target, game.actions) == ("open", None, ())
    assert Game("compulsory", deal=1).layout == "stock"
    assert Game(RuleSet(goal=5), deal=1) == Game("five-piles", deal=1)
    assert Game(deck=game.deck).deck == game.deck
    assert Game(deck=game.deck).deal is None
    assert Game(deck=iter(map(str, game.deck))).deck == game.deck
    assert Game("revenge", deal=1, target=Game("revenge", deal=1).target) == Game("revenge", deal=1)
    assert Game(deal=1, actions="42-39 44-41") == Game(deal=1, actions=[Move(42, 39), "44-41"])
    assert game.tables == (game.table,)


def test_an_illegal_push_changes_nothing() -> None:
    game = Game(deal=1, layout="stock", actions="d3")
    before = game.copy()
    for action in ("2-9", "d99", "x1", "rubbish", Move(0, 0), Deal(-1), Discard(9, 1)):
        with pytest.raises((IllegalAction, TextError)):
            game.push(action)
        assert game == before
        assert game.tables == before.tables


def test_layouts() -> None:
    deck = read_cards("7H 2C 3D")
    opened, dealt = (
        Game("accordion(deck=3)", deck=deck, layout=layout).table for layout in ("open", "stock")
    )
    assert opened == Table.of("accordion(deck=3)", ["7H", "2C", "3D"])
    assert dealt == Table.of("accordion(deck=3)", [], stock="7H 2C 3D")
    assert dealt.play("d*") == opened
    assert dealt.play("d").row == ((Card("7H"),),)
    assert dealt.play("d2").stock == (Card("3D"),)


def test_one_pile_with_a_stock_is_no_win_and_no_merge_no_loss() -> None:
    assert Table.of("accordion", ["7H"], stock="2C").outcome == "open"
    assert Table.of("accordion", ["7H"]).outcome == "won"
    assert Table.of("accordion", ["7H", "2C"], stock="3D").outcome == "open"
    assert Table.of("accordion", ["7H", "2C"]).outcome == "stuck"
    assert Table.of("bayan", []).outcome == "won"
    assert Table.of("bayan", ["7H"]).outcome == "stuck"
    won = Table.of("five-piles", ["7H", "7C"])
    assert (won.outcome, "2-1" in won.legal_actions) == ("won", True)
    lost = Table.of("virtuoso", ["2C 3D", "3H", "KS"], target="2C")
    assert (lost.outcome, "2-1" in lost.legal_actions) == ("lost", True)


# ---------------------------------------------------------------- what is seen of it


def test_texts_of_a_table() -> None:
    table = Table.of("accordion", ["7H", "7C KC"], stock="2D 3D")
    assert str(table) == "7H KC(2) [stock 2]"
    assert repr(table) == "Table.of('accordion', ['7H', '7C KC'], stock='2D 3D')"
    assert repr(table.legal_actions) == "<LegalActions: d>"
    assert repr(Table.of("accordion", ["7H"]).legal_actions) == "<LegalActions: none>"
    assert repr(read_rules("accordion(goal=5)")) == "read_rules('five-piles')"
    assert repr(Game(deal=1, actions="42-39")) == (
        "Game('accordion', deal=1, layout='open', actions='42-39')"
    )
    assert f"{Outcome.WON} {Verdict.UNKNOWN}" == "won unknown"


def test_the_action_a_player_means() -> None:
    between = Table.of("push-pin", ["7H", "2C", "7D", "3S"])
    assert between.meant(2, 2) == Discard(2, 2)
    assert between.meant(3, 2) == between.meant(2, 3) == Discard(2, 3)
    assert Table.of("bayan", ["7H", "7C"]).meant(1, 2) == Move(2, 1)
    assert Table.of("relaxed", ["7H", "7C"]).meant(1, 2) == Move(1, 2)
    assert Table.of("concertina", ["7H", "7C"]).meant(2, 1, under=True) == Move(2, 1, True)


@given(games(most=60))
@settings(max_examples=100)
def test_the_picture_is_well_formed_and_shows_every_pile(game: Game) -> None:
    table = game.table
    assert game._repr_svg_() == table._repr_svg_()
    root = ET.fromstring(table._repr_svg_())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    shown = texts[: 3 * len(table.row)]
    for place, pile in enumerate(table.row, 1):
        rank, suit, number = shown[3 * place - 3 : 3 * place]
        assert rank + suit == pile[-1].glyphs
        assert number == (f"{place} ×{len(pile)}" if len(pile) > 1 else str(place))
    words = " ".join(texts[3 * len(table.row) :])
    assert (f"stock: {len(table.stock)}" in words) == bool(table.stock)
    assert (f"discards: {len(table.discards)}" in words) == bool(table.discards)
    assert ("the row is empty" in words) == (not table.row)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter("{http://www.w3.org/2000/svg}rect"):
        if "x" in element.attrib:
            right = float(element.attrib["x"]) + float(element.attrib["width"])
            bottom = float(element.attrib["y"]) + float(element.attrib["height"])
            assert right <= width
            assert bottom <= height


# ---------------------------------------------------------------- records as objects


def test_headers_are_a_mapping_that_follows_the_game() -> None:
    game = Game(deal=1)
    record = Record(game, {"Event": "evening", "Result": "won", "Piles": "1"})
    headers = record.headers
    assert list(headers) == ["Rules", "Layout", "Deal", "Result", "Piles", "Event"]
    assert len(headers) == 6
    assert (headers["Result"], headers["Piles"]) == ("*", "52")
    game.push("42-39")
    assert headers["Piles"] == "51"
    headers["Player"] = 'a "b"'
    del headers["Event"]
    assert list(headers)[-1] == "Player"
    assert "Event" not in headers
    for name in ("Rules", "Result", "Piles", "Deal", "Deck", "Target", "Layout"):
        with pytest.raises(SetupError, match="follows from the game"):
            headers[name] = "x"
        with pytest.raises(KeyError):
            del headers[name]
    for name in ("", "two words", 'a"b', "a[b", "a]b", "a\nb"):
        with pytest.raises(SetupError, match="can't be the name of a header"):
            headers[name] = "x"
    for value in ("two\nlines", "two\rlines"):
        with pytest.raises(SetupError, match="must stand on one line"):
            headers["Note"] = value
    with pytest.raises(SetupError):
        Record(game, {"two words": "x"})
    assert headers.get("Nothing") is None
    assert dict(sb.read(sb.write(record)).headers) == dict(headers)


def test_records_compare_by_what_they_write() -> None:
    one = Record(Game(deal=1), {"Event": "x"}, {0: "hello"})
    assert one == Record(Game("Methuselah", deal=1), {"Event": "x"}, {0: " hello "})
    assert one != Record(Game(deal=1), {"Event": "y"}, {0: "hello"})
    assert one != Record(Game(deal=1), {"Event": "x"})
    assert one != Record(Game(deal=2), {"Event": "x"}, {0: "hello"})
    assert one != "record"
    assert sb.write(Record(Game(deal=1))) == sb.write(Game(deal=1))
    one.comments[0] = ""
    assert "{" not in sb.write(one)
    with pytest.raises(TypeError):
        hash(one)
    assert "Event" in repr(one)
