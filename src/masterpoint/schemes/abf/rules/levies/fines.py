"""8.4, the fines for late credit files, overdue accounts and payments without a club number, as a worksheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Annotated

import msgspec
from msgspec import Meta

from masterpoint.core.books import Figure, printed_figure, rule
from masterpoint.core.derivation import Remark, Step, derive, fact, nothing
from masterpoint.core.events import Count, EventModel
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import product, total
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Grade
from masterpoint.schemes.abf.rules.grades.weights import colour_of

FINE_EXEMPT = ("B4c", "B5i")  # 8.4
Money = Annotated[Decimal, Meta(description="dollars")]


class Fines(EventModel, frozen=True, kw_only=True):
    """Files, accounts and payments that were late or incomplete."""

    levy: Money = Decimal(0)
    """The levy on the event whose credit file came late."""
    days_after_event: Count = 0
    grade: Grade | None = None
    """The grade of that event: only red and gold ones are fined."""
    exempt: bool = False
    """GNOT and GNP; club B4c and B5i events are exempt by their grade."""
    overdue: Money = Decimal(0)
    """An account that is overdue."""
    days_overdue: Count = 0
    payments_without_number: Count = 0


def fines(book: Book, facts: Fines) -> Sequence[Step | Remark]:
    """8.4: late credit files, overdue accounts, payments without the club number."""
    file, account = late_file(book, facts), late_account(book, facts)
    rate = printed_figure(book.figures.levies.no_number, "dollars for each")
    payments = fact(facts.payments_without_number, rate.clause, "payments without the club number")
    numbers = derive(product, payments, rate, clause=rate.clause, message="fee for payments without the club number")
    fine_total = derive(total, file, account, numbers, clause=book.clause("8.4a"), message="fines altogether")
    return [file, account, numbers, fine_total, *_fine_remarks(book, facts, file)]


def _fine_remarks(book: Book, facts: Fines, file: Step) -> Iterator[Remark]:
    if file.value and facts.grade is None:
        yield book.remark("8.4a", "charged as for a red or gold event: a green one is not fined; give its grade")
    if facts.levy and not facts.days_after_event:
        yield book.remark("8.4a", "no fine on this levy: give days_after_event, the days after which the file came")
    if facts.overdue and not facts.days_overdue:
        yield book.remark("8.4b", "no fine on this account: give days_overdue, the days for which it has been overdue")


@rule
def late_file(book: Book, facts: Fines) -> Step:
    """8.4: the fine for a credit file that came late."""
    figures = book.figures.levies
    if facts.exempt or facts.grade in FINE_EXEMPT:
        return nothing(figures.late_credits.clause, "club B4c and B5i events, GNOT and GNP are exempt")
    if facts.grade is not None and colour_of(book, facts.grade) == "green":
        return nothing(figures.late_credits.clause, "only the files of red and gold events are fined")
    rate = printed_figure(figures.late_rate, _rate_message(figures.late_rate))
    return file_fine(book, facts.days_after_event, _charged_on(figures.late_credits, facts.levy), rate)


@rule
def late_account(book: Book, facts: Fines) -> Step:
    """8.4: the fine for an account that is overdue."""
    figures = book.figures.levies
    rate = printed_figure(figures.account_rate, _rate_message(figures.account_rate))
    return account_fine(book, facts.days_overdue, _charged_on(figures.late_account, facts.overdue), rate)


def _rate_message(rate: Figure[Fraction]) -> Message:
    return sentence("{percent}% for each", percent=rate.value * 100)


def _charged_on(figure: Figure[int], amount: Decimal) -> Step:
    return fact(tidy(Fraction(amount)), figure.clause, "amount it is charged on")


class _Delay(msgspec.Struct, frozen=True):
    """Something that came late by a number of days, some of them free. A fine is due for each period begun."""

    subject: str
    days: int
    free_days: Figure[int]
    period: Figure[int]

    @property
    def periods_begun(self) -> int:
        """The months or quarters begun after the free days."""
        return max(0, ceil(Fraction(self.days - self.free_days.value, self.period.value)))

    def periods(self) -> Step:
        """The number of these periods, as a step."""
        message = sentence("periods begun after {free} days", free=self.free_days.value)
        return fact(self.periods_begun, self.free_days.clause, message, reading=self.period.reading)


def file_fine(book: Book, days: int, levy: Step, rate: Step) -> Step:
    """8.4: the fine for a credit file that came a number of days after the event, at the rate of the day."""
    figures = book.figures.levies
    return _fine_on(_Delay("credit file", days, figures.late_credits, figures.month), levy, rate)


def account_fine(book: Book, days: int, debt: Step, rate: Step) -> Step:
    """8.4: the fine for an account overdue by a number of days, at the rate of the day."""
    return _fine_on(_overdue_account(book, days), debt, rate)


def quarters_overdue(book: Book, days: int) -> int:
    """8.4: the quarters begun after the free days."""
    return _overdue_account(book, days).periods_begun


def _overdue_account(book: Book, days: int) -> _Delay:
    figures = book.figures.levies
    return _Delay("overdue account", days, figures.late_account, figures.quarter)


def _fine_on(delay: _Delay, base: Step, rate: Step) -> Step:
    free_days, clause = delay.free_days.value, delay.free_days.clause
    if delay.days <= free_days:
        return nothing(clause, sentence("{thing} not more than {free} days late", thing=delay.subject, free=free_days))
    message = sentence("fine for the {thing}", thing=delay.subject)
    fine = derive(product, base, delay.periods(), rate, clause=clause, message=message)
    message = sentence("fine for the {thing}, in cents", thing=delay.subject)
    return derive(nearest_hundredth, fine, clause=clause, message=message)
