"""Shared by the commands: reading an event file, tables on a terminal, JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from masterpoint import schemes
from masterpoint.core.derivation import Remark, Step, trail
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.exact import shown
from masterpoint.core.file_size import LARGEST_FILE, too_large
from masterpoint.core.parsing import parse

STDIN = Path("-")
SCHEME = click.Choice(sorted(schemes.FEDERATIONS))


def _day(_context: click.Context, _option: click.Parameter, value: datetime | None) -> date:
    return value.date() if value else date.today()


ON = click.option(
    "--on",
    type=click.DateTime(["%Y-%m-%d"]),
    callback=_day,
    help="By the edition in force on this day; today by default.",
)


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, or of the standard input for `-`, up to a limit."""
    if path == STDIN:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise NotReadable(Problem("-", "", *too_large(len(data))))
        return data
    from masterpoint.intake.files import bytes_of  # the readers are loaded with the first file

    return bytes_of(path)


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, up to a limit."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotReadable(
            Problem(str(path), "", "this is not a text file in UTF-8", "save it as plain text (UTF-8)")
        ) from None


def read_raw(path: Path) -> dict[str, Any]:
    return parse(read_text(path), source=str(path))


def echo_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))


def table(rows: Sequence[Sequence[str]], heading: Sequence[str], right_aligned: Sequence[int] = ()) -> str:
    """Columns as wide as they need to be, with numbers aligned to the right."""
    lines = [heading, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heading))]
    text_lines = []
    for number, line in enumerate(lines):
        cells = [
            cell.rjust(widths[column]) if column in right_aligned else cell.ljust(widths[column])
            for column, cell in enumerate(line)
        ]
        text_lines.append("  ".join(cells).rstrip())
        if number == 0:
            text_lines.append("  ".join("─" * width for width in widths))
    return "\n".join(text_lines)


def steps_text(step: Step, indent: str = "      ") -> str:
    """The steps behind a figure, one per line; the last is the figure itself."""
    lines = []
    for earlier in trail(step):
        reading = f", reading {earlier.reading}" if earlier.reading else ""
        lines.append(f"{indent}{shown(earlier.value):>10}  {earlier.message}  [{earlier.clause}{reading}]")
    return "\n".join(lines)


def remarks_text(remarks: Sequence[Remark]) -> str:
    return "\n".join(f"  • {remark.message}  [{remark.clause}]" for remark in remarks)


def assignments(arguments: Sequence[str]) -> dict[str, str]:
    """Arguments of the form `key=value`, as a dictionary."""
    pairs, problems = {}, []
    for argument in arguments:
        key, separator, value = argument.partition("=")
        if not separator or not key:
            problems.append(Problem("arguments", argument, "this is not a fact", "write it as name=value"))
        elif key.strip() in pairs:
            problems.append(Problem("arguments", argument, "this is given twice", "give it once"))
        pairs[key.strip()] = value.strip()
    if problems:
        raise NotReadable(problems)
    return pairs


def set_nested(raw: dict[str, Any], keys: Sequence[str], value: Any) -> None:
    """Set a value at a path such as `facts.members_only`."""
    for key in keys[:-1]:
        raw = raw.setdefault(key, {})
    raw[keys[-1]] = value
