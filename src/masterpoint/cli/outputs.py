"""What commands print: JSON, tables, and steps and remarks as text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from masterpoint.core.derivation import Remark, Step, trail
from masterpoint.core.exact import figure_text


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
        lines.append(f"{indent}{figure_text(earlier.value):>10}  {earlier.message}  [{earlier.clause}{reading}]")
    return "\n".join(lines)


def remarks_text(remarks: Sequence[Remark]) -> str:
    return "\n".join(f"  • {remark.message}  [{remark.clause}]" for remark in remarks)
