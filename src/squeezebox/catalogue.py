"""The named rule sets, as data. Imports only `errors`.

A new rule set is one entry here and one page in the rulebook. What makes it differ from
Accordion is written as any custom rule set is (see `rules`); nothing else in the program
asks for a rule set by its name.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from .errors import SetupError, TextError, quoted


@dataclass(frozen=True, slots=True)
class Entry:
    """A named rule set."""

    name: str
    """What stands for it in texts."""
    title: str
    other_names: tuple[str, ...]
    """What else it is called."""
    summary: str
    """Its rule in one line."""
    changes: str = ""
    """What differs from Accordion, in the keys of a rule set's text."""
    fixed_ends: bool = False
    """Whether QH is always the first card and KH the last; no text can ask for that."""
    misspellings: tuple[str, ...] = ()
    """Spellings that are understood, and never shown."""


CATALOGUE: tuple[Entry, ...] = (
    Entry(
        "accordion",
        "Accordion",
        ("Methuselah", "Tower of Babel"),
        "A pile moves onto the pile 1 or 3 to its left when their top cards share rank or suit.",
        misspellings=("Accordian", "Acordion", "Accordeon"),
    ),
    Entry(
        "five-piles",
        "Five Piles",
        ("5 piles", "Sheinwold"),
        "Accordion, won with five piles or fewer.",
        "goal=5",
    ),
    Entry(
        "compulsory",
        "Compulsory Accordion",
        ("Parlett",),
        "Dealt as you go; no deal while a merge is possible.",
        "compulsory",
    ),
    Entry(
        "idle-year",
        "The Idle Year",
        ("Idle Year",),
        "Compulsory, and a pile that can slide may not leap.",
        "compulsory; priority=pile",
    ),
    Entry(
        "idle-year-1884",
        "The Idle Year, as Dick printed it",
        ("The Idle Year 1884", "Dick"),
        "Compulsory, and no pile leaps while any pile can slide.",
        "compulsory; priority=row",
    ),
    Entry(
        "revenge",
        "Accordion's Revenge",
        ("Revenge",),
        "The deal names a card that must be on top of the last pile.",
        "target=named",
    ),
    Entry(
        "virtuoso",
        "Accordion Virtuoso",
        ("Virtuoso",),
        "You choose the card that must be on top of the last pile.",
        "target=chosen",
    ),
    Entry(
        "concertina",
        "Concertina",
        (),
        "Every merge may go over or under.",
        "place=either",
    ),
    Entry(
        "skidoo",
        "23 Skidoo",
        ("Twenty-three Skidoo",),
        "Leaps of 2 and 3, no slides; won with two piles.",
        "distances=2,3; goal=2",
        misspellings=("Skiddoo", "23 Skiddoo"),
    ),
    Entry(
        "royal-marriage",
        "Royal Marriage",
        ("Betrothal", "The Royal Marriage"),
        "One or two cards between two that match leave, until queen and king meet.",
        "distances=2,3; goal=2; discard=between",
        fixed_ends=True,
    ),
    Entry(
        "push-pin",
        "Push Pin",
        (),
        "Royal Marriage with an ordinary shuffled deck.",
        "distances=2,3; goal=2; discard=between",
    ),
    Entry(
        "relaxed",
        "Relaxed Accordion",
        (),
        "Piles merge to the right as well as to the left.",
        "both-ways",
    ),
    Entry(
        "bayan",
        "Bayan",
        (),
        "Two matching piles 1 or 3 apart leave together; won when nothing is left.",
        "goal=0; discard=pair",
    ),
    Entry(
        "late-binding",
        "Late-Binding",
        ("Knuth", "Late-Binding Solitaire"),
        "Accordion with 18 cards.",
        "deck=18",
    ),
)
"""The fourteen named rule sets; the family `leap-N` comes from `leap`."""


def leap(distance: int) -> Entry:
    """The member of the family `leap-N` with this N (2 to 51, and 3 is Accordion itself).

    Raises:
        SetupError: if N is out of range.
    """
    if not 2 <= distance <= 51:
        raise SetupError(f"leap-N has N from 2 to 51, not {distance}")
    if distance == 3:
        return CATALOGUE[0]
    return Entry(
        f"leap-{distance}",
        f"Long Leap {distance}",
        (),
        f"A pile moves 1 or {distance} to the left.",
        f"distances=1,{distance}",
    )


LISTED: tuple[Entry, ...] = (*CATALOGUE, *(leap(distance) for distance in (2, 4, 5, 6)))
"""What lists of rule sets show: the fourteen, and the shorter Long Leaps."""


def _plain(name: str) -> str:
    """A name without what spellings differ in: case, spaces, hyphens, commas, apostrophes."""
    return re.sub(r"[\s_,'’–-]", "", name.lower())


_BY_NAME: dict[str, Entry] = {
    _plain(name): entry
    for entry in CATALOGUE
    for name in (*entry.misspellings, *entry.other_names, entry.title, entry.name)
}


def find(name: str) -> Entry:
    """The entry called `name`, in any case and well-known spelling; `leap-N` too.

    Raises:
        TextError: if nothing is called so; what comes nearest is suggested.
        SetupError: if it is a `leap-N` with an N that can't be.
    """
    plain = _plain(name)
    if plain in _BY_NAME:
        return _BY_NAME[plain]
    long_leap = re.fullmatch(r"(?:long[ _-]?)?leap[ _-]?([0-9]{1,9})", name.strip().lower())
    if long_leap:
        return leap(int(long_leap[1]))
    near = difflib.get_close_matches(plain[:40], _BY_NAME, n=1)
    meant = f"; did you mean {_BY_NAME[near[0]].name}?" if near else ""
    raise TextError(
        f"no rule set is called {quoted(name.strip())}{meant}",
        found=name,
        expected="the name of a rule set",
    )
