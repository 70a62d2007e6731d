"""`masterpoint certificate`: issue, print, report lost, replace and register certificates of points."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from masterpoint.cli.atomic_files import write_atomically
from masterpoint.cli.django_setup import set_up_django
from masterpoint.cli.lookups import federation_named, officer_named, organisation_numbered, person_numbered
from masterpoint.cli.options import DAY
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.formats.certificate_parts import parts_of

if TYPE_CHECKING:
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.crediting.models import PointCertificate

OFFICER = click.option("--officer", required=True, help="E-mail address of the officer responsible.")


def _officer(email: str) -> User:
    officer = officer_named(email)
    if officer is None:
        raise NotUnderstood(
            Problem("--officer", email, "an officer has to be named", "give the e-mail address of an officer")
        )
    return officer


def _certificate(code: str, number: str) -> PointCertificate:
    from masterpoint.centre.crediting import certificates

    (row,) = certificates.certificates_by_codes(federation_named(code), [number])
    return row


@click.group()
def certificate() -> None:
    """Certificates of points: issue, print, report lost, replace, register."""


@certificate.command("issue")
@click.argument("code")
@click.argument("organisation")
@click.option("--name", required=True, help="The player.")
@click.option("--event", required=True, help="What was played.")
@click.option("--kind", default="game", show_default=True, help="What it is for, in the book's words.")
@click.option(
    "--part", "parts", multiple=True, required=True, help="A part of it, and its points by colour: 'Game; 18'."
)
@click.option("--issued", type=DAY, default=date.today, help="The day of issue; today by default.")
@click.option("--licensed", is_flag=True, help="A licensed congress, on congress certificates.")
@OFFICER
def issue(
    code: str, organisation: str, name: str, event: str, kind: str, parts: tuple[str, ...],
    issued: date, licensed: bool, officer: str,
) -> None:  # fmt: skip
    """Issue a certificate and print its code."""
    set_up_django()
    from masterpoint.centre.crediting import certificates

    federation = federation_named(code)
    rules = certificates.rules_of(federation)
    raw = {
        "kind": kind,
        "name": name,
        "parts": parts_of("\n".join(parts), rules.colours if rules else ()),
        "issued": issued.isoformat(),
        "licensed": licensed,
    }
    certificate = certificates.issue(organisation_numbered(federation, organisation), event, raw, by=_officer(officer))
    click.echo(certificate.code)


@certificate.command("print")
@click.argument("code")
@click.argument("numbers", nargs=-1, required=True)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="Where to write the PDF.")
def as_pdf(code: str, numbers: tuple[str, ...], out: Path) -> None:
    """Print certificates on A4 pages, two on each."""
    set_up_django()
    from masterpoint.centre.crediting import certificates
    from masterpoint.centre.crediting.certificate_sheets import certificate_sheets

    rows = certificates.certificates_by_codes(federation_named(code), numbers)
    write_atomically(out, certificate_sheets(rows, lambda row: row.code))
    click.echo(f"Written to {out}")


@certificate.command("register")
@click.argument("code")
@click.argument("member")
@click.argument("numbers", nargs=-1, required=True)
@click.option("--on", type=DAY, default=date.today, help="The day they came in; today by default.")
@click.option("--evidence", default="", help="The evidence shown for a lost certificate.")
@OFFICER
def register(code: str, member: str, numbers: tuple[str, ...], on: date, evidence: str, officer: str) -> None:
    """Credit certificates to a member, all of them or none."""
    set_up_django()
    from masterpoint.centre.crediting import certificates

    federation = federation_named(code)
    person = person_numbered(federation, member, "member")
    rows = certificates.certificates_by_codes(federation, numbers)
    for posting in certificates.register_all(rows, person, on=on, by=_officer(officer), evidence=evidence):
        click.echo(f"{posting.reason}: number {posting.number} of the ledger")


@certificate.command("lost")
@click.argument("code")
@click.argument("number")
@click.option("--reason", required=True, help="How it was lost.")
@OFFICER
def lost(code: str, number: str, reason: str, officer: str) -> None:
    """Report a certificate lost."""
    set_up_django()
    from masterpoint.centre.crediting import certificates

    certificates.report_lost(_certificate(code, number), by=_officer(officer), reason=reason)
    click.echo("Reported lost.")


@certificate.command("replace")
@click.argument("code")
@click.argument("number")
@click.option("--reason", required=True, help="Why another one is issued.")
@OFFICER
def replace(code: str, number: str, reason: str, officer: str) -> None:
    """Issue another certificate instead and print its code."""
    set_up_django()
    from masterpoint.centre.crediting import certificates

    today = {"issued": date.today().isoformat()}
    certificate = certificates.replace(_certificate(code, number), by=_officer(officer), reason=reason, amended=today)
    click.echo(certificate.code)
