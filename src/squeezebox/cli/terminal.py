"""The terminal player's commands. Imports `commands`' options; the terminal's modules only when
they are needed, so that all others start fast.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import TextError
from .commands import Json, MaybeLayout, MaybeRules, app
from .inputs import Refused, read_text, shown_name
from .output import Answers, Fields, say

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..game import TargetNeeded
    from ..terminal.session import Session
    from ..terminal.store import Store


@app.command(epilog="Example: squeezebox terminal --rules skidoo --deal 1 --plain")
def terminal(
    rules: MaybeRules = None,
    layout: MaybeLayout = None,
    deal: Annotated[
        str | None, typer.Option("--deal", metavar="NUMBER", help="The number of a deal.")
    ] = None,
    deck: Annotated[
        str | None, typer.Option("--deck", metavar="CARDS", help="A deck of your own, in quotes.")
    ] = None,
    target: Annotated[
        str | None,
        typer.Option("--target", metavar="CARD", help="The target, where you choose it."),
    ] = None,
    record: Annotated[
        str | None, typer.Option("--record", metavar="FILE", help="Go on with a game in a file.")
    ] = None,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Lines of text only, for screen readers, pipes and scripts."),
    ] = False,
) -> None:
    """Play in the terminal: the game you left, or the one that you ask for."""
    from ..game import TargetNeeded
    from ..terminal.start import Asked, beginning
    from ..terminal.store import Store

    asked = Asked(rules, layout, deal, deck, target, record)
    store = Store.open()
    try:
        first = None
        try:
            session = beginning(store, asked)
        except TargetNeeded as needed:
            if plain:
                raise Refused(f"--target is missing: {needed.message}") from None
            session, first = beginning(store, Asked()), needed
        if plain:
            from ..terminal.plain import run as run_plain

            run_plain(session, store, sys.stdin or StringIO(), sys.stdout)
        else:
            _show(session, store, first)
    finally:
        store.close()


def _show(session: Session, store: Store, needed: TargetNeeded | None) -> None:
    """Play on the screen, which is written where errors are told."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream is not None and stream.isatty() for stream in streams):
        raise Refused(
            "the game needs a terminal for its input, its output and its errors; "
            "with --plain it plays with pipes, too"
        )
    from ..terminal.app import Squeezebox

    # What is loaded by then stays: to look through it again and again would hold keys up.
    game = Squeezebox(session, store, needed=needed, started=gc.freeze)
    game.run()
    if game.return_code:  # it has said what went wrong
        raise typer.Exit(2)


@app.command(epilog="Example: squeezebox stats --export results.jsonl")
def stats(
    take: Annotated[
        str | None,
        typer.Option("--import", metavar="FILE", help="First add what a file of results holds."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--export", metavar="FILE", help="Write everything to a file of results."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Your results in the terminal, for each rule set and layout."""
    from ..terminal.store import Store

    store = Store.open()
    try:
        if take is not None:
            _import(store, take, silent=as_json or out == "-")
        if out is not None:
            _export(store, out)
        if as_json:
            Answers(as_json, str).give_all(_rows(store))
        elif take is None and out is None:
            say(_table(store))
        if said := store.take_notice():
            sys.stderr.write(f"squeezebox: {said}\n")
    finally:
        store.close()


def _import(store: Store, name: str, silent: bool) -> None:
    from ..terminal.figures import imported_words

    text = read_text(name)
    try:
        found = store.imported(text)
    except TextError as error:
        raise Refused(f"{shown_name(name)}: {error}") from None
    if not store.lasts:
        raise Refused(f"nothing was imported: {store.take_notice()}")
    if not silent:
        say(imported_words(found))


def _export(store: Store, name: str) -> None:
    text = store.exported()
    if name == "-":
        sys.stdout.write(text)
        return
    try:
        Path(name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise Refused(f"{shown_name(name)} can't be written: {error.strerror}") from None
    except ValueError:
        raise Refused("--export: this can't be the name of a file") from None


def _rows(store: Store) -> Iterator[Fields]:
    """One line a rule set and layout, the one played last first."""
    from ..terminal.results import modes, statistics

    for mode in modes(store.games()):
        told = statistics(mode.games)
        yield {
            "rules": mode.rules,
            "layout": mode.layout,
            "begun": told.begun,
            "finished": told.finished,
            "deals": told.deals,
            "won": told.won,
            "lost": told.lost,
            "mean_piles": told.average,
            "mean_piles_won": told.average_won,
            "best": store.best(mode.rules, mode.layout),
            "histogram": {str(piles): deals for piles, deals in told.spread},
            "streak": told.streak.now,
            "longest_streak": told.streak.best,
            "seconds": told.seconds,
            "undos": told.undos,
            "hints": told.hints,
            "advice": told.advice,
        }


def _table(store: Store) -> RenderableType:
    from rich.table import Table

    from ..terminal.figures import time_words

    rows = list(_rows(store))
    if not rows:
        return "No game was begun yet: squeezebox terminal plays one."
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("rules", "layout"):
        table.add_column(name)
    for name in ("begun", "won", "best", "piles", "piles won", "streak", "time"):
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(
            row["rules"],
            row["layout"],
            str(row["begun"]),
            f"{row['won']} of {row['deals']}",
            _shown(row["best"]),
            _shown(row["mean_piles"]),
            _shown(row["mean_piles_won"]),
            f"{row['streak']} ({row['longest_streak']})",
            time_words(row["seconds"]),
        )
    return table


def _shown(number: float | None) -> str:
    if number is None:
        return "–"
    return str(number) if isinstance(number, int) else f"{number:.1f}"
