"""Watching one search while it runs: its time, and whether the caller wants it to end.

Imports `planes`, for flags.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from .planes import Flag

LOOK = 0.05
"""Seconds between two looks at how far the search is, and at whether the caller has cancelled."""

Answer = TypeVar("Answer")


def watched(
    search: Callable[[], Answer],
    stop: Flag,
    budget: float,
    *,
    cancel: Flag | None = None,
    look: Callable[[], None] | None = None,
) -> Answer:
    """What a search answers that runs in a thread of its own and ends when `stop` is set.

    That is done after `budget` seconds, when `cancel` is set, and on Ctrl-C. `cancel` may
    belong to other searches as well: these go on undisturbed when this one's time is up.
    `look` is called from time to time.
    """
    alone = cancel is None and look is None
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(search)
        until = time.monotonic() + min(budget, threading.TIMEOUT_MAX)
        try:
            while (left := until - time.monotonic()) > 0 and not (cancel is not None and cancel[0]):
                if wait([running], left if alone else min(left, LOOK)).done:
                    break
                if look is not None:
                    look()
        finally:
            stop[0] = 1
    return running.result()
