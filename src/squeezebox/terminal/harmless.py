"""Texts from others, shown so that a terminal doesn't obey them. Imports nothing of the package."""

from __future__ import annotations

from rich.cells import cell_len

_UNSEEN = {
    code: "" if cell_len(chr(code)) == 0 else "\N{REPLACEMENT CHARACTER}"
    for span in (
        (0x00, 0x0A), (0x0B, 0x20), (0x7F, 0xA0), (0x061C, 0x061D), (0x200E, 0x2010),
        (0x2028, 0x202F), (0x2066, 0x206A),
    )
    for code in range(*span)
}  # fmt: skip
"""Characters that a terminal obeys instead of showing them, and those that turn the direction of
a text; not the end of a line."""


def harmless(text: str) -> str:
    """A text from somebody else, such as a record's headers, as it may be shown in a terminal.

    It keeps its width: what would be obeyed has none, and is left out.
    """
    return text if text.isascii() and text.isprintable() else text.translate(_UNSEEN)
