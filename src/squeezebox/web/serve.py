"""Starting the server and opening the page, for this computer or for its local network.

Imports `app`, `lan`, `qr` and uvicorn only when asked to.
"""

from __future__ import annotations

import http.client
import os
import socket
import sys
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Sequence
from contextlib import ExitStack

from .. import __version__
from ..errors import SetupError

HOST = "127.0.0.1"
PORT = 5252
"""Where the page is served unless said otherwise; browsers keep games by address and port."""

LARGEST_HEAD = 16_384
"""Bytes that the head of a request may have; the page's own have less than one thousand."""

MOST_CONNECTIONS = 1000
KEPT_OPEN = 10
"""Seconds that a connection stays open for a next request; a player's next move often comes."""


def _address(host: str, port: int) -> str:
    shown = HOST if host in ("0.0.0.0", "::", "") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens at host and port (0: any free one).

    Raises:
        OSError: if it can't be had.
    """
    family, kind, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind)
    try:
        if os.name == "posix":  # elsewhere it would share the port with another program
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(512)
    except OSError:
        listener.close()
        raise
    return listener


def _listen_at_all(hosts: Sequence[str], port: int) -> list[socket.socket]:
    """Sockets that listen at each host, all at the same port (0: any free one).

    Raises:
        OSError: if one of them can't be had.
    """
    with ExitStack() as stack:
        listeners: list[socket.socket] = []
        for host in hosts:
            listeners.append(stack.enter_context(_listen(host, port)))
            port = listeners[0].getsockname()[1]
        stack.pop_all()  # all are there: they stay open
    return listeners


def _running(address: str) -> str | None:
    """The version of Squeezebox that answers at `address` already; None if none does."""
    from .app import MARK

    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(address, timeout=2) as response:
            version: str | None = response.headers.get(MARK)
            return version
    except (OSError, urllib.error.URLError, ValueError, http.client.HTTPException):
        return None


def serve(host: str = HOST, port: int | None = None, browser: bool = True) -> None:
    """Serve the page until interrupted, and open it in the browser.

    Without `port` the usual one is taken; if Squeezebox runs there already its page is
    opened, and if another program has it any free port serves.

    Raises:
        SetupError: if host and port can't be had.
    """
    _serve([host], port, browser)


def serve_lan(port: int | None = None, browser: bool = True) -> None:
    """Serve the page to the local network too, and show its address and QR code there.

    Ports are as for `serve`; a Squeezebox that only this computer reaches doesn't count as
    running. It listens at local addresses only, never at one that the internet reaches.

    Raises:
        SetupError: if there is no local network, or the port can't be had.
    """
    from . import lan

    network = lan.addresses()
    if not network:
        raise SetupError(
            "this computer has no address in a local network, so no other device can reach it; "
            "--host listens at any address that you name"
        )
    _serve([HOST, *network], port, browser)


def _serve(hosts: Sequence[str], port: int | None, browser: bool) -> None:
    """Serve at all hosts; the browser opens the first, the others are the local network's."""
    here, *network = hosts
    listeners = _listeners(hosts, port)
    if listeners is None:
        versions = [_running(_address(host, PORT)) for host in hosts] if here == HOST else [None]
        if set(versions) == {__version__}:
            print(f"Squeezebox is running already at {_address(here, PORT)}")
            _tell_network(network, PORT)
            if browser:
                webbrowser.open(_address(here, PORT))
            return
        _tell_beside(versions[0])
        listeners = _listeners(hosts, 0)
        assert listeners is not None
    chosen = listeners[0].getsockname()[1]
    print(f"Squeezebox is at {_address(here, chosen)} (Ctrl-C ends it)")
    _tell_network(network, chosen)
    _run(listeners, _address(here, chosen) if browser else None)


def _listeners(hosts: Sequence[str], port: int | None) -> list[socket.socket] | None:
    """Sockets at all hosts; None if no port was asked for and the usual one is taken.

    Raises:
        SetupError: if they can't be had.
    """
    try:
        return _listen_at_all(hosts, PORT if port is None else port)
    except (OSError, OverflowError, UnicodeError) as error:
        if port is None and not isinstance(error, (socket.gaierror, UnicodeError)):
            return None
        why = getattr(error, "strerror", None) or str(error)
        shown = f", port {PORT if port is None else port}" if port != 0 else ""
        raise SetupError(f"can't listen at {' and '.join(hosts)}{shown}: {why}") from None


def _tell_beside(version: str | None) -> None:
    """Say why another port is taken, if a Squeezebox has the usual one."""
    if version is not None:
        which = "for this computer alone" if version == __version__ else f"in version {version}"
        print(
            f"Another Squeezebox runs {which} at {_address(HOST, PORT)}. This one takes another "
            "port, where the browser keeps games of their own."
        )


def _tell_network(hosts: Sequence[str], port: int) -> None:
    """Say where other devices find the page, if they do, and what that means."""
    if not hosts:
        return
    from . import qr

    there = [_address(host, port) for host in hosts]
    print(f"On your phone, in the same network: {' or '.join(there)}")
    print(
        "Anyone in this network can open the page. Nothing personal is kept here: each "
        "browser keeps its own games."
    )
    sys.stdout.flush()
    qr.show(there[0])


def _run(listeners: Sequence[socket.socket], address: str | None) -> None:
    """Answer at these sockets until interrupted, and open the page at `address`, if any."""
    import uvicorn

    from .app import create_app
    from .bounds import Connection

    app = create_app()
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=KEPT_OPEN,
        timeout_graceful_shutdown=1,
    )
    sys.stdout.flush()
    if address is not None:
        webbrowser.open(address)  # the sockets listen already, so the page can't come too early
    with ExitStack() as stack:
        for listener in listeners:
            stack.enter_context(listener)
        app.state.searches.start()  # while the page loads
        stack.callback(app.state.searches.end)
        try:
            uvicorn.Server(config).run(sockets=list(listeners))
        except KeyboardInterrupt:
            print()
