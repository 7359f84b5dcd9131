"""Deals on the page: the daily deal and its calendar, sharing, choosing."""

from __future__ import annotations

import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from kept import DAILY_GAMES, RUNS_OF_DAYS, TOLD_OF_DAYS
from page.conftest import PHONE
from squeezebox import Game, bellows_text, daily

SMALL = {"viewport": {"width": 320, "height": 568}}
TINY = "accordion(deck=2)"


def module(player: Any, path: str, call: str, argument: Any = None) -> Any:
    """What a call gives with a module of the page at hand."""
    build = "/static/${document.querySelector('meta[name=build]').content}/"
    work = f"async (given) => {{ const it = await import(`{build}{path}`); return {call}; }}"
    return player.page.evaluate(work, argument)


def at(visit: Any, moment: str, path: str = "/", **options: Any) -> Any:
    """A player whose clock shows a moment (with its offset from UTC), and goes on."""
    player = visit(None, **options)
    player.page.clock.install(time=moment)
    player.open(path)
    return player


def finish(player: Any, number: int) -> None:
    """Play a deal of two cards to its end, and wait until it is kept."""
    one, other = Game(TINY, deal=number).deck
    player.press("D")
    player.until(lambda: len(player.row()) == 2)
    if one.rank == other.rank or one.suit == other.suit:
        player.press(":", *"2-1", "Enter")
        player.until(lambda: len(player.row()) == 1)
    player.settle()


def calendar(player: Any) -> None:
    player.button("daily")
    player.page.wait_for_selector("#daily-dialog[open]")


def day(player: Any, text: str) -> Any:
    return player.page.locator(f"#daily-dialog [data-day='{text}']")


# ------------------------------------------------------------ days, without a screen


def test_deals_of_days_are_the_same_in_python_and_on_the_page(visit: Any) -> None:
    player = visit("/")
    dates = [datetime.date(2026, 1, 1) + datetime.timedelta(days=days) for days in range(0, 900, 7)]
    dates += [datetime.date(1000, 1, 1), datetime.date(2028, 2, 29), datetime.date(9999, 12, 31)]
    texts = [date.isoformat() for date in dates]
    found = module(player, "keep/daily.js", "given.map(it.dailyDeal)", texts)
    assert found == [daily(date) for date in dates]
    assert module(player, "keep/daily.js", "given.map(it.dailyOf)", found) == texts
    no_days = [0, 1, 20261131, 20270229, 20261300, 2026113, 202611300, 4294967295, 9991231]
    assert set(module(player, "keep/daily.js", "given.map(it.dailyOf)", no_days)) == {None}


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/New_York", "Asia/Kolkata"])
def test_days_are_the_players_own_and_counted_as_dates(visit: Any, zone: str) -> None:
    player = visit("/", timezone_id=zone)
    days = module(
        player,
        "keep/daily.js",
        """[it.dayOf(new Date(2026, 10, 1)),
            it.dayOf(new Date(2026, 10, 1, 23, 59, 59)),
            it.shifted('2026-03-28', 1), it.shifted('2026-11-01', 1),
            it.shifted('2027-01-01', -1),
            it.monthOf('2026-11-30', 3), it.monthOf('2026-03-31', -1),
            it.dayWords('2026-11-30')]""",
    )
    assert days == [
        "2026-11-01", "2026-11-01", "2026-03-29", "2026-11-02", "2026-12-31",
        "2027-02-01", "2026-02-01", "30 November 2026",
    ]  # fmt: skip
    weeks = module(player, "keep/daily.js", "it.weeks('2026-11-17')")
    assert weeks[0] == [None] * 6 + ["2026-11-01"]  # a Sunday
    assert weeks[-1] == ["2026-11-30"] + [None] * 6
    assert len(weeks) == 6
    assert len(module(player, "keep/daily.js", "it.weeks('2027-02-01')")) == 4


def kept(player: Any, deal: int, when: str, piles: int = 3, **more: Any) -> dict[str, Any]:
    """A kept game with a result at a moment of the player's own time."""
    moment = player.page.evaluate("text => new Date(text).getTime()", when)
    first = {"at": moment, "outcome": "stuck", "piles": piles}
    made = {"rules": "accordion", "layout": "open", "deal": deal, "changed": moment, "piles": piles}
    return made | {"first": first, "id": f"{deal} {when}"} | more


def test_a_calendar_worked_by_hand(visit: Any) -> None:
    player = visit("/", timezone_id="Europe/Berlin")
    games = [kept(player, *one, **more) for *one, more in DAILY_GAMES]
    mode = {"rules": "accordion", "layout": "open"}
    told = """[...it.calendar(given[0], given[1])]
        .map(([day, known]) => [day, known.result?.piles ?? known.open.piles, known.onTime])"""
    found = module(player, "keep/daily.js", told, [games, mode])
    assert sorted(found) == [*TOLD_OF_DAYS, ["2026-10-30", 9, False]]  # which isn't finished
    streaks = "it.streaks(it.calendar(given[0], given[1]), given[2])"
    for today, now in RUNS_OF_DAYS:
        found = module(player, "keep/daily.js", streaks, [games, mode, today])
        assert found == {"now": now, "best": 4}, today
    assert module(player, "keep/daily.js", streaks, [[], mode, "2026-10-30"]) == {
        "now": 0,
        "best": 0,
    }


# ------------------------------------------------------------ the daily deal


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_daily_deals_fill_the_calendar_and_the_streak(visit: Any, options: Any) -> None:
    """Across the end of summer time, where a day has 25 hours."""
    start = f"/?rules={TINY}&layout=stock&deal=1"
    player = at(visit, "2026-10-31T22:30-04:00", start, timezone_id="America/New_York", **options)
    for moment, number in (
        ("2026-10-31T22:30-04:00", 20261031),
        ("2026-11-01T23:30-05:00", 20261101),
        ("2026-11-02T00:10-05:00", 20261102),
    ):
        player.page.clock.set_system_time(moment)
        calendar(player)
        assert day(player, f"2026-11-{number % 100:02}").count() == (number > 20261031)
        assert player.page.inner_text("#daily-play") == "Play today’s deal"
        player.page.click("#daily-play")
        player.until(lambda number=number: player.query()["deal"] == str(number))
        finish(player, number)
    player.page.clock.set_system_time("2026-11-03T10:00-05:00")
    calendar(player)
    assert "In a row: 3 days. Longest: 3 days." in player.page.inner_text("#daily-streak")
    assert "2026-11-03" in day(player, "2026-11-03").get_attribute("data-day")
    assert day(player, "2026-11-03").get_attribute("aria-current") == "date"
    assert day(player, "2026-11-04").count() == 0
    assert player.page.is_disabled("#daily-on")

    # A day of the past fills the calendar, not the streak.
    player.page.click("#daily-back")
    assert player.page.inner_text("#daily-month") == "October 2026"
    assert day(player, "2026-10-30").get_attribute("aria-label") == "30 October 2026: not played"
    day(player, "2026-10-30").click()
    assert "30 October 2026, deal 20261030: not played." in player.page.inner_text("#daily-day")
    player.page.click("#daily-play")
    player.until(lambda: player.query()["deal"] == "20261030")
    finish(player, 20261030)
    piles = len(player.row())
    player.open("/")
    calendar(player)
    assert "In a row: 3 days. Longest: 3 days." in player.page.inner_text("#daily-streak")
    player.page.click("#daily-back")
    words = "won" if piles == 1 else "2 piles"
    assert day(player, "2026-10-30").get_attribute("aria-label") == f"30 October 2026: {words}"
    assert day(player, "2026-10-31").get_attribute("aria-label").endswith(", on the day")
    day(player, "2026-10-31").click()
    assert "finished on the day" in player.page.inner_text("#daily-day")
    player.page.click("#daily-open")
    player.until(lambda: player.query()["deal"] == "20261031")


def test_an_unfinished_daily_deal_goes_on_and_is_of_one_way_of_playing(visit: Any) -> None:
    player = at(visit, "2026-11-30T12:00Z", "/?rules=accordion&layout=stock&deal=1")
    calendar(player)
    player.page.click("#daily-play")
    player.until(lambda: player.query()["deal"] == "20261130")
    player.press("d", "d")
    player.until(lambda: len(player.row()) == 3)
    player.settle()
    player.press("n")
    player.until(lambda: player.query()["deal"] != "20261130")
    calendar(player)
    assert (
        day(player, "2026-11-30").get_attribute("aria-label")
        == "30 November 2026: unfinished, 3 piles"
    )
    player.page.click("#daily-go-on")
    player.until(lambda: player.query()["deal"] == "20261130" and len(player.row()) == 3)
    player.open("/?rules=skidoo&layout=open&deal=1")
    calendar(player)
    assert day(player, "2026-11-30").get_attribute("aria-label") == "30 November 2026: not played"
    player.page.select_option("#daily-mode", label="Accordion, deal as you go")
    assert "unfinished" in day(player, "2026-11-30").get_attribute("aria-label")


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Los_Angeles"])
def test_a_page_left_open_over_midnight_offers_the_new_day(visit: Any, zone: str) -> None:
    offset = {"Asia/Tokyo": "+09:00", "America/Los_Angeles": "-08:00"}[zone]
    player = at(visit, f"2026-11-30T23:59:00{offset}", timezone_id=zone)
    calendar(player)
    assert day(player, "2026-11-30").get_attribute("aria-current") == "date"
    player.page.clock.fast_forward(120_000)
    player.until(lambda: day(player, "2026-12-01").count() == 1)
    assert player.page.inner_text("#daily-month") == "December 2026"
    assert "1 December 2026, deal 20261201: not played." in player.page.inner_text("#daily-day")
    player.page.click("#daily-play")
    player.until(lambda: player.query()["deal"] == "20261201")
    player.page.clock.fast_forward("24:00:00")
    player.until(lambda: "A new day has begun" in player.message())


def test_the_calendar_is_a_table_and_works_by_keyboard(visit: Any) -> None:
    player = at(visit, "2026-11-30T12:00Z", **SMALL)
    calendar(player)
    tree = player.page.locator("#daily-dialog").aria_snapshot()
    assert 'table "November 2026"' in tree
    assert 'columnheader "Mo"' in tree or 'columnheader "Monday"' in tree
    assert 'button "30 November 2026: not played" [pressed]' in tree
    player.page.focus("[data-day='2026-11-29']")
    player.press("Enter")
    assert "29 November 2026" in player.page.inner_text("#daily-day")
    player.press("Tab", "Enter")  # the 30th
    assert "30 November 2026" in player.page.inner_text("#daily-day")
    player.press("Tab", "Enter")
    player.until(lambda: player.query()["deal"] == "20261130")


# ------------------------------------------------------------ sharing


def test_the_bellows_are_the_same_in_python_and_on_the_page(visit: Any) -> None:
    player = visit("/")
    lists = [[0], [0, 0], [2, 0], [*range(8, 0, -1)], [*range(52, 2, -1)], [1, 2, 5, 4, 9] * 20]
    lists += [[(7 * step * step) % 53 for step in range(length)] for length in range(1, 90)]
    found = module(player, "sharing.js", "given.map((piles) => it.bellowsText(piles))", lists)
    assert found == [bellows_text(piles) for piles in lists]


def test_what_is_shared_gives_nothing_away_and_opens_elsewhere(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=20261130&actions=2-1")
    made = ["2-1"]
    player.button("share")
    text = player.page.input_value("#share-text")
    link = player.page.input_value("#share-link")
    game = Game("accordion", deal=20261130, actions=made)
    assert text.splitlines() == [
        "Squeezebox · Accordion, open · deal 20261130 (daily 30 November 2026)",
        "51 piles so far, in 1 action",
        bellows_text([52, game.piles]),
        link,
    ]
    assert link.startswith(f"{player.address}/?")
    assert "actions" not in link
    assert "2-1" not in text
    player.page.click("#copy-text")
    player.until(lambda: player.page.inner_text("#copy-text") == "Copied")
    assert player.page.evaluate("navigator.clipboard.readText()") == text
    assert "only on this computer" in player.page.inner_text("#share-dialog")
    player.page.check("#share-actions")
    whole = player.page.input_value("#share-link")
    assert player.page.input_value("#share-text").endswith(whole)
    player.page.click("#copy-link")
    player.until(lambda: player.page.inner_text("#copy-link") == "Copied")
    assert player.page.evaluate("navigator.clipboard.readText()") == whole
    fresh = visit(link.removeprefix(player.address))
    assert len(fresh.row()) == 52
    assert visit(whole.removeprefix(player.address)).row() == player.row()


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("/?rules=bayan(deck=4)&deck=7D+3D+JH+5H&actions=2-1+2-1", "Won: 0 piles in 2 actions"),
        ("/?rules=accordion(deck=2)&deck=7D+3D&actions=2-1", "Won: 1 pile in 1 action"),
        ("/?rules=skidoo(deck=3)&deck=7D+3S+JH&layout=stock&actions=d*", "3 piles in 1 action"),
        ("/?rules=virtuoso(deck=3)&deck=7D+3D+JD&target=JD&actions=3-2+2-1", "Won: 1 pile in 2 a"),
    ],
)
def test_how_a_game_ended_is_told(visit: Any, path: str, line: str) -> None:
    player = visit(path)
    player.button("share")
    title, how, bellows, link = player.page.input_value("#share-text").splitlines()
    assert title.endswith("deck of your own")
    assert how.startswith(line)
    assert 2 <= len(bellows) <= 24
    query = parse_qs(urlsplit(link).query)
    assert query["deck"] == parse_qs(urlsplit(path).query)["deck"]
    assert ("target" in query) == ("target" in path)


def test_a_text_is_selected_where_there_is_no_clipboard_and_shared_where_it_can_be(
    visit: Any,
) -> None:
    player = visit(None)
    player.context.add_init_script(
        """Object.defineProperty(navigator, 'clipboard', {value: undefined});
           navigator.share = async ({text}) => { window.shared = text; };"""
    )
    player.open("/?rules=accordion&layout=open&deal=1")
    player.button("share")
    text = player.page.input_value("#share-text")
    assert len(text.splitlines()) == 2  # nothing has been done: there is nothing to tell
    player.page.click("#copy-text")
    player.until(
        lambda: player.page.inner_text("#copy-text") in ("Copied", "Selected: copy it now")
    )
    assert player.page.evaluate("getSelection().toString() || document.activeElement.id") in (
        text, "share-text",
    )  # fmt: skip
    player.page.click("#share-away")
    assert player.page.evaluate("window.shared") == text


# ------------------------------------------------------------ choosing


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_deals_are_chosen_and_what_is_refused_is_kept(visit: Any, options: Any) -> None:
    player = at(
        visit, "2026-11-30T12:00Z", "/?rules=accordion&layout=open&deal=4294967294", **options
    )

    def start() -> None:
        player.page.click("#choose-dialog .main")

    def way(value: str) -> Any:
        return player.page.locator(f"#choose-dialog input[name=way][value={value}]")

    player.button("choose")
    assert "The next one, 4294967295" in player.page.inner_text("#deals")
    way("next").check()
    start()
    player.until(lambda: player.query()["deal"] == "4294967295")
    player.button("choose")
    way("daily").check()
    start()
    player.until(lambda: player.query()["deal"] == "20261130")

    player.button("choose")
    player.page.select_option("#rule-set", "skidoo")
    for number, why in (
        ("4294967296", "Deal numbers go from 0 to 4294967295, not 4294967296."),
        ("-1", "is not a deal number"),
        ("1.5", "is not a deal number"),
        (" ", "Something is expected here."),
    ):
        player.page.fill("input[name=deal]", number)
        assert way("number").is_checked()
        start()
        problem = player.page.locator("#choose-deal-problem")
        player.until(lambda why=why, problem=problem: why in problem.inner_text())
        assert player.page.input_value("input[name=deal]") == number
        assert player.page.input_value("#rule-set") == "skidoo"
        assert player.query()["deal"] == "20261130"
    player.page.fill("input[name=deal]", " 0 ")
    start()
    player.until(lambda: player.query().get("deal") == "0" and player.query()["rules"] == "skidoo")


def test_a_deck_of_ones_own_is_counted_and_its_first_fault_shown(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1", **SMALL)
    player.button("choose")
    player.page.select_option("#rule-set", "late-binding")
    deck = player.page.locator("textarea[name=deck]")
    counted = player.page.locator("#cards-expected")
    deck.fill("  6H, KS")
    assert counted.inner_text() == "2 of 18 cards"

    def refused(text: str, why: str, marked: str) -> None:
        deck.fill(text)
        player.page.click("#choose-dialog .main")
        problem = player.page.locator("#choose-deck-problem")
        player.until(lambda: why in problem.inner_text())
        chosen = deck.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
        assert chosen == marked
        assert deck.input_value() == text

    refused("  6H, KS", "has 18 cards, but this one has 2", "6H")
    refused("\n6H XX KS 1Z", 'Card 2: "XX" is not a card', "XX")
    refused("6H KS TC 6H", "twice", "6H")
    player.page.select_option("#rule-set", "own")
    player.page.fill("input[name=own]", "accordion(deck=3)")
    player.until(lambda: counted.inner_text() == "4 of 3 cards")
    player.page.fill("input[name=own]", "accordion(deck=)")
    player.until(lambda: "whole number" in player.page.inner_text("#choose-own-problem"))
    player.page.fill("input[name=own]", "accordion(deck=3)")
    deck.fill("6H KS TC")
    player.page.click("#choose-dialog .main")
    player.until(lambda: player.row() == ["6H", "KS", "TC"])


@pytest.mark.parametrize("name", ["daily", "share", "choose", "rule-sets"])
def test_screens_fit_into_a_narrow_page(visit: Any, name: str) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1&actions=42-39", **SMALL)
    player.button(name)
    shown = player.page.locator("dialog[open]")
    shown.wait_for()
    player.settle()
    assert shown.evaluate("d => d.scrollWidth <= d.clientWidth")
    low = shown.evaluate(
        """d => [...d.querySelectorAll('button, select, textarea, input:not([type])')]
             .filter(e => e.offsetParent && e.getBoundingClientRect().height < 36).map(e => e.id)"""
    )
    assert low == []
