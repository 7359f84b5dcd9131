"""A survey on a Dask cluster: the same rows, whoever works them out, and whoever dies."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from calling import run, started
from squeezebox import SetupError, __version__
from squeezebox.cli import surveying
from squeezebox.survey.plan import Plan

CALL = ["survey", "--rules", "late-binding", "--deals", "1..8000", "--chunk", "40", "--json"]
CHUNKS = 200


def begun(*arguments: str, folder: Path) -> subprocess.Popen[bytes]:
    """A program of Dask, in a process group of its own."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{arguments[0]}", *arguments[1:]]
    with (folder / f"{arguments[0]}.log").open("ab") as log:
        return subprocess.Popen(
            command, cwd=folder, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
        )


def ended(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Cluster:
    """A scheduler, and workers, each in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        address = folder / "scheduler.json"
        self.scheduler = begun(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
            "--scheduler-file", str(address), folder=folder,
        )  # fmt: skip
        self.workers: list[subprocess.Popen[bytes]] = []
        while not (address.exists() and address.read_bytes().endswith(b"}")):
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.address: str = json.loads(address.read_text())["address"]

    def add_worker(self) -> None:
        self.workers.append(
            begun(
                "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
                "--memory-limit", "0", folder=self._folder,
            )
        )  # fmt: skip

    def end(self) -> None:
        for process in [*self.workers, self.scheduler]:
            ended(process)


@pytest.fixture
def cluster(here: Path) -> Iterator[Cluster]:
    folder = here / "dask"
    folder.mkdir()
    made = Cluster(folder)
    try:
        yield made
    finally:
        made.end()


def rows(folder: Path) -> pl.DataFrame:
    return pl.read_parquet(folder / "rows").drop("seconds")


def midst(folder: Path, cluster: Cluster, chunks: int) -> subprocess.Popen[str]:
    """A survey that is stopped in the midst: so many chunks more are there, but not all."""
    while True:
        before = len(list((folder / "rows").glob("*")))
        process = started(*CALL, "--out", str(folder), "--scheduler", cluster.address)
        while process.poll() is None and len(list((folder / "rows").glob("*"))) < before + chunks:
            time.sleep(0.01)
        process.send_signal(signal.SIGSTOP)
        if process.poll() is None and len(list((folder / "rows").glob("*"))) < CHUNKS - 20:
            return process
        process.kill()  # it was too quick for this machine
        assert process.communicate()[1] == ""
        shutil.rmtree(folder)


def test_two_workers_one_of_them_killed_in_the_middle(here: Path, cluster: Cluster) -> None:
    cluster.add_worker()
    cluster.add_worker()
    process = midst(here / "far", cluster, 20)
    ended(cluster.workers[0])
    process.send_signal(signal.SIGCONT)
    out, err = process.communicate()
    assert (process.returncode, err) == (0, "")
    (near,) = run(*CALL, "--out", "near").answers
    assert json.loads(out) | {"seconds": 0} == near | {"seconds": 0}
    assert_frame_equal(rows(here / "far"), rows(here / "near"))


def test_ctrl_c_and_a_scheduler_that_goes(here: Path, cluster: Cluster) -> None:
    cluster.add_worker()
    process = midst(here / "far", cluster, 3)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGCONT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert err.startswith("stopped: ")
    process = midst(here / "far", cluster, 3)
    ended(cluster.scheduler)
    process.send_signal(signal.SIGCONT)
    out, err = process.communicate()
    assert (process.returncode, out) == (2, "")
    assert "doesn't answer any more; the same command goes on" in err
    assert len(err.splitlines()) == 1
    (again,) = run(*CALL, "--out", "far").answers  # and now on this machine
    assert again["deals"] == again["winnable"] + again["lost"] == 8000


NONE = ["nonsense://x", "nonsense", "", "tcp://", "\0", "tcp://:", "127.0.0.1", "http://[::1"]


@pytest.mark.parametrize("address", NONE)
def test_what_is_no_address_is_refused_at_once(here: Path, address: str) -> None:
    call = ["survey", "--deals", "1..5", "--out", str(here / "x"), "--scheduler", address]
    run(*call).refused(mentioning="a scheduler's address is like tcp://192.168.1.5:8786, not ")


def test_a_worker_says_its_own_version() -> None:
    mine = Plan(__version__, "late-binding", "open", 1, 2, 10)
    assert surveying.working(mine, range(1, 3)).nodes.shape == (2,)
    with pytest.raises(SetupError, match=f"version 9.9, but a worker has version {__version__}"):
        surveying.working(replace(mine, version="9.9"), range(1, 3))


@pytest.fixture
def listening() -> Iterator[int]:
    """The port of something that listens and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize(
    "address", ["127.0.0.1:1", "tcp://127.0.0.1:1/", "tls://127.0.0.1:1", "tcp://127.0.0.1:{port}"]
)
def test_no_scheduler(
    here: Path, address: str, listening: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from squeezebox.survey import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 1)
    address = address.format(port=listening)
    call = ["survey", "--deals", "1..5", "--out", str(here / "x"), "--scheduler", address]
    run(*call).refused(mentioning="no scheduler answers at")
    run(*call, "--workers", "2").refused(mentioning="--workers is for this machine")
