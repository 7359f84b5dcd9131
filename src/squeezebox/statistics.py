"""What a sample says of all games: rates and means, and how far they may be off. Imports nothing
of the package.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

NORMAL_95 = 1.959963984540054
"""95 % of a normal distribution lies within so many standard deviations of its mean."""


def wilson(hits: int, trials: int, deviations: float = NORMAL_95) -> tuple[float, float]:
    """The interval in which a rate lies that gave so many hits in so many trials.

    By default it holds the true rate in 95 of 100 samples; it is sound for rare hits too, and
    for none. Source: E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", JASA 22 (1927). Without trials the rate may be anything.
    """
    if trials == 0:
        return 0.0, 1.0
    rate, square = hits / trials, deviations**2 / trials
    middle = (rate + square / 2) / (1 + square)
    width = deviations * math.sqrt(rate * (1 - rate) / trials + square / (4 * trials))
    low, high = middle - width / (1 + square), middle + width / (1 + square)
    return (0.0 if hits == 0 else low), (1.0 if hits == trials else high)


def mean_of_counts(counts: Sequence[int]) -> tuple[float, float]:
    """The mean of numbers and its standard error, from how often each (from 0 on) was counted.

    Both are `nan` of no numbers, the error of one alone too.
    """
    total = sum(counts)
    if total == 0:
        return math.nan, math.nan
    mean = sum(number * count for number, count in enumerate(counts)) / total
    if total == 1:
        return mean, math.nan
    squares = sum(count * (number - mean) ** 2 for number, count in enumerate(counts))
    return mean, math.sqrt(squares / (total - 1) / total)


def percent(share: float) -> str:
    """A share in per cent, with as many digits as tell it from none and from all."""
    if share in (0, 1):
        return f"{100 * share:.0f} %"
    digits = 2
    while digits < 9 and round(100 * min(share, 1 - share), digits) < 10.0 ** (2 - digits):
        digits += 1
    return f"{100 * share:.{digits}f} %"
