"""The command line: every answer both ways, every kind of wrong call, every way to end."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings, strategies as st

from conftest import vectors
from squeezebox import CATALOGUE, Game, SetupError, bench, explore, read, read_rules, write
from squeezebox.bench import commands as bench_commands, solving
from squeezebox.bench.library import WIN_OF_DEAL_1, full_record, perft_speed
from squeezebox.bench.measured import Benchmark, Measured
from squeezebox.cli import commands, main
from squeezebox.deals import deal
from squeezebox.rulebook import page

NINE = "8S 3C 4D 5D 6D 7D 8D 9D TD"


class Stream(io.TextIOWrapper):
    """A stream in memory; `terminal` makes it say that it is one."""

    def __init__(self, data: bytes = b"", terminal: bool = False) -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8", newline="")
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def text(self) -> str:
        self.flush()
        data = self.buffer
        assert isinstance(data, io.BytesIO)
        return data.getvalue().decode("utf-8")


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The JSON Lines of a call that succeeded."""
        assert (self.status, self.err) == (0, "")
        return [json.loads(line) for line in self.out.splitlines()]

    def refused(self, *, mentioning: str = "") -> str:
        """Check that the call was refused in one sentence; what was answered before it."""
        assert self.status == 2
        assert self.err.startswith("squeezebox")
        assert self.err.endswith("\n")
        assert len(self.err.splitlines()) == 1
        assert "Traceback" not in self.err
        assert mentioning in self.err
        return self.out


def run(*arguments: str, stdin: bytes | str = b"", terminal: bool = False) -> Ran:
    given_in = Stream(stdin.encode() if isinstance(stdin, str) else stdin)
    out, err = Stream(terminal=terminal), Stream(terminal=terminal)
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", given_in):
        status = main(arguments)
    return Ran(status, out.text(), err.text())


def started(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "squeezebox", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Where the tests run in the background their children would ignore Ctrl-C.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        **more,
    )


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def won() -> str:
    return write(Game("accordion", deal=1, actions=WIN_OF_DEAL_1))


# ---------------------------------------------------------------- deal


@pytest.mark.parametrize("case", vectors("deals"), ids=lambda c: str(c["deal"]))
def test_deal(case: dict[str, Any]) -> None:
    number = str(case["deal"])
    plain = {"deal": case["deal"], "rules": "accordion", "deck": case["deck"], "target": None}
    assert run("deal", number, "--json").answers == [plain]
    assert case["deck"] in run("deal", number).out
    (revenge,) = run("deal", number, "--rules", "Revenge", "--json").answers
    assert revenge == plain | {"rules": "revenge", "target": case["revenge_target"]}
    assert revenge["target"] in run("deal", number, "--rules", "revenge").out.split("target")[1]
    (royal,) = run("deal", number, "--rules", "Betrothal", "--json").answers
    assert royal["deck"] == case["royal_marriage_deck"]
    (virtuoso,) = run("deal", number, "--rules", "virtuoso", "--json").answers
    assert virtuoso["target"] is None


def test_deals_keep_the_order_they_are_given_in(here: Path) -> None:
    (here / "deals").write_bytes("\ufeff# a comment\r\n\r\n 5 \n7..8\n".encode() + NINE.encode())
    answers = run(
        "deal", "3", "@deals", "1..2", "-", "8s,3C 4d 5♦ 6D 7D 8D 9D 10D",
        "--rules", "skidoo(deck=9)", "--json", stdin="9\n",
    ).answers  # fmt: skip
    assert [a["deal"] for a in answers] == [3, 5, 7, 8, None, 1, 2, 9, None]
    assert answers[4]["deck"] == answers[-1]["deck"] == NINE
    assert {a["rules"] for a in answers} == {"skidoo(deck=9)"}
    assert list(answers[0]) == ["deal", "rules", "deck", "target"]


def test_a_deck_in_words() -> None:
    words = run("deal", NINE, "1", "--rules", "accordion(deck=9)").out.splitlines()
    assert words == [f"deck: {NINE}", "deal 1: 6H KS TC QH AC 2S 4H QC QS"]


# ---------------------------------------------------------------- actions, verify


@pytest.mark.parametrize("rules", [entry.name for entry in CATALOGUE] + ["leap-9"])
def test_actions(rules: str, here: Path) -> None:
    target = None if rules != "virtuoso" else "TC"
    game = Game(rules, deal=1, layout="stock", target=target)
    for _ in range(12):
        game.push(next(iter(game.legal_actions)))
    (here / "game").write_text(write(game))
    (answer,) = run("actions", "game", "--json").answers
    assert answer == {
        "rules": rules,
        "row": [str(pile[-1]) for pile in game.table.row],
        "piles": [[str(card) for card in pile] for pile in game.table.row],
        "stock": len(game.table.stock),
        "actions": [str(action) for action in game.legal_actions],
        "outcome": str(game.outcome),
    }
    assert run("actions", "--json", stdin=write(game)).answers == [answer]
    words = run("actions", "-", stdin=write(game)).out
    assert " ".join(answer["actions"]) in words
    assert " ".join(answer["row"]) in words
    assert answer["outcome"] in words


def test_verify_answers_each_game_of_each_file(here: Path) -> None:
    bad = '[Rules "accordion"]\n[Deal "1"]\n\n42-39\n1-2\n\n'
    (here / "both").write_text(bad + won())
    (here / "empty").write_text("\n")
    ran = run("verify", "both", "-", "empty", "--json", stdin=won())
    assert (ran.status, ran.err) == (1, "")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    good = {"ok": True, "outcome": "won", "piles": 1, "error": None}
    assert answers[1] == {"file": "both", "game": 2} | good
    assert answers[2] == {"file": "-", "game": 1} | good
    for answer, file in ((answers[0], "both"), (answers[3], "empty")):
        assert answer | {"error": ""} == {
            "file": file, "game": 1, "ok": False, "outcome": None, "piles": None, "error": "",
        }  # fmt: skip
    assert "line 5" in answers[0]["error"]
    words = run("verify", "both", "empty")
    assert words.status == 1
    assert ["does not hold" in line for line in words.out.splitlines()] == [True, False, True]
    assert run("verify", "-", stdin=won()).status == 0


def test_verify_reads_on_after_a_file_it_cannot_read(here: Path) -> None:
    (here / "good").write_text(won())
    (here / "latin").write_bytes('[Rules "accordion"]\n[By "Andr\xe9"]\n'.encode("latin-1"))
    ran = run("verify", "missing", "good", "latin", ".", "good", "--json")
    out = ran.refused(mentioning="latin line 2")
    assert [json.loads(line)["ok"] for line in out.splitlines()] == [True, True]
    assert "missing" in ran.err


# ---------------------------------------------------------------- perft, explore


@pytest.mark.parametrize("case", vectors("perft"), ids=lambda c: f"{c['rules']} {c['layout']}")
def test_perft(case: dict[str, Any]) -> None:
    if "deal" not in case:
        pytest.fail("a case without a deal number")
    call = ["perft", str(case["deal"]), "--rules", case["rules"], "--layout", case["layout"]]
    for depth, count in list(case["counts"].items())[:2]:
        (answer,) = run(*call, "--depth", depth, "--json").answers
        assert answer == {
            "deal": case["deal"], "rules": answer["rules"], "layout": case["layout"],
            "depth": int(depth), "count": count,
        }  # fmt: skip
        assert run(*call, "--depth", depth).out.endswith(f": {count}\n")


def test_perft_of_a_deck_and_of_the_usual_layout() -> None:
    (answer,) = run("perft", NINE, "--rules", "idle-year(deck=9)", "--depth", "0", "--json").answers
    assert answer == {
        "deal": None, "deck": NINE, "rules": "idle-year(deck=9)", "layout": "stock",
        "depth": 0, "count": 1,
    }  # fmt: skip
    (far,) = run("perft", "1", "--depth", "1000", "--json").answers
    assert (far["layout"], far["count"]) == ("open", 0)


def test_explore(here: Path) -> None:
    deck = "2D 3D 4D 5D 6D 7D 8D 9D TD"
    game = Game("accordion(deck=9)", deck=deck, layout="stock", actions="d5")
    space = explore(game.table)
    (answer,) = run("explore", "--json", stdin=write(game)).answers
    assert answer == {
        "positions": space.positions,
        "verdict": str(space.verdict),
        "fewest_piles": space.fewest_piles,
        "winning_actions": [str(a) for a in space.winning_actions or ()],
        "final_tops": [str(card) for card in space.final_tops or ()],
    }
    assert answer["winning_actions"]
    assert answer["final_tops"]
    (here / "game").write_text(write(game))
    words = run("explore", "game").out
    assert " ".join(answer["winning_actions"]) in words
    (cut,) = run("explore", "game", "--nodes", "3", "--memory", "5", "--json").answers
    assert cut == dict.fromkeys(answer) | {"verdict": "unknown"}
    assert "unknown" in run("explore", "game", "--nodes", "3").out
    skidoo = Game("skidoo(deck=9)", deck=NINE, actions="6-3")
    (answer,) = run("explore", "--budget", "2.5", "--json", stdin=write(skidoo)).answers
    assert answer["final_tops"] is None
    assert answer["fewest_piles"] is not None


def test_explore_shows_progress_on_a_terminal_and_ends_on_ctrl_c() -> None:
    def interrupted(_: object, *, progress: Callable[[int], None], **__: object) -> None:
        progress(12_000)
        raise KeyboardInterrupt

    with patch("squeezebox.solver.space.explore_fast", interrupted):
        ran = run("explore", stdin=won(), terminal=True)
    assert ran.status == 130
    assert ran.out == ""
    assert "Traceback" not in ran.err


# ---------------------------------------------------------------- rules, bench, play


def test_rules_lists_all_rule_sets() -> None:
    answers = run("rules", "--json").answers
    words = run("rules").out
    assert {entry.name for entry in CATALOGUE} < {answer["name"] for answer in answers}
    for answer in answers:
        assert list(answer) == ["name", "title", "other_names", "summary"]
        assert answer["name"] in words
        assert answer["title"] in words
        assert answer["summary"] in words


def test_rules_shows_a_page() -> None:
    accordion = CATALOGUE[0]
    (answer,) = run("rules", "Tower of Babel", "--json").answers
    assert list(answer) == ["name", "title", "other_names", "summary", "text"]
    assert answer["text"] == page(accordion)
    assert run("rules", "accordion").out == page(accordion).rstrip() + "\n"
    (leap,) = run("rules", "leap-9", "--json").answers
    assert (leap["name"], bool(leap["text"])) == ("leap-9", True)
    (custom,) = run("rules", "accordion(goal=3; deck=20)", "--json").answers
    assert custom["name"] == "accordion(deck=20; goal=3)"
    assert custom["title"] == accordion.title
    assert custom["text"].startswith(page(accordion).rstrip())
    assert "goal=3" in custom["text"].removeprefix(page(accordion).rstrip())


def test_a_terminal_gets_colour_and_set_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[31m6H" in run("deal", "1", terminal=True).out
    assert "\x1b" not in run("deal", "1").out
    assert "\x1b" not in run("deal", "1", "--json", terminal=True).out
    assert not run("rules", "accordion", terminal=True).out.startswith("# ")


def test_bench_prints_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Benchmark("first", lambda: iter([Measured("first, mean", 1234, "ms")]))
    monkeypatch.setattr(bench, "BENCHMARKS", (one, Benchmark("perft", perft_speed)))
    first, second = run("bench", "--json").answers
    assert first == {"name": "first, mean", "value": 1234, "unit": "ms"}
    assert second["unit"] == "leaves/s"
    assert run("bench").out.split()[:4] == ["first,", "mean", "1,234", "ms"]
    assert run("bench", "--only", "First", "--json").answers == [first]
    assert run("bench", "--only", "second").refused(mentioning="no benchmark") == ""


def test_the_benchmarks_record_is_a_full_game() -> None:
    game = read(full_record()).game
    assert (len(game.actions), str(game.outcome)) == (103, "won")


def test_benchmarks_as_a_person_runs_them() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "squeezebox", "bench", "--only", "record", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    measured = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(measured) == 1
    assert all(list(one) == ["name", "value", "unit"] for one in measured)
    assert all(one["value"] > 0 for one in measured)


LITTLE = [
    lambda: solving.open_game(50),
    lambda: solving.all_targets(1),
    lambda: solving.rule_set("push-pin", 50),
    lambda: solving.rule_set("leap-6", 5),
    lambda: solving.decided("leap-2(deck=25)", 3),
    lambda: solving.against_plain("compulsory(deck=9)", 3),
    lambda: bench_commands.many_deals(20),
    lambda: bench_commands.memory("royal-marriage", 20),
]


@pytest.mark.parametrize("measure", LITTLE)
def test_what_benchmarks_measure(measure: Callable[[], Iterator[Measured]]) -> None:
    lines = list(measure())
    assert lines
    for name, value, _ in lines:
        assert value > 0, name


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int | None, bool]]:
    """What the web service was asked to do; port 1 is taken."""
    calls: list[tuple[str, int | None, bool]] = []

    def serve(host: str, port: int | None, browser: bool) -> None:
        if port == 1:
            raise SetupError("port 1 is taken")
        calls.append((host, port, browser))

    web: Any = SimpleNamespace(serve=serve)
    monkeypatch.setitem(sys.modules, "squeezebox.web", web)
    return calls


def test_play(served: list[tuple[str, int | None, bool]]) -> None:
    calls = [[], ["play"], ["--port", "0"], ["play", "--host", "::1", "--port", "8080"]]
    for call in (*calls, ["--no-browser"], ["play", "--no-browser"]):
        assert run(*call) == Ran(0, "", "")
    assert served == [
        ("127.0.0.1", None, True), ("127.0.0.1", None, True), ("127.0.0.1", 0, True),
        ("::1", 8080, True), ("127.0.0.1", None, False), ("127.0.0.1", None, False),
    ]  # fmt: skip
    run("play", "--port", "1").refused(mentioning="port 1 is taken")
    run("--port", "8080", "deal", "1").refused(mentioning="--port")
    run("--port", "65536").refused(mentioning="65536")
    assert len(served) == 6


# ---------------------------------------------------------------- help, completion, version

NAMES = ["play", "deal", "actions", "verify", "perft", "explore", "rules", "bench", "solve",
         "targets"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("served")
def test_help_has_an_example_that_runs(name: str, here: Path) -> None:
    ran = run(name, "--help")
    assert (ran.status, ran.err) == (0, "")
    example = next(line for line in ran.out.splitlines() if "Example: " in line)
    words = example.partition("Example: ")[2].split()
    assert words[:2] == ["squeezebox", name]
    for file in ("game.txt", "games.txt", "more-games.txt", "endgame.txt"):
        (here / file).write_text(won())
    if name != "bench":
        assert run(*words[1:]).status == 0


def test_help_names_every_command() -> None:
    out = run("--help").out
    assert "Example: squeezebox" in out
    assert all(name in out for name in NAMES)
    assert run("-h").out == out


def test_version() -> None:
    ran = run("--version")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("squeezebox ")


def test_completion() -> None:
    script = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m squeezebox --show-completion; exit $?'],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert "_SQUEEZEBOX_COMPLETE" in script
    typed = {"_SQUEEZEBOX_COMPLETE": "complete_bash", "COMP_CWORD": "3"}
    with patch.dict("os.environ", typed | {"COMP_WORDS": "squeezebox deal --rules virt"}):
        assert run().out.split() == ["virtuoso"]
    with patch("typer.completion._get_shell_name", return_value=None):
        assert run("--show-completion").status == 2


# ---------------------------------------------------------------- wrong calls

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
     "--port", "--host", "--version", "--help", "=", "missing"]
)  # fmt: skip


@pytest.fixture(scope="module")
def harmless() -> Iterator[None]:
    """Nothing that a fuzzed call may start takes long or opens a server."""
    web: Any = SimpleNamespace(serve=lambda *_: None)
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


# ---------------------------------------------------------------- ways to end


def test_answers_stream_and_a_closed_pipe_is_silent() -> None:
    process = started("deal", "0..4294967295", "--json")
    assert process.stdout is not None
    assert [json.loads(process.stdout.readline())["deal"] for _ in range(3)] == [0, 1, 2]
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(timeout=60) == 0
    process.stderr.close()


def test_ctrl_c_is_clean() -> None:
    process = started("deal", "0..4294967295")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("deal 0: ")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")


@pytest.mark.parametrize("rules", ["accordion", "compulsory", "late-binding"])
def test_solving_streams_and_stops(rules: str) -> None:
    call = ("solve", "0..4294967295", "--rules", rules, "--json")
    process = started(*call)
    assert process.stdout is not None
    assert [json.loads(process.stdout.readline())["deal"] for _ in range(40)] == list(range(40))
    process.stdout.close()
    assert process.stderr is not None
    assert (process.stderr.read(), process.wait(timeout=60)) == ("", 0)
    process.stderr.close()
    process = started(*call)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")


def test_a_full_disk_is_one_sentence() -> None:
    class Full(Stream):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

    err = Stream()
    with redirect_stdout(Full()), redirect_stderr(err):
        assert main(["deal", "1"]) == 2
    assert err.text() == "squeezebox: the answer can't be written: No space left on device\n"


def test_a_script_loads_no_server_and_no_rich() -> None:
    code = (
        "import sys; from squeezebox.cli import main; main(['deal', '1', '--json']);"
        "sys.exit(bool({'fastapi', 'uvicorn', 'rich.console', 'asyncio'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
