"""1.3, 1.4.2, 1.11, 5.3.3 and the appendix: what an event's organiser owes, at the tariff of the day of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from masterpoint.core.books import rule
from masterpoint.core.charges import CLAIMED_AS_FREE, FREE_SESSION, Assessment, Charge, amounts_of
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
from masterpoint.schemes.ebu.rules.organisations.charges import (
    MEMBERS,
    OTHERS,
    charge_code,
    charge_codes,
    group_charge,
    in_use,
)
from masterpoint.schemes.ebu.rules.organisations.free_sessions import FREE, UNCOUNTED, not_free
from masterpoint.schemes.ebu.rules.organisations.licence_fees import licence_fee, sessions_played
from masterpoint.schemes.families.charged_sessions import session_problems

SUBSCRIPTION, COUNTY_CHARGE, LICENCE_FEE = "subscription", "county charge", "licence fee"
GUEST = "88888888"
SPECIAL_RATES = {"07": "unaffiliated_heat", "99": "ebu_event"}


class ChargeFacts(EventModel, frozen=True, kw_only=True):
    """What has to be known about the organiser of an event, besides the event itself."""

    code: Annotated[str, Meta(pattern="^([0-9]{2})?$")] = ""
    """The charge code of the results file, or as the club put it right; the event's own code where empty."""
    free_sessions_used: Count = 0
    """Free social and charity sessions that the club has had before in the same financial year (1.3.1)."""
    player_sessions: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    """The club's player sessions in the financial year before (1.3.1)."""
    sessions: Annotated[int, Meta(ge=1, le=100)] | None = None
    """Sessions of the event, where its form does not count them."""


class BilledEvent(msgspec.Struct, frozen=True):
    """An event as it is billed: who played how often, at which tariff, under which code."""

    event: AnyEvent
    facts: Facts
    sessions: int
    heads: tuple[Head, ...]
    tariff: Tariff
    code: Code
    thing: str
    """The kind of free session, where it claims one."""

    def charge(self, step: Step, items: Sequence[str], kind: str = SUBSCRIPTION, **fields: Any) -> Charge:
        """A charge for everybody who played."""
        day = self.event.day
        amounts = amounts_of(self.tariff, items, day)
        return Charge(
            kind=kind,
            step=step,
            day=day,
            heads=self.heads,
            amounts=amounts,
            code=self.code.number,
            thing=self.thing,
            **fields,
        )


def event_charges(book: Book, result: Result, charge_facts: ChargeFacts, tariff: Tariff) -> Assessment:
    """1.3.1: a subscription charge, a licence fee, or the exemption under which nothing is due."""
    event = result.event
    facts: Facts = facts_from(event, Facts)
    expected_code, number, code_reason = charge_code(book, event, facts)
    problems = [
        *_code_problems(book, charge_facts.code, event.day, expected_code),
        *session_problems(book, event, charge_facts.sessions, "1.5.4"),
    ]
    if problems:
        raise Refused(problems)
    code = charge_codes(book)[charge_facts.code] if charge_facts.code else expected_code
    remarks = (
        []
        if code is expected_code or code.number in FREE
        else [_other_code(book, code, expected_code, number, code_reason)]
    )
    sessions = sessions_played(book, event, charge_facts.sessions)
    thing = (facts.exempt if facts.exempt in UNCOUNTED else FREE_SESSION) if code.number in FREE else ""
    if code.number in FREE and (reason := not_free(book, event, facts, charge_facts, sessions)) is not None:
        code, remark = reason
        thing = CLAIMED_AS_FREE
        remarks.append(remark)
    billed = BilledEvent(event, facts, sessions, heads_of(event, sessions), tariff, code, thing)
    return Assessment(tuple(_charges(book, billed)), tuple(remarks))


def _code_problems(book: Book, code_number: str, day: date, expected_code: Code) -> Iterator[Problem]:
    if not code_number:
        return
    fix = f"use code {expected_code.number}: {expected_code.title}"
    if code_number not in charge_codes(book):
        yield book.problem("code", code_number, "there is no such charge code", fix, "UMS codes")
    elif not in_use(charge_codes(book)[code_number], day):
        yield book.problem("code", code_number, f"this charge code was not in use on {day}", fix, "UMS codes")


def _other_code(book: Book, code: Code, expected_code: Code, number: str, reason: str) -> Remark:
    template = "charged by code {code}, {title}; this event should have {wanted}: {why}"
    return book.remark(
        number, sentence(template, code=code.number, title=code.title, wanted=expected_code.number, why=reason)
    )


@rule
def _charges(book: Book, billed: BilledEvent) -> Sequence[Charge]:
    """The appendix: what each code brings."""
    match billed.code.paid:
        case "nothing":
            return [_free_charge(book, billed)]
        case "EBU":
            return [_special(book, billed)]
        case "licence fee":
            return [_licence_charge(book, billed)]
    charges = [_subscription(book, billed)]
    if billed.code.county_charge and billed.tariff.in_force("county_charge", billed.event.day):
        charges.append(_county(book, billed))
    return charges


def _free_charge(book: Book, billed: BilledEvent) -> Charge:
    """1.3.1, 2.8.2: nothing, and why."""
    code = billed.code
    message = sentence("code {code}, {title}: no charge", code=code.number, title=code.title)
    step = nothing(book.clause("2.8.2" if code.number == "02" else "1.3.1"), message)
    return billed.charge(step, [], exemption=code.title)


def _licence_charge(book: Book, billed: BilledEvent) -> Charge:
    """1.11, 5.3.3: a licence fee due in 30 days, or what a closed Blue Point event pays with the month."""
    fee = licence_fee(book, billed.event, billed.facts, billed.sessions, billed.tariff, billed.code.number)
    kind = SUBSCRIPTION if fee.due_day is None else LICENCE_FEE
    return billed.charge(fee.step, fee.items, kind, exemption=billed.code.title if fee.reduced else "", due=fee.due_day)


def _subscription(book: Book, billed: BilledEvent) -> Charge:
    """1.3.2, 1.4.2: the standard charge, or the part of it that members and others pay."""
    code, day = billed.code, billed.event.day
    standard = billed.tariff.step(book, "standard_charge", day)
    members = [head for head in billed.heads if is_member(head)]
    others = [head for head in billed.heads if not is_member(head)]
    groups = ((MEMBERS, members), (OTHERS, others))
    parts = [
        group_charge(book, code, standard, _count(book, billed, heads, group), group)
        for group, heads in groups
        if heads
    ]
    if not parts:
        parts = [nothing(book.clause("1.3.3"), "nobody played")]
    step = parts[0]
    if len(parts) > 1:
        message = sentence("code {code}, {title}", code=code.number, title=code.title)
        step = derive(total, *parts, clause=book.clause("1.3.2"), message=message)
    is_reduced = code.members != 1 or code.others != 1 or not billed.heads
    return billed.charge(step, ["standard_charge"], exemption=code.title if is_reduced else "")


def is_member(head: Head) -> bool:
    """Whether somebody is a member; people listed under the number for guests are not."""
    return head.member and head.id != GUEST


def _count(book: Book, billed: BilledEvent, heads: Sequence[Head], group: str) -> Step:
    message = sentence("player sessions of {who}", who=group)
    return fact(player_sessions(heads), book.clause("1.3.3"), message, reading=_counting(billed))


def _counting(billed: BilledEvent) -> str:
    """The reading by which player sessions are counted, where the book leaves a choice."""
    if isinstance(billed.event, KnockoutEvent | LeagueEvent):
        return "E94"
    if billed.event.contest == "teams" and any(head.index > 3 for head in billed.heads):
        return "E92"
    return ""


def _per_head(book: Book, billed: BilledEvent, item: str) -> Step:
    """A charge for every player and session."""
    rate = billed.tariff.step(book, item, billed.event.day)
    count = fact(player_sessions(billed.heads), book.clause("1.3.3"), "player sessions")
    return derive(product, count, rate, clause=rate.clause, message=billed.tariff.items[item].text)


def _county(book: Book, billed: BilledEvent) -> Charge:
    """The appendix, code 10: the charge that the county adds and keeps."""
    step = _per_head(book, billed, "county_charge")
    return billed.charge(step, ["county_charge"], COUNTY_CHARGE, payee="county")


def _special(book: Book, billed: BilledEvent) -> Charge:
    """The appendix, codes 07 and 99: rates that the EBU sets for such events only."""
    item = SPECIAL_RATES[billed.code.number]
    return billed.charge(_per_head(book, billed, item), [item], exemption=billed.code.title)


def entry_remarks(book: Book, amount: Amount, _entered: date) -> Sequence[Remark]:
    """1.3.2: charges and fees change on 1 April."""
    month_and_day = book.figures.charges.change_on
    if amount.unit != "money" or (amount.first_day.month, amount.first_day.day) == month_and_day.value:
        return ()
    change = date(amount.first_day.year, *month_and_day.value)
    template = "charges and fees change on {change}; this one starts on {day}"
    words = sentence(template, change=f"{change.day} {change:%B}", day=amount.first_day)
    return [book.remark(month_and_day.clause.number, words)]
