"""A game being played: its actions, what was undone, what was played differently.

No face and no storage: it is shown by the screens and the plain mode, and kept by the store.
Imports `record`, `words`, `gestures`, `deals` and what lies below them, and `spoken` here.
"""

from __future__ import annotations

import copy
import secrets
import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..actions import Action, Deal, read_action
from ..cards import Card
from ..deals import LARGEST_DEAL
from ..errors import SetupError
from ..game import Game
from ..record import Record
from ..rules import RuleSet
from ..words import count, happened
from .spoken import bears, introduced

MOST_LINES = 60
"""Other lines that are kept; the one left longest ago makes room."""

SHORT_DEALS = 10_000_000
"""New deals have numbers below this: short enough to be told to a friend."""

Comments = Mapping[int, str]


def any_deal() -> int:
    """A deal number that nobody chose."""
    return secrets.randbelow(SHORT_DEALS)


def moment() -> int:
    """Now, in milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Line:
    """A way in which a game was played: all its actions, and what was said of them."""

    actions: tuple[Action, ...]
    bellows: tuple[int, ...]
    """The numbers of piles at the start and after each action."""
    comments: Comments = field(default_factory=dict)


@dataclass(slots=True)
class Marks:
    """What the player wants to see in the row; an empty text is nothing."""

    sweepers: str = ""
    """The rank whose cards are to stay in sight."""
    shown: str = ""
    """A rank or suit that is highlighted."""


def bellows_of(game: Game) -> tuple[int, ...]:
    """The numbers of piles at a game's start and after each of its actions."""
    return tuple(len(table.row) for table in game.tables)


def _early(comments: Comments, ply: int) -> dict[int, str]:
    """Comments on what came before `ply`; later ones were said of one line only."""
    return {place: text for place, text in comments.items() if place < ply}


class Session:
    """A game in play, and the games before it, to which undo goes back.

    It stays one object whatever is begun: `id` tells which game it is about. `attempt` is the
    id of the game that this one is a copy of (else its own). `begun` and `changed` are the
    moments of the player's first action and of the latest change, in milliseconds since 1970
    (`begun` is 0 until then); `seconds` is the time played.
    """

    def __init__(
        self,
        game: Game,
        *,
        came: str = "new",
        id: str | None = None,
        attempt: str | None = None,
        redo: Iterable[Action | str] = (),
        lines: Iterable[Line] = (),
        headers: Mapping[str, str] | None = None,
        comments: Comments | None = None,
        daily: str | None = None,
        begun: int = 0,
        changed: int = 0,
        seconds: int = 0,
        undos: int = 0,
        hints: int = 0,
        advice: int = 0,
        marks: Marks | None = None,
    ) -> None:
        self.record = Record(game, headers, comments)
        """The game with the headers and comments that came with it, those of `redo` too."""
        self.came = came
        """Where it came from: `new`, `next`, `restart`, `number`, `own deck`, `daily`, `file`."""
        self.id = id or uuid.uuid4().hex
        self.attempt = attempt or self.id
        self.lines = tuple(lines)
        """Ways in which the game was played differently, the one left longest ago first."""
        self.daily = daily
        """The day, as `2026-11-30`, whose daily deal it was begun as, or none."""
        self.begun, self.changed, self.seconds = begun, changed, seconds
        self.undos, self.hints, self.advice = undos, hints, advice
        self.marks = marks or Marks()
        self._offered: int | None = None
        """The deal that was drawn last: a target is chosen for it, not for another one."""
        self.earlier: Session | None = None
        """The game that was left for this one."""
        self.redo, self.bellows = _followed(game, redo)

    @classmethod
    def of_record(cls, record: Record, came: str = "file") -> Session:
        """A session of a game that was read."""
        return cls(record.game, came=came, headers=record.headers.others, comments=record.comments)

    redo: tuple[Action, ...]
    """The rest of the line, which was undone; the next action first."""
    bellows: tuple[int, ...]
    """The numbers of piles over the whole line: the start, and after each action."""

    # ------------------------------------------------------------ how it stands

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.record.game

    @property
    def ply(self) -> int:
        """How many actions have been made."""
        return len(self.game.tables) - 1

    @property
    def whole(self) -> tuple[Action, ...]:
        """All actions of the line at hand, those that were undone too."""
        return self.game.actions + self.redo

    def covered(self, action: Action | str) -> tuple[Card, ...]:
        """The sweepers that a legal action takes out of sight; none if it isn't legal."""
        table = self.game.table
        action = read_action(action) if isinstance(action, str) else action
        if not self.marks.sweepers or not table.allows(action):
            return ()
        seen = set(table.after(action).tops)
        return tuple(
            card for card in table.tops if card not in seen and bears(card, self.marks.sweepers)
        )

    # ------------------------------------------------------------ playing

    def play(self, action: Action | str) -> str:
        """Make an action; what happened, in words.

        Going on along the line keeps it, playing differently sets it aside, and coming to a
        line that was set aside takes it up.

        Raises:
            TextError: if a text isn't an action.
            IllegalAction: if the rules forbid it; nothing is changed then.
        """
        game = self.game
        before = game.table
        game.push(action)
        made = game.actions[-1]
        if self.redo and self.redo[0] == made:
            self.redo = self.redo[1:]
        else:
            self._differ()
        self.changed = max(moment(), self.changed)
        self.begun = self.begun or self.changed
        return happened(before, made, game.table)

    def _differ(self) -> None:
        """The last action isn't the line's next: another line begins, or is taken up."""
        made = self.game.actions
        comments = _early(self.record.comments, len(made))
        if self.redo:
            whole = made[:-1] + self.redo
            self.lines = (*self.lines, self._aside(whole))[-MOST_LINES:]
        again = next((line for line in self.lines if line.actions[: len(made)] == made), None)
        if again:
            comments = {**again.comments, **_early(self.record.comments, 1)}
            self.lines = tuple(line for line in self.lines if line is not again)
        self.redo = again.actions[len(made) :] if again else ()
        self.bellows = again.bellows if again else bellows_of(self.game)
        self.record.comments = comments

    def _aside(self, actions: Sequence[Action]) -> Line:
        """The line at hand, to be set aside."""
        comments = {ply: text for ply, text in self.record.comments.items() if ply}
        return Line(tuple(actions), self.bellows, comments)

    def _stand(self, line: Sequence[Action], ply: int) -> None:
        """Stand after `ply` actions of a line."""
        game = self.game
        made = game.actions
        same = 0
        while same < min(ply, len(made)) and made[same] == line[same]:
            same += 1
        while len(game.tables) - 1 > same:
            game.pop()
        for action in line[same:ply]:
            game.push(action)
        self.redo = tuple(line[ply:])
        self.changed = max(moment(), self.changed)

    def head(self, name: str, value: str) -> None:
        """Put a header into the game's record, for good."""
        self.record.headers[name] = value
        self.changed = max(moment(), self.changed + 1)

    # ------------------------------------------------------------ back and forth

    def go_to(self, ply: int) -> str:
        """Go to a point of the game, with so many actions done (at most all); what comes after
        waits to be redone."""
        whole = self.whole
        ply = max(0, min(ply, len(whole)))
        self.undos += ply < self.ply
        self._stand(whole, ply)
        if not ply:
            return "The start of the game."
        before, after = self.game.tables[-2:]
        return f"Action {ply} of {len(whole)}. {happened(before, whole[ply - 1], after)}"

    def undo(self) -> str:
        """Take the last action back; at the start the game before this one comes back."""
        if not self.ply:
            return self._back()
        undone = self.game.actions[-1]
        self.go_to(self.ply - 1)
        return f"Undone: {undone}. {count(self.game.piles, 'pile')}."

    def redo_one(self) -> str:
        """Make the action again that was taken back."""
        if not self.redo:
            return "There is nothing to redo."
        redone = self.redo[0]
        self.go_to(self.ply + 1)
        return f"Redone: {redone}. {count(self.game.piles, 'pile')}."

    def follow(self, actions: Sequence[Action], ply: int) -> str:
        """Go over to a line and stand after `ply` of its actions; the player's own waits beside.

        Raises:
            IllegalAction: if the line isn't legal; nothing is changed then.
        """
        line = tuple(actions)
        mine = self.whole
        if line == mine[: len(line)]:
            self._stand(mine, ply)
        else:
            other = Game(
                self.game.rules,
                deal=self.game.deal,
                deck=None if self.game.deal is not None else self.game.deck,
                layout=self.game.layout,
                target=self.game.target,
                actions=line,
            )
            differs = next(
                (at for at, pair in enumerate(zip(line, mine, strict=False)) if pair[0] != pair[1]),
                min(len(line), len(mine)),
            )
            beside = (*self.lines, self._aside(mine)) if differs < len(mine) else self.lines
            self.lines = tuple(each for each in beside[-MOST_LINES:] if each.actions != line)
            self._stand(line, ply)
            self.bellows = bellows_of(other)
            self.record.comments = _early(self.record.comments, differs + 1)
        piles = count(self.game.piles, "pile")
        return f"After action {ply} of {len(line)}: {piles}." if ply else "The start of the game."

    def other_line(self) -> str:
        """Go over to the end of the line that was left longest ago; this one waits beside it."""
        if not self.lines:
            return "There is no other line: go back and play differently to have one."
        (line, *others), whole = self.lines, self.whole
        mine = [self._aside(whole)] if whole else []
        comments = {**line.comments, **_early(self.record.comments, 1)}
        self._stand(line.actions, len(line.actions))
        self.lines, self.bellows = (*others, *mine), line.bellows
        self.record.comments = comments
        piles = count(self.game.piles, "pile")
        return f"The other line: {count(len(line.actions), 'action')}, {piles}."

    # ------------------------------------------------------------ other games

    def take(self, other: Session, how: str = "") -> str:
        """Leave this game for another one; undo at its start comes back. What it is, in words."""
        other.earlier = copy.copy(self)
        vars(self).update(vars(other))
        return introduced(self.game, how)

    def _back(self) -> str:
        if self.earlier is None:
            return "There is nothing to undo."
        vars(self).update(vars(self.earlier))
        return introduced(self.game, "Back in the game: ")

    def begin(self, game: Game, came: str, daily: str | None = None) -> str:
        """Begin a game that has no actions yet; from a stock, the first card is turned."""
        other = Session(game, came=came, daily=daily)
        other.turn_first_card()
        return self.take(other, "New game: ")

    def turn_first_card(self) -> None:
        """Turn the first card of a stock, where nothing has been done yet."""
        if self.game.table.stock and not self.game.actions:
            self.game.push(Deal(1))
            self.bellows = bellows_of(self.game)

    def new(
        self,
        rules: RuleSet | str | None = None,
        layout: str | None = None,
        *,
        deal: int | None = None,
        deck: str | Iterable[Card | str] | None = None,
        target: Card | str | None = None,
        came: str = "new",
        daily: str | None = None,
    ) -> str:
        """Begin a game: by default of the same rule set and layout, with a deal nobody chose.

        Raises:
            TextError, SetupError: if there is no such game; `TargetNeeded` (one of these) if
                the player has to choose the target first.
        """
        game = self.game
        if rules is None:
            rules, layout = game.rules, layout or game.layout
        if deal is None and deck is None:
            again = target is not None and self._offered is not None
            deal = self._offered = self._offered if again else any_deal()
        made = Game(rules, deal=deal, deck=deck, layout=layout, target=target)
        return self.begin(made, came, daily)

    def restart(self) -> str:
        """Begin this deal again, as another attempt."""
        game = self.game
        deck = None if game.deal is not None else game.deck
        again = Game(game.rules, deal=game.deal, deck=deck, layout=game.layout, target=game.target)
        return self.begin(again, "restart", self.daily)

    def next_deal(self, target: Card | str | None = None) -> str:
        """Begin the deal after this one.

        Raises:
            SetupError: if the deck is the player's own; `TargetNeeded` as in `new`.
        """
        if self.game.deal is None:
            raise SetupError("a deck of your own has no next deal")
        following = (self.game.deal + 1) % (LARGEST_DEAL + 1)
        return self.new(deal=following, target=target, came="next")


def _followed(
    game: Game, redo: Iterable[Action | str]
) -> tuple[tuple[Action, ...], tuple[int, ...]]:
    """What is to be redone and the bellows of the whole line; what was kept badly is dropped."""
    ahead = game.copy()
    try:
        for action in redo:
            ahead.push(action)
    except ValueError:  # every kind of error is one
        return (), bellows_of(game)
    return ahead.actions[len(game.actions) :], bellows_of(ahead)
