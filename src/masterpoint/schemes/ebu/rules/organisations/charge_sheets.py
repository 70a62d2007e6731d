"""1.3, 1.4.2 and 5.3.3 as worksheets: what an event pays at the rates of the day, free sessions, novice sessions."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from typing import Annotated

from msgspec import Meta

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Remark, Step, derive, fact, nothing
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Count, EventModel
from masterpoint.core.exact import Exact, exact, rational, tidy
from masterpoint.core.mechanisms import product, total
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.figures.organisations import Code
from masterpoint.schemes.ebu.rules.amounts import amount_problems, to_the_penny
from masterpoint.schemes.ebu.rules.organisations.charges import (
    MEMBERS,
    OTHERS,
    charge_codes,
    group_charge,
    in_use,
    rate_remark,
)
from masterpoint.schemes.ebu.rules.organisations.licence_fees import closed_blue
from masterpoint.schemes.ebu.rules.organisations.licences import Money
from masterpoint.schemes.families.words import in_words


class Rate(EventModel, frozen=True, kw_only=True):
    """The standard charge for a player and session from a day onwards."""

    since: date
    amount: Money


class ChargeSheetFacts(EventModel, frozen=True, kw_only=True):
    """An event's code, who played, and the EBU's rates."""

    code: Annotated[str, Meta(pattern="^[0-9]{2}$")]
    day: date
    members: Count = 0
    """Player sessions of EBU members."""
    others: Count = 0
    """Player sessions of everybody else."""
    rates: tuple[Rate, ...] = ()
    county_charge: Money = Decimal(0)
    """What the county adds for a player and session."""
    green_licence_fee: Money | None = None
    """For a closed Blue Point championship of a club (5.3.3)."""


def _charge(book: Book, facts: ChargeSheetFacts) -> list[Step | Remark]:
    problems = [*amount_problems(book, facts, "1.3.2"), *_charge_problems(book, facts)]
    if problems:
        raise Refused(problems)
    code = charge_codes(book)[facts.code]
    if code.number == "50" and facts.green_licence_fee is not None:
        fee = fact(exact(facts.green_licence_fee), book.clause("1.11.1"), "Green Point licence fee")
        return [to_the_penny(closed_blue(book, fee), "in pence")]
    if code.paid != "subscription":
        exemption = nothing(
            book.clause("UMS codes"),
            sentence("code {number}, {title}: no subscription charge", number=code.number, title=code.title),
        )
        return [exemption, rate_remark(book, code)]
    return [*_subscription(book, facts, code), *_april(book, facts)]


def _charge_problems(book: Book, facts: ChargeSheetFacts) -> Iterator[Problem]:
    code = charge_codes(book).get(facts.code)
    if code is None:
        fix = f"write one of: {', '.join(charge_codes(book))}"
        yield book.problem("code", facts.code, "no such code", fix, "UMS codes")
    elif not in_use(code, facts.day):
        message = f"code {code.number} could not be used on {facts.day}"
        yield book.problem("code", facts.code, message, "use 10, or 03 for a free session", "UMS codes")
    elif code.paid == "subscription" and not any(rate.since <= facts.day for rate in facts.rates):
        message = "no standard charge is given for that day"
        fix = "add the rate in force and the day since when: rates=[{since=2026-04-01, amount=0.40}]"
        yield book.problem("rates", "", message, fix, "1.3.2")


def _subscription(book: Book, facts: ChargeSheetFacts, code: Code) -> Iterator[Step]:
    rate = max((rate for rate in facts.rates if rate.since <= facts.day), key=lambda rate: rate.since)
    standard = fact(
        exact(rate.amount), book.clause("1.3.2"), sentence("standard charge since {since}", since=rate.since)
    )
    parts = []
    for people, group in ((facts.members, MEMBERS), (facts.others, OTHERS)):
        if people:
            count = fact(people, book.clause("1.3.3"), sentence("player sessions of {who}", who=group))
            parts.append(group_charge(book, code, standard, count, group))
    if facts.county_charge and code.county_charge:
        player_count = fact(facts.members + facts.others, book.clause("1.3.3"), "player sessions")
        county_rate = fact(exact(facts.county_charge), book.clause("UMS codes"), "county charge")
        parts.append(
            derive(product, player_count, county_rate, clause=book.clause("UMS codes"), message="county charge")
        )
    if not parts:
        yield nothing(book.clause("1.3.2"), "nobody played")
        return
    charge_total = derive(total, *parts, clause=book.clause("1.3.3"), message="charges together")
    yield to_the_penny(charge_total, "invoiced to the organiser, to the penny")


def _april(book: Book, facts: ChargeSheetFacts) -> Iterator[Remark]:
    for rate in facts.rates:
        month, day = book.figures.charges.change_on.value
        if (rate.since.month, rate.since.day) != (month, day):
            message = sentence(
                "the rate since {since} does not start on {day} {month}, when charges change",
                since=rate.since,
                day=day,
                month=month_name[month],
            )
            yield book.remark("1.3.2", message)


class FreeFacts(EventModel, frozen=True, kw_only=True):
    """A club's player sessions in a year."""

    player_sessions: Annotated[int, Meta(ge=0, le=10_000_000)]


@rule
def extra_free_sessions(book: Book, player_sessions: Exact) -> Exact:
    """1.3.1: none up to 10,000 player sessions a year, one up to 20,000, two above."""
    rows = book.figures.charges.extra_free.value
    return max((sessions for minimum, sessions in rows if player_sessions >= minimum), default=0)


def _free_sessions(book: Book, facts: FreeFacts) -> list[Step | Remark]:
    social_figure = book.figures.charges.social_sessions
    sessions = "one session" if social_figure.value == 1 else f"{in_words(social_figure.value)} sessions"
    social = printed_figure(
        social_figure, sentence("{sessions} a year for a party, social or charity event", sessions=sessions)
    )
    sessions_step = fact(facts.player_sessions, book.clause("1.3.1"), "player sessions a year")
    by_size = "further charity sessions by the size of the club"
    extra = derive(partial(extra_free_sessions, book), sessions_step, clause=book.clause("1.3.1"), message=by_size)
    message = sentence(
        "free sessions a year (code 03); Children in Need and teaching sessions of {boards} boards come on top",
        boards=book.figures.charges.teaching_boards.value,
    )
    return [derive(total, social, extra, clause=book.clause("1.3.1"), message=message)]


class NoviceFacts(EventModel, frozen=True, kw_only=True):
    """A weekly session for novices."""

    players: Annotated[int, Meta(ge=1, le=10_000)]
    above_area_master: Count
    open_to_non_members: bool = True
    gives_points: bool = False
    counts_for_grading: bool = False
    licence: Annotated[str, Meta(max_length=40)] = ""


def _novice(book: Book, facts: NoviceFacts) -> list[Step | Remark]:
    players = fact(facts.players, book.clause("1.4.2"), "players")
    experienced_players = fact(facts.above_area_master, book.clause("1.4.2"), "players above Area Master")
    share = derive(
        _per_cent,
        experienced_players,
        players,
        clause=book.clause("1.4.2"),
        message="per cent of players above Area Master",
    )
    return [share, *_novice_remarks(book, facts, share)]


def _per_cent(part: Exact, whole: Exact) -> Exact:
    return tidy(rational(part) * 100 / rational(whole))


def _novice_remarks(book: Book, facts: NoviceFacts, share: Step) -> Iterator[Remark]:
    maximum = book.figures.charges.novice_percent.value
    tenth = part_in_words(Fraction(maximum, 100))
    conditions = (
        (share.value <= maximum, f"more than {tenth} of the players are above Area Master"),
        (facts.open_to_non_members, "it should be open to players who are not members"),
        (not facts.gives_points, "it gives no master points"),
        (not facts.counts_for_grading, "it does not count for the National Grading Scheme or the magazine"),
        (bool(facts.licence), "it needs an annual licence: apply to the EBU"),
    )
    for is_met, message in conditions:
        if not is_met:
            yield book.remark("1.4.2", message)


@cache
def charge(book: Book) -> Worksheet:
    return Worksheet(
        "Universal Membership charge of an event", book.clause("1.3.2"), ChargeSheetFacts, partial(_charge, book)
    )


@cache
def free_sessions(book: Book) -> Worksheet:
    return Worksheet(
        "Free sessions a club has in a year", book.clause("1.3.1"), FreeFacts, partial(_free_sessions, book)
    )


@cache
def novice(book: Book) -> Worksheet:
    return Worksheet(
        "A novice session against its conditions", book.clause("1.4.2"), NoviceFacts, partial(_novice, book)
    )
