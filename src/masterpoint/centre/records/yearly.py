"""The end of a season: decay, conversion, ratings and grades.

Each run writes one posting that says what it is for. Running it again posts nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import due, services
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.records import queries, season_points
from masterpoint.centre.records.grades import (
    Grade,
    grade_by_the_book,
    grades_with_ratings,
    has_grades,
    in_force_from,
    rated_year_on,
)
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import Problem
from masterpoint.core.exact import rational
from masterpoint.core.rounding import nearest_whole
from masterpoint.schemes import FEDERATIONS

DueLines = Callable[[Federation, date, int | None], list[NewLine]]
RUNS: dict[str, DueLines] = {Posting.Kind.EXPIRY: due.decay_lines, Posting.Kind.CONVERSION: due.conversion_lines}


def post_decay(federation: Federation, as_at: date, *, by: User | None, reason: str = "") -> Posting | None:
    """Post the yearly decay; None if nothing is due."""
    colours = ", ".join(due.decay_sheets(federation.scheme))
    return _run(federation, Posting.Kind.EXPIRY, as_at, by=by, reason=reason or f"{colours} points as at {as_at}")


def post_conversion(federation: Federation, as_at: date, *, by: User | None, reason: str = "") -> Posting | None:
    """Post the yearly conversion of points; None if nobody has enough."""
    pairs = FEDERATIONS[federation.scheme].converting.items()
    colours = ", ".join(f"{colour} into {target}" for colour, (target, _) in pairs)
    return _run(federation, Posting.Kind.CONVERSION, as_at, by=by, reason=reason or f"{colours} points as at {as_at}")


@transaction.atomic
def _run(federation: Federation, kind: str, as_at: date, *, by: User | None, reason: str) -> Posting | None:
    lock(federation)
    lines = RUNS[kind](federation, as_at, None)
    if not lines:
        return None
    return services.post(federation, kind, lines, by=by, reason=reason, detail={"as_at": as_at.isoformat()})


def has_ratings(federation: Federation) -> bool:
    """Whether the book rates its players."""
    return has_grades(federation.scheme)


def is_rated(federation: Federation, year: int) -> bool:
    """Whether a year has been rated, here or in an older system, even if there was nobody to rate."""
    runs = Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING, detail__year=year)
    return runs.exists() or Rating.objects.filter(person__federation=federation, year=year).exists()


def ratings_of(people: Iterable[int], year: int) -> dict[int, Rating]:
    """The ratings of some people for a year."""
    return {rating.person_id: rating for rating in Rating.objects.filter(person__in=list(people), year=year)}


class RatingCard(NamedTuple):
    """The ratings on a record: the grade in force, and the next one if it is known, each with its days."""

    current: Grade
    rated_at: date | None
    in_force_from: date | None
    next_rating: Rating | None
    next_rated_at: date | None
    next_from: date | None


def rating_card(person: Person, on: date) -> RatingCard | None:
    """The grade on a day; None if the book has no grades."""
    scheme = person.federation.scheme
    if not has_grades(scheme):
        return None
    season = FEDERATIONS[scheme].season
    current = grades_with_ratings(scheme, [person], on)[person.pk]
    last_rated_year = season.year_of(on + timedelta(days=1)) - 1 if on < date.max else on.year
    later_ratings = Rating.objects.filter(person=person, year__gt=rated_year_on(scheme, on), year__lte=last_rated_year)
    next_rating = later_ratings.order_by("year").last()
    return RatingCard(
        current,
        *_days_of_rating(scheme, current.year),
        next_rating,
        *_days_of_rating(scheme, next_rating.year if next_rating else None),
    )


def _days_of_rating(scheme: str, year: int | None) -> tuple[date | None, date | None]:
    """The last day of a rated season, and the day from which its ratings are in force."""
    return (None, None) if year is None else (FEDERATIONS[scheme].season.last_day(year), in_force_from(scheme, year))


class Rated(NamedTuple):
    """A rating at the turn of a year."""

    person: int
    hundredths: int
    grade: str


@transaction.atomic
def rate(federation: Federation, year: int, *, by: User | None, processed_by: date | None = None) -> Posting:
    """Work out everybody's Rating Points and grades at the end of a season, once (NZ E7.6).

    `processed_by` is the cut-off of E7.6d: later postings are left out. Without it, everything counts.
    """
    lock(federation)
    if not has_ratings(federation):
        raise services.NotPosted(Problem("federation", federation.code, "its book has no ratings", "nothing to do"))
    if is_rated(federation, year):
        raise services.NotPosted(Problem("year", str(year), "this year has been rated", "nothing more to do"))
    rated = ratings(federation, year, processed_by, before_posting=None)
    detail = {
        "year": year,
        "processed_by": processed_by.isoformat() if processed_by else None,
        "balances_left_out": True,
        "count": len(rated),
        "digest": digest(rated),
    }
    posting = services.post(
        federation, Posting.Kind.RATING, [], by=by, reason=reason_for(federation, year), detail=detail
    )
    save_ratings(rated, year)
    return posting


def reason_for(federation: Federation, year: int) -> str:
    return f"rating points at {season_points.days_of(federation, year)[1]:%-d %B %Y}"


def save_ratings(rated: Iterable[Rated], year: int) -> None:
    """Save the ratings of a posting that has their digest."""
    rows = [Rating(person_id=row.person, year=year, hundredths=row.hundredths, grade=row.grade) for row in rated]
    Rating.objects.bulk_create(rows, batch_size=500)


def opening_detail(year: int, rated: Sequence[Rated]) -> dict[str, Any]:
    """The detail of a posting of ratings from an older system."""
    return {"year": year, "opening": [row.person for row in rated], "count": len(rated), "digest": digest(rated)}


def opened_people(detail: Mapping[str, Any]) -> list[int]:
    """The people whose ratings a posting took from an older system; empty for a yearly run."""
    people = detail.get("opening") or []
    return [people] if isinstance(people, int) else people


def ratings(
    federation: Federation,
    year: int,
    processed_by: date | None,
    before_posting: int | None,
    extra_lines: Sequence[NewLine] = (),
    *,
    balances_left_out: bool = True,
) -> list[Rated]:
    """Everybody's rating, from the ledger before a posting and from lines that are not posted yet.

    E7.6b counts points earned in the year. Opening balances count only if they name it (`balances_left_out`). Earlier
    runs counted all of them, and `verify` repeats those runs as they were.
    """
    previous = _previous(federation, year - 1)
    days = season_points.days_of(federation, year)
    lines = Line.objects.filter(posting__federation=federation, day__lte=days[1])
    lines = lines.filter(posting__number__lt=before_posting) if before_posting is not None else lines
    if processed_by is not None:
        cut_off = datetime.combine(processed_by + timedelta(days=1), time(), UTC)
        lines = lines.filter(Q(posting__at__lt=cut_off) | Q(posting__kind=Posting.Kind.CONVERSION))
    holdings_by_person = _add_lines(_by_person(lines), extra_lines)
    of_the_year = lines.filter(day__range=days)
    earnings = _add_lines(_by_person(of_the_year), extra_lines)
    if balances_left_out:
        earnings = _subtract(earnings, season_points.carryover_sums(federation, year, of_the_year))
    rated = sorted({pk for pk, amount in previous.items() if amount} | set(earnings))
    return [
        _rate_person(
            federation,
            person,
            previous.get(person, 0),
            earnings.get(person, {}),
            holdings_by_person.get(person, {}),
            year,
        )
        for person in rated
    ]


def _previous(federation: Federation, year: int) -> dict[int, int]:
    """The ratings of a year; those of merged records count for the current one."""
    owners = season_points.merged_records(federation)
    sums: dict[int, int] = {}
    rows = Rating.objects.filter(person__federation=federation, year=year)
    for person, amount in rows.values_list("person", "hundredths"):
        person = owners.get(person, person)
        sums[person] = sums.get(person, 0) + amount
    return sums


def _by_person(lines: QuerySet[Line]) -> season_points.Sums:
    sums: season_points.Sums = {}
    for person, colour, amount in season_points.sums_of(lines):
        sums.setdefault(person, {})[colour] = amount
    return sums


def _subtract(earnings: season_points.Sums, carryover: season_points.Sums) -> season_points.Sums:
    """The earnings without carried-over points, and without zeros."""
    remainders = {
        person: {colour: amount - carryover.get(person, {}).get(colour, 0) for colour, amount in person_sums.items()}
        for person, person_sums in earnings.items()
    }
    return {person: person_sums for person, person_sums in remainders.items() if any(person_sums.values())}


def _add_lines(
    holdings_by_person: dict[int, dict[str, int]], extra_lines: Sequence[NewLine]
) -> dict[int, dict[str, int]]:
    for line in extra_lines:
        person_sums = holdings_by_person.setdefault(line.person, {})
        person_sums[line.colour] = person_sums.get(line.colour, 0) + line.hundredths
    return holdings_by_person


def _rate_person(
    federation: Federation, person: int, previous: int, earnings: dict[str, int], holding: dict[str, int], year: int
) -> Rated:
    _, day = season_points.days_of(federation, year)
    edition = queries.edition_of(federation, day)
    grading = FEDERATIONS[federation.scheme].grading
    assert grading is not None
    points_won = {colour: _points(amount) for colour, amount in earnings.items()}
    rating_points = grading.rating(edition, _points(previous), points_won, year)
    amount = nearest_whole(rational(rating_points) * 100)
    assert isinstance(amount, int)
    rank = edition.ranks.progress(queries.points(holding)).rank
    return Rated(
        person, amount, grade_by_the_book(federation.scheme, day, amount, holding.get(grading.colour, 0), rank)
    )


def _points(hundredths: int) -> Decimal:
    """Points for a rating, which is never negative, even after a correction."""
    return Decimal(max(0, hundredths)).scaleb(-2)


def digest(rated: Iterable[Rated]) -> str:
    return hashlib.sha256(json.dumps(sorted(rated), separators=(",", ":")).encode()).hexdigest()
