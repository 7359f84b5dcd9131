"""The page in a real browser: a server of its own, and the system's Chromium."""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, sync_playwright

from squeezebox.web.app import create_app

ARGUMENTS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # The popups of the address bar are pages of their own in every window, and take as long to
    # start as a test takes. The switch takes the place of Playwright's, so that is repeated.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "MediaRouter,OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning",
)


def chromium() -> str:
    """The system's Chromium; without one these tests fail, they are never skipped."""
    for name in (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name) if name else None
        if found:
            return found
    raise AssertionError("no Chromium was found: `make test` installs it where it may")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test in the browser that fails is run once more, and both are told (`-rR`).

    Where two workers, two browsers and the searchers share two cores, a page can be looked at a
    moment too early. What is wrong with the page fails twice.
    """
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the service answers."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(100)
        app = create_app()
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        app.state.searches.end()
        thread.join(10)


@pytest.fixture(scope="session")
def ready(address: str) -> None:
    """Wait until the coach can search; where nothing is compiled yet, that takes a while."""
    body = json.dumps({"record": '[Rules "accordion"]\n[Deal "1"]\n\n'}).encode()
    asked = Request(f"{address}/api/coach/light", body, {"content-type": "application/json"})
    for _ in range(1200):
        with urlopen(asked) as answer:
            if json.load(answer)["ready"]:
                return
        time.sleep(0.25)
    raise AssertionError("the coach doesn't get ready")


def launched(kind: BrowserType, *more: str) -> Browser:
    """A browser of its own, perhaps with more arguments."""
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return kind.launch(executable_path=chromium(), args=[*ARGUMENTS, *root, *more])


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = launched(playwright.chromium)
        yield opened
        opened.close()


NO_NEWCOMER = """
try { localStorage.setItem("squeezebox.tutorial", '"seen"'); } catch { /* it is blocked */ }
"""


class Player:
    """A browser at the page, as a person uses it; errors of the console are kept.

    The first steps, which a `newcomer` is shown, don't get in the way of others.
    """

    def __init__(
        self, browser: Browser, address: str, newcomer: bool = False, **options: Any
    ) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(
            base_url=address, **({"viewport": {"width": 1280, "height": 800}} | options)
        )
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        if not newcomer:
            self.context.add_init_script(NO_NEWCOMER)
        self.troubles: list[str] = []
        self.requests: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(30_000)  # other tests keep the machine busy
        page.on("console", self.hear)
        page.on("pageerror", lambda e: self.troubles.append(str(e)))
        page.on("request", lambda r: self.requests.append(r.url))
        return page

    def hear(self, message: Any) -> None:
        """Keep what the console says is wrong, but for requests that were to fail."""
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.troubles.append(message.text)

    def open(self, path: str = "/") -> None:
        self.page.goto(path)
        self.until(lambda: self.page.inner_text("#title") != "…")
        self.settle()

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for what must come about soon; it failing to is the test's failure."""
        for _ in range(1000):
            if holds():
                return
            self.page.wait_for_timeout(25)
        assert holds()

    def settle(self) -> None:
        """Wait until nothing changes any more; the address may follow a little later."""
        before, calm = "", 0
        while calm < 5:
            now = self.page.evaluate("location.search + document.body.innerText")
            calm = calm + 1 if now == before else 0
            before = now
            self.page.wait_for_timeout(40)

    def row(self) -> list[str]:
        """The top cards, from left to right."""
        return self.page.eval_on_selector_all(".pile", "all => all.map(p => p.dataset.card)")

    def message(self) -> str:
        seen = "m => (m.querySelector('.seen') ?? m).innerText"
        words: str = self.page.eval_on_selector("#message", seen)
        return words.replace("\N{VARIATION SELECTOR-15}", "")

    def pile(self, place: int) -> Any:
        return self.page.locator(f".pile[data-place='{place}']")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def query(self) -> dict[str, str]:
        """The game that the address holds."""
        found: dict[str, str] = self.page.evaluate(
            "Object.fromEntries(new URLSearchParams(location.search))"
        )
        return found

    def button(self, name: str) -> None:
        """Press a button of the bar, behind "More" or not."""
        if not self.page.locator(f"#{name}").is_visible():
            self.page.click("#menu")
        self.page.click(f"#{name}")


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Any]:
    """Open browsers at the page; at the end none of them may have seen an error."""
    players: list[Player] = []

    def opened(path: str | None = "/", **options: Any) -> Player:
        player = Player(browser, address, **options)
        players.append(player)
        if path is not None:
            player.open(path)
        return player

    yield opened
    for player in players:
        player.context.close()
    assert [player.troubles for player in players] == [[] for _ in players]


PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
