"""E6.4 and E7.6: Rating Points at the turn of the year, and the grades that follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Refused
from masterpoint.core.events import EventModel, Text
from masterpoint.core.exact import Exact, exact
from masterpoint.core.mechanisms import product, total
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.points.amounts import Points, require_amounts
from masterpoint.schemes.nz.rules.points.ranks import is_at_least, is_rank, rank_names

Year = Annotated[int, Meta(ge=1900, le=2200)]


class RatingFacts(EventModel, frozen=True, kw_only=True):
    """Last year's Rating Points and what the year brought."""

    previous: Points
    a_points: Points = Decimal(0)
    b_points: Points = Decimal(0)
    late_a_points: Points = Decimal(0)
    """Earned, but not processed by 31 December."""
    late_b_points: Points = Decimal(0)
    year: Year
    """The year just past."""


@rule
def rating(book: Book, facts: RatingFacts) -> Sequence[Step | Remark]:
    """E7.6: the kept part of last year's, and the A and B Points of the year."""
    require_amounts(facts)
    previous = fact(exact(facts.previous), book.clause("E7.6a"), "previous Rating Points")
    share = book.figures.points.rating_kept
    message = sentence("× {share}", share=share.value)
    remainder = derive(partial(product, share.value), previous, clause=share.clause, message=message)
    year_points = derive(
        total,
        fact(exact(facts.a_points), book.clause("E7.6b"), sentence("A Points earned in {year}", year=str(facts.year))),
        fact(exact(facts.b_points), book.clause("E7.6b"), sentence("B Points earned in {year}", year=str(facts.year))),
        clause=book.clause("E7.6b"),
        message="A and B Points of the year",
    )
    new = derive(
        total,
        remainder,
        year_points,
        clause=book.clause("E7.6a"),
        message=sentence("Rating Points at 31 December {year}", year=str(facts.year)),
    )
    first = date(facts.year + 1, *book.figures.points.certificates_from.value)
    remarks = [book.remark("E7.6c", sentence("in force from {first}", first=_long_date(first)))]
    late_points = facts.late_a_points + facts.late_b_points
    if late_points:
        message = sentence("{late} points were not processed by the cut-off and are left out", late=exact(late_points))
        remarks.append(book.remark("E7.6d", message))
    return [new, *remarks]


class GradeFacts(EventModel, frozen=True, kw_only=True):
    """The facts that decide a grade."""

    rating_points: Points
    a_points: Points = Decimal(0)
    rank: Text = ""
    overseas: bool = False
    """Registered abroad, visitor or new resident."""
    evidence: Literal["", "open", "intermediate", "junior"] = ""
    """The grade that clear evidence shows for a player from abroad."""
    on: date | None = None
    """The day of play, which decides the certificate in force."""


def grade(book: Book, facts: GradeFacts) -> Sequence[Step | Remark]:
    """E6.4: Open, Intermediate or Junior."""
    require_amounts(facts)
    if not is_rank(book, facts.rank):
        fix = f"leave it out, or write one of: {', '.join(rank_names(book))}"
        raise Refused(book.problem("rank", facts.rank, "no such New Zealand rank", fix, "E7.5a"))
    if facts.evidence and not facts.overseas:
        fix = "leave it out, or write overseas = true"
        reason = "evidence of another grade counts for players from abroad only"
        raise Refused(book.problem("evidence", facts.evidence, reason, fix, "E8.8d"))
    rating_points = fact(exact(facts.rating_points), book.clause("E3.D7n"), "Rating Points on the certificate in force")
    a_points = fact(exact(facts.a_points), book.clause("E6.4c"), "A Points held")
    answers: list[Step | Remark] = [rating_points, a_points, _grade_remark(book, facts)]
    if facts.on is not None:
        first = certificate_day(book, facts.on)
        message = sentence("on {day} the certificate of {first} is in force", day=facts.on, first=_long_date(first))
        answers.append(book.remark("E3.D7n", message))
    return answers


def certificate_day(book: Book, day: date) -> date:
    """E3.D7n, E7.6c: the first day of the grades in force on a day of play."""
    first = date(day.year, *book.figures.points.certificates_from.value)
    return first if day >= first else first.replace(year=day.year - 1)


def _long_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _grade_remark(book: Book, facts: GradeFacts) -> Remark:
    if facts.overseas and not facts.evidence:
        return book.remark("E8.8d", "Open: players from abroad are Open unless clear evidence shows otherwise")
    if facts.overseas:
        return book.remark(
            "E8.8d",
            sentence("{evidence}: by clear evidence, at the Board's discretion", evidence=facts.evidence.title()),
        )
    return grading(book, facts.rating_points, facts.a_points, facts.rank)


@rule
def grading(book: Book, rating_points: Exact | Decimal, a_points: Exact | Decimal, rank: str) -> Remark:
    """E6.4: the grade and its reason (reading N-10 closes the gaps)."""
    figures = book.figures.points
    limits = {
        "rank": figures.open_from_rank.value,
        "open": figures.open_above.value,
        "junior": figures.junior_up_to.value,
        "a_points": figures.junior_a_points.value,
    }
    if is_at_least(book, rank, figures.open_from_rank.value):
        number, reason = "E7.5e", "Open: a player stays Open from {rank} up (reading N-10)"
    elif rating_points > figures.open_above.value:
        number, reason = "E6.4a", "Open: more than {open} Rating Points"
    elif rating_points > figures.junior_up_to.value:
        number, reason = "E6.4b", "Intermediate: more than {junior}, not more than {open} (reading N-10)"
    elif a_points > figures.junior_a_points.value:
        number, reason = "E6.4b", "Intermediate: more than {a_points} A Points (reading N-10)"
    else:
        number, reason = "E6.4c", "Junior: not more than {junior} Rating Points and {a_points} A Points"
    return book.remark(number, sentence(reason, **limits))


def worksheets(book: Book) -> dict[str, Worksheet]:
    """Rating Points and grades."""
    return {
        "rating": Worksheet(
            "Rating Points at the turn of the year", book.clause("E7.6a"), RatingFacts, partial(rating, book)
        ),
        "grade": Worksheet("Open, Intermediate or Junior", book.clause("E6.4a"), GradeFacts, partial(grade, book)),
    }
