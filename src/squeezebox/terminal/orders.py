"""The commands of the plain mode: their words, and what each does. Imports `order`, `coach_orders`
and `talk`.

What is wrong with a command is raised as one of the three kinds of error, whose sentence is
said; play goes on.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

from ..cards import RANKS
from ..catalogue import LISTED
from ..deals import daily as deal_of, read_deal
from ..errors import SetupError, TextError, quoted
from ..record import write
from ..rulebook import CHAPTERS, chapter, page, page_of
from ..rules import RuleSet, read_rules
from ..words import count, explained
from .choices import HINTS, SUITS
from .coach_orders import COACH_ORDERS
from .figures import figures
from .files import path_of, session_of_file, write_record
from .order import Order, nothing, number, on_or_off, switch
from .results import modes, statistics
from .spoken import deal_words, introduced, layout_words, many, summary_of, title_of, unmarked
from .talk import Talk
from .typed import Position

LISTED_GAMES = 20
"""Unfinished games that are listed at once, the latest."""


# ---------------------------------------------------------------- games


def _new(talk: Talk, given: str) -> None:
    words, layout = given.split(), None
    if words and words[-1].lower() in ("open", "stock"):
        layout = words.pop().lower()
    rules = read_rules(" ".join(words)) if words else None
    talk.begin(lambda target: talk.session.new(rules, layout, target=target))


def _restart(talk: Talk, given: str) -> None:
    nothing(given)
    talk.arrived(talk.session.restart())


def _next(talk: Talk, given: str) -> None:
    nothing(given)
    talk.begin(talk.session.next_deal)


def _deal(talk: Talk, given: str) -> None:
    if not given:
        raise TextError("a deal number is expected, as in deal 7; d deals a card")
    deal = read_deal(given)
    talk.begin(lambda target: talk.session.new(deal=deal, target=target, came="number"))


def _daily(talk: Talk, given: str) -> None:
    try:
        date = datetime.date.fromisoformat(given) if given else datetime.date.today()
    except ValueError:
        raise TextError(f"{quoted(given)} is no date such as 2026-11-30") from None
    going = talk.store.going_daily(talk.session.game, date)
    if going is not None:
        _take_up(talk, going)
        return
    talk.begin(
        lambda target: talk.session.new(
            deal=deal_of(date), target=target, came="daily", daily=date.isoformat()
        )
    )


def _deck(talk: Talk, given: str) -> None:
    if not given:
        raise TextError("the cards of the deck are expected, the first one first")
    talk.begin(lambda target: talk.session.new(deck=given, target=target, came="own deck"))


def _games(talk: Talk, given: str) -> None:
    nothing(given)
    going = [game for game in talk.store.games() if game.outcome == "open" and not game.away]
    talk.listed = [game.id for game in going[:LISTED_GAMES]]
    if not going:
        talk.say("There is no unfinished game.")
        return
    lines = [
        f"{number}: {game.title}, {layout_words(game.layout)}, {deal_words(game.deal)}, "
        f"{count(game.piles, 'pile')}"
        for number, game in enumerate(going[:LISTED_GAMES], 1)
    ]
    talk.say("\n".join([*lines, "Type take and a number to go on with one."]))


def _take(talk: Talk, given: str) -> None:
    wrong = "there is no such number in the list that games shows"
    place = number(given, len(talk.listed), "take 1", wrong)
    if not place:
        raise TextError(wrong)
    _take_up(talk, talk.listed[place - 1])


def _take_up(talk: Talk, id: str) -> None:
    if id == talk.session.id:
        raise SetupError("this game is on the table already")
    found = talk.store.take_up(id)
    if found is None:
        raise SetupError("this game can't be taken up")
    talk.arrived(talk.session.take(found, "Back in the game: "))


# ---------------------------------------------------------------- back and forth


def _undo(talk: Talk, given: str) -> None:
    _times(talk, given, talk.session.undo, lambda: bool(talk.session.ply))


def _redo(talk: Talk, given: str) -> None:
    _times(talk, given, talk.session.redo_one, lambda: bool(talk.session.redo))


def _times(talk: Talk, given: str, work: Callable[[], str], more: Callable[[], bool]) -> None:
    """Do something so many times, as long as it goes on in this game."""
    times = number(given, 1000, "undo 3", "a game has far fewer actions") if given else 1
    if times == 0:
        raise TextError("0 times is nothing to do")
    here = talk.session.id
    said = work()
    for _ in range(times - 1):
        if not more():
            break
        said = work()
    if talk.session.id == here:
        talk.done(said)
    else:
        talk.arrived(said)


def _go(talk: Talk, given: str) -> None:
    most = len(talk.session.whole)
    wrong = f"the game has {count(most, 'action')}" if most else "the game has no actions yet"
    ply = number(re.sub("^to ", "", given), most, "go 12", wrong)
    talk.done(talk.session.go_to(ply))


def _other(talk: Talk, given: str) -> None:
    nothing(given)
    talk.done(talk.session.other_line())


# ---------------------------------------------------------------- looking


def _position(talk: Talk, given: str) -> None:
    nothing(given)
    talk.play((Position(),))


def _row(talk: Talk, given: str) -> None:
    if given:
        on = switch(talk, "row", given)
        talk.say(f"The row is shown {'after every action' if on else 'when you type row'}.")
    else:
        talk.row()


def _hints(talk: Talk, given: str) -> None:
    on = switch(talk, HINTS.name, given)
    talk.say("Hints are on: a pile's number says where it may go." if on else "Hints are off.")


def _legal(talk: Talk, given: str) -> None:
    nothing(given)
    found = sorted(map(str, talk.game.legal_actions), key=_in_order)
    talk.hinted()
    talk.say(f"Legal: {' '.join(found)}" if found else "Nothing is legal any more.")


def _in_order(text: str) -> list[int]:
    return [int(number) for number in re.findall("[0-9]+", text)]


def _bellows(talk: Talk, given: str) -> None:
    nothing(given)
    session = talk.session
    talk.say(
        f"Piles at the start and after each of {count(len(session.whole), 'action')}, "
        f"{session.ply} of them done: {' '.join(map(str, session.bellows))}"
    )


def _sweepers(talk: Talk, given: str) -> None:
    marks = talk.session.marks
    rank = given.upper().replace("10", "T")
    if rank and rank not in (*RANKS, "NONE"):
        raise TextError(f"{quoted(given)} is no rank: one of {' '.join(RANKS)}, or none")
    if rank:
        marks.sweepers = "" if rank == "NONE" else rank
        talk.store.save(talk.session)
    talk.say(
        f"Your sweepers are the {many(marks.sweepers)}: you are asked before one goes out of sight."
        if marks.sweepers
        else "No cards are sweepers."
    )


def _letters(talk: Talk, given: str) -> None:
    on = on_or_off(given, not talk.letters)
    talk.store.settings.set(SUITS.name, "letters" if on else "glyphs")
    talk.say(f"Suits are {'letters' if on else 'signs'}: {talk.session.game.deck[0].glyphs}")


def _where(talk: Talk, given: str) -> None:
    nothing(given)
    if talk.puzzle is not None:
        talk.say(f"{talk.puzzle.source}: {talk.puzzle.facts}.")
        return
    best = talk.store.best(str(talk.session.game.rules), talk.session.game.layout)
    known = "" if best is None else f" Your best: {count(best, 'pile')}."
    talk.say(introduced(talk.session.game) + known)


# ---------------------------------------------------------------- rules


def _rules_of(talk: Talk, name: str) -> RuleSet:
    return read_rules(name) if name else talk.session.game.rules


def _rules(talk: Talk, given: str) -> None:
    rules = _rules_of(talk, given)
    talk.say("\n".join([f"{title_of(rules)} ({rules})", summary_of(rules), *explained(rules)]))


def _rule_sets(talk: Talk, given: str) -> None:
    nothing(given)
    talk.say("\n".join(f"{entry.name}: {entry.title}. {entry.summary}" for entry in LISTED))


def _rulebook(talk: Talk, given: str) -> None:
    about = chapter(given)
    talk.say(unmarked(page(about) if about else page_of(_rules_of(talk, given))))
    if not given:
        talk.say(
            f"Other pages: rulebook {', '.join(each.name for each in CHAPTERS)}, or a rule set."
        )


# ---------------------------------------------------------------- files and statistics


def _record(talk: Talk, given: str) -> None:
    nothing(given)
    talk.say(write(talk.session.record).rstrip())


def _save(talk: Talk, given: str) -> None:
    if not given:
        raise TextError("the name of a file is expected, as in save game.txt")
    over = given.startswith("over ")
    name = given.removeprefix("over ")
    path = path_of(name)
    if path.exists() and not over:
        raise SetupError(f"{quoted(name)} is there already: save over {name} replaces it")
    write_record(talk.session.record, path)
    talk.say(f"The game is in {name}.")


def _open(talk: Talk, given: str) -> None:
    if not given:
        raise TextError("the name of a file is expected, as in open game.txt")
    numbered = re.fullmatch(r"(.+) ([0-9]{1,6})", given)
    name, number = (numbered[1], int(numbered[2])) if numbered else (given, None)
    talk.arrived(talk.session.take(session_of_file(name, number)))


def _stats(talk: Talk, given: str) -> None:
    if given not in ("", "all"):
        raise TextError("stats tells of this rule set and layout, stats all of all of them")
    game = talk.session.game
    here = (str(game.rules), game.layout)
    found = modes(talk.store.games())
    lines = []
    for mode in found:
        if given or (mode.rules, mode.layout) == here:
            told = statistics(mode.games)
            lines.append(f"{mode.title}, {layout_words(mode.layout)}:")
            for name, number, of in figures(told, talk.store.best(mode.rules, mode.layout)):
                lines.append(f"{name}: {number}" + (f" ({of})" if of else ""))
    talk.say("\n".join(lines) or "No game of this rule set and layout was begun yet.")


# ---------------------------------------------------------------- the end, and help


def _quit(talk: Talk, given: str) -> None:
    nothing(given)
    talk.over = True


def _help(talk: Talk, given: str) -> None:
    nothing(given)
    lines = [
        "Type actions, several in a line if you like: 42-39 puts pile 42 onto pile 39, 42_39 under "
        "it, x5 and x5-6 discard, d deals a card, d5 five, d* all.",
        "A number alone says that pile, an empty line the whole position.",
        *(
            f"{order.words[0]}{f' {order.takes}' if order.takes else ''}"
            f"{f', or {order.words[1]}' if len(order.words) > 1 else ''}: {order.says}"
            for order in ORDERS
        ),
    ]
    talk.say("\n".join(lines))


ORDERS: tuple[Order, ...] = (
    Order(("new", "n"), "[RULES] [open|stock]", "a new game, of these rules or the same.", _new),
    Order(("next",), "", "the deal after this one.", _next),
    Order(("restart", "N"), "", "this deal again.", _restart),
    Order(("deal",), "NUMBER", "the deal of this number.", _deal),
    Order(("daily",), "[DATE]", "the deal of the day.", _daily),
    Order(("deck",), "CARDS", "a deck of your own.", _deck),
    Order(("games",), "", "unfinished games.", _games),
    Order(("take",), "NUMBER", "go on with one of them.", _take),
    Order(("undo", "u"), "[TIMES]", "back; at the start, to the game before.", _undo),
    Order(("redo", "r"), "[TIMES]", "forward again.", _redo),
    Order(("go",), "NUMBER", "go to the point after so many actions.", _go),
    Order(("other",), "", "the line that was played differently.", _other),
    Order(("position", "p"), "", "say the whole position.", _position, True),
    Order(("row",), "[on|off]", "show the row; on: after every action.", _row, True),
    Order(("where",), "", "which game this is.", _where, True),
    Order(("bellows",), "", "the number of piles, action by action.", _bellows),
    Order(("hints", "i"), "[on|off]", "say where piles may go.", _hints, True),
    Order(("legal",), "", "list all legal actions.", _legal, True),
    Order(("sweepers",), "[RANK|none]", "cards to be kept in sight.", _sweepers),
    Order(("letters",), "[on|off]", "suits as letters.", _letters, True),
    Order(("rules",), "[RULES]", "how a rule set is played, in short.", _rules, True),
    Order(("sets",), "", "all rule sets.", _rule_sets, True),
    Order(("rulebook",), "[NAME]", "a page of the rulebook.", _rulebook, True),
    Order(("record",), "", "show this game as a record.", _record),
    Order(("save",), "FILE", "write the record to a file.", _save),
    Order(("open",), "FILE [NUMBER]", "play a game of a file.", _open),
    Order(("stats",), "[all]", "your results.", _stats, True),
    Order(("help", "?"), "", "this list.", _help, True),
    Order(("quit", "q"), "", "leave; the game will be here again.", _quit, True),
    *COACH_ORDERS,
)
"""All commands, in the order in which `help` lists them."""

ORDER = {word: order for order in ORDERS for word in order.words}
"""All commands by each of their words."""
