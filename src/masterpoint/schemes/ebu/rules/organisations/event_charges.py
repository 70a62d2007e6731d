"""1.3, 1.4.2, 1.11, 5.3.3 and the appendix: what an event's organiser owes, at the tariff of the day of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from masterpoint.core.books import rule
from masterpoint.core.charges import Assessment, Charge, used
from masterpoint.core.derivation import Remark, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, Count, EventModel, KnockoutEvent, LeagueEvent
from masterpoint.core.heads import Head, heads_of, player_sessions
from masterpoint.core.mechanisms import product, total
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import sentence
from masterpoint.core.tariffs import Amount, Tariff
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.figures.organisations import Code
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.organisations.charges import charge_code, charge_codes, in_use, percent
from masterpoint.schemes.ebu.rules.organisations.free_sessions import FREE, not_free
from masterpoint.schemes.ebu.rules.organisations.licence_fees import licence_fee

SUBSCRIPTION, COUNTY_CHARGE, LICENCE_FEE = "subscription", "county charge", "licence fee"
GUEST = "88888888"
SPECIAL_RATES = {"07": "unaffiliated_heat", "99": "ebu_event"}


class ChargeFacts(EventModel, frozen=True, kw_only=True):
    """What has to be known about the organiser of an event, beside the event itself."""

    code: Annotated[str, Meta(pattern="^([0-9]{2})?$")] = ""
    """The charge code of the results file, or as the club put it right; the event's own code where empty."""
    free_sessions_used: Count = 0
    """Free social and charity sessions that the club had before in the same financial year (1.3.1)."""
    player_sessions: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    """The club's player sessions in a year (1.3.1)."""
    sessions: Annotated[int, Meta(ge=1, le=100)] | None = None
    """Sessions of the event, where its form does not count them."""


def event_charges(book: Book, result: Result, asked: ChargeFacts, tariff: Tariff) -> Assessment:
    """1.3.1: a subscription charge, a licence fee, or the exemption by which nothing is due."""
    event = result.event
    facts: Facts = facts_from(event, Facts)
    wanted, number, why = charge_code(book, event, facts)
    if problems := list(_code_problems(book, asked.code, event.day, wanted)):
        raise Refused(problems)
    code = charge_codes(book)[asked.code] if asked.code else wanted
    remarks = [] if code is wanted or code.number in FREE else [_other_code(book, code, wanted, number, why)]
    if code.number in FREE and (reason := not_free(book, event, facts, asked)) is not None:
        code, remark = reason
        remarks.append(remark)
    charges = _charges(book, event, facts, asked, tariff, code)
    return Assessment(tuple(charges), tuple(remarks))


def _code_problems(book: Book, written: str, day: date, wanted: Code) -> Iterator[Problem]:
    if not written:
        return
    fix = f"use code {wanted.number}: {wanted.title}"
    if written not in charge_codes(book):
        yield book.problem("code", written, "there is no such charge code", fix, "UMS codes")
    elif not in_use(charge_codes(book)[written], day):
        yield book.problem("code", written, f"this charge code was not in use on {day}", fix, "UMS codes")


def _other_code(book: Book, code: Code, wanted: Code, number: str, why: str) -> Remark:
    template = "charged by code {code}, {title}; this event should have {wanted}: {why}"
    return book.remark(number, sentence(template, code=code.number, title=code.title, wanted=wanted.number, why=why))


@rule
def _charges(
    book: Book, event: AnyEvent, facts: Facts, asked: ChargeFacts, tariff: Tariff, code: Code
) -> Sequence[Charge]:
    """The appendix: what each code brings."""
    match code.paid:
        case "nothing":
            return [_free(book, event, code)]
        case "EBU":
            return [_special(book, event, tariff, code)]
        case "licence fee":
            return [licence_fee(book, event, facts, asked.sessions, tariff, code.number)]
    charges = [_subscription(book, event, tariff, code)]
    if code.county_charge and tariff.in_force("county_charge", event.day):
        charges.append(_county(book, event, tariff, code))
    return charges


def _free(book: Book, event: AnyEvent, code: Code) -> Charge:
    """1.3.1, 2.8.2: nothing, and why."""
    number = "2.8.2" if code.number == "02" else "1.3.1"
    step = nothing(book.clause(number), sentence("code {code}, {title}: no charge", code=code.number, title=code.title))
    return Charge(
        kind=SUBSCRIPTION, step=step, day=event.day, heads=heads_of(event), code=code.number, exemption=code.title
    )


def _subscription(book: Book, event: AnyEvent, tariff: Tariff, code: Code) -> Charge:
    """1.3.2, 1.4.2: the standard charge, or the part of it that members and others pay."""
    tariff.require(book, ["standard_charge"], event.day)
    heads = heads_of(event)
    number = "1.4.2" if code.number == "22" else "1.3.2"
    standard = tariff.step(book, "standard_charge", event.day)
    groups = (
        ("EBU members", code.members, [head for head in heads if is_member(head)]),
        ("others", code.others, [head for head in heads if not is_member(head)]),
    )
    reading = _counting(event, heads)
    parts = [_group(book, who, share, group, standard, number, reading) for who, share, group in groups if group]
    if not parts:
        parts = [nothing(book.clause("1.3.3"), "nobody played")]
    message = sentence("code {code}, {title}", code=code.number, title=code.title)
    step = parts[0] if len(parts) == 1 else derive(total, *parts, clause=book.clause(number), message=message)
    reduced = code.members != 1 or code.others != 1
    return Charge(
        kind=SUBSCRIPTION,
        step=step,
        day=event.day,
        heads=heads,
        amounts=used(tariff, ["standard_charge"], event.day),
        code=code.number,
        exemption=code.title if reduced else "",
    )


def is_member(head: Head) -> bool:
    """Whoever stands in a list under the number of guests is no member."""
    return head.member and head.id != GUEST


def _counting(event: AnyEvent, heads: Sequence[Head]) -> str:
    """The reading by which player sessions are counted, where the book leaves a choice."""
    if isinstance(event, KnockoutEvent | LeagueEvent):
        return "E94"
    return "E92" if event.contest == "teams" and any(head.index > 3 for head in heads) else ""


def _group(
    book: Book, who: str, share: Fraction, heads: Sequence[Head], standard: Step, number: str, reading: str
) -> Step:
    message = sentence("player sessions of {who}", who=who)
    count = fact(player_sessions(heads), book.clause("1.3.3"), message, reading=reading)
    message = sentence("{percent} of it for {who}", percent=percent(share), who=who)
    part = fact(share, book.clause(number), message, reading="E97" if number == "1.4.2" else "")
    return derive(
        product, count, standard, part, clause=book.clause(number), message=sentence("charge for {who}", who=who)
    )


def _per_head(book: Book, event: AnyEvent, tariff: Tariff, item: str) -> Step:
    """So much for every player and session."""
    rate = tariff.step(book, item, event.day)
    count = fact(player_sessions(heads_of(event)), book.clause("1.3.3"), "player sessions")
    return derive(product, count, rate, clause=rate.clause, message=tariff.items[item].text)


def _county(book: Book, event: AnyEvent, tariff: Tariff, code: Code) -> Charge:
    """The appendix, code 10: what the county adds, which is its own."""
    return Charge(
        kind=COUNTY_CHARGE,
        step=_per_head(book, event, tariff, "county_charge"),
        day=event.day,
        payee="county",
        heads=heads_of(event),
        amounts=used(tariff, ["county_charge"], event.day),
        code=code.number,
    )


def _special(book: Book, event: AnyEvent, tariff: Tariff, code: Code) -> Charge:
    """The appendix, codes 07 and 99: rates that the EBU sets for such events alone."""
    item = SPECIAL_RATES[code.number]
    return Charge(
        kind=SUBSCRIPTION,
        step=_per_head(book, event, tariff, item),
        day=event.day,
        heads=heads_of(event),
        amounts=used(tariff, [item], event.day),
        code=code.number,
        exemption=code.title,
    )


def entry_remarks(book: Book, amount: Amount, _entered: date) -> Sequence[Remark]:
    """1.3.2: charges and fees change on 1 April."""
    month_and_day = book.figures.charges.change_on
    if amount.unit != "money" or (amount.first_day.month, amount.first_day.day) == month_and_day.value:
        return ()
    template = "charges and fees change on 1 April; this one starts on {day}"
    return [book.remark(month_and_day.clause.number, sentence(template, day=amount.first_day))]
