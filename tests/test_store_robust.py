"""Nothing stops play: damaged files, full disks, folders that can't be used, other versions."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from squeezebox.terminal import database
from squeezebox.terminal.store import Store
from storing import WIN, play


def filled(folder: Path, games: int = 30) -> bytes:
    """A file with some games, and its bytes."""
    store = Store.open(folder)
    for number in range(games):
        play(store, 10 + number)
    store.close()
    return (folder / "games.sqlite").read_bytes()


def works(folder: Path) -> str:
    """See that one can play and come back; what was said when the store was opened."""
    store = Store.open(folder)
    said = store.take_notice()
    session = play(store)
    assert store.take_notice() == ""
    assert store.lasts
    store.close()
    other = Store.open(folder)
    assert other.take_notice() == ""
    found = other.current()
    assert found is not None
    assert (found.id, found.ply) == (session.id, 5)
    other.close()
    return said


def aside(folder: Path) -> list[bytes]:
    """The files that were kept aside."""
    return [path.read_bytes() for path in sorted(folder.glob("*.damaged-*.sqlite"))]


# ---------------------------------------------------------------- damaged files


BAD = {
    "random bytes": random.Random(5).randbytes(20_000),
    "a few bytes": b"\x00\x01",
    "text": b"[Rules accordion]\n" * 100,
    "the head only": b"SQLite format 3\x00" + b"\x10\x00\x01\x01" + bytes(80),
    "head and rubbish": b"SQLite format 3\x00" + random.Random(6).randbytes(8_000),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_a_file_that_is_none_is_kept_aside_and_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "games.sqlite").write_bytes(data)
    said = works(tmp_path)
    assert said.startswith("The file of games was damaged: it is kept as ")
    assert said.count(". ") == 0
    assert aside(tmp_path) == [data]


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").touch()
    assert works(tmp_path) == ""


def test_truncated_files(tmp_path: Path) -> None:
    whole = filled(tmp_path / "whole")
    chance = random.Random(1)
    for number in range(12):
        folder = tmp_path / str(number)
        folder.mkdir()
        cut = whole[: chance.randrange(1, len(whole) - 1)]
        (folder / "games.sqlite").write_bytes(cut)
        store = Store.open(folder)
        if store.take_notice():
            assert aside(folder) == [cut]
        else:  # nothing was in the bytes that are missing, or what was is told
            assert len(store.games()) == 30 or store.take_notice()
        store.close()
        works(folder)
    assert len(list(tmp_path.rglob("*.damaged-*"))) > 6


def test_files_with_wrong_bytes_in_them(tmp_path: Path) -> None:
    """Wherever they are: the file is sound, or it is aside, or what is wrong is left out."""
    whole = filled(tmp_path / "whole")
    chance = random.Random(2)
    cases = {"aside": 0, "left out": 0, "sound": 0}
    for number in range(40):
        folder = tmp_path / str(number)
        folder.mkdir()
        size = (20, 5_000)[number % 2]
        at = chance.randrange(len(whole) - size)
        data = whole[:at] + chance.randbytes(size) + whole[at + size :]
        (folder / "games.sqlite").write_bytes(data)
        store = Store.open(folder)
        said = store.take_notice()
        games = store.games()
        if said:
            cases["aside"] += 1
            assert aside(folder) == [data]
        elif store.take_notice():
            cases["left out"] += 1
        else:
            cases["sound"] += 1
            assert len(games) == 30, at
        play(store)
        assert store.exported()
        store.close()
    assert all(cases.values()), cases


def test_another_programs_file_is_kept_aside(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.sqlite") as other:
        other.execute("CREATE TABLE games (name TEXT)")
        other.execute("INSERT INTO games VALUES ('chess')")
    other.close()
    assert works(tmp_path).startswith("The file of games isn't one of Squeezebox's: ")
    assert len(aside(tmp_path)) == 1


def test_a_file_without_its_tables_is_kept_aside(tmp_path: Path) -> None:
    filled(tmp_path)
    with sqlite3.connect(tmp_path / "games.sqlite") as other:
        other.execute("DROP TABLE bests")
    other.close()
    assert "damaged" in works(tmp_path)


def test_a_second_damage_in_the_same_second_loses_nothing(tmp_path: Path) -> None:
    for data in (b"one" * 400, b"two" * 400):
        (tmp_path / "games.sqlite").write_bytes(data)
        Store.open(tmp_path).close()
    assert sorted(aside(tmp_path)) == [b"one" * 400, b"two" * 400]


def test_a_row_that_cannot_be_read_is_left_out_and_not_overwritten(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    session = play(store)
    play(store, 7)
    with sqlite3.connect(tmp_path / "games.sqlite") as other:
        other.execute("UPDATE games SET document = 'rubbish' WHERE id = ?", (session.id,))
    other.close()
    assert len(store.games()) == 1
    assert store.take_notice() == "Some of what was kept can't be read; it is left out."
    before = session.id
    play(store, 1, session)
    assert session.id != before
    assert len(store.games()) == 2
    with sqlite3.connect(tmp_path / "games.sqlite") as other:
        [(left,)] = other.execute("SELECT document FROM games WHERE id = ?", (before,)).fetchall()
    other.close()
    assert left == "rubbish"


def test_a_file_that_goes_away_in_the_middle_of_a_game(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    session = play(store)
    for path in tmp_path.iterdir():
        path.unlink()
    play(store, 3, session)
    found = Store.open(tmp_path).current()
    assert found is not None
    assert (found.id, found.ply) == (session.id, 8)


# ---------------------------------------------------------------- other versions


MORE = ("CREATE TABLE moods (mood TEXT)", "INSERT INTO moods SELECT 'good' FROM games")


def test_a_file_of_an_earlier_version_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path, 3)
    monkeypatch.setattr(database, "STEPS", (*database.STEPS, MORE))
    store = Store.open(tmp_path)
    assert store.take_notice() == ""
    assert len(store.games()) == 3
    assert (
        store._database.read(lambda of: of.execute("SELECT * FROM moods").fetchall())
        == [("good",)] * 3
    )


def test_a_step_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path, 3)
    before = Store.open(tmp_path).exported()
    with monkeypatch.context() as patch:
        patch.setattr(database, "STEPS", (*database.STEPS, (*MORE, "SELECT * FROM nothing")))
        with pytest.raises(sqlite3.OperationalError):
            Store.open(tmp_path)  # a fault of the program's own, which its tests would find
    assert Store.open(tmp_path).exported() == before


def test_a_file_of_a_later_version_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(database, "STEPS", (*database.STEPS, MORE))
        data = filled(tmp_path, 3)
    assert "was written by a later version of Squeezebox" in Store.open(tmp_path).take_notice()
    store = Store.open(tmp_path)
    session = play(store)
    store.close()
    assert (tmp_path / "games.sqlite").read_bytes() == data
    found = Store.open(tmp_path).current()  # beside it this version goes on
    assert found is not None
    assert found.id == session.id
    assert not aside(tmp_path)


# ---------------------------------------------------------------- where nothing can be kept


def plays_on(store: Store) -> None:
    """See that a game is kept as long as the program runs."""
    session = play(store, len(WIN))
    assert store.best("accordion", "open") == 1
    assert store.games()[0].id == session.id
    found = store.current()
    assert found is not None
    assert found.game == session.game


@pytest.mark.parametrize("place", ["file", "file/below", "/proc/nowhere/at-all"])
def test_a_folder_that_is_none(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("mine")
    store = Store.open(tmp_path / place)
    said = store.take_notice()
    assert said.startswith("Games can't be kept in ")
    assert "play goes on" in said
    plays_on(store)
    assert store.take_notice() == ""  # it is said once
    assert not store.lasts
    assert (tmp_path / "file").read_text() == "mine"


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").mkdir()
    store = Store.open(tmp_path)
    assert "can't be kept" in store.take_notice()
    plays_on(store)


@pytest.fixture
def anyones() -> Iterator[Path]:
    """A folder below which any user of the system finds what is in it."""
    with TemporaryDirectory(dir="/var/tmp") as name:
        folder = Path(name) / "data"
        folder.mkdir()
        folder.parent.chmod(0o755)
        yield folder
        folder.chmod(0o755)


READ_ONLY = """
import os, sys
from squeezebox.terminal.plain import run
from squeezebox.terminal.store import Store
from squeezebox.terminal.session import Session
from squeezebox import Game
import platformdirs
"".encode("utf-16-be")  # what is imported later may be out of reach then
if os.geteuid() == 0:  # who may do everything
    os.setgid(65534)
    os.setuid(65534)
store = Store.open()
print(len(store.games()), store.best("accordion", "open"))
run(Session(Game(deal=1)), store, sys.stdin, sys.stdout)
print(len(store.games()), store.best("accordion", "open"))
"""


@pytest.mark.parametrize("log", [False, True], ids=["closed", "killed"])
def test_a_read_only_folder(anyones: Path, log: bool) -> None:
    """What is in it can still be read, and one can play."""
    store = Store.open(anyones)
    for number in (20, 30):
        play(store, number)
    if not log:
        store.close()
    files = {path.name: path.read_bytes() for path in anyones.iterdir()}
    anyones.chmod(0o555)
    for path in anyones.iterdir():
        path.chmod(0o444)
    ran = subprocess.run(
        [sys.executable, "-c", READ_ONLY],
        input=" ".join(WIN),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SQUEEZEBOX_DATA": str(anyones)},
    )
    assert ran.stderr == ""
    lines = ran.stdout.splitlines()
    assert lines[0] == "2 None"
    assert lines[-1] == "3 1"
    assert ran.stdout.count("Games can't be kept in") == 1
    assert "Won: everything is in one pile!" in ran.stdout
    for name, data in files.items():
        if not name.endswith("-shm"):
            assert (anyones / name).read_bytes() == data


# ---------------------------------------------------------------- a full disk


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> Callable[[int | None], None]:
    """Let files that are opened from now on have so many pages more, or as many as they like."""
    usual = database._journal
    most: list[int | None] = [None]

    def journal(connection: sqlite3.Connection) -> None:
        usual(connection)
        if most[0] is not None:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count = {pages + most[0]}")

    def limit(pages: int | None) -> None:
        most[0] = pages

    monkeypatch.setattr(database, "_journal", journal)
    return limit


def test_a_full_disk_is_told_once_and_what_was_missed_is_kept_later(
    tmp_path: Path, limited: Callable[[int | None], None]
) -> None:
    filled(tmp_path, 3)
    limited(0)
    store = Store.open(tmp_path)
    assert store.take_notice() == ""
    for _ in range(20):
        play(store, len(WIN))
    said = store.take_notice()
    assert "the disk is full" in said
    assert said.count("can't be kept") == 1
    store.settings.set("hints", True)
    assert not store.lasts
    assert len(store.games()) == 23
    before = store.exported()
    other = Store.open(tmp_path)  # the file is sound, and has what went in before
    assert 3 <= len(other.games()) < 23
    other.close()
    limited(None)
    session = play(store, 3)
    assert store.lasts
    assert store.take_notice() == "Games are kept again, those of the meantime too."
    found = Store.open(tmp_path)
    assert len(found.games()) == 24
    assert found.settings.get("hints", False)
    assert set(before.splitlines()) <= set(found.exported().splitlines())
    current = found.current()
    assert current is not None
    assert current.id == session.id


LITTLE_ROOM = """
import resource, sys
from squeezebox.cli import main
from squeezebox.terminal.store import Store
Store.open().close()
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
sys.exit(main(["terminal", "--deal", "1", "--plain"]))
"""


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """The system refuses to write on, as it does where a quota is used up."""
    games = "\n".join(f"N\n{' '.join(WIN)}" for _ in range(12))
    ran = subprocess.run(
        [sys.executable, "-c", LITTLE_ROOM],
        input=f"{games}\nquit\n",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SQUEEZEBOX_DATA": str(tmp_path)},
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.count("Games can't be kept in") == 1
    assert ran.stdout.count("Won: everything is in one pile!") == 12
    store = Store.open(tmp_path)
    assert store.take_notice() == ""
    assert store.games()
    assert works(tmp_path) == ""
