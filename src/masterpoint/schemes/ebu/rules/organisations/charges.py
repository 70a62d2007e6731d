"""1.3 and the appendix: the Universal Membership (UMS) charge of an event, its code, and who pays how much of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Literal

import msgspec

from masterpoint.core.derivation import Remark
from masterpoint.core.events import (
    AnyEvent,
    KnockoutEvent,
    LadderEvent,
    LeagueEvent,
    SimultaneousEvent,
)
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.handbook import remark

NOTHING, WHOLE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
TEACHING_ENDS = date(2014, 10, 1)
CHILDREN_IN_NEED = "children in need"
ORDINARY = "an ordinary club session"


class Code(msgspec.Struct, frozen=True):
    """A UMS code: what it is for, and what part of the standard charge it brings."""

    number: str
    title: str
    paid: Literal["nothing", "subscription", "licence fee", "EBU"]
    members: Fraction = NOTHING
    """The part of the standard charge paid for an EBU member; 1.3.2."""
    others: Fraction = NOTHING
    """The part paid for somebody else."""
    county_charge: bool = False
    first_day: date | None = None
    ended: date | None = None
    """The first day on which it could no longer be used."""


CODES = {
    code.number: code
    for code in (
        Code("02", "points for sessions that were submitted before", "nothing"),
        Code("03", "one of the club's free sessions of the year", "nothing"),
        Code("04", "teaching or supervised play, 16 boards at most", "nothing", ended=TEACHING_ENDS),
        Code("06", "Children in Need simultaneous pairs", "nothing"),
        Code("07", "heat of an EBU simultaneous at a club that is not affiliated", "EBU"),
        Code("10", "ordinary club session", "subscription", WHOLE, WHOLE, county_charge=True),
        Code("11", "teaching with magazine points", "subscription", WHOLE, WHOLE, ended=TEACHING_ENDS),
        Code("20", "county event", "subscription", HALF, WHOLE),
        Code("21", "league or knock-out, and what else a district league holds", "subscription", HALF, WHOLE),
        Code("22", "approved novice session", "subscription", HALF, HALF),
        Code("30", "licensed event of an affiliated organisation", "licence fee"),
        Code("40", "licensed charity event of an affiliated organisation", "licence fee"),
        Code("50", "Blue Point event", "licence fee", first_day=date(2013, 1, 1)),
        Code("60", "licensed Green Point event of a county", "licence fee"),
        Code("70", "event of a commercial operator in England", "licence fee"),
        Code("71", "event of a commercial operator outside England", "licence fee"),
        Code("99", "event of the EBU, or on its behalf", "EBU"),
    )
}


def in_use(code: Code, day: date) -> bool:
    """Whether a code could be used for an event played on this day."""
    return (code.first_day is None or code.first_day <= day) and (code.ended is None or day < code.ended)


def charge_code(event: AnyEvent, facts: Facts) -> tuple[Code, str, str]:
    """The code of an event's results file, the clause it rests on, and why."""
    number, clause, why = (
        _already_submitted(event, facts) or _exempt(event, facts) or _by_licence(event, facts) or _by_organiser(event)
    )
    return CODES[number], clause, why


Choice = tuple[str, str, str]


def _already_submitted(event: AnyEvent, facts: Facts) -> Choice | None:
    """2.8.2: files that only bring points."""
    if facts.points_only:
        return "02", "2.8.2", "for sessions that were submitted before: this file only credits points"
    if isinstance(event, LadderEvent) and not event.final:
        return "02", "2.8.2", "for a ladder: the games of the ladder were submitted one by one"
    if isinstance(event, SimultaneousEvent) and event.organiser.level == "county":
        return "02", "2.8.2", "the overall result: the heats were submitted by the clubs"
    return None


def _exempt(event: AnyEvent, facts: Facts) -> Choice | None:
    """1.3.1 and 1.4.2."""
    if facts.exempt == "children-in-need" or CHILDREN_IN_NEED in facts.heat_of.lower():
        return "06", "1.3.1", "Children in Need, which is free of charge"
    if facts.heat_of and facts.unaffiliated_clubs:
        return "07", "1.2.5", "a heat at a club that is not affiliated, at a special rate"
    if facts.exempt == "teaching" and event.day < TEACHING_ENDS:
        return "04", "1.3.1", "a teaching session of 16 boards at most, without points"
    if facts.exempt:
        return "03", "1.3.1", f"free of charge, a {facts.exempt} session"
    if facts.kind == "novice":
        return "22", "1.4.2", "an approved novice session"
    return None


def _by_licence(event: AnyEvent, facts: Facts) -> Choice | None:
    level, colour = event.organiser.level, event.colour.lower()
    if level == "national":
        return "99", "UMS codes", "an event of the EBU itself"
    if level == "licensed organiser":
        code = "71" if facts.abroad else "70"
        return code, "1.11.3", f"an event of a commercial operator {'outside' if facts.abroad else 'in'} England"
    if colour == "green" and level == "county" and event.championship != "major":
        return "60", "UMS codes", "a one-day Green Point event or green congress of a county"
    if colour == "blue" and level in ("club", "county"):
        return "50", "UMS codes", "a Blue Point event"
    if facts.kind in ("licensed", "open-beside-finals") or _inter_organisation(facts):
        return (
            ("40", "1.11.4", "licensed and in aid of charity") if facts.charity else ("30", "1.3.1", "a licensed event")
        )
    return None


def _inter_organisation(facts: Facts) -> bool:
    return facts.kind == "inter-organisation" and not facts.all_own_members


def _by_organiser(event: AnyEvent) -> Choice:
    level = event.organiser.level
    if isinstance(event, KnockoutEvent) or (isinstance(event, LeagueEvent) and event.contest == "teams"):
        return "21", "1.3.2", "a teams league or knock-out"
    if level in ("district league", "inter-county"):
        return "21", "1.3.2", "an event of a district league" if level == "district league" else "an inter-county event"
    if level == "county":
        return "20", "1.3.2", "a county event"
    heat = str(event.facts.get("heat_of", ""))
    return "10", "1.3.2", f"a club heat of {heat}: the full club rate" if heat else ORDINARY


def charge_remarks(event: AnyEvent, facts: Facts) -> Sequence[Remark]:
    """Code, reason and rate of an event."""
    code, clause, why = charge_code(event, facts)
    remarks = [remark("2.8.1", f"the results file carries UMS code {code.number}: {code.title}")]
    if why != ORDINARY:
        remarks.append(remark(clause, f"code {code.number}, because it is {why}"))
    if code.number == "50" and not facts.open_event and event.organiser.level == "club":
        remarks.append(remark("5.3.3", "no licence, but a subscription of a third of the Green Point licence fee"))
    else:
        remarks.append(rate_remark(code))
    if facts.exempt == "teaching" and code.number == "03":
        remarks.append(remark("UMS codes", "codes 04 and 11 ended on 1 October 2014"))
    if isinstance(event, LeagueEvent):
        remarks.append(remark("2.8.3", "a league may use the League Management System instead of a results file"))
    if isinstance(event, LeagueEvent) and event.contest != "teams":
        remarks.append(remark("1.3.4", "not a teams league: ordinary charges"))
    return remarks


def rate_remark(code: Code) -> Remark:
    """What is paid, and of whom."""
    match code.paid:
        case "nothing":
            return remark("UMS codes", f"code {code.number}: no charge")
        case "EBU":
            return remark("UMS codes", f"code {code.number}: the EBU says what is paid")
        case "licence fee":
            return remark("1.3.1", f"code {code.number}: a licence fee instead of the subscription charge")
    county = ", and any county charge" if code.county_charge else ""
    rate = f"{percent(code.members)} of the standard charge for EBU members, {percent(code.others)} for others{county}"
    return remark("1.4.2" if code.number == "22" else "1.3.2", rate)


def percent(part: Fraction) -> str:
    return f"{part * 100}%"
