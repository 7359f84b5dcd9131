"""A game as text: what is read, how it is written, and that both agree."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings, strategies as st

import squeezebox as sb
from reading import HEAD, PRINTED, placed, refused
from squeezebox import Card, Game, IllegalAction, Record, SetupError, TextError
from squeezebox.record import WIDTH, split_games
from strategies import games

# ---------------------------------------------------------------- what is read


def test_the_printed_example_is_a_win_of_deal_1() -> None:
    record = sb.read(PRINTED)
    assert record.game.outcome == "won"
    assert record.game.deal == 1
    assert record.game.piles == 1
    assert len(record.game.actions) == 51
    assert record.comments == {2: "brings two clubs together"}
    assert list(record.headers) == ["Rules", "Layout", "Deal", "Result", "Piles"]
    assert sb.write(record).splitlines() == [
        *PRINTED.splitlines()[:4], '[Piles "1"]', *PRINTED.splitlines()[4:],
    ]  # fmt: skip
    assert sb.read(sb.write(record)) == record


def test_every_way_to_write_the_same() -> None:
    want = sb.read(PRINTED)
    for text in (
        PRINTED.replace("\n", "\r\n"),
        PRINTED.replace("\n", "\r"),
        "\ufeff" + PRINTED,
        "\n\n  \n" + PRINTED,
        PRINTED + "\n\n\n",
        PRINTED.rstrip("\n"),
        PRINTED.replace(" ", "  ").replace("[Rules  ", "  [ Rules \t"),
        PRINTED.replace("4-1 ", "4-1\n\n"),
        PRINTED.replace("two clubs", "two\n   clubs"),
        PRINTED.replace("{", "{  ").replace("}", "\n}"),
        PRINTED.replace(" {", "{").replace("} ", "}"),
        PRINTED.replace("accordion", "Tower of Babel"),
        PRINTED.replace('"open"', '" OPEN "'),
        PRINTED.replace('"1"', '" 01 "'),
        PRINTED.replace("[Layout", '[Piles "1"]\n[Layout'),
        PRINTED.replace('[Layout "open"]\n', ""),
        PRINTED.replace('[Result "won"]\n', ""),
    ):
        assert sb.read(text).game == want.game
        assert sb.read(text) == want


def test_a_game_without_actions() -> None:
    record = sb.read('[Rules "accordion"]\n[Deal "1"]')
    assert record.game == Game(deal=1)
    assert sb.write(record) == (
        '[Rules "accordion"]\n[Layout "open"]\n[Deal "1"]\n[Result "*"]\n[Piles "52"]\n\n'
    )


def test_deals_are_written_as_the_rules_write_them() -> None:
    record = sb.read('[Rules "accordion"]\n[Layout "stock"]\n[Deal "1"]\n\nd1 D D2 d5 d*')
    assert sb.write(record).splitlines()[-1] == "d d d2 d5 d*"
    assert record.game.piles == 52
    while record.game.actions:
        record.game.pop()
    assert record.game.piles == 0


def test_in_bayan_the_larger_place_is_written_first() -> None:
    row = "9S 7H 2C 9D 3C 3D"
    games_of = [
        sb.read(f'[Rules "bayan(deck=6)"]\n[Deck "{row}"]\n\n{first} 3-4').game
        for first in ("4-1", "1-4")
    ]
    assert games_of[0] == games_of[1]
    for game in games_of:
        assert " ".join(map(str, game.actions)) == "4-1 4-3"
        assert sb.write_cards(game.table.tops) == "7H 2C"
        assert sb.write_cards(game.table.discards) == "9S 9D 3C 3D"


def test_a_discarding_game() -> None:
    text = '[Rules "royal-marriage(deck=6)"]\n[Deck "QH 2C 3H 5D 4S KH"]\n\nx2 '
    assert "don't match" in str(refused(text + "x3", IllegalAction))
    assert "nothing merges" in str(refused(text + "2-1", IllegalAction))
    record = sb.read('[Rules "royal-marriage(deck=5)"]\n[Deck "QH 2C 3H 5D KH"]\n\nX2 x2-3')
    assert record.game.outcome == "won"
    assert sb.write_cards(record.game.table.tops) == "QH KH"
    assert sb.write_cards(record.game.table.discards) == "2C 3H 5D"
    assert sb.write(record).splitlines()[-1] == "x2 x2-3"
    record.game.pop()
    assert record.headers["Result"] == "*"


def test_headers_escape_and_keep_their_order() -> None:
    text = (
        '[Event "the \\"great\\" game"]\n[Rules "accordion"]\n[Path "c:\\\\new"]\n'
        '[Deal "1"]\n[Note "<b onload=\\"x\\">&amp;</b> {not a comment} [no header] 7♥"]\n'
        '[Empty ""]\n[rules "lower case is another header"]\n[É-1 "é"]\n\n4-1'
    )
    record = sb.read(text.replace("4-1", "42-39"))
    others = [name for name in record.headers if name not in sb.record.Headers.FROM_GAME]
    assert others == ["Event", "Path", "Note", "Empty", "rules", "É-1"]
    assert record.headers["Event"] == 'the "great" game'
    assert record.headers["Path"] == "c:\\new"
    assert record.headers["Note"] == '<b onload="x">&amp;</b> {not a comment} [no header] 7♥'
    assert record.headers["Empty"] == ""
    again = sb.read(sb.write(record))
    assert again == record
    assert dict(again.headers) == dict(record.headers)
    assert list(again.headers) == list(record.headers)


def test_comments_belong_to_the_action_before_them_or_to_the_deal() -> None:
    record = sb.read(HEAD + "{one} {two\n\n three}\n42-39{four}{} {  }{five} 44-41 {six \\} \\ }")
    assert record.comments == {0: "one two three", 1: "four five", 2: "six } \\"}
    assert sb.read(sb.write(record)) == record
    wrapped = HEAD + "42-39 {an escaped \\}\n[bracket begins] no game}"
    assert sb.read(wrapped).comments == {1: "an escaped } [bracket begins] no game"}
    assert sb.write(record).splitlines()[-1] == (
        "{one two three} 42-39 {four five} 44-41 {six \\} \\ }"
    )


@pytest.mark.parametrize(
    "words",
    ["}", "{", "\\", "\\}", "\\\\}", "a\\", "[", '[Rules "bayan"]', "[ x", "42-39", "a}b{c", "{{}}",
     "<script>", "♥ é \u200b", "\ud800", "\0", "\x85", "d " * 200, "[x " * 60, "x" * 300],
)  # fmt: skip
def test_any_comment_comes_back(words: str) -> None:
    for place in (0, 1, 2):
        game = Game(deal=1, actions="42-39 44-41")
        record = Record(game, comments={place: words})
        text = sb.write(record)
        again = sb.read(text)
        assert again.game == game
        assert again.comments.get(place, "") == " ".join(words.split())
        assert sb.write(again) == text
        assert len(split_games(text)) == 1


def test_lines_are_wrapped_and_none_begins_another_game() -> None:
    comments = dict.fromkeys(range(0, 51, 7), "[Event here] [and] [there] " * 3)
    record = Record(sb.read(PRINTED).game, comments=comments)
    text = sb.write(record)
    body = text.split("\n\n", 1)[1]
    assert not re.search(r"^\[", body, re.MULTILINE)
    assert sb.read(text) == record
    plain = sb.write(record.game).split("\n\n", 1)[1].splitlines()
    assert len(plain) > 1
    assert all(len(line) <= WIDTH for line in plain)


def test_a_file_of_several_games() -> None:
    three = [
        Record(Game(deal=1, actions="42-39"), {"Event": "first"}, {1: "[a line\nof its own"}),
        Record(Game("skidoo(deck=4)", deck="8S 3C 8D 9D", layout="stock", actions="d d*")),
        Record(Game("virtuoso", deal=7, target="QH"), comments={0: "the start"}),
    ]
    for between in ("", "\n", "\n\n \n"):
        assert sb.read_all(between.join(map(sb.write, three))) == three
    assert sb.read_all("") == []
    assert sb.read_all(" \n\n\t\n") == []
    error = refused(sb.write(three[0]) + sb.write(three[1]))
    assert isinstance(error, TextError)
    assert "a second game begins here" in str(error)
    assert (error.line, error.column) == (9, 1)
    without_blank_line = '[Rules "accordion"]\n[Deal "1"]\n42-39\n[Rules "bayan"]\n[Deal "2"]'
    assert [r.game.deal for r in sb.read_all(without_blank_line)] == [1, 2]
    after_an_open_comment = HEAD + "42-39 {never closed\n" + HEAD
    first, second = split_games(after_an_open_comment)
    assert (first.start, second.start) == (1, 5)


def test_a_wrong_game_of_a_file_is_placed_in_the_file() -> None:
    text = PRINTED + "\n" + PRINTED.replace("4-3 3-2", "4-3 3-9")
    with pytest.raises(IllegalAction, match=r"line 19, column \d+: action 50, 3-9: "):
        sb.read_all(text)


@pytest.mark.parametrize(
    ("rules", "given_by", "target", "right"),
    [
        ("virtuoso", '[Deal "1"]', "", False),
        ("virtuoso", '[Deal "1"]', "TC", True),
        ("virtuoso", '[Deal "1"]', "6H", False),  # the first card
        ("virtuoso", '[Deal "1"]', "KS", False),  # the second
        ("virtuoso(deck=4)", '[Deck "6H KS TC QH"]', "tc", True),
        ("virtuoso(deck=4)", '[Deck "6H KS TC QH"]', "", False),
        ("virtuoso(deck=4)", '[Deck "6H KS TC QH"]', "AC", False),  # not in the deck
        ("revenge", '[Deal "1"]', "", True),
        ("revenge", '[Deal "1"]', "named", True),
        ("revenge", '[Deal "1"]', "TC", False),
        ("revenge(deck=4)", '[Deck "6H KS TC QH"]', "", False),
        ("revenge(deck=4)", '[Deck "6H KS TC QH"]', "TC", True),
        ("accordion", '[Deal "1"]', "TC", False),
        ("bayan", '[Deal "1"]', "TC", False),
    ],
)
def test_targets(rules: str, given_by: str, target: str, right: bool) -> None:
    if target == "named":
        target = str(Game("revenge", deal=1).target)
        assert target != "TC"
    text = f'[Rules "{rules}"]\n{given_by}\n' + (f'[Target "{target}"]\n' if target else "")
    if not right:
        assert "target" in str(refused(text, SetupError))
        return
    record = sb.read(text)
    assert record.game.target is not None
    assert not target or record.game.target is Card(target)
    assert f'[Target "{record.game.target}"]' in sb.write(record)


@pytest.mark.parametrize(
    ("rules", "deck", "actions", "result", "piles"),
    [
        ("accordion(deck=2)", "7H 7C", "2-1", "won", 1),
        ("accordion(deck=2)", "7H 7C", "", "*", 2),
        ("accordion(deck=2)", "7H 8C", "", "stuck", 2),
        ("virtuoso(deck=3)", "7H 8C 8H", "3-2 2-1", "won", 1),
        ("bayan(deck=2)", "7H 7C", "2-1", "won", 0),
        ("concertina(deck=2)", "7H 7C", "2_1", "won", 1),
        ("five-piles(deck=2)", "7H 8C", "", "won", 2),
    ],
)
def test_result_and_piles_agree_with_the_actions(
    rules: str, deck: str, actions: str, result: str, piles: int
) -> None:
    head = f'[Rules "{rules}"]\n[Deck "{deck}"]\n'
    head += f'[Target "{deck.rsplit(maxsplit=1)[-1]}"]\n' if "virtuoso" in rules else ""
    record = sb.read(f"{head}\n{actions}")
    assert (record.headers["Result"], record.headers["Piles"]) == (result, str(piles))
    claims = f'[Result "{result}"]\n[Piles "{piles}"]\n'
    assert sb.read(f"{head}{claims}\n{actions}") == record
    for other in {"won", "lost", "stuck", "*", "", "Won", "<b>"} - {result}:
        line, column, found, expected = placed(f'{head}[Result "{other}"]\n\n{actions}')
        assert (line, column) == (head.count("\n") + 1, 10)
        assert (found, expected) == (other, result)
    for number in ("", "-1", str(piles + 1), f"0{piles + 1}", "many"):
        line, column, found, expected = placed(f'{head}[Piles "{number}"]\n\n{actions}')
        assert (line, column) == (head.count("\n") + 1, 9)
        assert (found, expected) == (number, str(piles))
    assert sb.read(f'{head}[Piles "0{piles}"]\n\n{actions}') == record  # it is a number


def test_a_lost_game() -> None:
    text = '[Rules "virtuoso(deck=3)"]\n[Deck "8C 7C 7H"]\n[Target "7H"]\n[Result "lost"]\n\n'
    with pytest.raises(TextError, match=r'Result says "lost", but the actions end with \*'):
        sb.read(text)
    under = text.replace("virtuoso(deck=3)", "virtuoso(deck=3; place=under)")
    assert sb.read(under + "3_2").game.outcome == "lost"


# ---------------------------------------------------------------- fixed points and rubbish

names = st.text(st.characters(exclude_characters='"[]'), min_size=1).filter(
    lambda name: not re.search(r"\s", name) and name not in sb.record.Headers.FROM_GAME
)
values = st.text(st.characters(exclude_characters="\r\n") | st.sampled_from('"\\[]{}'))
words = st.text(st.characters() | st.sampled_from('{}[]\\" \n'), max_size=120)


@given(games(most=60), st.dictionaries(names, values, max_size=4), st.data())
def test_parse_write_parse_is_a_fixed_point(
    game: Game, headers: dict[str, str], data: st.DataObject
) -> None:
    plies = st.integers(0, len(game.actions))
    comments = data.draw(st.dictionaries(plies, words, max_size=5))
    record = Record(game, headers, comments)
    text = sb.write(record)
    again = sb.read(text)
    assert again.game == game
    assert dict(again.headers) == dict(record.headers)
    assert list(again.headers) == list(record.headers)
    plain = {ply: " ".join(some.split()) for ply, some in comments.items() if some.split()}
    assert again.comments == plain
    assert sb.write(again) == text
    assert sb.read_all(text + text) == [again, again]


PIECES = [
    *"[]{}\"\\\n\r\t\0 -_x*", "\\}", '\\"', "\n\n", "\n[", '[Rules "bayan"]\n', '[Deck "',
    "d5", "d*", "d", "3-2", "2_1", "x2", "x2-3", "7H", "999999999-1",
    "\ufeff", "\u2028", "\x85", "\ud800", "♥",
    '[Target "7H"]\n', '[Layout "stock"]\n', '[Result "won"]\n',
]  # fmt: skip


def check_reading(text: str) -> None:
    """Reading raises only what is documented; what is read is written as a fixed point."""
    try:
        records = sb.read_all(text)
    except (TextError, SetupError, IllegalAction) as error:
        message = str(error)
    else:
        written = "\n".join(map(sb.write, records))
        assert sb.read_all(written) == records
        assert "\n".join(map(sb.write, sb.read_all(written))) == written
        return
    assert message.isprintable()
    assert 5 < len(message) < 500


@given(games(most=30), st.randoms(use_true_random=False), st.integers(1, 6))
@settings(max_examples=1500)
def test_mutated_records(game: Game, chance: random.Random, times: int) -> None:
    text = sb.write(Record(game, {"Event": "a [b] {c}"}, {0: "start", 2: "two words"}))
    for _ in range(times):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 0, 1, 1, 2, 5, 40]))
        new = chance.choice([*PIECES, "", "", text[start:end] * 2, text[: chance.randrange(90)]])
        text = text[:start] + new + text[end:]
    check_reading(text)


@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
@settings(max_examples=1000)
def test_rubbish(text: str) -> None:
    check_reading(text)
    check_reading(HEAD + text)
    check_reading('[Rules "accordion(deck=3)"]\n[Deck "7H 7C 8C"]\n' + text)
