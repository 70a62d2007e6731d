"""E14 to E17: what a club, a region or an island area may hold in a year, checked over its schedule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.editions import Programme
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import A, Book
from masterpoint.schemes.nz.rules.tournaments.classes import minimum_deals
from masterpoint.schemes.nz.rules.tournaments.club_year import club_findings
from masterpoint.schemes.nz.rules.tournaments.region_year import island_findings, region_findings
from masterpoint.schemes.nz.rules.tournaments.schedule import ScheduledEvent, YearFacts, alternatives, name_of

DEFAULT_EVENT = ScheduledEvent()
OF_METROPOLITAN = (
    *("clubs", "open_to_all", "grade_restriction", "substitution_policy"),
    *("replaces_club_sessions", "pairs_completing"),
)
ASKED_OF = (
    (OF_METROPOLITAN, ("metropolitan",), "E16.5d.i-v"),
    (("tables",), ("congress-further",), "E16.5c"),
    (("applied_this_year",), ("additional",), "E17.7"),
)
"""Fields of an event that matter for some roles only, and the clause that asks for them."""
CHECKS = {"club": club_findings, "region": region_findings, "island": island_findings}


def programme(book: Book) -> Programme:
    """The checks of one organisation's year."""
    return Programme(YearFacts, partial(findings, book))


def findings(book: Book, facts: YearFacts) -> Sequence[Remark]:
    """Everything in this year that the manual does not allow."""
    of_events = [remark for event in facts.events for remark in event_findings(book, event, facts)]
    return [*CHECKS[facts.organiser](book, facts), *_not_asked_of(book, facts), *of_events]


@rule
def event_findings(book: Book, event: ScheduledEvent, facts: YearFacts) -> Iterator[Remark]:
    """The conditions of each event in a schedule: deals, days, approval, and details in time."""
    yield from _deals(book, event)
    if event.role == "additional":
        yield from _additional(book, event)
    if event.role != "metropolitan":
        yield from _days(book, event)
    yield from _details(book, event, facts)
    yield from _amendment(book, event, facts)
    yield from _not_asked(book, event, facts)


def _deals(book: Book, event: ScheduledEvent) -> Iterator[Remark]:
    minimum, boards = minimum_deals(book).get(event.grade, 0), book.figures.schedule.session_boards
    if event.boards is not None and event.boards < minimum:
        message = sentence(
            "{event}: a {grade} needs {least} deals", event=name_of(event), grade=event.grade, least=minimum
        )
        yield book.remark("E18.1c" if event.grade.endswith(A) else "E22.1b", message)
    if event.contest != "teams" and event.fewest_boards is not None and event.fewest_boards < boards.value:
        message = sentence(
            "{event}: every session needs {boards} boards in circulation", event=name_of(event), boards=boards.value
        )
        yield Remark(boards.clause, message)


def _additional(book: Book, event: ScheduledEvent) -> Iterator[Remark]:
    """E17.7: events beyond a club's or a region's own."""
    classes = book.figures.schedule.additional_classes
    if event.grade not in classes.value:
        message = sentence("{event}: extra events are {classes}", event=name_of(event), classes=alternatives(classes))
        yield Remark(classes.clause, message)
    if not (event.approved and event.applied_this_year):
        message = sentence(
            "{event}: an extra event is applied for afresh each year and approved by the region", event=name_of(event)
        )
        yield Remark(classes.clause, message)


def _days(book: Book, event: ScheduledEvent) -> Iterator[Remark]:
    days = sorted(set(event.days))
    if len(event.days) == 1:
        number, message = "E5.D31", "{event}: a tournament collates two or more sessions"
    elif len(event.days) == 2 and len(days) > 1:
        number, message = "E5.D31a", "{event}: two sessions are played on the same day"
    elif days and (days[-1] - days[0]).days >= len(days):
        number, message = "E5.D31b", "{event}: sessions are played on the same or consecutive days"
    else:
        return
    yield book.remark(number, sentence(message, event=name_of(event)))


def _details(book: Book, event: ScheduledEvent, facts: YearFacts) -> Iterator[Remark]:
    """E14.1, E16.5d, E17.7: details reach NZ Bridge in time; a metropolitan event has a day of its own (N-15)."""
    if event.details_sent is None:
        return
    figures = book.figures.schedule
    year = facts.schedule_made_in or facts.year - figures.years_ahead.value
    deadline = figures.metropolitan_details_due if event.role == "metropolitan" else figures.details_due
    last = date(year, *deadline.value)
    if event.details_sent > last:
        number = "E17.7" if event.role == "additional" else deadline.clause.number
        template = (
            "{event}: details were due by {last} (reading {reading})"
            if deadline.reading
            else "{event}: details were due by {last}"
        )
        yield book.remark(number, sentence(template, event=name_of(event), last=last, reading=deadline.reading))


def _amendment(book: Book, event: ScheduledEvent, facts: YearFacts) -> Iterator[Remark]:
    """E14.1: another date for a 10A or 15A is asked for within days of receiving the draft."""
    if event.amendment_requested is None:
        return
    classes, days = book.figures.schedule.amended_classes, book.figures.schedule.amendment_days
    if event.grade not in classes.value:
        message = sentence(
            "{event}: dates are amended on the draft for {classes} tournaments",
            event=name_of(event),
            classes=alternatives(classes),
        )
        yield Remark(classes.clause, message)
    elif facts.draft_received is None:
        message = sentence("{event}: give the day the draft schedule arrived (draft_received)", event=name_of(event))
        yield Remark(days.clause, message)
    elif event.amendment_requested > (last := facts.draft_received + timedelta(days=days.value)):
        message = sentence("{event}: another date had to be asked for by {last}", event=name_of(event), last=last)
        yield Remark(days.clause, message)


def _not_asked(book: Book, event: ScheduledEvent, facts: YearFacts) -> Iterator[Remark]:
    """Facts that the manual asks of other events only."""
    for names, roles, number in ASKED_OF:
        field_names = [name for name in names if getattr(event, name) != getattr(DEFAULT_EVENT, name)]
        if field_names and event.role not in roles:
            message = sentence(
                "{event}: {given} is asked of {roles} events only",
                event=name_of(event),
                given=", ".join(field_names).replace("_", " "),
                roles=" and ".join(roles),
            )
            yield book.remark(number, message)
    if event.reallocated and facts.organiser != "club":
        yield book.remark("E17.8", sentence("{event}: only a club's rights are re-allocated", event=name_of(event)))


def _not_asked_of(book: Book, facts: YearFacts) -> Iterator[Remark]:
    """Facts that the manual asks of another kind of organisation."""
    if facts.organiser != "club" and (facts.sessions_offered is not None or facts.sessions_with_points is not None):
        yield book.remark("E9.3", "sessions with points are asked of clubs only")
    if facts.organiser != "island" and facts.regions:
        yield book.remark("E15.5a", "regions are asked of island areas only")
    if facts.organiser == "island" and facts.congresses:
        yield book.remark("E16.5c", "regions hold congresses, island areas do not")
