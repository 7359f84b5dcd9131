"""The player's choices, kept by name. Imports `database` and `rows`."""

from __future__ import annotations

from typing import Any, TypeVar

from ..errors import TextError
from .checks import read_json
from .database import Database
from .rows import documents_of, put_setting

LAST = "last game"
"""What says which game was on the table last; no setting of the player's."""

Value = TypeVar("Value", bool, int, str)


class Settings:
    """The player's choices, by name; each is a truth value, a whole number or a text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, name: str, otherwise: Value) -> Value:
        """A setting; `otherwise` where there is none of that type."""
        found = self.look(name)
        return found if type(found) is type(otherwise) else otherwise

    def set(self, name: str, value: bool | int | str) -> None:
        """Keep a setting."""
        if name == LAST:
            raise ValueError("this is no setting of the player's")
        self.keep(name, value)

    def look(self, name: str) -> Any:
        """What is kept under a name, of any kind; `None` if nothing that can be read is."""
        texts = self._database.read(lambda of: documents_of(of, "settings", name))
        try:
            return read_json(texts[0])["value"] if texts else None
        except (TextError, KeyError):
            return None

    def keep(self, name: str, value: object) -> None:
        """Keep anything that JSON can say."""
        self._database.change(("setting", name), lambda to: put_setting(to, name, value))
