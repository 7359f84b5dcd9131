"""A player whose games are kept."""

from __future__ import annotations

from calling import WIN_OF_DEAL_1
from squeezebox import Game
from squeezebox.terminal.session import Session
from squeezebox.terminal.store import Store

WIN = WIN_OF_DEAL_1.split()


def play(store: Store, actions: int = 5, session: Session | None = None) -> Session:
    """A game with so many more actions."""
    session = session or Session(Game("accordion", deal=1))
    store.save(session)
    for action in WIN[session.ply : session.ply + actions]:
        session.play(action)
        store.save(session)
    return session
