"""What the board does: selecting, hints, refusals, discards, over and under, the stock."""

from __future__ import annotations

from typing import Any

import pytest

from page.conftest import PHONE, Player
from squeezebox import Game

OPEN = "/?rules=accordion&layout=open&deal=1"
STOCK = "/?rules=accordion&layout=stock&deal=1"


def lit(player: Player) -> list[str]:
    return player.page.eval_on_selector_all(".pile.can", "all => all.map(p => p.dataset.place)")


def test_hints_light_all_destinations_and_are_remembered(visit: Any) -> None:
    player = visit(OPEN)
    assert "Hints off" in player.page.inner_text("#hints")
    player.press("i")
    player.until(lambda: player.page.get_attribute("#hints", "aria-pressed") == "true")
    assert lit(player) == []
    game = Game("accordion", deal=1)
    places = {
        place: [str(a.destination) for a in game.legal_actions if a.source == place]
        for place in range(1, 53)
    }
    two = next(place for place, ends in places.items() if len(ends) == 2)
    player.pile(two).click()
    player.until(lambda: lit(player) == sorted(places[two], key=int))
    assert "can go here" in player.pile(int(places[two][0])).get_attribute("aria-label")
    player.open("/")
    assert player.page.get_attribute("#hints", "aria-pressed") == "true"
    player.page.click("#hints")
    player.open("/")
    assert player.page.get_attribute("#hints", "aria-pressed") == "false"


@pytest.mark.parametrize("rules", ["accordion", "concertina", "push-pin", "bayan", "relaxed"])
def test_hints_off_hides_destinations_and_their_number(visit: Any, rules: str) -> None:
    """With any pile selected, legal destinations and others look alike, everywhere."""
    player = visit(f"/?rules={rules}&layout=open&deal=3", reduced_motion="reduce")
    game = Game(rules, deal=3)

    def dress(place: int) -> dict[str, Any]:
        """Everything that an element of the row says, but for its own place and cards."""
        found: dict[str, Any] = player.pile(place).evaluate(
            """pile => {
              const all = [pile, ...pile.querySelectorAll('*')].filter(e => !e.closest('svg'));
              return {
                names: all.map(e => [...e.attributes].map(a => a.name).sort()),
                classes: all.map(e => e.className.replace(/suit-./, '')),
                label: pile.getAttribute('aria-label').replace(/pile .*/, ''),
                titles: all.map(e => e.title),
                paint: all.map(e => {
                  const s = getComputedStyle(e);
                  return [s.outlineStyle, s.borderStyle, s.boxShadow, s.opacity, s.cursor,
                    e.matches('.card, .rank, .suit') ? '' : s.color, s.backgroundColor];
                }),
              };
            }"""
        )
        return found

    def page_says() -> str:
        return str(
            player.page.evaluate("document.body.outerHTML.replaceAll(/<sb-row.*sb-row>/gs, '')")
        )

    said = []
    for place in (10, 20, 30):
        player.pile(place).click()
        player.page.mouse.move(5, 5)
        player.page.wait_for_timeout(50)
        ends = [
            (a.destination, a.source) if hasattr(a, "source") else (a.first, a.last)
            for a in game.legal_actions
        ]
        near = {one for pair in ends for one in pair if place in pair} - {place}
        others = [dress(other) for other in range(4, 45) if other != place]
        assert all(other == others[0] for other in others), (place, near)
        said.append(page_says().replace(str(place), "#"))
        player.press("Escape")
        player.page.wait_for_timeout(50)
    assert "can go" not in "".join(said)


def test_a_selected_pile_stays_marked_and_a_refusal_says_why(visit: Any) -> None:
    player = visit(OPEN)
    player.pile(5).click()
    player.until(lambda: player.pile(5).get_attribute("aria-selected") == "true")
    player.pile(3).click()
    player.until(lambda: player.message() == "Pile 5 can go 1 or 3 to the left, not 2.")
    player.pile(4).click()
    player.until(
        lambda: "A♣ can't go onto Q♥: neither rank nor suit is the same." in player.message()
    )
    player.pile(8).click()
    player.until(lambda: "to the right" in player.message())
    assert player.pile(5).get_attribute("aria-selected") == "true"
    player.pile(5).click()
    player.until(lambda: player.pile(5).get_attribute("aria-selected") == "false")
    assert len(player.row()) == 52


def test_the_row_wraps_and_reaches_back_across_the_break(visit: Any) -> None:
    player = visit(OPEN, **PHONE)
    tops = {place: player.pile(place).bounding_box() for place in (1, 2, 40, 44, 41)}
    assert tops[41]["y"] != tops[44]["y"] or tops[1]["y"] < tops[40]["y"]
    columns = player.page.evaluate("document.querySelector('sb-row').columns")
    first = next(p for p in (columns * n + 1 for n in range(1, 7)))
    assert player.pile(first).bounding_box()["y"] > player.pile(first - 1).bounding_box()["y"]
    game = Game("accordion", deal=1)
    crossing = next(
        a for a in game.legal_actions if (a.source - 1) // columns != (a.destination - 1) // columns
    )
    player.pile(crossing.source).tap()
    player.pile(crossing.destination).tap()
    player.until(lambda: len(player.row()) == 51)


def test_selecting_moves_no_card(visit: Any) -> None:
    """A long message may not push the row about: the next tap has to meet the same card."""
    for rules, size in (("accordion", (390, 844)), ("push-pin", (320, 568))):
        actions = "42-39+44-41+44-41+4-1" if rules == "accordion" else "d9"
        layout = "open" if rules == "accordion" else "stock"
        player = visit(
            f"/?rules={rules}&layout={layout}&deal=1&actions={actions}",
            **(PHONE | {"viewport": {"width": size[0], "height": size[1]}}),
        )
        where = "all => all.map(p => { const b = p.getBoundingClientRect(); return [b.x, b.y]; })"
        before = player.page.eval_on_selector_all(".pile", where)
        player.page.eval_on_selector("#message", "m => { m.textContent = 'word '.repeat(200); }")
        assert player.page.eval_on_selector_all(".pile", where) == before
        player.pile(3).tap()
        player.until(lambda player=player: player.page.locator(".pile.selected").count() == 1)
        assert player.page.eval_on_selector_all(".pile", where) == before


def test_a_message_that_goes_on_says_so_until_it_is_read(visit: Any) -> None:
    player = visit(OPEN, **PHONE)
    more = player.page.locator("#message.more")
    player.press("Escape")
    player.until(lambda: more.count() == 0)
    player.press("p")  # the whole position
    player.until(lambda: more.count() == 1)
    player.page.eval_on_selector("#message", "m => m.scrollTo(0, m.scrollHeight)")
    player.until(lambda: more.count() == 0)
    player.page.eval_on_selector("#message", "m => m.scrollTo(0, 0)")
    player.until(lambda: more.count() == 1)
    player.press("9")
    player.until(lambda: more.count() == 0 and "no pile" in player.message())


def test_the_rules_in_play_are_explained(visit: Any) -> None:
    for rules, words in (
        ("push-pin", "A pile between two that match can leave: choose it, then choose it again."),
        ("idle-year", "A pile that can slide may not leap."),
        ("accordion(distances=1,4; both-ways)", "a matching pile 1 or 4 to the left or right"),
    ):
        player = visit(f"/?rules={rules}&deal=1")
        player.press("?")
        assert words in player.page.inner_text("#rule")
        assert player.page.eval_on_selector("#help-dialog", "d => d.scrollTop") == 0


def test_dialogs_fit_a_small_screen(visit: Any) -> None:
    rules = "accordion(distances=1,2,3,4,5,6,7,8,9,10,11,12,13; both-ways; place=either)"
    player = visit(f"/?rules={rules}&deal=1", viewport={"width": 320, "height": 568})
    for button in ("choose", "record", "games", "help"):
        player.button(button)
        dialog = player.page.locator("dialog[open]")
        wide = dialog.evaluate("d => [d.scrollWidth, d.clientWidth]")
        assert wide[0] <= wide[1], button
        player.press("Escape")


def test_a_piles_cards_can_be_looked_at(visit: Any) -> None:
    player = visit(OPEN + "&actions=42-39+44-41")
    player.pile(39).click()
    player.until(lambda: "from bottom to top 8♣" in player.message().replace("\ufe0e", ""))
    assert "×2" in player.pile(39).inner_text()


def test_discarding_sets(visit: Any) -> None:
    player = visit("/?rules=push-pin&layout=open&deal=4&actions=")
    game = Game("push-pin", deal=4)
    singles = [a for a in game.legal_actions if a.first == a.last]
    pairs = [a for a in game.legal_actions if a.first != a.last]
    player.pile(singles[0].first).click()
    player.until(lambda: player.pile(singles[0].first).get_attribute("aria-selected") == "true")
    player.pile(singles[0].first).click()
    player.until(lambda: len(player.row()) == 51)
    player.press("u")
    player.until(lambda: len(player.row()) == 52)
    player.pile(pairs[0].last).click()
    player.pile(pairs[0].first).click()
    player.until(lambda: len(player.row()) == 50)
    assert "2 discarded" in player.page.inner_text("#heap-count")
    player.press("u")
    player.until(lambda: len(player.row()) == 52)
    player.pile(pairs[0].first).drag_to(player.pile(pairs[0].last))
    player.until(lambda: len(player.row()) == 50)
    player.press("u")
    player.until(lambda: len(player.row()) == 52)
    player.pile(singles[0].first).drag_to(player.page.locator("#heap-area"))
    player.until(lambda: len(player.row()) == 51)
    player.pile(1).click()
    player.pile(1).click()
    player.until(lambda: "neighbour on both sides" in player.message())


def test_digits_in_a_discarding_set(visit: Any) -> None:
    player = visit("/?rules=push-pin&layout=open&deal=1")
    player.press("g", "8", "Enter", "1")
    player.until(lambda: "distance of 2 or 3 in this rule set, not 1" in player.message())
    player.press("3")
    player.until(lambda: len(player.row()) == 50)
    player.settle()
    assert player.query()["actions"] == "x6-7"


def test_digits_reach_both_ways_where_pairs_leave(visit: Any) -> None:
    player = visit("/?rules=bayan&layout=open&deal=1")
    player.press("g", "3", "9", "Enter", "3")
    player.settle()
    assert player.query()["actions"] == "42-39"


def test_lines_typed_one_after_the_other(visit: Any) -> None:
    player = visit(OPEN)
    player.page.keyboard.type(":42-39\n", delay=0)
    player.press("ArrowRight")
    player.page.keyboard.type(":44-41\n", delay=5)
    player.until(lambda: len(player.row()) == 50)
    player.press("u", "u")
    player.until(lambda: len(player.row()) == 52)
    player.page.keyboard.type(":42-39\ng20\n:44-41\n", delay=0)
    player.until(lambda: len(player.row()) == 50)
    player.press("g", "Enter", "g", "0", "x", "1", "0", "Enter")
    player.until(lambda: "There is no pile 0x10." in player.message())


def test_actions_typed_as_phones_and_voices_write_them(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=stock&deal=1")
    done = ""
    for written, action in [("d 52", "d52"), ("42 - 39", "42-39"), ("44\N{EN DASH}41", "44-41")]:
        player.press(":")
        player.page.keyboard.insert_text(written)
        player.press("Enter")
        done = f"{done} {action}".strip()
        player.until(lambda all_of=done: player.query().get("actions") == all_of)
    player.press(":", *"41-38 4-1", "Enter")
    player.until(lambda: "41-38 4-1" in player.message())


def test_over_and_under_are_two_halves_told_apart(visit: Any) -> None:
    player = visit("/?rules=concertina&layout=open&deal=1")
    player.pile(44).click()  # it can slide, and not leap
    assert player.page.locator(".half.over").count() == 51
    assert player.page.locator(".half.can").count() == 0
    player.press("i")
    player.until(lambda: player.page.locator(".half.can").count() == 2)
    paints = [
        player.pile(43).locator(f".half.{way}").evaluate("e => getComputedStyle(e).boxShadow")
        for way in ("over", "under")
    ]
    assert paints[0] != paints[1]
    assert "over or under" in player.pile(43).get_attribute("aria-label")
    box = player.pile(43).locator(".card").bounding_box()
    player.pile(43).click(position={"x": 10, "y": box["height"] * 0.8})
    player.until(lambda: len(player.row()) == 51)
    player.settle()
    assert player.query()["actions"] == "44_43"
    player.press("u")
    player.until(lambda: len(player.row()) == 52)
    player.press("g", "4", "4", "Enter", "Shift+Digit1")
    player.settle()
    assert player.query()["actions"] == "44_43"
    player.press("u", "g", "4", "4", "Enter", "Enter", "ArrowLeft", "Shift+Enter")
    player.settle()
    assert player.query()["actions"] == "44_43"
    player.press("u", "g", "4", "4", "Enter", "Enter", "ArrowLeft", "Enter")
    player.settle()
    assert player.query()["actions"] == "44-43"


def test_the_stock(visit: Any) -> None:
    player = visit("/")
    player.button("choose")
    player.page.check("input[value=stock]")
    player.page.fill("input[name=deal]", "1")
    player.page.click("#choose-dialog .main")
    player.until(lambda: player.row() == ["6H"])  # a new game opens with its first card dealt
    assert player.page.inner_text("#stock-count") == "51"
    player.press("u")
    player.until(lambda: player.row() == [])
    player.press("r")
    player.until(lambda: player.row() == ["6H"])
    player.page.click("#stock")
    player.until(lambda: len(player.row()) == 2)
    player.page.fill("#how-many", "5")
    player.page.click("#deal-several")
    player.until(lambda: len(player.row()) == 7)
    player.page.click("#deal-all")
    player.until(lambda: len(player.row()) == 52)
    player.settle()
    assert player.query()["actions"] == "d d d5 d*"
    assert player.page.is_disabled("#stock")
    for left in (7, 2, 1, 0):
        player.press("u")
        player.until(lambda left=left: len(player.row()) == left)


def test_a_deal_that_is_not_allowed_says_why(visit: Any) -> None:
    path = "/?rules=compulsory&layout=stock&deck=7H+7C+KC+KH&rules=compulsory(deck%3D4)"
    player = visit(path.replace("rules=compulsory&", "", 1) + "&actions=d2")
    player.press("d")
    player.until(
        lambda: (
            player.message() == "A merge is possible, so this rule set doesn't let you deal yet."
        )
    )
    assert player.row() == ["7H", "7C"]


def test_one_pile_with_cards_in_the_stock_is_no_win(visit: Any) -> None:
    player = visit("/?rules=accordion(deck%3D3)&layout=stock&deck=7H+7C+KC&actions=d2+2-1")
    assert player.row() == ["7C"]
    assert not player.page.locator("#outcome").is_visible()
    player.press("d", "2", "l", "1")
    player.until(lambda: "Won" in player.page.inner_text("#outcome"))


def test_stuck_offers_undo_before_a_new_game(visit: Any) -> None:
    player = visit("/?rules=accordion(deck%3D4)&layout=open&deck=7H+7C+KC+KH&actions=4-3")
    player.press("l", "1")
    player.until(lambda: player.page.inner_text("#stands").startswith("Stuck with 2 piles"))
    shown = player.page.eval_on_selector_all(
        "#outcome button", "all => all.filter(b => b.offsetParent).map(b => b.textContent)"
    )
    assert shown == ["Undo", "Back to winnable", "Review", "New game", "Share"]
    assert "Best: 2 pile" in player.page.inner_text("#best")


def test_five_piles_lets_play_go_on(visit: Any) -> None:
    player = visit("/?rules=five-piles(deck%3D6)&deck=7H+7C+KC+KH+2D+3D")
    player.press("l", "1")
    player.until(lambda: "Won with 5 piles! You may play on." in player.page.inner_text("#stands"))
    assert "Best: 5 pile" in player.page.inner_text("#best")
    player.press("End", "g", "3", "Enter", "1")
    player.until(lambda: "Won with 4 piles" in player.page.inner_text("#stands"))
    assert "Best: 4 pile" in player.page.inner_text("#best")


def test_the_target_is_shown_chosen_and_lost(visit: Any) -> None:
    player = visit("/?rules=revenge&deal=1")
    assert player.page.inner_text("#target").replace("\ufe0e", "") == "Target 9♣"
    assert "the target" in player.pile(18).get_attribute("aria-label")
    player.button("choose")
    player.page.select_option("#rule-set", "virtuoso")
    player.page.fill("input[name=deal]", "1")
    player.page.click("#choose-dialog .main")
    choices = player.page.locator("#choices .choice")
    choices.first.wait_for()
    assert choices.count() == 50
    player.page.click("#choices [aria-label='jack of clubs']")
    player.until(lambda: "J♣" in player.page.inner_text("#target").replace("\ufe0e", ""))
    player.press(":")
    player.page.keyboard.type("43-42")
    player.press("Enter")
    player.until(lambda: "neither rank nor suit" in player.message())
    player.press(":", *"42-39", "Enter", ":", *"40-39", "Enter")
    player.until(lambda: len(player.row()) < 52)
    assert player.query()["target"] == "JC"


def test_keys_are_listed_and_escape_lets_go(visit: Any) -> None:
    player = visit(OPEN)
    player.press("?")
    assert player.page.locator("#help-dialog").is_visible()
    listed = player.page.inner_text("#keys")
    for key in ("Enter or Space", "Escape", "g, number, Enter", "1 to 9"):
        assert key in listed
    player.press("Escape")
    assert not player.page.locator("#help-dialog").is_visible()
    player.press("ArrowRight", "j", "k", "l", "h", " ")
    player.until(lambda: player.page.locator(".pile.selected").count() == 1)
    assert player.page.get_attribute(".pile.selected", "data-place") == "2"
    player.press("Escape")
    player.until(lambda: player.page.locator(".pile.selected").count() == 0)
    player.press("d")
    player.until(lambda: "The stock is empty" in player.message())


@pytest.mark.parametrize("width", [320, 390, 768, 1280, 2560])
@pytest.mark.parametrize(
    "rules", ["accordion", "revenge", "push-pin", "accordion(distances=1,2,3,4,5,6,7,8,9,10,11,12)"]
)
def test_no_sideways_scrolling_at_any_width(visit: Any, width: int, rules: str) -> None:
    for layout in ("open", "stock&actions=d*"):
        player = visit(
            f"/?rules={rules}&layout={layout}&deal=8", viewport={"width": width, "height": 800}
        )
        wide = player.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1]
        boxes = player.page.eval_on_selector_all(
            ".pile", "all => all.map(p => p.getBoundingClientRect().right)"
        )
        assert len(boxes) == 52
        assert max(boxes) <= width
        size = player.page.eval_on_selector(
            ".rank", "e => parseFloat(getComputedStyle(e).fontSize)"
        )
        assert size >= 18
