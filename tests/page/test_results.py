"""What the browser keeps: games, results, statistics; moved, damaged, shared by tabs, refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from page.conftest import PHONE, Player
from page.test_play import WIN
from squeezebox import Game

DESK: dict[str, Any] = {}
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])

FIRST = '{"format":"squeezebox results","version":1}'


def a_game(name: str, **fields: Any) -> dict[str, Any]:
    """A game as a file of results holds it."""
    return {
        "kind": "game", "id": name, "rules": "accordion", "layout": "open", "deal": 1,
        "actions": "42-39", "begun": 1000, "changed": 2000, "outcome": "open", "piles": 51,
    } | fields  # fmt: skip


def ended(outcome: str, piles: int, at: int, **more: Any) -> dict[str, Any]:
    """Fields of a game that ended so; the best of it is that, too."""
    best = None if outcome == "lost" else piles
    first = {"at": at, "outcome": outcome, "piles": piles}
    return {"outcome": outcome, "piles": piles, "first": first, "best": best} | more


def a_file(*lines: Any, first: str = FIRST) -> str:
    return "\n".join([first, *(x if isinstance(x, str) else json.dumps(x) for x in lines)]) + "\n"


def module(player: Player, name: str, work: str, value: Any = None) -> Any:
    """What a module of the page answers."""
    script = f"""async (value) => {{
        const build = document.querySelector('meta[name=build]').content;
        const load = (name) => import(`/static/${{build}}/keep/${{name}}.js`);
        const m = await load('{name}');
        {work}
    }}"""
    return player.page.evaluate(script, value)


def export(player: Player) -> str:
    text: str = module(player, "store", "return m.exported()")
    return text


def kept(player: Player) -> list[dict[str, Any]]:
    """The games that are kept, the latest first, as anyone may read them in an export."""
    lines = [json.loads(line) for line in export(player).splitlines()]
    games = [line for line in lines if line.get("kind") == "game"]
    return sorted(games, key=lambda game: -game["changed"])


def choose_file(player: Player, text: str | bytes) -> str:
    """Import a file as a person does; what the page says of it."""
    if not player.page.locator("#stats-dialog").is_visible():
        player.button("stats")
    said = player.page.locator("#stats-dialog > [role=status]")
    said.evaluate("said => { said.textContent = ''; }")
    content = text if isinstance(text, bytes) else text.encode()
    player.page.set_input_files(
        "#stats-dialog input[type=file]",
        {"name": "results.jsonl", "mimeType": "text/plain", "buffer": content},
    )
    player.until(lambda: bool(said.inner_text()))
    words: str = said.inner_text()
    return words


def close(player: Player) -> None:
    player.page.keyboard.press("Escape")


def play(player: Player, *actions: str) -> None:
    """Type actions; each is shown before the next is typed."""
    for action in actions:
        before = player.row()
        player.press(":", *action, "Enter")
        player.until(lambda before=before: player.row() != before)


def figures(player: Player) -> dict[str, str]:
    """The figures of the statistics on screen, by their names and what they are of."""
    found: dict[str, str] = player.page.eval_on_selector_all(
        ".figures > div",
        """all => Object.fromEntries(all.map(one => {
             const [name, number, of] = ['dt', 'strong', 'small'].map(
               (tag) => one.querySelector(tag)?.textContent ?? '');
             return [name === 'Average piles' ? `${name}, ${of}` : name, number];
           }))""",
    )
    return found


def told(player: Player, name: str, games: list[dict[str, Any]]) -> Any:
    """What a function of `results.js` tells of games."""
    work = f"const {{ readGame }} = await load('documents'); return m.{name}(value.map(readGame));"
    return module(player, "results", work, games)


# ------------------------------------------------------------ statistics


def test_statistics_by_hand(visit: Any) -> None:
    """Six deals, ten games; the values were worked out on paper."""
    player = visit("/")
    games = [
        # Deal 1: first stuck with 4, then won in the same game; restarted, stuck with 9.
        a_game("a", **ended("stuck", 4, 10, best=1), seconds=100, undos=7, hints=1),
        a_game("b", **ended("stuck", 9, 20), seconds=50),
        # Deal 2: won; deal 3: won; deal 4: begun, begun again, never finished.
        a_game("c", deal=2, **ended("won", 1, 30), seconds=30),
        a_game("d", deal=3, **ended("won", 1, 40), undos=2),
        a_game("e", deal=4, seconds=20),
        a_game("f", deal=4, hints=3),
        # Deal 5: stuck with 6, though it was changed last and begun first.
        a_game("g", deal=5, **ended("stuck", 6, 50), begun=1, changed=9000),
        # Deal 6: won twice; a copy of the first of these games was finished later, worse.
        a_game("h", deal=6, **ended("won", 1, 60), seconds=5),
        a_game("i", deal=6, **ended("won", 1, 70)),
        a_game("j", deal=6, attempt="h", **ended("stuck", 12, 80), seconds=2),
    ]
    expected = {
        "begun": 9,
        "finished": 7,
        "deals": 5,
        "won": 3,
        "lost": 0,
        "average": 2.6,  # of 4, 1, 1, 6, 1
        "averageWon": 1,
        "best": 1,
        "spread": [[1, 3], [4, 1], [6, 1]],
        "streak": {"now": 1, "best": 2},
        "seconds": 205,  # of the copies the longest: 100, 50, 30, 0, 20, 0, 0, 5, 0
        "undos": 9,
        "hints": 4,
    }
    assert told(player, "statistics", games) == expected
    assert told(player, "statistics", games[::-1]) == expected  # their order says nothing


def test_statistics_of_a_goal_of_several_piles_and_of_lost_targets(visit: Any) -> None:
    player = visit("/")
    found = told(
        player,
        "statistics",
        [
            a_game("a", **ended("won", 5, 10, best=3)),  # played on to 3
            a_game("b", deal=2, **ended("won", 4, 20)),
            a_game("c", deal=3, **ended("lost", 40, 30)),
            a_game("d", deal=4, **ended("stuck", 7, 40)),
            a_game("e", deal=None, deck="6H KS", **ended("won", 2, 50)),
            a_game("f", deal=None, deck="6H KS", **ended("stuck", 8, 60)),
        ],
    )
    assert (found["begun"], found["deals"], found["won"], found["lost"]) == (6, 5, 3, 1)
    assert found["average"] == 4.5  # of 5, 4, 7, 2
    assert round(found["averageWon"], 4) == 3.6667  # of 5, 4, 2
    assert found["best"] == 2
    assert found["spread"] == [[2, 1], [4, 1], [5, 1], [7, 1]]
    assert found["streak"] == {"now": 1, "best": 2}


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
    assert shown["Average piles, all 1 finished deal"] == "1.0"
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
    assert shown["Average piles, the 1 won deal only"] == "3.0"
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
    assert shown["Average piles, all 0 finished deals; 1 lost is left out"] == "–"
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


# ------------------------------------------------------------ export and import


FULL = [
    a_game(
        "one.more-1", attempt="one", deal=None, deck="6H KS", target="KS", came="own deck",
        title="A ‘title’ <b>", redo="2-1 x5 x5-6 d* d5 9_6",
        notes={"headers": {"Event": 'a "b"'}, "comments": {"1": "c}\n"}},
        seconds=12, undos=3, hints=4, **ended("won", 2, 1500), daily="2026-11-30", away=True,
    ),
    a_game("two", deal=4294967295, layout="stock"),
]  # fmt: skip
REST = [
    {"kind": "best", "rules": "bayan", "layout": "open", "piles": 0},
    {"kind": "rules", "text": "accordion(distances=1,4)", "name": "Mine", "when": 77},
]


@SIZES
def test_what_is_exported_imports_as_the_same(visit: Any, size: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=3", **size)
    assert "2 games added" in choose_file(player, a_file(*FULL, *REST))
    with player.page.expect_download() as download:
        player.page.click("#export")
    assert download.value.suggested_filename.endswith(".jsonl")
    text = Path(download.value.path()).read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert text.splitlines()[0] == FIRST
    for given in [*FULL, *REST]:
        assert any(given.items() <= line.items() for line in lines), given
    assert "0 games added, 0 brought up to date, 2 known" in choose_file(player, text)
    assert export(player) == text
    player.page.click("#erase")
    player.page.click("#confirm-yes")
    player.until(lambda: export(player) == FIRST + "\n")
    assert "2 games added" in choose_file(player, text)
    assert export(player) == text
    other = visit("/?rules=accordion&deal=3")  # another browser
    choose_file(other, "\ufeff" + text.replace("\n", "\r\n"))  # as some editors leave it
    assert export(other) == text


def test_erasing_asks_first_and_the_game_on_the_table_goes_on(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    play(player, *WIN.split())
    player.button("stats")
    player.page.click("#erase")
    player.page.click("#confirm-dialog button:has-text('Keep')")
    assert len(kept(player)) == 1
    player.page.click("#erase")
    player.page.click("#confirm-yes")
    player.until(lambda: kept(player) == [])
    close(player)
    assert player.page.inner_text("#best") == ""
    player.press("N")
    player.until(lambda: len(player.row()) == 52)
    play(player, "42-39")
    assert [game["piles"] for game in kept(player)] == [51]
    player.page.reload()
    player.until(lambda: len(player.row()) == 51)
    assert len(kept(player)) == 1


def test_merging_takes_the_later_and_loses_no_result(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=3")
    older = a_game("m", begun=5, changed=10, **ended("stuck", 4, 8), seconds=90, undos=1)
    newer = a_game("m", begun=6, changed=20, **ended("won", 1, 9), seconds=30, undos=2)
    better = a_game("m", begun=6, changed=15, **ended("stuck", 3, 12, best=0))
    for order in ([older, newer, better], [better, newer, older], [newer, older, better, newer]):
        for one in order:
            choose_file(player, a_file(one))
        [game] = kept(player)
        assert (game["outcome"], game["piles"], game["changed"]) == ("won", 1, 20)
        assert game["first"] == {"at": 8, "outcome": "stuck", "piles": 4}
        assert (game["best"], game["begun"], game["seconds"], game["undos"]) == (0, 5, 90, 2)
        player.page.click("#erase")
        player.page.click("#confirm-yes")
        player.until(lambda: kept(player) == [])


WRONG = [
    ("", "Line 1: This is no file of Squeezebox results."),
    ("<html>", "Line 1: This is no file of Squeezebox results."),
    (b"\xff\xfe\x00\x01PNG", "Line 1: This is no file of Squeezebox results."),
    ('[Rules "accordion"]\n', "Line 1: This is no file of Squeezebox results."),
    (a_file(first=FIRST.replace("1", "2")), "Line 1: The file's version is 2"),
    (a_file(a_game("y"), "{broken"), "Line 3: This isn't JSON."),
    (a_file(a_game("y"), "7"), "Line 3: An object is expected."),
    (a_file({"id": "x"}), 'Line 2: "kind" is missing.'),
    (a_file({"kind": "game"}), 'Line 2: "id" is missing.'),
    (a_file(a_game("y") | {"id": "<b>"}), 'Line 2: "id" isn\'t'),
    (a_file(a_game("y", layout="flat")), 'Line 2: "layout" isn\'t "open" or "stock".'),
    (a_file(a_game("y", deal=-1)), 'Line 2: "deal" isn\'t a deal number.'),
    (a_file(a_game("y", deal="1")), 'Line 2: "deal" isn\'t a deal number.'),
    (a_file(a_game("y", deal=None)), 'Line 2: One of "deal" and "deck" is expected.'),
    (a_file(a_game("y", deck="6H")), 'Line 2: One of "deal" and "deck" is expected.'),
    (a_file(a_game("y", actions="42-39 alert(1)")), 'Line 2: "actions" isn\'t'),
    (a_file(a_game("y", actions=["42-39"])), 'Line 2: "actions" isn\'t'),
    (a_file(a_game("y", piles=53)), 'Line 2: "piles" isn\'t a number of piles.'),
    (a_file(a_game("y", piles=1.5)), 'Line 2: "piles" isn\'t a number of piles.'),
    (a_file(a_game("y", changed=1e300)), 'Line 2: "changed" isn\'t a moment'),
    (a_file(a_game("y", outcome="Won")), 'Line 2: "outcome" isn\'t'),
    (a_file(a_game("y", first={"at": 1})), 'Line 2: "first" isn\'t'),
    (a_file(a_game("y", best=3)), 'Line 2: "best" is there without "first".'),
    (a_file(a_game("y", daily="2026-02-30")), 'Line 2: "daily" isn\'t a date'),
    (a_file(a_game("y", title="a\nb")), 'Line 2: "title" isn\'t'),
    (a_file(a_game("y", notes={"headers": {"Deal": "2"}})), 'Line 2: "notes" isn\'t'),
    (a_file({"kind": "best", "rules": "x", "layout": "open", "piles": -1}), "Line 2:"),
    (a_file({"kind": "rules", "text": "x", "name": "", "when": 1}), 'Line 2: "name" isn\'t'),
]  # fmt: skip


def test_wrong_files_are_refused_whole(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=3")
    choose_file(player, a_file(a_game("z")))
    before = export(player)
    for text, why in WRONG:
        said = choose_file(player, text)
        assert why in said, (text, said)
        assert said.endswith("Nothing was imported.")
    assert export(player) == before


def test_what_a_later_version_wrote_is_told(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=3")
    later = a_file(a_game("z", mood="good", __proto__=5), {"kind": "badge", "x": 1}, "")
    said = choose_file(player, later)
    assert "1 game added" in said
    assert "Left out, as this version doesn't know them:" in said
    assert "game.mood" in said
    assert "badge" in said
    assert len(kept(player)) == 1


# ------------------------------------------------------------ rule sets of the player's own


def test_own_rule_sets_are_kept(visit: Any) -> None:
    player = visit("/")
    module(
        player,
        "store",
        """
        await m.keepRules({text: 'accordion(goal=3)', name: ' Three ', when: 5});
        await m.keepRules({text: 'accordion(goal=4)', name: 'Four', when: 6});
        await m.keepRules({text: 'accordion(goal=3)', name: '3 piles', when: 7});
        await m.forgetRules('accordion(goal=4)');""",
    )
    expected = [{"text": "accordion(goal=3)", "name": "3 piles", "when": 7}]
    assert module(player, "store", "return m.ruleSets()") == expected
    player.page.reload()
    assert module(player, "store", "await m.ready; return m.ruleSets()") == expected
    refused = """return m.keepRules({text: 'x', name: ''}).then(() => '', error => error.message)"""
    assert module(player, "store", refused) == '"name" isn\'t a name on one line.'


# ------------------------------------------------------------ from versions before the database


def test_what_earlier_versions_kept_is_taken_over(visit: Any) -> None:
    player = visit(None)
    player.page.goto("/icon.svg")
    player.page.evaluate(
        """() => {
          const keep = (name, value) =>
            localStorage.setItem('squeezebox.' + name, JSON.stringify(value));
          keep('best', {'accordion open': 3, 'accordion(distances=1,4; goal=2) stock': 7,
                        'bayan open': 0, 'bad': 'x'});
          keep('last', {id: 'aaa', address: '/?rules=accordion&layout=open&deal=1&actions=42-39',
                        redo: ['44-41'], notes: {headers: {}, comments: {1: 'hm'}}});
          keep('game.aaa', {address: '/?rules=accordion&layout=open&deal=1&actions=42-39',
                            redo: ['44-41'], notes: {headers: {}, comments: {1: 'hm'}},
                            title: 'Accordion, open · deal 1', piles: 51, actions: 1, when: 1000});
          keep('game.bbb', {address: '/?rules=skidoo&layout=stock&deal=5&actions=d+d+d',
                            redo: 5, notes: 7, title: {}, piles: 'x', actions: 3, when: 2000});
          keep('game.ccc', {address: 'http://[', redo: []});
          localStorage.setItem('squeezebox.game.ddd', '{broken');
          keep('hints', true);
        }"""
    )
    player.open("/")
    assert len(player.row()) == 51
    player.until(lambda: "Best: 3 piles" in player.page.inner_text("#best"))
    games = kept(player)
    assert [(g["id"], g["came"], g["changed"], g["redo"]) for g in games] == [
        ("bbb", "earlier", 2000, ""), ("aaa", "earlier", 1000, "44-41"),
    ]  # fmt: skip
    assert games[1]["title"] == "Accordion"
    left = player.page.evaluate("Object.keys(localStorage).sort()")
    assert left == [
        f"squeezebox.{n}" for n in ("game.ccc", "game.ddd", "hints", "last", "tutorial")
    ]
    assert player.page.inner_text("#hints-state") == " on"
    player.press("r")  # it goes on as the same game
    player.until(lambda: len(player.row()) == 50)
    player.until(lambda: [g["id"] for g in kept(player)] == ["aaa", "bbb"])
    player.open("/?rules=bayan&layout=open&deal=1")
    player.until(lambda: "Best: 0 piles" in player.page.inner_text("#best"))
    bests = {line["rules"]: line["piles"] for line in map(json.loads, export(player).splitlines())
             if line.get("kind") == "best"}  # fmt: skip
    assert bests == {"accordion": 3, "accordion(distances=1,4; goal=2)": 7, "bayan": 0}


# ------------------------------------------------------------ closing, crashing, several tabs


def test_an_action_survives_a_tab_killed_at_once(visit: Any) -> None:
    """Even where the database hadn't got it yet: the next start brings it there."""
    player = visit(None)
    hold = "IDBObjectStore.prototype.put = () => { throw new Error('held'); };"
    player.page.add_init_script(hold)
    player.open("/?rules=accordion&layout=open&deal=1")
    play(player, "42-39", "44-41")
    player.page.close()
    player.page = player.tab()  # without the hindrance
    player.open("/")
    assert len(player.row()) == 50
    [game] = kept(player)
    assert (game["actions"], game["came"]) == ("42-39 44-41", "link")
    nets = "Object.keys(localStorage).filter(key => key.includes('.net.'))"
    assert player.page.evaluate(nets) == []
    assert player.page.locator("#notice").is_hidden()


def test_a_reload_right_after_an_action_keeps_the_attempt_one(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=stock&deal=1")
    for number in range(1, 4):
        player.press("d")
        player.until(lambda number=number: len(player.row()) == number)
        player.page.reload()
        player.until(lambda number=number: len(player.row()) == number)
    [game] = kept(player)
    assert game["actions"] == "d d d"
    assert game["came"] == "link"


def test_two_tabs_of_one_game_lose_nothing(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=stock&deal=1")
    player.press("d", "d")
    player.until(lambda: len(player.row()) == 2)
    player.until(lambda: len(kept(player)) == 1)
    first = player.page
    second = player.page = player.tab()
    player.open("/")
    assert len(player.row()) == 2
    player.press("d")
    player.until(lambda: len(player.row()) == 3)
    player.until(lambda: kept(player)[0]["piles"] == 3)
    player.page = first
    player.press("D")
    player.until(lambda: len(player.row()) == 52)
    player.until(lambda: len(kept(player)) == 2)
    games = kept(player)
    assert [len(game["actions"].split()) for game in games] == [3, 3]
    assert {game["piles"] for game in games} == {52, 3}
    assert len({game["attempt"] for game in games}) == 1  # it was begun once
    player.page.reload()
    player.until(lambda: len(player.row()) == 52)
    player.press("u")
    player.until(lambda: len(player.row()) == 2)
    player.page = second
    player.press("u", "u")
    player.until(lambda: len(player.row()) == 1)
    player.until(lambda: {game["piles"] for game in kept(player)} == {2, 1})
    assert len(kept(player)) == 2


def test_a_tab_that_only_looks_makes_no_copy_and_loses_nothing(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=stock&deal=1")
    player.press("d")
    player.until(lambda: len(player.row()) == 1)
    player.until(lambda: len(kept(player)) == 1)
    first = player.page
    second = player.page = player.tab()
    player.open("/")
    first.bring_to_front()
    player.page = first
    player.press("d", "d")
    player.until(lambda: [game["piles"] for game in kept(player)] == [3])
    second.wait_for_timeout(1100)  # a second of looking, which is to be kept
    second.evaluate(
        """() => {
          Object.defineProperty(document, 'hidden', {value: true, configurable: true});
          document.dispatchEvent(new Event('visibilitychange'));
          delete document.hidden;
        }"""
    )
    second.wait_for_timeout(300)
    assert [game["piles"] for game in kept(player)] == [3]
    player.page = second
    player.press("u")
    player.until(lambda: len(player.row()) == 0)
    player.until(lambda: {game["piles"] for game in kept(player)} == {3, 0})


def test_other_tabs_follow(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    first = player.page
    player.button("stats")
    player.page = player.tab()
    player.open("/?rules=accordion&layout=open&deal=1")
    play(player, *WIN.split())
    player.page = first
    player.until(lambda: figures(player).get("Deals won") == "1 of 1")
    close(player)
    assert "Best: 1 pile" in player.page.inner_text("#best")


# ------------------------------------------------------------ storage that can't be used

BROKEN = {
    "missing": "Object.defineProperty(window, 'indexedDB', {value: undefined});",
    "throws": "IDBFactory.prototype.open = () => { throw new Error('no'); };",
    "refuses": """IDBFactory.prototype.open = () => {
        const request = {error: new DOMException('no', 'UnknownError')};
        setTimeout(() => request.onerror());
        return request; };""",
    "hangs": "IDBFactory.prototype.open = () => ({});",
    "full": """IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError'); };""",
    "all full": """IDBObjectStore.prototype.put = Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError'); };""",
    "lost": "IDBDatabase.prototype.transaction = () => { throw new Error('gone'); };",
}


@pytest.mark.parametrize("how", BROKEN)
@SIZES
def test_play_goes_on_without_a_database(visit: Any, how: str, size: Any) -> None:
    player = visit(None, **size)
    player.page.add_init_script(BROKEN[how])
    player.open("/?rules=accordion&layout=open&deal=1")
    play(player, "42-39", "44-41")
    player.until(lambda: player.page.locator("#notice").is_visible())
    notice = player.page.inner_text("#notice")
    assert "storage is full" in notice if "full" in how else "storage can't be used" in notice
    play(player, "44-41")
    player.press("u", "r")
    player.until(lambda: len(player.row()) == 49)
    player.button("stats")  # what this visit played is known all the same
    player.until(lambda: figures(player).get("Games begun") == "1")
    assert "Nothing was imported" in choose_file(player, "x")
    assert "nothing was changed" in choose_file(player, a_file(a_game("z")))
    assert player.page.inner_text("#notice") == notice


def test_a_database_of_a_later_version_is_left_alone(visit: Any) -> None:
    player = visit(None)
    player.page.goto("/icon.svg")
    player.page.evaluate(
        """() => new Promise((done) => {
          const request = indexedDB.open('squeezebox', 99);
          request.onupgradeneeded = () => request.result.createObjectStore('future');
          request.onsuccess = () => { request.result.close(); done(); };
        })"""
    )
    player.open("/?rules=accordion&layout=open&deal=1")
    player.until(lambda: "later version" in player.page.inner_text("#notice"))
    play(player, "42-39")
    stores = """async () => (await indexedDB.databases()).map(({version}) => version)"""
    assert player.page.evaluate(stores) == [99]


def test_a_later_version_in_another_tab_gets_the_database(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    play(player, "42-39")
    assert len(kept(player)) == 1
    first = player.page
    other = player.tab()
    other.goto("/icon.svg")
    upgraded = other.evaluate(
        """() => new Promise((done) => {
          const request = indexedDB.open('squeezebox', 99);
          request.onsuccess = () => { request.result.close(); done(true); };
          request.onblocked = () => done(false);
        })"""
    )
    assert upgraded
    player.page = first
    play(player, "44-41")
    player.until(lambda: "later version" in player.page.inner_text("#notice"))
    player.page.reload()
    player.until(lambda: len(player.row()) == 50)


def test_damaged_documents_are_left_out_and_left_alone(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    play(player, "42-39")
    player.until(lambda: len(kept(player)) == 1)
    put = """(names) => new Promise((done) => {
      const request = indexedDB.open('squeezebox');
      request.onsuccess = () => {
        const change = request.result.transaction(['games', 'bests', 'rules'], 'readwrite');
        change.objectStore('games').put({id: 'bad', rules: 5, actions: '<img src=x>'});
        change.objectStore('games').put({id: 7});
        change.objectStore('bests').put({rules: 'accordion', layout: 'open', piles: 'one'});
        change.objectStore('rules').put({text: 'x', name: null});
        change.oncomplete = () => { request.result.close(); done(); };
      };
    })"""
    player.page.evaluate(put)
    player.open("/?rules=accordion&layout=open&deal=2")
    player.until(lambda: "can't be read" in player.page.inner_text("#notice"))
    player.button("stats")
    player.until(lambda: figures(player).get("Games begun") == "1")
    assert len(kept(player)) == 1
    count = """() => new Promise((done) => {
      const request = indexedDB.open('squeezebox');
      request.onsuccess = () => {
        const asked = request.result.transaction('games').objectStore('games').count();
        asked.onsuccess = () => { request.result.close(); done(asked.result); };
      };
    })"""
    assert player.page.evaluate(count) == 3


def test_a_file_gives_no_rule_set_of_the_catalogue_another_title(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    choose_file(player, a_file(a_game("a", rules="five-piles", title="Whist"), a_game("b")))
    options = player.page.locator("#stats-dialog option").all_inner_texts()
    assert sorted(options) == ["Accordion, open", "Five Piles, open"]
    player.page.click("#stats-dialog button:has-text('Past games')")
    listed = player.page.inner_text("#games-dialog ul")
    assert "Accordion, open" in listed
    assert "Five Piles, open" in listed
    assert "Whist" not in listed
