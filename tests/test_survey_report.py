"""Reports: what the tables say is what the rows say, the unknown counted both ways."""

from __future__ import annotations

import html
import re
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest
from markdown_it import MarkdownIt

from calling import run, surveys_without
from squeezebox.rules import read_rules
from squeezebox.statistics import wilson
from squeezebox.survey import plots
from squeezebox.survey.plan import Plan, read_plan, usual_chunk
from squeezebox.survey.report import percent, span
from squeezebox.survey.store import open_store
from squeezebox.survey.summary import bounds, summed_up

HARD = ["--rules", "leap-2", "--deals", "1..40", "--nodes", "20000"]
PLAYER = ["--player", "sweepers", "--deals", "1..400"]
TARGETS = ["--rules", "virtuoso(deck=12)", "--deals", "1..30"]


@pytest.fixture
def made(here: Path) -> Path:
    """Three surveys."""
    for name, asked in (("hard", HARD), ("player", PLAYER), ("targets", TARGETS)):
        assert run("survey", *asked, "--out", name).status == 0
    return here


def rows_of(folder: Path) -> pl.DataFrame:
    return pl.read_parquet(folder / "rows")


def test_the_unknown_count_both_ways() -> None:
    assert bounds(5, 0, 10) == wilson(5, 10)
    assert bounds(5, 3, 10) == (wilson(5, 10)[0], wilson(8, 10)[1])
    assert bounds(0, 10, 10) == (0, 1)


def test_tables_say_what_the_rows_say(made: Path) -> None:
    found = run("report", "hard", "player", "targets", "--out", "report", "--json").answers
    for name in ("hard", "player", "targets"):
        some = rows_of(made / name)
        mine = [row for row in found if row["survey"] == name]
        (whole,) = [row for row in mine if row["table"] == "survey"]
        counts = dict(some["verdict"].value_counts().iter_rows())
        for verdict in ("winnable", "lost", "unknown"):
            assert whole[verdict] == counts.get(verdict, 0)
        open_ones = 0 if name == "player" else whole["unknown"]
        assert (whole["low"], whole["high"]) == bounds(whole["winnable"], open_ones, some.height)
        assert whole["mean_piles"] == pytest.approx(some["piles"].mean())
        piles = {row["piles"]: row for row in mine if row["table"] == "piles"}
        for number, row in piles.items():
            assert row["rows"] == some.filter(pl.col("piles") == number).height
            part = some.filter(pl.col("piles") <= number).height / some.height
            assert row["at_most"] == pytest.approx(part)
        assert sum(row["rows"] for row in piles.values()) == some.height
        (time,) = [row for row in mine if row["table"] == "time"]
        assert time["mean"] == pytest.approx(some["seconds"].mean(), rel=1e-4)
        assert time["worst"] == pytest.approx(some["seconds"].max(), rel=1e-4)
        middle = some["seconds"].sort()[-(-some.height // 2) - 1]
        assert time["median"] == pytest.approx(middle, abs=1e-6)
        hardest = [row["nodes"] for row in mine if row["table"] == "hardest"]
        if name == "player":
            assert hardest == []
        else:
            assert hardest == some["nodes"].sort(descending=True).head(20).to_list()
        unknown = [row["deal"] for row in mine if row["table"] == "unknown"]
        if name == "hard":
            assert unknown == some.filter(pl.col("verdict") == "unknown")["deal"].to_list() != []
        places = {row["place"]: row for row in mine if row["table"] == "places"}
        assert list(places) == (list(range(3, 13)) if name == "targets" else [])
        for place, row in places.items():
            here = some.filter(pl.col("place") == place)
            won = here.filter(pl.col("verdict") == "winnable").height
            assert (row["rows"], row["winnable"]) == (30, won)
            assert row["mean_nodes"] == pytest.approx(here["nodes"].mean())


def test_the_report_and_its_pictures(made: Path) -> None:
    words = run("report", "hard").out
    assert words.splitlines()[-1] == "The report is hard/report/report.md"
    run("report", "hard", "player", "targets", "--out", "all")
    for folder, least in ((made / "hard" / "report", 3), (made / "all", 12)):
        text = (folder / "report.md").read_text(encoding="utf-8")
        pictures = list(folder.glob("*.svg"))
        assert len(pictures) >= least
        for picture in pictures:
            assert f"({picture.name})" in text
            ElementTree.fromstring(picture.read_text(encoding="utf-8"))
            assert picture.with_suffix(".png").read_bytes().startswith(b"\x89PNG\r\n")
    summary = summed_up(open_store(made / "hard"))
    assert f"`{summary.checksum}`" in text
    command = "squeezebox survey --rules leap-2 --deals 1..40 --nodes 20000 --out hard"
    assert f"    {command}\n" in text
    assert f"Unknown: {summary.tally.unknown}, the first" in text


def test_targets_are_called_so(made: Path) -> None:
    words = run("report", "targets").out
    text = (made / "targets" / "report" / "report.md").read_text(encoding="utf-8")
    assert "| 30 (300 targets) |" in text
    assert " of 300 targets: " in words


def test_surveys_of_one_name_are_told_apart(made: Path) -> None:
    for folder in ("a", "b"):
        (made / folder).mkdir()
        run("survey", *PLAYER, "--out", f"{folder}/same")
    found = run("report", "a/same", "b/same", "--out", "both", "--json").answers
    assert {row["survey"] for row in found} == {"same", "same-2"}
    text = (made / "both" / "report.md").read_text(encoding="utf-8")
    assert {"## same", "## same-2"} <= set(text.splitlines())


@pytest.mark.parametrize("name", ["a|b>c](d)#*<x>", "new\nline", "n" * 255, "\udcff"])
def test_odd_names_are_shown_as_they_are(here: Path, name: str) -> None:
    run("survey", *TARGETS, "--out", name)
    assert run("report", name).status == 0
    text = (here / name / "report" / "report.md").read_text(encoding="utf-8")
    shown = MarkdownIt().enable("table").render(text)
    assert "".join(one if one.isprintable() else "?" for one in name) in html.unescape(shown)
    pictures = re.findall('<img src="([^"]*)"', shown)
    assert len(pictures) == 4
    for picture in pictures:
        assert (here / name / "report" / picture).is_file()


def test_what_may_be_none_is_near_the_others_on_a_logarithmic_scale(made: Path) -> None:
    some = [summed_up(open_store(made / name)) for name in ("hard", "targets")]
    some[1].tally.unknown, some[1].tally.lost = some[1].tally.lost, 0
    chart = plots.lost_plot(some)
    rows = chart.to_dict()["datasets"].values()
    lows = [row["not_low"] for dataset in rows for row in dataset]
    shares = [row["not"] for dataset in rows for row in dataset]
    assert min(lows) > min(shares) / 100


def test_a_plan_names_the_command_that_makes_it(here: Path) -> None:
    asked = [
        *["--rules", "accordion(deck=9)", "--deals", "5..25", "--layout", "stock"],
        *["--seed", "3", "--chunk", "7", "--actions", "--memory", "50"],
    ]
    run("survey", *asked, "--out", "one")
    plan = open_store(here / "one").plan
    words = plan.command("two").replace("'", "").split()
    assert run(*words[1:]).status == 0
    assert read_plan((here / "two" / "survey.json").read_text()) == plan
    usual = Plan("1", "accordion", "open", 1, 500, 10)
    assert usual.command("x y") == (
        "squeezebox survey --rules accordion --deals 1..500 --out 'x y'"
    )


def test_chunks_are_about_a_thousandth() -> None:
    plain, chosen = read_rules("accordion"), read_rules("virtuoso")
    assert [usual_chunk(plain, deals) for deals in (1, 10_000, 10_001, 10**9)] == [
        10, 10, 100, 100_000,
    ]  # fmt: skip
    assert usual_chunk(chosen, 10**9) == 10_000  # of fifty rows each
    assert usual_chunk(chosen, 10**9, "sweepers") == 100_000


def test_pictures_of_two_surveys_never_have_one_name(made: Path) -> None:
    for name in ("survey-2", "odd name", "all", "ALL-lost"):
        run("survey", *PLAYER, "--out", name)
    assert run("report", "survey-2", "odd name", "all", "ALL-lost", "--out", "r").status == 0
    text = (made / "r" / "report.md").read_text(encoding="utf-8")
    pictures = re.findall(r"\]\(([^)]*)\)", text)
    assert len(pictures) == len({name.lower() for name in pictures}) == 2 * 4 + 3


def test_deals_with_a_winnable_target_are_counted(made: Path) -> None:
    won = pl.col("verdict") == "winnable"
    some = rows_of(made / "targets").group_by("deal").agg(won.any().alias("some"), won.all())
    (row,) = [one for one in run("report", "targets", "--json").answers if one["table"] == "deals"]
    assert row["deals"] == some.height == 30
    assert (row["some"], row["all"]) == (some["some"].sum(), some["verdict"].sum())
    assert (row["low"], row["high"]) == wilson(row["some"], 30)
    text = (made / "targets" / "report" / "report.md").read_text(encoding="utf-8")
    assert f"| 30 | {row['some']} |" in text


def test_what_is_not_ours_is_left_as_it_is(made: Path) -> None:
    (made / "mine").mkdir()
    (made / "mine" / "report.md").write_text("# Sales")
    run("report", "hard", "--out", "mine").refused(mentioning="mine/report.md is no report of")
    assert [one.name for one in (made / "mine").iterdir()] == ["report.md"]
    run("report", "hard", "--out", "targets/rows").refused(mentioning="among the rows of a survey")
    assert run("report", "targets").status == 0
    assert run("report", "targets").status == 0  # one of ours is replaced


def test_a_report_that_cannot_be_written_leaves_the_one_before(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("report", "hard")
    before = {one.name: one.read_bytes() for one in (made / "hard" / "report").iterdir()}

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("squeezebox.survey.store.os.replace", full)
    run("report", "hard").refused(mentioning="can't be written: no space left on device")
    after = {one.name: one.read_bytes() for one in (made / "hard" / "report").iterdir()}
    assert after == before


def test_a_survey_that_is_not_done_says_how_far_it_is(made: Path) -> None:
    for one in sorted((made / "player" / "rows").iterdir())[3:]:
        one.unlink()
    lines = (made / "player" / "sums.txt").read_text().splitlines(keepends=True)
    kept = sorted(lines, key=lambda line: line.split()[1])[:3]  # they stand as they were done
    (made / "player" / "sums.txt").write_text("".join(kept))
    run("report", "player").refused(mentioning="isn't done: 3 of its 40 chunks are there; this")
    run("report", "player").refused(mentioning="--player sweepers --out player")
    (made / "player" / "sums.txt").write_text("".join(lines))
    run("report", "player").refused(mentioning="the chunk of deals 31 to 40 is missing; this")


def test_what_is_no_survey_gets_one_sentence(made: Path) -> None:
    run("report").refused(mentioning="folder of a survey is missing")
    run("report", "nowhere").refused(mentioning="nowhere holds no survey")
    run("report", "\0").refused(mentioning="can't be read")
    run("report", "hard", "player").refused(mentioning="--out is missing")
    (made / "file").write_text("x")
    for place in ("file", "file/x"):
        run("report", "hard", "--out", place).refused(mentioning=f"{place} is no folder")
    run("report", "hard", "nowhere").refused(mentioning="nowhere holds no survey")
    run("report", "hard", "--out", "hard/rows/x").refused(mentioning="among the rows of a survey")
    foreign = made / "hard" / "rows" / "foreign.parquet"
    foreign.write_text("x")
    run("report", "hard").refused(mentioning="holds foreign.parquet, which isn't of this survey")
    run("survey", *HARD, "--out", "hard").refused(mentioning="holds foreign.parquet")
    foreign.unlink()
    min((made / "hard" / "rows").iterdir()).write_bytes(b"PAR1")
    run("report", "hard").refused(mentioning="the chunk of deals 1 to 10 is damaged; this")


def test_without_altair_it_says_how_to_install_it(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    surveys_without("altair", monkeypatch)
    run("report", str(made / "hard")).refused(mentioning="surveys need altair")


def test_shares_and_times_in_words() -> None:
    shares = [0, 1, 0.5, 0.4698, 0.99991, 0.00002, 1 - 1e-8]
    assert [percent(one) for one in shares] == [
        "0 %", "100 %", "50.00 %", "46.98 %", "99.99100 %", "0.00200 %", "99.99999900 %",
    ]  # fmt: skip
    assert [span(one) for one in (2, 0.0123456, 0.0000125)] == ["2 s", "12.3 ms", "12.5 µs"]
