"""The grade of a player on a day: from the certificate in force or, without one, by the book's rule.

The federation's `Grading` has the grades; its book has the day on which the ratings of a year come into force.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Q, Sum

from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.records.models import Rating
from masterpoint.centre.records.official_rank import ranks_on
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import records_of
from masterpoint.core.federations import Grading
from masterpoint.schemes import FEDERATIONS, edition_or_first
from masterpoint.schemes.ranks import rank_on


class Grade(NamedTuple):
    """A grade, and its rating."""

    name: str
    year: int | None = None
    """The season at whose end the rating was worked out; None if no rating is in force."""
    hundredths: int = 0


def has_grades(scheme: str) -> bool:
    """Whether the book rates and grades its players."""
    return FEDERATIONS[scheme].grading is not None


def grade_names(scheme: str) -> tuple[str, ...]:
    """The grades of a book, lowest first; empty if it has none."""
    grading = FEDERATIONS[scheme].grading
    return grading.names if grading else ()


def grades_on(scheme: str, people: Collection[Person], day: date) -> dict[int, str]:
    """Each person's grade on a day; empty if the book has no grades."""
    return {person: grade.name for person, grade in grades_with_ratings(scheme, people, day).items()}


def rated_year_on(scheme: str, day: date) -> int:
    """The season whose ratings are in force on a day, by the book of that day."""
    grading = FEDERATIONS[scheme].grading
    assert grading is not None
    return grading.rating_year(edition_or_first(scheme, day).book, day)


def in_force_from(scheme: str, year: int) -> date:
    """The day from which the ratings of a season are in force, by the book of the first day after it."""
    rules = FEDERATIONS[scheme]
    assert rules.grading is not None
    book = edition_or_first(scheme, rules.season.last_day(year) + timedelta(days=1)).book
    return date(year + 1, *rules.grading.in_force_from(book))


def grades_with_ratings(
    scheme: str, people: Collection[Person], day: date, ranks: Mapping[int, str] | None = None
) -> dict[int, Grade]:
    """Each person's grade and rating, in a few queries however many people there are; fewer with known `ranks`."""
    grading, season = FEDERATIONS[scheme].grading, FEDERATIONS[scheme].season
    if grading is None or not people:
        return {person.pk: Grade("") for person in people}
    records = records_of([person.pk for person in people])
    rated_year = rated_year_on(scheme, day)
    ratings = _ratings_by(records, rated_year)
    unrated = [person.pk for person in people if len(ratings.get(person.pk, ())) != 1]
    points_at_turn = _points_at_turn(records, grading, season.last_day(max(rated_year, 1)), day, unrated)
    ranks = ranks_on(people, day) if ranks is None else ranks
    return {
        person.pk: _grade(
            scheme, day, ratings.get(person.pk, []), points_at_turn.get(person.pk, 0), ranks[person.pk], person.visitor
        )
        for person in people
    }


def _grade(scheme: str, day: date, ratings: list[Rating], points: int, rank: str, overseas: bool) -> Grade:
    """Open by rank; otherwise the grade of the certificate; without one, the book's grade for no Rating Points."""
    year = ratings[0].year if ratings else None
    total = sum(rating.hundredths for rating in ratings)
    if len(ratings) == 1 and not is_open_by_rank(scheme, day, rank):
        return Grade(ratings[0].grade, year, total)
    return Grade(grade_by_the_book(scheme, day, total, points, rank, overseas=overseas and not ratings), year, total)


@lru_cache(maxsize=1_000)
def is_open_by_rank(scheme: str, day: date, rank: str) -> bool:
    """Whether the rank alone decides the grade, whatever the ratings."""
    return grade_by_the_book(scheme, day, 0, 0, rank) != grade_by_the_book(scheme, day, 0, 0, "")


@lru_cache(maxsize=10_000)
def grade_by_the_book(scheme: str, day: date, rating: int, points: int, rank: str, *, overseas: bool = False) -> str:
    """The book's grade for hundredths; a sum that a correction made negative counts as zero."""
    grading = FEDERATIONS[scheme].grading
    assert grading is not None
    return grading.grade(
        edition_or_first(scheme, day), _points(rating), _points(points), rank_on(scheme, rank, day), overseas
    )


def _points(hundredths: int) -> Decimal:
    return Decimal(max(0, hundredths)).scaleb(-2)


def _ratings_by(records: dict[int, int], last_year: int) -> dict[int, list[Rating]]:
    """The ratings in force, of each person's last rated year; more than one if two records were merged."""
    ratings: dict[int, list[Rating]] = {}
    rows = Rating.objects.filter(person__in=list(records), year__lte=max(last_year, 0)).order_by("year", "pk")
    for rating in rows:
        ratings_of_person = ratings.setdefault(records[rating.person_id], [])
        if ratings_of_person and ratings_of_person[0].year < rating.year:
            ratings_of_person.clear()
        ratings_of_person.append(rating)
    return ratings


def _points_at_turn(
    records: dict[int, int], grading: Grading, turn: date, day: date, people: Collection[int]
) -> dict[int, int]:
    """Points of the grading's colour at the turn of the season. Later opening balances count: they are older."""
    if not people:
        return {}
    owners = set(people)
    counts = Q(day__lte=turn) | Q(posting__kind=Posting.Kind.OPENING, day__lte=day)
    record_keys = [pk for pk, owner in records.items() if owner in owners]
    rows = Line.objects.filter(counts, person__in=record_keys, colour=grading.colour)
    sums: dict[int, int] = {}
    for person, amount in rows.values_list("person").annotate(sum=Sum("hundredths")).order_by():
        sums[records[person]] = sums.get(records[person], 0) + amount
    return sums
