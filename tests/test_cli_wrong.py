"""The command line: every kind of wrong call gets one sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings, strategies as st

from calling import NAMES, NINE, run
from squeezebox import Game, bench, read_rules, write
from squeezebox.cli import commands
from squeezebox.deals import deal

WRONG: list[tuple[list[str], str]] = [
    (["deal"], "DEAL"),
    (["deal", "x"], "argument 1"),
    (["deal", ""], "neither a deal number"),
    (["deal", "4294967296"], "4294967295"),
    (["deal", "9" * 5000], "deal number"),
    (["deal", "1e9"], "1e9"),
    (["deal", "1.5"], "1.5"),
    (["deal", "-5"], "-5"),
    (["deal", "--", "-5"], "-5"),
    (["deal", "١"], "argument 1"),
    (["deal", "10..1"], "backwards"),
    (["deal", "1.."], "deal number"),
    (["deal", "..5"], "deal number"),
    (["deal", "1...5"], "deal number"),
    (["deal", "1..4294967296"], "4294967295"),
    (["deal", "\0"], "argument 1"),
    (["deal", "\udcff\ud800"], "argument 1"),
    (["deal", "a\nb"], "argument 1"),
    (["deal", NINE], "52 cards"),
    (["deal", NINE, "--rules", "royal-marriage(deck=9)"], "QH"),
    (["deal", "8S 8S 4D", "--rules", "accordion(deck=3)"], "twice"),
    (["deal", "8S 1S 4D"], "card 2"),
    (["deal", "@"], ""),
    (["deal", "@missing"], "missing"),
    (["deal", "@."], "directory"),
    (["deal", "@nul\0"], "file"),
    (["deal", "@\ud800"], "file"),
    (["deal", "@" + "x" * 5000], "file name too long"),
    (["deal", "@comments"], "no deal"),
    (["deal", "@latin"], "latin line 1"),
    (["deal", "@long"], "long line 1"),
    (["deal", "-"], "standard input"),
    (["deal", "1", "--rules", "nope"], "--rules"),
    (["deal", "1", "--rules", "virtuso"], "virtuoso"),
    (["deal", "1", "--rules", "accordion(goal=99999999999)"], "goal"),
    (["deal", "1", "--rules", "leap-99"], "leap-N"),
    (["deal", "1", "--rules", "accordion(((("], "--rules"),
    (["deal", "1", "--rules", "\0\ud800"], "--rules"),
    (["deal", "1", "--rules"], "--rules"),
    (["deal", "1", "--json=yes"], "--json"),
    (["deal", "1", "--jsno"], "--jsno"),
    (["actions", "missing"], "missing"),
    (["actions", "."], "directory"),
    (["actions", "two"], "line 6"),
    (["actions", "comments"], "line 1"),
    (["actions", "latin"], "latin line 1"),
    (["actions", "wrong"], "action 2"),
    (["actions", "nul"], "line 1"),
    (["actions", "a", "b"], "b"),
    (["actions"], "standard input"),
    (["verify"], "FILE"),
    (["verify", "missing"], "missing"),
    (["verify", "."], "directory"),
    (["verify", "\0"], "file"),
    (["perft", "1"], "--depth"),
    (["perft", "--depth", "1"], "DEAL"),
    (["perft", "1", "--depth", "-1"], "-1"),
    (["perft", "1", "--depth", "1.5"], "1.5"),
    (["perft", "1", "--depth", "9" * 5000], "--depth"),
    (["perft", "1", "--depth", "1_0"], "1_0"),
    (["perft", "1", "--depth", "1", "--layout", "closed"], "closed"),
    (["perft", "1", "--depth", "1", "--rules", "idle-year", "--layout", "open"], "compulsory"),
    (["perft", "1", "2", "--depth", "1"], "2"),
    (["perft", NINE, "--depth", "1", "--rules", "virtuoso"], "virtuoso has 52 cards"),
    (["explore", "missing"], "missing"),
    (["explore", "good", "--budget", "0"], "--budget"),
    (["explore", "good", "--budget", "-1"], "--budget"),
    (["explore", "good", "--budget", "nan"], "--budget"),
    (["explore", "good", "--budget", "inf"], "--budget"),
    (["explore", "good", "--budget", "soon"], "soon"),
    (["explore", "good", "--nodes", "0"], "--nodes"),
    (["explore", "good", "--memory", "-3"], "--memory"),
    (["explore", "good", "--nodes", "many"], "many"),
    (["solve"], "deal"),
    (["solve", ""], "deal"),
    (["solve", "5..3"], "backwards"),
    (["solve", "1" + "0" * 30], "4294967295"),
    (["solve", "1..1" + "0" * 30], "4294967295"),
    (["solve", NINE], "52 cards"),
    (["solve", NINE, "--rules", "accordion(deck=10)"], "10 cards"),
    (["solve", "1", "--rules", "accordion(distances=0)"], "distances go from 1 to 51"),
    (["solve", "1", "--rules", "accordion(distances=60)"], "distances go from 1 to 51"),
    (["solve", "1", "--rules", "idle-year", "--layout", "open"], "compulsory"),
    (["solve", "1", "--layout", "closed"], "closed"),
    (["solve", "1", "--target", "KD"], "no target"),
    (["solve", "1", "--target", "XX"], "--target"),
    (["solve", "1", "--rules", "virtuoso"], "needs a target"),
    (["solve", "1", "--rules", "virtuoso", "--target", "6H"], "first card"),
    (["solve", "1", "--rules", "virtuoso", "--target", "KS"], "second card"),
    (["solve", "1", "--rules", "virtuoso(deck=9)", "--target", "KD"], "not in the deck"),
    (["solve", NINE, "--rules", "virtuoso(deck=9)", "--target", "8S"], "first card"),
    (["solve", "1", "--rules", "revenge", "--target", "KD"], "names the target"),
    (["solve", "1", "--record", "good"], "--record"),
    (["solve", "--record", "missing"], "missing"),
    *((["solve", "1", "--budget", budget], "--budget") for budget in ("0", "-1", "nan", "1e999")),
    *((["solve", "1", "--nodes", nodes], "--nodes") for nodes in ("0", "-1", "1.5", "9" * 30)),
    *((["solve", "1", "--memory", memory], "--memory") for memory in ("0", "-1", "1000001")),
    *((["solve", "1", "--workers", workers], "--workers") for workers in ("0", "-1", "1001")),
    (["solve", "1", "--seed", "-1"], "--seed"),
    (["targets"], "DEAL"),
    (["targets", NINE], "52 cards"),
    (["targets", "2..1"], "backwards"),
    (["targets", "1", "--nodes", "0"], "--nodes"),
    (["targets", "1", "--workers", "0"], "--workers"),
    (["rules", "nope"], "nope"),
    (["rules", "accordion(goal=x)"], "goal"),
    (["rules", "a", "b"], "b"),
    (["play", "--port", "web"], "web"),
    (["play", "--port", "-1"], "-1"),
    (["play", "--port", "70000"], "70000"),
    (["play", "now"], "now"),
    (["play", "--lan", "--host", "::1"], "--host"),
    (["--lan", "--host", "127.0.0.1"], "--host"),
    (["bench", "--depth", "1"], "--depth"),
    (["nope"], "nope"),
    (["dael", "1"], "deal"),
    (["--nope"], "--nope"),
    (["\0"], ""),
    ([""], ""),
    (["-"], ""),
    (["\ud800\n\x1b[31m"], ""),
]


@pytest.fixture
def files(here: Path) -> Path:
    (here / "comments").write_text("# only\n\n   \n# comments")
    (here / "latin").write_bytes(b"\xe9\n")
    (here / "long").write_text("8S " * 10_000)
    (here / "good").write_text(write(Game("late-binding", deal=1)))
    (here / "wrong").write_text('[Rules "accordion"]\n[Deal "1"]\n\n42-39 1-2\n')
    (here / "two").write_text('[Rules "accordion"]\n[Deal "1"]\n\n42-39\n\n[Rules "bayan"]\n')
    (here / "nul").write_bytes(b"\0\0\0")
    return here


@pytest.mark.parametrize(("call", "mentioning"), WRONG, ids=lambda v: ascii(v)[:60])
@pytest.mark.usefixtures("files", "served")
def test_a_wrong_call_gets_one_sentence(call: list[str], mentioning: str) -> None:
    for arguments in (call, [*call, "--json"] if call[-1] != "--rules" else call):
        ran = run(*arguments)
        assert ran.refused(mentioning=mentioning if arguments is call else "") == ""
        assert len(ran.err) < 1000
        assert all(character.isprintable() for character in ran.err.rstrip("\n"))


def test_what_could_be_answered_comes_before_the_sentence(here: Path) -> None:
    (here / "deals").write_text("# deals\n3\n\n4\nnope\n5\n")
    ran = run("deal", "1", "@deals", "2", "--json")
    out = ran.refused(mentioning="deals line 5")
    assert [json.loads(line)["deal"] for line in out.splitlines()] == [1, 3, 4]
    ran = run("deal", "1", "-", "--json", stdin=b"2\n\xff\n3\n")
    assert len(ran.refused(mentioning="standard input line 2").splitlines()) == 2
    ran = run("deal", "1", "2..1")
    assert len(ran.refused(mentioning="argument 2").splitlines()) == 1
    ran = run("solve", "1..20", "nope", "3", "--json")
    assert len(ran.refused(mentioning="argument 2").splitlines()) == 20


def test_a_target_that_only_some_deals_have() -> None:
    rules = "virtuoso(deck=9)"
    decks = [deal(number, read_rules(rules)).deck for number in range(1, 60)]
    card = decks[0][4]
    wrong = next(number for number, deck in enumerate(decks, 1) if card not in deck[2:])
    ran = run("solve", "1..60", "--rules", rules, "--target", str(card), "--json")
    assert len(ran.refused(mentioning=f"deal {wrong}: ").splitlines()) == wrong - 1


WORDS = st.sampled_from(
    [*NAMES, "--json", "--rules", "--layout", "--depth", "--budget", "--nodes", "--memory", "1",
     "1..2", "0", "2", NINE, "-", "@deals", ".", "skidoo(deck=9)", "virtuoso", "stock", "--",
     "--port", "--host", "--lan", "--version", "--help", "=", "missing"]
)  # fmt: skip


@pytest.fixture(scope="module")
def harmless() -> Iterator[None]:
    """Nothing that a fuzzed call may start takes long or opens a server."""
    web: Any = SimpleNamespace(serve=lambda *_: None, serve_lan=lambda *_: None)
    with (
        patch.dict(sys.modules, {"squeezebox.web": web}),
        patch.object(bench, "BENCHMARKS", ()),
        patch.object(commands, "count_sequences", lambda *_: 0),
    ):
        yield


@pytest.mark.usefixtures("harmless")
@settings(deadline=None, max_examples=300)
@given(
    st.lists(WORDS | st.text(alphabet=st.characters(), max_size=12), max_size=6),
    st.sampled_from([b"", b"1\n", b"\xff", b"\0", NINE.encode()]) | st.binary(max_size=30),
)
def test_whatever_is_typed(call: list[str], stdin: bytes) -> None:
    ran = run(*call, stdin=stdin)
    assert ran.status in {0, 1, 2}
    if ran.status == 1:
        assert "verify" in call
    if ran.status == 2:
        ran.refused()
    else:
        assert ran.err == ""
