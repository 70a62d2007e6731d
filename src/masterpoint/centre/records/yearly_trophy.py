"""The trophy for most points of a calendar year, and the best of each group of ranks held when it began."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import NamedTuple

from masterpoint.centre.ledger.models import Line, Overall
from masterpoint.centre.ledger.point_weights import point_weight
from masterpoint.centre.records import won
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


class _Won(NamedTuple):
    """A member's points of the year, with what decides who may win which award."""

    person: int
    hundredths: int
    rank: str
    """Announced last, at whatever time."""
    visitor: bool
    rank_abroad: str


def trophy_of(federation: Federation) -> YearlyTrophy | None:
    """The federation's trophy, if its book has such awards."""
    return FEDERATIONS[federation.scheme].trophy


def trophy_groups(federation: Federation, trophy: YearlyTrophy, year: int, limit: int = 10) -> list[Group]:
    """Most points of a calendar year: of everybody first, then by the rank held when the year began."""
    starts = date(year, 1, 1)
    book = edition_of(federation, starts).book
    brought = won.brought_along(federation, year, won.lines_of(federation, year))
    rows = _won(federation, year, brought)
    ranks = _ranks_before(federation, starts)
    ranks |= _ranks_by_points(federation, [row.person for row in rows if not ranks.get(row.person)], year, brought)
    groups: dict[str, list[_Won]] = {}
    for row in rows:
        rank = ranks.get(row.person, row.rank) or trophy.unranked
        if not trophy.is_barred(book, rank, row.visitor, row.rank_abroad):
            groups.setdefault(trophy.combined.get(rank, rank), []).append(row)
    order = {trophy.combined.get(rank, rank): index for index, rank in enumerate(ranks_of(federation, starts))}
    named = sorted(groups.items(), key=lambda item: order.get(item[0], -1), reverse=True)
    best = [(name, _best(members, limit)) for name, members in [(trophy.name, rows), *named]]
    people = Person.objects.select_related("home_club").in_bulk({row.person for _, some in best for _, row in some})
    return [Group(name, [_leader(place, row, people[row.person]) for place, row in some]) for name, some in best]


def _leader(place: int, row: _Won, person: Person) -> Leader:
    return Leader(place, person, Fraction(row.hundredths, 100), row.rank)


def _won(federation: Federation, year: int, brought: won.Sums) -> list[_Won]:
    """Everybody's points of the year, best first; what was brought along was not won in it."""
    totals = Overall.objects.filter(person__federation=federation, year=year)
    totals = totals.filter(person__merged_into=None).exclude(person__status=Person.Status.POTENTIAL)
    about = ("person__rank", "person__visitor", "person__rank_abroad")
    rows = (_Won(*row) for row in totals.values_list("person", "hundredths", *about).iterator())
    without = (
        row._replace(hundredths=row.hundredths - _in_total(federation, brought.get(row.person, {}))) for row in rows
    )
    return sorted((row for row in without if row.hundredths > 0), key=lambda row: (-row.hundredths, row.person))


def _in_total(federation: Federation, sums: dict[str, int]) -> int:
    return sum(amount * point_weight(federation.scheme, colour) for colour, amount in sums.items())


def _ranks_by_points(federation: Federation, people: list[int], year: int, brought: won.Sums) -> dict[int, str]:
    """Of those no run had announced by then: the rank of what they held when the year began, balances with it."""
    first = date(year, 1, 1)
    lines = Line.objects.filter(person__in=people, day__lt=first)
    held: won.Sums = {person: dict(brought[person]) for person in people if person in brought}
    for person, colour, amount in won.sums_of(lines):
        own = held.setdefault(person, {})
        own[colour] = own.get(colour, 0) + amount
    add_allowance(federation.scheme, held, lines)
    ladder = edition_of(federation, first).ranks
    return {person: ladder.standing(points(own)).rank for person, own in held.items()}


def _ranks_before(federation: Federation, day: date) -> dict[int, str]:
    """The rank announced last before a day, of everybody promoted at any time; the one replaced, if that came later."""
    winners: dict[int, str] = {}
    promotions = Promotion.standing.filter(run__federation=federation).order_by("run__as_at", "pk")
    data = promotions.values_list("person", "rank", "before", "run__as_at")
    for person, rank, before, as_at in data.iterator(chunk_size=5_000):
        if as_at < day:
            winners[person] = rank
        else:
            winners.setdefault(person, before)
    return winners


def _best(members: list[_Won], limit: int) -> list[tuple[int, _Won]]:
    """The best so many, best first, with everybody who ties with the last of them."""
    leaders: list[tuple[int, _Won]] = []
    for index, row in enumerate(members, 1):
        tied = bool(leaders) and leaders[-1][1].hundredths == row.hundredths
        if index > limit and not tied:
            break
        leaders.append((leaders[-1][0] if tied else index, row))
    return leaders
