"""The turn of the year: points lose value or become others, ratings and grades are worked out.

Each run is one posting in the chain that says what it was for; running it again posts nothing.
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
from masterpoint.centre.records import queries, won
from masterpoint.centre.records.grades import (
    Grade,
    grade_by_the_book,
    grades_with_ratings,
    has_grades,
)
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import Problem
from masterpoint.core.exact import rational
from masterpoint.core.rounding import nearest_whole
from masterpoint.schemes import FEDERATIONS

Due = Callable[[Federation, date, int | None], list[NewLine]]
RUNS: dict[str, Due] = {Posting.Kind.EXPIRY: due.fading, Posting.Kind.CONVERSION: due.converting}


def fade(federation: Federation, as_at: date, *, by: User | None, reason: str = "") -> Posting | None:
    """The yearly run of points that lose value; nothing, where nothing is due."""
    colours = ", ".join(due.decaying(federation.scheme))
    return _run(federation, Posting.Kind.EXPIRY, as_at, by=by, reason=reason or f"{colours} points as at {as_at}")


def convert(federation: Federation, as_at: date, *, by: User | None, reason: str = "") -> Posting | None:
    """The yearly run of points that become others; nothing, where nobody has enough."""
    pairs = FEDERATIONS[federation.scheme].converting.items()
    colours = ", ".join(f"{colour} into {other}" for colour, (other, _) in pairs)
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
    """Whether a year has been rated, here or in an older system; a run that found nobody to rate counts too."""
    runs = Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING, detail__year=year)
    return runs.exists() or Rating.objects.filter(person__federation=federation, year=year).exists()


def ratings_of(people: Iterable[int], year: int) -> dict[int, Rating]:
    """The ratings of some people for a year."""
    return {rating.person_id: rating for rating in Rating.objects.filter(person__in=list(people), year=year)}


class RatingCard(NamedTuple):
    """What a record shows of ratings: the grade in force, and the one that follows where it is known already."""

    now: Grade
    in_force_from: date | None
    coming: Rating | None
    coming_from: date | None


def rating_card(person: Person, on: date) -> RatingCard | None:
    """The grade on a day; nothing where the book has no grades."""
    grading = FEDERATIONS[person.federation.scheme].grading
    if grading is None:
        return None
    now = grades_with_ratings(person.federation.scheme, [person], on)[person.pk]
    worked_out = (on + timedelta(days=1)).year - 1 if on < date.max else on.year
    later = Rating.objects.filter(person=person, year__gt=grading.rating_year(on), year__lte=worked_out)
    coming = later.order_by("year").last()
    first_day = None if now.year is None else date(now.year + 1, *grading.in_force_from)
    return RatingCard(now, first_day, coming, date(coming.year + 1, *grading.in_force_from) if coming else None)


class Rated(NamedTuple):
    """A rating at the turn of a year."""

    person: int
    hundredths: int
    grade: str


@transaction.atomic
def rate(federation: Federation, year: int, *, by: User | None, processed_by: date | None = None) -> Posting:
    """NZ E7.6: the Rating Points of everybody at 31 December, and the grades that follow. Once a year.

    `processed_by` is the cut-off of E7.6d: what was posted later is left out. Without it, everything posted counts.
    """
    lock(federation)
    if not has_ratings(federation):
        raise services.NotPosted(Problem("federation", federation.code, "its book has no ratings", "nothing to do"))
    if is_rated(federation, year):
        raise services.NotPosted(Problem("year", str(year), "this year has been rated", "nothing more to do"))
    rated = ratings(federation, year, processed_by, before=None)
    detail = {
        "year": year,
        "processed_by": processed_by.isoformat() if processed_by else None,
        "balances_left_out": True,
        "count": len(rated),
        "digest": digest(rated),
    }
    posting = services.post(federation, Posting.Kind.RATING, [], by=by, reason=reason_for(year), detail=detail)
    keep(rated, year)
    return posting


def reason_for(year: int) -> str:
    return f"rating points at 31 December {year}"


def keep(rated: Iterable[Rated], year: int) -> None:
    """Beside the posting that carries their digest."""
    rows = [Rating(person_id=row.person, year=year, hundredths=row.hundredths, grade=row.grade) for row in rated]
    Rating.objects.bulk_create(rows, batch_size=500)


def brought_detail(year: int, rated: Sequence[Rated]) -> dict[str, Any]:
    """What a posting says of ratings that were not worked out here."""
    return {"year": year, "opening": [row.person for row in rated], "count": len(rated), "digest": digest(rated)}


def opened_by(detail: Mapping[str, Any]) -> list[int]:
    """Whose ratings a posting brought from an older system; nobody's, where it is a run of the year."""
    people = detail.get("opening") or []
    return [people] if isinstance(people, int) else people


def ratings(
    federation: Federation,
    year: int,
    processed_by: date | None,
    before: int | None,
    coming: Sequence[NewLine] = (),
    *,
    balances_left_out: bool = True,
) -> list[Rated]:
    """Everybody's rating from the ledger as it was before a posting, and with lines of the year that are to come.

    E7.6b counts what was earned in the year. Balances brought along were not, unless they say so; earlier runs
    counted them, and are worked out again in the same way.
    """
    previous = _previous(federation, year - 1)
    lines = Line.objects.filter(posting__federation=federation, day__lte=date(year, 12, 31))
    lines = lines.filter(posting__number__lt=before) if before is not None else lines
    if processed_by is not None:
        cut_off = datetime.combine(processed_by + timedelta(days=1), time(), UTC)
        lines = lines.filter(Q(posting__at__lt=cut_off) | Q(posting__kind=Posting.Kind.CONVERSION))
    held = _with(_by_person(lines), coming)
    of_the_year = lines.filter(day__year=year)
    earned = _with(_by_person(of_the_year), coming)
    if balances_left_out:
        earned = _without(earned, won.brought_along(federation, year, of_the_year))
    rated = sorted({pk for pk, amount in previous.items() if amount} | set(earned))
    return [
        _rated(federation, person, previous.get(person, 0), earned.get(person, {}), held.get(person, {}), year)
        for person in rated
    ]


def _previous(federation: Federation, year: int) -> dict[int, int]:
    """The ratings of a year; that of a record merged since is part of the one it joined."""
    owners = won.merged_records(federation)
    sums: dict[int, int] = {}
    rows = Rating.objects.filter(person__federation=federation, year=year)
    for person, amount in rows.values_list("person", "hundredths"):
        person = owners.get(person, person)
        sums[person] = sums.get(person, 0) + amount
    return sums


def _by_person(lines: QuerySet[Line]) -> won.Sums:
    sums: won.Sums = {}
    for person, colour, amount in won.sums_of(lines):
        sums.setdefault(person, {})[colour] = amount
    return sums


def _without(earned: won.Sums, brought: won.Sums) -> won.Sums:
    """What remains for those who earned anything."""
    left = {
        person: {colour: amount - brought.get(person, {}).get(colour, 0) for colour, amount in own.items()}
        for person, own in earned.items()
    }
    return {person: own for person, own in left.items() if any(own.values())}


def _with(held: dict[int, dict[str, int]], coming: Sequence[NewLine]) -> dict[int, dict[str, int]]:
    for line in coming:
        own = held.setdefault(line.person, {})
        own[line.colour] = own.get(line.colour, 0) + line.hundredths
    return held


def _rated(
    federation: Federation, person: int, previous: int, earned: dict[str, int], held: dict[str, int], year: int
) -> Rated:
    day = date(year, 12, 31)
    edition = queries.edition_of(federation, day)
    grading = FEDERATIONS[federation.scheme].grading
    assert grading is not None
    won = {colour: _points(amount) for colour, amount in earned.items()}
    new = grading.rating(edition, _points(previous), won, year)
    amount = nearest_whole(rational(new) * 100)
    assert isinstance(amount, int)
    rank = edition.ranks.standing(queries.points(held)).rank
    return Rated(person, amount, grade_by_the_book(federation.scheme, day, amount, held.get(grading.colour, 0), rank))


def _points(hundredths: int) -> Decimal:
    """A correction may leave a year below zero; a rating never is."""
    return Decimal(max(0, hundredths)).scaleb(-2)


def digest(rated: Iterable[Rated]) -> str:
    return hashlib.sha256(json.dumps(sorted(rated), separators=(",", ":")).encode()).hexdigest()
