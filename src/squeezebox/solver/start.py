"""Where a search begins: a table, as kernels take it. Imports `lines`, `planes` and `table`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..actions import Action, Deal
from ..table import Table
from .lines import book_of
from .planes import NO_CARD, Numbers, Terms, Words, planes, terms_of


@dataclass(frozen=True)
class Start:
    """A table, and what kernels ask of it."""

    table: Table
    deals: tuple[Action, ...]
    """What was dealt before, to come to this table."""
    row: Words
    on_table: int
    """Piles of the row."""
    stock: Numbers
    """The orders of the cards still to be dealt."""
    target: int
    """The target's order, or `NO_CARD`."""
    terms: Terms

    @classmethod
    def of(cls, table: Table, deals: tuple[Action, ...] = ()) -> Start:
        """A table as it is."""
        return cls(
            table,
            deals,
            planes(table.tops),
            len(table.row),
            np.array([card.order for card in table.stock], dtype=np.int64),
            NO_CARD if table.target is None else table.target.order,
            terms_of(table.rules),
        )

    @classmethod
    def dealt_out(cls, table: Table) -> Start:
        """A table after all is dealt, where that loses nothing; else as it is.

        Where deals are free it loses nothing: a deal changes no pile, place or match. With
        slide priority it might (a later deal can forbid a leap).
        """
        rules = table.rules
        if not table.stock or rules.compulsory or rules.priority != "none":
            return cls.of(table)
        return cls.of(table.after(Deal(None)), (Deal(None),))

    @property
    def piles(self) -> int:
        """How many piles there are when all is dealt."""
        return self.on_table + len(self.stock)

    def actions(self, codes: Iterable[int]) -> tuple[Action, ...]:
        """What was dealt before, and the actions that codes stand for."""
        book = book_of(self.table.rules)
        return self.deals + tuple(map(book.actions.__getitem__, codes))
