"""What happened on a table, in words that every face of the program shows or speaks.

Imports `table`, `actions` and `cards`.
"""

from __future__ import annotations

from .actions import Action, Deal, Discard
from .table import Outcome, Table


def count(number: int, thing: str) -> str:
    """`1 pile`, `5 piles`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def sentence(clause: str) -> str:
    """A clause, such as the reason of a refusal, as a sentence."""
    return clause[:1].upper() + clause[1:] + ("" if clause.endswith((".", "!")) else ".")


def happened(before: Table, action: Action, after: Table) -> str:
    """What a legal action did, and how many piles (and stock cards) are there now."""
    rest = count(len(after.row), "pile")
    if after.stock:
        rest += f", {count(len(after.stock), 'card')} in the stock"
    return f"{_done(before, action, after)}. {rest}."


def _done(before: Table, action: Action, after: Table) -> str:
    tops = before.tops
    if isinstance(action, Deal):
        dealt = after.tops[len(tops) :]
        if len(dealt) > 3:
            return f"{len(dealt)} cards dealt, the last one {dealt[-1].glyphs}"
        return f"Dealt {', '.join(card.glyphs for card in dealt)}"
    if isinstance(action, Discard):
        gone = tops[action.first - 1 : action.last]
    elif before.rules.discard == "pair":
        gone = (tops[action.destination - 1], tops[action.source - 1])
    else:
        mover, other = tops[action.source - 1], tops[action.destination - 1]
        how = "under" if action.under else "onto"
        return f"{mover.glyphs} {how} {other.glyphs}, pile {action.destination}"
    return " and ".join(card.glyphs for card in gone) + " discarded"


def stands(table: Table) -> str:
    """How a game that is over stands, in words; empty while it is open."""
    outcome, piles = table.outcome, len(table.row)
    if outcome is Outcome.WON:
        return _won(table, piles)
    if outcome is Outcome.LOST:
        assert table.target is not None
        return f"Lost: the target {table.target.glyphs} is covered and can't be on top again."
    if outcome is Outcome.STUCK:
        return f"Stuck with {count(piles, 'pile')}: nothing is legal any more."
    return ""


def _won(table: Table, piles: int) -> str:
    if not piles:
        return "Won: the table is empty!"
    won = "Won: everything is in one pile" if piles == 1 else f"Won with {count(piles, 'pile')}"
    if table.rules.discard == "between" and piles == table.rules.goal == 2:
        won = f"Won: only {table.tops[0].glyphs} and {table.tops[1].glyphs} are left"
    if table.target is not None:
        won += f", {table.target.glyphs} on top"
    return won + ("! You may play on." if table.legal_actions else "!")
