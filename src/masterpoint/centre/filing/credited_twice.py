"""Evenings that two filings have credited: those of one day and form with most of the same players, undecided."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from itertools import combinations, groupby
from typing import NamedTuple

from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.similar import ENDED, decided_pairs
from masterpoint.centre.filing.stored import in_force
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import survivor


class Pair(NamedTuple):
    """Two filings that stand and may be one evening."""

    first: Filing
    second: Filing


def twice_differences(federation: Federation) -> Iterator[str]:
    """For `verify`: each pair that nobody has decided to be two events."""
    for pair in pairs(federation):
        yield (
            f"{pair.first.receipt} and {pair.second.receipt}: {pair.first.day} is credited twice"
            f" ({pair.first.name}; {pair.second.name}), and nobody has decided that these are two events"
        )


def among(filings: Collection[Filing]) -> set[int]:
    """Those of some filings that are one of such a pair."""
    found: set[int] = set()
    for federation in {filing.federation for filing in filings}:
        days = {filing.day for filing in filings if filing.federation == federation}
        found |= {filing.pk for pair in pairs(federation, days) for filing in pair}
    return found


def pairs(federation: Federation, days: Collection[date] | None = None) -> Iterator[Pair]:
    """The pairs of a federation, by day; on the given days only, if any are."""
    standing = Filing.objects.filter(federation=federation).exclude(state__in=ENDED)
    if days is not None:
        standing = standing.filter(day__in=days)
    merged = Person.objects.filter(federation=federation, merged_into__isnull=False).select_related("merged_into")
    joined = {person.pk: survivor(person).pk for person in merged}
    ordered = standing.select_related("organisation").order_by("day", "form", "pk").iterator(chunk_size=2_000)
    for _, group in groupby(ordered, key=lambda filing: (filing.day, filing.form)):
        evenings = list(group)
        if len(evenings) > 1:
            yield from _of_one_day(evenings, joined)


def _of_one_day(evenings: list[Filing], joined: dict[int, int]) -> Iterator[Pair]:
    versions = in_force().filter(filing__in=evenings).order_by("number").values_list("filing", "people")
    players = {filing: {joined.get(pk, pk) for pk in people.values()} for filing, people in versions}
    alike = [
        Pair(first, second)
        for first, second in combinations(evenings, 2)
        if 2 * len(players[first.pk] & players[second.pk]) > min(len(players[first.pk]), len(players[second.pk]))
    ]
    decided = decided_pairs({filing for pair in alike for filing in pair}) if alike else set()
    yield from (pair for pair in alike if frozenset((pair.first.receipt, pair.second.receipt)) not in decided)
