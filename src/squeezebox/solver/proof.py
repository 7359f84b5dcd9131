"""Proving losses: verdicts by the exhaustive search, for a table and for many deals.

`exhaust` searches where piles only merge over to the left; for everything else
`space.search_all` searches plainly. Imports these, `guided`, `start`, `telling` and `table`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rules import RuleSet
from ..table import Table
from . import exhaust, guided
from .bits import cycles
from .compiled import kernel
from .ends import Ends, end_table
from .exhaust import prove
from .found import Found
from .guided import find
from .planes import (
    PLACES,
    Flag,
    Numbers,
    Terms,
    Words,
    lay_all,
    place_of,
)
from .space import DONE, WON, search_all
from .start import Start
from .telling import tell
from .verdict import LOST, UNKNOWN, VERDICTS, WINNABLE
from .weights import Limits

NOWHERE, COVERED = -1, -2
"""Stand for the target's place: there is no target; it can never be on top again."""

BRIEF = 22
"""Rows of so many piles are searched at once, without being played a little before."""


@kernel
def settle(
    start: Words,
    count: int,
    distances: Numbers,
    goal: int,
    target: int,
    ends: Ends,
    room: exhaust.Room,
    most: int,
    cancel: Flag,
    line: Numbers,
) -> tuple[int, int, int, int, bool]:
    """Search a row; if it is lost, for ever fewer piles until no fewer are possible.

    `target` is the target's place, `NOWHERE` or `COVERED`; `most` bounds the rows
    entered in all. The merges' codes are written to `line`. Returns the verdict's number, the
    number of merges, the piles they leave, the rows entered, and whether fewer piles are proved
    impossible.
    """
    verdict, made, piles, used, impossible = UNKNOWN, 0, count, 0, 0
    aim, place = goal, target
    if target == COVERED:
        verdict, aim, place = LOST, count - 1, NOWHERE
    going = target != COVERED or count > 1
    while going:
        ended = prove(
            start,
            count,
            distances,
            aim,
            place,
            ends,
            room,
            most - used,
            cancel,
            room.line,
            room.told,
        )
        used += room.told[0]
        if ended == WON or room.told[1] < piles:
            piles, made = room.told[1], room.told[2]
            for step in range(made):
                line[step] = room.line[step]
        if ended == DONE and place < 0:
            impossible = max(impossible, aim)
        if verdict == UNKNOWN and ended == WON:
            verdict = WINNABLE
        elif verdict == UNKNOWN and ended == DONE:
            verdict = LOST
        going = verdict == LOST and ended in (DONE, WON) and piles > impossible + 1
        aim, place = piles - 1, NOWHERE
    return verdict, made, piles, used, piles == impossible + 1


@kernel
def solve_all(
    decks: Numbers,
    size: int,
    targets: Numbers,
    terms: Terms,
    costs: Numbers,
    ends: Ends,
    limits: Limits,
    seed: Any,
    to_play: guided.Room,
    to_prove: exhaust.Room,
    most: int,
    cancel: Flag,
    told: Numbers,
    codes: Numbers,
) -> None:
    """Settle many open deals of a rule set that is `standard`, one card a pile.

    Of each row of `decks` the first `size` cards (their orders) are dealt; `targets` has the
    target cards' orders, or −1. Rows of more than `BRIEF` piles are first played within
    `limits`. `most` bounds the nodes of each deal. Tells (`telling`) of
    every deal before `cancel` is set.
    """
    row, no_stock = np.zeros(6, dtype=np.uint64), np.zeros(0, dtype=np.int64)
    for one in range(len(decks)):
        if cancel[0]:
            break
        began = cycles()
        lay_all(row, decks[one, :size])
        made, piles, played = 0, size, 0
        if size > BRIEF:
            made, piles, played = find(
                row, size, no_stock, terms, targets[one], costs, ends, limits, seed, cancel, to_play
            )
        if piles < 0:
            left = size - made
            tell(told[one], WINNABLE, made, left, played, began, left == 1)
            codes[one, :made] = to_play.best[:made]
            continue
        verdict, merges, left, used, proved = settle(
            row,
            size,
            terms.distances,
            terms.goal,
            NOWHERE if targets[one] < 0 else place_of(row, size, targets[one]),
            ends,
            to_prove,
            most - played,
            cancel,
            codes[one],
        )
        if verdict == UNKNOWN and piles < left:
            merges, left = made, piles
            codes[one, :made] = to_play.best[:made]
        tell(told[one], verdict, merges, left, used + played, began, proved)


# ---------------------------------------------------------------- from a table


def merges_left(rules: RuleSet) -> bool:
    """Whether piles only ever go over one to their left, so that `exhaust` searches."""
    return (
        rules.discard == "none"
        and rules.place == "over"
        and not rules.both_ways
        and rules.priority == "none"
    )


def standard(table: Table) -> bool:
    """Whether `exhaust` searches from a table, once the stock is dealt out."""
    return (
        merges_left(table.rules)
        and not (table.rules.compulsory and table.stock)
        and bool(table.row or table.stock)
    )


def solve(table: Table, *, nodes: int, memory: int, cancel: Flag) -> Found:
    """A win, or the proof that there is none; then also the fewest piles, where they can be proved.

    `nodes` bounds the number of rows looked at, `memory` (megabytes) what is remembered of
    them; where one runs out, or another thread sets `cancel`, the verdict is `unknown`
    unless it had been found.
    """
    if not standard(table):
        return search_all(table, nodes=nodes, memory=memory, cancel=cancel)
    start = Start.dealt_out(table)
    target, tops = NOWHERE, start.table.tops
    if table.target is not None:
        target = tops.index(table.target) if table.target in tops else COVERED
    line = np.zeros(PLACES, dtype=np.int64)
    verdict, made, piles, entered, proved = settle(
        start.row,
        start.on_table,
        start.terms.distances,
        start.terms.goal,
        target,
        end_table(table.rules),
        exhaust.room(memory),
        nodes,
        cancel,
        line,
    )
    actions = start.actions(line[:made].tolist())
    return Found(VERDICTS[verdict], int(piles), actions, int(entered), bool(proved))
