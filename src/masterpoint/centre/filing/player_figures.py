"""A record in figures: the best results, the organisers and the partners."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.db.models import Sum

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.appearances import AwardKey, find_appearances
from masterpoint.centre.filing.histories import Entry, Selection, history
from masterpoint.centre.filing.public_results import Competitor
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.ledger.queries import StatementLine
from masterpoint.centre.registry.models import Person

EVENINGS = 300
"""The number of recent evenings searched for partners: several years for most players, and quick for everybody."""

Sums = dict[str, int]
"""Hundredths by colour."""


class FromOrganiser(NamedTuple):
    """Points from the events of one organiser."""

    name: str
    number: str
    sums: Sums


class WithPartner(NamedTuple):
    """How often two people played together, and their points."""

    partner: Competitor
    evenings: int
    sums: Sums


def best_lines(person: Person, count: int, as_at: date | None = None) -> list[StatementLine]:
    """The largest awards of each colour in force by a day."""
    awards = Line.objects.filter(
        person=person, posting__kind=Posting.Kind.AWARDS, posting__reversed_by=None, day__lte=as_at or date.max
    )
    keys = [
        pk
        for colour in awards.order_by("colour").values_list("colour", flat=True).distinct()
        for pk in awards.filter(colour=colour).order_by("-hundredths", "-day").values_list("pk", flat=True)[:count]
    ]
    return ledger.statement_lines(person, keys, [])


def from_organisers(person: Person, as_at: date | None = None) -> list[FromOrganiser]:
    """Net points from each organiser's events by a day."""
    organiser = "posting__version__filing__organisation__"
    lines = Line.objects.filter(person=person, posting__version__isnull=False, day__lte=as_at or date.max)
    rows = lines.values_list(f"{organiser}name", f"{organiser}number", "colour").annotate(sum=Sum("hundredths"))
    sums: dict[tuple[str, str], Sums] = {}
    for name, number, colour, amount in rows.order_by():
        sums.setdefault((name, number), {})[colour] = amount
    return [FromOrganiser(name, number, of_colour) for (name, number), of_colour in sums.items()]


def with_partners(
    person: Person, user: User | None, count: int = EVENINGS, as_at: date | None = None
) -> list[WithPartner]:
    """The partners of the last evenings by a day, the most frequent first, without hidden ones."""
    entries = history(person, Selection(as_at), skip=0, count=count)
    appearances = find_appearances(person, list(_award_keys(entries)), user)
    evenings: dict[Competitor, set[int]] = {}
    sums: dict[Competitor, Sums] = {}
    for place, entry in enumerate(entries):
        if place not in appearances:
            continue
        line = entry.counting
        version = entry.zero.version if entry.zero is not None else (line.version if line is not None else None)
        for partner in appearances[place].partners:
            if not partner.number or version is None:
                continue
            evenings.setdefault(partner, set()).add(version)
            if line is not None:
                of_colour = sums.setdefault(partner, {})
                of_colour[line.colour] = of_colour.get(line.colour, 0) + entry.hundredths
    figures = [
        WithPartner(partner, len(entries_with), sums.get(partner, {})) for partner, entries_with in evenings.items()
    ]
    return sorted(figures, key=lambda row: (-row.evenings, row.partner.name))


def _award_keys(entries: Iterable[Entry]) -> Iterable[AwardKey]:
    for place, entry in enumerate(entries):
        line = entry.counting
        if entry.zero is not None:
            yield AwardKey(place, entry.zero.version, None)
        elif line is not None and line.version is not None and line.award is not None:
            yield AwardKey(place, line.version, line.award)
