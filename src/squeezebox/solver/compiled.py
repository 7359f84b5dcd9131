"""How the solver's kernels are compiled, and where the machine code is kept. Imports Numba.

Numba keeps compiled code on disk, but notices only changes of a function's own file, not
of the kernels it calls. So the code lies in the user's cache, in a folder named after all
of the solver's sources. Where that can't be written, everything is compiled anew each time.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba import config, njit
from numba.core.caching import FunctionCache
from platformdirs import user_cache_path

Function = TypeVar("Function", bound=Callable[..., Any])

KEPT = 60 * 24 * 3600.0
"""So long code is kept for versions that aren't used any more, in seconds."""


def _sources() -> str:
    """A short text that differs for every version of the solver's sources and of Numba."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def forget_old(folders: Path) -> None:
    """Remove the folders of versions to which nothing was added for `KEPT` seconds."""
    for folder in folders.iterdir():
        if time.time() - folder.stat().st_mtime > KEPT:
            shutil.rmtree(folder, ignore_errors=True)


def _keep() -> bool:
    """Have compiled code kept, if there is a place for it."""
    if config.CACHE_DIR:  # type: ignore[attr-defined]
        return True
    try:
        folder = user_cache_path("squeezebox") / "kernels" / _sources()
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            with suppress(OSError):
                forget_old(folder.parent)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return False
    config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return True


_kept = _keep()


class _Cache(FunctionCache):
    """Kept code that may be damaged, or not be kept for want of room: then it is compiled anew."""

    def load_overload(self, signature: Any, target: Any) -> Any:
        """What is kept for a signature; `None` where it can't be read."""
        try:
            return super().load_overload(signature, target)  # type: ignore[no-untyped-call]
        except Exception:
            with suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep what was compiled, if that can be."""
        with suppress(OSError):
            super().save_overload(signature, code)  # type: ignore[no-untyped-call]


def _compiled(function: Function, **options: Any) -> Function:
    dispatcher: Any = njit(nogil=True, **options)(function)
    if _kept:
        dispatcher._cache = _Cache(function)  # type: ignore[no-untyped-call]
    return cast(Function, dispatcher)


def kernel(function: Function) -> Function:
    """The decorator of kernels: compiled once, kept, and free of the interpreter's lock."""
    return _compiled(function)


def part(function: Function) -> Function:
    """The same for what is too small to be called: its text becomes part of the caller's."""
    return _compiled(function, inline="always")


def tight(function: Function) -> Function:
    """The decorator of the two hottest searches (`guided.find`, `exhaust.prove`), and of no other.

    For a kernel that makes no array, and whose callees make none: it owns no memory, so Numba's
    counting of references, a third of the time of a search, is switched off. The option isn't
    a public one: where it is unknown, this is `kernel`.
    """
    try:
        return _compiled(function, _nrt=False)
    except KeyError:
        return _compiled(function)
