"""Where compiled code is kept, and that everything works where it can't be."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from squeezebox.cli import main
from squeezebox.solver import notice
from squeezebox.solver.compiled import KEPT, forget_old

SOLVE = [sys.executable, "-m", "squeezebox", "solve", "1", "--rules", "push-pin", "--json"]


def test_code_of_versions_no_longer_used_is_removed(tmp_path: Path) -> None:
    for name, age in (("now", 0.0), ("recent", KEPT - 3600), ("old", KEPT + 3600)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code").write_text("")
        then = time.time() - age
        os.utime(tmp_path / name, (then, then))
    forget_old(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["now", "recent"]


def test_who_waits_for_compiling_is_told_once() -> None:
    told: list[str] = []
    notice.when_compiling(lambda: told.append("a face"))
    notice.compiling()
    notice.compiling()
    assert told == ["a face"]


@pytest.mark.parametrize("watched", [True, False])
def test_a_person_is_told_why_it_takes_long(
    watched: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: watched)
    with suppress(SystemExit):
        main(["--version"])
    notice.compiling()
    assert ("once after installing" in capsys.readouterr().err) == watched


def test_code_is_kept_and_used_again(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    environment.pop("NUMBA_CACHE_DIR", None)
    answers = []
    for _ in range(2):
        ran = subprocess.run(SOLVE, env=environment, capture_output=True, text=True, check=True)
        answers.append(ran.stdout.split('"seconds"')[0])
        assert ran.stderr == ""
    (folder,) = (tmp_path / "squeezebox" / "kernels").iterdir()
    assert list(folder.rglob("*.nbc"))
    assert answers[0] == answers[1]


def test_it_works_where_code_cannot_be_kept(tmp_path: Path) -> None:
    place = tmp_path / "a file, not a folder"
    place.write_text("")
    environment = {**os.environ, "XDG_CACHE_HOME": str(place)}
    environment.pop("NUMBA_CACHE_DIR", None)
    ran = subprocess.run(SOLVE, env=environment, capture_output=True, text=True, check=True)
    assert '"verdict": ' in ran.stdout
    assert ran.stderr == ""


@pytest.mark.parametrize("damage", [b"", b"nonsense"])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_damaged_code_is_compiled_anew(tmp_path: Path, kind: str, damage: bytes) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    environment.pop("NUMBA_CACHE_DIR", None)
    for _ in range(2):
        ran = subprocess.run(SOLVE, env=environment, capture_output=True, text=True, check=True)
        assert '"verdict": ' in ran.stdout
        assert ran.stderr == ""
        for path in tmp_path.rglob(f"*.{kind}"):
            path.write_bytes(damage)
