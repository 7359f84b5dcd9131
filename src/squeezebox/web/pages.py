"""The rulebook as the page shows it: its Markdown as HTML, its games as boards to play on.

Imports markdown-it, `schemas`, and `rulebook` with what lies below it. HTML in a text is
not let through, so all that comes out is made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from ..catalogue import LISTED
from ..rulebook import CHAPTERS, base_of, chapter, page, page_of
from ..rules import read_rules
from .schemas import Leaf, Page

FIRST, RULE_SETS = "Learning", "Rule sets"


def leaves() -> list[Leaf]:
    """All pages that a reader chooses from, in their order."""
    return [
        *(Leaf(name=each.name, title=each.title, group=FIRST) for each in CHAPTERS),
        *(Leaf(name=each.name, title=each.title, group=RULE_SETS) for each in LISTED),
    ]


@lru_cache(maxsize=256)
def leaf(name: str) -> Page:
    """A page by the name of its chapter, or by a rule set's text (of a custom one, too).

    Raises:
        TextError, SetupError: if there is no such rule set.
    """
    if about := chapter(name):
        return Page(name=about.name, title=about.title, group=FIRST, html=rendered(page(about)))
    rules = read_rules(name)
    title = base_of(rules).title if rules.entry is None else rules.entry.title
    if rules.entry is None:
        title += ", changed"
    return Page(name=str(rules), title=title, group=RULE_SETS, html=rendered(page_of(rules)))


def rendered(text: str) -> str:
    """A page of the rulebook as HTML, without its title, which stands above it."""
    html: str = _MARKDOWN.render(text.partition("\n")[2])
    return html


Tokens = Sequence[Token]


class _Renderer(RendererHTML):
    """Plain Markdown, but for games, links to other pages, and the level of headings."""

    def fence(self, tokens: Tokens, index: int, *_: Any) -> str:
        """A game is a board, made from the record that stands in it."""
        block = tokens[index]
        text = escapeHtml(block.content)
        if block.info != "game":
            return f"<pre>{text}</pre>\n"
        return f"<sb-example><pre>{text}</pre></sb-example>\n"

    def link_open(self, tokens: Tokens, index: int, options: Any, *_: Any) -> str:
        """A link to another page of the rulebook turns to it."""
        target = str(tokens[index].attrs["href"])
        if target.endswith(".md") and "/" not in target:
            tokens[index].attrs = {"href": "#", "data-leaf": target.removesuffix(".md")}
        return self.renderToken(tokens, index, options, {})

    def heading_open(self, tokens: Tokens, index: int, options: Any, *_: Any) -> str:
        """Below the title of the dialog, which is of the second level, comes the third."""
        tokens[index].tag = f"h{int(tokens[index].tag[1]) + 1}"
        return self.renderToken(tokens, index, options, {})

    heading_close = heading_open


_MARKDOWN = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
