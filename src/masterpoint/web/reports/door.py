"""Whose reports somebody may read, and which period they mean."""

from __future__ import annotations

from datetime import UTC, date, datetime

from django.http import Http404

from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.reporting.catalogue import ReportKind, report_named, reports_for
from masterpoint.centre.reporting.periods import Period, period_before, read_period
from masterpoint.core.errors import NotUnderstood
from masterpoint.web.common import SignedInRequest

READERS = (Action.MEMBERS, Action.CHARGES)


def today() -> date:
    """The day it is."""
    return date.today()


def now() -> datetime:
    """The moment it is: deadlines have hours."""
    return datetime.now(UTC)


def organisations_of(request: SignedInRequest) -> list[Organisation]:
    """Those some report may be read of."""
    rows = [row for action in READERS for row in access.organisations_for(request.user, action)]
    return sorted({row.pk: row for row in rows}.values(), key=lambda row: (row.federation_id, row.name))


def organisation_of(request: SignedInRequest, code: str, number: str) -> Organisation:
    organisations = Organisation.objects.filter(federation=code, number=number).select_related("federation", "parent")
    organisation = organisations.first()
    if organisation is None or not any(access.may(request.user, action, organisation) for action in READERS):
        raise Http404
    return organisation


def kinds_for(request: SignedInRequest, organisation: Organisation) -> list[ReportKind]:
    """The reports of an organisation that this account may read."""
    allowed = {action for action in READERS if access.may(request.user, action, organisation)}
    return [kind for kind in reports_for(organisation) if kind.action in allowed]


def kind_of(request: SignedInRequest, organisation: Organisation, name: str) -> ReportKind:
    try:
        kind = report_named(organisation, name)
    except NotUnderstood:
        raise Http404 from None
    if not access.may(request.user, kind.action, organisation):
        raise Http404
    return kind


def period_for(request: SignedInRequest, kind: ReportKind) -> Period:
    """The period asked for; the last one that is over, where none is."""
    written = request.GET.get("period", "")
    if not written:
        return period_before(today(), kind.length)
    try:
        return read_period(written[:20])
    except NotUnderstood:
        raise Http404 from None
