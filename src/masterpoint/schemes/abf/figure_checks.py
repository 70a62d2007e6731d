"""Whether the figures and tables of an edition fit each other, as all rules assume."""

from __future__ import annotations

from itertools import product
from typing import get_args

from masterpoint.core.figure_checks import (
    Conflict,
    Conflicts,
    above_zero,
    among,
    at_least,
    comma_list,
    days_of_the_year,
    has_each,
    has_only,
    not_empty,
)
from masterpoint.core.sentences import sentence
from masterpoint.core.table_checks import has_columns
from masterpoint.schemes.abf.book import Book, Figures
from masterpoint.schemes.abf.rules.facts import Congress, Grade

GRADES = get_args(Grade)
COLOURS = ("green", "red", "gold")
FOREIGN = ("nz_a", "nz_b", "nz_c", "uk_local", "uk_blue", "uk_green")
LINES = ("E, D & C", "B3, B4 & B5", "B & A2", "Grade A")
TABLES = ("A", "B", "C")
FESTIVALS = ("festival", "super-festival")
CHAMPIONSHIPS = tuple(kind for kind in get_args(Congress) if kind not in ("", "tour", *FESTIVALS))
NOTES = (0, 1, 2)
GOLD_EVENTS, COLUMNS = "gold_events", ("clause", "event", "category", "venue")
GOLD_CONGRESSES = "7.4"


def conflicts(book: Book) -> Conflicts:
    """Every conflict between figures and tables, in the order of the book."""
    figures = book.figures
    yield from _member_conflicts(figures)
    yield from _grade_conflicts(figures)
    yield from _award_conflicts(figures)
    yield from _congress_conflicts(book)
    yield from _national_conflicts(book)
    yield from _levy_conflicts(figures)


def _member_conflicts(figures: Figures) -> Conflicts:
    members, ranks = figures.members, figures.ranks.ranks
    yield from has_only(members.rates, FOREIGN)
    yield from among(members.rates, [rate.colour for rate in members.rates.value.values()], COLOURS, "the book")
    yield from not_empty(ranks)
    names = [name for name, *_ in ranks.value]
    yield from among(members.highest_grant, [members.highest_grant.value], names, ranks)
    yield from days_of_the_year(members.cancel_by, members.inactive_from)
    for name, *_, note in ranks.value:
        if note not in NOTES:
            message = sentence("{name} names a note that does not exist", name=name)
            yield Conflict(ranks, note, message, "end its line with 1, 2, or 0 for none")
    yield from among(figures.grades.ranks_listed, figures.grades.ranks_listed.value, names, ranks)


def _grade_conflicts(figures: Figures) -> Conflicts:
    grades, formulae = figures.grades, figures.formulae
    yield from has_only(grades.weights, GRADES)
    yield from above_zero(grades.weights)
    yield from among(grades.weights, [weight.colour for weight in grades.weights.value.values()], COLOURS, "the book")
    yield from not_empty(grades.ranks_listed)
    yield from has_only(grades.master_factors, LINES)
    for line, factors in grades.master_factors.value.items():
        if len(factors) != len(grades.ranks_listed.value):
            message = sentence("there is one factor for each rank of {listed}", listed=grades.ranks_listed)
            fix = sentence("give {count}", count=len(grades.ranks_listed.value))
            yield Conflict(grades.master_factors, len(factors), message, fix, line)
    yield from has_only(formulae.table_weights, TABLES)
    letters = [letter for *_, letter, _ in formulae.tables_used.value]
    yield from among(formulae.tables_used, letters, formulae.table_weights.value, formulae.table_weights)
    covered = {
        f"{grade} {contest}"
        for grade, only, *_ in formulae.tables_used.value
        for contest in ("pairs", "teams")
        if only in ("", contest)
    }
    lines = [f"{grade} {contest}" for grade, contest in product(GRADES, ("pairs", "teams"))]
    yield from has_each(formulae.tables_used, lines, lines=dict.fromkeys(sorted(covered)))
    outright = formulae.outright.value
    for name, number in (("growth", outright.growth), ("late_growth", outright.late_growth)):
        if number <= 0:
            yield Conflict(formulae.outright, number, "this has to be more than 0", "give a greater number", name)
    yield from above_zero(formulae.two_winners, formulae.one_winner)


def _award_conflicts(figures: Figures) -> Conflicts:
    sessions, clubs, outright = figures.sessions, figures.clubs, figures.outright
    yield from above_zero(sessions.full, sessions.full_supervised, clubs.further_green, clubs.anniversary)
    yield from not_empty(figures.finals.consolations)
    yield from above_zero(outright.smallest, outright.largest)
    yield from above_zero(outright.qualified, figures.state_events.members, figures.congresses.each)
    if outright.least_sessions.value < 2:
        message = "the outright formula counts the sessions after the first"
        yield Conflict(outright.least_sessions, outright.least_sessions.value, message, "give 2 or more")
    yield from at_least(sessions.full, sessions.fewest)


def _congress_conflicts(book: Book) -> Conflicts:
    """Tables that lead from one grade to another have a line for every grade, and lead to grades that there are."""
    congresses, weights = book.figures.congresses, book.figures.grades.weights
    championships = congresses.championships
    yield from has_only(championships, CHAMPIONSHIPS)
    yield from has_only(congresses.majors, CHAMPIONSHIPS)
    yield from has_only(congresses.festivals, FESTIVALS)
    grades = [grade for grade, _ in championships.value.values()]
    for table, words in (
        (championships, grades),
        (congresses.one_grade_down, congresses.one_grade_down.value.values()),
        (congresses.walk_ins, congresses.walk_ins.value.values()),
        (congresses.festivals, congresses.festivals.value.values()),
        (congresses.festival_sessions, [congresses.festival_sessions.value]),
        (congresses.tour_major, [congresses.tour_major.value]),
        (congresses.tour_others, [congresses.tour_others.value]),
    ):
        yield from among(table, words, weights.value, weights)
    clause_numbers = [number for _, number in championships.value.values()]
    yield from among(championships, clause_numbers, book.clauses, "the register of clauses")
    gold = book.figures.national_events.grades.value.get(GOLD_CONGRESSES)
    lines = dict.fromkeys([*grades, *([gold] if gold else [])])
    yield from has_each(congresses.one_grade_down, lines)
    yield from has_each(congresses.walk_ins, lines)


def _national_conflicts(book: Book) -> Conflicts:
    events, weights = book.figures.national_events, book.figures.grades.weights
    yield from among(events.grades, events.grades.value.values(), weights.value, weights)
    yield from has_each(events.grades, [GOLD_CONGRESSES])
    clause_numbers = [number for _, number in events.amplified.value.values()]
    yield from among(events.amplified, clause_numbers, book.clauses, "the register of clauses")
    for name, (factor, _) in events.amplified.value.items():
        if factor <= 0:
            yield Conflict(events.amplified, factor, "this has to be more than 0", "give a greater number", name)
    missing = list(has_columns(book.tables, GOLD_EVENTS, COLUMNS))
    yield from missing
    if not missing:
        lists = dict.fromkeys(row["clause"] for row in book.tables[GOLD_EVENTS].rows())
        yield from has_each(events.grades, lists)


def _levy_conflicts(figures: Figures) -> Conflicts:
    levies = figures.levies
    yield from has_only(levies.levy, GRADES)
    yield from above_zero(levies.month, levies.quarter)
    months = [month for month, _ in levies.capitation.value]
    if 1 not in months or not set(months) <= set(range(1, 13)):
        message = "fees hold from a month on, and one of them from January"
        yield Conflict(levies.capitation, comma_list(months), message, "give months from 1 to 12, and among them 1")
