"""What several tests share: the vectors, fixtures, and how Hypothesis behaves."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from squeezebox import SetupError

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


def pytest_xdist_auto_num_workers() -> int:
    """How many test at a time: browsers and terminals are waited for half of the time, so three
    have enough to do even where there are two cores."""
    return max(3, os.cpu_count() or 1)


def vectors(name: str) -> list[dict[str, Any]]:
    """The cases of one file of expected results."""
    text = (HERE / "vectors" / f"{name}.json").read_text(encoding="utf-8")
    cases: list[dict[str, Any]] = json.loads(text)["cases"]
    assert cases
    return cases


@pytest.fixture(scope="session", autouse=True)
def players_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test touches the player's own games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SQUEEZEBOX_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int | None, bool]]:
    """What the web service was asked to do, the host `lan` for the network; port 1 is taken."""
    calls: list[tuple[str, int | None, bool]] = []

    def serve(host: str, port: int | None, browser: bool) -> None:
        if port == 1:
            raise SetupError("port 1 is taken")
        calls.append((host, port, browser))

    web: Any = SimpleNamespace(serve=serve, serve_lan=partial(serve, "lan"))
    monkeypatch.setitem(sys.modules, "squeezebox.web", web)
    return calls
