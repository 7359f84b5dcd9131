"""What the coach's part of the service takes and gives, as schemas. Imports pydantic
and `deals`.

Every answer comes within the asked budget. What wasn't found out by then is told as unknown.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from ...deals import LARGEST_DEAL

LONGEST_RECORD = 60_000
"""Characters; a 52-card game with a comment at every action has far fewer."""

LONGEST_RULES = 500
"""Characters; with every distance there is, the text of a rule set has about 300."""

CardText = Annotated[str, Field(examples=["7H"])]

LONGEST_LINE = 200
"""Actions; no game of one deck has so many."""

LONGEST_ACTION = 20
"""Characters."""

SHORTEST_BUDGET, BUDGET, LONGEST_BUDGET = 0.05, 1.0, 5.0
"""Seconds that may be asked for, and those that are taken if none are."""

LARGEST_SEED = 2**32 - 1

LONGEST_DECK = 500
"""Characters; 52 cards with spaces have about 155."""

STEPS = 5
"""Steps of difficulty."""

Budget = Annotated[
    float,
    Field(
        ge=SHORTEST_BUDGET,
        le=LONGEST_BUDGET,
        description="Seconds in which the answer comes, waiting for a place included.",
    ),
]
Seed = Annotated[int, Field(ge=0, le=LARGEST_SEED, description="Another gives other actions.")]
Text = BeforeValidator(lambda thing: None if thing is None else str(thing))
"""What the coach tells of has a text."""
ActionText = Annotated[str, Text, Field(examples=["44-41"])]
VerdictText = Annotated[Literal["winnable", "lost", "unknown"], Text]


class CoachRequest(BaseModel):
    """A game, what is held of a way to win it, and how long the answer may take."""

    model_config = ConfigDict(extra="forbid", strict=True)
    record: str = Field(
        max_length=LONGEST_RECORD,
        description='A game as text. With the header `[Peeked "yes"]` the order of the stock may '
        "be used, else it never is while it is hidden.",
        examples=['[Rules "accordion"]\n[Deal "1"]\n\n42-39\n'],
    )
    line: list[Annotated[str, Field(max_length=LONGEST_ACTION)]] = Field(
        default=[],
        max_length=LONGEST_LINE,
        description="The actions from here that the asker believes to win. If they do, nothing "
        "is searched. Only help: what isn't an action or isn't legal is ignored.",
    )
    budget: Budget = BUDGET
    seed: Seed = 1


class Part(BaseModel):
    """Something the coach tells of, made from what has the same attributes."""

    model_config = ConfigDict(from_attributes=True)


class Told(Part):
    """What all answers of the coach have in common."""

    ready: bool = Field(
        default=True,
        description="False while the searches are being compiled or loaded, some seconds after "
        "the start: the answer is what is known without them. Ask again then.",
    )


class LightView(Told):
    """Whether the game can still be won."""

    verdict: VerdictText
    line: list[ActionText] = Field(
        description="From here to a win, or to the fewest piles that were found."
    )
    piles: int = Field(description="So many piles the line leaves.")
    searched: bool = Field(description="Whether a search was needed.")
    proved: bool = Field(description="Whether fewer piles are proved impossible.")


class ChoiceView(Part):
    """An action and what play after it comes to, over sampled orders of the unseen cards."""

    action: ActionText
    value: float = Field(description="By this the actions are ordered.")
    win_rate: float
    win_error: float = Field(description="Standard error of the win rate.")
    mean_piles: float
    piles_error: float = Field(description="Standard error of the mean of piles.")


class EstimateView(Part):
    """All legal actions, the best first."""

    orders: int = Field(description="So many orders of the unseen cards were sampled.")
    choices: list[ChoiceView]


class AdviceView(Told):
    """One action, what is known of it, and why."""

    action: ActionText | None = Field(description="Null where there is none to advise.")
    verdict: VerdictText
    reasons: list[str] = Field(description="Sentences, the most telling first.")
    line: list[ActionText] = Field(description="The way on, beginning with the action.")
    piles: int = Field(description="So many piles the line leaves.")
    estimate: EstimateView | None = Field(
        description="Where the order of the stock is hidden and matters, what sampling it says."
    )


class MarkView(Part):
    """What becomes of the game by an action."""

    action: ActionText
    verdict: VerdictText = Field(description="Of the position after the action.")


class MarksView(Told):
    """Every legal single action with its mark."""

    marks: list[MarkView]


class PlyView(Part):
    """One action of a game, and what it did to the win; ply 0 is the start."""

    ply: int
    action: ActionText | None
    verdict: VerdictText = Field(description="Of the position after it.")
    piles: int
    only: bool = Field(description="Whether it kept the win and every other action loses.")
    best: ActionText | None = Field(description="What would have kept the win that this lost.")
    line: list[ActionText] = Field(description="The win that begins with `best`.")


class LastView(Part):
    """A card, and whether it can be on top of the last pile."""

    card: Annotated[CardText, Text]
    place: int | None = Field(description="In the row, from 1; null while cards are hidden.")
    verdict: VerdictText


class LastsView(Told):
    """Every card that may be a target."""

    cards: list[LastView]


class ReviewView(Told):
    """A game, action by action."""

    plies: list[PlyView]
    lost_at: int | None = Field(description="The ply of the action that lost the win, if known.")
    last_winnable: int | None = Field(description="The last ply known to be winnable.")
    line: list[ActionText] = Field(description="A win from there.")
    record: str = Field(description="The record with the review as comments.")


# ---------------------------------------------------------------- deals and puzzles

Step = Annotated[int, Field(ge=1, le=STEPS, description="How difficult: 1 is the easiest.")]
Number = Annotated[int, Field(ge=0, le=LARGEST_DEAL)]
LayoutText = Literal["open", "stock"]


class RulesRequest(BaseModel):
    """A rule set, and how long the answer may take."""

    model_config = ConfigDict(extra="forbid", strict=True)
    rules: str = Field(max_length=LONGEST_RULES, examples=["accordion"])
    budget: Budget = BUDGET


class DifficultyRequest(RulesRequest):
    """A deal, by its number or card by card."""

    layout: LayoutText | None = None
    deal: Number | None = Field(default=None, examples=[1])
    deck: str | None = Field(default=None, max_length=LONGEST_DECK)

    @model_validator(mode="after")
    def _one_deal(self) -> DifficultyRequest:
        if (self.deal is None) == (self.deck is None):
            raise ValueError("exactly one of deal and deck is expected")
        return self


class DealRequest(RulesRequest):
    """What a new deal shall be like."""

    layout: LayoutText | None = None
    step: Step | None = None
    winnable: bool = Field(default=False, description="Whether it must be known to be winnable.")
    seed: Seed = 1


class PuzzleRequest(RulesRequest):
    """A puzzle by its number, or the one of a day."""

    number: Number | None = Field(default=None, examples=[1])
    date: str | None = Field(default=None, pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
    step: Step | None = None

    @model_validator(mode="after")
    def _one_puzzle(self) -> PuzzleRequest:
        if (self.number is None) == (self.date is None):
            raise ValueError("exactly one of number and date is expected")
        if self.date is not None and self.step is not None:
            raise ValueError("a day has one puzzle, of whatever step")
        return self


class DifficultyView(Told):
    """How difficult a deal is. All is null while the coach isn't ready."""

    step: Step | None = None
    label: str | None = Field(default=None, description="The step in a word.")
    value: float | None = Field(default=None, description="What was measured for it.")


class DealView(Told):
    """A deal that is like what was asked for. All is null while the coach isn't ready."""

    deal: Number | None = None
    step: Step | None = None
    label: str | None = None


class PuzzleView(Told):
    """A position that one action alone can win. All is null while the coach isn't ready."""

    record: str | None = Field(default=None, description="The game, up to where it begins.")
    number: Number | None = None
    ply: int | None = Field(default=None, description="So many actions led to it.")
    action: ActionText | None = Field(default=None, description="The only one that wins.")
    line: list[ActionText] | None = Field(default=None, description="A win that begins with it.")
    length: int | None = Field(default=None, description="The number of actions of that line.")
    step: Step | None = None
    label: str | None = None
