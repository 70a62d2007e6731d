"""The printed tables of a book as a page shows them: titles and headings in words, empty columns left out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from masterpoint.core.books import Book, Table
from masterpoint.core.editions import Edition

NO_SCALES = re.compile(r"worked|example|constants|column_index|suitable_events")
"""Worked examples and lists beside the scales, which the tests read."""
REPLACEMENTS = (
    (re.compile(r"\b1winner\b"), "one winner"),
    (re.compile(r"\b2winner\b"), "two winners"),
    (re.compile(r"\b(\d+)plus\b"), r"\1 or more"),
    (re.compile(r"^p(\d+)$"), r"\1"),
    (re.compile(r"^S=(\d+)$"), r"\1 sessions"),
    (re.compile(r"\bdiv (\d)"), r"division \1"),
    (re.compile(r"\bstrat ([A-D])"), r"stratum \1"),
    (re.compile(r"\bknockout\b"), "knock-out"),
    (re.compile(r"\bprelim\b"), "preliminary"),
    (re.compile(r"\bsqrt maximum\b"), "largest awards"),
    (re.compile(r"\binter (county|area)\b"), r"inter-\1"),
    (re.compile(r"\bto E notes limits\b"), "to E, notes: least points"),
    (re.compile(r"\bagm\b"), "AGM"),
    (re.compile(r"\btable(\d)\b"), r"table \1,"),
    (re.compile(r"\b(\d+) (\d+)\b"), r"\1–\2"),
    (re.compile(r"\bqualifinal\b"), "qualifying and final"),
    (re.compile(r"\bko\b"), "knock-out"),
    (re.compile(r"\bums\b"), "UMS"),
    (re.compile(r"\bimp\b"), "IMP"),
)
HEADINGS = {
    "deals_printed": "Deals, where printed",
    "factor_printed": "Factor",
    "T": "Tables",
    "label": "Field",
    "teams_label": "Teams",
    "pairs_label": "Pairs",
    "pairs_weight": "Weight, pairs",
    "teams_weight": "Weight, teams",
    "printed_remark": "Note",
    "scan_note": "Note",
}
CELL = '<td translate="no" lang="en">{}</td>'
NOT_PRINTED = re.compile(r"clause|page|((teams|pairs)_)?(from|to)|open_ended|awards_counted|places_printed|factor")
"""Columns with the position or the meaning of a row, beside the printed ones."""


class Scale(NamedTuple):
    """One printed table."""

    id: str
    title: str
    clause: str
    """The clause it belongs to, as a step cites it; empty if the register has no such clause."""
    headings: list[str]
    rows: list[list[str]]
    body: SafeString
    """The rows as HTML: a template is slow with thousands of cells, which never change."""


@lru_cache(maxsize=16)
def _scales(book: Book[Any]) -> tuple[Scale, ...]:
    return tuple(_scale(book, name, table) for name, table in book.printed.items() if not NO_SCALES.search(name))


def printed_scales(edition: Edition) -> tuple[Scale, ...]:
    """Every scale the book prints, in the book's order: 4.4.9 stands before 4.11.6."""
    scales = _scales(edition.book)
    return tuple(
        sorted(scales, key=lambda scale: [int(part) if part.isdecimal() else part for part in _parts(scale.id)])
    )


def _parts(name: str) -> list[str]:
    return re.split(r"(\d+)", name)


def _scale(book: Book[Any], name: str, table: Table) -> Scale:
    bare = name.removeprefix(f"{book.scheme}_")
    head, rows = table.columns, table.cells
    numbers = {row[head.index("clause")] for row in rows} if "clause" in head else {bare.partition("_")[0]}
    number = next(iter(numbers)) if len(numbers) == 1 else ""
    beside = any(heading.endswith(("label", "_printed")) for heading in head)
    kept = [
        at
        for at, heading in enumerate(head)
        if any(row[at] for row in rows) and heading != "clause" and not (beside and NOT_PRINTED.fullmatch(heading))
    ]
    shown = [[row[at] for at in kept] for row in rows]
    return Scale(
        bare,
        title(bare),
        str(book.clauses[number]) if number in book.clauses else "",
        [heading_text(head[at]) for at in kept],
        shown,
        format_html_join(
            "\n", "<tr>{}</tr>", ((format_html_join("", CELL, ((cell,) for cell in row)),) for row in shown)
        ),
    )


def title(name: str) -> str:
    """`scaleQA_club_qualifinal` as `Scale QA: club, qualifying and final`; `4.7.7_knockout` as `4.7.7: knockout`."""
    match = re.match(r"(scale|table)_?([A-Z]{1,2}|\d[A-Z]?)(?:_|$)(.*)", name)
    number, rest = (f"{match[1].capitalize()} {match[2]}", match[3]) if match else ("", name)
    if not match and (clause := re.match(r"([A-Z]?\d[\w.]*?)_(.*)", name)):
        number, rest = clause[1], clause[2]
    title = heading_text(rest)
    if not number:
        return title
    starts_as_written = title[:2].isupper() or title[:1].isdigit()
    return f"{number}: {title if starts_as_written else title[:1].lower() + title[1:]}".strip(": ")


def heading_text(name: str) -> str:
    """A heading in words."""
    if name in HEADINGS:
        return HEADINGS[name]
    text = name.replace("_", " ")
    for pattern, instead in REPLACEMENTS:
        text = pattern.sub(instead, text)
    return text[:1].upper() + text[1:]
