"""What several tests share: the vectors, and how Hypothesis behaves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent

# The same examples in every run: a clone that passes today passes tomorrow. Nothing is
# decided by time, so a busy machine can't fail a test.
settings.register_profile(
    "squeezebox",
    deadline=None,
    max_examples=300,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("squeezebox")


def vectors(name: str) -> list[dict[str, Any]]:
    """The cases of one file of expected results."""
    text = (HERE / "vectors" / f"{name}.json").read_text(encoding="utf-8")
    cases: list[dict[str, Any]] = json.loads(text)["cases"]
    assert cases
    return cases
