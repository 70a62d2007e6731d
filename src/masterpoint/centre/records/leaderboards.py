"""Leaderboards: the most points of a year or a lifetime, in some or all colours, within a club, county or rank."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from masterpoint.centre.ledger.models import Line, Overall, Total
from masterpoint.centre.ledger.point_weights import point_weight
from masterpoint.centre.records import season_points
from masterpoint.centre.records.holdings import total_of
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.records.official_rank import ranks_on
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.queries import descendants
from masterpoint.core.exact import rational
from masterpoint.schemes import edition_or_first


class Leader(NamedTuple):
    """One row of a leaderboard; equal points share a place."""

    place: int
    person: Person
    points: Fraction
    rank: str
    """The rank at the end of the year, or today."""


def leaderboard(
    federation: Federation,
    *,
    year: int | None = None,
    colours: tuple[str, ...] = (),
    organisation: Organisation | None = None,
    rank: str = "",
    limit: int = 100,
    skip: int = 0,
) -> list[Leader]:
    """Who has most points: of a year or a lifetime, in some or all colours, within a club or county, of one rank.

    A later page skips the rows before it; a tie that began on an earlier page keeps its place. All colours are combined
    as in the book; points that wait for membership are left out. A year counts points won in it, without carried-over
    points, in the unit of the book in force at its end, and shows the ranks of that day.
    """
    day = last_day(federation, year)
    sums = _sums(_condition(federation, organisation, rank, day), year, colours)
    unit = Fraction(1) if colours else unit_of(federation, day)
    carryover = season_points.carryover_sums(federation, year, _lines(federation, year, organisation)) if year else {}
    if carryover:
        rows = _without_carryover(federation, sums, carryover, colours)
        return _place_rows(
            rows[skip : skip + limit], skip, lambda minimum: sum(row["sum"] > minimum for row in rows), unit, day
        )
    positive = sums.filter(sum__gt=0)
    rows = list(positive.order_by("-sum", "person")[skip : skip + limit])
    return _place_rows(rows, skip, lambda minimum: positive.filter(sum__gt=minimum).count(), unit, day)


def last_day(federation: Federation, year: int | None) -> date:
    """The last day of a season, or today if that is earlier; today for a lifetime."""
    return min(season_points.days_of(federation, year)[1], date.today()) if year else date.today()


def unit_of(federation: Federation, on: date) -> Fraction:
    """The value of one stored point in the unit of the ranks of a day's book (WBU: a hundredth)."""
    ladder = edition_or_first(federation.scheme, on).ranks
    colour = next(colour for colour in ladder.holding_parts if point_weight(federation.scheme, colour))
    return rational(total_of(ladder, {colour: 100 * 100})) / (100 * point_weight(federation.scheme, colour))


def _lines(federation: Federation, year: int, organisation: Organisation | None) -> QuerySet[Line]:
    """The lines of a year of the people compared, and of records that may have been merged into theirs."""
    lines = season_points.lines_of(federation, year)
    if organisation is None:
        return lines
    members = Q(home_club__in=descendants(organisation)) | Q(merged_into__isnull=False)
    return lines.filter(person__in=Person.objects.filter(members, federation=federation))


def _without_carryover(
    federation: Federation, sums: QuerySet[Any], carryover: season_points.Sums, colours: tuple[str, ...]
) -> list[dict[str, Any]]:
    """The sums of a year without carried-over points, best first; only some years need this."""
    rows = []
    for row in sums:
        deductions = carryover.get(row["person"], {})
        deduction = sum(
            amount if colours else amount * point_weight(federation.scheme, colour)
            for colour, amount in deductions.items()
            if not colours or colour in colours
        )
        if row["sum"] > deduction:
            rows.append({"person": row["person"], "sum": row["sum"] - deduction})
    return sorted(rows, key=lambda row: (-row["sum"], row["person"]))


def ranks_of(federation: Federation, on: date) -> list[str]:
    """The ranks of a federation's book on a day, lowest first; of endless stars only the first."""
    return [rung.name for rung in edition_or_first(federation.scheme, on).ranks.rungs_up_to(0)]


def ranks_used(federation: Federation, on: date) -> list[str]:
    """The ranks that people held on a day, in the order of its book."""
    people = Person.objects.filter(federation=federation)
    rank_names = set(_with_rank(people, on).exclude(rank_on="").values_list("rank_on", flat=True).distinct())
    order = {rank: index for index, rank in enumerate(ranks_of(federation, on))}
    return sorted(
        rank_names, key=lambda rank: (order.get(rank.lstrip("* "), order.get(rank, len(order))), len(rank), rank)
    )


def _with_rank(people: QuerySet[Person], on: date) -> QuerySet[Any]:
    """Annotate people with the rank last announced by a day, `rank_on`; before the first, the one it replaced."""
    if on >= date.today():
        return people.annotate(rank_on=F("rank"))
    promotions = Promotion.in_force.filter(person=OuterRef("pk"))
    return people.annotate(
        rank_on=Coalesce(
            Subquery(promotions.filter(run__as_at__lte=on).order_by("-run__as_at", "-pk").values("rank")[:1]),
            Subquery(promotions.order_by("run__as_at", "pk").values("before")[:1]),
            F("rank"),
        )
    )


def _condition(federation: Federation, organisation: Organisation | None, rank: str, on: date) -> dict[str, Any]:
    """The filter on totals for the people compared."""
    condition: dict[str, Any] = {"person__federation": federation, "person__merged_into": None}
    if organisation:
        condition["person__home_club__in"] = descendants(organisation)
    if rank:
        people = Person.objects.filter(federation=federation)
        condition["person__in"] = _with_rank(people, on).filter(rank_on=rank).values("pk")
    return condition


def _sums(condition: Mapping[str, Any], year: int | None, colours: tuple[str, ...]) -> QuerySet[Any]:
    rows: QuerySet[Any]
    if not colours:
        rows = Overall.objects.filter(**condition, year=year or Overall.LIFETIME)
    elif year and len(colours) == 1:
        rows = Total.objects.filter(**condition, year=year, colour=colours[0])
    else:
        totals = Total.objects.filter(**condition, colour__in=colours).exclude(person__status=Person.Status.POTENTIAL)
        totals = totals.filter(year=year) if year else totals
        return totals.values("person").annotate(sum=Sum("hundredths"))
    members = rows.exclude(person__status=Person.Status.POTENTIAL)
    return members.annotate(sum=F("hundredths")).values("person", "sum")


def _place_rows(
    rows: list[dict[str, Any]], skip: int, count_above: Callable[[int], int], unit: Fraction, on: date
) -> list[Leader]:
    """A page of leaders with their ranks on a day; `count_above` counts people with more than an amount."""
    people = Person.objects.select_related("home_club").in_bulk([row["person"] for row in rows])
    ranks = ranks_on(list(people.values()), on) if on < date.today() else {}
    page: list[Leader] = []
    for index, row in enumerate(rows, skip + 1):
        points = Fraction(row["sum"], 100) * unit
        if page and page[-1].points == points:
            place = page[-1].place
        elif skip and not page:
            place = 1 + count_above(row["sum"])
        else:
            place = index
        person = people[row["person"]]
        page.append(Leader(place, person, points, ranks.get(person.pk, person.rank)))
    return page
