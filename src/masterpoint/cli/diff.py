"""`masterpoint diff`: compare two editions of a handbook, or an edition and a proposal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

import click
import msgspec

from masterpoint.cli.options import AS_JSON, SCHEME
from masterpoint.cli.outputs import echo_json
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.federations import Federation
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.changed_values import Cell
from masterpoint.schemes.changes import ClauseChanges
from masterpoint.schemes.differences import differences
from masterpoint.schemes.effects import Effect

WIDTH, SHORT = 100, 40
MAX_CELLS, MAX_EFFECTS, MAX_EVENTS, MAX_ROWS = 40, 12, 6, 8
"""The most of each that are listed; the rest are counted."""


@click.command()
@click.argument("scheme", type=SCHEME)
@click.argument("earlier")
@click.argument("later")
@AS_JSON
def diff(scheme: str, earlier: str, later: str, as_json: bool) -> None:
    """Show what changed between two editions, clause by clause; the later one may be the folder of a proposal."""
    federation, name = _with_proposal(FEDERATIONS[scheme], later)
    compared = differences(federation, federation.edition(earlier), federation.edition(name))
    if as_json:
        echo_json(msgspec.to_builtins(compared) | {"summary": list(compared.summary)})
        return
    click.echo(f"{compared.earlier}\n{compared.later}\n")
    for sentence in compared.summary:
        click.echo(_wrap(sentence))
    for clause in compared.clauses:
        click.echo(f"\n{_clause(clause)}")
    for group in compared.effects:
        click.echo(f"\n{group.verdict[:1].upper()}{group.verdict[1:]}: {group.count:,}")
        for effect in group.effects[:MAX_EFFECTS]:
            click.echo(f"\n{_effect(effect)}")
        if len(group.effects) > MAX_EFFECTS:
            click.echo(f"\n  and {len(group.effects) - MAX_EFFECTS} more; --json has them all")
    click.echo(f"\n{_wrap(compared.judged.sentence)}")


def _with_proposal(federation: Federation, later: str) -> tuple[Federation, str]:
    """The federation with the edition in a folder, and its name; anything else is an edition's name."""
    path = Path(later)
    if later in [edition.name for edition in federation.editions]:
        return federation, later
    if path.is_dir():
        name = path.resolve().name
        return federation.with_editions({name: path.resolve()}), name
    if len(path.parts) > 1:
        raise NotUnderstood(Problem("folder", later, "there is no such folder", "give the folder of a proposal"))
    return federation, later


def _clause(clause: ClauseChanges) -> str:
    heading = f"{clause.clause}  {clause.gist}" if clause.clause else "Not in a clause"
    return "\n".join([_wrap(heading, " " * (len(clause.clause) + 2)), *_changes(clause)])


def _changes(clause: ClauseChanges) -> Iterator[str]:
    for change in clause.changes:
        if len(change.cells) == 1 and not change.cells[0].place:
            yield from _cell(change.cells[0], change.name, "    ")
            continue
        yield f"    {change.name}"
        for cell in change.cells[:MAX_CELLS]:
            yield from _cell(cell, cell.place, "        ")
        if len(change.cells) > MAX_CELLS:
            yield f"        and {len(change.cells) - MAX_CELLS} more"


def _cell(cell: Cell, words: str, margin: str) -> Iterator[str]:
    """`name: 12 → 10` if it is short; otherwise before and after on lines of their own."""
    if len(cell.before) + len(cell.after) <= SHORT:
        yield _wrap(f"{margin}{words}: {cell.before} → {cell.after}", f"{margin}  ")
        return
    yield f"{margin}{words}"
    yield _wrap(f"{margin}    before: {cell.before}", f"{margin}            ")
    yield _wrap(f"{margin}    after:  {cell.after}", f"{margin}            ")


def _effect(effect: Effect) -> str:
    """The events, and below them who receives what."""
    names = [*effect.events[:MAX_EVENTS]]
    if len(effect.events) > MAX_EVENTS:
        names.append(f"and {len(effect.events) - MAX_EVENTS} more")
    lines = [_wrap(f"  {name}", "    ") for name in names]
    for row in effect.rows[:MAX_ROWS]:
        lines += _cell(Cell("", row.before, row.after), row.who, "      ")
    if len(effect.rows) > MAX_ROWS:
        lines.append(f"      and {len(effect.rows) - MAX_ROWS} more")
    return "\n".join(lines)


def _wrap(text: str, further: str = "") -> str:
    return fill(text, WIDTH, subsequent_indent=further, break_long_words=False, break_on_hyphens=False)
