"""The Centre on the command line, with the same services as the site."""

from __future__ import annotations

import gc
import os
import sys
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.core.plurals import count_text

if TYPE_CHECKING:
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.registry.models import Federation, Organisation, Person

DAY = click.DateTime(["%Y-%m-%d"])


def set_up_django(*, any_version: bool = False) -> None:
    """Set up Django, on tables of this version and no records of a demo in production.

    If only the command line is installed, say what to install.
    """
    try:
        import django
    except ModuleNotFoundError:
        fix = "run it on the Centre's server, or install the Centre here: `masterpoint[centre]`"
        problem = Problem("command", "", "this works on the records of a Centre, and none is installed here", fix)
        raise NotUnderstood(problem) from None

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masterpoint.centre.settings")
    django.setup()
    gc.freeze()  # collecting garbage among all loaded modules takes longer than most actions, while others wait
    if not any_version:
        _require_usable_records()


def _require_usable_records() -> None:
    from masterpoint.centre import upgrading
    from masterpoint.centre.accounts.demo_accounts import refuse_demo_accounts

    upgrading.require_current()
    refuse_demo_accounts()


def require_safe_settings() -> None:
    """Refuse unsafe settings. Long-running programs call this before they connect to the database."""
    set_up_django(any_version=True)
    from masterpoint.centre.checks import unsafe_settings

    problems = unsafe_settings()
    if problems:
        raise click.ClickException("\n  ".join(["these settings are not safe:", *problems]))


def make_tables() -> None:
    """Create the tables of a new Centre; the records of another version are not changed."""
    from django.conf import settings

    from masterpoint.centre import upgrading

    settings.HOME.mkdir(parents=True, exist_ok=True, mode=0o700)
    if upgrading.schema().is_empty:
        upgrading.migrate()
    _require_usable_records()


def federation_named(code: str) -> Federation:
    from masterpoint.centre.registry.models import Federation

    federation = Federation.objects.filter(code=code).first()
    if federation is None:
        codes = ", ".join(Federation.objects.values_list("code", flat=True)) or "none yet"
        raise NotUnderstood(Problem("federation", code, "no such federation in this Centre", f"those here: {codes}"))
    return federation


def organisation_numbered(federation: Federation, number: str, place: str = "organisation") -> Organisation:
    from masterpoint.centre.registry.models import Organisation

    organisation = (
        Organisation.objects.filter(federation=federation, number=number).select_related("federation").first()
    )
    if organisation is None:
        fix = "give its number as the register has it"
        raise NotUnderstood(Problem(place, number, "no such organisation", fix))
    return organisation


def person_numbered(federation: Federation, number: str, place: str = "number") -> Person:
    from masterpoint.centre.registry.models import Person

    person = Person.objects.filter(federation=federation, number=number).first()
    if person is None:
        fix = "search on the site, or check the number"
        raise NotUnderstood(Problem(place, number, "nobody has this number", fix))
    return person


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
    """Load members from a CSV file; nothing is written unless the whole file is correct."""
    set_up_django()
    from masterpoint.centre.registry.loading import load_members as load

    count = load(federation_named(code), file.read_bytes(), source=file.name, by=None, today=date.today())
    click.echo(f"{count_text(count, 'member')} loaded.")


def officer_named(email: str) -> User | None:
    """The account of the officer responsible, if one is given."""
    return account_named(email, "--officer") if email else None


def account_named(email: str, place: str) -> User:
    """The account with an e-mail address; `place` names the option that gave it."""
    from masterpoint.centre.accounts.models import User

    user = User.objects.filter(email=User.objects.normalise(email)).first()
    if user is None:
        raise NotUnderstood(Problem(place, email, "nobody signs in with this address", "use an address that does"))
    return user


def staff_named(federation: Federation, email: str) -> User | None:
    """The member of the federation's staff who is responsible for an action of the office."""
    from masterpoint.centre.registry import access

    by = officer_named(email)
    if by is not None and federation not in access.federations_for(by):
        message = f"this account is not on the staff of {federation.name}"
        raise NotUnderstood(Problem("--officer", email, message, "name somebody on its staff"))
    return by


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
    """Approve one filing, or reject it; without RECEIPT, list the filings that wait."""
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
def promote(code: str, day: datetime, officer: str) -> None:
    """Run the promotions as at a day."""
    set_up_django()
    from masterpoint.centre.closing import announcing
    from masterpoint.centre.closing import months as closing
    from masterpoint.centre.registry.models import Person

    federation = federation_named(code)
    by = staff_named(federation, officer)
    closing.require_announceable(federation, day.date(), today=date.today())
    count = Person.objects.filter(federation=federation).count()
    with click.progressbar(length=count, label="Promotions", file=sys.stderr) as bar:
        run = announcing.promote(federation, day.date(), by=by, progress=bar.update)
    for promotion in run.promotions.select_related("person").order_by("rank", "person__sort_key"):
        click.echo(f"{promotion.rank}: {promotion.person}, {promotion.reached_on}")


@click.command("turn-of-year")
@click.argument("code")
@click.argument("year", type=click.IntRange(1950, 2200))
@click.option("--processed-by", type=DAY, help="Leave out of the ratings what was posted after this day (NZ E7.6d).")
@click.option("--officer", default="", help="E-mail address of the officer who runs it.")
def turn_of_year(code: str, year: int, processed_by: datetime | None, officer: str) -> None:
    """What the book does at the end of YEAR: gold decays, C points become B points, ratings and grades follow."""
    set_up_django()
    from masterpoint.centre.closing import year_end

    federation = federation_named(code)
    by = staff_named(federation, officer)
    cut_off = processed_by.date() if processed_by else None
    postings = year_end.run(federation, year, by=by, today=date.today(), processed_by=cut_off)
    for posting in postings:
        click.echo(f"Posting {posting.number}: {posting.reason}.")
    if not postings:
        click.echo("Nothing is due.")
