"""Having all that the coach searches with compiled or loaded, before a player waits for it.

Compiled code is kept on disk, so it is compiled once on a machine; loading takes a second.
Imports the coach's modules, when it is called.
"""

from __future__ import annotations


def warm() -> None:
    """Search a little of everything; the first time on a machine that takes a minute."""
    from ..game import Game
    from ..players.fair import estimate
    from ..rules import RuleSet
    from . import advise, review
    from .difficulty import difficulty, find_deal
    from .lasts import last_cards
    from .puzzles import puzzle

    games = [
        Game(RuleSet(), deal=1),
        Game(RuleSet(deck=6), deal=1),
        Game(RuleSet(deck=6, both_ways=True), deal=1),
        Game(RuleSet(deck=6, discard="between", distances=(2, 3)), deal=1),
        Game(RuleSet(deck=6, discard="pair", goal=0), deal=1),
        Game(RuleSet(deck=6, target="named"), deal=1),
        Game(RuleSet(deck=6, compulsory=True), deal=1, layout="stock"),
    ]
    for game in games:
        advise(game, budget=60, nodes=1000)
        review(game, budget=60, nodes=1000)
    estimate(games[-1].table, orders=1)  # advice asks for one only where there is a choice
    for each in (RuleSet(), RuleSet(compulsory=True)):  # of both the steps are kept
        difficulty(each, 1)
        find_deal(each, winnable=not each.compulsory)
        puzzle(each, 1)
    last_cards(games[1], budget=60)
