"""Close a month once it is over, and reopen it until its promotions are announced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing.reviews import Review, first_review, is_current, second_review
from masterpoint.centre.filing.models import Filing, Month
from masterpoint.centre.filing.month_days import last_day_of, next_month
from masterpoint.centre.filing.months import MonthClosed, require_somebody_else
from masterpoint.centre.garbage_collection import pause_collection
from masterpoint.centre.journal import services as journal
from masterpoint.centre.locking import lock
from masterpoint.centre.maintenance import refresh_statistics
from masterpoint.centre.registry.models import Federation
from masterpoint.core.errors import MasterpointError, Problem

FILINGS_PER_PAGE = 200
"""Filings made official in one transaction: few, so that filings in between do not wait long."""
MAX_TRIES = 3
"""How often a month is reviewed again because something changed. After that, it is reviewed under the lock."""
CLOSED, BEING_CLOSED = "month closed", "month being closed"


class MonthNotOver(MasterpointError):
    """The month's last day is not over."""


class Undecided(MasterpointError):
    """The month has open matters without a decision."""


def close_month(
    federation_code: str, first_day: date, *, by: User | None, today: date | None = None, decision: str = ""
) -> Month:
    """Close a month: everything provisional becomes official. Closing it twice changes nothing.

    A month can be closed once its last day is over. If it has open matters, this takes a decision, which is stored with
    the month. From the first transaction on, the month takes no more filings. If it has many, it is being closed until
    the last of them is official. If the close is interrupted, close the month again to continue.
    """
    federation = Federation.objects.get(pk=federation_code)
    _require_over(first_day, today or date.today())
    closing = _start_closing(federation, first_day, by=by, decision=decision)
    for page in _pages(closing.remaining):
        _continue_closing(closing.month, page, by=by, is_last=page[-1] == closing.remaining[-1])
    return closing.month


class RunningClose(NamedTuple):
    """A month closed to new filings, and its filings that are not official yet."""

    month: Month
    remaining: Sequence[int]


def _pages(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    return (keys[start : start + FILINGS_PER_PAGE] for start in range(0, len(keys), FILINGS_PER_PAGE))


def _start_closing(federation: Federation, first_day: date, *, by: User | None, decision: str) -> RunningClose:
    """Review the month before taking the lock, again if something changed, and begin to close it."""
    review = first_review(federation, first_day)
    for _ in range(MAX_TRIES):
        closing = _begin_closing(federation, first_day, review, by=by, decision=decision)
        if closing is not None:
            return closing
        review = second_review(federation, first_day, review)
    with transaction.atomic():
        lock(federation)
        review = second_review(federation, first_day, review)
        closing = _begin_closing(federation, first_day, review, by=by, decision=decision)
        assert closing is not None, "nobody else writes while the lock is held"
        return closing


@pause_collection()
@transaction.atomic
def _begin_closing(
    federation: Federation, first_day: date, review: Review, *, by: User | None, decision: str
) -> RunningClose | None:
    """Close the month to new filings and make the first ones official; None if it must be reviewed again."""
    lock(federation)
    month = _month(federation, first_day) or Month(federation=federation, first_day=first_day)
    if month.state == Month.State.OPEN and not is_current(federation, first_day, review):
        return None
    waiting = filings_of_month(federation, first_day).filter(state=Filing.State.PROVISIONAL)
    require_somebody_else(federation, waiting, by=by)
    keys = list(waiting.order_by("day", "pk").values_list("pk", flat=True))
    page, remaining = keys[:FILINGS_PER_PAGE], keys[FILINGS_PER_PAGE:]
    if month.state == Month.State.OPEN:
        if review.matters and not decision.strip():
            raise Undecided(
                [Problem(matter.kind, matter.subject, matter.message, matter.fix) for matter in review.matters]
            )
        month.state, month.closed_by = Month.State.CLOSED, by
        month.decision = decision.strip()[:300] if review.matters else ""
        month.left_open = [str(matter) for matter in review.matters]
        transaction.on_commit(refresh_statistics, robust=True)  # the month stays closed, even if this is interrupted
    _make_official(month, page, by=by, is_last=not remaining, is_first=True)
    return RunningClose(month, remaining)


@pause_collection()
@transaction.atomic
def _continue_closing(month: Month, page: Sequence[int], *, by: User | None, is_last: bool) -> None:
    """Make some more filings of the month official."""
    lock(month.federation)
    month.refresh_from_db(fields=["state", "closed_at"])
    if month.state == Month.State.OPEN:
        message = "this month was opened again while it was being closed"
        raise MonthClosed(
            Problem("month", f"{month.first_day:%B %Y}", message, "close it again, if that was a mistake")
        )
    waiting = Filing.objects.filter(pk__in=page, state=Filing.State.PROVISIONAL)
    require_somebody_else(month.federation, waiting, by=by)
    _make_official(month, list(waiting.order_by("day", "pk").values_list("pk", flat=True)), by=by, is_last=is_last)


def _make_official(
    month: Month, keys: Sequence[int], *, by: User | None, is_last: bool, is_first: bool = False
) -> None:
    """Make filings official. The month is saved with the first and last page only: its open matters may be long."""
    if is_last and month.closed_at is None:
        month.closed_at = datetime.now(UTC)
    if is_first or is_last:
        month.save(update_fields=None if is_first else ["closed_at"])
    Filing.objects.filter(pk__in=keys).update(state=Filing.State.OFFICIAL)
    row_keys = {"month": [month.pk] if is_first or is_last else [], "filing": keys}
    journal.write(month.federation, CLOSED if is_last else BEING_CLOSED, row_keys, by=by, reason=month.decision)


def _require_over(first_day: date, today: date) -> None:
    last_day = last_day_of(first_day)
    if today <= last_day:
        fix = (
            f"close it from {last_day + timedelta(days=1):%-d %B %Y} on"
            if last_day < date.max
            else "close another month"
        )
        message = f"this month ends on {last_day:%-d %B %Y}: more results may come"
        raise MonthNotOver(Problem("month", f"{first_day:%B %Y}", message, fix))


def require_announceable(federation: Federation, as_at: date, *, today: date) -> None:
    """Require a day that is over, in a closed month."""
    if as_at >= today:
        message = "this day is not over: more points may come"
        raise MonthNotOver(Problem("day", f"{as_at:%-d %B %Y}", message, "choose a day in the past"))
    month = _month(federation, as_at.replace(day=1))
    if month is None or month.state == Month.State.OPEN:
        message = "this month is still open: its points may change"
        raise MonthNotOver(Problem("month", f"{as_at:%B %Y}", message, "close it first, then announce its promotions"))
    if month.is_being_closed:
        message = "this month is being closed: not all of it is official yet"
        raise MonthNotOver(Problem("month", f"{as_at:%B %Y}", message, "wait a moment; if it stopped, close it again"))


def reopen_month(federation_code: str, first_day: date, *, by: User | None = None) -> Month:
    """Reopen a month whose promotions are not announced yet. Filings that were approved one by one stay official.

    The first transaction opens the month. The filings become provisional again page by page. If that is interrupted,
    open the month again to continue.
    """
    federation = Federation.objects.get(pk=federation_code)
    reopening = _begin_to_reopen(federation, first_day, by=by)
    for page in _pages(reopening.remaining):
        _continue_reopening(reopening.month, page, by=by)
    return reopening.month


@pause_collection()
@transaction.atomic
def _begin_to_reopen(federation: Federation, first_day: date, *, by: User | None) -> RunningClose:
    lock(federation)
    month = _month(federation, first_day)
    if month is None:
        raise MonthClosed(Problem("month", f"{first_day:%B %Y}", "this month was never closed", "nothing to open"))
    if month.state == Month.State.ANNOUNCED:
        fix = "take the announcement back first; or correct single filings, or file late"
        raise MonthClosed(Problem("month", f"{first_day:%B %Y}", "its promotions have been announced", fix))
    keys = list(_official_by_close(month).order_by("day", "pk").values_list("pk", flat=True))
    month.state, month.closed_at, month.closed_by = Month.State.OPEN, None, None
    month.decision, month.left_open = "", []
    month.save()
    _make_provisional(month, keys[:FILINGS_PER_PAGE], by=by, is_first=True)
    return RunningClose(month, keys[FILINGS_PER_PAGE:])


@pause_collection()
@transaction.atomic
def _continue_reopening(month: Month, page: Sequence[int], *, by: User | None) -> None:
    """Make some more filings of a reopened month provisional."""
    lock(month.federation)
    month.refresh_from_db(fields=["state"])
    if month.state != Month.State.OPEN:
        message = "this month was closed again while it was being opened"
        raise MonthClosed(Problem("month", f"{month.first_day:%B %Y}", message, "open it again, if that was a mistake"))
    _make_provisional(month, list(_official_by_close(month).filter(pk__in=page).values_list("pk", flat=True)), by=by)


def _official_by_close(month: Month) -> QuerySet[Filing]:
    """Filings that are official because the month was closed."""
    return filings_of_month(month.federation, month.first_day).filter(state=Filing.State.OFFICIAL, approved_by=None)


def _make_provisional(month: Month, keys: Sequence[int], *, by: User | None, is_first: bool = False) -> None:
    Filing.objects.filter(pk__in=keys).update(state=Filing.State.PROVISIONAL)
    row_keys = {"month": [month.pk] if is_first else [], "filing": keys}
    journal.write(month.federation, "month opened again", row_keys, by=by)


def _month(federation: Federation, first_day: date) -> Month | None:
    return Month.objects.filter(federation=federation, first_day=first_day).first()


def filings_of_month(federation: Federation, first_day: date) -> QuerySet[Filing]:
    return Filing.objects.filter(federation=federation, day__gte=first_day, day__lt=next_month(first_day))
