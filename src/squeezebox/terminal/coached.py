"""The coach at the game's screen: what the player asks of it, and what is shown of its answers.

Imports `coach`, `said`, `deeds` and the coach's sheets and screens.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from ..actions import read_action
from ..gestures import ends
from ..solver import Verdict
from ..table import Outcome, Table
from .board import Board
from .coach_sheets import CoachSheet
from .deeds import Deeds, Host
from .marking import fell
from .play import Play
from .reel import Left
from .review import Review, Solution
from .said import SIGNS, Advised, lit
from .sheets import Sure

PLAYED = "Its advice is played as soon as it is there, unless you do something else."
READYING = "getting ready …"
READYING_LASTS = "getting ready: once after installing, a minute or two"


class Coached(Deeds):
    """The screen of a game at which the coach sits."""

    def __init__(self, play: Play, host: Host) -> None:
        super().__init__(play, host)
        self._offer: tuple[Table, int] | None = None
        """The table and the cursor for which an action is offered to be played."""
        self._more = False
        """Whether the advice has more reasons than there is room for."""
        self._plays = False
        """Whether the advice that is being looked for is to be played as soon as it is there."""
        self._arriving: tuple[Table, Callable[[], None]] | None = None
        """What waits until no sheet lies over the game, and the table for which it does."""

    @abstractmethod
    def action_deed(self, name: str) -> None:
        """Do what a key, the foot or the menu names."""

    @abstractmethod
    def coach(self, words: str) -> None:
        """Say something in the coach's line; nothing leaves it empty."""

    @abstractmethod
    def fitting(self, words: str) -> str:
        """As much of some words as there is room for."""

    # ------------------------------------------------------------ what comes later

    def arriving(self, work: Callable[[], None]) -> None:
        """Something else comes to the table: at once, or when the sheet over it is away."""
        self._arriving = self.play.table, work
        self.on_screen_resume()

    def on_screen_resume(self) -> None:
        """Let come what waited, unless the player has gone on to something else."""
        if self._arriving is not None and self.app.screen is self:
            (table, work), self._arriving = self._arriving, None
            if table is self.play.table:
                work()

    # ------------------------------------------------------------ showing

    def attend(self) -> None:
        """See what the coach knows of the game as it is now; before the row is drawn."""
        coach, play = self.host.coach, self.play
        if coach.moved():
            self._offer, self._more, self._plays = None, False, False
        if coach.on and coach.said.light is None:
            coach.look()
        if coach.marking and play.selected:
            coach.seek_marks()
        play.told = self._told()

    def _told(self) -> dict[int, str]:
        """For each pile where the selected one may go, a sign of what that does to the win."""
        coach, selected = self.host.coach, self.play.selected
        marks = coach.said.marks
        if not coach.marking or not selected or marks is None:
            return {}
        found: dict[int, set[Verdict]] = {}
        both = self.play.table.rules.discard != "none"  # two that leave are taken either way
        for action, verdict in marks.items():
            joined = ends(action)
            if joined is None or selected not in (joined if both else joined[:1]):
                continue
            other = joined[1] if joined[0] == selected else joined[0]
            found.setdefault(other, set()).add(verdict)
        order = (Verdict.WINNABLE, Verdict.UNKNOWN, Verdict.LOST)
        return {
            pile: SIGNS[next(each for each in order if each in verdicts)][0]
            for pile, verdicts in found.items()
        }

    def show_coach(self) -> None:
        """The coach's line, under the row."""
        self.coach(" · ".join(self._parts()))

    def _parts(self) -> list[str]:
        coach = self.host.coach
        light, advice = coach.said.light, coach.said.advice
        parts = []
        if coach.on:
            parts.append(" ".join(lit(None if light is None else light.verdict, self.play.table)))
            if coach.hidden and light is not None and light.verdict is Verdict.UNKNOWN:
                parts.append("the order of the stock isn't looked at")
            if light is None and not coach.asker.ready:
                parts.append(READYING_LASTS if coach.asker.lasts else READYING)
        if self._offer is not None and advice is not None and advice.action is not None:
            parts.append(f"advice: {advice.action}, Enter plays it")
            if self._more:
                parts.append("a: all reasons")
        elif coach.on and self.play.table.outcome is Outcome.OPEN and fell(coach):
            parts.append("w: back to winnable")
        if coach.peeks:
            parts.append("peeked")
        return parts

    def hear(self) -> None:
        """The coach knows more: show it, and nothing else that has not changed."""
        if not self.is_mounted:
            return
        told = self._told()
        if told != self.play.told:
            self.play.told = told
            board = self.query_one(Board)
            board.show(self.play.faces(), self.play.cursor, self.host.inks, "",
                       large=self.host.draws_large)  # fmt: skip
        self.show_coach()

    # ------------------------------------------------------------ the light and the way back

    def deed_light(self) -> None:
        """The light on or off."""
        coach = self.host.coach
        coach.set_light(not coach.on)
        self.say(
            "The light is on: it tells whether the game can still be won."
            if coach.on
            else "The light is off."
        )
        self.show()

    def deed_back(self) -> None:
        """Back to the last position that is known to be winnable."""

        def go(ply: int, words: str) -> None:
            self.play.session.go_to(ply)
            self.changed(words)

        self.host.coach.back(go)

    # ------------------------------------------------------------ advice

    @property
    def waits(self) -> bool:
        """Whether keys wait for advice: only while it is looked for, which takes a moment."""
        return self._plays and self._seeking and self.host.coach.asker.ready

    @property
    def _seeking(self) -> bool:
        return self.host.coach.asking("advice")

    def wait_no_more(self) -> None:
        """The advice isn't to be played when it comes, after all."""
        self._plays = False
        self.say("")

    def deed_advice(self) -> None:
        """One action and why; asked again, all reasons, or a longer look."""
        again, self._plays = self._offer is not None, False
        self.host.coach.advise(lambda advice: self._advised(advice, again))

    def _advised(self, advice: Advised, again: bool) -> None:
        play, plays = self.play, self._plays
        self._plays = False
        play.let_go()
        if advice.action is not None:
            joined = ends(advice.action)
            if joined is not None:
                play.advise(joined)
                play.cursor = joined[0]
            self._offer = play.table, play.cursor
        words = " ".join(advice.reasons)
        if advice.action is not None:
            words = f"{advice.action}: {words}"
        more, self._more = self._more, self.fitting(words) != words
        if again and not more and not self._more:
            words += " There is no more to say of it."
            words = words if self.fitting(words) == words else "There is no more to say of it."
        self.host.keep()
        self.show()
        if plays and advice.action is not None:
            self.act([advice.action])
        elif again:
            self.tell(words)
        else:
            self.say(words)

    def deed_play_advice(self) -> None:
        """Play what the coach advises; it is asked first where it hasn't said yet."""
        advice = self.host.coach.said.advice
        if advice is not None and advice.action is not None and not self._seeking:
            self.act([advice.action])
            return
        if not self._seeking:
            self.deed_advice()
        elif not self.host.coach.asker.ready:
            self.say(f"The coach is still getting ready. {PLAYED}")
        self._plays = self._seeking

    def deed_pick(self, low: bool = False) -> None:
        """Pick up or put down; where advice was given or asked for just now, play it."""
        given = self._offer == (self.play.table, self.play.cursor)
        if (given or self._seeking) and not self.play.selected:
            self.deed_play_advice()
        else:
            super().deed_pick(low)

    def deed_let_go(self) -> None:
        """Let go of everything, of advice too."""
        self._offer, self._plays = None, False
        super().deed_let_go()

    # ------------------------------------------------------------ the coach's sheet

    def deed_coach(self) -> None:
        """What the coach can do, and every action with what it does to the win."""
        coach = self.host.coach
        if not coach.on:
            coach.look()
        coach.seek_marks()

        def chosen(deed: str | None) -> None:
            if deed is None:
                return
            if deed.startswith("play "):
                self.act([read_action(deed.removeprefix("play "))])
            else:
                self.action_deed(deed)

        self.app.push_screen(CoachSheet(coach), chosen)

    def deed_marking(self) -> None:
        """Marks of where a selected pile may go, on or off."""
        coach = self.host.coach
        coach.set_marking(not coach.marking)
        self.say(
            "Where a selected pile may go is marked: ✓ keeps the win, ✕ loses it, ? isn't known."
            if coach.marking
            else "What a selected pile's ends do to the win isn't marked."
        )
        self.show()

    def deed_peek(self) -> None:
        """Let the coach look at the order of the stock, if the player is sure."""
        if not self.host.coach.hidden:
            self.say("There is nothing to peek at.")
            return

        def after(peeked: bool) -> None:
            if peeked:
                self.say("The coach looks at the stock now, and the record says so.")

        self._peek(after)

    def _peek(self, after: Callable[[bool], None]) -> None:
        """Ask whether the coach may look; `after` is told."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.host.coach.peek()
                self.host.keep()
                self.show()
            after(bool(yes))

        words = (
            "The coach then uses the order of the cards that aren't dealt yet. The game's record "
            "says so, and it can't be undone."
        )
        self.app.push_screen(Sure("Peek at the stock?", words, "Peek", "Don't peek"), answered)

    # ------------------------------------------------------------ looking back

    def deed_review(self) -> None:
        """The game, action by action; a replay only, if cards are hidden and stay so."""
        if self.host.coach.hidden:
            self._peek(lambda _: self._review())
        else:
            self._review()

    def _review(self) -> None:
        session = self.play.session
        self.app.push_screen(Review(session, self.host), self._left)

    def deed_solution(self) -> None:
        """A way to win from here, to step through."""
        session = self.play.session
        self.app.push_screen(Solution(session, self.host), self._left)

    def _left(self, left: Left | None) -> None:
        """Play on from where a review or a solution was left."""
        if left is not None:
            self.attempt(lambda: self.changed(self.play.session.follow(left.actions, left.ply)))
