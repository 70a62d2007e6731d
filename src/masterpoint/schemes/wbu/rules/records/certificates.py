"""1.7 to 1.11, certificates: what may stand on one, when it is issued, and when it can be registered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.derivation import Remark, Step, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Problem
from masterpoint.core.events import EventModel, Text
from masterpoint.core.exact import exact
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse
from masterpoint.schemes.wbu.rules.records.ranks import overall_holding

RECOGNISED = ("wbu", "ebu", "sbu", "nibu", "cbai", "bgb")  # 1.2.1: the other unions of these islands, and BGB
SESSIONS_ON_ONE = 3  # 1.10.3(d)
MOST = 100_000
Number = Annotated[int, Meta(ge=1, le=1_000)]
Points = Annotated[Decimal, Meta(description="points, 0 to 100,000")]


class CertificatesAsked(EventModel, frozen=True, kw_only=True):
    """An event, and what would have to stand on certificates for it."""

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


def certificates(asked: CertificatesAsked) -> list[Step | Remark]:
    """1.10: how many certificates a player receives, and what stands on each."""
    match asked.event:
        case "game":
            return [_count(1, "1.10.2", "each certificate relates to one event only")]
        case "stages":
            return [_count(asked.stages, "1.10.2", "one for each stage: a final is not added to its qualifying round")]
        case "ladder":
            message = "one for each game, and one at the end of the series"
            return [_count(asked.stages + 1, "4.11.9", message)]
        case "congress":
            return _congress(asked)
        case "league":
            return _league(asked)
        case "knockout":
            return _knockout(asked)
    count = -(-asked.sessions // SESSIONS_ON_ONE)
    return [_count(count, "1.10.3", f"at the end, or after each third session: {asked.sessions} sessions")]


def _count(number: int, clause_number: str, message: str) -> Step:
    return fact(number, clause(clause_number), f"certificates for a player: {message}")


def _congress(asked: CertificatesAsked) -> list[Step | Remark]:
    if asked.licensed:
        return [_count(1, "1.10.3", "all points of a congress licensed by the WBU, on a congress certificate")]
    return [_count(asked.stages, "1.10.2", "no congress certificates without a WBU licence: one for each event")]


def _league(asked: CertificatesAsked) -> list[Step | Remark]:
    last = "with the ranking award" if asked.round_robins == 1 else "with the ranking award on the last of them"
    return [_count(asked.round_robins, "1.10.3", f"one for each round robin of the league, {last}")]


def _knockout(asked: CertificatesAsked) -> list[Step | Remark]:
    count = _count(1, "1.10.3", "all matches the player won")
    if asked.started is None or asked.finished is None or asked.eliminated is None:
        return [count]
    refuse(_dates(asked.started, asked.eliminated, asked.finished))
    if competition_year(asked.started) == competition_year(asked.finished):
        message = f"within one competition year: issue it when the player is out, {asked.eliminated}"
        return [count, Remark(clause("1.10.3"), message)]
    may = date(competition_year(asked.started) + 1, 5, 1)
    message = f"over more than one competition year: issue it from {max(may, asked.eliminated)} on"
    return [count, Remark(clause("1.10.3"), message)]


def _dates(started: date, eliminated: date, finished: date) -> Iterator[Problem]:
    if not started <= eliminated <= finished:
        message = "the event starts, the player is out, the event ends: in this order"
        yield problem("1.10.3", "eliminated", eliminated, message, "mend the days")


def competition_year(day: date) -> int:
    """1.10.3(c): from 1 May to 30 April, by the year it begins in."""
    return day.year if day.month >= 5 else day.year - 1


class RegistrationAsked(EventModel, frozen=True, kw_only=True):
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


def registration(asked: RegistrationAsked) -> list[Step | Remark]:
    """1.2, 1.7, 1.8.5, 1.11.2: what is credited, or why nothing can be."""
    refuse(_not_registered(asked))
    local = fact(exact(asked.local), clause("1.4.1(b)"), "Local Points on the certificate")
    green = fact(exact(asked.green), clause("1.4.1(a)"), "Green Points on the certificate")
    credited = overall_holding(local, green)
    remark = Remark(clause("1.2.1"), "one record only: with this Union, or with one of the others")
    return [credited, remark] if asked.issued_by.lower() != "wbu" else [credited]


def _not_registered(asked: RegistrationAsked) -> Iterator[Problem]:
    if asked.issued_by.lower() not in RECOGNISED:
        message = "points of this scheme are not recognised"
        yield problem("1.2.3", "issued_by", asked.issued_by, message, f"recognised are: {', '.join(RECOGNISED)}")
    if not asked.member:
        message = "only members of the WBU may register points"
        yield problem("1.7.2", "member", "false", message, "join, then send the certificate in")
    if asked.expires is not None and asked.submitted > asked.expires:
        message = f"the certificate expired on {asked.expires}"
        yield problem("1.7.5", "submitted", asked.submitted, message, "conditions on a certificate are not relaxed")
    missing = [
        name
        for name, given in (
            ("name", bool(asked.name)),
            ("issued", asked.issued is not None),
            ("signed", asked.signed),
            ("local", bool(asked.local or asked.green)),
        )
        if not given
    ]
    for name in missing:
        message = "a certificate bears the name, the day of issue, the points and a signature"
        yield problem("1.8.5", name, "", message, "ask the issuing officer to complete it")
    if asked.issued is not None and asked.submitted < asked.issued:
        message = "this is before the day the certificate was issued"
        yield problem("1.8.5", "submitted", asked.submitted, message, "mend the days")
    yield from no_points(asked.local, "local", 1, "1.4.1(b)", "Local Points are whole numbers")
    yield from no_points(asked.green, "green", 4, "1.4.1(a)", "Green Points are whole numbers, halves or quarters")
    if asked.amended and not asked.amendment_signed:
        message = "an amendment must be signed by the issuing officer"
        yield problem("1.11.2", "amendment_signed", "false", message, "have the amendment signed")


def no_points(value: Decimal, place: str, parts: int, number: str, message: str) -> Iterator[Problem]:
    """1.4.1: what no certificate can bear."""
    if not 0 <= value <= MOST or (value * parts) % 1:
        yield problem(number, place, value, message, f"give 0 to {MOST:,}, as the certificate says")


CERTIFICATES = Worksheet(
    "Certificates a player receives for an event", clause("1.10.3"), CertificatesAsked, certificates
)
REGISTRATION = Worksheet("A certificate sent in to be registered", clause("1.7.3"), RegistrationAsked, registration)


def certificate_rule(form: str, congress: bool) -> Sequence[Remark]:
    """1.10 for an event of a form, in a sentence."""
    if congress:
        return [Remark(clause("1.10.3"), "one congress certificate for all points of the congress")]
    sentences = {
        "league": ("1.10.3", "one certificate for each round robin; ranking awards on the last"),
        "knockout": ("1.10.3", "one certificate for all matches a player won, when he is out of the event"),
        "matches": ("1.10.3", "one certificate at the end, or after each third session of a longer event"),
        "ladder": ("4.11.9", "a certificate for each game, and another at the end of the series"),
    }
    number, message = sentences.get(form, ("1.10.2", "one certificate for this event or stage alone"))
    return [Remark(clause(number), message)]
