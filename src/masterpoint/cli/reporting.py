"""`masterpoint report` and `send-reports`: reports of the Centre as files and by e-mail."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from masterpoint.cli.atomic_files import write_atomically
from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.lookups import federation_named, officer_named, organisation_numbered
from masterpoint.cli.outputs import table
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.plurals import count_text

if TYPE_CHECKING:
    from masterpoint.centre.registry.models import Organisation
    from masterpoint.centre.reporting.periods import Period
    from masterpoint.centre.reporting.tables import Report


@click.command()
@click.argument("code")
@click.argument("organisation")
@click.argument("name", required=False)
@click.option("--period", default="", help="2026-10, 2026-Q3 or 2026; the last one that is over by default.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write it to this .csv or .pdf file.")
@click.option("--certificates", is_flag=True, help="For promotions or grades: write their certificates instead.")
def report(code: str, organisation: str, name: str | None, period: str, out: Path | None, certificates: bool) -> None:
    """Show a report of ORGANISATION (its number), or write it as CSV or A4 pages; without NAME, list the reports."""
    set_up_django()
    from masterpoint.centre.reporting import printing
    from masterpoint.centre.reporting.catalogue import report_named, reports_for
    from masterpoint.centre.reporting.periods import period_before, read_period
    from masterpoint.centre.reporting.tables import as_csv

    federation = federation_named(code)
    owner = organisation_numbered(federation, organisation)
    if name is None:
        rows = [[kind.name, kind.length, kind.about] for kind in reports_for(owner)]
        click.echo(table(rows, ["Report", "Period", "What it says"]))
        return
    kind = report_named(owner, name)
    span = read_period(period) if period else period_before(date.today(), kind.length)
    if certificates:
        _write_certificates(owner, name, span, out)
        return
    document = kind.make(owner, span)
    if out is None:
        _echo(document)
        return
    if out.suffix not in (".csv", ".pdf"):
        raise NotUnderstood(Problem("--out", str(out), "a report is a .csv or a .pdf file", "end the name with one"))
    pdf = out.suffix == ".pdf"
    write_atomically(
        out, printing.print_report(name, document, by=federation, on=date.today()) if pdf else as_csv(document)
    )
    click.echo(f"{document.heading}: {out}")


def _write_certificates(organisation: Organisation, name: str, period: Period, out: Path | None) -> None:
    from masterpoint.centre.mail.services import address_of
    from masterpoint.centre.reporting import printing

    if out is None or out.suffix != ".pdf":
        raise NotUnderstood(Problem("--out", str(out or ""), "certificates are a .pdf file", "give it with --out"))
    pdf = printing.certificates_pdf(
        name, organisation, period, on=date.today(), link=lambda promotion: address_of("rank-proof", promotion.key)
    )
    if pdf is None:
        fix = "ask for promotions or grades, of a period that has some"
        raise NotUnderstood(Problem("--certificates", name, f"there are none for {period.name}", fix))
    write_atomically(out, pdf)
    click.echo(f"Certificates, {organisation.name}, {period.name}: {out}")


def _echo(document: Report) -> None:
    click.echo(document.heading)
    for section in document.tables:
        click.echo(f"\n{section.title}")
        if not section.rows:
            click.echo(section.when_empty)
            continue
        right = [number for number, column in enumerate(section.columns) if column.is_figure]
        rows = [*section.rows, *([section.sums] if section.sums else [])]
        click.echo(table(rows, [column.name for column in section.columns], right_aligned=right))
    for note in document.notes:
        click.echo(f"\n{note}")


@click.command("send-reports")
@click.argument("code")
@click.argument("name")
@click.option("--period", default="", help="2026-10, 2026-Q3 or 2026; the last one that is over by default.")
@click.option("--level", default="club", show_default=True, help="Whose reports: clubs, or another level of the book.")
@click.option("--again", is_flag=True, help="Also send those that were sent before.")
def send_reports(code: str, name: str, period: str, level: str, again: bool) -> None:
    """Send the report NAME of every club to its officers by e-mail, as A4 pages; each is sent once."""
    set_up_django()
    from masterpoint.centre.reporting import sending
    from masterpoint.centre.reporting.periods import read_period

    span = read_period(period) if period else None
    federation, on = federation_named(code), date.today()
    letters_of_clubs = list(sending.send_reports(federation, name, on=on, period=span, level=level, resend=again))
    letters = sum(posted.letters for posted in letters_of_clubs)
    click.echo(f"{count_text(letters, 'letter')} written, for {count_text(len(letters_of_clubs), 'organisation')}.")


@click.command("schedule-reports")
@click.argument("code")
@click.argument("names", nargs=-1)
@click.option("--none", "nothing", is_flag=True, help="Send no reports automatically from now on.")
@click.option("--by", default="", help="E-mail address of the officer; kept in the change log.")
def schedule_reports(code: str, names: tuple[str, ...], nothing: bool, by: str) -> None:
    """Show or set which reports every club gets by e-mail at the end of their period."""
    set_up_django()
    from masterpoint.centre.reporting import scheduling

    federation = federation_named(code)
    if names or nothing:
        scheduling.schedule(federation, () if nothing else names, on=date.today(), by=officer_named(by))
    scheduled_kinds = scheduling.scheduled_names(federation)
    rows = [
        [kind.name, kind.length, "yes" if kind.name in scheduled_kinds else ""]
        for kind in scheduling.kinds_of(federation)
    ]
    click.echo(table(rows, ["Report", "After every", "Sent automatically"]))
