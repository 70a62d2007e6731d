"""The trophy for most points of a season, and the best of each group of ranks held when it began."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import NamedTuple

from masterpoint.centre.ledger.models import Line, Overall
from masterpoint.centre.ledger.point_weights import point_weight
from masterpoint.centre.records import season_points
from masterpoint.centre.records.allowances import add_allowance
from masterpoint.centre.records.leaderboards import Leader, ranks_of
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.records.queries import edition_of, points
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.federations import YearlyTrophy
from masterpoint.schemes import FEDERATIONS


class Group(NamedTuple):
    """A group of ranks with its leaders, best first; ties share a place."""

    name: str
    leaders: list[Leader]


class _YearRow(NamedTuple):
    """A member's points of the year, with the facts that decide on awards."""

    person: int
    hundredths: int
    rank: str
    """The rank announced last, at any time."""
    visitor: bool
    rank_abroad: str


def trophy_of(federation: Federation) -> YearlyTrophy | None:
    """The federation's trophy, if its book has such awards."""
    return FEDERATIONS[federation.scheme].trophy


def trophy_groups(federation: Federation, trophy: YearlyTrophy, year: int, limit: int = 10) -> list[Group]:
    """Most points of a season: overall first, then by the rank held when it began."""
    first_day = season_points.days_of(federation, year)[0]
    book = edition_of(federation, first_day).book
    carryover = season_points.carryover_sums(federation, year, season_points.lines_of(federation, year))
    rows = _points_won(federation, year, carryover)
    ranks = _ranks_before(federation, first_day)
    ranks |= _ranks_by_points(federation, [row.person for row in rows if not ranks.get(row.person)], year, carryover)
    groups: dict[str, list[_YearRow]] = {}
    for row in rows:
        rank = ranks.get(row.person, row.rank) or trophy.unranked
        if not trophy.is_barred(book, rank, row.visitor, row.rank_abroad):
            groups.setdefault(trophy.combined.get(rank, rank), []).append(row)
    order = {trophy.combined.get(rank, rank): index for index, rank in enumerate(ranks_of(federation, first_day))}
    ordered_groups = sorted(groups.items(), key=lambda item: order.get(item[0], -1), reverse=True)
    groups_with_best = [(name, _best_rows(members, limit)) for name, members in [(trophy.name, rows), *ordered_groups]]
    people = Person.objects.select_related("home_club").in_bulk(
        {row.person for _, members in groups_with_best for _, row in members}
    )
    return [
        Group(name, [_leader(place, row, people[row.person]) for place, row in members])
        for name, members in groups_with_best
    ]


def _leader(place: int, row: _YearRow, person: Person) -> Leader:
    return Leader(place, person, Fraction(row.hundredths, 100), row.rank)


def _points_won(federation: Federation, year: int, carryover: season_points.Sums) -> list[_YearRow]:
    """Everybody's points of the year, best first, without carried-over ones."""
    totals = Overall.objects.filter(person__federation=federation, year=year)
    totals = totals.filter(person__merged_into=None).exclude(person__status=Person.Status.POTENTIAL)
    person_fields = ("person__rank", "person__visitor", "person__rank_abroad")
    rows = (_YearRow(*row) for row in totals.values_list("person", "hundredths", *person_fields).iterator())
    corrected = (
        row._replace(hundredths=row.hundredths - _in_total(federation, carryover.get(row.person, {}))) for row in rows
    )
    return sorted((row for row in corrected if row.hundredths > 0), key=lambda row: (-row.hundredths, row.person))


def _in_total(federation: Federation, sums: dict[str, int]) -> int:
    return sum(amount * point_weight(federation.scheme, colour) for colour, amount in sums.items())


def _ranks_by_points(
    federation: Federation, people: list[int], year: int, carryover: season_points.Sums
) -> dict[int, str]:
    """The rank by the holding when the year began, with balances, for people without an announced one."""
    first_day = season_points.days_of(federation, year)[0]
    lines = Line.objects.filter(person__in=people, day__lt=first_day)
    holdings_by_person: season_points.Sums = {
        person: dict(carryover[person]) for person in people if person in carryover
    }
    for person, colour, amount in season_points.sums_of(lines):
        person_sums = holdings_by_person.setdefault(person, {})
        person_sums[colour] = person_sums.get(colour, 0) + amount
    add_allowance(federation.scheme, holdings_by_person, lines)
    ladder = edition_of(federation, first_day).ranks
    return {person: ladder.progress(points(person_sums)).rank for person, person_sums in holdings_by_person.items()}


def _ranks_before(federation: Federation, day: date) -> dict[int, str]:
    """The rank last announced before a day, for everybody ever promoted; for later promotions, the replaced one."""
    ranks: dict[int, str] = {}
    promotions = Promotion.in_force.filter(run__federation=federation).order_by("run__as_at", "pk")
    data = promotions.values_list("person", "rank", "before", "run__as_at")
    for person, rank, previous_rank, as_at in data.iterator(chunk_size=5_000):
        if as_at < day:
            ranks[person] = rank
        else:
            ranks.setdefault(person, previous_rank)
    return ranks


def _best_rows(members: list[_YearRow], limit: int) -> list[tuple[int, _YearRow]]:
    """The best rows up to a limit, and everybody tied with the last of them."""
    result: list[tuple[int, _YearRow]] = []
    for index, row in enumerate(members, 1):
        tied = bool(result) and result[-1][1].hundredths == row.hundredths
        if index > limit and not tied:
            break
        result.append((result[-1][0] if tied else index, row))
    return result
