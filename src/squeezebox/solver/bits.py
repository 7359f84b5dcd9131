"""Two instructions on 64-bit words that Numba has no name for. Imports Numba only."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic

from .compiled import kernel


@intrinsic
def _popcount(_context: Any, word: Any) -> Any:  # noqa: ARG001
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _trailing_zeros(_context: Any, word: Any) -> Any:  # noqa: ARG001
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.uint64), generate


@kernel
def ones(word: Any) -> int:
    """How many bits of a word are set."""
    return _popcount(word)  # type: ignore[call-arg]


@kernel
def lowest(word: Any) -> int:
    """The place of the lowest set bit of a word; 64 if none is set."""
    return _trailing_zeros(word)  # type: ignore[call-arg]
