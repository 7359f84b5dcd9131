"""The row of piles on the screen: drawn, clicked and dragged. It knows no rules.

It is told what is to be seen of each pile, and tells which one was picked, or taken where.
Imports `faces` and `looks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from .faces import SIZES, Face, Frame, Piece, Size, drawn, size_for
from .looks import Inks, inks


class Board(Widget):
    """The row, wrapping like a text; what doesn't fit is scrolled to."""

    DEFAULT_CSS = "Board { height: 1fr; width: 1fr; }"

    class Picked(Message):
        """A pile was clicked; `low`: in its lower half."""

        def __init__(self, place: int, low: bool) -> None:
            super().__init__()
            self.place, self.low = place, low

    class Lifted(Message):
        """A pile is being dragged."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    class Dropped(Message):
        """A pile was dragged onto another one, or off the row: then `place` is 0."""

        def __init__(self, source: int, place: int, low: bool) -> None:
            super().__init__()
            self.source, self.place, self.low = source, place, low

    def __init__(self, id: str = "board") -> None:
        super().__init__(id=id)
        self._faces: Sequence[Face] = ()
        self._cursor = 1
        self._words = ""
        self._inks: Inks = inks("dark", False)
        self._large = True
        self._strips: list[Strip] = []
        self._top = 0
        """The first line of characters that is seen."""
        self._pressed: tuple[int, Offset] | None = None
        self._dragged = False
        self._aim = 0
        self.size_of_cards: Size = SIZES[3]

    # ------------------------------------------------------------ being told

    def show(
        self, faces: Sequence[Face], cursor: int, style: Inks, words: str = "", large: bool = True
    ) -> None:
        """Show these piles, with the one at `cursor` in sight; `words` where there are none.

        `large`: whether signs larger than a character may be drawn.
        """
        self._faces, self._cursor, self._inks = faces, cursor, style
        self._words, self._large = words, large
        self._draw()

    @property
    def columns(self) -> int:
        """How many piles stand in a line."""
        return self.size_of_cards.columns(self.size.width)

    def on_resize(self) -> None:
        """The room has changed."""
        self._draw()

    # ------------------------------------------------------------ drawing

    def _draw(self) -> None:
        width, height = self.size
        if not width or not height:
            return
        size = size_for(len(self._faces), width, height)
        if not self._large and size in SIZES[:2]:
            size = SIZES[2]
        self.size_of_cards = size
        before, top = self._strips, self._top
        self._strips = self._lines(size, width)
        self._reveal(size, height)
        if top != self._top or len(before) != len(self._strips) or not before:
            self.refresh()
            return
        # Only lines that differ are drawn again: that is most of what a key costs.
        pairs = enumerate(zip(before, self._strips, strict=True))
        changed = [y - top for y, (old, new) in pairs if old != new]
        if changed:
            self.refresh(*(Region(0, y, width, 1) for y in changed if 0 <= y < height))

    def _reveal(self, size: Size, height: int) -> None:
        """Scroll as little as it takes to see the cursor's pile."""
        line = (self._cursor - 1) // self.columns * size.high
        most = max(len(self._strips) - height, 0)
        self._top = min(max(self._top, line + size.high - size.gap - height), line, most)

    def _lines(self, size: Size, width: int) -> list[Strip]:
        columns = size.columns(width)
        left = (width - (min(columns, max(len(self._faces), 1)) * size.wide - 1)) // 2
        if len(self._faces) > columns:
            left = (width - (columns * size.wide - 1)) // 2
        left = max(left, 0)
        strips: list[Strip] = []
        paper = self._inks.paper
        for first in range(0, len(self._faces), columns):
            cells = [drawn(self._seen(face), size) for face in self._faces[first : first + columns]]
            for parts in zip(*cells, strict=True):
                segments = [Segment(" " * left, paper)]
                for pieces in parts:
                    segments += [Segment(piece.text, self._style(piece)) for piece in pieces]
                    segments.append(Segment(" ", paper))
                strips.append(Strip(segments).adjust_cell_length(width, paper).simplify())
            strips += [Strip.blank(width, paper)] * size.gap
        return strips[: len(strips) - size.gap] if strips else []

    def _seen(self, face: Face) -> Face:
        """A pile's face while something is dragged."""
        if self._dragged and face.place == self._aim and face.frame is Frame.REST:
            return replace(face, frame=Frame.ADVISED)
        return face

    def _style(self, piece: Piece) -> Style:
        found: Style | tuple[Style, ...] = getattr(self._inks, piece.style)
        return found[piece.suit] if isinstance(found, tuple) else found

    def render_line(self, y: int) -> Strip:
        """A line of the row."""
        width, height = self.size
        at = y + self._top
        if not self._faces:
            middle = y == height // 2
            text = self._words[:width].center(width) if middle else " " * width
            return Strip([Segment(text, self._inks.faint)], width)
        if at >= len(self._strips):
            return Strip.blank(width, self._inks.paper)
        return self._strips[at]

    # ------------------------------------------------------------ the mouse

    def place_at(self, x: int, y: int, near: int = 0) -> tuple[int, bool]:
        """The pile at a point (0 if there is none) and whether it is in the lower half of it.

        With `near`, the gaps around a pile are a part of it.
        """
        size, columns = self.size_of_cards, self.columns
        left = max((self.size.width - (min(columns, len(self._faces)) * size.wide - 1)) // 2, 0)
        column, across = divmod(x - left, size.wide)
        line, down = divmod(y + self._top, size.high)
        high = size.high - size.gap
        gap = across == size.wide - 1 or down >= high
        place = line * columns + column + 1
        if not 0 <= column < columns or not 1 <= place <= len(self._faces) or (gap and not near):
            return 0, False
        return place, down >= (high + 1) // 2

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Perhaps the beginning of a drag."""
        place, _ = self.place_at(event.x, event.y, near=1)
        if event.button == 1 and place:
            self._pressed, self._dragged = (place, event.offset), False
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """While the button is down, a pile that has left its place is being dragged."""
        if self._pressed is None:
            return
        source, _ = self._pressed
        place, _ = self.place_at(event.x, event.y, near=1)
        if not self._dragged:
            if place == source:  # a shaky hand's small slide is still a click
                return
            self._dragged = True
            self.post_message(self.Lifted(source))
        if place != self._aim:
            self._aim = place
            self._draw()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """The end of a click, or of a drag."""
        if self._pressed is None:
            return
        (source, _), dragged = self._pressed, self._dragged
        self._let_go()
        place, low = self.place_at(event.x, event.y, near=1)
        if not dragged:
            self.post_message(self.Picked(source, low and place == source))
        elif place != source:
            on_row = 0 <= event.x < self.size.width and 0 <= event.y < self.size.height
            self.post_message(self.Dropped(source, place if place or on_row else 0, low))

    def _let_go(self) -> None:
        self._pressed, self._dragged, self._aim = None, False, 0
        self.release_mouse()
        self._draw()

    def on_mouse_scroll_down(self) -> None:
        """Scroll down a line of piles, where there is more than is seen."""
        self._scroll(1)

    def on_mouse_scroll_up(self) -> None:
        """Scroll up a line of piles."""
        self._scroll(-1)

    def _scroll(self, lines: int) -> None:
        most = max(len(self._strips) - self.size.height, 0)
        self._top = min(max(self._top + lines * self.size_of_cards.high, 0), most)
        self.refresh()
