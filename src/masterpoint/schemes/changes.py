"""What changed from one edition of a handbook to another, clause by clause, cell by cell, in the words of the books."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from masterpoint.core.derivation import Clause
from masterpoint.core.editions import Edition
from masterpoint.core.fields import FormFields
from masterpoint.core.interpretations import Reading
from masterpoint.core.table_words import bare_name, clause_of_table, title
from masterpoint.schemes.changed_values import NOTHING, Cell, table_cells, value_cells, written_plainly
from masterpoint.schemes.loading.clauses import in_order
from masterpoint.schemes.loading.figures import figures_in

V = TypeVar("V")
NO_READING = Reading("", "", "", "")
ELSEWHERE = ""
"""The clause of changes that belong to none."""


class Change(msgspec.Struct, frozen=True):
    """One thing on which two editions differ."""

    kind: str
    """figure, wording, treatment, new, withdrawn, rule, reading, table or fields."""
    name: str
    """What it is: the words that the edition has for a figure, the title of a table."""
    cells: tuple[Cell, ...]


class ClauseChanges(msgspec.Struct, frozen=True):
    """All that changed in one clause."""

    clause: str
    """Its number; empty for what belongs to no clause."""
    gist: str
    """What the clause says, as the later edition has it."""
    changes: tuple[Change, ...]


def changes_between(earlier: Edition, later: Edition) -> tuple[ClauseChanges, ...]:
    """All that changed, by clause, in the order of the book."""
    by_clause: dict[str, list[Change]] = {}
    for finder in (_wordings, _rules, _figures, _tables, _readings, _fields):
        for number, change in finder(earlier, later):
            key = number if number in later.clauses or number in earlier.clauses else ELSEWHERE
            by_clause.setdefault(key, []).append(change)
    place = _places(earlier, later)
    numbers = sorted(by_clause, key=lambda number: (number == ELSEWHERE, place.get(number, 0)))
    return tuple(ClauseChanges(number, _gist(earlier, later, number), tuple(by_clause[number])) for number in numbers)


def _places(earlier: Edition, later: Edition) -> dict[str, int]:
    """The place of each clause in the later edition; clauses that it dropped keep their old place."""
    order = list(later.clauses)
    for number in earlier.clauses:
        if number not in later.clauses:
            position = next(
                (index for index, other in enumerate(order) if in_order(other) > in_order(number)), len(order)
            )
            order.insert(position, number)
    return {number: index for index, number in enumerate(order)}


def _gist(earlier: Edition, later: Edition, number: str) -> str:
    clause = later.clauses.get(number) or earlier.clauses.get(number)
    return clause.gist if clause else ""


ByClause = Iterator[tuple[str, Change]]


def _wordings(earlier: Edition, later: Edition) -> ByClause:
    for number, previous, current in _pairs(earlier.clauses, later.clauses, _words):
        if previous is None or current is None:
            kind, name = ("new", "new clause") if previous is None else ("withdrawn", "withdrawn")
            yield number, Change(kind, name, (Cell("", _gist_or_nothing(previous), _gist_or_nothing(current)),))
            continue
        if previous.gist != current.gist:
            yield number, Change("wording", "what it says", (Cell("", previous.gist, current.gist),))
        if previous.treatment != current.treatment:
            cells = (Cell("", previous.treatment, current.treatment),)
            yield number, Change("treatment", "what the program does with it", cells)


def _words(clause: Clause) -> tuple[str, str]:
    return clause.gist, clause.treatment


def _gist_or_nothing(clause: Clause | None) -> str:
    return clause.gist if clause else NOTHING


def _rules(earlier: Edition, later: Edition) -> ByClause:
    for rule in dict.fromkeys((*earlier.book.rules, *later.book.rules)):
        previous, current = (edition.book.rules.get(rule, rule) for edition in (earlier, later))
        if previous is not current:
            (numbers, before), (new_numbers, after) = (
                _clauses_and_words(function, later) for function in (previous, current)
            )
            number = next(iter((*new_numbers, *numbers)), ELSEWHERE)
            yield number, Change("rule", "the rule", (Cell("", before, after),))


def _clauses_and_words(function: Callable[..., Any], edition: Edition) -> tuple[list[str], str]:
    """The clauses that the first line below `def` begins with, and the rest of the line."""
    line = (function.__doc__ or function.__name__.replace("_", " ")).strip().split("\n")[0]
    start, colon, words = line.partition(": ")
    numbers = [word for word in start.replace(",", " ").split() if word not in ("and", "to", "with")]
    if colon and numbers and all(number in edition.clauses for number in numbers):
        return numbers, words
    return [], line


def _figures(earlier: Edition, later: Edition) -> ByClause:
    old, new = dict(figures_in(earlier.book.figures)), dict(figures_in(later.book.figures))
    for name in dict.fromkeys((*old, *new)):
        before, after = old.get(name), new.get(name)
        figure = after or before
        if figure is None:
            continue
        if before and after:
            cells = list(value_cells(before.value, after.value))
            if before.clause.number != after.clause.number:
                cells.append(Cell("its clause", before.clause.number, after.clause.number))
        else:
            cells = [Cell("", *(written_plainly(item.value) if item else NOTHING for item in (before, after)))]
        if cells:
            words = figure.text or name.rpartition(".")[2].replace("_", " ")
            yield figure.clause.number, Change("figure", words, tuple(cells))


def _tables(earlier: Edition, later: Edition) -> ByClause:
    for name, previous, current in _pairs(earlier.book.printed, later.book.printed):
        for edition, table in ((later, current), (earlier, previous)):
            number = clause_of_table(edition.book, name, table) if table else ""
            if number:
                break
        yield number, Change("table", title(bare_name(later.book, name)), tuple(table_cells(previous, current)))
    for name, previous, current in _pairs(earlier.book.tables, later.book.tables):
        yield ELSEWHERE, Change("table", title(name), tuple(table_cells(previous, current)))


def _readings(earlier: Edition, later: Edition) -> ByClause:
    old, new = ({reading.id: reading for reading in edition.readings} for edition in (earlier, later))
    for name, previous, current in _pairs(old, new):
        clause_numbers = (current or previous or NO_READING).where.replace(",", " ").split()
        number = next((word for word in clause_numbers if word in later.clauses), ELSEWHERE)
        if previous and current:
            fields = [
                field for field in Reading.__struct_fields__ if getattr(previous, field) != getattr(current, field)
            ]
            cells = tuple(Cell(field, getattr(previous, field), getattr(current, field)) for field in fields)
        else:
            cells = (Cell("", previous.taken if previous else NOTHING, current.taken if current else NOTHING),)
        yield number, Change("reading", f"reading {name}", cells)


def _fields(earlier: Edition, later: Edition) -> ByClause:
    for form, previous, current in _pairs(earlier.book.fields, later.book.fields):
        old, new = (fields.names if fields else frozenset() for fields in (previous, current))
        cells = [Cell(_field_in_words(name), "used", "refused") for name in sorted(old - new)]
        cells += [Cell(_field_in_words(name), "refused", "used") for name in sorted(new - old)]
        cells += [Cell(_field_in_words(name), *_weights(previous, current, name)) for name in sorted(old & new)]
        changed_cells = tuple(cell for cell in cells if cell.before != cell.after)
        yield ELSEWHERE, Change("fields", f"what a {form} may give", changed_cells)


def _weights(previous: FormFields | None, current: FormFields | None, name: str) -> Iterator[str]:
    for fields in (previous, current):
        yield "always counts" if fields and name in fields.unconditional else "may count"


def _field_in_words(name: str) -> str:
    """`entry.boards` as people say it."""
    part, _, field = name.partition(".")
    words = field.replace("_", " ")
    return words if part in ("event", "facts") else f"{words} of the {part}"


def _pairs(
    old: Mapping[str, V], new: Mapping[str, V], key: Callable[[V], object] = lambda value: value
) -> Iterator[tuple[str, V | None, V | None]]:
    """The pairs of values that only one of two mappings has, or in which they differ."""
    for name in dict.fromkeys((*old, *new)):
        previous, current = old.get(name), new.get(name)
        if previous is None or current is None or key(previous) != key(current):
            yield name, previous, current
