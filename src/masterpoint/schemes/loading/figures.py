"""`figures.toml`: every figure with its type and its clause. A missing or unknown name is an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar, get_args

import msgspec

from masterpoint.core.books import Book, Figure
from masterpoint.core.derivation import Clauses
from masterpoint.core.exact import exact, rational
from masterpoint.core.figure_checks import Conflict, negative_figures
from masterpoint.core.sentences import Sentence, sentence
from masterpoint.core.typed_data import convert
from masterpoint.schemes.loading.folders import Folder

F = TypeVar("F")
FILE = "figures.toml"
KEYS = ("value", "clause", "text", "reading")
REASON = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>.*)`)?", re.DOTALL)
TYPE_MESSAGE = re.compile(r"Expected `(?P<wanted>[^`]*)`(?: of length (?P<length>\d+))?, got (?P<given>.*)")
NAMES = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of names",
    "date": "a date",
}


class WrittenFigure(NamedTuple):
    """A figure as its file writes it, and the folder of that file."""

    data: Any
    folder: Folder


Chapters = dict[str, dict[str, WrittenFigure]]


def chapters(layers: Sequence[tuple[Folder, Mapping[str, Any]]]) -> Chapters:
    """All figures by chapter and name; if several layers have a figure, the last one counts."""
    result: Chapters = {}
    for folder, data in layers:
        for chapter, values in data.items():
            if isinstance(values, Mapping):
                chapter_figures = {name: WrittenFigure(figure, folder) for name, figure in values.items()}
                result.setdefault(chapter, {}).update(chapter_figures)
            else:
                message = "every figure belongs to a chapter"
                folder.refuse(f"{FILE}, {chapter}", values, message, "write it below the [name] of its chapter")
    return result


def convert_figures(
    figures_by_chapter: Chapters, kind: type[F], clauses: Clauses | None, readings: Iterable[str], top: Folder
) -> F | None:
    """The figures, converted to the federation's types; `None` if one is wrong, which its folder then reports.

    If the clauses could not be read, `clauses` is `None`, and citations are not checked.
    """
    if clauses is not None and all(
        _is_plain(figure, clauses)
        for chapter_figures in figures_by_chapter.values()
        for figure in chapter_figures.values()
    ):
        data = {
            chapter: {
                name: figure.data | {"clause": clauses[figure.data["clause"]]}
                for name, figure in chapter_figures.items()
            }
            for chapter, chapter_figures in figures_by_chapter.items()
        }
        reading_names = {*readings, ""}
        cited_names = {
            figure.get("reading", "") for chapter_figures in data.values() for figure in chapter_figures.values()
        }
        try:
            if cited_names <= reading_names:
                return convert(data, kind, dec_hook=exact_number)
        except msgspec.ValidationError:
            pass
    _refuse_all(figures_by_chapter, kind, clauses, set(readings), top)
    return None


def _is_plain(figure: WrittenFigure, clauses: Clauses) -> bool:
    return isinstance(figure.data, dict) and figure.data.get("clause") in clauses


def exact_number(kind: type, value: Any) -> Any:
    if kind is Fraction:
        if isinstance(value, float):
            raise ValueError(f'this is not exact: write "{value}" between quotes')
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise ValueError('this is not a number: write 3, "0.75" or "3/4"')
        try:
            return rational(exact(value))
        except (ValueError, ZeroDivisionError):
            raise ValueError('this is not a number: write 3, "0.75" or "3/4"') from None
    raise NotImplementedError(f"figures hold no {kind}")


def _refuse_all(
    figures_by_chapter: Chapters, kind: type[Any], clauses: Clauses | None, readings: set[str], top: Folder
) -> None:
    """Report what is wrong with each figure, and the names that are missing or unknown."""
    chapter_types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for chapter, chapter_figures in figures_by_chapter.items():
        if chapter not in chapter_types:
            fix = f"chapters it may have: {', '.join(chapter_types)}"
            for folder in dict.fromkeys(figure.folder for figure in chapter_figures.values()):
                folder.refuse(f"{FILE}, {chapter}", "", "no rule asks for figures of this name", fix)
    for chapter, struct in chapter_types.items():
        figures = {field.name: field.type for field in msgspec.structs.fields(struct)}
        for name in figures.keys() - figures_by_chapter.get(chapter, {}).keys():
            message = "this figure is missing"
            top.refuse(f"{FILE}, {chapter}.{name}", "", message, f"add it below [{chapter}], with `value` and `clause`")
        for name, figure in figures_by_chapter.get(chapter, {}).items():
            if name in figures:
                _refuse(f"{FILE}, {chapter}.{name}", figure, figures[name], clauses, readings, top)
            else:
                fix = f"figures of [{chapter}]: {', '.join(figures)}"
                figure.folder.refuse(f"{FILE}, {chapter}.{name}", "", "no rule asks for a figure of this name", fix)


def _refuse(
    place: str, figure: WrittenFigure, kind: Any, clauses: Clauses | None, readings: set[str], top: Folder
) -> None:
    """Report what is wrong with one figure: its keys, its clause, its reading, its value.

    The edition at the top may have withdrawn the clause or reading of a figure that it has from an earlier one.
    """
    data, folder = figure
    source = f", and the figure of {folder.name} names it" if folder is not top else ""
    if not isinstance(data, Mapping) or "value" not in data:
        folder.refuse(place, data, "a figure has a value and a clause", '{ value = 12, clause = "3.1.2", text = "…" }')
        return
    for key in data:
        if key not in KEYS:
            folder.refuse(
                f"{place}.{key}", data[key], "a figure has no such key", f"keys it may have: {', '.join(KEYS)}"
            )
    if "clause" not in data:
        folder.refuse(place, "", "it names no clause", 'add the clause that prints it: clause = "3.1.2"')
    elif clauses is not None and data["clause"] not in clauses:
        message = f"the book has no such clause{source}"
        fix = "give the figure here, with its clause" if source else "cite one of clauses.csv, or add it there"
        top.refuse(f"{place}, clause", data["clause"], message, fix)
    for key in ("text", "reading"):
        if not isinstance(data.get(key, ""), str):
            folder.refuse(f"{place}, {key}", data[key], "this is not text", "write it between quotes")
    if isinstance(data.get("reading"), str) and data["reading"] and data["reading"] not in readings:
        message = f"the register of readings has no such entry{source}"
        fix = "give the figure here, without that reading" if source else "name one of readings.csv, or add it there"
        top.refuse(f"{place}, reading", data["reading"], message, fix)
    _refuse_value(place, data["value"], get_args(kind)[0], folder)


def _refuse_value(place: str, value: Any, kind: Any, folder: Folder) -> None:
    try:
        convert(value, kind, dec_hook=exact_number)
    except msgspec.ValidationError as error:
        match = REASON.fullmatch(str(error))
        assert match is not None  # it matches any text
        path = match["path"] or ""
        message, fix = _in_words(match["what"])
        folder.refuse(f"{place}{path}", _value_at(value, path), message, fix)


def _in_words(reason: str) -> tuple[str, str]:
    """The message of msgspec about a value, in plain words, and the fix."""
    expected = TYPE_MESSAGE.fullmatch(reason)
    if expected:
        expectation = " or ".join(NAMES.get(kind, kind) for kind in expected["wanted"].split(" | "))
        expectation += f" of {expected['length']}" if expected["length"] else ""
        return f"this is not {expectation}", f"give {expectation}"
    message, _, fix = reason.partition(": ")
    if fix:
        return message, fix
    return reason[:1].lower() + reason[1:].replace("`", "“", 1).replace("`", "”", 1), "write it as its type requires"


def _value_at(value: Any, path: str) -> Any:
    """The part of a value at a path such as `[0][1]` or `.teams`; the whole value if the path leads nowhere."""
    for part in re.findall(r"\[(\d+)\]|\.([^.\[]+)", path):
        key: Any = int(part[0]) if part[0] else part[1]
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            break
    return value


def figures_in(figures: Any, path: str = "") -> Iterator[tuple[str, Figure[Any]]]:
    """Every figure of a book by its name: `principles.minimum_boards`."""
    if isinstance(figures, Figure):
        yield path, figures
    elif isinstance(figures, msgspec.Struct):
        for name in figures.__struct_fields__:
            yield from figures_in(getattr(figures, name), f"{path}.{name}".lstrip("."))


def refuse_conflicts(book: Book[F], checks: Callable[[Book[F]], Iterable[Conflict]], folder: Folder) -> None:
    """Report figures that contradict each other. In a sentence, a figure is written as its name and its clause."""
    conflicts = list(checks(book))
    refused = {id(conflict.figure) for conflict in conflicts}
    conflicts += negative_figures(figure for _, figure in figures_in(book.figures) if id(figure) not in refused)
    if not conflicts:
        return
    names = {id(figure): name for name, figure in figures_in(book.figures)}
    for conflict in conflicts:
        message, fix = (_with_figure_names(words, names) for words in (conflict.message, conflict.fix))
        place, clause = str(conflict.figure), ""
        if isinstance(conflict.figure, Figure):
            place, clause = f"{FILE}, {names[id(conflict.figure)]}", str(conflict.figure.clause)
            if conflict.figure.text:
                message = f"{conflict.figure.text}: {message}"
        folder.refuse(f"{place}.{conflict.part}".rstrip("."), conflict.value, message, fix, clause)


def _with_figure_names(words: str | Sentence, names: Mapping[int, str]) -> str:
    if not isinstance(words, Sentence):
        return words
    values = {name: _name(value, names) if isinstance(value, Figure) else value for name, value in words.values}
    return str(sentence(words.template, **values))


def _name(figure: Figure[Any], names: Mapping[int, str]) -> str:
    return f"{names[id(figure)]} [{figure.clause}]"
