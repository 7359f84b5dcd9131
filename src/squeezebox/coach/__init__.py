"""The coach: what a player is told of a game. Imports `record`, the solver and what lies below.

It has no face. Its modules from the ground up: `fairness`, what may be told while cards are
hidden; `known`, what has been found out already; `light`, whether a game can still be won;
`reasons`, why an action is good, in sentences that are true of the position; `marks`, which
actions keep the win; `advice`, one action and its reasons; `reviewing`, a game action by action.
None of them loads the searches before one is needed.

Those who load them stand beside: `steps` and `difficulty`, how difficult deals are; `endings` and
`puzzles`, positions with one action that wins; `lasts`, which card can be the last; `warming`.
"""

from .advice import Advice, advise
from .fairness import PEEKED, deals_are_free, hidden, peeked
from .light import Light, light
from .marks import Mark, mark
from .reviewing import Ply, Review, annotated, looks_ahead, review

__all__ = [
    "PEEKED",
    "Advice",
    "Light",
    "Mark",
    "Ply",
    "Review",
    "advise",
    "annotated",
    "deals_are_free",
    "hidden",
    "light",
    "looks_ahead",
    "mark",
    "peeked",
    "review",
]
