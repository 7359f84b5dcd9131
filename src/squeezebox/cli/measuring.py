"""The command `bench`. Imports `commands`' options, and `bench` only when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from ..errors import quoted
from .commands import Json, app
from .inputs import Refused
from .output import Answers, Fields


@app.command(epilog="Example: squeezebox bench --json")
def bench(
    only: Annotated[
        str, typer.Option("--only", metavar="TEXT", help="Only those whose name has TEXT in it.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Measure how fast the rules, the records, the solver and the service are: some minutes."""
    from ..bench import chosen

    answers = Answers(as_json, _bench_words)
    benchmarks = chosen(only)
    if only and not benchmarks:
        raise Refused(f"--only: no benchmark's name has {quoted(only)} in it")
    for benchmark in benchmarks:
        for name, value, unit in benchmark.measure():
            answers.give(name=name, value=value, unit=unit)


def _bench_words(fields: Fields) -> str:
    return f"{fields['name']:<52}{fields['value']:>12,}  {fields['unit']}"
