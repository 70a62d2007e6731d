"""Months: open, closed, announced; and what may still be filed into them."""

from __future__ import annotations

from datetime import UTC, date, datetime

from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing, Month
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.maintenance import refresh_statistics
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.errors import MasterpointError, Problem


class MonthClosed(MasterpointError):
    """The day belongs to a month that is closed."""


class NeedsSomebodyElse(MasterpointError):
    """The federation wants two people: one who files, another who makes it official."""


def state_of(federation: Federation, day: date) -> str:
    """Whether the month of a day is open, closed or announced."""
    month = Month.objects.filter(federation=federation, first_day=day.replace(day=1)).first()
    return month.state if month is not None else Month.State.OPEN


def require_open_month(organisation: Organisation, day: date) -> None:
    """New filings go into months that are still open; closed ones take corrections, and late filings by the office."""
    state = state_of(organisation.federation, day)
    if state == Month.State.OPEN:
        return
    office = f"the office of the {organisation.federation.name}"
    if state == Month.State.CLOSED:
        message, fix = f"{day:%B %Y} is closed", f"ask {office} to open it again, or to file it late"
    else:
        message = f"{day:%B %Y} is closed, and its promotions have been announced"
        fix = f"check the day of play; if it is right, send the file to {office}, who can file it late"
    raise MonthClosed(Problem("day of play", f"{day:%-d %B %Y}", message, fix))


def may_file_late(organisation: Organisation, day: date, *, by: User | None, reason: str) -> bool:
    """Whether a filing is late: into a closed month, by the federation's office, with a reason. Others are refused."""
    if not reason.strip() or state_of(organisation.federation, day) == Month.State.OPEN:
        require_open_month(organisation, day)
        return False
    access.require(by, access.Action.APPROVE, organisation)
    return True


def mark_late(filing: Filing, reason: str, *, by: User | None) -> None:
    """Official at once, as its month is, unless the federation wants a second person for it."""
    filing.late_reason = reason.strip()[:300]
    if not filing.federation.two_people:
        filing.state, filing.approved_by = Filing.State.OFFICIAL, by


def require_somebody_else(federation: Federation, filings: QuerySet[Filing], *, by: User | None) -> None:
    """Where two people are wanted, nobody makes official what they filed themselves."""
    if not federation.two_people:
        return
    if by is None:
        raise NeedsSomebodyElse(
            Problem("officer", "", "this federation wants to know who approves", "name the officer")
        )
    own = filings.filter(filed_by=by).order_by("day", "pk")
    if own.exists():
        receipts = ", ".join(own.values_list("receipt", flat=True)[:5])
        message = "you filed this yourself, and this federation wants a second person"
        raise NeedsSomebodyElse(Problem("officer", receipts, message, "ask a colleague in the office to approve it"))


@transaction.atomic
def close_month(federation_code: str, first_day: date, *, by: User | None) -> Month:
    """Everything provisional in the month becomes official. Closing twice changes nothing."""
    federation = Federation.objects.get(pk=federation_code)
    ledger.lock(federation)
    month, _ = Month.objects.get_or_create(federation=federation, first_day=first_day)
    waiting = filings_of_month(federation, first_day).filter(state=Filing.State.PROVISIONAL)
    require_somebody_else(federation, waiting, by=by)
    waiting.update(state=Filing.State.OFFICIAL)
    if month.state == Month.State.OPEN:
        month.state, month.closed_at, month.closed_by = Month.State.CLOSED, datetime.now(UTC), by
        month.save()
        transaction.on_commit(refresh_statistics)
    return month


@transaction.atomic
def reopen_month(federation_code: str, first_day: date) -> Month:
    """Closing is reversible until the month's promotions are announced; what was approved on its own stays official."""
    federation = Federation.objects.get(pk=federation_code)
    ledger.lock(federation)
    month = Month.objects.filter(federation=federation, first_day=first_day).first()
    if month is None:
        raise MonthClosed(Problem("month", f"{first_day:%B %Y}", "this month was never closed", "nothing to open"))
    if month.state == Month.State.ANNOUNCED:
        raise MonthClosed(
            Problem(
                "month",
                f"{first_day:%B %Y}",
                "its promotions have been announced",
                "correct single filings, or file late",
            )
        )
    closed = filings_of_month(federation, first_day).filter(state=Filing.State.OFFICIAL, approved_by=None)
    closed.update(state=Filing.State.PROVISIONAL)
    month.state, month.closed_at, month.closed_by = Month.State.OPEN, None, None
    month.save()
    return month


def filings_of_month(federation: Federation, first_day: date) -> QuerySet[Filing]:
    return Filing.objects.filter(federation=federation, day__gte=first_day, day__lt=next_month(first_day))


def next_month(first_day: date) -> date:
    return first_day.replace(year=first_day.year + first_day.month // 12, month=first_day.month % 12 + 1)
