"""1.4, 1.5, 1.7 and 1.11: which events need a licence, what it asks for, and its fee."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Annotated

from msgspec import Meta

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Refused
from masterpoint.core.events import AnyEvent, Count, EventModel, LeagueEvent, SimultaneousEvent, Text
from masterpoint.core.exact import Exact, exact
from masterpoint.core.mechanisms import part_of, product
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.handbook import amount_problems, clause, problem, remark
from masterpoint.schemes.ebu.rules.organisations.deadlines import NOTICE_DAYS

SYSTEM_LEVELS = (2, 4)  # 1.7.6
MOST_CASH = 250  # 1.7.9, pounds a player
FEWEST_TABLES = 5  # 1.7.13
Money = Annotated[Decimal, Meta(description="pounds and pence, 0 or more")]


def licence_need(event: AnyEvent, facts: Facts) -> tuple[str, str] | None:
    """The clause by which an event needs a licence, and why; nothing where it needs none."""
    level, colour = event.organiser.level, event.colour.lower()
    if level == "national":
        return None
    if level == "licensed organiser":
        return "1.4.5", "other organisations award points only by licence"
    if level == "inter-county" or facts.kind == "inter-county":
        return "1.2.6(e)", "an inter-county league is licensed"
    if level == "district league":
        return "1.4.3", "a district league awards points under its licence, paid for by the teams league subscription"
    if isinstance(event, SimultaneousEvent):
        return _simultaneous_need(level, facts)
    if facts.kind == "inter-organisation" and not facts.all_own_members:
        return "1.2.7", "not everybody is a member of the organiser"
    if facts.kind == "novice":
        return "1.4.2", "novice sessions are held under an annual licence"
    if colour == "blue" and level == "county":
        return "5.2.1", "a county's Blue Point event"
    if colour == "blue" and level == "club" and facts.open_event:
        return "5.3.2", "an open Blue Point event of a club"
    if colour == "green" and level == "county" and event.championship != "major":
        return "6.1.4", "a Green Point event other than the major championships"
    if facts.kind in ("licensed", "open-beside-finals"):
        return "1.2.2" if level == "club" else "1.4.1", "an open event beyond regular games and minor championships"
    return None


def _simultaneous_need(level: str, facts: Facts) -> tuple[str, str] | None:
    if level != "county":
        return "1.2.5", "simultaneous pairs of a club or independent organiser"
    return ("1.2.5", "clubs that are not affiliated take part") if facts.unaffiliated_clubs else None


def licence_remarks(event: AnyEvent, facts: Facts) -> Iterator[Remark]:
    """Whether a licence is needed, and whether one was given."""
    need = licence_need(event, facts)
    if need is None:
        if event.organiser.level in ("club", "county", "online club"):
            yield remark("1.4.1", "no licence needed: the handbook itself allows this event")
        return
    number, why = need
    held = f"licence {facts.licence}" if facts.licence else "none was given: apply to the licensing department"
    yield remark(number, f"licence needed ({why}); {held}")


def general_licence(event: AnyEvent, facts: Facts) -> bool:
    """1.7: its conditions do not hold for novice sessions and teams leagues."""
    need = licence_need(event, facts)
    league = isinstance(event, LeagueEvent) or event.organiser.level in ("district league", "inter-county")
    return need is not None and facts.kind != "novice" and not league


class ConditionsAsked(EventModel, frozen=True, kw_only=True):
    """What a licensed event offers: systems, prizes, tables."""

    system_level: Annotated[int, Meta(ge=1, le=5)] | None = None
    system_authorised: bool = False
    """The EBU allowed another level in writing."""
    system_announced: bool = True
    """Announced before entries were accepted."""
    largest_cash_prize: Money = Decimal(0)
    """For one player, in cash or kind."""
    prize_authorised: bool = False
    head_to_head_knockout: bool = False
    tables: Count | None = None
    day: date | None = None
    notice_given: date | None = None
    """When EBU and competitors were told that there would be fewer than five tables."""
    all_wish_to_proceed: bool = False


def _conditions(asked: ConditionsAsked) -> list[Remark]:
    if problems := list(amount_problems(asked, "1.7.9")):
        raise Refused(problems)
    found = [*_systems(asked), *_prizes(asked), *_tables(asked)]
    return found or [remark("1.7.9", "nothing here goes against the conditions of a licence")]


def _systems(asked: ConditionsAsked) -> Iterator[Remark]:
    if asked.system_level is not None:
        if asked.system_level not in SYSTEM_LEVELS and not asked.system_authorised:
            message = f"systems of level {asked.system_level}; usual are levels 2 and 4: ask the EBU in writing"
            yield remark("1.7.6", message)
        if not asked.system_announced:
            yield remark("1.7.6", "the level of systems must be announced before entries are accepted")


def _prizes(asked: ConditionsAsked) -> Iterator[Remark]:
    over = asked.largest_cash_prize > MOST_CASH
    if over and not (asked.prize_authorised or asked.head_to_head_knockout):
        message = f"a prize of £{asked.largest_cash_prize} for a player; £{MOST_CASH} is the most: apply for more"
        yield remark("1.7.9", message)


def _tables(asked: ConditionsAsked) -> Iterator[Remark]:
    if asked.tables is None or asked.tables >= FEWEST_TABLES:
        return
    found = f"{asked.tables} table{'s' if asked.tables != 1 else ''}; a licensed event normally has five"
    if asked.notice_given is None or asked.day is None or (asked.day - asked.notice_given).days < NOTICE_DAYS:
        yield remark("1.7.13", f"{found}: EBU and competitors need two weeks' notice")
    if not asked.all_wish_to_proceed:
        yield remark("1.7.13", f"{found}: the licence is revoked unless all competitors wish to go on")


class FeeAsked(EventModel, frozen=True, kw_only=True):
    """What a licence fee is counted on, and the EBU's rates of the day."""

    sessions: Count = 0
    tables: Count = 0
    """Tables in play in each session."""
    heats: Count = 0
    """Simultaneous events are charged by heats."""
    rate: Money
    """For a table and session, or for a heat."""
    commercial_rate: Money | None = None
    """Where another rate applies to commercial ventures (1.11.3)."""
    charity_reduction: Annotated[int, Meta(ge=0, le=100)] = 0
    """Per cent taken off for a charity event (1.11.4)."""
    what: Text = ""


def _fee(asked: FeeAsked) -> list[Step | Remark]:
    problems = list(amount_problems(asked, "1.11.1"))
    if (asked.heats == 0) == (asked.sessions * asked.tables == 0):
        message = "a fee counts sessions and tables, or heats"
        fix = "give sessions and tables, or heats for a simultaneous event"
        problems.append(problem("heats", asked.heats, message, fix, "1.11.2"))
    if problems:
        raise Refused(problems)
    rate = (
        fact(exact(asked.rate), clause("1.11.1"), "the Board's rate")
        if asked.commercial_rate is None
        else fact(exact(asked.commercial_rate), clause("1.11.3"), "the Board's rate for commercial ventures")
    )
    counts = (
        (fact(asked.heats, clause("1.11.2"), "heats"),)
        if asked.heats
        else (fact(asked.sessions, clause("1.5.4"), "sessions"), fact(asked.tables, clause("1.5.4"), "tables"))
    )
    message = "heats × rate" if asked.heats else "sessions × tables × rate"
    fee = derive(product, *counts, rate, clause=clause("1.11.2"), message=message)
    if asked.charity_reduction:
        message = f"{asked.charity_reduction}% less for charity, to the penny"
        fee = derive(partial(_reduced, 100 - asked.charity_reduction), fee, clause=clause("1.11.4"), message=message)
    return [fee]


def _reduced(left: int, fee: Exact) -> Exact:
    return nearest_hundredth(part_of(left, 100, fee))


CONDITIONS = Worksheet("Conditions of a general licence", clause("1.7.9"), ConditionsAsked, _conditions)
FEE = Worksheet("Licence fee at the Board's rates", clause("1.11.2"), FeeAsked, _fee)
