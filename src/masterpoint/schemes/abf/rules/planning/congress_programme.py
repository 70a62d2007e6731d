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
from masterpoint.schemes.abf.rules.grades.directors import FOR_CONGRESS, accreditation_message, is_below
from masterpoint.schemes.abf.rules.planning.planned_events import PlannedEvent, PlannedYear, has_open_majors, remark_on

OPEN_MAJORS = ("pairs", "teams")  # 5.3.1


@rule
def congress(book: Book, facts: PlannedYear) -> Iterator[Remark]:
    """5.1 to 5.4: the conditions of a congress, its majors, and what is accelerated."""
    if facts.congress == "tour":
        yield from _tour_conditions(book, facts)
        yield from _tour(book, facts)
        return
    yield from _conditions(book, facts)
    if facts.congress in book.figures.congresses.majors.value:
        yield from _majors(book, facts.congress, [event for event in facts.events if event.major])
    yield from _grades(book, facts)
    yield from _acceleration_remarks(book, facts)


def _grades(book: Book, facts: PlannedYear) -> Iterator[Remark]:
    """5.1.5, 5.3.1 to 5.3.3: the grade of each event of a congress, if one is given."""
    for event in facts.events:
        is_barred = facts.congress == "side-national" and event.grade == "A2"
        grade, number = grade_in(book, facts.congress, event)
        if event.grade and event.grade != grade and not is_barred:
            template = "grade {given}; an event of its kind is of grade {grade} in this congress"
            yield remark_on(book, number, event, template, given=event.grade, grade=grade)


@rule
def grade_in(book: Book, kind: str, event: PlannedEvent) -> tuple[str, str]:
    """5.1.5, 5.3.1 to 5.3.3: the grade of an event of a congress, and the clause that gives it."""
    figures = book.figures.congresses
    if kind in figures.festivals.value:
        has_several_sessions = event.sessions >= figures.least_sessions.value and not event.walk_in
        return (figures.festivals.value[kind] if has_several_sessions else figures.festival_sessions.value), "5.1.5"
    championships, _ = figures.championships.value[kind]
    if event.walk_in:
        return figures.walk_ins.value[championships], "5.3.3b"
    if event.restricted or kind == "novice":
        return championships, "5.3.2"
    if event.major or kind == "side-international":
        return championships, "5.3.1c"
    return figures.one_grade_down.value[championships], "5.3.3a"


def _tour_conditions(book: Book, facts: PlannedYear) -> Iterator[Remark]:
    """5.1.2: the conditions of a tour. It may have any director."""
    if not facts.convenor_authorised or not facts.approved:
        yield book.remark("5.1.2a", "the convenor must be authorised by the State secretary")
    if not facts.state_advised:
        yield book.remark("5.1.2a", "the State Associations concerned must be told of the tour")
    if not facts.levies_paid:
        yield book.remark("5.1.2g", "credits of a tour are not forwarded before all levies are paid")


def _conditions(book: Book, facts: PlannedYear) -> Iterator[Remark]:
    """5.1.1, 5.1.3, 5.1.4: the conditions of every congress."""
    figures = book.figures.congresses
    level = FOR_CONGRESS.get(facts.congress, "congress")
    number = {"state": "5.1.3a", "national 3": "5.1.4a"}.get(level, "5.1.1a")
    if is_below(facts.director, level):
        yield book.remark(number, accreditation_message(level, facts.director))
    if facts.director_playing:
        yield book.remark("5.1.1a", "the director of a congress does not play")
    if sum(event.sessions for event in facts.events) < figures.least_sessions.value:
        message_sessions = sentence("a congress has at least {least} sessions", least=figures.least_sessions.value)
        yield book.remark("5.1.1a", message_sessions)
    if any(second - first > timedelta(days=1) for first, second in pairwise(sorted(facts.days))):
        yield book.remark("5.1.1a", "adjacent sessions must be on the same or consecutive days")
    if not facts.approved:
        approval = "5.1.4a" if number == "5.1.4a" else "5.1.1a"
        yield book.remark(approval, "the congress needs approval beforehand")
    for is_kept, message in (
        (facts.approved_date, "it must be held on the approved date"),
        (facts.levies_paid, "State levies must be paid before the credits are forwarded"),
        (facts.venue_suitable, "the venue must be of suitable quality"),
        (facts.advertised, "the congress must be advertised"),
        (facts.applied_in_time, "the application came after the date the State set"),
    ):
        if not is_kept:
            yield book.remark("5.1.1a", message)
    if level == "state":
        maximum = figures.tables_a_director.value
        if facts.directors is not None and facts.tables > maximum * facts.directors:
            message_tables = sentence(
                "{tables} tables need a director for every {most}", tables=facts.tables, most=maximum
            )
            yield book.remark("5.1.3a", message_tables)
        if facts.metropolitan and not facts.pre_dealt:
            yield book.remark("5.1.3a", "in a metropolitan area all hands must be pre-dealt, with hand records")


def _majors(book: Book, kind: str, majors: Sequence[PlannedEvent]) -> Iterator[Remark]:
    figures = book.figures.congresses
    maximum = figures.majors.value[kind]
    number = "5.3.1b" if kind.startswith("side") else "5.3.1a"
    if len(majors) > maximum:
        message = sentence("{count} major championships; at most {most}", count=len(majors), most=maximum)
        yield book.remark(number, message)
    minimum = figures.least_sessions.value
    for event in majors:
        if event.sessions < minimum:
            yield remark_on(book, number, event, "a major championship has at least {least} sessions", least=minimum)
        if kind == "side-national" and event.grade == "A2":
            yield remark_on(book, "5.3.1b", event, "no side event may be played at A2")
    if has_open_majors(book, kind) and len(majors) <= maximum:
        yield from _open_pairs_and_teams(book, maximum, majors)


def _open_pairs_and_teams(book: Book, maximum: int, majors: Sequence[PlannedEvent]) -> Iterator[Remark]:
    """5.3.1: the majors are an Open Pairs and an Open Teams, and in a larger congress one more of four sessions."""
    additional, minimum = maximum - len(OPEN_MAJORS), book.figures.congresses.third_major.value
    kinds = Counter(_open_major(event) for event in majors)
    surplus = len(majors) - sum(kind in kinds for kind in OPEN_MAJORS)
    if surplus > additional:
        template = "{count} major championships beside one Open Pairs and one Open Teams; at most {additional}"
        yield book.remark("5.3.1a", sentence(template, count=surplus, additional=additional))
    elif surplus and _longest_additional(majors) < minimum:
        message = sentence("the additional major championship has at least {least} sessions", least=minimum)
        yield book.remark("5.3.1a", message)


def _open_major(event: PlannedEvent) -> str:
    """Which of the two open championships an event can be; a Swiss Pairs is a pairs championship."""
    if event.category != "open":
        return ""
    return "pairs" if _format(event) == "swiss pairs" else _format(event)


def _longest_additional(majors: Sequence[PlannedEvent]) -> int:
    """5.3.1: sessions of the championship beside the Open Pairs and the Open Teams, whichever those are."""
    pairs, teams = (_possible(majors, kind) for kind in OPEN_MAJORS)
    return max(
        max(event.sessions for event in majors if event is not open_pairs and event is not open_teams)
        for open_pairs in pairs
        for open_teams in teams
    )


def _possible(majors: Sequence[PlannedEvent], kind: str) -> Sequence[PlannedEvent | None]:
    """The majors that may be the Open Pairs, or the Open Teams; none if there is no such championship."""
    return [event for event in majors if _open_major(event) == kind] or [None]


def _format(event: PlannedEvent) -> str:
    return event.format or event.contest


@rule
def extra_championships(book: Book, table_sessions: Exact) -> int:
    """5.3.3: above 200 table-sessions, one for every 100 in excess of 100."""
    figures = book.figures.congresses
    if table_sessions <= figures.large.value:
        return 0
    return (floor(table_sessions) - figures.free.value) // figures.each.value


def _acceleration_remarks(book: Book, facts: PlannedYear) -> Iterator[Remark]:
    """5.1.5, 5.3.3, 5.4.2: one of each format, and additional ones of large congresses."""
    accelerated_events = [event for event in facts.events if event.accelerated]
    extra = extra_championships(book, Fraction(facts.table_sessions))
    formats = Counter(_format(event) for event in accelerated_events)
    repeats = sum(count - 1 for count in formats.values())
    if repeats > extra:
        template = "{repeated} accelerated events repeat a format; {extra} additional ones are allowed"
        yield book.remark("5.4.2b", sentence(template, repeated=repeats, extra=extra))
    teams = formats["teams"]
    surplus = max(0, teams - 1) + max(0, len(accelerated_events) - teams - 1)
    if facts.congress in book.figures.congresses.festivals.value and surplus > extra:
        template = "{count} accelerated events; one pairs and one teams are allowed, and {extra} more"
        yield book.remark("5.1.5", sentence(template, count=len(accelerated_events), extra=extra))
    minimum = book.figures.congresses.least_sessions.value
    for event in accelerated_events:
        if event.sessions < minimum:
            template = "an accelerated championship has at least {least} sessions"
            yield remark_on(book, "5.3.3d", event, template, least=minimum)
    minors = [event for event in accelerated_events if not event.major]
    if facts.congress in book.figures.congresses.majors.value and len(minors) > extra:
        template = "{count} accelerated minor championships; {extra} are allowed"
        yield book.remark("5.3.3d", sentence(template, count=len(minors), extra=extra))


def _tour(book: Book, facts: PlannedYear) -> Iterator[Remark]:
    """5.1.2: one of each major event (pairs, teams, Swiss pairs, individual), one of them at B4, no acceleration."""
    figures = book.figures.congresses
    majors = [event for event in facts.events if event.major]
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
    minimum = figures.least_sessions.value
    for event in majors:
        if event.sessions < minimum:
            yield remark_on(book, "5.1.2b", event, "a major event has at least {least} sessions", least=minimum)
        if event.grade not in ("", figures.tour_major.value, figures.tour_others.value):
            template = "grade {given}; major events of a tour are {major} or {others}"
            major, others = figures.tour_major.value, figures.tour_others.value
            yield remark_on(book, "5.1.2b", event, template, given=event.grade, major=major, others=others)
    for event in facts.events:
        if event.accelerated:
            yield remark_on(book, "5.1.2d", event, "no acceleration on tours and cruises")
        if not event.major and event.grade not in ("", "E", "F"):
            yield remark_on(book, "5.1.2c", event, "other sessions are green, grade E or F")
    if facts.local_club_players:
        yield book.remark("5.1.2f", "red points of the local club's players come from its B4c sessions")
