"""How often each game is won: the counts make sense, and the words say what was counted."""

from __future__ import annotations

import pytest

import squeezebox as sb
from squeezebox.catalogue import LISTED, find
from squeezebox.players import player
from squeezebox.rulebook import counted, page, page_of
from squeezebox.rulebook.counted import Counted, everything_counted, how_often

SOLVED = Counted("relaxed", "open", None, "deals", 1000, 1000, 0, 1.0)


def test_what_was_counted_is_of_games_that_there_are() -> None:
    for one in everything_counted():
        rules = sb.read_rules(one.rules)
        assert one.layout in rules.layouts
        assert one.player is None or player(one.player).name == one.player
        assert min(one.won, one.lost, one.unknown) >= 0
        assert one.rows > 0
        assert 0 <= one.piles <= rules.deck
    kinds = [(one.rules, one.layout, one.player) for one in everything_counted()]
    assert len(kinds) == len(set(kinds))


def test_nobody_wins_more_deals_than_can_be_won() -> None:
    best = {
        (one.rules, one.layout): (one.won + one.unknown) / one.rows
        for one in everything_counted()
        if one.player is None
    }
    for one in everything_counted():
        if one.player is not None and (one.rules, one.layout) in best:
            assert one.won / one.rows <= best[one.rules, one.layout] + 0.01, one


def said(monkeypatch: pytest.MonkeyPatch, *some: Counted) -> str:
    monkeypatch.setattr(counted, "everything_counted", lambda: some)
    return how_often("relaxed")


def test_nothing_is_said_where_nothing_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(monkeypatch) == ""
    assert said(monkeypatch, Counted("skidoo", "open", None, "deals", 9, 9, 0, 1.0)) == ""


def test_layouts_in_which_the_same_came_out_share_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = Counted("relaxed", "stock", None, "deals", 1000, 1000, 0, 1.0)
    assert said(monkeypatch, SOLVED, other) == (
        "## How often it is won\n\n"
        "Laid out open or dealt as you go: all of 1,000 deals can be won.\n"
    )


@pytest.mark.parametrize(
    ("won", "lost", "words"),
    [
        (990, 10, "of 1,000 targets 990 can be won (99.00 %), 10 are proved to be lost."),
        (999, 0, "of 1,000 targets 999 can be won (99.900 %), 1 is not known."),
        (7, 990, "of 1,000 targets 7 can be won (0.700 %), 990 are proved to be lost, "
                 "3 are not known."),
        (0, 1000, "of 1,000 targets 0 can be won (0 %), 1,000 are proved to be lost."),
    ],
)  # fmt: skip
def test_what_is_lost_and_unknown_is_said(
    monkeypatch: pytest.MonkeyPatch, won: int, lost: int, words: str
) -> None:
    one = Counted("relaxed", "open", None, "targets", 1000, won, lost, 2.0)
    assert said(monkeypatch, one).endswith(f"Laid out open: {words}\n")


def test_players_are_rows_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    some = [
        Counted("relaxed", "stock", "random", "deals", 300_000, 0, 0, 9.876),
        Counted("relaxed", "stock", "sweepers", "deals", 300_000, 174, 0, 5.0),
        Counted("relaxed", "stock", "fair", "deals", 10_000, 2_000, 0, 1.5),
    ]
    assert said(monkeypatch, *some).splitlines()[2:] == [
        "How often those win who see what you see, dealt as you go, in 300,000 games each:",
        "",
        "| who plays | wins | piles left |",
        "|---|---|---|",
        f"| {player('random').summary} | never | 9.88 |",
        f"| {player('sweepers').summary} | 1 in 1,724 | 5.00 |",
        f"| {player('fair').summary} In 10,000 games. | 20.00 % | 1.50 |",
    ]


def test_pages_say_it_but_not_of_what_was_changed() -> None:
    heading = f"\n{counted.HEADING}\n"
    assert heading in page(find("accordion"))
    assert heading not in page_of(sb.read_rules("accordion(deck=20)"))
    for entry in LISTED:
        assert page(entry).count(heading) == bool(how_often(entry.name))
