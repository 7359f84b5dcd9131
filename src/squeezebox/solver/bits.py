"""Two machine instructions on 64-bit words that Numba doesn't offer. Imports Numba only."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def ones(_context: Any, word: Any) -> Any:
    """How many bits of a word are set (in compiled code only)."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def lowest(_context: Any, word: Any) -> Any:
    """The place of the lowest set bit of a word; 64 if none is set (in compiled code only)."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate
