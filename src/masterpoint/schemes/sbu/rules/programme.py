"""Pages 14 and 15, the nominations of a club's year: at most three majors and three minors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.editions import Programme
from masterpoint.core.events import Contest, Count, EventModel, Text
from masterpoint.core.sentences import sentence
from masterpoint.schemes.sbu.book import FULL_HANDBOOK, Book
from masterpoint.schemes.sbu.rules.championships import SWISS, suitable_formats
from masterpoint.schemes.sbu.rules.facts import Outside

Format = Literal[
    "aggregated",
    "aggregated with restricted final",
    "qualifying and final",
    "all play through",
    "single elimination",
    "multiple teams",
    "carry forward",
    "perfect teams",
    "swiss",
    "single session",
    "league",
    "other",
]


class Nomination(EventModel, frozen=True, kw_only=True):
    """A competition that the club nominates."""

    name: Text = ""
    championship: Literal["major", "minor"]
    contest: Contest
    format: Format
    events: Count = 0
    """Events or rounds aggregated, where the format is an aggregate."""
    permission: bool = False
    """Member Services allowed the Swiss in advance."""
    includes: tuple[Outside, ...] = ()
    """What else its events count for."""


class Year(EventModel, frozen=True, kw_only=True):
    """A club's year."""

    club: Text = ""
    year: Text = ""
    nominations: tuple[Nomination, ...] = ()


def findings(book: Book, facts: Year) -> list[Remark]:
    """Everything in the year's nominations that the guide does not allow."""
    format_remarks = [
        remark
        for number, nomination in enumerate(facts.nominations, 1)
        for remark in unsuitable(book, number, nomination)
    ]
    return [*too_many(book, facts.nominations), *format_remarks, *too_similar(book, facts.nominations)]


@rule
def too_many(book: Book, nominations: Sequence[Nomination]) -> Iterator[Remark]:
    """14.1, 15.1: one pairs, one teams and one individual competition of each kind."""
    for (championship, contest), count in Counter(
        (nomination.championship, nomination.contest) for nomination in nominations
    ).items():
        if count > book.figures.championships.a_year.value:
            message = sentence(
                "{count} {contest} competitions are nominated as {championship} championship: at most {most} a year",
                most=book.figures.championships.a_year.value,
                count=count,
                contest=contest,
                championship=championship,
            )
            yield book.remark("14.1" if championship == "major" else "15.1", message)


@rule
def unsuitable(book: Book, number: int, nomination: Nomination) -> Iterator[Remark]:
    """14.3 to 14.7: the lists of formats, permission for a Swiss, and events that must count for nothing else."""
    name = nomination.name or f"nomination {number}"
    formats = suitable_formats(book, nomination.contest)
    format_minimums = formats.value
    if nomination.format not in format_minimums:
        message = sentence(
            "{name}: {format} is not listed for {contest}; the list has {listed}",
            name=name,
            format=nomination.format,
            contest=nomination.contest,
            listed=", ".join(format_minimums),
        )
        yield Remark(formats.clause, message)
    elif nomination.events < format_minimums[nomination.format]:
        message = sentence(
            "{name}: {format} needs at least {fewest} events for {contest}, not {events}",
            name=name,
            format=nomination.format,
            fewest=format_minimums[nomination.format],
            contest=nomination.contest,
            events=nomination.events,
        )
        yield Remark(formats.clause, message)
    if nomination.format == SWISS and nomination.championship == "major" and not nomination.permission:
        yield book.remark(
            "14.3",
            sentence("{name}: ask Member Services before a major championship is run as a Swiss", name=name),
        )
    if nomination.format == SWISS and nomination.championship == "minor":
        message = sentence(
            "{name}: the guide has no scale for a minor championship run as a Swiss; {full_handbook}",
            name=name,
            full_handbook=FULL_HANDBOOK,
        )
        yield book.remark("15.4", message)
    if nomination.includes:
        message = sentence(
            "{name}: its events must belong to the championship alone, not to {includes}",
            name=name,
            includes=", ".join(nomination.includes),
        )
        yield book.remark("14.7", message)


@rule
def too_similar(book: Book, nominations: Sequence[Nomination]) -> Iterator[Remark]:
    """15.2: only one minor may be played in the format of the major of its contest (S-37)."""
    majors = {
        (nomination.contest, nomination.format) for nomination in nominations if nomination.championship == "major"
    }
    similar = [
        nomination.name or f"minor {nomination.contest}"
        for nomination in nominations
        if nomination.championship == "minor" and (nomination.contest, nomination.format) in majors
    ]
    if len(similar) > book.figures.championships.similar_minors.value:
        message = sentence(
            "{similar}: at most {most} minor championship may be similar to a major; change the format of others",
            most=book.figures.championships.similar_minors.value,
            similar=", ".join(similar),
        )
        yield book.remark("15.2", message)


def programme(book: Book) -> Programme:
    return Programme(Year, partial(findings, book))
