"""Pages 12 and 13, competitions of two or more events: the bonus of an aggregate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Award, Result, Step, fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Contest, Entry, LadderEvent, RankingList, TournamentEvent
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import size_of
from masterpoint.core.sentences import sentence
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.families.fields import enough_sessions, fields, without_standing
from masterpoint.schemes.sbu.book import Book, Rows
from masterpoint.schemes.sbu.rules.championships import (
    carries_forward,
    championship_problems,
    championship_remarks,
    raised_bonus,
    whole_top,
)
from masterpoint.schemes.sbu.rules.club_night import award_lists, pay_fields, supervised_play, too_long
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
from masterpoint.schemes.sbu.rules.scales import scale_of, steps_down, top_third
from masterpoint.schemes.sbu.rules.stages import (
    all_play_through,
    awarded_once,
    carry_forward_problems,
    qualifying_and_final,
)
from masterpoint.schemes.sbu.rules.ties import one_winner_ties

SINGLE_EVENTS = "besides this bonus, each event of the series earns its own awards on the basic scales"


@rule
def award(book: Book, event: LadderEvent) -> Result:
    """12.3: the bonus on the overall ranking; or the restricted final that the aggregate led to (13.3)."""
    if event.final:
        return award_ladder_final(book, event)
    facts: Facts = facts_from(event, Facts)
    problems = [
        *general_problems(book, event, facts),
        *championship_problems(book, event, facts),
        *series_problems(book, event, facts),
    ]
    problems += [*event_problems(book, event.contest, event.counted), *one_list(book, event.lists)]
    if problems:
        raise Refused(problems)
    awards = (
        pay_nobody(event.lists, supervised_play(book), "bonus")
        if facts.supervised
        else pay_bonus(book, event.lists[0], event.contest, event.counted, event.championship)
    )
    remarks = (
        *general_remarks(book, event, facts),
        *championship_remarks(book, event, facts),
        book.remark("12.3", SINGLE_EVENTS),
    )
    return Result(event, book.title, tuple(awards), remarks)


@rule
def series_problems(book: Book, event: LadderEvent, facts: Facts) -> Iterator[Problem]:
    """12.9: the ranking is of those who played, and nobody can count more events than there were."""
    if event.unit is not None and event.unit != event.contest:
        number = "12.9" if event.unit == "individual" else "12.3"
        message = f"a series of {event.contest} events earns no bonus for a ranking of {event.unit}"
        yield book.problem(
            "unit", event.unit, message, f"rank the {event.contest} that played, or leave the bonus out", number
        )
    if event.counted > event.games:
        number = fewest_events(book, event.contest).clause.number
        fix = "give the events that each contestant had to play"
        yield book.problem("counted", event.counted, f"only {event.games} events were held", fix, number)
    for path, entry in all_entries(event):
        if (entry.sessions or 0) > event.games:
            message = f"only {event.games} events were held"
            yield book.problem(f"{path}.sessions", entry.sessions, message, "give the events played", "17.1")
    if facts.events not in (None, event.counted):
        number = fewest_events(book, event.contest).clause.number
        message = f"the event counts {event.counted}"
        yield book.problem("facts.events", str(facts.events), message, "give the same number, or leave one out", number)


@rule
def event_problems(book: Book, contest: Contest, events: int) -> Iterator[Problem]:
    """12.5, 12.8, 13.1: the fewest events an aggregate may rest on."""
    minimum = fewest_events(book, contest)
    if events < minimum.value:
        message = f"a bonus for {contest} rests on at least {minimum.value} events"
        yield book.problem("counted", events, message, "count more events, or give no bonus", minimum.clause.number)


def fewest_events(book: Book, contest: Contest) -> Figure[int]:
    """12.5, 12.8, 13.1: the fewest events that an aggregate of this contest rests on."""
    figures = book.figures.aggregates
    events = {"pairs": figures.pairs_events, "individual": figures.individual_events, "teams": figures.teams_events}
    return events[contest]


def bonus_table(book: Book, contest: Contest) -> Figure[Rows]:
    """TABLES 5 to 7."""
    figures = book.figures.aggregates
    return {"pairs": figures.pairs_bonus, "individual": figures.individual_bonus, "teams": figures.teams_bonus}[contest]


def one_list(book: Book, lists: Sequence[RankingList], place: str = "lists") -> Iterator[Problem]:
    if len(lists) != 1 or lists[0].direction:
        message = "the bonus goes by one overall ranking"
        yield book.problem(place, len(lists), message, "give one list, of all who qualified", "12.3")


def pay_bonus(book: Book, ranking: RankingList, contest: Contest, events: int, championship: str) -> list[Award]:
    """12.6, 12.10, 13.2: equal steps for the top third of those who played enough events; the others are out (17.1)."""
    ranked_entries, short_entries = enough_sessions(ranking, events)
    count = size_of(ranking) - without_standing(ranking) - len(short_entries)
    field = qualifiers(book, count)
    ladder = bonus_ladder(book, field, contest, events, championship) if count else Ladder((), field)
    awards = pay_list(book, ranking, ladder, ties=one_winner_ties(book), kind="bonus", ranked_entries=ranked_entries)
    awards += [Award(entry, too_few_events(book, entry, events), LOCAL, "bonus") for entry in short_entries]
    return awards + no_standing(book, ranking, "bonus")


def qualifiers(book: Book, count: int) -> Step:
    return fact(count, book.clause("17.1"), "contestants who played enough events")


def too_few_events(book: Book, entry: Entry, events: int) -> Step:
    events_step = fact(entry.sessions or 0, book.clause("17.1"), "events played")
    return nothing(
        book.clause("17.1"),
        sentence("fewer than the {events} events that the ranking asks for", events=events),
        events_step,
    )


@rule
def bonus_ladder(book: Book, field: Step, contest: Contest, events: int, championship: str = "") -> Ladder:
    """The bonus of each place, best first."""
    maximum = book.figures.aggregates.most_individual_events
    reading = maximum.reading if contest == "individual" and events > maximum.value else "S-34"
    event_count = fact(
        events, fewest_events(book, contest).clause, "events that count for the ranking", reading=reading
    )
    basic = scale_of(bonus_table(book, contest)).at(event_count)
    top = raised_bonus(book, basic, championship, major_clause="14.8", minor_clause="15.5")
    top = whole_top(book, top, "15.5", "S-14")
    awards = top_third(book, field)
    return steps_down(book, top, awards, step=book.clause("4.5"), rounding_clause=book.clause("7.1"), reading="S-06")


@rule
def award_tournament(book: Book, event: TournamentEvent) -> Result:
    """12.1 and 12.3: several sessions that are separate events with a bonus, or stages of carry-forward teams."""
    facts: Facts = facts_from(event, Facts)
    problems = [*general_problems(book, event, facts), *championship_problems(book, event, facts)]
    if carries_forward(event, facts):
        problems += carry_forward_problems(book, event.contest)
        boards = fact(event.boards, book.clause("12.1"), "boards of all stages, as for a single event", reading="S-32")
        return awarded_once(award_lists(book, event, facts, event.boards, problems, event.overall), boards)
    if not facts.aggregate:
        raise Refused([*problems, *staged_problems(book, event)])
    return aggregate_of_sessions(book, event, facts, problems)


def staged_problems(book: Book, event: TournamentEvent) -> list[Problem]:
    """11.8, 11.11: stages whose amounts are not in the guide."""
    stages = stages_in(event)
    if stages:
        boards = [session.boards for session in event.sessions]
        return qualifying_and_final(book, "sessions", ", ".join(stages), (), boards)
    return [all_play_through(book, "sessions", len(event.sessions))]


def stages_in(event: TournamentEvent) -> list[str]:
    """The stages that an event names, by its sessions or by the ranking of a plate."""
    stage_names = {session.stage for session in event.sessions if session.stage}
    return sorted(stage_names | {"plate"}) if event.plate else sorted(stage_names)


def separate_problems(book: Book, event: TournamentEvent, events: int) -> Iterator[Problem]:
    """12.3, 13.3: an aggregate is made of separate events, as many as are counted; its final is given separately."""
    if events > len(event.sessions):
        fix = "give every event of the series as a session, or the series as form = ladder"
        number = fewest_events(book, event.contest).clause.number
        yield book.problem("facts.events", events, f"only {len(event.sessions)} events are given", fix, number)
    total_boards = sum(session.boards for session in event.sessions)
    if event.boards > total_boards:
        message = f"the events of the series have only {total_boards} boards together"
        yield book.problem("boards", event.boards, message, "give the boards of all events", "12.3")
    minimum = sum(sorted(session.boards for session in event.sessions)[:events])
    if event.boards < minimum:
        message = f"the {events} events that count have at least {minimum} boards together"
        yield book.problem("boards", event.boards, message, "give the boards of all events", "12.3")
    stages = stages_in(event)
    if stages:
        message = "the sessions of an aggregate are separate events, not stages"
        fix = "give a restricted final as form = final, its consolation as form = consolation"
        yield book.problem("sessions", ", ".join(stages), message, fix, "13.3")


def aggregate_of_sessions(book: Book, event: TournamentEvent, facts: Facts, problems: list[Problem]) -> Result:
    events = len(event.sessions) if facts.events is None else facts.events
    problems += [*event_problems(book, event.contest, events), *one_list(book, event.overall, "overall")]
    problems += separate_problems(book, event, events)
    for index, session in enumerate(event.sessions):
        problems += list_problems(book, fields(session.lists, event.contest), facts)
        problems += too_long(book, session.boards, f"sessions[{index}].boards")
    if problems:
        raise Refused(problems)
    no_award = supervised_play(book) if facts.supervised else None
    awards = [
        award
        for number, session in enumerate(event.sessions, 1)
        for award in pay_fields(
            book,
            session.lists,
            event.contest,
            session.boards,
            "session",
            "",
            no_award,
            session.name or f"event {number}",
        )
    ]
    awards += (
        pay_nobody(event.overall, no_award, "bonus")
        if no_award
        else pay_bonus(book, event.overall[0], event.contest, events, event.championship)
    )
    remarks = (
        *general_remarks(book, event, facts),
        *championship_remarks(book, event, facts),
        book.remark("12.3", SINGLE_EVENTS),
    )
    return Result(event, book.title, tuple(awards), remarks)
