"""Records in files: read and written, with one sentence for whatever goes wrong.

Imports `session`, and `record` and `words` below.
"""

from __future__ import annotations

from pathlib import Path

from ..errors import SetupError, TextError, quoted
from ..record import Record, read, read_game, split_games, write
from ..words import count
from .session import Session

LARGEST = 1_000_000
"""What a file that is opened may have, in bytes: far more than any game takes."""


def path_of(name: str) -> Path:
    """The file of this name; `~` is the player's own folder.

    Raises:
        SetupError: if that can't be a name.
    """
    try:
        path = Path(name).expanduser()
        path.stat()
    except OSError:
        return path  # what is wrong with it is said by whoever opens it
    except (ValueError, RuntimeError):
        raise SetupError(f"{quoted(name)} can't be the name of a file") from None
    return path


def session_of_file(name: str, number: int | None = None) -> Session:
    """The game of a file with one record, or with a number (from 1) that one of several.

    Raises:
        TextError, SetupError, IllegalAction: if the file can't be read, or holds no such game.
    """
    path = path_of(name)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise TextError(f"{quoted(name)} is too large to be one game")
        text = data.decode("utf-8")
        return Session.of_record(read(text) if number is None else _numbered(text, name, number))
    except UnicodeDecodeError:
        raise TextError(f"{quoted(name)} is no text in UTF-8") from None
    except OSError as error:
        raise TextError(f"{quoted(name)} can't be read: {reason(error)}") from None


def _numbered(text: str, name: str, number: int) -> Record:
    chunks = split_games(text)
    if not 1 <= number <= len(chunks):
        raise TextError(f"{quoted(name)} has {count(len(chunks), 'game')}, and no game {number}")
    return read_game(chunks[number - 1])


def write_record(record: Record, path: Path) -> None:
    """Write a record to a file; what was in it is lost.

    Raises:
        SetupError: if it can't be written.
    """
    try:
        path.write_text(write(record), encoding="utf-8", newline="\n")
    except OSError as error:
        raise SetupError(f"{quoted(str(path))} can't be written: {reason(error)}") from None


def reason(error: OSError) -> str:
    """Why the system refused something, in a few words."""
    why = error.strerror or type(error).__name__
    return why[:1].lower() + why[1:]
