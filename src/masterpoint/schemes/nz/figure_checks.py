"""Whether the figures and tables of an edition fit each other, as all rules assume."""

from __future__ import annotations

from masterpoint.core.figure_checks import (
    Conflict,
    Conflicts,
    above_zero,
    among,
    comma_list,
    days_of_the_year,
    has_only,
    not_empty,
    rows_ascend,
)
from masterpoint.core.sentences import sentence
from masterpoint.core.table_checks import has_columns, has_rows, has_whole_numbers, place_of, rows_join
from masterpoint.schemes.nz.book import A, B, Book, C, Figures

A_CLASSES = ("25A", "20A", "15A", "10A", "5A", "3A")
B_CLASSES = ("8B", "5B", "3B")
DIVISIONS = ("open", "women", "senior", "youth", "intermediate")
AWARDS = ("from", "to", "awards", "reading", "cells")
C_TABLES, OVERALL = "c_points", "overall"
INDEXES = {C_TABLES: ("clause", "title", "table", "last"), OVERALL: ("class", "contest", "clause", "title", "table")}


def conflicts(book: Book) -> Conflicts:
    """Every conflict between figures and tables, in the order of the book."""
    figures = book.figures
    yield from _point_conflicts(figures)
    yield from _class_conflicts(figures)
    yield from _interprovincial_conflicts(figures)
    tables = list(_table_conflicts(book))
    yield from tables
    if not tables:
        yield from _first_row_conflicts(book)


def _point_conflicts(figures: Figures) -> Conflicts:
    points = figures.points
    yield from above_zero(points.c_points_in_b)
    yield from not_empty(points.ranks, figures.play.printed_c_deals)
    names = [name for name, _, _ in points.ranks.value]
    for name, total, _ in points.ranks.value:
        if total <= 0:
            yield Conflict(points.ranks, total, sentence("{name} needs no points", name=name), "give more than 0")
    yield from among(points.open_from_rank, [points.open_from_rank.value], names, points.ranks)
    yield from rows_ascend(figures.play.printed_c_deals)
    schedule = figures.schedule
    yield from days_of_the_year(points.certificates_from, schedule.details_due, schedule.metropolitan_details_due)


def _class_conflicts(figures: Figures) -> Conflicts:
    a_points, b_points, schedule = figures.a_points, figures.b_points, figures.schedule
    for table, names in (
        (a_points.minimum_deals, A_CLASSES),
        (a_points.session_factors, A_CLASSES),
        (a_points.match_factors, A_CLASSES),
        (b_points.minimum_deals, B_CLASSES),
        (b_points.session_factors, B_CLASSES),
    ):
        yield from has_only(table, names)
    class_names = (*A_CLASSES, *B_CLASSES)
    for classes in (
        figures.definitions.multigrade_classes,
        schedule.congress_classes,
        schedule.metropolitan_classes,
        schedule.club_a_classes,
        schedule.club_b_classes,
        schedule.additional_classes,
        schedule.amended_classes,
    ):
        yield from not_empty(classes)
        yield from among(classes, classes.value, class_names, "the book")
    for one_class in (
        schedule.island_class,
        schedule.main_regional_class,
        schedule.other_regional_class,
        schedule.congress_extra_class,
    ):
        yield from among(one_class, [one_class.value], class_names, "the book")


def _interprovincial_conflicts(figures: Figures) -> Conflicts:
    events = figures.interprovincial
    for table in (
        events.trials,
        events.trials_colours,
        events.trials_deals,
        events.trials_session_factors,
        events.championships,
    ):
        yield from has_only(table, DIVISIONS)
    yield from among(events.trials_colours, events.trials_colours.value.values(), (A, B, C), "the book")
    yield from above_zero(events.full_field)
    classes = [f"{awards[0]}A" for awards in events.championships.value.values()]
    factors = figures.a_points.match_factors
    yield from among(events.championships, classes, factors.value, factors)


def _table_conflicts(book: Book) -> Conflicts:
    """The two indexes, and every table of awards that they name."""
    missing = [conflict for name, columns in INDEXES.items() for conflict in has_columns(book.tables, name, columns)]
    yield from missing
    if missing:
        return
    for index in INDEXES:
        yield from has_rows(book.tables, index)
    yield from has_whole_numbers(book.tables, C_TABLES, ["last"])
    for index in INDEXES:
        for number, line in enumerate(book.tables[index].rows(), 1):
            if line["clause"] not in book.clauses:
                place = f"{place_of(index)}, row {number}, clause"
                yield Conflict(place, line["clause"], "the book has no such clause", "cite one of clauses.csv")
    table_names = [line["table"] for index in INDEXES for line in book.tables[index].rows()]
    for name in dict.fromkeys(table_names):
        column_conflicts = list(has_columns(book.tables, name, AWARDS))
        column_conflicts = column_conflicts or list(
            has_whole_numbers(book.tables, name, ["from", "to"], ["awards", "cells"])
        )
        yield from column_conflicts or rows_join(book.tables, name, "from", "to")
    lines_by_class = {f"{line['class']} {line['contest']}": line for line in book.tables[OVERALL].rows()}
    class_names = [f"{name} {contest}" for name in OVERALL_CLASSES for contest in ("pairs", "teams")]
    if lacking := [name for name in class_names if name not in lines_by_class]:
        message = f"a table of overall awards is missing: {comma_list(lacking)}"
        yield Conflict(
            place_of(OVERALL), comma_list(lines_by_class), message, "add a line for each, with its clause and table"
        )


OVERALL_CLASSES = ("15A", "10A", "5A", "3A", "8B", "5B", "3B")


def _first_row_conflicts(book: Book) -> Conflicts:
    """E12.1b: no table begins above the number of contestants at which the book lets all of them begin."""
    minimum = book.figures.play.first_row
    for name in dict.fromkeys(line["table"] for index in INDEXES for line in book.tables[index].rows()):
        start = int(book.tables[name].rows()[0]["from"])
        if start > minimum.value:
            message = sentence(
                "it begins at {begins}, but {least} is {value}", begins=start, least=minimum, value=minimum.value
            )
            fix = sentence(
                "let it begin at {value}, or make {least} {begins}", value=minimum.value, least=minimum, begins=start
            )
            yield Conflict(place_of(name), start, message, fix)
    for number, line in enumerate(book.tables[C_TABLES].rows(), 1):
        shortest = int(book.tables[line["table"]].rows()[0]["to"])
        if int(line["last"]) < shortest:
            place, reason = f"{place_of(C_TABLES)}, row {number}, last", f"its table has rows from {shortest} on"
            yield Conflict(place, line["last"], reason, f"let it end at {shortest} or more")
