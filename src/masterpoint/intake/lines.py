"""Finds the line of a file that a problem is on, and whose line it is. JSON and TOML have been parsed already."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

import msgspec

from masterpoint.core.errors import Problem
from masterpoint.core.event_paths import Path, path_of
from masterpoint.core.results import Entry, Ranking, Results
from masterpoint.intake.wording import people_of

Lines: TypeAlias = dict[Path, int]

BLANKS = re.compile(r"(?:[\s,]|#[^\n]*)*")
STRING = re.compile(r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'[\s\S]*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\'', re.DOTALL)
KEY = re.compile(r'(?:"(?:\\.|[^"\\])*"|\'[^\']*\'|[\w-]+)(?:[ \t]*\.[ \t]*(?:"(?:\\.|[^"\\])*"|\'[^\']*\'|[\w-]+))*')
PART = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|[\w-]+')
SCALAR = re.compile(r"[^,\]}\n#]+")
HEAD = re.compile(r"(\[\[?)([^\]\n]*)\]\]?")


def with_lines(problems: Iterable[Problem], text: str) -> list[Problem]:
    """The same problems, each with the line of its place, or of the nearest part around it that the file has."""
    if "\n" not in text.strip():
        return list(problems)
    try:
        lines = lines_of(text)
    except RecursionError:  # nested too deeply to count its lines
        return list(problems)
    return [_with_line(problem, lines) for problem in problems]


def with_lines_of_entries(problems: Iterable[Problem], rankings: Sequence[Ranking]) -> list[Problem]:
    """Problems of an event made from a results file, each with the line of its contestant."""
    lines: Lines = {
        ("lists", number, "entries", index): entry.line
        for number, ranking in enumerate(rankings)
        for index, entry in enumerate(ranking.entries)
        if entry.line
    }
    return [_on_line(problem, lines) for problem in problems]


def _on_line(problem: Problem, lines: Lines) -> Problem:
    path = path_of(problem.place)
    line = lines.get(path[:4], 0)
    if line and path[4:] == ("place",):
        return msgspec.structs.replace(problem, place=f"line {line}")
    return msgspec.structs.replace(problem, line=line) if line else problem


def with_people_of_lines(problems: Collection[Problem], results: Results) -> list[Problem]:
    """Problems of a results file, each with the contestant whose line it is."""
    entries = entries_at({line_of(problem) for problem in problems}, results)
    people = {line: people_of(entry) for line, entry in entries.items()}
    return [
        problem if problem.who else msgspec.structs.replace(problem, who=people.get(line_of(problem), ""))
        for problem in problems
    ]


def entries_at(lines: Iterable[int], results: Results) -> dict[int, Entry]:
    """The contestant that each line is about: an entry extends from its own line to the next entry.

    If several entries share a line, it is about none of them.
    """
    entries = {entry.line: entry for entry in results.entries if entry.line}
    shared_lines = {line for line, count in Counter(entry.line for entry in results.entries).items() if count > 1}
    starts = sorted(entries)
    last = {line: starts[index - 1] for line in lines if (index := bisect_right(starts, line))}
    return {line: entries[start] for line, start in last.items() if start not in shared_lines}


def line_of(problem: Problem) -> int:
    """The line that a problem of a results file names as its place; 0 if it names none."""
    number = problem.place.removeprefix("line ")
    return int(number) if number.isdecimal() and number != problem.place else 0


def lines_of(text: str) -> Lines:
    """The line of every part of an event file, by path."""
    scanner = _Scanner(text)
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        scanner.value(())
    else:
        scanner.document()
    return scanner.lines


def _with_line(problem: Problem, lines: Lines) -> Problem:
    path = path_of(problem.place)
    while len(path) > 1 and path not in lines:
        path = path[:-1]
    return msgspec.structs.replace(problem, line=lines[path]) if path in lines and not problem.line else problem


class _Scanner:
    """Scans text that is known to be well formed, and only records where its parts are."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.lines = text, 0, Lines()
        self.line, self.counted = 1, 0

    def document(self) -> None:
        """TOML: a sequence of tables, each with its keys."""
        table: Path = ()
        counts: dict[Path, int] = {}
        while self.peek():
            head = HEAD.match(self.text, self.at)
            if head is None:
                self.pair(table)
                continue
            table = self._table(_names(head[2]), counts, is_repeated=head[1] == "[[")
            self.note(table)
            self.at = head.end()

    def _table(self, names: Path, counts: dict[Path, int], *, is_repeated: bool) -> Path:
        """The path of a table; inside a repeated table, that of its last repetition."""
        path: Path = ()
        for index, name in enumerate(names):
            path = (*path, name)
            if is_repeated and index == len(names) - 1:
                counts[path] = counts.get(path, -1) + 1
            if path in counts:
                path = (*path, counts[path])
        return path

    def value(self, path: Path) -> None:
        character = self.peek()
        self.note(path)
        if character == "[":
            self.at += 1
            index = 0
            while self.peek() not in ("]", "}", ""):
                self.value((*path, index))
                index += 1
            self.at += 1
        elif character == "{":
            self.at += 1
            while self.peek() not in ("}", "]", ""):
                self.pair(path)
            self.at += 1
        else:
            self._past(STRING.match(self.text, self.at) or SCALAR.match(self.text, self.at))

    def pair(self, path: Path) -> None:
        """A key and its value: `key = value`, or `"key": value`."""
        key = KEY.match(self.text, self.at)
        if key is None:
            self.at = len(self.text)
            return
        names = _names(key[0])
        self.note((*path, *names))
        self._past(key)
        self.peek()
        self.at += 1  # past the = or the colon
        self.value((*path, *names))

    def peek(self) -> str:
        """The next character that is not space, comma or comment."""
        self._past(BLANKS.match(self.text, self.at))
        return self.text[self.at : self.at + 1]

    def note(self, path: Path) -> None:
        """Record where a part begins: at its key, if it has one."""
        self.line += self.text.count("\n", self.counted, self.at)
        self.counted = self.at
        self.lines.setdefault(path, self.line)

    def _past(self, match: re.Match[str] | None) -> None:
        self.at = match.end() if match is not None else self.at


def _names(key: str) -> Path:
    return tuple(name[1:-1] if name[0] in "\"'" else name for name in PART.findall(key))
