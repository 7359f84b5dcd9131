"""How kernels are compiled, and where the machine code is kept. Imports Numba and `notice`.

Numba keeps compiled code on disk, but notices only changes of a function's own file, not
of the kernels it calls. So the code lies in the user's cache, in a folder named after all
of the sources that it may be made from: a package's own, and those of the packages below
whose kernels it may call. Where that can't be written, everything is compiled anew each time.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba import config, njit
from numba.core.caching import FunctionCache
from platformdirs import user_cache_path

from .notice import compiling

Function = TypeVar("Function", bound=Callable[..., Any])

KEPT = 60 * 24 * 3600.0
"""So long code is kept for versions that aren't used any more, in seconds."""


GIVEN: str = config.CACHE_DIR  # type: ignore[attr-defined]
"""Where Numba was told to keep code, if it was (`NUMBA_CACHE_DIR`)."""

PACKAGES = Path(__file__).parents[1]
FLOORS = ("solver", "players")
"""The packages whose kernels are called by other packages' kernels, from the ground up."""


def sources_of(package: Path) -> tuple[Path, ...]:
    """The folders of all sources that a package's compiled code may be made from."""
    floors = tuple(PACKAGES / floor for floor in FLOORS)
    return floors[: floors.index(package) + 1] if package in floors else (*floors, package)


def _version(folders: Iterable[Path]) -> str:
    """A short text that differs for every version of some folders' sources and of Numba."""
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in folders:
        for path in sorted(folder.glob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def forget_old(folders: Path) -> None:
    """Remove the folders of versions to which nothing was added for `KEPT` seconds."""
    for folder in folders.iterdir():
        if time.time() - folder.stat().st_mtime > KEPT:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def _folder(package: Path) -> Path | None:
    """Where a package's compiled code is kept; `None` if there is no place for it."""
    try:
        folders = Path(GIVEN) if GIVEN else user_cache_path("squeezebox") / "kernels"
        folder = folders / _version(sources_of(package))
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            if not GIVEN:
                with suppress(OSError):
                    forget_old(folder.parent)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return None
    return folder


class _Cache(FunctionCache):
    """Kept code that may be damaged, or not be kept for want of room: then it is compiled anew."""

    def load_overload(self, signature: Any, target: Any) -> Any:
        """What is kept for a signature; `None` where there is nothing, or it can't be read."""
        found = None
        try:
            found = super().load_overload(signature, target)  # type: ignore[no-untyped-call]
        except Exception:
            with suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
        if found is None:
            compiling()
        return found

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep what was compiled, if that can be."""
        with suppress(OSError):
            super().save_overload(signature, code)  # type: ignore[no-untyped-call]


def _compiled(function: Function, **options: Any) -> Function:
    dispatcher: Any = njit(nogil=True, **options)(function)
    folder = _folder(Path(function.__code__.co_filename).parent)
    if folder is not None:
        config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
        try:  # the place is settled here, and once for all
            dispatcher._cache = _Cache(function)  # type: ignore[no-untyped-call]
        finally:
            config.CACHE_DIR = GIVEN  # type: ignore[attr-defined]
    return cast(Function, dispatcher)


def kernel(function: Function) -> Function:
    """The decorator of kernels: compiled once, kept, and free of the interpreter's lock."""
    return _compiled(function)


def part(function: Function) -> Function:
    """The same for what is too small to be called: its text becomes part of the caller's."""
    return _compiled(function, inline="always")


def tight(function: Function) -> Function:
    """The decorator of the hottest kernels: two searches (`guided.find`, `exhaust.prove`) and plays
    over orders of unseen cards (`players.orders`).

    Only for what makes no array, and whose callees make none: it owns no memory, so Numba's
    counting of references, a third of the time of a search, is switched off. The option isn't
    a public one: where it is unknown, this is `kernel`.
    """
    try:
        return _compiled(function, _nrt=False)
    except KeyError:
        return _compiled(function)
