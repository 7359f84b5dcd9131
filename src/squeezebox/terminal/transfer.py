"""Results as text, one JSON object a line: exported and imported, by the page just the same.

The format is described in the documentation ("The formats", "Results"). Imports `documents`,
`checks` and `errors`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..errors import TextError
from .checks import read_json, utf16, write_json
from .documents import KINDS, Best, KeptGame, OwnRules, SolvedPuzzle

FORMAT = "squeezebox results"
VERSION = 1
HEAD = write_json({"format": FORMAT, "version": VERSION})
"""The first line of a file of results."""


@dataclass(slots=True)
class Results:
    """What a file of results holds."""

    rules: list[OwnRules] = field(default_factory=list)
    bests: list[Best] = field(default_factory=list)
    games: list[KeptGame] = field(default_factory=list)
    puzzles: list[SolvedPuzzle] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    """Kinds and fields of a later version, which were left out."""


def write_results(
    games: Iterable[KeptGame],
    bests: Iterable[Best],
    rules: Iterable[OwnRules],
    puzzles: Iterable[SolvedPuzzle],
) -> str:
    """The text of everything, always in the same order."""
    lines = [
        HEAD,
        *(one.write() for one in sorted(rules, key=lambda one: utf16(one.text))),
        *(one.write() for one in sorted(bests, key=lambda one: utf16(f"{one.rules} {one.layout}"))),
        *(one.write() for one in sorted(games, key=lambda one: (one.begun, utf16(one.id)))),
        *(
            one.write()
            for one in sorted(
                puzzles, key=lambda one: (one.solved, utf16(",".join(map(str, one.key))))
            )
        ),
    ]
    return "".join(f"{line}\n" for line in lines)


def _check_head(line: str) -> None:
    try:
        value = read_json(line)
    except TextError:
        value = {}
    if value.get("format") != FORMAT:
        raise TextError("This is no file of Squeezebox results.")
    version = value.get("version")
    if version != VERSION or isinstance(version, bool):
        shown = version if isinstance(version, str) else json.dumps(version)
        raise TextError(
            f"The file's version is {shown[:20]}; this Squeezebox reads version {VERSION}."
        )


def read_results(text: str) -> Results:
    """What a text holds; kinds and fields of a later version are left out, and named.

    Raises:
        TextError: at the first wrong line, which refuses all; the sentence names it.
    """
    found = Results()
    lists = {
        KeptGame.KIND: found.games,
        Best.KIND: found.bests,
        OwnRules.KIND: found.rules,
        SolvedPuzzle.KIND: found.puzzles,
    }
    kinds = {kind.KIND: kind for kind in KINDS}
    left: dict[str, None] = {}  # in the order in which they were found
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        try:
            if number == 1:
                _check_head(line)
            elif line.strip():
                value = read_json(line)
                name = value.get("kind")
                if not isinstance(name, str):
                    raise TextError('"kind" is missing.')
                if name not in kinds:
                    left[name[:60]] = None
                    continue
                kind = kinds[name]
                lists[name].append(kind.read(value))  # type: ignore[attr-defined]
                left.update(dict.fromkeys(f"{name}.{each}"[:60] for each in kind.unknown(value)))
        except TextError as error:
            raise TextError(
                f"Line {number}: {error.message} Nothing was imported.", line=None
            ) from None
    found.left = list(left)
    return found
