"""A Dask cluster works a survey's chunks out. Imports `run`, `store`, `working`, and Dask.

Its workers need the program, of the same version; the folder is written here, so they share no
disk. A chunk whose worker dies goes to another one.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import Any

from distributed import Client
from distributed.comm.core import CommClosedError
from distributed.scheduler import KilledWorker

from ..errors import SetupError, quoted
from ..solver.many import Columns
from .plan import Plan
from .run import Hands
from .store import Store


class _Quiet(Client):
    """A client that says nothing when it is thrown away because nobody answered it."""

    def __del__(self) -> None:
        if getattr(self, "status", "") == "running":
            super().__del__()  # type: ignore[no-untyped-call]


ADDRESS = re.compile(r"((?:tcp|tls|ws|wss)://)?(\[[0-9a-f:.]+\]|[\w.-]+):[0-9]{1,5}", re.IGNORECASE)
"""What Dask understands; anything else would keep it trying, and then complain at length."""

Work = Callable[[Plan, range], Columns]
"""What the workers do; the program that they have must know it by its name."""

PATIENCE = 10
"""Seconds in which a scheduler must answer."""
ASKED_AGAIN = 1.0
"""Seconds after which the cluster is asked again how many workers it has."""


class _Cluster:
    def __init__(self, client: Any, address: str, plan: Plan, work: Work) -> None:
        self._client = client
        self._address = address
        self._plan = plan
        self._work = work
        self._threads, self._asked = 1, 0.0
        self.sent: set[Any] = set()

    @property
    def at_once(self) -> int:
        """Two chunks for each thread of the workers that there are now; some if there are none."""
        if time.monotonic() > self._asked + ASKED_AGAIN:
            try:
                self._threads = sum(self._client.nthreads().values())
            except Exception:
                raise self._gone() from None
            self._asked = time.monotonic()
        return 2 * max(1, self._threads)

    @property
    def lacking(self) -> str:
        """What is waited for."""
        return "" if self._threads else "waiting for workers, which need this program, too"

    def submit(self, deals: range) -> Future[Columns | None]:
        """Send a chunk."""
        answer: Future[Columns | None] = Future()
        sent = self._client.submit(self._work, self._plan, deals, pure=False)
        self.sent.add(sent)

        def done(one: Any) -> None:
            try:
                answer.set_result(one.result())
            except BaseException as error:
                answer.set_exception(self._in_words(one, error))
            finally:
                self.sent.discard(one)

        sent.add_done_callback(done)
        return answer

    def _in_words(self, one: Any, error: BaseException) -> Exception:
        if isinstance(error, SetupError):
            return error
        if isinstance(error, KilledWorker):
            return SetupError(
                "workers of the cluster die again and again; the same command goes on"
            )
        if isinstance(error, CommClosedError) or one.status in ("cancelled", "lost"):
            return self._gone()
        if "deserializ" in str(error):
            return SetupError(
                f"the scheduler at {self._address} can't read what it is sent: it needs "
                f"squeezebox {self._plan.version}, too"
            )
        first = (str(error) or "nothing more is known").splitlines()[0]
        return SetupError(f"a worker of the cluster failed: {type(error).__name__}: {first}")

    def _gone(self) -> SetupError:
        return SetupError(
            f"the scheduler at {self._address} doesn't answer any more; the same command goes on"
        )


def _connected(address: str) -> Any:
    """The client of the scheduler at an address.

    Raises:
        SetupError: if there is none, or whoever listens there says nothing, or something else.
    """
    found: Future[Any] = Future()

    def connect() -> None:
        try:
            client: Any = _Quiet
            found.set_result(client(address, timeout=PATIENCE, set_as_default=False))
        except BaseException as error:
            found.set_exception(error)

    # Dask waits for ever for the answer of something else that listens.
    threading.Thread(target=connect, daemon=True).start()
    try:
        return found.result(PATIENCE + 2)
    except TimeoutError:
        why = "something else listens there"
    except Exception as error:  # addresses can be wrong in many ways
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
    raise SetupError(f"no scheduler answers at {address!r}: {why}")


@contextmanager
def cluster(store: Store, address: str, work: Work) -> Iterator[Hands]:
    """The workers of the cluster whose scheduler listens at an address, such as `tcp://host:8786`.

    Raises:
        SetupError: if that is no address, or nobody answers.
    """
    if not ADDRESS.fullmatch(address):
        raise SetupError(
            f"a scheduler's address is like tcp://192.168.1.5:8786, not {quoted(address)}"
        )
    # What goes wrong is said in one sentence here.
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    client = _connected(address)
    hands = _Cluster(client, address, store.plan, work)
    try:
        yield hands
    finally:  # on Ctrl-C too
        with suppress(Exception):
            client.cancel(list(hands.sent), force=True)
        with suppress(Exception):
            client.close(timeout=PATIENCE)
