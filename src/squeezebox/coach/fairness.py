"""What a player may be told while cards are hidden. Imports `record`, `rules` and `table`.

The order of undealt cards belongs to nobody, unless the player asks to peek; then the record
says so, by a header of its own. Which cards are still to come is known to everyone who has
watched the row, so it may be used.
"""

from __future__ import annotations

from ..record import Record
from ..rules import RuleSet
from ..table import Table

PEEKED = "Peeked"
"""The header of a record whose player has asked to see the order of the stock (`yes`)."""


def peeked(record: Record) -> bool:
    """Whether the record says that its player has looked at the stock."""
    return record.headers.get(PEEKED, "").strip().lower() == "yes"


def hidden(table: Table, peek: bool = False) -> bool:
    """Whether the order of the cards to come is unknown to the player; one card has no order."""
    return len(table.stock) > 1 and not peek


def deals_are_free(rules: RuleSet) -> bool:
    """Whether dealing everything first loses nothing, whatever the cards are.

    So it is where a deal needs nothing and forbids nothing (note 7 of the rules): a deal
    changes no pile, place or match. With slide priority a later deal may forbid a leap.
    """
    return not rules.compulsory and rules.priority == "none"
