"""What a programme says that the manual asks of others only: no fact is passed over in silence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from masterpoint.core.derivation import Remark
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.grades.directors import FOR_CONGRESS
from masterpoint.schemes.abf.rules.planning.planned import Planned, PlannedYear, has_open_majors, remark_on

Asked = Sequence[tuple[Sequence[str], Sequence[str], str]]
"""Fields, the organisations they are asked of, and the clause that asks."""
OF_YEARS: Asked = (
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
OF_EVENTS: Asked = (
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


def findings(book: Book, asked: PlannedYear) -> Iterator[Remark]:
    """Fields that this organisation or congress is not asked for, and grades that are not its own."""
    for names, organisations, number in OF_YEARS:
        if asked.organisation not in organisations:
            yield from _of_the_year(book, asked, names, number, " and ".join(organisations))
    if asked.organisation == "congress":
        yield from _of_a_congress(book, asked)
    plain = Planned(name="")
    for event in asked.events:
        for names, organisations, number in OF_EVENTS:
            given = _given(event, plain, names)
            if given and asked.organisation not in organisations:
                who = " and ".join(organisations)
                yield remark_on(book, number, event, "{given}: asked of a {who} only", given=given, who=who)
        held = GRADES.get(asked.organisation, ())
        if held and event.grade and event.grade not in held:
            template = "a {who} plans no events of grade {grade}, but {held}"
            held_here = ", ".join(held)
            yield remark_on(book, "1.6", event, template, who=asked.organisation, grade=event.grade, held=held_here)
        names_known = [other.name for other in asked.events if other is not event]
        if asked.organisation == "state" and event.concurrent_with and event.concurrent_with not in names_known:
            template = "runs beside {other}, which is not in the programme"
            yield remark_on(book, "6.2.2d", event, template, other=event.concurrent_with)


def _of_a_congress(book: Book, asked: PlannedYear) -> Iterator[Remark]:
    if asked.congress == "tour":
        yield from _of_the_year(
            book, asked, (*NOT_OF_TOURS, *OF_SUPER_CONGRESSES), "5.1.2a", "congress that is no tour"
        )
    else:
        yield from _of_the_year(book, asked, OF_TOURS, "5.1.2a", "tour")
        if FOR_CONGRESS.get(asked.congress) != "state":
            yield from _of_the_year(book, asked, OF_SUPER_CONGRESSES, "5.1.3a", "super congress")
    for event in asked.events:
        if event.category != "open" and not (event.major and has_open_majors(book, asked.congress)):
            template = "category: asked of the major championships of a State or super congress only"
            yield remark_on(book, "5.3.1a", event, template)


def _of_the_year(book: Book, asked: PlannedYear, names: Sequence[str], number: str, who: str) -> Iterator[Remark]:
    given = _given(asked, PlannedYear(organisation=asked.organisation), names)
    if given:
        yield book.remark(number, sentence("{given}: asked of a {who} only", given=given, who=who))


def _given(part: msgspec.Struct, plain: msgspec.Struct, names: Sequence[str]) -> str:
    given = [name for name in names if getattr(part, name) != getattr(plain, name)]
    return ", ".join(given).replace("_", " ")
