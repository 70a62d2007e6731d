"""From PBN text to games: tags with inheritance, and the rows that follow table tags."""

from __future__ import annotations

import re

import msgspec

from masterpoint.formats.problems import refuse
from masterpoint.formats.text import MAX_FIELD, lines_of

MAX_GAMES = 20_000
MAX_LINES = 200_000

UNKNOWN = frozenset(("", "?", "-"))
"""Values of tags and cells that say nothing."""

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,40})\s+"(.*)"\s*\]\s*\Z')
_CELL = re.compile(r'"([^"]*)"|(\S+)')


class Table(msgspec.Struct, frozen=True):
    """Column names without their marks, and rows of cells with their line numbers."""

    columns: tuple[str, ...]
    rows: list[tuple[int, list[str]]]


class Game(msgspec.Struct):
    tags: dict[str, str]
    tables: dict[str, Table]
    line: int


def games_of(text: str) -> list[Game]:
    """Every game, in order. Anything but tags, table rows and comments (auctions, play) is ignored."""
    lines = lines_of(text)
    if len(lines) > MAX_LINES:
        refuse(0, "", f"has more than {MAX_LINES} lines", "Send the results of one event.")
    reader = _Reader()
    for n, line in enumerate(_without_comments(lines), 1):
        reader.read_line(n, line)
    reader.end_game()
    return reader.games


def is_tag(line: str) -> bool:
    """Whether a line is a whole tag: `[Board "7"]`."""
    return _TAG.match(line) is not None


def has_open_comment(text: str) -> bool:
    """Whether the text ends inside a comment."""
    in_comment = False
    for line in lines_of(text):
        if in_comment or not line.startswith("%"):
            _, in_comment, _ = _strip(line, in_comment)
    return in_comment


def _without_comments(lines: list[str]) -> list[str]:
    """The lines without %-directives, {comments} over any number of lines, and ;comments."""
    result = []
    in_comment = False
    for line in lines:
        if not in_comment and line.startswith("%"):
            result.append("%")
            continue
        text, in_comment, had_comment = _strip(line, in_comment)
        result.append("%" if had_comment and not text.strip() else text)
    return result


def _strip(line: str, in_comment: bool) -> tuple[str, bool, bool]:
    """(the text without comments, whether a comment is still open, whether there was one)"""
    if not in_comment and "{" not in line and ";" not in line:
        return line, False, False
    characters: list[str] = []
    in_quotes, had_comment = False, in_comment
    for character in line[:MAX_FIELD]:
        if in_comment:
            in_comment = character != "}"
        elif character == '"':
            in_quotes = not in_quotes
            characters.append(character)
        elif character == "{" and not in_quotes:
            in_comment = had_comment = True
        elif character == ";" and not in_quotes:
            return "".join(characters), False, True
        else:
            characters.append(character)
    return "".join(characters), in_comment, had_comment


class _Reader:
    def __init__(self) -> None:
        self.games: list[Game] = []
        self.game: Game | None = None
        self.table: Table | None = None
        self.previous: dict[str, str] = {}
        self.passed_on: dict[str, str] = {}

    def read_line(self, n: int, line: str) -> None:
        text = line.strip()
        if text == "%":
            return
        if not text:
            self.end_game()
        elif match := _TAG.match(text):
            self._tag(n, match[1], match[2])
        elif self.table is not None and self.game is not None:
            self.table.rows.append((n, [quoted or plain for quoted, plain in _CELL.findall(text)]))

    def _tag(self, n: int, name: str, value: str) -> None:
        if self.game is None:
            if len(self.games) >= MAX_GAMES:
                refuse(n, "", f"has more than {MAX_GAMES} games", "Send the results of one event.")
            self.game = Game(dict(self.passed_on), {}, n)
        full_value = self._inherit(name, value)
        self.game.tags[name] = full_value
        self.table = None
        if name.endswith("Table"):
            columns = tuple(re.sub(r"\\.*", "", column).strip().lstrip("+-") for column in full_value.split(";"))
            self.table = Table(columns, [])
            self.game.tables[name] = self.table

    def _inherit(self, name: str, value: str) -> str:
        """`#` stands for the value before; `##` makes a value hold for all later games."""
        if value == "#":
            return self.previous.get(name, "")
        if value.startswith("##"):
            full_value = value[2:] or self.previous.get(name, "")
            self.passed_on[name] = full_value
            return full_value
        if name in self.passed_on:
            self.passed_on.pop(name)
        return value

    def end_game(self) -> None:
        if self.game is not None:
            self.games.append(self.game)
            self.previous = self.game.tags
        self.game = self.table = None
