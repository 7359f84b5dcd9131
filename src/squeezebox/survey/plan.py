"""What a survey is asked for, all of it: the same plan gives the same rows. Imports `deals`,
`rules` and the players' names.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from functools import cached_property

from ..deals import LARGEST_DEAL
from ..errors import SetupError, TextError
from ..players import player as player_called
from ..rules import RuleSet, read_rules
from ..solver.bounds import USUAL, Bounds

NODES = 10_000_000
"""How many rows a survey looks at for each deal, if nothing else is said: some ten seconds."""

LARGEST_CHUNK, SMALLEST_CHUNK, MANY_CHUNKS = 100_000, 10, 1000
MOST_CHUNKS = 1_000_000
"""A folder can't hold many more files than that."""


@dataclass(frozen=True)
class Plan:
    """A survey: which deals, under which rules, by whom, within which bounds.

    Time bounds nothing, so that the rows can be had again exactly.
    """

    version: str
    """Of the program: another one may find other wins."""
    rules: str
    layout: str
    first: int
    last: int
    """The deals, both included."""
    chunk: int
    """How many deals are worked out and written at a time."""
    player: str | None = None
    """Who plays; `None` for the solver."""
    nodes: int = NODES
    """Rows that the solver may look at for each deal."""
    memory: int = USUAL.memory
    """Megabytes that a proof may remember."""
    seed: int = USUAL.seed
    actions: bool = False
    """Whether the actions of wins are kept."""

    def __post_init__(self) -> None:
        """See that it makes sense.

        Raises:
            TextError: if the rule set or the player can't be read.
            SetupError: if something can't be.
        """
        self.rule_set.check_layout(self.layout)
        Bounds(nodes=self.nodes, memory=self.memory, seed=self.seed).check()
        if not 0 <= self.first <= self.last <= LARGEST_DEAL:
            raise SetupError(
                f"the deals are a range from 0 to {LARGEST_DEAL}, not {self.first}..{self.last}"
            )
        if self.chunk < 1:
            raise SetupError(f"a chunk has at least one deal, not {self.chunk}")
        if self.chunks > MOST_CHUNKS:
            raise SetupError(
                f"a survey has at most {MOST_CHUNKS:,} chunks, not {self.chunks:,}: "
                "let each have more deals"
            )
        if self.player is not None:
            player_called(self.player)
            if self.actions:
                raise SetupError("actions are kept of the solver's wins only, not of a player's")

    @cached_property
    def rule_set(self) -> RuleSet:
        """The rule set."""
        return read_rules(self.rules)

    @property
    def each_target(self) -> bool:
        """Whether a deal has many rows (`has_targets`)."""
        return has_targets(self.rule_set, self.player)

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return self.last - self.first + 1

    @property
    def chunks(self) -> int:
        """How many chunks they make."""
        return -(-self.deals // self.chunk)

    def deals_of(self, chunk: int) -> range:
        """The deals of a chunk; chunks count from 0."""
        begin = self.first + chunk * self.chunk
        return range(begin, min(begin + self.chunk, self.last + 1))

    def all_chunks(self) -> Iterator[range]:
        """The deals of all chunks, in order."""
        return map(self.deals_of, range(self.chunks))

    def rows_of(self, deals: range) -> int:
        """How many rows some deals give."""
        return len(deals) * (self.rule_set.deck - 2 if self.each_target else 1)

    def command(self, out: str) -> str:
        """The command that makes this survey in a folder of that name."""
        usual = Plan(
            self.version, self.rules, self.rule_set.layouts[0], self.first, self.last,
            usual_chunk(self.rule_set, self.deals, self.player),
        )  # fmt: skip
        words = ["squeezebox", "survey", "--rules", self.rules]
        words += ["--deals", f"{self.first}..{self.last}"]
        for name in ("layout", "player", "nodes", "memory", "seed", "chunk"):
            if (value := getattr(self, name)) != getattr(usual, name):
                words += [f"--{name}", str(value)]
        return shlex.join([*words, *(["--actions"] if self.actions else []), "--out", out])

    def differences(self, other: Plan) -> list[str]:
        """In what another plan differs, in words."""
        mine, others = asdict(self), asdict(other)
        return [
            f"{name} {_word(mine[name])} instead of {_word(others[name])}"
            for name in mine
            if mine[name] != others[name]
        ]

    def __str__(self) -> str:
        """Its text, as it stands in the folder."""
        return json.dumps(asdict(self), indent=2) + "\n"


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "the solver" if value is None else str(value)


def usual_chunk(rules: RuleSet, deals: int, player: str | None = None) -> int:
    """How many deals a chunk has if nothing else is said: about a thousandth of all."""
    largest = LARGEST_CHUNK // (10 if has_targets(rules, player) else 1)
    size = SMALLEST_CHUNK
    while size < largest and size * MANY_CHUNKS < deals:
        size *= 10
    return size


def has_targets(rules: RuleSet, player: str | None) -> bool:
    """Whether there is a row for each card that may be the target, not one for each deal."""
    return rules.target == "chosen" and player is None


def read_plan(text: str) -> Plan:
    """A plan from its text.

    Raises:
        TextError: if it isn't one.
    """
    try:
        given = json.loads(text)
        kinds = {field.name: str(field.type) for field in fields(Plan)}
        if not isinstance(given, dict) or given.keys() != kinds.keys():
            raise ValueError("it has other parts")
        for name, kind in kinds.items():
            allowed = [part.strip() for part in kind.split("|")]
            if (type(given[name]).__name__ if given[name] is not None else "None") not in allowed:
                raise ValueError(f"{name} is something else")
        return Plan(**given)
    except json.JSONDecodeError:
        raise TextError("this is not the plan of a survey: it isn't JSON") from None
    except (ValueError, RecursionError) as error:
        raise TextError(f"this is not the plan of a survey: {error}") from None
