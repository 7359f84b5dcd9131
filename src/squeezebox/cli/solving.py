"""The commands that search: `solve` and `targets`. Imports `commands`' options and the library.

The searches are imported only when one of them runs: they take a while to load.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..cards import Card, write_cards
from ..catalogue import LISTED
from ..game import Game
from ..rules import Layout, RuleSet
from ..solver.bounds import USUAL
from .commands import DEALS_HELP, Json, MaybeLayout, MaybeRules, app
from .inputs import Refused, asked_deals, at, read_record, rules_option, seconds, whole_number
from .output import Answers, Fields, labelled

if TYPE_CHECKING:
    from rich.text import Text

    from ..solver.solving import Solution

Budget = Annotated[
    str, typer.Option("--budget", metavar="SECONDS", help="How long each deal may take.")
]
Nodes = Annotated[
    str | None, typer.Option("--nodes", metavar="N", help="How many rows it may look at.")
]
Memory = Annotated[
    str, typer.Option("--memory", metavar="MB", help="How much a proof may remember.")
]
Seed = Annotated[str, typer.Option("--seed", metavar="N", help="Another seed gives other actions.")]
Workers = Annotated[
    str | None, typer.Option("--workers", metavar="N", help="How many threads; else all cores.")
]


def bounds_option(budget: str, nodes: str | None, memory: str, seed: str) -> dict[str, Any]:
    """The bounds of a search that options give.

    Raises:
        Refused: if one makes no sense.
    """
    return {
        "budget": seconds(budget, "--budget"),
        "nodes": None if nodes is None else whole_number(nodes, "--nodes", 1),
        "memory": whole_number(memory, "--memory", 1, 1_000_000),
        "seed": whole_number(seed, "--seed", 0),
    }


def threads_option(workers: str | None) -> int | None:
    """The number of threads that `--workers` names; `None` for all cores.

    Raises:
        Refused: if it isn't one.
    """
    return None if workers is None else whole_number(workers, "--workers", 1, 1000)


@app.command(epilog="Example: squeezebox solve 1..10 --rules idle-year --json")
def solve(
    deals: Annotated[
        list[str] | None, typer.Argument(metavar="DEAL...", help=DEALS_HELP, show_default=False)
    ] = None,
    rules: MaybeRules = None,
    layout: MaybeLayout = None,
    target: Annotated[
        str | None, typer.Option("--target", metavar="CARD", help="The target, if one is chosen.")
    ] = None,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help="Solve from the position after a record."),
    ] = None,
    budget: Budget = f"{USUAL.budget:g}",
    nodes: Nodes = None,
    memory: Memory = str(USUAL.memory),
    seed: Seed = str(USUAL.seed),
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Find a win of each deal, or prove that there is none."""
    bounds = bounds_option(budget, nodes, memory, seed)
    threads = threads_option(workers)
    answers = Answers(as_json, _words)
    if record is not None:
        if deals or layout or target or rules:
            raise Refused("--record brings its own deal, rule set, layout and target")
        from ..solver.solving import solve as search

        game = read_record(record).game
        answers.give(**_fields(game, search(game, **bounds)))
        return
    if not deals:
        raise Refused("a deal to solve is missing: give numbers, a range, or a deck in quotes")
    rule_set = rules_option(rules or LISTED[0].name)
    with at("--layout"):
        played = rule_set.check_layout(layout or rule_set.layouts[0])
    with at("--target"):
        card = None if target is None else Card(target)
    for some in _solved(deals, rule_set, played, card, bounds, threads):
        answers.give_all(some)


def _solved(
    deals: list[str],
    rules: RuleSet,
    layout: Layout,
    target: Card | None,
    bounds: dict[str, Any],
    workers: int | None,
) -> Iterator[Iterable[Fields]]:
    """The answers' fields, in the order of what was asked for, as many at a time as are known."""
    from ..solver.many import Deals
    from ..solver.solving import solve as search

    solver = Deals(rules, layout=layout, target=target, **bounds)
    head = {"rules": str(rules), "layout": layout}
    rest = asked_deals(deals, rules)
    for by_number, group in groupby(rest, key=lambda asked: isinstance(asked[0], int)):
        if by_number:
            first, numbers = _peeked(group)
            with at(first[1]):  # what is wrong with one deal's target is wrong with the rule set
                Game(rules, deal=first[0], layout=layout, target=target)
            for some in solver.answers(numbers, workers):
                yield [
                    {
                        "deal": number,
                        **head,
                        "target": None if named is None else named.text,
                        **_found(found),
                    }
                    for number, named, found in some
                ]
            continue
        for deck, place in group:
            assert not isinstance(deck, int)
            with at(place):
                game = Game(rules, deck=deck, layout=layout, target=target)
            yield [_fields(game, search(game, **bounds))]


def _peeked(group: Iterator[tuple[Any, str]]) -> tuple[tuple[Any, str], Iterator[int]]:
    """The first of what was asked for, and all numbers, it included."""
    first = next(group)

    def numbers() -> Iterator[int]:
        yield first[0]
        for number, _ in group:
            yield number

    return first, numbers()


def _found(found: Solution) -> Fields:
    return {
        "verdict": found.verdict,
        "piles": found.piles,
        "actions": str(found.line),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def _deal(game: Game) -> Fields:
    """What was dealt: a number, or none and the deck."""
    if game.deal is not None:
        return {"deal": game.deal}
    return {"deal": None, "deck": write_cards(game.deck)}


def _fields(game: Game, found: Solution) -> Fields:
    return {
        **_deal(game),
        "rules": str(game.rules),
        "layout": game.layout,
        "target": None if game.target is None else game.target.text,
        **_found(found),
    }


@app.command(epilog="Example: squeezebox targets 7 --json")
def targets(
    deal: Annotated[
        str, typer.Argument(metavar="DEAL", help="A deal number, or a deck in quotes.")
    ],
    budget: Budget = f"{USUAL.budget:g}",
    nodes: Nodes = None,
    memory: Memory = str(USUAL.memory),
    seed: Seed = str(USUAL.seed),
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Accordion with a target of your choice: which cards of a deal can be the last one."""
    from ..solver.many import Targets

    bounds = bounds_option(budget, nodes, memory, seed)
    threads = threads_option(workers)
    rules = rules_option("accordion")
    answers = Answers(as_json, _words)
    for asked, place in asked_deals([deal], rules):
        number, deck = (asked, None) if isinstance(asked, int) else (None, asked)
        with at(place):
            game = Game(rules, deal=number, deck=deck)
        for some in Targets(game, **bounds).answers(game.deck[2:], threads):
            found = [(card, _found(solution)) for card, _, solution in some]
            answers.give_all(
                {
                    **_deal(game),
                    "card": card.text,
                    **{name: value for name, value in fields.items() if name != "piles"},
                }
                for card, fields in found
            )


def _words(fields: Fields) -> Text:
    what = fields.get("card") or fields.get("target")
    lines: list[tuple[str, str | Text]] = []
    if fields.get("deal") is not None:
        lines.append(("deal", str(fields["deal"])))
    if what:
        lines.append(("target", what))
    verdict = fields["verdict"]
    if fields.get("piles") is not None and verdict != "winnable":
        verdict += f", at best {fields['piles']} piles found"
    lines += [("verdict", verdict), ("actions", fields["actions"])]
    lines.append(("searched", f"{fields['nodes']:,} rows, {1000 * fields['seconds']:.1f} ms"))
    return labelled(lines)
