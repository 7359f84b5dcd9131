"""Every way of playing: what axe finds, what a screen reader gets, keys and focus, settings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Browser

from squeezebox import Game

from .conftest import Player
from .screens import CUT, FOUR, LATER, OPEN, SCREENS, SWEEPERS, show

pytestmark = pytest.mark.usefixtures("ready")
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
FIND = """only => axe.run(document, {
    resultTypes: ["violations", "incomplete"], rules: { "target-size": { enabled: true } },
    ...(only ? { runOnly: [only] } : {}),
})"""
LAID_OUT = """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"""
"""What watches sizes has been told of the new ones."""
UNKNOWN = {
    "color-contrast",  # of texts of one sign, or scrolled out of sight: see test_look
    "aria-required-children",  # of a row without piles: it is empty indeed
}
"""What axe leaves to a person to judge."""


@pytest.fixture(scope="module")
def one(browser: Browser, address: str) -> Iterator[Player]:
    """One browser for many screens; it may not see an error at any of them."""
    player = Player(browser, address, reduced_motion="reduce")
    player.page.goto("/")
    yield player
    player.context.close()
    assert player.troubles == []


@pytest.mark.parametrize("name", SCREENS)
def test_axe_reports_nothing_and_nothing_is_cut(one: Player, name: str) -> None:
    one.page.set_viewport_size(DESK)
    one.page.emulate_media(color_scheme="light")
    show(one, name)
    one.page.evaluate(AXE)
    found: list[Any] = []
    # Colours are those of the theme at every size, all else is that of the size in every theme.
    for size, theme, only in (
        (DESK, "light", None),
        (DESK, "dark", "color-contrast"),
        (PHONE, "dark", None),
    ):
        one.page.set_viewport_size(size)
        one.page.emulate_media(color_scheme=theme)
        one.page.evaluate(LAID_OUT)
        result = one.page.evaluate(FIND, only)
        unknown = [each for each in result["incomplete"] if each["id"] not in UNKNOWN]
        found += [
            (theme, each["id"], node["target"], node["failureSummary"])
            for each in result["violations"] + unknown
            for node in each["nodes"]
        ]
    for width, height in ((320, 568), (320, 480), (640, 400)):
        one.page.set_viewport_size({"width": width, "height": height})
        found += [(width, height, fault) for fault in cut(one)]
    assert found == []


def cut(player: Player) -> list[str]:
    """What is cut off once everything is laid out anew, which takes a moment."""
    for _ in range(40):
        if not (found := player.page.evaluate(CUT)):
            break
        player.page.wait_for_timeout(50)
    return list(found)


# ---------------------------------------------------------------- the accessibility tree


def tree(player: Player) -> list[dict[str, Any]]:
    """What a screen reader is given: role, name, value and states of everything, in order."""
    session = player.context.new_cdp_session(player.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        {
            "role": node["role"]["value"],
            "name": node.get("name", {}).get("value", ""),
            "value": node.get("value", {}).get("value"),
            **{each["name"]: each["value"].get("value") for each in node.get("properties", [])},
        }
        for node in nodes
        if not node["ignored"]
    ]


def named(player: Player, role: str) -> dict[str, dict[str, Any]]:
    return {node["name"]: node for node in tree(player) if node["role"] == role}


def test_every_pile_says_its_place_card_and_size(visit: Any) -> None:
    player = visit(OPEN + "&actions=42-39+44-41")
    piles = [node for node in tree(player) if node["role"] == "option"]
    assert len(piles) == 50
    assert piles[0]["name"] == "pile 1: six of hearts"
    assert piles[38]["name"].endswith(", 2 cards")
    for place, pile in enumerate(piles, 1):
        assert re.fullmatch(rf"pile {place}: \w+ of \w+(, \d+ cards)?", pile["name"])
    assert [pile["name"] for pile in piles if pile["selected"]] == []
    assert "The row of piles" in named(player, "listbox")
    player.pile(39).click()
    player.until(lambda: any(p["selected"] for p in named(player, "option").values()))
    chosen = [name for name, pile in named(player, "option").items() if pile["selected"]]
    assert chosen == [piles[38]["name"]]


def test_only_hints_say_where_a_pile_may_go(visit: Any) -> None:
    player = visit(OPEN)
    player.press("g", "4", "4", "Enter", "Enter")
    player.until(lambda: "Pile 44 selected" in player.message())
    before = tree(player)
    assert not any(re.search(r"can go|may go|destination", node["name"]) for node in before)
    player.press("i")
    player.until(lambda: player.page.locator(".pile.can").count() > 0)
    lit = [name for name in named(player, "option") if "can go here" in name]
    ends = sorted(a.destination for a in Game("accordion", deal=1).legal_actions if a.source == 44)
    assert sorted(int(re.findall(r"\d+", name)[0]) for name in lit) == ends
    assert named(player, "button")["Hints"]["pressed"] == "true"


def test_buttons_stock_bellows_and_target_say_their_state(visit: Any) -> None:
    player = visit("/?rules=revenge&layout=stock&deal=1&actions=d3")
    buttons = named(player, "button")
    assert "Stock, 49 cards face down: deal one" in buttons
    assert buttons["Redo"]["disabled"] is True
    assert not buttons["Undo"].get("disabled")
    assert buttons["Hints"]["pressed"] == "false"
    assert {"Rules and keys", "Deal all", "New game"} <= set(buttons)
    [slider] = named(player, "slider").values()
    assert slider["name"] == "Point of the game"
    assert slider["valuemax"] == 1
    # Chromium's tree holds the number only; what is spoken is the attribute.
    assert player.page.get_attribute("#time", "aria-valuetext") == "after action 1: 3 piles"
    assert "" not in named(player, "image")
    said = " ".join(node["name"] for node in tree(player) if node["role"] == "StaticText")
    assert "Target" in said
    player.press("p")
    player.until(lambda: "The target is the nine of clubs." in player.message())
    assert player.message().startswith("3 piles. 49 cards in the stock.")
    player.press("D")
    player.until(lambda: len(player.row()) == 52)
    assert named(player, "button")["Stock, empty"]["disabled"] is True


HEAR = """() => {
    window.heard = [];
    for (const region of document.querySelectorAll("[role=status], [role=alert], [aria-live]")) {
      const words = () => (region.querySelector(".unseen") ?? region).textContent;
      new MutationObserver(() => words() && heard.push(words()))
        .observe(region, { childList: true, characterData: true, subtree: true });
    }
}"""


def test_every_action_and_outcome_is_said_once(visit: Any) -> None:
    player = visit(FOUR.replace("4-3", ""))
    for region in ("message", "stands", "notice"):
        assert player.page.get_attribute(f"#{region}", "role") == "status"
        # A region that is only put in with its words is often not spoken.
        assert player.page.evaluate("id => document.getElementById(id).checkVisibility()", region)
    player.page.evaluate(HEAR)

    def heard() -> list[str]:
        all_heard = [text.replace("\ufe0e", "") for text in player.page.evaluate("heard")]
        player.page.evaluate("heard.length = 0")
        return all_heard

    player.press(":", *"4-1", "Enter")
    player.until(lambda: len(player.row()) == 3)
    assert heard() == ["king of hearts onto seven of hearts, pile 1. 3 piles."]
    player.press(":", *"3-1", "Enter")
    player.until(lambda: "can go" in player.message())
    assert len(heard()) == 1
    player.press(":", *"3-2", "Enter", ":", *"2-1", "Enter")
    player.until(lambda: len(player.row()) == 1)
    player.settle()
    said = heard()
    assert len([words for words in said if words.startswith("Won")]) == 1
    assert len(said) == 3
    player.press("i")
    player.until(lambda: player.message().startswith("Hints on"))
    assert not any("Won" in words for words in heard())
    player.press("u")
    player.until(lambda: player.message().startswith("Undone: 2-1."))
    assert len(heard()) == 1


@pytest.mark.parametrize(
    ("button", "title"),
    [
        ("help", "How to play"), ("marks", "Sweepers and highlights"), ("settings", "Settings"),
        ("choose", "Choose a game"), ("record", "This game as text"), ("games", "Games"),
        ("stats", "Statistics"), ("daily", "The daily deal"), ("share", "Share this deal"),
        ("rule-sets", "Rule sets of your own"), ("rulebook", "Accordion"),
        ("coach", "The coach"), ("review", "Review"), ("solution", "A solution"),
    ],
)  # fmt: skip
def test_dialogs_are_named_and_give_the_focus_back(one: Player, button: str, title: str) -> None:
    for size in (DESK, PHONE):
        one.page.set_viewport_size(size)
        one.open(OPEN)
        one.press("l", "l")
        one.until(lambda: focus(one) == "pile 3: ten of clubs")
        one.button(button)
        one.until(lambda: one.page.locator("dialog[open] h2").count() == 1)
        one.until(lambda: one.page.inner_text("dialog[open] h2") == title)
        assert named(one, "dialog")[title]["modal"] is True
        assert one.page.evaluate("document.activeElement.closest('dialog') !== null")
        one.press("Escape")
        one.until(lambda: one.page.locator("dialog[open]").count() == 0)
        assert one.page.evaluate("document.activeElement !== document.body")
        assert one.page.evaluate("document.activeElement.checkVisibility()")


def focus(player: Player) -> str:
    """What is focused, by the name it is read under."""
    return str(
        player.page.evaluate(
            """() => {
              const e = document.activeElement;
              return e.getAttribute("aria-label") ?? (e.textContent.trim() || e.id || e.tagName);
            }"""
        )
    )


def test_the_focus_stays_in_the_row(visit: Any) -> None:
    player = visit(OPEN)
    player.press("g", *"42", "Enter", "3")  # the moved pile keeps it
    player.until(lambda: len(player.row()) == 51 and focus(player).startswith("pile 39:"))
    player.press("End", "u")
    player.until(lambda: len(player.row()) == 52 and focus(player).startswith("pile 51:"))
    player.press("r")
    player.until(lambda: len(player.row()) == 51 and focus(player).startswith("pile 51:"))
    player.page.click("#undo")  # a button that has no more to do hands it back
    player.until(lambda: len(player.row()) == 52 and focus(player).startswith("pile 51:"))
    ended = visit(FOUR)
    ended.press("l", "1")
    ended.until(lambda: "Stuck" in ended.page.inner_text("#stands"))
    ended.page.locator("#outcome-undo").press("Enter")
    ended.until(lambda: len(ended.row()) == 3 and focus(ended).startswith("pile "))
    dealt = visit("/?rules=accordion&layout=stock&deal=1&actions=d1")
    dealt.press("l", "u")
    dealt.until(lambda: dealt.row() == [] and focus(dealt).startswith("Stock, 52"))
    dealt.page.locator("#deal-all").press("Enter")
    dealt.until(lambda: len(dealt.row()) == 52 and focus(dealt).startswith("pile 1:"))


# ---------------------------------------------------------------- keys

STOPS = """() => [...document.querySelectorAll("button, input, select, a[href], [tabindex='0']")]
    .filter(e => !e.disabled && e.tabIndex >= 0 && e.checkVisibility())"""


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_tab_reaches_everything_in_order_and_shows_where_it_is(
    one: Player, size: dict[str, int]
) -> None:
    one.page.set_viewport_size(size)
    for path in (LATER, "/?rules=royal-marriage&layout=stock&deal=1&actions=d9"):
        one.open(path)
        one.press("u", ":")
        one.page.wait_for_selector("#typed", state="visible")
        one.settle()
        stops = len(one.page.evaluate_handle(STOPS).get_properties())
        seen = []
        for _ in range(stops + 1):  # once it leaves the page
            one.press("Tab")
            if one.page.evaluate("document.activeElement === document.body"):
                continue
            seen.append(
                one.page.evaluate(
                    """() => {
                      const e = document.activeElement;
                      const shown = [e, e.parentElement].some(
                        each => parseFloat(getComputedStyle(each).outlineWidth) >= 2
                          && getComputedStyle(each).outlineStyle !== "none");
                      const all = [...document.querySelectorAll("*")];
                      return [e.id || e.className || e.textContent, shown, all.indexOf(e)];
                    }"""
                )
            )
        assert len({which for _, _, which in seen}) == stops, seen
        assert all(shown for _, shown, _ in seen), [name for name, shown, _ in seen if not shown]
        order = [which for _, _, which in seen]
        first = order.index(min(order))
        assert order[first:] + order[:first] == sorted(order)  # as it is read
        one.press("Shift+Tab", "Tab")
        assert one.page.evaluate("document.activeElement !== document.body")


def test_every_listed_key_works(visit: Any) -> None:
    """Each key of the list behind "?" once; a key that is added needs its line here."""
    player = visit(OPEN)
    page = player.page

    def at(place: int) -> bool:
        return bool(page.evaluate("place => document.activeElement.dataset.place == place", place))

    columns = page.evaluate("document.querySelector('sb-row').columns")
    works: dict[str, tuple[tuple[str, ...], Any]] = {
        "→ or l": (("ArrowRight", "l"), lambda: at(3)),
        "← or h": (("ArrowLeft", "h"), lambda: at(1)),
        "↓ or j": (("ArrowDown", "j"), lambda: at(1 + 2 * columns)),
        "↑ or k": (("ArrowUp", "k"), lambda: at(1)),
        "End": (("End",), lambda: at(52)),
        "Home": (("Home",), lambda: at(1)),
        "Enter or Space": (("Enter", " ", " "), lambda: page.locator(".selected").count() == 1),
        "Escape": (("Escape",), lambda: page.locator(".selected").count() == 0),
        "g, number, Enter": (("g", "4", "2", "Enter"), lambda: at(42)),
        "1 to 9": (("3",), lambda: len(player.row()) == 51),
        "u": (("u",), lambda: len(player.row()) == 52),
        "r": (("r",), lambda: len(player.row()) == 51),
        "b": (("b", "Home"), lambda: len(player.row()) == 52),
        "o": (
            ("Escape", ":", *"44-43", "Enter", "o"),
            lambda: player.message().startswith("The other line: 1 action"),
        ),
        "N": (("N",), lambda: len(player.row()) == 52 and page.is_hidden("#other")),
        "i": (("i",), lambda: player.message().startswith("Hints on")),
        "p": (
            ("p",),
            lambda: player.message().startswith("52 piles. From left to right: 1 six of hearts;"),
        ),
        ":": ((":", *"42-39", "Enter"), lambda: len(player.row()) == 51),
        "d": (("d",), lambda: "stock is empty" in player.message()),
        "a": (("a",), lambda: page.is_visible("#coach-do")),
        "w": (("w",), lambda: "winnable" in player.message()),
        "c": (("c",), lambda: page.inner_text("#light").endswith("winnable")),
        "v": (("v",), lambda: page.is_visible("#coach-dialog")),
        "s": (("Escape", "s"), lambda: page.is_visible("#marks-dialog")),
        "?": (("Escape", "?"), lambda: page.is_visible("#help-dialog")),
        "m": (("Escape", "m"), lambda: focus(player) == "Restart"),
        "n": (("n",), lambda: player.row() != first),
        "D": (("D",), lambda: len(player.row()) == 52),
    }
    first = player.row()
    player.press("?")
    listed = page.locator("#keys dt").all_inner_texts()
    assert sorted(listed) == sorted(works)
    player.press("Escape")
    for shown, (keys, holds) in works.items():
        if shown == "D":
            player.open("/?rules=accordion&layout=stock&deal=1")
        player.press(*keys)
        player.until(holds)


def test_escape_closes_the_menu_and_keys_of_the_browser_are_left_alone(one: Player) -> None:
    one.page.set_viewport_size(PHONE)
    one.open(OPEN)
    one.press("l", "m")
    assert one.page.is_visible("#more")
    one.press("Escape")
    one.until(lambda: one.page.is_hidden("#more"))
    assert focus(one).startswith("pile 2:")
    prevented = one.page.evaluate(
        """() => ["ctrlKey", "metaKey", "altKey"].map(key => {
          const how = { key: "d", [key]: true, cancelable: true, bubbles: true };
          const event = new KeyboardEvent("keydown", how);
          document.activeElement.dispatchEvent(event);
          return event.defaultPrevented;
        })"""
    )
    assert prevented == [False, False, False]


# ---------------------------------------------------------------- settings


def test_every_setting_holds_at_once_and_after_reloading(visit: Any) -> None:
    player = visit(SWEEPERS + "&actions=4-3")
    page = player.page

    def style(selector: str, name: str) -> str:
        return str(page.eval_on_selector(selector, "(e, name) => getComputedStyle(e)[name]", name))

    left = "document.querySelector('#tray').getBoundingClientRect().left < 100"
    club = "[data-card='2C'] .rank"
    seen: dict[tuple[str, str], Any] = {
        ("theme", "dark"): lambda: style("body", "backgroundColor") == "rgb(21, 24, 28)",
        ("theme", "light"): lambda: style("body", "backgroundColor") == "rgb(244, 240, 230)",
        ("colours", "4"): lambda: style(club, "color") == "rgb(28, 107, 42)",
        ("hand", "left"): lambda: page.evaluate(left),
        ("motion", "off"): lambda: True,  # see test_look
        ("ask", "off"): lambda: True,  # see test_aids
    }
    player.button("settings")
    listed = page.eval_on_selector_all(
        "#settings-dialog input[type=radio]", "all => all.map(e => e.name)"
    )
    assert set(listed) == {name for name, _ in seen}
    page.check("#settings-dialog input[type=checkbox]")
    for (name, value), holds in seen.items():
        page.check(f"input[name='{name}'][value='{value}']")
        player.until(holds)
    player.open("/")
    assert page.get_attribute("#hints", "aria-pressed") == "true"
    player.button("settings")
    assert page.is_checked("#settings-dialog input[type=checkbox]")
    for (name, value), holds in seen.items():
        if (name, value) == ("theme", "dark"):
            continue
        assert page.is_checked(f"input[name='{name}'][value='{value}']")
        assert holds()
