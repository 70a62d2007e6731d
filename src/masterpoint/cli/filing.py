"""Filing and correcting on the command line: options answer the questions that the site would ask."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.inputs import read_bytes
from masterpoint.cli.lookups import federation_named, officer_named, organisation_numbered
from masterpoint.cli.options import DAY
from masterpoint.core.errors import NotUnderstood, Problem

if TYPE_CHECKING:
    from masterpoint.centre.filing.services import Original, Receipt
    from masterpoint.centre.registry.models import Organisation
    from masterpoint.core.events import AnyEvent

NEW_PERSON = "new"


def decisions(command: Any) -> Any:
    """Options for decisions that a file leaves open."""
    options = [
        click.option("--boards", type=int, help="Boards scheduled for each contestant."),
        click.option("--set", "more", multiple=True, help="Any other field or fact: stage=qualifying, licence=L12."),
        click.option("--day", type=DAY, help="Day of play."),
        click.option("--who", multiple=True, metavar="KEY=NUMBER", help="Who a player is: a number, or `new`."),
        click.option("--visitors", is_flag=True, help="All players the register does not know are new people."),
        click.option("--not-the-same", multiple=True, metavar="RECEIPT", help="Another event than this filing."),
        click.option(
            "--confirm-organiser", is_flag=True, help="It is this club's, though the file names another club or level."
        ),
        click.option("--officer", default="", help="E-mail address of the officer who files it."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


@click.command()
@click.argument("code")
@click.argument("club")
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.option("--late", default="", help="Why it is filed into a month that is closed; needs --officer.")
@decisions
def file(code: str, club: str, file: Path, late: str, officer: str, **answers: Any) -> None:
    """File a results or event file for a club, given by its number."""
    set_up_django()
    from masterpoint.centre.filing import services

    organisation = organisation_numbered(federation_named(code), club, "club")
    event, original = _read(organisation, file, answers)
    by = officer_named(officer)
    receipt = services.file_event(
        organisation, event, original, by=by, late_reason=late, **_decisions(organisation, event, answers)
    )
    _echo(receipt, "Filed.")


@click.command()
@click.argument("code")
@click.argument("receipt")
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.option("--reason", required=True, help="What was wrong.")
@decisions
def correct(code: str, receipt: str, file: Path, reason: str, officer: str, **answers: Any) -> None:
    """Correct the filing with this RECEIPT with a new file; both versions are kept."""
    set_up_django()
    from masterpoint.centre.filing import correcting, queries

    by = officer_named(officer)
    filing = queries.by_receipt(federation_named(code), receipt)
    if by is not None:
        queries.require_may_correct(by, filing)
    event, original = _read(filing.organisation, file, answers)
    decisions = _decisions(filing.organisation, event, answers)
    _echo(correcting.correct(filing, event, original, by=by, reason=reason, **decisions), "Corrected.")


def _read(organisation: Organisation, file: Path, answers: dict[str, Any]) -> tuple[AnyEvent, Original]:
    from masterpoint import intake
    from masterpoint.centre.filing import services
    from masterpoint.intake import Options
    from masterpoint.intake.added_fields import with_added_fields

    options = Options(
        scheme=organisation.federation.scheme,
        home_level=organisation.level,
        boards=answers["boards"],
        day=answers["day"],
    )
    data = read_bytes(file)
    imported = intake.read_event(data, file.name, with_added_fields(options, answers["more"]))
    return imported.event, services.Original(data, file.name, imported.format, imported)


def _decisions(organisation: Organisation, event: AnyEvent, answers: dict[str, Any]) -> dict[str, Any]:
    from masterpoint.centre.filing import deciding

    people = {deciding.ALL_OTHERS: NEW_PERSON} if answers["visitors"] else {}
    for pair in answers["who"]:
        key, separator, number = pair.rpartition("=")
        if not separator:
            raise NotUnderstood(Problem("--who", pair, "this names nobody", "write it as KEY=NUMBER, or KEY=new"))
        people[key] = number
    return {
        "choices": deciding.read_choices(organisation, event, people),
        "not_same_as": answers["not_the_same"],
        "organiser_confirmed": answers["confirm_organiser"],
    }


def _echo(receipt: Receipt, outcome: str) -> None:
    filing = receipt.filing
    if receipt.filed_before:
        correction = ", and corrected since" if receipt.superseded else ""
        click.echo(
            f"Already filed on {filing.filed_at:%Y-%m-%d}{correction}: nothing changed. Receipt {filing.receipt}"
        )
    elif receipt.waits:
        message = "The correction is sent. The federation's office decides; until then the approved version counts."
        click.echo(f"{message} Receipt {filing.receipt}")
    else:
        click.echo(f"{outcome} Receipt {filing.receipt}")
    for promotion in receipt.undone:
        click.echo(
            f"No longer supported by the points held: {promotion.person}, {promotion.rank}. The office has been told."
        )
