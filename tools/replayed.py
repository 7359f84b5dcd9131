"""Solve a long range of deals and replay every line on the table: the long run of the tests.

    python tools/replayed.py 1 100000 [RULES]

Prints how many are won, lost and unknown; ends with status 1 if a line isn't what it claims.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from squeezebox import Game, Outcome, read_rules
from squeezebox.solver.many import Deals

CHUNK = 1000


def replay(rules: str, deals: range) -> Counter[str]:
    """Solve some deals and play their lines; how many there were of each verdict."""
    verdicts: Counter[str] = Counter()
    for number, found in Deals(read_rules(rules)).solve_all(deals, 1):
        game = Game(rules, deal=number)
        for action in found.actions:
            game.push(action)
        won = game.outcome is Outcome.WON
        if won != (found.verdict == "winnable") or game.piles != found.piles:
            raise SystemExit(f"deal {number}: {found.verdict}, {found.piles} piles: not so")
        verdicts[str(found.verdict)] += 1
    return verdicts


def main() -> None:
    """Solve and replay, on all cores."""
    first, last = int(sys.argv[1]), int(sys.argv[2])
    rules = sys.argv[3] if len(sys.argv) > 3 else "accordion"
    chunks = [range(one, min(one + CHUNK, last + 1)) for one in range(first, last + 1, CHUNK)]
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for verdicts in pool.map(partial(replay, rules), chunks):
            total += verdicts
            print(f"\r{sum(total.values()):,}: {dict(total)}", end="", flush=True, file=sys.stderr)
    print(f"\n{dict(total)}, every line replayed")


if __name__ == "__main__":
    main()
