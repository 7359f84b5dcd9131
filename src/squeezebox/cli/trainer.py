"""The command `train`: puzzles to solve in a terminal, line by line. Imports `training`'s options.

It writes and reads plain lines, so it works over a pipe and with a screen reader too. What was
solved is appended, a line each, to a file of results in the player's data folder; the page
imports it.
"""

from __future__ import annotations

import datetime
import json
import secrets
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..deals import LARGEST_DEAL, daily
from ..errors import IllegalAction, TextError
from ..game import Game
from ..record import write
from ..words import count, happened, sentence, stands
from .commands import Rules, app
from .inputs import rules_option, whole_number
from .output import coloured, say

if TYPE_CHECKING:
    from ..coach.puzzles import Puzzle

KEYS = (
    "Type an action; s: show the solution, n: next puzzle, p or nothing: the row again, "
    "?: these keys, q: quit."
)
HEAD = {"format": "squeezebox results", "version": 1}
"""The first line of a file of results."""


class Solved:
    """The puzzles that were solved here, kept in a file that is only ever added to.

    A file that can't be read or written costs no game: `trouble` says what is wrong with it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        """The file."""
        self.trouble = ""
        self.count = 0
        """How many different puzzles were solved."""
        self._seen: set[tuple[str, str, int]] = set()
        try:
            lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        except (OSError, UnicodeDecodeError) as error:
            lines = []
            self._complain(error)
        for line in lines:
            self._learn(line)

    def _learn(self, line: str) -> None:
        """Count a line; what isn't a puzzle, or was only half written, is passed over."""
        try:
            found = json.loads(line)
            if found["kind"] == "puzzle":
                self._seen.add((str(found["rules"]), str(found["puzzle"]), int(found["wish"])))
        except (ValueError, KeyError, TypeError):
            return
        self.count = len(self._seen)

    def add(self, **puzzle: Any) -> None:
        """Keep one that was solved; the first time counts."""
        line = json.dumps({"kind": "puzzle", **puzzle}, separators=(",", ":"))
        before = self.count
        self._learn(line)
        if self.count == before:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new = not self.path.exists()
            with self.path.open("a", encoding="utf-8") as file:
                # A line that was cut off by a crash stays a line of its own.
                file.write((f"{json.dumps(HEAD, separators=(',', ':'))}" if new else "") + "\n")
                file.write(f"{line}\n")
        except OSError as error:
            self._complain(error)

    def _complain(self, error: Exception) -> None:
        reason = getattr(error, "strerror", None) or "it isn't readable text"
        self.trouble = f"{self.path}: {reason}; what is solved now is not kept."


def solved_file() -> Path:
    """Where solved puzzles are kept."""
    from platformdirs import user_data_path

    return user_data_path("squeezebox", appauthor=False) / "puzzles.jsonl"


@app.command(epilog="Example: squeezebox train --rules concertina --step 3")
def train(
    rules: Rules = "accordion",
    step: Annotated[
        str | None,
        typer.Option("--step", metavar="S", help="How hard they are to be, 1 to 5; else any."),
    ] = None,
    number: Annotated[
        str | None, typer.Option("--number", metavar="N", help="Begin with the puzzle N.")
    ] = None,
    today: Annotated[bool, typer.Option("--today", help="Begin with the day's puzzle.")] = False,
) -> None:
    """Solve puzzles, one after the other: find the one action that wins.

    Those that were solved are kept in a file, `puzzles.jsonl` in the user's data folder, which
    the page imports; its name is told at the end.
    """
    rule_set = rules_option(rules)
    wish = None if step is None else whole_number(step, "--step", 1, 5)
    first = None if number is None else whole_number(number, "--number", 0, LARGEST_DEAL)
    from ..coach.puzzles import puzzle as find

    solved = Solved(solved_file())
    if solved.trouble:
        say(solved.trouble)
    day = datetime.date.today() if today else None
    asked = daily(day) if day else first
    say(KEYS)
    going = True
    while going:
        this = secrets.randbelow(LARGEST_DEAL + 1) if asked is None else asked
        found = find(rule_set, this, step=None if day else wish)
        name = str(this) if day is None else day.isoformat()
        tries, going = _solve(found, name)
        if tries:
            solved.add(
                rules=str(rule_set),
                puzzle=name,
                wish=0 if day else wish or 0,
                step=found.step,
                tries=tries,
                solved=int(time.time() * 1000),
            )
            first_try = "Solved at the first try." if tries == 1 else f"Solved with {tries} tries."
            say(f"{first_try} {count(solved.count, 'puzzle')} solved in all.")
            if solved.trouble:
                say(solved.trouble)
        asked = day = None
    if solved.count:
        say(f"{count(solved.count, 'solved puzzle')} in {solved.path}, which the page imports.")


def _show(game: Game) -> None:
    """The row, numbered for whoever hears it."""
    from rich.text import Text

    cards = [str(card) for card in game.table.tops]
    places = " ".join(str(place).ljust(2) for place in range(1, len(cards) + 1))
    say(Text.assemble("Row:    ", coloured(cards), "\nPiles:  ", (places, "dim")))
    if game.target is not None:
        say(f"Target: {game.target}")


def _line() -> str | None:
    """What is typed; `None` at the end of the input."""
    if sys.stdout.isatty():
        sys.stdout.write("> ")
        sys.stdout.flush()
    text = sys.stdin.readline() if sys.stdin is not None else ""
    return text.strip() if text else None


def _solve(found: Puzzle, name: str) -> tuple[int, bool]:
    """Let one puzzle be solved: after how many tries (0: not, or shown), and whether to go on."""
    game = found.game
    say(f"\nPuzzle {name}: {found.label} (step {found.step} of 5). "
        f"One of {found.choices} actions wins.")  # fmt: skip
    _show(game)
    wrong: set[str] = set()
    while (text := _line()) is not None:
        key = text.lower()
        if key in ("q", "quit"):
            return 0, False
        if key in ("n", "next"):
            return 0, True
        if key == "s":
            say(f"Only {found.action} wins: {' '.join(map(str, found.line))}")
            say(write(found.record))
            return 0, True
        if key in ("p", ""):
            _show(game)
            continue
        if key in ("?", "h", "help"):
            say(KEYS)
            continue
        trial = game.copy()
        try:
            trial.push(text)
        except (TextError, IllegalAction) as error:
            say(sentence(getattr(error, "reason", None) or str(error)))
            continue
        tried = str(trial.actions[-1])
        if tried == str(found.action):
            _play_out(found)
            return len(wrong) + 1, True
        wrong.add(tried)
        say(f"{tried} loses the win. Try again.")
    return 0, False


def _play_out(found: Puzzle) -> None:
    """Say the rest of the win."""
    table = found.game.table
    after = table.after(found.action)
    say(f"Right. {happened(table, found.action, after)}")
    rest = found.line[1:]
    for action in rest:
        after = after.after(action)
    if rest:
        say(f"It wins on with {' '.join(map(str, rest))}. {stands(after)}")
    else:
        say(stands(after))
