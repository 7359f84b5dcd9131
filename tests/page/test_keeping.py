"""What the browser keeps: from earlier versions, through crashes, in several tabs, damaged."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kept import a_file, a_game
from page.results import SIZES, choose_file, close, export, figures, kept, play
from page.test_play import WIN

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
