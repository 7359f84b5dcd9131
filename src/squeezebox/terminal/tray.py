"""What stands under the row: how many piles, the bellows, the stock and the discards.

Imports `looks` and `bellows`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ..bellows import BLOCKS
from ..words import count
from .looks import Inks, inks

LEFT, RIGHT = 12, 24
"""Columns of the count, and of stock and discards; the bellows take the rest."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What the tray tells."""

    piles: int = 0
    best: int | None = None
    """The fewest piles so far in this way of playing."""
    bellows: Sequence[int] = (0,)
    ply: int = 0
    stock: int | None = None
    """Cards not dealt yet; none where the row was open."""
    discards: str | None = None
    """How many have left, in words; none where nothing is discarded."""
    marks: str = ""
    others: int = 0
    """Ways in which the game was played differently."""
    timing: bool = False
    """Whether the arrows go along the bellows."""
    more: Sequence[str] = field(default=())
    """What else is to be told on the right."""


def plies(numbers: int, width: int) -> list[int]:
    """Which plies the columns of the bellows show: all, or as many as there is room for, evenly,
    the first and the last among them."""
    last = numbers - 1
    if numbers <= width:
        return list(range(numbers))
    steps = max(width - 1, 1)
    return [(2 * step * last + steps) // (2 * steps) for step in range(width)]


class Tray(Widget):
    """Two lines; where there is room for one only, the upper one without the bellows' roof."""

    DEFAULT_CSS = "Tray { height: 2; }"

    class Dealt(Message):
        """The stock was clicked."""

    class Gone(Message):
        """A point of the game was clicked in the bellows."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    class Changed(Message):
        """The count of other lines was clicked."""

    def __init__(self, id: str = "tray") -> None:
        super().__init__(id=id)
        self._counts = Counts()
        self._inks: Inks = inks("dark", False)
        self._scrubbing = False

    def show(self, counts: Counts, style: Inks) -> None:
        """Show these counts."""
        self._counts, self._inks = counts, style
        self.refresh()

    # ------------------------------------------------------------ drawing

    @property
    def _room(self) -> int:
        """Columns of the bellows."""
        width = self.size.width
        return max(width - LEFT - self._right - 2, 0) if width >= 44 else 0

    @property
    def _right(self) -> int:
        return RIGHT if self.size.width >= 70 else 18

    def _texts(self) -> tuple[list[str], list[str]]:
        """The two lines on the left and on the right."""
        one = self._counts
        left = [count(one.piles, "pile"), "" if one.best is None else f"best {one.best}"]
        right = list(one.more)
        if one.stock is not None:
            right.append(f"▒ stock {one.stock}" if one.stock else "stock empty")
        if one.discards is not None:
            right.append(one.discards)
        if one.marks:
            right.append(one.marks)
        if one.others:
            right.append(f"o: {count(one.others, 'other line')}")
        if len(right) > 2:
            half = (len(right) + 1) // 2
            right = [" · ".join(right[:half]), " · ".join(right[half:])]
        return left, [*right, "", ""][:2]

    def render_line(self, y: int) -> Strip:
        """One of the lines."""
        width, style = self.size.width, self._inks
        left, right = self._texts()
        room = self._room
        alone = self.size.height == 1
        segments = [
            Segment(f" {left[y]:<{LEFT - 1}}", style.faint if y else style.strong),
            *self._bellows(room, y, alone),
        ]
        used = LEFT + room
        segments.append(Segment(f"{right[y]:>{max(width - used - 1, 0)}} ", style.text))
        return Strip(segments).crop(0, width).adjust_cell_length(width, style.paper)

    def _bellows(self, room: int, y: int, alone: bool) -> list[Segment]:
        """A line of the bellows, of which what was undone is faint and the present stands out."""
        one, style = self._counts, self._inks
        if room <= 0:
            return []
        most = max(one.bellows, default=0)
        shown = plies(len(one.bellows), room)
        here = max((ply for ply in shown if ply <= one.ply), default=0)
        segments = []
        for ply in shown:
            levels = 8 if alone else 16
            level = max(-(-levels * one.bellows[ply] // most), 1) if most else 1
            part = level if alone or y else level - 8
            if not alone and y:
                part = min(level, 8)
            sign = BLOCKS[part - 1] if part > 0 else " "
            segments.append(Segment(sign, self._shade(ply, here, style)))
        segments.append(Segment(" " * (room - len(shown)), style.paper))
        return segments

    def _shade(self, ply: int, here: int, style: Inks) -> Style:
        if ply == here:
            return style.cursor if self._counts.timing else style.heading
        return style.future if ply > here else style.past

    # ------------------------------------------------------------ the mouse

    def _ply_at(self, x: int) -> int | None:
        shown = plies(len(self._counts.bellows), self._room) if self._room else []
        at = x - LEFT
        if not shown or not 0 <= at < self._room:
            return None
        return shown[min(at, len(shown) - 1)]

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go to a point of the game, deal, or go over to the other line."""
        ply = self._ply_at(event.x)
        if ply is not None:
            self._scrubbing = True
            self.capture_mouse()
            self.post_message(self.Gone(ply))
        elif event.x >= LEFT:
            text = self._texts()[1][event.y]
            at = text[max(event.x - (self.size.width - 1 - len(text)), 0) :]
            before = text[: len(text) - len(at)].count(" · ")
            part = text.split(" · ")[before] if text else ""
            if "stock" in part:
                self.post_message(self.Dealt())
            elif part.startswith("o:"):
                self.post_message(self.Changed())

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """While the button is down, the game goes along with the pointer."""
        if self._scrubbing and (ply := self._ply_at(event.x)) is not None:
            self.post_message(self.Gone(ply))

    def on_mouse_up(self) -> None:
        """The end of that."""
        if self._scrubbing:
            self._scrubbing = False
            self.release_mouse()
