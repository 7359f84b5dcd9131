"""The rules as people read them: one page of Markdown a rule set. Imports `catalogue`.

The pages beside this file are the one source for the web page, the terminal and the
documentation. A family of rule sets shares the page of its name without the number, in
which `{N}` stands for the number.
"""

from __future__ import annotations

from importlib.resources import files

from ..catalogue import Entry

PLACEHOLDER = "{N}"


def page(entry: Entry) -> str:
    """The rulebook's page about a rule set, in Markdown."""
    pages = files(__name__)
    own = pages / f"{entry.name}.md"
    if own.is_file():
        return own.read_text(encoding="utf-8")
    family, _, number = entry.name.rpartition("-")
    shared = (pages / f"{family}.md").read_text(encoding="utf-8")
    return shared.replace(PLACEHOLDER, number)
