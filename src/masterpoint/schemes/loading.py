"""The folders of an edition as a `Book`: what an edition does not hold itself, it has from the one it is based on."""

from __future__ import annotations

import csv
import runpy
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from masterpoint.core.books import Book, Table
from masterpoint.core.derivation import Clause, Clauses, cite
from masterpoint.core.editions import Edition
from masterpoint.core.exact import exact, rational
from masterpoint.core.fields import FormFields
from masterpoint.core.interpretations import Reading

F = TypeVar("F")
RECORDED = "recorded"
WITHDRAWN = "withdrawn"
"""The treatment of a clause that the edition before had, and this one has not."""


class Imprint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`edition.toml`: what stands on the first page."""

    title: str
    in_force_from: date
    based_on: str = ""


def editions_loader(
    package: str, scheme: str, label: str, figures: type[F], contents: Callable[[Book[F]], Edition]
) -> Callable[[Mapping[str, Traversable]], tuple[Edition, ...]]:
    """How a federation loads its editions: those of its folder, and further ones."""

    def load(more: Mapping[str, Traversable]) -> tuple[Edition, ...]:
        books = load_books(scheme, label, figures, {**editions_of(package), **more})
        return tuple(contents(book) for book in books)

    return load


def editions_of(package: str) -> dict[str, Traversable]:
    """The folders of a federation's editions, by name."""
    folder = resources.files(package).joinpath("editions")
    return {edition.name: edition for edition in folder.iterdir() if edition.joinpath("edition.toml").is_file()}


def load_books(scheme: str, label: str, figures: type[F], folders: Mapping[str, Traversable]) -> tuple[Book[F], ...]:
    """Every edition of a handbook, earliest first; `label` is how its clauses are cited: `EBU`."""
    imprints = {name: _imprint(folder) for name, folder in folders.items()}
    names = sorted(folders, key=lambda name: imprints[name].in_force_from)
    return tuple(_load(scheme, label, name, figures, imprints, folders) for name in names)


def _load(
    scheme: str,
    label: str,
    name: str,
    figures: type[F],
    imprints: Mapping[str, Imprint],
    folders: Mapping[str, Traversable],
) -> Book[F]:
    layers = [folders[layer] for layer in _ancestry(name, imprints)]
    clauses, chapters = _clauses(layers, label, name)
    return Book(
        scheme=scheme,
        edition=name,
        title=imprints[name].title,
        in_force_from=imprints[name].in_force_from,
        clauses=clauses,
        chapters=chapters,
        readings=_readings(layers),
        figures=_figures(layers, figures, clauses),
        tables=_tables(layers, "tables"),
        printed=_tables(layers, "printed"),
        examples=_texts(layers, "examples", ".toml"),
        sheets=_texts(layers, "sheets", ""),
        fields=_fields(layers),
        rules=_rules(layers),
    )


def _imprint(folder: Traversable) -> Imprint:
    return msgspec.convert(tomllib.loads(_text(folder, "edition.toml")), Imprint)


def _ancestry(name: str, imprints: Mapping[str, Imprint]) -> list[str]:
    """An edition and all it is based on, the oldest first."""
    names = [name]
    while (earlier := imprints[names[0]].based_on) and earlier not in names:
        names.insert(0, earlier)
    return names


def _clauses(layers: Sequence[Traversable], label: str, edition: str) -> tuple[Clauses, dict[str, list[Clause]]]:
    rows: dict[str, dict[str, str]] = {}
    recorded = {row["clause"]: tuple(row["by"].split("; ")) for row in _rows(layers, "recorded.csv")}
    for row in _rows(layers, "clauses.csv"):
        rows[row["clause"]] = row
    clauses: Clauses = {}
    chapters: dict[str, list[Clause]] = {}
    for number, row in rows.items():
        if row["treatment"] == WITHDRAWN:
            continue
        kinds = tuple(row["kinds"].split())
        by = recorded.get(number, ()) if row["treatment"] == RECORDED else ()
        clause = Clause(label, number, row["gist"], kinds, row["treatment"], edition, row.get("page", ""), by)
        clauses[number] = clause
        chapters.setdefault(row["chapter"], []).append(clause)
    return clauses, chapters


def _readings(layers: Sequence[Traversable]) -> tuple[Reading, ...]:
    return tuple({row["id"]: Reading(**row) for row in _rows(layers, "readings.csv")}.values())


def _figures(layers: Sequence[Traversable], figures: type[F], clauses: Clauses) -> F:
    """All chapters of `figures.toml`, typed: a missing or unknown name is an error at once."""
    data: dict[str, dict[str, dict[str, Any]]] = {}
    for layer in layers:
        if layer.joinpath("figures.toml").is_file():
            for chapter, values in tomllib.loads(_text(layer, "figures.toml")).items():
                data.setdefault(chapter, {}).update(values)
    for values in data.values():
        for name, figure in values.items():
            values[name] = figure | {"clause": cite(clauses, figure["clause"])}
    return msgspec.convert(data, figures, dec_hook=_exact_number)


def _fields(layers: Sequence[Traversable]) -> dict[str, FormFields]:
    """`fields.toml`: for each form, the fields that matter whenever they are given, and those that sometimes do."""
    forms: dict[str, FormFields] = {}
    for layer in layers:
        if layer.joinpath("fields.toml").is_file():
            for form, names in tomllib.loads(_text(layer, "fields.toml")).items():
                always, sometimes = (frozenset(_names(names.get(key, {}))) for key in ("always", "sometimes"))
                forms[form] = FormFields(always, sometimes)
    return forms


def _names(parts: Mapping[str, str]) -> Iterator[str]:
    """`{ entry = "boards sessions" }` as `entry.boards`, `entry.sessions`."""
    for part, names in parts.items():
        yield from (f"{part}.{name}" for name in names.split())


def _exact_number(kind: type, written: Any) -> Any:
    if kind is Fraction:
        return rational(exact(written if isinstance(written, int) else str(written)))
    raise NotImplementedError(f"figures hold no {kind}")


def _tables(layers: Sequence[Traversable], folder: str) -> dict[str, Table]:
    tables = {}
    for name, text in _texts(layers, folder, ".csv").items():
        heading, *cells = csv.reader(text.splitlines())
        tables[name] = Table(tuple(heading), tuple(tuple(row) for row in cells))
    return tables


def _rules(layers: Sequence[Traversable]) -> dict[Callable[..., Any], Callable[..., Any]]:
    """The functions that an edition, or one before it, puts in the place of others: `RULES` of its `rules.py`."""
    rules: dict[Callable[..., Any], Callable[..., Any]] = {}
    for layer in layers:
        module = layer.joinpath("rules.py")
        if module.is_file():
            with resources.as_file(module) as path:
                rules |= runpy.run_path(str(path))["RULES"]
    return rules


def _rows(layers: Sequence[Traversable], name: str) -> Iterator[dict[str, str]]:
    for layer in layers:
        if layer.joinpath(name).is_file():
            yield from csv.DictReader(_text(layer, name).splitlines())


def _texts(layers: Sequence[Traversable], folder: str, ending: str) -> dict[str, str]:
    """The files of a folder by their name without its ending; a later edition's file replaces an earlier one's."""
    texts: dict[str, str] = {}
    for layer in layers:
        if layer.joinpath(folder).is_dir():
            files = [file for file in layer.joinpath(folder).iterdir() if file.name.endswith(ending)]
            texts |= {file.name.removesuffix(ending): file.read_text(encoding="utf-8") for file in files}
    return dict(sorted(texts.items()))


def _text(folder: Traversable, name: str) -> str:
    return folder.joinpath(name).read_text(encoding="utf-8")
