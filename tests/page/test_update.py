"""After an update the new version is what loads, and an open page says that there is one."""

from __future__ import annotations

import json
import shutil
import socket
import threading
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser

from page.conftest import Player
from squeezebox.web.app import create_app
from squeezebox.web.files import STATIC, Files


class Served:
    """A service at one port, which can be taken away and put back with another page."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.server: uvicorn.Server | None = None

    def serve(self, folder: Path) -> None:
        self.end()
        self.server = uvicorn.Server(
            uvicorn.Config(create_app(folder), port=self.port, log_level="warning")
        )
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        while not self.server.started:
            threading.Event().wait(0.01)

    def end(self) -> None:
        if self.server is not None:
            self.server.should_exit = self.server.force_exit = True
            self.thread.join(20)
            self.server = None


@pytest.fixture
def served() -> Any:
    made = Served()
    yield made
    made.end()


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """The next version of the page: a script and a style differ."""
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder)
    with (folder / "dom.js").open("a", encoding="utf-8") as script:
        script.write("\ndocument.documentElement.dataset.version = 'new';\n")
    with (folder / "style" / "base.css").open("a", encoding="utf-8") as style:
        style.write("\n:root { --version: new; }\n")
    return folder


SEEN = """() => [document.documentElement.dataset.version ?? "",
  getComputedStyle(document.documentElement).getPropertyValue("--version"),
  document.querySelector("meta[name=build]").content]"""


def test_an_update_is_told_and_loads(browser: Browser, served: Served, newer: Path) -> None:
    served.serve(STATIC)
    player = Player(browser, f"http://127.0.0.1:{served.port}")
    player.open("/?rules=accordion&layout=open&deal=1")
    player.press(":", *"42-39", "Enter")
    player.until(lambda: len(player.row()) == 51)
    assert player.page.evaluate(SEEN) == ["", "", Files().build]
    assert player.page.inner_text("#updated") == ""

    served.serve(newer)
    player.press(":", *"44-41", "Enter")
    player.until(lambda: len(player.row()) == 50)  # the open page plays on
    player.until(lambda: "was updated" in player.page.inner_text("#updated"))
    player.press("u", "r", "i")
    player.settle()
    assert player.page.locator("#updated button").count() == 1  # it is told once
    row, words = player.row(), player.query()["actions"]
    assert words.split() == ["42-39", "44-41"]

    player.requests.clear()
    player.page.click("#updated button")
    player.until(lambda: player.page.evaluate(SEEN) == ["new", "new", Files(newer).build])
    player.until(lambda: player.row() == row)  # nothing is lost
    assert player.query()["actions"] == words
    assert player.page.inner_text("#updated") == ""
    loaded = [url for url in player.requests if "/static/" in url]
    assert loaded
    assert all(f"/static/{Files(newer).build}/" in url for url in loaded)
    player.press("u")
    player.until(lambda: len(player.row()) == 51)
    assert player.troubles == []
    player.context.close()


def test_a_plain_reload_gets_the_new_version(browser: Browser, served: Served, newer: Path) -> None:
    served.serve(STATIC)
    player = Player(browser, f"http://127.0.0.1:{served.port}")
    player.open("/?rules=accordion&layout=open&deal=1")
    served.serve(newer)
    player.open("/?rules=accordion&layout=open&deal=1")
    assert player.page.evaluate(SEEN) == ["new", "new", Files(newer).build]
    assert player.page.inner_text("#updated") == ""
    assert player.troubles == []
    player.context.close()


def test_nothing_of_the_same_version_is_loaded_twice(browser: Browser, served: Served) -> None:
    """A second visit asks for the page itself, and whether it is the same still."""
    served.serve(STATIC)
    player = Player(browser, f"http://127.0.0.1:{served.port}")
    player.open("/?rules=accordion&layout=open&deal=1")
    second = player.tab()
    asked: list[tuple[int, str]] = []
    player.context.on(
        "requestfinished",
        lambda r: asked.append((r.sizes()["responseBodySize"], r.url.partition("/static/")[2])),
    )
    second.goto("/?rules=accordion&layout=open&deal=2")
    second.locator(".pile").first.wait_for()
    second.wait_for_load_state("networkidle")
    assert [name for size, name in asked if name and size > 0] == []
    player.context.close()


def test_chromium_finds_nothing_wrong_with_the_manifest(visit: Any) -> None:
    player = visit("/")
    devtools = player.context.new_cdp_session(player.page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{player.address}/static/{Files().build}/manifest.webmanifest"
    assert json.loads(manifest["data"])["short_name"] == "Squeezebox"
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A window without history of its own (as in tests) is never offered for installation.
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
