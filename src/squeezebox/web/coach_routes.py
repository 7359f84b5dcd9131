"""The coach's addresses: `/api/coach/…`. Imports FastAPI, `coaching` and `searches`.

A question is read here, and answered at once where nothing need be searched; else it goes
through the gate. An answer is always in time: what wasn't found out is told as unknown.
"""

from __future__ import annotations

import time
from typing import Any

from fastapi import APIRouter, Request as Asked
from fastapi.responses import Response
from pydantic import BaseModel
from starlette.types import Receive

from .coach_schemas import AdviceView, CoachRequest, LightView, MarksView, ReviewView
from .coaching import KINDS
from .searches import Searches


async def _disconnected(receive: Receive) -> None:
    """Wait until the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


def coach_routes(searches: Searches, problems: dict[int | str, dict[str, Any]]) -> APIRouter:
    """The routes; `problems` describes what else may be answered, by status."""
    router = APIRouter(prefix="/api/coach")

    def told(model: type[BaseModel]) -> dict[str, Any]:
        return {"response_model": None, "responses": {200: {"model": model}, **problems}}

    async def answer(name: str, asked: BaseModel, budget: float, client: Asked) -> Response:
        until = time.monotonic() + budget
        kind = KINDS[name]
        question = kind.read(asked)
        view = kind.at_once(question)
        found = None
        if view is None:
            gone = _disconnected(client.receive)
            found = await searches.ask(name, asked.model_dump(), until, gone)
        if found is None:
            view = view or kind.meanwhile(question, searches.ready)
            found = view.model_dump_json().encode()
        return Response(found, media_type="application/json")

    @router.post("/light", **told(LightView))
    async def light(asked: CoachRequest, client: Asked) -> Response:
        """Whether a game can still be won; at once where the line in hand wins."""
        return await answer("light", asked, asked.budget, client)

    @router.post("/advice", **told(AdviceView))
    async def advice(asked: CoachRequest, client: Asked) -> Response:
        """One action that keeps the win where one is known, with reasons; else the best known."""
        return await answer("advice", asked, asked.budget, client)

    @router.post("/marks", **told(MarksView))
    async def marks(asked: CoachRequest, client: Asked) -> Response:
        """Every legal single action: it keeps the win, it loses, or that isn't known."""
        return await answer("marks", asked, asked.budget, client)

    @router.post("/review", **told(ReviewView))
    async def review(asked: CoachRequest, client: Asked) -> Response:
        """A game, action by action; and its record with that as comments."""
        return await answer("review", asked, asked.budget, client)

    return router
