"""A real terminal: a whole game in tmux from a clean start, killed and taken up again."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from squeezebox.terminal.store import Store

WIN = (
    "42-39 44-41 44-41 4-1 32-29 16-13 33-30 14-11 16-13 37-34 24-23 25-22 22-19 21-18 31-28 14-11 "
    "22-21 9-8 10-7 11-8 5-2 30-29 4-3 4-1 11-10 15-12 5-2 9-6 8-5 4-3 7-6 19-18 11-8 12-9 13-10 "
    "4-3 6-3 4-1 6-3 5-2 8-5 5-2 7-4 5-2 4-1 4-1 6-3 5-2 4-3 3-2 2-1"
)
"""A win of deal 1."""

PATIENCE = 120.0
"""Seconds after which something that was waited for doesn't come; no test is about time."""


class Tmux:
    """A terminal of its own, with one program in it."""

    def __init__(self, folder: Path) -> None:
        found = shutil.which("tmux")
        assert found, "the tests of the terminal game need tmux: see tools/tmux"
        self._tmux = found
        self._call = [found]
        self._folder = folder
        self._status = folder.with_name("status")

    def start(
        self, *arguments: str, size: tuple[int, int] = (80, 24), before: str = "", **more: str
    ) -> None:
        """Start the game; `more` are variables of its environment, `before` is run before it."""
        self.stop()
        name = f"squeezebox-{uuid.uuid4().hex[:12]}"
        self._call = [self._tmux, "-f", os.devnull, "-L", name]
        # tmux doesn't always know how a program ended: it says so itself, in a file.
        self._status.unlink(missing_ok=True)
        code = (
            f"{before}\nfrom pathlib import Path\nfrom squeezebox.__main__ import run\n"
            f"Path({str(self._status)!r}).write_text(f'{{run()}}.')"
        )
        program = [sys.executable, "-c", code, "terminal", *arguments]
        told = {"SQUEEZEBOX_DATA": str(self._folder), "LC_ALL": "C.UTF-8", **more}
        environment = {**os.environ, **told}
        for name in ("TMUX", "NO_COLOR", "COLORTERM", "TERM"):
            environment.pop(name, None)
        size_options = ["-x", str(size[0]), "-y", str(size[1])]
        told_options = [part for name, value in told.items() for part in ("-e", f"{name}={value}")]
        subprocess.run(
            [*self._call, "new-session", "-d", *size_options, *told_options, *program],
            env={**environment, "TERM": "xterm-256color"},
            check=True,
        )
        # What it says last is still there to be read when it has ended.
        self._run("set-option", "-g", "remain-on-exit", "on")

    def _run(self, *arguments: str) -> str:
        done = subprocess.run([*self._call, *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    def stop(self) -> None:
        """End it."""
        if len(self._call) > 1:
            subprocess.run([*self._call, "kill-server"], capture_output=True, check=False)

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self._run("send-keys", *keys)

    def resize(self, wide: int, high: int) -> None:
        """Make the terminal another size."""
        self._run("resize-window", "-x", str(wide), "-y", str(high))

    def text(self, *options: str) -> str:
        """What is on the screen."""
        return self._run("capture-pane", "-p", *options)

    def kill(self) -> None:
        """Kill the game as the system would that has no memory left."""
        os.kill(int(self._run("display-message", "-p", "#{pane_pid}")), signal.SIGKILL)

    def ended(self) -> int:
        """Wait for its end; the exit status."""
        end = time.monotonic() + PATIENCE
        while not (self._status.exists() and self._status.read_text().endswith(".")):
            assert time.monotonic() < end, f"it didn't end:\n{self.text()}"
            time.sleep(0.02)
        return int(self._status.read_text()[:-1])

    def wait(self, words: str) -> str:
        """The screen, once these words are on it."""
        end = time.monotonic() + PATIENCE
        while words not in (text := self.text()):
            assert time.monotonic() < end, f"{words!r} didn't come:\n{text}"
            time.sleep(0.02)
        return text


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    """A terminal, and no game kept."""
    one = Tmux(tmp_path / "data")
    yield one
    one.stop()


def play(tmux: Tmux, actions: str, piles: int) -> None:
    """Play merges with keys: go to a pile, then a digit for how far."""
    for action in actions.split():
        source, destination = map(int, action.split("-"))
        piles -= 1
        tmux.press("g", *str(source), "Enter", str(source - destination))
        tmux.wait(f" {piles} pile{'s' if piles > 1 else ' '} ")


def test_a_whole_game_from_a_clean_start_killed_on_the_way(tmux: Tmux, tmp_path: Path) -> None:
    tmux.start("--deal", "1")
    first = tmux.wait("52 piles")
    assert "│ 6♥│ │ K♠│ │10♣│" in first
    actions = WIN.split()
    play(tmux, " ".join(actions[:20]), 52)
    tmux.kill()
    tmux.start()
    tmux.wait("Back in the game: Accordion, open, deal 1: 32 piles after 20 actions.")
    tmux.press("u")
    tmux.wait("33 piles")
    tmux.press("r")
    tmux.wait("32 piles")
    tmux.resize(100, 30)
    play(tmux, " ".join(actions[20:]), 32)
    tmux.wait("Won: everything is in one pile!")
    tmux.wait("best 1")
    tmux.press("q")
    assert tmux.ended() == 0
    store = Store.open(tmp_path / "data")
    (game,) = store.games()
    assert (game.actions, game.outcome, game.came) == (WIN, "won", "number")
    assert store.best("accordion", "open") == 1
    store.close()


def test_a_fault_of_the_program_is_one_sentence_and_loses_nothing(tmux: Tmux) -> None:
    fault = """
from squeezebox.terminal.deeds import Deeds
Deeds.deed_hints = lambda self: 1 / 0
"""
    tmux.start("--deal", "1", before=fault, size=(120, 24))
    tmux.wait("52 piles")
    play(tmux, "42-39", 52)
    tmux.press("i")
    assert tmux.ended() == 2
    text = tmux.text("-S", "-100")
    assert "something went wrong" in text
    assert "Traceback" not in text
    tmux.start()
    tmux.wait("Back in the game: Accordion, open, deal 1: 51 piles after 1 action.")
    tmux.press("C-c")
    assert tmux.ended() == 0


def test_a_record_gives_the_terminal_no_orders(tmux: Tmux, tmp_path: Path) -> None:
    file = tmp_path / "nasty.txt"
    file.write_text(
        '[Rules "accordion"]\n[Deal "1"]\n[Event "\x1b]0;pwned\x07\x1b[2Jhere \u202e"]\n\n'
        "42-39 {\x1b[2J\x9b2J said}\n"
    )
    tmux.start("--record", str(file))
    tmux.wait("51 piles")
    tmux.press("e")
    text = tmux.wait("Event")
    assert "]0;pwned[2Jhere" in text
    assert "pwned" not in tmux._run("display-message", "-p", "#{pane_title}")
    tmux.press("Escape")
    tmux.wait("51 piles")


def test_told_to_end_it_leaves_the_terminal_as_it_was(tmux: Tmux) -> None:
    tmux.start("--deal", "1")
    tmux.wait("52 piles")
    play(tmux, "42-39", 52)
    os.kill(int(tmux._run("display-message", "-p", "#{pane_pid}")), signal.SIGTERM)
    assert tmux.ended() == 0
    assert tmux._run("display-message", "-p", "#{alternate_on} #{mouse_any_flag}").split() == [
        "0",
        "0",
    ]
    tmux.start()
    tmux.wait("51 piles after 1 action")


def test_without_colours_the_terminal_gets_none(tmux: Tmux) -> None:
    tmux.start("--deal", "1", NO_COLOR="1")
    tmux.wait("52 piles")
    tmux.press("i", "g", "4", "2", "Enter", "Enter")
    tmux.wait("▲")
    coloured = tmux.text("-e")
    assert "\x1b[7m" in coloured
    codes = {
        code for found in re.findall(r"\x1b\[([0-9;]*)m", coloured) for code in found.split(";")
    }
    assert codes <= {"", "0", "1", "2", "3", "4", "7", "39", "49"}


def test_a_console_without_signs_gets_ascii(tmux: Tmux) -> None:
    tmux.start("--deal", "1", LC_ALL="C")
    text = tmux.wait("52 piles")
    assert "| 6H| | KS| |10C|" in text
    assert text.isascii()


def test_a_target_that_is_missing_is_asked_for(tmux: Tmux) -> None:
    tmux.start("--rules", "virtuoso", "--deal", "1")
    tmux.wait("Choose your target")
    tmux.press("q", "h", "Enter")
    tmux.wait("target Q♥")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rules", "nonsense"], "no rule set is called"),
        (["--deal", "many"], "is not a deal number"),
        (["--layout", "round"], "the layout is open or stock"),
        (["--deck", "6H 6H"], "is in the deck twice"),
        (["--record", "nowhere.txt"], "can't be read"),
        (["--record", "nowhere.txt", "--deal", "1"], "nothing stands beside it"),
        (["--target", "QH"], "has no target card"),
    ],
)
def test_a_wrong_call_is_told_in_one_sentence(
    tmp_path: Path, arguments: list[str], words: str
) -> None:
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "squeezebox", "terminal", *arguments],
        stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False,
        env={**os.environ, "SQUEEZEBOX_DATA": str(tmp_path)},
    )  # fmt: skip
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert words in done.stderr


TALKATIVE = """
import os, sys
os.open(os.ttyname(0), os.O_RDWR)  # it is this program's own from now on
from squeezebox.terminal.app import Squeezebox
def talk(self):
    for _ in range(100):
        self._driver.write("Goodbye. ")
    self.asker.end()
Squeezebox.on_unmount = talk
from squeezebox.__main__ import run
sys.exit(run())
"""


def test_the_program_ends_with_its_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever closes the window leaves nothing behind, whatever is still to be written there."""
    monkeypatch.setenv("SQUEEZEBOX_DATA", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm-256color")
    terminal, theirs = pty.openpty()
    call = [sys.executable, "-c", TALKATIVE, "terminal", "--deal", "1"]
    streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
    program = subprocess.Popen(call, start_new_session=True, **streams)
    os.close(theirs)
    seen = b""
    while b"52 piles" not in seen:
        seen += os.read(terminal, 1 << 16)
    os.write(terminal, b"g42\r3")
    while b"51 piles" not in seen:
        seen += os.read(terminal, 1 << 16)
    os.close(terminal)
    try:
        program.wait(timeout=PATIENCE)
    finally:
        program.kill()
    store = Store.open(tmp_path)
    [game] = store.games()
    assert game.actions == "42-39"
    store.close()


def test_without_a_terminal_it_says_so(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "squeezebox", "terminal"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        env={**os.environ, "SQUEEZEBOX_DATA": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "--plain" in done.stderr


HEAVY = (
    "numba", "numpy", "llvmlite", "fastapi", "uvicorn", "rich.markdown",
    "squeezebox.solver.beam", "squeezebox.solver.solving", "squeezebox.coach.puzzles", "pydantic",
    "squeezebox.players.simulate", "squeezebox.web",
)  # fmt: skip
"""What a game in the terminal doesn't need, and what would take a while to load."""


def test_nothing_heavy_is_imported(tmp_path: Path) -> None:
    code = """
import asyncio, json, pathlib, sys
from squeezebox.terminal.app import Squeezebox
from squeezebox.terminal.start import Asked, beginning
from squeezebox.terminal.store import Store
store = Store.open(pathlib.Path(sys.argv[1]))
async def play():
    async with Squeezebox(beginning(store, Asked(deal="1")), store).run_test() as pilot:
        await pilot.press("g", "4", "2", "enter", "3", "i", "u")
asyncio.run(play())
print(json.dumps([name for name in sys.modules]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    )
    modules = set(json.loads(done.stdout))
    assert "squeezebox.terminal.app" in modules
    assert sorted(modules & set(HEAVY)) == []
