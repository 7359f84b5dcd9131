"""Puzzles on the screen: the row to play on, what an action is worth, and the next one.

Imports `game_screen`, `puzzles` and `review`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from ..cards import Card
from ..coach.steps import LABELS
from ..solver import Verdict
from .choices import PUZZLE_STEP
from .coach import BUDGETS, record_of
from .deeds import Host
from .game_screen import GameScreen
from .play import Play
from .puzzles import PATIENCE, STRAYED, TASK, Asked, Puzzle, solved_words
from .reel import Left
from .review import Solution
from .session import Session
from .sheets import Choosing, in_lines
from .tray import Counts, Tray

if TYPE_CHECKING:
    from ..coach.apart.process import Job

OWN = {
    "n": "next_puzzle", "s": "show", "f": "step", "y": "day", "t": "table", "q": "close",
    "escape": "let_go_or_close",
}  # fmt: skip

ALLOWED = ("left", "right", "up", "down", "first", "last", "pick", "distance", "under", "go_to",
           "undo", "redo", "position", "type", "let_go", "other", "hints")  # fmt: skip
"""Deeds of the game that are those of a puzzle, too."""


POSSIBLE = (
    "In a puzzle: play the action that keeps the win; s shows it, Esc goes back to your game."
)


class PuzzleScreen(GameScreen):
    """One puzzle after the other."""

    FOOT: ClassVar[tuple[tuple[str, str, str], ...]] = (
        ("n", "next", "next_puzzle"), ("u", "undo", "undo"), ("s", "solution", "show"),
        ("Esc", "back", "let_go_or_close"), ("f", "how hard", "step"), ("y", "today's", "day"),
        ("t", "as a game", "table"), ("i", "hints", "hints"), (":", "type", "type"),
    )  # fmt: skip

    def __init__(self, host: Host, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        super().__init__(Play(Session(self.puzzle.beginning)), host)
        self._jobs: list[Job] = []

    def on_mount(self) -> None:
        """The puzzle comes to the table."""
        self.lay(self.puzzle)

    def on_unmount(self) -> None:
        """Nobody waits for anything any more."""
        self._leave_off()

    def _leave_off(self) -> None:
        for job in self._jobs:
            job.drop()
        self._jobs.clear()

    def lay(self, puzzle: Puzzle) -> None:
        """Lay a puzzle on the table."""
        self.puzzle = puzzle
        self.play.session = Session(self.puzzle.beginning)
        self.play.arrive()
        self.play.cursor = 1
        before = any(one.key == puzzle.kept().key for one in self.host.store.puzzles())
        self.say("You have solved this one before." if before else "")
        self.show()

    # ------------------------------------------------------------ what is shown

    def facts(self) -> str:
        """Which puzzle it is."""
        return self.puzzle.facts

    def attend(self) -> None:
        """The coach keeps silent here."""

    def show_coach(self) -> None:
        """The task."""
        self.coach(TASK)

    def _foot(self) -> str:
        """The keys of puzzles, each to be clicked, too, in two lines at most."""
        return in_lines(
            [
                (
                    len(key) + len(words) + 1,
                    f"[@click=screen.deed('{deed}')][b $accent]{key}[/] {words}[/]",
                )
                for key, words, deed in self.FOOT
            ],
            self.size.width - 2,
        )

    def _counts(self) -> Counts:
        return replace(super()._counts(), best=None)

    def over(self) -> str:
        """Whether it is over is said by what an action was worth."""
        return ""

    # ------------------------------------------------------------ keys

    def press(self, key: str, character: str | None) -> bool:
        """Work a key of its own, or one of the game's that is good for puzzles, too."""
        own = OWN.get(key) or OWN.get((character or "").lower())
        if not self.typing and own:
            self.action_deed(own)
            return True
        return super().press(key, character)

    def action_deed(self, name: str) -> None:
        """Do what a key or the foot names, if it is about puzzles; else say what there is."""
        if name in ALLOWED or name in OWN.values():
            super().action_deed(name)
        else:
            self.say(POSSIBLE)

    def deed_hints(self) -> None:
        """Hints on or off, for puzzles only: the setting of games stays as it is."""
        self.play.hints = not self.play.hints
        self.say("Hints on, for puzzles only." if self.play.hints else "Hints off.")
        self.show()

    def deed_let_go_or_close(self) -> None:
        """Let go of what is selected; else close."""
        if self.play.selected:
            self.deed_let_go()
        else:
            self.deed_close()

    def deed_close(self) -> None:
        """Back to the game."""
        self.dismiss(None)

    def deed_pick(self, low: bool = False) -> None:
        """Pick up or put down."""
        self.picked(self.play.cursor, low)

    def deed_undo(self) -> None:
        """One action back, not beyond where the puzzle begins."""
        if self.play.session.ply > self.puzzle.start:
            super().deed_undo()
        else:
            self.say("This is where the puzzle begins.")

    def go_to(self, ply: int) -> None:
        """Go to a point of it."""
        super().go_to(max(ply, self.puzzle.start))

    def on_tray_gone(self, event: Tray.Gone) -> None:
        """A point of the bellows was clicked."""
        self.go_to(event.ply)

    # ------------------------------------------------------------ what actions are worth

    def _done(self, said: str, made: int, follow: Card | None) -> None:
        super()._done(said, made, follow)
        if made:
            self._judge(said)

    def changed(self, words: str) -> None:
        """It stands at another point."""
        super().changed(words)
        self._judge(words)

    def _judge(self, said: str) -> None:
        puzzle, game = self.puzzle, self.play.session.game
        before = puzzle.solved
        worth = puzzle.judge(game)
        self._leave_off()
        if puzzle.solved and not before and not puzzle.shown:
            self.host.store.keep_solved(puzzle.kept())
            worth += f" {solved_words(self.host.store.puzzles(), self.host.today())}"
        self.say(f"{worth} {said}" if worth else said)
        if worth and not puzzle.on_line(game):
            asker = self.host.coach.asker
            asked = {"record": record_of(self.play.session)}
            self._jobs.append(
                asker.ask("light", asked, BUDGETS["light"], self._strayed, lambda _: None)
            )

    def _strayed(self, answer: dict[str, Any]) -> None:
        if answer["verdict"] == Verdict.LOST:
            self.say(STRAYED)

    # ------------------------------------------------------------ other puzzles

    def deed_next_puzzle(self) -> None:
        """Another one."""
        self._take(
            Asked.any(self.puzzle.asked.rules, int(PUZZLE_STEP.of(self.host.store.settings)))
        )

    def deed_day(self) -> None:
        """The day's."""
        self._take(Asked.of_day(self.puzzle.asked.rules, self.host.today()))

    def _take(self, asked: Asked) -> None:
        self._leave_off()
        asker = self.host.coach.asker
        asker.tell(self.say, "Looking for a puzzle …")
        self._jobs.append(
            asker.ask(
                "puzzle",
                asked.question,
                PATIENCE,
                lambda answer: self.lay(Puzzle.of(asked, answer)),
                self.say,
            )
        )

    def deed_step(self) -> None:
        """How hard the next ones are to be."""

        def chosen(step: str | None) -> None:
            if step is not None:
                self.host.store.settings.set(PUZZLE_STEP.name, step)
                self.deed_next_puzzle()

        options = [("0", "any"), *((str(at), name) for at, name in enumerate(LABELS, 1))]
        self.app.push_screen(Choosing("How hard?", options, narrow=True), chosen)

    def deed_show(self) -> None:
        """The solution, to step through."""
        puzzle = self.puzzle
        puzzle.shown = puzzle.shown or not puzzle.solved
        session = Session(self.puzzle.beginning)

        def left(where: Left | None) -> None:
            if where is not None:
                at = max(where.ply, puzzle.start)
                self.changed(self.play.session.follow(where.actions, at))

        self.app.push_screen(Solution(session, self.host, puzzle.line), left)

    def deed_table(self) -> None:
        """Play it as a game, from where it begins."""
        puzzle = self.puzzle
        headers = {**puzzle.record.headers.others, "Source": puzzle.source}
        session = Session(self.puzzle.beginning, came="puzzle", headers=headers)
        self.dismiss(None)
        self.host.begin(lambda _: self.host.coach.session.take(session, f"{puzzle.source}. "))
