"""The commands `survey` and `report`. Imports `solving`'s options and the library.

What surveys need besides, Polars above all, is imported only when the command runs; whoever only
plays needn't have it.
"""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .. import __version__
from ..catalogue import LISTED
from ..deals import read_deal
from ..players import player as player_called
from ..solver.bounds import USUAL
from ..statistics import percent
from ..survey.undisturbed import undisturbed
from .commands import Json, MaybeLayout, MaybeRules, app
from .inputs import Refused, at, rules_option, whole_number
from .output import Answers, Fields, labelled, say
from .playing import MaybePlayer
from .solving import Memory, Seed, Workers, threads_option

if TYPE_CHECKING:
    from rich.text import Text

    from ..solver.many import Columns
    from ..survey.plan import Plan
    from ..survey.run import Progress


SHOWN, TOLD = 0.2, 60.0
"""Seconds between two looks of the line on a terminal, and between two lines elsewhere."""


@contextmanager
def extra() -> Iterator[None]:
    """What is imported within may be absent, for it comes with an extra.

    Raises:
        Refused: if it is; how to install it is said.
    """
    try:
        with undisturbed():
            yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        python = shlex.quote(sys.executable or "python")
        raise Refused(
            f"surveys need {missing}, which isn't installed: "
            f"{python} -m pip install 'squeezebox[survey]'"
        ) from None


@app.command(epilog="Example: squeezebox survey --rules late-binding --deals 1..1000 --out late")
def survey(
    deals: Annotated[
        str | None,
        typer.Option("--deals", metavar="A..B", help="The deals, from the first to the last."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="The folder of this survey; it may be begun."),
    ] = None,
    rules: MaybeRules = None,
    layout: MaybeLayout = None,
    player: MaybePlayer = None,
    nodes: Annotated[
        str | None,
        typer.Option("--nodes", metavar="N", help="How many rows it may look at for each deal."),
    ] = None,
    memory: Memory = str(USUAL.memory),
    seed: Seed = str(USUAL.seed),
    actions: Annotated[
        bool, typer.Option("--actions", help="Keep the actions of each win, too.")
    ] = False,
    chunk: Annotated[
        str | None,
        typer.Option("--chunk", metavar="N", help="Deals that are written at a time."),
    ] = None,
    workers: Workers = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler", metavar="ADDRESS", help="A Dask cluster's, instead of this machine."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve many deals, or let a player play them, and keep the results.

    The same command goes on where it ended.
    """
    if deals is None:
        raise Refused("--deals is missing: which deals, such as 1..100000?")
    if not out:
        raise Refused("--out is missing: which folder shall keep the results?")
    from ..survey.plan import NODES, Plan, usual_chunk

    first, last = _range(deals)
    rule_set = rules_option(rules or LISTED[0].name)
    with at("--layout"):
        played = rule_set.check_layout(layout or rule_set.layouts[0])
    with at("--player"):
        who = None if player is None else player_called(player).name
    if who is not None and nodes is not None:
        raise Refused("--nodes is for the solver; --player looks at no rows")
    plan = Plan(
        version=__version__,
        rules=str(rule_set),
        layout=played,
        first=first,
        last=last,
        chunk=usual_chunk(rule_set, last - first + 1, who)
        if chunk is None
        else whole_number(chunk, "--chunk", 1, 10**7),
        player=who,
        nodes=NODES if nodes is None else whole_number(nodes, "--nodes", 1, 10**15),
        memory=whole_number(memory, "--memory", 1, 1_000_000),
        seed=whole_number(seed, "--seed", 0),
        actions=actions,
    )
    count = threads_option(workers)
    if scheduler is not None and count is not None:
        raise Refused("--workers is for this machine; the cluster of --scheduler has its own")
    with extra():
        from ..survey.rows import checksum
        from ..survey.run import run, threads
        from ..survey.store import store_for

        if scheduler is not None:
            from ..survey.cluster import cluster
    telling = Telling()
    with store_for(Path(out), plan) as store:
        if scheduler is None:
            hands = threads(store, count)
        else:
            hands = cluster(store, scheduler.rstrip("/"), working)
        try:
            tally = run(store, hands, telling.told)
        except KeyboardInterrupt:
            telling.end()
            telling.stopped()
            raise
        except MemoryError:
            raise Refused(
                f"there is not enough memory for chunks of {plan.chunk:,} deals and --memory "
                f"{plan.memory} (megabytes for each thread): try less"
            ) from None
        finally:
            telling.end()
        Answers(as_json, _words).give(
            rules=plan.rules,
            layout=plan.layout,
            player=plan.player,
            deals=plan.deals,
            rows=tally.rows,
            winnable=tally.winnable,
            lost=tally.lost,
            unknown=tally.unknown,
            seconds=round(tally.seconds, 6),
            checksum=checksum(store.frames()),
        )


def working(plan: Plan, deals: range) -> Columns:
    """What a worker of a cluster does, with the version of the program that it has.

    Raises:
        SetupError: if that isn't the survey's.
    """
    from ..survey.working import work

    return work(plan, __version__, deals)


def _range(text: str) -> tuple[int, int]:
    """The deals that `--deals` names: a range, or one number."""
    begin, dots, end = text.partition("..")
    with at("--deals"):
        first, last = read_deal(begin), read_deal(end if dots else begin)
    if last < first:
        raise Refused(
            f"--deals: the range {first}..{last} runs backwards: the smaller number comes first"
        )
    return first, last


class Telling:
    """Says how far a survey is: on a terminal in one line that goes again, else in plain lines."""

    def __init__(self) -> None:
        self._line = sys.stderr is not None and sys.stderr.isatty()
        self._every = SHOWN if self._line else TOLD
        self._next = time.monotonic() + self._every
        self._width = 0
        self._last: Progress | None = None

    def told(self, progress: Progress) -> None:
        """It is so far."""
        self._last = progress
        if time.monotonic() < self._next or sys.stderr is None:
            return
        self._next = time.monotonic() + self._every
        line = progress_line(progress)
        if self._line:
            line = line[: _width() - 1]  # a line that wraps can't be taken away again
            self._write(f"\r{line.ljust(self._width)}")
            self._width = len(line)
        else:
            self._write(f"{line}\n")

    def _write(self, text: str) -> None:
        """Say it, if that is possible: a survey doesn't end because nobody can be told of it."""
        with suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()

    def end(self) -> None:
        """Take the line away."""
        if self._width:
            self._write(f"\r{' ' * self._width}\r")
            self._width = 0

    def stopped(self) -> None:
        """It ends before it is done."""
        if sys.stderr is None:
            return
        kept = "what was done is"
        if self._last is not None and not self._last.reading:
            kept = f"{self._last.done:,} of {self._last.deals:,} deals are"
        self._write(f"stopped: {kept} kept; the same command goes on\n")


def _width() -> int:
    """How many columns the terminal has that is told."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def progress_line(progress: Progress) -> str:
    """How far it is, in a line."""
    parts = [
        f"{progress.done:,} of {progress.deals:,} deals",
        f"{100 * progress.done / progress.deals:.1f} %",
    ]
    if progress.left is not None:
        rate = progress.rate
        parts.append(f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.2g} a second")
        parts.append(f"{duration(progress.left)} left")
    if progress.lacking:
        parts.append(progress.lacking)
    if progress.tally.unknown:
        parts.append(f"{progress.tally.unknown:,} unknown")
    return " · ".join(parts)


def duration(seconds: float) -> str:
    """A time in words, to two units."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    if whole < 48 * 3600:
        return f"{whole // 3600} h {whole % 3600 // 60:02} min"
    return f"{whole // 86400} days"


@app.command(epilog="Example: squeezebox report late")
def report(
    folders: Annotated[
        list[str] | None,
        typer.Argument(metavar="DIR...", help="The folders of surveys.", show_default=False),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="Where to write it, else into the survey."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Tables and plots of a survey, or of several side by side, as Markdown with pictures."""
    if not folders:
        raise Refused("the folder of a survey is missing")
    with extra():
        from ..survey.report import write_report
        from ..survey.store import check_apart, open_store
        from ..survey.summary import summed_up, tables, tell_apart
    stores = [open_store(Path(folder)) for folder in folders]
    if out is None and len(folders) > 1:
        raise Refused("--out is missing: where shall the report of several surveys be written?")
    if out is not None:
        check_apart(Path(out))
    some = [summed_up(store) for store in stores]
    tell_apart(some)
    with undisturbed():
        written = write_report(some, Path(folders[0]) / "report" if out is None else Path(out))
        all_rows = [(one.name, *found) for one in some for found in tables(one)]
    answers = Answers(as_json, _row_words)
    for name, table, rows in all_rows:
        if as_json or table == "survey":
            answers.give_all({"survey": name, "table": table, **row} for row in rows)
    if not as_json:
        say(f"The report is {written}")


def _row_words(fields: Fields) -> Text:
    things = "" if fields["rows"] == fields["deals"] else " targets"
    share = f"{fields['winnable']:,} of {fields['rows']:,}{things}: {percent(fields['share'])}"
    lines: list[tuple[str, str | Text]] = [
        ("survey", fields["survey"]),
        ("rules", f"{fields['rules']}, {fields['layout']}"),
        ("player", fields["player"] or "solver"),
        ("winnable" if fields["player"] is None else "won", share),
        ("95 %", f"{percent(fields['low'])} to {percent(fields['high'])}"),
    ]
    if fields["player"] is None:
        lines += [(name, f"{fields[name]:,}") for name in ("lost", "unknown")]
    lines += [
        ("piles", f"{fields['mean_piles']:.3f} on average"),
        ("checksum", fields["checksum"]),
    ]
    return labelled(lines)


def _words(fields: Fields) -> Text:
    lines: list[tuple[str, str | Text]] = [
        ("rules", f"{fields['rules']}, {fields['layout']}"),
        ("deals", f"{fields['deals']:,}"),
    ]
    rows = fields["rows"]
    if rows != fields["deals"]:
        lines.append(("targets", f"{rows:,}"))
    if fields["player"] is not None:
        lines += [
            ("player", fields["player"]),
            ("won", f"{fields['winnable']:,}: {100 * fields['winnable'] / rows:.4g} %"),
        ]
    else:
        lines += [
            (verdict, f"{fields[verdict]:,}: {100 * fields[verdict] / rows:.4g} %")
            for verdict in ("winnable", "lost", "unknown")
        ]
    lines += [
        ("time", f"{fields['seconds']:,.3g} s, of all deals added up"),
        ("checksum", fields["checksum"]),
    ]
    return labelled(lines)
