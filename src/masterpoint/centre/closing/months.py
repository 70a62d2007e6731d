"""A month is closed once it is over, and opened again until its promotions are announced."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing.month_end import SAME_EVENING, Matter, open_matters
from masterpoint.centre.filing.models import Filing, Month
from masterpoint.centre.filing.month_days import last_day_of, next_month
from masterpoint.centre.filing.months import MonthClosed, require_somebody_else, state_of
from masterpoint.centre.filing.preparing import FILED
from masterpoint.centre.journal import services as journal
from masterpoint.centre.journal.queries import acts_after, last_link
from masterpoint.centre.locking import lock
from masterpoint.centre.maintenance import refresh_statistics
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.snapshots import snapshot
from masterpoint.core.errors import MasterpointError, Problem


class MonthNotOver(MasterpointError):
    """The month's last day is not over."""


class Undecided(MasterpointError):
    """Something is open in the month, and nobody has decided about it."""


def close_month(
    federation_code: str, first_day: date, *, by: User | None, today: date | None = None, decision: str = ""
) -> Month:
    """Everything provisional in the month becomes official. Closing twice changes nothing.

    A month is closed when its last day is over. What is still open in it is listed, and closed over only with a
    decision, which stays with the month.
    """
    federation = Federation.objects.get(pk=federation_code)
    _require_over(first_day, today or date.today())
    return _close(federation, first_day, _looked_at(federation, first_day), by=by, decision=decision)


class Looked(NamedTuple):
    """What is open in a month, and how far the journal was when that was looked at."""

    matters: list[Matter]
    journal_number: int


def _looked_at(federation: Federation, first_day: date) -> Looked:
    """All evenings of a month are compared: that is done while others go on filing."""
    with snapshot():
        number, _ = last_link(federation)
        return Looked(open_matters(federation, first_day), number)


def _open_now(federation: Federation, first_day: date, ahead: Looked) -> list[Matter]:
    """What is open with the lock held. What was filed since was compared with every evening as it was filed."""
    acts = acts_after(federation, ahead.journal_number)
    if not acts:
        return ahead.matters
    if any(act.what != FILED for act in acts):
        return open_matters(federation, first_day)
    same = [matter for matter in ahead.matters if matter.what == SAME_EVENING]
    return open_matters(federation, first_day, same)


@transaction.atomic
def _close(federation: Federation, first_day: date, ahead: Looked, *, by: User | None, decision: str) -> Month:
    lock(federation)
    month, _ = Month.objects.get_or_create(federation=federation, first_day=first_day)
    waiting = filings_of_month(federation, first_day).filter(state=Filing.State.PROVISIONAL)
    require_somebody_else(federation, waiting, by=by)
    if month.state == Month.State.OPEN:
        matters = _open_now(federation, first_day, ahead)
        if matters and not decision.strip():
            raise Undecided([Problem(matter.what, matter.who, matter.message, matter.fix) for matter in matters])
        month.state, month.closed_at, month.closed_by = Month.State.CLOSED, datetime.now(UTC), by
        month.decision, month.left_open = decision.strip()[:300] if matters else "", [str(matter) for matter in matters]
        month.save()
        transaction.on_commit(refresh_statistics, robust=True)  # the month is closed, whatever comes of it
    keys = list(waiting.values_list("pk", flat=True))
    waiting.update(state=Filing.State.OFFICIAL)
    journal.write(federation, "month closed", {"month": [month.pk], "filing": keys}, by=by, reason=month.decision)
    return month


def _require_over(first_day: date, today: date) -> None:
    last = last_day_of(first_day)
    if today <= last:
        fix = f"close it from {last + timedelta(days=1):%-d %B %Y} on" if last < date.max else "close another month"
        message = f"this month ends on {last:%-d %B %Y}: more results may come"
        raise MonthNotOver(Problem("month", f"{first_day:%B %Y}", message, fix))


def require_announceable(federation: Federation, as_at: date, *, today: date) -> None:
    """Promotions are announced as at a day that is over, in a month that is closed."""
    if as_at >= today:
        message = "this day is not over: more points may come"
        raise MonthNotOver(Problem("day", f"{as_at:%-d %B %Y}", message, "choose a day in the past"))
    if state_of(federation, as_at) == Month.State.OPEN:
        message = "this month is still open: its points may change"
        raise MonthNotOver(Problem("month", f"{as_at:%B %Y}", message, "close it first, then announce its promotions"))


@transaction.atomic
def reopen_month(federation_code: str, first_day: date, *, by: User | None = None) -> Month:
    """Closing is reversible until the month's promotions are announced; what was approved on its own stays official."""
    federation = Federation.objects.get(pk=federation_code)
    lock(federation)
    month = Month.objects.filter(federation=federation, first_day=first_day).first()
    if month is None:
        raise MonthClosed(Problem("month", f"{first_day:%B %Y}", "this month was never closed", "nothing to open"))
    if month.state == Month.State.ANNOUNCED:
        fix = "take the announcement back first; or correct single filings, or file late"
        raise MonthClosed(Problem("month", f"{first_day:%B %Y}", "its promotions have been announced", fix))
    closed = filings_of_month(federation, first_day).filter(state=Filing.State.OFFICIAL, approved_by=None)
    keys = list(closed.values_list("pk", flat=True))
    closed.update(state=Filing.State.PROVISIONAL)
    month.state, month.closed_at, month.closed_by = Month.State.OPEN, None, None
    month.decision, month.left_open = "", []
    month.save()
    journal.write(federation, "month opened again", {"month": [month.pk], "filing": keys}, by=by)
    return month


def filings_of_month(federation: Federation, first_day: date) -> QuerySet[Filing]:
    return Filing.objects.filter(federation=federation, day__gte=first_day, day__lt=next_month(first_day))
