"""What has been found out in this process, by position, so that nobody waits for it twice.

Every later position of a line that was found is known too: following advice needs no search.
Imports `fairness`, `table` and what lies below.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from ..actions import Action, Deal
from ..cards import Card
from ..rules import RuleSet
from ..solver import Verdict
from ..table import Table
from .fairness import deals_are_free

MOST = 20_000
"""Positions that are remembered; each takes some 320 bytes."""

DEAL_ALL = Deal(None)

_Key = tuple[RuleSet, Card | None, bytes, bytes]


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known of a position for certain: it can be won, or it is lost."""

    verdict: Verdict
    line: tuple[Action, ...]
    """From the position to a win, or to the fewest piles that were found."""
    piles: int
    """So many piles the line leaves."""
    proved: bool
    """Whether fewer piles are proved impossible."""


class Known:
    """Facts by position; those not asked for longest are forgotten first. Threads may share it.

    Where deals are free a position is known by the row after everything is dealt, so cards
    may be dealt one by one, and before or after a merge.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        # The whole line, and where in it the position stands.
        self._facts: OrderedDict[_Key, tuple[Fact, int]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._facts)

    def remember(self, table: Table, fact: Fact) -> None:
        """Keep what is known of a table, and so of every later one of its line."""
        free = deals_are_free(table.rules)
        table = _dealt(table)
        line = tuple(a for a in fact.line if not isinstance(a, Deal)) if free else fact.line
        whole = Fact(fact.verdict, line, fact.piles, fact.proved)
        keys = [_key(table)]
        for action in line:
            table = table.after(action)
            keys.append(_key(table))
        with self._lock:
            for start, key in enumerate(keys):
                self._facts[key] = (whole, start)
                self._facts.move_to_end(key)
            while len(self._facts) > self._most:
                self._facts.popitem(last=False)

    def about(self, table: Table) -> Fact | None:
        """What is known of a table, its line from there on; `None` if nothing is."""
        dealt = _dealt(table)
        key = _key(dealt)
        with self._lock:
            found = self._facts.get(key)
            if found is None:
                return None
            self._facts.move_to_end(key)
        whole, start = found
        line = whole.line[start:]
        if dealt is not table:
            line = (DEAL_ALL, *line)
        return Fact(whole.verdict, line, whole.piles, whole.proved)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._facts.clear()


KNOWN = Known()
"""What this process knows."""


def _dealt(table: Table) -> Table:
    """The table after everything is dealt, where deals are free."""
    return table.after(DEAL_ALL) if table.stock and deals_are_free(table.rules) else table


def _orders(cards: Iterable[Card]) -> bytes:
    return bytes([card.rank * 4 + card.suit for card in cards])


def _key(table: Table) -> _Key:
    """What a position's fate depends on: what is buried or discarded plays no part."""
    return table.rules, table.target, _orders(table.tops), _orders(table.stock)
