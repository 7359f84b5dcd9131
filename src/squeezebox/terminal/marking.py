"""What is known at once: of every action, and of the way that led here. Imports `coach`, and the
coach below."""

from __future__ import annotations

from ..actions import Action
from ..coach.light import without_search
from ..solver import Verdict
from .coach import Coach


def marks(coach: Coach) -> dict[Action, Verdict | None]:
    """Every legal action and what it does to the win; `None` is what is looked for yet."""
    if coach.said.marks is not None:
        return dict(coach.said.marks)
    otherwise = None if coach.asking("marks") else Verdict.UNKNOWN
    return {action: _known(coach, action) or otherwise for action in coach.table.legal_actions}


def fell(coach: Coach) -> bool:
    """Whether the position is lost, and an earlier one isn't known to be."""
    ply = coach.session.ply
    return _lost(coach, ply) and not all(_lost(coach, before) for before in range(ply))


def _lost(coach: Coach, ply: int) -> bool:
    known = coach.known(ply)
    return known is not None and known.verdict is Verdict.LOST


def _known(coach: Coach, action: Action) -> Verdict | None:
    """What is known of an action without a search; nothing, where that would look at the stock."""
    if coach.hidden:
        return None
    redo, tables = coach.session.redo, coach.session.game.tables
    line = redo[1:] if redo[:1] == (action,) else ()
    known = without_search(coach.table.after(action), line, tables)
    return None if known is None else known.verdict
