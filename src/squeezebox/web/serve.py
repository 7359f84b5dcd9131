"""Starting the server and opening the page. Imports `app` and uvicorn only when asked to."""

from __future__ import annotations

import socket
import sys
import urllib.error
import urllib.request
import webbrowser

from ..errors import SetupError

PORT = 5252
"""Where the page is served unless said otherwise; browsers keep games by address and port."""


def _address(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens at host and port (0: any free one).

    Raises:
        OSError: if it can't be had.
    """
    family, kind, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(512)
    except OSError:
        listener.close()
        raise
    return listener


def _is_squeezebox(address: str) -> bool:
    """Whether the program that already answers at `address` is this one, in this version."""
    from .app import HEADERS, MARK

    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(address, timeout=2) as response:
            return bool(response.headers.get(MARK) == HEADERS[MARK])
    except (OSError, urllib.error.URLError, ValueError):
        return False


HOST = "127.0.0.1"


def serve(host: str = HOST, port: int | None = None, browser: bool = True) -> None:
    """Serve the page until interrupted, and open it in the browser.

    Without `port` the usual one is taken; if Squeezebox runs there already its page is
    opened, and if another program has it any free port serves.

    Raises:
        SetupError: if host and port can't be had.
    """
    try:
        listener = _listen(host, PORT if port is None else port)
    except (OSError, OverflowError, UnicodeError) as error:
        if port is not None or isinstance(error, (socket.gaierror, UnicodeError)):
            why = getattr(error, "strerror", None) or str(error)
            shown = PORT if port is None else port
            raise SetupError(f"can't listen at {host}, port {shown}: {why}") from None
        address = _address(host, PORT)
        if host == HOST and _is_squeezebox(address):
            print(f"Squeezebox is running already at {address}")
            if browser:
                webbrowser.open(address)
            return
        try:
            listener = _listen(host, 0)
        except OSError as second:
            raise SetupError(f"can't listen at {host}: {second.strerror}") from None
    with listener:
        _run(listener, _address(host, listener.getsockname()[1]), browser)


def _run(listener: socket.socket, address: str, browser: bool) -> None:
    import uvicorn

    from .app import create_app

    config = uvicorn.Config(
        create_app(),
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=1000,
        timeout_graceful_shutdown=1,
    )
    print(f"Squeezebox is at {address} (Ctrl-C ends it)")
    sys.stdout.flush()
    if browser:
        webbrowser.open(address)  # the socket listens already, so the page can't come too early
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        print()
