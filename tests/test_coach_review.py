"""The review of a game: true, the same from both ends, and readable as a record."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import squeezebox as sb
from calling import run
from squeezebox import Game, Record, SetupError, explore, read, write
from squeezebox.coach import PEEKED, Review, annotated, light, review
from squeezebox.coach.known import KNOWN
from squeezebox.solver import Verdict
from squeezebox.table import Outcome
from strategies import fresh_games, play, rule_sets, seeds

WINNABLE, LOST, UNKNOWN = Verdict.WINNABLE, Verdict.LOST, Verdict.UNKNOWN

LOSING = """
    26-25 13-10 8-5 12-11 29-28 27-24 38-37 32-29 32-29 6-5 3-2 15-12 14-13 30-29 13-12 14-13
    13-10 29-28 34-33 5-2 5-2 26-25 26-23 15-14 17-16 15-14 25-22 12-9 4-3 8-5 6-5 17-16 17-14
    9-8 9-6 9-8 10-7 12-9 11-8 11-8 9-6 8-5 10-7 7-6 5-4 6-3
"""
"""A game of deal 3 that ends with six piles."""


def lost_game(rules: str = "five-piles") -> Game:
    return Game(rules, deal=3, actions=LOSING)


small = fresh_games(
    rule_sets.filter(lambda rules: not rules.fixed_ends).map(
        lambda rules: replace(rules, deck=max(min(rules.deck, 8), 3))
    )
)


def check(game: Game, found: Review) -> None:
    """What a review says of a game, if every verdict in it is true, hangs together."""
    verdicts = [ply.verdict for ply in found.plies]
    assert [ply.ply for ply in found.plies] == list(range(len(game.tables)))
    assert [ply.action for ply in found.plies] == [None, *game.actions]
    assert [ply.piles for ply in found.plies] == [len(table.row) for table in game.tables]
    order = [WINNABLE, UNKNOWN, LOST]
    assert verdicts == sorted(verdicts, key=order.index)
    last = max((at for at, each in enumerate(verdicts) if each is WINNABLE), default=None)
    assert found.last_winnable == last
    exact = last is not None and last + 1 < len(verdicts) and verdicts[last + 1] is LOST
    assert found.lost_at == (last + 1 if last is not None and exact else None)
    for ply in found.plies:
        assert (ply.best is None) == (ply.line == ())
        if ply.best is not None:
            assert ply.ply - 1 == last
            assert ply.line[0] == ply.best != ply.action
    if last is not None:
        end = game.tables[last]
        for action in found.line:
            end = end.play(action)
        assert end.outcome is Outcome.WON


@given(small, st.integers(0, 20), seeds)
@settings(max_examples=150)
def test_a_review_says_what_the_plain_search_says(game: Game, steps: int, seed: int) -> None:
    play(game, steps, seed)
    KNOWN.clear()
    found = review(game, budget=600)
    check(game, found)
    keeps = []
    for table, ply in zip(game.tables, found.plies, strict=True):
        covered = table.outcome is Outcome.LOST
        # Where a goal is met and the game goes on, what has been won can't be lost again.
        won = any(later.outcome is Outcome.WON for later in game.tables[ply.ply :])
        truth = WINNABLE if won else LOST if covered else explore(table, budget=600).verdict
        assert ply.verdict is truth
        keeps.append(truth is WINNABLE)
    for ply in found.plies[1:]:
        before = game.tables[ply.ply - 1]
        others = [
            before.after(action)
            for action in before.legal_actions
            if action != ply.action
            and not (isinstance(action, sb.Deal) and isinstance(ply.action, sb.Deal))
        ]
        alone = bool(others) and not any(
            after.outcome is not Outcome.LOST
            and (after.outcome is Outcome.WON or explore(after, budget=600).verdict is WINNABLE)
            for after in others
        )
        over = before.outcome is Outcome.WON
        assert ply.only == (keeps[ply.ply] and alone and not over)


def test_the_action_that_lost_the_win_is_found() -> None:
    KNOWN.clear()
    found = review(lost_game(), budget=600)
    check(lost_game(), found)
    assert (found.lost_at, found.last_winnable) == (42, 41)
    ply = found.plies[42]
    assert (str(ply.action), ply.verdict, ply.piles) == ("8-5", LOST, 10)
    assert ply.best is not None
    game = lost_game()
    while len(game.actions) > 41:
        game.pop()
    for action in ply.line:
        game.push(action)
    assert game.outcome is Outcome.WON
    assert game.piles <= 5


def test_a_won_game_was_winnable_all_along() -> None:
    game = Game("accordion", deal=6)
    line = light(game).line
    for action in line:
        game.push(action)
    KNOWN.clear()
    found = review(game, budget=600)
    assert {ply.verdict for ply in found.plies} == {WINNABLE}
    assert (found.lost_at, found.last_winnable, found.line) == (None, 51, ())


def test_a_deal_that_has_no_win_lost_none() -> None:
    game = Game("late-binding", deal=4)
    while game.legal_actions:
        game.push(next(iter(game.legal_actions)))
    found = review(game, budget=600)
    assert {ply.verdict for ply in found.plies} == {LOST}
    assert (found.lost_at, found.last_winnable) == (None, None)


@pytest.mark.parametrize("rules", ["compulsory", "idle-year"])
def test_a_compulsory_game_is_reviewed_with_its_true_order(rules: str) -> None:
    deal = {"compulsory": 3, "idle-year": 33}[rules]
    for number in range(deal, deal + 40):
        game = Game(rules, deal=number)
        if light(game, peek=True, budget=600).verdict is WINNABLE:
            break
    while game.legal_actions:  # the first action that is listed, which is rarely the best
        game.push(next(iter(game.legal_actions)))
    KNOWN.clear()
    found = review(game, budget=600)
    check(game, found)
    assert found.plies[0].verdict is WINNABLE
    assert UNKNOWN not in {ply.verdict for ply in found.plies}
    assert (found.lost_at is None) == (game.outcome is Outcome.WON)


def test_what_bounds_leave_open_is_unknown() -> None:
    KNOWN.clear()
    game = Game("leap-2", deal=3)
    for _ in range(40):
        if game.legal_actions:
            game.push(next(iter(game.legal_actions)))
    found = review(game, budget=600, nodes=1000)
    check(game, found)
    assert UNKNOWN in {ply.verdict for ply in found.plies}
    stop = np.ones(1, dtype=np.uint8)
    KNOWN.clear()
    check(game, review(game, budget=600, cancel=stop))
    with pytest.raises(SetupError, match="budget"):
        review(game, budget=-1)


def test_progress_is_told() -> None:
    KNOWN.clear()
    told: list[tuple[int, int]] = []
    review(lost_game(), budget=600, progress=lambda done, of: told.append((done, of)))
    assert told
    assert told == sorted(told)
    assert told[-1] == (47, 47)


# ---------------------------------------------------------------- annotated records


def test_an_annotated_record_reads_back_and_keeps_what_was_there() -> None:
    record = Record(lost_game(), {PEEKED: "yes"}, {0: "my game", 42: "was this } good?"})
    found = review(record.game, budget=600)
    said = annotated(record, found)
    assert read(write(said)) == said
    assert said.headers[PEEKED] == "yes"
    assert said.comments[0] == "my game The deal can be won."
    line = " ".join(map(str, found.plies[42].line))
    assert said.comments[42] == (
        f"was this }} good? This lost the win. {found.plies[42].best} kept it: {line}."
    )
    assert record.comments == {0: "my game", 42: "was this } good?"}
    assert annotated(said, found) == said  # nothing is said twice


@given(small, st.integers(0, 20), seeds)
@settings(max_examples=60)
def test_annotated_records_of_any_rule_set_read_back(game: Game, steps: int, seed: int) -> None:
    play(game, steps, seed)
    found = review(game, budget=600)
    said = annotated(Record(game), found)
    assert read(write(said)) == said
    assert "win" in said.comments.get(0, "") or "won" in said.comments[0]
    for ply in found.plies:
        assert ("Only this kept the win." in said.comments.get(ply.ply, "")) == ply.only


def test_an_abandoned_game_tells_how_it_is_won() -> None:
    game = Game("accordion", deal=1, actions="42-39")
    found = review(game, budget=600)
    line = " ".join(map(str, found.line))
    assert annotated(Record(game), found).comments[1] == f"It can still be won: {line}."


@pytest.mark.parametrize("rules", ["compulsory", "accordion"])
def test_a_review_of_a_game_in_play_is_peeking(rules: str) -> None:
    game = Game(rules, deal=2, layout="stock", actions="d d")
    found = review(game, budget=600)
    assert annotated(Record(game), found).headers[PEEKED] == "yes"
    while game.legal_actions:
        game.push(next(iter(game.legal_actions)))
    assert PEEKED not in annotated(Record(game), review(game, budget=600)).headers
    dealt = Game("accordion", deal=2)
    assert PEEKED not in annotated(Record(dealt), review(dealt, budget=600)).headers


# ---------------------------------------------------------------- the commands

FIELDS = ["game", "ply", "action", "verdict", "piles", "only", "best", "line"]


def test_the_command_review(here: Path) -> None:
    other = Game("accordion", deal=1, actions="42-39")
    (here / "games.txt").write_text(write(lost_game()) + "\n" + write(other))
    answers = run("review", "games.txt", "--json", "--write", "out.txt").answers
    assert [list(answer) for answer in answers] == [FIELDS] * 49
    assert [answer["game"] for answer in answers] == [1] * 47 + [2] * 2
    assert [answer["ply"] for answer in answers] == [*range(47), 0, 1]
    first, lost = answers[0], answers[42]
    assert first == {
        "game": 1, "ply": 0, "action": None, "verdict": "winnable", "piles": 52,
        "only": False, "best": None, "line": [],
    }  # fmt: skip
    assert (lost["action"], lost["verdict"], lost["line"][0]) == ("8-5", "lost", lost["best"])
    written = sb.read_all((here / "out.txt").read_text())
    assert [record.game for record in written] == [lost_game(), other]
    assert "lost the win" in written[0].comments[42]
    assert run("verify", "out.txt").status == 0


def test_the_command_review_for_people(here: Path) -> None:
    (here / "game.txt").write_text(write(lost_game()))
    out = run("review", "game.txt").out
    lines = [line.rstrip() for line in out.splitlines()]
    assert lines[0] == "game 1: five-piles, open, deal 3: stuck"
    assert lines[3] == "+" * 42 + "-" * 5
    assert len(lines[2]) == 47
    assert any(line.startswith("42   8-5     10     - lost      lost the win; ") for line in lines)
    assert "Action 42, 8-5, lost the win." in lines
    won = Game("accordion(deck=2)", deck="7H 7C", actions="2-1")
    assert "Won." in run("review", "-", stdin=write(won)).out
    stuck = Game("accordion(deck=2)", deck="7H 8C")
    assert "There was no win." in run("review", "-", stdin=write(stuck)).out
    begun = Game("accordion(deck=2)", deck="7H 7C")
    assert "It can still be won: 2-1" in run("review", "-", stdin=write(begun)).out
    long = Game("accordion", deal=1, layout="stock", actions=["d"] * 52)
    assert "+" * 53 in run("review", "-", stdin=write(long)).out


@pytest.mark.parametrize(
    ("arguments", "mentioning"),
    [
        (["review"], "FILE"),
        (["review", "missing"], "missing"),
        (["review", "none"], "no record"),
        (["review", "good", "--budget", "0"], "--budget"),
        (["review", "good", "--nodes", "0"], "--nodes"),
        (["review", "good", "--memory", "0"], "--memory"),
        (["review", "good", "--workers", "0"], "--workers"),
        (["review", "good", "--write", "."], "can't be written"),
        (["review", "good", "--write", "nowhere/out"], "nowhere/out can't be written"),
        (["review", "good", "--write", "a\0b"], "--write"),
        (["advice", "missing"], "missing"),
        (["advice", "two"], "second game"),
        (["advice", "good", "--seed", "-1"], "--seed"),
        (["advice", "good", "bad"], "bad"),
    ],
)
def test_wrong_calls_get_one_sentence(here: Path, arguments: list[str], mentioning: str) -> None:
    text = write(Game("accordion(deck=2)", deck="7H 7C"))
    (here / "good").write_text(text)
    (here / "two").write_text(text + "\n" + text)
    (here / "none").write_text("\n")
    run(*arguments).refused(mentioning=mentioning)


def test_games_before_a_bad_one_are_answered_and_nothing_is_written(here: Path) -> None:
    text = write(Game("accordion(deck=2)", deck="7H 7C"))
    (here / "games").write_text(text + '\n[Rules "accordion"]\n[Deal "1"]\n\n2-1\n')
    ran = run("review", "games", "--json", "--write", "out")
    out = ran.refused(mentioning="games: line ")
    assert [json.loads(line)["game"] for line in out.splitlines()] == [1]
    assert not (here / "out").exists()


def test_the_command_advice() -> None:
    fields = ["action", "verdict", "reasons", "line", "piles", "estimate"]
    game = Game("late-binding", deal=5)
    (answer,) = run("advice", "--json", stdin=write(game)).answers
    assert list(answer) == fields
    assert (answer["verdict"], answer["piles"], answer["estimate"]) == ("winnable", 1, None)
    assert answer["action"] == answer["line"][0]
    assert answer["reasons"]
    for action in answer["line"]:
        game.push(action)
    assert game.outcome is Outcome.WON
    shown = run("advice", "-", stdin=write(Game("late-binding", deal=5))).out
    assert f"action  {answer['action']}\n" in shown
    assert "light   + winnable\n" in shown
    assert f"why     {answer['reasons'][0]}\n" in shown
    over = Game("accordion(deck=2)", deck="7H 8C")
    (answer,) = run("advice", "--json", stdin=write(over)).answers
    assert (answer["action"], answer["verdict"]) == (None, "lost")


def test_advice_peeks_only_where_it_is_asked_or_the_record_says_so() -> None:
    game = Game("compulsory", deal=1, actions="d d d")
    while len(game.legal_actions) < 2:
        game.push(next(iter(game.legal_actions)))
    (fair,) = run("advice", "--json", "--budget", "60", stdin=write(game)).answers
    assert fair["verdict"] == "unknown"
    choice = fair["estimate"]["choices"][0]
    assert list(choice) == [
        "action", "value", "win_rate", "win_error", "mean_piles", "piles_error",
    ]  # fmt: skip
    assert choice["action"] == fair["action"]
    (asked,) = run("advice", "--json", "--peek", "--budget", "60", stdin=write(game)).answers
    assert asked["verdict"] in ("winnable", "lost")
    assert asked["estimate"] is None
    said = write(Record(game, {PEEKED: "yes"}))
    assert run("advice", "--json", "--budget", "60", stdin=said).answers == [asked]
