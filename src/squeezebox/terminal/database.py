"""The file that keeps games: opened, checked, brought up to date, and never in the way of play.

It is an SQLite database with a write-ahead log. Each change is one transaction, which a killed
program leaves whole or undone, and which two programs at once make one after the other. The
log is synced with each of them, so that a power cut loses nothing either; that is one sync,
where a rollback journal needs several, and readers never wait. Where the file system has no
shared memory for it, SQLite's usual journal does.

What can't be kept is still done, in memory, and waits until the file can be written again.
Knows nothing of games. Imports nothing of the package.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

APPLICATION = 0x53717A62
"""What says in the file that it is this program's: `Sqzb`."""

STEPS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE games (id TEXT PRIMARY KEY, changed INTEGER NOT NULL, hand TEXT NOT NULL,"
        " mode TEXT NOT NULL, going INTEGER NOT NULL, document TEXT NOT NULL, state TEXT NOT NULL)"
        " WITHOUT ROWID",
        "CREATE INDEX going ON games (mode, changed) WHERE going",
        "CREATE TABLE bests (key TEXT PRIMARY KEY, document TEXT NOT NULL) WITHOUT ROWID",
        "CREATE TABLE rules (key TEXT PRIMARY KEY, document TEXT NOT NULL) WITHOUT ROWID",
        "CREATE TABLE puzzles (key TEXT PRIMARY KEY, document TEXT NOT NULL) WITHOUT ROWID",
        "CREATE TABLE settings (key TEXT PRIMARY KEY, document TEXT NOT NULL) WITHOUT ROWID",
    ),
)
"""What makes version n + 1 of the tables out of version n; a released step is never changed."""

TABLES = ("games", "bests", "rules", "puzzles", "settings")

PATIENCE = 3.0
"""Seconds that another program may hold the file before play goes on without it; as many again
before the program ends without having kept everything."""
MOMENT = 0.1
"""The same while play goes on without it: with each deed it is only seen whether it is free."""

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Result]


class _Damaged(Exception):
    """The file isn't what it should be; the text says how."""


class _Newer(Exception):
    """The file was written by a later version of the program."""


def _code(error: BaseException) -> int:
    """SQLite's primary result code of an error, or -1."""
    return getattr(error, "sqlite_errorcode", -1) & 0xFF


def _held(error: BaseException) -> bool:
    """Whether it is only that another program holds the file."""
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _reason(error: BaseException) -> str:
    """Why something can't be kept, in a few words."""
    words = {
        sqlite3.SQLITE_FULL: "the disk is full",
        sqlite3.SQLITE_READONLY: "it can't be written to",
        sqlite3.SQLITE_BUSY: "another program holds the file",
        sqlite3.SQLITE_LOCKED: "another program holds the file",
        sqlite3.SQLITE_CANTOPEN: "the file can't be opened",
        sqlite3.SQLITE_IOERR: "the disk can't be written to",
        sqlite3.SQLITE_PERM: "that isn't allowed",
    }
    if isinstance(error, OSError):
        why = error.strerror or type(error).__name__
        return why[:1].lower() + why[1:]
    return words.get(_code(error), str(error))


class Database:
    """The file in a folder, or, while that can't be used, the same in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "games.sqlite"
        self._notices: list[str] = []
        self._told: set[str] = set()
        self._lock = threading.RLock()
        self._owed: dict[Hashable, Work[object]] = {}
        """What the file hasn't got yet, the latest of each kind."""
        self._away = False
        self._there: tuple[int, int] | None = None
        self._connection: sqlite3.Connection
        try:
            self._connection = self._open(PATIENCE)
        except (sqlite3.Error, OSError) as error:
            self._leave(error)

    # ------------------------------------------------------------ using it

    def take_notice(self) -> str:
        """What the player hasn't been told yet, in a sentence or two; empty if that is nothing."""
        with self._lock:
            said = " ".join(self._notices)
            self._notices.clear()
            return said

    def read(self, work: Work[Result]) -> Result:
        """What `work` reads; of a file that can't be read any more, what is known without it."""
        with self._lock:
            try:
                return work(self._connection)
            except sqlite3.Error as error:
                self._leave(error)
                return work(self._connection)

    def change(self, what: Hashable, work: Work[Result]) -> Result:
        """Do `work` in one transaction, all or nothing; what it answers.

        Where the file can't be written it is done in memory, and again in the file as soon as
        that can be: of several works on the same thing (`what`) only the last one then, which
        must therefore hold what those before it did.
        """
        with self._lock:
            self._owed.pop(what, None)
            self._owed[what] = work
            try:
                if self._away or self._moved():
                    return self._opened_anew(work)
                try:
                    return self._all_owed(self._connection, work)
                except (sqlite3.Error, OSError) as error:
                    if _held(error):  # it was waited for
                        raise
                    return self._opened_anew(work)
            except (sqlite3.Error, OSError) as error:
                self._leave(error)
            except BaseException:
                del self._owed[what]  # it failed by itself, and isn't tried again
                raise
            with _transaction(self._connection):
                return work(self._connection)

    def _all_owed(self, connection: sqlite3.Connection, last: Work[Result]) -> Result:
        with _transaction(connection):
            for owed in self._owed.values():
                if owed is not last:
                    owed(connection)
            result = last(connection)
        self._owed.clear()
        return result

    def _opened_anew(self, work: Work[Result], patience: float | None = None) -> Result:
        """Do everything that is owed in the file, opened once more."""
        if not self._away:
            self._connection.close()  # which makes room: the log goes into the file and away
        connection = self._open(patience or (MOMENT if self._away else PATIENCE))
        try:
            result = self._all_owed(connection, work)
            connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f}")
        except BaseException:
            connection.close()
            raise
        self._connection.close()
        self._connection = connection
        if self._away:
            self._away = False
            self._tell_once("Games are kept again, those of the meantime too.")
        return result

    def _tell_once(self, words: str) -> None:
        """Tell something, unless it was told before: a disk may be full again and again."""
        if words not in self._told:
            self._told.add(words)
            self._notices.append(words)

    @property
    def lasts(self) -> bool:
        """Whether what is changed is in the file, and not only in memory."""
        return not self._away

    def finish(self) -> bool:
        """Try for the last time to put in what the file couldn't take; whether it has all now.
        What it still can't take is given up."""
        with self._lock:
            if self._owed:
                with suppress(sqlite3.Error, OSError):
                    self._opened_anew([*self._owed.values()][-1], PATIENCE)
            kept = not self._owed
            self._owed.clear()
            return kept

    def close(self) -> None:
        """Leave the file, which has what it could take."""
        with self._lock:
            self.finish()
            self._connection.close()

    # ------------------------------------------------------------ without the file

    def _moved(self) -> bool:
        """Whether the file is another one than was opened, or gone."""
        try:
            return _identity(self.path) != self._there
        except OSError:
            return True

    def _leave(self, error: BaseException) -> None:
        """Go on in memory, with what can still be read of the file."""
        if self._away:
            return
        if hasattr(self, "_connection"):
            self._connection.close()
        self._connection, self._away = _in_memory(self.path), True
        self._tell_once(
            f"Games can't be kept in {self.folder} ({_reason(error)}): "
            "play goes on, but they last only until the program ends."
        )

    # ------------------------------------------------------------ opening

    def _open(self, patience: float) -> sqlite3.Connection:
        """A connection to the file, which is sound and up to date.

        Raises:
            sqlite3.Error, OSError: if there is no using it now.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            return self._sound(self.path, patience)
        except _Newer:
            name = f"games-{len(STEPS)}.sqlite"
            if self.path.name == name:
                raise OSError("the file of games is of a later version") from None
            self._notices.append(
                f"{self.path} was written by a later version of Squeezebox: it is left as it "
                f"is, and this version keeps its games beside it in {name}."
            )
            self.path = self.folder / name
            return self._open(patience)
        except _Damaged as damage:
            with _alone(self.folder):
                try:
                    return self._sound(self.path, patience)  # another program has seen to it
                except (_Damaged, _Newer):
                    kept = _put_aside(self.path)
                    self._notices.append(
                        f"The file of games {damage}: it is kept as {kept}, "
                        "and a new one was begun."
                    )
                    with suppress(_Damaged, _Newer):
                        return self._sound(self.path, patience)
            raise OSError("the file of games is damaged again and again") from None

    def _sound(self, path: Path, patience: float) -> sqlite3.Connection:
        connection = _connect(path, patience)
        try:
            # While the file can't be written it is tried again with each deed: quickly.
            version = _examined(connection, thoroughly=not self._away)
            _journal(connection)
            if version < len(STEPS):
                _bring_up_to_date(connection)
            with _transaction(connection):  # so that it is known now whether it may be written
                pass
            self._there = _identity(path)
        except BaseException as error:
            connection.close()
            if _code(error) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
                raise _Damaged("was damaged") from None
            raise
        return connection


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _connect(target: Path | str, patience: float, uri: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(
        target, timeout=patience, isolation_level=None, check_same_thread=False, uri=uri
    )
    # Damaged bytes are for whoever reads the document to find.
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    return connection


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing; no other program writes meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite may have done so itself
            connection.execute("ROLLBACK")
        raise


def _value(connection: sqlite3.Connection, query: str) -> int:
    found: int = connection.execute(query).fetchone()[0]
    return found


def _examined(connection: sqlite3.Connection, thoroughly: bool = True) -> int:
    """The version of a file's tables, 0 for a new one.

    Raises:
        _Damaged, _Newer: if it isn't what it should be.
    """
    version = _value(connection, "PRAGMA user_version")
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not tables and not version:
        return 0
    if _value(connection, "PRAGMA application_id") != APPLICATION:
        raise _Damaged("isn't one of Squeezebox's")
    if version > len(STEPS):
        raise _Newer
    check = "PRAGMA quick_check(1)" if thoroughly else "SELECT 'ok'"
    (checked,) = connection.execute(check).fetchone()
    if checked != "ok" or (version == len(STEPS) and not tables.issuperset(TABLES)):
        raise _Damaged("was damaged")
    return version


def _journal(connection: sqlite3.Connection) -> None:
    """Choose the write-ahead log; whoever can't have it now gets SQLite's usual journal."""
    with suppress(sqlite3.OperationalError):  # another program is just opening the file
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
    connection.execute("PRAGMA synchronous = FULL")


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Do the steps that are missing, in one transaction."""
    with _transaction(connection):
        version = _value(connection, "PRAGMA user_version")  # another program may have done it
        for step in STEPS[version:]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(STEPS)}")


def _in_memory(path: Path) -> sqlite3.Connection:
    """A database in memory, with a copy of what can be read of a file."""
    for how in ("mode=ro", "immutable=1"):  # the second where no log can be written beside it
        memory = _connect(":memory:", 0)
        try:
            uri = f"{path.absolute().as_uri()}?{how}"
            with closing(_connect(uri, MOMENT, uri=True)) as file:
                if _examined(file) == len(STEPS):
                    file.backup(memory)
                    return memory
        except (sqlite3.Error, OSError, ValueError, _Damaged, _Newer):
            memory.close()
    memory = _connect(":memory:", 0)
    _bring_up_to_date(memory)
    return memory


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Be the only program here that puts a file aside; a killed one holds nobody up."""
    with closing(_connect(folder / "games.lock", PATIENCE)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def _put_aside(path: Path) -> Path:
    """Give a file, with its log, a name under which nobody looks for it; which that is."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for number in range(1, 1000):
        more = "" if number == 1 else f"-{number}"
        kept = path.with_name(f"{path.stem}.damaged-{stamp}{more}{path.suffix}")
        if not kept.exists():
            break
    for end in ("-wal", "-shm"):
        with suppress(OSError):
            Path(f"{path}{end}").replace(f"{kept}{end}")
    path.replace(kept)
    return kept
