"""The puzzle trainer as a player uses it, for its tests."""

from __future__ import annotations

import json
from typing import Any

import squeezebox as sb
from page.boards import Board, act, boards
from page.conftest import Player
from page.results import export
from squeezebox import Game

DIALOG = "#puzzle-dialog"


class Trainer:
    """The trainer on the page, and the puzzle that the service gave it last."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.answers: list[dict[str, Any]] = []
        self.asked: list[dict[str, Any]] = []
        player.page.on("response", self._hear)

    def _hear(self, response: Any) -> None:
        if response.url.endswith("/api/coach/puzzle"):
            self.asked.append(json.loads(response.request.post_data))
            if response.ok:
                self.answers.append(response.json())

    def open(self) -> Board:
        self.player.button("puzzles")
        return self.board(1)

    def board(self, number: int) -> Board:
        """The board of the puzzle that was given as the so-many-th, once it is there."""
        self.player.until(lambda: len(self.answers) >= number)
        self.player.until(lambda: self.verdict() == "")
        (board,) = boards(self.player, DIALOG)
        board.expect(self.game)
        return board

    @property
    def answer(self) -> dict[str, Any]:
        return self.answers[-1]

    @property
    def game(self) -> Game:
        """The puzzle's position."""
        return sb.read(self.answer["record"]).game

    @property
    def wrong(self) -> list[sb.Action]:
        """The legal actions that don't win."""
        return [a for a in self.game.legal_actions if str(a) != self.answer["action"]]

    def right(self) -> sb.Action:
        return sb.read_action(self.answer["action"])

    def verdict(self) -> str:
        words: str = self.player.page.inner_text("#puzzle-verdict")
        return words

    def says(self, words: str) -> None:
        self.player.until(lambda: words in self.verdict())

    def run(self) -> str:
        words: str = self.player.page.inner_text("#puzzle-run")
        return words

    def click(self, name: str) -> None:
        self.player.page.click(f"#puzzle-{name}")

    def solve(self, board: Board, how: str = "click") -> None:
        act(board, self.right(), how)
        self.says("Right")

    def solved(self) -> list[dict[str, Any]]:
        """What is kept of solved puzzles, as anyone may read it in an export."""
        lines = [json.loads(line) for line in export(self.player).splitlines()]
        return [line for line in lines if line.get("kind") == "puzzle"]
