"""`masterpoint compare EVENT`: the same event under every book, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from masterpoint import schemes
from masterpoint.cli.inputs import read_raw
from masterpoint.cli.options import AS_JSON
from masterpoint.cli.outputs import echo_json, table
from masterpoint.core.derivation import Step, trail
from masterpoint.core.exact import figure_text
from masterpoint.core.parsing import event_from
from masterpoint.core.serialisation import entry_name, exact_text, problem_as_data, remark_as_data
from masterpoint.schemes.compare import Column, Comparison, Row
from masterpoint.schemes.compare import compare as compared
from masterpoint.schemes.divergence import Cell, Divergence, Side

STEPS_BEHIND = 3


@click.command()
@click.argument("event", type=click.Path(path_type=Path))
@AS_JSON
def compare(event: Path, as_json: bool) -> None:
    """Award an event file under every book, side by side, with the clause that makes the difference."""
    comparison = compared(event_from(read_raw(event), schemes.FACTS))
    if as_json:
        echo_json(as_data(comparison))
        return
    click.echo(as_text(comparison))


def as_text(comparison: Comparison) -> str:
    """A comparison as text for a terminal."""
    event = comparison.event
    blocks = [f"{event.name or 'Event'}, {event.day:%-d %B %Y}, as given for {event.scheme}"]
    blocks += [side_by_side(comparison), assumptions(comparison), refusals(comparison), differences(comparison)]
    return "\n\n".join(filter(None, blocks))


def side_by_side(comparison: Comparison) -> str:
    columns = [column for column in comparison.columns if column.result is not None]
    if not columns:
        return "No book awards this event as it is."
    lists = any(row.list_name for row in comparison.rows)
    heading = ["Place", *(["List"] if lists else []), "Contestant", *(column.scheme.upper() for column in columns)]
    rows, unpaid = [], 0
    for index, row in enumerate(comparison.rows):
        cells = [column.cells[index] for column in columns]
        if not any(any(cell.points.values()) for cell in cells):
            unpaid += 1
            continue
        data = [str(row.entry.place or ""), *([row.list_name] if lists else []), entry_name(row.entry) or "—"]
        rows.append([*data, *map(figure, cells)])
    first_column = 2 + lists
    text = table(rows, heading, right_aligned=(0, *range(first_column, first_column + len(columns)))) if rows else ""
    if any(cell.uneven for column in columns for cell in column.cells):
        text += "\n* not to every player of the entry"
    if unpaid:
        text += (
            f"\n{unpaid} more earn nothing in any of these."
            if rows
            else "Nobody earns anything in the books that accept it."
        )
    return text


def figure(cell: Cell) -> str:
    """`36 local`, `0.25 green + 12 local`; a star if not all players receive it."""
    amounts = [f"{figure_text(points)} {colour}" for colour, points in cell.points.items() if points]
    return (" + ".join(amounts) + ("*" if cell.uneven else "")) if amounts else "0"


def assumptions(comparison: Comparison) -> str:
    lines = [
        f"  {column.scheme.upper()}: {assumption}" for column in comparison.columns for assumption in column.assumptions
    ]
    return "\n".join(["Assumed:", *lines]) if lines else ""


def refusals(comparison: Comparison) -> str:
    columns = [column for column in comparison.columns if column.result is None]
    lines = [f"  {column.scheme.upper()}: {_reasons_text(column)}" for column in columns]
    return "\n".join(["Not awarded by:", *lines]) if lines else ""


def _reasons_text(column: Column) -> str:
    reasons = [problem.message + (f" [{problem.clause}]" if problem.clause else "") for problem in column.problems]
    return "; ".join(dict.fromkeys(reasons))


def differences(comparison: Comparison) -> str:
    """For every two books, the first clause where they differ."""
    lines = []
    for divergence in comparison.divergences:
        first, second = divergence.sides
        names = f"{first.scheme.upper()} and {second.scheme.upper()}"
        if divergence.row is None:
            lines.append(f"  {names}: the same figures")
            continue
        place = comparison.rows[divergence.row].entry.place
        at = divergence.aspect if divergence.aspect.startswith("whether") else f"the {divergence.aspect}"
        lines.append(f"  {names} differ in {at}" + (f" (place {place})" if place else ""))
        lines += [f"      {side_text(side)}" for side in divergence.sides]
    return "\n".join(["What makes the difference:", *lines]) if lines else ""


def side_text(side: Side) -> str:
    """The figure in which a book differs from another, and up to three figures behind it."""
    if side.step is None:
        return f"{side.scheme.upper()}: no award of this kind"
    first, *behind = reversed(trail(side.step)[-1 - STEPS_BEHIND :])
    return "\n".join(
        [f"{side.scheme.upper()}: {_step(first)}", *(f"          from {_step(earlier)}" for earlier in behind)]
    )


def _step(step: Step) -> str:
    return f"{figure_text(step.value)}, {step.message} [{step.clause}]"


def as_data(comparison: Comparison) -> dict[str, Any]:
    """A comparison as plain data, with figures as text."""
    event = comparison.event
    return {
        "name": event.name,
        "day": event.day.isoformat(),
        "written_for": event.scheme,
        "schemes": [_column_as_data(column, comparison.rows) for column in comparison.columns],
        "differences": [_divergence_as_data(divergence, comparison.rows) for divergence in comparison.divergences],
    }


def _column_as_data(column: Column, rows: tuple[Row, ...]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "scheme": column.scheme,
        "edition": column.title,
        "assumed": list(column.assumptions),
        "clauses": column.clauses,
    }
    if column.result is None:
        return {**data, "refused": [problem_as_data(problem) for problem in column.problems]}
    awards = [
        {
            "place": str(row.entry.place or ""),
            "list": row.list_name,
            "who": entry_name(row.entry),
            "points": {colour: exact_text(points) for colour, points in cell.points.items()},
            "uneven": cell.uneven,
        }
        for row, cell in zip(rows, column.cells, strict=True)
    ]
    return {**data, "awards": awards, "remarks": [remark_as_data(remark) for remark in column.remarks]}


def _divergence_as_data(divergence: Divergence, rows: tuple[Row, ...]) -> dict[str, Any]:
    return {
        "aspect": divergence.aspect,
        "place": "" if divergence.row is None else str(rows[divergence.row].entry.place or ""),
        "sides": [
            {
                "scheme": side.scheme,
                "value": exact_text(side.step.value) if side.step else "",
                "message": str(side.step.message) if side.step else "",
                "clause": str(side.step.clause) if side.step else "",
                "from": [str(earlier.clause) for earlier in side.step.inputs] if side.step else [],
            }
            for side in divergence.sides
        ],
    }
