"""Sheets for settings, marks, records and the rulebook. Imports `sheets` and `choices`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from rich.text import Text
from textual import events
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from ..cards import RANK_NAMES, RANKS, SUIT_GLYPHS, SUIT_NAMES, SUITS
from ..catalogue import LISTED
from ..rulebook import CHAPTERS, chapter, page, page_of
from ..rules import RuleSet, read_rules
from .choices import CHOICES, Choice, Switch
from .looks import Inks
from .session import Marks
from .settings import Settings
from .sheets import Sheet, button, buttons
from .spoken import title_of


class SettingsSheet(Sheet[None]):
    """All settings; Enter goes to a setting's next value, which holds at once."""

    heading = "Settings"

    def __init__(self, settings: Settings, changed: Callable[[], None]) -> None:
        super().__init__()
        self._settings, self._changed = settings, changed

    def content(self) -> Iterable[Widget]:
        """A line for each."""
        yield OptionList(*(Option(self._line(one), id=one.name) for one in CHOICES), id="settings")
        yield Static("Enter or Space changes a setting.", classes="note")

    def _line(self, one: Choice | Switch) -> Text:
        return Text(f"{one.label:<36}{one.words(self._settings)}")

    def on_mount(self) -> None:
        """Keys go to the list."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """The next value."""
        one = CHOICES[event.option_index]
        one.next(self._settings)
        event.option_list.replace_option_prompt(one.name, self._line(one))
        self._changed()

    def on_key(self, event: events.Key) -> None:
        """Space changes a setting, too."""
        listed = self.query_one(OptionList)
        if event.key == "space":
            event.stop()
            listed.action_select()
        elif event.key in ("j", "k"):
            event.stop()
            listed.action_cursor_down() if event.key == "j" else listed.action_cursor_up()


_NAMES = {
    **{rank: f"{name.capitalize()}s".replace("Sixs", "Sixes")
       for rank, name in zip(RANKS, RANK_NAMES, strict=True)},
    **{suit: f"{SUIT_GLYPHS[at]} {SUIT_NAMES[at].capitalize()}" for at, suit in enumerate(SUITS)},
}  # fmt: skip


class MarksSheet(Sheet[Marks]):
    """A rank of sweepers, and a rank or suit to highlight: each by its letter."""

    heading = "Sweepers and highlights"

    def __init__(self, marks: Marks) -> None:
        super().__init__()
        self._marks = Marks(marks.sweepers, marks.shown)

    def content(self) -> Iterable[Widget]:
        """Two lists beside each other."""
        yield Static(
            "Sweepers: choose a rank and try never to cover its four cards; at the end they sweep "
            "up what is left. Letters and digits choose, Tab goes to the other list.",
            classes="note",
            markup=False,
        )
        ranks = [("", "none"), *((rank, _NAMES[rank]) for rank in RANKS)]
        signs = [*ranks, *((suit, _NAMES[suit]) for suit in SUITS)]
        with Horizontal(classes="two"):
            with VerticalScroll(can_focus=False):
                yield Label("Sweepers ★", classes="title")
                yield OptionList(*(Option(Text(words)) for _, words in ranks), id="sweepers")
            with VerticalScroll(can_focus=False):
                yield Label("Highlight", classes="title")
                yield OptionList(*(Option(Text(words)) for _, words in signs), id="shown")
        yield buttons(button("Done", "done"))

    def on_mount(self) -> None:
        """As they are chosen."""
        for name, sign in (("sweepers", self._marks.sweepers), ("shown", self._marks.shown)):
            self._list(name).highlighted = ["", *RANKS, *SUITS].index(sign)
        self._list("sweepers").focus()

    def _list(self, name: str) -> OptionList:
        return self.query_one(f"#{name}", OptionList)

    def _signs(self) -> Marks:
        signs = ["", *RANKS, *SUITS]
        one, other = (self._list(name).highlighted or 0 for name in ("sweepers", "shown"))
        return Marks(signs[one], signs[other])

    def on_option_list_option_selected(self) -> None:
        """Enter is enough."""
        self.dismiss(self._signs())

    def on_button_pressed(self) -> None:
        """Done."""
        self.dismiss(self._signs())

    def on_key(self, event: events.Key) -> None:
        """A rank or suit by its letter."""
        listed = self.focused
        if not isinstance(listed, OptionList):
            return
        signs = ["", *RANKS, *SUITS][: listed.option_count]
        sign = {"1": "T", "0": "T"}.get(event.key, (event.character or "").upper())
        if sign and sign in signs:
            event.stop()
            listed.highlighted = signs.index(sign)
        elif event.key in ("left", "right"):
            event.stop()
            self._list("shown" if listed.id == "sweepers" else "sweepers").focus()


@dataclass(frozen=True, slots=True)
class FileWish:
    """What is to be done with a file."""

    does: Literal["save", "open"]
    path: str


class RecordSheet(Sheet[FileWish]):
    """The record of the game as text, and the name of a file to save it to or to open."""

    heading = "The record"

    def __init__(self, text: str, path: str, opens: bool = True) -> None:
        """`opens`: whether another file may be opened here, too."""
        super().__init__()
        self._text, self._path, self._opens = text, path, opens

    def content(self) -> Iterable[Widget]:
        """The text and the file's name."""
        yield VerticalScroll(Static(self._text, markup=False), classes="paper record")
        yield Label("File", classes="title")
        yield Input(self._path, id="path")
        yield Static("", id="path-problem", classes="problem none", markup=False)
        made = [button("Save to this file", "save")]
        if self._opens:
            made.append(button("Open this file", "open"))
        yield buttons(*made)

    def on_mount(self) -> None:
        """The name is typed at once."""
        self.query_one(Input).focus()

    def on_input_submitted(self) -> None:
        """Enter saves."""
        self._wish("save")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Save or open."""
        self._wish("open" if event.button.id == "open" else "save")

    def _wish(self, does: Literal["save", "open"]) -> None:
        path = self.query_one(Input).value.strip()
        if not path:
            problem = self.query_one("#path-problem", Static)
            problem.update("The name of a file is expected here.")
            problem.remove_class("none")
            return
        self.dismiss(FileWish(does, path))


class RulebookSheet(Sheet[None]):
    """The rulebook: its pages on the left, the one that is read on the right."""

    heading = "The rulebook"

    def __init__(self, rules: RuleSet, inks: Inks) -> None:
        super().__init__()
        self._rules, self._inks = rules, inks
        own = [] if rules.entry else [(str(rules), title_of(rules))]
        self._pages = [
            *own,
            *((entry.name, entry.title) for entry in LISTED),
            *((one.name, one.title) for one in CHAPTERS),
        ]

    def content(self) -> Iterable[Widget]:
        """Two columns."""
        with Horizontal(classes="book"):
            yield OptionList(*(Option(Text(title), id=None) for _, title in self._pages))
            yield VerticalScroll(Static("", id="page"), classes="paper")

    def on_mount(self) -> None:
        """At the page of the rule set in play."""
        listed = self.query_one(OptionList)
        names = [name for name, _ in self._pages]
        mine = str(self._rules)
        listed.highlighted = names.index(mine) if mine in names else 0
        listed.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show its page."""
        from .reading import Page  # only readers need it

        name = self._pages[event.option_index][0]
        about = chapter(name)
        text = page(about) if about else page_of(read_rules(name))
        self.query_one("#page", Static).update(Page(text, self._inks))
        self.query_one(".paper", VerticalScroll).scroll_home(animate=False)

    def on_option_list_option_selected(self) -> None:
        """Enter goes to the page, whose text the arrows scroll."""
        self.query_one(".paper", VerticalScroll).focus()

    def on_key(self, event: events.Key) -> None:
        """Left and right go from the pages to the text and back; space turns a page."""
        paper, listed = self.query_one(".paper", VerticalScroll), self.query_one(OptionList)
        if event.key in ("right", "l"):
            paper.focus()
        elif event.key in ("left", "h"):
            listed.focus()
        elif event.key in ("j", "k"):
            down = event.key == "j"
            if self.focused is listed:
                listed.action_cursor_down() if down else listed.action_cursor_up()
            else:
                paper.scroll_relative(y=1 if down else -1, animate=False)
        elif event.key == "space":
            paper.scroll_page_down(animate=False)
        else:
            return
        event.stop()
