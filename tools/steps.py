"""Work out the steps of difficulty of all listed rule sets, and keep them.

    python tools/steps.py

Writes `src/squeezebox/coach/steps.json`: for each rule set where the fifths of its deals and of
its endings end, and how many piles the endings of each have. Needed anew when what these are
measured by changes.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from squeezebox.catalogue import LISTED
from squeezebox.coach import difficulty, puzzles
from squeezebox.rules import read_rules

DEALS, TRIED = 1_000, 1_000_000
"""So many deals that aren't lost, as far as there are among so many."""
ENDINGS, ROWS = 500, 10**10
"""So many endings, as far as they are met in so many rows."""
FILE = Path(puzzles.__file__).parent / "steps.json"


def main() -> None:
    """Work them out, and write them one rule set a line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rules", nargs="*", help="only these rule sets; else all that are listed")
    names = parser.parse_args().rules or [entry.name for entry in LISTED]
    kept = json.loads(FILE.read_text())
    for name in names:
        rules = read_rules(name)
        bounds = difficulty.sampled(rules, DEALS, TRIED)
        kept["deals"][str(rules)] = bounds
        grades = puzzles.sampled(rules, ENDINGS, ROWS)
        kept["endings"][str(rules)] = {"bounds": grades.bounds, "piles": grades.piles}
        print(name, bounds, grades, flush=True)
    lines = []
    for kind, known in kept.items():
        of = ",\n".join(f"{json.dumps(name)}: {json.dumps(what)}" for name, what in known.items())
        lines.append(f"{json.dumps(kind)}: {{\n{of}\n}}")
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
