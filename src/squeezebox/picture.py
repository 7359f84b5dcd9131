"""A table as an SVG picture, for notebooks and documents. Imports only `cards`."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import Card

WIDTH, HEIGHT, GAP, COLUMNS = 44, 60, 8, 13
_INK = ("#1b6b3a", "#b3261e", "#1d1f24", "#1d5fa8")
"""Clubs, hearts, spades, diamonds: four colours, none of which is the only sign."""


def _text(x: float, y: float, size: int, fill: str, words: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" '
        f'text-anchor="middle" font-family="system-ui, sans-serif">{words}</text>'
    )


def _card(x: int, y: int, card: Card, marked: bool) -> str:
    edge = '#a15c00" stroke-width="3' if marked else "#8a8d94"
    return (
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="5" '
        f'fill="#ffffff" stroke="{edge}"/>'
        + _text(x + WIDTH / 2, y + 26, 22, _INK[card.suit], card.glyphs[:-1])
        + _text(x + WIDTH / 2, y + 51, 22, _INK[card.suit], card.glyphs[-1])
    )


def svg(
    row: Sequence[Sequence[Card]], stock: int, discards: int, target: Card | None = None
) -> str:
    """The piles with their numbers and sizes in lines of thirteen; stock and discards beside.

    `row` holds the piles from left to right, each from bottom to top; `stock` and
    `discards` are numbers of cards. The picture is as large as it has to be, in pixels.
    """
    parts = []
    step_x, step_y = WIDTH + GAP, HEIGHT + 26
    for place, pile in enumerate(row):
        x, y = GAP + place % COLUMNS * step_x, GAP + place // COLUMNS * step_y
        parts.append(_card(x, y, pile[-1], pile[-1] is target))
        size = f" ×{len(pile)}" if len(pile) > 1 else ""
        parts.append(_text(x + WIDTH / 2, y + HEIGHT + 15, 11, "#5c6068", f"{place + 1}{size}"))
    words = [f"stock: {stock}"] if stock else []
    words += [f"discards: {discards}"] if discards else []
    words += [f"target: {target.glyphs}"] if target else []
    words += [] if row else ["the row is empty"]
    lines = (len(row) + COLUMNS - 1) // COLUMNS
    width = GAP + max(min(len(row), COLUMNS), 4) * step_x
    height = GAP + lines * step_y + (24 if words else 0)
    if words:
        middle, y = width / 2, GAP + lines * step_y + 12
        parts.append(_text(middle, y, 13, "#5c6068", ", ".join(words)))
    label = f"{len(row)} piles: " + ", ".join(pile[-1].text for pile in row)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{label}">'
        f'<rect width="100%" height="100%" fill="#f4f2ee"/>{"".join(parts)}</svg>'
    )
