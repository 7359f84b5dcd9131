"""Finding a win by guided plays. Imports `scores`, `reading`, `ends` and below.

A play takes the best-looking action again and again until few piles are left, searches
the rest a little, and reads the last piles from a table; if that fails another play
begins, with other noise. What looks good was found by tuning (`weights`), and is what the
rule books call sweepers: keep the cards of one rank, near the right end, and lose no suit.

A win is a win: its actions are replayed by `table` in the tests. No loss is ever proved.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .bits import lowest, ones
from .compiled import kernel
from .ends import SHORT, Ends, can_last, fewest_of, graph_of, write_end
from .planes import (
    LEFT_OVER,
    ONE,
    PAIR,
    RIGHT_OVER,
    Terms,
    U,
    Words,
    card_at,
    code_of,
    legal,
    matches,
    play,
)
from .reading import play_read
from .scores import (
    ZONE,
    change,
    cost_of,
    count_shown,
    count_zones,
    covered_by,
    distances_read,
    forget,
    noisy,
    place_of,
    reads,
)

DEEPEST = 20
CODES = 1024


class Limits(NamedTuple):
    """How long to try."""

    nodes: int
    """Rows at which an action was chosen, over all plays."""
    rest: int
    """Piles at which a play becomes a search."""
    rest_nodes: int
    """Rows that this search may visit."""
    patience: int
    """Plays after which noise and search grow: that cuts the tail."""


USUAL = Limits(nodes=50_000_000, rest=10, rest_nodes=17, patience=12)


class Scratch(NamedTuple):
    """Memory that a search uses again and again; one for each thread."""

    at: NDArray[np.uint64]
    rows: NDArray[np.uint64]
    tried: NDArray[np.uint8]
    codes: NDArray[np.int64]
    counts: NDArray[np.int64]
    line: NDArray[np.int64]
    lowest: NDArray[np.int64]
    best: NDArray[np.int64]
    piles: NDArray[np.int64]


def scratch() -> Scratch:
    """Memory for one search at a time."""
    return Scratch(
        np.zeros(110, dtype=np.uint64),
        np.zeros((DEEPEST + 3, 6), dtype=np.uint64),
        np.zeros((DEEPEST + 2, CODES), dtype=np.uint8),
        np.zeros(CODES, dtype=np.int64),
        np.zeros(34, dtype=np.int64),
        np.zeros(64, dtype=np.int64),
        np.zeros(64, dtype=np.int64),
        np.zeros(64, dtype=np.int64),
        np.zeros(DEEPEST + 2, dtype=np.int64),
    )


@kernel
def _choose_read(
    row: Words,
    count: int,
    terms: Terms,
    needed: NDArray[np.int64],
    target: int,
    weights: NDArray[np.float64],
    noise: float,
    seed: Any,
    tried: NDArray[np.uint8],
    memory: Scratch,
) -> tuple[int, int, Any]:
    """The best-looking action that wasn't tried here, never one that covers the target.

    This one, for rule sets where piles only go over one to their left, reads from the matches
    before an action what it brings. Returns the action's code (-1: there is none), its number
    among `tried`, and the next seed.
    """
    at, counts = memory.at, memory.counts
    distances = terms.distances
    kinds = len(distances)
    safe = ~U(0)
    if target >= 0:
        safe = ~(ONE << U(place_of(row, count, target)))
    movers = U(0)
    for kind in range(kinds):
        at[distances[kind]] = matches(row, count, distances[kind])
        movers |= at[distances[kind]] & (safe << U(distances[kind]))
    if not movers:
        return -1, -1, seed
    for distance in needed:
        at[distance] = matches(row, count, distance)
    count_zones(row, count, counts)
    zone = movers
    if count > ZONE:
        late = movers & ~((ONE << U(count - ZONE)) - ONE)
        zone = late if late else movers
    best, best_one, best_score = -1, -1, -1e30
    while True:
        for kind in range(kinds):
            distance = distances[kind]
            waiting = at[distance] & zone & (safe << U(distance))
            while waiting:
                source = int(lowest(waiting))
                waiting &= waiting - ONE
                one = source * kinds + kind
                if tried[one]:
                    continue
                score = -weights[count, 1] * (count - 1 - source)
                for other in range(kinds):
                    gain = change(at, distances[other], distance, source)
                    score += gain if other == 0 else weights[count, 0] * gain
                score -= cost_of(row, count, source - distance, counts, weights)
                seed = noisy(seed)
                score += noise * (seed >> U(32))
                if score > best_score:
                    best_score, best_one = score, one
                    best = code_of(source - distance, source, RIGHT_OVER)
        if best >= 0 or zone == movers:
            return best, best_one, seed
        zone = movers  # all that the zone offers has been tried


@kernel
def _choose_made(
    row: Words,
    count: int,
    terms: Terms,
    target: int,
    weights: NDArray[np.float64],
    noise: float,
    seed: Any,
    tried: NDArray[np.uint8],
    memory: Scratch,
) -> tuple[int, int, Any]:
    """The same for all other rule sets: every action is made, to see what it brings."""
    counts, codes, after = memory.counts, memory.codes, memory.rows[DEEPEST + 1]
    found = legal(row, count, terms, codes)
    target_place = place_of(row, count, target) if target >= 0 else -1
    count_zones(row, count, counts)
    best, best_one, best_score = -1, -1, -1e30
    for first in (max(count - ZONE, 0), 0):
        for one in range(found):
            code = codes[one]
            way, left, right = code & 3, (code >> 2) & 63, code >> 8
            mover = right if way < LEFT_OVER else left
            if mover < first or tried[one]:
                continue
            covered = covered_by(code)
            if covered == target_place:
                continue
            rest = play(row, count, terms, code, after)
            score = -weights[count, 1] * (count - 1 - mover)
            for kind in range(len(terms.distances)):
                gain = ones(matches(after, rest, terms.distances[kind]))
                score += gain if kind == 0 else weights[count, 0] * gain
            score -= cost_of(row, count, covered, counts, weights)
            seed = noisy(seed)
            score += noise * (seed >> U(32))
            if score > best_score:
                best_score, best_one, best = score, one, code
        if best >= 0 or first == 0:
            break
    return best, best_one, seed


@kernel
def _play_made(
    row: Words,
    count: int,
    rest: int,
    terms: Terms,
    target: int,
    weights: NDArray[np.float64],
    noise: float,
    seed: Any,
    memory: Scratch,
) -> tuple[int, int, Any]:
    """Play greedily until at most `rest` piles are left, or nothing is; `row` becomes the end.

    Returns the number of piles and of actions (in `memory.line`), and the next seed.
    """
    made = 0
    after, untried = memory.rows[DEEPEST], memory.tried[DEEPEST + 1]
    count_shown(row, count, memory.counts)
    while count > max(rest, terms.goal):
        loud = weights[count, 2] * noise
        code, _, seed = _choose_made(
            row, count, terms, target, weights, loud, seed, untried, memory
        )
        if code < 0:
            break
        forget(card_at(row, covered_by(code)), memory.counts)
        if terms.effect == PAIR:
            forget(card_at(row, code >> 8), memory.counts)
        count = play(row, count, terms, code, after)
        row[:] = after
        memory.line[made] = code
        made += 1
    return count, made, seed


@kernel
def _search_rest(
    count: int,
    made: int,
    most: int,
    terms: Terms,
    needed: NDArray[np.int64],
    target: int,
    weights: NDArray[np.float64],
    noise: float,
    table: Ends,
    seed: Any,
    told: NDArray[np.int64],
    memory: Scratch,
) -> tuple[int, Any]:
    """Search the row in `memory.rows[0]`, the best-looking action first, for `most` nodes.

    Returns the number of actions of a win (-1: none found) and the next seed. `told` becomes
    the nodes used, and the fewest piles met with the number of actions to them.
    """
    line, counts = memory.line, memory.piles
    reading = reads(terms)
    memory.tried[0] = 0
    counts[0] = count
    told[0], told[1], told[2] = 0, count, made
    depth = 0
    while depth >= 0:
        here = memory.rows[depth]
        count = counts[depth]
        if count < told[1]:
            told[1], told[2] = count, made + depth
            memory.lowest[: made + depth] = line[: made + depth]
        if count <= terms.goal and (target < 0 or place_of(here, count, target) >= 0):
            return made + depth, seed
        if count <= SHORT:
            graph, place, fewest, before = graph_of(here, count), -1, count, made + depth
            if target < 0:
                fewest = fewest_of(graph, count, table)
                won = fewest <= terms.goal
            else:
                place = place_of(here, count, target)
                won = place >= 0 and can_last(graph, count, place, terms.goal, table)
            if won:
                return write_end(graph, count, terms.goal, place, table, line, before), seed
            if fewest < told[1]:
                memory.lowest[made:before] = line[made:before]
                told[1] = fewest
                told[2] = write_end(graph, count, fewest, -1, table, memory.lowest, before)
            depth -= 1
            continue
        if told[0] >= most or depth >= DEEPEST - 1 or count <= terms.goal:
            break
        told[0] += 1
        count_shown(here, count, memory.counts)
        loud, tried = weights[count, 2] * noise, memory.tried[depth]
        if reading:
            code, one, seed = _choose_read(
                here, count, terms, needed, target, weights, loud, seed, tried, memory
            )
        else:
            code, one, seed = _choose_made(
                here, count, terms, target, weights, loud, seed, tried, memory
            )
        if code < 0:
            depth -= 1
            continue
        memory.tried[depth, one] = 1
        line[made + depth] = code
        counts[depth + 1] = play(here, count, terms, code, memory.rows[depth + 1])
        memory.tried[depth + 1] = 0
        depth += 1
    return -1, seed


@kernel
def find(
    start: Words,
    piles: int,
    terms: Terms,
    target: int,
    weights: NDArray[np.float64],
    table: Ends,
    limits: Limits,
    seed: Any,
    cancel: NDArray[np.uint8],
    memory: Scratch,
) -> tuple[int, int, int]:
    """Look for a win of a row that no deal will lengthen.

    `target` is the target card's order, or -1. Returns the number of actions of the best
    line found (they are in `memory.best`), the piles it leaves (-1 says that it wins) and
    the nodes used, which are those of whole plays: a last one may go past the limit.
    """
    best_made, best_piles = 0, piles
    nodes, plays = 0, 0
    told = np.zeros(3, dtype=np.int64)
    row = memory.rows[0]
    reading = reads(terms)
    memory.at[:] = 0
    needed = distances_read(terms.distances)
    while nodes < limits.nodes and not cancel[0]:
        patient = plays < limits.patience
        noise = (1.0 if patient else 3.0) / 4294967296.0
        rest = min(limits.rest + (0 if patient else 2), DEEPEST)
        plays += 1
        row[:] = start
        if reading:
            count, made, seed = play_read(
                row,
                piles,
                rest,
                terms,
                needed,
                target,
                weights,
                noise,
                seed,
                memory.at,
                memory.counts,
                memory.line,
            )
        else:
            count, made, seed = _play_made(
                row, piles, rest, terms, target, weights, noise, seed, memory
            )
        nodes += made + 1
        if count > max(rest, terms.goal):
            if count < best_piles:
                best_piles, best_made = count, made
                memory.best[:made] = memory.line[:made]
            continue
        memory.lowest[:made] = memory.line[:made]
        most = limits.rest_nodes * (1 if patient else 6)
        won, seed = _search_rest(
            count, made, most, terms, needed, target, weights, noise, table, seed, told, memory
        )
        nodes += told[0]
        if won >= 0:
            memory.best[:won] = memory.line[:won]
            return won, -1, nodes
        if told[1] < best_piles:
            best_piles, best_made = told[1], told[2]
            memory.best[:best_made] = memory.lowest[:best_made]
    return best_made, best_piles, nodes
