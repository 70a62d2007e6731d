"""E6.4 and E7.6: Rating Points at the turn of the year, and the grades that rest on them."""

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
def rating(book: Book, asks: RatingFacts) -> Sequence[Step | Remark]:
    """E7.6: the kept part of last year's, and the A and B Points of the year."""
    require_amounts(asks)
    previous = fact(exact(asks.previous), book.clause("E7.6a"), "previous Rating Points")
    share = book.figures.points.rating_kept
    message = sentence("× {share}", share=share.value)
    kept = derive(partial(product, share.value), previous, clause=share.clause, message=message)
    earned = derive(
        total,
        fact(exact(asks.a_points), book.clause("E7.6b"), sentence("A Points earned in {year}", year=asks.year)),
        fact(exact(asks.b_points), book.clause("E7.6b"), sentence("B Points earned in {year}", year=asks.year)),
        clause=book.clause("E7.6b"),
        message="A and B Points of the year",
    )
    new = derive(
        total,
        kept,
        earned,
        clause=book.clause("E7.6a"),
        message=sentence("Rating Points at 31 December {year}", year=asks.year),
    )
    first = date(asks.year + 1, *book.figures.points.certificates_from.value)
    remarks = [book.remark("E7.6c", sentence("in force from {first}", first=_long_date(first)))]
    late = asks.late_a_points + asks.late_b_points
    if late:
        message = sentence("{late} points were not processed by the cut-off and are left out", late=exact(late))
        remarks.append(book.remark("E7.6d", message))
    return [new, *remarks]


class GradeFacts(EventModel, frozen=True, kw_only=True):
    """What a grade rests on."""

    rating_points: Points
    a_points: Points = Decimal(0)
    rank: Text = ""
    overseas: bool = False
    """Registered abroad, visitor or new resident."""
    evidence: Literal["", "open", "intermediate", "junior"] = ""
    """The grade that clear evidence shows for a player from abroad."""
    on: date | None = None
    """A day of play, to know which certificate is in force."""


def grade(book: Book, asks: GradeFacts) -> Sequence[Step | Remark]:
    """E6.4: Open, Intermediate or Junior."""
    require_amounts(asks)
    if not is_rank(book, asks.rank):
        fix = f"leave it out, or write one of: {', '.join(rank_names(book))}"
        raise Refused(book.problem("rank", asks.rank, "no such New Zealand rank", fix, "E7.5a"))
    if asks.evidence and not asks.overseas:
        fix = "leave it out, or write overseas = true"
        wrong = "evidence of another grade is heard for players from abroad only"
        raise Refused(book.problem("evidence", asks.evidence, wrong, fix, "E8.8d"))
    held = fact(exact(asks.rating_points), book.clause("E3.D7n"), "Rating Points on the certificate in force")
    a_points = fact(exact(asks.a_points), book.clause("E6.4c"), "A Points held")
    answers: list[Step | Remark] = [held, a_points, _graded(book, asks)]
    if asks.on is not None:
        first = certificate_day(book, asks.on)
        message = sentence("on {day} the certificate of {first} is in force", day=asks.on, first=_long_date(first))
        answers.append(book.remark("E3.D7n", message))
    return answers


def certificate_day(book: Book, day: date) -> date:
    """E3.D7n, E7.6c: the first day of the grades in force on a day of play."""
    first = date(day.year, *book.figures.points.certificates_from.value)
    return first if day >= first else first.replace(year=day.year - 1)


def _long_date(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _graded(book: Book, asks: GradeFacts) -> Remark:
    if asks.overseas and not asks.evidence:
        return book.remark("E8.8d", "Open: players from abroad are, unless clear evidence shows otherwise")
    if asks.overseas:
        return book.remark(
            "E8.8d",
            sentence("{evidence}: by clear evidence, at the Board's discretion", evidence=asks.evidence.title()),
        )
    return grading(book, asks.rating_points, asks.a_points, asks.rank)


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
        number, reason = "E7.5e", "Open: from {rank} up there is no way back (reading N-10)"
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
