"""The commands of the coach: `review` and `advice`. Imports `solving`'s options and the library.

What a person reads is made from the fields that a script gets.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..actions import Action
from ..bellows import bellows_text
from ..coach import Advice, Review, advise, annotated, looks_ahead, peeked, review as look_back
from ..coach.light import MEMORY
from ..errors import TextError
from ..record import Record, read_game, split_games, write
from ..solver.bounds import USUAL
from .commands import Json, RecordFile, app
from .inputs import Refused, at, read_record, read_text, shown_name
from .output import Answers, Fields, labelled, say
from .solving import Budget, Memory, Nodes, Seed, Workers, bounds_option, threads_option

if TYPE_CHECKING:
    from rich.text import Text

LIGHTS = {"winnable": ("+", "green"), "lost": ("-", "red"), "unknown": ("?", "yellow")}
"""How the light is shown under the bellows: never by its colour alone."""

COLUMNS = 64
"""Positions in one line of the bellows."""

Progress = Callable[[int, int], None]


@app.command(epilog="Example: squeezebox review game.txt --write annotated.txt")
def review(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file of records, or - for standard input.")
    ],
    out: Annotated[
        str | None,
        typer.Option("--write", metavar="OUT", help="Write the records there, with comments."),
    ] = None,
    budget: Budget = f"{USUAL.budget:g}",
    nodes: Nodes = None,
    memory: Memory = str(MEMORY),
    seed: Seed = str(USUAL.seed),
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Look at games action by action: what could be won, and where the win was lost."""
    bounds = bounds_option(budget, nodes, memory, seed)
    threads_option(workers)  # as for all searches; this one has one
    written: list[str] = []
    for number, record in enumerate(_records(file), 1):
        with _progress(f"game {number}") as progress:
            found = look_back(record.game, progress=progress, **bounds)
        fields = [_ply_fields(number, found, ply) for ply in range(len(found.plies))]
        if as_json:
            Answers(as_json, str).give_all(fields)
        else:
            say(_review_words(record, fields, found))
        written.append(write(annotated(record, found)))
    if out is not None:
        _write(out, "\n".join(written))


def _records(file: str) -> Iterator[Record]:
    """The records of a file, one after the other; there is at least one.

    Raises:
        Refused: at the first that doesn't hold.
    """
    chunks = split_games(read_text(file))
    with at(shown_name(file)):
        if not chunks:
            raise TextError("there is no record here", line=1, column=1)
        for chunk in chunks:
            yield read_game(chunk)


def _write(out: str, text: str) -> None:
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{shown_name(out)} can't be written: {error.strerror}") from None
    except ValueError:
        raise Refused("--write: this can't be the name of a file") from None


@contextmanager
def _progress(what: str) -> Iterator[Progress | None]:
    """Somewhere to show how far a review is, if a person watches."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status(f"reviewing {what}") as status:
        yield lambda done, of: status.update(f"reviewing {what}: {done} of {of} positions")


def _texts(actions: tuple[Action, ...]) -> list[str]:
    return [str(action) for action in actions]


def _ply_fields(number: int, found: Review, ply: int) -> Fields:
    one = found.plies[ply]
    return {
        "game": number,
        "ply": one.ply,
        "action": None if one.action is None else str(one.action),
        "verdict": str(one.verdict),
        "piles": one.piles,
        "only": one.only,
        "best": None if one.best is None else str(one.best),
        "line": _texts(one.line),
    }


def _review_words(record: Record, fields: list[Fields], found: Review) -> Text:
    from rich.text import Text

    headers = record.headers
    name = f"deal {headers['Deal']}" if "Deal" in headers else "a deck of its own"
    rules = f"{headers['Rules']}, {headers['Layout']}, {name}: {record.game.outcome}"
    number = fields[0]["game"]
    lines = [] if number == 1 else [Text()]
    lines += [Text.assemble((f"game {number}: ", "dim"), rules), Text()]
    lines += [*_bellows(fields), Text()]
    lines.append(Text(f"{'ply':5}{'action':8}{'piles':7}light", "dim"))
    for one in fields:
        mark, colour = LIGHTS[one["verdict"]]
        remark = _remark(one, found)
        light = f"{mark} {one['verdict']}"
        lines.append(
            Text.assemble(
                f"{one['ply']:<5}{one['action'] or '':8}{one['piles']:<7}",
                (f"{light:12}{remark}" if remark else light, colour),
            )
        )
    lines += [Text(), Text(_summary(found, len(fields)))]
    if looks_ahead(record):
        lines.append(Text("The game isn't over: this looks at the order of the stock.", "dim"))
    return Text("\n").join(lines)


def _bellows(fields: list[Fields]) -> Iterator[Text]:
    """The piles as blocks, the light under each."""
    from rich.text import Text

    blocks = bellows_text([one["piles"] for one in fields], max(len(fields), 2))
    for start in range(0, len(fields), COLUMNS):
        lights = (LIGHTS[one["verdict"]] for one in fields[start : start + COLUMNS])
        yield from (Text(blocks[start : start + COLUMNS]), Text.assemble(*lights))


def _remark(one: Fields, found: Review) -> str:
    if one["only"]:
        return "the only one that kept the win"
    if one["best"] is None:
        return ""
    lost = "lost the win; " if one["ply"] == found.lost_at else ""
    return f"{lost}{one['best']} kept it: {' '.join(one['line'])}"


def _summary(found: Review, positions: int) -> str:
    """Where the win was lost, in one sentence."""
    if found.last_winnable is None:
        lost = found.plies[0].verdict == "lost"
        return "There was no win." if lost else "Whether there was a win is not known."
    if found.lost_at is not None:
        action = found.plies[found.lost_at].action
        return f"Action {found.lost_at}, {action}, lost the win."
    if found.last_winnable == positions - 1:
        return f"It can still be won: {' '.join(_texts(found.line))}" if found.line else "Won."
    return f"After action {found.last_winnable} there was a win; later ones are not known."


# ---------------------------------------------------------------- advice


@app.command(epilog="Example: squeezebox advice game.txt --json")
def advice(
    file: RecordFile = "-",
    peek: Annotated[
        bool, typer.Option("--peek", help="Use the order of the cards that aren't dealt yet.")
    ] = False,
    budget: Budget = "1",
    nodes: Nodes = None,
    memory: Memory = str(MEMORY),
    seed: Seed = str(USUAL.seed),
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Advise one action after a record, and say why."""
    bounds = bounds_option(budget, nodes, memory, seed)
    threads_option(workers)  # as for all searches; this one has one
    record = read_record(file)
    found = advise(record.game, peek=peek or peeked(record), **bounds)
    Answers(as_json, _advice_words).give(**_advice_fields(found))


def _advice_fields(found: Advice) -> Fields:
    estimate = found.estimate
    return {
        "action": None if found.action is None else str(found.action),
        "verdict": str(found.verdict),
        "reasons": list(found.reasons),
        "line": _texts(found.line),
        "piles": found.piles,
        "estimate": None
        if estimate is None
        else {
            "orders": estimate.orders,
            "choices": [
                {
                    "action": str(choice.action),
                    "value": choice.value,
                    "win_rate": choice.win_rate,
                    "win_error": choice.win_error,
                    "mean_piles": choice.mean_piles,
                    "piles_error": choice.piles_error,
                }
                for choice in estimate.choices
            ],
        },
    }


def _advice_words(fields: Fields) -> Text:
    from rich.text import Text

    mark, colour = LIGHTS[fields["verdict"]]
    return labelled(
        [
            ("action", fields["action"] or "none"),
            ("light", Text(f"{mark} {fields['verdict']}", colour)),
            *(("" if place else "why", said) for place, said in enumerate(fields["reasons"])),
            ("line", " ".join(fields["line"]) or "none"),
            ("piles", str(fields["piles"])),
        ]
    )
