"""`masterpoint verify`, the part of records: ratings, ranks, and records that were merged."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.engine import engine
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.records import yearly
from masterpoint.centre.records.models import Promotion, Rating
from masterpoint.centre.registry.models import Change, Federation, Person
from masterpoint.centre.registry.queries import merged_keys

PAGE = 500


def rating_differences(federation: Federation) -> Iterator[tuple[str, bool]]:
    """Every year's ratings: as they were posted, and as the ledger before them gives them.

    Each comes with whether it is only what another engine gave. A record that was merged or split since is
    only held to what was posted.
    """
    posted: set[tuple[int, int]] = set()
    runs = list(_rating_runs(federation.pk))
    moved = _moved(federation) if runs else set()
    for number, facts in runs:
        detail = facts or {}
        year, opened = detail["year"], yearly.opened_by(detail)
        rows = Rating.objects.filter(person__federation=federation, year=year)
        rows = rows.filter(person__in=opened) if opened else rows.exclude(person__in=_opened(federation, year))
        kept = [yearly.Rated(*row) for row in rows.values_list("person", "hundredths", "grade")]
        posted |= {(rating.person, year) for rating in kept}
        if yearly.digest(kept) != detail["digest"]:
            yield f"{federation.code} ratings of {year}: not those that were posted", False
        elif not opened:
            cut_off = date.fromisoformat(detail["processed_by"]) if detail["processed_by"] else None
            left_out = detail.get("balances_left_out", False)
            again = yearly.ratings(federation, year, cut_off, number, balances_left_out=left_out)
            if {rating for rating in again if rating.person not in moved} != {
                rating for rating in kept if rating.person not in moved
            }:
                made_by = detail.get("engine", engine())
                name = f"{federation.code} ratings of {year}, by engine {made_by}"
                yield f"{name}: not those the ledger gives", made_by != engine()
    for person, year in _rated(federation.pk):
        if (person, year) not in posted:
            yield f"person {person}: the rating of {year} was never posted", False


@cached_query
def _rating_runs(federation: Any) -> QuerySet[Posting, tuple[int, Any]]:
    runs = Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING)
    return runs.order_by("number").values_list("number", "detail")


@cached_query
def _rated(federation: Any) -> QuerySet[Rating, tuple[int, int]]:
    return Rating.objects.filter(person__federation=federation).values_list("person", "year")


def _moved(federation: Federation) -> set[int]:
    """Everybody whose record was ever merged or split, on either side."""
    moved = {person for person, _ in _merged_or_split(federation.pk)}
    merges = Line.objects.filter(posting__federation=federation, posting__kind=Posting.Kind.MERGE)
    moved |= set(merges.values_list("person", flat=True))
    return moved | set(merged_keys(federation).values())


@cached_query
def _merged_or_split(federation: Any) -> QuerySet[Change, tuple[Any, str]]:
    changes = Change.objects.filter(federation=federation, what__in=["merged", "split"])
    return changes.order_by("pk").values_list("person", "what")


def _opened(federation: Federation, year: int) -> list[int]:
    rows = Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING, detail__year=year)
    return [person for posting in rows for person in yearly.opened_by(posting.facts)]


def people_differences(federation: Federation) -> Iterator[str]:
    """Who is merged, and who holds which rank: the register must say what its changes and promotions say."""
    merged = {person: what == "merged" for person, what in _merged_or_split(federation.pk)}
    joined = merged_keys(federation).keys()
    for person in sorted({person for person, is_merged in merged.items() if is_merged} ^ joined):
        yield f"person {person}: merged or split without a change of the register"
    yield from _rank_differences(federation)


def _rank_differences(federation: Federation) -> Iterator[str]:
    last = 0
    while page := _ranked(federation.pk, last, limit=PAGE):
        people = [person for person, _ in page]
        announced = dict(_announced(federation.pk, people))
        for person, rank in page:
            if rank != announced.get(person, ""):
                yield f"person {person}: the rank {rank or 'none'} was never announced"
        last = people[-1]


@cached_query
def _ranked(federation: Any, last: Any) -> QuerySet[Person, tuple[int, str]]:
    """Everybody after somebody who has a rank, or of whom one was announced."""
    announced = Exists(Promotion.standing.filter(run__federation=federation, person=OuterRef("pk")))
    people = Person.objects.filter(federation=federation, pk__gt=last).filter(announced | ~Q(rank=""))
    return people.order_by("pk").values_list("pk", "rank")


@cached_query
def _announced(federation: Any, people: Any) -> QuerySet[Promotion, tuple[int, str]]:
    """What was announced of some people, the last of each at the end."""
    promotions = Promotion.standing.filter(run__federation=federation, person__in=people)
    return promotions.order_by("run__as_at", "pk").values_list("person", "rank")
