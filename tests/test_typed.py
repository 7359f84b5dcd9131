"""What is typed on a line, as fingers, phones and voices write it."""

from __future__ import annotations

import pytest

from squeezebox.errors import TextError
from squeezebox.terminal.typed import Pile, Position, read_line


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("42-39", "42-39"),
        ("42 – 39", "42-39"),
        (" 42 -39 ", "42-39"),
        ("9_6", "9_6"),
        ("9 _ 6", "9_6"),
        ("d5", "d5"),
        ("D 5", "d5"),
        ("d", "d"),
        ("d1", "d"),
        ("d*", "d*"),
        ("d *", "d*"),
        ("x5", "x5"),
        ("X 5 - 6", "x5-6"),
        ("x5-6", "x5-6"),
        ("42-39 44-41", "42-39 44-41"),
        ("42-39, 44-41; 44-41", "42-39 44-41 44-41"),
        ("d* 5-2", "d* 5-2"),
        ("d d 4-1", "d d 4-1"),
        ("d 4 4-1", "d4 4-1"),
        ("x 5 x 6-7", "x5 x6-7"),
    ],
)
def test_actions(text: str, means: str) -> None:
    assert " ".join(map(str, read_line(text))) == means


def test_a_number_is_a_pile_and_nothing_the_position() -> None:
    assert read_line("12") == (Pile(12),)
    assert read_line("  ") == (Position(),)


@pytest.mark.parametrize(
    "text", ["hello", "42-39 hello", "42-39 12", "1 2", "-", "d-1", "9-6-3", "٣-١"]
)
def test_anything_else_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(TextError) as refused:
        read_line(text)
    assert "\n" not in str(refused.value)
    assert refused.value.found or len(text) == 0


def test_a_line_has_an_end() -> None:
    with pytest.raises(TextError, match="at most"):
        read_line("1-2 " * 1000)
