"""The grade of a player on a day: from the certificate in force, or as the book grades whoever has none.

NZ E3 definition 7 and E7.6c: the ratings of a year are in force from 1 February of the next.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Q, Sum

from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.records.models import Rating
from masterpoint.centre.records.official_rank import ranks_on
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import records_of
from masterpoint.core.derivation import Remark
from masterpoint.schemes import edition_or_first

IN_FORCE_FROM = (2, 1)
"""Month and day (NZ E7.6c)."""
A = "A"
GRADES = ("Junior", "Intermediate", "Open")
"""Lowest first (NZ E6.4)."""


class Grade(NamedTuple):
    """A grade, and the rating it rests on."""

    name: str
    year: int | None = None
    """The rating of 31 December of this year; nothing where no rating is in force."""
    hundredths: int = 0


def has_grades(scheme: str, on: date | None = None) -> bool:
    """Whether the book of a day, or of today, rates and grades its players."""
    return "rating" in edition_or_first(scheme, on or date.today()).worksheets


def rating_year(day: date) -> int:
    """The year whose ratings are in force on a day."""
    return day.year - (1 if (day.month, day.day) >= IN_FORCE_FROM else 2)


def grades_on(scheme: str, people: Collection[Person], day: date) -> dict[int, str]:
    """The grade of each of some people on a day; empty where the book has no grades."""
    return {person: grade.name for person, grade in grades_with_ratings(scheme, people, day).items()}


def is_grade(word: str) -> bool:
    return word.capitalize() in GRADES


def higher_grade(grade: str, other: str) -> str:
    """The higher of two, however they are written; nothing is lower than any."""
    return max(grade, other, key=lambda name: GRADES.index(name.capitalize()) if is_grade(name) else -1)


def grades_with_ratings(
    scheme: str, people: Collection[Person], day: date, ranks: Mapping[int, str] | None = None
) -> dict[int, Grade]:
    """The same with the ratings behind them; a handful of queries, however many people. `ranks` spares some."""
    if not has_grades(scheme, day) or not people:
        return {person.pk: Grade("") for person in people}
    records = records_of([person.pk for person in people])
    ratings = _ratings_by(records, rating_year(day))
    a_points = _a_points(records, day, [person.pk for person in people if len(ratings.get(person.pk, ())) != 1])
    ranks = ranks_on(people, day) if ranks is None else ranks
    return {
        person.pk: _grade(
            scheme, day, ratings.get(person.pk, []), a_points.get(person.pk, 0), ranks[person.pk], person.visitor
        )
        for person in people
    }


def _grade(scheme: str, day: date, ratings: list[Rating], a_points: int, rank: str, overseas: bool) -> Grade:
    """As the certificate has it; Open by rank whatever it says; without one, as the book grades no Rating Points."""
    year = ratings[0].year if ratings else None
    held = sum(rating.hundredths for rating in ratings)
    if len(ratings) == 1 and not is_open_by_rank(scheme, day, rank):
        return Grade(ratings[0].grade, year, held)
    return Grade(grade_by_the_book(scheme, day, held, a_points, rank, overseas=overseas and not ratings), year, held)


@lru_cache(maxsize=1_000)
def is_open_by_rank(scheme: str, day: date, rank: str) -> bool:
    """NZ E7.5e: from a certain rank up, Rating Points no longer matter."""
    return grade_by_the_book(scheme, day, 0, 0, rank) != grade_by_the_book(scheme, day, 0, 0, "")


@lru_cache(maxsize=10_000)
def grade_by_the_book(scheme: str, day: date, rating: int, a_points: int, rank: str, *, overseas: bool = False) -> str:
    """What the worksheet of the book answers; a correction may leave less than nothing, a grade knows no less."""
    sheet = edition_or_first(scheme, day).worksheets["grade"]
    asked = sheet.asks(
        rating_points=Decimal(max(0, rating)).scaleb(-2),
        a_points=Decimal(max(0, a_points)).scaleb(-2),
        rank=rank,
        overseas=overseas,
    )
    message = next(str(answer.message) for answer in sheet.answers(asked) if isinstance(answer, Remark))
    return message.split(":")[0]


def _ratings_by(records: dict[int, int], last_year: int) -> dict[int, list[Rating]]:
    """The ratings in force: of each person's last year rated; more than one where two records were merged."""
    ratings: dict[int, list[Rating]] = {}
    rows = Rating.objects.filter(person__in=list(records), year__lte=max(last_year, 0)).order_by("year", "pk")
    for rating in rows:
        own = ratings.setdefault(records[rating.person_id], [])
        if own and own[0].year < rating.year:
            own.clear()
        own.append(rating)
    return ratings


def _a_points(records: dict[int, int], day: date, people: Collection[int]) -> dict[int, int]:
    """A points held at the turn of the rating year; a balance brought along since was held before."""
    if not people:
        return {}
    wanted = set(people)
    turn = date(max(rating_year(day), 1), 12, 31)
    held_then = Q(day__lte=turn) | Q(posting__kind=Posting.Kind.OPENING, day__lte=day)
    rows = Line.objects.filter(held_then, person__in=[pk for pk, owner in records.items() if owner in wanted], colour=A)
    sums: dict[int, int] = {}
    for person, amount in rows.values_list("person").annotate(sum=Sum("hundredths")).order_by():
        sums[records[person]] = sums.get(records[person], 0) + amount
    return sums
