"""The browser's history: games as its entries, back and forward, hasty hands, undone moves."""

from __future__ import annotations

from typing import Any

import pytest

from squeezebox import Game


def test_every_new_game_is_an_entry_of_the_history(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    player.press(":", *"42-39", "Enter")
    player.until(lambda: len(player.row()) == 51)
    first = player.row()
    player.press("n")
    player.until(lambda: len(player.row()) == 52)
    player.settle()
    second, deal = player.row(), player.query()["deal"]
    player.page.go_back()
    player.until(lambda: player.row() == first)
    player.page.go_forward()
    player.until(lambda: player.row() == second)
    assert player.query()["deal"] == deal
    player.press("u")  # undo of a new game brings the old one back
    player.until(lambda: player.row() == first)
    assert player.query()["deal"] == "1"


def test_moves_made_fast_survive_a_reload_at_once(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=stock&deal=1")
    for _ in range(20):
        player.press("d")
        player.page.wait_for_timeout(25)
    player.until(lambda: len(player.row()) == 20)
    player.page.reload()
    player.until(lambda: len(player.row()) == 20)


def three_games(visit: Any) -> tuple[Any, list[list[str]]]:
    """Three games, one after the other, each with a move; their rows."""
    player = visit("/?rules=accordion&layout=open&deal=1")
    rows = []
    for number in range(3):
        if number:
            player.press("n")
            player.until(lambda: len(player.row()) == 52)
        legal = next(iter(Game("accordion", deal=int(player.query()["deal"])).legal_actions))
        player.press(":", *str(legal), "Enter")
        player.until(lambda: len(player.row()) == 51)
        rows.append(player.row())
    player.settle()
    return player, rows


@pytest.mark.parametrize("gap", [0, 15, 60])
def test_hasty_back_and_forward_harm_no_game(visit: Any, gap: int) -> None:
    player, rows = three_games(visit)
    player.page.evaluate(
        """gap => { const asked = window.fetch;
          window.fetch = async (...all) => {
            await new Promise(r => setTimeout(r, 40));
            return asked(...all);
          };
          history.back(); setTimeout(() => history.back(), gap);
          setTimeout(() => history.forward(), 2 * gap); }""",
        gap,
    )
    player.settle()
    player.page.wait_for_timeout(500)
    while player.query()["deal"] != "1":
        assert player.row() in rows
        before = player.query()["deal"]
        player.page.evaluate("history.back()")
        player.until(lambda before=before: player.query()["deal"] != before)
        player.settle()
    assert player.row() == rows[0]
    for row in rows[1:]:
        player.page.evaluate("history.forward()")
        player.until(lambda row=row: player.row() == row)


@pytest.mark.parametrize("delay", [0, 60])
def test_moves_under_way_while_one_goes_back_are_kept(visit: Any, delay: int) -> None:
    player = visit("/?rules=accordion&layout=stock&deal=3&actions=d")
    player.press("n")
    player.until(lambda: len(player.row()) == 1 and player.query()["deal"] != "3")
    player.settle()
    player.page.evaluate(
        """delay => { const asked = window.fetch;
          window.fetch = async (...all) => {
            await new Promise(r => setTimeout(r, delay));
            return asked(...all);
          };
          for (let count = 0; count < 5; count += 1) {
            dispatchEvent(new KeyboardEvent('keydown', {key: 'd', code: 'KeyD'}));
          }
          setTimeout(() => history.back(), 20); }""",
        delay,
    )
    player.until(lambda: player.query().get("deal") == "3")
    player.settle()
    player.page.wait_for_timeout(8 * delay)
    player.page.evaluate("history.forward()")
    player.until(lambda: len(player.row()) == 6)


def test_notes_of_undone_moves_stay_with_them(visit: Any) -> None:
    player = visit("/")
    player.button("record")
    area = player.page.locator("#record-dialog textarea")
    area.fill('[Rules "accordion"]\n[Deal "1"]\n\n{start} 42-39 {c1} 44-41 {c2} 44-41 {c3}\n')
    player.page.click("#record-dialog .main")
    player.until(lambda: len(player.row()) == 49)
    player.press("u", "u")
    player.until(lambda: len(player.row()) == 51)
    player.settle()
    player.page.reload()
    player.until(lambda: len(player.row()) == 51)
    player.press("r", "r")
    player.until(lambda: len(player.row()) == 49)
    player.button("record")
    assert "44-41 {c2} 44-41 {c3}" in area.input_value()
    player.press("Escape", "u", "u", ":", *"4-1", "Enter")
    player.until(lambda: len(player.row()) == 50)
    player.press("2", "3", "l", "1", "l", "1", "l", "1")
    player.settle()
    player.button("record")
    assert "{c1} 4-1" in area.input_value()
    assert "c2" not in area.input_value()


def test_keys_after_an_undo_that_brings_a_game_back_play_that_game(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=stock&deal=1&actions=d")
    player.press("n", "u", "u", "d")
    player.until(lambda: player.row() == ["6H", "KS"])
    player.settle()
    assert player.query() == {
        "rules": "accordion", "layout": "stock", "deal": "1", "actions": "d d",
    }  # fmt: skip


LEGAL = """
(async () => {
  const { rules, deal } = Object.fromEntries(new URLSearchParams(location.search));
  const record = `[Rules "${rules}"]\\n[Deal "${deal}"]\\n\\n`;
  const answer = await fetch("/api/game", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ record }),
  });
  const { destinations } = await answer.json();
  const from = destinations.findIndex((places) => places.length);
  return `${from + 1}-${destinations[from][0].pile}`;
})()
"""


def test_a_key_held_down_begins_one_game_and_leaves_none(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1&actions=42-39")
    before = player.page.evaluate("history.length")

    def hold(key: str) -> None:
        for _ in range(6):  # a key that is down already repeats
            player.page.keyboard.down(key)
        player.page.keyboard.up(key)
        player.settle()

    hold("n")
    assert player.page.evaluate("history.length") == before + 1
    second = player.query()
    hold("N")
    assert player.page.evaluate("history.length") == before + 2
    player.page.locator("#new").focus()
    hold("Enter")
    assert player.page.evaluate("history.length") == before + 3
    player.press("u", "u")
    player.until(lambda: player.query() == second)
    player.press("u")
    player.until(lambda: player.query().get("actions") == "42-39")
    player.press("r", "d")
    hold("u")  # to the start of this game, and no further
    player.press("n")
    player.settle()
    third = player.query()
    player.page.locator("#row").press("ArrowRight")
    legal = player.page.evaluate(LEGAL)
    player.press(":", *legal, "Enter")
    player.until(lambda: player.query().get("actions") == legal)
    hold("u")
    assert player.query() == third
    player.press("r")
    player.until(lambda: player.query().get("actions") == legal)
    player.page.click("#undo", click_count=3, delay=20)
    player.settle()
    assert player.query() == third


def test_a_stopped_service_loses_nothing(visit: Any) -> None:
    player, rows = three_games(visit)
    player.page.route("**/api/*", lambda route: route.abort())
    player.page.go_back()
    player.until(lambda: "doesn't answer" in player.message())
    assert player.row() == rows[2]
    player.press("u")
    player.page.wait_for_timeout(200)
    assert player.row() == rows[2]
    player.page.unroute("**/api/*")
    player.press("u")  # whatever is done next tries again what was missed
    player.until(lambda: player.row() == rows[1])
    player.page.go_back()
    player.until(lambda: player.row() == rows[0])
