"""1.3.3(b), 1.5.3, 1.7.17 and 1.8.3: what is due after an event, and by which day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache, partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.editions import Worksheet
from masterpoint.core.events import EventModel
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.families.calendar import months_after
from masterpoint.schemes.families.words import in_words


def days_after(day: date, days: int) -> date:
    """The day so many days later, or the last of the calendar."""
    return day + timedelta(days=min(days, (date.max - day).days))


@rule
def deadlines(book: Book, last_day: date, *, charity: bool = False) -> Iterator[Remark]:
    """What the holder of a general licence owes, with the last day for it."""
    figures = book.figures.licences
    templates = (
        (figures.fee_days, "licence fee to be paid by {by}, {days} days after the event"),
        (figures.results_days, "payment and results file to arrive by {by}, {days} days after the event"),
    )
    for days, template in templates:
        due_day = days_after(last_day, days.value)
        yield book.remark(days.clause.number, sentence(template, by=due_day, days=days.value))
    months = figures.paperwork_months.value
    period = "a calendar month" if months == 1 else f"{in_words(months)} months"
    message = sentence(
        "statements and everything else by {by}, {after} after the event",
        by=months_after(last_day, months),
        after=period,
    )
    yield book.remark("1.7.17", message)
    if charity:
        months = figures.accounts_months.value
        message = sentence(
            "full accounts of a charity event by {by}, {months} months after it",
            by=months_after(last_day, months),
            months=in_words(months),
        )
        yield book.remark("1.8.3", message)


class DeadlinesFacts(EventModel, frozen=True, kw_only=True):
    """The last day of play, and when things were done."""

    concluded: date
    charity: bool = False
    paid: date | None = None
    results_sent: date | None = None
    paperwork_sent: date | None = None
    accounts_sent: date | None = None


def _answers(book: Book, facts: DeadlinesFacts) -> list[Remark]:
    return [*deadlines(book, facts.concluded, charity=facts.charity), *_late_remarks(book, facts)]


def _late_remarks(book: Book, facts: DeadlinesFacts) -> Iterator[Remark]:
    figures, last = book.figures.licences, facts.concluded
    deadline_checks = [
        ("1.3.3", "the licence fee was paid", facts.paid, days_after(last, figures.fee_days.value)),
        ("1.5.3", "the results file was sent", facts.results_sent, days_after(last, figures.results_days.value)),
        ("1.7.17", "the paperwork was sent", facts.paperwork_sent, months_after(last, figures.paperwork_months.value)),
    ]
    if facts.charity:
        due_day = months_after(last, figures.accounts_months.value)
        deadline_checks.append(("1.8.3", "the accounts were sent", facts.accounts_sent, due_day))
    for number, subject, day, due_day in deadline_checks:
        if day is not None and day > due_day:
            days_late = (day - due_day).days
            days = "1 day" if days_late == 1 else f"{days_late} days"
            message = sentence("{what} on {day}, {days} late: write to the EBU", what=subject, day=day, days=days)
            yield book.remark(number, message)


@cache
def sheet(book: Book) -> Worksheet:
    return Worksheet(
        "What is due after a licensed event, and by when", book.clause("1.5.3"), DeadlinesFacts, partial(_answers, book)
    )
