"""The rules as people read them: a page of Markdown for every rule set, and some for all.

The pages beside this file are the one source for the web page, the terminal and the
documentation. A family of rule sets shares the page of its name without the number, in
which `{N}` stands for the number. Imports `catalogue`, `rules`, `words` and `counted`, which says
how often each game is won.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

from ..catalogue import Entry, find
from ..rules import RuleSet
from ..words import explained
from .counted import how_often

PLACEHOLDER = "{N}"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page that is about no single rule set."""

    name: str
    title: str
    summary: str
    """What stands in it, in one line."""


CHAPTERS: tuple[Chapter, ...] = (
    Chapter(
        "tutorial",
        "First steps",
        "Seven short tries, about two minutes: do each one on its board.",
    ),
    Chapter(
        "examples",
        "Worked examples",
        "Five small rows of Accordion, with every way of playing them worth seeing.",
    ),
    Chapter(
        "tips", "Tips", "Sweepers, a worked example of them, and other advice for fewer piles."
    ),
    Chapter(
        "history",
        "Names and history",
        "What the game and its relatives are called, and where they come from.",
    ),
)
"""In the order in which they are read."""


def chapter(name: str) -> Chapter | None:
    """The chapter called `name`, in any case; None if there is none."""
    return next((each for each in CHAPTERS if each.name == name.strip().lower()), None)


def page(about: Entry | Chapter) -> str:
    """The rulebook's page about a rule set, or a chapter, in Markdown."""
    text, often = _text(about.name), how_often(about.name)
    return f"{text.rstrip()}\n\n{often}" if often else text


def _text(name: str) -> str:
    """What the rulebook says of it."""
    pages = files(__name__)
    own = pages / f"{name}.md"
    if own.is_file():
        return own.read_text(encoding="utf-8")
    family, _, number = name.rpartition("-")
    return (pages / f"{family}.md").read_text(encoding="utf-8").replace(PLACEHOLDER, number)


def base_of(rules: RuleSet) -> Entry:
    """The named rule set on whose page a rule set is explained: itself, or what was changed."""
    return find(str(rules).partition("(")[0])


def page_of(rules: RuleSet) -> str:
    """The page about any rule set; of one without a name: its base's, then what differs."""
    changes = str(rules).removesuffix(")").partition("(")[2]
    if not changes:
        return page(base_of(rules))
    text = _text(base_of(rules).name)
    listed = "".join(f"- `{change}`\n" for change in changes.split("; "))
    played = "".join(f"- {words}\n" for words in explained(rules))
    return (
        f"{text.rstrip()}\n\n## What differs in {rules}\n\n{listed}"
        f"\nSo it is played like this:\n\n{played}"
    )
