"""The command `simulate`. Imports `commands`' and `solving`'s options and the library.

The compiled players are imported only when it runs: they take a while to load.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from ..catalogue import LISTED
from ..players import PLAYERS, player as player_called
from .commands import DEALS_HELP, Json, MaybeLayout, MaybeRules, app
from .inputs import Refused, asked_deals, at, rules_option, whole_number
from .output import Answers, Fields, labelled, on_terminal
from .solving import Workers, threads_option

if TYPE_CHECKING:
    from rich.text import Text

    from ..players.simulate import Simulation

BAR = 40
"""Columns of the longest bar of a histogram."""
TOLD = 0.2
"""Seconds between two lines about how far it is."""


def complete_players(incomplete: str) -> list[tuple[str, str]]:
    """Players for the shell to complete."""
    return [(one.name, one.summary) for one in PLAYERS if one.name.startswith(incomplete.lower())]


MaybePlayer = Annotated[
    str | None,
    typer.Option(
        "--player",
        metavar="PLAYER",
        help=f"Who plays: {', '.join(one.name for one in PLAYERS)}.",
        autocompletion=complete_players,
    ),
]


@app.command(epilog="Example: squeezebox simulate 1..10000 --player sweepers")
def simulate(
    deals: Annotated[
        list[str] | None, typer.Argument(metavar="DEAL...", help=DEALS_HELP, show_default=False)
    ] = None,
    player: MaybePlayer = None,
    rules: MaybeRules = None,
    layout: MaybeLayout = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="N", help="Another seed draws other lots.")
    ] = "1",
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Let a simulated player play deals: how many are won, how many piles are left."""
    if player is None:
        names = ", ".join(one.name for one in PLAYERS)
        raise Refused(f"--player is missing: who plays? One of {names}")
    with at("--player"):
        who = player_called(player)
    if not deals:
        raise Refused("a deal to play is missing: give numbers, a range, or a deck in quotes")
    rule_set = rules_option(rules or LISTED[0].name)
    with at("--layout"):
        played = rule_set.check_layout(layout or rule_set.layouts[0])
    lots = whole_number(seed, "--seed", 0)
    threads = threads_option(workers)
    from ..players.simulate import simulate as let_play

    telling = _Telling(who.name, not as_json)
    try:
        found = let_play(
            who,
            rule_set,
            (asked for asked, _ in asked_deals(deals, rule_set)),
            layout=played,
            seed=lots,
            workers=threads,
            progress=telling.told,
        )
    finally:
        telling.end()
    Answers(as_json, _words).give(**_fields(found))


class _Telling:
    """Says on a terminal, in one line that goes again, how many deals have been played."""

    def __init__(self, name: str, wanted: bool) -> None:
        self._name = name
        self._wanted = wanted and on_terminal() and sys.stderr is not None and sys.stderr.isatty()
        self._next = time.monotonic() + TOLD
        self._width = 0

    def told(self, done: int) -> None:
        """So many were played."""
        if self._wanted and time.monotonic() >= self._next:
            line = f"{self._name} has played {done:,} deals"
            self._width = len(line)
            sys.stderr.write(f"\r{line}")
            sys.stderr.flush()
            self._next = time.monotonic() + TOLD

    def end(self) -> None:
        """Take the line away."""
        if self._width:
            sys.stderr.write(f"\r{' ' * self._width}\r")
            sys.stderr.flush()


def _fields(found: Simulation) -> Fields:
    return {
        "player": found.player,
        "rules": str(found.rules),
        "layout": found.layout,
        "deals": found.deals,
        "won": found.won,
        "mean_piles": found.mean_piles,
        "histogram": {str(piles): count for piles, count in enumerate(found.histogram) if count},
    }


def _words(fields: Fields) -> Text:
    from ..statistics import mean_of_counts, wilson

    deals, won = fields["deals"], fields["won"]
    low, high = wilson(won, deals)
    counts = [fields["histogram"].get(str(piles), 0) for piles in range(53)]
    mean, error = mean_of_counts(counts)
    off = "" if deals < 2 else f" ± {error:.{DIGITS}f}"
    most = max(counts)
    shown = [piles for piles, count in enumerate(counts) if count]
    width = len(f"{most:,}")
    return labelled(
        [
            ("player", fields["player"]),
            ("rules", f"{fields['rules']}, {fields['layout']}"),
            ("deals", f"{deals:,}"),
            (
                "won",
                f"{won:,}: {100 * won / deals:.3g} % "
                f"(95 % interval {100 * low:.3g} to {100 * high:.3g} %)",
            ),
            ("piles left", f"{mean:.{DIGITS}f}{off} on average"),
            *(
                (f"{piles:>5}", f"{counts[piles]:>{width},}  {_bar(counts[piles], most)}".rstrip())
                for piles in range(shown[0], shown[-1] + 1)
            ),
        ]
    )


DIGITS = 3
"""Decimals of a mean number of piles."""


def _bar(count: int, most: int) -> str:
    """A bar as long as a count is, next to the largest."""
    eighths = round(8 * BAR * count / most)
    whole, rest = divmod(eighths or (count > 0), 8)
    return "█" * whole + " ▏▎▍▌▋▊▉"[rest].strip()
