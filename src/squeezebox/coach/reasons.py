"""Why an action is good, in sentences; each is said only where it is true of the position.

A reason is a function from a `Case` to a sentence, or to `None` where it doesn't hold. Each
says in its docstring exactly when it holds. None looks at the order of cards still to come:
which cards they are is all that counts of them. Imports `table`, `words` and what lies below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..actions import Action, Discard, Move
from ..cards import RANK_NAMES, SUIT_NAMES, Card
from ..table import Outcome, Table
from ..words import count

Link = frozenset[Card]
"""Two showing cards whose match makes an action legal."""

SWEEPERS, SWEPT = 3, 8
"""So many cards of one rank sweep up the rest, if they stay until so few piles are left."""
MANY = 4
"""With so many others of its suit in sight a card isn't needed as a link of that suit."""
NEAR = 3
"""So many actions before the win it is near."""


@dataclass(frozen=True, slots=True)
class Case:
    """An action that is advised: what it does, and what is known of it."""

    before: Table
    action: Action
    after: Table
    line: tuple[Action, ...] = ()
    """The line that begins with it, if one is in hand."""
    wins: bool = False
    """Whether that line wins."""
    only: bool = False
    """Whether every other action is proved to lose, and there are others."""

    @classmethod
    def of(
        cls, table: Table, action: Action, line: Iterable[Action] = (), *, only: bool = False
    ) -> Case:
        """The case of a legal action; the line, if there is one, begins with it."""
        end, line = table, tuple(line)
        for step in line:
            end = end.after(step)
        wins = bool(line) and end.outcome is Outcome.WON
        return cls(table, action, table.after(action), line, wins, only)

    @property
    def gone(self) -> tuple[Card, ...]:
        """The cards that no longer show, from left to right."""
        after = set(self.after.tops)
        return tuple(card for card in self.before.tops if card not in after)

    @property
    def own(self) -> Link:
        """The two cards whose match makes the action legal; none for a deal."""
        return _matched(self.before.tops, self.action)


def _matched(tops: tuple[Card, ...], action: Action) -> Link:
    if isinstance(action, Move):
        return frozenset((tops[action.source - 1], tops[action.destination - 1]))
    if isinstance(action, Discard):
        return frozenset((tops[action.first - 2], tops[action.last]))
    return frozenset()


def links(table: Table) -> dict[Link, Action]:
    """The pairs of showing cards whose match makes an action legal, each with one such action."""
    tops, found = table.tops, dict[Link, Action]()
    for action in table.legal_actions:
        link = _matched(tops, action)
        if link:
            found.setdefault(link, action)
    return found


def to_come(table: Table) -> set[Card]:
    """The cards that show or are still in the stock: all that may ever show again."""
    return {*table.tops, *table.stock}


def _listed(things: Iterable[object]) -> str:
    said = [str(thing) for thing in things]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def _glyphs(cards: Iterable[Card]) -> str:
    return _listed(card.glyphs for card in cards)


def rank_words(rank: int) -> str:
    """The cards of a rank: `sevens`, `sixes`."""
    name = RANK_NAMES[rank]
    return name + ("es" if name.endswith("x") else "s")


def _hides(case: Case) -> str:
    if case.before.rules.discard != "none":
        return "takes away"
    return "tucks away" if isinstance(case.action, Move) and case.action.under else "covers"


def _merges(table: Table) -> str:
    return "merge" if table.rules.discard == "none" else "discard"


# ---------------------------------------------------------------- what is known of the win


def wins(case: Case) -> str | None:
    """It wins: the game isn't won before it, and is won after it."""
    won = case.after.outcome is Outcome.WON and case.before.outcome is not Outcome.WON
    return "It wins the game." if won else None


def forced(case: Case) -> str | None:
    """No other single action is legal."""
    first = [action for action, _ in zip(case.before.legal_actions, range(2), strict=False)]
    return "Nothing else is possible." if first == [case.action] else None


def only(case: Case) -> str | None:
    """The action keeps the win; there are others, and each is proved to lose."""
    if not (case.only and case.wins):
        return None
    return "It is the only action that keeps the win: after any other the game is lost."


def near(case: Case) -> str | None:
    """The line wins with one to `NEAR` more actions after this one."""
    more = len(case.line) - 1
    if not (case.wins and 1 <= more <= NEAR):
        return None
    return f"The win is near: {count(more, 'more action')} after it."


# ---------------------------------------------------------------- ranks and suits


def together(case: Case) -> str | None:
    """Two cards of one rank make an action possible with each other that didn't before.

    Of several such pairs one is named: of the rank that most showing cards have, then of the
    nearest piles.
    """
    before, tops = links(case.before), case.after.tops
    found = []
    for link, action in links(case.after).items():
        one, other = link
        if one.rank == other.rank and link not in before:
            places = sorted((tops.index(one), tops.index(other)))
            if _apart(case.before, one, other) == places[1] - places[0]:
                continue  # they lay so before; something else forbade it
            shown = sum(card.rank == one.rank for card in tops)
            found.append((-shown, places[1] - places[0], places[0], action))
    if not found:
        return None
    _, distance, left, action = min(found, key=lambda each: each[:3])
    cards = _glyphs((tops[left], tops[left + distance]))
    if isinstance(action, Discard):
        between = count(distance - 1, "pile")
        return f"It brings {cards} together: {between} between them can leave."
    where = "next to each other" if distance == 1 else f"{distance} apart"
    able = "can leave together" if case.before.rules.discard == "pair" else "can merge"
    return f"It brings the {rank_words(tops[left].rank)} {cards} {where}, where they {able}."


def _apart(table: Table, one: Card, other: Card) -> int | None:
    """How far apart two cards show in a row, if they do."""
    if one not in table.tops or other not in table.tops:
        return None
    return abs(table.tops.index(one) - table.tops.index(other))


def sweepers(case: Case) -> str | None:
    """The winning line keeps three or four cards of a rank in sight, all that show of it now,
    until at most `SWEPT` piles are left (and no more than half of those there are now).

    "Until k piles are left" means: they all show in every row of the line from now to the
    last one of k piles. With cards still in the stock nothing is said.
    """
    table = case.before
    if not case.wins or table.stock or table.rules.discard != "none":
        return None
    sets = [
        (rank, cards)
        for rank in range(len(RANK_NAMES))
        if len(cards := {card for card in table.tops if card.rank == rank}) >= SWEEPERS
    ]
    left = {rank: len(table.row) for rank, _ in sets}
    for step in case.line:
        table = table.after(step)
        tops = set(table.tops)
        sets = [(rank, cards) for rank, cards in sets if cards <= tops]
        if not sets:
            break
        for rank, _ in sets:
            left[rank] = len(table.row)
    if not left:
        return None
    rank = min(left, key=lambda each: (left[each], each))
    if left[rank] > min(SWEPT, len(case.before.row) // 2):
        return None
    shown = sum(card.rank == rank for card in case.before.tops)
    number = "all four" if shown == len(SUIT_NAMES) else "three"
    return (
        f"The line keeps {number} {rank_words(rank)} in sight until {left[rank]} piles are left: "
        "they sweep up the rest."
    )


def last_of_suit(case: Case) -> str | None:
    """A card leaves the sight, and no other of its suit shows or is to come; others do show."""
    rest = to_come(case.after)
    for card in case.gone:
        suits = {other.suit for other in rest}
        if card.suit not in suits and rest:
            left = _listed(SUIT_NAMES[suit] for suit in sorted(suits))
            only_left = "are" if len(suits) > 1 else "alone are"
            return (
                f"It {_hides(case)} {card.glyphs}, the last of the {SUIT_NAMES[card.suit]}: "
                f"{left} {only_left} left."
            )
    return None


def unneeded(case: Case) -> str | None:
    """It hides a single card that nobody needs.

    That is: no other card of its rank shows or is to come, and of its suit so many others
    show (`MANY`) that each card which matches it still matches at least `MANY` − 1 others.
    """
    if len(case.gone) != 1:
        return None
    (card,) = case.gone
    others = to_come(case.before) - {card}
    mates = [other for other in case.before.tops if other.suit == card.suit and other is not card]
    if len(mates) < MANY or any(other.rank == card.rank for other in others):
        return None
    return (
        f"It {_hides(case)} {card.glyphs}, which nobody needs: no other {RANK_NAMES[card.rank]} "
        f"is left, and {len(mates)} other {SUIT_NAMES[card.suit]} show."
    )


def rare(case: Case) -> str | None:
    """It hides a single card, and at most one other of its rank shows or is to come."""
    if len(case.gone) != 1:
        return None
    (card,) = case.gone
    mates = [other for other in to_come(case.before) if other.rank == card.rank]
    if len(mates) > 2:
        return None
    rest = "no other" if len(mates) == 1 else "only one other"
    return f"It {_hides(case)} {card.glyphs}, and {rest} {RANK_NAMES[card.rank]} is left."


def lonely(case: Case) -> str | None:
    """One of the action's two cards matches no other card that shows or is to come.

    Where something leaves from between, the card that leaves matches none at all.
    """
    cards = to_come(case.before)

    def friends(card: Card) -> set[Card]:
        return {other for other in cards if other is not card and other.matches(card)}

    if isinstance(case.action, Discard):
        for card in case.gone:
            if not friends(card):
                return f"It takes away {card.glyphs}, which matches no other card."
        return None
    for card in (*case.gone, *sorted(case.own)):
        if case.own - {card} == friends(card):
            (other,) = friends(card)
            rest = f"matches no other card than {other.glyphs}."
            if card in case.gone:
                return f"It {_hides(case)} {card.glyphs}, which {rest}"
            return f"{card.glyphs} {rest}"
    return None


# ---------------------------------------------------------------- what becomes possible


def opens(case: Case) -> str | None:
    """At least two pairs of cards make an action possible that made none before, and they are
    more than those that no longer do."""
    before, after = links(case.before), links(case.after)
    new = [str(action) for link, action in after.items() if link not in before]
    if len(new) < 2 or len(new) <= sum(link not in after for link in before):
        return None
    named = _listed(new) if len(new) <= 3 else f"{', '.join(new[:2])} and others"
    return f"It gives a {_merges(case.before)} to {len(new)} pairs that had none: {named}."


def keeps_all(case: Case) -> str | None:
    """Every other pair of cards that makes an action possible still does; there are at least two
    of them."""
    others = set(links(case.before)) - {case.own}
    if not case.own or len(others) < 2 or not others <= set(links(case.after)):
        return None
    return f"Every other pair that has a {_merges(case.before)} now has one after it."


def last_pile(case: Case) -> str | None:
    """The last pile merges with one on its left, so that no other pile changes its place."""
    table, action = case.before, case.action
    is_last = isinstance(action, Move) and action.source == len(table.row) > 2
    if not is_last or table.rules.discard != "none":
        return None
    return "It moves the last pile, so no other pile changes its place."


# ---------------------------------------------------------------- the target


def moves_target(case: Case) -> str | None:
    """The pile with the target on top moves, and the target stays on top."""
    target, action = case.before.target, case.action
    if target is None or not isinstance(action, Move):
        return None
    if case.before.tops[action.source - 1] is not target or target in case.gone:
        return None
    return f"It moves the target {target.glyphs}, which stays on top."


def shields(case: Case) -> str | None:
    """The target shows and could be hidden before; now no action can hide it."""
    target = case.before.target
    if target is None or target not in case.before.tops or target in case.gone:
        return None
    if not _endangered(case.before, target) or _endangered(case.after, target):
        return None
    return f"No pile can cover the target {target.glyphs} after it."


def _endangered(table: Table, target: Card) -> bool:
    """Whether a legal action hides the target."""
    return any(target not in table.after(action).tops for action in table.legal_actions)


REASONS: tuple[tuple[Callable[[Case], str | None], ...], ...] = (
    (only,),
    (near,),
    (shields, moves_target),
    (lonely, unneeded, last_of_suit, rare),
    (together,),
    (opens, keeps_all, last_pile),
)
"""The most telling first; of those that speak of the same thing only the first is said."""


def reasons_for(case: Case, most: int = 3) -> tuple[str, ...]:
    """What can be said for an action, at most so many sentences; there may be none.

    Of a win, and where there is no choice, nothing more is said. The sweepers are the same
    for many actions of a line, so they are named only where nothing else is to be said.
    """
    for alone in (wins, forced):
        if sentence := alone(case):
            return (sentence,)
    said: list[str] = []
    for kind in REASONS:
        if len(said) == most:
            break
        sentence = next((found for reason in kind if (found := reason(case))), None)
        if sentence is not None:
            said.append(sentence)
    plan = None if said else sweepers(case)
    return (plan,) if plan else tuple(said)
