"""Plays every win that a survey keeps on the table: `python tools/replay_survey.py DIR [WORKERS]`.

The survey was made with `--actions`. Prints how many there are; ends with status 1 at the first
line that isn't the win that it claims to be.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from squeezebox import Game, Outcome, SetupError
from squeezebox.deals import deal
from squeezebox.survey.plan import Plan
from squeezebox.survey.store import Store, open_store


def replay(folder: Path, plan: Plan, deals: range) -> int:
    """Play the wins of a chunk; how many there were."""
    frame = Store(folder, plan).read(deals)
    if frame is None:
        raise SystemExit(f"deals {deals[0]} to {deals[-1]} are missing or damaged")
    wins = 0
    for row in frame.iter_rows(named=True):
        if row["verdict"] != "winnable":
            continue
        game = game_of(plan, row["deal"], row.get("place"))
        for action in row["actions"].split():
            game.push(action)
        if game.outcome is not Outcome.WON or game.piles != row["piles"]:
            raise SystemExit(f"deal {row['deal']} isn't won by its line")
        wins += 1
    return wins


def game_of(plan: Plan, number: int, place: int | None) -> Game:
    """A deal as the survey began it; where each card is tried, the one at `place` is the target."""
    target = None if place is None else deal(number, plan.rule_set).deck[place - 1].text
    return Game(plan.rules, deal=number, layout=plan.layout, target=target)


def main() -> None:
    """Replay them all."""
    if len(sys.argv) not in (2, 3):
        raise SystemExit("which folder? " + (__doc__ or "").splitlines()[0])
    folder = Path(sys.argv[1])
    try:
        plan = open_store(folder).plan
    except SetupError as error:
        raise SystemExit(str(error)) from None
    if not plan.actions:
        raise SystemExit(f"{folder} keeps no actions: the survey was made without --actions")
    workers = int(sys.argv[2]) if len(sys.argv) > 2 else None
    wins = 0
    with ProcessPoolExecutor(workers) as pool:
        for some in pool.map(partial(replay, folder, plan), plan.all_chunks()):
            wins += some
            if sys.stderr.isatty():
                print(f"\r{wins:,}", end="", flush=True, file=sys.stderr)
    rows = plan.rows_of(range(plan.first, plan.last + 1))
    print(f"{wins:,} of {rows:,} are won, every line replayed on the table")


if __name__ == "__main__":
    main()
