"""The commands, one function each: what is given, what is asked of the library, what is answered.

Imports `inputs`, `output` and the library; the web service only inside the command that needs
it, so that all others start fast. Commands of other modules join these.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from .. import __version__
from ..cards import write_cards
from ..catalogue import LISTED
from ..errors import IllegalAction, SetupError, TextError
from ..game import Game
from ..perft import perft as count_sequences
from ..record import read_game, split_games
from .inputs import (
    Refused,
    at,
    given_deals,
    read_record,
    read_text,
    rules_option,
    seconds,
    shown_name,
    whole_number,
)
from .output import Answers, Fields, coloured, labelled

if TYPE_CHECKING:
    from rich.text import Text

app = typer.Typer(
    name="squeezebox",
    help="Accordion patience: play it, study it, script it.",
    epilog="Example: squeezebox deal 1..3 --rules skidoo",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


class DoesNotHold(Exception):
    """A record doesn't hold: `verify` ends with exit status 1."""


# ---------------------------------------------------------------- what several commands take


def rule_names(incomplete: str) -> list[tuple[str, str]]:
    """Rule sets for the shell to complete."""
    return [(e.name, e.summary) for e in LISTED if e.name.startswith(incomplete.lower())]


def _layouts(incomplete: str) -> list[str]:
    return [layout for layout in ("open", "stock") if layout.startswith(incomplete)]


Json = Annotated[bool, typer.Option("--json", help="Answer with one JSON object a line.")]
RULES_OPTION = typer.Option(
    "--rules",
    metavar="RULES",
    help="The rule set: a name, or a name with changes such as 'skidoo(deck=9)'.",
    autocompletion=rule_names,
)
Rules = Annotated[str, RULES_OPTION]
MaybeRules = Annotated[str | None, RULES_OPTION]
MaybeLayout = Annotated[
    str | None,
    typer.Option(
        "--layout",
        metavar="LAYOUT",
        help="open or stock; by default the rule set's usual one.",
        autocompletion=_layouts,
    ),
]
DEALS_HELP = (
    "Deal numbers, ranges such as 1..1000, decks in quotes, @FILE with one of these a line, "
    "or - for standard input."
)
RecordFile = Annotated[
    str, typer.Argument(metavar="[FILE]", help="A file with one record, or - for standard input.")
]
Host = Annotated[
    str | None,
    typer.Option("--host", metavar="HOST", help="Where the server listens, instead of 127.0.0.1."),
]
Port = Annotated[
    str | None,
    typer.Option("--port", metavar="PORT", help="The port, 0 to 65535; else one is chosen."),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Don't open the page.")]
Lan = Annotated[
    bool,
    typer.Option("--lan", help="Let a phone or any other device in the local network play, too."),
]


# ---------------------------------------------------------------- playing


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"squeezebox {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _squeezebox(
    context: typer.Context,
    host: Host = None,
    port: Port = None,
    lan: Lan = False,
    no_browser: NoBrowser = False,
    version: Annotated[  # noqa: ARG001  # its callback has done it
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and end."
        ),
    ] = False,
) -> None:
    """Accordion patience: play it, study it, script it. Without a command it opens the game."""
    if context.invoked_subcommand is None:
        play(host, port, lan, no_browser)
    elif (host, port, lan, no_browser) != (None, None, False, False):
        raise Refused(
            "--host, --port, --lan and --no-browser belong to play, "
            f"and can't stand before {context.invoked_subcommand}"
        )


@app.command(epilog="Example: squeezebox play --port 8080 --no-browser")
def play(
    host: Host = None, port: Port = None, lan: Lan = False, no_browser: NoBrowser = False
) -> None:
    """Play in the browser: start the local server and open the page."""
    number = None if port is None else whole_number(port, "--port", 0, 65535)
    if lan and host is not None:
        raise Refused("--lan listens at the local network's addresses, so it goes without --host")
    if lan:
        from ..web import serve_lan

        serve_lan(number, not no_browser)
    else:
        from ..web import serve

        serve("127.0.0.1" if host is None else host, number, not no_browser)


# ---------------------------------------------------------------- deals


@app.command(epilog="Example: squeezebox deal 1 7..9 --rules revenge --json")
def deal(
    deals: Annotated[list[str], typer.Argument(metavar="DEAL", help=DEALS_HELP)],
    rules: Rules = "accordion",
    as_json: Json = False,
) -> None:
    """Print the decks that deal numbers stand for."""
    rule_set = rules_option(rules)
    answers = Answers(as_json, _deal_words)
    for given in given_deals(deals, rule_set):
        answers.give(
            deal=given.number,
            rules=str(rule_set),
            deck=write_cards(given.deck),
            target=None if given.target is None else str(given.target),
        )


def _deal_words(fields: Fields) -> Text:
    from rich.text import Text

    name = "deck" if fields["deal"] is None else f"deal {fields['deal']}"
    words = Text.assemble((f"{name}: ", "dim"), coloured(fields["deck"].split()))
    if fields["target"] is not None:
        words.append_text(Text.assemble(("  target: ", "dim"), coloured([fields["target"]])))
    return words


@app.command(epilog="Example: squeezebox perft 1 --rules skidoo --layout stock --depth 3")
def perft(
    given_deal: Annotated[
        str, typer.Argument(metavar="DEAL", help="A deal number, or a deck in quotes.")
    ],
    depth: Annotated[str, typer.Option("--depth", metavar="D", help="How many actions.")],
    rules: Rules = "accordion",
    layout: MaybeLayout = None,
    as_json: Json = False,
) -> None:
    """Count the sequences of exactly D actions, cards dealt one by one: a check of the rules."""
    length = whole_number(depth, "--depth", 0)
    rule_set = rules_option(rules)
    with at("--layout"):
        settled = rule_set.check_layout(rule_set.layouts[0] if layout is None else layout)
    answers = Answers(as_json, _perft_words)
    aimless = replace(rule_set, target="none")  # a target changes nothing about what is legal
    for given in given_deals([given_deal], rule_set):
        table = Game(aimless, deck=given.deck, layout=settled).table
        answers.give(
            deal=given.number,
            **({"deck": write_cards(given.deck)} if given.number is None else {}),
            rules=str(rule_set),
            layout=settled,
            depth=length,
            count=count_sequences(table, length),
        )


def _perft_words(fields: Fields) -> str:
    name = "deck" if fields["deal"] is None else f"deal {fields['deal']}"
    where = f"{name}, {fields['rules']}, {fields['layout']}, depth {fields['depth']}"
    return f"{where}: {fields['count']}"


# ---------------------------------------------------------------- records


@app.command(epilog="Example: squeezebox actions game.txt --json")
def actions(file: RecordFile = "-", as_json: Json = False) -> None:
    """Show the table after a record, and what is legal there."""
    table = read_record(file).game.table
    Answers(as_json, _actions_words).give(
        rules=str(table.rules),
        row=[str(card) for card in table.tops],
        piles=[[str(card) for card in pile] for pile in table.row],
        stock=len(table.stock),
        actions=[str(action) for action in table.legal_actions],
        outcome=str(table.outcome),
    )


def _actions_words(fields: Fields) -> Text:
    piles = len(fields["piles"])
    return labelled(
        [
            ("rules", fields["rules"]),
            ("row", coloured(fields["row"]) if piles else "empty"),
            ("piles", str(piles)),
            ("stock", str(fields["stock"])),
            ("legal", " ".join(fields["actions"]) or "nothing"),
            ("outcome", fields["outcome"]),
        ]
    )


@app.command(epilog="Example: squeezebox verify games.txt more-games.txt")
def verify(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Files of records, or - for standard input."),
    ],
    as_json: Json = False,
) -> None:
    """Play records through and say of each whether it holds; exit status 1 if one doesn't."""
    answers = Answers(as_json, _verify_words)
    unreadable: list[str] = []
    all_hold = True
    for file in files:
        try:
            text = read_text(file)
        except Refused as refusal:  # the other files are answered all the same
            unreadable.append(str(refusal))
            continue
        for number, (game, error) in enumerate(_games(text), 1):
            all_hold &= game is not None
            answers.give(
                file=file,
                game=number,
                ok=game is not None,
                outcome=None if game is None else str(game.outcome),
                piles=None if game is None else game.piles,
                error=error,
            )
    if unreadable:
        raise Refused("; ".join(unreadable))
    if not all_hold:
        raise DoesNotHold


def _games(text: str) -> Iterator[tuple[Game | None, str | None]]:
    """The games of a text, or what is wrong with them; a text without any is one bad game."""
    chunks = split_games(text)
    if not chunks:
        yield None, "there is no record here"
    for chunk in chunks:
        try:
            yield read_game(chunk).game, None
        except (TextError, SetupError, IllegalAction) as error:
            yield None, str(error)


def _verify_words(fields: Fields) -> Text:
    from rich.text import Text

    where = f"{shown_name(fields['file'])}, game {fields['game']}: "
    if not fields["ok"]:
        return Text.assemble((where, "dim"), ("does not hold", "bold red"), f": {fields['error']}")
    piles = "1 pile" if fields["piles"] == 1 else f"{fields['piles']} piles"
    return Text.assemble((where, "dim"), ("holds", "green"), f": {fields['outcome']}, {piles}")


@app.command(epilog="Example: squeezebox explore endgame.txt --budget 60")
def explore(
    file: RecordFile = "-",
    budget: Annotated[
        str, typer.Option("--budget", metavar="SECONDS", help="How long it may take.")
    ] = "10",
    nodes: Annotated[
        str | None,
        typer.Option("--nodes", metavar="N", help="How many positions it may look at."),
    ] = None,
    memory: Annotated[
        str, typer.Option("--memory", metavar="MB", help="How much memory it may take.")
    ] = "1000",
    seed: Annotated[
        str, typer.Option("--seed", metavar="N", help="As for all searches; this one needs none.")
    ] = "0",
    workers: Annotated[
        str, typer.Option("--workers", metavar="N", help="As for all searches; this one has one.")
    ] = "1",
    as_json: Json = False,
) -> None:
    """Search everything that can still happen after a record: for small positions."""
    limit = seconds(budget, "--budget")
    most = None if nodes is None else whole_number(nodes, "--nodes", 1)
    megabytes = whole_number(memory, "--memory", 1)
    whole_number(seed, "--seed", 0)
    whole_number(workers, "--workers", 1)
    table = read_record(file).game.table
    from ..solver.space import explore_fast

    with _progress() as progress:
        space = explore_fast(table, budget=limit, nodes=most, memory=megabytes, progress=progress)
    Answers(as_json, _explore_words).give(
        positions=space.positions,
        verdict=str(space.verdict),
        fewest_piles=space.fewest_piles,
        winning_actions=None
        if space.winning_actions is None
        else [str(action) for action in space.winning_actions],
        final_tops=None if space.final_tops is None else [str(card) for card in space.final_tops],
    )


@contextmanager
def _progress() -> Iterator[Callable[[int], None] | None]:
    """Somewhere to show a number of positions while a search runs, if a person watches."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("searching") as status:
        yield lambda count: status.update(f"searching: {count:,} positions")


def _explore_words(fields: Fields) -> Text:
    lines: list[tuple[str, str | Text]] = [("verdict", fields["verdict"])]
    if fields["positions"] is None:
        lines.append(
            (
                "all else",
                "not known: the search ended early; --budget, --nodes and --memory give it more",
            )
        )
        return labelled(lines)
    lines += [
        ("positions", str(fields["positions"])),
        ("fewest piles", str(fields["fewest_piles"])),
        ("winning actions", " ".join(fields["winning_actions"]) or "none"),
    ]
    if fields["final_tops"] is not None:
        lines.append(("final tops", coloured(fields["final_tops"]) or "none"))
    return labelled(lines)
