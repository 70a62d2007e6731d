"""Reports sent automatically by e-mail: the schedule, and those that are due."""

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
    """The reports that a club of this federation can get by e-mail."""
    return [kind for kind in reports_for(_national(federation)) if kind.by_mail]


def scheduled_names(federation: Federation) -> list[str]:
    """The names of scheduled reports, in the order of the catalogue."""
    names = set(ScheduledReport.objects.filter(federation=federation).values_list("name", flat=True))
    return [kind.name for kind in kinds_of(federation) if kind.name in names]


@transaction.atomic
def schedule(
    federation: Federation, names: Iterable[str], *, on: date, by: User | None, shown_names: Iterable[str] | None = None
) -> list[str]:
    """Set the scheduled reports from this day on; earlier periods are not sent. Doing it twice changes nothing.

    With `shown_names`, the names that were ticked when the page was shown, only the changes to these are made. So a
    change that somebody else makes at the same moment stays.
    """
    national = _national(federation)
    new_names = {require_by_mail(report_named(national, name)).name for name in names}
    lock(federation)
    earlier = scheduled_names(federation)
    if shown_names is not None:
        shown = set(shown_names)
        new_names = (set(earlier) - (shown - new_names)) | (new_names - shown)
    if new_names == set(earlier):
        return earlier
    ScheduledReport.objects.filter(federation=federation).exclude(name__in=new_names).delete()
    new = [ScheduledReport(federation=federation, name=name, since=on) for name in sorted(new_names - set(earlier))]
    ScheduledReport.objects.bulk_create(new)
    current = scheduled_names(federation)
    note_act(federation, "reports scheduled", {}, by=by, before=earlier, after=current)
    return current


def send_due(today: date) -> int:
    """Send every report whose period is over and that was not sent yet; returns the number of letters."""
    count = 0
    for row in ScheduledReport.objects.select_related("federation").order_by("federation", "name"):
        kind = report_named(_national(row.federation), row.name)
        period = period_before(today, kind.length)
        if period.last >= row.since:
            sent_reports = send_reports(row.federation, row.name, on=today, period=period)
            count += sum(report.letters for report in sent_reports)
    return count


def _national(federation: Federation) -> Organisation:
    return Organisation.objects.select_related("federation").get(federation=federation, parent=None)
