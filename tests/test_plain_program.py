"""The plain mode as a program: its call, and what stands at its two ends."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from calling import run as call, started
from squeezebox import Game, write
from squeezebox.terminal.plain import run
from squeezebox.terminal.session import Session
from squeezebox.terminal.spoken import position_words
from squeezebox.terminal.store import Store


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SQUEEZEBOX_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def test_the_command(data: Path, here: Path) -> None:
    ran = call("terminal", "--plain", "--deal", "1", stdin="42-39\n")
    assert (ran.status, ran.err) == (0, "")
    assert "J♣ onto 8♣, pile 39. 51 piles." in ran.out
    assert "51 piles after 1 action" in call("terminal", "--plain").out
    (here / "game.txt").write_text(write(Game("bayan", deal=2)), "utf-8")
    assert "Bayan, open, deal 2" in call("terminal", "--plain", "--record", "game.txt").out
    call("terminal", "--plain", "--deal", "x").refused(mentioning="deal number")
    call("terminal", "--plain", "--rules", "virtuoso", "--deal", "1").refused(mentioning="target")
    assert (data / "games.sqlite").exists()


@pytest.mark.usefixtures("data")
def test_input_that_is_no_text_or_closed() -> None:
    program = [sys.executable, "-m", "squeezebox", "terminal", "--plain", "--deal", "1"]
    ran = subprocess.run(program, input=b"\xff\xfe\x80\n42-39\n", capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"pile 39. 51 piles." in ran.stdout
    closed = subprocess.run(
        ["/bin/sh", "-c", '"$@" <&-', "sh", *program], capture_output=True, check=False
    )
    assert (closed.returncode, closed.stderr) == (0, b"")


@pytest.mark.usefixtures("data")
def test_output_that_nobody_reads() -> None:
    program = started("terminal", "--plain", stdin=subprocess.PIPE)
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdout.readline()
    program.stdout.close()
    try:
        program.stdin.write("help\n" * 1000)
        program.stdin.close()
    except BrokenPipeError:
        pass
    assert program.wait() == 0
    assert program.stderr is not None
    assert program.stderr.read() == ""
    program.stderr.close()


def test_on_a_terminal_no_word_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    store = Store.open(tmp_path)
    out = io.StringIO()
    out.isatty = lambda: True  # type: ignore[method-assign]
    session = Session(Game("accordion", deal=7))
    run(session, store, io.StringIO("position\nhelp\n"), out)
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) < 50
    assert position_words(session.game.table) in " ".join(lines)
