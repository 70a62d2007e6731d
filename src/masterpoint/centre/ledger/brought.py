"""Postings of points that nobody won by playing: balances, transfers, gold that decays.

The years of their lines, and of their reversals, are stored, so that a leaderboard finds those of its year.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.db import connection

from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.statements import write_rows

CARRYOVER_KINDS = (Posting.Kind.OPENING, Posting.Kind.TRANSFER, Posting.Kind.EXPIRY)
NOTE_YEARS = "INSERT INTO ledger_broughtyear (posting_id, year) {rows}"
YEAR = {"sqlite": "CAST(strftime('%Y', day) AS INTEGER)", "postgresql": "CAST(EXTRACT(YEAR FROM day) AS INTEGER)"}
"""The year of a line, in SQL."""
DIFFERENT_YEARS = """
SELECT posting.federation_id, posting.number, both_sides.year, SUM(kept) FROM (
    SELECT posting_id, year, 1 AS kept, 0 AS needed FROM ledger_broughtyear
    UNION ALL
    SELECT DISTINCT line.posting_id, {year}, 0, 1
    FROM ledger_posting AS posting JOIN ledger_line AS line ON line.posting_id = posting.id
    LEFT JOIN ledger_posting AS reversed ON reversed.id = posting.reverses_id
    WHERE posting.kind IN ({brought})
    OR (posting.kind = 'reversal' AND (posting.reverses_id IS NULL OR reversed.kind IN ({brought})))
) AS both_sides JOIN ledger_posting AS posting ON posting.id = both_sides.posting_id {some}
GROUP BY 1, 2, 3 HAVING SUM(kept) <> SUM(needed) ORDER BY 1, 2, 3 LIMIT 1000
"""
SINCE_POSTING = "WHERE posting.federation_id = %s AND posting.number > %s"


def note_years(postings: Iterable[tuple[Posting, Sequence[NewLine]]]) -> None:
    """Store the years of those new postings that carry points over or reverse such postings."""
    rows = [
        (posting.pk, year)
        for posting, lines in postings
        if _is_carryover(posting)
        for year in sorted({day.year for day in {line.day for line in lines}})
    ]
    write_rows(NOTE_YEARS, rows)


def _is_carryover(posting: Posting) -> bool:
    """A reversal for one person names the other posting only in its detail, so it always counts."""
    if posting.kind == Posting.Kind.REVERSAL:
        return posting.reverses is None or posting.reverses.kind in CARRYOVER_KINDS
    return posting.kind in CARRYOVER_KINDS


def year_differences(federation: Federation | None = None, after_posting: int = 0) -> Iterator[str]:
    """Every missing or superfluous year of such a posting: in all ledgers, or at the end of one."""
    kinds = ", ".join(f"'{kind}'" for kind in CARRYOVER_KINDS)
    values: list[str | int] = [federation.pk, after_posting] if federation else []
    condition = SINCE_POSTING if federation else ""
    with connection.cursor() as cursor:
        cursor.execute(DIFFERENT_YEARS.format(year=YEAR[connection.vendor], brought=kinds, some=condition), values)
        for code, number, year, is_stored in cursor.fetchall():
            verdict = "kept, though it has no such lines" if is_stored else "not kept"
            yield f"{code} posting {number}: {year} as a year in which points were brought along is {verdict}"
