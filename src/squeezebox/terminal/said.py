"""What the coach says of a position, read from its answers. Imports the coach below."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..actions import Action, Deal, read_action
from ..coach.light import Light
from ..solver import Verdict
from ..table import Outcome, Table
from ..words import count

SIGNS = {
    Verdict.WINNABLE: ("✓", "winnable"),
    Verdict.LOST: ("✕", "lost"),
    Verdict.UNKNOWN: ("?", "not known"),
}
"""A sign and words for each verdict."""

LOOKING = ("…", "looking")
WON = ("✓", "won")

ORDER = (Verdict.WINNABLE, Verdict.UNKNOWN, Verdict.LOST)
"""In which actions are listed by their verdicts."""

Answer = Mapping[str, Any]


def lit(verdict: Verdict | None, table: Table) -> tuple[str, str]:
    """A sign and words for what is known of a table; `None` is looked for yet."""
    if table.outcome is Outcome.WON:
        return WON
    return LOOKING if verdict is None else SIGNS[verdict]


def actions_of(texts: Iterable[str]) -> tuple[Action, ...]:
    """A line that was answered."""
    return tuple(map(read_action, texts))


def briefly(line: Iterable[Action]) -> tuple[Action, ...]:
    """A line with its single deals in a row as one action."""
    made: list[Action] = []
    for action in line:
        last = made[-1] if made else None
        if isinstance(action, Deal) and isinstance(last, Deal):
            both = (last.count, action.count)
            made[-1] = Deal(None if None in both else sum(each or 0 for each in both))
        else:
            made.append(action)
    return tuple(made)


def light_of(answer: Answer) -> Light:
    """The light, as it was answered."""
    return Light(
        Verdict(answer["verdict"]),
        actions_of(answer["line"]),
        answer["piles"],
        answer["searched"],
        answer["proved"],
    )


@dataclass(frozen=True, slots=True)
class Advised:
    """One action, and why."""

    action: Action | None
    verdict: Verdict
    reasons: tuple[str, ...]
    line: tuple[Action, ...]
    piles: int
    choices: Mapping[str, str] = field(default_factory=dict)
    """What sampled orders of the stock say of each action, in words, the best first."""

    @classmethod
    def of(cls, answer: Answer) -> Advised:
        """The advice, as it was answered."""
        estimate = answer["estimate"] or {"choices": ()}
        return cls(
            None if answer["action"] is None else read_action(answer["action"]),
            Verdict(answer["verdict"]),
            tuple(answer["reasons"]),
            actions_of(answer["line"]),
            answer["piles"],
            {each["action"]: _choice(each) for each in estimate["choices"]},
        )


def _choice(one: Answer) -> str:
    wins, error = 100 * one["win_rate"], 100 * one["win_error"]
    piles = f"{one['mean_piles']:.1f} ± {one['piles_error']:.1f} piles"
    return f"wins {wins:.1f} ± {error:.1f} %, leaves {piles}"


@dataclass(slots=True)
class Said:
    """What is known of the position at hand; `None` is what isn't known yet."""

    light: Light | None = None
    advice: Advised | None = None
    marks: Mapping[Action, Verdict] | None = None


def basis(light: Light | None, hidden: bool) -> str:
    """What a verdict rests on, in a sentence."""
    if light is None:
        return ""
    if light.verdict is Verdict.WINNABLE:
        steps = count(len(light.line), "action")
        return f"A winning line of {steps} is in hand." if light.line else "The game is won."
    if light.verdict is Verdict.LOST:
        return "It is proved that no way of playing wins from here."
    if hidden:
        return "The order of the stock isn't looked at."
    return "Neither a winning line nor a proof that there is none was found so far."


def summary(answer: Answer) -> str:
    """The whole of a review in a sentence or two."""
    plies, lost_at, last = answer["plies"], answer["lost_at"], answer["last_winnable"]
    if lost_at is not None:
        words = f"Action {lost_at}, {plies[lost_at]['action']}, lost the win."
    elif last is None:
        words = "No position is known to be winnable."
    elif last == len(plies) - 1:
        words = "The win was never lost."
    else:
        words = f"The last position known to be winnable is that after action {last}."
    only = [f"{each['ply']} {each['action']}" for each in plies if each["only"]]
    if len(only) == 1:
        return f"{words} The only one that kept the win: action {only[0].replace(' ', ', ')}."
    if len(only) <= 3:
        return f"{words} Each the only one that kept the win: {', '.join(only)}." if only else words
    return f"{words} {len(only)} actions were the only ones that kept the win."
