"""What several tests share: the vectors, and ways to draw games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def vectors(name: str) -> list[dict[str, Any]]:
    """The cases of one file of expected results."""
    text = (HERE / "vectors" / f"{name}.json").read_text(encoding="utf-8")
    cases: list[dict[str, Any]] = json.loads(text)["cases"]
    assert cases
    return cases
