"""The rulebook's pages in the documentation, from the files that the program itself shows.

A hook of MkDocs: they appear under "Rules", the chapters first and then the rule sets in the
catalogue's order, without being copied.
"""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from squeezebox.catalogue import CATALOGUE, Entry
from squeezebox.rulebook import CHAPTERS, Chapter, page

FAMILY = Entry("leap-N", "Long Leap N", (), "A pile moves 1 or N to the left.")
"""The whole family `leap-N`, whose page is about any number."""

RULES = {f"rules/{entry.name}.md": entry for entry in CATALOGUE} | {"rules/leap.md": FAMILY}
PAGES: dict[str, Entry | Chapter] = {
    **{f"rules/{each.name}.md": each for each in CHAPTERS},
    **RULES,
}
SOURCE = "(../src/squeezebox/rulebook/"
"""How the documents link to a page, so that the link leads to it where they are read as files."""
LIST_MARK = "<!-- all rule sets -->"


def on_config(config: MkDocsConfig) -> None:
    """Put the pages behind those that stand under "Rules" already."""
    assert config.nav is not None
    section = next(item["Rules"] for item in config.nav if "Rules" in item)
    section.extend(path for path in PAGES if path not in section)


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Give MkDocs the pages' texts."""
    for path, about in PAGES.items():
        files.append(File.generated(config, path, content=page(about)))


def on_page_markdown(markdown: str, **_: object) -> str:
    """Write the list of all rule sets where its mark stands; links lead to the pages here."""
    rows = [
        f"| [{entry.title}]({path.removeprefix('rules/')}) | `{entry.name}` | {entry.summary} |"
        for path, entry in RULES.items()
    ]
    table = "\n".join(["| | name in texts | its rule in one line |", "|---|---|---|", *rows])
    return markdown.replace(LIST_MARK, table).replace(SOURCE, "(rules/")
