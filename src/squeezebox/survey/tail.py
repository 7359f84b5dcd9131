"""How rare something becomes beyond what has been seen: a curve through rates, and how far it may
be off. Imports `statistics`.

The logarithm of the rate is taken to be a polynomial of the size, fitted to the counts by maximum
likelihood (Poisson's, which serves for rates up to some tenth). The interval says how far the curve
of that degree may be off, not whether it is the right one: compare degrees.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..errors import SetupError
from ..statistics import NORMAL_95

ROUNDS = 100
"""Steps of Newton's method; it needs ten."""


class Point(NamedTuple):
    """What was counted for one size."""

    size: int
    hits: int
    trials: int


class Curve(NamedTuple):
    """A fitted curve."""

    middle: float
    weights: Any
    """Of the powers of size − `middle`, the constant first."""
    covariance: Any
    misfit: float
    """The mean square of how far counts lie from the curve, in standard deviations; 1 is a curve
    that fits, and more makes its intervals wider."""

    def rate(self, size: float) -> tuple[float, float, float]:
        """The rate at a size, and the 95 % interval of the curve there."""
        powers = (size - self.middle) ** np.arange(len(self.weights))
        log = float(powers @ self.weights)
        error = NORMAL_95 * math.sqrt(float(powers @ self.covariance @ powers))
        return math.exp(log), math.exp(log - error), math.exp(log + error)


def fitted(points: Sequence[Point], degree: int) -> Curve:
    """The curve of a degree through some counts.

    Raises:
        SetupError: if they are too few, or nothing was counted.
    """
    hits = np.array([one.hits for one in points], dtype=float)
    if len(points) <= degree or np.count_nonzero(hits) <= degree:
        raise SetupError(f"a curve of degree {degree} needs more than {degree} sizes with hits")
    sizes = np.array([one.size for one in points], dtype=float)
    trials = np.array([one.trials for one in points], dtype=float)
    middle = float(sizes.mean())
    powers = (sizes - middle)[:, None] ** np.arange(degree + 1)
    # It begins with the line through the logarithms, none counted as a half.
    weights = np.linalg.lstsq(powers, np.log(np.maximum(hits, 0.5) / trials), rcond=None)[0]
    for _ in range(ROUNDS):
        expected = trials * np.exp(powers @ weights)
        curvature = powers.T @ (expected[:, None] * powers)
        step = np.linalg.solve(curvature, powers.T @ (hits - expected))
        weights = weights + step
        if np.abs(step).max() < 1e-12:
            break
    expected = trials * np.exp(powers @ weights)
    free = len(points) - degree - 1
    misfit = float(((hits - expected) ** 2 / expected).sum() / free) if free else 1.0
    covariance = np.linalg.inv(powers.T @ (expected[:, None] * powers)) * max(1.0, misfit)
    return Curve(middle, weights, covariance, misfit)
