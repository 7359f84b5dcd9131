"""Rule sets as text: names, changes, and what is refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings, strategies as st

from squeezebox import CATALOGUE, RuleSet, SetupError, TextError, read_rules
from squeezebox.catalogue import LISTED, leap
from strategies import NAMES, custom_rules, rule_sets

# ---------------------------------------------------------------- names


@pytest.mark.parametrize("entry", LISTED, ids=lambda entry: entry.name)
def test_every_name_a_rule_set_is_called_by(entry) -> None:
    rules = read_rules(entry.name)
    assert str(rules) == entry.name
    assert rules.entry == entry
    for name in (entry.name, entry.title, *entry.other_names, *entry.misspellings):
        for spelling in (name, name.upper(), name.lower(), f"  {name}\n", name.replace(" ", "-")):
            assert read_rules(spelling) == rules


def test_the_catalogue_is_the_fourteen() -> None:
    assert NAMES == (
        "accordion", "five-piles", "compulsory", "idle-year", "idle-year-1884", "revenge",
        "virtuoso", "concertina", "skidoo", "royal-marriage", "push-pin", "relaxed", "bayan",
        "late-binding",
    )  # fmt: skip
    plays = [read_rules(name) for name in NAMES]
    assert len(set(plays)) == len(plays)
    for entry in CATALOGUE:
        assert entry.title
        assert entry.summary.endswith(".")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Accordian", "accordion"),
        ("ACCORDION", "accordion"),
        ("Tower of Babel", "accordion"),
        ("tower-of-babel", "accordion"),
        ("Methuselah", "accordion"),
        ("Sheinwold", "five-piles"),
        ("fivepiles", "five-piles"),
        ("Parlett", "compulsory"),
        ("the idle year", "idle-year"),
        ("Idle Year", "idle-year"),
        ("the idle year, as dick printed it", "idle-year-1884"),
        ("accordions revenge", "revenge"),
        ("Accordion’s Revenge", "revenge"),
        ("Accordion Virtuoso", "virtuoso"),
        ("23 skidoo", "skidoo"),
        ("23 Skiddoo", "skidoo"),
        ("Betrothal", "royal-marriage"),
        ("royal marriage", "royal-marriage"),
        ("pushpin", "push-pin"),
        ("Relaxed Accordion", "relaxed"),
        ("Knuth", "late-binding"),
        ("Late Binding", "late-binding"),
        ("leap-3", "accordion"),
        ("LEAP 4", "leap-4"),
        ("leap4", "leap-4"),
        ("Long Leap 17", "leap-17"),
        ("leap-51", "leap-51"),
    ],
)
def test_other_spellings(text: str, name: str) -> None:
    assert str(read_rules(text)) == name


def test_leaps() -> None:
    for number in range(2, 52):
        rules = read_rules(f"leap-{number}")
        assert rules == RuleSet(distances=(1, number))
        assert str(rules) == ("accordion" if number == 3 else f"leap-{number}")
        assert rules.entry == leap(number)


@pytest.mark.parametrize("number", ["0", "1", "52", "60", "999999999"])
def test_leaps_that_can_not_be(number: str) -> None:
    with pytest.raises(SetupError, match=f"N from 2 to 51, not {number}"):
        read_rules(f"leap-{number}")


@pytest.mark.parametrize(
    "text",
    ["", " ", "leap", "leap-", "leap-N", "leap--4", "leap-1.4", "leap-1,4", "leap-4-5", "patience",
     "accordion!", "accordion\0", "acc*rdion", "(goal=5)", "leap-٤", "leap-" + "9" * 5000],
)  # fmt: skip
def test_names_that_are_none(text: str) -> None:
    with pytest.raises(TextError, match="no rule set is called") as caught:
        read_rules(text)
    one_short_line(caught.value)


def test_a_near_miss_is_suggested() -> None:
    with pytest.raises(TextError, match="did you mean concertina"):
        read_rules("concertin")


# ---------------------------------------------------------------- changes


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("accordion(goal=5)", "five-piles"),
        ("accordion()", "accordion"),
        ("accordion(goal=1)", "accordion"),
        ("accordion(deck=18)", "late-binding"),
        ("accordion(distances=4,1)", "leap-4"),
        ("leap-4(distances=1,3)", "accordion"),
        ("accordion(compulsory)", "compulsory"),
        ("compulsory(compulsory=no)", "accordion"),
        ("compulsory(priority=pile)", "idle-year"),
        ("idle-year(priority=row)", "idle-year-1884"),
        ("idle-year(priority=none)", "compulsory"),
        ("accordion(target=named)", "revenge"),
        ("revenge(target=chosen)", "virtuoso"),
        ("virtuoso(target=none)", "accordion"),
        ("accordion(place=either)", "concertina"),
        ("concertina(place=over)", "accordion"),
        ("accordion(both-ways)", "relaxed"),
        ("relaxed(both-ways=no)", "accordion"),
        ("accordion(discard=pair; goal=0)", "bayan"),
        ("accordion(discard=between; goal=2; distances=3,2)", "push-pin"),
        ("accordion(distances=2,3; goal=2)", "skidoo"),
        ("accordion(goal=2; distances=4,1)", "accordion(distances=1,4; goal=2)"),
        ("accordion(distances=9,1,4,1,9)", "accordion(distances=1,4,9)"),
        ("idle-year(deck=24)", "idle-year(deck=24)"),
        ("Idle Year ( deck = 24 )", "idle-year(deck=24)"),
        ("accordion(both-ways; place=either)", "accordion(both-ways; place=either)"),
        ("accordion(place=either;both-ways)", "accordion(both-ways; place=either)"),
        ("ACCORDION(PLACE=EITHER; BOTH-WAYS)", "accordion(both-ways; place=either)"),
        ("relaxed(both-ways=no; deck=007)", "relaxed(deck=7; both-ways=no)"),
        ("royal-marriage(deck=9)", "royal-marriage(deck=9)"),
        ("push-pin(deck=9)", "push-pin(deck=9)"),
        (
            "accordion(target=chosen; goal=3; priority=row; compulsory; place=under; both-ways; "
            "distances=5,1; deck=40)",
            "accordion(deck=40; distances=1,5; both-ways; place=under; compulsory; priority=row; "
            "goal=3; target=chosen)",
        ),
        ("bayan(discard=none; goal=1; deck=5)", "bayan(deck=5; goal=1; discard=none)"),
    ],
)
def test_how_it_is_written(text: str, written: str) -> None:
    rules = read_rules(text)
    assert str(rules) == written
    assert read_rules(written) == rules
    assert str(read_rules(written)) == written


def test_fields_follow_the_text() -> None:
    rules = read_rules("idle-year(deck=24; distances=1,5; both-ways; place=either; goal=3)")
    assert rules == RuleSet(
        deck=24, distances=(5, 1), both_ways=True, place="either", compulsory=True,
        priority="pile", goal=3,
    )  # fmt: skip
    assert rules.base == "idle-year"
    assert rules.layouts == ("stock",)
    assert read_rules("accordion").layouts == ("open", "stock")


@given(rule_sets)
@settings(max_examples=600)
def test_the_text_reads_back_and_is_a_fixed_point(rules: RuleSet) -> None:
    text = str(rules)
    again = read_rules(text)
    assert again == rules
    assert hash(again) == hash(rules)
    assert str(again) == text
    assert read_rules(text.upper()) == rules
    assert "\n" not in text


@given(custom_rules())
def test_keys_stand_in_the_order_of_the_table(rules: RuleSet) -> None:
    keys = re.findall(r"[(;] ?([a-z-]+)", str(rules))
    order = ["deck", "distances", "both-ways", "place", "compulsory", "priority", "goal",
             "target", "discard"]  # fmt: skip
    assert keys == [key for key in order if key in keys]


# ---------------------------------------------------------------- refusals


def one_short_line(error: ValueError) -> None:
    assert str(error)
    assert str(error).isprintable()
    assert len(str(error)) < 300


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        # deck
        ("accordion(deck=0)", SetupError, "1 to 52 cards, not 0"),
        ("accordion(deck=53)", SetupError, "1 to 52 cards, not 53"),
        ("accordion(deck=-1)", TextError, 'deck expects a whole number, not "-1"'),
        ("accordion(deck=ten)", TextError, 'deck expects a whole number, not "ten"'),
        ("accordion(deck=5.0)", TextError, "deck expects a whole number"),
        ("accordion(deck=٣)", TextError, "deck expects a whole number"),
        ("accordion(deck=)", TextError, 'deck expects a whole number, not ""'),
        ("accordion(deck)", TextError, "deck expects a whole number"),
        ("accordion(deck=1=2)", TextError, "deck expects a whole number"),
        ("accordion(deck=1234567890)", TextError, "deck expects a whole number"),
        ("royal-marriage(deck=1)", SetupError, "at least two cards"),
        # distances
        ("accordion(distances=0)", SetupError, "distances go from 1 to 51, not 0"),
        ("accordion(distances=1,52)", SetupError, "distances go from 1 to 51, not 52"),
        ("accordion(distances=60)", SetupError, "distances go from 1 to 51, not 60"),
        ("accordion(distances=)", TextError, "distances expects numbers, separated by commas"),
        ("accordion(distances)", TextError, "distances expects numbers"),
        ("accordion(distances=none)", TextError, "distances expects numbers"),
        ("accordion(distances=1,three)", TextError, "distances expects numbers"),
        ("accordion(distances=1,,3)", TextError, "distances expects numbers"),
        ("accordion(distances=1 3)", TextError, "distances expects numbers"),
        # flags
        ("accordion(both-ways=maybe)", TextError, 'both-ways expects yes or no, not "maybe"'),
        ("accordion(both-ways=)", TextError, "both-ways expects yes or no"),
        ("accordion(compulsory=1)", TextError, "compulsory expects yes or no"),
        # place
        ("accordion(place=sideways)", TextError, "place expects over, under or either"),
        ("accordion(place)", TextError, "place expects over, under or either"),
        # priority
        ("accordion(priority=leap)", TextError, "priority expects none, pile or row"),
        ("accordion(distances=2,3; priority=row)", SetupError, "this rule set has no slide"),
        ("skidoo(priority=pile)", SetupError, "this rule set has no slide"),
        ("idle-year(distances=2)", SetupError, "this rule set has no slide"),
        ("bayan(priority=row)", SetupError, "a rule set that discards has none"),
        # goal
        ("accordion(goal=53)", SetupError, "from 0 to 52, not 53"),
        ("accordion(goal=-1)", TextError, "goal expects a whole number"),
        ("accordion(goal=many)", TextError, "goal expects a whole number"),
        # target
        ("accordion(target=QH)", TextError, "target expects none, named or chosen"),
        ("revenge(goal=0)", SetupError, "at least one pile is left"),
        ("virtuoso(goal=0)", SetupError, "at least one pile is left"),
        ("revenge(deck=2)", SetupError, "the deck needs at least three"),
        ("virtuoso(deck=1)", SetupError, "the deck needs at least three"),
        # discard
        ("accordion(discard=all)", TextError, "discard expects none, between or pair"),
        ("accordion(discard=between)", SetupError, "distances 2 and 3 only"),
        ("push-pin(distances=1,2)", SetupError, "distances 2 and 3 only"),
        ("push-pin(place=under)", SetupError, "place=under speaks of merges"),
        ("bayan(place=either)", SetupError, "place=either speaks of merges"),
        ("bayan(both-ways)", SetupError, "both-ways speaks of merges"),
        ("bayan(goal=2; target=named)", SetupError, "can't have a target card"),
        ("royal-marriage(target=chosen)", SetupError, "can't have a target card"),
        # the form
        ("accordion(colour=red)", TextError, '"colour=red" is not a change of a rule set'),
        ("accordion(fixed-ends)", TextError, "is not a change of a rule set"),
        ("accordion(fixed_ends)", TextError, "is not a change of a rule set"),
        ("accordion(base=bayan)", TextError, "is not a change of a rule set"),
        ("accordion(;)", TextError, '"" is not a change of a rule set'),
        ("accordion(goal=5;)", TextError, '"" is not a change of a rule set'),
        ("accordion(goal=5, deck=9)", TextError, "goal expects a whole number"),
        ("accordion(goal=5; goal=5)", TextError, "goal is set twice"),
        ("accordion(both-ways; both-ways=no)", TextError, "both-ways is set twice"),
        ("accordion(goal=5", TextError, "one pair of parentheses"),
        ("accordion goal=5)", TextError, "one pair of parentheses"),
        ("accordion(", TextError, "one pair of parentheses"),
        ("accordion)", TextError, "one pair of parentheses"),
        ("accordion((goal=5))", TextError, "one pair of parentheses"),
        ("accordion(goal=5)(deck=9)", TextError, "one pair of parentheses"),
        ("accordion(goal=5) and more", TextError, "one pair of parentheses"),
        ("nothing(goal=5)", TextError, "no rule set is called"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_reason(
    text: str, kind: type[ValueError], words: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(words)) as caught:
        read_rules(text)
    assert type(caught.value) is kind
    one_short_line(caught.value)


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("idle-year(deck=9; priority=none)", "priority", "none"),
        ("virtuoso(deck=9; target=none)", "target", "none"),
        ("accordion(goal=0)", "goal", 0),
        ("accordion(goal=52)", "goal", 52),
        ("accordion(deck=1)", "deck", 1),
        ("accordion(distances=51)", "distances", (51,)),
        ("revenge(deck=3)", "deck", 3),
        ("royal-marriage(deck=2)", "deck", 2),
    ],
)
def test_what_just_makes_sense(text: str, field: str, value: object) -> None:
    assert getattr(read_rules(text), field) == value


@pytest.mark.parametrize(
    "fields",
    [
        {"deck": 0}, {"deck": 53}, {"distances": ()}, {"distances": (0,)}, {"distances": (52,)},
        {"goal": -1}, {"goal": 53}, {"place": "sideways"}, {"priority": "leap"},
        {"target": "QH"}, {"discard": "all"}, {"target": "named", "goal": 0},
        {"discard": "pair", "place": "under"}, {"distances": (2,), "priority": "pile"},
        {"fixed_ends": True, "deck": 1}, {"discard": "between"}, {"base": "leap-99"},
    ],
    ids=str,
)  # fmt: skip
def test_a_rule_set_built_in_code_is_checked_alike(fields: dict[str, object]) -> None:
    with pytest.raises(SetupError) as caught:
        RuleSet(**fields)  # type: ignore[arg-type]
    one_short_line(caught.value)


def test_a_base_is_a_name() -> None:
    with pytest.raises(TextError, match="no rule set is called"):
        RuleSet(deck=9, base="sideways")


def test_fixed_ends_are_written_by_a_name_that_has_them() -> None:
    assert str(RuleSet(fixed_ends=True, deck=9)).startswith("royal-marriage(deck=9; distances=1,3")
    plain = RuleSet(deck=9, distances=(2, 3), goal=2, discard="between", base="royal-marriage")
    assert read_rules(str(plain)) == plain
    assert not read_rules(str(plain)).fixed_ends


@pytest.mark.parametrize(
    "text",
    [
        "x" * 3_000_000,
        "(" * 3_000_000,
        "accordion(" + "goal=5;" * 400_000 + ")",
        "accordion(" + ";" * 3_000_000 + ")",
        "accordion(distances=" + "1," * 1_000_000 + ")",
        "accordion(distances=" + "1," * 1_000_000 + "52)",
        "accordion(deck=" + "9" * 3_000_000 + ")",
        "accordion(" + "z" * 3_000_000 + "=1)",
        "leap-" + "9" * 3_000_000,
        "\0\n\t" * 1_000_000,
    ],
    ids=lambda text: text[:24],
)
def test_megabytes_are_refused_in_a_line(text: str) -> None:
    with pytest.raises((TextError, SetupError)) as caught:
        read_rules(text)
    one_short_line(caught.value)


PARTS = st.sampled_from(
    [*NAMES, "leap-", "(", ")", ";", "=", ",", "-", " ", "deck", "distances", "both-ways", "place",
     "over", "either", "goal", "target", "chosen", "discard", "pair", "priority", "row", "no",
     "0", "1", "3", "52", "99", "\n", "\0", "\ud800", "♥", "İ"]
)  # fmt: skip


@given(st.text() | st.lists(PARTS, max_size=14).map("".join))
@settings(max_examples=1500)
def test_rubbish_raises_only_what_is_documented(text: str) -> None:
    try:
        rules = read_rules(text)
    except (TextError, SetupError) as error:
        one_short_line(error)
    else:
        assert read_rules(str(rules)) == rules
