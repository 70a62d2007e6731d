"""The turn of the year: gold points fade, C points become B points, ratings and grades are worked out.

Each run is one posting in the chain that says what it was for; running it again posts nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, Sum

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import due, services
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.records import queries
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import survivor
from masterpoint.core.derivation import Remark, Step
from masterpoint.core.errors import Problem
from masterpoint.core.rounding import nearest_whole

Due = Callable[[Federation, date, int | None], list[NewLine]]
RUNS: dict[str, Due] = {Posting.Kind.EXPIRY: due.fading, Posting.Kind.CONVERSION: due.converting}
PAGE = 5_000


def fade_gold(federation: Federation, as_at: date, *, by: User | None, reason: str = "") -> Posting | None:
    """The yearly run of expiring gold; nothing, where nothing is due."""
    return _run(federation, Posting.Kind.EXPIRY, as_at, by=by, reason=reason or f"gold points as at {as_at}")


def convert_c_points(federation: Federation, as_at: date, *, by: User | None, reason: str = "") -> Posting | None:
    """The yearly run of C into B points; nothing, where nobody has a hundred."""
    return _run(federation, Posting.Kind.CONVERSION, as_at, by=by, reason=reason or f"C into B points as at {as_at}")


@transaction.atomic
def _run(federation: Federation, kind: str, as_at: date, *, by: User | None, reason: str) -> Posting | None:
    services.lock(federation)
    lines = RUNS[kind](federation, as_at, None)
    if not lines:
        return None
    return services.post(federation, kind, lines, by=by, reason=reason, detail={"as_at": as_at.isoformat()})


def has_ratings(federation: Federation) -> bool:
    """Whether the book rates its players."""
    return "rating" in queries.edition_of(federation).worksheets


def is_rated(federation: Federation, year: int) -> bool:
    """Whether a year has been rated, here or in an older system; a run that found nobody to rate counts too."""
    runs = Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING, detail__year=year)
    return runs.exists() or Rating.objects.filter(person__federation=federation, year=year).exists()


def rating_of(person: Person, as_at: date | None = None) -> Rating | None:
    """The last rating worked out by a day."""
    ratings = Rating.objects.filter(person=person)
    ratings = ratings.filter(year__lt=(as_at + timedelta(days=1)).year) if as_at and as_at < date.max else ratings
    return ratings.order_by("-year").first()


def ratings_of(people: Iterable[int], year: int) -> dict[int, Rating]:
    """The ratings of some people for a year."""
    return {rating.person_id: rating for rating in Rating.objects.filter(person__in=list(people), year=year)}


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
    services.lock(federation)
    if not has_ratings(federation):
        raise services.NotPosted(Problem("federation", federation.code, "its book has no ratings", "nothing to do"))
    if is_rated(federation, year):
        raise services.NotPosted(Problem("year", str(year), "this year has been rated", "nothing more to do"))
    found = ratings(federation, year, processed_by, before=None)
    detail = {
        "year": year,
        "processed_by": processed_by.isoformat() if processed_by else None,
        "count": len(found),
        "digest": digest(found),
    }
    posting = services.post(
        federation, Posting.Kind.RATING, [], by=by, reason=f"rating points at 31 December {year}", detail=detail
    )
    _keep(found, year)
    return posting


def _keep(found: list[Rated], year: int) -> None:
    rows = [Rating(person_id=one.person, year=year, hundredths=one.hundredths, grade=one.grade) for one in found]
    Rating.objects.bulk_create(rows, batch_size=500)
    by_grade: dict[str, list[int]] = {}
    for one in found:
        by_grade.setdefault(one.grade, []).append(one.person)
    for grade, people in sorted(by_grade.items()):
        for start in range(0, len(people), PAGE):
            Person.objects.filter(pk__in=people[start : start + PAGE]).update(grade=grade)


@transaction.atomic
def open_rating(person: Person, year: int, hundredths: int, grade: str, *, by: User | None, reason: str) -> Posting:
    """Rating Points brought from an older system."""
    services.require_officer(by, reason)
    services.lock(person.federation)
    if Rating.objects.filter(person=person, year=year).exists():
        raise services.NotPosted(Problem("year", str(year), "this player is rated for the year", "nothing to do"))
    found = [Rated(person.pk, hundredths, grade)]
    detail = {"year": year, "opening": person.pk, "count": 1, "digest": digest(found)}
    posting = services.post(person.federation, Posting.Kind.RATING, [], by=by, reason=reason, detail=detail)
    _keep(found, year)
    return posting


def ratings(
    federation: Federation,
    year: int,
    processed_by: date | None,
    before: int | None,
    coming: Sequence[NewLine] = (),
) -> list[Rated]:
    """Everybody's rating from the ledger as it was before a posting, and with lines of the year that are to come."""
    previous = _previous(federation, year - 1)
    lines = Line.objects.filter(posting__federation=federation, day__lte=date(year, 12, 31))
    lines = lines.filter(posting__number__lt=before) if before is not None else lines
    if processed_by is not None:
        cut_off = datetime.combine(processed_by + timedelta(days=1), time(), UTC)
        lines = lines.filter(Q(posting__at__lt=cut_off) | Q(posting__kind=Posting.Kind.CONVERSION))
    held = _with(_by_person(lines), coming)
    earned = _with(_by_person(lines.filter(day__year=year)), coming)
    rated = sorted({pk for pk, amount in previous.items() if amount} | set(earned))
    return [
        _rated(federation, person, previous.get(person, 0), earned.get(person, {}), held.get(person, {}), year)
        for person in rated
    ]


def _previous(federation: Federation, year: int) -> dict[int, int]:
    """The ratings of a year; that of a record merged since is part of the one it joined."""
    merged = Person.objects.filter(federation=federation, merged_into__isnull=False).select_related("merged_into")
    joined = {person.pk: survivor(person).pk for person in merged}
    found: dict[int, int] = {}
    rows = Rating.objects.filter(person__federation=federation, year=year)
    for person, amount in rows.values_list("person", "hundredths"):
        person = joined.get(person, person)
        found[person] = found.get(person, 0) + amount
    return found


def _by_person(lines) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = {}
    for person, colour, amount in lines.values_list("person", "colour").annotate(sum=Sum("hundredths")).order_by():
        if amount:
            found.setdefault(person, {})[colour] = amount
    return found


def _with(held: dict[int, dict[str, int]], coming: Sequence[NewLine]) -> dict[int, dict[str, int]]:
    for line in coming:
        own = held.setdefault(line.person, {})
        own[line.colour] = own.get(line.colour, 0) + line.hundredths
    return held


def _rated(
    federation: Federation, person: int, previous: int, earned: dict[str, int], held: dict[str, int], year: int
) -> Rated:
    edition = queries.edition_of(federation)
    sheets = edition.worksheets
    asks = sheets["rating"].asks(
        previous=_points(previous),
        a_points=_points(earned.get("A", 0)),
        b_points=_points(earned.get("B", 0)),
        year=year,
    )
    new = next(answer for answer in sheets["rating"].answers(asks) if isinstance(answer, Step))
    amount = nearest_whole(Fraction(new.value) * 100)  # type: ignore[arg-type]
    assert isinstance(amount, int)
    graded = sheets["grade"].asks(
        rating_points=_points(amount),
        a_points=_points(held.get("A", 0)),
        rank=edition.ranks.standing(queries.points(held)).rank,
    )
    message = next(str(answer.message) for answer in sheets["grade"].answers(graded) if isinstance(answer, Remark))
    return Rated(person, amount, message.split(":")[0])


def _points(hundredths: int) -> Decimal:
    """A correction may leave less than nothing of a year; a rating knows no less than nothing."""
    return Decimal(max(0, hundredths)).scaleb(-2)


def digest(found: list[Rated]) -> str:
    return hashlib.sha256(json.dumps(sorted(found), separators=(",", ":")).encode()).hexdigest()
