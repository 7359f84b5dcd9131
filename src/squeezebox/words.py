"""What happened on a table, in words that every face of the program shows or speaks.

Imports `table`, `rules` and `actions`.
"""

from __future__ import annotations

from .actions import Action, Deal, Discard
from .rules import RuleSet
from .table import Outcome, Table


def count(number: int, thing: str) -> str:
    """`1 pile`, `5 piles`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def sentence(clause: str) -> str:
    """A clause, such as the reason of a refusal, as a sentence."""
    return clause[:1].upper() + clause[1:] + ("" if clause.endswith((".", "!")) else ".")


def happened(before: Table, action: Action, after: Table) -> str:
    """What a legal action did, and how many piles (and stock cards) are there now."""
    rest = count(len(after.row), "pile")
    if after.stock:
        rest += f", {count(len(after.stock), 'card')} in the stock"
    return f"{_done(before, action, after)}. {rest}."


def _done(before: Table, action: Action, after: Table) -> str:
    tops = before.tops
    if isinstance(action, Deal):
        dealt = after.tops[len(tops) :]
        if len(dealt) > 3:
            return f"{len(dealt)} cards dealt, the last one {dealt[-1].glyphs}"
        return f"Dealt {', '.join(card.glyphs for card in dealt)}"
    if isinstance(action, Discard):
        gone = tops[action.first - 1 : action.last]
    elif before.rules.discard == "pair":
        gone = (tops[action.destination - 1], tops[action.source - 1])
    else:
        mover, other = tops[action.source - 1], tops[action.destination - 1]
        how = "under" if action.under else "onto"
        return f"{mover.glyphs} {how} {other.glyphs}, pile {action.destination}"
    return " and ".join(card.glyphs for card in gone) + " discarded"


def stands(table: Table) -> str:
    """How a game that is over stands, in words; empty while it is open."""
    outcome, piles = table.outcome, len(table.row)
    if outcome is Outcome.WON:
        return _won(table, piles)
    if outcome is Outcome.LOST:
        assert table.target is not None
        return f"Lost: the target {table.target.glyphs} is covered and can't be on top again."
    if outcome is Outcome.STUCK:
        return f"Stuck with {count(piles, 'pile')}: nothing is legal any more."
    return ""


def _won(table: Table, piles: int) -> str:
    if not piles:
        return "Won: the table is empty!"
    won = "Won: everything is in one pile" if piles == 1 else f"Won with {count(piles, 'pile')}"
    if table.rules.discard == "between" and piles == table.rules.goal == 2:
        won = f"Won: only {table.tops[0].glyphs} and {table.tops[1].glyphs} are left"
    if table.target is not None:
        won += f", {table.target.glyphs} on top"
    return won + ("! You may play on." if table.legal_actions else "!")


# ---------------------------------------------------------------- a rule set explained

KEY_WORDS: dict[str, tuple[str, dict[str, str]]] = {
    "deck": ("Cards in the deck", {}),
    "distances": ("Piles match at these distances", {}),
    "both-ways": ("Piles move", {"no": "to the left", "yes": "to the left or right"}),
    "place": (
        "A pile goes",
        {"over": "over the other", "under": "under the other", "either": "over or under"},
    ),
    "compulsory": (
        "A card may be dealt",
        {"no": "at any time", "yes": "only when nothing else is possible"},
    ),
    "priority": (
        "Slides before leaps",
        {
            "none": "no",
            "pile": "a pile that can slide may not leap",
            "row": "no leap while any pile can slide",
        },
    ),
    "goal": ("Won with so many piles, or fewer", {}),
    "target": (
        "Target card",
        {"none": "none", "named": "named by the deal", "chosen": "chosen by the player"},
    ),
    "discard": (
        "Two piles that match",
        {
            "none": "are merged",
            "between": "free what lies between them to leave",
            "pair": "leave together",
        },
    ),
}
"""What each key of a rule set's text is about, and what its values mean, for forms."""


def _either(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def explained(rules: RuleSet) -> list[str]:
    """How a rule set is played, in sentences that follow from its fields alone.

    So they are true of every custom rule set too; the rulebook tells more of the named ones.
    """
    said = ["Two cards match when rank or suit is the same. Only top cards count."]
    far = _either([str(distance) for distance in rules.distances])
    if rules.discard == "between":
        said += _between(rules)
    elif rules.discard == "pair":
        said.append(
            f"Two matching piles that lie {far} apart leave together: choose one, then the other."
        )
    else:
        way = "to the left or right" if rules.both_ways else "to the left"
        how = {"over": "onto", "under": "under", "either": "onto or under"}[rules.place]
        said.append(
            f"Choose a pile, then where it goes: the whole pile moves {how} a matching pile "
            f"{far} {way}, and the gap closes."
        )
        if 1 in rules.distances and len(rules.distances) > 1:
            said[-1] += " A distance of 1 is a slide, any other a leap."
    said += {
        "none": [],
        "pile": ["A pile that can slide may not leap."],
        "row": ["No pile may leap while any pile can slide."],
    }[rules.priority]
    if rules.compulsory:
        what = "discard" if rules.discard != "none" else "merge"
        said.append(f"The cards are dealt one by one, and no card while a {what} is possible.")
    if rules.fixed_ends:
        said.append("The deck begins with Q♥ and ends with K♥.")
    if rules.target != "none":
        who = "You choose" if rules.target == "chosen" else "The deal names"
        said.append(f"{who} the target: it must be on top at the end, so never cover it.")
    left = {0: "nothing is left", 1: "one pile is left"}.get(
        rules.goal, f"at most {rules.goal} piles are left"
    )
    said.append(f"You win when all cards are dealt and {left}.")
    return said


def _between(rules: RuleSet) -> list[str]:
    said = []
    if 2 in rules.distances:
        said.append("A pile between two that match can leave: choose it, then choose it again.")
    if 3 in rules.distances:
        said.append("Two neighbours between two that match can leave: choose one, then the other.")
    return [*said, "The first and the last pile always stay."]
