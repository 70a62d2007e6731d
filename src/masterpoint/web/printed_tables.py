"""The printed tables of a book on a page: titles and headings in words, without empty columns."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from masterpoint.core.books import Book, Table
from masterpoint.core.editions import Edition
from masterpoint.core.table_words import bare_name, clause_of_table, heading_text, title
from masterpoint.schemes import FEDERATIONS

NO_SCALES = re.compile(r"worked|example|constants|column_index|suitable_events")
"""Tables that are not scales: worked examples and lists for the tests."""
CELL = '<td translate="no" lang="en">{}</td>'
NOT_PRINTED = re.compile(r"clause|page|((teams|pairs)_)?(from|to)|open_ended|awards_counted|places_printed|factor")
"""Columns that are not printed, with the position or the meaning of a row."""


class Scale(NamedTuple):
    """A printed table."""

    id: str
    title: str
    clause: str
    """The clause it belongs to, as steps cite it; empty if the register has no such clause."""
    headings: list[str]
    rows: list[list[str]]
    body: SafeString
    """The rows as HTML, because templates are slow with thousands of cells, and these never change."""


@lru_cache(maxsize=16)
def _scales(book: Book[Any]) -> tuple[Scale, ...]:
    return tuple(_scale(book, name, table) for name, table in book.printed.items() if not NO_SCALES.search(name))


def printed_scales(edition: Edition) -> tuple[Scale, ...]:
    """Every scale of the book in the book's order: 4.4.9 before 4.11.6."""
    scales = _scales(edition.book)
    return tuple(
        sorted(scales, key=lambda scale: [int(part) if part.isdecimal() else part for part in _parts(scale.id)])
    )


def scales_with_sources(edition: Edition) -> list[tuple[Scale, str]]:
    """Every scale, and the title of the earlier edition it comes from; empty if the edition itself prints it."""
    earlier_editions = takewhile(lambda other: other is not edition, FEDERATIONS[edition.scheme].editions)
    sources: dict[str, str] = {}
    for earlier in earlier_editions:
        for name, table in earlier.book.printed.items():
            if edition.book.printed.get(name) is table:
                sources.setdefault(bare_name(edition.book, name), earlier.title)
    return [(scale, sources.get(scale.id, "")) for scale in printed_scales(edition)]


def _parts(name: str) -> list[str]:
    return re.split(r"(\d+)", name)


def _scale(book: Book[Any], name: str, table: Table) -> Scale:
    scale_name = name.removeprefix(f"{book.scheme}_")
    head, rows = table.columns, table.cells
    has_printed_labels = any(heading.endswith(("label", "_printed")) for heading in head)
    columns = [
        at
        for at, heading in enumerate(head)
        if any(row[at] for row in rows)
        and heading != "clause"
        and not (has_printed_labels and NOT_PRINTED.fullmatch(heading))
    ]
    shown = [[row[at] for at in columns] for row in rows]
    return Scale(
        scale_name,
        title(scale_name),
        str(book.clauses[number]) if (number := clause_of_table(book, name, table)) else "",
        [heading_text(head[at]) for at in columns],
        shown,
        format_html_join(
            "\n", "<tr>{}</tr>", ((format_html_join("", CELL, ((cell,) for cell in row)),) for row in shown)
        ),
    )
