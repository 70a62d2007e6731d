"""1.4, 1.5, 1.7 and 1.11: which events need a licence, what it asks for, and its fee."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from typing import Annotated

from msgspec import Meta

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, Count, EventModel, LeagueEvent, SimultaneousEvent, Text
from masterpoint.core.exact import exact
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.amounts import amount_problems, to_the_penny
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.organisations.licence_fees import fee_of, less_charity
from masterpoint.schemes.families.words import in_words

Money = Annotated[Decimal, Meta(description="pounds and pence, 0 or more")]


@rule
def licence_need(book: Book, event: AnyEvent, facts: Facts) -> tuple[str, str] | None:
    """The clause under which an event needs a licence, and why; None where it needs none."""
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


LICENSED_KINDS = ("licensed", "open-beside-finals", "inter-organisation", "inter-county")
LICENSED_LEVELS = ("inter-county", "licensed organiser")


@rule
def licence_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.2.2, 1.2.6(e), 1.2.7, 1.4.5: an event that may only be held under licence is not paid without its number."""
    if facts.kind not in LICENSED_KINDS and event.organiser.level not in LICENSED_LEVELS:
        return
    need = licence_need(book, event, facts)
    if need is not None and not facts.licence and not isinstance(event, SimultaneousEvent):
        number, reason = need
        message = f"{reason}, and the number of the licence is not given"
        fix = "apply to the EBU for a licence, and give its number as `facts.licence`"
        yield book.problem("facts.licence", "", message, fix, number)


def licence_remarks(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Remark]:
    """Whether a licence is needed, and whether one was given."""
    need = licence_need(book, event, facts)
    if need is None:
        if event.organiser.level in ("club", "county", "online club"):
            yield book.remark("1.4.1", "no licence needed: the handbook itself allows this event")
        return
    number, reason = need
    licence_text = f"licence {facts.licence}" if facts.licence else "none was given: apply to the licensing department"
    yield book.remark(number, sentence("licence needed ({why}); {held}", why=reason, held=licence_text))


def general_licence(book: Book, event: AnyEvent, facts: Facts) -> bool:
    """1.7: whether its conditions apply; they do not apply to novice sessions and teams leagues."""
    need = licence_need(book, event, facts)
    league = isinstance(event, LeagueEvent) or event.organiser.level in ("district league", "inter-county")
    return need is not None and facts.kind != "novice" and not league


class ConditionsFacts(EventModel, frozen=True, kw_only=True):
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


def _conditions(book: Book, facts: ConditionsFacts) -> list[Remark]:
    if problems := list(amount_problems(book, facts, "1.7.9")):
        raise Refused(problems)
    remarks = [*_systems(book, facts), *_prizes(book, facts), *_tables(book, facts)]
    return remarks or [book.remark("1.7.9", "nothing here goes against the conditions of a licence")]


def _systems(book: Book, facts: ConditionsFacts) -> Iterator[Remark]:
    if facts.system_level is not None:
        usual_levels = book.figures.licences.system_levels.value
        if facts.system_level not in usual_levels and not facts.system_authorised:
            message = sentence(
                "systems of level {level}; the usual levels are {usual}: ask the EBU in writing",
                level=facts.system_level,
                usual=" and ".join(map(str, usual_levels)),
            )
            yield book.remark("1.7.6", message)
        if not facts.system_announced:
            yield book.remark("1.7.6", "the level of systems must be announced before entries are accepted")


def _prizes(book: Book, facts: ConditionsFacts) -> Iterator[Remark]:
    maximum = book.figures.licences.most_cash.value
    if facts.largest_cash_prize > maximum and not (facts.prize_authorised or facts.head_to_head_knockout):
        message = sentence(
            "a prize of £{prize} for a player; £{most} is the most: apply for more",
            prize=facts.largest_cash_prize,
            most=maximum,
        )
        yield book.remark("1.7.9", message)


def _tables(book: Book, facts: ConditionsFacts) -> Iterator[Remark]:
    minimum, notice = book.figures.licences.fewest_tables.value, book.figures.licences.notice_days.value
    if facts.tables is None or facts.tables >= minimum:
        return
    tables = "1 table" if facts.tables == 1 else f"{facts.tables} tables"
    few_tables = sentence("{tables}; a licensed event normally has {least}", tables=tables, least=in_words(minimum))
    if facts.notice_given is None or facts.day is None or (facts.day - facts.notice_given).days < notice:
        message = sentence(
            "{few}: EBU and competitors need {weeks} weeks' notice", few=few_tables, weeks=in_words(notice // 7)
        )
        yield book.remark("1.7.13", message)
    if not facts.all_wish_to_proceed:
        yield book.remark(
            "1.7.13", sentence("{few}: the licence is revoked unless all competitors wish to go on", few=few_tables)
        )


class FeeFacts(EventModel, frozen=True, kw_only=True):
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


def _fee(book: Book, facts: FeeFacts) -> list[Step | Remark]:
    problems = list(amount_problems(book, facts, "1.11.1"))
    if (facts.heats == 0) == (facts.sessions * facts.tables == 0):
        message = "a fee counts sessions and tables, or heats"
        fix = "give sessions and tables, or heats for a simultaneous event"
        problems.append(book.problem("heats", facts.heats, message, fix, "1.11.2"))
    if problems:
        raise Refused(problems)
    rate = (
        fact(exact(facts.rate), book.clause("1.11.1"), "the Board's rate")
        if facts.commercial_rate is None
        else fact(exact(facts.commercial_rate), book.clause("1.11.3"), "the Board's rate for commercial ventures")
    )
    fee = fee_of(book, rate, *_counts(book, facts))
    if not facts.charity_reduction:
        return [fee]
    share = fact(
        Fraction(facts.charity_reduction, 100),
        book.clause("1.11.4"),
        sentence("{percent}% less for charity", percent=facts.charity_reduction),
    )
    return [to_the_penny(less_charity(book, fee, share), "in pence")]


def _counts(book: Book, facts: FeeFacts) -> list[Step]:
    if facts.heats:
        return [fact(facts.heats, book.clause("1.11.2"), "heats")]
    return [
        fact(facts.sessions, book.clause("1.5.4"), "sessions"),
        fact(facts.tables, book.clause("1.5.4"), "tables"),
    ]


@cache
def conditions(book: Book) -> Worksheet:
    return Worksheet(
        "Conditions of a general licence", book.clause("1.7.9"), ConditionsFacts, partial(_conditions, book)
    )


@cache
def fee(book: Book) -> Worksheet:
    return Worksheet("Licence fee at the Board's rates", book.clause("1.11.2"), FeeFacts, partial(_fee, book))
