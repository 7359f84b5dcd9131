"""The commands `solve` and `targets`, and their fields."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from typing import Any

from squeezebox import Game, read_rules
from squeezebox.cards import write_cards
from squeezebox.deals import deal
from squeezebox.table import Outcome


def run(*arguments: str) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-m", "squeezebox", *arguments, "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_command_solve(tmp_path: Any) -> None:
    fields = [
        "deal",
        "rules",
        "layout",
        "target",
        "verdict",
        "piles",
        "actions",
        "nodes",
        "seconds",
    ]
    answers = run("solve", "1..3", "6H KS TC 6D", "7", "--rules", "accordion(deck=4)")
    assert [answer["deal"] for answer in answers] == [1, 2, 3, None, 7]
    assert list(answers[0]) == fields
    assert answers[3]["deck"] == "6H KS TC 6D"
    (one,) = run("solve", "1", "--layout", "stock")
    assert (one["verdict"], one["piles"], one["actions"][:3]) == ("winnable", 1, "d* ")
    Game(deal=1, layout="stock", actions=one["actions"])
    record = tmp_path / "game.txt"
    record.write_text('[Rules "revenge"]\n[Deal "5"]\n\n47-44\n')
    (after,) = run("solve", "--record", str(record))
    assert list(after) == fields
    assert after["target"] == "QD"
    game = Game("revenge", deal=5, actions=["47-44", *after["actions"].split()])
    assert game.outcome is Outcome.WON


def test_long_lists_are_answered_as_each_deal_alone() -> None:
    """Numbers go through batches, decks through `solve`: fields, order and texts are the same."""
    rules = "compulsory(deck=20)"
    numbers = run("solve", "1..40", "--rules", rules)
    decks = [write_cards(deal(number, read_rules(rules)).deck) for number in range(1, 41)]
    for one, other, deck in zip(
        numbers, run("solve", *decks, "--rules", rules), decks, strict=True
    ):
        assert other.pop("deck") == deck
        assert list(one) == list(other)
        assert one | {"deal": None, "seconds": 0} == other | {"seconds": 0}


def test_the_command_targets() -> None:
    answers = run("targets", "7")
    deck = [str(card) for card in Game(deal=7).deck]
    assert [answer["card"] for answer in answers] == deck[2:]
    for answer in itertools.islice(answers, 0, 50, 7):
        assert list(answer) == ["deal", "card", "verdict", "actions", "nodes", "seconds"]
        game = Game("virtuoso", deal=7, target=answer["card"], actions=answer["actions"])
        assert game.outcome is Outcome.WON
