"""Page 13, aggregated events with a restricted final, and the consolation final beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import ConsolationEvent, FinalEvent, LadderEvent, form_of
from masterpoint.core.mechanisms import Ladder, at_most, product, whole
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import size_of
from masterpoint.core.seats import CONTESTANTS_PER_TABLE
from masterpoint.core.sentences import sentence
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.families.fields import Field, without_standing
from masterpoint.schemes.sbu.book import FULL_HANDBOOK, Book
from masterpoint.schemes.sbu.rules.championships import (
    RESTRICTED_FINAL,
    championship_problems,
    championship_remarks,
    raised_bonus,
    suitable_formats,
    whole_top,
)
from masterpoint.schemes.sbu.rules.club_night import award_lists, supervised_play
from masterpoint.schemes.sbu.rules.conditions import (
    general_problems,
    general_remarks,
    pay_list,
    pay_nobody,
    too_few,
    too_short,
)
from masterpoint.schemes.sbu.rules.facts import Facts
from masterpoint.schemes.sbu.rules.scales import steps_down, top_half
from masterpoint.schemes.sbu.rules.stages import (
    all_play_through,
    awarded_once,
    boards_in_all,
    carry_forward_problems,
    qualifying_and_final,
)
from masterpoint.schemes.sbu.rules.ties import half_field_ties

ROUNDING_READINGS = {"short": ("18.2", "S-07"), "long": ("18.3", "S-08"), "consolation": ("18.4", "S-09")}
Final = FinalEvent | ConsolationEvent | LadderEvent
"""What may be the restricted final of an aggregate."""


@rule
def award(book: Book, event: FinalEvent) -> Result:
    """13.4 to 13.7: the final of an aggregate; any other final is only named in the guide."""
    facts: Facts = facts_from(event, Facts)
    problems = [*general_problems(book, event, facts), *championship_problems(book, event, facts)]
    if event.carry_forward:
        problems += carry_forward_problems(book, event.contest)
        boards = boards_in_all(book, event.boards, facts)
        return awarded_once(award_lists(book, event, facts, whole(boards.value), problems, event.lists), boards)
    if facts.events is None:
        raise Refused([*problems, *other_final(book, event, facts)])
    if not event.last:
        message = "the guide has one final after the aggregate, and no stage between"
        problems.append(book.problem("last", "false", message, FULL_HANDBOOK, "11.8"))
    return award_restricted(
        book, event, facts, event.boards, facts.events, original_entry(book, event, facts, facts.events), problems
    )


def other_final(book: Book, event: FinalEvent, facts: Facts) -> list[Problem]:
    """11.8, 11.11: a final after qualifying stages, or after stages in which all play."""
    first = whole_entry(event.original_tables, event.contest)
    field = sum(map(size_of, event.lists))
    if first == field and not facts.stage_entries:
        return [all_play_through(book, "form", form_of(event))]
    entries = (*(facts.stage_entries or (first,)), field)
    return qualifying_and_final(book, "form", form_of(event), entries, (*facts.stage_boards, event.boards))


@rule
def award_consolation(book: Book, event: ConsolationEvent) -> Result:
    """13.9, 13.10: for those who played enough events but did not reach the final."""
    facts: Facts = facts_from(event, Facts)
    problems = [*general_problems(book, event, facts), *championship_problems(book, event, facts)]
    if facts.events is None:
        message = "the guide has consolation finals only beside the restricted final of an aggregate"
        fix = f"give facts.events, the events each had to play; otherwise {FULL_HANDBOOK}"
        raise Refused([*problems, book.problem("facts.events", "", message, fix, "13.10")])
    if event.order > 2:
        problems.append(
            book.problem("order", event.order, "the guide has one consolation final", FULL_HANDBOOK, "13.10")
        )
    finalists_above = whole_entry(event.premier_tables, event.contest)
    return award_restricted(
        book,
        event,
        facts,
        event.boards,
        facts.events,
        original_entry(book, event, facts, facts.events),
        problems,
        finalists_above,
    )


@rule
def award_ladder_final(book: Book, event: LadderEvent) -> Result:
    """The same final, given as the end of its ladder."""
    long_final = book.figures.finals.long_final.value
    facts: Facts = facts_from(event, Facts)
    problems = [*general_problems(book, event, facts), *championship_problems(book, event, facts)]
    if event.unit is not None and event.unit != event.contest:
        message = f"a series of {event.contest} events has no final of {event.unit}"
        problems.append(book.problem("unit", event.unit, message, f"rank the {event.contest} that played", "12.9"))
    if event.final_boards is None:
        problems.append(
            book.problem("final_boards", "", "the boards of the final decide its scale", "give them", "13.5")
        )
    elif event.final_boards >= long_final and facts.toe is None and not facts.events_played:
        fix = "give facts.toe, the contestants who played enough events, or facts.events_played"
        problems.append(book.problem("facts.toe", "", "a long final is scaled by its original entry", fix, "13.7"))
    toe = original_entry(book, event, facts, event.counted)
    return award_restricted(book, event, facts, event.final_boards or long_final, event.counted, toe, problems)


def whole_entry(tables: object, contest: str) -> int:
    return int(Fraction(str(tables)) * CONTESTANTS_PER_TABLE[contest])


@rule
def original_entry(book: Book, event: FinalEvent | ConsolationEvent | LadderEvent, facts: Facts, events: int) -> Step:
    """13.7: those who played enough events: as given, as counted, or as many as the tables of the first stage seat."""
    if facts.events_played and not facts.toe:
        qualifier_count = sum(count >= events for count in facts.events_played)
        message = sentence(
            "contestants of the {all} in the series who played {events} events or more, the original entry",
            all=len(facts.events_played),
            events=events,
        )
        return fact(qualifier_count, book.clause("13.7"), message, reading="S-22")
    tables = getattr(event, "original_tables", None)
    entry_count = sum(map(size_of, event.lists)) if tables is None else whole_entry(tables, event.contest)
    return fact(
        facts.toe or entry_count,
        book.clause("13.7"),
        "contestants who played enough events, the original entry",
        reading="S-22",
    )


def award_restricted(
    book: Book,
    event: Final,
    facts: Facts,
    boards: int,
    events: int,
    toe: Step,
    problems: Sequence[Problem],
    finalists_above: int | None = None,
) -> Result:
    """A restricted final, or its consolation where `finalists_above` says how many play the final itself."""
    refusals = [*problems, *final_problems(book, event, facts, events, whole(toe.value), finalists_above or 0)]
    if refusals:
        raise Refused(refusals)
    ranking = event.lists[0]
    no_award = (
        (supervised_play(book) if facts.supervised else None)
        or too_short(book, boards, "3.7")
        or too_few(book, Field(ranking.section, (ranking,), event.contest))
    )
    if no_award:
        awards: list[Award] = pay_nobody(event.lists, no_award, "ranking")
    else:
        excluded_count = without_standing(ranking)
        message = (
            "contestants in this final, those without standing not counted"
            if excluded_count
            else "contestants in this final"
        )
        field = fact(size_of(ranking) - excluded_count, book.clause("18.1"), message)
        ladder = final_ladder(book, field, boards, toe, event.championship, consolation=finalists_above is not None)
        awards = pay_list(book, ranking, ladder, ties=half_field_ties(book), kind="ranking", boards_clause="3.7")
    events_remark = book.remark(
        "13.4",
        sentence("each of the {events} events before this final earns its own awards", events=events),
    )
    remarks = (
        *general_remarks(book, event, facts),
        *championship_remarks(book, event, facts),
        events_remark,
        *few_rounds(book, events),
        *another_entry(book, event, facts, whole(toe.value)),
    )
    return Result(event, book.title, tuple(awards), remarks)


@rule
def final_problems(
    book: Book, event: Final, facts: Facts, events: int, toe: int, finalists_above: int
) -> Iterator[Problem]:
    """13.4, 13.7, 18.1: enough events before it, one list, and no more finalists than could qualify."""
    lists = event.lists
    if event.contest == "teams":
        message = "the guide gives restricted finals to pairs and individuals, not to teams (reading S-33)"
        yield book.problem(
            "contest", "teams", message, f"give the bonus of an aggregate (form = ladder), or {FULL_HANDBOOK}", "13.7"
        )
    if len(lists) != 1 or lists[0].direction:
        message = "a restricted final has one ranking list"
        yield book.problem("lists", len(lists), message, "score the final as one field", "13.5")
    minimum = book.figures.finals.events_before.value
    if event.contest == "individual" and event.championship:
        minimum = suitable_formats(book, event.contest).value[RESTRICTED_FINAL]
    if events < minimum:
        message = f"at least {minimum} events come before a restricted final"
        yield book.problem("events", events, message, "award the aggregate's bonus instead (form = ladder)", "13.4")
    qualifier_count = sum(count >= events for count in facts.events_played)
    if facts.events_played and facts.toe not in (None, qualifier_count):
        message = (
            f"{qualifier_count} of the {len(facts.events_played)} in facts.events_played have {events} events or more"
        )
        yield book.problem("facts.toe", facts.toe, message, "leave one of the two out", "13.7")
    for path, entry in all_entries(event):
        if entry.sessions is not None and entry.sessions < events:
            message = f"everybody in the final has played at least {events} events"
            yield book.problem(f"{path}.sessions", entry.sessions, message, "correct the events played", "13.7")
    finalists = sum(size_of(ranking) for ranking in lists)
    if finalists + finalists_above > toe:
        message = f"more play in the finals than the {toe} who played enough events"
        yield book.problem("lists", finalists + finalists_above, message, "give the whole original entry", "18.1")


def few_rounds(book: Book, events: int) -> list[Remark]:
    """S-11: a remark on three rounds, which only the list of individual championships allows."""
    if events >= book.figures.finals.events_before.value:
        return []
    return [book.remark("14.5", "three rounds: the list of individual championships allows it (reading S-11)")]


def another_entry(book: Book, event: Final, facts: Facts, toe: int) -> list[Remark]:
    """13.7: a remark if the tables of a first stage seat another number than the original entry or its series."""
    tables = getattr(event, "original_tables", None)
    if tables is None or not (facts.toe or facts.events_played):
        return []
    seats = whole_entry(tables, event.contest)
    if seats in (toe, len(facts.events_played)):
        return []
    template = "the original entry is {toe}, as given, though original_tables ({tables}) would seat {seats}"
    return [book.remark("13.7", sentence(template, toe=toe, tables=tables, seats=seats))]


@rule
def final_ladder(
    book: Book, field: Step, boards: int, toe: Step, championship: str = "", *, consolation: bool = False
) -> Ladder:
    """13.5, 13.6, 13.10: the awards of a restricted final or of its consolation, best first."""
    top = raised_bonus(book, top_of_final(book, boards, toe), championship)
    if consolation:
        figure = book.figures.finals.consolation_share
        message = sentence("a consolation final earns {percent}% of the main final's scale", percent=figure.value * 100)
        share = printed_figure(figure, message)
        top = derive(product, top, share, clause=figure.clause, message="top award of the consolation", reading="S-15")
    top = whole_top(book, top, "13.10" if consolation else "15.4", "S-15" if consolation else "S-14")
    length = "long" if boards >= book.figures.finals.long_final.value else "short"
    number, reading = ROUNDING_READINGS["consolation" if consolation else length]
    awards = top_half(book, field)
    return steps_down(book, top, awards, step=book.clause("4.5"), rounding_clause=book.clause(number), reading=reading)


@rule
def top_of_final(book: Book, boards: int, toe: Step) -> Step:
    """200 for a short final; four times the original entry, at most 400, for one of 36 boards or more."""
    figures = book.figures.finals
    long_final, times = figures.long_final.value, figures.times_entry
    if boards < long_final:
        short_message = sentence("top award of a final of fewer than {boards} boards", boards=long_final)
        return printed_figure(figures.short_top, short_message)
    reading = "S-23" if toe.value * times.value < figures.short_top.value else ""
    message = sentence("{boards} boards or more: {times} × the original entry", boards=long_final, times=times.value)
    by_entry = derive(partial(product, times.value), toe, clause=times.clause, message=message, reading=reading)
    if by_entry.value <= figures.most.value:
        return by_entry
    maximum = printed_figure(figures.most, "most that a final pays, before the factor of a championship")
    return derive(at_most, by_entry, maximum, clause=book.clause("13.6"), message="held to the maximum")
