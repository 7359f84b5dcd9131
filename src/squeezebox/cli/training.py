"""The commands `puzzle` and `difficulty`. Imports `commands`' options and the library.

The coach's modules for them are imported only when one of them runs: they take a while to load.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from ..cards import write_cards
from ..deals import LARGEST_DEAL, daily
from ..errors import quoted
from ..record import write
from .commands import DEALS_HELP, Json, Rules, app
from .inputs import Refused, asked_deals, at, rules_option, whole_number
from .output import Answers, Fields, coloured, labelled

if TYPE_CHECKING:
    from rich.text import Text

    from ..coach.puzzles import Puzzle


@app.command(epilog="Example: squeezebox puzzle --rules concertina --step 3 --number 7")
def puzzle(
    rules: Rules = "accordion",
    number: Annotated[
        str | None, typer.Option("--number", metavar="N", help="The puzzle of this number.")
    ] = None,
    date: Annotated[
        str | None,
        typer.Option("--date", metavar="DATE", help="The puzzle of a day, such as 2026-11-30."),
    ] = None,
    step: Annotated[
        str | None,
        typer.Option("--step", metavar="S", help="How hard it is to be, 1 to 5; else any."),
    ] = None,
    count: Annotated[
        str, typer.Option("--count", metavar="N", help="So many puzzles, of the next numbers.")
    ] = "1",
    solution: Annotated[
        bool, typer.Option("--show-solution", help="Show the action that wins, and how.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Endings with exactly one action that wins; without a number today's."""
    rule_set = rules_option(rules)
    if number is not None and date is not None:
        raise Refused("a puzzle has either a --number or a --date, not both")
    wanted = None if step is None else whole_number(step, "--step", 1, 5)
    many = whole_number(count, "--count", 1)
    if number is not None:
        first = whole_number(number, "--number", 0, LARGEST_DEAL)
        numbers: Iterator[int] = iter(range(first, min(first + many, LARGEST_DEAL + 1)))
    else:
        numbers = _days(datetime.date.today() if date is None else _date(date), many)
    from ..coach.puzzles import puzzle as find

    answers = Answers(as_json, _puzzle_words)
    for each in numbers:
        with at("--rules"):
            found = find(rule_set, each, step=wanted)
        answers.give(**_puzzle_fields(found, solution))


def _date(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text.strip())
    except ValueError:
        raise Refused(f"--date: {quoted(text)} is not a date such as 2026-11-30") from None


def _days(first: datetime.date, many: int) -> Iterator[int]:
    """The numbers of so many days, as far as the calendar goes."""
    last = min(first.toordinal() + many - 1, datetime.date.max.toordinal())
    for day in range(first.toordinal(), last + 1):
        yield daily(datetime.date.fromordinal(day))


def _puzzle_fields(found: Puzzle, solution: bool) -> Fields:
    game = found.game
    return {
        "number": found.number,
        "rules": str(game.rules),
        "deal": game.deal,
        "ply": found.start_ply,
        "row": [str(card) for card in game.table.tops],
        "target": None if game.target is None else game.target.text,
        "choices": found.choices,
        "chance": found.chance,
        "step": found.step,
        "label": found.label,
        "length": found.length,
        "action": str(found.action) if solution else None,
        "line": " ".join(map(str, found.line)) if solution else None,
        "record": write(found.record),
    }


def _puzzle_words(fields: Fields) -> Text:
    from rich.text import Text

    lines: list[tuple[str, str | Text]] = [
        ("puzzle", f"{fields['number']}, {fields['label']} (step {fields['step']} of 5)"),
        ("rules", fields["rules"]),
        ("row", coloured(fields["row"])),
    ]
    if fields["target"] is not None:
        lines.append(("target", coloured([fields["target"]])))
    lines += [
        ("to play", f"one of {fields['choices']} legal actions wins, in {fields['length']}"),
        ("by chance", f"blind play wins it once in {1 / fields['chance']:,.0f}"),
    ]
    if fields["line"] is not None:
        lines.append(("solution", fields["line"]))
    return Text.assemble(labelled(lines), "\n\n", fields["record"])


@app.command(epilog="Example: squeezebox difficulty 1..10 --rules five-piles")
def difficulty(
    deals: Annotated[list[str], typer.Argument(metavar="DEAL", help=DEALS_HELP)],
    rules: Rules = "accordion",
    as_json: Json = False,
) -> None:
    """How difficult deals are: five steps, by what simulated players leave of them."""
    rule_set = rules_option(rules)
    from ..coach.difficulty import difficulty as judge

    answers = Answers(as_json, _difficulty_words)
    for asked, place in asked_deals(deals, rule_set):
        with at(place):
            found = judge(rule_set, asked)
        deck = {} if isinstance(asked, int) else {"deck": write_cards(asked)}
        answers.give(
            deal=asked if isinstance(asked, int) else None,
            **deck,
            rules=str(rule_set),
            step=found.step,
            label=found.label,
            value=found.value,
        )


def _difficulty_words(fields: Fields) -> str:
    name = "deck" if fields["deal"] is None else f"deal {fields['deal']}"
    told = f"{fields['label']} (step {fields['step']} of 5)"
    return f"{name}: {told}, players typically leave {fields['value']:g} piles"
