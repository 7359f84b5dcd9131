"""Records to read, and what is asked of those that are refused."""

from __future__ import annotations

import pytest

import squeezebox as sb
from squeezebox import TextError

PRINTED = """\
[Rules "accordion"]
[Layout "open"]
[Deal "1"]
[Result "won"]

42-39 44-41 {brings two clubs together} 44-41 4-1 32-29 16-13 33-30 14-11 16-13
37-34 24-23 25-22 22-19 21-18 31-28 14-11 22-21 9-8 10-7 11-8 5-2 30-29 4-3 4-1
11-10 15-12 5-2 9-6 8-5 4-3 7-6 19-18 11-8 12-9 13-10 4-3 6-3 4-1 6-3 5-2 8-5
5-2 7-4 5-2 4-1 4-1 6-3 5-2 4-3 3-2 2-1
"""

HEAD = '[Rules "accordion"]\n[Deal "1"]\n\n'


def refused(text: str, kind: type[ValueError] = TextError) -> ValueError:
    """The error that a text is refused with: of this kind, one line, short."""
    with pytest.raises(ValueError, match=r"\A[^\n]{5,400}\Z") as caught:
        sb.read(text)
    assert isinstance(caught.value, kind), caught.value
    assert str(caught.value).isprintable()
    return caught.value


def placed(text: str) -> tuple[int | None, int | None, str | None, str | None]:
    """Line, column, found and expected of a text that can't be read."""
    error = refused(text)
    assert isinstance(error, TextError)
    assert str(error) == f"line {error.line}, column {error.column}: {error.message}"
    return error.line, error.column, error.found, error.expected
