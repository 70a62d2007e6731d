"""Whatever a proposal writes in the place of a figure or a table, it is refused when it is loaded, or everything has an
answer by it: points, an explained zero, or a refusal.

For every figure some events, worksheets, years and charges that rest on it are tried with other values in its place: a
line less, none at all, smaller and larger numbers. Nothing but a `MasterpointError` may come of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple, get_args

import msgspec
import pytest
from msgspec.structs import replace

from handbook_cases import cases_of
from invented_editions import first_edition_of, part_of
from masterpoint import schemes
from masterpoint.core.books import Book, Figure, Table
from masterpoint.core.editions import Edition, check_programme, work_out
from masterpoint.core.errors import MasterpointError
from masterpoint.core.events import AnyEvent
from masterpoint.core.figure_checks import numbers_in
from masterpoint.core.parsing import event_from, parse
from masterpoint.core.tariffs import printed_amounts
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.charging import tariff_with
from masterpoint.schemes.loading.figures import exact_number, figures_in
from schemes.charging_cases import TARIFF_DAY, charge_cases

SOME = 6
"""So many events, worksheets and so on are tried with each figure that they rest on."""
MAX_BOARDS = 200
Trial = Callable[[Edition], object]


class Recorder:
    """The figures of a book, which notes the names of those it is asked for."""

    def __init__(self, figures: Any, names: set[str], path: str = "") -> None:
        self.figures, self.asked, self.path = figures, names, path

    def __getattr__(self, name: str) -> Any:
        value, path = getattr(self.figures, name), f"{self.path}.{name}".lstrip(".")
        if not isinstance(value, Figure):
            return Recorder(value, self.asked, path)
        self.asked.add(path)
        return value


class Tables(dict[str, Table]):
    """The tables of a book, which note the names of those they are asked for."""

    def __init__(self, tables: Any, names: set[str]) -> None:
        super().__init__(tables)
        self.asked = names

    def __getitem__(self, name: str) -> Table:
        self.asked.add(name)
        return super().__getitem__(name)


class Subject(NamedTuple):
    """A federation as it is tried: its first book, how an edition is made of a book, and what conflicts in one."""

    book: Book[Any]
    contents: Callable[[Book[Any]], Edition]
    conflicts: Callable[[Book[Any]], Iterable[object]]


def subject_of(scheme: str) -> Subject:
    return Subject(
        first_edition_of(scheme).editions[0].book,
        part_of(scheme, "contents.contents"),
        part_of(scheme, "figure_checks.conflicts", "figures.checks.conflicts"),
    )


def judge(event: AnyEvent, edition: Edition) -> None:
    edition.by_rule(event)
    if edition.formalities:
        edition.formalities(event)


def worked_out(case: dict[str, Any], edition: Edition) -> None:
    work_out(edition, case["sheet"], case["asks"])


def check(case: dict[str, Any], edition: Edition) -> None:
    check_programme(edition, case["programme"])


def charge(case: dict[str, Any], edition: Edition) -> None:
    """What an event is charged; the tariff as this book prints it, and over it what the case sets."""
    federation = FEDERATIONS[edition.scheme]
    charging, rates = federation.charging, {name: value for name, value in case.get("tariff", {}).items() if value}
    set_before = tariff_with(federation, rates, TARIFF_DAY).amounts[-len(rates) :] if rates else ()
    printed = tuple(printed_amounts(charging.items, [edition.book]))
    tariff = replace(federation.printed_tariff, amounts=(*printed, *set_before))
    if "periodic" in case:
        kind = charging.periodic[case["periodic"]]
        kind.charges(edition.book, msgspec.convert(case.get("facts", {}), kind.facts), tariff)
    else:
        result = edition.by_rule(event_from(case["event"], schemes.FACTS))
        charging.event_charges(edition.book, result, msgspec.convert(case.get("facts", {}), charging.facts), tariff)


def rank_all(edition: Edition) -> None:
    for points in (0, 10, 100):
        edition.ranks.progress(dict.fromkeys(edition.colours, points))


def trials_of(edition: Edition) -> Iterator[Trial]:
    """Everything the books' cases and examples ask, each as something an edition can be tried with."""
    yield rank_all
    for name, text in edition.book.examples.items():
        yield partial(judge, event_from(parse(text, source=name), schemes.FACTS))
    for case in cases_of(edition.scheme):
        if "sheet" in case:
            yield partial(worked_out, case)
        elif "programme" in case:
            yield partial(check, case)
        elif case["event"]:
            with suppress(MasterpointError):
                yield partial(judge, event_from(case["event"], schemes.FACTS))
    for case in charge_cases(edition.scheme):
        yield partial(charge, case)


def trials_by_name(subject: Subject) -> dict[str, list[Trial]]:
    """For each figure and table the first trials that ask for it; each has a new book, as books keep what they read."""
    by_name: dict[str, list[Trial]] = {}
    for trial in trials_of(subject.contents(subject.book)):
        names: set[str] = set()
        figures, tables = Recorder(subject.book.figures, names), Tables(subject.book.tables, names)
        with suppress(MasterpointError):
            trial(subject.contents(replace(subject.book, figures=figures, tables=tables)))
        for name in names:
            values = by_name.setdefault(name, [])
            if len(values) < SOME:
                values.append(trial)
    return by_name


def with_boards(trial: Trial, boards: int) -> Iterator[Trial]:
    """The same with an event of other boards; nothing for what is no event."""
    event: Any = trial.args[0] if isinstance(trial, partial) else None
    if hasattr(event, "boards"):
        yield partial(judge, replace(event, boards=boards))


def others(value: Any) -> Iterator[Any]:
    """Other values in the place of one: a line less, none at all, a number smaller or larger."""
    if isinstance(value, str):
        yield f"{value}?"
    elif isinstance(value, int):
        yield from {0, value - 2, value + 2} - {value}
    elif isinstance(value, Fraction):
        yield from (Fraction(0), value / 2, value * 2)
    elif isinstance(value, dict):
        yield {}
        yield from ({name: line for name, line in value.items() if name != left_out} for left_out in value)
        yield from ({**value, name: other} for name in list(value)[:1] for other in others(value[name]))
    elif isinstance(value, tuple):
        yield from dict.fromkeys(((), value[1:], value[:-1], value[::-1]))
        for at in {0, len(value) - 1} if value else ():
            yield from ((*value[:at], other, *value[at + 1 :]) for other in others(value[at]))
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from (replace(value, **{name: other}) for other in others(getattr(value, name)))


def other_tables(table: Table) -> Iterator[Table | None]:
    """Other tables in the place of one: none, without a column, without a row, with other cells in a row."""
    yield None
    for at, _ in enumerate(table.columns):
        cells = tuple((*row[:at], *row[at + 1 :]) for row in table.cells)
        yield Table((*table.columns[:at], *table.columns[at + 1 :]), cells)
    for at in {0, len(table.cells) // 2, len(table.cells) - 1}:
        yield Table(table.columns, (*table.cells[:at], *table.cells[at + 1 :]))
        for column, cell in enumerate(table.cells[at]):
            for other in ("", "none", f"{cell}0"):
                row = (*table.cells[at][:column], other, *table.cells[at][column + 1 :])
                yield Table(table.columns, (*table.cells[:at], row, *table.cells[at + 1 :]))
    yield Table(table.columns, ())


def types_of(figures: Any) -> dict[str, Any]:
    """The type of each figure by its name."""
    return {
        f"{chapter.name}.{field.name}": get_args(field.type)[0]
        for chapter in msgspec.structs.fields(figures)
        for field in msgspec.structs.fields(chapter.type)
    }


def is_of(kind: Any, value: Any) -> bool:
    try:
        msgspec.convert(msgspec.to_builtins(value, enc_hook=str), kind, dec_hook=exact_number)
    except msgspec.ValidationError:
        return False
    return True


def with_figure(book: Book[Any], name: str, value: Any) -> Book[Any]:
    """The book with another value of one figure."""
    chapter, key = name.split(".")
    figures = getattr(book.figures, chapter)
    figure = replace(getattr(figures, key), value=value)
    return replace(book, figures=replace(book.figures, **{chapter: replace(figures, **{key: figure})}))


def failure(subject: Subject, book: Book[Any], trials: Iterable[Trial]) -> str:
    """What goes wrong with a book that was not refused."""
    try:
        if any(subject.conflicts(book)):
            return ""
        edition = subject.contents(book)
        for trial in trials:
            with suppress(MasterpointError):
                trial(edition)
    except MasterpointError:
        return ""
    except Exception as error:
        return repr(error)
    return ""


@pytest.mark.parametrize("scheme", FEDERATIONS)
def test_any_figure_is_refused_or_everything_has_an_answer(scheme: str) -> None:
    subject = subject_of(scheme)
    by_name, kinds = trials_by_name(subject), types_of(subject.book.figures)
    failures: dict[str, str] = {}
    for name, figure in figures_in(subject.book.figures):
        for value in others(figure.value):
            if not is_of(kinds[name], value):
                continue
            changed = {*numbers_in(figure.value)} ^ {*numbers_in(value)}
            boards = [number for number in changed if isinstance(number, int) and 0 < number < MAX_BOARDS]
            trials = by_name.get(name, [])
            at_the_limit = [figures for trial in trials for number in boards for figures in with_boards(trial, number)]
            reason = failure(subject, with_figure(subject.book, name, value), [*trials, *at_the_limit])
            if reason:
                failures.setdefault(name, f"{value}: {reason}")
    assert not failures


@pytest.mark.parametrize("scheme", [scheme for scheme in FEDERATIONS if FEDERATIONS[scheme].editions[0].book.tables])
def test_any_table_is_refused_or_everything_has_an_answer(scheme: str) -> None:
    subject = subject_of(scheme)
    by_name = trials_by_name(subject)
    failures: dict[str, str] = {}
    for name, table in subject.book.tables.items():
        for other in other_tables(table):
            tables = {key: table for key, table in subject.book.tables.items() if key != name}
            book = replace(subject.book, tables=tables if other is None else {**tables, name: other})
            reason = failure(subject, book, by_name.get(name, []))
            if reason:
                failures.setdefault(name, f"{other.columns if other else other}: {reason}")
    assert not failures
