"""What a command is given: deals, files, rule sets, limits. Imports `deals` and what lies below.

Everything that can be wrong with it becomes `Refused`: one sentence that names the place.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO

from ..cards import Card, read_cards
from ..deals import LARGEST_DEAL, check_deck, deal as deal_number, read_deal
from ..errors import IllegalAction, SetupError, TextError, quoted
from ..record import Record, read
from ..rules import RuleSet, read_rules

LONGEST_LINE = 10_000
"""What a line of deals may have, in bytes; a deck takes some 200."""
LARGEST_FILE = 100_000_000
"""What a file of records may have, in bytes: some 100,000 games."""


class Refused(Exception):
    """The call or its input was wrong; the text is one sentence that says where and why."""


@contextmanager
def at(place: str) -> Iterator[None]:
    """Whatever is wrong within is said to be wrong at `place`."""
    try:
        yield
    except (TextError, SetupError, IllegalAction) as error:
        raise Refused(f"{place}: {error}") from None


# ---------------------------------------------------------------- deals


@dataclass(frozen=True, slots=True)
class GivenDeal:
    """A deck that a command is asked about, as its rule set deals it."""

    number: int | None
    """The deal number, or `None` for a deck given as cards."""
    deck: tuple[Card, ...]
    target: Card | None
    """The target that the deal names, if it names one."""
    place: str
    """Where it was asked for, as messages say it."""


def given_deals(arguments: Sequence[str], rules: RuleSet) -> Iterator[GivenDeal]:
    """The deals that arguments ask for, in their order, worked out only as they are needed.

    Raises:
        Refused: as `asked_deals`.
    """
    for asked, place in asked_deals(arguments, rules):
        if isinstance(asked, int):
            dealt = deal_number(asked, rules)
            yield GivenDeal(asked, dealt.deck, dealt.target, place)
        else:
            yield GivenDeal(None, asked, None, place)


def asked_deals(
    arguments: Sequence[str], rules: RuleSet
) -> Iterator[tuple[int | tuple[Card, ...], str]]:
    """The deal numbers and decks that arguments ask for, each with its place.

    An argument is a number, a range `1..1000`, a deck, `@FILE` with one of these a line,
    or `-` for the same on standard input.

    Raises:
        Refused: at the first that can't be read or doesn't fit the rule set.
    """
    for number, argument in enumerate(arguments, 1):
        if argument == "-" or argument.startswith("@"):
            name = argument.removeprefix("@")
            empty = True
            for place, line in _lines(name):
                empty = False
                yield from _asked_in(line, place, rules)
            if empty:
                raise Refused(f"{shown_name(name)}: there is no deal here")
        else:
            yield from _asked_in(argument, f"argument {number}", rules)


def _asked_in(
    text: str, place: str, rules: RuleSet
) -> Iterator[tuple[int | tuple[Card, ...], str]]:
    """What one text asks for: a number, a range or a deck."""
    with at(place):
        wanted = _numbers(text)
        deck = _read_deck(text) if wanted is None else None
        if deck is not None:
            check_deck(deck, rules)
    if deck is not None:
        yield deck, place
    for number in wanted or ():
        yield number, place


def _numbers(text: str) -> range | None:
    """The deal numbers that a number or a range means; `None` if it is neither."""
    first, dots, last = text.partition("..")
    if dots:
        start, end = read_deal(first), read_deal(last)
        if end < start:
            raise TextError(
                f"the range {start}..{end} runs backwards: the smaller number comes first"
            )
        return range(start, end + 1)
    if re.fullmatch(r"[0-9]+", text.strip()):
        number = read_deal(text)
        return range(number, number + 1)
    return None


def _read_deck(text: str) -> tuple[Card, ...]:
    """The cards of a deck, from a text that is neither a number nor a range."""
    several = re.search(r"[\s,]", text.strip())  # so it was meant as a deck
    deck: tuple[Card, ...] = ()
    try:
        deck = read_cards(text)
    except TextError:
        if several:
            raise
    if not deck and not several:
        raise TextError(
            f"{quoted(text)} is neither a deal number (0 to {LARGEST_DEAL}), "
            "nor a range such as 1..1000, nor a deck of cards"
        )
    return deck


# ---------------------------------------------------------------- files


def shown_name(name: str) -> str:
    """A file's name as messages say it."""
    if name == "-":
        return "standard input"
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)
    return line if len(line) <= 240 else f"{line[:120]}…{line[-120:]}"


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """The bytes of a file, or of standard input for `-`.

    Raises:
        Refused: if they can't be had, then or while they are read.
    """
    try:
        if name != "-":
            with open(name, "rb") as file:  # noqa: PTH123  # a Path would change odd names
                yield file
        elif sys.stdin is None:
            raise Refused("standard input is closed")
        else:
            yield sys.stdin.buffer
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Refused(f"{shown_name(name)} can't be read: {why[:1].lower()}{why[1:]}") from None
    except ValueError:  # a null character, or one that no file system has
        raise Refused(f"{quoted(name)} can't be the name of a file") from None


def _decoded(data: bytes, place: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(f"{place}: this is not UTF-8 text") from None


def _lines(name: str) -> Iterator[tuple[str, str]]:
    """The lines of a file that say something, each with its place, read one at a time."""
    if not name:
        raise Refused("@ names no file: @FILE is expected")
    with _opened(name) as file:
        number = 0
        while data := file.readline(LONGEST_LINE + 1):
            number += 1
            place = f"{shown_name(name)} line {number}"
            if len(data) > LONGEST_LINE:
                raise Refused(f"{place}: the line has more than {LONGEST_LINE} bytes")
            line = _decoded(data, place).removeprefix("\ufeff").strip()
            if line and not line.startswith("#"):
                yield place, line


def read_text(name: str) -> str:
    """The whole text of a file, or of standard input for `-`.

    Raises:
        Refused: if it can't be read, is too large or isn't UTF-8.
    """
    with _opened(name) as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise Refused(f"{shown_name(name)} is larger than {LARGEST_FILE // 1_000_000} MB")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise Refused(f"{shown_name(name)} line {number}: this is not UTF-8 text") from None


def read_record(name: str) -> Record:
    """The one record of a file, or of standard input for `-`.

    Raises:
        Refused: if there isn't exactly one that holds; its line and column are named.
    """
    text = read_text(name)
    with at(shown_name(name)):
        return read(text)


# ---------------------------------------------------------------- options


def rules_option(text: str) -> RuleSet:
    """The rule set that `--rules` names.

    Raises:
        Refused: if it can't be read or makes no sense.
    """
    with at("--rules"):
        return read_rules(text)


def whole_number(text: str, option: str, least: int, most: int = 10**9) -> int:
    """The whole number that an option is given.

    Raises:
        Refused: if it is something else, or less than `least` or more than `most`.
    """
    if re.fullmatch(r"[0-9]{1,20}", text.strip()) and least <= int(text) <= most:
        return int(text)
    raise Refused(f"{option}: {quoted(text)} is not a whole number from {least} to {most}")


def seconds(text: str, option: str) -> float:
    """The time that an option is given, in seconds.

    Raises:
        Refused: if it isn't a positive number.
    """
    plain = re.fullmatch(r"[0-9]*\.?[0-9]*(?:[eE][-+]?[0-9]{1,3})?", text.strip())
    try:
        value = float(text) if plain else math.nan
    except ValueError:
        value = math.nan
    if not (value > 0 and math.isfinite(value)):
        raise Refused(f"{option}: {quoted(text)} is not a positive number of seconds")
    return value
