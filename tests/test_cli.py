"""The command line: every answer both ways."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from calling import NAMES, NINE, Ran, run, won
from conftest import vectors
from squeezebox import CATALOGUE, Game, bench, explore, read, write
from squeezebox.bench import commands as bench_commands, solving, training
from squeezebox.bench.library import full_record, perft_speed
from squeezebox.bench.measured import Benchmark, Measured
from squeezebox.rulebook import CHAPTERS, page
from squeezebox.rulebook.counted import HEADING

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
    rules, _, counted = page(accordion).partition(HEADING)
    assert custom["text"].startswith(rules.rstrip())
    assert "goal=3" in custom["text"].removeprefix(rules.rstrip())
    assert counted
    assert HEADING not in custom["text"]


def test_rules_shows_a_chapter() -> None:
    (answer,) = run("rules", "Tips", "--json").answers
    assert list(answer) == ["name", "title", "summary", "text"]
    assert answer["text"] == page(CHAPTERS[2])
    assert run("rules", "tips").out == page(CHAPTERS[2]).rstrip() + "\n"
    listed = run("rules").out
    assert [each.name for each in CHAPTERS if each.summary not in listed] == []


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
    lambda: training.mining("skidoo", 2),
    lambda: training.judging("push-pin", 2),
    lambda: training.finding("late-binding", 2, 1),
    lambda: training.mapping("late-binding", 1),
    lambda: bench_commands.many_deals(20),
    lambda: bench_commands.memory("royal-marriage", 20),
]


@pytest.mark.parametrize("measure", LITTLE)
def test_what_benchmarks_measure(measure: Callable[[], Iterator[Measured]]) -> None:
    lines = list(measure())
    assert lines
    for name, value, _ in lines:
        assert value > 0, name


def test_play(served: list[tuple[str, int | None, bool]]) -> None:
    calls = [[], ["play"], ["--port", "0"], ["play", "--host", "::1", "--port", "8080"]]
    for call in (*calls, ["--no-browser"], ["play", "--no-browser"]):
        assert run(*call) == Ran(0, "", "")
    assert served == [
        ("127.0.0.1", None, True), ("127.0.0.1", None, True), ("127.0.0.1", 0, True),
        ("::1", 8080, True), ("127.0.0.1", None, False), ("127.0.0.1", None, False),
    ]  # fmt: skip
    assert run("--lan") == run("play", "--lan", "--port", "0", "--no-browser") == Ran(0, "", "")
    assert served[6:] == [("lan", None, True), ("lan", 0, False)]
    run("play", "--port", "1").refused(mentioning="port 1 is taken")
    run("--port", "8080", "deal", "1").refused(mentioning="--port")
    run("--lan", "deal", "1").refused(mentioning="--lan")
    run("--port", "65536").refused(mentioning="65536")
    assert len(served) == 8


# ---------------------------------------------------------------- help, completion, version


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
    if name == "report":  # of a survey
        run("survey", "--rules", "late-binding", "--deals", "1..20", "--out", words[2])
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
