"""Evenings that two filings have credited: whatever filing would ask about, and nobody has decided.

Most of the same players on one day; the same results on the day beside it or with day and month the other way round;
a club's own scores of a week, a month or a year before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Set
from datetime import date, timedelta
from functools import partial
from itertools import groupby, islice
from typing import Any, NamedTuple

from django.db.models import QuerySet

from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.filing.likeness import Played, mistaken_days, sharing_most, swapped, why_alike
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.similar import ENDED, decided_pairs
from masterpoint.centre.filing.stored import event_from_data, in_force
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import merged_keys, survivor
from masterpoint.core.events import AnyEvent

PAGE = 500


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
        days = dict.fromkeys((str(pair.first.day), str(pair.second.day)))
        yield (
            f"{pair.first.receipt} and {pair.second.receipt}: {' and '.join(days)} may be one evening credited twice"
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
    """The pairs of a federation; with one of them on the given days, if any are."""
    if not _first_two(federation.pk)[1:]:
        return  # one evening alone is no pair
    standing = _standing(federation).select_related("organisation")
    joined = _joined(federation)
    yield from _beside(standing, days, joined)
    yield from _swapped(standing, set(_days(federation.pk)), days, joined)
    yield from _mistaken(standing, days, joined)


def _standing(federation: Any) -> QuerySet[Filing]:
    return Filing.objects.filter(federation=federation).exclude(state__in=ENDED)


@cached_query
def _first_two(federation: Any) -> QuerySet[Filing, int]:
    return _standing(federation).values_list("pk", flat=True)[:2]


@cached_query
def _days(federation: Any) -> QuerySet[Filing, date]:
    return _standing(federation).order_by().values_list("day", flat=True).distinct()


def _joined(federation: Federation) -> dict[int, int]:
    if not merged_keys(federation):
        return {}
    merged = Person.objects.filter(federation=federation, merged_into__isnull=False).select_related("merged_into")
    return {person.pk: survivor(person).pk for person in merged}


def _beside(standing: QuerySet[Filing], days: Collection[date] | None, joined: dict[int, int]) -> Iterator[Pair]:
    """Of one day, or of a day and the one before."""
    if days is not None:
        near = {day + timedelta(days=more) for day in days for more in (-1, 0, 1) if date.min < day < date.max}
        standing = standing.filter(day__in=near)
    before: list[_Filed] = []
    events = _Events()
    ordered = _with_players(standing.order_by("day", "pk").iterator(chunk_size=PAGE), joined, events)
    for day, group in groupby(ordered, key=lambda evening: evening.played.day):
        today = list(group)
        beside = [evening for evening in before if evening.played.day + timedelta(days=1) == day]
        yield from _undecided(_of_one_day(beside, today), events)
        before = today
        for version in events.keys() - {evening.version for evening in today}:
            del events[version]


def _swapped(
    standing: QuerySet[Filing], known: Set[date], days: Collection[date] | None, joined: dict[int, int]
) -> Iterator[Pair]:
    """With day and month the other way round; the days on which there is anything are known."""
    wanted = {swapped(day) for day in days} | set(days) if days is not None else known
    for day in sorted(known & wanted):
        other = swapped(day)
        if other in known and other > day + timedelta(days=1):
            events = _Events()
            both = _with_players(standing.filter(day__in=(day, other)).order_by("day", "pk"), joined, events)
            yield from _undecided(_on_days(list(both), lambda later: {swapped(later)}), events)


def _mistaken(standing: QuerySet[Filing], days: Collection[date] | None, joined: dict[int, int]) -> Iterator[Pair]:
    """Of one organisation, a week, a month or a year apart."""
    if days is not None:
        organisations = set(standing.filter(day__in=days).values_list("organisation", flat=True))
        near = set(days).union(*(mistaken_days(day) for day in days))
        standing = standing.filter(organisation__in=organisations, day__in=near)
    events = _Events()
    ordered = standing.order_by("organisation", "day", "pk").iterator(chunk_size=PAGE)
    evenings = _with_players(ordered, joined, events)
    for _, group in groupby(evenings, key=lambda evening: evening.played.organisation):
        before: list[_Filed] = []
        for _, year in groupby(group, key=lambda evening: evening.played.day.year):
            own = list(year)
            new = {evening.filing.pk for evening in own}
            both = _on_days([*before, *own], mistaken_days)
            yield from _undecided(((first, second) for first, second in both if second.filing.pk in new), events)
            before = own  # nothing is compared with what is more than a year older
            events.clear()


class _Filed(NamedTuple):
    filing: Filing
    version: int
    played: Played


class _Events(dict[int, AnyEvent]):
    """The facts of versions, read together where many are compared, and each once."""

    def read(self, versions: Collection[int]) -> None:
        missing = [version for version in versions if version not in self]
        if missing:
            self |= {version: event_from_data(data) for version, data in _facts(missing)}


@cached_query
def _facts(versions: Any) -> QuerySet[Version, tuple[int, Any]]:
    return Version.objects.filter(pk__in=versions).values_list("pk", "event")


@cached_query
def _people(filings: Any) -> QuerySet[Version, tuple[int, int, dict[str, int]]]:
    """The versions in force of some filings, and who played; the last of each filing counts."""
    versions = in_force().filter(filing__in=filings).order_by("number")
    return versions.values_list("filing", "pk", "people")


def _with_players(filings: Iterable[Filing], joined: dict[int, int], events: _Events) -> Iterator[_Filed]:
    """Filings with those who played, in the same order; a page of them is asked about at a time."""
    rest = iter(filings)
    while page := list(islice(rest, PAGE)):
        versions = _people([filing.pk for filing in page])
        current = {filing: (version, people) for filing, version, people in versions}
        for filing in page:
            version, people = current[filing.pk]
            who = {key: joined.get(pk, pk) for key, pk in people.items()}
            facts = partial(events.__getitem__, version)
            yield _Filed(filing, version, Played(filing.organisation_id, filing.day, filing.form, who, facts))


def _of_one_day(beside: list[_Filed], today: list[_Filed]) -> Iterator[tuple[_Filed, _Filed]]:
    """Those of a day with most of the same players, and those of that day and the one before."""
    own = {evening.filing.pk for evening in today}
    evenings = {evening.filing.pk: evening for evening in [*beside, *today]}
    players = {pk: set(evening.played.who.values()) for pk, evening in evenings.items()}
    for first, second in sharing_most(players):
        if second in own:
            yield evenings[first], evenings[second]


def _on_days(evenings: list[_Filed], others: Callable[[date], Set[date]]) -> Iterator[tuple[_Filed, _Filed]]:
    """Those with most of the same players where the earlier is on one of the other days of the later."""
    players = [set(evening.played.who.values()) for evening in evenings]
    at: dict[date, list[int]] = {}
    for index, evening in enumerate(evenings):
        at.setdefault(evening.played.day, []).append(index)
        days = [day for day in others(evening.played.day) if day < evening.played.day]
        for earlier in (before for day in days for before in at.get(day, ())):
            if 2 * len(players[earlier] & players[index]) > min(len(players[earlier]), len(players[index])):
                yield evenings[earlier], evening


def _undecided(shared: Iterable[tuple[_Filed, _Filed]], events: _Events) -> Iterator[Pair]:
    """The pairs that look like one evening, of those with most of the same players."""
    compared = list(shared)
    events.read({evening.version for both in compared if _needs_facts(*both) for evening in both})
    alike = [
        Pair(first.filing, second.filing, why)
        for first, second in compared
        if (why := why_alike(second.played, first.played))
    ]
    decided = decided_pairs({filing for pair in alike for filing in (pair.first, pair.second)}) if alike else set()
    yield from (pair for pair in alike if pair.receipts not in decided)


def _needs_facts(first: _Filed, second: _Filed) -> bool:
    return (first.played.day, first.played.form) != (second.played.day, second.played.form)
