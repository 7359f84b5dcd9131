"""The plain mode: lines in, lines out, for screen readers, pipes and scripts. Imports `orders`.

It plays the same sessions as the screens, with the same store; a line is a command, or what
`typed` reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TextIO

from ..coach.apart.process import Searcher
from ..errors import Fault, SetupError, TextError
from .asking import quiet_process
from .order import Order
from .orders import ORDER
from .session import Session
from .store import Store
from .talk import Talk, problem
from .typed import read_line

LONGEST = 10_000
"""What a line may have, in characters."""


def run(
    session: Session,
    store: Store,
    stdin: TextIO,
    stdout: TextIO,
    searcher: Callable[[], Searcher] = quiet_process,
) -> int:
    """Play until the player leaves or the input ends; the exit status, which is 0.

    Every deed is kept before it is said. What is wrong with a line is said in one sentence.
    """
    with suppress(AttributeError, ValueError):
        # Bytes that are no text are wrong input, not the end of the game.
        stdin.reconfigure(errors="replace")  # type: ignore[attr-defined]
    talk = Talk(session, store, stdout, searcher)
    someone = stdin.isatty()  # who doesn't want to wait; a script's answers come in order
    with talk.lock:
        talk.start()
        _attend(talk, someone)
    try:
        for line in _lines(talk, stdin, stdout):
            with talk.lock:
                try:
                    _do(talk, line)
                except Fault as error:
                    talk.say(problem(error))
                _attend(talk, someone)
                talk.notice()
            if talk.over:
                break
    finally:
        talk.coach.asker.end()
    store.save(session)  # the time until now
    kept = store.finish()
    talk.notice()
    if not kept:
        talk.say("What you did last could not be kept.")
    return 0


def _attend(talk: Talk, someone: bool) -> None:
    """Let the coach see the game as it is now."""
    talk.attend()
    if not someone:
        talk.settle()


def _lines(talk: Talk, stdin: TextIO, stdout: TextIO) -> Iterator[str]:
    """What is typed, line by line; a prompt is shown to a person only."""
    prompt = "> " if stdin.isatty() and stdout.isatty() else ""
    while True:
        stdout.write(prompt)
        stdout.flush()
        line = stdin.readline(LONGEST + 1)
        if not line:
            return
        if len(line) > LONGEST and not line.endswith("\n"):
            while (rest := stdin.readline(LONGEST)) and not rest.endswith("\n"):
                pass
            talk.say(f"A line has at most {LONGEST} characters.")
            continue
        yield line.strip()


def _do(talk: Talk, line: str) -> None:
    """Do what a line says: answer a question, command, or play."""
    if talk.answered(line):
        return
    first, _, rest = line.partition(" ")
    order = _order(first)
    if order is not None:
        if talk.puzzle is not None and not order.anywhere:
            raise SetupError(f"{order.words[0]} is about your game; it waits until you type stop")
        order.work(talk, rest.strip())
        return
    try:
        typed = read_line(line)
    except TextError as error:
        if first.isalpha() and len(first) > 1:
            raise TextError(f"{problem(error)[:-1]}; help lists all commands") from None
        raise
    talk.play(typed)


def _order(word: str) -> Order | None:
    """The command of this word; a single letter is one in its own case first, as keys are."""
    return ORDER.get(word) or ORDER.get(word.lower())
