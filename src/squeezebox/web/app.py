"""The service: routes, limits and headers around `views` and `files`. Imports FastAPI.

It keeps no state: each request brings its whole game. So every request is bounded by
its size alone, and none can harm another.
"""

from __future__ import annotations

import pathlib
from typing import Annotated, Any

from fastapi import FastAPI, Path, Request as Asked
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import __version__
from ..errors import Fault
from ..words import sentence
from .bounds import Bounded
from .coach_routes import coach_routes
from .files import STATIC, Files
from .pages import leaf, leaves
from .schemas import (
    KeyView,
    Leaf,
    Named,
    Page,
    Problem,
    ReadRules,
    Request,
    RulesProblem,
    RulesText,
    View,
)
from .searches import Searches
from .views import answer, catalogue_view, keys_view, read_view

LARGEST_BODY = 300_000
"""Bytes that a request's body may have."""

LONGEST_NAME = 300
"""Characters that the name of a page may have; a rule set's text has fewer."""

MARK = "x-squeezebox"
"""A header by which a second start recognises a running server."""

BUILD = "x-squeezebox-build"
"""A header by which a page that was loaded long ago sees that there is a newer one."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "cache-control": "no-cache",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    MARK: __version__,
}


class Marked:
    """Around the application: its responses bear these headers, unless they have their own."""

    def __init__(self, app: ASGIApp, headers: dict[str, str]) -> None:
        self.app = app
        self.headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_marked)


def _problem(
    message: str, status: int, line: int | None = None, column: int | None = None
) -> JSONResponse:
    problem = Problem(message=sentence(message), line=line, column=column)
    return JSONResponse(problem.model_dump(), status_code=status)


def create_app(static: pathlib.Path = STATIC, searches: Searches | None = None) -> FastAPI:
    """The whole service: `/` and `/static` are the page, `/api` answers it.

    `app.state.searches` is the gate before the coach's searches. Whoever serves the
    application may `start` it, so that nobody waits for compiling, and should `end` it.
    """
    files = Files(static)
    searches = searches or Searches()
    app = FastAPI(
        title="Squeezebox",
        version=__version__,
        summary="Accordion patience: a record in, a view out.",
        docs_url=None,  # FastAPI's own pages would load scripts from other hosts
        redoc_url=None,
    )
    app.state.searches = searches
    app.add_middleware(Bounded, largest=LARGEST_BODY, refuse=_problem)
    app.add_middleware(Marked, headers=HEADERS | {BUILD: files.build})
    rule_sets, keys = catalogue_view(), keys_view()

    @app.post("/api/game", response_model=None, responses={200: {"model": View}, **_PROBLEMS})
    async def game(request: Request) -> Response:
        """The view of a game after an action; an illegal action is refused in the view."""
        return Response(answer(request).model_dump_json(), media_type="application/json")

    @app.get("/api/rules")
    async def rules() -> list[Named]:
        """The rule sets that a player chooses from."""
        return rule_sets

    @app.get("/api/rulebook")
    async def rulebook() -> list[Leaf]:
        """The pages of the rulebook."""
        return leaves()

    @app.get("/api/rulebook/{name}", responses={404: _NO_PAGE, 422: _PROBLEMS[422]})
    async def rulebook_page(name: Annotated[str, Path(max_length=LONGEST_NAME)]) -> Page:
        """A page of the rulebook: a chapter, or any rule set, also one of your own."""
        try:
            return leaf(name)
        except Fault as error:
            raise HTTPException(404, error.message) from None

    @app.get("/api/rules/keys")
    async def rules_keys() -> list[KeyView]:
        """What can be changed in a rule set, for a form."""
        return keys

    @app.post(
        "/api/rules/read",
        response_model=None,
        responses={200: {"model": ReadRules}, **_PROBLEMS, 422: {"model": RulesProblem}},
    )
    async def rules_read(asked: RulesText) -> Response:
        """The rule set that a text means, explained; or why it makes no sense."""
        try:
            found: ReadRules | RulesProblem = read_view(asked.text)
        except Fault as error:
            found = RulesProblem(message=sentence(error.message), key=error.key)
        status = 200 if isinstance(found, ReadRules) else 422
        return JSONResponse(found.model_dump(), status_code=status)

    app.include_router(coach_routes(searches, _PROBLEMS))

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(asked: Asked) -> Response:
        return files.page(asked.headers)

    @app.api_route("/static/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def file(path: str, asked: Asked) -> Response:
        return files.file(path, asked.headers)

    _tell_problems(app)
    return app


_PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "The body isn't readable."},
    408: {"model": Problem, "description": "The body was too long in coming."},
    413: {"model": Problem, "description": f"The body has more than {LARGEST_BODY} bytes."},
    422: {"model": Problem, "description": "The record doesn't hold, or the body is no request."},
}

_NO_PAGE: dict[str, Any] = {"model": Problem, "description": "The rulebook has no such page."}


def _tell_problems(app: FastAPI) -> None:
    """Every error becomes a `Problem`: one sentence, nothing of the request's text run as HTML."""

    async def wrong_record(_request: object, error: Exception) -> JSONResponse:
        assert isinstance(error, Fault)
        return _problem(error.message, 422, error.line, error.column)

    async def wrong_request(_request: object, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        unreadable = first["type"] == "json_invalid"
        where = "" if unreadable else where
        if first["type"] == "string_too_long":
            most = first["ctx"]["max_length"]
            return _problem(f"The {where} is too long: at most {most} characters are read.", 422)
        return _problem(f"{where}: {first['msg']}" if where else first["msg"], 422)

    async def wrong_address(_request: object, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        response = _problem(str(error.detail), error.status_code)
        response.headers.update(error.headers or {})
        return response

    app.add_exception_handler(Fault, wrong_record)
    app.add_exception_handler(RequestValidationError, wrong_request)
    app.add_exception_handler(HTTPException, wrong_address)
