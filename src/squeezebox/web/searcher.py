"""A process that searches for the service: questions in, answers out, a line each.

It stands apart from the server for four reasons: neither loading nor compiling the searches
nor the Python around them ever holds up a player's move; the system lets moves go first; and
one that hangs can be ended. Imports `kinds`, and what the coach searches with.

A question is a line `{"kind": …, "budget": seconds, "asked": request}`; an empty line ends
the search that runs. An answer's first character says whether it is one (`+`), a `Fault` (`-`),
that there was no time for one (`?`), or a failure (`!`), whose traceback is on standard error. The
first answer says that all is loaded. The process ends at once when its standard input does.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import TYPE_CHECKING

from ..coach.steps import NotInTime
from ..errors import Fault
from .kinds import KINDS

if TYPE_CHECKING:
    from ..solver.planes import Flag

READY = b"+ready"
GIVE_WAY = 15
"""How far a search stands back for whatever else the machine has to do (`nice`)."""


def answer(line: bytes, cancel: Flag) -> bytes:
    """The answer to a question, without the line's end."""
    try:
        question = json.loads(line)
        kind = KINDS[question["kind"]]
        asked = kind.read(kind.asked.model_validate(question["asked"]))
        return b"+" + kind.search(asked, question["budget"], cancel).model_dump_json().encode()
    except NotInTime:
        return b"?"
    except Fault as fault:
        told = {"message": fault.message, "line": fault.line, "column": fault.column}
        return b"-" + json.dumps(told).encode()
    except Exception:
        traceback.print_exc()
        return b"!"


def run(
    lines: Iterable[bytes],
    write: Callable[[bytes], object],
    answer: Callable[[bytes, Flag], bytes] = answer,
) -> None:
    """Answer questions until there are no more lines; what still runs then is ended."""
    from ..solver.planes import flag

    cancel = flag()
    with ThreadPoolExecutor(1) as thread:
        for line in lines:
            if line.strip():
                cancel = flag()
                thread.submit(lambda line, stop: write(answer(line, stop)), line, cancel)
            else:
                cancel[0] = 1
        cancel[0] = 1


def main() -> None:
    """Load what the coach searches with, then answer."""
    if hasattr(os, "nice"):
        os.nice(GIVE_WAY)
    from ..coach.warming import warm

    out, sys.stdout = sys.stdout.buffer, sys.stderr  # nothing else may be written there

    def write(answer: bytes) -> None:
        out.write(answer + b"\n")
        out.flush()

    lines: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        os._exit(0)  # the server has ended, so whatever is under way here is for nobody

    threading.Thread(target=read, daemon=True).start()
    warm()
    write(READY)
    run(iter(lines.get, None), write)
