"""Simulated players, by name. Imports the solver, `table` and what lies below.

- `player` says what a player is, `lots` how it draws;
- `simple` are those that look at one action at a time, nothing but weights; `solving` knows it all;
- `kernels` plays many games of the simple ones in compiled code;
- `fair` says what an action is worth over orders of the unseen cards, and plays by that: `values`
  is how a row looks, `orders` plays out, `ahead` looks at the last cards, `advised` plays games;
- `simulate` lets a player play many deals.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from ..errors import TextError, quoted
from ..rules import RuleSet
from .player import Choice, Player
from .simple import Weights, choosing
from .solving import choose as solve_and_play

if TYPE_CHECKING:
    from .playing import Plays

__all__ = ["PLAYERS", "Player", "player"]

FIRST = 64
"""Makes one of place and distance count before the other, which is less than this."""


# What is compiled is loaded when it is needed.


def _simple(name: str, summary: str, weights: Weights) -> Player:
    def many(rules: RuleSet, *decks: Any) -> Plays:
        from .playing import play_decks

        return play_decks(rules, *decks, weights=weights)

    return Player(name, summary, False, choosing(weights), weights, many)


def _choose_fairly(seed: int) -> Choice:
    from .fair import choose

    return choose(seed)


def _many_fairly(rules: RuleSet, *decks: Any) -> Plays | None:
    from .fair import play_decks

    return play_decks(rules, *decks)


PLAYERS: tuple[Player, ...] = (
    _simple("random", "Any legal merge, by lot.", Weights()),
    _simple(
        "left-slide",
        "The leftmost pile that can move; it slides if it can.",
        Weights(place=-FIRST, distance=-1),
    ),
    _simple(
        "left-leap",
        "The leftmost pile that can move; it leaps if it can.",
        Weights(place=-FIRST, distance=1),
    ),
    _simple(
        "right-slide",
        "The rightmost pile that can move; it slides if it can.",
        Weights(place=FIRST, distance=-1),
    ),
    _simple(
        "right-leap",
        "The rightmost pile that can move; it leaps if it can.",
        Weights(place=FIRST, distance=1),
    ),
    _simple(
        "slides-first",
        "Any slide before any leap, the leftmost first.",
        Weights(place=-1, distance=-FIRST),
    ),
    _simple(
        "leaps-first",
        "Any leap before any slide, the leftmost first.",
        Weights(place=-1, distance=FIRST),
    ),
    _simple(
        "matches",
        "What leaves the most matches, those a place too far counted a little.",
        Weights(matches=10, nearly=3),
    ),
    _simple(
        "sweepers",
        "Keeps the cards of one rank to sweep up the rest; else as matches, from the right end.",
        Weights(place=3, matches=10, nearly=3, protect=-1000, hold=-10, target=-10_000),
    ),
    Player(
        "fair",
        "What comes out best over orders of the unseen cards that are sampled.",
        False,
        _choose_fairly,
        many=_many_fairly,
    ),
    Player("solver", "Plays what the solver finds, the stock known.", True, solve_and_play),
)
"""The simulated players, from the simplest to the one that knows everything."""


def player(name: str) -> Player:
    """The player called `name`, in any case.

    Raises:
        TextError: if nobody is called so; who comes nearest is suggested.
    """
    known = {one.name: one for one in PLAYERS}
    plain = name.strip().lower().replace(" ", "-").replace("_", "-")
    if plain in known:
        return known[plain]
    near = difflib.get_close_matches(plain[:40], known, n=1, cutoff=0)
    raise TextError(
        f"no player is called {quoted(name.strip())}; did you mean {near[0]}? "
        f"(there are {', '.join(known)})",
        found=name,
        expected="the name of a player",
    )
