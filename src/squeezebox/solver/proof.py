"""Proving losses: verdicts by the exhaustive search, for a table and for many deals.

`exhaust` searches where piles only merge over to the left; for everything else
`space.search_all` searches plainly. Imports these, `guided`, and `table`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..actions import Action, Deal
from ..rules import RuleSet
from ..table import Table
from .bits import cycles
from .compiled import kernel
from .ends import Ends, end_table
from .exhaust import Room, prove, room
from .found import Found
from .guided import Scratch, find
from .planes import Terms, Words, action_of, card_at, lay_all, planes, terms_of
from .space import DONE, WON, Flag, Numbers, search_all
from .verdict import Verdict
from .weights import Limits

COVERED = -2
"""The place of a target that can never be on top again."""

UNKNOWN, WINNABLE, LOST = 0, 1, 2
"""Verdicts as numbers."""

VERDICTS = (Verdict.UNKNOWN, Verdict.WINNABLE, Verdict.LOST)

PLAYED = 22
"""Rows of more piles are played a little, before they are searched."""


@kernel
def settle(
    start: Words,
    count: int,
    distances: Numbers,
    goal: int,
    target: int,
    fewest: bool,
    tables: Ends,
    room: Room,
    most: int,
    cancel: Flag,
    line: Numbers,
    told: Numbers,
) -> None:
    """Search a row; if it is lost, with `fewest`, for ever fewer piles until no fewer are possible.

    `target` is the target's place, −1 without one, or `COVERED`; `most` bounds the rows
    entered in all. Written: `told` [verdict, merges, the piles they leave, rows entered,
    whether fewer are proved impossible] and the merges' codes to `line`.
    """
    verdict, made, piles, used, impossible = UNKNOWN, 0, count, 0, 0
    aim, place = goal, target
    if target == COVERED:
        verdict, aim, place = LOST, count - 1, -1
    going = target != COVERED or (fewest and count > 1)
    while going:
        ended = prove(
            start,
            count,
            distances,
            aim,
            place,
            tables,
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
        going = fewest and verdict == LOST and ended in (DONE, WON) and piles > impossible + 1
        aim, place = piles - 1, -1
    told[0], told[1], told[2], told[3] = verdict, made, piles, used
    told[4] = piles == impossible + 1


@kernel
def prove_all(
    decks: Numbers,
    size: int,
    targets: Numbers,
    terms: Terms,
    costs: Numbers,
    tables: Ends,
    limits: Limits,
    seed: Any,
    scratch: Scratch,
    room: Room,
    most: int,
    fewest: bool,
    cancel: Flag,
    told: Numbers,
    codes: Numbers,
) -> None:
    """Settle many open deals of a rule set that is `standard`, one card a pile.

    Of each row of `decks` the first `size` cards (their orders) are dealt; `targets` has the
    target cards' orders, or −1. Rows of more than `PLAYED` piles are first played within
    `limits`. `most` bounds the nodes of each deal; `fewest` asks for the proof of the fewest
    piles of lost ones. Written, for each deal: `told` [verdict,
    actions, the piles they leave, nodes, clock cycles, whether fewer piles are proved
    impossible] and the actions' codes.
    """
    row, some = np.zeros(6, dtype=np.uint64), np.zeros(5, dtype=np.int64)
    no_stock = np.zeros(0, dtype=np.int64)
    for one in range(len(decks)):
        if cancel[0]:
            break
        began = cycles()
        lay_all(row, decks[one, :size])
        made, piles, played = 0, size, 0
        if size > PLAYED:
            made, piles, played = find(
                row,
                size,
                no_stock,
                terms,
                targets[one],
                costs,
                tables,
                limits,
                seed,
                cancel,
                scratch,
            )
        if piles < 0:
            told[one, 0], told[one, 1], told[one, 2] = WINNABLE, made, size - made
            told[one, 3], told[one, 5] = played, size - made == 1
            codes[one, :made] = scratch.best[:made]
        else:
            target = -1
            for place in range(size):
                if card_at(row, place) == targets[one]:
                    target = place
            settle(
                row,
                size,
                terms.distances,
                terms.goal,
                target,
                fewest,
                tables,
                room,
                most - played,
                cancel,
                codes[one],
                some,
            )
            told[one, :3], told[one, 3], told[one, 5] = some[:3], some[3] + played, some[4]
            if some[0] == UNKNOWN and piles < some[2]:
                told[one, 1], told[one, 2] = made, piles
                codes[one, :made] = scratch.best[:made]
        told[one, 4] = cycles() - began


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
    # Dealing everything first loses nothing: a deal changes no pile, place or match.
    deals: tuple[Action, ...] = (Deal(None),) if table.stock else ()
    if deals:
        table = table.after(deals[0])
    target = -1
    if table.target is not None:
        target = table.tops.index(table.target) if table.target in table.tops else COVERED
    terms = terms_of(table.rules)
    line, told = np.zeros(52, dtype=np.int64), np.zeros(5, dtype=np.int64)
    settle(
        planes(table.tops),
        len(table.row),
        terms.distances,
        terms.goal,
        target,
        True,
        end_table(table.rules),
        room(memory),
        nodes,
        cancel,
        line,
        told,
    )
    verdict, made, piles, entered, proved = told.tolist()
    actions = tuple(action_of(code, terms) for code in line[:made].tolist())
    return Found(VERDICTS[verdict], piles, deals + actions, entered, bool(proved))
