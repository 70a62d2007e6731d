"""All reads of records: holdings as at a day, rank and the day it was reached, gaps, leaderboards."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Sum

from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.models import Line, Total
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.queries import below
from masterpoint.core.editions import Edition
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.ranks import Standing
from masterpoint.schemes import edition_for


class Leader(NamedTuple):
    """One row of a leaderboard; equal points share a place."""

    place: int
    person: Person
    points: Fraction


def points(hundredths: Mapping[str, int]) -> dict[str, Exact]:
    return {colour: tidy(Fraction(amount, 100)) for colour, amount in hundredths.items()}


def edition_of(federation: Federation, on: date | None = None) -> Edition:
    return edition_for(federation.scheme, on)


def standing(person: Person, as_at: date | None = None) -> Standing:
    """A person's rank and the way to the next, as at a day."""
    return edition_of(person.federation, as_at).ranks.standing(points(ledger.holding(person, as_at)))


def rank_reached_on(person: Person, as_at: date | None = None) -> date | None:
    """The day of play that first gave the rank held: the ledger read forwards, day by day."""
    ladder = edition_of(person.federation, as_at).ranks
    rank = standing(person, as_at).rank
    if not rank:
        return None
    rows = Line.objects.filter(person=person)
    rows = rows.filter(day__lte=as_at) if as_at else rows
    held: dict[str, int] = {}
    reached: date | None = None
    for row in rows.values("day", "colour").annotate(sum=Sum("hundredths")).order_by("day"):
        held[row["colour"]] = held.get(row["colour"], 0) + row["sum"]
        if ladder.standing(points(held)).rank == rank:
            reached = reached or row["day"]
        else:
            reached = None
    return reached


def leaderboard(
    federation: Federation,
    *,
    year: int | None = None,
    colours: tuple[str, ...] = (),
    within: Organisation | None = None,
    rank: str = "",
    limit: int = 100,
) -> list[Leader]:
    """Most points: of a year or of a lifetime, in some colours or all, within a club or county, of one rank."""
    totals = Total.objects.filter(person__federation=federation, person__merged_into=None)
    totals = totals.filter(year=year) if year else totals
    totals = totals.filter(colour__in=colours) if colours else totals
    totals = totals.filter(person__home_club__in=below(within)) if within else totals
    totals = totals.filter(person__rank=rank) if rank else totals
    rows = list(
        totals.values("person").annotate(sum=Sum("hundredths")).filter(sum__gt=0).order_by("-sum", "person")[:limit]
    )
    people = Person.objects.select_related("home_club").in_bulk([row["person"] for row in rows])
    leaders: list[Leader] = []
    for index, row in enumerate(rows, 1):
        tied = bool(leaders) and leaders[-1].points == Fraction(row["sum"], 100)
        leaders.append(Leader(leaders[-1].place if tied else index, people[row["person"]], Fraction(row["sum"], 100)))
    return leaders
