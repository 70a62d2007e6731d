"""ABF 1.7.2, 1.7.3: the McCutcheon Trophy and the best of each group of ranks held at the start of the year."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from masterpoint.centre.filing.standing import ranks_on
from masterpoint.centre.ledger.models import Overall
from masterpoint.centre.records.leaderboards import Leader
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.schemes import edition_for
from masterpoint.schemes.abf.e2025.trophies import COMBINED, UNRANKED


class Group(NamedTuple):
    """A group of ranks with its leaders, best first; ties share a place."""

    name: str
    leaders: list[Leader]


def mccutcheon(federation: Federation, year: int, limit: int = 10) -> list[Group]:
    """Most points of a calendar year: of everybody first, then by the rank held when the year began."""
    totals = Overall.objects.filter(person__federation=federation, year=year, hundredths__gt=0)
    totals = totals.filter(person__merged_into=None).exclude(person__status=Person.Status.POTENTIAL)
    rows = list(totals.order_by("-hundredths", "person").values_list("person", "hundredths"))
    people = Person.objects.filter(federation=federation, merged_into=None).select_related("home_club")
    known = {person.pk: person for person in people.iterator(chunk_size=5_000)}
    ranks = ranks_on([known[pk] for pk, _ in rows], date(year, 1, 1) - timedelta(days=1))
    groups: dict[str, list[tuple[Person, int]]] = {}
    for pk, amount in rows:
        rank = ranks[pk] or UNRANKED
        groups.setdefault(COMBINED.get(rank, rank), []).append((known[pk], amount))
    everybody = Group("McCutcheon Trophy", placed([(known[pk], amount) for pk, amount in rows], limit))
    order = ladder_order(federation)
    named = sorted(groups.items(), key=lambda item: order.get(item[0], -1), reverse=True)
    return [everybody, *(Group(name, placed(members, limit)) for name, members in named)]


def ladder_order(federation: Federation) -> dict[str, int]:
    rungs = edition_for(federation.scheme).ranks.rungs_up_to(0)
    return {COMBINED.get(rung.name, rung.name): index for index, rung in enumerate(rungs)}


def placed(members: list[tuple[Person, int]], limit: int) -> list[Leader]:
    """The best so many, best first, with everybody who ties with the last of them."""
    leaders: list[Leader] = []
    for index, (person, amount) in enumerate(members, 1):
        points = Fraction(amount, 100)
        tied = bool(leaders) and leaders[-1].points == points
        if index > limit and not tied:
            break
        leaders.append(Leader(leaders[-1].place if tied else index, person, points))
    return leaders
