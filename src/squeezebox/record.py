"""A game as text, and back. Imports `game` and what lies below it.

A record is a block of headers, a blank line, then actions and comments; a file may hold
several. The form is described in the documentation ("The formats").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass

from .cards import Card, read_cards, write_cards
from .deals import check_deck, read_deal
from .errors import IllegalAction, SetupError, TextError, quoted
from .game import Game, TargetNeeded
from .rules import read_rules
from .table import Outcome

WIDTH = 80
"""Lines of actions are wrapped before they grow longer, in characters."""

_HEADER = re.compile(r'\[\s*([^\s"\[\]]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_RESULTS = {
    Outcome.WON: "won",
    Outcome.LOST: "lost",
    Outcome.STUCK: "stuck",
    Outcome.OPEN: "*",
}


class Headers(MutableMapping[str, str]):
    """A record's headers: those that follow from its game, then all others in their order.

    What follows from the game (`Rules`, `Layout`, `Deal` or `Deck`, `Target`, `Result`,
    `Piles`) is read from it each time and can't be set or deleted here.
    """

    FROM_GAME = ("Rules", "Layout", "Deal", "Deck", "Target", "Result", "Piles")

    def __init__(self, game: Game, others: Mapping[str, str] | None = None) -> None:
        self._game = game
        self._others: dict[str, str] = {}
        self.update(others or {})

    def _of_game(self) -> dict[str, str]:
        game = self._game
        headers = {"Rules": str(game.rules), "Layout": game.layout}
        if game.deal is not None:
            headers["Deal"] = str(game.deal)
        else:
            headers["Deck"] = write_cards(game.deck)
        if game.target is not None:
            headers["Target"] = str(game.target)
        return headers | {"Result": _RESULTS[game.outcome], "Piles": str(game.piles)}

    @property
    def others(self) -> dict[str, str]:
        """The headers that don't follow from the game."""
        return dict(self._others)

    def __getitem__(self, name: str) -> str:
        return self._others[name] if name in self._others else self._of_game()[name]

    def __setitem__(self, name: str, value: str) -> None:
        if name in self.FROM_GAME:
            raise SetupError(f"the header {name} follows from the game and can't be set")
        if not re.fullmatch(r'[^\s"\[\]]+', name):
            raise SetupError(f"{quoted(name)} can't be the name of a header")
        if re.search(r"[\r\n]", value):
            raise SetupError(f"the header {name} must stand on one line")
        self._others[name] = value

    def __delitem__(self, name: str) -> None:
        del self._others[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._of_game()
        yield from self._others

    def __len__(self) -> int:
        return len(self._of_game()) + len(self._others)

    def __repr__(self) -> str:
        return repr(dict(self))


class Record:
    """A game with headers and comments.

    `comments` maps a ply to a text: 0 is the deal, n the n-th action. White space in a
    comment counts as one space, since lines are wrapped freely.
    """

    __slots__ = ("comments", "game", "headers")
    game: Game
    headers: Headers
    comments: dict[int, str]

    def __init__(
        self,
        game: Game,
        headers: Mapping[str, str] | None = None,
        comments: Mapping[int, str] | None = None,
    ) -> None:
        self.game = game
        others = {k: v for k, v in (headers or {}).items() if k not in Headers.FROM_GAME}
        self.headers = Headers(game, others)
        self.comments = dict(comments or {})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return write(self) == write(other)

    __hash__ = None  # type: ignore[assignment]  # a record changes with its game

    def __repr__(self) -> str:
        return f"Record({self.game!r}, headers={dict(self.headers)!r}, comments={self.comments!r})"


# ---------------------------------------------------------------- writing


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _comment(text: str) -> str:
    words = " ".join(text.split()).replace("}", "\\}")
    return "{" + words + (" " if words.endswith("\\") else "") + "}"


def _wrapped(pieces: list[str]) -> str:
    """The pieces in lines; no line begins with `[`, which would begin another game."""
    lines = [""]
    for piece in pieces:
        if not lines[-1]:
            lines[-1] = piece
        elif len(lines[-1]) + 1 + len(piece) <= WIDTH or piece.startswith("["):
            lines[-1] += " " + piece
        else:
            lines.append(piece)
    return "\n".join(lines)


def write(record: Record | Game) -> str:
    """The text of a record, or of a bare game; `read` gives it back."""
    if isinstance(record, Game):
        record = Record(record)
    headers = [f'[{name} "{_escaped(value)}"]' for name, value in record.headers.items()]
    pieces: list[str] = []
    for ply, action in enumerate((None, *record.game.actions)):
        if action is not None:
            pieces.append(str(action))
        if record.comments.get(ply, "").strip():
            pieces += _comment(record.comments[ply]).split(" ")
    body = _wrapped(pieces)
    return "\n".join(headers) + "\n\n" + (body + "\n" if body else "")


# ---------------------------------------------------------------- reading


@dataclass(frozen=True, slots=True)
class _At:
    """A piece of text and where it stands: line and column, both from 1."""

    text: str
    line: int
    column: int

    def error(self, message: str, expected: str) -> TextError:
        return TextError(
            message, line=self.line, column=self.column, found=self.text, expected=expected
        )

    def unexpected(self, expected: str) -> TextError:
        return self.error(f"found {quoted(self.text)}, expected {expected}", expected)


@dataclass(frozen=True, slots=True)
class Chunk:
    """The lines of one game of a file, not read yet; `start` is the number of the first."""

    start: int
    lines: tuple[str, ...]


def split_games(text: str) -> list[Chunk]:
    """The games of a file, each one's lines apart, so that one bad game leaves the rest.

    A game ends where, after its headers, a line begins with `[`. Within a comment, which
    may wrap anywhere, only a line that is a whole header ends it.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    chunks: list[Chunk] = []
    start, in_headers, in_body, in_comment = 0, False, False, False
    for number, line in enumerate(lines):
        bare = line.strip()
        if bare.startswith("[") and (not in_comment or _HEADER.fullmatch(bare)):
            if in_body:
                chunks.append(Chunk(start + 1, tuple(lines[start:number])))
                start, in_body, in_comment = number, False, False
            in_headers = True
        elif bare or in_headers:
            in_body = True
            for mark in re.findall(r"\\\}|[{}]", line):
                in_comment = mark == "{" or (in_comment and mark != "}")
    if in_body or in_headers:
        chunks.append(Chunk(start + 1, tuple(lines[start:])))
    return chunks


def read_all(text: str) -> list[Record]:
    """All records of a text, in order; none for a text without any.

    Raises:
        TextError, SetupError, IllegalAction: as `read`.
    """
    return [read_game(chunk) for chunk in split_games(text)]


def read(text: str) -> Record:
    """The one record of a text.

    Raises:
        TextError: if the text can't be read, or holds no record or several. Its `line`,
            `column`, `found` and `expected` say where and why.
        SetupError: if its headers describe a game that can't be.
        IllegalAction: if one of its actions isn't legal; line and column stand in the reason.
    """
    chunks = split_games(text)
    if not chunks:
        raise _At("", 1, 1).error("there is no record here", "a header such as [Rules ...]")
    if len(chunks) > 1:
        raise _At("[", chunks[1].start, 1).error(
            "a second game begins here, where one record is expected", "one record"
        )
    return read_game(chunks[0])


def read_game(chunk: Chunk) -> Record:
    """The record that stands in a chunk of a file.

    Raises:
        TextError, SetupError, IllegalAction: as `read`.
    """
    headers, body = _read_headers(chunk)
    game = _set_up(headers, chunk)
    comments = _play(game, _pieces(body, chunk.start + len(chunk.lines) - len(body)))
    _check_claims(game, headers)
    return Record(game, {name: at.text for name, at in headers.items()}, comments)


def _read_headers(chunk: Chunk) -> tuple[dict[str, _At], tuple[str, ...]]:
    """The headers by name, and the lines behind them."""
    headers: dict[str, _At] = {}
    for place, line in enumerate(chunk.lines):
        bare = line.strip()
        if not bare and not headers:
            continue
        at = _At(bare, chunk.start + place, len(line) - len(line.lstrip()) + 1)
        if not bare.startswith("["):
            if headers:
                return headers, chunk.lines[place:]
            raise at.unexpected('a header such as [Rules "accordion"]')
        found = _HEADER.fullmatch(bare)
        if found is None:
            raise at.unexpected('a header such as [Rules "accordion"]')
        if found[1] in headers:
            raise at.error(f"the header {found[1]} stands here a second time", "each header once")
        value = re.sub(r'\\(["\\])', r"\1", found[2])
        headers[found[1]] = _At(value, at.line, at.column + found.start(2))
    return headers, ()


def _placed(error: TextError | SetupError, at: _At) -> TextError | SetupError:
    """An error about a header's value, with its place in the text.

    What was found is looked for in the value, as a word of its own; of a card that stands
    there twice it is the second that is wrong.
    """
    word = re.escape(error.found) if error.found else "(?!)"
    places = [m.start() for m in re.finditer(rf"(?<![^\s,;(=]){word}(?![^\s,;)=])", at.text)]
    inside = (places[0] if isinstance(error, TextError) else places[-1]) if places else 0
    return type(error)(
        error.message,
        line=at.line,
        column=at.column + inside,
        found=error.found if error.found is not None else at.text,
        expected=error.expected or "a game that can be set up",
    )


def _set_up(headers: dict[str, _At], chunk: Chunk) -> Game:
    """The game at its start, from its headers."""
    first = _At("", chunk.start, 1)
    if "Rules" not in headers:
        raise first.error('the header Rules is missing, as in [Rules "accordion"]', "Rules")
    if ("Deal" in headers) == ("Deck" in headers):
        raise first.error(
            "exactly one of the headers Deal and Deck must stand here", "one of Deal and Deck"
        )
    at = headers["Rules"]
    try:
        rules = read_rules(at.text)
        layout = None
        if "Layout" in headers:
            at = headers["Layout"]
            layout = rules.check_layout(at.text.strip().lower())
        deal = deck = target = None
        if "Target" in headers:
            at = headers["Target"]
            target = Card(at.text)
        if "Deal" in headers:
            at = headers["Deal"]
            deal = read_deal(at.text)
        else:
            at = headers["Deck"]
            deck = read_cards(at.text)
            check_deck(deck, rules)  # here, where an error is still the deck's
        at = headers.get("Target", at)
        return Game(rules, deal=deal, deck=deck, layout=layout, target=target)
    except TargetNeeded as needed:
        needed.line, needed.column, needed.found = first.line, first.column, ""
        needed.expected = 'a header such as [Target "9H"]'
        raise  # as it is: whoever asks the player for the target needs all that it says
    except (TextError, SetupError) as error:
        raise _placed(error, at) from None


def _pieces(body: tuple[str, ...], first_line: int) -> Iterator[_At]:
    """Actions and whole comments (with their opening brace), each with its place."""
    text = "\n".join(body)
    line, line_start = first_line, 0
    for found in re.finditer(r"\{(?:\\\}|[^}])*(?P<end>\})?|[^\s{]+|\n", text):
        if found[0] == "\n":
            line, line_start = line + 1, found.end()
            continue
        at = _At(found[0], line, found.start() - line_start + 1)
        if found[0].startswith("{"):
            if found["end"] is None:
                raise at.error("this comment is never closed: } is missing", "}")
            line += found[0].count("\n")
            if "\n" in found[0]:
                line_start = found.start() + found[0].rindex("\n") + 1
        yield at


def _play(game: Game, pieces: Iterator[_At]) -> dict[int, str]:
    """Play the actions, and collect the comments by ply."""
    comments: dict[int, list[str]] = {}
    for at in pieces:
        ply = len(game.actions)
        if at.text.startswith("{"):
            comments.setdefault(ply, []).extend(at.text[1:-1].replace("\\}", "}").split())
            continue
        try:
            game.push(at.text)
        except TextError:
            raise at.unexpected("an action (9-6, 9_6, x5, x5-6, d, d5, d*) or a comment") from None
        except IllegalAction as error:
            raise IllegalAction(
                error.action,
                error.reason,
                ply=ply + 1,
                line=at.line,
                column=at.column,
                found=at.text,
                expected="a legal action",
            ) from None
    return {ply: " ".join(words) for ply, words in comments.items() if words}


def _check_claims(game: Game, headers: dict[str, _At]) -> None:
    """See that what the record says of its result agrees with its actions."""
    truth = Headers(game)
    for name in ("Result", "Piles"):
        claimed = headers.get(name)
        if claimed is None:
            continue
        text = claimed.text.strip()
        if (str(int(text)) if re.fullmatch("[0-9]{1,9}", text) else text) != truth[name]:
            raise claimed.error(
                f"the header {name} says {quoted(claimed.text)}, "
                f"but the actions end with {truth[name]}",
                truth[name],
            )
