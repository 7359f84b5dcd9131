"""Results as a file: exported, imported, merged, refused; rule sets of one's own beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kept import FIRST, FULL, REST, WRONG, a_file, a_game, ended
from page.results import SIZES, choose_file, close, export, kept, module, play
from page.test_play import WIN
from squeezebox import Game
from squeezebox.terminal.session import Session
from squeezebox.terminal.store import Imported, Store


@SIZES
def test_what_is_exported_imports_as_the_same(visit: Any, size: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=3", **size)
    assert "2 games added" in choose_file(player, a_file(*FULL, *REST))
    with player.page.expect_download() as download:
        player.page.click("#export")
    assert download.value.suggested_filename.endswith(".jsonl")
    text = Path(download.value.path()).read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert text.splitlines()[0] == FIRST
    for given in [*FULL, *REST]:
        assert any(given.items() <= line.items() for line in lines), given
    assert "0 games added, 0 brought up to date, 2 known" in choose_file(player, text)
    assert export(player) == text
    player.page.click("#erase")
    player.page.click("#confirm-yes")
    player.until(lambda: export(player) == FIRST + "\n")
    assert "2 games added" in choose_file(player, text)
    assert export(player) == text
    other = visit("/?rules=accordion&deal=3")  # another browser
    choose_file(other, "\ufeff" + text.replace("\n", "\r\n"))  # as some editors leave it
    assert export(other) == text


def test_page_and_terminal_take_each_others_files(visit: Any, tmp_path: Path) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    play(player, *WIN.split())
    player.press("u")
    player.until(lambda: len(player.row()) == 2)
    choose_file(player, a_file(*FULL, *REST))
    text = export(player)
    store = Store.open(tmp_path)
    assert store.imported(text) == Imported(3, 0, 0, 0, ())
    assert store.exported() == text
    played = max(store.games(), key=lambda game: game.changed)
    session = store.take_up(played.id)  # the page's game goes on in the terminal
    assert session is not None
    session.play("2-1")
    store.save(session)
    other = Session(Game("bayan(deck=4)", deck="7D 3D JH 5H", actions=""))
    store.save(other)
    other.play("2-1")
    other.record.comments[1] = "zwölf {🂡} \u2028"
    store.save(other)
    both = store.exported()
    store.close()
    assert "1 game added, 1 brought up to date, 2 known already" in choose_file(player, both)
    assert export(player) == both


def test_erasing_asks_first_and_the_game_on_the_table_goes_on(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    play(player, *WIN.split())
    player.button("stats")
    player.page.click("#erase")
    player.page.click("#confirm-dialog button:has-text('Keep')")
    assert len(kept(player)) == 1
    player.page.click("#erase")
    player.page.click("#confirm-yes")
    player.until(lambda: kept(player) == [])
    close(player)
    assert player.page.inner_text("#best") == ""
    player.press("N")
    player.until(lambda: len(player.row()) == 52)
    play(player, "42-39")
    assert [game["piles"] for game in kept(player)] == [51]
    player.page.reload()
    player.until(lambda: len(player.row()) == 51)
    assert len(kept(player)) == 1


def test_merging_takes_the_later_and_loses_no_result(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=3")
    older = a_game("m", begun=5, changed=10, **ended("stuck", 4, 8), seconds=90, undos=1)
    newer = a_game("m", begun=6, changed=20, **ended("won", 1, 9), seconds=30, undos=2)
    better = a_game("m", begun=6, changed=15, **ended("stuck", 3, 12, best=0))
    for order in ([older, newer, better], [better, newer, older], [newer, older, better, newer]):
        for one in order:
            choose_file(player, a_file(one))
        [game] = kept(player)
        assert (game["outcome"], game["piles"], game["changed"]) == ("won", 1, 20)
        assert game["first"] == {"at": 8, "outcome": "stuck", "piles": 4}
        assert (game["best"], game["begun"], game["seconds"], game["undos"]) == (0, 5, 90, 2)
        player.page.click("#erase")
        player.page.click("#confirm-yes")
        player.until(lambda: kept(player) == [])


def test_wrong_files_are_refused_whole(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=3")
    choose_file(player, a_file(a_game("z")))
    before = export(player)
    for text, why in WRONG:
        said = choose_file(player, text)
        assert why in said, (text, said)
        assert said.endswith("Nothing was imported.")
    assert export(player) == before


def test_what_a_later_version_wrote_is_told(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=3")
    later = a_file(a_game("z", mood="good", __proto__=5), {"kind": "badge", "x": 1}, "")
    said = choose_file(player, later)
    assert "1 game added" in said
    assert "Left out, as this version doesn't know them:" in said
    assert "game.mood" in said
    assert "badge" in said
    assert len(kept(player)) == 1


# ------------------------------------------------------------ rule sets of the player's own


def test_own_rule_sets_are_kept(visit: Any) -> None:
    player = visit("/")
    module(
        player,
        "store",
        """
        await m.keepRules({text: 'accordion(goal=3)', name: ' Three ', when: 5});
        await m.keepRules({text: 'accordion(goal=4)', name: 'Four', when: 6});
        await m.keepRules({text: 'accordion(goal=3)', name: '3 piles', when: 7});
        await m.forgetRules('accordion(goal=4)');""",
    )
    expected = [{"text": "accordion(goal=3)", "name": "3 piles", "when": 7}]
    assert module(player, "store", "return m.ruleSets()") == expected
    player.page.reload()
    assert module(player, "store", "await m.ready; return m.ruleSets()") == expected
    refused = """return m.keepRules({text: 'x', name: ''}).then(() => '', error => error.message)"""
    assert module(player, "store", refused) == '"name" isn\'t a name on one line.'


def test_a_file_gives_no_rule_set_of_the_catalogue_another_title(visit: Any) -> None:
    player = visit("/?rules=accordion&layout=open&deal=1")
    choose_file(player, a_file(a_game("a", rules="five-piles", title="Whist"), a_game("b")))
    options = player.page.locator("#stats-dialog option").all_inner_texts()
    assert sorted(options) == ["Accordion, open", "Five Piles, open"]
    player.page.click("#stats-dialog button:has-text('Past games')")
    listed = player.page.inner_text("#games-dialog ul")
    assert "Accordion, open" in listed
    assert "Five Piles, open" in listed
    assert "Whist" not in listed
