"""E6.4 and E7.6: Rating Points at the turn of the year, and the grades that rest on them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Refused
from masterpoint.core.events import EventModel, Text
from masterpoint.core.exact import Exact, exact, shown
from masterpoint.core.mechanisms import product, total
from masterpoint.schemes.nz.rules.amounts import Points, require_amounts
from masterpoint.schemes.nz.rules.handbook import clause, problem
from masterpoint.schemes.nz.rules.ranks import RANKS, is_at_least, is_rank

Year = Annotated[int, Meta(ge=1900, le=2200)]
OPEN_ABOVE, JUNIOR_UP_TO, JUNIOR_A_POINTS = 100, 30, 5  # E6.4
KEPT = Fraction(8, 10)  # E7.6a


class RatingAsks(EventModel, frozen=True, kw_only=True):
    """Last year's Rating Points and what the year brought."""

    previous: Points
    a_points: Points = Decimal(0)
    b_points: Points = Decimal(0)
    late_a_points: Points = Decimal(0)
    """Earned, but not processed by 31 December."""
    late_b_points: Points = Decimal(0)
    year: Year
    """The year just past."""


def rating(asks: RatingAsks) -> Sequence[Step | Remark]:
    """E7.6: eight tenths of last year's, and the A and B Points of the year."""
    require_amounts(asks)
    previous = fact(exact(asks.previous), clause("E7.6a"), "previous Rating Points")
    kept = derive(partial(product, KEPT), previous, clause=clause("E7.6a"), message="× 0.8")
    earned = derive(
        total,
        fact(exact(asks.a_points), clause("E7.6b"), f"A Points earned in {asks.year}"),
        fact(exact(asks.b_points), clause("E7.6b"), f"B Points earned in {asks.year}"),
        clause=clause("E7.6b"),
        message="A and B Points of the year",
    )
    new = derive(total, kept, earned, clause=clause("E7.6a"), message=f"Rating Points at 31 December {asks.year}")
    remarks = [Remark(clause("E7.6c"), f"in force from 1 February {asks.year + 1}")]
    late = asks.late_a_points + asks.late_b_points
    if late:
        message = f"{shown(exact(late))} points were not processed by the cut-off and are left out"
        remarks.append(Remark(clause("E7.6d"), message))
    return [new, *remarks]


class GradeAsks(EventModel, frozen=True, kw_only=True):
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


def grade(asks: GradeAsks) -> Sequence[Step | Remark]:
    """E6.4: Open, Intermediate or Junior."""
    require_amounts(asks)
    if not is_rank(asks.rank):
        fix = f"leave it out, or write one of: {', '.join(name for name, _, _ in RANKS)}"
        raise Refused(problem("rank", asks.rank, "no such New Zealand rank", fix, "E7.5a"))
    held = fact(exact(asks.rating_points), clause("E3.D7n"), "Rating Points on the certificate in force")
    a_points = fact(exact(asks.a_points), clause("E6.4c"), "A Points held")
    answers: list[Step | Remark] = [held, a_points, _graded(asks)]
    if asks.on is not None:
        first = date(asks.on.year if asks.on >= date(asks.on.year, 2, 1) else asks.on.year - 1, 2, 1)
        message = f"on {asks.on} the certificate of 1 February {first.year} is in force"
        answers.append(Remark(clause("E3.D7n"), message))
    return answers


def _graded(asks: GradeAsks) -> Remark:
    if asks.overseas and not asks.evidence:
        return Remark(clause("E8.8d"), "Open: players from abroad are, unless clear evidence shows otherwise")
    if asks.overseas:
        return Remark(clause("E8.8d"), f"{asks.evidence.title()}: by clear evidence, at the Board's discretion")
    number, name, why = grade_name(asks.rating_points, asks.a_points, asks.rank)
    return Remark(clause(number), f"{name}: {why}")


def grade_name(rating_points: Exact | Decimal, a_points: Exact | Decimal, rank: str) -> tuple[str, str, str]:
    """The clause, the grade and the reason (reading N-10 closes the gaps)."""
    if is_at_least(rank, "Provincial Master"):
        return "E7.5e", "Open", "from Provincial Master up there is no way back (reading N-10)"
    if rating_points > OPEN_ABOVE:
        return "E6.4a", "Open", f"more than {OPEN_ABOVE} Rating Points"
    if rating_points > JUNIOR_UP_TO:
        return "E6.4b", "Intermediate", f"more than {JUNIOR_UP_TO}, not more than {OPEN_ABOVE} (reading N-10)"
    if a_points > JUNIOR_A_POINTS:
        return "E6.4b", "Intermediate", f"more than {JUNIOR_A_POINTS} A Points (reading N-10)"
    return "E6.4c", "Junior", f"not more than {JUNIOR_UP_TO} Rating Points and {JUNIOR_A_POINTS} A Points"


WORKSHEETS = {
    "rating": Worksheet("Rating Points at the turn of the year", clause("E7.6a"), RatingAsks, rating),
    "grade": Worksheet("Open, Intermediate or Junior", clause("E6.4a"), GradeAsks, grade),
}
