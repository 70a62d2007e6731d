"""The register of a book's clauses, kept beside the edition as `clauses.csv`; readings likewise."""

from __future__ import annotations

import csv
from importlib import resources

from masterpoint.core.derivation import Clause, Clauses
from masterpoint.core.interpretations import Reading


def load_clauses(package: str, book: str) -> Clauses:
    """Every clause of an edition: number, gist in our own words, what the program does with it."""
    return {
        row["clause"]: Clause(book, row["clause"], row["gist"], tuple(row["kinds"].split()), row["treatment"])
        for row in _rows(package, "clauses.csv")
    }


def load_readings(package: str) -> tuple[Reading, ...]:
    """The edition's register of readings, kept as `readings.csv`."""
    return tuple(Reading(**row) for row in _rows(package, "readings.csv"))


def load_table(package: str, name: str) -> list[dict[str, str]]:
    """A large printed grid of an edition, kept as `tables/NAME.csv`: one row a line, cells as printed."""
    return _rows(package, f"tables/{name}.csv")


def load_text(package: str, name: str) -> str:
    """A text an edition keeps: the template of a form, say."""
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")


def _rows(package: str, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(load_text(package, name).splitlines()))


def examples_of(package: str) -> dict[str, str]:
    """The edition's commented examples, `FORM.toml` or `FORM-variant.toml`, by name."""
    folder = resources.files(package).joinpath("examples")
    files = (file for file in folder.iterdir() if file.name.endswith(".toml")) if folder.is_dir() else ()
    return {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in sorted(files, key=str)}


def chapters_of(package: str, clauses: Clauses) -> list[tuple[str, list[Clause]]]:
    """The clauses of an edition by chapter, in the book's order."""
    chapters: dict[str, list[Clause]] = {}
    for row in _rows(package, "clauses.csv"):
        chapters.setdefault(row["chapter"], []).append(clauses[row["clause"]])
    return list(chapters.items())


def printed_of(package: str) -> dict[str, list[list[str]]]:
    """The tables a book prints, every cell as printed, each as rows of cells with its heading first."""
    folder = resources.files(package).joinpath("printed")
    files = (file for file in folder.iterdir() if file.name.endswith(".csv")) if folder.is_dir() else ()
    return {
        file.name.removesuffix(".csv"): list(csv.reader(file.read_text(encoding="utf-8").splitlines()))
        for file in sorted(files, key=lambda file: file.name)
    }
