"""A terminal that may be gone: closed by its player, or cut off. Imports nothing of the package.

Textual writes in a thread, which an error ends; whatever else is to be written then waits for
it for ever, and the program with it, when it only had to say goodbye.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, TextIO

from textual.driver import Driver


class Outlet:
    """Where a terminal is written to: as the file itself, and nowhere when that is gone."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Write, if that can be."""
        with suppress(OSError):
            self._file.write(text)
        return len(text)

    def flush(self) -> None:
        """Let it be seen, if that can be."""
        with suppress(OSError):
            self._file.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def patient(kind: type[Driver]) -> type[Driver]:
    """A driver of Textual's that goes on when its terminal is gone."""

    class Patient(kind):  # type: ignore[misc, valid-type]
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            mine: dict[str, Any] = self.__dict__
            if "_file" in mine:
                mine["_file"] = Outlet(mine["_file"])

    return Patient
