"""A game to look at: the row, the bellows with a light under them, and keys that go through it.

One action back or forward, to any point, or by itself at one of three speeds; wherever it is left
it can be played on. Imports `board`, `tray`, `play`, `session`, `coach` and `sheets` here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widgets import Label, Static

from ..actions import Action
from ..game import Game
from ..gestures import ends
from ..table import Table
from ..words import happened
from .board import Board
from .coach import game_with
from .deeds import Host
from .play import Play
from .session import Session
from .sheets import Reading, in_lines
from .spoken import position_words
from .tray import LEFT, Counts, Tray, plies

SPEEDS = (2.0, 1.0, 0.35)
"""Seconds from action to action: slow, medium, fast."""

SPEED_NAMES = ("slow", "medium", "fast")


@dataclass(frozen=True, slots=True)
class Left:
    """Where a reel was left to play on: a line of the game, and a point of it."""

    actions: tuple[Action, ...]
    ply: int


def does(table: Table, action: Action) -> str:
    """An action and what it does, in words."""
    return f"{action}: {happened(table, action, table.after(action)).partition('. ')[0]}"


class Film(Tray):
    """The tray with a third line: a sign under each point of the bellows."""

    DEFAULT_CSS = "Film { height: 3; }"

    def __init__(self) -> None:
        super().__init__(id="film")
        self.signs: Sequence[str] = ()
        """A character for each ply; what stands out is any but `+`, `-` and `?`."""

    def render_line(self, y: int) -> Strip:
        """The bellows, and the light under them."""
        if y < 2:
            return super().render_line(y)
        width, style = self.size.width, self._inks
        room, signs = self._room, self.signs
        shown = plies(len(signs), room) if signs and room else []
        segments = [Segment(" " * LEFT, style.paper)]
        before = -1
        for ply in shown:
            part = signs[before + 1 : ply + 1]  # what stands out is shown, though its ply isn't
            sign = next((each for each in part if each not in "+-?"), signs[ply])
            good = sign in "+!"
            segments.append(Segment(sign, style.heading if good else style.faint))
            before = ply
        return Strip(segments).crop(0, width).adjust_cell_length(width, style.paper)


class Reel(Screen[Left]):
    """A game to go through. What it is about is said by those that are made from it."""

    BINDINGS: ClassVar[list[BindingType]] = []
    AUTO_FOCUS = ""
    heading = "Replay"
    KEYS: ClassVar[Mapping[str, str]] = {}
    """Keys of its own: the name of what each does."""

    def __init__(self, host: Host, game: Game, actions: Sequence[Action], at: int) -> None:
        super().__init__()
        self.host = host
        self.speed = 1
        self.note = ""
        self._timer: Timer | None = None
        self.load(game, actions, at)

    def load(self, game: Game, actions: Sequence[Action], at: int) -> None:
        """Take another line to go through, and stand at a point of it."""
        self.actions = tuple(actions)
        session = Session(game_with(game, self.actions))
        session.go_to(at)
        self.play = Play(session)

    # ------------------------------------------------------------ to be said

    @abstractmethod
    def tell(self, ply: int, table: Table) -> str:
        """What is said at a point of it."""

    def lit(self, ply: int) -> Action | None:
        """The action that is shown on the row at a point of it."""
        return self.actions[ply] if ply < len(self.actions) else None

    def signs(self) -> Sequence[str]:
        """What stands under each point of the bellows."""
        return ()

    def more_keys(self) -> list[tuple[str, str, str]]:
        """Keys of its own that do something now: key, words, and the name of the deed."""
        return []

    # ------------------------------------------------------------ the screen

    def compose(self) -> ComposeResult:
        """From the head to the foot."""
        yield Label(self.heading, id="reel-title", markup=False)
        yield Static("", id="reel-note", markup=False)
        yield Board()
        yield Film()
        yield Static("", id="reel-words", markup=False)
        yield Static("", id="reel-foot", markup=True)

    def on_mount(self) -> None:
        """Show where it stands."""
        self.call_after_refresh(self.show)

    def on_resize(self) -> None:
        """Show it in the room there is."""
        self.call_after_refresh(self.show)

    @property
    def at(self) -> int:
        """After how many actions it stands."""
        return self.play.session.ply

    def show(self) -> None:
        """Show the point at which it stands."""
        if not self.is_mounted:
            return
        style = self.host.inks
        play, session = self.play, self.play.session
        action = self.lit(self.at)
        joined = None if action is None else ends(action)
        play.advise(joined)
        play.cursor = joined[0] if joined else max(min(play.cursor, len(play.table.row)), 1)
        board = self.query_one(Board)
        board.show(play.faces(), play.cursor, style, "", large=self.host.draws_large)
        film = self.query_one(Film)
        film.signs = self.signs()
        stock = len(play.table.stock) if session.game.layout == "stock" else None
        film.show(Counts(len(play.table.row), None, session.bellows, self.at, stock=stock), style)
        self.query_one("#reel-note", Static).update(self.note)
        self.query_one("#reel-words", Static).update(Text(self.tell(self.at, play.table)))
        self.query_one("#reel-foot", Static).update(self._foot())

    def _foot(self) -> str:
        """The keys, each to be clicked, too, in two lines at most."""
        run = "pause" if self.playing else "play"
        parts = [
            ("Enter", " play on", "leave"), ("←", "", "back"), ("→", "", "forward"),
            ("Space", f" {run}", "run"),
            *((key, f" {words}", deed) for key, words, deed in self.more_keys()),
            ("Esc", " close", "close"), ("+-", f" {SPEED_NAMES[self.speed]}", "pace"),
        ]  # fmt: skip
        return in_lines(
            [
                (
                    len(key) + len(words),
                    f"[@click=screen.do('{deed}')][b $accent]{key}[/]{words}[/]",
                )
                for key, words, deed in parts
            ],
            self.size.width - 2,
        )

    # ------------------------------------------------------------ going through it

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer is not None

    def go(self, ply: int) -> None:
        """Go to a point of it."""
        self.play.session.go_to(ply)
        self.show()

    def stop(self) -> None:
        """Don't go on by itself."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def tick(self) -> None:
        """One action forward, by itself; at the end it stops."""
        if self.at + 1 >= len(self.actions):
            self.stop()
        self.go(self.at + 1)

    def action_do(self, deed: str) -> None:
        """Do what a key or the foot names."""
        getattr(self, f"do_{deed}")()

    def do_back(self) -> None:
        """One action back."""
        self.stop()
        self.go(self.at - 1)

    def do_forward(self) -> None:
        """One action forward."""
        self.stop()
        self.go(self.at + 1)

    def do_run(self) -> None:
        """Play or pause; from the end it begins anew."""
        if self.playing:
            self.stop()
        elif self.actions:
            if self.at == len(self.actions):
                self.play.session.go_to(0)
            self._timer = self.set_interval(SPEEDS[self.speed], self.tick)
        self.show()

    def do_pace(self) -> None:
        """The next speed."""
        self._pace((self.speed + 1) % len(SPEEDS))

    def _pace(self, speed: int) -> None:
        self.speed = max(0, min(speed, len(SPEEDS) - 1))
        if self.playing:
            self.stop()
            self._timer = self.set_interval(SPEEDS[self.speed], self.tick)
        self.show()

    def do_leave(self) -> None:
        """Play on from here."""
        self.dismiss(Left(self.actions, self.at))

    def do_close(self) -> None:
        """Close it; the game stands as before."""
        self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        """Work a key."""
        event.stop()
        step = {"pageup": -10, "pagedown": 10, "home": -self.at, "end": len(self.actions) - self.at}
        ways = {"left": "back", "h": "back", "u": "back", "right": "forward", "l": "forward",
                "r": "forward", "space": "run", "enter": "leave", "escape": "close", "q": "close",
                **self.KEYS}  # fmt: skip
        key = event.key.lower()
        if key in step:
            self.stop()
            self.go(self.at + step[key])
        elif event.character in ("+", "-", "="):
            self._pace(self.speed + (-1 if event.character == "-" else 1))
        elif key == "p":
            self.app.push_screen(Reading("The position", position_words(self.play.table)))
        elif key in ways:
            self.action_do(ways[key])

    def on_tray_gone(self, event: Tray.Gone) -> None:
        """A point of the bellows was clicked, or the pointer is drawn along them."""
        self.stop()
        self.go(event.ply)
