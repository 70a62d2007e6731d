"""Chapter 8, ABF levies (page 38): masterpoint levies, capitation fees, fines. All amounts in dollars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec import Meta

from masterpoint.core.books import Figure, printed_figure, rule
from masterpoint.core.derivation import Clause, Remark, Step, derive, fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Count, EventModel
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import product, total
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Grade
from masterpoint.schemes.abf.rules.grades.weights import colour_of

CLUB_GRADES = ("F", "E", "D", "B4c", "B5i")  # 8.1
FINE_EXEMPT = ("B4c", "B5i")  # 8.4
Money = Annotated[Decimal, Meta(description="dollars")]


class IssuedPoints(EventModel, frozen=True, kw_only=True):
    """Points issued at one grade."""

    grade: Grade
    points: Decimal
    as_congress: bool = False
    """Australia-Wide Pairs and single-session State-wide events: reported as a congress, at the B4 levy."""


class Levies(EventModel, frozen=True, kw_only=True):
    """Points a club or State issued."""

    issued: tuple[IssuedPoints, ...]
    day: date | None = None
    """The day the points were issued: the printed fees hold from 1 April 2025."""


def levies(book: Book, facts: Levies) -> Sequence[Step | Remark]:
    """8.1, 8.3: the levy of each grade, the total, and when it is billed."""
    problems = list(_fee_problems(book, "day", facts.day, "8.3a"))
    if problems:
        raise Refused(problems)
    parts = [levy(book, issue) for issue in facts.issued]
    levy_total = derive(total, *parts, clause=book.clause("8.1"), message="levies altogether")
    return [*parts, levy_total, *_billed(book, facts)]


@rule
def levy(book: Book, issue: IssuedPoints) -> Step:
    """8.3: the levy on points of one grade, in cents."""
    clause = book.clause("8.1")
    grade, number = issue.grade, "8.3a"
    if issue.as_congress:
        grade, number = "B4", "6.3e" if issue.grade == "B" else "6.2.1 note"
    points = fact(tidy(Fraction(issue.points)), clause, sentence("points of grade {grade}", grade=issue.grade))
    message = sentence("dollars a point at grade {grade}", grade=grade)
    rate = fact(book.figures.levies.levy.value[grade], book.clause(number), message)
    message = sentence("levy for grade {grade}, in cents", grade=issue.grade)
    exact_levy = levy_on(points, rate, clause, issue.grade)
    return derive(nearest_hundredth, exact_levy, clause=clause, message=message)


def levy_on(points: Step, rate: Step, clause: Clause, grade: str) -> Step:
    """8.1, 8.3: the levy on each point of a grade."""
    return derive(product, points, rate, clause=clause, message=sentence("levy for grade {grade}", grade=grade))


def _fee_problems(book: Book, name: str, day: date | None, number: str) -> Iterator[Problem]:
    first = book.figures.levies.fees_from.value
    if day is not None and day < first:
        message = f"the schedule printed here begins on {first.day} {first:%B %Y}"
        yield book.problem(name, day, message, "use the fees of that day's schedule", number)


def _billed(book: Book, facts: Levies) -> Iterator[Remark]:
    """8.1: club events are billed by the quarter, congresses and State events as they are processed."""
    by_quarter = [issue.grade for issue in facts.issued if issue.grade in CLUB_GRADES and not issue.as_congress]
    at_once = [issue.grade for issue in facts.issued if issue.grade not in by_quarter]
    if by_quarter:
        template = (
            "billed with the quarter ending {end}: {grades}" if facts.day else "billed with the quarter: {grades}"
        )
        end = _quarter_end(facts.day) if facts.day else None
        yield book.remark("8.1", sentence(template, end=end, grades=", ".join(by_quarter)))
    if at_once:
        message = sentence("billed when the Centre processes them: {grades}", grades=", ".join(at_once))
        yield book.remark("8.1", message)


def _quarter_end(day: date) -> date:
    month = (day.month - 1) // 3 * 3 + 3
    return date(day.year, month, 31 if month in (3, 12) else 30)


class Capitation(EventModel, frozen=True, kw_only=True):
    """Members a club renews on 31 March, or registers on a day."""

    members: Count
    registered: date | None = None
    """The day, for members added during the year; left out for the yearly renewal."""
    new: Count = 0
    """How many of them are registered for the first time."""
    visitors_and_youth: Count = 0
    """How many of them are members of the youth club or of a club for visitors, and pay nothing."""
    new_club: bool = False
    """The club affiliated for the first time this registration year."""


def season_of(book: Book, day: date | None) -> int:
    """8.3: the month from which the fee of a day holds; for the yearly renewal, that in which the year begins.

    Full from April to September, half from October to December, nothing from January to March.
    """
    months = [first for first, _ in book.figures.levies.capitation.value]
    return months[0] if day is None else max(first for first in months if first <= day.month)


def fee_on(book: Book, day: date | None) -> Fraction:
    """8.3: the fee of a member registered on a day, or renewed."""
    return dict(book.figures.levies.capitation.value)[season_of(book, day)]


def capitation(book: Book, facts: Capitation) -> Sequence[Step | Remark]:
    """8.2, 8.3: the fee of each member who pays, and the commission for new players."""
    problems = list(_capitation_problems(book, facts))
    if problems:
        raise Refused(problems)
    fee = book.figures.levies.capitation
    renewed = "capitation fee of a member: the yearly renewal"
    template = renewed if facts.registered is None else "capitation fee of a member: {day}"
    rate = fact(tidy(fee_on(book, facts.registered)), fee.clause, sentence(template, day=facts.registered))
    capitation_fee = capitation_due(book, _paying(book, facts), rate)
    new = fact(facts.new, book.clause("8.3b"), "new players")
    dollars = printed_figure(book.figures.levies.commission, "dollars for a new player")
    return [capitation_fee, commission_due(book, new, dollars)]


def capitation_due(book: Book, members: Step, rate: Step) -> Step:
    """8.2: the fee of the season for every member who pays."""
    return derive(product, members, rate, clause=book.clause("8.2a"), message="capitation due")


def commission_due(book: Book, players: Step, rate: Step) -> Step:
    """8.3: the commission to the club for each new player."""
    return derive(product, players, rate, clause=book.clause("8.3b"), message="commission, to the club")


def _capitation_problems(book: Book, facts: Capitation) -> Iterator[Problem]:
    message, fix = f"the club has {facts.members} members here", "count them among `members`"
    parts = (("new", facts.new, "8.3b"), ("visitors_and_youth", facts.visitors_and_youth, "1.3.6"))
    for name, count, number in parts:
        if count > facts.members:
            yield book.problem(name, count, message, fix, number)
    yield from _fee_problems(book, "registered", facts.registered, "8.3b")


@rule
def _paying(book: Book, facts: Capitation) -> Step:
    """8.2: the members who pay."""
    members = fact(facts.members, book.clause("8.2a"), "home club members")
    exempt_members = []
    if facts.visitors_and_youth:
        exempt_members.append(
            fact(facts.visitors_and_youth, book.clause("1.3.6"), "youth and visitors, who pay nothing")
        )
    if facts.new_club:
        exempt_members.append(
            fact(facts.new, book.clause("8.2b"), "never registered before, in a new club’s first year")
        )
    if not exempt_members:
        return members
    return derive(_less, members, *exempt_members, clause=book.clause("8.2a"), message="members who pay")


def _less(whole: Exact, *parts: Exact) -> Exact:
    remainder = whole - total(*parts)
    return remainder if remainder > 0 else 0


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

    def periods(self) -> Step:
        """The months or quarters begun after the free days."""
        periods_begun = -(-(self.days - self.free_days.value) // self.period.value)
        message = sentence("periods begun after {free} days", free=self.free_days.value)
        return fact(periods_begun, self.free_days.clause, message, reading=self.period.reading)


def file_fine(book: Book, days: int, levy: Step, rate: Step) -> Step:
    """8.4: the fine for a credit file that came a number of days after the event, at the rate of the day."""
    figures = book.figures.levies
    return _fine_on(_Delay("credit file", days, figures.late_credits, figures.month), levy, rate)


def account_fine(book: Book, days: int, debt: Step, rate: Step) -> Step:
    """8.4: the fine for an account overdue by a number of days, at the rate of the day."""
    figures = book.figures.levies
    return _fine_on(_Delay("overdue account", days, figures.late_account, figures.quarter), debt, rate)


def quarters_overdue(book: Book, days: int) -> int:
    """8.4: the quarters begun after the free days."""
    figures = book.figures.levies
    return max(0, -(-(days - figures.late_account.value) // figures.quarter.value))


def _fine_on(delay: _Delay, base: Step, rate: Step) -> Step:
    free_days, clause = delay.free_days.value, delay.free_days.clause
    if delay.days <= free_days:
        return nothing(clause, sentence("{thing} not more than {free} days late", thing=delay.subject, free=free_days))
    message = sentence("fine for the {thing}", thing=delay.subject)
    fine = derive(product, base, delay.periods(), rate, clause=clause, message=message)
    message = sentence("fine for the {thing}, in cents", thing=delay.subject)
    return derive(nearest_hundredth, fine, clause=clause, message=message)
