"""The records' part of `masterpoint verify`: ratings, ranks, and merged records."""

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
    """Check every year's ratings against the posting, and against the ledger before it.

    Each difference comes with a flag: whether the ratings were worked out by another engine. The ratings of a record
    that was merged or split since are compared with the posting only.
    """
    posted_ratings: set[tuple[int, int]] = set()
    runs = list(_rating_runs(federation.pk))
    merged_or_split = _merged_or_split_people(federation) if runs else set()
    for number, facts in runs:
        detail = facts or {}
        year, opened_people = detail["year"], yearly.opened_people(detail)
        rows = Rating.objects.filter(person__federation=federation, year=year)
        rows = (
            rows.filter(person__in=opened_people)
            if opened_people
            else rows.exclude(person__in=_opened_people(federation, year))
        )
        stored = [yearly.Rated(*row) for row in rows.values_list("person", "hundredths", "grade")]
        posted_ratings |= {(rating.person, year) for rating in stored}
        if yearly.digest(stored) != detail["digest"]:
            yield f"{federation.code} ratings of {year}: they are not the ratings that were posted", False
        elif not opened_people:
            cut_off = date.fromisoformat(detail["processed_by"]) if detail["processed_by"] else None
            without_balances = detail.get("balances_left_out", False)
            actual = yearly.ratings(federation, year, cut_off, number, balances_left_out=without_balances)
            if {rating for rating in actual if rating.person not in merged_or_split} != {
                rating for rating in stored if rating.person not in merged_or_split
            }:
                engine_of_run = detail.get("engine", engine())
                name = f"{federation.code} ratings of {year}, by engine {engine_of_run}"
                yield f"{name}: the ledger gives other ratings", engine_of_run != engine()
    for person, year in _rated_years(federation.pk):
        if (person, year) not in posted_ratings:
            yield f"person {person}: the rating of {year} was never posted", False


@cached_query
def _rating_runs(federation: Any) -> QuerySet[Posting, tuple[int, Any]]:
    runs = Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING)
    return runs.order_by("number").values_list("number", "detail")


@cached_query
def _rated_years(federation: Any) -> QuerySet[Rating, tuple[int, int]]:
    return Rating.objects.filter(person__federation=federation).values_list("person", "year")


def _merged_or_split_people(federation: Federation) -> set[int]:
    """Everybody whose record was ever merged or split, on both sides."""
    people = {person for person, _ in _merged_or_split(federation.pk)}
    merges = Line.objects.filter(posting__federation=federation, posting__kind=Posting.Kind.MERGE)
    people |= set(merges.values_list("person", flat=True))
    return people | set(merged_keys(federation).values())


@cached_query
def _merged_or_split(federation: Any) -> QuerySet[Change, tuple[Any, str]]:
    changes = Change.objects.filter(federation=federation, what__in=["merged", "split"])
    return changes.order_by("pk").values_list("person", "what")


def _opened_people(federation: Federation, year: int) -> list[int]:
    rows = Posting.objects.filter(federation=federation, kind=Posting.Kind.RATING, detail__year=year)
    return [person for posting in rows for person in yearly.opened_people(posting.facts)]


def people_differences(federation: Federation) -> Iterator[str]:
    """Merges and ranks in the register must agree with its change log and the promotions."""
    merged = {person: act == "merged" for person, act in _merged_or_split(federation.pk)}
    merged_people = merged_keys(federation).keys()
    for person in sorted({person for person, is_merged in merged.items() if is_merged} ^ merged_people):
        yield f"person {person}: merged or split without a change of the register"
    yield from _rank_differences(federation)


def _rank_differences(federation: Federation) -> Iterator[str]:
    last_key = 0
    while page := _people_with_ranks(federation.pk, last_key, limit=PAGE):
        people = [person for person, _ in page]
        announced_ranks = dict(_announced_ranks(federation.pk, people))
        for person, rank in page:
            if rank != announced_ranks.get(person, ""):
                yield f"person {person}: the rank {rank or 'none'} was never announced"
        last_key = people[-1]


@cached_query
def _people_with_ranks(federation: Any, last_key: Any) -> QuerySet[Person, tuple[int, str]]:
    """People after a key who have a rank, or for whom one was announced."""
    promotion = Exists(Promotion.in_force.filter(run__federation=federation, person=OuterRef("pk")))
    people = Person.objects.filter(federation=federation, pk__gt=last_key).filter(promotion | ~Q(rank=""))
    return people.order_by("pk").values_list("pk", "rank")


@cached_query
def _announced_ranks(federation: Any, people: Any) -> QuerySet[Promotion, tuple[int, str]]:
    """The announced ranks of some people, each person's last rank after the earlier ones."""
    promotions = Promotion.in_force.filter(run__federation=federation, person__in=people)
    return promotions.order_by("run__as_at", "pk").values_list("person", "rank")
