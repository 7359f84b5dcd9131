"""The look: everything in its room at every size, colours told apart, motion in nobody's way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from .conftest import PHONE, Player, launched
from .screens import FOUR, LATER, OPEN

LOW = (320, 480)
"""So small a screen that the whole row may not fit."""

SIZES = [LOW, (320, 568), (390, 844), (640, 400), (844, 390), (768, 1024), (1024, 768),
         (1280, 720), (1280, 800), (2560, 1440)]  # fmt: skip

LONG = "accordion(distances%3D1,2,3,4,5,6,7,8,9,10,11,12)"
STOCK = "/?rules={}&layout=stock&deal=8&actions=d{}"

LAYOUT = """() => {
  const faults = new Set();
  const box = e => e.getBoundingClientRect();
  const name = e => e.id || e.dataset.place || e.tagName;
  const seen = e => e.checkVisibility() && box(e).width > 1 && getComputedStyle(e).clipPath === "none";
  const page = document.documentElement, main = document.querySelector("main");
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) faults.add("the page scrolls");
  const scrolls = main.scrollHeight > main.clientHeight + 1;
  if (main.scrollWidth > main.clientWidth) faults.add("the row scrolls sideways");
  const parts = [...document.querySelectorAll(
    "h1, #mode, #help, #target, #count, #light, #coach-do, #bellows-area, #stock, #how-many, #deal-several, #deal-all,"
    + "#heap-area, #marked, #other, #outcome > *, #message, #line > *, body > nav > button, #more button"
    + (scrolls ? "" : ", .pile"))].filter(seen);
  const boxes = parts.map(box);
  parts.forEach((part, at) => {
    const { left, right, top, bottom } = boxes[at];
    const scroller = part.closest("footer");
    const hidden = scroller && scroller.scrollHeight > scroller.clientHeight + 1;
    if (left < -1 || right > innerWidth + 1) faults.add(`${name(part)} is beside the page`);
    if (!hidden && (top < -1 || bottom > innerHeight + 1)) faults.add(`${name(part)} is below the page`);
    const cut = part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 2;
    if (cut && !part.matches(".pile, input, #message, #heap-area")) faults.add(`${name(part)} is cut`);
    for (let other = at + 1; other < parts.length; other += 1) {
      const b = boxes[other];
      if (part.contains(parts[other])) continue;
      if (Math.min(right, b.right) - Math.max(left, b.left) > 1
        && Math.min(bottom, b.bottom) - Math.max(top, b.top) > 1 && !hidden) {
        faults.add(`${name(part)} lies over ${name(parts[other])}`);
      }
    }
  });
  const piles = [...document.querySelectorAll(".pile")];
  const room = main.clientWidth * main.clientHeight;
  const foot = document.querySelector("footer");
  return {
    faults: [...faults], scrolls, footScrolls: foot.scrollHeight > foot.clientHeight + 1,
    used: piles.reduce((sum, pile) => sum + box(pile).width * box(pile).height, 0) / room,
    room: room / innerWidth / innerHeight,
    rank: piles.length && parseFloat(getComputedStyle(piles[0].querySelector(".rank")).fontSize),
    widths: new Set(piles.map(pile => Math.round(box(pile).width))).size,
  };
}"""  # noqa: E501


OVER = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const faults = [];
  const shown = [...document.querySelectorAll(".pile")].filter(pile => pile.checkVisibility());
  for (const pile of shown) {
    const rank = pile.querySelector(".rank"), suit = pile.querySelector(".suit");
    pen.font = getComputedStyle(rank).font;
    const m = pen.measureText(rank.textContent), box = rank.getBoundingClientRect();
    const middle = box.top + box.height / 2;
    const base = middle + (m.fontBoundingBoxAscent - m.fontBoundingBoxDescent) / 2;
    for (const e of pile.querySelectorAll(".size:not(:empty), .badge")) {
      const { top, bottom } = e.getBoundingClientRect();
      if (top < base && bottom > base - m.actualBoundingBoxAscent + 0.5) faults.push(pile.dataset.card);
    }
    const words = document.createRange();
    words.selectNodeContents(pile.querySelector(".place"));
    const { right, top } = words.getBoundingClientRect(), shape = suit.getBoundingClientRect();
    if (right > shape.left + 1 && top < shape.bottom) faults.push(`place of ${pile.dataset.card}`);
  }
  return [shown.length, faults];
}"""  # noqa: E501
"""What lies over a rank's figure or a suit: sizes and signs of small cards, places of others."""


@pytest.fixture(scope="module")
def one(browser: Browser, address: str) -> Iterator[Player]:
    """One browser for many looks."""
    player = Player(browser, address, reduced_motion="reduce")
    yield player
    player.context.close()
    assert player.troubles == []


def look(one: Player, path: str, sizes: Any = SIZES) -> Iterator[tuple[tuple[int, int], Any]]:
    """Open a game and lay it out at every size; nothing may be out of its place at any."""
    one.page.goto(path)
    one.until(lambda: len(one.row()) > 0)
    for size in sizes:
        one.page.set_viewport_size({"width": size[0], "height": size[1]})
        for _ in range(2):
            one.page.evaluate("new Promise(done => requestAnimationFrame(done))")
        found = one.page.evaluate(LAYOUT)
        assert found["faults"] == [], size
        yield size, found


@pytest.mark.parametrize(
    "path",
    [OPEN, "/?rules=revenge&deal=8", "/?rules=push-pin&layout=open&deal=8",
     f"/?rules={LONG}&deal=8", STOCK.format("idle-year", 52), STOCK.format("revenge", 52)],
)  # fmt: skip
def test_fifty_two_piles_fit_and_fill_the_room(one: Player, path: str) -> None:
    for size, found in look(one, path):
        assert not found["scrolls"] or size == LOW, size
        assert not found["footScrolls"] or size == (640, 400), size
        assert found["used"] >= 0.6, size
        assert found["room"] >= 0.4, size
        if size == (390, 844):
            assert found["rank"] >= 30
        assert found["rank"] >= 18
        assert found["widths"] == 1


@pytest.mark.parametrize("piles", [30, 10, 1])
def test_fewer_piles_are_larger_and_need_no_scrolling(one: Player, piles: int) -> None:
    for rules in ("accordion", "royal-marriage", "revenge", "concertina", LONG):
        for size, found in look(one, STOCK.format(rules, piles)):
            assert not found["scrolls"], size
            if piles == 30:
                assert found["used"] >= 0.5, size
                assert found["rank"] >= 21, size
            if piles == 10:
                assert found["rank"] >= 35, size
            if piles == 1:
                assert found["rank"] >= 70, size


@pytest.mark.parametrize("path", [
    FOUR.replace("4-3", "4-3+2-1"), FOUR.replace("4-3", "4-1+3-2+2-1"),
    "/?rules=five-piles(deck%3D6)&deck=7H+7C+KC+KH+2D+3D&actions=2-1",
    "/?rules=revenge&layout=stock&deal=8&actions=d4+4-1",
])  # fmt: skip
def test_an_outcome_finds_its_place(one: Player, path: str) -> None:
    for _, found in look(one, path):
        assert not found["scrolls"]


@pytest.mark.parametrize("actions", ["4-3+2-1", "4-1+3-2+2-1"], ids=["stuck", "won"])
def test_the_best_result_and_the_light_find_their_place(one: Player, actions: str) -> None:
    *before, last = actions.split("+")
    one.page.goto(FOUR.replace("4-3", "+".join(before)))
    one.until(lambda: len(one.row()) == 4 - len(before))
    one.press("c", ":", *last, "Enter")
    one.until(lambda: "Best" in one.page.inner_text("#best"))
    try:
        for size, found in look(one, one.page.url.removeprefix(one.address)):
            assert not found["scrolls"], size
            assert one.page.is_visible("#light")
    finally:
        one.press("c")


@pytest.mark.parametrize("size", [(390, 844), (320, 568), LOW])
@pytest.mark.parametrize(
    "path", [LATER, "/?rules=virtuoso&deal=1&target=9S&actions=42-39+44-41+44-41+4-1"]
)
def test_nothing_lies_over_a_rank_or_a_suit(one: Player, size: tuple[int, int], path: str) -> None:
    one.page.set_viewport_size({"width": size[0], "height": size[1]})
    one.page.goto(path)
    one.until(lambda: len(one.row()) > 0)
    one.settle()
    shown, faults = one.page.evaluate(OVER)
    assert shown > 40
    assert faults == []
    target = one.page.locator(".pile.target")
    if target.count():  # its sign isn't part of a text
        ring = "p => getComputedStyle(p.querySelector('.place'), '::after')"
        small = one.page.locator("sb-row.small").count() == 1
        assert target.evaluate(f"{ring}.content === 'none'") == small
        assert small or target.evaluate(f"{ring}.position") == "absolute"


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    "path", [OPEN, "/?rules=revenge&deal=8", STOCK.format("compulsory", 4), FOUR]
)
def test_the_coach_finds_its_place(one: Player, path: str) -> None:
    one.page.goto(path)
    one.until(lambda: len(one.row()) > 0)
    one.press("c", "a")
    one.until(
        lambda: one.page.is_visible("#coach-do") and "looking" not in one.page.inner_text("#light")
    )
    for size in SIZES:
        one.page.set_viewport_size({"width": size[0], "height": size[1]})
        for _ in range(2):
            one.page.evaluate("new Promise(done => requestAnimationFrame(done))")
        found = one.page.evaluate(LAYOUT)
        assert found["faults"] == [], size
        assert not found["scrolls"] or size == LOW, size
        assert found["room"] >= 0.38, size
    one.press("c")


def test_large_text_keeps_everything_in_reach(browser: Browser, address: str) -> None:
    """The browser's text at twice its size; zoom by two is the size of 640 by 400 above."""
    large = launched(browser.browser_type, "--blink-settings=defaultFontSize=32")
    one = Player(large, address, reduced_motion="reduce")
    for path in (OPEN, STOCK.format("revenge", 30)):
        # Text may be so large that a phone has to scroll its row.
        for size, found in look(one, path, ((390, 844), (768, 1024), (1280, 800), (2560, 1440))):
            assert not found["scrolls"] or size[0] == 390, size
    assert one.troubles == []
    large.close()


# ---------------------------------------------------------------- colours and shapes

CONTRAST = """([one, other]) => {
  const probe = document.body.appendChild(document.createElement("i"));
  const light = name => {
    probe.style.color = `var(--${name})`;
    const parts = getComputedStyle(probe).color.match(/[0-9.]+/g).map(Number).slice(0, 3)
      .map(part => part / 255).map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
    return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2];
  };
  const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
  probe.remove();
  return (a + .05) / (b + .05);
}"""  # noqa: E501


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_colour_stands_out(one: Player, theme: Any) -> None:
    one.page.goto(OPEN)
    one.page.emulate_media(color_scheme=theme)
    text = [(colour, ground) for colour in ("ink", "faint", "warm", "accent", "lit")
            for ground in ("paper", "sheet")]  # fmt: skip
    cards = [(suit, "card") for suit in ("black", "red", "green", "blue", "dim", "faint", "ink")]
    lit = [(suit, "lit-soft") for suit in ("black", "red", "green", "blue", "ink")]
    for pair in [*text, *cards, *lit, ("on-accent", "accent"), ("paper", "warm"), ("paper", "ink")]:
        assert one.page.evaluate(CONTRAST, list(pair)) >= 4.5, pair
    for mark in ("accent", "lit", "warm"):
        assert one.page.evaluate(CONTRAST, [mark, "card"]) >= 3, mark


def test_suits_differ_in_shape_and_on_request_in_colour(one: Player) -> None:
    one.page.goto(OPEN)
    one.page.emulate_media(color_scheme="light")
    one.until(lambda: len(one.row()) == 52)
    shapes = one.page.eval_on_selector_all(
        "symbol[id^=suit-] path", "all => all.map(path => path.getAttribute('d'))"
    )
    assert len(set(shapes)) == 4
    drawn = "all => all.map(e => [e.dataset.card[1], e.querySelector('use').getAttribute('href')])"
    for suit, shape in one.page.eval_on_selector_all(".pile", drawn):
        assert shape == f"#suit-{suit}"
    colours = "all => new Set(all.map(e => getComputedStyle(e).color)).size"
    assert one.page.eval_on_selector_all(".pile .suit", colours) == 2
    one.page.evaluate("document.documentElement.dataset.colours = 4")
    assert one.page.eval_on_selector_all(".pile .suit", colours) == 4


def test_forced_colours_show_every_mark_another_way(visit: Any) -> None:
    player = visit("/?rules=revenge&layout=open&deal=1", forced_colors="active")
    player.press("s")
    player.page.click("#sweepers [value='7']")
    player.page.click("#shown [value='D']")
    chosen = player.page.locator("#shown [aria-pressed=true]")
    other = player.page.locator("#shown [value='H']")
    ground = "e => getComputedStyle(e).backgroundColor"
    assert chosen.evaluate(ground) != other.evaluate(ground)
    player.press("Escape", "i", "g", "4", "4", "Enter", "Enter")
    player.until(lambda: player.page.locator(".pile.can").count() > 0)
    look_of = """(e) => {
      const [card, corner] = [e.querySelector(".card"), getComputedStyle(e.querySelector(".card"), "::before")];
      const s = getComputedStyle(card);
      return [s.outlineStyle, s.outlineColor, s.outlineWidth, s.borderTopStyle, s.borderTopWidth,
        corner.content, corner.backgroundColor, corner.borderTopWidth].join(" ");
    }"""  # noqa: E501
    piles = {name: player.page.eval_on_selector(f".pile{name}", look_of)
             for name in (":not(.selected, .can, .target, .sweeper, .shown)", ".selected", ".can",
                          ".target", ".sweeper:not(.selected, .can, .shown)",
                          ".shown:not(.selected, .can, .sweeper)")}  # fmt: skip
    assert len(set(piles.values())) == len(piles), piles
    fill = player.page.eval_on_selector(".pile .suit", "e => getComputedStyle(e).fill")
    assert fill == player.page.eval_on_selector("body", "e => getComputedStyle(e).color")


# ---------------------------------------------------------------- the left hand

CENTRES = """() => Object.fromEntries(["tray", "undo", "redo", "hints", "new", "menu", "message", "row"]
  .map(id => [id, document.getElementById(id)]).filter(([, e]) => e.checkVisibility())
  .map(([id, e]) => [id, e.getBoundingClientRect()]).map(([id, box]) => [id, (box.left + box.right) / 2]))"""  # noqa: E501


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)])
def test_the_left_hand_gets_the_controls_on_its_side(one: Player, size: tuple[int, int]) -> None:
    one.page.goto(LATER)
    one.page.set_viewport_size({"width": size[0], "height": size[1]})
    one.until(lambda: len(one.row()) == 44)
    right = one.page.evaluate(CENTRES)
    one.page.evaluate("document.documentElement.dataset.hand = 'left'")
    left = one.page.evaluate(CENTRES)
    controls = ["undo", "redo", "hints", "new"]
    if size[0] == 390:
        order = [*controls, "menu"]
        assert sorted(order, key=lambda name: right[name]) == order
        assert sorted(order, key=lambda name: left[name]) == order[::-1]
        one.page.click("#menu")
        assert one.page.locator("#more").bounding_box()["x"] < 20
    else:
        for name in (*controls, "tray", "message"):
            assert right[name] > size[0] * 0.7
            assert left[name] < size[0] * 0.3


# ---------------------------------------------------------------- motion


def test_nothing_moves_for_who_wants_stillness(visit: Any) -> None:
    moving = "document.getAnimations().length"
    system = visit(OPEN, reduced_motion="reduce")
    own = visit(OPEN)
    own.button("settings")
    own.page.check("input[name='motion'][value='off']")
    own.press("Escape")
    for player in (system, own):
        # Every animation that ever begins is counted, however soon it ends.
        player.page.evaluate(
            "() => { window.begun = 0; const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (...a) {"
            " begun += 1; return animate.apply(this, a); }; }"
        )
        player.press(":", *"42-39", "Enter")
        player.until(lambda player=player: len(player.row()) == 51)
        assert player.page.evaluate(moving) == 0
        player.press("u", "n")
        player.until(lambda player=player: player.row()[0] != "6H")
        assert player.page.evaluate("begun") == 0
        assert player.page.evaluate(moving) == 0


def test_motion_is_short_and_in_nobodys_way(visit: Any) -> None:
    player = visit(OPEN)
    page = player.page
    # What moves is stopped at its beginning, for ever: the next inputs have to work all the same.
    page.evaluate(
        "() => { window.times = []; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...a) {"
        " const made = animate.apply(this, a); made.pause();"
        " times.push(made.effect.getComputedTiming().endTime); return made; }; }"
    )
    page.keyboard.type(":42-39\n", delay=0)
    player.until(lambda: len(player.row()) == 51)
    assert page.evaluate("document.getAnimations().length") > 0
    ghost = page.locator(".ghost .card")
    assert ghost.count() == 1  # what is covered is seen till the other has come
    page.keyboard.type(":44-41\n:44-41\n", delay=0)
    player.until(lambda: len(player.row()) == 49)
    assert ghost.count() == 1  # of the last action alone
    page.mouse.move(5, 5)
    source, end = (page.locator(f".pile[data-place='{place}']") for place in (4, 1))
    for pile in (source, end):  # two clicks at once, on piles that are still travelling
        pile.dispatch_event("click")
    player.until(lambda: len(player.row()) == 48)
    times = page.evaluate("times")
    assert times
    assert max(times) < 200


def test_a_phone_shows_big_ranks(visit: Any) -> None:
    player = visit(OPEN, **PHONE)
    rank = player.page.eval_on_selector(".rank", "e => parseFloat(getComputedStyle(e).fontSize)")
    assert rank >= 22
    assert player.page.evaluate("document.querySelector('main').scrollHeight") <= (
        player.page.evaluate("document.querySelector('main').clientHeight")
    )


def test_a_row_lies_however_it_has_come_about(visit: Any) -> None:
    """Few piles stand side by side, whether they were dealt one by one, played down or opened."""
    for size in ((1280, 800), (2560, 1440)):
        player = visit(
            "/?rules=accordion&layout=stock&deal=3",
            viewport={"width": size[0], "height": size[1]},
        )
        player.press("d")
        for piles in (2, 3, 4):
            player.press("d")
            player.until(lambda piles=piles, player=player: len(player.row()) == piles)
            tops = player.page.eval_on_selector_all(
                ".pile", "all => all.map(p => Math.round(p.offsetTop))"
            )
            assert len(set(tops)) == 1
