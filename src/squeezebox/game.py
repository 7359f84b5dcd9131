"""A game: rule set, layout, deal or deck, target, and the actions so far; nothing else.

Everything that is shown of a game is computed from that. Imports `table`, `deals`,
`rules`, `cards`, `actions` and `errors`.
"""

from __future__ import annotations

from collections.abc import Iterable

from .actions import Action, read_action
from .cards import Card, read_cards, write_cards
from .deals import check_deck, check_target, deal as deal_number
from .errors import IllegalAction, SetupError
from .rules import Layout, RuleSet, read_rules
from .table import LegalActions, Outcome, Table


class TargetNeeded(SetupError):
    """A game that lacks nothing but its target card."""

    def __init__(
        self,
        message: str,
        *,
        rules: RuleSet,
        layout: Layout,
        deal: int | None,
        deck: tuple[Card, ...],
    ) -> None:
        super().__init__(message)
        self.rules = rules
        self.layout = layout
        self.deal = deal
        self.deck = deck

    @property
    def candidates(self) -> tuple[Card, ...]:
        """The cards that may be the target, in deck order."""
        return self.deck[2:]

    def any_game(self) -> Game:
        """The game with one of them, for whoever asks what no target changes."""
        return Game(
            self.rules,
            deal=self.deal,
            deck=None if self.deal is not None else self.deck,
            layout=self.layout,
            target=self.candidates[0],
        )


class Game:
    """A game of any rule set, from its start to the actions made so far.

    `deal` is a deal number, or `deck` the cards themselves (a text or cards, in deck
    order); exactly one of them is given. `layout` is `open` or `stock`, by default the
    rule set's usual one. `target` is needed where the player chooses the target, or where
    the deal should name one but cards are given. `actions` are played at once.

    Raises:
        TextError: if a text can't be read.
        SetupError: if such a game can't be.
        IllegalAction: if one of `actions` isn't legal.
    """

    __slots__ = ("_actions", "_tables", "deal", "deck", "layout", "rules", "target")
    rules: RuleSet
    layout: Layout
    deal: int | None
    deck: tuple[Card, ...]
    target: Card | None

    def __init__(
        self,
        rules: RuleSet | str = "accordion",
        *,
        deal: int | None = None,
        deck: str | Iterable[Card | str] | None = None,
        layout: str | None = None,
        target: Card | str | None = None,
        actions: str | Iterable[Action | str] = (),
    ) -> None:
        self.rules = read_rules(rules) if isinstance(rules, str) else rules
        self.layout = self.rules.check_layout(self.rules.layouts[0] if layout is None else layout)
        if (deal is None) == (deck is None):
            raise SetupError("a game has either a deal number or a deck of its own")
        self.deal = deal
        named = None
        if deal is not None:
            dealt = deal_number(deal, self.rules)
            self.deck, named = dealt.deck, dealt.target
        else:
            assert deck is not None
            self.deck = read_cards(deck)
            check_deck(self.deck, self.rules)
        self.target = self._settle_target(
            Card(target) if isinstance(target, str) else target, named
        )
        cards = tuple((card,) for card in self.deck)
        start = (
            Table(self.rules, cards, target=self.target)
            if self.layout == "open"
            else Table(self.rules, (), self.deck, target=self.target)
        )
        self._tables = [start]
        self._actions: list[Action] = []
        for action in actions.split() if isinstance(actions, str) else actions:
            self.push(action)

    def _settle_target(self, given: Card | None, named: Card | None) -> Card | None:
        """The target of this game: what was given, what the deal names, or none."""
        if self.rules.target == "none":
            if given is not None:
                raise SetupError(f"{self.rules} has no target card, but {given} was given")
            return None
        if given is None and named is None:
            why = (
                "the player chooses the target card"
                if self.rules.target == "chosen"
                else "with a deck of its own the target card must be given"
            )
            raise TargetNeeded(
                f"{self.rules} needs a target: {why}",
                rules=self.rules,
                layout=self.layout,
                deal=self.deal,
                deck=self.deck,
            )
        if given is not None and named is not None and given is not named:
            raise SetupError(f"deal {self.deal} names the target {named}, but {given} was given")
        target = given if given is not None else named
        assert target is not None
        check_target(target, self.deck)
        return target

    # ------------------------------------------------------------ the game as it stands

    @property
    def table(self) -> Table:
        """The table after all actions so far."""
        return self._tables[-1]

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the game: the start, and one after each action."""
        return tuple(self._tables)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions so far."""
        return tuple(self._actions)

    @property
    def legal_actions(self) -> LegalActions:
        """What is legal now; lazy: iterate, `len`, `in`, truth."""
        return self.table.legal_actions

    @property
    def outcome(self) -> Outcome:
        """Won, lost, stuck or open."""
        return self.table.outcome

    @property
    def piles(self) -> int:
        """The number of piles in the row."""
        return len(self.table.row)

    # ------------------------------------------------------------ playing

    def push(self, action: Action | str) -> None:
        """Make an action: exactly what is `in legal_actions` is accepted.

        Raises:
            TextError: if a text isn't an action.
            IllegalAction: if the rules forbid it; the reason is in a player's words.
        """
        if isinstance(action, str):
            action = read_action(action)
        table = self.table
        after = table.play(action)
        self._actions.append(table.plain(action))
        self._tables.append(after)

    def pop(self) -> Action:
        """Take the last action back, and return it.

        Raises:
            IllegalAction: if there is none.
        """
        if not self._actions:
            raise IllegalAction("undo", "no action has been made yet")
        self._tables.pop()
        return self._actions.pop()

    def copy(self) -> Game:
        """Another game with the same actions; pushing to one leaves the other alone."""
        twin = object.__new__(Game)
        for name in ("rules", "layout", "deal", "deck", "target"):
            setattr(twin, name, getattr(self, name))
        twin._tables, twin._actions = self._tables.copy(), self._actions.copy()
        return twin

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine = (self.rules, self.layout, self.deal, self.deck, self.target, self._actions)
        return mine == (
            other.rules, other.layout, other.deal, other.deck, other.target, other._actions,
        )  # fmt: skip

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __str__(self) -> str:
        """The row as it stands, as the table shows it."""
        return str(self.table)

    def __repr__(self) -> str:
        cards = f"deal={self.deal}" if self.deal is not None else f"deck={write_cards(self.deck)!r}"
        parts = [repr(str(self.rules)), cards, f"layout={self.layout!r}"]
        if self.target is not None:
            parts.append(f"target={str(self.target)!r}")
        if self._actions:
            parts.append(f"actions={' '.join(map(str, self._actions))!r}")
        return f"Game({', '.join(parts)})"

    def _repr_svg_(self) -> str:
        """The table as a picture, which notebooks show."""
        return self.table._repr_svg_()
