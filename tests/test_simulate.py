"""Players play many deals: known results are met, and the seed and the deals fix everything."""

from __future__ import annotations

import math
import threading
from itertools import count

import numpy as np
import pytest

from calling import NINE, run
from squeezebox import Game, SetupError, TextError, read_rules
from squeezebox.catalogue import LISTED, Entry
from squeezebox.cli.playing import _bar, _Telling
from squeezebox.players import PLAYERS, player
from squeezebox.players.lots import play_seed
from squeezebox.players.simulate import Simulation, drawn_target, simulate
from squeezebox.solver.compiled import PACKAGES, sources_of
from squeezebox.solver.planes import flag
from squeezebox.statistics import mean_of_counts, wilson
from squeezebox.table import Outcome

KNOWN = {
    ("slides-first", "stock"): (0.00058, 12.80),
    ("leaps-first", "stock"): (0.00056, 11.36),
    ("right-slide", "stock"): (0.00075, 11.66),
    ("right-leap", "stock"): (0.00067, 10.76),
    ("left-leap", "stock"): (0.00036, 11.76),
    ("left-slide", "stock"): (0.00060, 12.62),
    ("slides-first", "open"): (3 / 300_000, 17.02),
    ("leaps-first", "open"): (64 / 300_000, 10.06),
    ("right-slide", "open"): (0.0, 5.38),
    ("right-leap", "open"): (0.0, 5.40),
}
"""Win rates and mean piles of 300,000 other deals."""


@pytest.mark.parametrize(("name", "layout"), KNOWN)
def test_known_results_are_met(name: str, layout: str) -> None:
    rate, piles = KNOWN[name, layout]
    found = simulate(name, "accordion", range(1, 20_001), layout=layout)
    assert abs(found.mean_piles - piles) < 4 * found.piles_error + 0.005
    low, high = wilson(found.won, found.deals, 4)
    assert low <= rate <= high


@pytest.mark.parametrize(
    ("name", "percent", "piles"), [("random", 0.03, 11.7), ("matches", 0.11, 10.2)]
)
def test_known_results_where_deals_are_compulsory(name: str, percent: float, piles: float) -> None:
    """The percentages are known to two digits after the point, the piles to one."""
    found = simulate(name, "compulsory", range(1, 20_001))
    assert abs(found.mean_piles - piles) < 4 * found.piles_error + 0.05
    low, high = wilson(found.won, found.deals, 4)
    assert 100 * low <= percent + 0.005
    assert 100 * high >= percent - 0.005


def test_sweepers_do_better_than_all_who_look_no_further_than_one_merge() -> None:
    found = {
        one.name: simulate(one, "accordion", range(1, 2001))
        for one in PLAYERS
        if one.weights is not None
    }
    best = found.pop("sweepers")
    for other in found.values():
        assert best.win_interval[0] > other.win_interval[1]
        assert best.mean_piles < other.mean_piles


def same(one: Simulation, other: Simulation) -> bool:
    return (
        (one.player, one.rules, one.layout, one.deals, one.won, one.histogram)
        == (other.player, other.rules, other.layout, other.deals, other.won, other.histogram)
        and bool(np.array_equal(one.finals, other.finals))
        and bool(np.array_equal(one.wins, other.wins))
    )


@pytest.mark.parametrize("name", ["random", "sweepers"])
def test_the_number_of_threads_changes_nothing(name: str) -> None:
    whole = simulate(name, "revenge", range(1, 2001), seed=8, workers=1)
    assert same(whole, simulate(name, "revenge", range(1, 2001), seed=8, workers=2))
    parts = [simulate(name, "revenge", [*range(1, 900)], seed=8)]
    parts.append(simulate(name, "revenge", (number for number in range(900, 2001)), seed=8))
    assert np.array_equal(whole.finals, np.concatenate([part.finals for part in parts]))
    assert not same(whole, simulate(name, "revenge", range(1, 2001), seed=9))


@pytest.mark.parametrize("entry", LISTED, ids=lambda one: one.name)
def test_each_deal_is_played_as_the_player_chooses(entry: Entry) -> None:
    rules = read_rules(entry.name)
    for name in ("random", "sweepers"):
        for layout in rules.layouts:
            found = simulate(name, rules, [5, 2**32 - 1], layout=layout, seed=4)
            for number, won, piles in zip([5, 2**32 - 1], found.wins, found.finals, strict=True):
                target = None
                if rules.target == "chosen":
                    target = drawn_target(4, Game(deal=number).deck)
                game = Game(rules, deal=number, layout=layout, target=target)
                choose = player(name).choose(play_seed(4, game.deck))
                while (action := choose(game.table)) is not None:
                    game.push(action)
                assert (won, piles) == (game.outcome is Outcome.WON, game.piles)


def test_decks_are_played_as_the_deals_they_are() -> None:
    for name in ("random", "solver"):
        decks = [Game("idle-year", deal=number).deck for number in range(30, 36)]
        mixed = simulate(name, "idle-year", [30, decks[1], 32, decks[3], decks[4], 35])
        assert same(mixed, simulate(name, "idle-year", range(30, 36)))


def test_the_solver_wins_what_can_be_won() -> None:
    found = simulate("solver", "idle-year", range(30, 40))
    assert found.won == 2
    assert [number for number, won in enumerate(found.wins, 30) if won] == [33, 36]
    assert simulate("solver", "accordion", range(1, 6), layout="stock").win_rate == 1
    assert simulate("solver", "virtuoso", range(1, 4)).won == 3


def test_it_tells_how_far_it_is_and_ends_when_cancelled() -> None:
    told: list[int] = []
    simulate("random", "accordion", range(2000), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 2000
    cancel = flag()

    def enough(done: int) -> None:
        cancel[0] = done >= 1000

    some = simulate("random", "accordion", count(), progress=enough, cancel=cancel)
    assert 1000 <= some.deals < 2000
    assert same(some, simulate("random", "accordion", range(some.deals)))
    none = simulate("random", "accordion", count(), cancel=cancel)
    assert (none.deals, none.won, sum(none.histogram)) == (0, 0, 0)
    assert math.isnan(none.mean_piles)


def test_another_thread_can_end_it() -> None:
    cancel, begun = flag(), threading.Event()

    def end() -> None:
        begun.wait(60)
        cancel[0] = 1

    thread = threading.Thread(target=end)
    thread.start()
    simulate("solver", "leap-2", count(), progress=lambda _: begun.set(), cancel=cancel)
    thread.join()


def test_what_cannot_be_is_refused() -> None:
    for deals in ([2**32], [-1], [Game("skidoo(deck=9)", deck=NINE).deck]):
        for name in ("random", "solver"):
            with pytest.raises(SetupError):
                simulate(name, "accordion", [1, *deals])
    with pytest.raises(SetupError, match="workers"):
        simulate("random", "accordion", [1], workers=0)
    with pytest.raises(SetupError, match="compulsory"):
        simulate("random", "compulsory", [1], layout="open")
    with pytest.raises(TextError, match="did you mean random"):
        simulate("radnom", "accordion", [1])


# ---------------------------------------------------------------- statistics


def test_wilson_holds_the_rate_as_often_as_it_says() -> None:
    """Against sums of the binomial distribution, and Wilson's own formula at the ends."""
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(0, 10)
    assert low == 0
    assert high == pytest.approx(0.2775, abs=1e-4)
    assert wilson(10, 10) == (pytest.approx(1 - 0.2775, abs=1e-4), 1.0)
    assert wilson(174, 300_000) == pytest.approx((0.0005, 0.000673), abs=2e-6)
    for trials, rate in ((50, 0.1), (200, 0.03), (100, 0.5)):
        held = sum(
            math.comb(trials, hits) * rate**hits * (1 - rate) ** (trials - hits)
            for hits in range(trials + 1)
            if wilson(hits, trials)[0] <= rate <= wilson(hits, trials)[1]
        )
        assert 0.93 < held < 0.98


def test_the_mean_of_counts_and_its_error() -> None:
    values = [0, 1, 1, 4, 4, 4]
    mean, error = mean_of_counts([1, 2, 0, 0, 3])
    assert mean == pytest.approx(np.mean(values))
    assert error == pytest.approx(np.std(values, ddof=1) / math.sqrt(6))
    assert all(math.isnan(one) for one in mean_of_counts([0, 0]))
    assert mean_of_counts([0, 0, 1])[0] == 2
    assert math.isnan(mean_of_counts([0, 0, 1])[1])


# ---------------------------------------------------------------- the command


def test_the_command_answers_in_json() -> None:
    (answer,) = run("simulate", "1..500", "--player", "left-slide", "--layout", "stock",
                    "--json").answers  # fmt: skip
    found = simulate("left-slide", "accordion", range(1, 501), layout="stock")
    assert answer == {
        "player": "left-slide",
        "rules": "accordion",
        "layout": "stock",
        "deals": 500,
        "won": found.won,
        "mean_piles": found.mean_piles,
        "histogram": {str(piles): games for piles, games in enumerate(found.histogram) if games},
    }
    assert sum(answer["histogram"].values()) == 500


def test_the_command_takes_decks_files_and_seeds() -> None:
    call = ["simulate", "--player", "random", "--rules", "skidoo(deck=9)", "--json"]
    (one,) = run(*call, NINE, "7", "-", stdin="1..3\n8\n").answers
    assert one["deals"] == 6
    first, again, other = (
        run(*call, "1..300", "--seed", seed, "--workers", "1").answers[0] for seed in "112"
    )
    assert first == again
    assert first != other


def test_the_command_answers_in_words() -> None:
    ran = run("simulate", "1..2000", "--player", "Sweepers")
    assert (ran.status, ran.err) == (0, "")
    found = simulate("sweepers", "accordion", range(1, 2001))
    for said in (
        "sweepers", "accordion, open", "2,000", f"{found.won}: ", "95 % interval",
        f"{found.mean_piles:.3f} ± {found.piles_error:.3f} on average", "█",
    ):  # fmt: skip
        assert said in ran.out
    ran = run("simulate", NINE, "--player", "random", "--rules", "skidoo(deck=9)")
    assert "±" not in ran.out


def test_bars_are_as_long_as_counts() -> None:
    assert _bar(8, 8) == "█" * 40
    assert _bar(4, 8) == "█" * 20
    assert _bar(0, 8) == ""
    assert _bar(1, 10**6) == "▏"


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_ctrl_c_ends_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Telling, "told", interrupted)
    ran = run("simulate", "1..4000000000", "--player", "random", "--json")
    assert (ran.status, ran.out, ran.err) == (130, "", "")
    threads = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        simulate("solver", "accordion", count(), progress=interrupted)
    assert threading.active_count() == threads


# ---------------------------------------------------------------- kept code


def test_code_is_kept_by_all_the_sources_that_it_is_made_from() -> None:
    solver, players, other = (PACKAGES / name for name in ("solver", "players", "coach"))
    assert sources_of(solver) == (solver,)
    assert sources_of(players) == (solver, players)
    assert sources_of(other) == (solver, players, other)
    assert {path.name for path in PACKAGES.iterdir()} >= {"solver", "players"}
