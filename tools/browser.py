"""The system's Chromium, for the tools here that look at the page. Imports Playwright."""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Playwright

ARGUMENTS = ("--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-sync")


def launched(playwright: Playwright) -> Browser:
    """The system's Chromium, or the one that CHROMIUM names, without a window.

    Raises:
        SystemExit: if there is none.
    """
    for name in (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"):
        if name and (found := shutil.which(name)):
            arguments = [*ARGUMENTS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
            return playwright.chromium.launch(executable_path=found, args=arguments)
    raise SystemExit("no Chromium was found: name it in CHROMIUM")
