"""Proving losses of many deals at once: each answer is that of the deal alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from squeezebox import Table, read_rules
from squeezebox.deals import deal
from squeezebox.solver import Verdict, ends, exhaust, guided, proof
from squeezebox.solver.found import Found
from squeezebox.solver.planes import (
    LONGEST_LINE,
    NO_CARD,
    PLACES,
    action_of,
    terms_of,
)
from squeezebox.solver.telling import TOLD
from squeezebox.solver.verdict import UNKNOWN, VERDICTS
from squeezebox.solver.weights import tuned
from test_solver_proof import NEVER, check, late, solve


def prove_all(
    tables: list[Table], nodes: int = 10**9, cancel: Any = NEVER
) -> list[tuple[list[int], list[int]]]:
    """What `solve_all` tells of open deals of one rule set, and the codes of the actions."""
    rules, size = tables[0].rules, len(tables[0].row)
    decks = np.zeros((len(tables), PLACES), dtype=np.int64)
    targets = np.full(len(tables), NO_CARD)
    for one, table in enumerate(tables):
        decks[one, :size] = [card.order for card in table.tops]
        if table.target is not None:
            targets[one] = table.target.order
    told = np.zeros((len(tables), TOLD), dtype=np.int64)
    codes = np.zeros((len(tables), LONGEST_LINE), dtype=np.int64)
    proof.solve_all(
        decks,
        size,
        targets,
        terms_of(rules),
        tuned(rules).costs,
        ends.end_table(rules),
        tuned(rules).limits._replace(nodes=300),
        np.uint64(1),
        guided.room(),
        exhaust.room(50),
        nodes,
        cancel,
        told,
        codes,
    )
    return [
        (some, line[: some[1]]) for some, line in zip(told.tolist(), codes.tolist(), strict=True)
    ]


@pytest.mark.parametrize(
    "rules",
    [
        "accordion(deck=12)",
        "accordion(deck=23)",
        "accordion(deck=13; distances=1,2,4; goal=2)",
        "virtuoso(deck=13)",
        "virtuoso(deck=11; goal=2)",
    ],
)
def test_many_deals_at_once_are_told_the_same(rules: str) -> None:
    read = read_rules(rules)
    tables = []
    for number in range(1, 41):
        row = deal(number, read_rules("accordion")).deck[: read.deck]
        target = None if read.target == "none" else row[2 + number % (read.deck - 2)]
        tables.append(Table.of(read, [[card] for card in row], target=target))
    seen = set()
    for table, (told, codes) in zip(tables, prove_all(tables), strict=True):
        verdict, made, piles, nodes, clock, proved = told
        alone = solve(table)
        found = Found(
            VERDICTS[verdict],
            piles,
            tuple(action_of(code, terms_of(read)) for code in codes),
            nodes,
            bool(proved),
        )
        assert made == len(table.row) - piles
        check(found, table)
        assert found.verdict is alone.verdict
        assert clock > 0
        if found.verdict is Verdict.LOST:
            assert (found.piles, found.proved) == (alone.piles, True)
        if read.deck <= proof.BRIEF:
            assert found == alone
        seen.add(found.verdict)
    assert len(seen) == 2


def test_many_deals_keep_their_limits() -> None:
    tables = [late(number) for number in range(1, 21)]
    whole = prove_all(tables)
    for (told, _), (cut, _) in zip(whole, prove_all(tables, nodes=100), strict=True):
        assert cut[3] == min(told[3], 100)
        assert cut[0] in (UNKNOWN, told[0])
        assert cut[2] >= told[2]
    stopped = prove_all(tables, cancel=np.ones(1, dtype=np.uint8))
    assert all(told[0] == UNKNOWN for told, _ in stopped)
