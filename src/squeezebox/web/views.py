"""From a record to a view: plain functions that know nothing of the network.

Imports `schemas` here, and `rulebook`, `record`, `gestures`, `words` and what lies below them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..actions import read_action
from ..cards import Card, write_cards
from ..catalogue import LISTED
from ..errors import IllegalAction, TextError
from ..game import TargetNeeded
from ..gestures import destinations
from ..record import Record, read, write
from ..rulebook import base_of
from ..rules import KEYS, RuleSet, read_rules
from ..table import Table
from ..words import KEY_WORDS, explained, happened, sentence, stands
from .schemas import (
    Destination,
    KeyValue,
    KeyView,
    Named,
    ReadRules,
    Request,
    RulesView,
    View,
)


def answer(request: Request) -> View:
    """The view of a game after what was asked for; if that is illegal, before it and why.

    Raises:
        TextError, SetupError, IllegalAction: if the record itself doesn't hold.
    """
    try:
        record = read(request.record)
    except TargetNeeded as needed:
        return _choosing(needed)
    game, refusal = record.game, None
    before = game.table
    try:
        if request.gesture is not None:
            asked = request.gesture
            game.push(game.table.meant(asked.source, asked.destination, asked.under))
        elif request.action is not None:
            game.push(read_action(request.action.strip()))
    except TextError as error:
        refusal = sentence(error.message)
    except IllegalAction as error:
        refusal = sentence(error.reason)
    covers = [card.text for card in _gone(before, game.table) if card.text[0] == request.spare]
    if covers:
        game.pop()
    return view(record, refusal, covers)


def _gone(before: Table, after: Table) -> list[Card]:
    """The top cards that an action took out of sight."""
    seen = set(after.tops)
    return [card for card in before.tops if card not in seen]


def view(record: Record, refusal: str | None = None, covers: Sequence[str] = ()) -> View:
    """Everything that is to be shown of a game."""
    game = record.game
    tables, actions, table = game.tables, game.actions, game.table
    return View.model_construct(
        record=write(record),
        rules=rules_view(game.rules),
        layout=game.layout,
        deal=game.deal,
        deck=None if game.deal is not None else write_cards(game.deck),
        target=game.target and game.target.text,
        choices=None,
        actions=list(map(str, actions)),
        headers=record.headers.others,
        comments=record.comments,
        row=[[card.text for card in pile] for pile in table.row],
        stock=len(table.stock),
        discards=[card.text for card in table.discards],
        destinations=[
            [Destination.model_construct(pile=pile, under=under) for pile, under in places]
            for places in destinations(table)
        ],
        outcome=str(table.outcome),
        said=happened(tables[-2], actions[-1], table) if actions else "",
        stands=stands(table),
        bellows=[len(each.row) for each in tables],
        refusal=refusal,
        covers=list(covers),
    )


def _choosing(needed: TargetNeeded) -> View:
    """The view of a game that can't begin before the player has chosen its target.

    Where the deck isn't seen yet, its order is not given away: the cards come sorted.
    """
    game = needed.any_game()
    candidates = needed.candidates
    shown = candidates if needed.layout == "open" else tuple(sorted(candidates))
    return view(Record(game)).model_copy(
        update={
            "record": "",
            "target": None,
            "choices": [card.text for card in shown],
            "destinations": [[] for _ in game.table.row],
        }
    )


def _rules_fields(rules: RuleSet) -> dict[str, Any]:
    entry = rules.entry
    return {
        "text": str(rules),
        "named": entry is not None,
        "title": entry.title if entry else f"Custom: {rules}",
        "summary": entry.summary if entry else " ".join(explained(rules)[1:]),
        "deck": rules.deck,
        "explained": explained(rules),
        "layouts": list(rules.layouts),
        "ways": ["under" if under else "over" for under in rules.unders],
        "discard": rules.discard,
        "distances": list(rules.distances),
        "both_ways": rules.both_ways,
        "goal": rules.goal,
        "target": rules.target,
    }


def rules_view(rules: RuleSet) -> RulesView:
    """A rule set, as far as a board has to know it."""
    return RulesView.model_construct(**_rules_fields(rules))


def catalogue_view() -> list[Named]:
    """The rule sets that a player chooses from; the first is where a newcomer begins."""
    return [
        Named(**_rules_fields(read_rules(entry.name)), other_names=list(entry.other_names))
        for entry in LISTED
    ]


def keys_view() -> list[KeyView]:
    """The keys of a rule set's text in their order, for a form."""
    return [
        KeyView(
            key=key.text,
            label=KEY_WORDS[key.text][0],
            values=[KeyValue(value=v, label=KEY_WORDS[key.text][1][v]) for v in key.values],
        )
        for key in KEYS
    ]


def read_view(text: str) -> ReadRules:
    """The rule set that a text means.

    Raises:
        TextError, SetupError: if it means none; the key that it is about is named.
    """
    rules = read_rules(text)
    return ReadRules(
        **_rules_fields(rules),
        base=base_of(rules).name,
        values={key.text: key.value(rules) for key in KEYS},
    )
