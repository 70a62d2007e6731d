"""1.2 over a year: which events an organisation may hold, and how many of each.

Every finding says what was found, what is allowed, and what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.editions import Programme
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.organisations import quotas
from masterpoint.schemes.ebu.rules.organisations.year import PlannedEvent, Year, finding, names_of, too_many
from masterpoint.schemes.families.calendar import months_after
from masterpoint.schemes.families.words import in_words


def regular_games(book: Book, year: Year) -> Iterator[Remark]:
    """1.2.1, 4.9.3: a county's regular games, about one a week; each centre counts."""
    regular = [event for event in year.events if _regular_game(event)]
    count = sum(event.games * event.centres for event in regular)
    maximum = book.figures.quotas.regular_games
    if count > maximum.value:
        centres = [event for event in regular if event.centres > 1]
        message = sentence(
            "{count} regular games; normally at most one a week, {most} a year. Hold fewer",
            count=count,
            most=maximum.value,
        )
        yield book.remark("1.2.1", message)
        if centres:
            message = sentence("a game at several centres counts once for each ({names})", names=names_of(centres))
            yield book.remark("4.9.3", message)


def _regular_game(event: PlannedEvent) -> bool:
    is_plain = event.kind == "regular" and event.colour == "local" and not event.championship and not event.licence
    return is_plain and event.form in ("session", "sections", "stratified") and not event.exempt


def ladders(book: Book, year: Year) -> Iterator[Remark]:
    """1.2.3: two a year; ladders of the sections of one event count together (4.11.9)."""
    series = [event for event in year.events if event.form == "ladder"]
    ladder_by_key = {event.ladder or f"#{index}": event for index, event in enumerate(series)}
    fix = "Award the games only; the bonus of a further ladder is not allowed"
    yield from too_many(book, "1.2.3", list(ladder_by_key.values()), book.figures.quotas.ladders.value, "ladders", fix)
    minimum = book.figures.principles.ladder_sessions.value
    for event in series:
        if event.results_counted is not None and event.results_counted < minimum:
            message = sentence(
                "{name} counts {results} results; a ladder counts at least {least}. Count more",
                name=event.name,
                results=event.results_counted,
                least=in_words(minimum),
            )
            yield book.remark("3.7.3", message)


def no_ladders(book: Book, year: Year) -> Iterator[Remark]:
    series = [event for event in year.events if event.form == "ladder"]
    yield from too_many(book, "1.2.3", series, 0, "ladders", "They are for clubs and counties: award the games only")


def licensed_organiser(book: Book, year: Year) -> Iterator[Remark]:
    """1.4.5: other organisations hold every event by licence."""
    without = [event for event in year.events if not event.licence]
    if without:
        message = sentence(
            "no licence: {names}; other organisations need one for each. Apply to the EBU", names=names_of(without)
        )
        yield book.remark("1.4.5", message)


def leagues_of_counties(book: Book, year: Year) -> Iterator[Remark]:
    """1.2.6(e), 6.5.1: three counties, a licence, and permission for green."""
    minimum = book.figures.organisations.fewest_counties.value
    for event in year.events:
        if event.kind != "inter-county" and year.level != "inter-county":
            continue
        if event.counties is not None and event.counties < minimum:
            yield finding(
                book,
                "1.2.6(e)",
                event,
                "{counties} counties; at least {least} are needed. Find more",
                counties=event.counties,
                least=in_words(minimum),
            )
        if not event.licence:
            yield finding(book, "1.2.6(e)", event, "no licence; an inter-county league needs one. Apply to the EBU")
        if event.colour == "green" and not event.permission:
            yield finding(book, "6.5.1", event, "green without permission. Ask the Tournament Committee")


def district_events(book: Book, year: Year) -> Iterator[Remark]:
    """1.4.3: beside the league, one pairs and one teams event of one or two sessions, or a knock-out for teams."""
    quota, maximum = book.figures.quotas.district_events_of_a_kind, book.figures.organisations.district_event_sessions
    other_events = [event for event in year.events if event.form not in ("league", "ladder")]
    for contest in ("pairs", "teams"):
        of_kind = [event for event in other_events if event.contest == contest]
        fix = "Hold the others under a county or a licence of their own"
        yield from too_many(book, "1.4.3", of_kind, quota.value, f"{contest} events beside the league", fix)
    for event in other_events:
        if event.contest == "individual":
            yield finding(book, "1.4.3", event, "an individual; one pairs, one teams event allowed. Leave it out")
        elif event.form == "knockout":
            if event.contest != "teams" or event.elimination != "single":
                yield finding(
                    book, "1.4.3", event, "only a single elimination knock-out for teams is allowed. Change it"
                )
        elif event.sessions > maximum.value:
            template = "{sessions} sessions; at most {most} are allowed. Make it shorter"
            yield finding(book, "1.4.3", event, template, sessions=event.sessions, most=in_words(maximum.value))


def leagues(book: Book, year: Year) -> Iterator[Remark]:
    """1.3.4: a teams league is for teams; other leagues pay ordinary charges and are events in sections (4.9)."""
    for event in year.events:
        if event.form == "league" and event.contest != "teams":
            yield finding(
                book,
                "1.3.4",
                event,
                "a {contest} league; leagues are for teams. Hold it in sections",
                contest=event.contest,
            )


def inter_club(book: Book, year: Year) -> Iterator[Remark]:
    """1.2.6(b): only affiliated clubs."""
    for event in year.events:
        if event.inter_club and event.unaffiliated_clubs and event.form != "simultaneous":
            yield finding(book, "1.2.6(b)", event, "clubs that are not affiliated; none may enter. Leave them out")


def invitations(book: Book, year: Year) -> Iterator[Remark]:
    """1.2.6(d): one a year."""
    invited = [event for event in year.events if event.kind == "invitation"]
    maximum = book.figures.quotas.invitations.value if year.level == "county" else 0
    fix = "Hold the others as regular events" if maximum else "Only counties may hold them"
    yield from too_many(book, "1.2.6(d)", invited, maximum, "invitation events", fix)


def special_events(book: Book, year: Year) -> Iterator[Remark]:
    """1.2.7: inter-organisation events need a licence unless all are members of the organiser."""
    for event in year.events:
        if event.kind == "inter-organisation" and not event.all_own_members and not event.licence:
            yield finding(book, "1.2.7", event, "not all are the organiser's members: a licence is needed. Apply")
        if event.kind in ("licensed", "open-beside-finals") and not event.licence and year.level in ("club", "county"):
            number = "1.2.2" if year.level == "club" else "1.4.1"
            yield finding(book, number, event, "an open event of this kind needs a licence. Apply to the EBU")


Check = Callable[[Book, Year], Iterator[Remark]]


@rule
def findings(book: Book, year: Year) -> Sequence[Remark]:
    """Everything in this year that the book does not allow."""
    ends = months_after(year.starts, 12)
    problems = [
        Problem(
            f"events[{index}].day",
            event.day.isoformat(),
            f"not within the year from {year.starts}",
            "give it in its own year",
        )
        for index, event in enumerate(year.events)
        if not year.starts <= event.day < ends
    ]
    if problems:
        raise NotReadable(problems)
    checks = (*OF_ALL, *OF_LEVEL.get(year.level, ()))
    return [remark for check in checks for remark in check(book, year)]


OF_ALL: tuple[Check, ...] = (leagues, inter_club, invitations, leagues_of_counties, special_events)
OF_LEVEL: dict[str, tuple[Check, ...]] = {
    "club": (ladders, quotas.majors, quotas.club_blue, quotas.no_green, quotas.simultaneous, quotas.free_sessions),
    "online club": (ladders, quotas.no_majors, quotas.no_blue, quotas.no_green, quotas.simultaneous),
    "county": (
        regular_games,
        ladders,
        quotas.majors,
        quotas.county_blue,
        quotas.county_green,
        quotas.simultaneous,
        quotas.no_free_sessions,
    ),
    "district league": (district_events, no_ladders, quotas.no_blue, quotas.no_green, quotas.no_majors),
    "inter-county": (no_ladders, quotas.no_blue, quotas.no_majors),
    "licensed organiser": (licensed_organiser, quotas.no_blue, quotas.no_green, quotas.no_majors),
}


def programme(book: Book) -> Programme:
    """The checks of a year."""
    return Programme(Year, partial(findings, book))
