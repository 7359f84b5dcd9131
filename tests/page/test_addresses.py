"""The address holds the game: reload, links, back and forward, closed tabs, other games."""

from __future__ import annotations

import re
from typing import Any

import pytest

from squeezebox import Game, read

STOCK = "/?rules=accordion&layout=stock&deal=1&actions=d7"


def test_reload_brings_the_game_back_with_what_was_undone(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    player.press(":", *"42-39", "Enter", ":", *"44-41", "Enter", "u")
    player.until(lambda: len(player.row()) == 51)
    player.settle()
    assert player.query() == {
        "rules": "accordion", "layout": "open", "deal": "1", "actions": "42-39",
    }  # fmt: skip
    before = player.row()
    player.page.reload()
    player.until(lambda: player.row() == before)
    player.press("r")
    player.until(lambda: len(player.row()) == 50)


def test_a_link_opens_the_same_game_elsewhere(visit: Any) -> None:
    player = visit("/?rules=skidoo&layout=stock&deal=77&actions=d9")
    player.press("d", "d")
    player.until(lambda: len(player.row()) == 11)
    player.settle()
    address = player.page.url.removeprefix(player.address)
    assert visit(address).row() == player.row()


def test_a_closed_tab_comes_back(visit: Any) -> None:
    player = visit("/?rules=leap-4&layout=stock&deal=9")
    player.press("D", "l")
    player.until(lambda: len(player.row()) == 52)
    before, query = player.row(), player.query()
    player.page.close()
    player.page = player.tab()
    player.open("/")
    assert player.row() == before
    assert player.query()["deal"] == query["deal"]


def test_new_restart_and_next_keep_the_mode(visit: Any) -> None:
    player = visit(STOCK)
    player.press("N")
    player.until(lambda: player.row() == ["6H"])
    player.button("next")
    player.until(lambda: player.row() == ["6S"])
    player.settle()
    assert (player.query()["deal"], player.query()["layout"]) == ("2", "stock")
    player.press("n")
    player.settle()
    assert player.query()["layout"] == "stock"
    assert player.query()["actions"] == "d"


def test_an_unfinished_game_is_never_lost(visit: Any) -> None:
    """Neither by a new game, nor by a restart, nor by opening a link, nor by closing the tab."""
    player = visit("/?rules=accordion&layout=open&deal=1")
    player.press(":", *"42-39", "Enter")
    player.until(lambda: len(player.row()) == 51)
    first = player.row()
    player.press("N")
    player.until(lambda: len(player.row()) == 52)
    player.press("n")
    player.settle()
    player.open("/?rules=bayan&deal=5")
    player.page.close()
    player.page = player.tab()
    player.open("/?rules=relaxed&deal=6")
    player.button("games")
    player.page.click("#saved li button:has-text('Accordion, open · deal 1: 51 piles')")
    player.until(lambda: player.row() == first)
    player.press("u")
    player.until(lambda: len(player.row()) == 52)
    assert player.query()["rules"] == "accordion"


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("/?rules=nonsense&deal=1", "no rule set is called"),
        ("/?rules=accordion&deal=x", "not a deal number"),
        ("/?rules=accordion&deal=99999999999", "deal numbers go from 0"),
        ("/?rules=accordion&deck=6H+6H", "twice"),
        ("/?rules=accordion&deck=6H+KS", "52 cards"),
        ("/?rules=accordion&deal=1&actions=42-39+42-39+9-1", "action 2"),
        ("/?rules=accordion&deal=1&actions=hello", "expected an action"),
        ("/?rules=compulsory&layout=open&deal=1", "stock"),
        ("/?rules=revenge&deal=1&target=6H", "names the target 9C"),
        ("/?rules=<img src=x onerror=alert(1)>&deal=1", "not a rule set"),
        ("/?rules=accordion&deal=1&actions=" + "d%20" * 3000, "action"),
    ],
)
def test_a_link_that_holds_no_game_says_why_and_harms_nothing(
    visit: Any, link: str, why: str
) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1&actions=42-39")
    before = player.row()
    player.page.goto(link)
    player.until(lambda: why.lower() in player.message().lower())
    assert "This link holds no game that can be played." in player.message()
    assert player.row() == before  # the game on screen stays: it is the last unfinished one
    assert player.page.locator("main img, footer img").count() == 0


def test_a_record_is_shown_copied_and_opened(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1&actions=42-39")
    player.button("record")
    area = player.page.locator("#record-dialog textarea")
    assert '[Piles "51"]' in area.input_value()
    player.page.click("#copy")
    player.until(lambda: player.page.inner_text("#copy") == "Copied")
    assert "42-39" in player.page.evaluate("navigator.clipboard.readText()")
    before = player.row()
    for text, why in (
        ("rubbish", "expected a header"),
        ('[Rules "accordion"]\n[Deal "1"]\n\n' + "42-39 " * 3, "action 2"),
        ('[Rules "accordion"]\n[Deck "6H 6H"]\n', "twice"),
        ('[Rules "<b>x</b>"]\n[Deal "1"]\n', "no rule set"),
        ("x" * 100_000, "60000 characters"),
        ("x" * 400_000, "far too long"),
    ):
        area.fill(text)
        player.page.click("#record-dialog .main")
        problem = player.page.locator("#record-dialog .problem")
        player.until(lambda why=why, problem=problem: why in problem.inner_text().lower())
        where = r"Line \d+, column \d+: |Record: |The record is too long|That text is far too long"
        assert re.match(where, problem.inner_text())
        assert player.row() == before
    kept = '[Rules "skidoo"]\n[Deal "5"]\n[Event "a \\"b\\" <i>c</i>"]\n\n{d} 3-1 {e \\} f\\ }\n'
    area.fill(kept)
    player.page.click("#record-dialog .main")
    player.until(lambda: len(player.row()) == 51)
    player.press("d", "u", "r")
    player.settle()
    player.page.reload()
    player.until(lambda: len(player.row()) == 51)
    player.settle()
    player.button("record")
    shown = read(area.input_value())
    assert shown == read(kept)  # headers and comments included
    area.fill('[Rules "skidoo"]\n[Deal "5"]\n[Event "<script>x</script>"]\n\n')
    player.page.click("#record-dialog .main")
    player.until(lambda: player.row() == [str(c) for c in Game("skidoo", deal=5).deck])


def test_own_rule_sets_and_decks(visit: Any) -> None:
    player = visit("/")
    before = player.row()
    player.button("choose")
    player.page.select_option("#rule-set", "own")
    player.page.fill("input[name=own]", "accordion(distances=0)")
    player.page.click("#choose-dialog .main")
    problem = player.page.locator("#choose-own-problem")
    player.until(lambda: "istances go from 1 to 51, not 0" in problem.inner_text())
    assert player.row() == before
    player.page.fill("input[name=own]", "accordion(deck=5; both-ways)")
    player.page.fill("textarea[name=deck]", "6h, 10D 7♥ KC 2S")
    player.page.click("#choose-dialog .main")
    player.until(lambda: player.row() == ["6H", "TD", "7H", "KC", "2S"])
    player.settle()
    assert player.query()["rules"] == "accordion(deck=5; both-ways)"


def test_a_link_waits_for_a_service_that_does_not_answer(visit: Any) -> None:
    for failing in ("**/api/game", "**/api/rules"):
        player = visit(None)
        player.page.route(failing, lambda route: route.abort())
        player.page.goto("/?rules=skidoo&deal=5&actions=3-1")
        player.until(lambda player=player: "doesn't answer" in player.message())
        player.page.click("#new")
        player.page.wait_for_timeout(200)
        assert "doesn't answer" in player.message()
        player.page.unroute(failing)
        player.page.click("#new")
        player.until(lambda player=player: len(player.row()) == 51)
        assert player.query()["actions"] == "3-1"


def test_two_tabs_keep_games_of_their_own(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=stock&deal=1&actions=d2")
    first = player.page
    player.page = player.tab()
    player.open("/")
    assert len(player.row()) == 2
    second, player.page = player.page, first
    player.press("d", "d", "d")
    player.until(lambda: len(player.row()) == 5)
    player.page = second
    player.press("u")
    player.until(lambda: player.row() == [])
    first.close()
    player.button("games")
    assert "5 piles" in player.page.inner_text("#saved")


def test_a_drop_goes_where_the_pointer_is(visit: Any) -> None:
    """Whatever has moved since the drag began; and Escape ends it without a drop."""
    player = visit("/?rules=accordion&layout=open&deal=1", reduced_motion="reduce")
    mouse = player.page.mouse

    def middle(place: int) -> tuple[float, float]:
        box = player.pile(place).locator(".card").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    mouse.move(*middle(42))
    mouse.down()
    mouse.move(300, 300, steps=4)
    player.page.set_viewport_size({"width": 700, "height": 900})
    player.page.wait_for_timeout(100)
    mouse.move(*middle(39), steps=4)
    mouse.up()
    player.until(lambda: len(player.row()) == 51)
    player.settle()
    assert player.query()["actions"] == "42-39"
    player.press("u")
    player.until(lambda: len(player.row()) == 52)
    mouse.move(*middle(42))
    mouse.down()
    mouse.move(*middle(39), steps=4)
    player.press("Escape")
    player.page.wait_for_timeout(100)
    mouse.up()
    player.page.wait_for_timeout(200)
    assert len(player.row()) == 52


def test_a_rule_set_alone_is_a_link_to_a_new_deal(visit: Any) -> None:
    player = visit("/?rules=skidoo&layout=stock")
    assert len(player.row()) == 1
    assert player.query()["deal"].isdigit()


def test_play_goes_on_without_storage(visit: Any) -> None:
    player = visit(None)
    player.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('blocked'); }})"
    )
    player.open("/?rules=accordion&layout=open&deal=1")
    assert "storage can't be used" in player.page.inner_text("#notice")
    player.press(":", *"42-39", "Enter")
    player.until(lambda: len(player.row()) == 51)


def test_damaged_storage_is_a_fresh_start(visit: Any) -> None:
    player = visit("/")
    player.page.evaluate(
        """for (const key of ['last', 'best', 'hints', 'game.x', 'game.y'])
             localStorage.setItem('squeezebox.' + key, '{broken');
           localStorage.setItem('squeezebox.game.z', '7');
           localStorage.setItem('squeezebox.game.v', '{"address": "http://[", "redo": 5}');
           const last = {id: 4, address: '/?rules=accordion&deal=1', redo: 5};
           localStorage.setItem('squeezebox.last', JSON.stringify(last));
           const bad = {address: '/?rules=zzz&deal=1', title: {}};
           localStorage.setItem('squeezebox.game.w', JSON.stringify(bad));"""
    )
    player.open("/")
    assert "can't be read" in player.page.inner_text("#notice")
    assert player.query()["deal"] == "1"
    player.press(":", *"42-39", "Enter", "u", "r")
    player.until(lambda: len(player.row()) == 51)
    player.press("u")
    player.until(lambda: len(player.row()) == 52)
    player.button("games")
    player.page.click("#saved li button >> nth=0")
    player.until(lambda: "No rule set" in player.message())
    assert len(player.row()) == 52


@pytest.mark.parametrize("last", ["{broken", "7", '{"address": "/?rules=zzz&deal=1"}'])
def test_a_last_game_that_is_damaged_is_told(visit: Any, last: str) -> None:
    player = visit(None)
    player.context.add_init_script(f"localStorage.setItem('squeezebox.last', {last!r})")
    player.open("/")
    assert "can't be read" in player.page.inner_text("#notice")
    assert len(player.row()) == 52


def test_nothing_comes_from_elsewhere_and_only_moves_are_asked_for(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    player.until(lambda: "/api/coach/difficulty" in player.requests[-1])
    assert all(url.startswith(player.address) for url in player.requests)
    loaded = len(player.requests)
    player.press("i", "l", "?", "Escape", "g", "5", "Enter", "Escape")
    player.pile(7).click()
    player.pile(7).click()
    player.settle()
    assert len(player.requests) == loaded
    player.press(":", *"42-39", "Enter")
    player.until(lambda: len(player.row()) == 51)
    asked = [url.removeprefix(player.address) for url in player.requests[loaded:]]
    # A browser looks for the icon at every change of the address; it has it in its cache.
    assert [path for path in asked if not path.endswith("/icon.svg")] == ["/api/game"]


def test_light_and_dark(visit: Any) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    papers = [visit("/", color_scheme=scheme).page.evaluate(paper) for scheme in ("light", "dark")]
    assert papers[0] != papers[1]
