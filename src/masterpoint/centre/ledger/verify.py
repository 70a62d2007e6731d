"""`masterpoint verify`, the ledger's part: walk the hash chain, and sum every total from the lines again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.db import connection

from masterpoint.centre.ledger.chain import BEGINNING, NewLine, digest
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.registry.models import Federation

Progress = Callable[[int], None]
PAGE = 2_000
DIFFERENT_TOTALS = """
SELECT person_id, colour, year, SUM(kept), SUM(summed) FROM (
    SELECT person_id, colour, year, hundredths AS kept, 0 AS summed FROM ledger_total
    UNION ALL
    SELECT person_id, colour, {year}, 0, hundredths FROM ledger_line
) AS both_sides GROUP BY person_id, colour, year HAVING SUM(kept) <> SUM(summed) ORDER BY person_id LIMIT 1000
"""
YEAR = {"sqlite": "CAST(strftime('%Y', day) AS INTEGER)", "postgresql": "CAST(EXTRACT(YEAR FROM day) AS INTEGER)"}


def chain_differences(federation: Federation, progress: Progress = lambda _: None) -> Iterator[str]:
    """Every posting whose place, link or digest is not what it must be."""
    expected, link = 1, BEGINNING
    numbers = Posting.objects.filter(federation=federation).order_by("number")
    while page := list(numbers.filter(number__gte=expected)[:PAGE]):
        lines = _lines_of(page)
        for posting in page:
            if posting.number != expected:
                yield f"{federation.code} posting {expected} is missing"
                expected = posting.number
            if posting.previous_hash != link:
                yield f"{federation.code} posting {posting.number} does not follow the one before it"
            if posting.hash != _digest(posting, lines.get(posting.pk, [])):
                yield f"{federation.code} posting {posting.number} was changed after it was written"
            expected, link = expected + 1, posting.hash
        progress(len(page))


def _lines_of(page: list[Posting]) -> dict[int, list[NewLine]]:
    found: dict[int, list[NewLine]] = {}
    rows = Line.objects.filter(posting__in=page).order_by("pk")
    for row in rows.values_list("posting_id", "person_id", "colour", "hundredths", "day", "award"):
        found.setdefault(row[0], []).append(NewLine(*row[1:]))
    return found


def _digest(posting: Posting, lines: list[NewLine]) -> str:
    return digest(
        federation=posting.federation_id,
        number=posting.number,
        kind=posting.kind,
        version=posting.version_id,
        reverses=posting.reverses.number if posting.reverses_id else None,
        reason=posting.reason,
        by=posting.by_id,
        at=posting.at,
        lines=lines,
        previous=posting.previous_hash,
    )


def total_differences() -> Iterator[str]:
    """Every total that is not the sum of its lines."""
    with connection.cursor() as cursor:
        cursor.execute(DIFFERENT_TOTALS.format(year=YEAR[connection.vendor]))
        for person, colour, year, kept, summed in cursor.fetchall():
            yield f"person {person}, {colour} {year}: total {kept}, lines {summed}"
