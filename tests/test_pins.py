"""What is pinned is what is installed, and goes with every Python that the README names."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

HERE = Path(__file__).parent.parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
OLDEST = PROJECT["requires-python"].removeprefix(">=") + ".0"
TUNING = {re.split(r"[>=<]", one)[0] for one in PROJECT["optional-dependencies"]["tune"]}
"""What neither playing nor testing needs."""
PINS = re.findall(r"^([\w.-]+)==(\S+)", (HERE / "constraints.txt").read_text(), re.MULTILINE)


@pytest.mark.parametrize(("name", "version"), [pin for pin in PINS if pin[0] not in TUNING])
def test_a_pin_goes_with_the_oldest_python(name: str, version: str) -> None:
    found = metadata(name)
    assert found["Version"] == version
    assert OLDEST in SpecifierSet(found["Requires-Python"] or "")
