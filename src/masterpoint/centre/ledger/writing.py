"""Write postings, lines and totals with each database's own bulk path."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import lru_cache
from itertools import chain, islice
from typing import Any

from django.db import connection

from masterpoint.centre.ledger.carryovers import store_carryovers
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Overall, Posting
from masterpoint.centre.ledger.point_weights import point_weight
from masterpoint.centre.statements import insert, write_rows
from masterpoint.centre.write_batch import batch_of
from masterpoint.schemes import FEDERATIONS

INSERT_LINES = (
    "INSERT INTO ledger_line (posting_id, person_id, colour, hundredths, day, award) VALUES (%s, %s, %s, %s, %s, %s)"
)
ROWS_PER_INSERT = 150
"""Rows of six values: every SQLite takes 999 values in a statement."""
INSERT_PAGE = INSERT_LINES + ", (%s, %s, %s, %s, %s, %s)" * (ROWS_PER_INSERT - 1)
INSERT_FEW = "INSERT INTO ledger_line (posting_id, person_id, colour, hundredths, day, award) {rows}"
COPY_LINES = "COPY ledger_line (posting_id, person_id, colour, hundredths, day, award) FROM STDIN"
ADD_TOTALS = """
INSERT INTO ledger_total (person_id, colour, year, hundredths) {rows}
ON CONFLICT (person_id, colour, year) DO UPDATE SET hundredths = ledger_total.hundredths + excluded.hundredths
"""
ADD_OVERALL = """
INSERT INTO ledger_overall (person_id, year, hundredths) {rows}
ON CONFLICT (person_id, year) DO UPDATE SET hundredths = ledger_overall.hundredths + excluded.hundredths
"""
POSTINGS_PER_PAGE = 1_000
"""Postings in a page: the database writes the lines of one page while the next page is chained."""
ROWS_PER_COPY = 1_000
NOTHING = "\\N"
ESCAPES = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
"""Escapes for text that is copied."""
MIN_ROWS_TO_COPY = 50
"""PostgreSQL's bulk path is faster from about this many lines."""
Sums = defaultdict[tuple[int, str, int], int]
"""By person, colour and season."""


def write_postings(scheme: str, postings: Iterable[tuple[Posting, Sequence[NewLine]]]) -> list[Posting]:
    """Write new postings in the order of their chain, with their lines, and update the caches.

    They are written page by page: while the database writes the lines of one page, the next page is chained.
    """
    remaining, result, sums = iter(postings), list[Posting](), Sums(int)
    page = list(islice(remaining, POSTINGS_PER_PAGE))
    while page:
        _insert([posting for posting, _ in page])
        store_carryovers(scheme, page)
        with _write_during([(posting.pk, lines) for posting, lines in page]):
            result += (posting for posting, _ in page)
            _add(scheme, sums, (line for _, lines in page for line in lines))
            page = list(islice(remaining, POSTINGS_PER_PAGE))
    _write_totals(scheme, sums)
    return result


def _insert(postings: list[Posting]) -> None:
    if len(postings) == 1:
        insert(postings[0])
    else:
        Posting.objects.bulk_create(postings)


def write_lines(postings: Sequence[tuple[int, Sequence[NewLine]]]) -> None:
    """Write the lines of new postings, each with the key of its posting."""
    with _write_during(postings):
        pass


@contextmanager
def _write_during(postings: Sequence[tuple[int, Sequence[NewLine]]]) -> Iterator[None]:
    """Write the lines of some postings; the block runs while PostgreSQL copies them, so it must not query."""
    count = sum(len(lines) for _, lines in postings)
    if connection.vendor == "postgresql" and count >= MIN_ROWS_TO_COPY and not batch_of():
        with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(COPY_LINES) as copy:
            rows = (_as_text(posting, line) for posting, lines in postings for line in lines)
            while page := "".join(islice(rows, ROWS_PER_COPY)):
                copy.write(page)
            with connection.execute_wrapper(_refuse):
                yield
        return
    if connection.vendor == "postgresql":
        write_rows(INSERT_FEW, [(posting, *line) for posting, lines in postings for line in lines])
    else:
        _insert_rows(_as_rows(postings))
    yield


def _refuse(*args: Any) -> None:
    """A query on a connection that is copying would wait for ever."""
    raise AssertionError("the lines of a posting are being copied")


def _insert_rows(rows: Iterator[tuple[Any, ...]]) -> None:
    """Insert many rows with each statement: fewer statements cost less."""
    with connection.cursor() as cursor:
        while len(page := list(islice(rows, ROWS_PER_INSERT))) == ROWS_PER_INSERT:
            cursor.execute(INSERT_PAGE, [*chain.from_iterable(page)])
        cursor.executemany(INSERT_LINES, page)


def _as_rows(postings: Sequence[tuple[int, Sequence[NewLine]]]) -> Iterator[tuple[Any, ...]]:
    """Lines as SQLite takes them."""
    for posting, lines in postings:
        for person, colour, hundredths, day, award in lines:
            yield posting, person, colour, hundredths, _day_text(day), award


def _as_text(posting: int, line: NewLine) -> str:
    """A line as PostgreSQL copies it."""
    person, colour, hundredths, day, award = line
    end = NOTHING if award is None else award
    return f"{posting}\t{person}\t{_escape(colour)}\t{hundredths}\t{_day_text(day)}\t{end}\n"


@lru_cache(maxsize=1_000)
def _day_text(day: date) -> str:
    """A day as both databases read it. The cache helps because the lines of a load share few days."""
    return day.isoformat()


@lru_cache(maxsize=1_000)
def _escape(colour: str) -> str:
    return "".join(ESCAPES.get(character, character) for character in colour)


def add_totals(scheme: str, lines: Iterable[NewLine]) -> None:
    """Add some lines to the totals."""
    sums = Sums(int)
    _add(scheme, sums, lines)
    _write_totals(scheme, sums)


def _add(scheme: str, sums: Sums, lines: Iterable[NewLine]) -> None:
    season_of = lru_cache(maxsize=1_000)(FEDERATIONS[scheme].season.year_of)
    for person, colour, amount, day, _ in lines:
        sums[person, colour, season_of(day)] += amount


def _write_totals(scheme: str, sums: Sums) -> None:
    """Write the caches, always in the same order."""
    overall: Counter[tuple[int, int]] = Counter()
    for (person, colour, year), amount in sums.items():
        counts = amount * point_weight(scheme, colour)
        if counts:
            overall[person, year] += counts
            overall[person, Overall.LIFETIME] += counts
    write_rows(ADD_TOTALS, [(*key, amount) for key, amount in sorted(sums.items()) if amount])
    write_rows(ADD_OVERALL, [(*key, amount) for key, amount in sorted(overall.items()) if amount])
