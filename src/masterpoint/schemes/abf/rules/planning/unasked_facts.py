"""Facts in a programme that the manual asks of others only. No fact is ignored without a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from masterpoint.core.derivation import Remark
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.grades.directors import FOR_CONGRESS
from masterpoint.schemes.abf.rules.planning.planned_events import PlannedEvent, PlannedYear, has_open_majors, remark_on

AskedFields = Sequence[tuple[Sequence[str], Sequence[str], str]]
"""Fields, the organisations they are asked of, and the clause that asks."""
LEAVE_OUT = "leave out {given}, which only {who} is asked for"
OF_YEARS: AskedFields = (
    (("club",), ("club",), "2.6c"),
    (("remote_permitted",), ("club",), "2.7b"),
    (("members",), ("state",), "6.2.1b"),
    (
        ("congress", "days", "table_sessions", "director", "director_playing", "directors", "tables"),
        ("congress",),
        "5.1.1a",
    ),
    (("metropolitan", "pre_dealt", "approved", "approved_date", "levies_paid"), ("congress",), "5.1.1a"),
    (("venue_suitable", "advertised", "applied_in_time"), ("congress",), "5.1.1a"),
    (("state_advised", "convenor_authorised", "local_club_players"), ("congress",), "5.1.1a"),
)
OF_EVENTS: AskedFields = (
    (("kind",), ("club", "region"), "2.3b"),
    (("outside_normal_times", "advertised_outside"), ("club",), "2.6b"),
    (("state_event", "eclectic", "concurrent_with"), ("state",), "6.2.2a"),
    (("category",), ("state", "congress"), "6.2.2a"),
    (("format", "major", "walk_in", "restricted", "accelerated"), ("congress",), "5.3.1a"),
)
OF_TOURS = ("state_advised", "convenor_authorised", "local_club_players")
NOT_OF_TOURS = ("days", "table_sessions", "director_playing", "approved_date", "venue_suitable", "applied_in_time")
OF_SUPER_CONGRESSES = ("tables", "directors", "metropolitan", "pre_dealt")
GRADES = {"club": ("F", "E", "D", "B4c", "B5i"), "region": ("C",), "state": ("B", "B4s")}
"""1.6: the grades of the events that each may plan; those of a congress follow from its kind."""


def findings(book: Book, facts: PlannedYear) -> Iterator[Remark]:
    """Fields that this organisation or congress does not need, and grades that are not its own."""
    for names, organisations, number in OF_YEARS:
        if facts.organisation not in organisations:
            yield from _of_the_year(book, facts, names, number, " and ".join(organisations))
    if facts.organisation == "congress":
        yield from _of_a_congress(book, facts)
    blank = PlannedEvent(name="")
    for event in facts.events:
        for names, organisations, number in OF_EVENTS:
            field_names = _filled_fields(event, blank, names)
            if field_names and facts.organisation not in organisations:
                organiser_names = " and ".join(organisations)
                yield remark_on(book, number, event, LEAVE_OUT, given=field_names, who=f"a {organiser_names}")
        grades = GRADES.get(facts.organisation, ())
        if grades and event.grade and event.grade not in grades:
            template = "a {who} plans no events of grade {grade}, but {held}"
            grade_list = ", ".join(grades)
            yield remark_on(book, "1.6", event, template, who=facts.organisation, grade=event.grade, held=grade_list)
        names_known = [other.name for other in facts.events if other is not event]
        if facts.organisation == "state" and event.concurrent_with and event.concurrent_with not in names_known:
            template = "runs beside {other}, which is not in the programme"
            yield remark_on(book, "6.2.2d", event, template, other=event.concurrent_with)


def _of_a_congress(book: Book, facts: PlannedYear) -> Iterator[Remark]:
    if facts.congress == "tour":
        yield from _of_the_year(
            book, facts, (*NOT_OF_TOURS, *OF_SUPER_CONGRESSES), "5.1.2a", "congress that is no tour"
        )
    else:
        yield from _of_the_year(book, facts, OF_TOURS, "5.1.2a", "tour")
        if FOR_CONGRESS.get(facts.congress) != "state":
            yield from _of_the_year(book, facts, OF_SUPER_CONGRESSES, "5.1.3a", "super congress")
    for event in facts.events:
        if event.category != "open" and not (event.major and has_open_majors(book, facts.congress)):
            majors = "a major championship of a State or super congress"
            yield remark_on(book, "5.3.1a", event, LEAVE_OUT, given="category", who=majors)


def _of_the_year(book: Book, facts: PlannedYear, names: Sequence[str], number: str, organiser: str) -> Iterator[Remark]:
    field_names = _filled_fields(facts, PlannedYear(organisation=facts.organisation), names)
    if field_names:
        yield book.remark(number, sentence(LEAVE_OUT, given=field_names, who=f"a {organiser}"))


def _filled_fields(part: msgspec.Struct, blank: msgspec.Struct, names: Sequence[str]) -> str:
    fields = [name for name in names if getattr(part, name) != getattr(blank, name)]
    return ", ".join(fields).replace("_", " ")
