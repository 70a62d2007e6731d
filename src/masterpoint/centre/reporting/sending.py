"""Reports by e-mail: each organisation's report, as A4 pages, to those of its officers who may read it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from django.db import transaction
from django.utils import translation

from masterpoint.centre.accounts.models import User
from masterpoint.centre.mail import services as mail
from masterpoint.centre.mail.models import Letter, SentReport
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Appointment, Federation, Organisation
from masterpoint.centre.reporting import printing
from masterpoint.centre.reporting.catalogue import ReportKind, report_named, reports_for
from masterpoint.centre.reporting.periods import Period, period_before
from masterpoint.core.errors import NotUnderstood, Problem


class SentCount(NamedTuple):
    """An organisation whose report was sent, and the number of letters."""

    organisation: Organisation
    letters: int


def send_reports(
    federation: Federation,
    name: str,
    *,
    on: date,
    period: Period | None = None,
    level: str = "club",
    resend: bool = False,
) -> Iterator[SentCount]:
    """Send the report of every organisation of a level for the last period that is over, unless it is empty.

    Each report is sent once, even if several processes try; `resend` sends it again.
    """
    organisations = Organisation.objects.filter(federation=federation, level=level, active=True)
    for organisation in organisations.select_related("federation", "parent").order_by("number"):
        if name in {kind.name for kind in reports_for(organisation)}:
            kind = require_by_mail(report_named(organisation, name))
            yield _send_one(organisation, kind, period or period_before(on, kind.length), on, resend)
        else:
            report_named(organisation, name)


def require_by_mail(kind: ReportKind) -> ReportKind:
    """The report, unless it may not be sent by e-mail."""
    if not kind.by_mail:
        fix = "read it on the site, under Reports"
        raise NotUnderstood(Problem("report", kind.name, "this report cannot be sent by e-mail", fix))
    return kind


@transaction.atomic
def _send_one(organisation: Organisation, kind: ReportKind, period: Period, on: date, resend: bool) -> SentCount:
    _, is_new = SentReport.objects.get_or_create(organisation=organisation, name=kind.name, period=period.code)
    if not (is_new or resend):
        return SentCount(organisation, 0)
    officers = [user for user in access.nearest_officers(kind.action, organisation) if _is_own(user.pk, organisation)]
    report = kind.make(organisation, period) if officers else None
    if report is None or not any(table.rows for table in report.tables):
        return SentCount(organisation, 0)
    name = f"{kind.name}-{organisation.number}-{period.code}.pdf"
    papers = {}
    for language in {mail.language_of(user) for user in officers}:
        with translation.override(language):
            pdf = printing.print_report(kind.name, report, by=organisation.federation, on=on)
        papers[language] = mail.Attachment(name, pdf)
    link = mail.address_of("report", organisation.federation_id, organisation.number, kind.name)
    text = f"{report.heading} is attached.\n\nOn the site, with CSV: {link}?period={period.code}"
    letters = [mail.write_to(user, report.heading, text, papers[mail.language_of(user)]) for user in officers]
    letters += _with_certificates(organisation, kind, period, officers, on)
    return SentCount(organisation, sum(letter is not None for letter in letters))


def _with_certificates(
    organisation: Organisation, kind: ReportKind, period: Period, officers: list[User], on: date
) -> list[Letter | None]:
    """Letters with the certificates, to print and hand out (ABF 1.4.3)."""
    pdf = printing.certificates_pdf(kind.name, organisation, period, on=on, link=_proof)
    if pdf is None:
        return []
    attachment = mail.Attachment(f"certificates-{organisation.number}-{period.code}.pdf", pdf)
    heading = f"Certificates, {organisation.name}, number {organisation.number}, {period.name}"
    text = f"{heading}: they are attached, one A4 page each, to print and hand out."
    return [mail.write_to(user, heading, text, attachment) for user in officers]


def _proof(promotion: Promotion) -> str:
    return mail.address_of("rank-proof", promotion.key)


def _is_own(user: int, organisation: Organisation) -> bool:
    """Whether somebody is an officer of the organisation itself. Officers above it read its reports on the site."""
    return bool(Appointment.objects.filter(user=user, organisation=organisation).exists())
