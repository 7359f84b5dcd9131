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
from typing import Any

from squeezebox.catalogue import LISTED
from squeezebox.coach import difficulty, puzzles
from squeezebox.rules import read_rules

DEALS, TRIED = 500, 1_000_000
"""So many deals that aren't lost, as far as there are among so many."""
ENDINGS, ROWS = 300, 10**9
"""So many endings, as far as they are met in so many rows."""
FILE = Path(puzzles.__file__).parent / "steps.json"


def write(kept: dict[str, dict[str, Any]]) -> None:
    """Write the file, one rule set a line."""
    parts = []
    for kind, known in kept.items():
        of = ",\n".join(f"{json.dumps(name)}: {json.dumps(what)}" for name, what in known.items())
        parts.append(f"{json.dumps(kind)}: {{\n{of}\n}}")
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n")


def main() -> None:
    """Work them out, and write each as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rules", nargs="*", help="only these rule sets; else all that are listed")
    names = parser.parse_args().rules or [entry.name for entry in LISTED]
    kept = json.loads(FILE.read_text())
    for name in names:
        rules = read_rules(name)
        bounds = difficulty.sampled(rules, DEALS, TRIED)
        grades = puzzles.sampled(rules, ENDINGS, ROWS)
        kept["deals"][str(rules)] = bounds
        kept["endings"][str(rules)] = {"bounds": grades.bounds, "piles": grades.piles}
        print(name, bounds, grades, flush=True)
        write(kept)


if __name__ == "__main__":
    main()
