"""The plain mode's commands of the coach, and its puzzles. Imports `order` and `puzzles`.

What takes a search is waited for here: the next line is read when its answer was said.
"""

from __future__ import annotations

import datetime
import re
from typing import Any

from ..cards import Card, write_cards
from ..coach.steps import LABELS
from ..deals import LARGEST_DEAL
from ..errors import IllegalAction, SetupError, TextError, quoted
from ..record import read, write
from ..solver import Verdict
from ..words import count, happened
from .coach import BUDGETS, LONGER, STOCK, record_of, whole_record
from .files import path_of, write_record
from .order import Order, nothing, on_or_off
from .puzzles import PATIENCE, Asked, Puzzle, solved_words
from .said import ORDER, SIGNS, Advised, actions_of, basis, briefly, light_of, summary
from .session import any_deal
from .talk import Talk, problem
from .typed import Pile, Position, read_line

Answer = dict[str, Any]


def _asked(talk: Talk, kind: str, asked: Answer, budget: float) -> Answer | None:
    """Ask the coach and wait; nothing if it has said why there is no answer."""
    found: list[Answer] = []
    talk.coach.ask(kind, asked, budget, found.append)
    talk.settle()
    return found[0] if found else None


# ---------------------------------------------------------------- the game at hand


def _light(talk: Talk, given: str) -> None:
    coach = talk.coach
    on, before = on_or_off(given, True), coach.on
    talk.attend()
    if not on:
        coach.set_light(False)
        talk.say("The light is off.")
        return
    if given or not before:
        talk.say("The light is on: it tells when it changes.")
    talk.told = None if not given else talk.told
    coach.set_light(True)
    if not given:
        talk.settle()


def _advice(talk: Talk, given: str) -> None:
    nothing(given)
    talk.attend()

    def found(advice: Advised) -> None:
        before = "" if advice.action is None else f"{advice.action}: "
        talk.say(before + " ".join(advice.reasons))
        talk.store.save(talk.session)

    talk.coach.advise(found)
    talk.settle()


def _advised(talk: Talk, given: str) -> None:
    nothing(given)
    talk.attend()
    advice = talk.coach.said.advice
    if advice is None or advice.action is None:
        raise SetupError("there is no advice to play: advice gives some")
    talk.play((advice.action,))


def _verdicts(talk: Talk, given: str) -> None:
    nothing(given)
    talk.attend()
    talk.coach.seek_marks()
    talk.settle()
    marks = talk.coach.said.marks
    if marks is None:
        return
    lines = []
    for verdict in ORDER:
        found = [str(action) for action, mark in marks.items() if mark is verdict]
        name = {Verdict.WINNABLE: "Keeps the win", Verdict.LOST: "Loses"}.get(verdict, "Not known")
        if found:
            lines.append(f"{name}: {' '.join(found)}")
    talk.say("\n".join(lines) or "Nothing is legal.")


def _back(talk: Talk, given: str) -> None:
    nothing(given)
    talk.attend()

    def go(ply: int, words: str) -> None:
        talk.session.go_to(ply)
        talk.done(words)

    talk.coach.back(go)
    talk.settle()


def _peek(talk: Talk, given: str) -> None:
    nothing(given)
    if not talk.coach.hidden:
        raise SetupError("there is nothing to peek at")

    def answer(line: str) -> bool:
        if line.lower() not in ("y", "yes"):
            return False
        talk.coach.peek()
        talk.done("The coach looks at the stock now, and the record says so.")
        return True

    talk.ask(
        "The coach then uses the order of the cards that aren't dealt yet. The game's record says "
        "so, and it can't be undone. Type yes to peek.",
        answer,
    )


def _review(talk: Talk, given: str) -> None:
    over = given.startswith("over ")
    name = given.removeprefix("over ")
    if talk.coach.hidden:
        raise SetupError(f"there is no review yet: {STOCK}; deal it, or type peek")
    path = path_of(name) if name else None
    if path is not None and path.exists() and not over:
        raise SetupError(f"{quoted(name)} is there already: review over {name} replaces it")
    record = whole_record(talk.session)
    found = _asked(talk, "review", {"record": write(record)}, BUDGETS["review"])
    if found is None:
        return
    talk.coach.reviewed(record.game, found)
    lines = []
    for each in found["plies"]:
        words = [count(each["piles"], "pile"), SIGNS[Verdict(each["verdict"])][1]]
        words += ["the only one that kept the win"] if each["only"] else []
        if each["best"]:
            line = " ".join(map(str, briefly(actions_of(each["line"]))))
            words.append(f"{each['best']} kept the win: {line}")
        lines.append(f"{each['ply']} {each['action'] or 'start'}: {', '.join(words)}")
    talk.say("\n".join([*lines, summary(found)]))
    if path is not None:
        write_record(read(found["record"]), path)
        talk.say(f"The annotated record is in {name}.")


def _solution(talk: Talk, given: str) -> None:
    nothing(given)
    talk.attend()
    coach, session = talk.coach, talk.session
    if coach.hidden:
        raise SetupError(f"no solution is known: {STOCK}; deal it, or type peek")
    light = coach.known()
    if light is None:
        found = _asked(talk, "light", {"record": record_of(session)}, LONGER)
        if found is None:
            return
        light = light_of(found)
        coach.learn(session.game, session.ply, light)
    if light.verdict is Verdict.WINNABLE and light.line:
        talk.say(f"It wins with {' '.join(map(str, briefly(light.line)))}")
    else:
        talk.say(basis(light, False))


# ---------------------------------------------------------------- deals


def _difficulty(talk: Talk, given: str) -> None:
    nothing(given)
    game = talk.session.game
    deal = {"deal": game.deal} if game.deal is not None else {"deck": write_cards(game.deck)}
    asked = {"rules": str(game.rules), "layout": game.layout, **deal}
    found = _asked(talk, "difficulty", asked, PATIENCE)
    if found is not None:
        step = found["step"]
        talk.say(f"This deal is {LABELS[step - 1]}: step {step} of {len(LABELS)}.")


def _wish(talk: Talk, given: str) -> None:
    words = given.lower().split()
    winnable = "winnable" in words
    words = [word for word in words if word != "winnable"]
    step = _step(words[0]) if words else None
    if len(words) > 1 or not (step or winnable):
        raise TextError("a step from 1 to 5, winnable, or both are expected, as in wish 2 winnable")
    game = talk.session.game
    asked = {
        "rules": str(game.rules), "layout": game.layout, "step": step, "winnable": winnable,
        "seed": any_deal(),
    }  # fmt: skip
    found = _asked(talk, "deal", asked, PATIENCE)
    if found is not None:
        talk.say(f"This deal is {found['label']}.")
        talk.begin(lambda target: talk.session.new(deal=found["deal"], target=target))


def _step(word: str) -> int:
    if word in LABELS:
        return LABELS.index(word) + 1
    if not re.fullmatch("[1-5]", word):
        raise TextError(f"{quoted(word)} is no step: 1 to 5, or {', '.join(LABELS)}")
    return int(word)


def _lasts(talk: Talk, given: str) -> None:
    nothing(given)
    if refused := talk.coach.lasts_refused():
        talk.say(refused)
        return
    ply = 0 if talk.session.game.layout == "open" else None
    found = _asked(talk, "lasts", {"record": record_of(talk.session, ply)}, BUDGETS["lasts"])
    if found is None:
        return
    words = {Verdict.WINNABLE: "Can be last", Verdict.LOST: "Can't"}
    lines = []
    for verdict in ORDER:
        cards = [Card(one["card"]).glyphs for one in found["cards"] if one["verdict"] == verdict]
        if cards:
            lines.append(f"{words.get(verdict, 'Not known')}: {' '.join(cards)}")
    talk.say("\n".join(lines))


# ---------------------------------------------------------------- puzzles


def _puzzle(talk: Talk, given: str) -> None:
    rules, today = str(talk.session.game.rules), datetime.date.today()
    if given == "today":
        asked = Asked.of_day(rules, today)
    elif given.startswith("step "):
        asked = Asked.any(rules, _step(given.removeprefix("step ").strip().lower()))
    elif re.fullmatch("[0-9]{1,10}", given) and int(given) <= LARGEST_DEAL:
        asked = Asked(rules, given)
    elif given:
        raise TextError("a puzzle's number, step and a step from 1 to 5, or today is expected")
    else:
        asked = Asked.any(rules, 0)
    found = _asked(talk, "puzzle", asked.question, PATIENCE)
    if found is None:
        return
    talk.puzzle = puzzle = Puzzle.of(asked, found)
    talk.say(f"{puzzle.facts[0].upper()}{puzzle.facts[1:]}.")
    talk.row()
    talk.ask(
        "One action keeps the win, and every other loses it. Type it; show shows the solution, "
        "and stop goes back to your game.",
        lambda line: _tried(talk, puzzle, line),
    )


def _tried(talk: Talk, puzzle: Puzzle, line: str) -> bool:
    """Take a line while a puzzle is on the table; False if it is a command, or looks at a pile."""
    talk.wait_for(lambda line: _tried(talk, puzzle, line))
    word = line.lower()
    if word in ("show", "solution"):
        puzzle.shown = True
        moves = " ".join(map(str, puzzle.line))
        talk.say(f"Only {puzzle.action} wins: {moves}\nType stop to go back to your game.")
        return True
    try:
        action = read_line(line)[0]  # only the first one is asked for
    except TextError:
        return False
    if isinstance(action, Pile | Position):
        return False
    trial = puzzle.beginning
    try:
        trial.push(action)
    except IllegalAction as refused:
        talk.say(problem(refused))
        return True
    worth = puzzle.judge(trial)
    if puzzle.solved:
        _solved(talk, puzzle)
    else:
        talk.say(worth.replace("Go back and try another", "Try another"))
    return True


def _solved(talk: Talk, puzzle: Puzzle) -> None:
    table = puzzle.beginning.table
    said = happened(table, puzzle.action, table.after(puzzle.action))
    first = "" if puzzle.wrong or puzzle.shown else ", at the first try"
    talk.say(f"Right{first}. {said}")
    if puzzle.line[1:]:
        talk.say(f"It wins on with {' '.join(map(str, puzzle.line[1:]))}")
    if not puzzle.shown:
        talk.store.keep_solved(puzzle.kept())
        talk.say(solved_words(talk.store.puzzles(), datetime.date.today()))
    _stop(talk, "")


def _stop(talk: Talk, given: str) -> None:
    nothing(given)
    if talk.puzzle is None:
        raise SetupError("there is no puzzle on the table: this is your game")
    talk.puzzle = None
    talk.wait_for(None)
    talk.say("Back in your game.")
    talk.row()


COACH_ORDERS: tuple[Order, ...] = (
    Order(("light", "c"), "[on|off]", "whether the game can be won, now and later.", _light),
    Order(("advice", "a"), "", "one action, and why.", _advice),
    Order(("advised", "A"), "", "play what was advised.", _advised),
    Order(("verdicts", "v"), "", "every action and what it does to the win.", _verdicts),
    Order(("back", "w"), "", "back to the last winnable position.", _back),
    Order(("review",), "[FILE]", "the game, action by action; into a file as comments.", _review),
    Order(("solution",), "", "how to win from here.", _solution),
    Order(("peek",), "", "let the coach look at the stock.", _peek),
    Order(("difficulty",), "", "how difficult the deal is.", _difficulty),
    Order(("wish",), "STEP [winnable]", "a new deal that is so difficult, 1 to 5.", _wish),
    Order(("lasts",), "", "which cards can be the last.", _lasts),
    Order(("puzzle", "z"), "[NUMBER|step STEP|today]", "a puzzle to solve.", _puzzle, True),
    Order(("stop",), "", "from a puzzle back to your game.", _stop, True),
)
"""The coach's commands, in the order in which `help` lists them."""
