"""The Centre on the command line, with the same services as the site."""

from __future__ import annotations

import sys
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from masterpoint.cli.django_setup import make_tables, set_up_django
from masterpoint.cli.lookups import federation_named, organisation_numbered, staff_named
from masterpoint.cli.options import DAY
from masterpoint.core.plurals import count_text

if TYPE_CHECKING:
    pass


@click.command()
@click.argument("code")
@click.option("--name", required=True, help="The federation's name.")
@click.option("--scheme", default="", help="Its scheme, if the code is not that of the scheme.")
@click.option("--staff", required=True, help="E-mail address of the first member of staff.")
@click.password_option()
def init(code: str, name: str, scheme: str, staff: str, password: str) -> None:
    """Create the database and a federation with its first member of staff."""
    set_up_django(any_version=True)
    from masterpoint.centre.registry import setup

    make_tables()
    setup.set_up(code, name, scheme or code, staff, password, today=date.today())
    click.echo(f"{name} is set up. {staff} may sign in.")


@click.command("add-club")
@click.argument("code")
@click.argument("number")
@click.argument("name")
@click.option("--under", "parent_number", default="", help="Number of the county, area or region it belongs to.")
@click.option("--level", default="club", show_default=True, help="What it is, in the book's words.")
def add_club(code: str, number: str, name: str, parent_number: str, level: str) -> None:
    """Add a new club, or another organisation of the federation."""
    set_up_django()
    from masterpoint.centre.registry import organisations

    federation = federation_named(code)
    parent = organisation_numbered(federation, parent_number, "--under") if parent_number else None
    organisations.add_organisation(federation, number, name, level=level, parent=parent, on=date.today(), by=None)
    click.echo(f"{name} is registered under number {number}.")


@click.command("load-members")
@click.argument("code")
@click.argument("file", type=click.Path(path_type=Path, exists=True))
def load_members(code: str, file: Path) -> None:
    """Load members from a CSV file (family_name; optional: number, given_name, club, status, joined, born …).

    Nothing is written unless the whole file is correct.
    """
    set_up_django()
    from masterpoint.centre.registry.loading import load_members as load

    count = load(federation_named(code), file.read_bytes(), source=file.name, by=None, today=date.today())
    click.echo(f"{count_text(count, 'member')} loaded.")


@click.command()
@click.argument("code")
@click.argument("receipt", required=False)
@click.option("--reject", default="", help="Refuse the filing, with this reason.")
@click.option(
    "--not-the-same", multiple=True, metavar="RECEIPT", help="Another event than this filing; needs --reason."
)
@click.option("--reason", default="", help="How you know that they are two events.")
@click.option("--officer", default="", help="E-mail address of the officer who decides.")
def approve(
    code: str, receipt: str | None, reject: str, not_the_same: tuple[str, ...], reason: str, officer: str
) -> None:
    """Approve one filing, or reject it; without RECEIPT, list the filings that are waiting."""
    set_up_django()
    from masterpoint.centre.filing import ending, queries, two_events

    federation = federation_named(code)
    if receipt is None:
        for waiting in queries.waiting(federation).iterator():
            click.echo(f"{waiting.receipt}  {waiting.day}  {waiting.organisation.name}: {waiting.name}")
        return
    filing = queries.by_receipt(federation, receipt)
    by = staff_named(federation, officer)
    for similar_receipt in not_the_same:
        two_events.decide_two_events(filing, queries.by_receipt(federation, similar_receipt), by=by, reason=reason)
    if reject:
        ending.reject(filing, by=by, reason=reject)
        click.echo(f"{filing.receipt} is rejected; its points are taken back.")
    else:
        ending.approve(filing, by=by)
        click.echo(f"{filing.receipt} is official.")


@click.command()
@click.argument("code")
@click.argument("month", type=click.DateTime(["%Y-%m"]))
@click.option("--officer", default="", help="E-mail address of the officer who closes it.")
@click.option("--decision", default="", help="Why it is closed although questions are open or clubs are missing.")
def close(code: str, month: datetime, officer: str, decision: str) -> None:
    """Close a month that is over: everything in it becomes official. Closing twice changes nothing."""
    set_up_django()
    from masterpoint.centre.closing import months as closing

    federation = federation_named(code)
    by = staff_named(federation, officer)
    closing.close_month(federation.code, month.date().replace(day=1), by=by, today=date.today(), decision=decision)
    click.echo(f"{month:%B %Y} is closed.")


@click.command()
@click.argument("code")
@click.argument("day", type=DAY)
@click.option("--officer", default="", help="E-mail address of the officer who announces them.")
def promote(code: str, day: date, officer: str) -> None:
    """Run the promotions as at a day."""
    set_up_django()
    from masterpoint.centre.closing import announcing
    from masterpoint.centre.closing import months as closing
    from masterpoint.centre.registry.models import Person

    federation = federation_named(code)
    by = staff_named(federation, officer)
    closing.require_announceable(federation, day, today=date.today())
    count = Person.objects.filter(federation=federation).count()
    with click.progressbar(length=count, label="Promotions", file=sys.stderr) as bar:
        run = announcing.promote(federation, day, by=by, progress=bar.update)
    for promotion in run.promotions.select_related("person").order_by("rank", "person__sort_key"):
        click.echo(f"{promotion.rank}: {promotion.person}, {promotion.reached_on}")


@click.command("turn-of-year")
@click.argument("code")
@click.argument("year", type=click.IntRange(1950, 2200))
@click.option("--processed-by", type=DAY, help="Leave out of the ratings what was posted after this day (NZ E7.6d).")
@click.option("--officer", default="", help="E-mail address of the officer who runs it.")
def turn_of_year(code: str, year: int, processed_by: date | None, officer: str) -> None:
    """What the book does at the end of YEAR: gold decays, C points become B points, ratings and grades follow."""
    set_up_django()
    from masterpoint.centre.closing import year_end

    federation = federation_named(code)
    by = staff_named(federation, officer)
    postings = year_end.run(federation, year, by=by, today=date.today(), processed_by=processed_by)
    for posting in postings:
        click.echo(f"Posting {posting.number}: {posting.reason}.")
    if not postings:
        click.echo("Nothing is due.")
