"""The ledger's part of `masterpoint verify`: chain, published heads, totals and triggers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from itertools import groupby
from math import inf
from typing import Any

from django.db import connection
from django.db.models import Case, F, JSONField, Model, QuerySet, TextField, When
from django.db.models.functions import Cast, Length
from django.db.models.lookups import GreaterThan

from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.hash_chain import BEGINNING
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.journal.redactions import is_redacted
from masterpoint.centre.ledger.carryovers import carryover_differences
from masterpoint.centre.ledger.chain import NewLine, digest
from masterpoint.centre.ledger.large_details import canonical_pieces
from masterpoint.centre.ledger.models import Overall, Posting
from masterpoint.centre.ledger.seasons import season_in_sql
from masterpoint.centre.registry.models import Federation
from masterpoint.schemes import FEDERATIONS

Progress = Callable[[int], None]
Numbers = tuple[int, int]
"""A range of a chain: first and last number."""
NO_LINES: tuple[float, Iterable[tuple[Any, ...]]] = (inf, ())
"""A group of lines after every posting."""
PAGE = 100
"""Postings in a page."""
LINES_AT_ONCE = 1_000
"""Lines in memory at a time: a posting of balances may have a line for every member."""
LARGE_DETAIL = 65_536
"""A detail with more characters is read by itself and digested element by element."""
DIFFERENT_TOTALS = """
SELECT person_id, colour, year, SUM(stored), SUM(summed) FROM (
    SELECT person_id, colour, year, hundredths AS stored, 0 AS summed FROM ledger_total {condition}
    UNION ALL
    SELECT person_id, colour, {year}, 0, SUM(hundredths) FROM ledger_line {condition} GROUP BY 1, 2, 3
) AS both_sides GROUP BY person_id, colour, year HAVING SUM(stored) <> SUM(summed) ORDER BY person_id LIMIT 1000
"""
DIFFERENT_OVERALL = """
SELECT person_id, year, SUM(stored), SUM(summed) FROM (
    SELECT person_id, year, hundredths AS stored, 0 AS summed FROM ledger_overall {condition}
    UNION ALL
    SELECT total.person_id, total.year, 0, total.hundredths * ({weight})
    FROM ledger_total AS total {scheme} {condition}
    UNION ALL
    SELECT total.person_id, {lifetime}, 0, total.hundredths * ({weight})
    FROM ledger_total AS total {scheme} {condition}
) AS both_sides GROUP BY person_id, year HAVING SUM(stored) <> SUM(summed) ORDER BY person_id LIMIT 1000
"""
WITH_SCHEME = """
JOIN registry_person AS person ON person.id = total.person_id
JOIN registry_federation AS federation ON federation.code = person.federation_id
"""
WITH_NEW_LINES = """
WHERE person_id IN (
    SELECT line.person_id FROM ledger_posting AS posting JOIN ledger_line AS line ON line.posting_id = posting.id
    WHERE posting.federation_id = %s AND posting.number > %s
)
"""
LINES = """
SELECT posting.number, line.person_id, line.colour, line.hundredths, line.day, line.award
FROM ledger_posting AS posting JOIN ledger_line AS line ON line.posting_id = posting.id
WHERE posting.federation_id = %s AND posting.number BETWEEN %s AND %s ORDER BY posting.number, line.id
"""
TRIGGERS = {
    "sqlite": "SELECT tbl_name, sql FROM sqlite_master WHERE type = 'trigger'",
    # O and A are triggers that always fire; R and D are switched off.
    "postgresql": "SELECT tgrelid::regclass::text, pg_get_triggerdef(pg_trigger.oid) || prosrc FROM pg_trigger"
    " JOIN pg_proc ON pg_proc.oid = tgfoid WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')",
}
APPEND_ONLY = ("ledger_posting", "ledger_line", "filing_version", "registry_change", "journal_entry")
OPENED_BY_ERASURE = """
IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = ANY (string_to_array(current_setting('masterpoint.opened', true), ','))
AND pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN RETURN NULL; END IF;
""".strip()
"""An erasure may update tables in its own transaction (`erasing.append_only`)."""
REFUSAL_PATTERNS = {
    "sqlite": (
        r"BEFORE UPDATE ON {table}\s+BEGIN SELECT RAISE\(ABORT, '[^']*'\); END",
        r"BEFORE DELETE ON {table}\s+BEGIN SELECT RAISE\(ABORT, '[^']*'\); END",
    ),
    "postgresql": (
        r"BEFORE (?=.*\bDELETE\b)(?=.*\bUPDATE\b)(?=.*\bTRUNCATE\b)[A-Z ]+ ON \S*{table} FOR EACH STATEMENT"
        r" EXECUTE FUNCTION \S+\(\)\s*BEGIN\s+"
        + re.escape(OPENED_BY_ERASURE)
        + r"\s+RAISE EXCEPTION '[^']*', TG_TABLE_NAME; END",
    ),
}
"""The exact text of each trigger. With another condition, it would not refuse everything."""


def head(federation: Federation) -> int:
    """The number of the last posting."""
    return next(iter(_last_number(federation.pk)), 0)


@cached_query
def _last_number(federation: Any) -> QuerySet[Posting, int]:
    return Posting.objects.filter(federation=federation).order_by("-number").values_list("number", flat=True)[:1]


def chain_differences(
    federation: Federation, progress: Progress = lambda _: None, numbers: Numbers | None = None
) -> Iterator[str]:
    """Every posting of a range whose place, link or digest is wrong."""
    first, last = numbers or (1, head(federation))
    for start in range(first, last + 1, PAGE):
        end = min(start + PAGE - 1, last)
        yield from _range_differences(federation, start, end)
        progress(end - start + 1)


def _range_differences(federation: Federation, first: int, last: int) -> Iterator[str]:
    rows = _postings(federation.pk, first - 1, last, LARGE_DETAIL)
    link = BEGINNING if first == 1 else ""
    if first > 1 and rows and rows[0][0] == first - 1:
        link = rows.pop(0)[-1]
    expected = first
    for row, lines in _with_lines(rows, _lines(federation, first, last)):
        while expected < row[0]:
            yield f"{federation.code} posting {expected} is missing"
            expected, link = expected + 1, row[-2]
        if row[-2] != link:
            yield f"{federation.code} posting {row[0]} does not follow the one before it"
        actual = _digest(federation, row, lines)
        if row[-1] != actual and not is_redacted(federation.code, f"posting {row[0]}", actual):
            yield f"{federation.code} posting {row[0]} was changed after it was written"
        expected, link = expected + 1, row[-1]
    for missing in range(expected, last + 1):
        yield f"{federation.code} posting {missing} is missing"


@cached_query
def _postings(federation: Any, first: Any, last: Any, large: Any) -> QuerySet[Posting, tuple[Any, ...]]:
    """Some postings, without their details if these are large."""
    postings = Posting.objects.filter(federation=federation, number__gte=first, number__lte=last)
    is_large = GreaterThan(Length(Cast("detail", TextField())), large)
    detail = Case(When(is_large, then=None), default=F("detail"), output_field=JSONField())
    return postings.order_by("number").values_list(
        *("number", "kind", "version", "reverses__number", "reason", "by", "at"),
        *(detail, is_large, "previous_hash", "hash"),
    )


@cached_query
def _large_detail(federation: Any, number: Any) -> QuerySet[Posting, str]:
    postings = Posting.objects.filter(federation=federation, number=number)
    return postings.values_list(Cast("detail", TextField()), flat=True)


def _lines(federation: Federation, first: int, last: int) -> Iterator[tuple[Any, ...]]:
    """The lines of some postings in order; only some of them are in memory at a time."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(LINES, [federation.code, first, last])
        while rows := cursor.fetchmany(LINES_AT_ONCE):
            yield from rows


def _with_lines(
    rows: Iterable[tuple[Any, ...]], lines: Iterator[tuple[Any, ...]]
) -> Iterator[tuple[tuple[Any, ...], Iterator[NewLine]]]:
    """Each posting with its lines, which must be read before the next posting."""
    groups = groupby(lines, key=lambda line: line[0])
    number, group = next(groups, NO_LINES)
    for row in rows:
        while number < row[0]:
            number, group = next(groups, NO_LINES)
        yield row, (_line(*line[1:]) for line in (group if number == row[0] else ()))


class _Day(str):
    """A day as a database without dates returns it."""

    def isoformat(self) -> str:
        return str(self)


def _line(person: int, colour: str, hundredths: int, day: Any, award: int | None) -> NewLine:
    stored_day: Any = day if isinstance(day, date) else _Day(day)
    return NewLine(person, colour, hundredths, stored_day, award)


def _digest(federation: Federation, row: tuple[Any, ...], lines: Iterable[NewLine]) -> str:
    number, kind, version, reverses, reason, by, at, detail, is_large, previous, _ = row
    if not isinstance(at, datetime):  # a moment that this program would not write
        return ""
    return digest(
        federation=federation.code,
        number=number,
        kind=kind,
        version=version,
        reverses=reverses,
        reason=reason,
        by=by,
        at=at,
        lines=lines,
        previous=previous,
        detail=canonical_pieces(*_large_detail(federation.pk, number)) if is_large else detail,
    )


def head_differences(published: Iterable[str], *others: type[Model]) -> Iterator[str]:
    """Every published head that is no longer in a chain. Only this reveals that the end of a chain was cut off.

    `others` are models of chains besides the ledger and the journal.
    """
    chains: tuple[type[Model], ...] = (Posting, Entry, *others)
    for seal in published:
        if not any(model._default_manager.filter(hash=seal).exists() for model in chains):
            yield f"no posting carries the published head {seal}: postings have been removed or rewritten since"


def total_differences() -> Iterator[str]:
    """Every total that is not the sum of its lines, and every wrong year or balance of carried-over points."""
    yield from _total_differences("", [])
    yield from carryover_differences()


def newer_total_differences(federation: Federation, after_posting: int) -> Iterator[str]:
    """The wrong totals of people with lines after a posting, and the wrong rows of the postings after it."""
    yield from _total_differences(WITH_NEW_LINES, [federation.pk, after_posting])
    yield from carryover_differences(federation, after_posting)


def _total_differences(condition: str, values: list[str | int]) -> Iterator[str]:
    with connection.cursor() as cursor:
        statement = DIFFERENT_TOTALS.format(year=season_in_sql(), condition=condition)
        cursor.execute(statement, values * statement.count("posting.number >"))
        for person, colour, year, stored, summed in cursor.fetchall():
            yield f"person {person}, {colour} {year}: total {stored}, lines {summed}"
        statement = DIFFERENT_OVERALL.format(
            weight=_weight_in_sql(), scheme=WITH_SCHEME, lifetime=Overall.LIFETIME, condition=condition
        )
        cursor.execute(statement, values * statement.count("posting.number >"))
        for person, year, stored, summed in cursor.fetchall():
            yield f"person {person}, all colours {year or 'of a lifetime'}: stored {stored}, lines {summed}"


def _weight_in_sql() -> str:
    """The weight of each colour, as SQL; its texts are our own constants."""
    cases = " ".join(
        f"WHEN federation.scheme = '{scheme}' AND total.colour = '{colour}' THEN {amount}"
        for scheme in FEDERATIONS
        for colour, amount in FEDERATIONS[scheme].point_weights.items()
    )
    return f"CASE {cases} ELSE 0 END"


def trigger_differences(tables: Iterable[str] = APPEND_ONLY) -> Iterator[str]:
    """Every one of these tables whose trigger does not refuse all changes."""
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS[connection.vendor])
        stored_triggers = cursor.fetchall()
    for table in tables:
        triggers = [text.strip() for name, text in stored_triggers if name == table]
        for pattern in REFUSAL_PATTERNS[connection.vendor]:
            if not any(re.search(pattern.format(table=table) + r"\Z", text, re.S) for text in triggers):
                yield f"{table}: the trigger that refuses changes is gone"
                break
