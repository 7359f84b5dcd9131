"""What a player asks about deals: how hard this one is, one of some difficulty, the last card.

Imports `coached` and the coach's sheets.
"""

from __future__ import annotations

from typing import Any

from ..cards import write_cards
from ..coach.steps import LABELS
from .coach import record_of
from .coach_sheets import LastsSheet
from .coached import Coached
from .session import any_deal
from .sheets import Choosing

PATIENCE = 60.0
"""Seconds after which nobody waits for a deal any more; most take less than one."""

WISHES: tuple[tuple[str, str] | None, ...] = (
    *((str(step), name) for step, name in enumerate(LABELS, 1)),
    None,
    ("winnable", "any, known to be winnable"),
    *((f"{step} winnable", f"{name}, winnable") for step, name in enumerate(LABELS, 1)),
)


class Wishes(Coached):
    """The screen of a game at which deals are asked for."""

    def deed_difficulty(self) -> None:
        """Say how difficult the deal is; from then on it stands in the head."""
        game, coach = self.play.session.game, self.host.coach
        deal = {"deal": game.deal} if game.deal is not None else {"deck": write_cards(game.deck)}
        asked = {"rules": str(game.rules), "layout": game.layout, **deal}

        def found(answer: dict[str, Any]) -> None:
            step = answer["step"]
            coach.labels[coach.deal] = LABELS[step - 1]
            self.say(f"This deal is {LABELS[step - 1]}: step {step} of {len(LABELS)}.")
            self.show()

        self._looking("Looking how difficult this deal is …")
        coach.ask("difficulty", asked, PATIENCE, found)

    def deed_wish(self) -> None:
        """A new game of the same kind, whose deal is as difficult as is wished."""

        def chosen(wish: str | None) -> None:
            if wish is not None:
                self._seek(wish)

        self.app.push_screen(Choosing("A new deal that is …", WISHES, narrow=True), chosen)

    def _seek(self, wish: str) -> None:
        game, coach = self.play.session.game, self.host.coach
        step, winnable = next((int(one) for one in wish if one.isdigit()), None), "win" in wish
        asked = {
            "rules": str(game.rules), "layout": game.layout, "step": step, "winnable": winnable,
            "seed": any_deal(),
        }  # fmt: skip

        def found(answer: dict[str, Any]) -> None:
            label = LABELS[answer["step"] - 1]

            def begin(target: str | None) -> str:
                session = self.play.session
                session.new(deal=answer["deal"], target=target)
                coach.labels[coach.deal] = label
                return f"This deal is {label}{', and it can be won' if winnable else ''}."

            self.arriving(lambda: self.host.begin(begin))

        self._looking("Looking for such a deal …")
        coach.ask("deal", asked, PATIENCE, found)

    def _looking(self, words: str) -> None:
        self.host.coach.asker.tell(self.say, words)

    def deed_lasts(self) -> None:
        """Which cards can be the last: of the deal, or of what shows once the stock is out."""
        coach, session = self.host.coach, self.play.session
        if refused := coach.lasts_refused():
            self.say(refused)
            return
        dealt = session.game.layout == "open"
        self.app.push_screen(LastsSheet(coach, record_of(session, 0 if dealt else None), dealt))
