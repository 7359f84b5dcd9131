"""Each reason is said where it is true, and only there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from squeezebox import Table, read_action
from squeezebox.coach import reasons
from squeezebox.coach.reasons import Case, reasons_for

Reason = Callable[[Case], str | None]


def case(
    rules: str, row: str, action: str, *, stock: str = "", target: str = "", line: str = "",
    only: bool = False,
) -> Case:  # fmt: skip
    table = Table.of(rules, row.split(), stock=stock, target=target or None)
    return Case.of(table, read_action(action), map(read_action, line.split()), only=only)


SWEEP = "8-7 7-6 6-5 5-4 2-1 2-1 2-1"
"""A line that keeps the sevens of `7H 7C 7D 2D 3D 4D 5D 6D` until four piles are left."""

SAID: list[tuple[Reason, Case, str]] = [
    (reasons.wins, case("accordion", "7H 7C", "2-1"), "It wins the game."),
    (reasons.wins, case("bayan", "7H 7C", "2-1"), "It wins the game."),
    (reasons.forced, case("accordion", "7H 7C 2D", "2-1"), "Nothing else is possible."),
    (reasons.forced, case("accordion", "7H 2C", "d", stock="3D 4C"), "Nothing else is possible."),
    (
        reasons.only,
        case("accordion", "7H 7C 7D", "3-2", line="3-2 2-1", only=True),
        "It is the only action that keeps the win: after any other the game is lost.",
    ),
    (
        reasons.near,
        case("accordion", "7H 7C 7D", "3-2", line="3-2 2-1"),
        "The win is near: 1 more action after it.",
    ),
    (
        reasons.near,
        case("accordion", "7H 7C 7D 7S", "2-1", line="2-1 2-1 2-1"),
        "The win is near: 2 more actions after it.",
    ),
    (
        reasons.together,
        case("accordion", "7H 2D 3D KS 7C", "3-2"),
        "It brings the sevens 7♥ and 7♣ 3 apart, where they can merge.",
    ),
    (
        reasons.together,
        case("accordion", "2D 7H 2H 7C", "3-2"),
        "It brings the twos 2♦ and 2♥ next to each other, where they can merge.",
    ),
    (
        reasons.together,
        case("push-pin", "QH 7D 2D 4S 2C 7S 5C 9D KH", "x4"),
        "It brings 7♦ and 7♠ together: 2 piles between them can leave.",
    ),
    (
        reasons.together,
        case("bayan", "7H 2D 2S 3C KD 7C", "3-2"),
        "It brings the sevens 7♥ and 7♣ 3 apart, where they can leave together.",
    ),
    (
        reasons.last_of_suit,
        case("accordion", "2S 7H 7C 3D", "3-2"),
        "It covers 7♥, the last of the hearts: clubs, spades and diamonds are left.",
    ),
    (
        reasons.last_of_suit,
        case("concertina", "2H 7H 7C 3H", "3_2"),
        "It tucks away 7♣, the last of the clubs: hearts alone are left.",
    ),
    (
        reasons.unneeded,
        case("accordion", "2S 4S 5S 6S KS QS", "3-2"),
        "It covers 4♠, which nobody needs: no other four is left, and 5 other spades show.",
    ),
    (
        reasons.unneeded,
        case("push-pin", "2S 4S 5S 6S KS QS", "x3"),
        "It takes away 5♠, which nobody needs: no other five is left, and 5 other spades show.",
    ),
    (
        reasons.rare,
        case("accordion", "2S 4S 5S 4D", "3-2"),
        "It covers 4♠, and only one other four is left.",
    ),
    (
        reasons.rare,
        case("accordion", "2S 4S 5S 6D", "3-2"),
        "It covers 4♠, and no other four is left.",
    ),
    (
        reasons.lonely,
        case("accordion", "2D 4S 5S 6D", "3-2"),
        "It covers 4♠, which matches no other card than 5♠.",
    ),
    (
        reasons.lonely,
        case("accordion", "2D 4D 4S 6D", "3-2"),
        "4♠ matches no other card than 4♦.",
    ),
    (
        reasons.lonely,
        case("push-pin", "2D 4S 3D 6D", "x2"),
        "It takes away 4♠, which matches no other card.",
    ),
    (
        reasons.opens,
        case("accordion", "4C 7D TC AD AC 8S", "5-4"),
        "2 pairs can merge after it that could not before: 4-3 and 4-1.",
    ),
    (  # a pair may merge in two ways; pairs are counted
        reasons.opens,
        case("relaxed", "QC KS QD KD 3C 8C 8S 8H", "4-3"),
        "2 pairs can merge after it that could not before: 3-2 and 4-1.",
    ),
    (
        reasons.keeps_all,
        case("accordion", "7H 7C 9C 9D KD", "2-1"),
        "All other pairs that can merge now still can after it.",
    ),
    (
        reasons.last_pile,
        case("accordion", "7H 7C 9C 9D KD", "5-4"),
        "It moves the last pile, so no other pile changes its place.",
    ),
    (
        reasons.moves_target,
        case("revenge", "7H 7C 9C 9D KD", "5-4", target="KD"),
        "It moves the target K♦, which stays on top.",
    ),
    (
        reasons.shields,
        case("revenge", "2C 9C 4S 4D 9S", "4-3", target="9C"),
        "No pile can cover the target 9♣ after it.",
    ),
    (
        reasons.sweepers,
        case("accordion", "7H 7C 7D 2D 3D 4D 5D 6D", "8-7", line=SWEEP),
        "The line keeps three sevens in sight until 4 piles are left: they sweep up the rest.",
    ),
]
SILENT: list[tuple[Reason, Case]] = [
    (reasons.wins, case("accordion", "7H 7C", "2-1", stock="2D")),
    (reasons.wins, case("five-piles", "7H 7C", "2-1")),  # it was won before
    (reasons.forced, case("accordion", "7H 7C 7D", "2-1")),
    (reasons.forced, case("accordion", "7H 7C", "2-1", stock="2D")),
    (reasons.only, case("accordion", "7H 7C 7D", "3-2", line="3-2 2-1")),
    (reasons.only, case("accordion", "7H 7C 2D", "2-1", only=True)),  # it doesn't win
    (reasons.near, case("accordion", "7H 7C", "2-1", line="2-1")),
    (reasons.near, case("accordion", "7H 7C 7D 2S", "3-2", line="3-2 2-1")),
    (reasons.near, case("accordion", "2H 3H 4H 5H 6H 7H", "2-1", line="2-1 2-1 2-1 2-1 2-1")),
    (reasons.together, case("accordion", "7H 2D 3D 7C", "3-2")),  # they could merge before
    (reasons.together, case("accordion", "7H 2D 7C 7S", "4-3")),
    (reasons.together, case("accordion", "2D 3D", "d", stock="9S TH")),
    (  # the fours lay so before; a slide forbade the leap
        reasons.together,
        case("accordion(distances=1,2; both-ways; priority=row)", "KS 3S 4C 2D 4S", "2-1"),
    ),
    (reasons.last_of_suit, case("accordion", "2H 7H 7C 3D", "3-2")),
    (reasons.last_of_suit, case("accordion", "2S 7H 7C 3D", "3-2", stock="KH")),
    (reasons.unneeded, case("accordion", "2S 4S 5S 6S KS QS", "3-2", stock="4D")),
    (reasons.unneeded, case("accordion", "2S 4S 5S 6S KD QD", "3-2")),  # few spades
    (reasons.unneeded, case("accordion", "2S 4S 5S 6S KS QS 4D", "3-2")),
    (reasons.unneeded, case("bayan", "2S 4S 5S 6S KS QS", "3-2")),  # two cards
    (reasons.rare, case("accordion", "2S 4S 5S 4D", "3-2", stock="4C")),
    (reasons.rare, case("bayan", "2S 4S 5S 6D", "3-2")),
    (reasons.lonely, case("accordion", "2D 4D 4S 6D", "3-2", stock="9S")),
    (reasons.lonely, case("push-pin", "2D 4S 3D 6D TH", "x2", stock="9S")),
    (reasons.opens, case("accordion", "7H 8C 9S 9D 7D 8S", "4-3")),
    (reasons.opens, case("accordion", "7H 7C", "2-1")),
    (reasons.keeps_all, case("accordion", "7H 7C 9C 9D KD", "5-4")),  # not 4-3
    (reasons.keeps_all, case("accordion", "7H 7C 2D 3D", "4-3")),  # there is but one
    (reasons.last_pile, case("accordion", "7H 7C 9C 9D KD", "4-3")),
    (reasons.last_pile, case("bayan", "7H 7C 9C 9D KD", "5-4")),
    (reasons.last_pile, case("relaxed", "7H 7C 9C 9D KD", "4-5")),
    (reasons.moves_target, case("revenge", "7H 7C 9C 9D KD", "4-3", target="KD")),
    (reasons.moves_target, case("revenge(place=either)", "7H 9C 9D KD", "4_3", target="KD")),
    (reasons.moves_target, case("accordion", "7H 7C 9C 9D KD", "5-4")),
    (reasons.shields, case("revenge", "7H 7C 9C 9D KD", "3-2", target="9C")),  # 9D still can
    (reasons.shields, case("revenge", "7H 7C 9C 2D KD", "2-1", target="9C")),  # none could
    (
        reasons.sweepers,
        case("accordion", "7H 7C 7D 2D 3D 4D 5D", "7-6", line="7-6 6-5 5-4 2-1 2-1 2-1"),
    ),
    (reasons.sweepers, case("accordion", "7H 7C 7D 2D 3D 4D 5D 6D", "8-7", line="8-7 7-6")),
]


@pytest.mark.parametrize(("reason", "its_case", "sentence"), SAID)
def test_what_is_said(reason: Reason, its_case: Case, sentence: str) -> None:
    assert reason(its_case) == sentence


@pytest.mark.parametrize(("reason", "its_case"), SILENT)
def test_what_is_not_said(reason: Reason, its_case: Case) -> None:
    assert reason(its_case) is None


def test_every_reason_has_examples_of_both_kinds() -> None:
    every = {reason for kind in reasons.REASONS for reason in kind}
    every |= {reasons.wins, reasons.forced, reasons.sweepers}
    assert {reason for reason, *_ in SAID} == every == {reason for reason, _ in SILENT}


def test_a_case_knows_whether_its_line_wins() -> None:
    its = case("accordion", "7H 7C 7D", "3-2", line="3-2 2-1")
    assert its.wins
    assert not case("accordion", "7H 7C 7D", "3-2", line="3-2").wins
    assert not case("accordion", "7H 7C 7D", "3-2").wins


def test_the_most_telling_reasons_come_first_and_few_are_said() -> None:
    its = case("accordion", "7H 7C", "2-1", line="2-1", only=True)
    assert reasons_for(its) == ("It wins the game.",)
    its = case("accordion", "7H 2C 7D 2D 3D 4D 5D 7C", "4-3")
    assert len(reasons_for(its, 1)) == 1
    sweeps = case("accordion", "7H 7C 7D 2D 3D 4D 5D 6D", "8-7", line=SWEEP)
    assert "sweep" not in " ".join(reasons_for(sweeps))
