"""Results and files of them: what the page's tests and the terminal's hold their twins against."""

from __future__ import annotations

import json
from typing import Any

FIRST = '{"format":"squeezebox results","version":1}'


def a_game(name: str, **fields: Any) -> dict[str, Any]:
    """A game as a file of results holds it."""
    return {
        "kind": "game", "id": name, "rules": "accordion", "layout": "open", "deal": 1,
        "actions": "42-39", "begun": 1000, "changed": 2000, "outcome": "open", "piles": 51,
    } | fields  # fmt: skip


def ended(outcome: str, piles: int, at: int, **more: Any) -> dict[str, Any]:
    """Fields of a game that ended so; the best of it is that, too."""
    best = None if outcome == "lost" else piles
    first = {"at": at, "outcome": outcome, "piles": piles}
    return {"outcome": outcome, "piles": piles, "first": first, "best": best} | more


def a_file(*lines: Any, first: str = FIRST) -> str:
    return "\n".join([first, *(x if isinstance(x, str) else json.dumps(x) for x in lines)]) + "\n"


# ---------------------------------------------------------------- files

FULL = [
    a_game(
        "one.more-1", attempt="one", deal=None, deck="6H KS", target="KS", came="own deck",
        title="A ‘title’ <b>", redo="2-1 x5 x5-6 d* d5 9_6",
        notes={"headers": {"Event": 'a "b"'}, "comments": {"1": "c}\n"}},
        seconds=12, undos=3, hints=4, **ended("won", 2, 1500), daily="2026-11-30", away=True,
    ),
    a_game("two", deal=4294967295, layout="stock"),
]  # fmt: skip
REST = [
    {"kind": "best", "rules": "bayan", "layout": "open", "piles": 0},
    {"kind": "rules", "text": "accordion(distances=1,4)", "name": "Mine", "when": 77},
]

WRONG = [
    ("", "Line 1: This is no file of Squeezebox results."),
    ("<html>", "Line 1: This is no file of Squeezebox results."),
    (b"\xff\xfe\x00\x01PNG", "Line 1: This is no file of Squeezebox results."),
    ('[Rules "accordion"]\n', "Line 1: This is no file of Squeezebox results."),
    (a_file(first=FIRST.replace("1", "2")), "Line 1: The file's version is 2"),
    (a_file(a_game("y"), "{broken"), "Line 3: This isn't JSON."),
    (a_file(a_game("y"), "7"), "Line 3: An object is expected."),
    (a_file({"id": "x"}), 'Line 2: "kind" is missing.'),
    (a_file({"kind": "game"}), 'Line 2: "id" is missing.'),
    (a_file(a_game("y") | {"id": "<b>"}), 'Line 2: "id" isn\'t'),
    (a_file(a_game("y", layout="flat")), 'Line 2: "layout" isn\'t "open" or "stock".'),
    (a_file(a_game("y", deal=-1)), 'Line 2: "deal" isn\'t a deal number.'),
    (a_file(a_game("y", deal="1")), 'Line 2: "deal" isn\'t a deal number.'),
    (a_file(a_game("y", deal=None)), 'Line 2: One of "deal" and "deck" is expected.'),
    (a_file(a_game("y", deck="6H")), 'Line 2: One of "deal" and "deck" is expected.'),
    (a_file(a_game("y", actions="42-39 alert(1)")), 'Line 2: "actions" isn\'t'),
    (a_file(a_game("y", actions=["42-39"])), 'Line 2: "actions" isn\'t'),
    (a_file(a_game("y", piles=53)), 'Line 2: "piles" isn\'t a number of piles.'),
    (a_file(a_game("y", piles=1.5)), 'Line 2: "piles" isn\'t a number of piles.'),
    (a_file(a_game("y", changed=1e300)), 'Line 2: "changed" isn\'t a moment'),
    (a_file(a_game("y", outcome="Won")), 'Line 2: "outcome" isn\'t'),
    (a_file(a_game("y", first={"at": 1})), 'Line 2: "first" isn\'t'),
    (a_file(a_game("y", best=3)), 'Line 2: "best" is there without "first".'),
    (a_file(a_game("y", daily="2026-02-30")), 'Line 2: "daily" isn\'t a date'),
    (a_file(a_game("y", title="a\nb")), 'Line 2: "title" isn\'t'),
    (a_file(a_game("y", notes={"headers": {"Deal": "2"}})), 'Line 2: "notes" isn\'t'),
    (a_file({"kind": "best", "rules": "x", "layout": "open", "piles": -1}), "Line 2:"),
    (a_file({"kind": "rules", "text": "x", "name": "", "when": 1}), 'Line 2: "name" isn\'t'),
]  # fmt: skip
"""Files, and what is said of each."""


# ---------------------------------------------------------------- statistics

SIX_DEALS = [
    # Deal 1: first stuck with 4, then won in the same game; restarted, stuck with 9.
    a_game("a", **ended("stuck", 4, 10, best=1), seconds=100, undos=7, hints=1),
    a_game("b", **ended("stuck", 9, 20), seconds=50),
    # Deal 2: won; deal 3: won; deal 4: begun, begun again, never finished.
    a_game("c", deal=2, **ended("won", 1, 30), seconds=30),
    a_game("d", deal=3, **ended("won", 1, 40), undos=2),
    a_game("e", deal=4, seconds=20),
    a_game("f", deal=4, hints=3),
    # Deal 5: stuck with 6, though it was changed last and begun first.
    a_game("g", deal=5, **ended("stuck", 6, 50), begun=1, changed=9000),
    # Deal 6: won twice; a copy of the first of these games was finished later, worse.
    a_game("h", deal=6, **ended("won", 1, 60), seconds=5),
    a_game("i", deal=6, **ended("won", 1, 70)),
    a_game("j", deal=6, attempt="h", **ended("stuck", 12, 80), seconds=2),
]
"""Six deals, ten games."""

TOLD_OF_SIX_DEALS = {
    "begun": 9,
    "finished": 7,
    "deals": 5,
    "won": 3,
    "lost": 0,
    "average": 2.6,  # of 4, 1, 1, 6, 1
    "averageWon": 1,
    "best": 1,
    "spread": [[1, 3], [4, 1], [6, 1]],
    "streak": {"now": 1, "best": 2},
    "seconds": 205,  # of the copies the longest: 100, 50, 30, 0, 20, 0, 0, 5, 0
    "undos": 9,
    "hints": 4,
    "advice": 0,
}
"""The values were worked out on paper."""

SEVERAL_PILES = [
    a_game("a", **ended("won", 5, 10, best=3)),  # played on to 3
    a_game("b", deal=2, **ended("won", 4, 20)),
    a_game("c", deal=3, **ended("lost", 40, 30)),
    a_game("d", deal=4, **ended("stuck", 7, 40)),
    a_game("e", deal=None, deck="6H KS", **ended("won", 2, 50)),
    a_game("f", deal=None, deck="6H KS", **ended("stuck", 8, 60)),
]
"""A goal of several piles, and a target that was lost."""

TOLD_OF_SEVERAL_PILES = {
    "begun": 6,
    "deals": 5,
    "won": 3,
    "lost": 1,
    "average": 4.5,  # of 5, 4, 7, 2
    "averageWon": 11 / 3,  # of 5, 4, 2
    "best": 2,
    "spread": [[2, 1], [4, 1], [5, 1], [7, 1]],
    "streak": {"now": 1, "best": 2},
}

# ---------------------------------------------------------------- days

DAILY_GAMES: list[Any] = [
    (20261022, "2026-10-22T12:00", 5, {}),
    (20261023, "2026-10-23T23:59:59", 4, {}),
    (20261024, "2026-10-24T08:00", 9, {}),
    (20261024, "2026-10-24T07:00", 7, {}),  # the first result of the day counts
    (20261025, "2026-10-25T02:30", 1, {}),  # an hour that comes twice
    # 26: not played
    (20261027, "2026-10-28T00:00", 2, {}),  # a second too late
    (20261028, "2026-10-27T20:00", 6, {}),  # too early, which doesn't count
    (20261028, "2026-10-28T20:00", 8, {}),
    (20261029, "2026-10-29T20:00", 3, {}),
    (20261030, "2026-10-30T20:00", 9, {"first": None}),  # not finished
    (20261026, "2026-10-26T20:00", 3, {"layout": "stock"}),  # another layout
    (20261026, "2026-10-26T20:00", 3, {"rules": "skidoo"}),
    (20261131, "2026-10-26T20:00", 3, {}),  # no day
    (7, "2026-10-26T20:00", 3, {}),
]
"""Deal, when it was finished (in Berlin), with how many piles, and what else differs."""

TOLD_OF_DAYS = [
    ["2026-10-22", 5, True],
    ["2026-10-23", 4, True],
    ["2026-10-24", 7, True],
    ["2026-10-25", 1, True],
    ["2026-10-27", 2, False],
    ["2026-10-28", 8, True],
    ["2026-10-29", 3, True],
]
"""The days that have a result, of how many piles, and whether on the day itself."""

RUNS_OF_DAYS = [
    ("2026-10-25", 4),
    ("2026-10-26", 4),  # still to come today
    ("2026-10-27", 0),
    ("2026-10-29", 2),
    ("2026-10-30", 2),
    ("2026-10-31", 0),
]
"""Today, and how many days in a row up to it."""
