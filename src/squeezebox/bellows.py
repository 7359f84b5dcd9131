"""The bellows, the rising and falling number of piles, as a line of text. Imports nothing.

It shows how a game went without giving away any of its actions, so players can share it.
The page makes the same line (`bellowsText` in its scripts).
"""

from __future__ import annotations

from collections.abc import Sequence

BLOCKS = "▁▂▃▄▅▆▇█"
WIDTH = 24


def bellows_text(piles: Sequence[int], width: int = WIDTH) -> str:
    """The numbers of piles at the start and after each action, as block characters.

    The highest block stands for the most piles of the game. A game with more than `width`
    numbers (at least two) is sampled evenly: the first and the last number are always there.
    """
    most = max(piles, default=0)
    last = len(piles) - 1
    if last >= width:
        steps = width - 1
        piles = [piles[(2 * step * last + steps) // (2 * steps)] for step in range(width)]
    # Rounded up, so that the lowest block is for few piles alone, and the highest for the most.
    return "".join(
        BLOCKS[max(-(-8 * count // most), 1) - 1] if most else BLOCKS[0] for count in piles
    )
