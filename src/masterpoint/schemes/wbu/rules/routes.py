"""Which chapter answers an event: chapter 5 for heats and Green Points, chapter 4 for everything else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from masterpoint.core.derivation import Remark, Result
from masterpoint.core.editions import Awarding
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, FinalEvent, LeagueEvent, MatchEvent, SessionEvent, SimultaneousEvent
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.green import agm, area_championships, heats, joint_ventures
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse
from masterpoint.schemes.wbu.rules.local import basic
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import GREEN, LOCAL, require_acceptable

REFUSED_ALWAYS = ("qualified_by_handicap", "sections_scored_as_one", "same_boards")  # 2.8, 2.9


def answered_by(chapter_4: Awarding) -> Awarding:
    """A form whose Local awards are in chapter 4 and whose green ones, where it may have them, in chapter 5."""
    return partial(_answer, chapter_4)


def _answer(chapter_4: Awarding, event: Any) -> Result:
    try:
        return (green_or_heat(event) or chapter_4)(event)
    except Refused as refusal:
        raise Refused(everything(refusal, event, partial(_answer, chapter_4))) from None


def always(chapter_5: Awarding) -> Awarding:
    """A form that only chapter 5 knows."""
    return partial(_green_only, chapter_5)


def _green_only(chapter_5: Awarding, event: Any) -> Result:
    try:
        if event.colour.lower() not in ("", GREEN):
            message = "this event gives Green Points"
            refuse([problem("5.6.1", "colour", event.colour, message, "write green, or leave it out")])
        return chapter_5(event)
    except Refused as refusal:
        raise Refused(everything(refusal, event, partial(_green_only, chapter_5))) from None


def everything(refusal: Refused, event: AnyEvent, award: Awarding) -> list[Problem]:
    """All that a book objects to in an event at once, whichever check came first."""
    found = list(refusal.problems)
    for check in (require_acceptable, status_of):
        try:
            check(event)
        except Refused as other:
            found += other.problems
    mended = _mended(event)
    if mended != event:
        try:
            award(mended)
        except Refused as other:
            found += other.problems
    return list(dict.fromkeys(found))


def _mended(event: AnyEvent) -> AnyEvent:
    """The event without what every form refuses and without the claim to be a major championship."""
    facts = {name: value for name, value in event.facts.items() if name not in REFUSED_ALWAYS}
    championship = "" if event.colour.lower() != GREEN else event.championship
    return msgspec.structs.replace(event, handicap=False, championship=championship, facts=facts)


def green_or_heat(event: AnyEvent) -> Awarding | None:
    """The part of chapter 5 that serves an event, if one does."""
    facts: Facts = facts_from(event, Facts)
    colour = event.colour.lower() or LOCAL
    if colour not in (LOCAL, GREEN):
        message = "there are Local and Green Points only"
        raise Refused(problem("1.4.1(a)", "colour", event.colour, message, "write local or green, or leave it out"))
    if facts.heat_of:
        return _heat(event)
    if facts.kind == "agm":
        return _only(event, (SessionEvent, MatchEvent), agm.award, "5.5.1")
    if facts.kind == "joint-venture":
        return _only(event, (MatchEvent,), joint_ventures.award, "5.6.1")
    return _green(event) if colour == GREEN else None


def _heat(event: AnyEvent) -> Awarding:
    if isinstance(event, LeagueEvent):
        heats.refuse_league(event)
    return _only(event, (SessionEvent,), heats.award, "5.1.1")


def _only(event: AnyEvent, forms: tuple[type, ...], award: Awarding, number: str) -> Awarding:
    if not isinstance(event, forms):
        message = "the book has no such awards for this form of event"
        raise Refused(
            problem(number, "facts", event.name, message, "see the examples of the form, or ask the WBU (2.11.1)")
        )
    return award


def _green(event: AnyEvent) -> Awarding:
    """5.2.1: Green Points for the two major championships of an Area."""
    area_major = event.organiser.level == "area" and event.championship == "major"
    if area_major and getattr(event, "stage", "") == "qualifying":
        return qualifying_round
    if area_major and isinstance(event, SessionEvent | FinalEvent | MatchEvent):
        return area_championships.award
    if area_major:
        message = "the final of an Area championship is one ranking of all who play in it"
        raise Refused(problem("5.2.2", "form", event.name, message, "enter it as a session, a final or matches"))
    if event.organiser.level == "national":
        message = "the awards of the Union's own green events are devised for each of them"
        raise Refused(problem("3.1.5", "colour", event.colour, message, "ask the WBU; or leave `colour` out"))
    message = "Green Points are for an Area's major championship, its AGM event, and joint ventures with the WBU"
    fix = 'give the Area as organiser and championship = "major", or facts.kind agm or joint-venture; or leave it out'
    raise Refused(problem("5.2.1", "colour", event.colour, message, fix))


def qualifying_round(event: SessionEvent) -> Result:
    """5.4.1: qualifying rounds of an Area championship are in Local Points, at Regional status."""
    result = basic.award(event)
    number = "5.4.1" if event.contest == "pairs" else "5.3.2"
    remark = Remark(clause(number), "qualifying rounds are paid in Local Points only")
    return msgspec.structs.replace(result, remarks=(remark, *result.remarks))


def simultaneous(event: SimultaneousEvent) -> Result:
    """4.1, 4.4: the overall ranking of a simultaneous event, on the basic scale."""
    require_acceptable(event)
    refuse(_not_scored_overall(event))
    level = basic.long_event(status_of(event), event.boards)
    return basic.result_of(event, basic.pay_basic(event, event.lists, event.boards, level))


def _not_scored_overall(event: SimultaneousEvent) -> Iterator[Problem]:
    """2.8.2: heats in many places are sections, and only match-pointed ones can be one field."""
    if event.contest == "teams" or event.scoring not in ("matchpoints", "percentage"):
        message = "only a match-pointed event of pairs or individuals can be scored over several sections"
        value = "teams" if event.contest == "teams" else event.scoring
        yield problem("2.8.2", "scoring", value, message, "enter each heat as a session of its own")
