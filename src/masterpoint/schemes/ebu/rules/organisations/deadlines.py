"""1.3.3(b), 1.5.3, 1.7.17 and 1.8.3: what is due after an event, and by which day."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

from masterpoint.core.derivation import Remark
from masterpoint.core.editions import Worksheet
from masterpoint.core.events import EventModel
from masterpoint.schemes.ebu.rules.handbook import clause, remark

DAYS = 30  # 1.3.3(b), 1.5.3
ACCOUNTS_MONTHS = 3  # 1.8.3
NOTICE_DAYS = 14  # 1.7.13


def months_after(day: date, months: int) -> date:
    """The same day so many months later; the last of the month where it has no such day."""
    year, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + year, month + 1
    if year > date.max.year:
        return date.max
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def days_after(day: date, days: int) -> date:
    """So many days later, as far as the calendar goes."""
    return day + timedelta(days=min(days, (date.max - day).days))


def deadlines(concluded: date, *, charity: bool = False) -> Iterator[Remark]:
    """What the holder of a general licence owes, with the last day for it."""
    by = days_after(concluded, DAYS).isoformat()
    yield remark("1.3.3", f"licence fee to be paid by {by}, 30 days after the event")
    yield remark("1.5.3", f"payment and results file to arrive by {by}, 30 days after the event")
    month = months_after(concluded, 1).isoformat()
    yield remark("1.7.17", f"statements and everything else by {month}, a calendar month after the event")
    if charity:
        accounts = months_after(concluded, ACCOUNTS_MONTHS).isoformat()
        yield remark("1.8.3", f"full accounts of a charity event by {accounts}, three months after it")


class DeadlinesAsked(EventModel, frozen=True, kw_only=True):
    """The last day of play, and when things were done."""

    concluded: date
    charity: bool = False
    paid: date | None = None
    results_sent: date | None = None
    paperwork_sent: date | None = None
    accounts_sent: date | None = None


def _answers(asked: DeadlinesAsked) -> list[Remark]:
    return [*deadlines(asked.concluded, charity=asked.charity), *_late(asked)]


def _late(asked: DeadlinesAsked) -> Iterator[Remark]:
    thirty = days_after(asked.concluded, DAYS)
    done = (
        ("1.3.3", "the licence fee was paid", asked.paid, thirty),
        ("1.5.3", "the results file was sent", asked.results_sent, thirty),
        ("1.7.17", "the paperwork was sent", asked.paperwork_sent, months_after(asked.concluded, 1)),
        ("1.8.3", "the accounts were sent", asked.accounts_sent, months_after(asked.concluded, ACCOUNTS_MONTHS)),
    )
    for number, what, day, by in done:
        if day is not None and day > by and (number != "1.8.3" or asked.charity):
            late = (day - by).days
            yield remark(number, f"{what} on {day}, {late} day{'s' if late > 1 else ''} late: write to the EBU")


SHEET = Worksheet("What is due after a licensed event, and by when", clause("1.5.3"), DeadlinesAsked, _answers)
