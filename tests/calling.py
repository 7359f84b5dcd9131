"""Calling the command, as tests do: in this process, or in one of its own."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest

from squeezebox import Game, write
from squeezebox.cli import main

NINE = "8S 3C 4D 5D 6D 7D 8D 9D TD"
"""A deck of nine cards."""

NAMES = ["play", "deal", "actions", "verify", "perft", "explore", "rules", "bench", "solve",
         "targets", "review", "advice", "simulate", "puzzle", "difficulty",
         "train", "terminal", "stats", "survey", "report"]  # fmt: skip
"""The commands."""


class Stream(io.TextIOWrapper):
    """A stream in memory; `terminal` makes it say that it is one."""

    def __init__(self, data: bytes = b"", terminal: bool = False) -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8", newline="")
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def text(self) -> str:
        self.flush()
        data = self.buffer
        assert isinstance(data, io.BytesIO)
        return data.getvalue().decode("utf-8")


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The JSON Lines of a call that succeeded."""
        assert (self.status, self.err) == (0, "")
        return [json.loads(line) for line in self.out.splitlines()]

    def refused(self, *, mentioning: str = "") -> str:
        """Check that the call was refused in one sentence; what was answered before it."""
        assert self.status == 2
        assert self.err.startswith("squeezebox")
        assert self.err.endswith("\n")
        assert len(self.err.splitlines()) == 1
        assert "Traceback" not in self.err
        assert mentioning in self.err
        return self.out


WIN_OF_DEAL_1 = """
    42-39 44-41 44-41 4-1 32-29 16-13 33-30 14-11 16-13 37-34 24-23 25-22 22-19 21-18 31-28
    14-11 22-21 9-8 10-7 11-8 5-2 30-29 4-3 4-1 11-10 15-12 5-2 9-6 8-5 4-3 7-6 19-18 11-8
    12-9 13-10 4-3 6-3 4-1 6-3 5-2 8-5 5-2 7-4 5-2 4-1 4-1 6-3 5-2 4-3 3-2 2-1
"""


def run(*arguments: str, stdin: bytes | str = b"", terminal: bool = False) -> Ran:
    given_in = Stream(stdin.encode() if isinstance(stdin, str) else stdin)
    out, err = Stream(terminal=terminal), Stream(terminal=terminal)
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", given_in):
        status = main(arguments)
    return Ran(status, out.text(), err.text())


def started(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "squeezebox", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Where the tests run in the background their children would ignore Ctrl-C.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        **more,
    )


def won() -> str:
    return write(Game("accordion", deal=1, actions=WIN_OF_DEAL_1))


def surveys_without(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let surveys be loaded anew, where a module that they need isn't installed."""
    for name in [name for name in sys.modules if name.startswith("squeezebox.survey.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
