"""The national files of a federation whose clubs report by credit file. They are made on request."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import ExtractYear

from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.ledger.queries import WAITING_STATUSES
from masterpoint.centre.ledger.reasons import public_reason
from masterpoint.centre.records.allowances import allowance_of
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.records.official_rank import ranks_on
from masterpoint.centre.records.queries import edition_of
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import hidden_people
from masterpoint.centre.registry.models import Federation, Membership, Organisation, Person
from masterpoint.centre.reporting.periods import period_of
from masterpoint.formats import abf_national
from masterpoint.formats.abf_national import (
    LINE_END,
    Alternate,
    NationalPlayer,
    alternate_line,
    national_line,
    tab_separated,
)
from masterpoint.schemes.ranks import rank_on

PEOPLE_PER_PAGE = 500
NOTHING = Decimal("0.00")
Sums = dict[int, dict[tuple[str, int], int]]
"""Hundredths by person, colour and year."""


def official_lines(federation: Federation) -> QuerySet[Line]:
    """The ledger without provisional points."""
    lines = Line.objects.filter(posting__federation=federation)
    return lines.exclude(posting__version__filing__state=Filing.State.PROVISIONAL)


def national(federation: Federation, on: date) -> Iterator[str]:
    """NATIONAL.TXT: every player with points by colour and year."""
    yield f"Effective {on:%-d %B %Y}{LINE_END}"
    people = Person.objects.filter(federation=federation, merged_into=None).exclude(status=Person.Status.DECEASED)
    people = people.select_related("home_club", "federation").order_by("sort_key", "pk")
    letters = {name: chr(ord("b") + index) for index, name in enumerate(_ranks(federation, on))}
    month = period_of(on, "month")
    promoted_people = set(
        Promotion.in_force.filter(run__as_at__lte=on, run__as_at__gte=month.first).values_list("person", flat=True)
    )
    page: list[Person] = []
    for person in people.iterator(chunk_size=PEOPLE_PER_PAGE):
        page.append(person)
        if len(page) == PEOPLE_PER_PAGE:
            yield from _national_page(federation, page, on, letters, promoted_people)
            page = []
    yield from _national_page(federation, page, on, letters, promoted_people)


def _ranks(federation: Federation, on: date) -> list[str]:
    return [rung.name for rung in edition_of(federation, on).ranks.rungs_up_to(0)]


def _national_page(
    federation: Federation, people: list[Person], on: date, letters: Mapping[str, str], promoted_people: set[int]
) -> Iterator[str]:
    if not people:
        return
    keys = [person.pk for person in people]
    lines = official_lines(federation).filter(person__in=keys, day__lte=on)
    years: Sums = {}
    for key, colour, year, amount in _by_year(lines):
        years.setdefault(key, {})[colour, year] = amount
    quarter: Sums = {}
    for key, colour, year, amount in _by_year(lines.filter(day__gte=period_of(on, "quarter").first)):
        quarter.setdefault(key, {})[colour, year] = amount
    ranks_then, ranks_now = ranks_on(people, date(on.year - 1, 12, 31)), ranks_on(people, on)
    for person in people:
        person_sums, recent_sums = years.get(person.pk, {}), quarter.get(person.pk, {})
        is_hidden = access.is_hidden(None, person)
        player = NationalPlayer(
            number=person.number,
            surname=access.ANONYMOUS if is_hidden else person.family_name,
            given_name="" if is_hidden else person.given_name,
            gold=_sum(person_sums, "gold"),
            red=_sum(person_sums, "red"),
            green=_sum(person_sums, "green"),
            this_year=_sum(person_sums, year=on.year),
            last_year=_sum(person_sums, year=on.year - 1),
            before=_sum({key: amount for key, amount in person_sums.items() if key[1] < on.year - 1}),
            rank_letter=letters.get(rank_on(federation.scheme, ranks_then[person.pk], on), "a"),
            quarter=(_sum(recent_sums, "gold"), _sum(recent_sums, "red"), _sum(recent_sums, "green")),
            promoted=person.pk in promoted_people,
            rank=ranks_now[person.pk].removesuffix(" Master"),
            club=person.home_club.number if person.home_club else "",
            is_active=person.status not in WAITING_STATUSES,
        )
        yield national_line(player) + LINE_END


def _by_year(lines: QuerySet[Line]) -> Iterator[tuple[int, str, int, int]]:
    rows = lines.annotate(year=ExtractYear("day")).order_by()
    yield from rows.values_list("person", "colour", "year").annotate(sum=Sum("hundredths"))


def _sum(sums: Mapping[tuple[str, int], int], colour: str = "", year: int = 0) -> Decimal:
    amounts = (
        amount
        for (amount_colour, amount_year), amount in sums.items()
        if colour in ("", amount_colour) and year in (0, amount_year)
    )
    return NOTHING + Decimal(sum(amounts)) / 100


def alternates(federation: Federation, on: date) -> Iterator[str]:
    """ALTERNAT.TXT: alternate members of all clubs."""
    memberships = Membership.objects.filter(
        person__federation=federation, kind=Membership.Kind.ALTERNATE, first_day__lte=on
    )
    memberships = memberships.filter(Q(last_day=None) | Q(last_day__gte=on)).select_related(
        "person__home_club", "organisation"
    )
    clubs: dict[Person, list[str]] = {}
    for membership in memberships.order_by("person__sort_key", "person", "organisation__number"):
        clubs.setdefault(membership.person, []).append(membership.organisation.number)
    for person, numbers in clubs.items():
        if not access.is_hidden(None, person):
            home_number = person.home_club.number if person.home_club else ""
            row = Alternate(person.number, person.family_name, person.given_name, home_number, tuple(numbers))
            yield alternate_line(row) + LINE_END


def clubs(federation: Federation, on: date) -> Iterator[str]:
    """CLUBS.TXT: every organisation, with the one it belongs to."""
    rows = Organisation.objects.filter(federation=federation).select_related("parent").order_by("number")
    return tab_separated(
        abf_national.CLUBS,
        (
            [row.number, row.name, row.level, row.parent.number if row.parent else "", "yes" if row.active else "no"]
            for row in rows
        ),
    )


def events(federation: Federation, on: date) -> Iterator[str]:
    """EVENTS.TXT: the events of the codes in HISTORY.TXT."""
    return tab_separated(abf_national.EVENTS, _events(federation))


def _events(federation: Federation) -> Iterator[list[str]]:
    filings = Filing.objects.filter(federation=federation).select_related("organisation").order_by("day", "pk")
    for filing in filings.iterator(chunk_size=PEOPLE_PER_PAGE):
        yield [filing.receipt, filing.day.isoformat(), filing.organisation.number, filing.name]
    acts = Posting.objects.filter(federation=federation, version=None).order_by("number")
    for posting in acts.iterator(chunk_size=PEOPLE_PER_PAGE):
        reason = public_reason(federation, posting.kind, posting.reason)
        event_text = f"{posting.get_kind_display()}: {reason}" if reason else posting.get_kind_display()
        yield [f"L{posting.number}", f"{posting.at:%Y-%m-%d}", posting.facts.get("organisation", ""), event_text]


def history(federation: Federation, on: date) -> Iterator[str]:
    """HISTORY.TXT: every award with the code of its event, except those of anonymous players."""
    return tab_separated(abf_national.HISTORY, _history(federation, on))


def _history(federation: Federation, on: date) -> Iterator[list[str]]:
    hidden_keys = hidden_people(federation)
    lines = official_lines(federation).filter(day__lte=on).order_by("pk")
    fields = ("person__number", "day", "posting__version__filing__receipt", "posting__number", "colour", "hundredths")
    rows = lines.values_list("person", *fields)
    for person, number, day, receipt, posting, colour, amount in rows.iterator(chunk_size=2000):
        if person in hidden_keys:
            continue
        yield [number, day.isoformat(), receipt or f"L{posting}", colour, f"{Decimal(amount) / 100:.2f}"]


def pre82(federation: Federation, on: date) -> Iterator[str]:
    """PRE82.TXT: old points that the ladder counts as an allowance."""
    allowance = allowance_of(federation.scheme)
    if allowance is None:
        return tab_separated(abf_national.PRE82, ())
    lines = Line.objects.filter(posting__federation=federation, colour=allowance.colour, day__lt=allowance.before)
    hidden_keys = hidden_people(federation)
    sums = lines.values_list("person", "person__number").annotate(sum=Sum("hundredths")).order_by("person__number")
    visible_sums = ((number, amount) for person, number, amount in sums if amount and person not in hidden_keys)
    return tab_separated(
        abf_national.PRE82, ([number, f"{Decimal(amount) / 100:.2f}"] for number, amount in visible_sums)
    )


class NationalFile(NamedTuple):
    """A national file, and its contents."""

    name: str
    about: str
    make: Callable[[Federation, date], Iterator[str]]


FILES = {
    file.name: file
    for file in (
        NationalFile("NATIONAL", "Every player: points by colour and year, rank, home club.", national),
        NationalFile("ALTERNAT", "Players whom other clubs have on their reports.", alternates),
        NationalFile("CLUBS", "Every club, region and State.", clubs),
        NationalFile("HISTORY", "Every award, with the code of its event.", history),
        NationalFile("EVENTS", "What the codes stand for.", events),
        NationalFile("PRE82", "Red points won before 1982.", pre82),
    )
}
