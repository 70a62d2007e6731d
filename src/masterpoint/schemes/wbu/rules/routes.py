"""Which chapter pays an event: chapter 5 for heats and Green Points, chapter 4 for everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec

from masterpoint.core.books import rule
from masterpoint.core.derivation import Result
from masterpoint.core.editions import Awarding
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, FinalEvent, LeagueEvent, MatchEvent, SessionEvent, SimultaneousEvent
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.green import agm, area_championships, heats, joint_ventures
from masterpoint.schemes.wbu.rules.local import basic, stages
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import GREEN, LOCAL
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable
from masterpoint.schemes.wbu.rules.refusals import refuse

Rule = Callable[[Book, Any], Result]
REFUSED_ALWAYS = ("qualified_by_handicap", "sections_scored_as_one", "same_boards")  # 2.8, 2.9


def answered_by(book: Book, chapter_4: Rule) -> Awarding:
    """A form whose Local awards are in chapter 4; its green awards, if it may have any, are in chapter 5."""
    return partial(_answer, book, chapter_4)


def _answer(book: Book, chapter_4: Rule, event: Any) -> Result:
    try:
        return (green_or_heat(book, event) or chapter_4)(book, event)
    except Refused as refusal:
        raise Refused(all_problems(book, refusal, event, partial(_answer, book, chapter_4))) from None


def only_chapter_5(book: Book, chapter_5: Rule) -> Awarding:
    """A form that only chapter 5 has."""
    return partial(_green_only, book, chapter_5)


def _green_only(book: Book, chapter_5: Rule, event: Any) -> Result:
    try:
        if event.colour.lower() not in ("", GREEN):
            message = "this event gives Green Points"
            refuse([book.problem("colour", event.colour, message, "write green, or leave it out", "5.6.1")])
        return chapter_5(book, event)
    except Refused as refusal:
        raise Refused(all_problems(book, refusal, event, partial(_green_only, book, chapter_5))) from None


def all_problems(book: Book, refusal: Refused, event: AnyEvent, award: Awarding) -> list[Problem]:
    """Everything a book objects to in an event at once, whichever check came first."""
    problems = list(refusal.problems)
    for check in (require_acceptable, status_of):
        try:
            check(book, event)
        except Refused as other:
            problems += other.problems
    repaired_event = _repair(event)
    if repaired_event != event:
        try:
            award(repaired_event)
        except Refused as other:
            problems += other.problems
    return list(dict.fromkeys(problems))


def _repair(event: AnyEvent) -> AnyEvent:
    """The event without what every form refuses and without the claim to be a major championship."""
    facts = {name: value for name, value in event.facts.items() if name not in REFUSED_ALWAYS}
    championship = "" if event.colour.lower() != GREEN else event.championship
    return msgspec.structs.replace(event, handicap=False, championship=championship, facts=facts)


def green_or_heat(book: Book, event: AnyEvent) -> Rule | None:
    """The part of chapter 5 that serves an event, if one does."""
    facts: Facts = facts_from(event, Facts)
    colour = event.colour.lower() or LOCAL
    if colour not in (LOCAL, GREEN):
        message = "there are Local and Green Points only"
        raise Refused(
            book.problem("colour", event.colour, message, "write local or green, or leave it out", "1.4.1(a)")
        )
    if facts.heat_of:
        return _heat(book, event)
    if facts.kind == "agm":
        return _only(book, event, (SessionEvent, MatchEvent), agm.award, "5.5.1")
    if facts.kind == "joint-venture":
        return _only(book, event, (MatchEvent,), joint_ventures.award, "5.6.1")
    return _green(book, event) if colour == GREEN else None


def _heat(book: Book, event: AnyEvent) -> Rule:
    if isinstance(event, LeagueEvent):
        heats.refuse_league(book, event)
    return _only(book, event, (SessionEvent,), heats.award, "5.1.1")


def _only(book: Book, event: AnyEvent, forms: tuple[type, ...], award: Rule, number: str) -> Rule:
    if not isinstance(event, forms):
        message = "the book has no such awards for this form of event"
        raise Refused(
            book.problem("facts", event.name, message, "see the examples of the form, or ask the WBU (2.11.1)", number)
        )
    return award


def _green(book: Book, event: AnyEvent) -> Rule:
    """5.2.1: Green Points for the two major championships of an Area."""
    area_major = event.organiser.level == "area" and event.championship == "major"
    if area_major and getattr(event, "stage", "") == "qualifying":
        return qualifying_round
    if area_major and isinstance(event, SessionEvent | FinalEvent | MatchEvent):
        return area_championships.award
    if area_major:
        message = "the final of an Area championship is one ranking of all who play in it"
        raise Refused(book.problem("form", event.name, message, "enter it as a session, a final or matches", "5.2.2"))
    if event.organiser.level == "national":
        message = "the awards of the Union's own green events are devised for each of them"
        raise Refused(book.problem("colour", event.colour, message, "ask the WBU; or leave `colour` out", "3.1.5"))
    message = "Green Points are for an Area's major championship, its AGM event, and joint ventures with the WBU"
    fix = 'give the Area as organiser and championship = "major", or facts.kind agm or joint-venture; or leave it out'
    raise Refused(book.problem("colour", event.colour, message, fix, "5.2.1"))


@rule
def qualifying_round(book: Book, event: SessionEvent) -> Result:
    """5.4.1: qualifying rounds of an Area championship are in Local Points, at Regional status."""
    result = stages.award_session(book, event)
    number = "5.4.1" if event.contest == "pairs" else "5.3.2"
    remark = book.remark(number, "qualifying rounds are paid in Local Points only")
    return msgspec.structs.replace(result, remarks=(remark, *result.remarks))


@rule
def simultaneous(book: Book, event: SimultaneousEvent) -> Result:
    """4.1, 4.4: the overall ranking of a simultaneous event, on the basic scale."""
    require_acceptable(book, event)
    refuse(_not_scored_overall(book, event))
    level = basic.long_event(book, status_of(book, event), event.boards)
    return basic.result_of(book, event, basic.pay_basic(book, event, event.lists, event.boards, level))


def _not_scored_overall(book: Book, event: SimultaneousEvent) -> Iterator[Problem]:
    """2.8.2: heats in many places are sections, and only match-pointed ones can be one field."""
    message = "only a match-pointed event of pairs or individuals can be scored over several sections"
    fix = "enter each heat as a session of its own"
    if event.contest == "teams":
        yield book.problem("contest", event.contest, message, fix, "2.8.2")
    elif event.scoring not in ("matchpoints", "percentage"):
        yield book.problem("scoring", event.scoring, message, fix, "2.8.2")
