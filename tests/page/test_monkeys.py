"""Monkeys at the page: random inputs in every rule set, and the view replays its record.

`monkey.js` chooses among all that the page shows: clicks and taps, drags, keys, typed texts.
Most inputs are events that it sends to what is hit, as fast as the page takes them; every
eighth chunk comes from the browser itself, as from a hand. Then everything that is shown is
compared with a game that is replayed here. A failure shows the seed, the last inputs, the record.
"""

from __future__ import annotations

import os
import random
from collections import deque
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route

from page.conftest import PHONE, Player
from squeezebox import Discard, Game, Move, read, read_rules
from squeezebox.catalogue import LISTED
from squeezebox.words import stands

HANDS = Path(__file__).with_name("monkey.js")

INPUTS = int(os.environ.get("MONKEY_INPUTS", "400"))
"""In every rule set; `make monkeys` does 5,000."""

ENOUGH = 1000
"""Where all cards lie open, so many never go without a single lit destination."""

CHUNK = 50
"""Inputs between two looks."""


class Monkey:
    """Random inputs in one tab, most of them in one rule set; `seed` fixes what is chosen."""

    def __init__(
        self, player: Player, page: Page, path: str, seed: int, *, touch: bool = False
    ) -> None:
        self.player, self.page, self.path, self.touch = player, page, path, touch
        self.seed = seed
        self.random = random.Random(seed)
        self.latest: deque[str] = deque(maxlen=40)
        self.done = self.looks = self.lit = 0
        self.home = str(read_rules(parse_qs(urlsplit(path).query)["rules"][0]))
        self.failed: list[str] = []
        self.failures_meant = False
        page.on("requestfailed", self.fail)
        page.on("console", self.hear)
        page.add_init_script(path=HANDS)
        self.begin(path)

    def fail(self, request: Any) -> None:
        """Keep which requests failed; what the coach needn't answer any more was dropped."""
        if "/api/coach/" not in request.url or request.failure != "net::ERR_ABORTED":
            self.failed.append(request.url)

    def hear(self, message: Any) -> None:
        """Keep which requests got no answer; that a record can't be (422) is one."""
        if message.text.startswith("Failed to load resource") and "422" not in message.text:
            self.failed.append(message.text)

    def begin(self, path: str) -> None:
        """Begin a game; where it asks for a target, name one."""
        choices = self.page.locator("#choices button")
        self.page.goto(path)
        self.player.until(lambda: self.page.inner_text("#title") != "…" or choices.count() > 0)
        if choices.count():
            choices.nth(self.random.randrange(choices.count())).click()
        self.player.until(lambda: self.page.inner_text("#title") != "…")

    def play(self, inputs: int) -> None:
        """Do so many inputs in the rule set, and look again and again."""
        for turn in count():
            if turn % 8 == 1:
                self.really(CHUNK // 2)
            else:
                self.chunk()
            self.check()
            if self.done >= inputs:
                break
        self.check_store()

    def some_seed(self) -> int:
        return self.random.randrange(2**31)

    def chunk(self) -> None:
        """Inputs that a script in the page makes: events that are sent to what is hit."""
        self.begin_chunk()
        self.end_chunk()

    def begin_chunk(self) -> None:
        """Let the script begin, and don't wait for it."""
        self.page.evaluate(
            "([seed, many, home]) => { window.made = monkey.run(seed, many, home) }",
            [self.some_seed(), CHUNK, self.home],
        )

    def end_chunk(self) -> None:
        made = self.page.evaluate("window.made")
        self.latest.extend(made["done"])
        self.done += made["there"]

    def really(self, inputs: int) -> None:
        """Inputs that come from the browser, as from a hand: clicks, taps, drags, keys."""
        for _ in range(inputs):
            made = self.page.evaluate("seed => monkey.choice(seed)", self.some_seed())
            self.latest.append(f"really {made['told']}")
            if not made["done"]:
                getattr(self, f"do_{made['does']}")(made)
            self.done += 1

    def do_click(self, made: dict[str, Any]) -> None:
        if self.touch:
            self.page.touchscreen.tap(made["x"], made["y"])
        else:
            self.page.mouse.click(made["x"], made["y"])

    def do_key(self, made: dict[str, Any]) -> None:
        self.page.keyboard.press(f"Shift+{made['key']}" if made["shift"] else made["key"])

    def do_fill(self, made: dict[str, Any]) -> None:
        self.page.keyboard.insert_text(made["value"])

    def do_drag(self, made: dict[str, Any]) -> None:
        mouse, end = self.page.mouse, made["to"]
        mouse.move(made["x"], made["y"])
        mouse.down()
        mouse.move(end["x"], end["y"], steps=2)
        mouse.up()

    # ------------------------------------------------------------ looking

    def calm(self) -> None:
        """Wait until all inputs are worked; whatever waits for an answer is closed."""
        for _ in range(20):
            if self.page.evaluate("monkey.idle()"):
                return
            self.page.keyboard.press("Escape")
        raise AssertionError("a dialog stays open")

    def check(self) -> None:
        """The view is a replay of the record; if the monkey has strayed, it is brought back."""
        seen: dict[str, Any] = {}
        try:
            self.calm()
            self.page.evaluate("seed => monkey.select(seed)", self.some_seed())
            seen = self.page.evaluate("monkey.look()")
            self.check_view(seen)
            assert self.player.troubles == []
            assert self.failures_meant or self.failed == []
        except Exception as error:
            head = f"seed {self.seed}, {self.done} inputs at {self.path}, the last of them:"
            told = [head, *self.latest, "the record:", str(seen.get("record")), str(error)]
            raise AssertionError("\n".join(told)) from error
        if seen["rules"] != self.home:
            self.begin(f"{self.path}&deal={self.random.randrange(10**6)}")

    def check_view(self, seen: dict[str, Any]) -> None:
        """Everything that is shown, against the game that the record holds."""
        game = read(seen["record"]).game
        assert read(seen["own"]).game == game
        assert game_of(seen["address"]) == game
        line = read(seen["line"]).game
        assert [str(action) for action in line.actions[len(game.actions) :]] == seen["redo"]
        lines = [[len(table.row) for table in read(text).game.tables] for text in seen["lines"]]
        assert seen["entry"] == [True, seen["redo"]]
        kept = seen["kept"]
        if kept and kept["changed"] <= seen["changed"]:  # else another tab has played on
            told = [kept["actions"].split(), kept["redo"].split(), kept["outcome"], kept["piles"]]
            here = [list(map(str, game.actions)), seen["redo"], game.outcome, game.piles]
            assert told == here
        selected = seen["selected"][0] if seen["selected"] else 0
        wanted = shown(game, line, lines, selected if seen["hints"] else 0)
        wanted["undo"] = bool(game.actions) or seen["before"]
        if not seen["hints"]:
            wanted["movable"] = []
        assert seen["shown"] == wanted
        entry = game.rules.entry
        assert entry is None or seen["title"] == entry.title
        assert (seen["dialogs"], seen["notice"]) == (0, None)
        self.looks += 1
        self.lit += len(wanted["lit"])

    def check_store(self) -> None:
        """What the store gives out reads back, and each kept game is what is told of it."""
        kept = self.page.evaluate("monkey.kept()")
        for one in kept["games"]:
            game = game_from(one, one["actions"])
            assert (game.outcome, game.piles) == (one["outcome"], one["piles"])
            game_from(one, f"{one['actions']} {one['redo']}")


def game_from(parts: dict[str, Any], actions: str) -> Game:
    deal = parts.get("deal")
    return Game(
        parts["rules"],
        layout=parts.get("layout"),
        deal=None if deal is None else int(deal),
        deck=parts.get("deck"),
        target=parts.get("target"),
        actions=actions,
    )


def game_of(address: str) -> Game:
    """The game that an address holds."""
    parts = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    return game_from(parts, parts.get("actions", ""))


def glyphs(card: Any) -> str:
    rank, suit = str(card)
    return rank.replace("T", "10") + dict(zip("CHSD", "♣♥♠♦", strict=True))[suit]


def ends(game: Game, place: int) -> set[int]:
    """The piles that the one at `place` may be taken to."""
    found = set()
    for action in game.legal_actions:
        if isinstance(action, Discard):
            pairs = [(action.first, action.last), (action.last, action.first)]
        elif isinstance(action, Move):
            pairs = [(action.source, action.destination)]
            if game.rules.discard == "pair":
                pairs.append((action.destination, action.source))
        else:
            pairs = []
        found |= {to for start, to in pairs if start == place}
    return found


def shown(game: Game, line: Game, lines: list[list[int]], selected: int) -> dict[str, Any]:
    """All that the page is to show of a game; `selected` is a pile whose destinations are lit."""
    table, done, whole = game.table, len(game.actions), len(line.actions)
    stock = game.layout == "stock"
    heap = game.rules.discard != "none"
    others = f"{len(lines)} other lines" if len(lines) > 1 else "Other line"
    places = range(1, len(table.row) + 1)
    return {
        "tops": [str(card) for card in table.tops],
        "faces": [glyphs(card)[:-1] for card in table.tops],
        "sizes": [f"×{len(pile)}" if len(pile) > 1 else "" for pile in table.row],
        "places": [str(place) for place in places],
        "piles": str(len(table.row)),
        "stock": str(len(table.stock)) if stock else None,
        "discards": f"{len(table.discards)} discarded" if heap else None,
        "heap": (glyphs(table.discards[-1])[:-1] if table.discards else "") if heap else None,
        "target": f"Target {glyphs(game.target)}" if game.target else None,
        "stands": stands(table) if game.outcome != "open" else None,
        "deals": [bool(table.stock)] * 3,
        "redo": whole > done,
        "time": [done, whole, int(whole > 0)],
        "bellows": [len(each.row) for each in line.tables],
        "now": [len(each.row) for each in game.tables],
        "others": lines,
        "other": others if lines else None,
        "movable": [place for place in places if ends(game, place)],
        "lit": sorted(ends(game, selected)),
    }


STILL = {"reduced_motion": "reduce"}
"""Cards that travel would take most of the time."""

SMALL = STILL | PHONE | {"device_scale_factor": 1}


def runs() -> list[Any]:
    """Every listed rule set in each of its layouts, desks and phones by turns."""
    found = []
    for number, entry in enumerate(LISTED):
        layouts = read_rules(entry.name).layouts
        for turn, layout in enumerate(layouts):
            phone = (number + turn) % 2 == 1
            name = f"{entry.name}-{layout}-{'phone' if phone else 'desk'}"
            found.append(pytest.param(entry.name, layout, phone, INPUTS // len(layouts), id=name))
    return found


@pytest.mark.parametrize(("rules", "layout", "phone", "inputs"), runs())
def test_random_inputs(visit: Any, rules: str, layout: str, phone: bool, inputs: int) -> None:
    player = visit(None, **(SMALL if phone else STILL))
    path = f"/?rules={rules}&layout={layout}"
    monkey = Monkey(player, player.page, path, sum(map(ord, rules + layout)), touch=phone)
    monkey.play(inputs)
    while not monkey.lit and layout == "open" and monkey.done < ENOUGH:
        monkey.play(monkey.done + CHUNK)
    assert monkey.lit or layout == "stock"


MORE = 300
"""Inputs where it is about what happens around the page."""


def test_two_tabs(visit: Any) -> None:
    """Monkeys in two tabs at a time, which begin with the same game."""
    player = visit(None, **STILL)
    one = Monkey(player, player.page, "/?rules=accordion&layout=stock", 1)
    one.chunk()
    one.check()
    other = Monkey(player, player.tab(), one.page.url, 2)
    other.path = one.path
    while min(one.done, other.done) < MORE:
        for monkey in (one, other):
            monkey.begin_chunk()
        for monkey in (one, other):
            monkey.end_chunk()
        for monkey in (one, other):
            monkey.check()
    one.check_store()


def test_a_slow_network(visit: Any) -> None:
    player = visit(None, **STILL)
    monkey = Monkey(player, player.page, "/?rules=relaxed&layout=open", 3)
    slow = {"offline": False, "latency": 60, "downloadThroughput": 1e5, "uploadThroughput": 1e5}
    session = player.context.new_cdp_session(player.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", slow)
    monkey.play(MORE)


def test_a_service_that_fails_at_random(visit: Any) -> None:
    """What isn't answered is told and changes nothing; the page goes on as soon as it can."""
    player = visit(None, **STILL)
    monkey = Monkey(player, player.page, "/?rules=concertina&layout=open", 4)
    monkey.failures_meant = True
    failing, chance = [0.0], random.Random(5)

    def answer(route: Route) -> None:
        if chance.random() >= failing[0]:
            route.continue_()
        elif chance.random() < 0.5:
            route.abort()
        else:
            route.fulfill(status=503, body="Service unavailable")

    player.page.route("**/api/**", answer)
    while monkey.done < MORE:
        failing[0] = 0.3
        monkey.chunk()
        failing[0] = 0.0
        monkey.check()
    monkey.check_store()

    monkey.begin(monkey.path)
    row = player.row()
    failing[0] = 1.0
    player.press(":")
    player.page.fill("#typed", "2-1")
    player.press("Enter")
    player.until(lambda: "doesn't answer" in player.message())
    assert player.row() == row
    failing[0] = 0.0
    monkey.check()
