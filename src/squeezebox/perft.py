"""Counting action sequences: fingerprints of the rules. Imports `table` and `actions`."""

from __future__ import annotations

from .table import Table


def perft(table: Table, depth: int) -> int:
    """How many sequences of exactly `depth` legal single actions there are from `table`.

    Sequences that end earlier don't count. The last level is counted, not played.
    """
    if depth <= 0:
        return 1
    if depth > 2 * len(table.stock) + len(table.row):
        return 0  # a card is dealt at most once, and every other action takes piles away
    if depth == 1:
        return len(table.legal_actions)
    return sum(perft(table.after(action), depth - 1) for action in table.legal_actions)
