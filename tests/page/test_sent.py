"""Styles as they are sent: a browser reads the same in them as in their sources."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from starlette.datastructures import Headers

from squeezebox.web.files import STATIC, Files

STYLES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.css"))

READ = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const tidy = text => text.replace(/,?\\s+/g, ([first]) => first.trim() || " ");
  return [...sheet.cssRules].map(rule => tidy(rule.cssText));
}"""
"""The rules of a style as the browser understands them; what it doesn't is left out.

Of values that it only passes on it keeps the space, which means nothing after a comma."""


@pytest.fixture(scope="module")
def empty(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


@pytest.mark.parametrize("name", STYLES)
def test_a_style_is_sent_smaller_and_means_the_same(empty: Page, name: str) -> None:
    files = Files()
    source = (STATIC / name).read_bytes()
    sent = bytes(files.file(f"{files.build}/{name}", Headers()).body)
    assert len(sent) < len(source)
    rules = empty.evaluate(READ, source.decode())
    assert rules
    assert empty.evaluate(READ, sent.decode()) == rules
