"""A rule set is data, and has a text. Imports `catalogue` and `errors`.

All rule sets are one idea: *two cards at a distance match; what happens to them is the
rule set's effect*. Everything that tells them apart is a field of `RuleSet`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Literal, get_args

from .catalogue import CATALOGUE, Entry, find, leap
from .errors import SetupError, TextError, quoted

Place = Literal["over", "under", "either"]
Priority = Literal["none", "pile", "row"]
Target = Literal["none", "named", "chosen"]
Removal = Literal["none", "between", "pair"]
Layout = Literal["open", "stock"]


def _or(words: Sequence[str]) -> str:
    """`over, under or either`."""
    return f"{', '.join(words[:-1])} or {words[-1]}"


@dataclass(frozen=True, slots=True, repr=False)
class RuleSet:
    """What differs from one kind of Accordion to another.

    Two rule sets are equal if they play the same; `base`, the name one was made from,
    plays no part. `str()` gives the text that `read_rules` reads.

    Raises:
        SetupError: if the fields make no sense together; the reason is given.
        TextError: if `base` isn't a name in the catalogue.
    """

    deck: int = 52
    """How many cards, 1 to 52."""
    distances: tuple[int, ...] = (1, 3)
    """How far apart two matching piles meet, ascending; 1 is a slide, all others leaps."""
    both_ways: bool = False
    """Whether piles merge to the right as well as to the left."""
    place: Place = "over"
    """Whether a pile goes over the one it is moved to, under it, or either."""
    compulsory: bool = False
    """Whether a deal is illegal while anything else is legal."""
    priority: Priority = "none"
    """`pile`: a pile that can slide may not leap. `row`: no leap while any slide is legal."""
    goal: int = 1
    """Won with at most so many piles."""
    target: Target = "none"
    """Whether a card must be on top at the end, and who names it: the deal or the player."""
    discard: Removal = "none"
    """`between`: what lies between two matching piles leaves; `pair`: both matching piles do."""
    fixed_ends: bool = False
    """Whether the deck begins with the queen of hearts and ends with the king of hearts."""
    base: str = field(default="accordion", compare=False)
    """The catalogue's name that the rule set was made from; its text begins with it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "distances", tuple(sorted(set(self.distances))))
        find(self.base)
        for makes_no_sense, key, why in self._objections():
            if makes_no_sense:
                raise SetupError(why, key=key)

    def _objections(self) -> tuple[tuple[bool, str, str], ...]:
        return (
            *(
                (
                    value not in get_args(words),
                    name,
                    f"{name} is {_or(get_args(words))}, not {quoted(str(value))}",
                )
                for name, value, words in (
                    ("place", self.place, Place),
                    ("priority", self.priority, Priority),
                    ("target", self.target, Target),
                    ("discard", self.discard, Removal),
                )
            ),
            (not 1 <= self.deck <= 52, "deck", f"a deck has 1 to 52 cards, not {self.deck}"),
            (
                self.fixed_ends and self.deck < 2,
                "deck",
                "a deck that begins with QH and ends with KH has at least two cards",
            ),
            (not self.distances, "distances", "a rule set needs at least one distance"),
            *(
                (not 1 <= distance <= 51, "distances", f"distances go from 1 to 51, not {distance}")
                for distance in self.distances
            ),
            (
                not 0 <= self.goal <= 52,
                "goal",
                f"the goal is a number of piles from 0 to 52, not {self.goal}",
            ),
            (
                self.discard == "between" and not {2, 3}.issuperset(self.distances),
                "distances",
                "discard=between works at distances 2 and 3 only",
            ),
            (
                self.discard != "none" and self.place != "over",
                "place",
                f"place={self.place} speaks of merges, and a rule set that discards has none",
            ),
            (
                self.discard != "none" and self.both_ways,
                "both-ways",
                "both-ways speaks of merges, and a rule set that discards has none",
            ),
            (
                self.discard != "none" and self.target != "none",
                "target",
                "a rule set that discards can't have a target card",
            ),
            (
                self.priority != "none" and self.discard != "none",
                "priority",
                f"priority={self.priority} speaks of merges, and a rule set that discards has none",
            ),
            (
                self.priority != "none" and 1 not in self.distances,
                "priority",
                f"priority={self.priority} puts slides first, and this rule set has no slide",
            ),
            (
                self.target != "none" and self.goal == 0,
                "goal",
                "with a target card at least one pile is left, so the goal can't be 0",
            ),
            (
                self.target != "none" and self.deck < 3,
                "deck",
                "the target is neither the first nor the second card, "
                "so the deck needs at least three",
            ),
        )

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """The layouts it can be played in, the usual one first."""
        return ("stock",) if self.compulsory else ("open", "stock")

    @property
    def unders(self) -> tuple[bool, ...]:
        """The ways a pile may be put to another: over (`False`), under (`True`)."""
        return {"over": (False,), "under": (True,), "either": (False, True)}[self.place]

    def check_layout(self, layout: str) -> Layout:
        """`layout`, if this rule set is played in it.

        Raises:
            SetupError: if there is no such layout, or a compulsory rule set is asked for open.
        """
        if layout not in ("open", "stock"):
            raise SetupError(f"the layout is open or stock, not {quoted(str(layout))}")
        if layout not in self.layouts:
            raise SetupError(f"{self} is compulsory: it is played from the stock, not open")
        return layout

    @property
    def entry(self) -> Entry | None:
        """The catalogue's entry that plays exactly so, if there is one."""
        if len(self.distances) == 2 and self.distances[0] == 1:
            long_leap = leap(self.distances[1])
            if self == _rules_of(long_leap):
                return long_leap
        return next((entry for entry in CATALOGUE if self == _rules_of(entry)), None)

    def __str__(self) -> str:
        return _write(self, self.base)

    def __repr__(self) -> str:
        return f"read_rules({str(self)!r})"


# ---------------------------------------------------------------- rule sets as text


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError("a whole number")
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(_number(part.strip()) for part in text.split(","))
    except ValueError:
        raise ValueError("numbers, separated by commas") from None


def _flag(text: str) -> bool:
    return _word("yes", "no")(text) == "yes"


def _word(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(_or(words))
        return text

    return read


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a rule set's text, and the field of `RuleSet` that it changes."""

    text: str
    field: str
    read: Callable[[str], object]
    values: tuple[str, ...] = ()
    """All values it can have, where these are few words."""

    def value(self, rules: RuleSet) -> str:
        """What this key is set to in a rule set, as text."""
        value = getattr(rules, self.field)
        if self.read is _flag:
            return "yes" if value else "no"
        return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)

    def write(self, rules: RuleSet) -> str:
        """The change that sets this key so."""
        value = self.value(rules)
        return self.text if self.read is _flag and value == "yes" else f"{self.text}={value}"


def _choice(text: str, words: object) -> Key:
    values = get_args(words)
    return Key(text, text, _word(*values), values)


KEYS: tuple[Key, ...] = (
    Key("deck", "deck", _number),
    Key("distances", "distances", _numbers),
    Key("both-ways", "both_ways", _flag, ("no", "yes")),
    _choice("place", Place),
    Key("compulsory", "compulsory", _flag, ("no", "yes")),
    _choice("priority", Priority),
    Key("goal", "goal", _number),
    _choice("target", Target),
    _choice("discard", Removal),
)
"""In the order in which changes are written."""


@lru_cache(maxsize=1024)  # bounded: there are more custom rule sets than memory
def _write(rules: RuleSet, base: str) -> str:
    """A rule set as text: the catalogue's name, or the base's name and what was changed."""
    if rules.entry is not None:
        return rules.entry.name
    start = find(base)
    if start.fixed_ends != rules.fixed_ends:  # no key can say that: only a name can
        start = next(entry for entry in CATALOGUE if entry.fixed_ends == rules.fixed_ends)
    before = _rules_of(start)
    changes = [
        key.write(rules) for key in KEYS if getattr(rules, key.field) != getattr(before, key.field)
    ]
    return f"{start.name}({'; '.join(changes)})"


def _read_changes(text: str) -> dict[str, object]:
    """The changes in a rule set's text, as fields of `RuleSet` and their values."""
    changes: dict[str, object] = {}
    for part in text.split(";") if text.strip() else ():
        name, equals, value = (piece.strip().lower() for piece in part.partition("="))
        key = next((key for key in KEYS if key.text == name), None)
        if key is None:
            known = ", ".join(key.text for key in KEYS)
            raise TextError(
                f"{quoted(part.strip())} is not a change of a rule set: one of {known} is expected",
                found=part.strip(),
                expected=known,
            )
        if key.field in changes:
            raise TextError(
                f"{key.text} is set twice",
                found=part.strip(),
                expected="each key once",
                key=key.text,
            )
        if not equals and key.read is _flag:
            value = "yes"
        try:
            changes[key.field] = key.read(value)
        except ValueError as error:
            raise TextError(
                f"{key.text} expects {error}, not {quoted(value)}",
                found=value,
                expected=str(error),
                key=key.text,
            ) from None
    return changes


@cache
def _rules_of(entry: Entry) -> RuleSet:
    changes = _read_changes(entry.changes)
    return RuleSet(**changes, fixed_ends=entry.fixed_ends, base=entry.name)  # type: ignore[arg-type]


def read_rules(text: str) -> RuleSet:
    """The rule set that `text` means: a name, or a name with changes in parentheses.

    Raises:
        TextError: if it can't be read; what was expected is said.
        SetupError: if what it says makes no sense.
    """
    name, opening, rest = text.strip().partition("(")
    if "(" in rest or (opening and not rest.endswith(")")) or (not opening and ")" in name):
        raise TextError(
            f"{quoted(text)} is not a rule set: a name, or a name and changes in one pair of "
            "parentheses, is expected",
            found=text,
            expected="a rule set",
        )
    changes = _read_changes(rest[:-1])
    return replace(_rules_of(find(name)), **changes)  # type: ignore[arg-type]
