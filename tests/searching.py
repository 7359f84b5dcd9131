"""A searcher inside this process, for tests of the service: no process, and no time that counts."""

from __future__ import annotations

import json
import queue
import threading

from squeezebox.coach.apart.searcher import READY, answer
from squeezebox.solver.planes import Flag, flag
from squeezebox.web.searches import Searches

LONG = 600.0
"""Seconds that nothing takes, however busy the machine is."""


class Inside:
    """Answers as the process does, in a thread; `budget` seconds, where another is wanted."""

    def __init__(self, budget: float | None = None) -> None:
        self._budget = budget
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._cancel: Flag = flag()

    def start(self) -> bool:
        return bool(READY)

    def ask(self, question: bytes) -> None:
        asked = json.loads(question)
        asked["budget"] = self._budget or asked["budget"]
        self._cancel = flag()
        line = json.dumps(asked).encode()
        work = threading.Thread(
            target=lambda stop: self._answers.put(answer(line, stop)), args=(self._cancel,)
        )
        work.start()

    def answer(self) -> bytes:
        return self._answers.get()

    def cancel(self) -> None:
        self._cancel[0] = 1

    def end(self) -> None:
        self.cancel()


def patient() -> Searches:
    """A gate that waits for every answer, however busy the machine is."""
    return Searches(searcher=lambda: Inside(LONG), grace=LONG, hung=LONG, fair=LONG)


def hasty() -> Searches:
    """A gate whose searches hardly take time, for whoever looks at the form of answers alone:
    it is the same whether or not one is in time."""
    return Searches(searcher=lambda: Inside(0.02))
