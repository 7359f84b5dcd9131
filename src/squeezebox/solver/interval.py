"""Rule sets that discard what lies between: solved exactly by intervals, in microseconds.

Imports `start`, `telling`, `planes`, `found` and `table`.

A *link* C(a, b), for places a < b of the row, says: everything strictly between a and b
can be discarded while a and b stay. These are the two facts that make the game easy.

**Stretches are independent.** Let a and b be piles that stay for the whole play. A discard
takes the piles between two that match and are then neighbours, or that have only those
piles between them; so all it looks at and all it takes lies on one side of a or of b, or
from a to b. What happens between a and b needs nothing from outside and changes nothing
there. So piles p0 < p1 < … < pm, p0 the first and pm the last of the row, can be exactly
the ones that remain if and only if C(p0, p1), C(p1, p2), … hold. The first and the last
pile always remain: nothing lies beyond them. Hence **the fewest piles that can be reached
are one more than the length of a shortest path over links from the first place to the
last**, and every goal is decided by comparing with that number. (An empty row has none.)

**Links follow from shorter links.** C(a, a + 1) holds: there is nothing to discard. Else
look at the last discard between a and b. It leaves nothing between them, so a and b match,
and what it takes is all that then remains between: one pile x (distance 2), or two piles
x < y (distance 3). By the first fact that can be reached if and only if C(a, x) and
C(x, b), or C(a, x), C(x, y) and C(y, b); conversely these let the discard be made. So for
b > a + 1, C(a, b) holds if and only if a and b match and, where the rule set has distance
2, such an x exists, or, where it has distance 3, such x and y.

Dealing the whole stock first loses nothing: cards come in at the right end, so every
discard stays legal at the same places with more cards on the table. With a duty to discard
before dealing that is not so; see `fits`.
"""

from __future__ import annotations

import numpy as np

from ..table import Table
from .bits import cycles, lowest, ones
from .compiled import kernel
from .found import Found
from .planes import (
    ONE,
    PLACES,
    RIGHT_OVER,
    Flag,
    Numbers,
    Terms,
    U,
    Words,
    code_of,
)
from .start import Start
from .telling import tell
from .verdict import LOST, WINNABLE, Verdict


def fits(table: Table) -> bool:
    """Whether `solve` answers for this position: discards between, and nothing forbids to deal."""
    rules = table.rules
    return rules.discard == "between" and not (rules.compulsory and table.stock)


def solve(table: Table) -> Found:
    """Verdict, fewest piles and actions that reach them, always proved.

    Where cards are left to deal, the first action deals them all. `nodes` counts links.

    Raises:
        ValueError: if this isn't a position that `fits`.
    """
    if not fits(table):
        raise ValueError(f"the interval rule doesn't hold for {table.rules} here")
    start, codes = Start.dealt_out(table), np.empty(PLACES, dtype=np.int64)
    deck = np.array([card.order for card in start.table.tops], dtype=np.int64)
    one, two = 2 in table.rules.distances, 3 in table.rules.distances
    piles, count, nodes = fewest(deck, one, two, codes)
    return Found(
        Verdict.WINNABLE if piles <= table.rules.goal else Verdict.LOST,
        int(piles),
        start.actions(codes[:count].tolist()),
        int(nodes),
        True,
    )


@kernel
def solve_all(
    decks: Numbers,
    size: int,
    targets: Numbers,  # noqa: ARG001  # rule sets that discard have none
    terms: Terms,
    cancel: Flag,  # noqa: ARG001  # it takes microseconds
    told: Numbers,
    codes: Numbers,
) -> None:
    """Solve many deals, and tell of them (`telling`)."""
    one, two = False, False
    for distance in terms.distances:
        one, two = one or distance == 2, two or distance == 3
    for deal in range(len(decks)):
        began = cycles()
        piles, made, links = fewest(decks[deal, :size], one, two, codes[deal])
        verdict = WINNABLE if piles <= terms.goal else LOST
        tell(told[deal], verdict, made, piles, links, began, True)


@kernel
def fewest(deck: Numbers, one: bool, two: bool, codes: Numbers) -> tuple[int, int, int]:
    """The fewest piles that a row of cards (their `order`) can be brought to.

    `one` and `two` say whether one pile, two piles may be discarded at a time. The actions
    are written into `codes` (`PLACES` are enough). Returns piles, number of actions, links found.
    """
    count = len(deck)
    if count < 2:
        return count, 0, 0
    right, left = np.zeros(PLACES, dtype=np.uint64), np.zeros(PLACES, dtype=np.uint64)
    links = find_links(deck, one, two, right, left)

    # Breadth first from the last place: `away[k]` are the places k links from it, and no fewer.
    away = np.zeros(PLACES, dtype=np.uint64)
    away[0] = seen = ONE << U(count - 1)
    length = 0
    while not seen & ONE:
        fresh, waiting = U(0), away[length]
        while waiting:
            fresh |= left[lowest(waiting)]
            waiting &= waiting - ONE
        length += 1
        away[length] = fresh & ~seen
        seen |= fresh

    starts, ends = np.empty(PLACES, dtype=np.int64), np.empty(PLACES, dtype=np.int64)
    place = 0
    for step in range(length):
        after = lowest(right[place] & away[length - 1 - step])
        starts[step], ends[step] = place, after
        place = after
    made = take_apart(right, left, one, starts, ends, length, codes)
    return length + 1, made, links


@kernel
def take_apart(
    right: Words, left: Words, one: bool, starts: Numbers, ends: Numbers, size: int, codes: Numbers
) -> int:
    """Write the discards between `starts` and `ends` of `size` links; returns how many.

    Each link is taken apart into its last discard and shorter links, the rightmost first.
    Read backwards, every discard follows those inside it, and the left goes before the right.
    """
    outer, gone = np.empty(PLACES, dtype=np.int64), np.empty(PLACES, dtype=np.uint64)
    made = 0
    while size:
        size -= 1
        a, b = starts[size], ends[size]
        if b == a + 1:
            continue
        middle = right[a] & left[b] if one else U(0)
        y = b
        if not middle:  # two piles leave; y is the right one of them
            before = left[b]
            while not middle:
                y = lowest(before)
                middle = right[a] & left[y] if y > a else U(0)
                before &= before - ONE
            starts[size + 2], ends[size + 2] = y, b
        x = lowest(middle)
        starts[size], ends[size] = a, x
        starts[size + 1], ends[size + 1] = x, y
        size += 2 if y == b else 3
        outer[made] = a
        gone[made] = ONE << U(x) if y == b else (ONE << U(x)) | (ONE << U(y))
        made += 1

    all_gone = U(0)
    for at in range(made):
        leaving = gone[made - 1 - at]
        a = outer[made - 1 - at]
        place = a - ones(all_gone & ((ONE << U(a)) - ONE))
        codes[at] = code_of(place, place + 1 + ones(leaving), RIGHT_OVER)
        all_gone |= leaving
    return made


@kernel
def find_links(deck: Numbers, one: bool, two: bool, right: Words, left: Words) -> int:
    """Find all links of a row: bit b of `right[a]` and bit a of `left[b]` are C(a, b)."""
    count = len(deck)
    ranks, suits = np.zeros(13, dtype=np.uint64), np.zeros(4, dtype=np.uint64)
    for place in range(count):
        ranks[deck[place] >> 2] |= ONE << U(place)
        suits[deck[place] & 3] |= ONE << U(place)
    found = count - 1
    for a in range(count - 2, -1, -1):
        links = ONE << U(a + 1)
        left[a + 1] |= ONE << U(a)
        twice = right[a + 1]  # what two links from a reach
        alike = (ranks[deck[a] >> 2] | suits[deck[a] & 3]) & ~((ONE << U(a + 2)) - ONE)
        while alike:
            b = lowest(alike)
            if (one and links & left[b]) or (two and twice & left[b]):
                links |= ONE << U(b)
                left[b] |= ONE << U(a)
                twice |= right[b]
                found += 1
            alike &= alike - ONE
        right[a] = links
    return found
