"""Finding a win by guided plays. Imports `planes`, `bits`, `ends` and below.

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
from .compiled import kernel, part
from .ends import LAST, WON, end_key
from .planes import (
    LEFT_OVER,
    LEFT_UNDER,
    MERGES,
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

ZONE = 14
"""Only actions whose mover is among so many last piles are weighed, if there are any."""

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


@part
def _between(word: Any, low: int, high: int) -> int:
    """How many bits of a word are set from place `low` to `high`."""
    return int(ones((word >> U(low)) & ((ONE << U(high - low + 1)) - ONE)))


@part
def _bit(word: Any, place: int) -> int:
    return int((word >> U(place)) & ONE)


@part
def change(at: NDArray[np.uint64], distance: int, moved: int, source: int) -> int:
    """How many more matches there are at a distance after the pile at `source` has moved
    `moved` to the left, over: from the matches before, `at` all distances that matter."""
    other = source - moved
    gained = _bit(at[distance + moved], source) + _between(
        at[distance + 1], source + 1, source + distance
    )
    lost = (
        _bit(at[distance], source)
        + _bit(at[distance], source + distance)
        + _bit(at[distance], other)
    )
    if distance > 1:
        lost += _between(at[distance], source + 1, source + distance - 1)
    if moved > distance:
        gained += _bit(at[moved - distance], source)
        lost += _bit(at[distance], other + distance)
    else:
        meets = source + distance + 1 - moved
        gained += _bit(at[distance + 1 - moved], meets) - _bit(at[distance + 1], meets)
    return gained - lost


@kernel
def _count(row: Words, count: int, counts: NDArray[np.int64]) -> None:
    """Count what shows: ranks from 0, suits from 13."""
    counts[:17] = 0
    for place in range(count):
        card = card_at(row, place)
        counts[card >> 2] += 1
        counts[13 + (card & 3)] += 1


@part
def _count_zones(row: Words, count: int, counts: NDArray[np.int64]) -> None:
    """Count what shows among the last seven piles, the last four twice: ranks from 17, suits
    from 30."""
    counts[17:] = 0
    for place in range(max(count - 7, 0), count):
        weight = 2 if place >= count - 4 else 1
        card = card_at(row, place)
        counts[17 + (card >> 2)] += weight
        counts[30 + (card & 3)] += weight


@part
def _forget(card: int, counts: NDArray[np.int64]) -> None:
    """A card doesn't show any more."""
    counts[card >> 2] -= 1
    counts[13 + (card & 3)] -= 1


@part
def place_of(row: Words, count: int, card: int) -> int:
    """Where a card shows; -1 if it doesn't."""
    unlike = U(0)
    for plane in range(4):
        unlike |= row[plane] ^ (U(0) - U((card >> (plane + 2)) & 1))
    unlike |= row[4] ^ (U(0) - U(card & 1))
    unlike |= row[5] ^ (U(0) - U((card >> 1) & 1))
    there = ~unlike & ((ONE << U(count)) - ONE)
    return int(lowest(there)) if there else -1


@part
def covered_by(code: int) -> int:
    """The place of the card that a merge covers."""
    way, left, right = code & 3, (code >> 2) & 63, code >> 8
    return left if way in (RIGHT_OVER, LEFT_UNDER) else right


@part
def _cost(
    row: Words, count: int, covered: int, counts: NDArray[np.int64], values: NDArray[np.float64]
) -> Any:
    """What it costs to cover the card at a place: what rank and suit lose by it."""
    card = card_at(row, covered)
    rank, suit = card >> 2, card & 3
    same_rank, same_suit = counts[rank], counts[13 + suit]
    cost = values[6] * same_suit + values[7] * same_suit * same_suit * (1.0 / 13.0)
    if same_rank >= 2:
        cost += values[1 + same_rank]
    if same_suit == 1:
        cost -= values[8]
    cost += values[10] * counts[17 + rank] + values[11] * counts[30 + suit]
    if covered >= count - 7:
        cost += values[9] * (same_rank - 1) * (2 if covered >= count - 4 else 1)
    return cost


@part
def _prepare(row: Words, count: int, terms: Terms, at: NDArray[np.uint64]) -> None:
    """The matches at all distances that `change` looks at."""
    for one in terms.distances:
        at[one + 1] = matches(row, count, one + 1)
        for other in terms.distances:
            at[one + other] = matches(row, count, one + other)
            if one > other:
                at[one - other] = matches(row, count, one - other)
                at[one + 1 - other] = matches(row, count, one + 1 - other)
    at[1] = matches(row, count, 1)


@part
def _noisy(seed: Any) -> Any:
    """The next number of a xorshift generator (Marsaglia, 2003)."""
    seed ^= seed << U(13)
    seed ^= seed >> U(7)
    seed ^= seed << U(17)
    return seed


@kernel
def _choose_read(
    row: Words,
    count: int,
    terms: Terms,
    target: int,
    values: NDArray[np.float64],
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
    _prepare(row, count, terms, at)
    _count_zones(row, count, counts)
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
                score = -values[1] * (count - 1 - source)
                for other in range(kinds):
                    gain = change(at, distances[other], distance, source)
                    score += gain if other == 0 else values[0] * gain
                score -= _cost(row, count, source - distance, counts, values)
                seed = _noisy(seed)
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
    values: NDArray[np.float64],
    noise: float,
    seed: Any,
    tried: NDArray[np.uint8],
    memory: Scratch,
) -> tuple[int, int, Any]:
    """The same for all other rule sets: every action is made, to see what it brings."""
    counts, codes, after = memory.counts, memory.codes, memory.rows[DEEPEST + 1]
    found = legal(row, count, terms, codes)
    target_place = place_of(row, count, target) if target >= 0 else -1
    _count_zones(row, count, counts)
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
            score = -values[1] * (count - 1 - mover)
            for kind in range(len(terms.distances)):
                gain = ones(matches(after, rest, terms.distances[kind]))
                score += gain if kind == 0 else values[0] * gain
            score -= _cost(row, count, covered, counts, values)
            seed = _noisy(seed)
            score += noise * (seed >> U(32))
            if score > best_score:
                best_score, best_one, best = score, one, code
        if best >= 0 or first == 0:
            break
    return best, best_one, seed


@part
def reads(terms: Terms) -> bool:
    """Whether piles only ever go over one to their left, so that `_choose_read` may choose."""
    return (
        terms.effect == MERGES
        and terms.priority == 0
        and len(terms.ways) == 1
        and terms.ways[0] == RIGHT_OVER
    )


@kernel
def _ends_won(row: Words, count: int, target: int, table: NDArray[np.uint8]) -> bool:
    """Whether a row of at most `LAST` piles can be won (with the target on top)."""
    entry = table[count, end_key(row, count)]
    if target < 0:
        return bool(entry & WON)
    place = place_of(row, count, target)
    return place >= 0 and bool((entry >> place) & 1)


@kernel
def _play_end(
    row: Words,
    count: int,
    terms: Terms,
    target: int,
    table: NDArray[np.uint8],
    memory: Scratch,
    line: NDArray[np.int64],
    made: int,
) -> int:
    """Write the rest of a won line; returns the number of its actions."""
    here, there = memory.rows[DEEPEST + 2], memory.rows[DEEPEST + 1]
    here[:] = row
    while count > terms.goal:
        for one in range(legal(here, count, terms, memory.codes)):
            code = memory.codes[one]
            rest = play(here, count, terms, code, there)
            if _ends_won(there, rest, target, table):
                line[made] = code
                made += 1
                here[:] = there
                count = rest
                break
    return made


@kernel
def _play_down(
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
    reading = reads(terms)
    _count(row, count, memory.counts)
    while count > max(rest, terms.goal):
        values = weights[count]
        loud = values[2] * noise
        if reading:
            code, _, seed = _choose_read(
                row, count, terms, target, values, loud, seed, untried, memory
            )
        else:
            code, _, seed = _choose_made(
                row, count, terms, target, values, loud, seed, untried, memory
            )
        if code < 0:
            break
        _forget(card_at(row, covered_by(code)), memory.counts)
        if terms.effect == PAIR:
            _forget(card_at(row, code >> 8), memory.counts)
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
    target: int,
    weights: NDArray[np.float64],
    noise: float,
    table: NDArray[np.uint8],
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
        if count <= LAST:
            if _ends_won(here, count, target, table):
                end = _play_end(here, count, terms, target, table, memory, line, made + depth)
                return end, seed
            depth -= 1
            continue
        if told[0] >= most or depth >= DEEPEST - 1 or count <= terms.goal:
            break
        told[0] += 1
        _count(here, count, memory.counts)
        values = weights[count]
        loud, tried = values[2] * noise, memory.tried[depth]
        if reading:
            code, one, seed = _choose_read(
                here, count, terms, target, values, loud, seed, tried, memory
            )
        else:
            code, one, seed = _choose_made(
                here, count, terms, target, values, loud, seed, tried, memory
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
    table: NDArray[np.uint8],
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
    while nodes < limits.nodes and not cancel[0]:
        patient = plays < limits.patience
        noise = (1.0 if patient else 3.0) / 4294967296.0
        rest = min(limits.rest + (0 if patient else 2), DEEPEST)
        plays += 1
        row[:] = start
        count, made, seed = _play_down(
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
            count, made, most, terms, target, weights, noise, table, seed, told, memory
        )
        nodes += told[0]
        if won >= 0:
            memory.best[:won] = memory.line[:won]
            return won, -1, nodes
        if told[1] < best_piles:
            best_piles, best_made = told[1], told[2]
            memory.best[:best_made] = memory.lowest[:best_made]
    return best_made, best_piles, nodes
