"""Evenings that two filings have credited: with most of the same players on one day, or alike on the day beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date, timedelta
from functools import partial
from itertools import groupby
from typing import NamedTuple

from masterpoint.centre.filing.likeness import Played, sharing_most, why_alike
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.similar import ENDED, decided_pairs
from masterpoint.centre.filing.stored import in_force, stored_event
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import survivor
from masterpoint.core.events import AnyEvent


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
    events = _Events()
    for day, group in groupby(ordered, key=lambda filing: filing.day):
        today = _with_players(list(group), joined, events)
        beside = [evening for evening in before if evening.played.day + timedelta(days=1) == day]
        yield from _of_one_day(today, beside, events)
        before = today
        for version in events.keys() - {evening.version for evening in today}:
            del events[version]


class _Filed(NamedTuple):
    filing: Filing
    version: int
    played: Played


class _Events(dict[int, AnyEvent]):
    """The facts of versions, read together where many are compared, and each once."""

    def read(self, versions: Collection[int]) -> None:
        missing = [version for version in versions if version not in self]
        self |= {version.pk: stored_event(version) for version in Version.objects.filter(pk__in=missing).only("event")}


def _with_players(filings: list[Filing], joined: dict[int, int], events: _Events) -> list[_Filed]:
    versions = in_force().filter(filing__in=filings).order_by("number").values_list("filing", "pk", "people")
    current = {filing: (version, people) for filing, version, people in versions}
    return [
        _Filed(
            filing,
            current[filing.pk][0],
            Played(
                filing.organisation_id,
                filing.day,
                filing.form,
                {key: joined.get(pk, pk) for key, pk in current[filing.pk][1].items()},
                partial(events.__getitem__, current[filing.pk][0]),
            ),
        )
        for filing in filings
    ]


def _of_one_day(today: list[_Filed], beside: list[_Filed], events: _Events) -> Iterator[Pair]:
    """Pairs of a day, and of that day with the one before."""
    evenings = {evening.filing.pk: evening for evening in [*beside, *today]}
    own = {evening.filing.pk for evening in today}
    players = {pk: set(evening.played.who.values()) for pk, evening in evenings.items()}
    shared = [(evenings[first], evenings[second]) for first, second in sharing_most(players) if second in own]
    events.read({evening.version for both in shared if _needs_facts(*both) for evening in both})
    alike = [
        Pair(first.filing, second.filing, why)
        for first, second in shared
        if (why := why_alike(second.played, first.played))
    ]
    decided = decided_pairs({filing for pair in alike for filing in (pair.first, pair.second)}) if alike else set()
    yield from (pair for pair in alike if pair.receipts not in decided)


def _needs_facts(first: _Filed, second: _Filed) -> bool:
    return (first.played.day, first.played.form) != (second.played.day, second.played.form)
