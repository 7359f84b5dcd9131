"""What the last piles can come to, looked up. Imports `planes`.

What a row can become depends only on which of its places match (its *match graph*), not on
its cards: every action keeps some of the places in some order, and their matches with them.
A row of seven piles has 21 pairs of places, so two megabytes answer for all short rows under
any rule set; they are worked out once, from no piles upwards. Rows of one pile more are
looked up through their actions.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rules import RuleSet
from .compiled import kernel, part
from .planes import (
    BETWEEN,
    LEFT_OVER,
    PAIR,
    RIGHT_OVER,
    ROW_SLIDES,
    Bytes,
    Numbers,
    Terms,
    U,
    Words,
    code_of,
    matches_before,
    terms_of,
)

LONGEST = 7
"""Rows of so many piles, and shorter ones, are in the table."""

SHORT = LONGEST + 1
"""Rows of so many piles, and shorter ones, are answered."""

CHUNK = 7
"""A graph becomes the graph after an action by so many of its bits at a time."""

BASE = np.cumsum([0, *(1 << (n * (n - 1) // 2) for n in range(LONGEST + 1))])
"""Where the rows of each number of piles begin in the table; last, its size."""


class Ends(NamedTuple):
    """The table of a rule set, and the actions of short rows in it."""

    fewest: Bytes
    """The fewest piles that a row can be brought to, by `BASE[piles] + graph`."""
    lasts: Bytes
    """The places (bits) whose card can show when the goal is met; empty if never asked for."""
    needs: Words
    """[piles, action] → the match it needs, the matches that forbid it: bits of the graph."""
    acts: Numbers
    """[piles, action] → the number of piles after it, its code."""
    made: Numbers
    """How many actions a row of each number of piles has, if all matches."""
    steps: NDArray[np.uint32]
    """[piles, action, chunk, its bits] → bits of the graph after the action."""
    back: Bytes
    """[piles, action, places after it as bits] → where these places' cards were before it."""


# ---------------------------------------------------------------- graphs, and what they become


def _bit_of(left: int, right: int) -> int:
    """Which bit of a graph says whether two places match."""
    return right * (right - 1) // 2 + left


_bit = part(_bit_of)


@kernel
def graph_of(row: Words, count: int) -> Any:
    """The match graph of a row of at most eleven piles: what each place matches before it."""
    graph = U(0)
    for place in range(1, count):
        graph |= matches_before(row, place) << U(_bit(0, place))
    return graph


@kernel
def _allowed(graph: Any, count: int, one: int, needs: Any) -> bool:
    """Whether the matches allow an action."""
    return bool(graph & needs[count, one, 0]) and not graph & needs[count, one, 1]


@kernel
def _after(graph: Any, count: int, one: int, steps: Any) -> Any:
    """The graph after an action."""
    after = U(0)
    chunk = 0
    while graph:
        after |= U(steps[count, one, chunk, graph & U((1 << CHUNK) - 1)])
        graph >>= U(CHUNK)
        chunk += 1
    return after


@kernel
def _fewest_by_acts(graph: Any, count: int, ends: Ends) -> int:
    """The fewest piles that the actions of a row lead to, from the entries of shorter rows."""
    needs, acts, steps = ends.needs, ends.acts, ends.steps
    least, one, made = count, 0, ends.made[count]
    while one < made and least > 1:  # a row that can come to one pile can't come to none
        if _allowed(graph, count, one, needs):
            shorter = BASE[acts[count, one, 0]]
            after = shorter + np.int64(_after(graph, count, one, steps))
            least = min(least, int(ends.fewest[after]))
        one += 1
    return least


@kernel
def _lasts_by_acts(graph: Any, count: int, ends: Ends) -> int:
    """The places whose cards the actions of a row can leave, from the entries of shorter rows."""
    needs, acts, steps = ends.needs, ends.acts, ends.steps
    lasts = 0
    for one in range(ends.made[count]):
        if _allowed(graph, count, one, needs):
            shorter = BASE[acts[count, one, 0]]
            after = shorter + np.int64(_after(graph, count, one, steps))
            lasts |= int(ends.back[count, one, ends.lasts[after]])
    return lasts


# ---------------------------------------------------------------- building the table


@kernel
def _fill(stays: Numbers, goal: int, ends: Ends) -> None:
    """Work the table out; `stays`: [piles, action, place after it] → the place before it."""
    steps, back = ends.steps, ends.back
    for count in range(SHORT + 1):
        for one in range(ends.made[count]):
            rest = ends.acts[count, one, 0]
            kept = stays[count, one]
            for right in range(rest):
                for left in range(right):
                    low, high = min(kept[left], kept[right]), max(kept[left], kept[right])
                    old, new = _bit(low, high), _bit(left, right)
                    for bits in range(1 << CHUNK):
                        if (bits >> (old % CHUNK)) & 1:
                            steps[count, one, old // CHUNK, bits] |= 1 << new
            for places in range(1 << rest):
                for place in range(rest):
                    if (places >> place) & 1:
                        back[count, one, places] |= 1 << kept[place]
    for count in range(LONGEST + 1):
        size = BASE[count + 1] - BASE[count]
        for high in range(0, size, 1 << CHUNK):
            _fill_some(count, high, min(size, 1 << CHUNK), goal, ends)


@kernel
def _fill_some(count: int, high: int, some: int, goal: int, ends: Ends) -> None:
    """Work out the entries of the `some` graphs of rows of `count` piles from `high` on.

    They differ only in their first chunk, so what an action does to the others is found once.
    """
    fewest, lasts = ends.fewest, ends.lasts
    first = BASE[count] + high
    fewest[first : first + some] = count
    if len(lasts):
        lasts[first : first + some] = (1 << count) - 1 if count <= goal else 0
    for one in range(ends.made[count]):
        match, forbidding = ends.needs[count, one]
        if forbidding & U(high) or (match >> U(CHUNK) and not match & U(high)):
            continue
        needed = match & U((1 << CHUNK) - 1)
        others = np.int64(_after(U(high), count, one, ends.steps))
        shorter = BASE[ends.acts[count, one, 0]] + others
        steps, back = ends.steps[count, one, 0], ends.back[count, one]
        for low in range(some):
            if (U(low) & (needed | forbidding)) == needed:
                after = shorter + np.int64(steps[low])
                fewest[first + low] = min(fewest[first + low], fewest[after])
                if len(lasts):
                    lasts[first + low] |= back[lasts[after]]


def _actions(terms: Terms, count: int) -> list[tuple[tuple[int, int], int, list[int]]]:
    """What a row of `count` piles allows if all matches: needs, code and the places that stay."""
    found: dict[tuple[int, ...], tuple[tuple[int, int], int, list[int]]] = {}
    slides = [1 << _bit_of(left, left + 1) for left in range(count - 1)]
    goes_left, goes_right = min(terms.ways) < LEFT_OVER, max(terms.ways) >= LEFT_OVER
    for distance in terms.distances.tolist():
        for left in range(count - distance):
            right = left + distance
            match = 1 << _bit_of(left, right)
            for way in terms.ways.tolist():
                source, other = (right, left) if way < LEFT_OVER else (left, right)
                kept = source if way in (RIGHT_OVER, LEFT_OVER) else other
                stays = [kept if place == other else place for place in range(count)]
                del stays[source]
                if terms.effect == BETWEEN:
                    stays = [place for place in range(count) if not left < place < right]
                elif terms.effect == PAIR:
                    stays = [place for place in range(count) if place not in (left, right)]
                forbidding = 0
                if terms.priority and distance > 1 and terms.distances[0] == 1:
                    own = slides[source - 1 : source] if goes_left else []
                    own += slides[source : source + 1] if goes_right else []
                    forbidding = sum(slides if terms.priority == ROW_SLIDES else own)
                action = (match, forbidding), code_of(left, right, way), stays
                found.setdefault((match, forbidding, *stays), action)
    return list(found.values())


@lru_cache(maxsize=8)  # two to seven megabytes each
def _ends(
    distances: tuple[int, ...], ways: tuple[int, ...], effect: int, priority: int, goal: int
) -> Ends:
    """The table for what tells rule sets apart; `goal` −1 if no target is ever asked for."""
    of = [np.array(numbers, dtype=np.int64) for numbers in (distances, ways)]
    terms = Terms(of[0], of[1], effect, priority, False, goal)
    actions = [_actions(terms, count) for count in range(SHORT + 1)]
    most = max(1, *map(len, actions))
    stays = np.zeros((SHORT + 1, most, SHORT), dtype=np.int64)
    chunks = -(-(SHORT * (SHORT - 1) // 2) // CHUNK)
    ends = Ends(
        np.zeros(BASE[-1], dtype=np.uint8),
        np.zeros(BASE[-1] if goal >= 0 else 0, dtype=np.uint8),
        np.zeros((SHORT + 1, most, 2), dtype=np.uint64),
        np.zeros((SHORT + 1, most, 2), dtype=np.int64),
        np.array([len(some) for some in actions], dtype=np.int64),
        np.zeros((SHORT + 1, most, chunks, 1 << CHUNK), dtype=np.uint32),
        np.zeros((SHORT + 1, most, 1 << LONGEST), dtype=np.uint8),
    )
    for count, some in enumerate(actions):
        for one, (need, code, kept) in enumerate(some):
            ends.needs[count, one] = need
            ends.acts[count, one] = len(kept), code
            stays[count, one, : len(kept)] = kept
    _fill(stays, goal, ends)
    return ends


def end_table(rules: RuleSet) -> Ends:
    """The table of a rule set; where it has a target, also which cards can show at the end."""
    terms = terms_of(rules)
    near = tuple(distance for distance in terms.distances.tolist() if distance < SHORT)
    goal = -1 if rules.target == "none" else min(rules.goal, SHORT)
    return _ends(near or (SHORT,), tuple(terms.ways.tolist()), terms.effect, terms.priority, goal)


# ---------------------------------------------------------------- what the table tells


@kernel
def fewest_of(graph: Any, count: int, ends: Ends) -> int:
    """The fewest piles that a row of at most `SHORT` piles, given by its graph, can come to."""
    if count <= LONGEST:
        return int(ends.fewest[BASE[count] + np.int64(graph)])
    return _fewest_by_acts(graph, count, ends)


@kernel
def can_last(graph: Any, count: int, place: int, goal: int, ends: Ends) -> bool:
    """Whether the card at a place can show when the goal, the rule set's, is met."""
    if count <= LONGEST:
        return bool((ends.lasts[BASE[count] + np.int64(graph)] >> place) & 1)
    return count <= goal or bool((_lasts_by_acts(graph, count, ends) >> place) & 1)


@kernel
def write_end(
    graph: Any,
    count: int,
    goal: int,
    place: int,
    ends: Ends,
    line: Numbers,
    made: int,
) -> int:
    """Write the codes of the actions that bring a row to `goal` piles, as `fewest_of` says it
    can be, into `line` from `made` on; returns their number, those before included.

    With a target (its place, else −1) it shows in the end, as `can_last` says; the goal is then
    the rule set's.
    """
    needs, acts, steps = ends.needs, ends.acts, ends.steps
    while count > goal:
        before = made
        for one in range(ends.made[count]):
            if not _allowed(graph, count, one, needs):
                continue
            after, rest = _after(graph, count, one, steps), acts[count, one, 0]
            there = -1
            if place >= 0:
                for new in range(rest):
                    if ends.back[count, one, 1 << new] == 1 << place:
                        there = new
                good = there >= 0 and can_last(after, rest, there, goal, ends)
            else:
                good = fewest_of(after, rest, ends) <= goal
            if good:
                line[made] = acts[count, one, 1]
                made += 1
                graph, count, place = after, rest, there
                break
        if made == before:
            break
    return made
