"""Which reports a user may read, and the requested period."""

from __future__ import annotations

from datetime import UTC, date, datetime

from django.http import Http404

from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.reporting import readers
from masterpoint.centre.reporting.catalogue import ReportKind
from masterpoint.centre.reporting.periods import Period, period_before, read_period
from masterpoint.core.errors import NotUnderstood
from masterpoint.web.common import SignedInRequest


def today() -> date:
    """Today's date."""
    return date.today()


def now() -> datetime:
    """The current time, because deadlines have hours."""
    return datetime.now(UTC)


def organisation_of(request: SignedInRequest, code: str, number: str) -> Organisation:
    organisations = Organisation.objects.filter(federation=code, number=number).select_related("federation", "parent")
    organisation = organisations.first()
    if organisation is None or not readers.may_read(request.user, organisation):
        raise Http404
    return organisation


def kind_of(request: SignedInRequest, organisation: Organisation, name: str) -> ReportKind:
    kind = readers.kind_named(request.user, organisation, name)
    if kind is None:
        raise Http404
    return kind


def period_for(request: SignedInRequest, kind: ReportKind) -> Period:
    """The requested period; by default the last one that is over."""
    text = request.GET.get("period", "")
    if not text:
        return period_before(today(), kind.length)
    try:
        return read_period(text[:20])
    except NotUnderstood:
        raise Http404 from None
