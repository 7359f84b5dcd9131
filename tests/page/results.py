"""Results and files of them, for the tests of what the browser keeps."""

from __future__ import annotations

import json
from typing import Any

import pytest

from page.conftest import PHONE, Player

DESK: dict[str, Any] = {}
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])


def module(player: Player, name: str, work: str, value: Any = None) -> Any:
    """What a module of the page answers."""
    script = f"""async (value) => {{
        const build = document.querySelector('meta[name=build]').content;
        const load = (name) => import(`/static/${{build}}/keep/${{name}}.js`);
        const m = await load('{name}');
        {work}
    }}"""
    return player.page.evaluate(script, value)


def export(player: Player) -> str:
    text: str = module(player, "store", "return m.exported()")
    return text


def kept(player: Player) -> list[dict[str, Any]]:
    """The games that are kept, the latest first, as anyone may read them in an export."""
    lines = [json.loads(line) for line in export(player).splitlines()]
    games = [line for line in lines if line.get("kind") == "game"]
    return sorted(games, key=lambda game: -game["changed"])


def choose_file(player: Player, text: str | bytes) -> str:
    """Import a file as a person does; what the page says of it."""
    if not player.page.locator("#stats-dialog").is_visible():
        player.button("stats")
    said = player.page.locator("#stats-dialog > [role=status]")
    said.evaluate("said => { said.textContent = ''; }")
    content = text if isinstance(text, bytes) else text.encode()
    player.page.set_input_files(
        "#stats-dialog input[type=file]",
        {"name": "results.jsonl", "mimeType": "text/plain", "buffer": content},
    )
    player.until(lambda: bool(said.inner_text()))
    words: str = said.inner_text()
    return words


def close(player: Player) -> None:
    player.page.keyboard.press("Escape")


def play(player: Player, *actions: str) -> None:
    """Type actions; each is shown before the next is typed."""
    for action in actions:
        before = player.row()
        player.press(":", *action, "Enter")
        player.until(lambda before=before: player.row() != before)


def figures(player: Player) -> dict[str, str]:
    """The figures of the statistics on screen, by their names and what they are of."""
    found: dict[str, str] = player.page.eval_on_selector_all(
        ".figures > div",
        """all => Object.fromEntries(all.map(one => {
             const [name, number, of] = ['dt', 'strong', 'small'].map(
               (tag) => one.querySelector(tag)?.textContent ?? '');
             return [name === 'Average piles' ? `${name}, ${of}` : name, number];
           }))""",
    )
    return found


def told(player: Player, name: str, games: list[dict[str, Any]]) -> Any:
    """What a function of `results.js` tells of games."""
    work = f"const {{ readGame }} = await load('documents'); return m.{name}(value.map(readGame));"
    return module(player, "results", work, games)
