"""Asking the coach's process so that nobody waits: questions go in, answers come back later.

Imports `coach.apart.process` and `words` below; nothing that searches is ever loaded here. The
process starts with the first question, and ends with this program, however that ends.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..coach.apart.process import HUNG, Failed, Job, Process, Searcher, told
from ..errors import SetupError
from ..words import sentence

GETTING_READY = "The coach is getting ready …"
LASTING = (
    "The coach is getting ready: once after installing that takes a minute or two, and never again."
)
LASTS = 4.0
"""Seconds after which it is told why that lasts; otherwise it takes two."""
MISSING = "The coach can't be started ({why}). The game goes on without it."
GONE = "The coach's process has ended. The game goes on; ask again, and it is started again."
BROKEN = "The coach has failed at this question. The game goes on."

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Question:
    job: Job
    budget: float
    found: Callable[[Answer], None]
    failed: Callable[[str], None]


def quiet_process() -> Searcher:
    """The coach's process, which writes nothing on the screen."""
    return Process(quiet=True)


class Asker:
    """One process that searches, and the thread that waits for it: one question at a time.

    What comes back is handed to `deliver`, which sees that it is worked where the game is played.
    """

    def __init__(
        self,
        deliver: Callable[[Callable[[], None]], object],
        searcher: Callable[[], Searcher] = quiet_process,
    ) -> None:
        self.ready = False
        """Whether the process has loaded all that it needs."""
        self.lasts = False
        """Whether getting ready lasts."""
        self.slow: Callable[[], None] = lambda: None
        """Called when it does."""
        self._waiting: list[Callable[[str], None]] = []
        self._deliver = deliver
        self._searcher = searcher()
        self._questions: queue.SimpleQueue[_Question | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._ended = False

    def ask(
        self,
        kind: str,
        asked: Answer,
        budget: float,
        found: Callable[[Answer], None],
        failed: Callable[[str], None],
    ) -> Job:
        """Ask for a search of so many seconds, and don't wait.

        Later either `found` is given the answer, or `failed` a sentence that says why there is
        none; neither once the job that this returns was dropped.
        """
        job = Job(kind, asked)
        self._questions.put(_Question(job, budget, found, failed))
        if self._thread is None and not self._ended:
            self._thread = threading.Thread(target=self._work, daemon=True)
            self._thread.start()
        return job

    def tell(self, say: Callable[[str], None], words: str) -> None:
        """Say what is looked for; before that, that the coach gets ready, and why if it lasts."""
        if self.ready:
            say(words)
            return
        say(LASTING if self.lasts else GETTING_READY)
        self._waiting.append(say)

    def _lasting(self) -> None:
        if self.ready or self._ended:
            return
        self.lasts = True
        waiting, self._waiting = self._waiting, []
        for say in waiting:
            say(LASTING)
        self.slow()

    def end(self) -> None:
        """End the process, for good."""
        self._ended = True
        self._questions.put(None)
        self._searcher.end()

    # ------------------------------------------------------------ in the thread

    def _work(self) -> None:
        while (question := self._questions.get()) is not None and not self._ended:
            if not question.job.dropped:
                self._answer(question)

    def _answer(self, question: _Question) -> None:
        answer, problem = self._searched(question)
        if problem == GONE and not question.job.dropped and not self._ended:
            answer, problem = self._searched(question)  # by a process that is started anew

        def tell() -> None:
            if question.job.dropped:
                return
            if answer is not None:
                question.found(answer)
            else:
                question.failed(problem)

        if not self._ended:
            self._deliver(tell)

    def _searched(self, question: _Question) -> tuple[Answer | None, str]:
        """The answer, or what is wrong if there is none."""
        if problem := self._prepare():
            return None, problem
        try:
            words = told(
                question.job.put_to(self._searcher, question.budget, question.budget + HUNG)
            )
        except SetupError as wrong:
            return None, sentence(wrong.message)
        except Failed:
            return None, BROKEN
        if words is None:
            self.ready = question.job.dropped and self.ready  # else it has ended
            return None, GONE
        return json.loads(words), ""

    def _prepare(self) -> str:
        """See that the process is ready; what is wrong if it can't be."""
        if self.ready:
            return ""
        slow = threading.Timer(LASTS, lambda: self._deliver(self._lasting))
        slow.daemon = True
        slow.start()
        try:
            self.ready = self._searcher.start()
        except OSError as error:
            return MISSING.format(why=error.strerror or type(error).__name__)
        finally:
            slow.cancel()
            self.lasts, self._waiting = False, []
        if self._ended:
            self._searcher.end()
        return "" if self.ready else GONE
