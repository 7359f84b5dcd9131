"""The terminal player's commands. Imports `commands`' options; the terminal's modules only when
they are needed, so that all others start fast.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..deals import read_deal
from ..errors import TextError
from .commands import Json, MaybeRules, app
from .inputs import Refused, at, read_record, read_text, shown_name
from .output import Answers, Fields, say

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..terminal.session import Session
    from ..terminal.store import Store


@app.command(epilog="Example: squeezebox terminal --rules skidoo --plain")
def terminal(
    rules: MaybeRules = None,
    layout: Annotated[
        str | None, typer.Option("--layout", metavar="LAYOUT", help="open or stock.")
    ] = None,
    deal: Annotated[
        str | None, typer.Option("--deal", metavar="N", help="The deal of this number.")
    ] = None,
    deck: Annotated[
        str | None, typer.Option("--deck", metavar="CARDS", help="A deck of your own.")
    ] = None,
    target: Annotated[
        str | None, typer.Option("--target", metavar="CARD", help="The target, where you choose.")
    ] = None,
    record: Annotated[
        str | None, typer.Option("--record", metavar="FILE", help="Go on from a record.")
    ] = None,
    plain: Annotated[  # noqa: ARG001
        bool, typer.Option("--plain", help="Lines in, lines out: for screen readers and pipes.")
    ] = False,
) -> None:
    """Play in the terminal; without options, the game that was played last."""
    from ..terminal import plain as lines
    from ..terminal.store import Store

    store = Store.open()
    try:
        session = _session(store, rules, layout, deal, deck, target, record)
        lines.run(session, store, sys.stdin, sys.stdout)
    finally:
        store.close()


def _session(
    store: Store,
    rules: str | None,
    layout: str | None,
    deal: str | None,
    deck: str | None,
    target: str | None,
    record: str | None,
) -> Session:
    """The game to begin with; what was on the table before lies under it."""
    from ..game import Game
    from ..terminal.session import Session, any_deal

    session = store.current() or Session(Game(deal=any_deal()))
    asked = (rules, layout, deal, deck, target)
    if record is not None:
        if any(one is not None for one in asked):
            raise Refused("a record says all of its game: --record stands alone")
        session.take(Session.of_record(read_record(record)))
    elif any(one is not None for one in asked):
        with at("terminal"):
            session.new(
                rules or "accordion",
                layout,
                deal=None if deal is None else read_deal(deal),
                deck=deck,
                target=target,
                came="new" if deal is None and deck is None else "number" if deal else "own deck",
            )
    return session


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
