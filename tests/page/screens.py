"""Every screen of the page, each in one line: where it is opened and what leads to it.

What is asked of every screen (nothing found by axe, nothing cut, nothing to scroll sideways) is
asked of all in this list: a new screen needs its line here, and nothing else.
"""

from __future__ import annotations

from typing import Any

OPEN = "/?rules=accordion&layout=open&deal=1"
LATER = OPEN + "&actions=42-39+44-41+44-41+4-1+32-29+16-13+33-30+14-11"
FOUR = "/?rules=accordion(deck%3D4)&layout=open&deck=7H+7C+KC+KH&actions=4-3"
SWEEPERS = "/?rules=accordion(deck%3D8)&layout=open&deck=9H+2C+4S+JD+7C+7D+7S+7H"
LOSING = "/?rules=accordion(deck%3D4)&layout=open&deck=7H+7C+KC+KH"
LOST = LOSING + "&actions=4-3"
MARKED = ("v", "?#coach-dialog .tick + .tick input", "Escape")
STORAGE_FULL = (
    "!void (Storage.prototype.setItem = () => {"
    " throw new DOMException('', 'QuotaExceededError'); })"
)
CHOICE = (
    "!document.querySelector('#rule-set').value = '{}';"
    "document.querySelector('#rule-set').dispatchEvent(new Event('change'))"
)
WRONG = "!document.querySelector('#record-dialog textarea').value = 'Rules: polka'"
NEXT = ("?.foot button:has-text('Next')",)
WRONG_GOAL = (
    "!document.querySelector('#rules-goal').value = 'x';"
    "document.querySelector('#rules-goal').dispatchEvent(new Event('input'))"
)
PUZZLE = "/?puzzle=1&of=accordion"
SOLVED = """!(async () => {
  const build = document.querySelector('meta[name=build]').content;
  const store = await import(`/static/${build}/keep/store.js`);
  for (const [place, rules] of ['accordion', 'leap-4', 'accordion(distances=1,4; goal=2)'].entries())
    await store.keepSolved({ rules, puzzle: '17', wish: 0, step: place + 1, tries: 1, solved: 1 });
})()"""  # noqa: E501
OPENED = "!document.querySelectorAll('#puzzle-dialog details').forEach((one) => (one.open = true))"

SCREENS: dict[str, tuple[str, ...]] = {
    # The table: an address, then keys, "#…" for a button, "?…" for an element to click,
    # "!…" for a script ("!0": to wait till it is calm).
    "open": (OPEN,),
    "selected": (OPEN, "g", "4", "4", "Enter", "Enter"),
    "selected with hints": (OPEN, "i", "g", "4", "4", "Enter", "Enter"),
    "refused": (OPEN, "9"),
    "bellows": (LATER, "u", "u", "b"),
    "other line": (LATER, "u", "u", "u", "u", "u", ":", *"5-2", "Enter"),
    "typing": (LATER, ":"),
    "stuck": (FOUR, "l", "1"),
    "won": (FOUR.replace("4-3", "4-1+3-2"), ":", *"2-1", "Enter"),
    "won with five": ("/?rules=five-piles(deck%3D6)&deck=7H+7C+KC+KH+2D+3D", "l", "1"),
    "target": ("/?rules=revenge&layout=open&deal=1", "s", "?#sweepers [value='9']", "Escape"),
    "lost": ("/?rules=revenge(deck%3D4)&layout=open&deck=7H+7C+KC+7S&target=7S", "4", "l", "1"),
    "stock": ("/?rules=accordion&layout=stock&deal=1",),
    "stock, nothing dealt": ("/?rules=accordion&layout=stock&deal=1", "u"),
    "stock, all dealt": ("/?rules=idle-year&layout=stock&deal=1&actions=d52", "i", "Enter"),
    "discards": ("/?rules=push-pin&layout=open&deal=1&actions=x6-7", "Enter"),
    "halves": ("/?rules=concertina&layout=open&deal=1", "i", "g", "4", "4", "Enter", "Enter"),
    "sweepers": (SWEEPERS, "s", "?#sweepers [value='7']", "?#shown [value='D']", "Escape"),
    "highlight": (LATER, "s", "?#shown [value='H']", "Escape"),
    "long words": (
        "/?rules=accordion(distances%3D1,2,3,4,5,6,7,8,9,10,11,12)&layout=stock&deal=4294967295&actions=d30",
        "p",
    ),
    "notice": (OPEN, STORAGE_FULL, "i"),
    "four colours": (OPEN, "#settings", "?input[name='colours'][value='4']", "Escape"),
    "left-handed": (LATER, "#settings", "?input[name='hand'][value='left']", "Escape"),
    "light": (LATER, "c"),
    "light, lost": (LOST, "c"),
    "light, stuck": (FOUR, "c", "l", "1"),
    "light and stock": ("/?rules=revenge&layout=stock&deal=1&actions=d30", "c"),
    "advice": (LATER, "a"),
    "advice, over and under": (
        "/?rules=concertina(deck%3D8)&deck=9H+2C+4S+JD+7C+7D+7S+7H",
        "a",
        *MARKED,
        "Enter",
    ),
    "advice to deal": ("/?rules=accordion&layout=stock&deal=1", "c", "a"),
    "marks": (LOSING, *MARKED, "l", "Enter"),
    # What lies over it.
    "the coach": (LOSING, "v"),
    "the coach, cards to come": ("/?rules=idle-year&layout=stock&deal=1", "c", "v"),
    "peek?": (
        "/?rules=accordion&layout=stock&deal=1",
        "v",
        "?#coach-dialog button:has-text('Peek')",
    ),
    "review": (LOST + "+2-1", "?#outcome-review", "?#review-lost"),
    "solution": (LATER, "#solution", "?.transport [aria-label=Forward]"),
    "solution, none": (LOST, "#solution"),
    "menu": (OPEN, "!document.querySelector('#more').showPopover()"),
    "how to play": (OPEN, "?"),
    "sweepers and highlights": (OPEN, "s"),
    "settings": (OPEN, "#settings"),
    "choose": (OPEN, "#choose"),
    "choose, own rule set": (OPEN, "#choose", CHOICE.format("own")),
    "record": (LATER, "#record"),
    "record, refused": (OPEN, "#record", WRONG, "?#record-dialog .main"),
    "games": (OPEN, ":", *"42-39", "Enter", "n", ":", *"2-1", "Enter", "#games"),
    "statistics": (FOUR, "l", "1", "#stats"),
    "daily deal": (OPEN, "#daily"),
    "share": (LATER, "#share"),
    "rule sets": (OPEN, "#rule-sets"),
    "rule sets, refused": (OPEN, "#rule-sets", WRONG_GOAL),
    "rulebook": (OPEN, "#rulebook"),
    "rulebook, over and under": ("/?rules=concertina&layout=open&deal=1", "#rulebook"),
    "rulebook, discards": ("/?rules=push-pin&layout=open&deal=1", "#rulebook"),
    "rulebook, custom": ("/?rules=accordion(distances%3D1,4; goal%3D2)&deal=1", "#rulebook"),
    "rulebook, by a link": (
        "/?rules=concertina&layout=open&deal=1",
        "#rulebook",
        "?article a[data-leaf]",
    ),
    "puzzles": (PUZZLE, "!0"),
    "puzzles, shown": (PUZZLE, "!0", "?#puzzle-dialog button:has-text('Show')"),
    "puzzles, solved ones": (PUZZLE, SOLVED, OPENED),
    "last cards": (OPEN, "#lasts", "!0"),
    "choosing a target, which can be last": (
        *(OPEN, "#choose", CHOICE.format("virtuoso"), "?#choose-dialog .main"),
        *("?#target-map", "!0"),
    ),
    "first steps": (OPEN, "#tutorial"),
    "first steps, a board": (OPEN, "#tutorial", *NEXT),
    "first steps, the end": (OPEN, "#tutorial", *NEXT * 7),
    "choosing a target": (OPEN, "#choose", CHOICE.format("virtuoso"), "?#choose-dialog .main"),
    "cover a sweeper?": (SWEEPERS, "s", "?#sweepers [value='7']", "Escape", ":", *"8-7", "Enter"),
}

CUT = """async () => {
  const faults = [];
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const open = document.querySelector("dialog[open]") ?? document.querySelector(":popover-open");
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  if (open && open.scrollWidth > open.clientWidth) faults.push(`${open.id} scrolls sideways`);
  for (const e of (open ?? document.body).querySelectorAll("button, label, h2, h3, p, dt, dd, li, legend, select")) {
    const { left, right, width } = e.getBoundingClientRect();
    if (!e.checkVisibility() || width < 2 || e.closest(".unseen, #message")) continue;
    if (getComputedStyle(e).clipPath !== "none") continue;
    if (left < -1 || right > innerWidth + 1) faults.push(`beside the page: ${e.id || e.textContent}`);
    if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline") {
      faults.push(`cut: ${e.id || e.textContent}`);
    }
  }
  return faults;
}"""  # noqa: E501
"""What is cut or lies beside the page, of the screen in sight, once boards have got their size."""


def show(player: Any, name: str) -> None:
    """Lead a player to a screen, as if nobody had been here before."""
    address, *steps = SCREENS[name]
    player.page.evaluate("localStorage.clear()")
    player.page.goto(address)
    player.until(lambda: player.page.inner_text("#title") != "…")
    for step in steps:
        kind, rest = step[0], step[1:]
        if kind == "#" and rest:
            player.button(rest)
        elif kind == "?" and rest:
            player.page.click(rest)
        elif kind == "!":
            player.settle()  # what it is about may still be on its way
            player.page.evaluate(rest)
        else:
            player.press(step)
    player.settle()
