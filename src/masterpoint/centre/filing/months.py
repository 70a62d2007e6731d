"""Months: open, closed, announced; and what may still be filed into them."""

from __future__ import annotations

from datetime import UTC, date, datetime

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing, Month
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.errors import MasterpointError, Problem


class MonthClosed(MasterpointError):
    """The day belongs to a month that is closed."""


def require_open_month(organisation: Organisation, day: date) -> None:
    """New filings go into months that are still open; closed ones take corrections only."""
    month = Month.objects.filter(federation=organisation.federation, first_day=day.replace(day=1)).first()
    if month is None or month.state == Month.State.OPEN:
        return
    if month.state == Month.State.CLOSED:
        says, cure = f"{day:%B %Y} is closed", "ask the federation's office to open it again"
    else:
        says = f"{day:%B %Y} is closed, and its promotions have been announced"
        cure = "check the day of play; if it is right, ask the federation's office, who can still add the points"
    raise MonthClosed(Problem("day of play", f"{day:%-d %B %Y}", says, cure))


@transaction.atomic
def close_month(federation_code: str, first_day: date, *, by: User | None) -> Month:
    """Everything provisional in the month becomes official. Closing twice changes nothing."""
    ledger.lock(Federation(pk=federation_code))
    month, _ = Month.objects.get_or_create(federation_id=federation_code, first_day=first_day)
    Filing.objects.filter(
        federation_id=federation_code,
        day__gte=first_day,
        day__lt=next_month(first_day),
        state=Filing.State.PROVISIONAL,
    ).update(state=Filing.State.OFFICIAL)
    if month.state == Month.State.OPEN:
        month.state, month.closed_at, month.closed_by = Month.State.CLOSED, datetime.now(UTC), by
        month.save()
    return month


@transaction.atomic
def reopen_month(federation_code: str, first_day: date) -> Month:
    """Closing is reversible until the month's promotions are announced."""
    ledger.lock(Federation(pk=federation_code))
    month = Month.objects.filter(federation_id=federation_code, first_day=first_day).first()
    if month is None:
        raise MonthClosed(Problem("month", f"{first_day:%B %Y}", "this month was never closed", "nothing to open"))
    if month.state == Month.State.ANNOUNCED:
        raise MonthClosed(
            Problem(
                "month", f"{first_day:%B %Y}", "its promotions have been announced", "correct single filings instead"
            )
        )
    Filing.objects.filter(
        federation_id=federation_code, day__gte=first_day, day__lt=next_month(first_day), state=Filing.State.OFFICIAL
    ).update(state=Filing.State.PROVISIONAL)
    month.state, month.closed_at, month.closed_by = Month.State.OPEN, None, None
    month.save()
    return month


def next_month(first_day: date) -> date:
    return first_day.replace(year=first_day.year + first_day.month // 12, month=first_day.month % 12 + 1)
