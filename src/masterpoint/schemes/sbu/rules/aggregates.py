"""Pages 12 and 13, competitions of two or more events: the bonus of an aggregate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.derivation import Award, Remark, Result, Step, fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Contest, Entry, LadderEvent, RankingList, TournamentEvent
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of, moved_up, size_of
from masterpoint.core.tables import Scale
from masterpoint.schemes.families.fields import fields, without_standing
from masterpoint.schemes.sbu.rules.championships import (
    championship_problems,
    championship_remarks,
    raised_bonus,
    whole_top,
)
from masterpoint.schemes.sbu.rules.club_night import awarded, pay_fields, supervised, too_long
from masterpoint.schemes.sbu.rules.conditions import (
    LOCAL,
    general_problems,
    general_remarks,
    list_problems,
    no_standing,
    pay_list,
    pay_nobody,
)
from masterpoint.schemes.sbu.rules.facts import Facts
from masterpoint.schemes.sbu.rules.finals import award_ladder_final
from masterpoint.schemes.sbu.rules.handbook import TITLE, clause, problem
from masterpoint.schemes.sbu.rules.scales import steps_down, top_third
from masterpoint.schemes.sbu.rules.stages import all_play_through, carry_forward_problems, qualifying_and_final
from masterpoint.schemes.sbu.rules.ties import ONE_WINNER_TIES

TABLE_5 = Scale(clause("12.6"), "TABLE 5: top bonus of a pairs aggregate", ((2, "50"), (3, "100"), (4, "150")))
TABLE_6 = Scale(clause("12.10"), "TABLE 6: top bonus of an individual aggregate", ((2, "50"), (3, "100")))
TABLE_7 = Scale(clause("13.2"), "TABLE 7: top bonus of a teams aggregate", ((3, "150"),))
BONUS: dict[Contest, Scale] = {"pairs": TABLE_5, "individual": TABLE_6, "teams": TABLE_7}
FEWEST_EVENTS: dict[Contest, tuple[int, str]] = {"pairs": (2, "12.5"), "individual": (2, "12.8"), "teams": (3, "13.1")}
TWO_OR_THREE = 3  # 12.8
SINGLE_EVENTS = "besides this bonus, each event of the series earns its own awards on the basic scales"


def award(event: LadderEvent) -> Result:
    """12.3: the bonus on the overall ranking; or the restricted final that the aggregate led to (13.3)."""
    if event.final:
        return award_ladder_final(event)
    facts: Facts = facts_from(event, Facts)
    problems = [*general_problems(event, facts), *championship_problems(event, facts), *series_problems(event, facts)]
    problems += [*event_problems(event.contest, event.counted), *one_list(event.lists)]
    if problems:
        raise Refused(problems)
    awards = (
        pay_nobody(event.lists, supervised(), "bonus")
        if facts.supervised
        else pay_bonus(event.lists[0], event.contest, event.counted, event.championship)
    )
    remarks = (*general_remarks(facts), *championship_remarks(event, facts), Remark(clause("12.3"), SINGLE_EVENTS))
    return Result(event, TITLE, tuple(awards), remarks)


def series_problems(event: LadderEvent, facts: Facts) -> Iterator[Problem]:
    """12.9: what is ranked must be what played; and nobody can count more events than there were."""
    if event.unit is not None and event.unit != event.contest:
        number = "12.9" if event.unit == "individual" else "12.3"
        message = f"a series of {event.contest} events earns no bonus for a ranking of {event.unit}"
        yield problem(
            "unit", event.unit, message, f"rank the {event.contest} that played, or leave the bonus out", number
        )
    if event.counted > event.games:
        number = FEWEST_EVENTS[event.contest][1]
        fix = "give the events that each contestant had to play"
        yield problem("counted", event.counted, f"only {event.games} events were held", fix, number)
    if facts.events not in (None, event.counted):
        number = FEWEST_EVENTS[event.contest][1]
        message = f"the event counts {event.counted}"
        yield problem("facts.events", str(facts.events), message, "give the same number, or leave one out", number)


def event_problems(contest: Contest, events: int) -> Iterator[Problem]:
    """12.5, 12.8, 13.1: the fewest events an aggregate may rest on."""
    fewest, number = FEWEST_EVENTS[contest]
    if events < fewest:
        message = f"a bonus for {contest} rests on at least {fewest} events"
        yield problem("counted", events, message, "count more events, or give no bonus", number)


def one_list(lists: Sequence[RankingList], place: str = "lists") -> Iterator[Problem]:
    if len(lists) != 1 or lists[0].direction:
        message = "the bonus goes by one overall ranking"
        yield problem(place, len(lists), message, "give one list, of all who qualified", "12.3")


def pay_bonus(ranking: RankingList, contest: Contest, events: int, championship: str) -> list[Award]:
    """12.6, 12.10, 13.2: equal steps to the top third of those who played enough events; the others are out (17.1)."""
    ranked = [entry for entry in entries_of(ranking) if entry.standing == "full"]
    short = [entry for entry in ranked if entry.sessions is not None and entry.sessions < events]
    enough = [entry for entry in ranked if entry.sessions is None or entry.sessions >= events]
    count = size_of(ranking) - without_standing(ranking) - len(short)
    ladder = bonus_ladder(qualifiers(count), contest, events, championship) if count else ()
    awards = pay_list(ranking, ladder, ties=ONE_WINNER_TIES, kind="bonus", ranked=moved_up(enough))
    awards += [Award(entry, unqualified(entry, events), LOCAL, "bonus") for entry in short]
    return awards + no_standing(ranking, "bonus")


def qualifiers(count: int) -> Step:
    return fact(count, clause("17.1"), "contestants who played enough events")


def unqualified(entry: Entry, events: int) -> Step:
    played = fact(entry.sessions or 0, clause("17.1"), "events played")
    return nothing(clause("17.1"), f"fewer than the {events} events that the ranking asks for", played)


def bonus_ladder(field: Step, contest: Contest, events: int, championship: str = "") -> Ladder:
    """The bonus of each place, best first."""
    reading = "S-10" if contest == "individual" and events > TWO_OR_THREE else "S-34"
    counted = fact(events, clause(FEWEST_EVENTS[contest][1]), "events that count for the ranking", reading=reading)
    top = raised_bonus(BONUS[contest].at(counted), championship, major_clause="14.8", minor_clause="15.5")
    top = whole_top(top, "15.5", "S-14")
    return steps_down(top, top_third(field), step=clause("4.5"), rounded=clause("7.1"), reading="S-06")


def award_tournament(event: TournamentEvent) -> Result:
    """12.1 and 12.3: several sessions that are separate events with a bonus, or stages of carry-forward teams."""
    facts: Facts = facts_from(event, Facts)
    problems = [*general_problems(event, facts), *championship_problems(event, facts)]
    if event.carry_forward or facts.carry_forward:
        problems += carry_forward_problems(event.contest)
        return awarded(event, facts, event.boards, problems, event.overall)
    if not facts.aggregate:
        raise Refused([*problems, *staged_problems(event)])
    return aggregate_of_sessions(event, facts, problems)


def staged_problems(event: TournamentEvent) -> list[Problem]:
    """11.8, 11.11: stages whose amounts are not in the guide."""
    stages = {session.stage for session in event.sessions} - {""}
    if stages or event.plate:
        boards = [session.boards for session in event.sessions]
        return qualifying_and_final("sessions", ", ".join(sorted(stages)) or "plate", (), boards)
    return [all_play_through("sessions", len(event.sessions))]


def separate_problems(event: TournamentEvent, events: int) -> Iterator[Problem]:
    """12.3, 13.3: an aggregate is made of separate events, as many as are counted; its final is told apart."""
    if events > len(event.sessions):
        fix = "give every event of the series as a session, or the series as form = ladder"
        number = FEWEST_EVENTS[event.contest][1]
        yield problem("facts.events", events, f"only {len(event.sessions)} events are told", fix, number)
    stages = {session.stage for session in event.sessions} - {""} | ({"plate"} if event.plate else set())
    if stages:
        message = "the sessions of an aggregate are separate events, not stages"
        fix = "tell a restricted final as form = final, its consolation as form = consolation"
        yield problem("sessions", ", ".join(sorted(stages)), message, fix, "13.3")


def aggregate_of_sessions(event: TournamentEvent, facts: Facts, problems: list[Problem]) -> Result:
    events = len(event.sessions) if facts.events is None else facts.events
    problems += [*event_problems(event.contest, events), *one_list(event.overall, "overall")]
    problems += separate_problems(event, events)
    for index, session in enumerate(event.sessions):
        problems += list_problems(fields(session.lists, event.contest), facts)
        problems += too_long(session.boards, f"sessions[{index}].boards")
    if problems:
        raise Refused(problems)
    nobody = supervised() if facts.supervised else None
    awards = [
        one
        for number, session in enumerate(event.sessions, 1)
        for one in pay_fields(
            session.lists, event.contest, session.boards, "session", "", nobody, session.name or f"event {number}"
        )
    ]
    awards += (
        pay_nobody(event.overall, nobody, "bonus")
        if nobody
        else pay_bonus(event.overall[0], event.contest, events, event.championship)
    )
    remarks = (*general_remarks(facts), *championship_remarks(event, facts), Remark(clause("12.3"), SINGLE_EVENTS))
    return Result(event, TITLE, tuple(awards), remarks)
