"""Points won in a season, as opposed to carried-over ones: balances, transfers, and decay.

These belong to a lifetime, and to no season's ratings, leaderboards or trophies. A balance with the season it was won
in belongs to that season.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from django.db.models import QuerySet, Sum

from masterpoint.centre.ledger.carryovers import CARRYOVER_KINDS
from masterpoint.centre.ledger.manual_postings import PART_OF
from masterpoint.centre.ledger.models import Line, Posting, WonBalance
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import survivor
from masterpoint.schemes import FEDERATIONS

WON_ABROAD = "overseas"
"""The worksheet for points a member wins abroad (NZ E8.8a): they are won in the year, not carried over."""
Sums = dict[int, dict[str, int]]
"""Hundredths by person and colour."""


WonLines = set[tuple[int, str, date]]
"""Person, colour and day of lines of opening balances whose year is known."""


def carryover_postings(federation: Federation, year: int | None = None) -> dict[int, WonLines]:
    """The postings of carried-over points and their reversals, with those of their lines that count as won.

    With a year, only postings with lines in it. A reversal has the days of the posting it reverses.
    """
    postings = Posting.objects.filter(federation=federation)
    postings = postings if year is None else postings.filter(brought_years__year=year)
    numbers = dict(postings.filter(kind__in=CARRYOVER_KINDS).values_list("pk", "number"))
    if not numbers:
        return {}
    transfers = postings.filter(kind=Posting.Kind.TRANSFER)  # only these: the details of balances are long
    won_abroad = set(transfers.filter(detail__worksheet=WON_ABROAD).values_list("pk", flat=True))
    won = _won_balances(federation, year)
    lines_by_posting = {pk: won.get(pk, set()) for pk in numbers if pk not in won_abroad}
    by_number = {number: lines_by_posting[pk] for pk, number in numbers.items() if pk in lines_by_posting}
    reversals = postings.filter(kind=Posting.Kind.REVERSAL)
    full_reversals = reversals.filter(reverses__kind__in=CARRYOVER_KINDS).values_list("pk", "reverses")
    partial_reversals = reversals.filter(reverses=None).values_list("pk", f"detail__{PART_OF}")
    return (
        lines_by_posting
        | {pk: lines_by_posting[reverses] for pk, reverses in full_reversals if reverses in lines_by_posting}
        | {pk: by_number[number] for pk, number in partial_reversals if number in by_number}
    )


def _won_balances(federation: Federation, year: int | None) -> dict[int, WonLines]:
    """Balances won in the year of their day, by posting; with a year, only balances of that year."""
    balances = WonBalance.objects.filter(posting__federation=federation)
    if year is not None:
        balances = balances.filter(day__range=days_of(federation, year))
    lines_by_posting: dict[int, WonLines] = {}
    for posting, person, colour, day in balances.values_list("posting", "person", "colour", "day"):
        lines_by_posting.setdefault(posting, set()).add((person, colour, day))
    return lines_by_posting


def carryover_sums(federation: Federation, year: int, lines: QuerySet[Line]) -> Sums:
    """The carried-over points among some lines of a year; those of merged records count for the current one."""
    lines_by_posting = carryover_postings(federation, year)
    if not lines_by_posting:
        return {}
    full_postings, partial_postings = (
        [pk for pk, won in lines_by_posting.items() if bool(won) == has_won_lines] for has_won_lines in (False, True)
    )
    owners = merged_records(federation)
    sums: Sums = {}
    for person, colour, amount in (
        *sums_of(lines.filter(posting__in=full_postings)),
        *_carryover_lines(lines.filter(posting__in=partial_postings), lines_by_posting),
    ):
        person_sums = sums.setdefault(owners.get(person, person), {})
        person_sums[colour] = person_sums.get(colour, 0) + amount
    return sums


def _carryover_lines(lines: QuerySet[Line], lines_by_posting: dict[int, WonLines]) -> Iterator[tuple[int, str, int]]:
    """The carried-over lines of postings with some lines that count as won."""
    rows = lines.values_list("posting", "person", "colour", "day").annotate(sum=Sum("hundredths"))
    for posting, person, colour, day, amount in rows.order_by():
        if (person, colour, day) not in lines_by_posting[posting]:
            yield person, colour, amount


def days_of(federation: Federation, year: int) -> tuple[date, date]:
    """The first and the last day of a season."""
    season = FEDERATIONS[federation.scheme].season
    return season.first_day(year), season.last_day(year)


def lines_of(federation: Federation, year: int) -> QuerySet[Line]:
    """The lines of a season."""
    return Line.objects.filter(posting__federation=federation, day__range=days_of(federation, year))


def sums_of(lines: QuerySet[Line]) -> Iterable[tuple[int, str, int]]:
    """Person, colour and hundredths."""
    rows = lines.values_list("person", "colour").annotate(sum=Sum("hundredths")).order_by()
    return [(person, colour, amount) for person, colour, amount in rows if amount]


def merged_records(federation: Federation) -> dict[int, int]:
    """Merged records, and the one each is now part of."""
    merged = Person.objects.filter(federation=federation, merged_into__isnull=False).select_related("merged_into")
    return {person.pk: survivor(person).pk for person in merged}
