"""The rulebook as the service gives it: every page, wrong names, nothing let through as HTML."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

import squeezebox as sb
from squeezebox.catalogue import LISTED, leap
from squeezebox.rulebook import CHAPTERS, page
from squeezebox.web.app import create_app
from squeezebox.web.pages import rendered
from squeezebox.web.schemas import Leaf, Page

CLIENT = TestClient(create_app(), raise_server_exceptions=False)
NAMES = [each.name for each in (*CHAPTERS, *LISTED)]
EXAMPLE = re.compile(r"<sb-example><pre>(.*?)</pre></sb-example>", re.DOTALL)


def get(name: str) -> Page:
    response = CLIENT.get(f"/api/rulebook/{quote(name, safe='')}")
    assert response.status_code == 200, response.text
    return Page.model_validate_json(response.content)


class Elements(HTMLParser):
    """The elements of a text of HTML, with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


KNOWN = {
    "p", "h3", "h4", "ul", "ol", "li", "em", "strong", "code", "pre", "a", "sb-example",
    "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip


def test_all_pages_are_listed() -> None:
    leaves = [Leaf.model_validate(each) for each in CLIENT.get("/api/rulebook").json()]
    assert [each.name for each in leaves] == NAMES
    assert [each.title for each in leaves] == [each.title for each in (*CHAPTERS, *LISTED)]


@pytest.mark.parametrize("name", NAMES)
def test_every_page_is_rendered_with_its_examples_and_its_links(name: str) -> None:
    found = get(name)
    about = next(each for each in (*CHAPTERS, *LISTED) if each.name == name)
    assert (found.name, found.title) == (name, about.title)
    text = page(about)
    assert f"<h1>{about.title}" not in found.html  # it stands above
    records = re.findall(r"^```game\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert [unescape(record) for record in EXAMPLE.findall(found.html)] == records
    elements = Elements(found.html).found
    assert {tag for tag, _ in elements} <= KNOWN
    assert [attributes for tag, attributes in elements if attributes and tag != "a"] == []
    links = [attributes for tag, attributes in elements if tag == "a"]
    assert len(links) == text.count(".md)")
    for link in links:
        assert link["href"] == "#"
        assert get(link["data-leaf"] or "").name == link["data-leaf"]


def test_any_rule_set_has_a_page() -> None:
    assert get("Tower of Babel") == get("accordion")
    assert get("leap-7").title == leap(7).title
    custom = get("skidoo( deck = 9 ;goal=1)")
    assert (custom.name, custom.title) == ("skidoo(deck=9; goal=1)", "23 Skidoo, changed")
    unchanged, _, _ = get("skidoo").html.partition("<h3>How often it is won</h3>")
    assert custom.html.startswith(unchanged)
    assert "<code>goal=1</code>" in custom.html
    assert get("accordion(deck=52)") == get("accordion")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("solitaire", 'No rule set is called "solitaire"'),
        ("<img src=x onerror=alert(1)>", "is not a rule set"),
        ("accordion(<img src=x>)", "is not a change of a rule set"),
        ("../examples", "Not Found."),
        ("leap", "No rule set is called"),
    ],
)
def test_a_page_that_there_is_not(name: str, why: str) -> None:
    response = CLIENT.get(f"/api/rulebook/{quote(name, safe='')}")
    assert response.status_code == 404
    assert response.headers["content-type"] == "application/json"
    assert why in response.json()["message"]


def test_a_name_is_bounded() -> None:
    response = CLIENT.get(f"/api/rulebook/{'a' * 301}")
    assert response.status_code == 422
    assert "at most 300" in response.json()["message"]


def test_html_in_a_text_stays_text() -> None:
    html = rendered(
        "# Title\n\n<img src=x> a <b>b</b> [x](javascript:alert(1)) [y](a.md)\n\n"
        '```game\n[Rules "<script>&"]\n```\n\n```\n<i>\n```\n'
    )
    assert {tag for tag, _ in Elements(html).found} == {"p", "a", "sb-example", "pre"}
    assert "&lt;img src=x&gt;" in html
    assert '<a href="#" data-leaf="a">' in html
    assert "[x](javascript:alert(1))" in html
    assert unescape(EXAMPLE.findall(html)[0]) == '[Rules "<script>&"]\n'


def test_examples_are_games_that_the_service_plays() -> None:
    for name in NAMES:
        for text in EXAMPLE.findall(get(name).html):
            record = unescape(text)
            view = CLIENT.post("/api/game", json={"record": record}).json()
            game = sb.read(record).game
            assert view["actions"] == list(map(str, game.actions))
            assert view["outcome"] == game.outcome
