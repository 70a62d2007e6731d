"""1.4.1, 1.8.5 and 1.10: what a certificate may show when it is issued, and must show when it is sent in."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from masterpoint.core.errors import Problem
from masterpoint.core.point_certificates import CertificateFacts, ClaimFacts, PointCertificates
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.records.certificates import (
    RegistrationFacts,
    date_problems,
    knockout_day,
    registration_problems,
)

KINDS = {
    "game": "a game",
    "stages": "a stage of an event",
    "congress": "a congress",
    "league": "a league, one round robin",
    "knockout": "a knock-out, all matches won",
    "matches": "a Swiss or other event with an award for each match",
    "ladder": "a game of a ladder, or its end",
}
SINGLE_PARTS = {
    "game": ("1.10.2", "points of two games are not put together", "issue a certificate for each game"),
    "stages": ("1.10.2", "points of two stages are not put together", "issue a certificate for each stage"),
    "ladder": ("4.11.9", "each game of a ladder has its own certificate, and so has its end", "issue one for each"),
    "league": ("1.10.3", "each round robin of a league has its own certificate", "issue one for each round robin"),
}
"""What needs a certificate of its own."""


def issue_problems(book: Book, facts: CertificateFacts) -> Iterator[Problem]:
    """Everything that keeps a certificate from being issued."""
    if facts.kind not in KINDS:
        yield book.problem(
            "kind", facts.kind, "this is not a kind of event", f"write one of: {', '.join(KINDS)}", "1.10.3"
        )
    yield from _aggregation_problems(book, facts)
    yield from _knockout_problems(book, facts)
    yield from registration_problems(
        book, _registration(ClaimFacts(certificate=facts, submitted=facts.issued, member=True))
    )


def _aggregation_problems(book: Book, facts: CertificateFacts) -> Iterator[Problem]:
    """1.10.2, 1.10.3: which points may be on one certificate."""
    parts = len(facts.parts)
    if facts.kind in SINGLE_PARTS and parts > 1:
        number, message, fix = SINGLE_PARTS[facts.kind]
        yield book.problem("parts", parts, message, fix, number)
    if facts.kind == "congress" and parts > 1 and not facts.licensed:
        message = "only a congress licensed by the WBU has one certificate for all its events"
        yield book.problem("licensed", "false", message, "issue one for each event, or name the licence", "1.10.3")
    maximum = book.figures.records.sessions_on_one.value
    if facts.kind == "matches" and parts > maximum:
        fix = f"issue one after each {maximum} sessions"
        yield book.problem(
            "parts", parts, f"points of more than {maximum} sessions are not put together", fix, "1.10.3"
        )


def _knockout_problems(book: Book, facts: CertificateFacts) -> Iterator[Problem]:
    """1.10.3(c): not before the player is out, nor before the season the event runs into."""
    if facts.kind != "knockout":
        return
    if facts.started is None or facts.eliminated is None or facts.finished is None:
        message = "the day of issue depends on when the event starts and ends, and when the player was out"
        yield book.problem("eliminated", "", message, "give the three days", "1.10.3")
        return
    problems = list(date_problems(book, facts.started, facts.eliminated, facts.finished))
    yield from problems
    if problems:
        return
    earliest = knockout_day(book, facts.started, facts.eliminated, facts.finished)
    if facts.issued < earliest:
        message = f"this certificate may be issued from {earliest} on"
        yield book.problem("issued", facts.issued, message, "wait until then", "1.10.3")


def claim_problems(book: Book, claim: ClaimFacts) -> Iterator[Problem]:
    """1.7.2, 1.7.5, 1.8.5: everything that keeps a certificate from being registered."""
    return registration_problems(book, _registration(claim))


def _registration(claim: ClaimFacts) -> RegistrationFacts:
    certificate = claim.certificate
    points = certificate.points
    return RegistrationFacts(
        name=certificate.name,
        issued=certificate.issued,
        local=points.get("local", Decimal(0)),
        green=points.get("green", Decimal(0)),
        expires=certificate.expires,
        submitted=claim.submitted,
        member=claim.member,
    )


POINT_CERTIFICATES = PointCertificates(
    kinds=KINDS,
    colours=("local", "green"),
    issue_problems=issue_problems,
    claim_problems=claim_problems,
    lost_clause="1.7.4",
    direct_clause="1.7.1",
    clause="1.8.5",
)
