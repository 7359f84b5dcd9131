"""Ctrl-C waits for Polars, which would turn it into something else, and for nothing more."""

from __future__ import annotations

import signal
import threading
from pathlib import Path

import polars as pl
import pytest

from squeezebox.survey.plan import Plan
from squeezebox.survey.run import run, threads
from squeezebox.survey.store import store_for
from squeezebox.survey.undisturbed import undisturbed


def interrupt() -> None:
    signal.raise_signal(signal.SIGINT)


def test_it_waits_until_the_end_and_comes_then() -> None:
    done = []

    def work() -> None:
        with undisturbed():
            interrupt()
            done.append(1)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == [1]
    with pytest.raises(KeyboardInterrupt):
        interrupt()


def test_within_another_one_it_waits_for_both() -> None:
    done = []

    @undisturbed()
    def inner() -> None:
        interrupt()
        done.append("inner")

    @undisturbed()
    def outer() -> None:
        inner()
        done.append("outer")

    with pytest.raises(KeyboardInterrupt):
        outer()
    assert done == ["inner", "outer"]


def test_nothing_is_changed_where_none_comes_or_another_thread_works() -> None:
    before = signal.getsignal(signal.SIGINT)
    found = []

    @undisturbed()
    def work() -> None:
        found.append(signal.getsignal(signal.SIGINT) is before)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    work()
    assert found == [True, False]
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("name", ["write_parquet", "__getitem__", "__init__"])
def test_a_survey_that_is_interrupted_within_polars_keeps_the_chunk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    usual = getattr(pl.DataFrame, name)
    once = [True]

    def interrupted(*given: object, **named: object) -> object:
        if once:
            once.clear()
            interrupt()
        return usual(*given, **named)

    plan = Plan("1", "late-binding", "open", 1, 6, 2, None, 1000, 100, 1, False)
    with store_for(tmp_path / "one", plan) as store:
        monkeypatch.setattr(pl.DataFrame, name, interrupted)
        with pytest.raises(KeyboardInterrupt):
            run(store, threads(store, 1))
    assert once == []
    monkeypatch.undo()
    with store_for(tmp_path / "one", plan) as store:
        assert run(store, threads(store, 1)).rows == 6
