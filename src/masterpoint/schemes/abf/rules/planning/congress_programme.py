"""5.1 to 5.4, what a congress, festival or tour may hold: findings, not awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from fractions import Fraction
from itertools import pairwise
from math import floor

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.exact import Exact
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.grades.directors import FOR_CONGRESS, accreditation_message, below
from masterpoint.schemes.abf.rules.planning.planned import Planned, PlannedYear, has_open_majors, remark_on

OPEN_MAJORS = ("pairs", "teams")  # 5.3.1


@rule
def congress(book: Book, asked: PlannedYear) -> Iterator[Remark]:
    """5.1 to 5.4: the conditions of a congress, its majors, and what is accelerated."""
    if asked.congress == "tour":
        yield from _tour_conditions(book, asked)
        yield from _tour(book, asked)
        return
    yield from _conditions(book, asked)
    if asked.congress in book.figures.congresses.majors.value:
        yield from _majors(book, asked.congress, [event for event in asked.events if event.major])
    yield from _grades(book, asked)
    yield from _accelerated(book, asked)


def _grades(book: Book, asked: PlannedYear) -> Iterator[Remark]:
    """5.1.5, 5.3.1 to 5.3.3: the grade of each event of a congress, where one is given."""
    for event in asked.events:
        barred = asked.congress == "side-national" and event.grade == "A2"
        grade, number = grade_in(book, asked.congress, event)
        if event.grade and event.grade != grade and not barred:
            template = "grade {given}; an event of its kind is of grade {grade} in this congress"
            yield remark_on(book, number, event, template, given=event.grade, grade=grade)


@rule
def grade_in(book: Book, kind: str, event: Planned) -> tuple[str, str]:
    """5.1.5, 5.3.1 to 5.3.3: the grade of an event of a congress, and the clause that gives it."""
    figures = book.figures.congresses
    if kind in figures.festivals.value:
        several = event.sessions >= figures.least_sessions.value and not event.walk_in
        return (figures.festivals.value[kind] if several else figures.festival_sessions.value), "5.1.5"
    championships, _ = figures.championships.value[kind]
    if event.walk_in:
        return figures.walk_ins.value[championships], "5.3.3b"
    if event.restricted or kind == "novice":
        return championships, "5.3.2"
    if event.major or kind == "side-international":
        return championships, "5.3.1c"
    return figures.one_grade_down.value[championships], "5.3.3a"


def _tour_conditions(book: Book, asked: PlannedYear) -> Iterator[Remark]:
    """5.1.2: what a tour must keep; any director will do."""
    if not asked.convenor_authorised or not asked.approved:
        yield book.remark("5.1.2a", "the convenor must be authorised by the State secretary")
    if not asked.state_advised:
        yield book.remark("5.1.2a", "the State Associations concerned must be told of the tour")
    if not asked.levies_paid:
        yield book.remark("5.1.2g", "credits of a tour are not forwarded before all levies are paid")


def _conditions(book: Book, asked: PlannedYear) -> Iterator[Remark]:
    """5.1.1, 5.1.3, 5.1.4: what every congress must keep."""
    figures = book.figures.congresses
    needed = FOR_CONGRESS.get(asked.congress, "congress")
    number = {"state": "5.1.3a", "national 3": "5.1.4a"}.get(needed, "5.1.1a")
    if below(asked.director, needed):
        yield book.remark(number, accreditation_message(needed, asked.director))
    if asked.director_playing:
        yield book.remark("5.1.1a", "the director of a congress does not play")
    if sum(event.sessions for event in asked.events) < figures.least_sessions.value:
        yield book.remark("5.1.1a", "a congress has at least two sessions")
    if any(later - earlier > timedelta(days=1) for earlier, later in pairwise(sorted(asked.days))):
        yield book.remark("5.1.1a", "adjacent sessions must be on the same or consecutive days")
    if not asked.approved:
        approval = "5.1.4a" if number == "5.1.4a" else "5.1.1a"
        yield book.remark(approval, "the congress needs approval beforehand")
    for kept, message in (
        (asked.approved_date, "it must be held on the approved date"),
        (asked.levies_paid, "State levies must be paid before the credits are forwarded"),
        (asked.venue_suitable, "the venue must be of suitable quality"),
        (asked.advertised, "the congress must be advertised"),
        (asked.applied_in_time, "the application came after the date the State set"),
    ):
        if not kept:
            yield book.remark("5.1.1a", message)
    if needed == "state":
        most = figures.tables_a_director.value
        if asked.directors is not None and asked.tables > most * asked.directors:
            message_tables = sentence(
                "{tables} tables need a director for every {most}", tables=asked.tables, most=most
            )
            yield book.remark("5.1.3a", message_tables)
        if asked.metropolitan and not asked.pre_dealt:
            yield book.remark("5.1.3a", "in a metropolitan area all hands must be pre-dealt, with hand records")


def _majors(book: Book, kind: str, majors: Sequence[Planned]) -> Iterator[Remark]:
    figures = book.figures.congresses
    most = figures.majors.value[kind]
    number = "5.3.1b" if kind.startswith("side") else "5.3.1a"
    if len(majors) > most:
        message = sentence("{count} major championships; at most {most}", count=len(majors), most=most)
        yield book.remark(number, message)
    for event in majors:
        if event.sessions < figures.least_sessions.value:
            yield remark_on(book, number, event, "a major championship has at least two sessions")
        if kind == "side-national" and event.grade == "A2":
            yield remark_on(book, "5.3.1b", event, "no side event may be played at A2")
    if has_open_majors(book, kind) and len(majors) <= most:
        yield from _open_pairs_and_teams(book, most, majors)


def _open_pairs_and_teams(book: Book, most: int, majors: Sequence[Planned]) -> Iterator[Remark]:
    """5.3.1: the majors are an Open Pairs and an Open Teams, and in a larger congress one more of four sessions."""
    additional, least = most - len(OPEN_MAJORS), book.figures.congresses.third_major.value
    kinds = Counter(_open_major(event) for event in majors)
    beyond = len(majors) - sum(kind in kinds for kind in OPEN_MAJORS)
    if beyond > additional:
        template = "{count} major championships beside one Open Pairs and one Open Teams; at most {additional}"
        yield book.remark("5.3.1a", sentence(template, count=beyond, additional=additional))
    elif beyond and _longest_additional(majors) < least:
        message = sentence("the additional major championship has at least {least} sessions", least=least)
        yield book.remark("5.3.1a", message)


def _open_major(event: Planned) -> str:
    """Which of the two open championships an event can be; a Swiss Pairs is a pairs championship."""
    if event.category != "open":
        return ""
    return "pairs" if _format(event) == "swiss pairs" else _format(event)


def _longest_additional(majors: Sequence[Planned]) -> int:
    """5.3.1: sessions of the championship beside the Open Pairs and the Open Teams, whichever those are."""
    pairs, teams = (_possible(majors, kind) for kind in OPEN_MAJORS)
    return max(
        max(event.sessions for event in majors if event is not open_pairs and event is not open_teams)
        for open_pairs in pairs
        for open_teams in teams
    )


def _possible(majors: Sequence[Planned], kind: str) -> Sequence[Planned | None]:
    """The majors that may be the Open Pairs, or the Open Teams; none where there is no such championship."""
    return [event for event in majors if _open_major(event) == kind] or [None]


def _format(event: Planned) -> str:
    return event.format or event.contest


@rule
def extra_championships(book: Book, table_sessions: Exact) -> int:
    """5.3.3: above 200 table-sessions, one for every 100 in excess of 100."""
    figures = book.figures.congresses
    if table_sessions <= figures.large.value:
        return 0
    return (floor(table_sessions) - figures.free.value) // figures.each.value


def _accelerated(book: Book, asked: PlannedYear) -> Iterator[Remark]:
    """5.1.5, 5.3.3, 5.4.2: one of each format, and additional ones of large congresses."""
    fast = [event for event in asked.events if event.accelerated]
    extra = extra_championships(book, Fraction(asked.table_sessions))
    formats = Counter(_format(event) for event in fast)
    repeated = sum(count - 1 for count in formats.values())
    if repeated > extra:
        template = "{repeated} accelerated events repeat a format; {extra} additional ones are allowed"
        yield book.remark("5.4.2b", sentence(template, repeated=repeated, extra=extra))
    teams = formats["teams"]
    beyond = max(0, teams - 1) + max(0, len(fast) - teams - 1)
    if asked.congress in book.figures.congresses.festivals.value and beyond > extra:
        template = "{count} accelerated events; one pairs and one teams are allowed, and {extra} more"
        yield book.remark("5.1.5", sentence(template, count=len(fast), extra=extra))
    for event in fast:
        if event.sessions < book.figures.congresses.least_sessions.value:
            yield remark_on(book, "5.3.3d", event, "an accelerated championship has at least two sessions")
    minors = [event for event in fast if not event.major]
    if asked.congress in book.figures.congresses.majors.value and len(minors) > extra:
        template = "{count} accelerated minor championships; {extra} are allowed"
        yield book.remark("5.3.3d", sentence(template, count=len(minors), extra=extra))


def _tour(book: Book, asked: PlannedYear) -> Iterator[Remark]:
    """5.1.2: one of each major event (pairs, teams, Swiss pairs, individual), one of them at B4, no acceleration."""
    figures = book.figures.congresses
    majors = [event for event in asked.events if event.major]
    for kind, count in Counter(_format(event) for event in majors).items():
        if count > 1:
            message = sentence("{count} major events of the kind {kind}; one of each", count=count, kind=kind)
            yield book.remark("5.1.2b", message)
    if sum(event.grade == figures.tour_major.value for event in majors) > 1:
        message = sentence(
            "only one major event at {major}, the others at {others}",
            major=figures.tour_major.value,
            others=figures.tour_others.value,
        )
        yield book.remark("5.1.2b", message)
    for event in majors:
        if event.sessions < figures.least_sessions.value:
            yield remark_on(book, "5.1.2b", event, "a major event has at least two sessions")
        if event.grade not in ("", figures.tour_major.value, figures.tour_others.value):
            template = "grade {given}; major events of a tour are {major} or {others}"
            major, others = figures.tour_major.value, figures.tour_others.value
            yield remark_on(book, "5.1.2b", event, template, given=event.grade, major=major, others=others)
    for event in asked.events:
        if event.accelerated:
            yield remark_on(book, "5.1.2d", event, "no acceleration on tours and cruises")
        if not event.major and event.grade not in ("", "E", "F"):
            yield remark_on(book, "5.1.2c", event, "other sessions are green, grade E or F")
    if asked.local_club_players:
        yield book.remark("5.1.2f", "red points of the local club's players come from its B4c sessions")
