"""The command `train`: puzzles to solve in a terminal, line by line. Imports `training`'s options.

It writes and reads plain lines, so it works over a pipe and with a screen reader too. What was
solved is kept in the terminal's store, beside the games.
"""

from __future__ import annotations

import datetime
import secrets
import sys
from typing import TYPE_CHECKING, Annotated

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
    from ..terminal.store import Store

KEYS = (
    "Type an action; s: show the solution, n: next puzzle, p or nothing: the row again, "
    "?: these keys, q: quit."
)


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

    What was solved is kept with your results in the terminal: `squeezebox stats --export FILE`
    writes them to a file that the page imports, too.
    """
    rule_set = rules_option(rules)
    wish = None if step is None else whole_number(step, "--step", 1, 5)
    first = None if number is None else whole_number(number, "--number", 0, LARGEST_DEAL)
    from ..coach.puzzles import puzzle as find
    from ..terminal.documents import SolvedPuzzle
    from ..terminal.session import moment
    from ..terminal.store import Store

    store = Store.open()
    try:
        _tell_trouble(store)
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
                asked_step = 0 if day else wish or 0
                store.keep_solved(
                    SolvedPuzzle(str(rule_set), name, asked_step, found.step, tries, moment())
                )
                how = "at the first try" if tries == 1 else f"with {tries} tries"
                say(f"Solved {how}. {count(len(store.puzzles()), 'puzzle')} solved in all.")
                _tell_trouble(store)
            asked = day = None
    finally:
        store.close()


def _tell_trouble(store: Store) -> None:
    """Say what is wrong with the file of results, once; play goes on all the same."""
    if notice := store.take_notice():
        say(notice)


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
