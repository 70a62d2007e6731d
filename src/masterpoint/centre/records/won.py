"""What was won in a year, as against what was brought along: balances, transfers, and gold that fades.

These belong to a lifetime, and to no year's ratings, leaderboards or trophies. A balance that says in which year it
was won belongs to that year.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from django.db.models import QuerySet, Sum

from masterpoint.centre.ledger.brought import BROUGHT
from masterpoint.centre.ledger.by_hand import PART_OF
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import survivor

WON_IN_YEAR = "won_in_year"
"""Where a posting of balances keeps which of them were won in the year of their day."""
WON_ABROAD = "overseas"
"""The worksheet for points a member wins abroad (NZ E8.8a): they are won in the year, not brought along."""
Sums = dict[int, dict[str, int]]
"""Hundredths by person and colour."""


WonLines = set[tuple[int, str, str]]
"""Person, colour and day of the lines of a list of balances that say in which year they were won."""


def brought_postings(federation: Federation, year: int | None = None) -> dict[int, WonLines]:
    """The postings that brought points along, and those that took them back; with the lines that are won after all.

    Of one year: those with lines in it. What takes points back has the days of what it takes back.
    """
    postings = Posting.objects.filter(federation=federation)
    postings = postings if year is None else postings.filter(brought_years__year=year)
    acts = postings.filter(kind__in=BROUGHT)
    facts = list(acts.values_list("pk", "number", f"detail__{WON_IN_YEAR}", "detail__worksheet"))
    brought = {pk: won_lines(won) for pk, _, won, sheet in facts if sheet != WON_ABROAD}
    by_number = {number: brought[pk] for pk, number, _, _ in facts if pk in brought}
    reversals = postings.filter(kind=Posting.Kind.REVERSAL)
    whole = reversals.filter(reverses__kind__in=BROUGHT).values_list("pk", "reverses")
    alone = reversals.filter(reverses=None).values_list("pk", f"detail__{PART_OF}")
    return (
        brought
        | {pk: brought[reverses] for pk, reverses in whole if reverses in brought}
        | {pk: by_number[number] for pk, number in alone if number in by_number}
    )


def won_lines(written: list[list[Any]] | None) -> WonLines:
    return {(person, colour, day) for person, colour, day in written or ()}


def brought_along(federation: Federation, year: int, lines: QuerySet[Line]) -> Sums:
    """Of some lines of a year, what was brought along; that of a record merged since is part of the one it joined."""
    brought = brought_postings(federation, year)
    if not brought:
        return {}
    whole, in_part = ([pk for pk, won in brought.items() if bool(won) == some] for some in (False, True))
    owners = merged_records(federation)
    sums: Sums = {}
    for person, colour, amount in (
        *sums_of(lines.filter(posting__in=whole)),
        *_not_won(lines.filter(posting__in=in_part), brought),
    ):
        own = sums.setdefault(owners.get(person, person), {})
        own[colour] = own.get(colour, 0) + amount
    return sums


def _not_won(lines: QuerySet[Line], brought: dict[int, WonLines]) -> Iterator[tuple[int, str, int]]:
    """Of postings that say of some lines that they were won after all, the others."""
    rows = lines.values_list("posting", "person", "colour", "day").annotate(sum=Sum("hundredths"))
    for posting, person, colour, day, amount in rows.order_by():
        if (person, colour, day.isoformat()) not in brought[posting]:
            yield person, colour, amount


def lines_of(federation: Federation, year: int) -> QuerySet[Line]:
    """The lines of a year."""
    return Line.objects.filter(posting__federation=federation, day__gte=date(year, 1, 1), day__lte=date(year, 12, 31))


def sums_of(lines: QuerySet[Line]) -> Iterable[tuple[int, str, int]]:
    """Person, colour and hundredths."""
    rows = lines.values_list("person", "colour").annotate(sum=Sum("hundredths")).order_by()
    return [(person, colour, amount) for person, colour, amount in rows if amount]


def merged_records(federation: Federation) -> dict[int, int]:
    """Records merged into others, and the one each has become part of."""
    merged = Person.objects.filter(federation=federation, merged_into__isnull=False).select_related("merged_into")
    return {person.pk: survivor(person).pk for person in merged}
