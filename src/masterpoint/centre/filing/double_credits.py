"""Find evenings that two filings may have credited, if nobody has decided about them.

These have most of the same players on one day, the same results on the next day or with day and month swapped, or the
same scores at the same club a week, a month or a year apart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Set
from datetime import date, timedelta
from functools import partial
from itertools import groupby, islice
from typing import Any, NamedTuple

from django.db.models import QuerySet

from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.filing.comparison import (
    ComparedEvening,
    mistaken_days,
    pairs_with_most_players,
    similarity_reason,
    swap_day_and_month,
)
from masterpoint.centre.filing.models import ENDED_STATES, Filing, Version
from masterpoint.centre.filing.similar import decided_pairs
from masterpoint.centre.filing.stored_events import event_from_data, in_force
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import merged_keys, survivor
from masterpoint.core.events import AnyEvent

PAGE = 500
PAIRS_AT_ONCE = 100
"""Pairs of evenings whose facts are in memory together."""


class Pair(NamedTuple):
    """Two filings in force that may be one evening."""

    first: Filing
    second: Filing
    why: str

    @property
    def receipts(self) -> frozenset[str]:
        return frozenset((self.first.receipt, self.second.receipt))

    def other(self, filing: Filing) -> Filing:
        return self.second if filing == self.first else self.first


def twice_differences(federation: Federation) -> Iterator[str]:
    """For `verify`: describe each undecided pair."""
    for pair in pairs(federation):
        days = dict.fromkeys((str(pair.first.day), str(pair.second.day)))
        yield (
            f"{pair.first.receipt} and {pair.second.receipt}: {' and '.join(days)} may be one evening credited twice"
            f" ({pair.first.name}; {pair.second.name}), and nobody has decided that these are two events"
        )


def undecided_pairs(filings: Collection[Filing]) -> dict[int, list[Pair]]:
    """The undecided pairs of each of these filings, by key."""
    pairs_by_filing: dict[int, list[Pair]] = {}
    by_federation: dict[str, list[Filing]] = {}
    for filing in filings:
        by_federation.setdefault(filing.federation_id, []).append(filing)
    for own_filings in by_federation.values():
        keys = {filing.pk for filing in own_filings}
        for pair in pairs(own_filings[0].federation, {filing.day for filing in own_filings}):
            for filing in (pair.first, pair.second):
                if filing.pk in keys:
                    pairs_by_filing.setdefault(filing.pk, []).append(pair)
    return pairs_by_filing


def pairs(federation: Federation, days: Collection[date] | None = None) -> Iterator[Pair]:
    """The pairs of a federation, or those with one filing on the given days."""
    if not _first_two(federation.pk)[1:]:
        return  # a single evening is no pair
    filings = _filings_in_force(federation).select_related("organisation")
    merges = _merges(federation)
    yield from _near_pairs(filings, days, merges)
    yield from _swapped_pairs(filings, set(_days(federation.pk)), days, merges)
    yield from _mistaken_pairs(filings, days, merges)


def _filings_in_force(federation: Any) -> QuerySet[Filing]:
    return Filing.objects.filter(federation=federation).exclude(state__in=ENDED_STATES)


@cached_query
def _first_two(federation: Any) -> QuerySet[Filing, int]:
    return _filings_in_force(federation).values_list("pk", flat=True)[:2]


@cached_query
def _days(federation: Any) -> QuerySet[Filing, date]:
    return _filings_in_force(federation).order_by().values_list("day", flat=True).distinct()


def _merges(federation: Federation) -> dict[int, int]:
    if not merged_keys(federation):
        return {}
    merged = Person.objects.filter(federation=federation, merged_into__isnull=False).select_related("merged_into")
    return {person.pk: survivor(person).pk for person in merged}


def _near_pairs(filings: QuerySet[Filing], days: Collection[date] | None, merges: dict[int, int]) -> Iterator[Pair]:
    """Pairs of one day, or of a day and the one before."""
    if days is not None:
        days_nearby = {
            day + timedelta(days=offset) for day in days for offset in (-1, 0, 1) if date.min < day < date.max
        }
        filings = filings.filter(day__in=days_nearby)
    evenings_before: list[_FiledEvening] = []
    events = _Events()
    evenings = _with_players(filings.order_by("day", "pk").iterator(chunk_size=PAGE), merges, events)
    for day, group in groupby(evenings, key=lambda evening: evening.compared.day):
        today = list(group)
        yesterday = [evening for evening in evenings_before if evening.compared.day + timedelta(days=1) == day]
        yield from _similar_pairs(_pairs_of_day(yesterday, today), events)
        evenings_before = today
        for version in events.keys() - {evening.version for evening in today}:
            del events[version]


def _swapped_pairs(
    filings: QuerySet[Filing], all_days: Set[date], days: Collection[date] | None, merges: dict[int, int]
) -> Iterator[Pair]:
    """Pairs with day and month swapped; `all_days` are those with filings."""
    days_checked = {swap_day_and_month(day) for day in days} | set(days) if days is not None else all_days
    for day in sorted(all_days & days_checked):
        swapped_day = swap_day_and_month(day)
        if swapped_day in all_days and swapped_day > day + timedelta(days=1):
            events = _Events()
            evenings = _with_players(filings.filter(day__in=(day, swapped_day)).order_by("day", "pk"), merges, events)
            yield from _similar_pairs(
                _pairs_on_days(list(evenings), lambda day_of_evening: {swap_day_and_month(day_of_evening)}), events
            )


def _mistaken_pairs(filings: QuerySet[Filing], days: Collection[date] | None, merges: dict[int, int]) -> Iterator[Pair]:
    """Pairs of one organisation, a week, a month or a year apart."""
    if days is not None:
        organisations = set(filings.filter(day__in=days).values_list("organisation", flat=True))
        days_nearby = set(days).union(*(mistaken_days(day) for day in days))
        filings = filings.filter(organisation__in=organisations, day__in=days_nearby)
    events = _Events()
    rows = filings.order_by("organisation", "day", "pk").iterator(chunk_size=PAGE)
    compared = _pairs_within_organisations(_with_players(rows, merges, events))
    while page := list(islice(compared, PAIRS_AT_ONCE)):
        yield from _similar_pairs(page, events)
        events.clear()


def _pairs_within_organisations(
    evenings: Iterable[_FiledEvening],
) -> Iterator[tuple[_FiledEvening, _FiledEvening]]:
    """Evenings of one organisation on days that may be a mistake; those more than a year apart are not compared."""
    for _, group in groupby(evenings, key=lambda evening: evening.compared.organisation):
        year_before: list[_FiledEvening] = []
        for _, year in groupby(group, key=lambda evening: evening.compared.day.year):
            this_year = list(year)
            new = {evening.filing.pk for evening in this_year}
            pairs_of_years = _pairs_on_days([*year_before, *this_year], mistaken_days)
            yield from ((earlier, later) for earlier, later in pairs_of_years if later.filing.pk in new)
            year_before = this_year


class _FiledEvening(NamedTuple):
    filing: Filing
    version: int
    compared: ComparedEvening


class _Events(dict[int, AnyEvent]):
    """The facts of versions, read in bulk and only once."""

    def read(self, versions: Collection[int]) -> None:
        missing = [version for version in versions if version not in self]
        if missing:
            self |= {version: event_from_data(data) for version, data in _facts(missing)}


@cached_query
def _facts(versions: Any) -> QuerySet[Version, tuple[int, Any]]:
    return Version.objects.filter(pk__in=versions).values_list("pk", "event")


@cached_query
def _people(filings: Any) -> QuerySet[Version, tuple[int, int, dict[str, int]]]:
    """The versions in force of some filings with their players; the last of each filing counts."""
    versions = in_force().filter(filing__in=filings).order_by("number")
    return versions.values_list("filing", "pk", "people")


def _with_players(filings: Iterable[Filing], merges: dict[int, int], events: _Events) -> Iterator[_FiledEvening]:
    """Filings with their players, in the same order, page by page."""
    remaining = iter(filings)
    while page := list(islice(remaining, PAGE)):
        versions = _people([filing.pk for filing in page])
        current = {filing: (version, people) for filing, version, people in versions}
        for filing in page:
            version, people = current[filing.pk]
            players = {key: merges.get(pk, pk) for key, pk in people.items()}
            facts = partial(events.__getitem__, version)
            yield _FiledEvening(
                filing, version, ComparedEvening(filing.organisation_id, filing.day, filing.form, players, facts)
            )


def _pairs_of_day(
    yesterday: list[_FiledEvening], today: list[_FiledEvening]
) -> Iterator[tuple[_FiledEvening, _FiledEvening]]:
    """Evenings of a day, or of it and the day before, with most of the same players."""
    keys = {evening.filing.pk for evening in today}
    evenings = {evening.filing.pk: evening for evening in [*yesterday, *today]}
    players = {pk: set(evening.compared.players.values()) for pk, evening in evenings.items()}
    for one_key, other_key in pairs_with_most_players(players):
        if other_key in keys:
            yield evenings[one_key], evenings[other_key]


def _pairs_on_days(
    evenings: list[_FiledEvening], other_days: Callable[[date], Set[date]]
) -> Iterator[tuple[_FiledEvening, _FiledEvening]]:
    """Evenings with most of the same players, the earlier on one of the other days of the later."""
    players = [set(evening.compared.players.values()) for evening in evenings]
    at: dict[date, list[int]] = {}
    for index, evening in enumerate(evenings):
        at.setdefault(evening.compared.day, []).append(index)
        days = [day for day in other_days(evening.compared.day) if day < evening.compared.day]
        for earlier in (evening_before for day in days for evening_before in at.get(day, ())):
            if 2 * len(players[earlier] & players[index]) > min(len(players[earlier]), len(players[index])):
                yield evenings[earlier], evening


def _similar_pairs(candidates: Iterable[tuple[_FiledEvening, _FiledEvening]], events: _Events) -> Iterator[Pair]:
    """Of evenings with most of the same players, the pairs that look like one evening."""
    compared = list(candidates)
    events.read({evening.version for pair in compared if _needs_facts(*pair) for evening in pair})
    similar_pairs = [
        Pair(earlier.filing, second.filing, reason)
        for earlier, second in compared
        if (reason := similarity_reason(second.compared, earlier.compared))
    ]
    decided = (
        decided_pairs({filing for pair in similar_pairs for filing in (pair.first, pair.second)})
        if similar_pairs
        else set()
    )
    yield from (pair for pair in similar_pairs if pair.receipts not in decided)


def _needs_facts(first: _FiledEvening, second: _FiledEvening) -> bool:
    return (first.compared.day, first.compared.form) != (second.compared.day, second.compared.form)
