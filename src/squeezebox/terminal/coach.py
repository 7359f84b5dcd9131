"""The coach at the table: light, advice, marks, the way back, peeking. It has no face.

It watches one session. What needs a search is asked of the coach's process and dropped as soon
as the player moves on; what was found is remembered here, so that a line in hand is followed
without a search. Cards whose order is hidden are looked at only if the player has peeked.
Imports `session`, `asking`, `said` and `choices` here, and the coach below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ..actions import Action
from ..cards import write_cards
from ..coach import PEEKED, hidden, peeked
from ..coach.known import KNOWN, Fact
from ..coach.light import Light, at_once, without_search
from ..game import Game
from ..record import Record, write
from ..solver import Verdict
from ..table import Table
from ..words import count
from .asking import Asker
from .choices import LIGHT, MARKING
from .said import Advised, Said, actions_of, light_of
from .session import Session
from .settings import Settings

BUDGETS = {"light": 1.0, "advice": 1.0, "marks": 2.0, "review": 5.0, "lasts": 2.0}
"""Seconds that are searched at first."""

LONGER = 5.0
"""Seconds, where that wasn't enough."""

BESIDE = ("light", "marks")
"""What is asked beside the game: it makes way for what the player asks for."""

STOCK = "the coach doesn't look at the order of the stock"


def record_of(session: Session, ply: int | None = None, *, seen: bool = False) -> str:
    """The record of a game after `ply` actions (by default as it stands), for the coach.

    `seen`: whether the order of the stock may be used, as it is if the player has peeked.
    """
    game = session.game
    made = game.actions[: session.ply if ply is None else ply]
    peeks = seen or peeked(session.record)
    return write(Record(game_with(game, made), {PEEKED: "yes"} if peeks else {}))


def game_with(game: Game, actions: Sequence[Action] = ()) -> Game:
    """The same deal, after other actions.

    Raises:
        IllegalAction: if they aren't legal.
    """
    return Game(
        game.rules,
        deal=game.deal,
        deck=None if game.deal is not None else game.deck,
        layout=game.layout,
        target=game.target,
        actions=actions,
    )


def whole_record(session: Session) -> Record:
    """The whole line of a game, with its headers and comments."""
    record = session.record
    return Record(game_with(session.game, session.whole), record.headers.others, record.comments)


class Coach:
    """What the coach knows of a session's game, and what it is asked about it."""

    def __init__(self, session: Session, settings: Settings, asker: Asker) -> None:
        self.session = session
        self.asker = asker
        self.said = Said()
        self.labels: dict[tuple[str, str, str], str] = {}
        """How difficult deals are, in a word each, as far as that was asked."""
        self.watchers: list[Callable[[], None]] = []
        """Called when more is known, or the light went on or off."""
        self.say: Callable[[str], None] = lambda _: None
        """Called with a sentence that isn't an answer: what is waited for, or why there is none."""
        self._settings = settings
        self._here: tuple[Table, str, bool] | None = None
        self._jobs: dict[str, Any] = {}
        self._told = ""
        asker.slow = self.changed

    def changed(self) -> None:
        """Tell all who watch."""
        for each in tuple(self.watchers):
            each()

    # ------------------------------------------------------------ settings

    @property
    def on(self) -> bool:
        """Whether the light is shown."""
        return LIGHT.of(self._settings)

    @property
    def marking(self) -> bool:
        """Whether a selected pile's destinations are marked."""
        return MARKING.of(self._settings)

    def set_light(self, on: bool) -> None:
        """Light on or off."""
        self._settings.set(LIGHT.name, on)
        if on:
            self.look()
        else:
            self._drop("light")
            self.changed()

    def set_marking(self, on: bool) -> None:
        """Marks on or off."""
        self._settings.set(MARKING.name, on)
        self.changed()

    # ------------------------------------------------------------ where the game stands

    @property
    def table(self) -> Table:
        """The table at hand."""
        return self.session.game.table

    @property
    def deal(self) -> tuple[str, str, str]:
        """What tells the deal at hand from others."""
        game = self.session.game
        deal = write_cards(game.deck) if game.deal is None else str(game.deal)
        return str(game.rules), game.layout, deal

    @property
    def label(self) -> list[str]:
        """How difficult the deal at hand is, if that was asked."""
        return [self.labels[self.deal]] if self.labels and self.deal in self.labels else []

    @property
    def peeks(self) -> bool:
        """Whether the player has peeked in this game."""
        return peeked(self.session.record)

    @property
    def hidden(self) -> bool:
        """Whether cards lie in the stock whose order the coach doesn't look at."""
        return hidden(self.table, self.peeks)

    def peek(self) -> None:
        """Let the coach use the order of the stock; the record says so from now on."""
        self.session.head(PEEKED, "yes")
        self.moved()

    def moved(self) -> bool:
        """To be called when the game may have changed; whether it has."""
        here = (self.table, self.session.id, self.peeks)
        if self._here is not None and here[0] is self._here[0] and here[1:] == self._here[1:]:
            return False
        self._here = here
        for kind in tuple(self._jobs):
            self._drop(kind)
        self.said = Said()
        if self.on:
            self.look()
        return True

    def known(self, ply: int | None = None) -> Light | None:
        """What is known without a search of the game after `ply` actions, by default at hand."""
        tables = self.session.game.tables
        at = len(tables) - 1 if ply is None else ply
        table = tables[at]
        if hidden(table, self.peeks):
            return at_once(table)
        line = self.session.redo if at == len(tables) - 1 else ()
        return without_search(table, line, tables[: at + 1])

    def learn(self, game: Game, ply: int, found: Light) -> None:
        """Remember what was found of a game after `ply` actions, all cards known."""
        if found.verdict is Verdict.WINNABLE and found.line:
            line = (*game.actions[:ply], *found.line)  # so all positions on the way are known
            KNOWN.remember(game.tables[0], Fact(found.verdict, line, found.piles, False))
        elif found.verdict is Verdict.LOST:
            fact = Fact(found.verdict, found.line, found.piles, found.proved)
            KNOWN.remember(game.tables[ply], fact)

    # ------------------------------------------------------------ asking

    @property
    def busy(self) -> bool:
        """Whether something is being asked."""
        return bool(self._jobs)

    def asking(self, kind: str) -> bool:
        """Whether a question of this kind is being asked."""
        return kind in self._jobs

    def _drop(self, kind: str) -> None:
        job = self._jobs.pop(kind, None)
        if job is not None:
            job.drop()

    def ask(
        self,
        kind: str,
        asked: dict[str, Any],
        budget: float,
        found: Callable[[dict[str, Any]], None],
        failed: Callable[[str], None] | None = None,
    ) -> None:
        """Ask something; it is dropped when the game moves on. Once at a time of each kind."""
        if kind in self._jobs:
            return
        beside = kind in BESIDE
        if not beside:
            for other in BESIDE:
                self._drop(other)
            if not self.asker.ready:
                self.asker.tell(self.say, "")

        def over(work: Callable[[], None]) -> None:
            self._jobs.pop(kind, None)
            work()
            if not beside and self.on and self.said.light is None:
                self.look()

        def answered(answer: dict[str, Any]) -> None:
            self._told = ""
            over(lambda: found(answer))

        def none(words: str) -> None:
            if failed is not None:
                over(lambda: failed(words))
            elif not beside or words != self._told:  # beside the game it is told once
                self._told = words
                over(lambda: self.say(words))
            else:
                self._jobs.pop(kind, None)
            self.changed()  # it isn't looked for any more

        self._jobs[kind] = self.asker.ask(kind, asked, budget, answered, none)

    def _about(self) -> dict[str, Any]:
        """The question about the game at hand, with the line that is in hand."""
        known = self.known()
        line = known.line if known is not None else ()
        return {"record": record_of(self.session), "line": [str(action) for action in line]}

    # ------------------------------------------------------------ the light

    def look(self, budget: float = BUDGETS["light"]) -> None:
        """Look whether this position can be won; what is known needs no search."""
        known = self.known()
        if known is None and self.hidden:
            known = Light(Verdict.UNKNOWN, (), len(self.table.row), False, False)
        if known is not None:
            self._lit(known)
            return
        self.changed()

        def found(answer: dict[str, Any]) -> None:
            light = light_of(answer)
            self.learn(self.session.game, self.session.ply, light)
            self._lit(light)
            if light.verdict is Verdict.UNKNOWN and budget < LONGER:
                self.look(LONGER)

        def failed(words: str) -> None:
            self._lit(Light(Verdict.UNKNOWN, (), len(self.table.row), False, False))
            if words != self._told:
                self._told = words
                self.say(words)

        self.ask("light", self._about(), budget, found, failed)

    def _lit(self, light: Light) -> None:
        self.said.light = light
        self.changed()

    # ------------------------------------------------------------ advice

    def advise(self, found: Callable[[Advised], None]) -> None:
        """Ask for one action, and why; who asks again where nothing is known looks longer."""
        before = self.said.advice
        if before is not None and before.verdict is not Verdict.UNKNOWN:
            found(before)
            return

        def answered(answer: dict[str, Any]) -> None:
            advice = Advised.of(answer)
            self.said.advice = advice
            if advice.action is not None and before is None:
                self.session.advice += 1
            light = Light(advice.verdict, advice.line, advice.piles, True, False)
            if not self.hidden:
                self.learn(self.session.game, self.session.ply, light)
                if advice.verdict is not Verdict.UNKNOWN:
                    self.said.light = self.known() or light
            found(advice)
            self.changed()

        if self.asker.ready:
            self.say("Looking for advice …")
        self.ask("advice", self._about(), LONGER if before else BUDGETS["advice"], answered)

    # ------------------------------------------------------------ marks

    def seek_marks(self, budget: float = BUDGETS["marks"]) -> None:
        """Ask what every action does to the win."""
        if self.said.marks is not None and budget < LONGER:
            return

        def answered(answer: dict[str, Any]) -> None:
            legal = {str(action): action for action in self.table.legal_actions}
            marks = {
                legal[each["action"]]: Verdict(each["verdict"])
                for each in answer["marks"]
                if each["action"] in legal
            }
            self.said.marks = marks
            if not self.hidden:
                for action, verdict in marks.items():
                    if verdict is Verdict.LOST:
                        after = self.table.after(action)
                        KNOWN.remember(after, Fact(verdict, (), len(after.row), False))
            self.changed()
            if Verdict.UNKNOWN in marks.values() and budget < LONGER and not self.hidden:
                self.seek_marks(LONGER)

        self.ask("marks", self._about(), budget, answered)

    def lasts_refused(self) -> str:
        """Why it can't be looked which card can be the last; empty if it can."""
        if self.table.rules.discard != "none" or self.table.rules.goal == 0:
            return "In this rule set there is no last card: piles leave."
        if self.hidden:
            return (
                "While cards lie face down, this would give their order away. Deal them all first."
            )
        return ""

    # ------------------------------------------------------------ the way back

    def back(self, go: Callable[[int, str], None]) -> None:
        """Find the last position of the line at hand that is known to be winnable, and go there.

        `go` is called with its ply and what to say; where there is none, `say` tells that.
        """
        ply = self.session.ply
        while ply >= 0 and self._verdict(ply) is Verdict.LOST:
            ply -= 1
        if ply < 0 or self._verdict(ply) is Verdict.WINNABLE:
            self._back_to(ply, go)
        elif self.hidden:
            self.say(f"What could be won isn't known: {STOCK}.")
        else:
            self.say("Looking for the last winnable position …")
            self.ask(
                "review",
                {"record": record_of(self.session)},
                BUDGETS["review"],
                lambda answer: self._back_to(self.reviewed(self.session.game, answer), go),
            )

    def _verdict(self, ply: int) -> Verdict | None:
        known = self.known(ply)
        return None if known is None else known.verdict

    def _back_to(self, ply: int, go: Callable[[int, str], None]) -> None:
        if ply < 0:
            self.say("No position of this game is known to be winnable.")
        elif ply == self.session.ply:
            self.say("This position is winnable: there is no need to go back.")
        else:
            where = f"after action {ply}" if ply else "the start"
            piles = count(len(self.session.game.tables[ply].row), "pile")
            go(ply, f"The last position known to be winnable, {where}: {piles}.")

    def reviewed(self, game: Game, answer: dict[str, Any]) -> int:
        """Remember what a review of a game found; the last winnable ply, or -1."""
        last = -1 if answer["last_winnable"] is None else int(answer["last_winnable"])
        for each in answer["plies"]:
            verdict, ply = Verdict(each["verdict"]), each["ply"]
            found = Light(verdict, (), each["piles"], False, False)
            if ply == last:
                found = replace(found, line=actions_of(answer["line"]))
            self.learn(game, ply, found)
        return last
