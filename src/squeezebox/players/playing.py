"""Many plays at once by players who are weights, from Python. Imports `kernels`, `simple`, the
solver's rows and what lies below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..cards import Card
from ..rules import Layout, RuleSet
from ..solver.planes import NO_CARD, Bytes, Flag, Numbers, Words, flag, terms_of
from . import kernels
from .lots import WORD
from .simple import Weights, too_far


class Plays(NamedTuple):
    """How plays ended, in their order."""

    won: Bytes
    """1 for a win, else 0."""
    piles: Bytes
    """How many piles were left."""


def plays(
    rules: RuleSet,
    deck: Sequence[Card],
    target: Card | None,
    layout: Layout,
    weights: Weights,
    seeds: Sequence[int],
    *,
    cancel: Flag | None = None,
) -> Plays:
    """Let a player play one deck many times, once for each seed of the lots.

    `weights` are a player's, or the same with `noise`: `weights._replace(noise=5)`. Each play is
    the one that a player with these weights and that seed makes by `choose`. It is compiled code,
    and leaves other threads alone; once `cancel` is set, only plays made before are returned.
    """
    decks = np.array([[card.order for card in deck]], dtype=np.int64)
    targets = np.array([NO_CARD if target is None else target.order], dtype=np.int64)
    words = np.array([seed % WORD for seed in seeds], dtype=np.uint64)
    return play_decks(rules, decks, targets, layout, words, cancel, weights=weights)


def play_decks(
    rules: RuleSet,
    decks: Numbers,
    targets: Numbers,
    layout: Layout,
    seeds: Words,
    cancel: Flag | None = None,
    *,
    weights: Weights,
) -> Plays:
    """Let a player play decks (a row of cards' orders each) in turn, once for each seed.

    A target is a card's order, or `NO_CARD`; there is one for each deck.
    """
    ends = Plays(np.zeros(len(seeds), dtype=np.uint8), np.zeros(len(seeds), dtype=np.uint8))
    done = kernels.play_all(
        decks,
        decks.shape[1] if layout == "open" else 0,
        terms_of(rules),
        np.array(too_far(rules), dtype=np.int64),
        weights,
        targets,
        seeds,
        flag() if cancel is None else cancel,
        kernels.room(),
        *ends,
    )
    return Plays(ends.won[:done], ends.piles[:done])


def play_seeds(seed: int, decks: Numbers) -> Words:
    """What the lots of a play of each deck begin with (`lots.play_seed`)."""
    seeds = np.zeros(len(decks), dtype=np.uint64)
    kernels.play_seeds(np.uint64(seed % WORD), decks, seeds)
    return seeds
