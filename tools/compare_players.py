"""Let players play the same deals, and compare them: win rate, mean piles, time a game.

    python tools/compare_players.py results.jsonl --rules compulsory --deals 1..10000 \
        --players matches slides-first monte-carlo fair

Games are played in pieces, each written to the file as soon as it is done; the same call goes on
where it was ended. `monte-carlo` isn't one of the program's players: it plays sampled orders out
to their end as rows look at a glance, and stands for what was known before `fair`.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from squeezebox.players import Player, fair, player
from squeezebox.players.simulate import simulate
from squeezebox.rules import read_rules

PIECE = 250
"""Deals to a piece."""

MONTE_CARLO = Player(
    "monte-carlo",
    "Sampled orders, played out at a glance.",
    False,
    fair.choose,
    many=lambda *decks: fair.play_decks(*decks, orders=100, learnt=False),
)


def who(name: str) -> Player:
    """A player of the program, or `MONTE_CARLO`."""
    return MONTE_CARLO if name == MONTE_CARLO.name else player(name)


def kept(path: Path) -> dict[tuple[str, str, int], dict[str, Any]]:
    """The pieces in the file, by rule set, player and first deal."""
    if not path.exists():
        return {}
    pieces = (json.loads(line) for line in path.read_text().splitlines())
    return {(one["rules"], one["player"], one["first"]): one for one in pieces}


def played(rules: str, name: str, first: int, last: int) -> dict[str, Any]:
    """A piece."""
    began = time.process_time()
    result = simulate(who(name), rules, range(first, last + 1), workers=1)
    return {
        "rules": rules, "player": name, "first": first, "last": last, "won": result.won,
        "piles": result.finals.tolist(), "seconds": time.process_time() - began,
    }  # fmt: skip


def row(pieces: list[dict[str, Any]]) -> str:
    """A line of the table."""
    piles = np.array([one for piece in pieces for one in piece["piles"]], dtype=float)
    rate = sum(piece["won"] for piece in pieces) / len(piles)
    milliseconds = 1000 * sum(piece["seconds"] for piece in pieces) / len(piles)
    return (
        f"| {pieces[0]['rules']} | {pieces[0]['player']} | {len(piles)} "
        f"| {100 * rate:.3f} ± {100 * (rate * (1 - rate) / len(piles)) ** 0.5:.3f} % "
        f"| {piles.mean():.3f} ± {piles.std() / len(piles) ** 0.5:.3f} | {milliseconds:.2f} |"
    )


def main() -> None:
    """Play what isn't in the file, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--rules", nargs="+", default=["compulsory"])
    parser.add_argument("--players", nargs="+", default=["matches", "fair"])
    parser.add_argument("--deals", default="1..10000")
    args = parser.parse_args()
    first, last = map(int, args.deals.split(".."))
    pieces = kept(args.file)
    print("| rule set | player | deals | won | mean piles | ms a game |\n|---|---|---|---|---|---|")
    for rules in args.rules:
        read_rules(rules)
        for name in args.players:
            simulate(who(name), rules, [first], workers=1)  # compiles
            own = []
            for begin in range(first, last + 1, PIECE):
                key = (rules, name, begin)
                if key not in pieces:
                    pieces[key] = played(rules, name, begin, min(last, begin + PIECE - 1))
                    with args.file.open("a") as file:
                        file.write(json.dumps(pieces[key]) + "\n")
                own.append(pieces[key])
            print(row(own), flush=True)


if __name__ == "__main__":
    main()
