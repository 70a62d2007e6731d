"""Carried-over points: postings of points that nobody won by playing, such as balances, transfers and decay.

Two caches are stored beside the totals. One has the seasons of these postings and their reversals, so that a
leaderboard finds the postings of its season. The other has the balances won in the season of their day, so that a
record reads only its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from django.db import connection

from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.ledger.seasons import season_in_sql
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.statements import write_rows
from masterpoint.schemes import FEDERATIONS

CARRYOVER_KINDS = (Posting.Kind.OPENING, Posting.Kind.TRANSFER, Posting.Kind.EXPIRY)
WON_IN_YEAR = "won_in_year"
"""Key in the detail of a posting of balances: the balances won in the season of their day."""
INSERT_YEARS = "INSERT INTO ledger_broughtyear (posting_id, year) {rows}"
INSERT_BALANCES = "INSERT INTO ledger_wonbalance (posting_id, person_id, colour, day) {rows}"
DIFFERENT_YEARS = """
SELECT posting.federation_id, posting.number, both_sides.year, SUM(stored) FROM (
    SELECT posting_id, year, 1 AS stored, 0 AS expected FROM ledger_broughtyear
    UNION ALL
    SELECT DISTINCT line.posting_id, {year}, 0, 1
    FROM ledger_posting AS posting JOIN ledger_line AS line ON line.posting_id = posting.id
    LEFT JOIN ledger_posting AS reversed ON reversed.id = posting.reverses_id
    WHERE posting.kind IN ({carryover_kinds})
    OR (posting.kind = 'reversal' AND (posting.reverses_id IS NULL OR reversed.kind IN ({carryover_kinds})))
) AS both_sides JOIN ledger_posting AS posting ON posting.id = both_sides.posting_id {condition}
GROUP BY 1, 2, 3 HAVING SUM(stored) <> SUM(expected) ORDER BY 1, 2, 3 LIMIT 1000
"""
DIFFERENT_BALANCES = """
SELECT posting.federation_id, posting.number, both_sides.person_id, colour, day, SUM(stored) FROM (
    SELECT posting_id, person_id, colour, day, 1 AS stored, 0 AS expected FROM ledger_wonbalance
    UNION ALL
    SELECT DISTINCT {won}, 0, 1 FROM ledger_posting AS posting, {each} WHERE posting.kind IN ({carryover_kinds})
) AS both_sides JOIN ledger_posting AS posting ON posting.id = both_sides.posting_id {condition}
GROUP BY 1, 2, 3, 4, 5 HAVING SUM(stored) <> SUM(expected) ORDER BY 1, 2, 3, 4, 5 LIMIT 1000
"""
WON_ELEMENTS = {
    "sqlite": f"json_each(posting.detail, '$.{WON_IN_YEAR}') AS won",
    "postgresql": f"jsonb_array_elements(posting.detail -> '{WON_IN_YEAR}') AS won",
}
WON = {
    "sqlite": "posting.id, json_extract(won.value, '$[0]'), json_extract(won.value, '$[1]'),"
    " json_extract(won.value, '$[2]')",
    "postgresql": "posting.id, (won ->> 0)::bigint, won ->> 1, (won ->> 2)::date",
}
"""Posting, person, colour and day of each balance won in its year, from the details of postings."""
SINCE_POSTING = "WHERE posting.federation_id = %s AND posting.number > %s"


def store_carryovers(scheme: str, postings: Iterable[tuple[Posting, Sequence[NewLine]]]) -> None:
    """Store the seasons and won balances of new postings that carry points over or reverse such a posting."""
    season = FEDERATIONS[scheme].season
    years: list[tuple[int, int]] = []
    balances: list[tuple[int, int, str, date]] = []
    for posting, lines in postings:
        if _is_carryover(posting):
            years += (
                (posting.pk, year) for year in sorted({season.year_of(day) for day in {line.day for line in lines}})
            )
            won = {(person, colour, date.fromisoformat(day)) for person, colour, day in _won_balances(posting)}
            balances += ((posting.pk, *balance) for balance in sorted(won))
    write_rows(INSERT_YEARS, years)
    write_rows(INSERT_BALANCES, balances)


def _is_carryover(posting: Posting) -> bool:
    """Whether a posting carries points over. A reversal for one person always counts: only its detail says of what."""
    if posting.kind == Posting.Kind.REVERSAL:
        return posting.reverses is None or posting.reverses.kind in CARRYOVER_KINDS
    return posting.kind in CARRYOVER_KINDS


def _won_balances(posting: Posting) -> list[tuple[int, str, str]]:
    rows: list[tuple[int, str, str]] = posting.facts.get(WON_IN_YEAR, [])
    return rows


def carryover_differences(federation: Federation | None = None, after_posting: int = 0) -> Iterator[str]:
    """Every missing or superfluous row of the two caches: in all ledgers, or in one after a posting."""
    for code, number, year, is_stored in _differences(DIFFERENT_YEARS, federation, after_posting):
        yield f"{code} posting {number}: {year} as a year of carried-over points {_verdict(is_stored)}"
    for code, number, person, colour, day, is_stored in _differences(DIFFERENT_BALANCES, federation, after_posting):
        balance = f"person {person}, {colour} {day}: a balance won in its year"
        yield f"{code} posting {number}: {balance} {_verdict(is_stored)}"


def _differences(statement: str, federation: Federation | None, after_posting: int) -> list[tuple[object, ...]]:
    values: list[str | int] = [federation.pk, after_posting] if federation else []
    vendor, kinds = connection.vendor, ", ".join(f"'{kind}'" for kind in CARRYOVER_KINDS)
    parts = {"year": season_in_sql(), "won": WON[vendor], "each": WON_ELEMENTS[vendor], "carryover_kinds": kinds}
    with connection.cursor() as cursor:
        cursor.execute(statement.format(condition=SINCE_POSTING if federation else "", **parts), values)
        rows: list[tuple[object, ...]] = cursor.fetchall()
    return rows


def _verdict(is_stored: object) -> str:
    return "is stored but wrong" if is_stored else "is not stored"
