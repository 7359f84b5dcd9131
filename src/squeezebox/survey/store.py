"""The folder of a survey: its plan, and a Parquet file for each chunk. Imports `rows`.

A chunk's file is whole or absent: it is written beside the others under another name, brought to
the disk, and only then given its own. `rows/` holds nothing but such files, so that any program
reads it as one table. `sums.txt` has the SHA-256 of each, as `sha256sum --check` takes it; a file
counts only once it stands there, so nothing damaged is ever given to Polars, which may not survive
it.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import polars as pl

from ..errors import SetupError, TextError
from .plan import Plan, read_plan
from .rows import numbers, schema
from .undisturbed import undisturbed

PLAN, ROWS, SUMS, BESIDE = "survey.json", "rows", "sums.txt", ".part-"
SUM_LINE = re.compile(r"([0-9a-f]{64})  rows/([0-9]{10}-[0-9]{10}\.parquet)")


class Store:
    """The folder of one survey, with the plan it has."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        text = (_bytes(folder / SUMS) or b"").decode("ascii", errors="replace")
        lines = (SUM_LINE.fullmatch(line) for line in text.splitlines())
        self._sums = {line[2]: line[1] for line in lines if line}
        self._tidy = text == self._sums_text()

    def path(self, deals: range) -> Path:
        """The file of a chunk; the names are in the order of the deals."""
        return self.folder / ROWS / f"{deals[0]:010}-{deals[-1]:010}.parquet"

    @undisturbed()
    def write(self, deals: range, frame: pl.DataFrame) -> None:
        """Keep a chunk.

        Raises:
            SetupError: if that isn't possible.
        """
        data, path = io.BytesIO(), self.path(deals)
        frame.write_parquet(data, compression="zstd")
        self._put(path, data.getvalue())
        again = path.name in self._sums
        self._sums[path.name] = hashlib.sha256(data.getvalue()).hexdigest()
        if again or not self._tidy:
            self._put(self.folder / SUMS, self._sums_text().encode())
            self._tidy = True
            return
        try:
            with (self.folder / SUMS).open("a", encoding="ascii") as file:
                file.write(self._sum_line(path.name))
        except OSError as error:
            raise trouble(self.folder / SUMS, "written", error) from None

    @undisturbed()
    def read(self, deals: range) -> pl.DataFrame | None:
        """A chunk; `None` if it is absent, damaged or of something else."""
        path = self.path(deals)
        data = _bytes(path)
        if data is None or hashlib.sha256(data).hexdigest() != self._sums.get(path.name):
            return None
        try:
            frame = pl.read_parquet(io.BytesIO(data))
        except pl.exceptions.PolarsError:
            return None
        if dict(frame.schema) != schema(self.plan) or frame.height != self.plan.rows_of(deals):
            return None
        return (
            frame if np.array_equal(frame["deal"].to_numpy(), numbers(self.plan, deals)) else None
        )

    def frames(self) -> Iterator[pl.DataFrame]:
        """All chunks in order.

        Raises:
            SetupError: at the first that isn't there whole.
        """
        self.check_alone()
        for deals in self.plan.all_chunks():
            frame = self.read(deals)
            if frame is None:
                raise SetupError(self._unfinished(deals))
            yield frame

    def _unfinished(self, deals: range) -> str:
        """Why there is no chunk: the survey isn't done, or something happened to the file."""
        kept = sum(self.path(each).name in self._sums for each in self.plan.all_chunks())
        if self.path(deals).exists():
            what = f"the chunk of deals {deals[0]} to {deals[-1]} is damaged"
        elif kept < self.plan.chunks:
            what = f"the survey isn't done: {kept:,} of its {self.plan.chunks:,} chunks are there"
        else:
            what = f"the chunk of deals {deals[0]} to {deals[-1]} is missing"
        again = self.plan.command(str(self.folder))
        return f"{self.folder}: {what}; this works out what is missing: {again}"

    def check_alone(self) -> None:
        """See that `rows/` holds nothing that isn't of this survey: whoever reads it takes all.

        Raises:
            SetupError: if it does.
        """
        there = _files(self.folder / ROWS)
        mine = {self.path(deals).name for deals in self.plan.all_chunks()}
        if stranger := next((name for name in there if name not in mine), None):
            raise SetupError(
                f"{self.folder / ROWS} holds {stranger}, which isn't of this survey: take it away"
            )

    def _sum_line(self, name: str) -> str:
        return f"{self._sums[name]}  {ROWS}/{name}\n"

    def _sums_text(self) -> str:
        return "".join(map(self._sum_line, self._sums))

    def _put(self, path: Path, data: bytes) -> None:
        try:
            put(path, data, self.folder)
        except OSError as error:
            raise trouble(path, "written", error) from None


def put(path: Path, data: bytes, folder: Path) -> None:
    """Write a file so that it is there whole, or not at all, by way of a folder on the same disk.

    Raises:
        OSError: if that isn't possible; what was there before is still there.
    """
    beside: str | None = None
    try:
        handle, beside = tempfile.mkstemp(prefix=BESIDE, dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, 0o644)  # noqa: PTH101
        os.replace(beside, path)  # noqa: PTH105
        beside = None
        _sync_folder(path.parent)
    finally:
        if beside is not None:
            with suppress(OSError):
                os.unlink(beside)  # noqa: PTH108


def check_apart(out: Path) -> None:
    """See that a folder to write into isn't the one of a survey's rows, nor in it.

    Raises:
        SetupError: if it is.
    """
    for folder in (out.resolve(), *out.resolve().parents):
        if folder.name == ROWS and (folder.parent / PLAN).exists():
            raise SetupError(f"{out} is among the rows of a survey: write somewhere else")


def open_store(folder: Path) -> Store:
    """The survey that a folder holds, for reading.

    Raises:
        SetupError: if it holds none.
    """
    try:
        text = (folder / PLAN).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        raise SetupError(f"{folder} holds no survey") from None
    except UnicodeDecodeError:
        raise SetupError(f"{folder / PLAN} is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        raise trouble(folder / PLAN, "read", error) from None
    try:
        return Store(folder, read_plan(text))
    except TextError as error:
        raise SetupError(f"{folder / PLAN}: {error}") from None


@contextmanager
def store_for(folder: Path, plan: Plan) -> Iterator[Store]:
    """The folder of a survey that is to be made, or gone on with; nobody else may meanwhile.

    Raises:
        SetupError: if the folder holds anything else, or another program is at it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = {one.name for one in folder.iterdir()}
    except (FileExistsError, NotADirectoryError):
        raise SetupError(f"{folder} is no folder, or stands in none") from None
    except (OSError, ValueError) as error:
        raise trouble(folder, "made", error) from None
    with _alone(folder):
        store = Store(folder, plan)
        if PLAN in there:
            other = open_store(folder).plan
            if differences := plan.differences(other):
                raise SetupError(
                    f"{folder} holds another survey; this one has {', '.join(differences)}: "
                    "give it another folder"
                )
        elif any(not name.startswith(BESIDE) for name in there):
            raise SetupError(f"{folder} is not empty, and holds no survey: give another folder")
        else:
            store._put(folder / PLAN, str(plan).encode())
        for name in there:  # what a killed survey was writing
            if name.startswith(BESIDE):
                with suppress(OSError):
                    (folder / name).unlink()
        try:
            (folder / ROWS).mkdir(exist_ok=True)
        except OSError as error:
            raise trouble(folder / ROWS, "made", error) from None
        store.check_alone()
        yield store


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other surveys out of a folder, where the system can do that; it ends with the process.

    Raises:
        SetupError: if another one is in it.
    """
    try:
        import fcntl
    except ImportError:  # where two write the same chunk, either of them is whole
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SetupError(f"another survey is at work in {folder}") from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(handle)


def _bytes(path: Path) -> bytes | None:
    """What a file holds; `None` if there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise trouble(path, "read", error) from None


def _files(folder: Path) -> list[str]:
    """The names of what a folder holds; none if there is no folder."""
    try:
        return sorted(one.name for one in folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise trouble(folder, "read", error) from None


def _sync_folder(folder: Path) -> None:
    """Bring the names of a folder to the disk, where that is possible."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def trouble(path: Path, what: str, error: Exception) -> SetupError:
    """What is said when a file or a folder can't be read, written or made."""
    why = getattr(error, "strerror", None) or str(error)
    return SetupError(f"{path} can't be {what}: {why[:1].lower()}{why[1:]}")
