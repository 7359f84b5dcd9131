"""What is lost without a search, and what a search that is cut short says."""

from __future__ import annotations

import numpy as np
import pytest

from squeezebox import Game, SetupError, explore, read_rules, solve
from squeezebox.solver import Verdict
from squeezebox.solver.many import Deals
from squeezebox.solver.turns import Beams
from squeezebox.table import Outcome

ALL = ",".join(map(str, range(1, 52)))
STUCK = "39-36 12-11 24-23 15-12 38-37 11-8 13-12 12-9 11-10 30-27 6-3 5-4"


@pytest.mark.parametrize(
    ("game", "piles"),
    [(Game("relaxed(distances=51)", deal=1), 52), (Game("bayan", deal=1216, actions=STUCK), 28)],
)
def test_a_stuck_row_is_lost_at_once(game: Game, piles: int) -> None:
    assert game.outcome is Outcome.STUCK
    found = solve(game)
    assert (found.verdict, found.piles, found.proved, found.nodes) == (
        Verdict.LOST, piles, True, 0,
    )  # fmt: skip


@pytest.mark.parametrize(
    "rules", ["bayan(deck=51)", "bayan(deck=27)", "relaxed(goal=0)", "accordion(deck=30; goal=0)"]
)
def test_a_goal_that_can_never_be_reached_is_lost(rules: str) -> None:
    found = solve(Game(rules, deal=1), nodes=200_000)
    assert found.verdict is Verdict.LOST
    assert (found.piles, found.proved) == (1, True)


@pytest.mark.parametrize(
    "rules", ["revenge(both-ways)", "revenge(deck=30; place=either)", "revenge(priority=row)"]
)
def test_a_covered_target_is_lost_whatever_is_searched(rules: str) -> None:
    for number in range(1, 200):
        game = Game(rules, deal=number)
        for action in game.legal_actions:
            after = game.table.after(action)
            if after.outcome is Outcome.LOST:
                assert solve(after, nodes=10).verdict is Verdict.LOST
                return
    raise AssertionError("no target was covered")


@pytest.mark.parametrize("nodes", [1, 10, 3000, 3001, 3020, 100_000])
@pytest.mark.parametrize("deck", [4, 20, 30])
def test_a_search_that_is_cut_short_tells_of_a_line_that_is_so(deck: int, nodes: int) -> None:
    game = Game(f"accordion(deck={deck}; priority=row)", deal=1, layout="stock")
    found = solve(game, nodes=nodes)
    for action in found.actions:
        game.push(action)
    assert game.piles == found.piles > 0
    assert not game.table.stock


def test_rows_with_the_most_actions_have_room() -> None:
    rules = f"accordion(distances={ALL}; both-ways; place=either)"
    assert solve(Game(rules, deal=1), nodes=5_000).verdict is Verdict.WINNABLE


def test_a_beam_ends_though_most_rows_are_hopeless() -> None:
    """What it remembers must not fill up: it would look for room for ever."""
    rules = read_rules(f"accordion(deck=40; distances={ALL}; goal=0)")
    found = Beams(Game(rules, deal=359_995).table).go_on(5_000, np.zeros(1, dtype=np.uint8))
    assert found.nodes <= 5_000


@pytest.mark.parametrize("number", [-1, 2**32, 1.5, True, "x"])
def test_many_deals_refuse_what_one_refuses(number: object) -> None:
    with pytest.raises(SetupError, match="deal number"):
        list(Deals(read_rules("accordion")).solve_all([number]))  # type: ignore[list-item]


@pytest.mark.parametrize(
    "bounds", [{"budget": "x"}, {"nodes": 1.5}, {"nodes": "5"}, {"memory": 1.5}, {"seed": None}]
)
def test_bounds_are_numbers(bounds: dict[str, object]) -> None:
    with pytest.raises(SetupError, match=f"{next(iter(bounds))} is a"):
        solve(Game(deal=1), **bounds)  # type: ignore[arg-type]


def test_the_fewest_piles_are_those_of_the_plain_search_where_all_is_lost() -> None:
    game = Game("relaxed(deck=6; goal=0)", deal=2)
    assert solve(game).piles == explore(game).fewest_piles
