"""A month is closed once it is over, and opened again until its promotions are announced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing.looks import Look, first_look, second_look, still_holds
from masterpoint.centre.filing.models import Filing, Month
from masterpoint.centre.filing.month_days import last_day_of, next_month
from masterpoint.centre.filing.months import MonthClosed, require_somebody_else
from masterpoint.centre.garbage_collection import paused
from masterpoint.centre.journal import services as journal
from masterpoint.centre.locking import lock
from masterpoint.centre.maintenance import refresh_statistics
from masterpoint.centre.registry.models import Federation
from masterpoint.core.errors import MasterpointError, Problem

FILINGS_AT_ONCE = 200
"""So many become official in one transaction: whoever files meanwhile waits for no more than that."""
TRIES = 3
"""So often is a month looked at again before the lock is taken; then with it."""
CLOSED, BEING_CLOSED = "month closed", "month being closed"


class MonthNotOver(MasterpointError):
    """The month's last day is not over."""


class Undecided(MasterpointError):
    """Something is open in the month, and nobody has decided about it."""


def close_month(
    federation_code: str, first_day: date, *, by: User | None, today: date | None = None, decision: str = ""
) -> Month:
    """Everything provisional in the month becomes official. Closing twice changes nothing.

    A month is closed when its last day is over. What is still open in it is listed, and closed over only with a
    decision, which stays with the month. From the first transaction on it takes no more filings; one of many filings is
    being closed until the last of them is official. If that stops, close it again, and it goes on.
    """
    federation = Federation.objects.get(pk=federation_code)
    _require_over(first_day, today or date.today())
    begun = _begun(federation, first_day, by=by, decision=decision)
    for page in _pages(begun.left):
        _go_on(begun.month, page, by=by, last=page[-1] == begun.left[-1])
    return begun.month


class Begun(NamedTuple):
    """A month that takes no more filings, and those of its filings that are not official yet."""

    month: Month
    left: Sequence[int]


def _pages(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    return (keys[start : start + FILINGS_AT_ONCE] for start in range(0, len(keys), FILINGS_AT_ONCE))


def _begun(federation: Federation, first_day: date, *, by: User | None, decision: str) -> Begun:
    """What is open is looked at before the lock is taken, and again if anything was done that could change it."""
    look = _looked_at(federation, first_day)
    for _ in range(TRIES):
        begun = _begin(federation, first_day, look, by=by, decision=decision)
        if begun is not None:
            return begun
        look = second_look(federation, first_day, look)
    with transaction.atomic():
        lock(federation)
        look = second_look(federation, first_day, look)
        begun = _begin(federation, first_day, look, by=by, decision=decision)
        assert begun is not None, "with the lock held, nothing else is done"
        return begun


def _looked_at(federation: Federation, first_day: date) -> Look:
    return first_look(federation, first_day)


@paused()
@transaction.atomic
def _begin(federation: Federation, first_day: date, look: Look, *, by: User | None, decision: str) -> Begun | None:
    """The month takes no more filings, and the first of its own are official; nothing if it must be looked at again."""
    lock(federation)
    month = _month(federation, first_day) or Month(federation=federation, first_day=first_day)
    if month.state == Month.State.OPEN and not still_holds(federation, first_day, look):
        return None
    waiting = filings_of_month(federation, first_day).filter(state=Filing.State.PROVISIONAL)
    require_somebody_else(federation, waiting, by=by)
    keys = list(waiting.order_by("day", "pk").values_list("pk", flat=True))
    page, left = keys[:FILINGS_AT_ONCE], keys[FILINGS_AT_ONCE:]
    if month.state == Month.State.OPEN:
        if look.matters and not decision.strip():
            raise Undecided([Problem(matter.what, matter.who, matter.message, matter.fix) for matter in look.matters])
        month.state, month.closed_by = Month.State.CLOSED, by
        month.decision = decision.strip()[:300] if look.matters else ""
        month.left_open = [str(matter) for matter in look.matters]
        transaction.on_commit(refresh_statistics, robust=True)  # the month is closed, whatever comes of it
    _make_official(month, page, by=by, last=not left, first=True)
    return Begun(month, left)


@paused()
@transaction.atomic
def _go_on(month: Month, page: Sequence[int], *, by: User | None, last: bool) -> None:
    """Some more filings of a month that is being closed."""
    lock(month.federation)
    month.refresh_from_db(fields=["state", "closed_at"])
    if month.state == Month.State.OPEN:
        message = "this month was opened again while it was being closed"
        raise MonthClosed(
            Problem("month", f"{month.first_day:%B %Y}", message, "close it again, if that was a mistake")
        )
    waiting = Filing.objects.filter(pk__in=page, state=Filing.State.PROVISIONAL)
    require_somebody_else(month.federation, waiting, by=by)
    _make_official(month, list(waiting.order_by("day", "pk").values_list("pk", flat=True)), by=by, last=last)


def _make_official(month: Month, keys: Sequence[int], *, by: User | None, last: bool, first: bool = False) -> None:
    """The month is written with the first and the last of its filings alone: what was open in it may be a long list."""
    if last and month.closed_at is None:
        month.closed_at = datetime.now(UTC)
    if first or last:
        month.save(update_fields=None if first else ["closed_at"])
    Filing.objects.filter(pk__in=keys).update(state=Filing.State.OFFICIAL)
    touched = {"month": [month.pk] if first or last else [], "filing": keys}
    journal.write(month.federation, CLOSED if last else BEING_CLOSED, touched, by=by, reason=month.decision)


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
    month = _month(federation, as_at.replace(day=1))
    if month is None or month.state == Month.State.OPEN:
        message = "this month is still open: its points may change"
        raise MonthNotOver(Problem("month", f"{as_at:%B %Y}", message, "close it first, then announce its promotions"))
    if month.is_being_closed:
        message = "this month is being closed: not all of it is official yet"
        raise MonthNotOver(Problem("month", f"{as_at:%B %Y}", message, "wait a moment; if it stopped, close it again"))


def reopen_month(federation_code: str, first_day: date, *, by: User | None = None) -> Month:
    """Closing is reversible until the month's promotions are announced; what was approved on its own stays official.

    The first transaction opens it; of many filings, some at a time become provisional again. If that stops, open it
    again, and it goes on.
    """
    federation = Federation.objects.get(pk=federation_code)
    begun = _begin_to_reopen(federation, first_day, by=by)
    for page in _pages(begun.left):
        _go_on_to_reopen(begun.month, page, by=by)
    return begun.month


@paused()
@transaction.atomic
def _begin_to_reopen(federation: Federation, first_day: date, *, by: User | None) -> Begun:
    lock(federation)
    month = _month(federation, first_day)
    if month is None:
        raise MonthClosed(Problem("month", f"{first_day:%B %Y}", "this month was never closed", "nothing to open"))
    if month.state == Month.State.ANNOUNCED:
        fix = "take the announcement back first; or correct single filings, or file late"
        raise MonthClosed(Problem("month", f"{first_day:%B %Y}", "its promotions have been announced", fix))
    keys = list(_closed_with(month).order_by("day", "pk").values_list("pk", flat=True))
    month.state, month.closed_at, month.closed_by = Month.State.OPEN, None, None
    month.decision, month.left_open = "", []
    month.save()
    _make_provisional(month, keys[:FILINGS_AT_ONCE], by=by, first=True)
    return Begun(month, keys[FILINGS_AT_ONCE:])


@paused()
@transaction.atomic
def _go_on_to_reopen(month: Month, page: Sequence[int], *, by: User | None) -> None:
    """Some more filings of a month that was opened again."""
    lock(month.federation)
    month.refresh_from_db(fields=["state"])
    if month.state != Month.State.OPEN:
        message = "this month was closed again while it was being opened"
        raise MonthClosed(Problem("month", f"{month.first_day:%B %Y}", message, "open it again, if that was a mistake"))
    _make_provisional(month, list(_closed_with(month).filter(pk__in=page).values_list("pk", flat=True)), by=by)


def _closed_with(month: Month) -> QuerySet[Filing]:
    """What is official because the month was closed."""
    return filings_of_month(month.federation, month.first_day).filter(state=Filing.State.OFFICIAL, approved_by=None)


def _make_provisional(month: Month, keys: Sequence[int], *, by: User | None, first: bool = False) -> None:
    Filing.objects.filter(pk__in=keys).update(state=Filing.State.PROVISIONAL)
    touched = {"month": [month.pk] if first else [], "filing": keys}
    journal.write(month.federation, "month opened again", touched, by=by)


def _month(federation: Federation, first_day: date) -> Month | None:
    return Month.objects.filter(federation=federation, first_day=first_day).first()


def filings_of_month(federation: Federation, first_day: date) -> QuerySet[Filing]:
    return Filing.objects.filter(federation=federation, day__gte=first_day, day__lt=next_month(first_day))
