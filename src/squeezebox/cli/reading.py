"""The command `rules`. Imports `commands`' options, and the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..catalogue import LISTED, Entry
from ..rulebook import CHAPTERS, Chapter, base_of, chapter, page, page_of
from ..rules import read_rules
from .commands import Json, app, rule_names
from .inputs import at
from .output import Answers, Fields, on_terminal, say

if TYPE_CHECKING:
    from rich.console import RenderableType


def _page_names(incomplete: str) -> list[tuple[str, str]]:
    """Rule sets and chapters for the shell to complete."""
    chapters = [(c.name, c.summary) for c in CHAPTERS if c.name.startswith(incomplete.lower())]
    return rule_names(incomplete) + chapters


@app.command("rules", epilog="Example: squeezebox rules idle-year")
def show_rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="A rule set in text, or tutorial, examples, tips or history.",
            autocompletion=_page_names,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the rule sets, or show a page of the rulebook: a rule set's, or a chapter."""
    if name is None:
        _list_rules(as_json)
        return
    if about := chapter(name):
        known = {"name": about.name, "title": about.title, "summary": about.summary}
        Answers(as_json, _page_words).give(**known, text=page(about))
        return
    with at("NAME"):
        rules = read_rules(name)
    fields = _entry_fields(base_of(rules)) | {"name": str(rules)}
    Answers(as_json, _page_words).give(**fields, text=page_of(rules))


def _list_rules(as_json: bool) -> None:
    if as_json:
        answers = Answers(as_json, str)
        for entry in LISTED:
            answers.give(**_entry_fields(entry))
        return
    from rich.table import Table

    table = Table("name", "title", "rule", box=None, pad_edge=False, header_style="dim")
    pages: tuple[Entry | Chapter, ...] = (*LISTED, *CHAPTERS)
    for each in pages:
        table.add_row(each.name, each.title, each.summary)
    say(table)


def _entry_fields(entry: Entry) -> Fields:
    return {
        "name": entry.name,
        "title": entry.title,
        "other_names": list(entry.other_names),
        "summary": entry.summary,
    }


def _page_words(fields: Fields) -> RenderableType:
    """The page as it is where it is piped, set in type on a terminal."""
    text: str = fields["text"].rstrip()
    if not on_terminal():
        return text
    from rich.markdown import Markdown

    return Markdown(text)
