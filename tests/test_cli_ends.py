"""The command line: every way to end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest

from calling import Stream, started
from squeezebox.cli import main


def test_answers_stream_and_a_closed_pipe_is_silent() -> None:
    process = started("deal", "0..4294967295", "--json")
    assert process.stdout is not None
    assert [json.loads(process.stdout.readline())["deal"] for _ in range(3)] == [0, 1, 2]
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(timeout=60) == 0
    process.stderr.close()


def test_ctrl_c_is_clean() -> None:
    process = started("deal", "0..4294967295")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("deal 0: ")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")


@pytest.mark.parametrize("rules", ["accordion", "compulsory", "late-binding"])
def test_solving_streams_and_stops(rules: str) -> None:
    call = ("solve", "0..4294967295", "--rules", rules, "--json")
    process = started(*call)
    assert process.stdout is not None
    assert [json.loads(process.stdout.readline())["deal"] for _ in range(40)] == list(range(40))
    process.stdout.close()
    assert process.stderr is not None
    assert (process.stderr.read(), process.wait(timeout=60)) == ("", 0)
    process.stderr.close()
    process = started(*call)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")


def test_a_full_disk_is_one_sentence() -> None:
    class Full(Stream):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

    err = Stream()
    with redirect_stdout(Full()), redirect_stderr(err):
        assert main(["deal", "1"]) == 2
    assert err.text() == "squeezebox: the answer can't be written: No space left on device\n"


def test_a_script_loads_no_server_and_no_rich() -> None:
    code = (
        "import sys; from squeezebox.cli import main; main(['deal', '1', '--json']);"
        "sys.exit(bool({'fastapi', 'uvicorn', 'rich.console', 'asyncio'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
