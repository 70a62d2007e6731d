"""How postings, lines and totals reach the database: each database by its own bulk path."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import lru_cache
from itertools import chain, islice
from typing import Any

from django.db import connection

from masterpoint.centre.ledger.brought import note_years
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Overall, Posting
from masterpoint.centre.ledger.point_weights import point_weight
from masterpoint.centre.statements import insert, write_rows
from masterpoint.centre.write_batch import batch_of

INSERT_LINES = (
    "INSERT INTO ledger_line (posting_id, person_id, colour, hundredths, day, award) VALUES (%s, %s, %s, %s, %s, %s)"
)
INSERTED_AT_ONCE = 150
"""Six values each: SQLite takes 999 in a statement, wherever it was built."""
INSERT_PAGE = INSERT_LINES + ", (%s, %s, %s, %s, %s, %s)" * (INSERTED_AT_ONCE - 1)
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
POSTINGS_AT_ONCE = 50
"""How many are chained while the lines of as many before them are written."""
COPIED_AT_ONCE = 1_000
NOTHING = "\\N"
ESCAPED = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
"""How text to be copied writes what would end a column or a row."""
COPY_FROM = 50
"""PostgreSQL's bulk path pays for itself from about this many lines."""
Sums = defaultdict[tuple[int, str, int], int]
"""By person, colour and year."""


def write_postings(scheme: str, postings: Iterable[tuple[Posting, Sequence[NewLine]]]) -> list[Posting]:
    """New postings in the order of their chain, with their lines and what these add to the caches.

    They are taken some at a time: while the database writes lines, the next postings are chained.
    """
    given, written, sums = iter(postings), list[Posting](), Sums(int)
    page = list(islice(given, POSTINGS_AT_ONCE))
    while page:
        _insert([posting for posting, _ in page])
        note_years(page)
        with _writing([(posting.pk, lines) for posting, lines in page]):
            written += (posting for posting, _ in page)
            _add(sums, (line for _, lines in page for line in lines))
            page = list(islice(given, POSTINGS_AT_ONCE))
    _write_totals(scheme, sums)
    return written


def _insert(postings: list[Posting]) -> None:
    if len(postings) == 1:
        insert(postings[0])
    else:
        Posting.objects.bulk_create(postings)


def write_lines(postings: Sequence[tuple[int, Sequence[NewLine]]]) -> None:
    """The lines of postings just written, each with the key of its posting."""
    with _writing(postings):
        pass


@contextmanager
def _writing(postings: Sequence[tuple[int, Sequence[NewLine]]]) -> Iterator[None]:
    """The lines of some postings; what is done in here is done while PostgreSQL copies them, so it asks nothing."""
    count = sum(len(lines) for _, lines in postings)
    if connection.vendor == "postgresql" and count >= COPY_FROM and not batch_of():
        with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(COPY_LINES) as copy:
            rows = (_as_text(posting, line) for posting, lines in postings for line in lines)
            while page := "".join(islice(rows, COPIED_AT_ONCE)):
                copy.write(page)
            with connection.execute_wrapper(_refuse):
                yield
        return
    if connection.vendor == "postgresql":
        write_rows(INSERT_FEW, [(posting, *line) for posting, lines in postings for line in lines])
    else:
        _insert_rows(_as_rows(postings))
    yield


def _refuse(*words: Any) -> None:
    """A second question on a connection that is copying would wait for ever."""
    raise AssertionError("the lines of a posting are being copied")


def _insert_rows(rows: Iterator[tuple[Any, ...]]) -> None:
    """Many rows a statement: each has a beginning and an end that cost something."""
    with connection.cursor() as cursor:
        while len(page := list(islice(rows, INSERTED_AT_ONCE))) == INSERTED_AT_ONCE:
            cursor.execute(INSERT_PAGE, [*chain.from_iterable(page)])
        cursor.executemany(INSERT_LINES, page)


def _as_rows(postings: Sequence[tuple[int, Sequence[NewLine]]]) -> Iterator[tuple[Any, ...]]:
    """Lines as SQLite takes them."""
    for posting, lines in postings:
        for person, colour, hundredths, day, award in lines:
            yield posting, person, colour, hundredths, _written(day), award


def _as_text(posting: int, line: NewLine) -> str:
    """A line as PostgreSQL copies it."""
    person, colour, hundredths, day, award = line
    end = NOTHING if award is None else award
    return f"{posting}\t{person}\t{_escaped(colour)}\t{hundredths}\t{_written(day)}\t{end}\n"


@lru_cache(maxsize=1_000)
def _written(day: date) -> str:
    """As both databases read it; most lines of a load have few days."""
    return day.isoformat()


@lru_cache(maxsize=1_000)
def _escaped(colour: str) -> str:
    return "".join(ESCAPED.get(character, character) for character in colour)


def add_totals(scheme: str, lines: Iterable[NewLine]) -> None:
    """What some lines add to the totals."""
    sums = Sums(int)
    _add(sums, lines)
    _write_totals(scheme, sums)


def _add(sums: Sums, lines: Iterable[NewLine]) -> None:
    for person, colour, amount, day, _ in lines:
        sums[person, colour, day.year] += amount


def _write_totals(scheme: str, sums: Sums) -> None:
    """The caches, in one order for everybody."""
    overall: Counter[tuple[int, int]] = Counter()
    for (person, colour, year), amount in sums.items():
        counts = amount * point_weight(scheme, colour)
        if counts:
            overall[person, year] += counts
            overall[person, Overall.LIFETIME] += counts
    write_rows(ADD_TOTALS, [(*key, amount) for key, amount in sorted(sums.items()) if amount])
    write_rows(ADD_OVERALL, [(*key, amount) for key, amount in sorted(overall.items()) if amount])
