"""What the README and the documentation show is true: every example is run."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import squeezebox as sb
from squeezebox.coach.known import KNOWN

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(
    r'^```(?P<kind>\w+)(?: title="(?P<title>[^"/]+)")?\n(?P<text>.*?)^```$',
    re.MULTILINE | re.DOTALL,
)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(path: Path, kind: str) -> list[tuple[str | None, str]]:
    """The titles and texts of a document's blocks of one kind."""
    found = FENCE.finditer(path.read_text(encoding="utf-8"))
    return [(block["title"], block["text"]) for block in found if block["kind"] == kind]


def calls(block: str) -> list[tuple[list[str], list[str]]]:
    """The commands of a console block, each as its words and the lines it should answer."""
    found: list[tuple[list[str], list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((shlex.split(line[2:]), []))
        else:
            found[-1][1].append(line)
    return found


WITH_CONSOLE = [path for path in DOCUMENTS if blocks(path, "console")]
WITH_GAMES = [path for path in DOCUMENTS if blocks(path, "game")]


def test_there_is_something_to_run() -> None:
    assert WITH_CONSOLE
    assert WITH_GAMES
    assert any(">>> " in path.read_text(encoding="utf-8") for path in DOCUMENTS)


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_python_examples(path: Path) -> None:
    KNOWN.clear()  # what other tests have made up isn't known to a reader
    failed, _ = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert failed == 0


@pytest.mark.parametrize("path", WITH_GAMES, ids=name_of)
def test_records_hold(path: Path) -> None:
    for _, text in blocks(path, "game"):
        sb.read(text)  # raises if an action or the result isn't true


@pytest.mark.parametrize("path", WITH_CONSOLE, ids=name_of)
def test_console_examples(path: Path, tmp_path: Path) -> None:
    """Each command answers what stands below it; a line `…` stands for any more lines.

    What comes after `<` is a file that it reads from standard input.
    """
    for title, text in [*blocks(path, "game"), *blocks(path, "text")]:
        if title is not None:
            (tmp_path / title).write_text(text, encoding="utf-8")
    for _, block in blocks(path, "console"):
        for words, expected in calls(block):
            assert words[0] == "squeezebox"
            given = (tmp_path / words[-1]).read_text("utf-8") if words[-2:-1] == ["<"] else ""
            done = subprocess.run(
                [sys.executable, "-m", *(words[:-2] if given else words)],
                input=given,
                cwd=tmp_path,
                capture_output=True,
                check=False,
                encoding="utf-8",
                env=os.environ
                | {"PYTHONIOENCODING": "utf-8", "SQUEEZEBOX_DATA": str(tmp_path / "data")},
            )
            answered = done.stdout.splitlines()
            assert done.stderr == "", words
            assert done.returncode == 0, words
            if expected[-1:] == ["…"]:
                expected.pop()
                answered = answered[: len(expected)]
            assert answered == expected, words


def test_the_documentation_is_built_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(tmp_path / "site")],
        cwd=ROOT,
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    for entry in sb.CATALOGUE:
        page = (tmp_path / "site" / "rules" / entry.name / "index.html").read_text("utf-8")
        assert entry.summary in page
    loaded = re.compile(
        r'<(?:script|img|iframe)[^>]*\ssrc="?https?:|@import|<link[^>]*stylesheet[^>]*https?:'
    )
    outside = [
        page
        for page in (tmp_path / "site").rglob("*.html")
        if loaded.search(page.read_text("utf-8"))
    ]
    assert outside == [], "something comes from another host"
