"""Starting the server: for this computer, beside others, and for the local network."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace
from typing import Any

import pytest
import segno
from rich.text import Text

from calling import run, started
from squeezebox import SetupError, __version__
from squeezebox.web import lan, qr, serve as _serve  # noqa: F401  # so that the module is there

serving = sys.modules["squeezebox.web.serve"]
ADDRESS = "http://192.168.178.23:5252/"


def fetch(address: str) -> tuple[int, str, dict[str, str]]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(address, timeout=20) as response:
        return response.status, response.read().decode(), dict(response.headers)


# ---------------------------------------------------------------- the QR code


def dark_of_blocks(lines: list[str], ink: int) -> list[list[int]]:
    """The modules that lines of half blocks show, where ink is dark (1) or light (0)."""
    upper = {"█": 1, "▀": 1, "▄": 0, " ": 0}
    lower = {"█": 1, "▀": 0, "▄": 1, " ": 0}
    rows = [[table[c] for c in line] for line in lines for table in (upper, lower)]
    return [[module if ink else 1 - module for module in row] for row in rows]


def expected(address: str) -> list[list[int]]:
    return [list(row) for row in segno.make(address, micro=False).matrix_iter(border=4)]


@pytest.mark.parametrize(
    "address", [ADDRESS, "http://10.0.0.1:80/", "http://[fd12:3456:789a:1:abcd:ef12:3456:7]:5252/"]
)
def test_the_code_can_be_read_back_from_the_terminals_lines(address: str) -> None:
    matrix = qr.matrix_of(address)
    assert matrix == expected(address)
    assert not any(map(any, matrix[:4] + [row[:4] for row in matrix]))  # the light margin
    for ink in (0, 1):
        assert dark_of_blocks(qr.blocks(matrix, ink), ink)[: len(matrix)] == matrix
        lines = qr.letters(matrix, ink)
        assert [[int((c == "#") == bool(ink)) for c in line[::2]] for line in lines] == matrix
        assert all(line.isascii() and len(line) == 2 * len(matrix) for line in lines)


def test_without_block_characters_the_ground_is_coloured() -> None:
    matrix = qr.matrix_of(ADDRESS)
    lines: list[Text] = qr._lines(matrix, coloured=True, blocky=False)
    shown = [[int(qr.INK in str(span.style)) for span in line.spans] for line in lines]
    assert shown == matrix
    assert {line.plain for line in lines} == {"  " * len(matrix)}


def in_terminal(columns: int, **environment: str) -> str:
    """What a terminal of that width is sent when the code is shown."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    code = f"from squeezebox.web import qr; print(qr.show({ADDRESS!r}))"
    settled = {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"} | environment
    process = subprocess.Popen([sys.executable, "-c", code], stdout=theirs, env=clean | settled)
    os.close(theirs)
    told = b""
    with contextlib.suppress(OSError):  # so a terminal ends
        while more := os.read(ours, 65536):
            told += more
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return told.decode().replace("\r\n", "\n")


def test_a_terminal_shows_the_code() -> None:
    matrix = expected(ADDRESS)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured := in_terminal(80)).splitlines()
    assert (dark_of_blocks(plain[:-1], 1)[: len(matrix)], plain[-1]) == (matrix, "True")
    assert coloured.count("\x1b[38;5;16;48;5;231m") == len(plain) - 1
    for without in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        lines = in_terminal(80, **without).splitlines()
        assert "\x1b" not in "".join(lines)
        assert dark_of_blocks(lines[:-1], 0)[: len(matrix)] == matrix
    letters = in_terminal(80, NO_COLOR="1", PYTHONIOENCODING="ascii:replace").splitlines()
    assert letters[:-1] == qr.letters(matrix, 0)


def test_a_narrow_terminal_and_a_pipe_show_none() -> None:
    assert in_terminal(32) == "False\n"
    code = f"from squeezebox.web import qr; print(qr.show({ADDRESS!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert (done.stdout, done.stderr) == ("False\n", "")


# ---------------------------------------------------------------- the local network's addresses


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("192.168.0.7", True), ("10.1.2.3", True), ("172.20.0.1", True), ("169.254.9.9", True),
        ("fd12::7", True), ("127.0.0.1", False), ("::1", False), ("0.0.0.0", False),
        ("8.8.8.8", False), ("2a00:1450::1", False), ("fe80::1", False), ("fe80::1%eth0", False),
        ("224.0.0.251", False), ("", False),
    ],
)  # fmt: skip
def test_which_addresses_are_local(address: str, local: bool) -> None:
    assert lan._is_local(address) is local


def test_addresses_are_ours_and_local() -> None:
    found = lan.addresses()
    assert len(set(found)) == len(found)
    for address in found:
        assert lan._is_local(address)
        assert lan._is_ours(address)
    assert not lan._is_ours("198.51.100.1")
    if sys.platform == "linux":
        assert "127.0.0.1" in lan._of_interfaces()


def test_nothing_is_sent_to_find_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only datagram sockets are connected, which sends nothing."""
    connected: list[int] = []

    class Watched(socket.socket):
        def connect(self, where: Any) -> None:
            connected.append(self.type)
            super().connect(where)

        def send(self, *_: Any) -> int:
            raise AssertionError("something is sent")

        sendto = send  # type: ignore[assignment]

    monkeypatch.setattr(socket, "socket", Watched)
    lan.addresses()
    assert set(connected) == {socket.SOCK_DGRAM}


def test_without_a_network_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "addresses", list)
    run("play", "--lan", "--no-browser").refused(mentioning="no address in a local network")


# ---------------------------------------------------------------- ports, and who has them

NETWORK = "127.0.0.2"
"""Stands for an address of the local network; unlike those, every Linux has it."""


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[tuple[str, int]], str | None]]:
    """Where servers were to run, and what the browser was to open; none really runs."""
    calls: list[tuple[list[tuple[str, int]], str | None]] = []

    def instead(listeners: list[socket.socket], address: str | None) -> None:
        calls.append(([listener.getsockname()[:2] for listener in listeners], address))
        for listener in listeners:
            listener.close()

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    browser = SimpleNamespace(open=lambda address: calls.append(([], address)))
    monkeypatch.setattr(serving, "PORT", port)
    monkeypatch.setattr(serving, "_run", instead)
    monkeypatch.setattr(serving, "webbrowser", browser)
    monkeypatch.setattr(lan, "addresses", lambda: [NETWORK])
    return calls


@contextlib.contextmanager
def another(host: str, version: str | None) -> Iterator[None]:
    """A program that has the usual port, a Squeezebox if it has a version."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            if version is not None:
                self.send_header("x-squeezebox", version)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer((host, serving.PORT), Answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_usual_port_is_taken_if_it_can_be(ran: list[Any]) -> None:
    serving.serve()
    serving.serve_lan(browser=False)
    here = f"http://127.0.0.1:{serving.PORT}/"
    assert ran == [
        ([("127.0.0.1", serving.PORT)], here),
        ([("127.0.0.1", serving.PORT), (NETWORK, serving.PORT)], None),
    ]


@pytest.mark.parametrize("version", [None, "0.0.1"])
def test_beside_another_program_any_port_serves(
    ran: list[Any], version: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    with another("127.0.0.1", version):
        serving.serve()
        serving.serve_lan()
    for sockets, opened in ran:
        ports = {port for _, port in sockets}
        assert len(ports) == 1
        assert serving.PORT not in ports
        assert opened == f"http://127.0.0.1:{ports.pop()}/"
    assert [len(sockets) for sockets, _ in ran] == [1, 2]
    assert ("in version 0.0.1" in capsys.readouterr().out) == (version is not None)


def test_what_runs_already_is_opened(ran: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    with another("127.0.0.1", __version__):
        serving.serve()
        serving.serve(browser=False)
    here = f"http://127.0.0.1:{serving.PORT}/"
    assert ran == [([], here)]
    assert capsys.readouterr().out == f"Squeezebox is running already at {here}\n" * 2


def test_what_only_this_computer_reaches_is_no_server_for_the_network(
    ran: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with another("127.0.0.1", __version__):
        serving.serve_lan()
    [(sockets, _)] = ran
    assert [host for host, _ in sockets] == ["127.0.0.1", NETWORK]
    assert sockets[0][1] == sockets[1][1] != serving.PORT
    assert "for this computer alone" in capsys.readouterr().out


def test_a_server_for_the_network_that_runs_is_shown(
    ran: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with another("0.0.0.0", __version__):
        serving.serve_lan()
        serving.serve()
    assert ran == [([], f"http://127.0.0.1:{serving.PORT}/")] * 2
    out = capsys.readouterr().out
    assert out.count("running already") == 2
    assert f"http://{NETWORK}:{serving.PORT}/" in out


def test_a_port_that_was_asked_for_is_had_or_refused(ran: list[Any]) -> None:
    with another(NETWORK, __version__):
        with pytest.raises(SetupError, match=r"can't listen at 127\.0\.0\.1 and .*, port"):
            serving.serve_lan(serving.PORT)
        with socket.socket() as again:  # what could be had was let go
            again.bind(("127.0.0.1", serving.PORT))
    with pytest.raises(SetupError, match=r"can't listen at nowhere\.invalid"):
        serving.serve("nowhere.invalid", 0)
    assert ran == []


# ---------------------------------------------------------------- the real thing


def test_the_network_gets_the_page() -> None:
    """As a process: the page is fetched by this computer's address in the local network."""
    process = started("play", "--lan", "--no-browser", "--port", "0")
    assert process.stdout is not None
    assert process.stderr is not None
    if not lan.addresses():  # then that is said
        assert "no address in a local network" in process.stderr.read()
        assert process.wait(timeout=60) == 2
        return
    lines = [process.stdout.readline() for _ in range(3)]
    assert lines[0].startswith("Squeezebox is at http://127.0.0.1:")
    assert "Anyone in this network can open the page." in lines[2]
    there = re.findall(r"http://\S+", lines[1])
    assert len(there) == len(lan.addresses())
    for address in there:
        status, page, headers = fetch(address)
        assert status == 200
        assert "<title>Squeezebox</title>" in page
        assert headers["x-squeezebox"] == __version__
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (out.strip(), err) == ("", "")  # no code where nobody sees it
