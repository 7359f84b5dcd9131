"""The keys, in one list that works them and shows them. Imports nothing."""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """Keys that do the same."""

    keys: tuple[str, ...]
    """As they are told: a character, or a name such as `left`."""
    shown: str
    does: str
    deed: str
    """The name of what they do."""


KEYS = (
    Key(("left", "h"), "← or h", "to the pile on the left", "left"),
    Key(("right", "l"), "→ or l", "to the pile on the right", "right"),
    Key(("up", "k"), "↑ or k", "to the line above", "up"),
    Key(("down", "j"), "↓ or j", "to the line below", "down"),
    Key(("home",), "Home", "to the first pile", "first"),
    Key(("end",), "End", "to the last pile", "last"),
    Key(("enter", " "), "Enter or Space", "pick a pile up, put it down", "pick"),
    Key(("escape",), "Escape", "let go", "let_go"),
    Key(tuple("123456789"), "1 to 9", "play the pile at the cursor that far", "distance"),
    Key(
        ("_",),
        "_",
        "then a number, Enter or Space: under the other pile, where a rule set allows it",
        "under",
    ),
    Key(("g",), "g, number, Enter", "go to a pile", "go_to"),
    Key(("d",), "d", "deal one card", "deal_one"),
    Key(("D",), "D", "deal all cards", "deal_all"),
    Key(("u",), "u", "undo (at the start of a new game: the one before it)", "undo"),
    Key(("r",), "r", "redo", "redo"),
    Key(("b",), "b", "to the bellows: arrows go to any point of the game", "bellows"),
    Key(("o",), "o", "the other line, if you went back and played differently", "other"),
    Key(("n",), "n", "new game", "new"),
    Key(("N",), "N", "restart this deal", "restart"),
    Key(("x",), "x", "the next deal", "next"),
    Key(("f",), "f", "choose a game: rule set, layout, deal, a deck of your own", "choose"),
    Key(("y",), "y", "the daily deal", "daily"),
    Key(("i",), "i", "hints on or off", "hints"),
    Key(("a",), "a", "advice: one action, and why; Enter plays it, a tells more", "advice"),
    Key(("A",), "A", "play what is advised", "play_advice"),
    Key(("c",), "c", "the coach's light on or off: whether the game can still be won", "light"),
    Key(("w",), "w", "back to the last winnable position", "back"),
    Key(("v",), "v", "the coach: every action and what it does, review, solution", "coach"),
    Key(("z",), "z", "puzzles", "puzzles"),
    Key(("s",), "s", "sweepers, and a rank or suit to highlight", "marks"),
    Key(("t",), "t", "suits as signs or as letters", "suits"),
    Key(("p",), "p", "say the position", "position"),
    Key(
        (":",),
        ":",
        "type actions, such as 42-39 or d5; a number says that pile, nothing the position",
        "type",
    ),
    Key(("e",), "e", "the record: save it, or open another one", "record"),
    Key(("m",), "m", "menu", "menu"),
    Key(("?",), "?", "rules and keys", "help"),
    Key(("q",), "q", "leave; the game is kept", "quit"),
)

_DEEDS = {name: key.deed for key in KEYS for name in key.keys}
_CASED = {name.lower() for name in _DEEDS if len(name) == 1 and name != name.lower()}


def deed_of(key: str, character: str | None) -> str | None:
    """The name of the deed that a key press asks for, if it asks for any.

    `key` is its name, `character` what it writes. Upper and lower case are alike unless both
    are listed.
    """
    if character and character.isprintable():
        if character.lower() not in _CASED:
            character = character.lower()
        return _DEEDS.get(character)
    return _DEEDS.get(key)
