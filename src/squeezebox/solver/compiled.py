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
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
from numba import config, njit
from platformdirs import user_cache_path

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

kernel = njit(cache=_kept, nogil=True)
"""The decorator of kernels: compiled once, kept, and free of the interpreter's lock."""

part = njit(cache=_kept, nogil=True, inline="always")
"""The same for what is too small to be called: its text becomes part of the caller's."""


def tight(function: Any) -> Any:
    """The decorator of the two hottest searches (`guided.find`, `exhaust.prove`), and of no other.

    For a kernel that makes no array, and whose callees make none: it owns no memory, so Numba's
    counting of references, a third of the time of a search, is switched off. The option isn't
    a public one: where it is unknown, this is `kernel`.
    """
    try:
        return njit(cache=_kept, nogil=True, _nrt=False)(function)  # type: ignore[call-overload]
    except KeyError:
        return kernel(function)
