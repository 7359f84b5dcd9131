"""Bounds on what a client may send, and how slowly. Imports Starlette's types and uvicorn.

The service answers each request at once, so all that can be held up is a connection: its
next request must begin, and be there whole, within `PATIENCE` seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import h11
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 15
"""Seconds in which the head of a request must be there, and then its body."""


class Bounded:
    """Around an application: it gets whole bodies, neither too large nor too slow.

    `refuse` makes the response to one that is, from a sentence and a status.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        largest: int,
        refuse: Callable[[str, int], Response],
        patience: float = PATIENCE,
    ) -> None:
        self.app = app
        self.largest = largest
        self.refuse = refuse
        self.patience = patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = bytearray()
        try:
            async with asyncio.timeout(self.patience):
                if not await self._read(receive, body):
                    return
            in_time = True
        except TimeoutError:
            in_time = False
        if len(body) > self.largest:
            words = f"that text is far too long: it has more than {self.largest:,} bytes"
            refusal = self.refuse(words, 413)
        elif not in_time:
            refusal = self.refuse("the request took too long to come", 408)
        else:
            await self.app(scope, _again(bytes(body), receive), send)
            return
        refusal.headers["connection"] = "close"  # what may still come isn't read
        await refusal(scope, receive, send)

    async def _read(self, receive: Receive, body: bytearray) -> bool:
        """Read the body; False if the client leaves.

        One that is too large is read on for a while: most are done by then, and a client
        that is still sending when the connection is closed never sees why.
        """
        more = True
        while more and len(body) <= 4 * self.largest:
            message = await receive()
            if message["type"] == "http.disconnect":
                return False
            body += message.get("body", b"")
            more = message.get("more_body", False)
        return True


def _again(body: bytes, receive: Receive) -> Callable[[], Awaitable[Message]]:
    """What gives a body that has been read as if it hadn't."""
    first = True

    async def receive_again() -> Message:
        nonlocal first
        if not first:
            return await receive()
        first = False
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


class Connection(H11Protocol):
    """A connection that is closed when the head of a request is too long in coming."""

    patience: float = PATIENCE
    _closing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Go on waiting while the head isn't there; uvicorn itself waits between requests."""
        super().data_received(data)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._closing is None:
            self._closing = self.loop.call_later(self.patience, self._give_up)

    def _stop_waiting(self) -> None:
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None

    def _give_up(self) -> None:
        self._closing = None
        if self.conn.their_state is h11.IDLE:
            self.transport.close()
