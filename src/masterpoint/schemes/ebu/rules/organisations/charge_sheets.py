"""1.3, 1.4.2 and 5.3.3 as worksheets: what an event pays at the rates of the day, free sessions, novice sessions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Annotated

from msgspec import Meta

from masterpoint.core.derivation import Remark, Step, derive, fact, nothing
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Count, EventModel
from masterpoint.core.exact import Exact, exact
from masterpoint.core.mechanisms import part_of, product, total
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.schemes.ebu.rules.handbook import amount_problems, clause, problem, remark
from masterpoint.schemes.ebu.rules.organisations.charges import CODES, Code, in_use, percent, rate_remark
from masterpoint.schemes.ebu.rules.organisations.licences import Money

CHARGES_CHANGE = (4, 1)  # 1.3.2: on 1 April
EXTRA_FREE = ((10_001, 1), (20_001, 2))  # 1.3.1: from so many player sessions a year
SOCIAL_SESSIONS = 1  # 1.3.1
NOVICE_SHARE = 10  # 1.4.2: per cent above Area Master


class Rate(EventModel, frozen=True, kw_only=True):
    """The standard charge for a player and session, from a day on."""

    since: date
    amount: Money


class ChargeAsked(EventModel, frozen=True, kw_only=True):
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


def _charge(asked: ChargeAsked) -> list[Step | Remark]:
    problems = [*amount_problems(asked, "1.3.2"), *_charge_problems(asked)]
    if problems:
        raise Refused(problems)
    code = CODES[asked.code]
    if code.number == "50" and asked.green_licence_fee is not None:
        fee = fact(exact(asked.green_licence_fee), clause("1.11.1"), "Green Point licence fee")
        return [derive(_third, fee, clause=clause("5.3.3"), message="a third of it, for a closed Blue Point event")]
    if code.paid != "subscription":
        free = nothing(clause("UMS codes"), f"code {code.number}, {code.title}: no subscription charge")
        return [free, rate_remark(code)]
    return [*_subscription(asked, code), *_april(asked)]


def _charge_problems(asked: ChargeAsked) -> Iterator[Problem]:
    code = CODES.get(asked.code)
    if code is None:
        yield problem("code", asked.code, "no such code", f"write one of: {', '.join(CODES)}", "UMS codes")
    elif not in_use(code, asked.day):
        message = f"code {code.number} could not be used on {asked.day}"
        yield problem("code", asked.code, message, "use 10, or 03 for a free session", "UMS codes")
    elif code.paid == "subscription" and not any(rate.since <= asked.day for rate in asked.rates):
        message = "no standard charge is given for that day"
        yield problem("rates", "", message, "add the rate in force, with the day since when", "1.3.2")


def _subscription(asked: ChargeAsked, code: Code) -> Iterator[Step]:
    rate = max((one for one in asked.rates if one.since <= asked.day), key=lambda one: one.since)
    standard = fact(exact(rate.amount), clause("1.3.2"), f"standard charge since {rate.since}")
    number = "1.4.2" if code.number == "22" else "1.3.2"
    parts = []
    for people, share, who in ((asked.members, code.members, "EBU members"), (asked.others, code.others, "others")):
        if not people:
            continue
        count = fact(people, clause("1.3.3"), f"player sessions of {who}")
        part = fact(share, clause(number), f"{percent(share)} for {who}")
        parts.append(derive(product, count, standard, part, clause=clause(number), message=f"charge for {who}"))
    if asked.county_charge and code.county_charge:
        everybody = fact(asked.members + asked.others, clause("1.3.3"), "player sessions")
        added = fact(exact(asked.county_charge), clause("UMS codes"), "county charge")
        parts.append(derive(product, everybody, added, clause=clause("UMS codes"), message="county charge"))
    if not parts:
        yield nothing(clause("1.3.2"), "nobody played")
        return
    yield derive(_to_the_penny, *parts, clause=clause("1.3.3"), message="invoiced to the organiser, to the penny")


def _to_the_penny(*parts: Exact) -> Exact:
    return nearest_hundredth(total(*parts))


def _third(fee: Exact) -> Exact:
    return nearest_hundredth(part_of(1, 3, fee))


def _april(asked: ChargeAsked) -> Iterator[Remark]:
    for rate in asked.rates:
        if (rate.since.month, rate.since.day) != CHARGES_CHANGE:
            yield remark("1.3.2", f"the rate since {rate.since} does not start on 1 April, when charges change")


class FreeAsked(EventModel, frozen=True, kw_only=True):
    """A club's player sessions in a year."""

    player_sessions: Annotated[int, Meta(ge=0, le=10_000_000)]


def extra_free_sessions(player_sessions: Exact) -> Exact:
    """1.3.1: none up to 10,000 player sessions a year, one up to 20,000, two above."""
    return max((free for least, free in EXTRA_FREE if player_sessions >= least), default=0)


def _free(asked: FreeAsked) -> list[Step | Remark]:
    social = fact(SOCIAL_SESSIONS, clause("1.3.1"), "one session a year for a party, social or charity event")
    played = fact(asked.player_sessions, clause("1.3.1"), "player sessions a year")
    message = "further charity sessions by the size of the club"
    extra = derive(extra_free_sessions, played, clause=clause("1.3.1"), message=message)
    message = "free sessions a year (code 03); Children in Need and teaching sessions of 16 boards come on top"
    return [derive(total, social, extra, clause=clause("1.3.1"), message=message)]


class NoviceAsked(EventModel, frozen=True, kw_only=True):
    """A weekly session for novices."""

    players: Annotated[int, Meta(ge=1, le=10_000)]
    above_area_master: Count
    open_to_non_members: bool = True
    gives_points: bool = False
    counts_for_grading: bool = False
    licence: Annotated[str, Meta(max_length=40)] = ""


def _novice(asked: NoviceAsked) -> list[Step | Remark]:
    players = fact(asked.players, clause("1.4.2"), "players")
    above = fact(asked.above_area_master, clause("1.4.2"), "players above Area Master")
    share = derive(_per_cent, above, players, clause=clause("1.4.2"), message="per cent of players above Area Master")
    return [share, *_novice_remarks(asked, share)]


def _per_cent(part: Exact, whole: Exact) -> Exact:
    return part_of(100, whole, part)  # type: ignore[arg-type]


def _novice_remarks(asked: NoviceAsked, share: Step) -> Iterator[Remark]:
    conditions = (
        (share.value <= NOVICE_SHARE, "more than a tenth of the players are above Area Master"),
        (asked.open_to_non_members, "it should be open to players who are not members"),
        (not asked.gives_points, "it gives no master points"),
        (not asked.counts_for_grading, "it does not count for the National Grading Scheme or the magazine"),
        (bool(asked.licence), "it needs an annual licence: apply to the EBU"),
    )
    for met, message in conditions:
        if not met:
            yield remark("1.4.2", message)


CHARGE = Worksheet("Universal Membership charge of an event", clause("1.3.2"), ChargeAsked, _charge)
FREE = Worksheet("Free sessions a club has in a year", clause("1.3.1"), FreeAsked, _free)
NOVICE = Worksheet("A novice session against its conditions", clause("1.4.2"), NoviceAsked, _novice)
