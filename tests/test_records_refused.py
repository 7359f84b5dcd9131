"""Records that are refused: in one line, with the place and the kind of what is wrong."""

from __future__ import annotations

import pytest

import squeezebox as sb
from reading import HEAD, PRINTED, placed, refused
from squeezebox import Game, IllegalAction, SetupError, TextError


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "expected"),
    [
        ("", 1, 1, "", "a header such as [Rules ...]"),
        ("\n\n", 1, 1, "", "a header such as [Rules ...]"),
        ("rubbish", 1, 1, "rubbish", 'a header such as [Rules "accordion"]'),
        ("\n  42-39 44-41", 2, 3, "42-39 44-41", 'a header such as [Rules "accordion"]'),
        ('[Rules accordion]\n[Deal "1"]', 1, 1, "[Rules accordion]", None),
        ('[Rules "accordion"\n[Deal "1"]', 1, 1, '[Rules "accordion"', None),
        ('[Rules "accordion"] 42-39\n[Deal "1"]', 1, 1, None, None),
        ('[Rules "accordion"]\n [Deal "1\\"]', 2, 2, '[Deal "1\\"]', None),
        ('[Rules "a" "b"]', 1, 1, '[Rules "a" "b"]', None),
        ('["Rules"]', 1, 1, '["Rules"]', None),
        ('[Deal "1"]', 1, 1, "", "Rules"),
        ('\n\n[Deal "1"]', 1, 1, "", "Rules"),
        ('[Rules "accordion"]', 1, 1, "", "one of Deal and Deck"),
        ('[Rules "accordion"]\n[Deal "1"]\n[Deck "AC"]', 1, 1, "", "one of Deal and Deck"),
        (
            '[Rules "accordion"]\n[Deal "1"]\n[Rules "bayan"]', 3, 1, '[Rules "bayan"]',
            "each header once",
        ),
        ('[A "1"]\n[A "1"]', 2, 1, '[A "1"]', "each header once"),
        ('[Rules "patience"]\n[Deal "1"]', 1, 9, "patience", "the name of a rule set"),
        ('[Rules "accordion(goal=x)"]\n[Deal "1"]', 1, 24, "x", "a whole number"),
        ('[Rules ""]\n[Deal "1"]', 1, 9, "", "the name of a rule set"),
        ('[Rules "accordion"]\n[Deal "one"]', 2, 8, "one", "a deal number"),
        ('[Rules "accordion"]\n[Deal "-1"]', 2, 8, "-1", "a deal number"),
        ('[Rules "accordion"]\n[Deal "4294967296"]', 2, 8, "4294967296", "a deal number"),
        ('[Rules "accordion(deck=3)"]\n  [Deck "AC 1H 2C"]', 2, 13, "1H", "a card"),
        ('[Rules "virtuoso"]\n[Deal "1"]\n[Target "queen"]', 3, 10, "queen", "a card"),
        (HEAD + "42-39 rubbish 44-41", 4, 7, "rubbish", None),
        (HEAD + "42-39\n  44–41", 5, 3, "44–41", None),
        (HEAD + "{a\nb} }", 5, 4, "}", None),
        (HEAD + "42-39\n {never\n closed", 5, 2, "{never\n closed", "}"),
        (HEAD + "{never \\}", 4, 1, "{never \\}", "}"),
        (HEAD + "{a\n b\n c} {d} x", 6, 9, "x", None),
        (HEAD + "42-39\0", 4, 1, "42-39\0", None),
        (HEAD + "<script>alert(1)</script>", 4, 1, "<script>alert(1)</script>", None),
        (HEAD + "42-39 \ud800", 4, 7, "\ud800", None),
        ("\ufeff" + HEAD.replace("\n", "\r\n") + "\r\n42-39 ?", 5, 7, "?", None),
        (HEAD + "42-39 7H", 4, 7, "7H", None),
        (HEAD + "1234567890-1", 4, 1, "1234567890-1", None),
        (HEAD + "d-1", 4, 1, "d-1", None),
        (HEAD + "4--1", 4, 1, "4--1", None),
    ],
)  # fmt: skip
def test_unreadable_records(
    text: str, line: int, column: int, found: str | None, expected: str | None
) -> None:
    got = placed(text)
    assert got[:2] == (line, column)
    assert found is None or got[2] == found
    assert got[3]
    assert expected is None or got[3] == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[Rules "leap-60"]\n[Deal "1"]', "line 1, column 9: leap-N has N from 2 to 51, not 60"),
        ('[Rules "bayan(both-ways)"]\n[Deal "1"]', "line 1, column 9: both-ways speaks of merges"),
        (
            '[Rules "accordion"]\n[Layout "closed"]\n[Deal "1"]',
            'line 2, column 10: the layout is open or stock, not "closed"',
        ),
        (
            '[Rules "idle-year"]\n[Layout "open"]\n[Deal "1"]',
            "line 2, column 10: idle-year is compulsory: it is played from the stock, not open",
        ),
        (
            '[Rules "accordion(deck=3)"]\n[Deck "AC 2C"]',
            "line 2, column 8: the deck of accordion(deck=3) has 3 cards, but this one has 2",
        ),
        (
            '[Rules "accordion"]\n[Deck "AC 2C AC"]',
            "line 2, column 14: AC is in the deck twice, as cards 1 and 3",
        ),
        (
            '[Rules "royal-marriage(deck=3)"]\n[Deck "AC 2C KH"]',
            "line 2, column 8: the deck of royal-marriage(deck=3) begins with QH",
        ),
        (
            '[Target "2C"]\n[Rules "virtuoso(deck=3)"]\n[Deck "AC 2C"]',
            "line 3, column 8: the deck of virtuoso(deck=3) has 3 cards",
        ),
        (
            '[Target "2C"]\n[Rules "virtuoso(deck=3)"]\n[Deck "AC 2C 3C"]',
            "line 1, column 10: the target can't be 2C: it is the second card of the deck",
        ),
        (
            '[Rules "accordion"]\n[Deal "1"]\n[Target "2C"]',
            "line 3, column 10: accordion has no target card, but 2C was given",
        ),
    ],
)
def test_games_that_can_not_be_set_up(text: str, words: str) -> None:
    assert str(refused(text, SetupError)).startswith(words)


def test_an_illegal_action_is_placed() -> None:
    lines = PRINTED.splitlines()
    column = lines[7].index("6-3 4-1") + 1
    broken = PRINTED.replace("6-3 4-1 6-3", "6-9 4-1 6-3")
    error = refused(broken, IllegalAction)
    ply = len(" ".join(lines[5:8])[: " ".join(lines[5:8]).index("6-3 4-1")].split()) - 4 + 1
    assert str(error) == (
        f"line 8, column {column}: action {ply}, 6-9: pile 6 can't go to the right: "
        "piles move to the left only"
    )
    assert isinstance(error, IllegalAction)
    assert error.reason == "pile 6 can't go to the right: piles move to the left only"


def test_an_illegal_action_at_ply_40() -> None:
    game = sb.read(PRINTED).game
    texts = [str(action) for action in game.actions]
    texts[39] = "50-49"
    text = HEAD + "\n".join(texts)
    assert str(refused(text, IllegalAction)).startswith(
        "line 43, column 1: action 40, 50-49: there is no pile 50: the row has 13 piles"
    )


def test_what_follows_the_end_is_refused_too() -> None:
    message = str(refused(PRINTED + "2-1", IllegalAction))
    assert message.startswith("line 10, column 1: action 52, 2-1: there is no pile 2")


MEGABYTES = {
    "blank lines": "\n" * 2_000_000,
    "blank lines before": "\n" * 1_000_000 + HEAD,
    "blank lines in the body": HEAD + "\n" * 2_000_000 + "?",
    "one word": HEAD + "x" * 3_000_000,
    "no header": "x" * 3_000_000,
    "many words": HEAD + "rubbish " * 400_000,
    "an open comment": HEAD + "{" + "x " * 1_500_000,
    "open comments": HEAD + "{" * 3_000_000,
    "closed comments": HEAD + "{a}" * 700_000 + "?",
    "closing braces": HEAD + "}" * 3_000_000,
    "backslashes": HEAD + "{" + "\\" * 3_000_000,
    "brackets": "[" * 3_000_000,
    "lines of brackets": "[\n" * 1_000_000,
    "an open header": '[Rules "' + "x" * 3_000_000,
    "escapes": '[Rules "' + '\\"' * 1_500_000,
    "a header's spaces": "[" + " " * 3_000_000,
    "a header's name": "[" + "a" * 3_000_000,
    "a header's end": '[Rules "accordion"' + " " * 3_000_000 + "x]",
    "a rule set": '[Rules "' + "x" * 3_000_000 + '"]\n[Deal "1"]',
    "a layout": HEAD.replace("\n\n", '\n[Layout "' + "x" * 3_000_000 + '"]\n\n'),
    "a deal": '[Rules "accordion"]\n[Deal "' + "1" * 3_000_000 + '"]',
    "a deck": '[Rules "accordion"]\n[Deck "' + "AC " * 1_000_000 + '"]',
    "a deck of no cards": '[Rules "accordion"]\n[Deck "' + "x" * 3_000_000 + '"]',
    "a target": '[Rules "virtuoso"]\n[Deal "1"]\n[Target "' + "x" * 3_000_000 + '"]',
    "a result": HEAD.replace("\n\n", '\n[Result "' + "x" * 3_000_000 + '"]\n\n'),
    "one header": '[A "1"]\n' * 300_000,
    "many headers": "".join(f'[A{number} "1"]\n' for number in range(150_000)),
    "many games": (HEAD + "?\n") * 30_000,
    "nulls": "\0" * 3_000_000,
    "digits": HEAD + "1" * 3_000_000 + "-1",
}


@pytest.mark.parametrize("text", MEGABYTES.values(), ids=MEGABYTES)
def test_megabytes_are_refused_in_a_line(text: str) -> None:
    if text.lstrip() == HEAD:
        assert sb.read(text).game == Game(deal=1)
        return
    with pytest.raises((TextError, SetupError)) as caught:
        sb.read(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


def test_megabytes_of_comments_are_kept() -> None:
    record = sb.read(HEAD + "{a} " * 200_000 + "42-39 {" + "b\n" * 500_000 + "}")
    assert len(record.comments[0]) == 2 * 200_000 - 1
    assert len(record.comments[1]) == 2 * 500_000 - 1
