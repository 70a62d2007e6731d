"""2.6, 2.7 and 6.2.1, Entitlements (pages 12, 13 and 31): red sessions of a year, and how many are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import floor
from typing import Annotated

from msgspec import Meta

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Remark, Step, derive, fact, nothing
from masterpoint.core.events import Count, EventModel
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import difference, total
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book


class ClubYear(EventModel, frozen=True, kw_only=True):
    """The facts that decide a club's B4c entitlement for a calendar year."""

    affiliated: bool = True
    """Affiliated on 30 September of the year before."""
    sessions_scheduled: Count | None = None
    """Sessions scheduled in the coming year; left out for a club that has enough of them."""
    green_points: Decimal = Decimal(0)
    """Green points issued in the twelve months to 30 September."""
    nearest_club_km: Decimal = Decimal(0)
    remote_applied: bool = False
    """The club applied this year for the sessions of a remote club."""
    months_left: Annotated[int, Meta(ge=1, le=15)] | None = None
    """Months of the year left when a new club registered after 30 September."""
    anniversary: Count = 0
    """Years since the club's foundation, in a year it celebrates."""
    used: Count = 0


def b4c(book: Book, facts: ClubYear) -> Sequence[Step | Remark]:
    """2.6: the sessions of grade B4c a club may hold in the year, and how many are left."""
    figures = book.figures.clubs
    entitlement = b4c_sessions(book, facts)
    answers: list[Step | Remark] = [entitlement, _balance(book, entitlement, facts.used, "2.6c")]
    if entitlement.reading:
        others = derive(total, *_additional(book, facts), clause=entitlement.clause, message="additional sessions")
        template = "by the other reading ({reading}) the additional sessions alone: {sessions}"
        answers.append(book.remark("2.6d", sentence(template, reading=entitlement.reading, sessions=others.value)))
    if facts.nearest_club_km > figures.remote_km.value and not facts.remote_applied:
        answers.append(book.remark("2.6e", "three more sessions may be asked for each year"))
    if facts.anniversary and facts.anniversary % figures.anniversary.value == 0:
        message = "a Bridge Day on this anniversary has extra sessions, with the State's approval"
        answers.append(book.remark("2.6f", message))
    return answers


@rule
def b4c_sessions(book: Book, facts: ClubYear) -> Step:
    """2.6: the sessions of grade B4c a club may hold in the year."""
    basic = _basic(book, facts)
    if facts.affiliated and not basic.value:
        return basic
    parts = [basic, *_additional(book, facts)]
    return derive(total, *parts, clause=book.clause("2.6c"), message="B4c sessions of the year")


def _additional(book: Book, facts: ClubYear) -> Iterator[Step]:
    figures = book.figures.clubs
    if facts.affiliated:
        yield _for_green_points(book, facts)
    if facts.nearest_club_km > figures.remote_km.value and facts.remote_applied:
        message = sentence("more than {km} km from the nearest club", km=figures.remote_km.value)
        yield printed_figure(figures.remote_sessions, message)


def _has_enough_sessions(book: Book, facts: ClubYear) -> bool:
    minimum = book.figures.clubs.sessions_scheduled.value
    return facts.sessions_scheduled is None or facts.sessions_scheduled >= minimum


def _for_green_points(book: Book, facts: ClubYear) -> Step:
    first, further = book.figures.clubs.first_green, book.figures.clubs.further_green
    points = tidy(Fraction(facts.green_points))
    return derive(
        partial(extra_sessions, first.value, further.value),
        fact(points, first.clause, "green points in the twelve months to 30 September"),
        clause=first.clause,
        message=sentence(
            "one for the first {first}, one for each further {further}", first=first.value, further=further.value
        ),
    )


def extra_sessions(first: int, further: int, green: Exact) -> Exact:
    """2.6: one for the first 35 green points, one for each further 65."""
    points = floor(green)
    return 0 if points < first else 1 + (points - first) // further


def _basic(book: Book, facts: ClubYear) -> Step:
    figures = book.figures.clubs
    minimum_sessions = figures.sessions_scheduled.value
    if facts.affiliated and _has_enough_sessions(book, facts):
        template = "affiliated on 30 September, {scheduled} sessions or more scheduled"
        return printed_figure(figures.b4c_sessions, sentence(template, scheduled=minimum_sessions))
    if facts.affiliated:
        message = sentence("fewer than {scheduled} sessions scheduled: no entitlement", scheduled=minimum_sessions)
        return nothing(figures.b4c_sessions.clause, message, reading="B-71")
    if facts.months_left is None:
        return nothing(figures.b4c_sessions.clause, "not affiliated on 30 September")
    sessions, minimum = figures.b4c_sessions.value, figures.new_club_least
    return derive(
        partial(_pro_rata, sessions, minimum.value),
        fact(facts.months_left, minimum.clause, "months left when the new club registered"),
        clause=minimum.clause,
        message=sentence("part of the {sessions}, at least {least}", sessions=sessions, least=minimum.value),
        reading="B-41",
    )


def _pro_rata(sessions: int, minimum: int, months: Exact) -> Exact:
    return max(minimum, min(sessions, -((-sessions * floor(months)) // 12)))


def _balance(book: Book, entitlement: Step, sessions_used: int, number: str) -> Step:
    use = fact(sessions_used, book.clause(number), "sessions used")
    return derive(difference, entitlement, use, clause=book.clause(number), message="sessions left")


class StateYear(EventModel, frozen=True, kw_only=True):
    """Members of a State on 30 September, and the B4s sessions used."""

    members: Annotated[int, Meta(ge=0, le=1_000_000)]
    used: Count = 0


def b4s(book: Book, facts: StateYear) -> Sequence[Step | Remark]:
    """6.2.1: the sessions of grade B4s a State may hold in the year, and how many are left."""
    entitlement = b4s_sessions(book, facts.members)
    return [entitlement, _balance(book, entitlement, facts.used, "6.2.1b")]


@rule
def b4s_sessions(book: Book, members: int) -> Step:
    """6.2.1: ten sessions, and one for each 500 members or part of it."""
    basic, unit = book.figures.state_events.special_sessions, book.figures.state_events.members
    member_sessions = derive(
        partial(_units_begun, unit.value),
        fact(members, unit.clause, "members on 30 September"),
        clause=unit.clause,
        message=sentence("one for each {members} or part of it", members=unit.value),
    )
    return derive(
        total, printed_figure(basic), member_sessions, clause=basic.clause, message="B4s sessions of the year"
    )


def _units_begun(size: int, value: Exact) -> Exact:
    return -(-floor(value) // size)


class InterclubYear(EventModel, frozen=True, kw_only=True):
    """A club's events of grade B5i in a calendar year."""

    remote_permitted: bool = False
    used: Count = 0


@rule
def b5i(book: Book, facts: InterclubYear) -> Sequence[Step | Remark]:
    """2.7: five events, three more for a club in a remote area with permission."""
    parts = [printed_figure(book.figures.clubs.interclub_events)]
    if facts.remote_permitted:
        remote = book.figures.clubs.interclub_remote
        parts.append(printed_figure(remote, "remote area, with the State's permission"))
    entitlement = derive(total, *parts, clause=book.clause("2.7b"), message="B5i events of the year")
    return [entitlement, _balance(book, entitlement, facts.used, "2.7b")]


class Authorisation(EventModel, frozen=True, kw_only=True):
    """Points a State authorised, and points a club sent in."""

    number: Annotated[str, Meta(max_length=40)]
    authorised: Decimal
    sent: tuple[Decimal, ...]


@rule
def authorisation(book: Book, facts: Authorisation) -> Sequence[Step | Remark]:
    """2.6 note: the Centre takes points up to the authorised amount."""
    clause = book.clause("2.6 note a")
    granted = fact(
        tidy(Fraction(facts.authorised)),
        clause,
        sentence("points authorised by {number}", number=facts.number or "no number"),
    )
    sent = derive(
        total,
        *(fact(tidy(Fraction(points)), clause, "points sent in") for points in facts.sent),
        clause=clause,
        message="points sent in altogether",
    )
    balance = derive(difference, granted, sent, clause=clause, message="points left of the authorisation")
    answers: list[Step | Remark] = [balance]
    if not facts.number:
        answers.append(Remark(clause, "the authorisation number must go with the points"))
    if balance.value < 0:
        answers.append(Remark(clause, "more than authorised: the Centre will not accept these points"))
    return answers
