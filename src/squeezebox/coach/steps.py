"""Steps of difficulty: five of them, with their names. Imports `rules` and a data file.

A step is a fifth of something of its own rule set, of deals or of endings: so many are easier.
Where the fifths end stands in `steps.json` for the rule sets that are listed (`tools/steps.py`
works it out); for all others it is worked out from a smaller sample when it is first asked for.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from ..errors import SetupError
from ..rules import RuleSet

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
