"""A terminal game to test: keys go in, what stands on the screen comes out."""

from __future__ import annotations

import asyncio
import functools
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any

from rich.console import Console
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from squeezebox.coach.apart.process import Searcher
from squeezebox.game import Game
from squeezebox.terminal.abilities import Abilities, Signs
from squeezebox.terminal.app import Squeezebox
from squeezebox.terminal.session import Session
from squeezebox.terminal.store import Store

FULL = Abilities(Signs.GLYPHS, 1 << 24, light=False)
TODAY = date(2026, 11, 30)

KEYS = {
    " ": "space", "-": "minus", "*": "asterisk", "_": "underscore", ":": "colon", ";": "semicolon",
    "?": "question_mark", "(": "left_parenthesis", ")": "right_parenthesis", "=": "equals_sign",
    ",": "comma", ".": "full_stop", "/": "slash", "~": "tilde", "\n": "enter",
}  # fmt: skip


class Seat:
    """A player before a terminal."""

    def __init__(self, app: Squeezebox, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        """Press keys by their names, one after the other."""
        await self.pilot.press(*keys)
        await self.calm()

    async def burst(self, text: str, *keys: str) -> None:
        """Type a text, and then keys, all of them before anything is worked."""
        await self.typed(text, *keys)
        await self.calm()

    async def typed(self, text: str, *keys: str) -> None:
        """As `burst`, but wait only until the program has got the keys."""
        for name in (*(KEYS.get(character, character) for character in text), *keys):
            character = next((c for c, known in KEYS.items() if known == name), name)
            self.app.post_message(events.Key(name, character if len(character) == 1 else None))
        got = asyncio.Event()
        self.app.call_later(got.set)
        await got.wait()

    async def calm(self) -> None:
        """Wait until everything that was done is worked. A pause alone ends when the process is
        idle, which it also is when the machine has no time for it."""
        calm = False
        while not calm:
            screen = self.app.screen
            await self.pilot.pause()
            parts = [self.app, *self.app.screen.walk_children(with_self=True)]
            calm = (
                self.app.screen is screen
                and screen.is_mounted
                and not self.app.keys_wait
                and not any(part.message_queue_size for part in parts)
            )

    async def type(self, text: str) -> None:
        """Type a text; a line break is Enter."""
        await self.press(*(KEYS.get(character, character) for character in text))

    async def do(self, actions: str) -> None:
        """Type actions on the line."""
        await self.type(f":{actions}\n")

    async def until(self, so: Callable[[], object]) -> None:
        """Wait for the coach, however long it takes."""
        for _ in range(6000):
            if so():
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"it never came about: {self.text()}")

    @property
    def coach_line(self) -> str:
        """What stands in the coach's line."""
        return str(self.app.game_screen.query_one("#coach", Static).content)

    @property
    def session(self) -> Session:
        """The session in play."""
        return self.app.play.session

    @property
    def actions(self) -> str:
        """What was done so far."""
        return " ".join(map(str, self.session.game.actions))

    @property
    def said(self) -> str:
        """What was said last."""
        return self.app.game_screen.words

    def text(self, colours: str | None = None) -> str:
        """The screen as text; with `colours`, a name of Rich's, with the codes that are sent."""
        wide, high = self.app.size
        console = Console(
            width=wide, height=high, file=io.StringIO(), record=True, legacy_windows=False,
            force_terminal=True, color_system=colours or "truecolor",
        )  # fmt: skip
        whole = self.app.screen._compositor.render_update(
            full=True, screen_stack=self.app._background_screens
        )
        console.print(whole)
        if colours is not None:
            assert isinstance(console.file, io.StringIO)
            return console.file.getvalue()
        text = console.export_text()
        return "\n".join(line.rstrip() for line in text.splitlines()).rstrip() + "\n"


@asynccontextmanager
async def seat(
    folder: Path,
    rules: str = "accordion",
    *,
    size: tuple[int, int] = (80, 24),
    abilities: Abilities = FULL,
    session: Session | None = None,
    searcher: Callable[[], Searcher] | None = None,
    settings: dict[str, bool | str] | None = None,
    **game: Any,
) -> AsyncIterator[Seat]:
    """A game on the table; `game` is what `Game` takes, by default deal 1."""
    if not {"deal", "deck"} & game.keys():
        game["deal"] = 1
    store = Store.open(folder)
    for name, value in (settings or {}).items():
        store.settings.set(name, value)
    coached = {} if searcher is None else {"searcher": searcher}
    app = Squeezebox(
        session or Session(Game(rules, **game)),
        store,
        abilities=abilities,
        today=lambda: TODAY,
        **coached,
    )
    try:
        async with app.run_test(size=size) as pilot:
            one = Seat(app, pilot)
            await one.calm()
            yield one
    finally:
        store.close()


def played(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that waits for a terminal: in a thread of its own, since a browser that other tests
    have opened may have an event loop in this one."""

    @functools.wraps(test)
    def run(*given: Any, **named: Any) -> None:
        async def whole() -> None:
            await test(*given, **named)

        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(whole())).result()

    return run
