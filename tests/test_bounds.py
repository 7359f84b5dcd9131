"""What the service bears: large and slow requests, idle and many connections."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from squeezebox.web.bounds import Bounded, Connection

LARGEST = 1000
SHORT = 0.4
"""Seconds of patience in these tests."""


async def length(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that answers how long the body was."""
    message = await receive()
    assert message["more_body"] is False
    await JSONResponse(len(message["body"]))(scope, receive, send)


def refuse(message: str, status: int) -> Response:
    return JSONResponse(message, status)


class Impatient(Connection):
    patience = SHORT


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Where a server with little patience listens."""
    app = Bounded(length, largest=LARGEST, refuse=refuse, patience=SHORT)
    config = uvicorn.Config(
        app,
        http=Impatient,
        log_level="critical",
        lifespan="off",
        ws="none",
        timeout_keep_alive=60,
        h11_max_incomplete_event_size=16_384,
    )
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(100)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join(10)


@contextlib.contextmanager
def connected(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        yield connection


def rest(connection: socket.socket) -> tuple[int, Any]:
    """The status and body of the answer, up to where the server closes the connection."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while more := connection.recv(65536):
            received += more
    head, _, body = received.partition(b"\r\n\r\n")
    return (int(head.split()[1]), json.loads(body)) if head else (0, None)


def answered(connection: socket.socket, body: bytes) -> None:
    """Read an answer with this body; the connection stays open."""
    received = b""
    while not received.endswith(b"\r\n\r\n" + body):
        more = connection.recv(65536)
        assert more, received
        received += more


def head(*lines: str) -> bytes:
    return "\r\n".join(["POST / HTTP/1.1", "host: x", *lines, "", ""]).encode()


CLOSING = "connection: close"


@pytest.mark.parametrize("size", [0, 1, LARGEST - 1, LARGEST])
def test_a_body_comes_whole(port: int, size: int) -> None:
    with connected(port) as connection:
        connection.sendall(head(f"content-length: {size}", CLOSING) + b"x" * size)
        assert rest(connection) == (200, size)
    with connected(port) as connection:
        connection.sendall(head("transfer-encoding: chunked", CLOSING))
        for _ in range(size):
            connection.sendall(b"1\r\nx\r\n")
        connection.sendall(b"0\r\n\r\n")
        assert rest(connection) == (200, size)


@pytest.mark.parametrize("how", ["content-length: 1001", "transfer-encoding: chunked"])
def test_a_large_body_is_refused_and_not_waited_for(port: int, how: str) -> None:
    body = b"x" * 1001 if "length" in how else b"3E9\r\n" + b"x" * 1001 + b"\r\n"
    with connected(port) as connection:
        connection.sendall(head(how) + body)
        status, said = rest(connection)
        assert (status, "1,000 bytes" in said) == (413, True)


def test_a_body_that_does_not_come_is_refused(port: int) -> None:
    with connected(port) as connection:
        connection.sendall(head("content-length: 5") + b"x")
        status, said = rest(connection)
        assert (status, "too long to come" in said) == (408, True)


@pytest.mark.parametrize("sent", [b"", b"POST / HTTP/1.1\r\nhost:"])
def test_a_head_that_does_not_come_ends_the_connection(port: int, sent: bytes) -> None:
    with connected(port) as connection:
        connection.sendall(sent)
        assert rest(connection) == (0, None)


def test_a_head_that_drips_ends_the_connection(port: int) -> None:
    """Each byte comes soon after the one before, but the head never is whole."""
    with connected(port) as connection:
        connection.settimeout(SHORT / 8)
        sent = head("content-length: 0")[:-4] + b"\r\nmore: " + b"x" * 2000
        for byte in sent:
            try:
                connection.sendall(bytes([byte]))
                if connection.recv(1) == b"":
                    return
            except TimeoutError:
                continue
            except OSError:
                return
    raise AssertionError("the server went on waiting")


def test_a_second_request_that_drips_ends_the_connection(port: int) -> None:
    with connected(port) as connection:
        connection.sendall(head("content-length: 0"))
        answered(connection, b"0")
        connection.sendall(b"POST ")
        assert rest(connection) == (0, None)


def test_who_waits_between_requests_is_served(port: int) -> None:
    """Patience is for heads that have begun; between requests the keep-alive counts."""
    with connected(port) as connection:
        for _ in range(2):
            connection.sendall(head("content-length: 3") + b"abc")
            answered(connection, b"3")
            threading.Event().wait(2 * SHORT)


def test_a_head_that_is_too_large_is_refused(port: int) -> None:
    with connected(port) as connection:
        connection.sendall(head(f"more: {'x' * 40_000}")[:-4])
        received = b""
        with contextlib.suppress(ConnectionResetError):
            while more := connection.recv(65536):
                received += more
        assert not received or received.startswith(b"HTTP/1.1 4")


def test_who_leaves_troubles_nobody(port: int) -> None:
    for sent in (b"", head("content-length: 5") + b"x", b"\0\xff\r\n\r\n"):
        with connected(port) as connection:
            connection.sendall(sent)
    with connected(port) as connection:
        connection.sendall(head("content-length: 2", CLOSING) + b"ab")
        assert rest(connection) == (200, 2)
