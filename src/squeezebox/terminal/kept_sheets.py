"""Sheets about what is kept: games to go on with, and statistics.

Imports `sheets`, `results`, `figures` and `documents`.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Sequence

from rich.table import Table as Grid
from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

from ..words import count
from .documents import KeptGame
from .figures import figures
from .results import Mode, statistics
from .sheets import Sheet
from .spoken import deal_words, layout_words

BAR = 30
"""Columns of the longest bar of a histogram."""

MOST = 200
"""Games that are listed, the latest."""


def game_words(game: KeptGame) -> str:
    """A kept game in a line."""
    when = datetime.datetime.fromtimestamp(game.changed / 1000).strftime("%d %b %H:%M")
    stands = {"won": "won", "lost": "lost", "stuck": "stuck"}.get(game.outcome, "unfinished")
    name = f"{game.title}, {layout_words(game.layout)}, {deal_words(game.deal)}"
    return f"{when}  {name}: {count(game.piles, 'pile')}, {stands}"


class GamesSheet(Sheet[str]):
    """Kept games; the answer is the id of the one to go on with."""

    heading = "Games"

    def __init__(self, games: Sequence[KeptGame], put_away: Callable[[str], None]) -> None:
        """`put_away` is called for an unfinished game that the player doesn't want to see."""
        super().__init__()
        open_first = sorted(games, key=lambda game: game.outcome != "open" or game.away)
        self._games = open_first[:MOST]
        self._put_away = put_away

    def content(self) -> Iterable[Widget]:
        """Unfinished ones first, then all others."""
        if not self._games:
            yield Static("No game has been begun yet.", markup=False)
            return
        yield OptionList(*self._options(), id="games")
        yield Static(
            "Enter goes on with a game; Delete takes an unfinished one out of the list.",
            classes="note",
            markup=False,
        )

    def _options(self) -> list[Option]:
        return [Option(Text(game_words(game), no_wrap=True), id=game.id) for game in self._games]

    def on_mount(self) -> None:
        """Keys go to the list."""
        if self._games:
            self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """It was chosen."""
        self.dismiss(event.option.id)

    def on_key(self, event: events.Key) -> None:
        """Delete puts an unfinished game away."""
        if not self._games:
            return
        listed = self.query_one(OptionList)
        if event.key in ("j", "k"):
            event.stop()
            listed.action_cursor_down() if event.key == "j" else listed.action_cursor_up()
        elif event.key in ("delete", "backspace") and listed.highlighted is not None:
            event.stop()
            game = self._games[listed.highlighted]
            if game.outcome == "open" and not game.away:
                self._put_away(game.id)
                self._games = [one for one in self._games if one.id != game.id]
                listed.remove_option(game.id)


class StatsSheet(Sheet[None]):
    """The figures of one way of playing; left and right go to the others."""

    heading = "Statistics"

    def __init__(
        self, found: Sequence[Mode], here: tuple[str, str], best: Callable[[str, str], int | None]
    ) -> None:
        super().__init__()
        self._modes, self._best = found, best
        names = [(mode.rules, mode.layout) for mode in found]
        self._at = names.index(here) if here in names else 0

    def content(self) -> Iterable[Widget]:
        """Figures, and how many piles were left how often."""
        yield Label("", id="mode", classes="title", markup=False)
        yield VerticalScroll(Static("", id="figures"), classes="paper")
        if len(self._modes) > 1:
            yield Static("← and →: other rule sets and layouts.", classes="note", markup=False)

    def on_mount(self) -> None:
        """The way of playing at hand."""
        self._tell()
        self.query_one(VerticalScroll).focus()

    def _tell(self) -> None:
        words = self.query_one("#figures", Static)
        if not self._modes:
            words.update("No game has been begun yet.")
            return
        mode = self._modes[self._at]
        place = f"  ({self._at + 1} of {len(self._modes)})" if len(self._modes) > 1 else ""
        title = f"{mode.title}, {layout_words(mode.layout)}{place}"
        self.query_one("#mode", Label).update(title)
        told = statistics(mode.games)
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(justify="right", style="bold", no_wrap=True)
        grid.add_column()
        for name, number, of in figures(told, self._best(mode.rules, mode.layout)):
            grid.add_row(name, number, of)
        most = max((deals for _, deals in told.spread), default=0)
        for at, (piles, deals) in enumerate(told.spread):
            bar = "█" * max(round(BAR * deals / most), 1)
            grid.add_row("" if at else "Piles left", str(piles), f"{bar} {deals}")
        words.update(grid)

    def on_key(self, event: events.Key) -> None:
        """Other ways of playing."""
        if event.key in ("left", "right", "h", "l") and self._modes:
            event.stop()
            step = 1 if event.key in ("right", "l") else -1
            self._at = (self._at + step) % len(self._modes)
            self._tell()
