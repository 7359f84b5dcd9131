"""The rulebook: a page for every rule set, and no example that isn't true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import squeezebox as sb
from squeezebox.catalogue import CATALOGUE, LISTED, Entry, leap
from squeezebox.rulebook import PLACEHOLDER, page

PAGES = sorted(Path(sb.__file__).with_name("rulebook").glob("*.md"))
GAME = re.compile(r"^```game\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("entry", LISTED, ids=lambda entry: entry.name)
def test_every_rule_set_has_a_page_that_agrees_with_the_catalogue(entry: Entry) -> None:
    text = page(entry)
    assert text.startswith(f"# {entry.title}\n")
    assert f"\n{entry.summary}\n" in text
    assert [name for name in entry.other_names if name not in text] == []
    for part in ("How it is played", "How it is won", "A tip"):
        assert f"\n## {part}" in text
    assert PLACEHOLDER not in text


def test_every_page_belongs_to_the_catalogue() -> None:
    assert {path.stem for path in PAGES} == {entry.name for entry in CATALOGUE} | {"leap"}


def test_a_number_takes_the_placeholders_place() -> None:
    assert "A pile moves 1 or 17 to the left." in page(leap(17))
    assert page(leap(3)) == page(CATALOGUE[0])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_examples_are_games_that_end_as_they_say(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    blocks = GAME.findall(text)
    assert blocks
    assert len(blocks) == text.count("```") // 2, "a block that isn't checked"
    for block in blocks:
        assert '[Result "' in block
        [record] = sb.read_all(block)  # raises if the actions or the result aren't true
        assert record.game.actions
        base = str(record.game.rules).partition("(")[0]
        assert base == path.stem or base.rpartition("-")[0] == path.stem


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_pages_point_only_at_pages(path: Path) -> None:
    links = re.findall(r"\]\((.*?)\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if link not in {page.name for page in PAGES}] == []
