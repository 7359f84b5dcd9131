"""What a guided play values, by the number of piles. Imports NumPy only.

The features are explained in `guided`; the values stand at three numbers of piles and are
linear in between. They were found by CMA-ES in a research program that played the open game.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

KNOTS = (52, 26, 8)
"""The numbers of piles at which the values stand."""

FEATURES = (
    "leaps",  # change of matches at the other distances, for a slide's 1
    "place",  # for each pile between the mover and the right end
    "noise",  # uniform, from 0 to this
    "rank2", "rank3", "rank4",  # covering a card of whose rank so many still show
    "suit", "suit_square", "suit_last",  # covering a card, by how many of its suit show
    "zone", "zone_rank", "zone_suit",  # covering one near the right end
)  # fmt: skip

PUBLISHED = {
    "leaps": (1.07, 3.18, 1.05),
    "place": (0.42, 1.38, 0.05),
    "noise": (5.84, 2.37, 0.38),
    "rank2": (8.9, 3.0, 15.9),
    "rank3": (8.4, 4.6, 17.3),
    "rank4": (9.1, 7.3, 19.2),
    "suit": (1.18, 1.63, 2.56),
    "suit_square": (-0.58, -1.06, -0.23),
    "suit_last": (3.5, 3.5, 6.7),
    "zone": (-0.20, 0.87, 1.34),
    "zone_rank": (1.60, 3.24, 0.39),
    "zone_suit": (0.15, 0.40, 0.63),
}


def spread(values: dict[str, tuple[float, float, float]]) -> NDArray[np.float64]:
    """The values for every number of piles from 0 to 52, one row each, as `guided` takes them."""
    piles = np.clip(np.arange(53), KNOTS[2], KNOTS[0])
    columns = [np.interp(piles, KNOTS[::-1], values[name][::-1]) for name in FEATURES]
    return np.ascontiguousarray(np.stack(columns, axis=1))


WEIGHTS = spread(PUBLISHED)
