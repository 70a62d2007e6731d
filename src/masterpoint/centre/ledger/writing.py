"""How lines and totals reach the database: each database by its own bulk path."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from itertools import islice

from django.db import connection

from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Overall
from masterpoint.centre.ledger.point_weights import point_weight
from masterpoint.centre.statements import write_rows
from masterpoint.centre.together import writes_of

INSERT_LINES = (
    "INSERT INTO ledger_line (posting_id, person_id, colour, hundredths, day, award) VALUES (%s, %s, %s, %s, %s, %s)"
)
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
COPIED_AT_ONCE = 5_000
NOTHING = "\\N"
ESCAPED = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
"""How text to be copied writes what would end a column or a row."""
COPY_FROM = 50
"""PostgreSQL's bulk path pays for itself from about this many lines."""
Value = int | str | date | None
"""What a column of the ledger holds."""


def write_lines(postings: Sequence[tuple[int, Sequence[NewLine]]]) -> None:
    """The lines of postings just written, each with the key of its posting."""
    count = sum(len(lines) for _, lines in postings)
    if not count:
        return
    rows = (
        (posting, person, colour, hundredths, _written(day), award)
        for posting, lines in postings
        for person, colour, hundredths, day, award in lines
    )
    if connection.vendor == "postgresql" and (count < COPY_FROM or writes_of()):
        write_rows(INSERT_FEW, [(posting, *line) for posting, lines in postings for line in lines])
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with connection.wrap_database_errors, cursor.copy(COPY_LINES) as copy:
                while page := "".join(map(_as_text, islice(rows, COPIED_AT_ONCE))):
                    copy.write(page)
        else:
            cursor.executemany(INSERT_LINES, rows)  # type: ignore[arg-type] # any iterable will do


def _as_text(row: tuple[Value, ...]) -> str:
    """A line as PostgreSQL copies it; a colour is one word of the book."""
    posting, person, colour, hundredths, day, award = row
    return f"{posting}\t{person}\t{_escaped(colour)}\t{hundredths}\t{day}\t{NOTHING if award is None else award}\n"


@lru_cache(maxsize=1_000)
def _written(day: date) -> str:
    """As both databases read it; most lines of a load have few days."""
    return day.isoformat()


@lru_cache(maxsize=1_000)
def _escaped(colour: Value) -> str:
    return "".join(ESCAPED.get(character, character) for character in str(colour))


def add_totals(scheme: str, lines: Iterable[NewLine]) -> None:
    """The caches, in one order for everybody."""
    sums: defaultdict[tuple[int, str, int], int] = defaultdict(int)
    for person, colour, amount, day, _ in lines:
        sums[person, colour, day.year] += amount
    overall: Counter[tuple[int, int]] = Counter()
    for (person, colour, year), amount in sums.items():
        counts = amount * point_weight(scheme, colour)
        if counts:
            overall[person, year] += counts
            overall[person, Overall.LIFETIME] += counts
    write_rows(ADD_TOTALS, [(*key, amount) for key, amount in sorted(sums.items()) if amount])
    write_rows(ADD_OVERALL, [(*key, amount) for key, amount in sorted(overall.items()) if amount])
