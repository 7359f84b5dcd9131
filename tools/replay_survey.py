"""Plays every win that a survey keeps on the table: `python tools/replay_survey.py DIR [WORKERS]`.

The survey was made with `--actions`. Prints how many there are; ends with status 1 at the first
line that isn't the win that it claims to be.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from squeezebox import Game, Outcome
from squeezebox.survey.plan import Plan
from squeezebox.survey.store import Store, open_store


def replay(folder: Path, plan: Plan, deals: range) -> int:
    """Play the wins of a chunk; how many there were."""
    frame = Store(folder, plan).read(deals)
    assert frame is not None, f"deals {deals} are missing"
    wins = 0
    for row in frame.iter_rows(named=True):
        if row["verdict"] != "winnable":
            continue
        game = Game(plan.rules, deal=row["deal"], layout=plan.layout)
        for action in row["actions"].split():
            game.push(action)
        if game.outcome is not Outcome.WON or game.piles != row["piles"]:
            raise SystemExit(f"deal {row['deal']} isn't won by its line")
        wins += 1
    return wins


def main() -> None:
    """Replay them all."""
    folder = Path(sys.argv[1])
    plan = open_store(folder).plan
    workers = int(sys.argv[2]) if len(sys.argv) > 2 else None
    wins = 0
    with ProcessPoolExecutor(workers) as pool:
        for some in pool.map(partial(replay, folder, plan), plan.all_chunks()):
            wins += some
            if sys.stderr.isatty():
                print(f"\r{wins:,}", end="", flush=True, file=sys.stderr)
    print(f"{wins:,} of {plan.deals:,} deals are won, every line replayed on the table")


if __name__ == "__main__":
    main()
