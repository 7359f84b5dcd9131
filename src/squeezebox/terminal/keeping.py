"""From a game in play to what is kept of it, and back. Imports `session`, `spoken`, `documents`.

A kept game is what files of results hold; what only the terminal needs beside it (ways in which
the game was played differently, marks) is its `state`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..actions import Action, read_action
from ..cards import RANKS, SUITS, write_cards
from ..errors import TextError
from ..game import Game
from ..table import Outcome, Table
from .documents import KeptGame
from .session import Line, Marks, Session
from .spoken import title_of

_PLY = re.compile("[0-9]{1,4}")


def kept_of(session: Session, before: KeptGame | None, seen: tuple[Action, ...]) -> KeptGame:
    """What is kept of a session, which was kept as `before` when its actions were `seen`.

    Every position since then counts, not only the last one: a line of typed actions may lead
    through a win to a better one.
    """
    game = session.game
    notes: dict[str, dict[str, str]] = {
        "headers": session.record.headers.others,
        "comments": {str(ply): said for ply, said in session.record.comments.items()},
    }
    fields: dict[str, Any] = {
        "id": session.id,
        "attempt": session.attempt,
        "rules": str(game.rules),
        "layout": game.layout,
        "deal": game.deal,
        "deck": None if game.deal is not None else write_cards(game.deck),
        "target": None if game.target is None else str(game.target),
        "came": session.came,
        "title": title_of(game.rules)[:500],
        "actions": _text(game.actions),
        "redo": _text(session.redo),
        "notes": notes,
        "begun": session.begun,
        "changed": session.changed,
        "seconds": session.seconds,
        "undos": session.undos,
        "hints": session.hints,
        "advice": session.advice,
        "outcome": str(game.outcome),
        "piles": game.piles,
        "daily": session.daily,
    }
    if before is not None:
        fields |= {name: before.fields()[name] for name in ("first", "best")}
    try:
        made = KeptGame.read(fields)
    except TextError:  # notes that are too long; the game is worth more
        made = KeptGame.read(fields | {"notes": {}})
    for table in _since(game, seen):
        made = _counted(made, table)
    return made


def _text(actions: tuple[Action, ...]) -> str:
    return " ".join(map(str, actions))


def _since(game: Game, seen: tuple[Action, ...]) -> Iterator[Table]:
    """The tables that the player came to after the actions that were seen."""
    same = 0
    for one, other in zip(game.actions, seen, strict=False):
        if one != other:
            break
        same += 1
    tables = game.tables
    yield from tables[same + 1 :] if same + 1 < len(tables) else tables[-1:]


def _counted(made: KeptGame, table: Table) -> KeptGame:
    """A game with the result of one of its positions put down, if that is one."""
    outcome = table.outcome
    if outcome is Outcome.OPEN:
        return made
    return made.with_result(made.changed, str(outcome), len(table.row))


def state_of(session: Session) -> dict[str, Any]:
    """What the terminal keeps of a session beside its game."""
    return {
        "lines": [
            {
                "actions": _text(line.actions),
                "bellows": list(line.bellows),
                "comments": {str(ply): said for ply, said in line.comments.items()},
            }
            for line in session.lines
        ],
        "marks": {"sweepers": session.marks.sweepers, "shown": session.marks.shown},
    }


def session_of(kept: KeptGame, state: dict[str, Any]) -> Session:
    """The session of a kept game, to go on from.

    Raises:
        TextError, SetupError, IllegalAction: if there is no such game.
    """
    game = Game(
        kept.rules,
        deal=kept.deal,
        deck=kept.deck,
        layout=kept.layout,
        target=kept.target,
        actions=kept.actions,
    )
    return Session(
        game,
        came=kept.came,
        id=kept.id,
        attempt=kept.attempt,
        redo=kept.redo.split(),
        lines=_lines(game, state.get("lines")),
        headers=_headers(kept.notes["headers"]),
        comments=_comments(kept.notes["comments"]),
        daily=kept.daily,
        begun=kept.begun,
        changed=kept.changed,
        seconds=kept.seconds,
        undos=kept.undos,
        hints=kept.hints,
        advice=kept.advice,
        marks=_marks(state.get("marks")),
    )


def _headers(kept: dict[str, str]) -> dict[str, str]:
    """Headers as a record can have them: each on one line, under a name without white space."""
    return {
        name: " ".join(value.splitlines())
        for name, value in kept.items()
        if not re.search(r"\s", name)
    }


def _comments(value: object) -> dict[int, str]:
    """Comments by ply; whatever isn't one is left out."""
    if not isinstance(value, dict):
        return {}
    return {
        int(ply): said
        for ply, said in value.items()
        if isinstance(ply, str) and _PLY.fullmatch(ply) and isinstance(said, str)
    }


def _lines(game: Game, value: object) -> Iterator[Line]:
    """Kept lines that can still be played; what was kept badly is dropped."""
    for one in value if isinstance(value, list) else ():
        try:
            actions = tuple(map(read_action, one["actions"].split()))
            table = game.tables[0]
            bellows = [len(table.row)]
            for action in actions:
                table = table.play(action)
                bellows.append(len(table.row))
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
        yield Line(actions, tuple(bellows), _comments(one.get("comments")))


def _marks(value: object) -> Marks:
    found = value if isinstance(value, dict) else {}
    signs = {name: str(found.get(name, "")) for name in ("sweepers", "shown")}
    return Marks(**{name: sign for name, sign in signs.items() if sign in (*RANKS, *SUITS)})
