"""6.4.1 to 6.4.3, County one-day Green Point events: Swiss teams, Swiss pairs, and either in two flights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Result, Step, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, FlightedEvent, MatchEvent, Part, RankingList
from masterpoint.core.exact import rational
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.parsing import facts_from
from masterpoint.core.seats import CONTESTANTS_PER_TABLE
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.green.conditions import remarks, require_allowed
from masterpoint.schemes.ebu.rules.green.paying import pay_green
from masterpoint.schemes.ebu.rules.green.rounds import pay_matches, triangle_problems
from masterpoint.schemes.ebu.rules.green.standard import minimum, share_of_field, standard_ladder, top_award
from masterpoint.schemes.ebu.rules.principles.paying import GREEN, no_award_reason, pay_nobody
from masterpoint.schemes.ebu.rules.records.crediting import held_remarks
from masterpoint.schemes.families.british_green import (
    best_places,
    no_less_than,
    tables_of_flight_a,
    wrong_flights,
)
from masterpoint.schemes.families.fields import Field, fields
from masterpoint.schemes.families.missing_matches import all_paid_for_all, missing_matches

CLAUSE = {"teams": "6.4.1", "pairs": "6.4.2", "individual": "6.4.2"}  # individuals are refused (6.1.4)


@rule
def award(book: Book, event: MatchEvent) -> Result:
    """6.4.1, 6.4.2: matches won, and a bonus for the top sixth."""
    problems = [*swiss_problems(book, event), *triangle_problems(book, list(all_entries(event)))]
    require_allowed(book, event, problems, championship=False)
    awards: list[Award] = []
    for field in fields(event.lists, event.contest):
        reason = no_award_reason(book, event, field, event.boards)
        if reason:
            awards += pay_nobody(field.lists, reason, GREEN)
            continue
        ladder = bonus_ladder(book, event.contest, tables_of(book, field), field.contestants, CLAUSE[event.contest])
        for ranking in field.lists:
            awards += pay_swiss(book, event, ranking, ladder, CLAUSE[event.contest])
    notes = (*held_remarks(book, event, awards), *remarks(book, event), *match_remarks(book, event))
    return Result(event, book.title, tuple(awards), notes)


def swiss_problems(book: Book, event: MatchEvent) -> Iterator[Problem]:
    """6.4: the one-day formats are Swiss, or multiple teams and pairs with finals."""
    if event.style != "swiss":
        fix = "give multiple teams as finals: a qualifying session, an A final and an open section"
        message = "a one-day Green Point event with matches is a Swiss, or multiple teams that lead to finals"
        yield book.problem("style", event.style, message, fix, "6.4.4" if event.contest == "teams" else "6.4.2")
    if event.original_tables is not None or event.premier_tables is not None:
        fix = "leave original_tables and premier_tables out"
        message = "a one-day Green Point Swiss has no earlier stage"
        yield book.problem("original_tables", event.original_tables or "", message, fix, CLAUSE[event.contest])


def tables_of(book: Book, field: Field) -> Step:
    """4.1.3: half tables are ignored."""
    return fact(field.full_tables, book.clause("4.1.3"), "teams" if field.contest == "teams" else "full tables")


@rule
def bonus_ladder(book: Book, contest: str, tables: Step, contestants: int, number: str, reading: str = "A12") -> Ladder:
    """(b), (c): a sixth of the field, from tables ÷ 24 plus a constant down to 0.25."""
    figures = book.figures.one_day
    top = top_award(book, tables, figures.swiss_plus.value[contest], number)
    minimum_award = minimum(book, figures.swiss_minimum.value, number)
    awards = share_of_field(book, contestants, figures.swiss_share.value, number, reading=reading)
    return standard_ladder(book, top, minimum_award, awards)


def pay_swiss(
    book: Book, event: AnyEvent, ranking: RankingList, ladder: Ladder, number: str, name: str = ""
) -> list[Award]:
    """(a): matches won and drawn; (b): the bonus of the ranking."""
    facts: Facts = facts_from(event, Facts)
    boards: int = getattr(event, "boards", 0)
    minimum_award = minimum(book, book.figures.one_day.swiss_minimum.value, number)
    awards = pay_green(book, ranking, ladder, unpaid_number=number, boards=boards, minimum=minimum_award, name=name)
    for entry in ranking.entries:
        awards += pay_matches(book, entry, boards=boards, triangle=facts.triangle_victory_points, ranking=name)
    return awards


def match_remarks(book: Book, event: AnyEvent) -> Iterator[Remark]:
    """Match awards need the matches: say where they are missing."""
    if missing := missing_matches(event):
        yield book.remark("6.4.8", missing)
    if unclear := all_paid_for_all(event):
        yield book.remark("3.3.2", unclear)


@rule
def award_flights(book: Book, event: FlightedEvent) -> Result:
    """6.4.3: flight A counts half of B's tables, and is never paid less than B."""
    problems = [*flight_problems(book, event), *triangle_problems(book, list(all_entries(event)))]
    require_allowed(book, event, problems, championship=False)
    upper, lower = sorted(event.parts, key=lambda part: part.name.strip().upper())
    upper_field, lower_field = field_of(upper, event), field_of(lower, event)
    ladders = flight_ladders(book, event.contest, upper_field, lower_field)
    awards: list[Award] = []
    for part, field, ladder in zip((upper, lower), (upper_field, lower_field), ladders, strict=True):
        name = f"flight {part.name.strip().upper()}"
        reason = no_award_reason(book, event, field, event.boards)
        if reason:
            awards += pay_nobody(field.lists, reason, GREEN, name=name)
            continue
        half_ladder = to_half_way(book, ladder, field.contestants)
        for ranking in field.lists:
            awards += pay_swiss(book, event, ranking, half_ladder, "6.4.3", name)
    notes = (*held_remarks(book, event, awards), *remarks(book, event), *match_remarks(book, event))
    return Result(event, book.title, tuple(awards), notes)


def flight_problems(book: Book, event: FlightedEvent) -> Iterator[Problem]:
    for contradiction in wrong_flights(event):
        yield book.problem(*contradiction, "6.4.3")


def field_of(part: Part, event: FlightedEvent) -> Field:
    return fields(part.lists, event.contest)[0]


@rule
def flight_ladders(book: Book, contest: str, upper: Field, lower: Field) -> Sequence[Ladder]:
    """(c), (d), (e): the awards of both flights, before those below half-way are left out."""
    upper_tables, lower_tables = tables_of(book, upper), tables_of(book, lower)
    part = book.figures.one_day.flight_b_share
    message = sentence("tables of flight A, and {part} of flight B's", part=part_in_words(part.value))
    total_tables = tables_of_flight_a(upper_tables, lower_tables, part.value, clause=part.clause, message=message)
    ladder_a = bonus_ladder(book, contest, total_tables, _contestants(contest, total_tables), "6.4.3", "E59")
    ladder_b = bonus_ladder(book, contest, lower_tables, lower.contestants, "6.4.3")
    as_b = "flight A is paid no less than flight B: as flight B"
    return no_less_than(ladder_b, ladder_a, clause=book.clause("6.4.3"), message=as_b), ladder_b


def to_half_way(book: Book, ladder: Ladder, contestants: int) -> Ladder:
    """(e): the awards of the top half only."""
    return best_places(ladder, share_of_field(book, contestants, book.figures.one_day.flight_most.value, "6.4.3"))


def _contestants(contest: str, tables: Step) -> int:
    """Contestants at so many tables; half a contestant counts as one when the sixth is taken."""
    return ceil(rational(tables.value) * CONTESTANTS_PER_TABLE[contest])
