"""What the service takes and gives, as schemas. Imports pydantic and those of the
coach."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ..coach.apart.schemas import LONGEST_RECORD, LONGEST_RULES, CardText

Place = Annotated[int, Field(ge=-60, le=120, description="A place in the row, from 1.")]


class RulesText(BaseModel):
    """A rule set as a player wrote it, or as a form put it together."""

    model_config = ConfigDict(extra="forbid", strict=True)
    text: str = Field(max_length=LONGEST_RULES, examples=["accordion(distances=1,4; goal=2)"])


class Gesture(BaseModel):
    """A pile that a player takes to a pile; what that means is the rule set's matter."""

    model_config = ConfigDict(extra="forbid", strict=True)
    source: Place
    destination: Place
    under: bool = False


class Request(BaseModel):
    """A game, and what the player wants to do in it (at most one of the two, if anything)."""

    model_config = ConfigDict(extra="forbid", strict=True)
    record: str = Field(
        max_length=LONGEST_RECORD,
        description="A game as text: headers, a blank line, actions.",
        examples=['[Rules "accordion"]\n[Deal "1"]\n\n42-39\n'],
    )
    action: str | None = Field(default=None, max_length=100, examples=["44-41"])
    gesture: Gesture | None = None
    spare: str | None = Field(
        default=None,
        pattern="^[A2-9TJQK]$",
        description="A rank whose cards shall stay in sight: an action that would cover or "
        "discard one is not done, and `covers` tells which.",
    )

    @model_validator(mode="after")
    def _one_wish(self) -> Request:
        if self.action is not None and self.gesture is not None:
            raise ValueError("an action or a gesture is expected, not both")
        return self


class RulesView(BaseModel):
    """A rule set, as far as a board has to know it."""

    text: str = Field(description="Reads back to the same rule set.")
    named: bool = Field(description="Whether it plays as one of the catalogue does.")
    title: str
    summary: str
    deck: int = Field(description="The number of cards in its deck.")
    explained: list[str] = Field(description="How it is played, in sentences.")
    layouts: list[Literal["open", "stock"]] = Field(description="The usual one first.")
    ways: list[Literal["over", "under"]] = Field(description="How a pile is put to another.")
    discard: Literal["none", "between", "pair"] = Field(
        description="between: a pile taken to itself leaves alone, one taken to its neighbour "
        "leaves with it. pair: two piles leave together."
    )
    distances: list[int]
    both_ways: bool
    goal: int
    target: Literal["none", "named", "chosen"]


class Named(RulesView):
    """A rule set of the catalogue."""

    other_names: list[str]


class KeyValue(BaseModel):
    """A value that a key of a rule set's text can have."""

    value: str
    label: str


class KeyView(BaseModel):
    """A key of a rule set's text, for a form."""

    key: str
    label: str
    values: list[KeyValue] = Field(description="Empty where a number, or several, are typed.")


class ReadRules(RulesView):
    """A rule set that was read from a text, and how every key of it is set."""

    base: str = Field(description="The name that it was made from.")
    values: dict[str, str]


class Destination(BaseModel):
    """Where a pile may go."""

    pile: Place
    under: bool


class View(BaseModel):
    """Everything that is to be shown of a game."""

    record: str = Field(description="The game as text, in its usual form.")
    rules: RulesView
    layout: Literal["open", "stock"]
    deal: int | None
    deck: str | None = Field(description="The cards, where the game has no deal number.")
    target: CardText | None
    choices: list[CardText] | None = Field(
        description="The cards that may be the target, while the player has to choose one; "
        "nothing else is legal then."
    )
    actions: list[str]
    headers: dict[str, str] = Field(description="The record's headers that don't follow from it.")
    comments: dict[int, str] = Field(description="The record's comments, by ply.")
    row: list[list[CardText]] = Field(description="Piles from left to right, cards bottom to top.")
    stock: int = Field(description="The number of cards not dealt yet.")
    discards: list[CardText]
    destinations: list[list[Destination]] = Field(description="For each pile, where it may go.")
    outcome: Literal["won", "lost", "stuck", "open"]
    said: str = Field(description="What the last action did, in words; empty at the start.")
    stands: str = Field(description="How the game ended, in words; empty while it is open.")
    bellows: list[int] = Field(
        description="The number of piles at the start and after each action."
    )
    refusal: str | None = Field(description="Why the action asked for was not done, as a sentence.")
    covers: list[CardText] = Field(
        description="The cards to be spared for whose sake the action asked for was not done."
    )


class Leaf(BaseModel):
    """A page of the rulebook, to choose from."""

    name: str
    title: str
    group: str


class Page(Leaf):
    """A page of the rulebook, to read."""

    html: str = Field(
        description="Without the title. A worked example is an element `sb-example` around a game "
        "as text; a link to another page has its name in `data-leaf`."
    )


class Problem(BaseModel):
    """Why a request got no view, in one sentence, and where in the text that was."""

    message: str
    line: int | None = None
    column: int | None = None


class RulesProblem(Problem):
    """Why a text is no rule set."""

    key: str | None = Field(default=None, description="The key that the sentence is about.")
