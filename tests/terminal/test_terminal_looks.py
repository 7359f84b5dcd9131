"""How the screen looks: every size, every rule set, colours, signs; snapshots of it as text."""

from __future__ import annotations

import os
import re
from itertools import combinations, zip_longest
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.color import Color, ColorSystem

from squeezebox import Game
from squeezebox.cards import RANKS, Card
from squeezebox.rules import read_rules
from squeezebox.terminal.abilities import Abilities, Signs, fitted, found
from squeezebox.terminal.faces import SIZES, Face, Frame, _rank_lines, drawn, size_for
from squeezebox.terminal.harmless import harmless
from squeezebox.terminal.looks import DARK, LIGHT, Palette
from strategies import NAMES

from .table import FULL, Seat, played, seat

SNAPSHOTS = Path(__file__).parent / "snapshots"
SIZES_OF_SCREENS = {"80x24": (80, 24), "120x40": (120, 40)}


def compared(name: str, text: str) -> None:
    """See that a screen is as it was; `SNAPSHOTS=new` writes down how it is instead."""
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("SNAPSHOTS") == "new":
        SNAPSHOTS.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"see {path.name}"


SCENES = {
    "start": ("accordion", {}, ""),
    "hints": ("accordion", {"actions": "42-39 44-41 44-41 4-1"}, "ig18\n\n"),
    "concertina": ("concertina", {}, "ig18\n\n"),
    "royal-marriage": ("royal-marriage", {"layout": "stock"}, "Di"),
    "target": ("virtuoso", {"target": "QH"}, "s7\n"),
    "few": ("accordion(deck=5)", {"deck": "6H KS TC QH AC"}, "i"),
    "one": ("accordion(deck=3)", {"deck": "6H KH TH"}, ":3-2 2-1\n"),
    "menu": ("accordion", {}, "m"),
    "help": ("accordion", {}, "?"),
    "choose": ("accordion", {}, "f"),
    "marks": ("accordion", {}, "s"),
    "record": ("accordion", {"actions": "42-39"}, "e"),
    "rulebook": ("skidoo", {}, "mttt\n"),
    "typing": ("accordion", {"actions": "42-39"}, ":44-41"),
}


@pytest.mark.parametrize("size", SIZES_OF_SCREENS)
@pytest.mark.parametrize("scene", SCENES)
def test_snapshots(tmp_path: Path, scene: str, size: str) -> None:
    rules, game, keys = SCENES[scene]

    @played
    async def shown() -> None:
        async with seat(tmp_path, rules, size=SIZES_OF_SCREENS[size], **game) as one:
            await one.type(keys)
            compared(f"{scene}-{size}", one.text())

    shown()


@pytest.mark.parametrize("layout", ["open", "stock"])
@pytest.mark.parametrize("name", NAMES)
def test_all_piles_are_seen_at_80_by_24(tmp_path: Path, name: str, layout: str) -> None:
    rules = read_rules(name)
    if layout not in rules.layouts:
        layout = rules.layouts[0]
    target = {"target": "AC"} if rules.target == "chosen" else {}

    @played
    async def shown() -> None:
        game = Game(name, deal=1, layout=layout, **target)
        while game.table.stock:  # as many piles as there can be
            game.push("d*" if "d*" in game.legal_actions else next(iter(game.legal_actions)))
        async with seat(tmp_path, name, layout=layout, actions=game.actions, **target) as one:
            await one.press("escape", "i")
            row = one.session.game.table.row
            text = one.text()
            board = text[: text.index(" pile")]
            for pile in row:
                assert pile[-1].glyphs in board
            numbers = set(re.findall("[0-9]+", board))
            assert {str(place) for place in range(1, len(row) + 1)} <= numbers
            sizes = re.findall("×([0-9]+)", board)
            assert sorted(map(int, sizes)) == sorted(len(p) for p in row if len(p) > 1)

    shown()


def test_more_room_makes_larger_cards() -> None:
    for piles in range(1, 53):
        sizes = [SIZES.index(size_for(piles, wide, wide * 17 // 80)) for wide in range(20, 240, 5)]
        assert sizes == sorted(sizes, reverse=True)
        for wide, high in ((80, 17), (120, 33), (60, 30), (200, 45)):
            assert size_for(piles, wide, high).lines(piles, wide) <= high
    assert size_for(52, 80, 17) is SIZES[3]
    assert size_for(52, 120, 33) is SIZES[1]
    assert size_for(5, 80, 17) is SIZES[0]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size.name}{size.gap}")
def test_every_card_has_its_room_and_says_everything(size: object) -> None:
    for text in ("TH", "AC", "QS", "KD"):
        for frame in Frame:
            face = Face(52, Card(text), 48, frame, True, "★", "▲", True)
            lines = drawn(face, size)  # type: ignore[arg-type]
            assert len(lines) == size.high - size.gap  # type: ignore[attr-defined]
            for line in lines:
                wide = sum(len(piece.text) for piece in line)
                assert wide == size.wide - 1  # type: ignore[attr-defined]
            whole = "".join(piece.text for line in lines for piece in line)
            assert "52" in whole
            assert "48" in whole
            assert Card(text).glyphs in whole


def test_large_ranks_are_unlike_each_other() -> None:
    shapes = {rank: "".join(_rank_lines(at)) for at, rank in enumerate(RANKS)}
    for one, other in combinations(RANKS, 2):
        longer = zip_longest(shapes[one], shapes[other])
        assert sum(here != there for here, there in longer) >= 2, (one, other)


def test_frames_differ_in_shape_and_not_in_colour_only() -> None:
    for size in SIZES:
        shapes = {
            "".join(
                piece.text for line in drawn(Face(1, Card("7H"), 1, frame), size) for piece in line
            )
            for frame in Frame
        }
        assert len(shapes) == len(Frame)


@pytest.mark.parametrize("size", [(40, 12), (30, 30), (60, 15), (200, 60), (24, 9), (20, 7)])
def test_other_sizes_show_the_cursor_and_the_count(tmp_path: Path, size: tuple[int, int]) -> None:
    @played
    async def shown() -> None:
        async with seat(tmp_path, size=size) as one:
            await one.press("end")
            text = one.text()
            assert "52 piles" in text
            assert re.search(r"\b52\b", text.split("52 piles")[0]), text
            assert max(map(len, text.splitlines())) <= size[0]
            assert len(text.splitlines()) <= size[1]

    shown()


@played
async def test_a_terminal_that_is_too_small_says_so(tmp_path: Path) -> None:
    async with seat(tmp_path, size=(80, 24)) as one:
        await one.pilot.resize_terminal(15, 5)
        await one.calm()
        assert "Too small" in one.text()
        await one.pilot.resize_terminal(120, 40)
        await one.calm()
        await one.calm()
        compared("start-120x40", one.text())
        await one.pilot.resize_terminal(80, 24)
        await one.calm()
        await one.calm()
        compared("start-80x24", one.text())


@played
async def test_resizing_under_a_sheet_keeps_both(tmp_path: Path) -> None:
    async with seat(tmp_path, size=(120, 40)) as one:
        await one.type("?")
        await one.pilot.resize_terminal(60, 20)
        await one.calm()
        assert "How to play" in one.text()
        await one.press("escape")
        assert "52 piles" in one.text()


# ---------------------------------------------------------------- colours

CODE = re.compile(r"\x1b\[([0-9;]*)m")


def codes(one: Seat, system: str) -> set[str]:
    """The codes that set colours and styles."""
    return {code for found in CODE.findall(one.text(system)) for code in re.findall(
        r"38;2;\d+;\d+;\d+|48;2;\d+;\d+;\d+|38;5;\d+|48;5;\d+|\d+", found)}  # fmt: skip


async def every_screen(one: Seat, system: str) -> set[str]:
    """The codes on some screens that have all kinds of things on them."""
    seen: set[str] = set()
    for keys in ("ig42\n", "\n", "m", "\x1b", "f", "\x1b", "?", "\x1b", "s", "\x1b", ":4"):
        if keys == "\x1b":
            await one.press("escape")
        else:
            await one.type(keys)
        seen |= codes(one, system)
    return seen


@played
async def test_without_colours_no_colour_is_sent(tmp_path: Path) -> None:
    async with seat(tmp_path, abilities=Abilities(Signs.GLYPHS, 0, False)) as one:
        seen = await every_screen(one, "truecolor")
        assert seen <= {"0", "1", "2", "3", "4", "7"}
        assert "7" in seen


@played
async def test_sixteen_colours_are_the_terminals_own(tmp_path: Path) -> None:
    async with seat(tmp_path, abilities=Abilities(Signs.GLYPHS, 16, False)) as one:
        seen = await every_screen(one, "truecolor")
        assert not [code for code in seen if ";" in code]
        assert {"31", "36"} <= seen


@played
async def test_more_colours_are_the_themes(tmp_path: Path) -> None:
    async with seat(tmp_path, abilities=FULL) as one:
        assert "48;2;21;24;28" in codes(one, "truecolor")
    async with seat(tmp_path, abilities=Abilities(Signs.GLYPHS, 256, True)) as one:
        assert "48;2;244;240;230" in codes(one, "truecolor")


@pytest.mark.parametrize("look", [DARK, LIGHT], ids=["dark", "light"])
def test_what_differs_differs_in_256_colours_too(look: Palette) -> None:
    def seen(colour: str) -> object:
        return Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).number

    assert seen(look.paper) != seen(look.card)
    for card in (look.card, look.paper):
        for ink in (look.ink, look.faint, look.edge, *look.suits, *look.four):
            assert seen(ink) != seen(card)
    assert len({seen(suit) for suit in look.four}) == 4
    assert len({seen(colour) for colour in (look.edge, look.accent, look.lit, look.warm)}) == 4


@played
async def test_four_colours_and_the_looks_are_settings(tmp_path: Path) -> None:
    async with seat(tmp_path, settings={"colours": "4", "theme": "light"}) as one:
        seen = codes(one, "truecolor")
        assert {"38;2;28;107;42", "38;2;27;79;176"} <= seen
    async with seat(tmp_path, settings={"colours": "2", "theme": "terminal"}) as one:
        assert not [code for code in codes(one, "truecolor") if ";" in code]


# ---------------------------------------------------------------- signs


@played
async def test_plain_ascii_has_nothing_else(tmp_path: Path) -> None:
    async with seat(tmp_path, abilities=Abilities(Signs.ASCII, 16, False)) as one:
        for keys in ("i", "g42\n", "\n", "?", "f", "m", "s"):
            await one.type(keys)
            assert one.text().isascii(), keys
            if keys in "?fms":
                await one.press("escape")
        compared("ascii-80x24", one.text())
    async with seat(tmp_path, size=(160, 50), abilities=Abilities(Signs.ASCII, 0, False)) as one:
        assert "10C" in one.text()


def test_a_text_keeps_its_width() -> None:
    text = "7♥ · “10♦” – … ╭─×3─╯ ▁▂█ é 漢"
    for signs in Signs:
        assert len(fitted(text, signs)) == len(text)
    assert fitted("7♥ ×3", Signs.LETTERS) == "7H ×3"


def test_a_text_from_others_is_harmless_and_keeps_its_width() -> None:
    text = "a\x1b[2J\x07\x00\x9b\x7f\r\u202eb\n10♦ é 漢"
    shown = harmless(text)
    assert shown == "a[2Jb\n10♦ é 漢"
    for code in (*range(32), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)):
        if code != 0x0A:
            told = harmless(f"x{chr(code)}y")
            assert chr(code) not in told
            assert cell_len(told) == cell_len(f"x{chr(code)}y")


@pytest.mark.parametrize(
    ("environment", "encoding", "expected"),
    [
        ({"TERM": "xterm-256color", "LANG": "en_GB.UTF-8"}, "utf-8", (Signs.GLYPHS, 256)),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "utf-8", (Signs.GLYPHS, 1 << 24)),
        ({"TERM": "xterm", "LANG": "C.UTF-8"}, "utf-8", (Signs.GLYPHS, 16)),
        ({"TERM": "xterm", "LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8", (Signs.ASCII, 16)),
        ({"TERM": "xterm", "LC_ALL": "C"}, "utf-8", (Signs.ASCII, 16)),
        ({"TERM": "xterm", "LANG": "de_DE"}, "iso8859-1", (Signs.ASCII, 16)),
        ({"TERM": "xterm", "LANG": "ja_JP.UTF-8"}, "utf-8", (Signs.ASCII, 16)),
        ({"TERM": "linux", "LANG": "C.UTF-8"}, "utf-8", (Signs.LETTERS, 16)),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "utf-8", (Signs.GLYPHS, 0)),
        ({"TERM": "vt100"}, "utf-8", (Signs.LETTERS, 0)),
        ({"TERM": "dumb"}, "utf-8", (Signs.ASCII, 0)),
        ({}, "ascii", (Signs.ASCII, 16)),
    ],
)
def test_what_a_terminal_can(
    environment: dict[str, str], encoding: str, expected: tuple[Signs, int]
) -> None:
    abilities = found(environment, encoding)
    assert (abilities.signs, abilities.colours) == expected


def test_a_light_ground_is_seen_where_it_is_told() -> None:
    assert found({"COLORFGBG": "0;15"}, "utf-8").light
    assert not found({"COLORFGBG": "15;0"}, "utf-8").light
    assert not found({}, "utf-8").light
