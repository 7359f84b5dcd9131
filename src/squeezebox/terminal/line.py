"""A line that is typed under the row: its text, and what keys do to it. Imports nothing.

It is worked at once, key by key, so that whatever is typed right after it goes where it should.
"""

from __future__ import annotations

from dataclasses import dataclass

LONGEST = 1000
"""Characters; more than the actions of a whole game take."""


@dataclass(slots=True)
class Line:
    """A text that is being typed."""

    purpose: str
    """What it is for: the name of a deed."""
    label: str
    text: str = ""
    at: int = 0
    """Where the next character goes."""

    def insert(self, text: str) -> None:
        """Put characters in; what isn't printable is left out."""
        clean = "".join(c if c.isprintable() else " " for c in text)[: LONGEST - len(self.text)]
        self.text = self.text[: self.at] + clean + self.text[self.at :]
        self.at += len(clean)

    def press(self, key: str, character: str | None) -> None:
        """Do what a key does to the text."""
        before, after = self.text[: self.at], self.text[self.at :]
        if key == "backspace":
            self.text, self.at = before[:-1] + after, max(self.at - 1, 0)
        elif key == "delete":
            self.text = before + after[1:]
        elif key == "ctrl+u":
            self.text, self.at = after, 0
        elif key in ("left", "right"):
            self.at = min(max(self.at + (1 if key == "right" else -1), 0), len(self.text))
        elif key in ("home", "ctrl+a"):
            self.at = 0
        elif key in ("end", "ctrl+e"):
            self.at = len(self.text)
        elif character and character.isprintable():
            self.insert(character)

    def seen(self, room: int) -> tuple[str, str, str]:
        """The text around the cursor, in so many columns: before it, under it, and after it."""
        whole = self.text + " "
        start = max(self.at - max(room - 1, 0), 0)
        part = whole[start : start + room]
        at = self.at - start
        return part[:at], part[at : at + 1], part[at + 1 :]
