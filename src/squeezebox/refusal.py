"""Why an action is refused, in a player's words. Imports `actions`, `cards` and `rules`.

Asked only about actions that the table's one generator doesn't list, so nothing here
decides what is legal; each function finds the first rule that stands in the way.
"""

from __future__ import annotations

from collections.abc import Sequence

from .actions import Action, Deal, Discard, Move
from .cards import Card
from .rules import RuleSet

UNLIKE = "neither rank nor suit is the same"


def _either(numbers: Sequence[int]) -> str:
    """`1 or 3`, `1, 2 or 3`."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def why_not(action: Action, rules: RuleSet, tops: Sequence[Card], stock: int, deals: int) -> str:
    """One clause that says why `action`, which is illegal, may not be done.

    `tops` are the row's top cards, `stock` the number of cards not dealt yet, `deals` how
    many single deals in a row would be legal now.
    """
    if isinstance(action, Deal):
        return _why_no_deal(action, rules, stock, deals)
    places = (
        (action.source, action.destination)
        if isinstance(action, Move)
        else (action.first, action.last)
    )
    for place in places:
        if not 1 <= place <= len(tops):
            return _no_pile(place, len(tops), stock)
    if isinstance(action, Discard):
        return _why_no_discard(action, rules, tops)
    if rules.discard == "between":
        return "nothing merges in this rule set: the one or two piles between a match are discarded"
    if rules.discard == "pair":
        return _why_no_pair(action, rules, tops)
    return _why_no_merge(action, rules, tops)


def _no_pile(place: int, piles: int, stock: int) -> str:
    if piles and place < 1:
        return "there is no pile so far to the left"
    if piles:
        return f"there is no pile {place}: the row has {piles} pile{'s' if piles > 1 else ''}"
    return f"there is no pile {place}: the row is empty" + (", deal a card first" if stock else "")


def _why_no_deal(action: Deal, rules: RuleSet, stock: int, deals: int) -> str:
    wanted = stock if action.count is None else action.count
    if not stock:
        return "the stock is empty, there is nothing left to deal"
    if wanted < 1:
        return "at least one card must be dealt"
    if wanted > stock:
        return f"only {_cards(stock)} can be dealt, not {wanted}: the stock has no more"
    what = "discard" if rules.discard != "none" else "merge"
    if not deals:
        return f"a {what} is possible, so this rule set doesn't let you deal yet"
    return (
        f"after {_cards(deals)} a {what} is possible, "
        f"so this rule set doesn't let you deal {wanted} in a row"
    )


def _why_no_discard(action: Discard, rules: RuleSet, tops: Sequence[Card]) -> str:
    if rules.discard == "none":
        return "this rule set has no discards: piles merge"
    if rules.discard == "pair":
        return f"piles leave in matching pairs in this rule set, as in {3 + rules.distances[0]}-3"
    first, last = action.first, action.last
    if last == first - 1:
        return f"of two neighbours the left one is named first: x{last}-{first}"
    if last - first not in (0, 1):
        return f"piles {first} and {last} can't leave together: they aren't neighbours"
    if first == last:
        they = f"pile {first}"
        neighbours = "its neighbours"
    else:
        they = f"piles {first} and {last}"
        neighbours = "the neighbours of the two"
    if last - first + 2 not in rules.distances:
        number = "one pile" if first == last else "two piles"
        return f"{they} can't be discarded: this rule set never takes {number} at a time"
    if first == 1 or last == len(tops):
        return f"{they} can't be discarded: there is no neighbour on both sides"
    left, right = tops[first - 2], tops[last]
    return f"{they} can't be discarded: {neighbours}, {left.glyphs} and {right.glyphs}, don't match"


def _why_no_pair(action: Move, rules: RuleSet, tops: Sequence[Card]) -> str:
    if action.under:
        return "nothing goes under another pile in this rule set: matching pairs leave"
    if action.source == action.destination:
        return f"pile {action.source} can't leave alone: piles leave in matching pairs"
    right, left = sorted((action.source, action.destination), reverse=True)
    if right - left not in rules.distances:
        return (
            f"piles {right} and {left} can't leave together: "
            f"they must be {_either(rules.distances)} apart, not {right - left}"
        )
    return f"{tops[right - 1].glyphs} and {tops[left - 1].glyphs} can't leave together: {UNLIKE}"


def _why_no_merge(action: Move, rules: RuleSet, tops: Sequence[Card]) -> str:
    source, destination = action.source, action.destination
    if source == destination:
        return f"pile {source} can't go onto itself"
    if destination > source and not rules.both_ways:
        return f"pile {source} can't go to the right: piles move to the left only"
    distance = abs(source - destination)
    if distance not in rules.distances:
        way = "to the left or right" if rules.both_ways else "to the left"
        return f"pile {source} can go {_either(rules.distances)} {way}, not {distance}"
    if action.under not in rules.unders:
        ways = ("under", "over") if action.under else ("over", "under")
        return f"nothing goes {ways[0]} another pile in this rule set: piles go {ways[1]}"
    mover, other = tops[source - 1], tops[destination - 1]
    if not mover.matches(other):
        how = "under" if action.under else "onto"
        return f"{mover.glyphs} can't go {how} {other.glyphs}: {UNLIKE}"
    if rules.priority == "pile":
        return f"{mover.glyphs} can slide, so this rule set doesn't let it leap"
    return "a slide is possible, so this rule set doesn't let any pile leap"
