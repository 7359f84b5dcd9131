"""Ctrl-C ends the program at once, also while a thread is at something that can't be stopped."""

from __future__ import annotations

import subprocess
import sys

BUSY = """
import sys, threading, time
import squeezebox.cli
from squeezebox.__main__ import run

def main():
    threading.Thread(target=time.sleep, args=(1e6,)).start()
    print("stopped")
    return 130

squeezebox.cli.main = main
sys.exit(run())
"""


def test_it_does_not_wait_for_what_cannot_be_stopped() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BUSY],
        capture_output=True,
        check=False,
        text=True,
        timeout=100,  # it would be the thread's million seconds
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "stopped\n", "")
