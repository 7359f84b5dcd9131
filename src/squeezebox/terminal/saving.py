"""The program as far as it saves and opens records. Imports `files` and `more_sheets`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from textual.app import App

from ..errors import SetupError
from ..record import Record, write
from ..words import sentence
from .files import path_of, write_record
from .more_sheets import FileWish, RecordSheet
from .sheets import Sure


class Saving(App[None]):
    """A program with a record to be saved."""

    def __init__(self) -> None:
        super().__init__()
        self._file = ""
        """The name that was given last."""

    @abstractmethod
    def record_in_play(self) -> Record:
        """The record that is to be saved."""

    @abstractmethod
    def open_file(self, name: str) -> None:
        """Go on with the game of a file."""

    @abstractmethod
    def note(self, words: str) -> None:
        """Say something."""

    def deed_record(self) -> None:
        """The record: save it, or open another one."""
        record = self.record_in_play()

        def wished(wish: FileWish | None) -> None:
            if wish is None:
                return
            if wish.does == "save":
                self._file = wish.path
                self.save_to(wish.path, record, self.note)
            else:
                self.open_file(wish.path)

        self.push_screen(RecordSheet(write(record), self._file or self.file_for(record)), wished)

    def file_for(self, record: Record, more: str = "") -> str:
        """The name of a file that suits a record."""
        game = record.game
        deal = game.deal if game.deal is not None else "own"
        return f"{str(game.rules).partition('(')[0]}-{deal}{more}.txt"

    def save_to(self, name: str, record: Record, say: Callable[[str], None]) -> None:
        """Save a record to a file, if the player is sure; what came of it is said."""

        def write_it(yes: bool | None = True) -> None:
            if not yes:
                say("Nothing was saved.")
                return
            try:
                write_record(record, path)
            except SetupError as wrong:
                say(sentence(wrong.message))
            else:
                say(f"The record was saved to {path}.")

        try:
            path = path_of(name)
            there = path.exists()
        except SetupError as wrong:
            say(sentence(wrong.message))
            return
        if not there:
            write_it()
            return
        words = f"{path} is there already. What is in it will be lost."
        self.push_screen(Sure("Write over this file?", words, "Write over", "Keep it"), write_it)
