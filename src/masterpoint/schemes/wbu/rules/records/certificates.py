"""1.7 to 1.11, certificates: what may be on one, when it is issued, and when it can be registered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Problem
from masterpoint.core.events import EventModel, Text
from masterpoint.core.exact import exact
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.records.ranks import overall_holding
from masterpoint.schemes.wbu.rules.refusals import refuse

MAX_POINTS = 100_000
Number = Annotated[int, Meta(ge=1, le=1_000)]
Points = Annotated[Decimal, Meta(description="points, 0 to 100,000")]


class CertificateSheetFacts(EventModel, frozen=True, kw_only=True):
    """An event, and what decides its certificates."""

    event: Literal["game", "stages", "congress", "league", "knockout", "matches", "ladder"]
    """matches: a Swiss, or anything else but a league or knock-out that pays for each match won."""
    stages: Number = 1
    """Stages of an event with stages, or games of a ladder."""
    sessions: Number = 1
    round_robins: Number = 1
    """How often the teams of a league met each other."""
    licensed: bool = False
    """Licensed by the WBU, with congress certificates."""
    started: date | None = None
    finished: date | None = None
    eliminated: date | None = None
    """Knock-outs: the day the player was out of the event, or won it."""


@rule
def certificates(book: Book, facts: CertificateSheetFacts) -> list[Step | Remark]:
    """1.10: how many certificates a player receives, and what is on each."""
    match facts.event:
        case "game":
            return [_count(book, 1, "1.10.2", "each certificate relates to one event only")]
        case "stages":
            return [
                _count(book, facts.stages, "1.10.2", "one for each stage: a final is not added to its qualifying round")
            ]
        case "ladder":
            message = "one for each game, and one at the end of the series"
            return [_count(book, facts.stages + 1, "4.11.9", message)]
        case "congress":
            return _congress(book, facts)
        case "league":
            return _league(book, facts)
        case "knockout":
            return _knockout(book, facts)
    count = -(-facts.sessions // book.figures.records.sessions_on_one.value)
    return [
        _count(
            book,
            count,
            "1.10.3",
            sentence(
                "at the end, or after every {each} sessions: {sessions} sessions",
                each=book.figures.records.sessions_on_one.value,
                sessions=facts.sessions,
            ),
        )
    ]


def _count(book: Book, number: int, clause_number: str, message: Message) -> Step:
    return fact(number, book.clause(clause_number), sentence("certificates for a player: {message}", message=message))


def _congress(book: Book, facts: CertificateSheetFacts) -> list[Step | Remark]:
    if facts.licensed:
        return [_count(book, 1, "1.10.3", "all points of a congress licensed by the WBU, on a congress certificate")]
    return [_count(book, facts.stages, "1.10.2", "no congress certificates without a WBU licence: one for each event")]


def _league(book: Book, facts: CertificateSheetFacts) -> list[Step | Remark]:
    last = "with the ranking award" if facts.round_robins == 1 else "with the ranking award on the last of them"
    return [
        _count(
            book, facts.round_robins, "1.10.3", sentence("one for each round robin of the league, {last}", last=last)
        )
    ]


def _knockout(book: Book, facts: CertificateSheetFacts) -> list[Step | Remark]:
    count = _count(book, 1, "1.10.3", "all matches the player won")
    if facts.started is None or facts.finished is None or facts.eliminated is None:
        return [count]
    refuse(date_problems(book, facts.started, facts.eliminated, facts.finished))
    day = knockout_day(book, facts.started, facts.eliminated, facts.finished)
    template = "within one competition year: issue it when the player is out, {day}"
    if competition_year(book, facts.started) != competition_year(book, facts.finished):
        template = "over more than one competition year: issue it from {day} on"
    return [count, book.remark("1.10.3", sentence(template, day=day))]


def knockout_day(book: Book, started: date, eliminated: date, last_day: date) -> date:
    """1.10.3(c): when the player is out; if the event runs into another season, not before 1 May."""
    if competition_year(book, started) == competition_year(book, last_day):
        return eliminated
    may = date(competition_year(book, started) + 1, book.figures.records.first_month.value, 1)
    return max(may, eliminated)


def date_problems(book: Book, started: date, eliminated: date, last_day: date) -> Iterator[Problem]:
    """A knock-out starts, the player is out, it ends."""
    if not started <= eliminated <= last_day:
        message = "the event starts, the player is out, the event ends: in this order"
        yield book.problem("eliminated", eliminated, message, "correct the days", "1.10.3")


def competition_year(book: Book, day: date) -> int:
    """1.10.3(c): the competition year, from 1 May to 30 April, named for the year it begins in."""
    return day.year if day.month >= book.figures.records.first_month.value else day.year - 1


class RegistrationFacts(EventModel, frozen=True, kw_only=True):
    """A certificate somebody sends in."""

    issued_by: Annotated[str, Meta(max_length=20)] = "wbu"
    """The scheme that issued it: wbu, ebu, sbu, nibu, cbai, bgb."""
    name: Text = ""
    issued: date | None = None
    signed: bool = True
    local: Points = Decimal(0)
    green: Points = Decimal(0)
    amended: bool = False
    amendment_signed: bool = False
    expires: date | None = None
    submitted: date
    member: bool = True


@rule
def registration(book: Book, facts: RegistrationFacts) -> list[Step | Remark]:
    """1.2, 1.7, 1.8.5, 1.11.2: what is credited, or why nothing can be."""
    refuse(registration_problems(book, facts))
    local = fact(exact(facts.local), book.clause("1.4.1(b)"), "Local Points on the certificate")
    green = fact(exact(facts.green), book.clause("1.4.1(a)"), "Green Points on the certificate")
    credited = overall_holding(book, local, green)
    remark = book.remark("1.2.1", "one record only: with this Union, or with one of the others")
    return [credited, remark] if facts.issued_by.lower() != "wbu" else [credited]


def registration_problems(book: Book, facts: RegistrationFacts) -> Iterator[Problem]:
    """1.2, 1.4.1, 1.7, 1.8.5, 1.11.2: why a certificate cannot be registered."""
    schemes = book.figures.records.recognised.value
    if facts.issued_by.lower() not in schemes:
        message = "points of this scheme are not recognised"
        yield book.problem("issued_by", facts.issued_by, message, f"the book recognises: {', '.join(schemes)}", "1.2.3")
    if not facts.member:
        message = "only members of the WBU may register points"
        yield book.problem("member", "false", message, "join, then send the certificate in", "1.7.2")
    if facts.expires is not None and facts.submitted > facts.expires:
        message = f"the certificate expired on {facts.expires}"
        yield book.problem(
            "submitted", facts.submitted, message, "conditions on a certificate are not relaxed", "1.7.5"
        )
    missing = [
        name
        for name, is_given in (
            ("name", bool(facts.name)),
            ("issued", facts.issued is not None),
            ("signed", facts.signed),
            ("local", bool(facts.local or facts.green)),
        )
        if not is_given
    ]
    for name in missing:
        message = "a certificate bears the name, the day of issue, the points and a signature"
        yield book.problem(name, "", message, "ask the issuing officer to complete it", "1.8.5")
    if facts.issued is not None and facts.submitted < facts.issued:
        message = "this is before the day the certificate was issued"
        yield book.problem("submitted", facts.submitted, message, "correct the days", "1.8.5")
    yield from no_points(book, facts.local, "local", 1, "1.4.1(b)", "Local Points are whole numbers")
    yield from no_points(
        book,
        facts.green,
        "green",
        book.figures.records.green_parts.value,
        "1.4.1(a)",
        "Green Points are whole numbers, halves or quarters",
    )
    if facts.amended and not facts.amendment_signed:
        message = "an amendment must be signed by the issuing officer"
        yield book.problem("amendment_signed", "false", message, "have the amendment signed", "1.11.2")


def no_points(book: Book, value: Decimal, place: str, parts: int, number: str, message: str) -> Iterator[Problem]:
    """1.4.1: points that no certificate can show."""
    if not 0 <= value <= MAX_POINTS or (value * parts) % 1:
        yield book.problem(place, value, message, f"give 0 to {MAX_POINTS:,}, as the certificate says", number)


def certificate_worksheet(book: Book) -> Worksheet:
    return Worksheet(
        "Certificates a player receives for an event",
        book.clause("1.10.3"),
        CertificateSheetFacts,
        partial(certificates, book),
    )


def registration_worksheet(book: Book) -> Worksheet:
    return Worksheet(
        "A certificate sent in to be registered", book.clause("1.7.3"), RegistrationFacts, partial(registration, book)
    )


def certificate_rule(book: Book, form: str, congress: bool) -> Sequence[Remark]:
    """1.10 in a sentence, for an event of this form."""
    if congress:
        return [book.remark("1.10.3", "one congress certificate for all points of the congress")]
    each = book.figures.records.sessions_on_one.value
    sentences = {
        "league": ("1.10.3", "one certificate for each round robin; ranking awards on the last"),
        "knockout": ("1.10.3", "one certificate for all matches a player won, when he is out of the event"),
        "matches": ("1.10.3", f"one certificate at the end, or after every {each} sessions of a longer event"),
        "ladder": ("4.11.9", "a certificate for each game, and another at the end of the series"),
    }
    number, message = sentences.get(form, ("1.10.2", "one certificate for this event or stage alone"))
    return [book.remark(number, message)]
