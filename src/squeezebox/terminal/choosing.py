"""Sheets on which a game is chosen: rule set, layout and deal, and the target where there is one.

Imports `sheets`, `spoken`, `session` here and `catalogue`, `rules`, `deals` below.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Label, OptionList, RadioButton, RadioSet, Static
from textual.widgets.option_list import Option

from ..cards import Card
from ..catalogue import LISTED
from ..deals import daily, read_deal
from ..errors import SetupError, TextError
from ..game import Game, TargetNeeded
from ..rules import RuleSet, read_rules
from ..words import sentence
from .sheets import Choosing, Sheet, button, buttons
from .spoken import summary_of

OWN = "own"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game that was chosen: what `Session.new` is given."""

    rules: str
    layout: str | None
    came: str
    deal: int | None = None
    deck: str | None = None
    daily: str | None = None


def rule_choices(own: Sequence[tuple[str, str]] = ()) -> list[tuple[str, str] | None]:
    """What a player chooses a rule set from; `own` are texts and names of the player's own."""
    named = [(entry.name, f"{entry.title}: {entry.summary}") for entry in LISTED]
    mine = [(text, f"{name}: {text}") for text, name in own]
    return [*mine, *([None] if mine else []), *named, None, (OWN, "Another, written as text …")]


class Radio(RadioButton):
    """A choice whose sign says whether it is chosen, in any colour and in none."""

    BUTTON_LEFT = BUTTON_RIGHT = ""

    @property
    def BUTTON_INNER(self) -> str:  # type: ignore[override]  # noqa: N802
        """The sign before the words."""
        return "(•)" if self.value else "( )"


class Choose(Sheet[Wanted]):
    """Rule set, layout and deal, on one sheet."""

    heading = "Choose a game"
    WAYS = ("new", "next", "daily", "number", "own deck")

    def __init__(self, game: Game, own: Sequence[tuple[str, str]], today: datetime.date) -> None:
        super().__init__()
        self._game, self._own, self._today = game, own, today
        self._rules: RuleSet | None = game.rules

    def content(self) -> Iterable[Widget]:
        """The form."""
        deal = self._game.deal
        yield VerticalScroll(
            Label("Rule set (a name, or a name with changes; Ctrl-L lists them)"),
            Input(str(self._game.rules), id="rules", select_on_focus=True),
            Static("", id="summary", classes="note", markup=False),
            Static("", id="rules-problem", classes="problem none", markup=False),
            RadioSet(
                Radio("Open: the whole deck lies in the row", id="open"),
                Radio("Deal as you go, from the stock", id="stock"),
                id="layout",
            ),
            RadioSet(
                Radio("A new deal", value=True, id="way-0"),
                Radio(
                    "The next one" if deal is None else f"The next one, {(deal + 1) % (1 << 32)}",
                    id="way-1",
                    disabled=deal is None,
                ),
                Radio(f"Today's, {self._today:%-d %B %Y}", id="way-2"),
                Radio("This number, or these cards:", id="way-3"),
                id="way",
            ),
            Input(placeholder="0 to 4294967295, or 6H KS TC …", id="deal"),
            Static("", id="deal-problem", classes="problem none", markup=False),
            classes="paper",
            can_focus=False,
        )
        yield buttons(button("Rule sets …", "list"), button("Start", "start"))

    def on_mount(self) -> None:
        """As the game at hand is."""
        self.query_one(f"#{self._game.layout}", RadioButton).value = True
        self._tell()
        self.query_one("#rules", Input).focus()

    # ------------------------------------------------------------ what is typed

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what a rule set is; a deal that is typed is the one that is wanted."""
        if event.input.id == "rules":
            self._tell()
        elif event.value.strip():
            self.query_one("#way-3", RadioButton).value = True

    def on_input_submitted(self) -> None:
        """Enter starts."""
        self._start()

    def _tell(self) -> None:
        text = self.query_one("#rules", Input).value
        summary = self.query_one("#summary", Static)
        try:
            self._rules = read_rules(text)
        except (TextError, SetupError) as wrong:
            self._rules = None
            summary.update(sentence(wrong.message) if text.strip() else "")
            return
        self._fail("rules", "")
        words = summary_of(self._rules)
        if len(self._rules.layouts) == 1:
            words += " It is played from the stock only."
        summary.update(words)
        for layout in ("open", "stock"):
            button = self.query_one(f"#{layout}", RadioButton)
            button.disabled = layout not in self._rules.layouts
        if self._layout() not in self._rules.layouts:
            self.query_one(f"#{self._rules.layouts[0]}", RadioButton).value = True

    def _layout(self) -> str:
        return "stock" if self.query_one("#stock", RadioButton).value else "open"

    def _fail(self, field: str, words: str) -> None:
        problem = self.query_one(f"#{field}-problem", Static)
        problem.update(words)
        problem.set_class(not words, "none")
        if words:
            self.query_one(f"#{field}", Input).focus()

    # ------------------------------------------------------------ starting

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Start, or list the rule sets."""
        if event.button.id == "start":
            self._start()
        else:
            self.list_rules()

    def on_key(self, event: events.Key) -> None:
        """Ctrl-L lists the rule sets; the arrows go from field to field."""
        if event.key == "ctrl+l":
            event.stop()
            self.list_rules()
        elif isinstance(self.focused, Input) and event.key in ("up", "down"):
            event.stop()
            self.focus_next() if event.key == "down" else self.focus_previous()

    def list_rules(self) -> None:
        """Choose a rule set from the list."""

        def chosen(name: str | None) -> None:
            field = self.query_one("#rules", Input)
            if name is not None and name != OWN:
                field.value = name
            field.focus()

        self.app.push_screen(Choosing("Rule sets", rule_choices(self._own)), chosen)

    def _start(self) -> None:
        """Answer, if all that was typed makes sense."""
        text = self.query_one("#rules", Input).value.strip()
        if self._rules is None:
            self._tell()
            self._fail("rules", "A rule set is expected here." if not text else "Please mend this.")
            return
        self._fail("deal", "")
        try:
            wanted = self._wanted(text, self._rules)
        except (TextError, SetupError) as wrong:
            self._fail("deal", sentence(wrong.message))
            return
        self.dismiss(wanted)

    def _wanted(self, text: str, rules: RuleSet) -> Wanted:
        way = self.query_one("#way", RadioSet).pressed_index
        layout = self._layout() if self._layout() in rules.layouts else None
        typed = self.query_one("#deal", Input).value.strip()
        if way == 1 and self._game.deal is not None:
            return Wanted(text, layout, "next", deal=(self._game.deal + 1) % (1 << 32))
        if way == 2:
            day = self._today
            return Wanted(text, layout, "daily", deal=daily(day), daily=day.isoformat())
        if way < 3:
            return Wanted(text, layout, "new")
        if not typed:
            raise TextError("a deal number, or the cards of a deck, are expected here")
        if typed.isdigit():
            return Wanted(text, layout, "number", deal=read_deal(typed))
        with suppress(TargetNeeded):  # it is chosen later
            Game(rules, deck=typed, layout=layout)
        return Wanted(text, layout, "own deck", deck=typed)


class TargetSheet(Sheet[str]):
    """The target is chosen among the cards that may be it."""

    heading = "Choose your target"

    def __init__(self, needed: TargetNeeded) -> None:
        super().__init__()
        cards = needed.candidates
        # Where the deck isn't seen yet, its order is not given away.
        self._cards = cards if needed.layout == "open" else tuple(sorted(cards))

    def content(self) -> Iterable[Widget]:
        """The cards, and a line on which one can be typed."""
        yield Static(
            "This card must be on top of the last pile; once it is covered the game is lost. "
            "Type it, such as QH, or choose it below.",
            classes="note",
            markup=False,
        )
        yield Input(id="card", placeholder="a card")
        yield Static("", id="card-problem", classes="problem none", markup=False)
        yield OptionList(
            *(Option(Text(f"{card.glyphs:>3}  {card.name}"), id=card.text) for card in self._cards),
            id="cards",
        )

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one("#card", Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A card was typed."""
        problem = self.query_one("#card-problem", Static)
        try:
            card = Card(event.value)
            if card not in self._cards:
                raise SetupError(f"{card.glyphs} can't be the target")
        except (TextError, SetupError) as wrong:
            problem.update(sentence(wrong.message))
            problem.remove_class("none")
            return
        self.dismiss(card.text)

    def on_key(self, event: events.Key) -> None:
        """Down goes to the list."""
        if event.key == "down" and isinstance(self.focused, Input):
            event.stop()
            self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A card was chosen."""
        self.dismiss(event.option.id)
