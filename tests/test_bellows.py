"""The bellows as a line of text, with values worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from squeezebox import bellows_text


@pytest.mark.parametrize(
    ("piles", "line"),
    [
        ([], ""),
        ([0], "▁"),
        ([0, 0], "▁▁"),
        ([1], "█"),
        ([8, 7, 6, 5, 4, 3, 2, 1], "█▇▆▅▄▃▂▁"),
        ([1, 2, 3, 4, 3, 2], "▂▄▆█▆▄"),
        ([52, 51, 46, 45, 39, 7, 6, 1, 0], "███▇▆▂▁▁▁"),  # a block for each 6.5 piles
        ([*range(24, 0, -1)], "███▇▇▇▆▆▆▅▅▅▄▄▄▃▃▃▂▂▂▁▁▁"),
        # 47 numbers: every second one
        ([*range(47, 0, -1)], "███▇▇▇▆▆▆▅▅▅▄▄▄▃▃▃▂▂▂▁▁▁"),
    ],
)
def test_lines(piles: list[int], line: str) -> None:
    assert bellows_text(piles) == line


def test_a_width_is_kept() -> None:
    assert bellows_text([9, 8, 7, 6, 5, 4, 3, 2, 1], 5) == "█▇▅▃▁"
    assert bellows_text([9, 1, 1, 1, 9, 1, 1, 1, 5], 2) == "█▅"


@given(st.lists(st.integers(0, 52), min_size=1), st.integers(2, 60))
def test_ends_are_exact(piles: list[int], width: int) -> None:
    line = bellows_text(piles, width)
    assert len(line) == min(len(piles), width)
    most = [max(piles)]
    assert line[0] == bellows_text([piles[0], *most])[0]
    assert line[-1] == bellows_text([piles[-1], *most])[0]
