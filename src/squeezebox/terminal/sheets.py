"""Sheets: what lies over the game for a while. Here what all have in common, and the simple ones.

Imports `keys`, and `words` below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Label, OptionList, Static
from textual.widgets.option_list import Option

from ..rules import RuleSet
from ..words import explained
from .keys import KEYS
from .spoken import title_of

Result = TypeVar("Result")


class Sheet(ModalScreen[Result], Generic[Result]):
    """A framed sheet with a title; Escape, or a click beside it, puts it away without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "away", "Close", show=False)]
    heading = ""

    def compose(self) -> ComposeResult:
        """The frame, and in it what the sheet is about."""
        with Vertical(classes="sheet") as sheet:
            sheet.border_title = self.heading
            sheet.border_subtitle = "Escape closes"
            yield from self.content()

    def content(self) -> Iterable[Widget]:
        """What stands on the sheet."""
        return ()

    def action_away(self) -> None:
        """Put the sheet away."""
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """A click beside the sheet puts it away."""
        if event.widget is self:
            self.action_away()


def in_lines(parts: Sequence[tuple[int, str]], width: int, most: int = 2) -> str:
    """Pieces of a foot, each with its length in columns, in so many lines; the rest gives way."""
    lines, used = [""], 0
    for length, part in parts:
        if used and used + length > width:
            lines.append("")
            used = 0
        if len(lines) > most:
            break
        lines[-1] += f"{part}  "
        used += length + 2
    return "\n".join(lines[:most])


def buttons(*made: Button) -> Horizontal:
    """Buttons beside each other."""
    return Horizontal(*made, classes="buttons")


def button(words: str, id: str) -> Button:
    """A button, which looks like one without colours, too."""
    return Button(Content(f"[ {words} ]"), id=id)


class Reading(Sheet[None]):
    """Something to read; keys scroll, every other key closes it."""

    def __init__(self, title: str, words: RenderableType) -> None:
        super().__init__()
        self.heading = title
        self._words = words

    def content(self) -> Iterable[Widget]:
        """The words, in as much room as they need."""
        yield VerticalScroll(Static(self._words, id="words", markup=False), classes="paper")

    def on_key(self, event: events.Key) -> None:
        """Letters and Enter close it."""
        if event.key in ("enter", "space") or (event.character and event.character.isprintable()):
            event.stop()
            self.action_away()


class Sure(Sheet[bool]):
    """A question with two answers; the careful one is at hand."""

    def __init__(self, title: str, words: str, yes: str, no: str) -> None:
        super().__init__()
        self.heading = title
        self._words, self._yes, self._no = words, yes, no

    def content(self) -> Iterable[Widget]:
        """The question and its answers."""
        yield Static(self._words, markup=False)
        yield buttons(button(self._no, "no"), button(self._yes, "yes"))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(event.button.id == "yes")

    def on_key(self, event: events.Key) -> None:
        """`y` and `n` answer, too."""
        if event.key in ("y", "n"):
            event.stop()
            self.dismiss(event.key == "y")
        elif event.key in ("left", "right", "h", "l"):
            event.stop()
            self.focus_next()


class Choosing(Sheet[str]):
    """A list to choose from, by arrows, by letters that a line begins with, or by a click."""

    def __init__(
        self,
        title: str,
        options: Sequence[tuple[str, str] | None],
        words: str = "",
        narrow: bool = False,
    ) -> None:
        """`options`: the answers and what each is called; none of both is a line between."""
        super().__init__()
        self.heading = title
        self._words = words
        self._options = options
        self.set_class(narrow, "narrow")

    def content(self) -> Iterable[Widget]:
        """The list."""
        if self._words:
            yield Static(self._words, classes="note", markup=False)
        yield OptionList(
            *(one and Option(Text(one[1]), id=one[0]) for one in self._options), id="options"
        )

    def on_mount(self) -> None:
        """Keys go to the list."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """It was chosen."""
        self.dismiss(event.option.id)

    def on_key(self, event: events.Key) -> None:
        """A letter goes to the next line that begins with it; `j` and `k` go down and up."""
        listed = self.query_one(OptionList)
        if event.key in ("j", "k"):
            event.stop()
            listed.action_cursor_down() if event.key == "j" else listed.action_cursor_up()
        elif event.character and event.character.isalnum():
            count = listed.option_count
            here = listed.highlighted or 0
            for step in range(1, count + 1):
                at = (here + step) % count
                if str(listed.get_option_at_index(at).prompt).lower().startswith(event.character):
                    listed.highlighted = at
                    event.stop()
                    return


def keys_grid() -> Grid:
    """All keys, and what they do."""
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column()
    for key in KEYS:
        grid.add_row(key.shown, key.does)
    return grid


class Help(Sheet[str]):
    """How the rule set at hand is played, and all keys. The answer is `rulebook` or nothing."""

    heading = "How to play"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,q,m", "away", show=False),
        Binding("j", "scroll(1)", show=False),
        Binding("k", "scroll(-1)", show=False),
    ]

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self._rules = rules

    def content(self) -> Iterable[Widget]:
        """The rule, the marks, the keys."""
        rule = "\n".join(f"• {words}" for words in explained(self._rules))
        with_mouse = (
            "Click a pile, then where it goes, or drag it there. Rows wrap like lines of text: the "
            "first pile of a line reaches back to the end of the line above."
        )
        unders, leave = self._rules.unders, self._rules.discard != "none"
        over = "▲ over it, ▼ under it, ◆ either" if len(unders) > 1 else "▲ over it"
        under = "▼ under it" if unders == (True,) else over
        marks = (
            "Marks: ◎ the target · ★ a sweeper · ×3 so many cards · with hints on • may "
            f"{'leave, ↑ leaves with it' if leave else f'move, {under}'}"
        )
        yield VerticalScroll(
            Label(title_of(self._rules), classes="title", markup=False),
            Static(rule, markup=False),
            Static(with_mouse, classes="note", markup=False),
            Static(marks, classes="note", markup=False),
            Label("Keys", classes="title"),
            Static(keys_grid()),
            classes="paper",
        )
        yield buttons(button("The rulebook", "rulebook"), button("Close", "close"))

    def on_mount(self) -> None:
        """The arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def action_scroll(self, lines: int) -> None:
        """Scroll by so many lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close, or go on to the rulebook."""
        self.dismiss("rulebook" if event.button.id == "rulebook" else None)
