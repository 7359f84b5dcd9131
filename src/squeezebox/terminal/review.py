"""Looking back at a game, and ahead along a solution. Imports `reel`, `coach` and `said`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ..actions import Action, read_action
from ..record import read, write
from ..solver import Verdict
from ..table import Table
from ..words import count, stands
from .coach import BUDGETS, LONGER, game_with, record_of, whole_record
from .deeds import Host
from .more_sheets import FileWish, RecordSheet
from .reel import Left, Reel, does
from .said import actions_of, briefly, light_of, lit, summary
from .session import Session

if TYPE_CHECKING:
    from ..coach.apart.process import Job

LEGEND = "+ winnable  ! only this kept it  ✕ this lost it  - lost  ? not known"
SECRET = "The order of the stock isn't looked at, so this is a replay only."


class Review(Reel):
    """A game's whole line, with what each action did to the win."""

    heading = "Review"
    KEYS: ClassVar[Mapping[str, str]] = {"x": "fall", "b": "better", "s": "save"}

    def __init__(self, session: Session, host: Host) -> None:
        super().__init__(host, session.game, session.whole, session.ply)
        self.found: dict[str, Any] | None = None
        self._coach = host.coach
        self._record = whole_record(session)
        self._job: Job | None = None
        self._secret = host.coach.hidden

    def on_mount(self) -> None:
        """Ask for the review, and show the game meanwhile."""
        super().on_mount()
        if self._secret:
            self.note = SECRET
            return
        asker = self._coach.asker
        asker.tell(self._noted, "Looking at every action …")
        asked = {"record": write(self._record)}
        self._job = asker.ask("review", asked, BUDGETS["review"], self._answered, self._failed)

    def on_unmount(self) -> None:
        """Nobody waits for it any more."""
        self.stop()
        if self._job is not None:
            self._job.drop()

    def _answered(self, answer: dict[str, Any]) -> None:
        self.found = answer
        self._coach.reviewed(self._record.game, answer)
        self.note = f"{summary(answer)}\n{LEGEND}"
        self.show()

    def _failed(self, words: str) -> None:
        self.note = words
        self.show()

    # ------------------------------------------------------------ what is said

    def _next(self, ply: int) -> Mapping[str, Any]:
        """What was found of the action after a point."""
        if self.found is None or ply >= len(self.actions):
            return {}
        found: Mapping[str, Any] = self.found["plies"][ply + 1]
        return found

    def tell(self, ply: int, table: Table) -> str:
        """The point, the light there, and what the next action does."""
        where = f"After action {ply} of {len(self.actions)}" if ply else "The start"
        words = f"{where}: {count(len(table.row), 'pile')}"
        if self.found is not None:
            verdict = Verdict(self.found["plies"][ply]["verdict"])
            words += f"  {' '.join(lit(verdict, table))}"
        if ply == len(self.actions):
            return f"{words}\n{stands(table)}"
        after = self._next(ply)
        words += f"\nNext, {does(table, self.actions[ply])}."
        if after.get("only"):
            words += " It was the only action that kept the win."
        if self.found is not None and self.found["lost_at"] == ply + 1:
            words += " It lost the win."
        if after.get("best"):
            words += f"\nBetter: {does(table, read_action(after['best']))}."
        return words

    def lit(self, ply: int) -> Action | None:
        """The better action, where there is one; else the next."""
        best = self._next(ply).get("best")
        return read_action(best) if best else super().lit(ply)

    def signs(self) -> Sequence[str]:
        """The light at each point."""
        if self.found is None:
            return ()
        signs = {"winnable": "+", "lost": "-", "unknown": "?"}
        lost_at = self.found["lost_at"]
        return [
            "✕" if each["ply"] == lost_at else "!" if each["only"] else signs[each["verdict"]]
            for each in self.found["plies"]
        ]

    def more_keys(self) -> list[tuple[str, str, str]]:
        """The losing action, the better line, and the annotated record."""
        if self.found is None:
            return []
        made = [("x", "lost at", "fall")] if self.found["lost_at"] is not None else []
        if self._next(self.at).get("best"):
            made.append(("b", "better line", "better"))
        return [*made, ("s", "save", "save")]

    # ------------------------------------------------------------ deeds

    def do_fall(self) -> None:
        """Go to where the win was lost."""
        if self.found is not None and self.found["lost_at"] is not None:
            self.stop()
            self.go(self.found["lost_at"] - 1)

    def do_better(self) -> None:
        """Step through the line that would have kept the win."""
        line = actions_of(self._next(self.at).get("line", ()))
        if not line:
            return
        self.stop()
        game = self._record.game
        session = Session(game_with(game, self.actions[: self.at]))
        self.app.push_screen(Solution(session, self.host, line), self._better_left)

    def _better_left(self, left: Left | None) -> None:
        if left is not None:
            self.dismiss(left)

    def do_save(self) -> None:
        """Save the record with the review as comments."""
        if self.found is None:
            return
        self.stop()
        text = self.found["record"]
        record = read(text)

        def wished(wish: FileWish | None) -> None:
            if wish is not None:
                self.host.save_to(wish.path, record, self._noted)

        path = self.host.file_for(record, "-review")
        self.app.push_screen(RecordSheet(text, path, opens=False), wished)

    def _noted(self, words: str) -> None:
        self.note = words
        self.show()


class Solution(Reel):
    """A way to win from where a game stands, to step through and to leave anywhere."""

    heading = "A solution"
    KEYS: ClassVar[Mapping[str, str]] = {"f": "start"}

    def __init__(self, session: Session, host: Host, line: Sequence[Action] = ()) -> None:
        super().__init__(host, session.game, session.game.actions, session.ply)
        self._session, self._coach = session, host.coach
        self._from = session.ply
        self._line: tuple[Action, ...] | None = None
        self._job: Job | None = None
        if line:
            self._follow(line)

    def on_mount(self) -> None:
        """Look for a solution, unless one is in hand."""
        super().on_mount()
        if self._line is None:
            self._look()

    def on_unmount(self) -> None:
        """Nobody waits for it any more."""
        self.stop()
        if self._job is not None:
            self._job.drop()

    def _look(self) -> None:
        coach, session = self._coach, self._session
        mine = session is coach.session
        secret = mine and coach.hidden
        known = coach.known(self._from) if mine and not secret else None
        if known is not None and known.verdict is Verdict.WINNABLE:
            self._follow(known.line)
        elif secret:
            self.note = "The order of the stock isn't looked at, so no solution is known."
        else:
            asker = coach.asker
            asker.tell(self._failed, "Looking for a solution …")
            asked = {"record": record_of(session, self._from, seen=True)}
            self._job = asker.ask("light", asked, LONGER, self._answered, self._failed)
        self.show()

    def _answered(self, answer: dict[str, Any]) -> None:
        light = light_of(answer)
        self._coach.learn(self._session.game, self._from, light)
        if light.verdict is Verdict.WINNABLE:
            self._follow(light.line)
        elif light.verdict is Verdict.LOST:
            self.note = "There is none: it is proved that no way of playing wins from here."
        else:
            self.note = f"None was found in {LONGER:.0f} seconds. There may be one all the same."
        self.show()

    def _failed(self, words: str) -> None:
        self.note = words
        self.show()

    def _follow(self, line: Sequence[Action]) -> None:
        game = self._session.game
        self._line = briefly(line)
        self.load(game, (*game.actions[: self._from], *self._line), self._from)
        steps = count(len(self._line), "action")
        self.note = f"It wins with {steps}." if self._line else "The game is won already."

    def tell(self, ply: int, table: Table) -> str:
        """The point, and the next action."""
        if self._line is None:
            return ""
        if ply < self._from:
            where = f"Your action {ply} of {self._from}"
        else:
            where = f"Action {ply - self._from} of {len(self._line)}"
        words = f"{where}: {count(len(table.row), 'pile')}."
        if ply == len(self.actions):
            return f"{words}\n{stands(table)}"
        return f"{words}\nNext, {does(table, self.actions[ply])}."

    def more_keys(self) -> list[tuple[str, str, str]]:
        """A solution from the start instead."""
        return [("f", "from the start", "start")] if self._from else []

    def do_start(self) -> None:
        """Look for a solution from the start."""
        self.stop()
        if self._job is not None:
            self._job.drop()
        self._from, self._line = 0, None
        self.load(self._session.game, (), 0)
        self._look()
