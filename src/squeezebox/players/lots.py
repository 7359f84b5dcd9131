"""Lots that simulated players draw: the same ones from the same seed, everywhere.

Imports `cards`. `kernels` draws the same lots in compiled code; tests hold one against the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Card

WORD = 2**64
MIX, SHIFT = 0x9E3779B97F4A7C15, 29
"""An odd number near 2^64 divided by the golden ratio, and a shift: multiplied by one and folded
by the other, words that differ little soon differ everywhere (Knuth, TAOCP 3, 6.4)."""


def mixed(word: int, number: int) -> int:
    """A word of 64 bits that depends on another and on a number in all its bits."""
    word = (word ^ (number + 1)) * MIX % WORD
    return word ^ (word >> SHIFT)


def play_seed(seed: int, deck: Sequence[Card]) -> int:
    """What the lots of one play begin with: the seed of all plays and the deck fix it."""
    word = mixed(0, seed % WORD)
    for card in deck:
        word = mixed(word, card.order)
    return word


class Lots:
    """Numbers drawn one after the other by a xorshift generator (Marsaglia, 2003)."""

    def __init__(self, seed: int) -> None:
        self._word = mixed(MIX, seed % WORD) or MIX

    def below(self, count: int) -> int:
        """A number from 0 to `count` − 1, each as likely as any other (to 1 in 2^32)."""
        word = self._word
        word ^= word << 13 & WORD - 1
        word ^= word >> 7
        word ^= word << 17 & WORD - 1
        self._word = word
        return (word >> 32) * count >> 32
