"""The coach's addresses: `/api/coach/…`. Imports FastAPI, `coach.apart` and `searches`.

A question is read here, and answered at once where nothing need be searched; else it goes
through the gate. An answer is always in time: what wasn't found out is told as unknown.
"""

from __future__ import annotations

import time
from typing import Any

from fastapi import APIRouter, Request as Asked
from fastapi.responses import Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.types import Receive

from ..coach.apart.kinds import KINDS
from ..coach.apart.questions import TooLate
from ..coach.apart.schemas import (
    AdviceView,
    CoachRequest,
    DealRequest,
    DealView,
    DifficultyRequest,
    DifficultyView,
    LastsView,
    LightView,
    MarksView,
    PuzzleRequest,
    PuzzleView,
    ReviewView,
)
from .searches import Searches

UNREADY = 1.0
"""Seconds after which it is told that the searches aren't ready: for who asks that is the news."""

Responses = dict[int | str, dict[str, Any]]
"""Descriptions of answers, by status."""


async def _disconnected(receive: Receive) -> None:
    """Wait until the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


def coach_routes(searches: Searches, problems: Responses) -> APIRouter:
    """The routes; `problems` describes what else may be answered, by status."""
    router = APIRouter(prefix="/api/coach")

    late: Responses = {
        503: {**problems[422], "description": "There was no time to find it: ask again."}
    }

    def told(model: type[BaseModel], more: Responses | None = None) -> dict[str, Any]:
        responses = {200: {"model": model}, **problems, **(more or {})}
        return {"response_model": None, "responses": responses}

    async def answer(name: str, asked: BaseModel, budget: float, client: Asked) -> Response:
        until = time.monotonic() + (budget if searches.ready else min(budget, UNREADY))
        kind = KINDS[name]
        question = kind.read(asked)
        view = kind.at_once(question)
        found = None
        if view is None:
            gone = _disconnected(client.receive)
            found = await searches.ask(name, asked.model_dump(), until, gone)
        if found is None:
            try:
                view = view or kind.meanwhile(question, searches.ready)
            except TooLate as late:
                raise HTTPException(503, str(late)) from None
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

    @router.post("/lasts", **told(LastsView))
    async def lasts(asked: CoachRequest, client: Asked) -> Response:
        """Which cards can be on top of the last pile; the game needs no target for it."""
        return await answer("lasts", asked, asked.budget, client)

    @router.post("/difficulty", **told(DifficultyView, late))
    async def difficulty(asked: DifficultyRequest, client: Asked) -> Response:
        """How difficult a deal is."""
        return await answer("difficulty", asked, asked.budget, client)

    @router.post("/deal", **told(DealView, late))
    async def deal(asked: DealRequest, client: Asked) -> Response:
        """A deal of some difficulty, or one that is known to be winnable."""
        return await answer("deal", asked, asked.budget, client)

    @router.post("/puzzle", **told(PuzzleView, late))
    async def puzzle(asked: PuzzleRequest, client: Asked) -> Response:
        """A position that one action alone can win, and the solution."""
        return await answer("puzzle", asked, asked.budget, client)

    return router
