"""Sheets of the coach: all that it can do and every action; which cards can be the last.

Imports `sheets`, `coach`, `said` and `reel`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from ..actions import Action
from ..cards import Card
from ..game import TargetNeeded
from ..record import Record, write
from ..solver import Verdict
from ..words import stands
from .asking import GETTING_READY, LASTING
from .choosing import TargetSheet
from .coach import BUDGETS, LONGER, Coach
from .marking import marks
from .reel import does
from .said import LOOKING, ORDER, SIGNS, basis, lit
from .sheets import Sheet, button, buttons

if TYPE_CHECKING:
    from ..coach.apart.process import Job


class CoachSheet(Sheet[str]):
    """The answer is the name of a deed, or `play ` and an action."""

    heading = "The coach"

    def __init__(self, coach: Coach) -> None:
        super().__init__()
        self._coach = coach

    def content(self) -> Iterable[Widget]:
        """The verdict, then what can be chosen."""
        yield Static("", id="coach-verdict", markup=False)
        yield OptionList(id="coach-list")

    def on_mount(self) -> None:
        """What is known now; more is shown when it is."""
        self._fill()  # at once: where all is known, nothing more will come
        self.query_one(OptionList).focus()
        self._coach.watchers.append(self._hear)

    def on_unmount(self) -> None:
        """It is closed."""
        self._coach.watchers.remove(self._hear)

    def _hear(self) -> None:
        """The coach knows more."""
        if self.is_attached:
            self._fill()

    def _deeds(self) -> list[tuple[str, str]]:
        coach = self._coach
        made = [
            ("advice", "Advice: one action, and why           a"),
            ("back", "Back to the last winnable position    w"),
            ("review", "Review: the game, action by action"),
            ("solution", "A solution to step through"),
        ]
        if coach.hidden:
            made.append(("peek", "Peek at the stock"))
        light, marking = ("on" if each else "off" for each in (coach.on, coach.marking))
        made.append(("light", f"The light while playing: {light:<13}c"))
        made.append(("marking", f"Marks where a selected pile may go: {marking}"))
        return made

    def _fill(self) -> None:
        coach = self._coach
        light = coach.said.light
        sign, words = lit(None if light is None else light.verdict, coach.table)
        rest = basis(light, coach.hidden)
        if light is None and not coach.asker.ready:
            rest = LASTING if coach.asker.lasts else GETTING_READY
        looked = " …" if light is None else "."
        self.query_one("#coach-verdict", Static).update(f"{sign} {words}{looked} {rest}".rstrip())
        listed = self.query_one(OptionList)
        chosen = listed.highlighted_option
        options: list[Option | None] = [Option(Text(w), id=deed) for deed, w in self._deeds()]
        listed.clear_options()
        listed.add_options([*options, None, *self._actions()])
        ids = [each.id for each in listed.options]
        listed.highlighted = ids.index(chosen.id) if chosen and chosen.id in ids else 0

    def _actions(self) -> list[Option]:
        """Every action with what is known of it, the good ones first."""
        coach = self._coach
        found = marks(coach)
        if not found:
            return [Option(Text(stands(coach.table) or "Nothing is legal."), disabled=True)]
        advice = coach.said.advice
        choices = dict(advice.choices) if advice is not None else {}
        places = {action: place for place, action in enumerate(choices)}

        def place(one: tuple[Action, Verdict | None]) -> tuple[int, int]:
            verdict = one[1] or Verdict.UNKNOWN
            return ORDER.index(verdict), places.get(str(one[0]), len(places))

        return [
            Option(
                Text(
                    f"{SIGNS[verdict][0] if verdict else LOOKING[0]} {does(coach.table, action)}"
                    + (f"  {choices[str(action)]}" if str(action) in choices else ""),
                ),
                id=f"play {action}",
            )
            for action, verdict in sorted(found.items(), key=place)
        ]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """It was chosen."""
        self.dismiss(event.option.id)

    def on_key(self, event: events.Key) -> None:
        """`j` and `k` go down and up; `a`, `w`, `c` do as at the table, `v` closes."""
        listed = self.query_one(OptionList)
        deed = {"a": "advice", "w": "back", "c": "light"}.get(event.key)
        if event.key in ("j", "k"):
            event.stop()
            listed.action_cursor_down() if event.key == "j" else listed.action_cursor_up()
        elif event.key == "v":
            event.stop()
            self.action_away()
        elif deed:
            event.stop()
            self.dismiss(deed)


class LastsSheet(Sheet[None]):
    """Which cards can be on top at the end of a won game."""

    heading = "Which card can be last?"

    def __init__(self, coach: Coach, record: str, dealt: bool) -> None:
        """`dealt`: the record is the whole deal, not only what shows now."""
        super().__init__()
        self._coach, self._record, self._dealt = coach, record, dealt
        self._job: Job | None = None
        self.found: dict[str, Verdict] = {}
        """What is known of each card, in the order of the row."""

    def content(self) -> Iterable[Widget]:
        """The cards with their signs."""
        what = "The deal's cards in their order" if self._dealt else "The cards that show now"
        yield Static(f"{what}: can each be on top at the end of a won game?", markup=False)
        yield Static("", id="lasts-told", classes="note", markup=False)
        yield VerticalScroll(Static("", id="lasts-cards", markup=False), classes="paper")
        yield buttons(button("Look longer", "longer"), button("Close", "close"))

    def on_mount(self) -> None:
        """Look."""
        self._look(BUDGETS["lasts"])

    def on_unmount(self) -> None:
        """Nobody waits for it any more."""
        if self._job is not None:
            self._job.drop()

    def _look(self, budget: float) -> None:
        asker = self._coach.asker
        asker.tell(self._tell, "Looking …")
        self._job = asker.ask("lasts", {"record": self._record}, budget, self._answered, self._tell)

    def _tell(self, words: str) -> None:
        if self.is_attached:
            self.query_one("#lasts-told", Static).update(words)

    def _answered(self, answer: dict[str, Any]) -> None:
        self._job = None
        for each in answer["cards"]:
            verdict = Verdict(each["verdict"])
            if verdict is not Verdict.UNKNOWN or each["card"] not in self.found:
                self.found[each["card"]] = verdict
        self._tell(self.summed())
        cells = [
            f"{Card(card).glyphs:>3} {SIGNS[verdict][0]}" for card, verdict in self.found.items()
        ]
        lines = ["    ".join(cells[at : at + 8]) for at in range(0, len(cells), 8)]
        self.query_one("#lasts-cards", Static).update("\n".join(lines))

    def summed(self) -> str:
        """How many can, and how many can't."""
        of = {one: sum(each is one for each in self.found.values()) for one in Verdict}
        return (
            f"{of[Verdict.WINNABLE]} of {len(self.found)} cards can be last (✓), "
            f"{of[Verdict.LOST]} can't (✕), of {of[Verdict.UNKNOWN]} it isn't known (?)."
        )

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Look longer, or close."""
        if event.button.id == "close":
            self.dismiss(None)
        elif self._job is None:
            self._look(LONGER)


class CoachedTarget(TargetSheet):
    """The target is chosen, and on request it is told which cards can be won with."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+l", "look", show=False)]

    def __init__(self, needed: TargetNeeded, coach: Coach) -> None:
        super().__init__(needed)
        self._needed, self._coach = needed, coach
        self._job: Job | None = None
        self._budget = BUDGETS["lasts"]

    def content(self) -> Iterable[Widget]:
        """The cards, and how to ask about them."""
        yield from super().content()
        words = "Ctrl-L tells which of them can be the last; again, it looks longer."
        if self._needed.layout == "open":
            yield Static(words, id="lasts-told", classes="note", markup=False)

    def on_unmount(self) -> None:
        """Nobody waits for it any more."""
        if self._job is not None:
            self._job.drop()

    def action_look(self) -> None:
        """Ask which cards can be the last."""
        if self._needed.layout != "open" or self._job is not None:
            return
        asker = self._coach.asker
        asker.tell(self._tell, "Looking …")
        asked = {"record": write(Record(self._needed.any_game()))}
        self._job = asker.ask("lasts", asked, self._budget, self._answered, self._done)

    def _done(self, words: str) -> None:
        self._job = None
        self._tell(words)

    def _tell(self, words: str) -> None:
        if self.is_attached:
            self.query_one("#lasts-told", Static).update(words)

    def _answered(self, answer: dict[str, Any]) -> None:
        self._budget = LONGER
        listed = self.query_one(OptionList)
        mine = {card.text for card in self._needed.candidates}
        for each in answer["cards"]:
            if each["card"] in mine:
                card, sign = Card(each["card"]), SIGNS[Verdict(each["verdict"])][0]
                words = f"{card.glyphs:>3}  {sign} {card.name}"
                listed.replace_option_prompt(card.text, Text(words))
        self._done("✓ can be the last, ✕ can't, ? isn't known.")
