"""Who is told when the first kernel has to be compiled, so that a face can say why it takes long.

Imports nothing, so that a face can ask to be told before anything heavy is loaded.
"""

from __future__ import annotations

from collections.abc import Callable

_waiting: list[Callable[[], None]] = []


def when_compiling(work: Callable[[], None]) -> None:
    """Have something done once, when a kernel whose code isn't kept yet is about to be compiled."""
    _waiting.append(work)


def compiling() -> None:
    """A kernel is about to be compiled: tell everyone who asked, once."""
    while _waiting:
        _waiting.pop()()
