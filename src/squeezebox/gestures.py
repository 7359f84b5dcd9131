"""What clicks, drags and keys mean as actions, and where a pile may go. Imports `table` and below.

A player takes a pile to another one; which action that is, the rule set says. Nothing here
decides what is legal: all is found from the table's own list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .actions import Action, Deal, Discard
from .errors import IllegalAction
from .rules import RuleSet
from .table import Table


class Destination(NamedTuple):
    """A pile that another one may be taken to."""

    pile: int
    """Its place, from 1."""
    under: bool
    """Whether it is put under that pile rather than over it."""


def ends(action: Action) -> tuple[int, int] | None:
    """The two piles (perhaps the same) that a player joins for an action; none for a deal."""
    if isinstance(action, Deal):
        return None
    if isinstance(action, Discard):
        return action.first, action.last
    return action.source, action.destination


def _ways(action: Action) -> Iterator[tuple[int, int]]:
    """The ways in which a player may join the piles that an action is about."""
    joined = ends(action)
    if joined is not None:
        one, other = joined
        yield one, other
        if one != other:
            yield other, one


def destinations(table: Table) -> list[list[Destination]]:
    """For each pile, the piles it may be taken to: those gestures that mean a legal action."""
    found: list[list[Destination]] = [[] for _ in table.row]
    for action in table.legal_actions:
        if isinstance(action, Deal):
            continue
        under = not isinstance(action, Discard) and action.under
        for source, destination in _ways(action):
            if table.meant(source, destination, under) == action:
                found[source - 1].append(Destination(destination, under))
    return found


def goes_under(rules: RuleSet, wished: bool) -> bool:
    """Whether a pile is put under another one, where the player wished so or not."""
    return wished if len(rules.unders) > 1 else rules.unders[0]


def at_distance(table: Table, place: int, distance: int, wished_under: bool = False) -> Action:
    """What a player means who plays the pile at `place` so far: to the left, or to the right
    where only that is legal. Whether it is legal isn't asked.

    Raises:
        IllegalAction: if the rule set has no discard at this distance.
    """
    rules = table.rules
    if rules.discard == "between":
        if distance not in rules.distances:
            far = " or ".join(map(str, rules.distances))
            raise IllegalAction(
                str(distance),
                f"piles match at a distance of {far} in this rule set, not {distance}",
            )
        return table.meant(place - distance + 1, place - 1)
    under = goes_under(rules, wished_under)
    left, right = (table.meant(place, place + far, under) for far in (-distance, distance))
    turns = (rules.both_ways or rules.discard == "pair") and not table.allows(left)
    return right if turns and table.allows(right) else left
