"""From a request to what the coach says: plain functions, without processes and networks.

Of each kind of question there are three: what is known at once, without a search; what a
search answers; and what is told meanwhile, when the search has no time left. Imports
`schemas`, the coach, `record` and what lies below them; none loads the searches before
one is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import BaseModel

from ...actions import Action, read_action
from ...errors import TextError
from ...game import TargetNeeded
from ...record import Record, read, write
from ...solver import Verdict
from ...words import count, stands
from .. import (
    Advice,
    Ply,
    Review,
    advise,
    annotated,
    deals_are_free,
    hidden,
    light,
    mark,
    peeked,
    review,
)
from ..advice import DEAL_FIRST
from ..known import DEAL_ALL
from ..light import Light, at_once, without_search
from .schemas import (
    AdviceView,
    CoachRequest,
    LastsView,
    LastView,
    LightView,
    MarksView,
    MarkView,
    PlyView,
    ReviewView,
    Told,
)

if TYPE_CHECKING:
    from ...solver.planes import Flag

NO_TIME = "There was no time to look ahead: all that is known of this action is that it is legal."
NOT_READY = "The coach isn't ready yet: all that is known of this action is that it is legal."


@dataclass(frozen=True, slots=True)
class Question:
    """A request about a game, read."""

    record: Record
    line: tuple[Action, ...]
    peek: bool
    seed: int

    @classmethod
    def of(cls, asked: CoachRequest) -> Question:
        """Read a request. What isn't an action ends the line.

        Raises:
            TextError, SetupError, IllegalAction: if the record doesn't hold.
        """
        record = read(asked.record)
        return cls(record, tuple(_actions(asked.line)), peeked(record), asked.seed)

    def known(self) -> Light | None:
        """What is known without a search; `None` if nothing is."""
        game = self.record.game
        if hidden(game.table, self.peek):
            return at_once(game.table)
        return without_search(game.table, self.line, game.tables)


def _actions(texts: Iterable[str]) -> Iterable[Action]:
    for text in texts:
        try:
            yield read_action(text.strip())
        except TextError:
            return


class TooLate(Exception):
    """There was no time to find out what was asked, and nothing can be told instead."""


def never(_question: object) -> None:
    """Nothing is known at once."""


class Kind(NamedTuple):
    """A kind of question: how it is read, and how it is answered."""

    asked: type[BaseModel]
    read: Callable[[Any], Any]
    """Raises a `Fault` where a request makes no sense."""
    at_once: Callable[[Any], Told | None]
    """What is known without a search; `None` if one is needed."""
    search: Callable[[Any, float, Flag], Told]
    """What a search says within so many seconds, or until the flag is set."""
    meanwhile: Callable[[Any, bool], Told]
    """What is told when there was no time; the coach is ready for searches, or isn't yet.
    Raises `TooLate`."""


# ---------------------------------------------------------------- the light


def light_at_once(question: Question) -> LightView | None:
    """The light where it needs no search, as with a winning line in hand or hidden cards."""
    game, known = question.record.game, question.known()
    if known is None and hidden(game.table, question.peek):
        known = light(game)
    return None if known is None else LightView.model_validate(known)


def light_searched(question: Question, budget: float, cancel: Flag) -> LightView:
    """The light after a search."""
    found = light(question.record.game, **_bounds(question, budget, cancel))
    return LightView.model_validate(found)


def light_meanwhile(question: Question, ready: bool) -> LightView:
    """The light as long as nothing is known."""
    piles = len(question.record.game.table.row)
    return LightView(
        verdict="unknown", line=[], piles=piles, searched=False, proved=False, ready=ready
    )


def _bounds(question: Question, budget: float, cancel: Flag) -> dict[str, Any]:
    return {
        "line": question.line,
        "peek": question.peek,
        "budget": budget,
        "seed": question.seed,
        "cancel": cancel,
    }


# ---------------------------------------------------------------- advice and marks


def advice_searched(question: Question, budget: float, cancel: Flag) -> AdviceView:
    """One action, what is known of it, and why."""
    found = advise(question.record.game, **_bounds(question, budget, cancel))
    return AdviceView.model_validate(found)


def advice_meanwhile(question: Question, ready: bool) -> AdviceView:
    """An action all the same: the next of a line that is known, else any; and what it rests on."""
    table, known = question.record.game.table, question.known()
    verdict = Verdict.UNKNOWN if known is None else known.verdict
    line: tuple[Action, ...] = ()
    if not table.legal_actions:
        reason = stands(table)
    elif known is not None and known.line:
        line = known.line
        steps, piles = count(len(line), "action"), count(known.piles, "pile")
        reason = f"A line of {steps} is known: it ends with {piles}."
    elif table.stock and deals_are_free(table.rules):
        line, reason = (DEAL_ALL,), DEAL_FIRST
    else:
        line, reason = (next(iter(table.legal_actions)),), NO_TIME if ready else NOT_READY
    for action in line:
        table = table.after(action)
    told = Advice(line[0] if line else None, verdict, (reason,), line, len(table.row))
    return AdviceView.model_validate(told).model_copy(update={"ready": ready})


def marks_searched(question: Question, budget: float, cancel: Flag) -> MarksView:
    """Every legal single action: it keeps the win, it loses, or that isn't known."""
    found = mark(question.record.game, **_bounds(question, budget, cancel))
    return MarksView(marks=[MarkView.model_validate(each) for each in found])


def marks_meanwhile(question: Question, ready: bool) -> MarksView:
    """Every legal single action, of which nothing is known."""
    legal = question.record.game.table.legal_actions
    marks = [MarkView(action=str(action), verdict="unknown") for action in legal]
    return MarksView(marks=marks, ready=ready)


# ---------------------------------------------------------------- the last card


def read_lasts(asked: CoachRequest) -> Question:
    """The question about a game, whichever target it has; it may have none yet.

    Raises:
        TextError, SetupError, IllegalAction: if the record doesn't hold.
    """
    try:
        return Question.of(asked)
    except TargetNeeded as needed:
        return Question(Record(needed.any_game()), (), False, asked.seed)


def lasts_at_once(question: Question) -> LastsView | None:
    """While cards are hidden nothing is known of any."""
    table = question.record.game.table
    return lasts_meanwhile(question, True) if hidden(table, question.peek) else None


def lasts_searched(question: Question, budget: float, cancel: Flag) -> LastsView:
    """Which cards can be on top of the last pile."""
    from ..lasts import last_cards

    found = last_cards(
        question.record.game,
        peek=question.peek,
        budget=budget,
        seed=question.seed,
        cancel=cancel,
    )
    return LastsView(cards=[LastView.model_validate(each) for each in found])


def lasts_meanwhile(question: Question, ready: bool) -> LastsView:
    """Every card that shows or is to come, of which nothing is known."""
    table = question.record.game.table
    places = {card: place for place, card in enumerate(table.tops, 1)}
    cards = [
        LastView(card=card.text, place=places.get(card), verdict="unknown")
        for card in (*table.tops, *sorted(table.stock))
    ]
    return LastsView(cards=cards, ready=ready)


# ---------------------------------------------------------------- the review


def review_searched(question: Question, budget: float, cancel: Flag) -> ReviewView:
    """A game, action by action, and its record with that as comments."""
    found = review(question.record.game, budget=budget, seed=question.seed, cancel=cancel)
    return _review_view(question.record, found)


def review_meanwhile(question: Question, ready: bool) -> ReviewView:
    """A game, action by action, with no more known than its end."""
    game = question.record.game
    known = at_once(game.table)
    sure = Verdict.UNKNOWN if known is None else known.verdict
    won = sure is Verdict.WINNABLE
    last = len(game.actions)
    plies = tuple(
        Ply(ply, action, sure if won or ply == last else Verdict.UNKNOWN, len(table.row))
        for ply, (action, table) in enumerate(zip((None, *game.actions), game.tables, strict=True))
    )
    found = Review(plies, lost_at=None, last_winnable=last if won else None, line=())
    return _review_view(question.record, found).model_copy(update={"ready": ready})


def _review_view(record: Record, found: Review) -> ReviewView:
    return ReviewView(
        plies=[PlyView.model_validate(each) for each in found.plies],
        lost_at=found.lost_at,
        last_winnable=found.last_winnable,
        line=[str(action) for action in found.line],
        record=write(annotated(record, found)),
    )


KINDS: dict[str, Kind] = {
    "light": Kind(CoachRequest, Question.of, light_at_once, light_searched, light_meanwhile),
    "advice": Kind(CoachRequest, Question.of, never, advice_searched, advice_meanwhile),
    "marks": Kind(CoachRequest, Question.of, never, marks_searched, marks_meanwhile),
    "review": Kind(CoachRequest, Question.of, never, review_searched, review_meanwhile),
    "lasts": Kind(CoachRequest, read_lasts, lasts_at_once, lasts_searched, lasts_meanwhile),
}
"""What can be asked about games, by the last part of its address."""
