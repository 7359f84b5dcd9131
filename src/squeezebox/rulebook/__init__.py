"""The rules as people read them: one page of Markdown for each rule set. Imports `catalogue`."""

from __future__ import annotations

from importlib.resources import files

from ..catalogue import Entry


def page(entry: Entry) -> str:
    """The page about a named rule set, as Markdown; all of `leap-N` share one."""
    name = "leap" if entry.name.startswith("leap-") else entry.name
    return files(__package__).joinpath(f"{name}.md").read_text(encoding="utf-8")
