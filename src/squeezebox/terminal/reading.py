"""Pages of the rulebook, set in type in the colours of the terminal game.

Imports `looks`. Rich's Markdown is loaded only here, when somebody reads.
"""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown
from rich.style import Style
from rich.theme import Theme

from .looks import Inks


class Page:
    """A page, from its Markdown."""

    def __init__(self, text: str, inks: Inks) -> None:
        # Code is told by its place; its colours would be another theme's.
        self._text = Markdown(text, code_theme="ansi_dark", inline_code_theme="ansi_dark")
        heading = Style(color=inks.heading.color, bold=True)
        link = Style(color=inks.heading.color, underline=True)
        self._theme = Theme(
            {
                **{f"markdown.h{level}": heading for level in range(1, 7)},
                "markdown.h1": heading + Style(underline=True),
                "markdown.link": link,
                "markdown.link_url": link,
                "markdown.code": Style(bold=True),
                "markdown.code_block": Style(),
                "markdown.block_quote": Style(italic=True),
                "markdown.item.bullet": heading,
                "markdown.item.number": heading,
                "markdown.hr": Style(dim=True),
                "markdown.table.header": heading,
                "markdown.table.border": Style(dim=True),
            }
        )

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        with console.use_theme(self._theme):
            yield from list(console.render(self._text, options))
