"""The program as far as keys come to it: one after the other, however fast they are typed.

A sheet takes some moments to come and to get its fields ready, and so does what a key does there.
Whatever is typed meanwhile is held back, and then worked in its order. Imports `game_screen`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import suppress

from textual import events
from textual.app import App
from textual.message_pump import MessagePump
from textual.screen import Screen

from .game_screen import GameScreen

MOMENT = 0.01
"""Seconds between two looks whether a sheet has come, or advice."""
LOOKS = 200
"""Looks after which no key waits any longer for a sheet that doesn't answer. It isn't a time: when
the machine stands still for seconds, the sheet does, too, and the key is as much its own."""


class InTurn(App[None]):
    """A program that loses no key."""

    def __init__(self) -> None:
        super().__init__()
        self._held: deque[events.Key | events.Paste] = deque()
        self._working: asyncio.Task[None] | None = None

    @property
    def keys_wait(self) -> bool:
        """Whether keys that were typed are still to be worked."""
        return self._working is not None

    async def on_event(self, event: events.Event) -> None:
        """Keys of the game are worked at once, so that each finds the table as the one before
        left it; those of sheets as soon as the sheet is ready for them; all other events take
        Textual's way."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
            return
        screen = self.screen
        if isinstance(event, events.Key) and isinstance(screen, GameScreen):
            if event.key == "escape" and screen.waits:  # whoever waits may do something else
                self._held.clear()
                screen.wait_no_more()
                return
            if self._working is None and not screen.waits:
                await self._work(event)
                return
        self._held.append(event)
        if self._working is None:
            self._working = asyncio.create_task(self._work_all())

    async def _work_all(self) -> None:
        """Work what was held back."""
        try:
            while self._held and self.is_running:
                await self._until_settled()
                if self._held:
                    await self._work(self._held.popleft())
        except Exception as error:  # as if it had happened in a message of the program's
            self._handle_exception(error)
        finally:
            self._working = None

    async def _work(self, event: events.Key | events.Paste) -> None:
        """Work a key where it belongs now."""
        screen = self.screen
        if (
            isinstance(event, events.Key)
            and isinstance(screen, GameScreen)
            and screen.press(event.key, event.character)
        ):
            return
        await super().on_event(event)

    # ------------------------------------------------------------ waiting

    async def _until_settled(self) -> None:
        """Wait until what was done before is done, and what is to be typed on is there."""
        looks = iter(range(LOOKS))
        still = 0  # twice, for what a key does may go up to the program and down again
        while still < 2 and next(looks, None) is not None:
            screen = self.screen
            if not screen.is_mounted or len(self.screen_stack) < 2:  # the lowest one is empty
                await asyncio.sleep(MOMENT)
                continue
            chain = self._chain(screen)
            for each in chain:
                await self._through(each, looks)
            same = self.screen is screen and self._chain(screen) == chain
            still = still + 1 if same and not any(one.message_queue_size for one in chain) else 0
        while isinstance(screen := self.screen, GameScreen) and screen.waits:
            await asyncio.sleep(MOMENT)

    def _chain(self, screen: Screen[object]) -> list[MessagePump]:
        """Where a key goes: from the field that is typed on up to the program."""
        return list((screen.focused or screen).ancestors_with_self)

    async def _through(self, one: MessagePump, looks: Iterator[int]) -> None:
        """Wait until all that has been put to a part of the screen is worked."""
        done = asyncio.Event()
        if one.call_later(done.set):
            while one.is_running and next(looks, None) is not None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(done.wait(), MOMENT)
                    return
