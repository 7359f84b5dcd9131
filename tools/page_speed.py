"""How fast the page is in Chromium, its processor slowed down: `python tools/page_speed.py`.

A server is started as players start it, and the page is used with the mouse at 52 piles.
Each latency is taken inside the page: from the time stamp of the pointer's release to the
second animation frame after the row has changed, when the change is on the screen for
certain (so it is up to a frame too long rather than too short). Beside it stands what the
browser's own Event Timing says, which sees the first frame after an event, not the answer
of the service. `--json` prints one object a line, `--slower N` slows down N times instead of
four.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from browser import launched
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

import squeezebox as sb
from squeezebox.web.files import Files

GAME = "/?rules=accordion&layout=open&deal=1"

WATCH = """
window.measured = { events: [], latencies: [], what: "piles" };
let released = 0;
let before = "";
const state = () => {
  const row = document.getElementById("row");
  if (window.measured.what === "piles") return String(row?.querySelectorAll(".pile").length);
  return row?.querySelector("[aria-selected=true]")?.dataset.place ?? "";
};
addEventListener("pointerdown", () => { released = 0; }, true);
addEventListener("pointerup", (event) => {
  released = event.timeStamp;
  before = state();
}, true);
new MutationObserver(() => {
  if (!released || state() === before) return;
  const since = released;
  released = 0;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    window.measured.latencies.push(performance.now() - since);
  }));
}).observe(document, { subtree: true, childList: true, attributes: true });
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) {
    if (interactionId) window.measured.events.push(duration);
  }
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""

PAINTED = """() => {
  const [entry] = performance.getEntriesByName("first-contentful-paint");
  return entry ? entry.startTime : null;
}"""

Line = tuple[str, float, str]


def visit(browser: Browser, address: str, slower: float) -> tuple[Page, CDPSession]:
    """An empty page of a browser that has nothing in its cache."""
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(WATCH)
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return page, devtools


def loads(browser: Browser, address: str, slower: float, times: int) -> Iterator[Line]:
    """Cold loads: when something is seen, when the row is there, and what came for it."""
    seen, playable = [], []
    sizes: dict[str, float] = {}
    for _ in range(times):
        page, devtools = visit(browser, address, slower)
        sizes.clear()
        devtools.on(
            "Network.loadingFinished",
            lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
        )
        page.goto(GAME)
        page.locator(".pile").first.wait_for()
        playable.append(page.evaluate("performance.now()"))
        page.wait_for_load_state("networkidle")
        until(page, lambda page=page: page.evaluate(PAINTED) is not None)
        seen.append(page.evaluate(PAINTED))
        page.context.close()
    yield f"first contentful paint, median of {times}", median(seen), "ms"
    yield f"row there to play, median of {times}", median(playable), "ms"
    yield "requests of a first visit", len(sizes), "requests"
    yield "bytes of a first visit, as they travel", sum(sizes.values()), "bytes"


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for what must come about soon."""
    for _ in range(1000):
        if holds():
            return
        page.wait_for_timeout(10)
    raise SystemExit("the page didn't do what was to be measured")


class Hand:
    """A mouse at the page that measures what it does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taken: dict[str, list[float]] = {}

    def at(self, place: int) -> tuple[float, float]:
        """Where a pile is taken."""
        box = self.page.locator(f".pile[data-place='{place}']").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 4

    def measure(self, what: str, act: Callable[[], Any], changes: str = "piles") -> None:
        """Do something that changes the piles, or the selected one; keep how long that took."""
        self.page.evaluate(
            "(what) => Object.assign(window.measured, { what, latencies: [] })", changes
        )
        act()
        found: list[float] = []

        def changed() -> bool:
            found[:] = self.page.evaluate("window.measured.latencies")
            return bool(found)

        until(self.page, changed)
        self.taken.setdefault(what, []).append(found[0])
        self.page.wait_for_timeout(300)  # so that motion under way disturbs no other measurement

    def drag(self, source: int, destination: int) -> None:
        """Take a pile to another."""
        (x, y), there = self.at(source), self.at(destination)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x - 6, y + 6)
        self.page.mouse.move(*there, steps=4)
        self.page.mouse.up()


def interactions(browser: Browser, address: str, slower: float, times: int) -> Iterator[Line]:
    """From the pointer's release to the painted result, always at 52 piles."""
    page, _ = visit(browser, address, slower)
    page.goto(GAME)
    page.locator(".pile").first.wait_for()
    page.wait_for_load_state("networkidle")
    hand = Hand(page)
    for action in list(sb.Game("accordion", deal=1).legal_actions)[:times]:
        assert isinstance(action, sb.Move)
        ends = action.source, action.destination
        select = lambda: page.mouse.click(*hand.at(ends[0]))  # noqa: B023, E731
        hand.measure("selecting a pile", select, "selected")
        hand.measure("playing by clicks", lambda: page.mouse.click(*hand.at(ends[1])))  # noqa: B023
        hand.measure("undo", lambda: page.click("#undo"))
        hand.measure("playing by drag", lambda: hand.drag(*ends))  # noqa: B023
        hand.measure("undo", lambda: page.click("#undo"))
    for what, taken in hand.taken.items():
        yield f"{what}, median of {len(taken)}", median(taken), "ms"
        yield f"{what}, worst", max(taken), "ms"
    events = page.evaluate("window.measured.events")
    yield "event timing, worst of all events", max(events, default=0), "ms"
    page.context.close()


def main() -> None:
    """Measure everything, and print it."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--json", action="store_true", help="one JSON object a line")
    asked.add_argument("--slower", type=float, default=4, help="how many times (default 4)")
    asked.add_argument("--times", type=int, default=10, help="of each interaction (default 10)")
    options = asked.parse_args()
    server = subprocess.Popen(
        [sys.executable, "-m", "squeezebox", "play", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3].rstrip("/")
        with sync_playwright() as playwright:
            browser = launched(playwright)
            show(loads(browser, address, options.slower, 5), options.json)
            show(interactions(browser, address, options.slower, options.times), options.json)
            browser.close()
        whole: list[Line] = [
            ("the page and all that it loads, uncompressed", Files().size, "bytes")
        ]
        show(iter(whole), options.json)
    finally:
        server.terminate()
        server.wait()


def show(lines: Iterator[Line], as_json: bool) -> None:
    """Print lines as they are measured."""
    for name, value, unit in lines:
        if as_json:
            print(json.dumps({"name": name, "value": round(value, 1), "unit": unit}), flush=True)
        else:
            print(f"{name:<44}{value:>10,.0f}  {unit}", flush=True)


if __name__ == "__main__":
    main()
