"""Loads the folders of editions as books. What an edition does not hold itself comes from the one it is based on.

All problems of the folders are reported at once, each with its file, its line or key, its value and its fix. Nothing
of a federation is loaded until there are none.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple, TypeVar

import msgspec

from masterpoint.core.books import Book, Table
from masterpoint.core.editions import Edition
from masterpoint.core.errors import MasterpointError, NotReadable, Problem
from masterpoint.core.fields import FormFields
from masterpoint.core.figure_checks import Conflict
from masterpoint.core.interpretations import Reading
from masterpoint.schemes.loading import figures, registers
from masterpoint.schemes.loading.clauses import ClauseFiles, clause_files, register_of
from masterpoint.schemes.loading.folders import Folder
from masterpoint.schemes.loading.imprints import Imprint, ancestries, imprint
from masterpoint.schemes.loading.registers import fields, merge_layers, readings
from masterpoint.schemes.loading.replacements import Replacements, replacements

F = TypeVar("F")
FigureChecks = Callable[[Book[F]], Iterable[Conflict]]

FILE_NAMES = (
    "edition.toml",
    "clauses.csv",
    "recorded.csv",
    figures.FILE,
    registers.READINGS,
    registers.FIELDS,
    "rules.py",
)
FOLDER_NAMES = ("examples", "printed", "tables", "sheets", "cases", "charge_cases")


class Files(NamedTuple):
    """The contents of one folder, without those of the editions it is based on."""

    folder: Folder
    clauses: ClauseFiles
    readings: Mapping[str, Reading]
    figures: Mapping[str, Any] | None
    fields: Mapping[str, FormFields]
    tables: Mapping[str, Table]
    printed: Mapping[str, Table]
    examples: Mapping[str, str]
    sheets: Mapping[str, str]
    rules: Replacements


def no_checks(_book: Book[Any]) -> Iterable[Conflict]:
    """For a federation whose figures do not depend on one another."""
    return ()


def editions_loader(
    package: str,
    scheme: str,
    label: str,
    figures: type[F],
    contents: Callable[[Book[F]], Edition],
    checks: FigureChecks[F] = no_checks,
) -> Callable[[Mapping[str, Traversable]], tuple[Edition, ...]]:
    """A function that loads the editions of a federation: those of its folder, and those of further folders.

    `checks` finds figures of an edition that conflict.
    """

    def load(extra_folders: Mapping[str, Traversable]) -> tuple[Edition, ...]:
        shipped = editions_of(package)
        if repeated_names := [name for name in extra_folders if name in shipped]:
            message = "another edition already has this name"
            fix = "give the folder another name, such as the year it begins in"
            raise NotReadable([Problem("edition", name, message, fix) for name in repeated_names])
        books = load_books(scheme, label, figures, {**shipped, **extra_folders}, checks)
        return _editions(books, contents)

    return load


def editions_of(package: str) -> dict[str, Traversable]:
    """The folders of a federation's editions, by name."""
    folder = resources.files(package).joinpath("editions")
    return {edition.name: edition for edition in folder.iterdir() if edition.is_dir() and edition.name[:1].isalnum()}


def load_books(
    scheme: str, label: str, kind: type[F], folders: Mapping[str, Traversable], checks: FigureChecks[F] = no_checks
) -> tuple[Book[F], ...]:
    """Every edition of a handbook, earliest first; `label` is how its clauses are cited: `EBU`."""
    opened = {name: Folder(name, files) for name, files in folders.items()}
    imprints = {name: imprint(folder) for name, folder in opened.items()}
    files = {name: _read(folder) for name, folder in opened.items()}
    books = [
        _book(scheme, label, kind, imprints[name], [files[layer] for layer in layers], checks)
        for name, layers in ancestries(opened, imprints).items()
    ]
    problems = dict.fromkeys(problem for folder in opened.values() for problem in folder.problems)
    if problems:
        raise NotReadable(problems)
    return tuple(book for book in books if book is not None)


def _read(folder: Folder) -> Files:
    folder.refuse_unknown_names(FILE_NAMES, FOLDER_NAMES)
    return Files(
        folder,
        clause_files(folder),
        readings(folder),
        folder.toml(figures.FILE),
        fields(folder),
        _tables(folder, "tables"),
        _tables(folder, "printed"),
        folder.texts("examples", ".toml"),
        folder.texts("sheets", ""),
        replacements(folder),
    )


def _tables(folder: Folder, subfolder: str) -> dict[str, Table]:
    """Tables by their names; every line has a cell for each column."""
    tables = {}
    for name, text in folder.texts(subfolder, ".csv").items():
        reader = csv.reader(text.splitlines())
        heading, cells = tuple(next(reader, ())), [(reader.line_num, tuple(row)) for row in reader]
        if not heading:
            folder.refuse(
                f"{subfolder}/{name}.csv", "", "this file is empty", "give it a heading and rows, or delete it"
            )
        for line, row in cells:
            if len(row) != len(heading):
                message = f"this line has {len(row)} cells, the heading has {len(heading)}"
                place = f"{subfolder}/{name}.csv, line {line}"
                folder.refuse(place, ",".join(row), message, f"give {', '.join(heading)}")
        tables[name] = Table(heading, tuple(row for _, row in cells))
    return tables


def _book(
    scheme: str, label: str, kind: type[F], first_page: Imprint | None, layers: Sequence[Files], checks: FigureChecks[F]
) -> Book[F] | None:
    """One edition with everything from the editions it is based on; `None` if the folders have problems."""
    top = layers[-1].folder
    clauses, chapters = register_of([(layer.folder, layer.clauses) for layer in layers], label, top.name)
    if not clauses and all(layer.clauses.readable for layer in layers):
        top.refuse("clauses.csv", "", "the book has no clauses", "add the file, or say what it is `based_on`")
    readings_by_id = registers.register_of([(layer.folder, layer.readings) for layer in layers])
    figure_layers = [(layer.folder, layer.figures) for layer in layers if layer.figures is not None]
    readable = all(layer.clauses.readable for layer in layers)
    typed = None
    if len(figure_layers) == len(layers):
        typed = figures.convert_figures(
            figures.chapters(figure_layers), kind, clauses if readable else None, readings_by_id, top
        )
    if typed is None or first_page is None:
        return None
    book = Book(
        scheme=scheme,
        edition=top.name,
        title=first_page.title,
        in_force_from=first_page.in_force_from,
        clauses=clauses,
        chapters=chapters,
        readings=tuple(readings_by_id.values()),
        figures=typed,
        tables=_sort_files([layer.tables for layer in layers]),
        printed=_sort_files([layer.printed for layer in layers]),
        examples=_sort_files([layer.examples for layer in layers]),
        sheets=_sort_files([layer.sheets for layer in layers]),
        fields=merge_layers([layer.fields for layer in layers]),
        rules=merge_layers([layer.rules for layer in layers]),
    )
    figures.refuse_conflicts(book, checks, top)
    return book


def _sort_files(layers: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Files by name; a later edition's replaces an earlier one's."""
    return dict(sorted(merge_layers(layers).items()))


def _editions(books: Iterable[Book[F]], contents: Callable[[Book[F]], Edition]) -> tuple[Edition, ...]:
    """The editions, or everything that prevents the rules from working with them, even if no check has found it."""
    editions: list[Edition] = []
    problems: list[Problem] = []
    cause: Exception | None = None
    for book in books:
        try:
            editions.append(contents(book))
        except MasterpointError as error:
            problems += [
                problem
                if problem.place.startswith(f"{book.edition}/")
                else msgspec.structs.replace(problem, place=f"edition {book.edition}, {problem.place}")
                for problem in error.problems
            ]
        except Exception as error:
            cause = error
            message = f"the rules cannot work with its figures: {type(error).__name__} {error} ({_line_of(error)})"
            fix = "compare the changed figures with those of the previous edition, or ask a developer of the rules"
            problems.append(Problem(f"edition {book.edition}", "", message, fix))
    if problems:
        raise NotReadable(problems) from cause
    return tuple(editions)


def _line_of(error: Exception) -> str:
    """The line of the rules that an error came from, also where they called something of the core."""
    places = []
    step = error.__traceback__
    while step is not None:
        folder, _, module = step.tb_frame.f_code.co_filename.replace("\\", "/").rpartition("/")
        places.append((folder.rpartition("/")[2], module, step.tb_lineno))
        step = step.tb_next
    folder, module, line = next(place for place in reversed(places) if place[0] != "core")
    return f"{folder}/{module}, line {line}"
