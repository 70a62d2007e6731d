"""Which postings bring points along that nobody won by playing: balances, transfers, gold that fades.

The years of their lines, and of those that take them back, are kept: so a leaderboard finds those of its year.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.db import connection

from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.statements import write_rows

BROUGHT = (Posting.Kind.OPENING, Posting.Kind.TRANSFER, Posting.Kind.EXPIRY)
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
NEWER = "WHERE posting.federation_id = %s AND posting.number > %s"


def note_years(postings: Iterable[tuple[Posting, Sequence[NewLine]]]) -> None:
    """The years of those postings, of some just written, that bring points along or take them back."""
    rows = [
        (posting.pk, year)
        for posting, lines in postings
        if _is_brought(posting)
        for year in sorted({day.year for day in {line.day for line in lines}})
    ]
    write_rows(NOTE_YEARS, rows)


def _is_brought(posting: Posting) -> bool:
    """What takes something back from one person alone names the other posting in its detail, and always counts."""
    if posting.kind == Posting.Kind.REVERSAL:
        return posting.reverses is None or posting.reverses.kind in BROUGHT
    return posting.kind in BROUGHT


def year_differences(federation: Federation | None = None, after: int = 0) -> Iterator[str]:
    """Every year of such a posting that is not kept, or kept and not there: in all ledgers, or at the end of one."""
    brought = ", ".join(f"'{kind}'" for kind in BROUGHT)
    values: list[str | int] = [federation.pk, after] if federation else []
    some = NEWER if federation else ""
    with connection.cursor() as cursor:
        cursor.execute(DIFFERENT_YEARS.format(year=YEAR[connection.vendor], brought=brought, some=some), values)
        for code, number, year, kept in cursor.fetchall():
            how = "kept, though it has no such lines" if kept else "not kept"
            yield f"{code} posting {number}: {year} as a year in which points were brought along is {how}"
