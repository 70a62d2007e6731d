"""1.2.5 and 5.1.2, Simultaneous pairs: the overall ranking over all clubs; heats are sessions of their clubs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Entry, RankingList, SimultaneousEvent
from masterpoint.core.mechanisms import Ladder, award_for, identity, part_of
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import Finish, entries_of
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.local.basic import (
    basic_limit,
    basic_rule,
    full_tables,
    minimum_award,
    scale_clauses,
)
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    BLUE,
    LOCAL,
    colour_of,
    held_remarks,
    in_blue,
    no_award_reason,
    pay_list,
    pay_nobody,
    require_ranking_without_handicap,
    to_players,
)
from masterpoint.schemes.families.british import column_of, scale_ladder
from masterpoint.schemes.families.fields import Field, fields, with_standing, without_standing
from masterpoint.schemes.families.words import in_words


@rule
def award(book: Book, event: SimultaneousEvent) -> Result:
    """1.2.5: the overall result; the EBU's own is divided between Blue and Local Points (5.1.2)."""
    require_ranking_without_handicap(book, event)
    problems = list(who_may_problems(book, event))
    if problems:
        raise Refused(problems)
    affiliated_event = replace(event, lists=tuple(affiliated_only(ranking) for ranking in event.lists))
    status = status_of(book, affiliated_event)
    awards: list[Award] = []
    for field in fields(affiliated_event.lists, event.contest):
        reason = no_award_reason(book, event, field, event.boards)
        awards += pay_nobody(field.lists, reason, LOCAL) if reason else pay_field(book, event, field, status)
    return Result(event, book.title, tuple(awards), (*held_remarks(book, event, awards), *remarks(book, event)))


def who_may_problems(book: Book, event: SimultaneousEvent) -> Iterator[Problem]:
    """1.2.5: pairs only; beyond a county's own clubs, only by licence."""
    facts: Facts = facts_from(event, Facts)
    level = event.organiser.level
    if event.contest != "pairs":
        yield book.problem("contest", event.contest, "simultaneous events are for pairs", "enter pairs", "1.2.5")
    has_outsiders = any(entry.outside for ranking in event.lists for entry in ranking.entries)
    if level == "county" and has_outsiders and not facts.licence:
        message = "a county's simultaneous pairs are for its affiliated clubs"
        fix = "leave the others out, or give the licence of a charity event that lets them in"
        yield book.problem("facts.licence", "", message, fix, "1.2.5")


def affiliated_only(ranking: RankingList) -> RankingList:
    """1.2.5: the awards depend on the numbers at affiliated clubs; the others play without standing."""
    entries: tuple[Entry, ...] = tuple(
        replace(entry, standing="none") if entry.outside else entry for entry in ranking.entries
    )
    return replace(ranking, entries=entries)


def pay_field(book: Book, event: SimultaneousEvent, field: Field, status: Step) -> list[Award]:
    """One field over all clubs: the basic scale to the top of the field."""
    ladder, minimum = overall_ladder(book, event, field, status), minimum_award(book, status)
    if event.organiser.level == "national":
        return [award for ranking in field.lists for award in divide_awards(book, event, ranking, ladder, minimum)]
    return [
        award
        for ranking in field.lists
        for award in pay_list(
            book,
            ranking,
            ladder,
            colour=colour_of(book, event),
            minimum=minimum,
            unpaid_number="4.1.2",
            kind="overall",
            boards=event.boards,
        )
    ]


@rule
def overall_ladder(book: Book, event: SimultaneousEvent, field: Field, status: Step) -> Ladder:
    """4.4.9, 5.1.2: the basic scale with its growing limit; the EBU's own pays the top third whatever the length."""
    scale = basic_rule(book, column_of(field), event.boards, False)
    clauses = scale_clauses(book, share="4.1.2", step_down="4.1.5")
    if event.organiser.level == "national":
        share = book.figures.blue.simultaneous_share
        scale, clauses = replace(scale, share=share.value), replace(clauses, share=share.clause)
    tables = full_tables(book, field)
    table_count = fact(tables.value, book.clause("1.2.5"), "full tables at affiliated clubs")
    ladder = scale_ladder(
        scale,
        table_count,
        status,
        clauses=clauses,
        minimum=book.figures.principles.minimum_award.value,
        limit=basic_limit(book, scale, event.boards, False),
    )
    if event.organiser.level != "national":
        return ladder
    clause, message = book.clause("5.1.2"), "the basic scale of a national event"
    return ladder.each(lambda step: derive(identity, step, clause=clause, message=message, reading="E58"))


def divide_awards(
    book: Book, event: SimultaneousEvent, ranking: RankingList, ladder: Ladder, minimum: Step
) -> list[Award]:
    """5.1.2: a quarter of each award in Blue Points, three quarters in Local ones."""
    awards: list[Award] = []
    steps_by_finish: dict[Finish, Step] = {}
    for entry, finish in with_standing(ranking):
        if finish not in steps_by_finish:
            steps_by_finish[finish] = award_for(
                finish,
                ladder,
                unpaid_clause=book.clause("5.1.2"),
                tie_clause=book.clause("3.5.1"),
                rounding=identity,
                rounding_clause=book.clause("3.4.1"),
                floor=minimum,
            )
        for colour, step in parts(book, steps_by_finish[finish]):
            awards += to_players(book, entry, step, colour=colour, kind="overall", boards=event.boards)
    if without_standing(ranking):
        no_award = fact(
            0, book.clause("1.2.5"), "not counted: played at a club that is not affiliated, or without standing"
        )
        awards += [
            Award(entry, no_award, LOCAL, "overall") for entry in entries_of(ranking) if entry.standing != "full"
        ]
    return awards


@rule
def parts(book: Book, step: Step) -> Iterator[tuple[str, Step]]:
    """The Blue and the Local part of an award, each rounded up on its own."""
    if not step.value:
        yield LOCAL, step
        return
    quarter = _part(step, book.figures.blue.blue_part, "{percent}% of it in Blue Points")
    yield BLUE, in_blue(book, quarter, "rounded up, {local} Local = 1 Blue", reading="A13")
    local_share = _part(step, book.figures.blue.local_part, "{percent}% of it in Local Points")
    yield LOCAL, derive(up_to_whole, local_share, clause=book.clause("3.4.1"), message="rounded up", reading="A13")


def _part(step: Step, part: Figure[Fraction], template: str) -> Step:
    message = sentence(template, percent=part.value * 100)
    return derive(partial(part_of, *part.value.as_integer_ratio()), step, clause=part.clause, message=message)


def remarks(book: Book, event: SimultaneousEvent) -> Iterator[Remark]:
    yield book.remark("1.2.5", "each club's heat also has its own awards, at Club status")
    if event.organiser.level == "county":
        maximum = in_words(book.figures.quotas.simultaneous.value)
        yield book.remark(
            "1.2.5", sentence("one of {most} a county may hold in a year without a licence", most=maximum)
        )
    if event.organiser.level == "national":
        figures = book.figures.blue
        message = sentence(
            "{blue} Blue and {local} Local, to the top {share} (reading E30)",
            blue=part_in_words(figures.blue_part.value),
            local=part_in_words(figures.local_part.value),
            share=part_in_words(figures.simultaneous_share.value).removeprefix("a "),
        )
        yield book.remark("5.1.2", message)
