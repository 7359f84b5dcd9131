"""What a player can set: the choices, and what they are called. Imports `settings`."""

from __future__ import annotations

from dataclasses import dataclass

from ..coach.steps import LABELS
from .settings import Settings


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

    def words(self, settings: Settings) -> str:
        """What its value is called."""
        return self.values[self.of(settings)]

    def next(self, settings: Settings) -> None:
        """Set it to its next value."""
        names = list(self.values)
        settings.set(self.name, names[(names.index(self.of(settings)) + 1) % len(names)])


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting that is on or off."""

    name: str
    label: str
    usual: bool
    off: str = "Off"
    on: str = "On"

    def of(self, settings: Settings) -> bool:
        """How it is set."""
        return settings.get(self.name, self.usual)

    def words(self, settings: Settings) -> str:
        """What its value is called."""
        return self.on if self.of(settings) else self.off

    def next(self, settings: Settings) -> None:
        """Set it the other way."""
        settings.set(self.name, not self.of(settings))


HINTS = Switch("hints", "Hints: mark where piles may go", False)
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
ASK = Switch("ask", "Before a sweeper is covered", True, off="Don't ask", on="Ask me")
LIGHT = Switch("light", "The coach's light: can this be won?", False)
MARKING = Switch("marking", "Mark a pile's ends: wins or loses", False)
PUZZLE_STEP = Choice(
    "puzzle step",
    "Puzzles",
    {"0": "Any", **{str(step): name.capitalize() for step, name in enumerate(LABELS, 1)}},
)

CHOICES: tuple[Choice | Switch, ...] = (
    HINTS, SUITS, COLOURS, THEME, LIGHT, MARKING, PUZZLE_STEP, ASK,
)  # fmt: skip
"""In the order in which they are shown."""
