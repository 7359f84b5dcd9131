"""What a player can set, and where that is kept. Imports nothing of the package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

Value = TypeVar("Value", bool, int, str)


class Settings(Protocol):
    """Where settings are kept, by name; each is a truth value, a whole number or a text."""

    def get(self, name: str, otherwise: Value) -> Value:
        """A setting; `otherwise` where there is none of that type."""

    def set(self, name: str, value: bool | int | str) -> None:
        """Keep a setting."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A setting that is one of a few values."""

    name: str
    label: str
    values: dict[str, str]
    """What each value is called; the usual one comes first."""

    def of(self, settings: Settings) -> str:
        """How it is set; whatever was kept badly is the usual value."""
        usual = next(iter(self.values))
        found = settings.get(self.name, usual)
        return found if found in self.values else usual

    def next(self, settings: Settings) -> str:
        """Set it to its next value, and answer what that is called."""
        names = list(self.values)
        value = names[(names.index(self.of(settings)) + 1) % len(names)]
        settings.set(self.name, value)
        return self.values[value]


HINTS = Choice("hints", "Hints: mark where piles may go", {"off": "Off", "on": "On"})
SUITS = Choice(
    "suits",
    "Suits",
    {
        "auto": "As the terminal can",
        "glyphs": "Signs",
        "letters": "Letters",
        "ascii": "Plain ASCII",
    },
)
COLOURS = Choice("colours", "Suit colours", {"2": "Two", "4": "Four"})
THEME = Choice(
    "theme",
    "Look",
    {
        "auto": "As the terminal can",
        "dark": "Dark",
        "light": "Light",
        "terminal": "Its own colours",
    },
)
ASK = Choice("ask", "Before a sweeper is covered", {"on": "Ask me", "off": "Don't ask"})

CHOICES = (HINTS, SUITS, COLOURS, THEME, ASK)
"""In the order in which they are shown."""
