"""The game in the terminal: what holds the screens together, begins games and keeps them.

Imports the rest of this folder. Nothing heavy: no solver is imported before it is asked.
"""

from __future__ import annotations

import asyncio
import datetime
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.driver import Driver
from textual.filter import ANSIToTruecolor, LineFilter
from textual.widget import Widget

from ..coach.apart.process import Searcher
from ..deals import daily
from ..errors import IllegalAction, SetupError, TextError
from ..game import TargetNeeded
from ..record import Record
from ..words import sentence
from .abilities import Abilities, FittingSigns, Harmless, Signs, WithoutColours, found
from .asking import Asker, quiet_process
from .choices import ASK, COLOURS, HINTS, PUZZLE_STEP, SUITS, THEME
from .choosing import Choose, Wanted
from .coach import Coach
from .coach_sheets import CoachedTarget
from .files import session_of_file
from .game_screen import GameScreen
from .in_turn import InTurn
from .kept_sheets import GamesSheet, StatsSheet
from .looks import THEMES, Inks, inks
from .more_sheets import MarksSheet, RulebookSheet, SettingsSheet
from .outlet import patient
from .play import Play
from .puzzle_screen import PuzzleScreen
from .puzzles import PATIENCE, Asked, Puzzle
from .results import modes
from .saving import Saving
from .session import Marks, Session
from .sheets import Choosing, Help
from .spoken import introduced
from .store import Store

MENU: tuple[tuple[str, str] | None, ...] = (
    ("new", "New game                n"),
    ("restart", "Restart this deal       N"),
    ("next", "Next deal               x"),
    ("choose", "Choose a game …         f"),
    ("daily", "Today's deal            y"),
    None,
    ("games", "Games …"),
    ("stats", "Statistics …"),
    ("record", "Record: save, open …    e"),
    None,
    ("coach", "The coach …             v"),
    ("review", "Review of this game …"),
    ("difficulty", "How difficult is it?"),
    ("wish", "A deal of a difficulty …"),
    ("lasts", "Which card can be last?"),
    ("puzzles", "Puzzles …               z"),
    ("marks", "Sweepers …              s"),
    ("settings", "Settings …"),
    None,
    ("rulebook", "The rulebook"),
    ("help", "How to play, keys       ?"),
    ("quit", "Quit                    q"),
)


class Squeezebox(InTurn, Saving):
    """The game in the terminal."""

    CSS_PATH = "squeezebox.tcss"
    TITLE = "Squeezebox"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        session: Session,
        store: Store,
        *,
        abilities: Abilities | None = None,
        needed: TargetNeeded | None = None,
        today: Callable[[], datetime.date] = datetime.date.today,
        searcher: Callable[[], Searcher] = quiet_process,
        started: Callable[[], None] | None = None,
    ) -> None:
        """`started` is called when the game is on the screen."""
        encoding = getattr(sys.__stdout__, "encoding", None) or "ascii"
        self.abilities = abilities or found(os.environ, encoding)
        self.store = store
        super().__init__()
        self.animation_level = "none"
        self.asks = True
        """Whether the player wants to be asked before a sweeper is covered."""
        self.inks: Inks = inks("dark", False)
        """The styles in which the table is drawn."""
        self._needed, self._started = needed, started
        self.today = today
        for theme in THEMES:
            self.register_theme(theme)
        self._filters_of_ours: list[LineFilter] = []
        self.play = Play(session, HINTS.of(store.settings))
        self.asker = Asker(self.call_later, searcher)
        self.coach = Coach(session, store.settings, self.asker)
        self.game_screen = GameScreen(self.play, self)
        self.coach.say = self.game_screen.say
        self.coach.watchers.append(self.game_screen.hear)
        self.apply_settings()

    def on_mount(self) -> None:
        """The game comes to the table."""
        self.push_screen(self.game_screen, callback=None)
        # Told to end, it leaves the terminal as it was; where there are no such signals, it can't.
        with suppress(NotImplementedError, RuntimeError, ValueError):
            for name in ("SIGTERM", "SIGHUP"):
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self.exit)
        self.call_after_refresh(self._greet)

    def on_unmount(self) -> None:
        """The program ends, and the coach's process with it."""
        self.asker.end()

    def _greet(self) -> None:
        session = self.play.session
        self.game_screen.say(
            introduced(session.game, "Back in the game: " if session.begun else "")
        )
        self.keep()
        if self._started is not None:
            self._started()
        if (needed := self._needed) is not None:
            deck = None if needed.deal is not None else needed.deck
            self.begin(
                lambda target: session.new(
                    needed.rules, needed.layout, deal=needed.deal, deck=deck, target=target
                )
            )

    def get_driver_class(self) -> type[Driver]:
        """What Textual writes to the terminal with."""
        return patient(super().get_driver_class())

    # ------------------------------------------------------------ looks

    @property
    def signs(self) -> Signs:
        """The signs that are shown."""
        wanted = SUITS.of(self.store.settings)
        by_name = {"glyphs": Signs.GLYPHS, "letters": Signs.LETTERS, "ascii": Signs.ASCII}
        return by_name.get(wanted, self.abilities.signs)

    @property
    def look(self) -> str:
        """The name of the theme that is shown."""
        wanted = THEME.of(self.store.settings)
        if not self.abilities.colours:
            return "terminal"
        if wanted != "auto":
            return wanted
        if self.abilities.colours < 256:
            return "terminal"
        return "light" if self.abilities.light else "dark"

    @property
    def draws_large(self) -> bool:
        """Whether signs larger than a character are drawn."""
        return self.signs is not Signs.ASCII

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What fits every line to the terminal and to the player's wishes."""
        ours = [one for one in self._filters if isinstance(one, ANSIToTruecolor) and one.enabled]
        return [*ours, *self._filters_of_ours]

    def apply_settings(self) -> None:
        """Let everything look as it was set."""
        filters: list[LineFilter] = [Harmless(), FittingSigns(self.signs)]
        if not self.abilities.colours:
            filters.append(WithoutColours())
        self._filters_of_ours = [one for one in filters if one.enabled]
        self.theme = self.look
        self.inks = inks(self.look, COLOURS.of(self.store.settings) == "4")
        self.asks = ASK.of(self.store.settings)
        if self.is_running:
            for screen in self.screen_stack:
                for widget in screen.walk_children(Widget, with_self=True):
                    widget._styles_cache.clear()  # it holds lines that were fitted as before
                    widget.refresh(repaint=True)
            self.play.hints = HINTS.of(self.store.settings)
            self.game_screen.show()

    def set_hints(self, on: bool) -> None:
        """Hints on or off."""
        self.store.settings.set(HINTS.name, on)
        self.play.hints = on

    # ------------------------------------------------------------ keeping

    def keep(self) -> None:
        """Keep the game as it stands."""
        self.store.save(self.play.session)
        if notice := self.store.take_notice():
            self.game_screen.say(notice)

    def _fatal_error(self) -> None:
        """Something is wrong with the program itself: one sentence, and no traceback."""
        error = self._exception
        words = f"squeezebox: something went wrong ({type(error).__name__}: {error}). "
        self._exit_renderables.append(Text(words + "The game is kept as it was last."))
        self._close_messages_no_wait()

    def best(self) -> int | None:
        """The fewest piles so far in this way of playing."""
        game = self.play.session.game
        return self.store.best(str(game.rules), game.layout)

    # ------------------------------------------------------------ games

    def begin(self, work: Callable[[str | None], str]) -> None:
        """Begin a game with `work`, which is given the target if the player has to choose one."""
        try:
            self.game_screen.changed(work(None))
        except TargetNeeded as needed:

            def chosen(card: str | None) -> None:
                if card is not None:
                    self.begin(lambda _: work(card))

            self.push_screen(CoachedTarget(needed, self.coach), chosen)
        except (TextError, SetupError, IllegalAction) as refused:
            self.game_screen.say(sentence(str(refused)))

    def deed_new(self) -> None:
        """A new game of the same kind."""
        self.begin(lambda target: self.play.session.new(target=target))

    def deed_restart(self) -> None:
        """This deal again."""
        self.begin(lambda _: self.play.session.restart())

    def deed_next(self) -> None:
        """The next deal."""
        self.begin(self.play.session.next_deal)

    def deed_daily(self) -> None:
        """Today's deal, of the same kind: the unfinished game of it, or a new one."""
        day = self.today()
        going = self.store.going_daily(self.play.session.game, day)
        if going is not None:
            self._take_up(going)
            return
        self.begin(
            lambda target: self.play.session.new(
                deal=daily(day), target=target, came="daily", daily=day.isoformat()
            )
        )

    def _take_up(self, id: str) -> None:
        """Go on with a kept game."""
        if id == self.play.session.id:
            self.game_screen.say("This game is on the table already.")
            return
        session = self.store.take_up(id)
        if session is None:
            self.game_screen.say("This game can't be taken up.")
            return
        self.begin(lambda _: self.play.session.take(session, "Back in the game: "))

    def deed_puzzles(self) -> None:
        """Puzzles of the rule set in play."""
        wish = int(PUZZLE_STEP.of(self.store.settings))
        asked = Asked.any(str(self.play.session.game.rules), wish)

        def found(answer: dict[str, Any]) -> None:
            screen = PuzzleScreen(self, Puzzle.of(asked, answer))
            self.game_screen.arriving(lambda: self._lay(screen))

        self.asker.tell(self.game_screen.say, "Looking for a puzzle …")
        self.coach.ask("puzzle", asked.question, PATIENCE, found)

    def _lay(self, screen: PuzzleScreen) -> None:
        self.push_screen(screen)

    def deed_games(self) -> None:
        """The kept games."""

        def chosen(id: str | None) -> None:
            if id is not None:
                self._take_up(id)

        self.push_screen(GamesSheet(self.store.games(), self.store.put_away), chosen)

    def deed_stats(self) -> None:
        """The statistics."""
        game = self.play.session.game
        here = (str(game.rules), game.layout)
        self.push_screen(StatsSheet(modes(self.store.games()), here, self.store.best))

    def deed_choose(self) -> None:
        """Choose a game."""

        def chosen(wanted: Wanted | None) -> None:
            if wanted is not None:
                self.begin(
                    lambda target: self.play.session.new(
                        wanted.rules,
                        wanted.layout,
                        deal=wanted.deal,
                        deck=wanted.deck,
                        target=target,
                        came=wanted.came,
                        daily=wanted.daily,
                    )
                )

        own = [(one.text, one.name) for one in self.store.own_rules()]
        self.push_screen(Choose(self.play.session.game, own, self.today()), chosen)

    # ------------------------------------------------------------ sheets

    def deed_menu(self) -> None:
        """The menu."""

        def chosen(deed: str | None) -> None:
            if deed is not None:
                self.game_screen.action_deed(deed)

        self.push_screen(Choosing("Menu", MENU, narrow=True), chosen)

    def deed_help(self) -> None:
        """How to play, and the keys."""

        def chosen(more: str | None) -> None:
            if more is not None:
                self.deed_rulebook()

        self.push_screen(Help(self.play.session.game.rules), chosen)

    def deed_rulebook(self) -> None:
        """The rulebook."""
        self.push_screen(RulebookSheet(self.play.session.game.rules, self.inks))

    def deed_settings(self) -> None:
        """The settings."""
        self.push_screen(SettingsSheet(self.store.settings, self.apply_settings))

    def deed_suits(self) -> None:
        """Suits as signs or as letters."""
        wanted = "letters" if self.signs is Signs.GLYPHS else "glyphs"
        self.store.settings.set(SUITS.name, wanted)
        self.apply_settings()
        self.game_screen.say(f"Suits are shown as {'signs' if wanted == 'glyphs' else wanted}.")

    def deed_marks(self) -> None:
        """Sweepers and highlights."""

        def chosen(marks: Marks | None) -> None:
            if marks is not None:
                self.play.session.marks = marks
                self.keep()
                self.game_screen.show()

        self.push_screen(MarksSheet(self.play.session.marks), chosen)

    def record_in_play(self) -> Record:
        """The record of the game in play."""
        return self.play.session.record

    def open_file(self, name: str) -> None:
        """Go on with the game of a file."""

        def opened(_: str | None) -> str:
            said = self.play.session.take(session_of_file(name), "Opened: ")
            self._file = name  # a name that failed isn't proposed again
            return said

        self.begin(opened)

    def note(self, words: str) -> None:
        """Say something."""
        self.game_screen.say(words)

    def action_help_quit(self) -> None:
        """Ctrl-C leaves, too."""
        self.deed_quit()

    async def action_quit(self) -> None:
        """So does Ctrl-Q."""
        self.deed_quit()

    def deed_quit(self) -> None:
        """Leave; the game is kept."""
        self.keep()
        self.exit()
