"""Printed tables in words: their names, their columns, and the clause each belongs to."""

from __future__ import annotations

import re
from typing import Any

from masterpoint.core.books import Book, Table

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


def clause_of_table(book: Book[Any], name: str, table: Table) -> str:
    """The number of the clause that a printed table belongs to; empty if the register has no such clause."""
    if "clause" in table.columns:
        index = table.columns.index("clause")
        numbers = {row[index] for row in table.cells}
    else:
        numbers = {bare_name(book, name).partition("_")[0]}
    number = numbers.pop() if len(numbers) == 1 else ""
    return number if number in book.clauses else ""


def bare_name(book: Book[Any], name: str) -> str:
    """The name of a table without the code of the federation: `scaleA_club_basic`."""
    return name.removeprefix(f"{book.scheme}_")


def title(name: str) -> str:
    """`scaleQA_club_qualifinal` as `Scale QA: club, qualifying and final`; `4.7.7_knockout` as `4.7.7: knockout`."""
    match = re.match(r"(scale|table)_?([A-Z]{1,2}|\d[A-Z]?)(?:_|$)(.*)", name)
    number, tail = (f"{match[1].capitalize()} {match[2]}", match[3]) if match else ("", name)
    if not match and (clause := re.match(r"([A-Z]?\d[\w.]*?)_(.*)", name)):
        number, tail = clause[1], clause[2]
    title = heading_text(tail)
    if not number:
        return title
    starts_as_written = title[:2].isupper() or title[:1].isdigit()
    return f"{number}: {title if starts_as_written else title[:1].lower() + title[1:]}".strip(": ")


def heading_text(name: str) -> str:
    """A heading in words."""
    if name in HEADINGS:
        return HEADINGS[name]
    text = name.replace("_", " ")
    for pattern, replacement in REPLACEMENTS:
        text = pattern.sub(replacement, text)
    return text[:1].upper() + text[1:]
