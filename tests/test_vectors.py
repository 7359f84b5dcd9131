"""The table and the deals against results made by others, every case of every file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conftest import vectors
from squeezebox import Game, Table, perft, read_rules, write_cards
from squeezebox.deals import deal
from squeezebox.rules import RuleSet
from squeezebox.solver import Verdict, explore
from squeezebox.table import Outcome


def ident(case: dict[str, Any]) -> str:
    return f"{case['rules']} {case.get('layout', '')} {case.get('deal', case.get('deck', ''))}"


def start(case: dict[str, Any]) -> Table:
    """The table at the start of a case; a deck of another size is played as `name(deck=N)`."""
    rules = read_rules(case["rules"])
    if "deck" in case:
        rules = replace(rules, deck=len(case["deck"].split()))
        game = Game(str(rules), deck=case["deck"], layout=case["layout"], target=case.get("target"))
        return game.table
    cards = deal(case["deal"], rules).deck  # perft needs no target, so this is no game
    row = [[card] for card in cards] if case["layout"] == "open" else []
    return Table.of(rules, row, stock=() if row else cards)


@pytest.mark.parametrize("case", vectors("deals"), ids=lambda c: str(c["deal"]))
def test_deals(case: dict[str, Any]) -> None:
    def deck(rules: str) -> str:
        return write_cards(deal(case["deal"], read_rules(rules)).deck)

    assert deck("accordion") == case["deck"]
    assert deck("royal-marriage") == case["royal_marriage_deck"]
    assert deck("late-binding") == case["late_binding_deck"]
    assert str(deal(case["deal"], read_rules("revenge")).target) == case["revenge_target"]


def check_counts(case: dict[str, Any]) -> None:
    table = start(case)
    for depth, count in case["counts"].items():
        assert perft(table, int(depth)) == count, depth


@pytest.mark.parametrize("case", vectors("perft"), ids=ident)
def test_perft(case: dict[str, Any]) -> None:
    check_counts(case)


def check_space(case: dict[str, Any]) -> None:
    space = explore(start(case), budget=300, memory=4000)
    assert space.positions == case["positions"]
    assert space.verdict is (Verdict.WINNABLE if case["winnable"] else Verdict.LOST)
    assert space.fewest_piles == case["fewest_piles"]
    if case["final_tops"] is None:
        assert space.final_tops is None
    else:
        assert space.final_tops is not None
        assert write_cards(space.final_tops) == case["final_tops"]
    assert bool(space.winning_actions) == case["winnable"] or start(case).outcome == "won"


@pytest.mark.parametrize("case", vectors("small"), ids=ident)
def test_small_decks(case: dict[str, Any]) -> None:
    check_space(case)


@pytest.mark.parametrize("case", vectors("custom"), ids=ident)
def test_custom_rule_sets(case: dict[str, Any]) -> None:
    rules = read_rules(case["rules"])
    options = case["options"]
    assert str(rules) == case["rules"]
    assert rules == RuleSet(
        deck=rules.deck,
        distances=tuple(options["distances"]),
        both_ways=options["both_ways"],
        place={(True, False): "over", (False, True): "under", (True, True): "either"}[
            options["over"], options["under"]
        ]
        if options["merges"]
        else "over",
        compulsory=options["compulsory"],
        priority=options["slide_priority"],
        goal=options["goal_piles"],
        target="chosen" if options["needs_target"] else "none",
        discard=options["discards"],
    )
    if "counts" in case:
        check_counts(case)
    else:
        check_space(case)


@pytest.mark.parametrize("case", vectors("walks"), ids=ident)
def test_walks(case: dict[str, Any]) -> None:
    game = Game(case["rules"], deal=case["deal"], layout=case["layout"], target=case.get("target"))
    looks = {look["after"]: look for look in case["rows"]}
    for made, action in enumerate(["", *case["actions"].split()]):
        if action:
            assert action in game.legal_actions
            game.push(action)
        if made in looks:
            look = looks.pop(made)
            assert write_cards(game.table.tops) == look["row"]
            assert len(game.table.stock) == look["stock"]
            assert " ".join(sorted(map(str, game.legal_actions))) == look["legal"]
            assert game.outcome == look["outcome"]
    assert not looks
    final = case["final"]
    assert [len(pile) for pile in game.table.row] == final["sizes"]
    assert write_cards(game.table.tops) == final["tops"]
    assert [write_cards(pile) for pile in game.table.row] == final["piles"]
    assert write_cards(game.table.discards) == final["discards"]
    assert game.outcome == case["outcome"]


@pytest.mark.parametrize("case", vectors("examples"), ids=lambda c: f"{c['source']} {c['what']}")
def test_examples(case: dict[str, Any]) -> None:
    table = Table.of(case["rules"], case["piles"])
    assert sorted(map(str, table.legal_actions)) == sorted(case["all_legal"])
    for action in case["legal"]:
        assert action in table.legal_actions
    for action in case["illegal"]:
        assert action not in table.legal_actions
    for line in case["lines"]:
        after = table
        for action, row in zip(line["actions"].split(), line["rows"], strict=True):
            after = after.play(action)
            assert write_cards(after.tops) == row
        assert [len(pile) for pile in after.row] == line["sizes"]
        assert sorted(map(str, after.legal_actions)) == sorted(line["then_all_legal"])
        for action in line["then_illegal"]:
            assert action not in after.legal_actions
        assert after.outcome == line["outcome"]


@pytest.mark.parametrize("case", vectors("external"), ids=lambda c: f"{c['source']} {c['name']}")
def test_external_verdicts(case: dict[str, Any]) -> None:
    assert case["published_winnable"] in (case["winnable"], None)
    if "actions" in case:
        game = Game(case["rules"], deck=case["deck"], layout=case["layout"])
        for action in case["actions"].split():
            game.push(action)
        assert game.outcome is Outcome.WON
        assert str(game.table.tops[0]) == case["final_top"]
        return
    if "deal" in case:
        dealt = deal(case["deal"], read_rules(case["rules"])).deck
        assert write_cards(dealt) == case["deck"]
    if case["positions"] is None:  # too many for a plain search; a win is all that is claimed
        assert case["winnable"]
        space = explore(start(case), nodes=60_000, budget=600)
        assert space.verdict is Verdict.WINNABLE
        return
    if "published_positions" in case:
        assert case["published_positions"] == case["positions"]
    check_space(case)
