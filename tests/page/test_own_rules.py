"""Rule sets of the player's own: built, named, kept, played, shared, forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from page.conftest import PHONE
from squeezebox.catalogue import LISTED

EVIL = '<img src=x onerror="alert(1)">'


def form(player: Any) -> None:
    player.button("rule-sets")
    player.page.wait_for_selector("#rules-dialog[open]")
    player.until(lambda: player.page.input_value("#rules-deck") != "")


def told(player: Any) -> str:
    """The text of the rule set that the fields say."""
    return str(player.page.locator("#rules-told code").inner_text())


def keep(player: Any, name: str) -> None:
    player.page.fill("#rules-name", name)
    player.page.click("#rules-keep")
    player.until(lambda: "Kept as" in player.page.inner_text("#rules-dialog"))


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_a_rule_set_is_built_named_kept_played_and_forgotten(visit: Any, options: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1", **options)
    form(player)
    assert player.page.input_value("#rules-distances") == "1,3"
    assert "This is Accordion." in player.page.inner_text("#rules-told")
    assert player.page.is_disabled("#rules-keep")
    player.page.fill("#rules-goal", "5")
    player.until(lambda: told(player) == "five-piles")
    assert "This is Five Piles." in player.page.inner_text("#rules-told")
    player.page.fill("#rules-deck", "3")
    player.page.fill("#rules-distances", "2, 1")
    player.page.select_option("#rules-both-ways", "yes")
    player.page.fill("#rules-goal", "1")
    player.until(lambda: told(player) == "accordion(deck=3; distances=1,2; both-ways)")
    assert "1 or 2 to the left or right" in player.page.inner_text("#rules-told")
    player.page.click("#rules-keep")
    player.until(lambda: "Give it a name" in player.page.inner_text("#rules-dialog"))
    keep(player, "Three")
    assert "You call it “Three”." in player.page.inner_text("#rules-told")
    player.page.click("#rules-play")
    player.until(lambda: len(player.row()) == 3)
    assert player.page.inner_text("#title") == "Three"
    player.settle()

    player.page.reload()
    player.until(lambda: player.page.inner_text("#title") == "Three")
    player.open("/?rules=accordion&layout=open&deal=1")
    player.button("choose")
    player.page.select_option("#rule-set", label="Three")
    player.until(lambda: "1 or 2 to the left or right" in player.page.inner_text("#summary"))
    player.page.fill("textarea[name=deck]", "6H KS")
    assert player.page.inner_text("#cards-expected") == "2 of 3 cards"
    player.page.fill("textarea[name=deck]", "6H KS 6C")
    player.page.click("#choose-dialog .main")
    player.until(lambda: player.row() == ["6H", "KS", "6C"])

    form(player)
    assert player.page.input_value("#rules-name") == "Three"
    keep(player, "  Small\n  ones ")
    assert player.page.locator("#own-sets li").count() == 1
    assert player.page.inner_text("#title") == "Small ones"
    player.page.select_option("#rules-base", "accordion")
    player.until(lambda: told(player) == "accordion")
    player.page.click("#own-sets button:has-text('Change')")
    player.until(lambda: told(player) == "accordion(deck=3; distances=1,2; both-ways)")
    player.page.click("#own-sets button:has-text('Forget')")
    player.page.click("#confirm-yes")
    player.until(lambda: not player.page.locator("#own-sets li").count())
    player.page.keyboard.press("Escape")
    player.page.reload()
    player.until(lambda: player.page.inner_text("#title").startswith("Custom: accordion(deck=3;"))


def test_what_makes_no_sense_says_why_at_its_field(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    form(player)

    def wrong(key: str, why: str) -> None:
        player.until(lambda: why in player.page.inner_text(f"#rules-{key}-problem"))
        assert player.page.get_attribute(f"#rules-{key}", "aria-invalid") == "true"
        assert player.page.locator("#rules-dialog .problem:not(:empty)").count() == 1
        assert player.page.is_disabled("#rules-play")
        assert player.page.is_disabled("#rules-keep")
        assert player.page.locator("#rules-told code").count() == 0

    player.page.fill("#rules-deck", "53")
    wrong("deck", "A deck has 1 to 52 cards, not 53.")
    player.page.fill("#rules-deck", "zwölf")
    wrong("deck", 'Deck expects a whole number, not "zwölf".')
    player.page.fill("#rules-deck", "20")
    player.page.fill("#rules-distances", "1;goal=0")
    player.until(lambda: told(player) == "accordion(deck=20; distances=1; goal=0)")
    player.page.fill("#rules-distances", "1 to 3")
    wrong("distances", "Distances expects numbers, separated by commas")
    player.page.fill("#rules-distances", "1(3")
    player.until(lambda: "not a rule set" in player.page.inner_text("#rules-form-problem"))
    player.page.fill("#rules-distances", "1,3")
    player.page.select_option("#rules-discard", "pair")
    player.page.select_option("#rules-target", "chosen")
    wrong("target", "A rule set that discards can't have a target card.")
    player.page.select_option("#rules-target", "none")
    player.page.select_option("#rules-discard", "between")
    wrong("distances", "works at distances 2 and 3 only")
    player.page.fill("#rules-distances", "3,2")
    player.until(lambda: told(player).startswith("accordion(deck=20; distances=2,3;"))


def test_every_named_rule_set_can_be_begun_from(visit: Any) -> None:
    player = visit("/")
    form(player)
    for entry in LISTED:
        player.page.select_option("#rules-base", entry.name)
        player.until(lambda entry=entry: told(player) == entry.name)
    player.page.fill("#rules-deck", "20")
    player.until(lambda: told(player) == f"{LISTED[-1].name}(deck=20)")


def test_a_link_opens_a_rule_set_with_its_name_and_results_stay_apart(visit: Any) -> None:
    player = visit("/?rules=accordion(deck=2)&layout=stock&deal=1")
    form(player)
    keep(player, EVIL)
    player.page.click("#rules-share")
    player.until(lambda: player.page.inner_text("#rules-share") == "Copied")
    link = player.page.evaluate("navigator.clipboard.readText()")
    assert player.page.input_value("#rules-link") == link
    player.press("Escape")
    player.button("share")
    shared = player.page.input_value("#share-link")

    other = visit(link.removeprefix(player.address))
    assert other.page.inner_text("#title") == EVIL
    assert other.query()["rules"] == "accordion(deck=2)"
    assert other.page.locator("main img, header img, footer img").count() == 0
    other.open("/?rules=accordion(deck=2)&layout=open&deck=6H+6S")
    assert other.page.inner_text("#title") == EVIL  # wherever this text is played
    other.press(":", *"2-1", "Enter")
    other.until(lambda: len(other.row()) == 1)
    assert other.page.inner_text("#best") == "Best: 1 pile"
    for name in ("share", "daily", "choose", "rule-sets", "games", "stats", "help"):
        other.button(name)
        other.page.wait_for_selector("dialog[open]")
        other.settle()
        assert other.page.locator("dialog img").count() == 0
        other.press("Escape")
    other.open("/?rules=accordion(deck=3)&layout=open&deck=6H+6S+KD")
    assert other.page.inner_text("#best") == ""
    # The player's own name is not overwritten by a link's, and a named rule set has its own.
    form(other)
    keep(other, "Mine")
    other.open("/?rules=Accordian(deck%3D3)&deal=5&name=Theirs")
    assert other.page.inner_text("#title") == "Mine"
    other.open("/?rules=accordion(goal%3D5)&deal=5&name=Theirs")
    assert other.page.inner_text("#title") == "Five Piles"
    # Lists of what was played say the name, too.
    other.button("games")
    other.page.wait_for_selector("#games-dialog[open]")
    other.page.check("#games-dialog input[type=radio] >> nth=1")
    other.until(lambda: EVIL in other.page.inner_text("#saved"))
    other.press("Escape")
    third = visit(shared.removeprefix(player.address))
    assert third.page.inner_text("#title") == EVIL
    assert third.query()["deal"] == "1"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("%20%09Two%0A%20words%20", "Two words"),
        ("x" * 300, "x" * 40),
        ("%E2%80%AEdlrow%00%1B", "dlrow"),  # a sign that turns the writing round, and others
        ("%20", "Custom: accordion(deck=7)"),
    ],
)
def test_names_from_links_are_plain_and_short(visit: Any, name: str, shown: str) -> None:
    player = visit(f"/?rules=accordion(deck%3D7)&name={name}")
    assert player.page.inner_text("#title") == shown


def test_a_name_belongs_to_one_rule_set(visit: Any) -> None:
    player = visit("/?rules=accordion(deck=7)&deal=1")
    form(player)
    keep(player, "Seven")
    player.page.fill("#rules-deck", "8")
    player.page.click("#rules-keep")  # at once: what the fields say now is kept, not what was read
    player.until(lambda: "You call another rule set so" in player.page.inner_text("#rules-dialog"))
    player.page.fill("#rules-name", "Eight")
    player.page.click("#rules-keep")
    player.until(lambda: player.page.locator("#own-sets li").count() == 2)
    texts = player.page.locator("#own-sets small").all_inner_texts()
    assert sorted(texts) == ["accordion(deck=7)", "accordion(deck=8)"]


def test_no_rule_set_of_ones_own_is_called_as_one_of_the_catalogue(visit: Any) -> None:
    player = visit("/?rules=accordion(deck=7)&deal=1&name=five%20PILES")
    assert player.page.inner_text("#title") == "Custom: accordion(deck=7)"
    form(player)
    player.page.fill("#rules-name", "five PILES")
    player.page.click("#rules-keep")
    player.until(lambda: "is called so: five-piles" in player.page.inner_text("#rules-dialog"))
    assert player.page.locator("#own-sets li").count() == 0


def test_damaged_names_do_no_harm(visit: Any) -> None:
    player = visit("/")
    for damaged in ("{broken", "5", '{"a": 1}', '[["accordion(deck=7)", 5], 7, ["x"], null]'):
        player.page.evaluate(
            "text => localStorage.setItem('squeezebox.linked-names', text)", damaged
        )
        player.open("/?rules=accordion(deck%3D7)&deal=1")
        assert player.page.inner_text("#title") == "Custom: accordion(deck=7)"
    player.open("/?rules=accordion(deck%3D7)&deal=1&name=Seven")
    assert player.page.inner_text("#title") == "Seven"


def test_without_an_answer_the_form_says_so(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    form(player)
    player.page.route("**/api/rules/read", lambda route: route.abort())
    player.page.fill("#rules-deck", "20")
    player.until(lambda: "doesn't answer" in player.page.inner_text("#rules-form-problem"))
    player.page.unroute("**/api/rules/read")
    player.page.fill("#rules-deck", "21")
    player.until(lambda: player.page.locator("#rules-told code").count() == 1)
    assert told(player) == "accordion(deck=21)"
