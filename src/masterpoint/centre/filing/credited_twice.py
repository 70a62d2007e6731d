"""Evenings that two filings have credited: with most of the same players on one day, or alike on the day beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date, timedelta
from functools import partial
from itertools import groupby
from typing import NamedTuple

from masterpoint.centre.filing.likeness import Played, sharing_most, why_alike
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.similar import ENDED, decided_pairs, event_of
from masterpoint.centre.filing.stored import in_force
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import survivor


class Pair(NamedTuple):
    """Two filings that stand and may be one evening."""

    first: Filing
    second: Filing
    why: str

    @property
    def receipts(self) -> frozenset[str]:
        return frozenset((self.first.receipt, self.second.receipt))

    def other(self, filing: Filing) -> Filing:
        return self.second if filing == self.first else self.first


def twice_differences(federation: Federation) -> Iterator[str]:
    """For `verify`: each pair that nobody has decided to be two events."""
    for pair in pairs(federation):
        yield (
            f"{pair.first.receipt} and {pair.second.receipt}: {pair.first.day} is credited twice"
            f" ({pair.first.name}; {pair.second.name}), and nobody has decided that these are two events"
        )


def undecided(filings: Collection[Filing]) -> dict[int, list[Pair]]:
    """Those of some filings that are one of such pairs, with the pairs."""
    doubtful: dict[int, list[Pair]] = {}
    for federation in {filing.federation for filing in filings}:
        own = {filing.pk for filing in filings if filing.federation == federation}
        days = {filing.day for filing in filings if filing.pk in own}
        for pair in pairs(federation, days):
            for filing in (pair.first, pair.second):
                if filing.pk in own:
                    doubtful.setdefault(filing.pk, []).append(pair)
    return doubtful


def pairs(federation: Federation, days: Collection[date] | None = None) -> Iterator[Pair]:
    """The pairs of a federation, by day; with one of them on the given days, if any are."""
    standing = Filing.objects.filter(federation=federation).exclude(state__in=ENDED)
    if days is not None:
        near = {day + timedelta(days=more) for day in days for more in (-1, 0, 1) if date.min < day < date.max}
        standing = standing.filter(day__in=near)
    merged = Person.objects.filter(federation=federation, merged_into__isnull=False).select_related("merged_into")
    joined = {person.pk: survivor(person).pk for person in merged}
    ordered = standing.select_related("organisation").order_by("day", "pk").iterator(chunk_size=2_000)
    before: list[_Filed] = []
    for day, group in groupby(ordered, key=lambda filing: filing.day):
        today = _with_players(list(group), joined)
        beside = [evening for evening in before if evening.played.day + timedelta(days=1) == day]
        yield from _of_one_day(today, beside)
        before = today


class _Filed(NamedTuple):
    filing: Filing
    played: Played


def _with_players(filings: list[Filing], joined: dict[int, int]) -> list[_Filed]:
    versions = in_force().filter(filing__in=filings).order_by("number").values_list("filing", "pk", "people")
    current = {filing: (version, people) for filing, version, people in versions}
    return [
        _Filed(
            filing,
            Played(
                filing.organisation_id,
                filing.day,
                filing.form,
                {key: joined.get(pk, pk) for key, pk in current[filing.pk][1].items()},
                partial(event_of, current[filing.pk][0]),
            ),
        )
        for filing in filings
    ]


def _of_one_day(today: list[_Filed], beside: list[_Filed]) -> Iterator[Pair]:
    """Pairs of a day, and of that day with the one before."""
    evenings = {evening.filing.pk: evening for evening in [*beside, *today]}
    own = {evening.filing.pk for evening in today}
    players = {pk: set(evening.played.who.values()) for pk, evening in evenings.items()}
    alike = [
        Pair(evenings[first].filing, evenings[second].filing, why)
        for first, second in sharing_most(players)
        if second in own and (why := why_alike(evenings[second].played, evenings[first].played))
    ]
    decided = decided_pairs({filing for pair in alike for filing in (pair.first, pair.second)}) if alike else set()
    yield from (pair for pair in alike if pair.receipts not in decided)
