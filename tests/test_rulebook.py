"""The rulebook: a page for every rule set, and no example that isn't true."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import squeezebox as sb
from conftest import vectors
from squeezebox.catalogue import CATALOGUE, LISTED, Entry, leap
from squeezebox.rulebook import (
    CHAPTERS,
    PLACEHOLDER,
    Chapter,
    base_of,
    chapter,
    page,
    page_of,
)
from squeezebox.rulebook.counted import HEADING

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
    named = {entry.name for entry in CATALOGUE} | {"leap"}
    assert {path.stem for path in PAGES} == named | {each.name for each in CHAPTERS}


@pytest.mark.parametrize("each", CHAPTERS, ids=lambda each: each.name)
def test_every_chapter_has_its_page(each: Chapter) -> None:
    assert page(each).startswith(f"# {each.title}\n\n{each.summary}\n")
    assert chapter(each.name.title()) == each
    assert "\n## " in page(each)


def test_no_chapter_takes_a_rule_sets_name() -> None:
    for each in CHAPTERS:
        with pytest.raises(sb.TextError):
            sb.read_rules(each.name)
    assert chapter("accordion") is None


def test_a_rule_set_without_a_name_is_explained_by_what_differs() -> None:
    rules = sb.read_rules("skidoo(deck=9; goal=1)")
    assert base_of(rules).name == "skidoo"
    whole = page_of(rules)
    assert whole.startswith(page(base_of(rules)).partition(f"\n{HEADING}\n")[0].rstrip())
    assert "\n- `deck=9`\n- `goal=1`\n" in whole
    assert page_of(sb.read_rules("leap-7")) == page(leap(7))


def test_all_names_stand_among_names_and_history() -> None:
    text = (PAGES[0].parent / "history.md").read_text(encoding="utf-8")
    for entry in CATALOGUE:
        assert [name for name in (entry.title, *entry.other_names) if name not in text] == []


def test_a_number_takes_the_placeholders_place() -> None:
    assert "A pile moves 1 or 17 to the left." in page(leap(17))
    assert page(leap(3)) == page(CATALOGUE[0])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_examples_are_games_that_end_as_they_say(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    blocks = GAME.findall(text)
    about_one = path.stem not in {each.name for each in CHAPTERS}
    assert blocks or not about_one
    assert len(blocks) == text.count("```") // 2, "a block that isn't checked"
    for block in blocks:
        assert '[Result "' in block
        [record] = sb.read_all(block)  # raises if the actions or the result aren't true
        assert record.game.actions
        base = str(record.game.rules).partition("(")[0]
        assert not about_one or base == path.stem or base.rpartition("-")[0] == path.stem


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_pages_point_only_at_pages(path: Path) -> None:
    links = re.findall(r"\]\((.*?)\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if link not in {page.name for page in PAGES}] == []


def examples() -> list[tuple[Path, sb.Game]]:
    """All games of the rulebook, and where they stand."""
    return [
        (path, record.game)
        for path in PAGES
        for block in GAME.findall(path.read_text(encoding="utf-8"))
        for record in sb.read_all(block)
    ]


def begins_with(game: sb.Game, piles: list[list[str]]) -> int | None:
    """After how many actions of the game its row first is `piles`."""
    rows = [[[card.text for card in pile] for pile in table.row] for table in game.tables]
    return rows.index(piles) if piles in rows else None


HANDED: list[dict[str, Any]] = vectors("examples")


@pytest.mark.parametrize("case", HANDED, ids=lambda case: case["what"])
def test_every_handed_example_is_a_worked_example_of_the_rulebook(case: dict[str, Any]) -> None:
    """Its rules and row, and each of its lines as a game of its own, on one page."""
    piles = [pile.split() for pile in case["piles"]]
    expected = sb.read_rules(case["rules"])
    found = set()
    for path, game in examples():
        rules = replace(game.rules, deck=expected.deck)
        at = begins_with(game, piles)
        if path.stem == "examples" and rules == expected and at is not None:
            found.add((" ".join(map(str, game.actions[at:])), str(game.outcome)))
    assert found >= {(line["actions"], line["outcome"]) for line in case["lines"]}


def test_what_the_handed_examples_rule_out_is_said() -> None:
    text = (PAGES[0].parent / "examples.md").read_text(encoding="utf-8")
    for case in HANDED:
        for action in [
            *case["illegal"],
            *(a for line in case["lines"] for a in line["then_illegal"]),
        ]:
            assert re.search(rf"\b{action}\b", text), f"{action} in {case['what']}"


def test_the_tutorial_has_a_board_and_a_task_at_every_step_but_the_last() -> None:
    text = (PAGES[0].parent / "tutorial.md").read_text(encoding="utf-8")
    *steps, last = text.split("\n## ")[1:]
    assert len(steps) == 7
    assert [len(GAME.findall(step)) for step in steps] == [1] * 7
    assert GAME.findall(last) == []
    assert text.startswith("# First steps\n\nSeven ")
