"""An address as a QR code on a terminal. Imports segno, and Rich only to see the terminal.

Cameras want dark modules on a light ground with a light margin. Where the terminal has
colours they are set; where it has none its ground is taken to be dark, so light modules are
drawn and dark ones left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import segno

if TYPE_CHECKING:
    from rich.text import Text

Matrix = Sequence[Sequence[int]]
"""Rows of modules, 1 for a dark one."""

LIGHT, DARK = 0, 1

MARGIN = 4
"""Light modules around the code, as its standard asks for."""

INK, PAPER = "color(16)", "color(231)"
"""Black and white, which terminals' own colours needn't be."""


def matrix_of(address: str) -> Matrix:
    """The modules of an address's QR code, with its margin."""
    code = segno.make(address, micro=False)
    return [list(row) for row in code.matrix_iter(border=MARGIN)]


def blocks(matrix: Matrix, drawn: int) -> list[str]:
    """The lines of half blocks, two modules one above the other; `drawn` modules have ink."""
    even = [*matrix, *([[1 - drawn] * len(matrix[0])] if len(matrix) % 2 else [])]
    ink = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    return [
        "".join(ink[one == drawn, other == drawn] for one, other in zip(upper, lower, strict=True))
        for upper, lower in zip(even[::2], even[1::2], strict=True)
    ]


def letters(matrix: Matrix, drawn: int) -> list[str]:
    """The lines in ASCII, two characters a module; `drawn` modules have ink."""
    return ["".join("##" if module == drawn else "  " for module in row) for row in matrix]


def show(address: str) -> bool:
    """Print the code if standard output is a terminal and wide enough; whether it was."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.file.isatty():
        return False
    lines = _lines(
        matrix_of(address),
        coloured=console.color_system is not None and not console.no_color,
        blocky="utf" in console.encoding,
    )
    if lines[0].cell_len > console.width:
        return False
    for line in lines:
        console.print(line, no_wrap=True, crop=False)
    return True


def _lines(matrix: Matrix, *, coloured: bool, blocky: bool) -> list[Text]:
    from rich.text import Text

    if not coloured:
        return [Text(line) for line in (blocks if blocky else letters)(matrix, LIGHT)]
    if blocky:
        return [Text(line, f"{INK} on {PAPER}") for line in blocks(matrix, DARK)]
    return [
        Text.assemble(*(("  ", f"on {INK if module else PAPER}") for module in row))
        for row in matrix
    ]
