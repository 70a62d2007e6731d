"""Months: open, closed or announced, and what may still be filed for them."""

from __future__ import annotations

from datetime import date

from django.db.models import Q, QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing, Month
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.centre.statements import Query, select
from masterpoint.core.errors import MasterpointError, Problem

STATE = "SELECT state FROM filing_month WHERE federation_id = %s AND first_day = %s"


class MonthClosed(MasterpointError):
    """The day belongs to a month that is closed."""


class NeedsSomebodyElse(MasterpointError):
    """The federation requires that somebody else makes a filing official than the person who filed it."""


def state_of(federation: Federation, day: date) -> str:
    """Whether the month of a day is open, closed or announced."""
    rows = select(*state_query(federation, day))
    return str(rows[0][0]) if rows else Month.State.OPEN


def state_query(federation: Federation, day: date) -> Query:
    """The query of `state_of`."""
    return STATE, federation.pk, day.replace(day=1)


def require_open_month(organisation: Organisation, day: date) -> None:
    """Refuse new filings for a closed month. Closed months accept corrections, and late filings by the office."""
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
    """Whether a filing is late: by the office, into a closed month, with a reason. Raises an error for others."""
    if not reason.strip() or state_of(organisation.federation, day) == Month.State.OPEN:
        require_open_month(organisation, day)
        return False
    access.require(by, access.Action.APPROVE, organisation)
    return True


def mark_late(filing: Filing, reason: str, *, by: User | None) -> None:
    """Make a late filing official at once, like its month, unless the federation requires a second person."""
    filing.late_reason = reason.strip()[:300]
    if not filing.federation.two_people:
        filing.state, filing.approved_by = Filing.State.OFFICIAL, by


def require_somebody_else(federation: Federation, filings: QuerySet[Filing], *, by: User | None) -> None:
    """If two people are required, refuse to make filings official for the person who filed or corrected them."""
    if not federation.two_people:
        return
    if by is None:
        raise NeedsSomebodyElse(Problem("officer", "", "this federation must know who approves", "name the officer"))
    own_filings = filings.filter(Q(filed_by=by) | Q(versions__by=by)).distinct().order_by("day", "pk")
    if own_filings.exists():
        receipts = ", ".join(own_filings.values_list("receipt", flat=True)[:5])
        message = "you filed or corrected this yourself, and this federation requires a second person"
        raise NeedsSomebodyElse(Problem("officer", receipts, message, "ask a colleague in the office to approve it"))
