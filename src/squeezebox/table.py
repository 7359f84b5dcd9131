"""The rules themselves: what is legal on a table, and what an action does.

Every rule set is the same thing here: *two cards at distance d match; what happens to
them is the rule set's effect* (cover, tuck under, discard what lies between, discard
both). One generator decides what is legal. Imports `actions`, `cards`, `rules`,
`refusal`, `picture` and `errors`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from .actions import Action, Deal, Discard, Move, read_action
from .cards import Card, read_cards, write_cards
from .errors import IllegalAction, TextError
from .picture import svg
from .refusal import why_not
from .rules import RuleSet, read_rules

Pile = tuple[Card, ...]
"""Cards from bottom to top; never empty."""

DEAL_ONE = Deal(1)


class Outcome(StrEnum):
    """What has happened on a table."""

    WON = "won"
    LOST = "lost"
    STUCK = "stuck"
    OPEN = "open"


@lru_cache(maxsize=65536)  # bounded: there are more custom rule sets than memory
def _effect(rules: RuleSet, left: int, right: int) -> tuple[Action, ...]:
    """What a rule set lets happen to the piles at `left` and `right` (from 1) if they match."""
    if rules.discard == "between":
        return (Discard(left + 1, right - 1),)
    if rules.discard == "pair":
        return (Move(right, left),)
    ways = ((right, left), (left, right)) if rules.both_ways else ((right, left),)
    return tuple(Move(*way, under) for way in ways for under in rules.unders)


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """A row of piles, a stock and a discard heap under a rule set. It never changes.

    Playing an action gives a new table. `target` is the card that must be on top at the
    end, where the rule set has one. `Table.of` builds one from texts.
    """

    rules: RuleSet
    row: tuple[Pile, ...]
    """The piles from left to right."""
    stock: Pile = ()
    """The cards not dealt yet, the next one first."""
    discards: Pile = ()
    """The cards that have left, in the order in which they left."""
    target: Card | None = None

    @classmethod
    def of(
        cls,
        rules: RuleSet | str,
        row: Iterable[str | Iterable[Card]],
        stock: str | Iterable[Card] = (),
        discards: str | Iterable[Card] = (),
        target: str | Card | None = None,
    ) -> Table:
        """A table from texts: `Table.of("accordion", ["7H", "7C KC"], stock="2D 3D")`.

        Raises:
            TextError: if the rule set or a card can't be read.
        """
        return cls(
            read_rules(rules) if isinstance(rules, str) else rules,
            tuple(pile for pile in map(read_cards, row) if pile),
            read_cards(stock),
            read_cards(discards),
            Card(target) if isinstance(target, str) else target,
        )

    # ------------------------------------------------------------ what can be seen

    @property
    def tops(self) -> tuple[Card, ...]:
        """The top cards of the row, from left to right."""
        return tuple(pile[-1] for pile in self.row)

    @property
    def outcome(self) -> Outcome:
        """The first that holds: won, lost (the target is gone for ever), stuck; else open."""
        tops = self.tops
        if self.target is not None and self.target not in tops and self.target not in self.stock:
            return Outcome.LOST
        if not self.stock and len(self.row) <= self.rules.goal:
            return Outcome.WON
        return Outcome.OPEN if self.legal_actions else Outcome.STUCK

    # ------------------------------------------------------------ what is legal

    @property
    def legal_actions(self) -> LegalActions:
        """All legal single actions, found as they are asked for."""
        return LegalActions(self)

    def _matches(self) -> Iterator[Action]:
        """The legal actions other than deals: matches at each distance, and their effects."""
        rules = self.rules
        tops = [pile[-1] for pile in self.row]
        slides: set[int] = set()
        for distance in rules.distances:  # ascending, so slides are known before leaps
            if slides and rules.priority == "row":
                return
            for left, (one, other) in enumerate(zip(tops, tops[distance:], strict=False), 1):
                if one.rank == other.rank or one.suit == other.suit:
                    for action in _effect(rules, left, left + distance):
                        if rules.priority != "none" and isinstance(action, Move):
                            if distance == 1:
                                slides.add(action.source)
                            elif action.source in slides:
                                continue
                        yield action

    def _generate(self) -> Iterator[Action]:
        """The one generator of legal actions; the deal, which may depend on the rest, is last."""
        blocked = False
        for action in self._matches():
            blocked = self.rules.compulsory
            yield action
        if self.stock and not blocked:
            yield DEAL_ONE

    def _deals(self, most: int) -> int:
        """How many single deals in a row, at most `most`, are legal now."""
        table, count = self, 0
        if not self.rules.compulsory:
            return min(most, len(self.stock))
        while count < most and DEAL_ONE in table._generate():
            table, count = table._after_deal(1), count + 1
        return count

    def plain(self, action: Action) -> Action:
        """The action as it is listed: of two texts that mean the same, the usual one."""
        if self.rules.discard == "pair" and isinstance(action, Move):
            one, other = action.source, action.destination
            return Move(max(one, other), min(one, other), action.under)
        return action

    def allows(self, action: Action) -> bool:
        """Whether the action is legal: a listed one, or several deals in a row."""
        if isinstance(action, Deal):
            count = len(self.stock) if action.count is None else action.count
            return 0 < count <= len(self.stock) and self._deals(count) == count
        return self.plain(action) in self._matches()

    def refusal(self, action: Action) -> str:
        """Why the action is illegal, in a player's words; empty if it is legal."""
        if self.allows(action):
            return ""
        deals = self._deals(52) if isinstance(action, Deal) else 0
        return why_not(action, self.rules, self.tops, len(self.stock), deals)

    def meant(self, source: int, destination: int, under: bool = False) -> Action:
        """The action a player means who takes the pile at `source` to the one at `destination`.

        Where piles are discarded from between others, a pile taken to itself leaves alone,
        and one taken to its neighbour leaves with it. Whether it is legal isn't asked.
        """
        if self.rules.discard == "between":
            return Discard(min(source, destination), max(source, destination))
        return self.plain(Move(source, destination, under))

    # ------------------------------------------------------------ what an action does

    def play(self, action: Action | str) -> Table:
        """The table after a legal action.

        Raises:
            TextError: if a text isn't an action.
            IllegalAction: if the rules forbid it; the reason is in a player's words.
        """
        if isinstance(action, str):
            action = read_action(action)
        if not isinstance(action, Action):
            raise TypeError(f"an action or its text is expected, not {action!r}")
        if not self.allows(action):
            raise IllegalAction(str(action), self.refusal(action))
        return self.after(action)

    def after(self, action: Action) -> Table:
        """The table after an action that is known to be legal; that isn't checked again."""
        if isinstance(action, Deal):
            return self._after_deal(len(self.stock) if action.count is None else action.count)
        row = list(self.row)
        if isinstance(action, Discard):
            gone = row[action.first - 1 : action.last]
            del row[action.first - 1 : action.last]
        elif self.rules.discard == "pair":
            left, right = sorted((action.source - 1, action.destination - 1))
            gone = [row[left], row[right]]
            del row[right], row[left]
        else:
            mover, other = row[action.source - 1], row[action.destination - 1]
            row[action.destination - 1] = mover + other if action.under else other + mover
            del row[action.source - 1]
            gone = []
        discards = self.discards + tuple(card for pile in gone for card in pile)
        return Table(self.rules, tuple(row), self.stock, discards, self.target)

    def _after_deal(self, count: int) -> Table:
        dealt = tuple((card,) for card in self.stock[:count])
        return Table(self.rules, self.row + dealt, self.stock[count:], self.discards, self.target)

    # ------------------------------------------------------------ texts and pictures

    def __str__(self) -> str:
        """The row of top cards, with the number of cards of piles and stock that have several."""
        piles = [
            f"{pile[-1]}({len(pile)})" if len(pile) > 1 else str(pile[-1]) for pile in self.row
        ]
        return " ".join([*piles, *([f"[stock {len(self.stock)}]"] if self.stock else [])])

    def __repr__(self) -> str:
        parts = [repr(str(self.rules)), repr([write_cards(pile) for pile in self.row])]
        parts += [
            f"{name}={write_cards(cards)!r}"
            for name, cards in (("stock", self.stock), ("discards", self.discards))
            if cards
        ]
        if self.target is not None:
            parts.append(f"target={str(self.target)!r}")
        return f"Table.of({', '.join(parts)})"

    def _repr_svg_(self) -> str:
        """The table as a picture, which notebooks show."""
        return svg(self.row, len(self.stock), len(self.discards), self.target)


class LegalActions(Collection[Action]):
    """The legal single actions of a table, worked out only as far as they are asked for.

    `in` takes texts too, and says yes to `d5` and `d*` where so many single deals are legal.
    """

    __slots__ = ("_table",)

    def __init__(self, table: Table) -> None:
        self._table = table

    def __iter__(self) -> Iterator[Action]:
        return self._table._generate()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            try:
                action = read_action(action)
            except TextError:
                return False
        return isinstance(action, Action) and self._table.allows(action)

    def __repr__(self) -> str:
        return f"<LegalActions: {' '.join(map(str, self)) or 'none'}>"
