"""Each reason is said where it is true, and only there."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations

import pytest
from hypothesis import given, settings

from squeezebox import Action, Card, Deal, Discard, Game, Move, Table, read_action
from squeezebox.cards import RANK_NAMES, SUIT_NAMES
from squeezebox.coach import light, reasons
from squeezebox.coach.known import KNOWN
from squeezebox.coach.reasons import Case, reasons_for
from squeezebox.solver import Verdict
from squeezebox.table import Outcome
from strategies import games, seeds

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
        "It gives a merge to 2 pairs that had none: 4-3 and 4-1.",
    ),
    (  # a pair may merge in two ways; pairs are counted
        reasons.opens,
        case("relaxed", "QC KS QD KD 3C 8C 8S 8H", "4-3"),
        "It gives a merge to 2 pairs that had none: 3-2 and 4-1.",
    ),
    (
        reasons.keeps_all,
        case("accordion", "7H 7C 9C 9D KD", "2-1"),
        "Every other pair that has a merge now has one after it.",
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


# ---------------------------------------------------------------- worked out once more


@lru_cache(maxsize=8)
def possible(table: Table) -> dict[frozenset[Card], set[str]]:
    """The pairs of cards that make actions possible, worked out from the places."""
    tops, rules = table.tops, table.rules
    listed = set(map(str, table.legal_actions))
    found: dict[frozenset[Card], set[str]] = {}
    for left, right in combinations(range(1, len(tops) + 1), 2):
        if right - left not in rules.distances:
            continue
        ways: list[Action] = [Move(right, left), Move(left, right)]
        ways += [Move(right, left, under=True), Move(left, right, under=True)]
        if rules.discard == "between":
            ways = [Discard(left + 1, right - 1)]
        legal = {str(table.plain(way)) for way in ways} & listed
        if legal:
            found[frozenset((tops[left - 1], tops[right - 1]))] = legal
    return found


def numbers(text: str) -> list[int]:
    """The numbers that stand alone in a sentence."""
    return [int(word) for word in re.findall(r"(?<![\w-])[0-9]+(?= [a-z])", text)]


def gone(its: Case) -> list[Card]:
    return [card for card in its.before.tops if card not in its.after.tops]


def left(table: Table) -> list[Card]:
    return [*table.tops, *table.stock]


def true_wins(its: Case) -> bool:
    return (its.before.outcome, its.after.outcome) != (Outcome.WON, Outcome.WON) and (
        its.after.outcome is Outcome.WON
    )


def true_forced(its: Case) -> bool:
    return list(its.before.legal_actions) == [its.action]


def true_near(its: Case) -> bool:
    table = its.before
    for action in its.line:
        table = table.play(action)
    return table.outcome is Outcome.WON and 2 <= len(its.line) <= 4


def true_together(its: Case) -> bool:
    before, after = possible(its.before), possible(its.after)
    pairs = [pair for pair in after if len({card.rank for card in pair}) == 1]
    return any(
        pair not in before and lies(its.before, pair) != lies(its.after, pair) for pair in pairs
    )


def lies(table: Table, pair: frozenset[Card]) -> int | None:
    """How far apart two cards show, if they do."""
    places = [place for place, card in enumerate(table.tops) if card in pair]
    return abs(places[0] - places[1]) if len(places) == 2 else None


def true_last_of_suit(its: Case) -> bool:
    rest = left(its.after)
    return bool(rest) and any(all(card.suit != other.suit for other in rest) for card in gone(its))


def true_unneeded(its: Case) -> bool:
    if len(gone(its)) != 1:
        return False
    (card,) = gone(its)
    others = [other for other in left(its.before) if other is not card]
    mates = [other for other in its.before.tops if other.suit == card.suit]
    return all(other.rank != card.rank for other in others) and len(mates) >= 5


def true_rare(its: Case) -> bool:
    ranks = [card.rank for card in left(its.before)]
    return len(gone(its)) == 1 and ranks.count(gone(its)[0].rank) <= 2


def true_lonely(its: Case) -> bool:
    cards, tops, action = left(its.before), its.before.tops, its.action
    if isinstance(action, Deal):
        return False
    if isinstance(action, Discard):
        pair: tuple[Card, ...] = ()
        about = tops[action.first - 1 : action.last]
    else:
        about = pair = (tops[action.source - 1], tops[action.destination - 1])
    return any(
        not any(card.matches(other) for other in cards if other is not card and other not in pair)
        for card in about
    )


def true_opens(its: Case) -> bool:
    before, after = set(possible(its.before)), set(possible(its.after))
    return len(after - before) >= 2 and len(after - before) > len(before - after)


def true_keeps_all(its: Case) -> bool:
    if isinstance(its.action, Deal):
        return False
    before = possible(its.before)
    own = {pair for pair, actions in before.items() if str(its.action) in actions}
    others = set(before) - own
    return len(others) >= 2 and others <= set(possible(its.after))


def true_last_pile(its: Case) -> bool:
    before, after = its.before.row, its.after.row
    merged = its.before.rules.discard == "none" and isinstance(its.action, Move)
    # The piles from left to right are the same but for the last, which is now part of another.
    changed = [one != other for one, other in zip(before, after, strict=False)]
    moved = merged and isinstance(its.action, Move) and its.action.source == len(before)
    return moved and len(before) > 2 and sum(changed) == 1


def true_moves_target(its: Case) -> bool:
    target, action = its.before.target, its.action
    if target is None or not isinstance(action, Move) or target not in its.after.tops:
        return False
    return its.before.tops[action.source - 1] is target


def dangers(table: Table) -> int:
    return sum(table.play(a).outcome is Outcome.LOST for a in table.legal_actions)


def true_shields(its: Case) -> bool:
    target = its.before.target
    if target is None or target not in its.before.tops or target not in its.after.tops:
        return False
    return dangers(its.before) > 0 == dangers(its.after)


def true_sweepers(its: Case) -> bool:
    if not its.line or its.before.stock or its.before.rules.discard != "none":
        return False
    table, rows = its.before, [its.before.tops]
    for action in its.line:
        table = table.play(action)
        rows.append(table.tops)
    if table.outcome is not Outcome.WON:
        return False
    for rank in range(13):
        cards = {card for card in rows[0] if card.rank == rank}
        kept = [len(row) for row in rows if cards <= set(row)]
        if len(cards) >= 3 and min(kept) <= min(8, len(rows[0]) // 2):
            return True
    return False


TRUTH: dict[Reason, Callable[[Case], bool]] = {
    reasons.wins: true_wins,
    reasons.forced: true_forced,
    reasons.near: true_near,
    reasons.together: true_together,
    reasons.last_of_suit: true_last_of_suit,
    reasons.unneeded: true_unneeded,
    reasons.rare: true_rare,
    reasons.lonely: true_lonely,
    reasons.opens: true_opens,
    reasons.keeps_all: true_keeps_all,
    reasons.last_pile: true_last_pile,
    reasons.moves_target: true_moves_target,
    reasons.shields: true_shields,
    reasons.sweepers: true_sweepers,
}


def check(its: Case, said: dict[Reason, int]) -> None:
    for reason, true in TRUTH.items():
        sentence = reason(its)
        assert (sentence is not None) == true(its), reason.__name__
        if sentence is not None:
            said[reason] = said.get(reason, 0) + 1
            check_words(reason, its, sentence)
    for sentence in reasons_for(its):
        assert sentence in {reason(its) for reason in (*TRUTH, reasons.only)}


def check_words(reason: Reason, its: Case, sentence: str) -> None:
    """The cards and numbers of a sentence are the right ones."""
    shown = {card.glyphs: card for card in left(its.before)}
    named = [shown[word] for word in re.findall(r"[0-9AJQK]+[♣♥♠♦]", sentence)]
    if reason is reasons.together:
        new = set(possible(its.after)) - set(possible(its.before))
        assert frozenset(named) in new
        places = [its.after.tops.index(card) for card in named]
        assert places == sorted(places)
        distance = places[1] - places[0]
        if its.before.rules.discard == "between":
            assert numbers(sentence) == [distance - 1]
        else:
            assert ("next to each other" in sentence) == (distance == 1)
            assert distance == 1 or f" {distance} apart" in sentence
            assert reasons.rank_words(named[0].rank) in sentence
    elif reason in (reasons.last_of_suit, reasons.unneeded, reasons.rare):
        assert named[0] in gone(its)
        if reason is reasons.unneeded:
            # None of the cards that match it needs it: each matches several others.
            for other in left(its.before):
                if other is not named[0] and other.matches(named[0]):
                    rest = [c for c in left(its.before) if c not in (other, named[0])]
                    assert sum(card.matches(other) for card in rest) >= 3
            suit = [card.suit for card in its.before.tops].count(named[0].suit) - 1
            assert f"{suit} other {SUIT_NAMES[named[0].suit]} show" in sentence
        if reason is reasons.rare:
            mates = [card.rank for card in left(its.before)].count(named[0].rank) - 1
            assert ("no other" in sentence) == (mates == 0)
            assert RANK_NAMES[named[0].rank] in sentence
    elif reason is reasons.lonely:
        rest = [card for card in left(its.before) if card is not named[0]]
        assert [card for card in rest if card.matches(named[0])] == named[1:]
        assert sentence.startswith("It ") == (named[0] in gone(its))
    elif reason is reasons.opens:
        new = set(possible(its.after)) - set(possible(its.before))
        assert numbers(sentence)[0] == len(new)
        texts = set().union(*(possible(its.after)[pair] for pair in new))
        assert set(re.findall(r"x?[0-9]+[-_]?[0-9]*(?=,|\.| and)", sentence)) <= texts
    elif reason in (reasons.moves_target, reasons.shields):
        assert named == [its.before.target]
    elif reason is reasons.near:
        assert numbers(sentence) == [len(its.line) - 1]
    elif reason is reasons.sweepers:
        (piles,) = numbers(sentence)
        table, seen = its.before, [its.before.tops]
        for action in its.line:
            table = table.play(action)
            seen.append(table.tops)
        (rank,) = (r for r in range(13) if f" {reasons.rank_words(r)} " in sentence)
        cards = {card for card in seen[0] if card.rank == rank}
        assert len(cards) == (4 if "all four" in sentence else 3)
        assert all((cards <= set(row)) == (len(row) >= piles) for row in seen)


@given(games(most=60), seeds)
@settings(max_examples=120)
def test_reasons_are_true_in_any_position(game: Game, seed: int) -> None:
    legal = list(game.legal_actions)
    if not legal:
        return
    action = random.Random(seed).choice(legal)
    check(Case.of(game.table, action), {})
    found = light(game, peek=True, budget=600, nodes=300)
    if found.line and found.verdict is Verdict.WINNABLE:
        check(Case.of(game.table, found.line[0], found.line), {})


def won_games() -> Iterator[tuple[Game, tuple[Action, ...]]]:
    for rules in ("accordion", "revenge", "concertina", "bayan", "royal-marriage", "late-binding"):
        for deal in (1, 2):
            KNOWN.clear()
            game = Game(rules, deal=deal)
            found = light(game, budget=600)
            if found.verdict is Verdict.WINNABLE:
                yield game, found.line


def test_every_reason_is_said_now_and_then_and_is_true() -> None:
    said: dict[Reason, int] = {}
    for game, line in won_games():
        for place in range(len(line)):
            check(Case.of(game.table, line[place], line[place:]), said)
            game.push(line[place])
    assert set(said) == set(TRUTH)


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
