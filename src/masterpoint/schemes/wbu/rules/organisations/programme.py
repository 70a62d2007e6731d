"""3.2 over a year, with 3.6.4, 5.2.1 and 5.5.1: which events an organisation may hold, and how many of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.editions import Programme
from masterpoint.core.events import Contest, Count, EventModel, Text
from masterpoint.core.sentences import sentence
from masterpoint.schemes.wbu.book import Book

Held = Literal[
    "regular",
    "ladder",
    "minor",
    "major",
    "inter-club",
    "simultaneous",
    "invitation",
    "recruiting",
    "no-fear",
    "junior",
    "heat",
    "agm",
    "licensed",
    "licence given",
]


class PlannedEvent(EventModel, frozen=True, kw_only=True):
    """One event of the year, or a series of equal ones."""

    name: Text
    type: Held
    """licensed: held under a licence; licence given: an event of others that this Area licensed."""
    contest: Contest = "pairs"
    games: Annotated[int, Meta(ge=1, le=1_000)] = 1
    """How many were held."""
    centres: Annotated[int, Meta(ge=1, le=100)] = 1
    """Places or times at which a game is held: each counts (4.9.3)."""
    boards: Annotated[int, Meta(ge=1, le=5_000)] = 24
    """Boards of the whole event."""
    format: Literal["", "league", "knock-out", "swiss", "all-play-through", "quali-final", "round-robin"] = ""
    entry: Text = "open"
    """The nature of the entry: open, mixed, ladies …"""
    together_with: Text = ""
    """Counts as one with the event of that name: men's and ladies' pairs, a consolation, ladders of sections."""
    status: Literal["", "club", "district", "area"] = ""
    """Of a licence given."""
    results: Count | None = None
    """Results a ladder counts."""
    outside_third: bool = True
    """Invitation events: a third or more of the entry came from outside."""
    licence: Annotated[str, Meta(max_length=40)] = ""
    """Licence, or extension by the WBU, for what is beyond the quota (3.2.8, 3.6.4)."""


class Year(EventModel, frozen=True, kw_only=True):
    """A year's programme of one organisation."""

    level: Literal["club", "area", "congress"]
    districts: Count = 0
    """Districts an Area is entitled to, formed or not (3.2.4)."""
    events: tuple[PlannedEvent, ...]


def once(events: Sequence[PlannedEvent]) -> list[PlannedEvent]:
    """3.2.5(b): events that count together are counted once, with the first of them."""
    counted_events: list[PlannedEvent] = []
    for event in events:
        partner = event.together_with
        has_later_partner = any(
            other.name == partner and other.together_with != event.name for other in events if other is not event
        )
        if not (partner and (has_later_partner or any(other.name == partner for other in counted_events))):
            counted_events.append(event)
    return counted_events


def joint_events(book: Book, year: Year) -> Iterator[Remark]:
    """3.2.5(b): an event that counts together with another needs that other event."""
    for event in year.events:
        partner = event.together_with
        if partner and not any(other.name == partner for other in year.events if other is not event):
            message = "{name}: counted separately, because there is no event named {partner}"
            yield finding(book, "3.2.5", message, name=event.name, partner=partner)


def events_of(year: Year, *types: str) -> list[PlannedEvent]:
    """The events of these types that count against the quota."""
    return [event for event in once(year.events) if event.type in types and not event.licence]


def count(events: Sequence[PlannedEvent]) -> int:
    return sum(event.games for event in events)


def games(events: Sequence[PlannedEvent]) -> int:
    """4.9.3: every centre counts."""
    return sum(event.games * event.centres for event in events)


def finding(book: Book, number: str, template: str, **values: object) -> Remark:
    return book.remark(number, sentence(template, **values))


@rule
def area_quota(book: Book, year: Year) -> Iterator[Remark]:
    """3.2.2, 3.2.4: an Area's games and minor championships, with a few more for each District."""
    if year.level != "area":
        return
    figures = book.figures.organisations
    weeks, maximum, long_boards = figures.regular_games, figures.minor_championships, figures.championship_boards.value
    inter = events_of(year, "inter-club") + [
        event for event in events_of(year, "invitation") if not event.outside_third
    ]
    regular = games(events_of(year, "regular")) + games([event for event in inter if event.boards < long_boards])
    minor = count(events_of(year, "minor")) + count([event for event in inter if event.boards >= long_boards])
    over_games, over_minor = max(0, regular - weeks.value), max(0, minor - maximum.value)
    if over_games + over_minor <= year.districts:
        return
    district_note = sentence(
        "and {districts} additional events of either kind for its Districts", districts=year.districts
    )
    if over_games:
        message = "{regular} regular games: an Area may hold one a week, {weeks} a year, {more}"
        yield finding(book, "3.2.2", message, regular=regular, weeks=weeks.value, more=district_note)
    if over_minor:
        message = "{minor} minor championships: an Area may hold {most}, {more}"
        yield finding(book, "3.2.4", message, minor=minor, most=maximum.value, more=district_note)


@rule
def types(book: Book, year: Year) -> Iterator[Remark]:
    """3.2.2, 3.2.4: what a regular game and a championship are."""
    figures = book.figures.organisations
    long_boards, major = figures.championship_boards.value, figures.major_boards.value
    for event in year.events:
        if event.type == "regular" and event.boards >= long_boards:
            message = "{name}: {boards} boards; a regular game has fewer than {limit}"
            yield finding(book, "3.2.2", message, name=event.name, boards=event.boards, limit=long_boards)
        if event.type == "minor" and event.boards < long_boards:
            message = "{name}: {boards} boards; a championship has at least {limit}"
            yield finding(book, "3.2.4", message, name=event.name, boards=event.boards, limit=long_boards)
        if event.type == "major" and event.boards < major:
            message = "{name}: {boards} boards; a major championship has at least {limit}"
            yield finding(book, "3.2.6", message, name=event.name, boards=event.boards, limit=major)


@rule
def ladders(book: Book, year: Year) -> Iterator[Remark]:
    """3.2.3, 4.11.4: two ladders a year, of six results at least; ladders of sections count once (4.11.9)."""
    ladder_count, maximum = count(events_of(year, "ladder")), book.figures.organisations.ladders.value
    if ladder_count > maximum:
        yield finding(book, "3.2.3", "{held} ladders: {most} a year may have a bonus", held=ladder_count, most=maximum)
    minimum = book.figures.principles.ladder_results.value
    for event in year.events:
        if event.type == "ladder" and event.results is not None and event.results < minimum:
            message = "{name}: {results} results; a ladder counts at least {fewest}"
            yield finding(book, "2.7.3", message, name=event.name, results=event.results, fewest=minimum)


@rule
def formats(book: Book, year: Year) -> Iterator[Remark]:
    """3.2.5: two leagues or round robins a year; minor championships differ in entry or format."""
    minor = events_of(year, "minor")
    leagues = count(
        [event for event in minor if event.contest == "teams" and event.format in ("league", "round-robin")]
    )
    maximum = book.figures.organisations.leagues.value
    if leagues > maximum:
        message = "{leagues} teams leagues or round robins: {most} a year are allowed"
        yield finding(book, "3.2.5", message, leagues=leagues, most=maximum)
    kinds = Counter((event.contest, event.entry.lower(), event.format) for event in minor for _ in range(event.games))
    for (contest, entry, played_as), event_count in kinds.items():
        if event_count > 1:
            kind = sentence(
                "{entry} {contest}, {format}", entry=entry, contest=contest, format=played_as or "no format given"
            )
            message = "{alike} minor championships are alike ({kind}): the format or the entry must differ"
            yield finding(book, "3.2.5", message, alike=event_count, kind=kind)


@rule
def majors(book: Book, year: Year) -> Iterator[Remark]:
    """3.2.6, 5.2.1: one pairs and one teams event a year, open to all members."""
    number = "5.2.1" if year.level == "area" else "3.2.6"
    maximum = book.figures.organisations.major_championships.value
    major_events = [event for event in once(year.events) if event.type == "major"]
    for contest in ("pairs", "teams"):
        nominated = count([event for event in major_events if event.contest == contest])
        if nominated > maximum:
            message = "{nominated} major {contest} championships: {most} a year may be nominated"
            yield finding(book, number, message, nominated=nominated, contest=contest, most=maximum)
    for event in major_events:
        if event.contest == "individual":
            message = "{name}: a major championship is a pairs or a teams event"
            yield finding(book, "3.2.6", message, name=event.name)
        if event.entry.lower() != "open":
            message = "{name}: restricted ({entry}); all members must be able to win it"
            yield finding(book, "3.2.6", message, name=event.name, entry=event.entry)


@rule
def areas_only(book: Book, year: Year) -> Iterator[Remark]:
    """3.2.7, 3.3.4, 5.5.1: events for Areas only, some of them once a year."""
    kinds = {
        "recruiting": "3.2.7(a)",
        "no-fear": "3.2.7(b)",
        "junior": "3.2.7(c)",
        "simultaneous": "3.2.7(d)",
        "invitation": "3.2.7(e)",
        "inter-club": "3.3.4",
        "agm": "5.5.1",
        "licence given": "3.6.4",
    }
    for event in year.events:
        if event.type in kinds and year.level != "area":
            message = "{name}: only an Area Association may hold this"
            yield finding(book, kinds[event.type], message, name=event.name)
    figures = book.figures.organisations
    yearly = {"simultaneous": figures.simultaneous, "invitation": figures.invitations, "agm": book.figures.agm.a_year}
    for kind, maximum in yearly.items():
        event_count = count(events_of(year, kind))
        if event_count > maximum.value and year.level == "area":
            message = "{held} events of the kind {kind}: {most} a year is allowed"
            yield finding(book, kinds[kind], message, held=event_count, kind=kind, most=maximum.value)


@rule
def licences_given(book: Book, year: Year) -> Iterator[Remark]:
    """3.6.4, last paragraph: an Area may license six events at Area and six at District status."""
    licences = [event for event in year.events if event.type == "licence given" and not event.licence]
    for status, maximum in book.figures.organisations.area_licences.value.items():
        licence_count = count([event for event in licences if event.status == status])
        if licence_count > maximum and year.level == "area":
            message = "{given} licences at {status} status: {most} a year; apply to the WBU for more"
            yield finding(book, "3.6.4", message, given=licence_count, status=status.title(), most=maximum)


@rule
def congress(book: Book, year: Year) -> Iterator[Remark]:
    """3.1.6, 3.6.3: a congress organisation holds every event by licence, and no championships."""
    if year.level != "congress":
        return
    for event in year.events:
        if event.type in ("major", "minor"):
            message = "{name}: a congress organisation holds no championships"
            yield finding(book, "3.6.3", message, name=event.name)
        elif not event.licence:
            yield finding(book, "3.1.6", "{name}: a congress organisation needs a licence", name=event.name)


CHECKS = (types, area_quota, ladders, formats, majors, areas_only, licences_given, congress, joint_events)


def findings(book: Book, year: Year) -> list[Remark]:
    """Everything in a year's programme that the book does not allow."""
    return [finding for check in CHECKS for finding in check(book, year)]


def programme(book: Book) -> Programme:
    return Programme(Year, partial(findings, book))
