"""Machine instructions that Numba has no name for. Imports Numba and `compiled`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
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


@intrinsic
def _leading_zeros(_context: Any, word: Any) -> Any:  # noqa: ARG001
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.uint64), generate


@kernel
def ones(word: Any) -> int:
    """How many bits of a word are set."""
    return _popcount(word)  # type: ignore[call-arg]


@kernel
def lowest(word: Any) -> int:
    """The place of the lowest set bit of a word; 64 if none is set."""
    return _trailing_zeros(word)  # type: ignore[call-arg]


@kernel
def highest(word: Any) -> int:
    """The place of the highest set bit of a word; −1 if none is set."""
    return 63 - _leading_zeros(word)  # type: ignore[call-arg]


@intrinsic
def _counter(_context: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(64), [])
        name = "llvm.readcyclecounter"
        counter = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        return builder.call(counter, [])

    return types.uint64(), generate


@kernel
def cycles() -> int:
    """The processor's clock: differences compare the lengths of pieces of compiled work."""
    return _counter()  # type: ignore[call-arg]
