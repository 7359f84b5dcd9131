"""The curve through rates: it finds a known one again, and its intervals hold what they should."""

from __future__ import annotations

import math

import numpy as np
import pytest

from squeezebox import SetupError
from squeezebox.survey.tail import Point, fitted


def rate(size: int) -> float:
    return math.exp(-0.8 * (size - 22))


def test_a_known_curve_is_found_again() -> None:
    exact = [Point(size, round(10**12 * rate(size)), 10**12) for size in range(24, 38, 2)]
    for degree in (1, 2):
        found, low, high = fitted(exact, degree).rate(52)
        assert low < rate(52) < high
        assert found == pytest.approx(rate(52), rel=0.2)
    assert fitted(exact, 1).weights[1] == pytest.approx(-0.8, abs=1e-4)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    chance = np.random.default_rng(1)
    inside = 0
    for _ in range(400):
        points = [
            Point(size, int(chance.binomial(200_000, rate(size))), 200_000)
            for size in range(25, 37, 2)
        ]
        _, low, high = fitted(points, 1).rate(52)
        inside += low < rate(52) < high
    assert 0.93 < inside / 400 <= 1


def test_a_curve_that_does_not_fit_says_so() -> None:
    bent = [
        Point(size, round(10**7 * math.exp(-((size / 12) ** 2))), 10**7)
        for size in range(20, 40, 2)
    ]
    assert fitted(bent, 1).misfit > 100
    assert fitted(bent, 2).misfit < 1
    _, low, high = fitted(bent, 2).rate(52)
    assert low < math.exp(-((52 / 12) ** 2)) < high


def test_too_few_counts_are_refused() -> None:
    with pytest.raises(SetupError, match="more than 1 sizes with hits"):
        fitted([Point(20, 5, 10)], 1)
    with pytest.raises(SetupError, match="more than 1 sizes with hits"):
        fitted([Point(20, 5, 10), Point(22, 0, 10), Point(24, 0, 10)], 1)
