"""Chapter 1, Organisations, events and licensing (1.1, 1.2.1, 1.4.3): who may award points, and at what status."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from masterpoint.core.books import rule
from masterpoint.core.checks import FACTS, Check, Checks
from masterpoint.core.derivation import Step
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, FinalEvent, KnockoutEvent, LadderEvent, LeagueEvent, SimultaneousEvent
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.attendance import sessions_of
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.local import directions
from masterpoint.schemes.ebu.rules.organisations import championships, counties, licences, licensed_events
from masterpoint.schemes.ebu.rules.principles import contradictions, definitions
from masterpoint.schemes.ebu.rules.principles.status import name_of, status_step

LEVELS = ("club", "online club", "district league", "county", "inter-county", "national", "licensed organiser")
FORMER_LEVELS = ("district", "district association", "association")
NO_LADDERS = ("district league", "inter-county")  # 1.2.3


@rule
def status_of(book: Book, event: AnyEvent, other_problems: Iterable[Problem] = ()) -> Step:
    """The status an event has from its organiser, its entry and its licence; or all that is not allowed, at once.

    `other_problems`: what else is wrong with the event by the clauses of its form.
    """
    facts: Facts = facts_from(event, Facts)
    problems = [*event_problems(book, event, facts), *other_problems]
    if event.organiser.level not in LEVELS:
        raise Refused(problems)
    status = basic_status(book, event, facts)
    if event.grade:
        claim_problems = list(licensed_events.quoted_problems(book, event, facts, status))
        problems += claim_problems
        status = status if claim_problems else licensed_events.quoted_status(book, event, facts, status)
    if problems:
        raise Refused(problems)
    return championships.major_championship(book, status) if event.championship == "major" else status


def event_problems(book: Book, event: AnyEvent, facts: Facts) -> list[Problem]:
    """Why the book does not allow this event, or not as it is given."""
    return [problem for check in CHECKS.by_book(book, event) for problem in check(book, event, facts)]


def level_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterable[Problem]:
    """1.1: clubs, counties and the national body; leagues, and others by licence."""
    level = event.organiser.level
    if level in LEVELS:
        return ()
    message, fix = "no such organisation awards points", f"write one of: {', '.join(LEVELS)}"
    if level in FORMER_LEVELS:
        message = "district associations are no longer sponsoring organisations"
        fix = "their leagues are given as `district league`; for anything else ask the EBU"
    return (book.problem("organiser.level", level, message, fix, "1.1"),)


def simultaneous_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterable[Problem]:
    """1.2.5: what a simultaneous event needs."""
    return counties.simultaneous_problems(book, event, facts) if isinstance(event, SimultaneousEvent) else ()


def major_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterable[Problem]:
    """1.2.4: what a major championship needs."""
    return championships.major_problems(book, event, facts) if event.championship == "major" else ()


def green_stage_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """6.1.1: who holds a Green Point championship."""
    if facts.kind == "green-stage" and event.organiser.level != "county":
        message = "only a county holds a Green Point championship"
        yield book.problem(
            "facts.kind", facts.kind, message, "give the county as organiser, or leave the kind out", "6.1.1"
        )


@rule
def basic_status(book: Book, event: AnyEvent, facts: Facts) -> Step:
    """1.2, 1.6: the status of an event before its championship or its licence changes it."""
    match facts.kind:
        case "licensed":
            return licensed_events.licensed_status(book, facts)
        case "invitation":
            return counties.invitation(book, event, facts)
        case "inter-county":
            return counties.inter_county(book, facts)
        case "open-beside-finals":
            national = event.organiser.level == "national"
            base_status = (
                organiser_status(book, event, facts) if national else licensed_events.licensed_status(book, facts)
            )
            return licensed_events.open_beside_finals(book, event, base_status)
        case "inter-organisation" if not facts.all_own_members:  # 1.2.7(c): the awards of 1.6 apply
            return licensed_events.licensed_status(book, facts)
        case "inter-organisation":
            own_status = organiser_status(book, event, facts)
            reason = sentence("all are members of the organiser: {own}", own=own_status.message)
            return status_step(book, name_of(book, own_status).lower(), "1.2.7", reason)
        case "green-stage":
            stage = "a stage of a county's Green Point championship in Local Points"
            return status_step(book, "regional", "6.1.3", stage)
    return organiser_status(book, event, facts)


@rule
def organiser_status(book: Book, event: AnyEvent, facts: Facts) -> Step:
    """1.2.1 for regular games and minor championships, 1.2.5 for simultaneous pairs, 1.4.3 for leagues."""
    league = isinstance(event, LeagueEvent) or facts.play_off_division is not None
    match event.organiser.level:
        case "club" | "online club" if isinstance(event, SimultaneousEvent):
            return licensed_events.licensed_status(book, facts)
        case "club" if _is_open_blue(event, facts):  # 1.2.2: by a special licence, at the status of 1.6
            return licensed_events.licensed_status(book, facts)
        case "club" if facts.heat_of:
            return status_step(book, "club", "1.2.5", sentence("club heat of {event}", event=facts.heat_of))
        case "club":
            return status_step(book, "club", "1.4.3" if league else "1.2.1", "event of an affiliated club")
        case "online club":
            return status_step(book, "club", "3.1.5", "online club, the same scales as an affiliated club")
        case "district league":
            return status_step(book, "district", "1.4.3", "event of a district league")
        case "county" if isinstance(event, SimultaneousEvent):
            return status_step(book, "district", "1.2.5", "overall result of a county's simultaneous pairs")
        case "county" if league or facts.members_only:
            return status_step(book, "county", "1.4.3" if league else "1.2.1", "county event for EBU members only")
        case "county":
            return status_step(book, "district", "1.2.1", "county event open to non-members")
        case "inter-county":
            return counties.inter_county(book, facts)
        case "national":
            return status_step(book, "national", "1.1.3", "event of the national body")
        case _:
            return licensed_events.licensed_status(book, facts)


def _is_open_blue(event: AnyEvent, facts: Facts) -> bool:
    return event.colour.lower() == "blue" and facts.open_event and event.championship != "major"


def league_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.3.4 and 1.4.3: what a league is, who may play in a county's, and what else a district league may hold."""
    if isinstance(event, LeagueEvent) and event.contest != "teams":
        yield book.problem(
            "contest",
            event.contest,
            "a league is for teams of four or eight",
            'other leagues are events in sections of differing status: write `form = "sections"`',
            "1.3.4",
        )
    if isinstance(event, LeagueEvent) and event.organiser.level == "county":
        yield from counties.county_league_problems(book, event)
    if isinstance(event, LadderEvent) and event.organiser.level in NO_LADDERS:
        message = "ladders are for clubs and counties"
        yield book.problem(
            "form", "ladder", message, "award the games only, or hold it under a club or county", "1.2.3"
        )
    elif event.organiser.level == "district league" and not isinstance(event, LeagueEvent):
        yield from _district_event_problems(book, event, facts)


def _district_event_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    fix = "hold it under a county or a licence, or bring it within what a district league may hold"
    if event.contest == "individual":
        message = "beside its league a district league holds one pairs and one teams event"
        yield book.problem("contest", "individual", message, fix, "1.4.3")
    if isinstance(event, KnockoutEvent):
        if event.contest != "teams" or event.elimination != "single":
            kind = f"{event.elimination} elimination {event.contest}"
            message = "a district league's knock-out is single elimination for teams"
            yield book.problem("elimination", kind, message, fix, "1.4.3")
        return
    sessions = facts.whole_sessions or sessions_of(event)
    if sessions > book.figures.organisations.district_event_sessions.value:
        message = "a district league's pairs or teams event has one or two sessions"
        yield book.problem("sessions", sessions, message, fix, "1.4.3")


def members_only_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.1.3, 1.2.1: an event for members only, or of the national body, has no non-members in it."""
    national = event.organiser.level == "national"
    if not facts.members_only and not (national and not facts.open_to_non_members):
        return
    number = "1.1.3" if national else "1.2.1"
    for path, _, membership in counties.non_members(event):
        yield book.problem(
            path,
            membership,
            "EBU members alone may play in an event of the national body"
            if national
            else "this event is marked as open to EBU members only",
            'give the contestant `standing = "none"`, or `open_to_non_members = true` if it was opened to all'
            if national
            else 'give the contestant `standing = "none"`, or leave `members_only` out, which lowers the status',
            number,
        )


CHECKS: Checks[Callable[[Book, Any, Facts], Iterable[Problem]]] = Checks(
    Check(level_problems),
    Check(simultaneous_problems, forms=(SimultaneousEvent,)),
    Check(counties.invitation_problems, fields=(FACTS,)),
    Check(counties.inter_county_problems, fields=(FACTS,), levels=("inter-county",)),
    Check(counties.heat_problems, fields=(FACTS,)),
    Check(green_stage_problems, fields=(FACTS,)),
    Check(counties.inter_club_problems, fields=(FACTS,)),
    Check(league_problems, forms=(LeagueEvent, LadderEvent), levels=("district league",)),
    Check(licences.licence_problems, fields=(FACTS,), levels=licences.LICENSED_LEVELS),
    Check(licensed_events.major_event_problems, fields=(FACTS,)),
    Check(licensed_events.entry_on_the_day_problems, fields=(FACTS,)),
    Check(members_only_problems, fields=(FACTS,), levels=("national",)),
    Check(major_problems, fields=("event.championship",)),
    Check(definitions.definition_problems, fields=definitions.CAUSES, forms=(FinalEvent,)),
    Check(directions.direction_problems, fields=("list.direction",)),
    Check(contradictions.contradictions, fields=contradictions.CAUSES),
)
"""The checks of every event in the order of the book, each with what makes it necessary."""
