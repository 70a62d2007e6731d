"""The folder of one edition: reads its files and collects what is wrong with them."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Sequence
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from masterpoint.core.errors import Problem
from masterpoint.core.schema_problems import show

AT_LINE = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")

DATA = (".toml", ".csv", ".py")


class Row(NamedTuple):
    """A line of a CSV file, by the names of its columns."""

    line: int
    cells: dict[str, str]


class Folder:
    """The files of one edition, and all problems found while reading them."""

    def __init__(self, name: str, files: Traversable) -> None:
        self.name = name
        self.files = files
        self.problems: list[Problem] = []

    def refuse(self, place: str, value: object, message: str, fix: str, clause: str = "") -> None:
        """Note a problem: its place in the folder, the value there, what is wrong with it, and how to fix it."""
        self.problems.append(Problem(f"{self.name}/{place}", show(value), message, fix, clause))

    def refuse_unknown_names(self, files: Sequence[str], folders: Sequence[str]) -> None:
        """Refuse data that nobody would read: a misspelt name must not pass for an edition without that file.

        Notes and what tools leave behind are no data.
        """
        for item in sorted(self.files.iterdir(), key=lambda item: item.name):
            if item.is_dir() and item.name[:1].isalnum() and item.name not in folders:
                fix = f"folders it may have: {', '.join(folders)}"
                self.refuse(item.name, "", "an edition has no folder of this name", fix)
            elif item.is_file() and item.name.endswith(DATA) and item.name not in files:
                self.refuse(
                    item.name, "", "an edition has no file of this name", f"files it may have: {', '.join(files)}"
                )

    def has(self, file: str) -> bool:
        return self.files.joinpath(file).is_file()

    def text(self, file: str) -> str | None:
        """A file as text; `None` if it does not exist or cannot be read."""
        if not self.has(file):
            return None
        try:
            return self.files.joinpath(file).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            self.refuse(file, error.object[error.start : error.end], "this is not UTF-8", "save the file as UTF-8")
            return None

    def toml(self, file: str) -> dict[str, Any] | None:
        """A TOML file; an empty table if it does not exist, and `None` if it cannot be read."""
        text = self.text(file)
        if text is None:
            return None if self.has(file) else {}
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            line = _line_of(error, text)
            line_text = text.splitlines()[line - 1].strip() if text.strip() else ""
            reason = AT_LINE.sub("", str(error)).strip()
            self.refuse(f"{file}, line {line}", line_text, f"this is not TOML: {reason}", "correct the syntax there")
            return None

    def rows(self, file: str, required: Sequence[str], optional: Sequence[str] = ()) -> list[Row] | None:
        """The lines of a CSV file with these columns; none if it does not exist, and `None` if it cannot be read."""
        text = self.text(file)
        if text is None:
            return None if self.has(file) else []
        reader = csv.reader(text.splitlines())
        heading = next(reader, [])
        if not self._has_columns(file, heading, required, optional):
            return None
        rows = []
        for cells in reader:
            if len(cells) == len(heading):
                rows.append(Row(reader.line_num, dict(zip(heading, cells, strict=True))))
            elif cells:
                self._refuse_cells(file, reader.line_num, cells, heading)
        return rows

    def _has_columns(self, file: str, heading: Sequence[str], required: Sequence[str], optional: Sequence[str]) -> bool:
        missing = [name for name in required if name not in heading]
        unknown = [name for name in heading if name not in (*required, *optional)]
        if not missing and not unknown and len(set(heading)) == len(heading):
            return True
        parts = [
            f"{words}: {', '.join(names)}" for words, names in (("missing", missing), ("unknown", unknown)) if names
        ]
        message = f"the columns are wrong ({'; '.join(parts) or 'one is repeated'})"
        fix = f"begin with the line {','.join(required)}" + (f"; {', '.join(optional)} may follow" if optional else "")
        self.refuse(f"{file}, line 1", ",".join(heading), message, fix)
        return False

    def _refuse_cells(self, file: str, line: int, cells: Sequence[str], heading: Sequence[str]) -> None:
        message = f"this line has {len(cells)} cells, the heading has {len(heading)}"
        fix = f"give {', '.join(heading)}; put a cell that contains a comma between quotes"
        self.refuse(f"{file}, line {line}", ",".join(cells), message, fix)

    def texts(self, folder: str, ending: str) -> dict[str, str]:
        """The files of a folder within this one, by their names without the ending."""
        directory = self.files.joinpath(folder)
        names = [file.name for file in directory.iterdir() if file.name.endswith(ending)] if directory.is_dir() else []
        texts = {name.removesuffix(ending): self.text(f"{folder}/{name}") for name in names}
        return {name: text for name, text in texts.items() if text is not None}


def _line_of(error: tomllib.TOMLDecodeError, text: str) -> int:
    """The line that the parser names; the last line if the file ends too early."""
    match = AT_LINE.search(str(error))
    return int(match[1]) if match and match[1] else max(1, len(text.splitlines()))
