"""`masterpoint schemes`, `clauses` and `readings`: what the books say, and what the program does with it."""

from __future__ import annotations

from collections import Counter
from datetime import date

import click

from masterpoint.cli.options import AS_JSON, ON, SCHEME
from masterpoint.cli.outputs import echo_json, table
from masterpoint.core.derivation import Clause
from masterpoint.core.plurals import count_text
from masterpoint.schemes import FEDERATIONS, edition_for, edition_or_first


@click.command()
@AS_JSON
def schemes(as_json: bool) -> None:
    """List the federations and editions included."""
    rows = [
        [edition.scheme, edition.title, edition.in_force_from.isoformat(), ", ".join(edition.forms)]
        for federation in FEDERATIONS.values()
        for edition in federation.editions
    ]
    if as_json:
        keys = ("scheme", "title", "in_force_from", "forms")
        echo_json([dict(zip(keys, row, strict=True)) for row in rows])
        return
    click.echo(table([row[:3] for row in rows], ["Scheme", "Edition", "In force from"]))
    click.echo("\nForms of event:")
    for code in FEDERATIONS:
        click.echo(f"  {code}: {', '.join(edition_or_first(code, date.today()).forms)}")


@click.command()
@click.argument("scheme", type=SCHEME)
@click.argument("number", required=False)
@click.option("--treatment", type=click.Choice(["computed", "checked", "recorded", "left to people"]))
@ON
@AS_JSON
def clauses(scheme: str, number: str | None, treatment: str | None, on: date, as_json: bool) -> None:
    """List every clause of a book: computed, checked, recorded, or left to people."""
    edition = edition_for(scheme, on)
    shown_clauses = [
        clause
        for clause in edition.clauses.values()
        if (treatment is None or clause.treatment == treatment) and (number is None or clause.number == number)
    ]
    if as_json:
        echo_json(
            [
                {
                    "clause": clause.number,
                    "treatment": clause.treatment,
                    "recorded_by": list(clause.recorded_by),
                    "kinds": list(clause.kinds),
                    "gist": clause.gist,
                }
                for clause in shown_clauses
            ]
        )
        return
    rows = [[clause.number, _treatment_text(clause), clause.gist] for clause in shown_clauses]
    click.echo(edition.title + "\n")
    click.echo(table(rows, ["Clause", "Done", "What it says, in our words"]) if rows else "No such clause.")
    if number is None:
        counts = Counter(clause.treatment for clause in shown_clauses)
        click.echo(
            "\n"
            + ", ".join(f"{count} {treatment_name}" for treatment_name, count in counts.most_common())
            + f": {count_text(len(shown_clauses), 'clause')}."
        )


def _treatment_text(clause: Clause) -> str:
    """What is done with a clause; if it is recorded, by what."""
    return f"{clause.treatment}: {', '.join(clause.recorded_by)}" if clause.recorded_by else clause.treatment


@click.command()
@click.argument("scheme", type=SCHEME, required=False)
@ON
@AS_JSON
def readings(scheme: str | None, on: date, as_json: bool) -> None:
    """Show how misprints, contradictions and silences of a book are read, and why."""
    editions = [edition_for(name, on) for name in ([scheme] if scheme else FEDERATIONS)]
    if as_json:
        echo_json(
            [
                {"scheme": e.scheme, "id": r.id, "where": r.where, "printed": r.printed, "taken": r.taken, "why": r.why}
                for e in editions
                for r in e.readings
            ]
        )
        return
    for edition in editions:
        click.echo(edition.title)
        if not edition.readings:
            click.echo("  No readings: nothing in it has been unclear so far.")
        for reading in edition.readings:
            click.echo(f"\n  {reading.id}  {reading.where}  ({reading.kind})")
            click.echo(f"      printed: {reading.printed}")
            click.echo(f"      read as: {reading.taken}")
            if reading.why:
                click.echo(f"      why:     {reading.why}")
        click.echo("")
