"""8.1 and 8.3, the masterpoint levies of the worksheet, and what a levy on points is. All amounts in dollars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction

from masterpoint.core.books import rule
from masterpoint.core.derivation import Clause, Remark, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import EventModel
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import product, total
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Grade

CLUB_GRADES = ("F", "E", "D", "B4c", "B5i")  # 8.1


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
    problems = list(fee_problems(book, "day", facts.day, "8.3a"))
    if problems:
        raise Refused(problems)
    parts = [levy(book, issue) for issue in facts.issued]
    levy_total = derive(total, *parts, clause=book.clause("8.1"), message="levies altogether")
    return [*parts, levy_total, *_billing_remarks(book, facts)]


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


def fee_problems(book: Book, name: str, day: date | None, number: str) -> Iterator[Problem]:
    """A day before the printed schedule of fees began."""
    first = book.figures.levies.fees_from.value
    if day is not None and day < first:
        message = f"the schedule printed here begins on {first.day} {first:%B %Y}"
        yield book.problem(name, day, message, "use the fees of that day's schedule", number)


def _billing_remarks(book: Book, facts: Levies) -> Iterator[Remark]:
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
