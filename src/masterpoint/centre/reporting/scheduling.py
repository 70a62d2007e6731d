"""Reports that go by e-mail by themselves: which ones, and those that are due."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.locking import lock
from masterpoint.centre.mail.models import ScheduledReport
from masterpoint.centre.registry.audit import note_act
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.centre.reporting.catalogue import ReportKind, report_named, reports_for
from masterpoint.centre.reporting.periods import period_before
from masterpoint.centre.reporting.sending import require_by_mail, send_reports


def kinds_of(federation: Federation) -> list[ReportKind]:
    """The reports that a club of this federation can have by e-mail."""
    return [kind for kind in reports_for(_national(federation)) if kind.by_mail]


def scheduled(federation: Federation) -> list[str]:
    """The names of those that go by themselves, in the order of the catalogue."""
    chosen = set(ScheduledReport.objects.filter(federation=federation).values_list("name", flat=True))
    return [kind.name for kind in kinds_of(federation) if kind.name in chosen]


@transaction.atomic
def schedule(
    federation: Federation, names: Iterable[str], *, on: date, by: User | None, seen: Iterable[str] | None = None
) -> list[str]:
    """From this day on these and no others; periods that ended before are not sent. Twice changes nothing.

    Whoever says what was ticked as they looked changes what they ticked and unticked: what somebody else does at the
    same moment stays.
    """
    national = _national(federation)
    wanted = {require_by_mail(report_named(national, name)).name for name in names}
    lock(federation)
    before = scheduled(federation)
    if seen is not None:
        shown = set(seen)
        wanted = (set(before) - (shown - wanted)) | (wanted - shown)
    if wanted == set(before):
        return before
    ScheduledReport.objects.filter(federation=federation).exclude(name__in=wanted).delete()
    new = [ScheduledReport(federation=federation, name=name, since=on) for name in sorted(wanted - set(before))]
    ScheduledReport.objects.bulk_create(new)
    after = scheduled(federation)
    note_act(federation, "reports scheduled", {}, by=by, before=before, after=after)
    return after


def send_due(today: date) -> int:
    """Write the letters of every report whose period is over and that was not sent yet; say how many."""
    written = 0
    for row in ScheduledReport.objects.select_related("federation").order_by("federation", "name"):
        kind = report_named(_national(row.federation), row.name)
        period = period_before(today, kind.length)
        if period.last >= row.since:
            posted = send_reports(row.federation, row.name, on=today, period=period)
            written += sum(report.letters for report in posted)
    return written


def _national(federation: Federation) -> Organisation:
    return Organisation.objects.select_related("federation").get(federation=federation, parent=None)
