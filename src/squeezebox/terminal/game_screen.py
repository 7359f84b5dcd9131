"""The game on the screen: keys, clicks and drags become deeds, and the table is shown.

Imports the rest of this folder but `app`. No rules stand here.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Label, Static

from ..table import Outcome
from ..words import stands
from .board import Board
from .deeds import Host
from .keys import deed_of
from .line import Line
from .play import Play
from .sheets import Reading
from .spoken import deal_words, layout_words, many, pile_words, title_of
from .tray import Counts, Tray
from .typed import Pile, Position, Typed, read_line
from .wishes import Wishes

SMALLEST = (20, 7)
"""Columns and lines below which nothing can be played."""


class GameScreen(Wishes):
    """The game in play."""

    BINDINGS: ClassVar[list[BindingType]] = []
    AUTO_FOCUS = ""  # keys are the game's, until a line is opened

    def __init__(self, play: Play, host: Host) -> None:
        super().__init__(play, host)
        self._line: Line | None = None
        """The line that is being typed."""
        self.words = ""
        """What was said last."""
        self._shown: dict[str, str | Text] = {}

    def compose(self) -> ComposeResult:
        """From the head to the foot."""
        with Horizontal(id="head"):
            yield Label("", id="head-title", markup=False)
            yield Label("", id="head-facts", markup=False)
            yield Label("", id="head-target", markup=False)
        yield Board()
        yield Tray()
        yield Static("", id="outcome", markup=False)
        yield Static("", id="coach", classes="quiet", markup=False)
        yield Static("", id="message", markup=False)
        yield Static("", id="foot", markup=True)
        yield Static("", id="too-small", markup=False)

    def on_mount(self) -> None:
        """The game comes to the table."""
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """Leave out what there is no room for."""
        wide, high = event.size
        self.set_class(high < 20, "low")
        self.set_class(high < 14, "lower")
        tiny = wide < SMALLEST[0] or high < SMALLEST[1]
        self.set_class(tiny, "tiny")
        if tiny:
            words = f"Too small: {SMALLEST[0]} by {SMALLEST[1]} at least."
            self.query_one("#too-small", Static).update(words)
        self.call_after_refresh(self.show)

    # ------------------------------------------------------------ showing

    @property
    def columns(self) -> int:
        """How many piles stand in a line of the row."""
        return self.query_one(Board).columns

    def fitting(self, words: str) -> str:
        """As much of the words as there is room for below the row."""
        return shortened(words, self.size.width - 2, 1 if self.has_class("lower") else 2)

    def say(self, words: str) -> None:
        """Say something; of what is too long for its place, as many sentences as fit."""
        self.words = words
        self._show_words()

    def tell(self, words: str) -> None:
        """Say what was asked for; what is too long for its place lies on a sheet."""
        if self.fitting(words) != words:
            self.app.push_screen(Reading("Squeezebox", words))
            words = ""
        self.say(words)

    def _show_words(self) -> None:
        """Show what was said last, or the line that is being typed."""
        if self._line is None:
            self._put("#message", self.fitting(self.words))
            return
        label = f"{self._line.label} "
        before, under, after = self._line.seen(max(self.size.width - 2 - len(label), 1))
        style = self.host.inks
        text = Text(no_wrap=True, overflow="crop")
        text.append(label, style=style.heading)
        text.append(before)
        text.append(under, style=style.cursor)
        text.append(after)
        self._put("#message", text)

    def coach(self, words: str | Text) -> None:
        """Say something in the coach's line; nothing leaves it empty."""
        self._put("#coach", words)
        self.query_one("#coach").set_class(not words, "quiet")

    def show(self) -> None:
        """Show the game as it is now."""
        if not self.is_mounted:
            return
        play, session = self.play, self.play.session
        game, table = session.game, self.play.table
        self.attend()
        style = self.host.inks
        target = f"◎ target {game.target.glyphs}" if game.target is not None else ""
        empty = "Press d to deal a card." if table.stock else ""
        self._put("#head-title", title_of(game.rules))
        self._put("#head-facts", f"· {self.facts()}")
        self._put("#head-target", target)
        self.query_one(Board).show(
            play.faces(), play.cursor, style, empty, large=self.host.draws_large
        )
        self.query_one(Tray).show(self._counts(), style)
        self.show_coach()
        self._put("#outcome", self.over())
        over = self.query_one("#outcome", Static)
        over.set_class(table.outcome is not Outcome.OPEN, "over")
        self._put("#foot", self._foot())

    def _put(self, place: str, words: str | Text) -> None:
        """Show words in a place, if they aren't there already. A change costs a layout only in the
        head, whose places make room for each other, and where a place is as high as its words."""
        if self._shown.get(place) != words:
            self._shown[place] = words
            widget = self.query_one(place, Static)
            height = widget.styles.height
            grows = height is not None and height.is_auto
            widget.update(words, layout=grows or place.startswith("#head"))

    def facts(self) -> str:
        """Which game it is, beside its title."""
        session = self.play.session
        said = [layout_words(session.game.layout), deal_words(session.game.deal)]
        said += ["daily"] if session.daily else []
        return " · ".join([*said, *self.host.coach.label])

    @property
    def typing(self) -> bool:
        """Whether a line is being typed."""
        return self._line is not None

    def _counts(self) -> Counts:
        session, table = self.play.session, self.play.table
        game, marks = session.game, session.marks
        discards = None
        if table.rules.discard != "none":
            last = f", last {table.discards[-1].glyphs}" if table.discards else ""
            discards = f"{len(table.discards)} discarded{last}"
        signs = [f"★ {many(marks.sweepers)}"] if marks.sweepers else []
        signs += [f"shown: {many(marks.shown)}"] if marks.shown else []
        return Counts(
            piles=len(table.row),
            best=self.host.best(),
            bellows=session.bellows,
            ply=session.ply,
            stock=len(table.stock) if game.layout == "stock" else None,
            discards=discards,
            marks=" ".join(signs),
            others=len(session.lines),
            timing=self.timing,
        )

    def over(self) -> str:
        """How the game stands if it is over, and how to go on."""
        words = stands(self.play.table)
        if not words:
            return ""
        after = "u undo · n new · N restart"
        if self.play.session.game.deal is not None:
            after += " · x next deal"
        return f"{words}  {after}" if len(words) + len(after) + 4 < self.size.width else words

    def _foot(self) -> str:
        """The keys, each to be clicked, too; as many as there is room for."""
        line, used = "", 0
        for key, words, deed in self.foot():
            used += len(key) + len(words) + 3
            if used > self.size.width:
                break
            line += f"[@click=screen.deed('{deed}')][b $accent]{key}[/] {words}[/]  "
        return line

    def foot(self) -> list[tuple[str, str, str]]:
        """Some keys, what they do, and the names of the deeds; the ones most needed first."""
        parts = [("m", "menu", "menu"), ("?", "keys", "help")]
        if self.play.table.stock:
            parts.append(("d", "deal", "deal_one"))
        return [
            *parts,
            ("u", "undo", "undo"),
            ("r", "redo", "redo"),
            ("i", f"hints: {'on' if self.play.hints else 'off'}", "hints"),
            ("a", "advice", "advice"),
            ("c", "light", "light"),
            (":", "type", "type"),
            ("q", "quit", "quit"),
            ("n", "new", "new"),
            ("z", "puzzles", "puzzles"),
            ("s", "sweepers", "marks"),
        ]

    # ------------------------------------------------------------ keys

    def press(self, key: str, character: str | None) -> bool:
        """Work a key at once; whether it was for this screen."""
        if self._line is not None:
            self._type(self._line, key, character)
            return True
        if self.timing and self._scrub(key):
            return True
        deed = deed_of(key, character)
        if deed is None:
            return False
        if deed not in ("pick", "play_advice"):
            self._plays = False
        if deed == "distance":
            self.deed_distance(int(character or "1"))
        elif deed == "pick":
            self.deed_pick()
        else:
            self.action_deed(deed)
        return True

    def action_deed(self, name: str) -> None:
        """Do what a key, the foot or the menu names: a method here or of the app."""
        deed: Callable[[], None] | None = getattr(self, f"deed_{name}", None)
        (deed or getattr(self.app, f"deed_{name}"))()

    def _scrub(self, key: str) -> bool:
        """Go along the bellows; whether the key was for that."""
        session = self.play.session
        steps = {"left": -1, "h": -1, "right": 1, "l": 1, "pageup": -10, "pagedown": 10}
        if key in steps:
            self.go_to(session.ply + steps[key])
        elif key in ("home", "end"):
            self.go_to(0 if key == "home" else len(session.whole))
        elif key in ("escape", "enter", "space", "b"):
            self.timing = False
            self.say("")
            self.show()
        else:
            self.timing = False
            return False
        return True

    # ------------------------------------------------------------ the line

    def deed_type(self) -> None:
        """Open the line for actions."""
        self._line = Line("type", ":")
        self._show_words()

    def deed_go_to(self) -> None:
        """Open the line for a pile's number."""
        self._line = Line("go_to", "Go to pile")
        self._show_words()

    def _type(self, line: Line, key: str, character: str | None) -> None:
        """Work a key on the line."""
        if key not in ("enter", "escape"):
            line.press(key, character)
            self._show_words()
            return
        self._line = None
        self._show_words()
        if key == "enter" and (line.text.strip() or line.purpose == "type"):
            self.attempt(lambda: self._typed(read_line(line.text), line.purpose))

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted goes to the line; without one it opens one."""
        self._line = self._line or Line("type", ":")
        self._line.insert(event.text)
        self._show_words()

    def _typed(self, typed: tuple[Typed, ...], purpose: str) -> None:
        first = typed[0]
        if isinstance(first, Pile):
            if 1 <= first.place <= len(self.play.table.row):
                self.play.cursor = first.place
                self.show()
            if purpose == "go_to" and first.place == self.play.cursor:
                self.say("")
                return
            self.tell(pile_words(self.play.table, first.place, self.play.hints))
        elif isinstance(first, Position):
            self.deed_position()
        else:
            self.act([one for one in typed if not isinstance(one, Pile | Position)])

    # ------------------------------------------------------------ the mouse

    def on_board_picked(self, event: Board.Picked) -> None:
        """A pile was clicked."""
        self.picked(event.place, event.low)

    def on_board_lifted(self, event: Board.Lifted) -> None:
        """A pile is dragged: it is the selected one, whatever was selected."""
        self.play.let_go()
        self.say(self.play.select(event.place))
        self.show()

    def on_board_dropped(self, event: Board.Dropped) -> None:
        """A pile was dragged to another one, or off the row."""
        tossed = not event.place and self.play.table.rules.discard == "between"
        place = event.source if tossed else event.place
        if not place:
            self.deed_let_go()
        else:
            self.play.cursor = place
            self.act([self.play.gesture(event.source, place, event.low)])

    def on_tray_dealt(self) -> None:
        """The stock was clicked."""
        self.deed_deal_one()

    def on_tray_gone(self, event: Tray.Gone) -> None:
        """A point of the game was clicked."""
        self.go_to(event.ply)

    def on_tray_changed(self) -> None:
        """The other lines were clicked."""
        self.deed_other()


def shortened(words: str, width: int, lines: int) -> str:
    """Of some sentences those that fit into lines of such a width, and at least a part of one."""

    def fits(part: str) -> bool:
        return len(wrap(part, max(width, 1))) <= lines

    while not fits(words) and ". " in words:
        words = words[: words.rindex(". ") + 1]
    if not fits(words):
        words = "\n".join(wrap(words, max(width, 1))[:lines])[:-1] + "…"
    return words
