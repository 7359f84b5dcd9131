"""The colours: three themes, and the styles in which cards and their marks are drawn.

Colour never says anything alone: every mark has a shape, and suits are signs or letters.
Imports nothing of the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rich.style import Style
from textual.theme import Theme


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme, each as a name that Rich reads; an empty one is the terminal's."""

    paper: str
    card: str
    ink: str
    faint: str
    edge: str
    accent: str
    on_accent: str
    lit: str
    warm: str
    suits: tuple[str, str, str, str]
    """Clubs, hearts, spades, diamonds, in two colours."""
    four: tuple[str, str, str, str]
    """The same in four colours."""


DARK = Palette(
    paper="#15181c",
    card="#262b32",
    ink="#ece8df",
    faint="#a09d93",
    edge="#5a616b",
    accent="#7cd0d6",
    on_accent="#10262a",
    lit="#58d68d",
    warm="#f0a35e",
    suits=("#f2efe8", "#ff8a80", "#f2efe8", "#ff8a80"),
    four=("#7ddc8b", "#ff8a80", "#f2efe8", "#8db8ff"),
)
LIGHT = Palette(
    paper="#f4f0e6",
    card="#fffefb",
    ink="#23262b",
    faint="#6b685f",
    edge="#a39c8d",
    accent="#0d5c63",
    on_accent="#ffffff",
    lit="#0a7d4b",
    warm="#9c4605",
    suits=("#22252b", "#b3202c", "#22252b", "#b3202c"),
    four=("#1c6b2a", "#b3202c", "#22252b", "#1b4fb0"),
)
OWN = Palette(
    paper="",
    card="",
    ink="",
    faint="",
    edge="",
    accent="cyan",
    on_accent="black",
    lit="green",
    warm="yellow",
    suits=("", "red", "", "red"),
    four=("green", "red", "", "blue"),
)
"""The terminal's own colours: of its sixteen those that are seen on light and dark ground."""

PALETTES = {"dark": DARK, "light": LIGHT, "terminal": OWN}
"""By the names of the themes."""


def _theme(name: str, dark: bool, colours: Palette) -> Theme:
    return Theme(
        name=name,
        dark=dark,
        primary=colours.accent,
        secondary=colours.lit,
        accent=colours.accent,
        warning=colours.warm,
        error=colours.suits[1],
        success=colours.lit,
        foreground=colours.ink,
        background=colours.paper,
        surface=colours.paper,
        panel=colours.card,
        boost=colours.card,
        variables={
            "card": colours.card,
            "edge": colours.edge,
            "faint": colours.faint,
            "on-accent": colours.on_accent,
            "footer-key-foreground": colours.accent,
            "input-cursor-background": colours.ink,
            "input-cursor-foreground": colours.paper,
            "block-cursor-foreground": colours.on_accent,
            "block-cursor-background": colours.accent,
            "block-cursor-blurred-foreground": colours.ink,
            "block-cursor-blurred-background": colours.card,
            "scrollbar": colours.edge,
            "scrollbar-hover": colours.faint,
            "scrollbar-active": colours.accent,
            "scrollbar-background": colours.card,
            "scrollbar-background-hover": colours.card,
            "scrollbar-background-active": colours.card,
        },
    )


_TERMINAL = Theme(
    name="terminal",
    ansi=True,
    primary="ansi_cyan",
    secondary="ansi_green",
    accent="ansi_cyan",
    warning="ansi_yellow",
    error="ansi_red",
    success="ansi_green",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables={
        "card": "ansi_default",
        "edge": "ansi_default",
        "faint": "ansi_default",
        "on-accent": "ansi_black",
        "border": "ansi_default",
        "border-blurred": "ansi_default",
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
        "block-cursor-foreground": "ansi_black",
        "block-cursor-background": "ansi_cyan",
        "block-cursor-blurred-foreground": "ansi_default",
        "block-cursor-blurred-background": "ansi_default",
        "input-cursor-foreground": "ansi_black",
        "input-cursor-background": "ansi_cyan",
        "input-selection-foreground": "ansi_black",
        "input-selection-background": "ansi_cyan",
        "scrollbar": "ansi_cyan",
        "scrollbar-hover": "ansi_cyan",
        "scrollbar-active": "ansi_cyan",
        "scrollbar-background": "ansi_default",
        "scrollbar-background-hover": "ansi_default",
        "scrollbar-background-active": "ansi_default",
        "scrollbar-corner-color": "ansi_default",
    },
)

THEMES = (_theme("dark", True, DARK), _theme("light", False, LIGHT), _TERMINAL)


@dataclass(frozen=True, slots=True)
class Inks:
    """The styles in which the table is drawn."""

    paper: Style
    number: Style
    cursor: Style
    edge: Style
    """The frame of a card at rest; the others below are frames that say something."""
    chosen: Style
    lit: Style
    advised: Style
    size: Style
    suits: tuple[Style, ...]
    shown: tuple[Style, ...]
    """The same, highlighted."""
    text: Style
    faint: Style
    strong: Style
    heading: Style
    past: Style
    """The bellows up to now."""
    future: Style
    """What was undone of them."""


@lru_cache(16)
def inks(theme: str, four: bool) -> Inks:
    """The styles of a theme, suits in two colours or in four."""
    look = PALETTES[theme]

    def style(
        colour: str, ground: str, bold: bool = False, dim: bool = False, reverse: bool = False
    ) -> Style:
        # What isn't said is left as it is, so that nothing is switched off for no reason.
        return Style(
            color=colour or None,
            bgcolor=ground or None,
            bold=bold or None,
            dim=dim or None,
            reverse=reverse or None,
        )

    plain = not look.paper
    suits = look.four if four else look.suits
    return Inks(
        paper=style(look.ink, look.paper),
        number=style(look.faint, look.card, dim=plain),
        cursor=style(look.on_accent, look.accent, bold=True),
        edge=style(look.edge, look.card, dim=plain),
        chosen=style(look.accent, look.card, bold=True),
        lit=style(look.lit, look.card, bold=True),
        advised=style(look.warm, look.card, bold=True),
        size=style(look.ink, look.card),
        suits=tuple(style(suit, look.card, bold=True) for suit in suits),
        shown=tuple(style(suit, look.card, bold=True, reverse=True) for suit in suits),
        text=style(look.ink, look.paper),
        faint=style(look.faint, look.paper, dim=plain),
        strong=style(look.ink, look.paper, bold=True),
        heading=style(look.accent, look.paper, bold=True),
        past=style(look.faint, look.paper),
        future=style(look.edge, look.paper, dim=plain),
    )
