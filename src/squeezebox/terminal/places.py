"""Where the player's data are. Imports nothing of the package."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Where the player's data are: `$SQUEEZEBOX_DATA`, or the system's usual place."""
    if named := os.environ.get("SQUEEZEBOX_DATA"):
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("squeezebox", appauthor=False)
