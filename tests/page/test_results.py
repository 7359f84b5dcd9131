"""Results: what counts, statistics, and the list of past games."""

from __future__ import annotations

from typing import Any

from kept import (
    SEVERAL_PILES,
    SIX_DEALS,
    TOLD_OF_SEVERAL_PILES,
    TOLD_OF_SIX_DEALS,
    a_file,
    a_game,
    ended,
)
from page.results import SIZES, choose_file, close, figures, kept, play, told
from page.test_play import WIN
from squeezebox import Game

# ------------------------------------------------------------ statistics


def test_statistics_by_hand(visit: Any) -> None:
    player = visit("/")
    assert told(player, "statistics", SIX_DEALS) == TOLD_OF_SIX_DEALS
    assert told(player, "statistics", SIX_DEALS[::-1]) == TOLD_OF_SIX_DEALS  # in any order


def test_statistics_of_a_goal_of_several_piles_and_of_lost_targets(visit: Any) -> None:
    found = told(visit("/"), "statistics", SEVERAL_PILES)
    assert found.items() >= TOLD_OF_SEVERAL_PILES.items()


def test_no_games_no_numbers(visit: Any) -> None:
    found = told(visit("/"), "statistics", [])
    assert (found["begun"], found["average"], found["averageWon"], found["best"]) == (
        0,
        None,
        None,
        None,
    )
    assert found["spread"] == []


@SIZES
def test_what_is_played_is_counted(visit: Any, size: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1", **size)
    player.button("stats")
    player.until(lambda: figures(player).get("Games begun") == "0")  # merely dealt: no attempt
    close(player)
    play(player, *WIN.split())
    player.until(lambda: "Best: 1 pile" in player.page.inner_text("#best"))
    player.press("u", "u")
    player.until(lambda: len(player.row()) == 3)
    player.press("N")
    player.until(lambda: len(player.row()) == 52)
    play(player, "42-39")
    player.settle()
    player.button("stats")
    player.until(lambda: figures(player).get("Games begun") == "2")
    shown = figures(player)
    assert shown["Games finished"] == "1"
    assert shown["Deals won"] == "1 of 1"
    assert shown["Best"] == "1 pile"
    assert shown["Undos"] == "2"
    assert shown["Average piles, of 1 finished deal"] == "1.0"
    player.page.click("#stats-dialog summary")
    assert player.page.inner_text("#stats-dialog table").split() == ["Piles", "Deals", "1", "1"]
    wide, room = player.page.evaluate(
        "(d => [d.scrollWidth, d.clientWidth])(document.getElementById('stats-dialog'))"
    )
    assert wide <= room
    assert [(game["came"], game["piles"]) for game in kept(player)] == [
        ("restart", 51),
        ("link", 3),
    ]


def test_the_first_finish_is_the_result_and_playing_on_betters_the_best(visit: Any) -> None:
    player = visit("/?rules=accordion(deck=4;goal=3)&layout=open&deck=6H+6D+6C+6S")
    play(player, "2-1")
    player.until(lambda: "Best: 3 piles" in player.page.inner_text("#best"))
    play(player, "2-1")
    player.until(lambda: "Best: 2 piles" in player.page.inner_text("#best"))
    player.press("u")
    player.until(lambda: len(player.row()) == 3)
    player.button("stats")
    player.until(lambda: figures(player).get("Best") == "2 piles")
    shown = figures(player)
    assert shown["Deals won"] == "1 of 1"
    assert shown["Average piles, of 1 won deal"] == "3.0"
    assert shown["Won in a row"] == "1"


def test_a_lost_target_is_no_best_and_no_average(visit: Any) -> None:
    player = visit("/?rules=accordion(deck=4;target=chosen)&layout=open&deck=6H+6D+6C+6S&target=6C")
    play(player, "4-3")
    player.until(lambda: "target" in player.page.inner_text("#stands").lower())
    player.button("stats")
    player.until(lambda: figures(player).get("Games finished") == "1")
    shown = figures(player)
    assert shown["Deals won"] == "0 of 1"
    assert shown["Best"] == "–"
    assert shown["Average piles, of 0 finished deals; 1 lost is left out"] == "–"
    assert player.page.locator("#stats-dialog figure").count() == 0


def test_the_first_card_that_the_page_deals_is_no_attempt(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=stock")
    assert len(player.row()) == 1
    player.press("n", "n")
    player.settle()
    assert kept(player) == []
    player.press("d")
    player.until(lambda: len(player.row()) == 2)
    assert [game["came"] for game in kept(player)] == ["new"]


def test_where_a_game_came_from(visit: Any) -> None:
    player = visit("/?rules=accordion(deck=5)&layout=open&deck=6H+6D+2C+KC+2S")
    play(player, "2-1")
    player.button("record")
    player.page.fill("#record-dialog textarea", '[Rules "accordion"]\n[Deal "1"]\n\n')
    player.page.click("#record-dialog .main")
    player.until(lambda: len(player.row()) == 52)
    play(player, "42-39")
    player.button("next")
    player.until(lambda: len(player.row()) == 52)
    play(player, str(next(iter(Game("accordion", deal=2).legal_actions))))
    games = kept(player)
    assert [game["came"] for game in games] == ["next", "file", "link"]
    assert [game["deal"] for game in games] == [2, 1, None]
    assert games[2]["deck"] == "6H 6D 2C KC 2S"


def test_hints_and_time_are_counted(visit: Any) -> None:
    player = visit(None)
    player.page.clock.install()
    player.open("/?rules=accordion&layout=open&deal=1")
    player.press("i")
    player.pile(42).click()  # lights its destinations
    player.press("Escape")
    player.page.clock.run_for(20_000)
    play(player, "42-39")
    player.page.clock.run_for(3_600_000)  # an hour of absence is at most a minute of play
    player.press("u")
    player.until(lambda: len(player.row()) == 52)
    player.page.clock.run_for(1000)
    player.until(lambda: bool(kept(player)))
    [game] = kept(player)
    assert game["hints"] == 1
    assert 80 <= game["seconds"] <= 100


# ------------------------------------------------------------ the list of games


@SIZES
def test_past_games_are_listed_and_reopened(visit: Any, size: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=3", **size)
    lines = [a_game(f"g{n}", deal=n, changed=5000 + n, title="Accordion") for n in range(10, 55)]
    win = a_game("w", actions=" ".join(WIN.split()), **ended("won", 1, 900), title="Accordion")
    assert "46 games added" in choose_file(player, a_file(win, *lines))
    player.page.click("#stats-dialog button:has-text('Past games')")
    listed = player.page.locator("#saved li")
    player.until(lambda: listed.count() == 20)  # a page of them
    assert "deal 54" in listed.nth(0).inner_text()
    player.page.click("#games-dialog button:has-text('Older')")
    player.page.click("#games-dialog button:has-text('Older')")
    assert listed.count() == 5
    player.page.click("#saved li:has-text('deal 10') button:has-text('Forget')")
    player.until(lambda: listed.count() == 4)
    player.page.click("#games-dialog label:has-text('All')")
    player.page.click("#games-dialog button:has-text('Older')")
    player.page.click("#games-dialog button:has-text('Older')")
    assert listed.count() == 6  # what is forgotten is still there
    player.page.click("#saved li button:has-text('deal 1: 1 pile after')")
    player.until(lambda: len(player.row()) == 1)
    assert "Won" in player.page.inner_text("#stands")
    player.press("u")
    player.until(lambda: len(player.row()) == 2)
    games = {game["id"]: game for game in kept(player)}
    assert len(games) == 46
    assert games["w"]["outcome"] == "open"
    assert games["w"]["first"] == {"at": 900, "outcome": "won", "piles": 1}
    assert games["g10"]["away"]


def test_a_game_of_an_unknown_rule_set_says_so(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=3")
    choose_file(player, a_file(a_game("x", rules="zzz <b>y</b>", title="<b>y</b>")))
    player.page.click("#stats-dialog button:has-text('Past games')")
    player.until(lambda: player.page.locator("#saved li").count() == 1)
    assert "<b>y</b>" in player.page.inner_text("#saved")
    player.page.click("#saved li button")
    player.until(lambda: "no rule set" in player.message().lower() or "not a" in player.message())
    assert len(player.row()) == 52


def test_a_rule_set_may_have_any_name_in_a_file(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=3")
    names = ("constructor", "__proto__")
    choose_file(player, a_file(*(a_game(f"x{name}", rules=name, title="Theirs") for name in names)))
    modes = player.page.locator("#stats-dialog option").all_inner_texts()
    assert modes == ["Accordion, open", "Theirs, open", "Theirs, open"]
