"""A game that is played in words: what is said, asked, and kept of it. Imports `session`, `store`,
`choices`.

The plain mode reads lines and says lines; here is what all its commands share. No rule lives
here: every action goes to the game.
"""

from __future__ import annotations

import shutil
import textwrap
import threading
from collections.abc import Callable, Sequence
from typing import TextIO

from ..actions import Action
from ..cards import SUIT_GLYPHS, SUITS as SUIT_LETTERS, Card
from ..coach.apart.process import Searcher
from ..errors import Fault, IllegalAction, TextError
from ..game import Game, TargetNeeded
from ..gestures import destinations
from ..solver import Verdict
from ..table import Outcome
from ..words import sentence, stands
from .asking import Asker, quiet_process
from .choices import ASK, HINTS, SUITS
from .coach import Coach
from .harmless import harmless
from .puzzles import Puzzle
from .said import lit
from .session import Session
from .spoken import introduced, many, pile_words, position_words
from .store import Store
from .typed import Pile, Position, Typed

WIDTH = 76
"""Columns of a row that is shown."""

_LETTERS = str.maketrans(SUIT_GLYPHS, SUIT_LETTERS)
_PLAINER = str.maketrans({"–": "-", "’": "'", "…": "...", "“": '"', "”": '"'})


def problem(error: Fault) -> str:
    """What is wrong, in one sentence."""
    if isinstance(error, IllegalAction) and error.ply is None:  # typed, and not in a file
        return sentence(error.reason)
    return sentence(str(error))


class Talk:
    """A session played in words, on two streams; what `store` can keep is kept at once."""

    def __init__(
        self,
        session: Session,
        store: Store,
        out: TextIO,
        searcher: Callable[[], Searcher] = quiet_process,
    ) -> None:
        self.session = session
        self.store = store
        self.lock = threading.Condition(threading.RLock())
        """Held by whoever plays or says something, for the coach's answers come from aside."""
        self.coach = Coach(session, store.settings, Asker(self._deliver, searcher))
        self.coach.say = self.say
        self.coach.watchers.append(self._hear)
        self.told: Verdict | None = None
        """What was said last of the light."""
        self.puzzle: Puzzle | None = None
        """The puzzle that is on the table instead of the game."""
        self.over = False
        """Whether the player has said good-bye."""
        self.listed: Sequence[str] = ()
        """Ids of the games that were listed last."""
        self._out = out
        self._question: Callable[[str], bool] | None = None
        self._glyphs = _can_show(out, SUIT_GLYPHS)

    # ------------------------------------------------------------ saying

    def start(self) -> None:
        """Say what game is on the table, and how to get on."""
        self.arrived(introduced(self.session.game))
        self.say("Type an action, or help.")
        self.notice()

    def say(self, words: str) -> None:
        """Say something, as lines of its own."""
        if self.letters:
            words = words.translate(_LETTERS)
        if not self._glyphs:
            words = words.translate(_PLAINER)
        if self._out.isatty():  # a terminal would break words, and obey what it isn't to show
            words = harmless(words)
            columns = shutil.get_terminal_size().columns
            words = "\n".join(_wrapped(line, max(columns - 1, 20)) for line in words.split("\n"))
        self._out.write(f"{words}\n")
        self._out.flush()

    @property
    def letters(self) -> bool:
        """Whether suits are said as letters."""
        return not self._glyphs or SUITS.of(self.store.settings) in ("letters", "ascii")

    def done(self, words: str) -> None:
        """Keep what was done, and say it."""
        self.store.save(self.session)
        self.say(words)
        if self.store.settings.get("row", False):
            self.row()

    def notice(self) -> None:
        """Say what trouble there is with keeping games, once."""
        if said := self.store.take_notice():
            self.say(said)

    # ------------------------------------------------------------ the coach

    def _deliver(self, work: Callable[[], None]) -> None:
        with self.lock:
            work()
            self.lock.notify_all()

    def settle(self) -> None:
        """Wait until the coach has answered all that it was asked; others may speak meanwhile."""
        while self.coach.busy and self.lock.wait():
            pass

    def attend(self) -> None:
        """Tell the coach where the game stands."""
        if not self.coach.on:
            self.told = None
        self.coach.moved()

    def _hear(self) -> None:
        """Say what the light is, when it changes."""
        light = self.coach.said.light
        if self.coach.on and light is not None and light.verdict is not self.told:
            self.told = light.verdict
            words = lit(light.verdict, self.session.game.table)[1]
            secret = light.verdict is Verdict.UNKNOWN and self.coach.hidden
            why = ": the order of the stock isn't looked at" if secret else ""
            self.say(f"The light: {words}{why}.")

    @property
    def game(self) -> Game:
        """What is on the table: the game in play, or a puzzle."""
        return self.session.game if self.puzzle is None else self.puzzle.beginning

    def row(self) -> None:
        """Show the row in a few lines: places, top cards, sizes of piles."""
        table = self.game.table
        piles = [
            f"{place}: {pile[-1].glyphs}" + (f" ({len(pile)})" if len(pile) > 1 else "")
            for place, pile in enumerate(table.row, 1)
        ]
        words = "; ".join(each.replace(" ", "\xa0") for each in piles) or "The row is empty."
        lines = textwrap.wrap(words, WIDTH, break_long_words=False, break_on_hyphens=False)
        if table.stock:
            lines.append(f"Stock: {len(table.stock)}")
        if table.target is not None:
            lines.append(f"Target: {table.target.glyphs}")
        self.say("\n".join(lines).replace("\xa0", " "))

    # ------------------------------------------------------------ asking

    def ask(self, words: str, question: Callable[[str], bool]) -> None:
        """Ask something; `question` gets the next line, and says whether that was an answer."""
        self.say(words)
        self._question = question

    def wait_for(self, question: Callable[[str], bool] | None) -> None:
        """Give the next line to a question that was asked before; to none, with nothing."""
        self._question = question

    def answered(self, line: str) -> bool:
        """Give a line to the question that waits for one; False if none does, or it is none."""
        question, self._question = self._question, None
        return question is not None and question(line)

    # ------------------------------------------------------------ playing

    @property
    def hints(self) -> bool:
        """Whether it is said where piles may go."""
        return HINTS.of(self.store.settings)

    def play(self, typed: Sequence[Typed]) -> None:
        """Do what a line says, one after the other; the first refusal ends it."""
        for number, one in enumerate(typed):
            if isinstance(one, Position):
                self.say(position_words(self.game.table))
            elif isinstance(one, Pile):
                self._tell(one.place)
            elif self._asks_to_cover(typed[number:]):
                return
            elif not self.act(one):
                if number + 1 < len(typed):
                    self.say("The rest of the line was left out.")
                return

    def act(self, action: Action) -> bool:
        """Make an action, and say what happened; False if it was refused."""
        before = self.session.game.outcome
        try:
            said = self.session.play(action)
        except IllegalAction as error:
            self.say(problem(error))
            return False
        table = self.session.game.table
        over = stands(table) if table.outcome != before else ""
        if over and table.outcome is not Outcome.WON:
            over += " Type back for the last winnable position, review for the game, or undo."
        self.done(f"{said} {over}".rstrip())
        return True

    def _tell(self, place: int) -> None:
        table = self.game.table
        if self.hints and 1 <= place <= len(table.row) and destinations(table)[place - 1]:
            self.hinted()
        self.say(pile_words(table, place, self.hints))

    def hinted(self) -> None:
        """Count that hints were shown of the game."""
        if self.puzzle is not None:
            return
        self.session.hints += 1
        self.store.save(self.session)

    def _asks_to_cover(self, typed: Sequence[Typed]) -> bool:
        """Ask before the first of these actions takes a sweeper out of sight, if it does."""
        first = typed[0]
        assert not isinstance(first, Pile | Position)
        covered = self.session.covered(first) if ASK.of(self.store.settings) else ()
        if not covered:
            return False
        cards = " and ".join(card.name for card in covered)
        mine = many(self.session.marks.sweepers)

        def answer(line: str) -> bool:
            if line.lower() not in ("y", "yes"):
                return False
            if self.act(first):
                self.play(typed[1:])
            return True

        self.ask(
            f"{first} takes the {cards} out of sight, and you want to keep the {mine} there. "
            "Type yes to do it all the same.",
            answer,
        )
        return True

    # ------------------------------------------------------------ games

    def begin(self, make: Callable[[Card | None], str]) -> None:
        """Begin a game: `make` does it, with a target where the player has to choose one."""
        try:
            said = make(None)
        except TargetNeeded as needed:
            cards = " ".join(card.glyphs for card in needed.candidates)
            self.ask(
                f"This rule set asks you for its target, the card that must be on top at the end. "
                f"Type one of these: {cards}",
                lambda line: self._with_target(make, line),
            )
            return
        self.arrived(said)

    def _with_target(self, make: Callable[[Card | None], str], line: str) -> bool:
        try:
            target = Card(line.strip())
        except TextError:
            self.say("That is no card, so no game was begun.")
            return False
        self.begin(lambda _: make(target))
        return True

    def arrived(self, words: str) -> None:
        """Say what game has come to the table, and show its row."""
        self.store.save(self.session)
        self.say(words)
        self.row()


def _wrapped(line: str, width: int) -> str:
    """A line in as many as it takes, none of its words broken."""
    if len(line) <= width:
        return line
    return textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)


def _can_show(out: TextIO, text: str) -> bool:
    """Whether a stream can write these characters; one that doesn't say so can."""
    try:
        text.encode(getattr(out, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
