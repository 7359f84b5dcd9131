"""What the terminal can show, found from its environment, and how output is fitted to it.

Everything is drawn once, with all signs and colours; a filter on each finished line then leaves
out what this terminal, or the player, doesn't want. So no drawing asks what it may use.
Imports `harmless` and Textual's filters.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from .harmless import harmless


class Signs(IntEnum):
    """Which signs a terminal shows, from the fewest on."""

    ASCII = 0
    """Letters for suits, and plain characters for lines."""
    LETTERS = 1
    """Letters for suits; lines and blocks are drawn."""
    GLYPHS = 2
    """All: ♣ ♥ ♠ ♦."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a terminal can show."""

    signs: Signs
    colours: int
    """How many: 0, 16, 256, or 16,777,216."""
    light: bool
    """Whether its ground is known to be light."""


_WIDE = ("zh", "ja", "ko")
"""Languages whose terminals may give suits and lines the width of two characters."""


def _unicode(environment: Mapping[str, str], encoding: str) -> bool:
    """Whether the terminal reads UTF-8, as far as locale and output say."""
    names = [environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if names[:2] == ["", "C.UTF-8"] and names[2] in ("C", "POSIX"):
        return False  # Python has put the middle one there itself
    said = next((name for name in names if name), "")
    if said and sys.platform != "win32":
        return "utf" in said.lower()
    return encoding.lower().replace("-", "").startswith("utf")


def _wide(environment: Mapping[str, str]) -> bool:
    said = (environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next((name for name in said if name), "").lower().startswith(_WIDE)


def _colours(environment: Mapping[str, str]) -> int:
    term = environment.get("TERM", "").lower()
    if environment.get("NO_COLOR") or term in ("dumb", "unknown") or term.startswith("vt"):
        return 0
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return 1 << 24
    if "256" in term or term.startswith(("xterm-kitty", "alacritty", "foot", "wezterm", "ghostty")):
        return 256
    if sys.platform == "win32" and "WT_SESSION" in environment:
        return 1 << 24
    return 16


def found(environment: Mapping[str, str], encoding: str) -> Abilities:
    """What the terminal can show, from its environment and the encoding of the output."""
    term = environment.get("TERM", "").lower()
    if not _unicode(environment, encoding) or _wide(environment) or term in ("dumb", "unknown"):
        signs = Signs.ASCII
    elif term == "linux" or term.startswith("vt"):
        signs = Signs.LETTERS  # a console's font has few signs
    else:
        signs = Signs.GLYPHS
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return Abilities(signs, _colours(environment), ground in ("7", "15"))


# ---------------------------------------------------------------- fitting the output

_SUITS = str.maketrans("♣♥♠♦", "CHSD")
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("╭╮╰╯┌┐└┘╔╗╚╝├┤┬┴┼", "+"),
        **dict.fromkeys("┏┓┗┛━┃", "#"),
        **dict.fromkeys("│║▌▐▎▊", "|"),
        "─": "-", "═": "=", "╍": "~", "╏": ":",
        **dict(zip("▁▂▃▄▅▆▇█", "_..:-=+#", strict=True)),
        "▀": "#",
        "▔": "-",
        "░": ".", "▒": ":", "▓": "%",
        "·": "-", "…": ".", "×": "x", "–": "-", "—": "-", "−": "-", "’": "'", "‘": "'",
        "“": '"', "”": '"', "•": "o", "●": "*", "★": "*", "◎": "@", "◆": "*", "▲": "^",
        "▼": "v", "▴": "^", "▾": "v", "←": "<", "→": ">", "↑": "^", "↓": "v", "▸": ">",
        "◂": "<", "✓": "+", "✕": "x", "±": "~", "⌈": "[", "⌉": "]", "≤": "<", "é": "e",
    }
)  # fmt: skip


@lru_cache(4096)
def fitted(text: str, signs: Signs) -> str:
    """A text with the signs that a terminal shows; it keeps its width."""
    if signs is Signs.GLYPHS or text.isascii():
        return text
    text = text.translate(_SUITS)
    if signs is Signs.LETTERS:
        return text
    text = text.translate(_PLAIN)
    return text if text.isascii() else "".join(c if c.isascii() else "?" for c in text)


class Harmless(LineFilter):
    """Lets no text give orders to the terminal."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """The same segments, of which only those of the program itself are orders."""
        return [
            segment if segment.control else Segment(harmless(segment.text), segment.style)
            for segment in segments
        ]


class FittingSigns(LineFilter):
    """Shows every line with the signs that the terminal has."""

    def __init__(self, signs: Signs) -> None:
        super().__init__(enabled=signs is not Signs.GLYPHS)
        self.signs = signs

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """The same segments, each in signs that can be shown."""
        return [
            Segment(fitted(text, self.signs), style, control) for text, style, control in segments
        ]


@lru_cache(4096)
def _uncoloured(style: Style) -> Style:
    """A style without colours; what stands on a ground of its own stands out still."""
    ground = style.bgcolor
    raised = ground is not None and not ground.is_default
    return Style(
        bold=style.bold,
        dim=None if raised else style.dim,
        italic=style.italic,
        underline=style.underline,
        strike=style.strike,
        reverse=bool(style.reverse) != raised,
        link=style.link,
        meta=style.meta or None,
    )


class WithoutColours(LineFilter):
    """Shows every line without any colour, as `NO_COLOR` asks for.

    It is used with a theme whose ground is the terminal's own, so that only what is meant to
    stand out has another one.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """The same segments, without colours."""
        return [
            Segment(text, style and _uncoloured(style), control)
            for text, style, control in segments
        ]
