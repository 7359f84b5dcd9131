"""Steps of difficulty: five of them, with their names. Imports `rules` and a data file.

A step is a fifth of something of its own rule set, of deals or of endings: so many are easier.
Where the fifths end stands in `steps.json` for the rule sets that are listed (`tools/steps.py`
works it out); for all others it is worked out from a smaller sample when it is first asked for:
a piece at a time, so that who has no time to wait may go, and ask again later.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..errors import SetupError
from ..rules import RuleSet

if TYPE_CHECKING:
    from ..solver.planes import Flag

LABELS = ("gentle", "easy", "middling", "hard", "fierce")
"""What the steps 1 to 5 are called."""

STEPS = len(LABELS)


def check_step(step: int | None) -> None:
    """See that there is such a step.

    Raises:
        SetupError: if there isn't.
    """
    whole = isinstance(step, int) and not isinstance(step, bool)
    if step is not None and not (whole and 1 <= step <= STEPS):
        raise SetupError(f"a step of difficulty is a whole number from 1 to {STEPS}, not {step!r}")


def fifths(values: Iterable[float]) -> tuple[float, ...]:
    """The least values of the steps 2, 3, …, so that each step has about a fifth of the values.

    Values that are equal are in one step; where there are few different ones there are fewer
    steps.
    """
    found = sorted(Counter(values).items())
    whole = sum(times for _, times in found)
    bounds: list[float] = []
    below = 0
    for place, (value, times) in enumerate(found):
        # A step begins here if so the fifth ends nearer than it would after this value; and it
        # must where only so many different values are left as there are steps to come.
        share = STEPS * (below + times / 2) / whole
        due = share >= len(bounds) + 1
        needed = len(found) - place <= STEPS - 1 - len(bounds)
        if place and len(bounds) < STEPS - 1 and (due or needed):
            bounds.append(value)
        below += times
    return tuple(bounds)


def step_of(value: float, bounds: Iterable[float]) -> int:
    """The step, 1 to 5, of a value: the more, the harder."""
    return 1 + sum(value >= bound for bound in bounds)


@cache
def _kept() -> dict[str, dict[str, Any]]:
    return dict(json.loads(files(__package__).joinpath("steps.json").read_text()))


def kept(kind: str, rules: RuleSet) -> Any:
    """What the data file says of a rule set's `deals` or `endings`; `None` if nothing."""
    return _kept()[kind].get(str(rules))


# ---------------------------------------------------------------- work that can be left

Found = TypeVar("Found")

MOST_KEPT = 256
"""Of so many rule sets it is kept what was found out, or begun."""


class NotInTime(SetupError):
    """What was asked for wasn't found in the time there was; asked again, it may be."""


def see_time(trouble: str, until: float, cancel: Flag | None) -> None:
    """Go on only where there is time left, until a time of `time.monotonic()`.

    Raises:
        NotInTime: if it is later than that, or `cancel` was set: that is the `trouble`.
    """
    if time.monotonic() > until or (cancel is not None and cancel[0]):
        raise NotInTime(trouble)


class Resumed(Generic[Found]):
    """What is worked out of a rule set once, in pieces: left at any of them, and gone on with."""

    def __init__(self, what: str, work: Callable[[RuleSet], Iterator[Found | None]]) -> None:
        """`work` yields `None` after each piece, and in the end what was found, some things that
        are called `what`."""
        self._what, self._work = what, work
        self._begun: dict[RuleSet, Iterator[Found | None]] = {}
        self._done: dict[RuleSet, Found] = {}
        self._lock = threading.Lock()

    def __call__(
        self, rules: RuleSet, budget: float = math.inf, cancel: Flag | None = None
    ) -> Found:
        """What is found of a rule set within so many seconds, the first piece not counted: for
        that much may have to be compiled.

        Raises:
            NotInTime: if there wasn't time enough, or `cancel` was set.
        """
        with self._lock:
            if rules in self._done:
                return self._done[rules]
            pieces = self._begun.pop(rules, None) or self._work(rules)
            until = math.inf
            for found in pieces:
                if found is not None:
                    _keep(self._done, rules, found)
                    return found
                # Begun is only what can be gone on with: a piece that fails ends it.
                until = min(until, time.monotonic() + budget)
                try:
                    trouble = f"{self._what} of {rules} weren't found in {budget:g} seconds"
                    see_time(trouble, until, cancel)
                except NotInTime:
                    _keep(self._begun, rules, pieces)
                    raise
            raise AssertionError("the work ended without a result")


def _keep(shelf: dict[RuleSet, Any], rules: RuleSet, thing: Any) -> None:
    """Put something on a shelf; what stands there longest makes room."""
    shelf[rules] = thing
    if len(shelf) > MOST_KEPT:
        del shelf[next(iter(shelf))]
