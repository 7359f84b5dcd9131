"""Make `docs/images/page.png` from the real page: `python tools/picture.py` while it is served."""

from __future__ import annotations

import sys
from pathlib import Path

from browser import launched
from playwright.sync_api import sync_playwright

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "page.png"
GAME = "?rules=accordion&layout=open&deal=1&actions=" + "+".join(
    "42-39 44-41 44-41 4-1 32-29 16-13 33-30 14-11 16-13 37-34 24-23 25-22 22-19 21-18".split()  # noqa: SIM905
)


def main(address: str = "http://127.0.0.1:5252/") -> None:
    """Take the picture of a game under way, with hints on and a pile selected."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_page(viewport={"width": 1120, "height": 640})
        page.goto(address + GAME)
        page.locator(".pile").first.wait_for()
        page.click("#hints")
        page.locator(".pile[data-place='37']").click()
        page.mouse.move(5, 5)
        page.wait_for_timeout(500)
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
