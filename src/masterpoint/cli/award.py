"""`masterpoint award EVENT` and `masterpoint formalities EVENT`."""

from __future__ import annotations

from pathlib import Path

import click

from masterpoint import schemes
from masterpoint.cli.common import echo_json, explained, read_event, remarks_text, table
from masterpoint.core.derivation import Award, Result
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.exact import shown
from masterpoint.core.telling import remark_as_data, result_as_data, who


@click.command()
@click.argument("event", type=click.Path(path_type=Path))
@click.option("--explain", is_flag=True, help="Show the steps behind every figure.")
@click.option("--json", "as_json", is_flag=True, help="The whole result as JSON.")
def award(event: Path, explain: bool, as_json: bool) -> None:
    """Award an event file (TOML or JSON): place, contestant, points, colour."""
    result = schemes.award(read_event(event))
    if as_json:
        echo_json(result_as_data(result))
        return
    click.echo(as_text(result, explain=explain))


def as_text(result: Result, *, explain: bool) -> str:
    """A result for a terminal."""
    event = result.event
    lines = [f"{event.name or 'Event'}, {event.day:%-d %B %Y}", result.edition, ""]
    lines.append(_explained_awards(result) if explain else _award_table(result))
    if result.remarks:
        lines += ["", remarks_text(result.remarks)]
    if result.readings():
        lines += [
            "",
            f"Readings of the book these figures rest on: {', '.join(result.readings())} (see `masterpoint readings`)",
        ]
    return "\n".join(lines)


def _award_table(result: Result) -> str:
    lists = any(award.ranking for award in result.awards)
    kinds = len({award.kind for award in result.awards}) > 1
    heading = ["Place", *(["List"] if lists else []), "Contestant", "Points", "Colour", *(["For"] if kinds else [])]
    rows = [
        [
            str(award.entry.place or ""),
            *([award.ranking] if lists else []),
            _contestant(award),
            shown(award.points),
            award.colour,
            *([award.kind] if kinds else []),
        ]
        for award in result.awards
    ]
    text = table(rows, heading, right=(0, 2 + lists))
    zeros = {award.step.says: award.step.clause for award in result.awards if not award.points}
    if zeros:
        text += "\n" + "\n".join(f"  0: {says}  [{clause}]" for says, clause in list(zeros.items())[:6])
    return text


def _contestant(award: Award) -> str:
    if award.players is not None and len(award.players) != len(award.entry.players):
        return " & ".join(player.name or player.id for player in award.players)
    return who(award.entry) or "—"


def _explained_awards(result: Result) -> str:
    blocks = []
    for award in result.awards:
        where = f" ({award.ranking})" if award.ranking else ""
        title = f"{award.entry.place or ''}{where}  {_contestant(award)}: {shown(award.points)} {award.colour}"
        blocks.append(f"{title.strip()}, {award.kind}\n{explained(award.step)}")
    return "\n".join(blocks)


@click.command()
@click.argument("event", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True)
def formalities(event: Path, as_json: bool) -> None:
    """What an event needs besides awards: licence, charge code and rate, deadlines."""
    told = read_event(event)
    edition = schemes.edition_for(told.scheme, told.day)
    if edition.formalities is None:
        raise NotUnderstood(Problem("scheme", told.scheme, "this book has no formalities", "nothing to do"))
    remarks = edition.formalities(told)
    if as_json:
        echo_json([remark_as_data(remark) for remark in remarks])
        return
    click.echo(remarks_text(remarks) or "Nothing is needed.")
