"""`masterpoint verify`, the ledger's part: chain, totals and triggers, and every act that can be done again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.db import connection

from masterpoint.centre.ledger import due, transfers
from masterpoint.centre.ledger.chain import BEGINNING, NewLine, digest
from masterpoint.centre.ledger.models import Line, Overall, Posting
from masterpoint.centre.ledger.worth import WORTH
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import MasterpointError

Progress = Callable[[int], None]
Numbers = tuple[int, int]
"""A stretch of a chain: first and last number."""
PAGE = 1_000
DIFFERENT_TOTALS = """
SELECT person_id, colour, year, SUM(kept), SUM(summed) FROM (
    SELECT person_id, colour, year, hundredths AS kept, 0 AS summed FROM ledger_total
    UNION ALL
    SELECT person_id, colour, {year}, 0, SUM(hundredths) FROM ledger_line GROUP BY 1, 2, 3
) AS both_sides GROUP BY person_id, colour, year HAVING SUM(kept) <> SUM(summed) ORDER BY person_id LIMIT 1000
"""
DIFFERENT_OVERALL = """
SELECT person_id, year, SUM(kept), SUM(summed) FROM (
    SELECT person_id, year, hundredths AS kept, 0 AS summed FROM ledger_overall
    UNION ALL
    SELECT total.person_id, total.year, 0, total.hundredths * ({worth})
    FROM ledger_total AS total {scheme}
    UNION ALL
    SELECT total.person_id, {lifetime}, 0, total.hundredths * ({worth})
    FROM ledger_total AS total {scheme}
) AS both_sides GROUP BY person_id, year HAVING SUM(kept) <> SUM(summed) ORDER BY person_id LIMIT 1000
"""
WITH_SCHEME = """
JOIN registry_person AS person ON person.id = total.person_id
JOIN registry_federation AS federation ON federation.code = person.federation_id
"""
YEAR = {"sqlite": "CAST(strftime('%Y', day) AS INTEGER)", "postgresql": "CAST(EXTRACT(YEAR FROM day) AS INTEGER)"}
LINES = """
SELECT posting.number, line.person_id, line.colour, line.hundredths, line.day, line.award
FROM ledger_posting AS posting JOIN ledger_line AS line ON line.posting_id = posting.id
WHERE posting.federation_id = %s AND posting.number BETWEEN %s AND %s ORDER BY posting.number, line.id
"""
TRIGGERS = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'",
}
KEPT = ("ledger_posting", "ledger_line", "filing_version", "registry_change")
NAMES = {"sqlite": ("{table}_no_UPDATE", "{table}_no_DELETE"), "postgresql": ("{table}_append_only",)}


def head(federation: Federation) -> int:
    """The number of the last posting."""
    return (
        Posting.objects.filter(federation=federation).order_by("-number").values_list("number", flat=True).first() or 0
    )


def chain_differences(
    federation: Federation, progress: Progress = lambda _: None, numbers: Numbers | None = None
) -> Iterator[str]:
    """Every posting of a stretch whose place, link or digest is not what it must be."""
    first, last = numbers or (1, head(federation))
    for start in range(first, last + 1, PAGE):
        end = min(start + PAGE - 1, last)
        yield from _stretch(federation, start, end)
        progress(end - start + 1)


def _stretch(federation: Federation, first: int, last: int) -> Iterator[str]:
    postings = Posting.objects.filter(federation=federation, number__gte=first - 1, number__lte=last)
    rows = list(
        postings.order_by("number").values_list(
            "number", "kind", "version", "reverses__number", "reason", "by", "at", "detail", "previous_hash", "hash"
        )
    )
    link = BEGINNING if first == 1 else ""
    if first > 1 and rows and rows[0][0] == first - 1:
        link = rows.pop(0)[-1]
    lines = _lines(federation, first, last)
    expected = first
    for row in rows:
        while expected < row[0]:
            yield f"{federation.code} posting {expected} is missing"
            expected, link = expected + 1, row[-2]
        if row[-2] != link:
            yield f"{federation.code} posting {row[0]} does not follow the one before it"
        if row[-1] != _digest(federation, row, lines.get(row[0], [])):
            yield f"{federation.code} posting {row[0]} was changed after it was written"
        expected, link = expected + 1, row[-1]
    for missing in range(expected, last + 1):
        yield f"{federation.code} posting {missing} is missing"


def _lines(federation: Federation, first: int, last: int) -> dict[int, list[tuple[Any, ...]]]:
    with connection.cursor() as cursor:
        cursor.execute(LINES, [federation.code, first, last])
        rows = cursor.fetchall()
    return {number: [row[1:] for row in group] for number, group in groupby(rows, key=lambda row: row[0])}


class _Day(str):
    """A day as a database without dates gives it back."""

    def isoformat(self) -> str:
        return str(self)


def _digest(federation: Federation, row: tuple[Any, ...], lines: list[tuple[Any, ...]]) -> str:
    number, kind, version, reverses, reason, by, at, detail, previous, _ = row
    assert isinstance(at, datetime)
    told = [
        NewLine(*line) if isinstance(line[3], date) else NewLine(*line[:3], _Day(line[3]), line[4]) for line in lines
    ]
    return digest(
        federation=federation.code,
        number=number,
        kind=kind,
        version=version,
        reverses=reverses,
        reason=reason,
        by=by,
        at=at,
        lines=told,
        previous=previous,
        detail=detail,
    )


def total_differences() -> Iterator[str]:
    """Every total that is not the sum of its lines."""
    with connection.cursor() as cursor:
        cursor.execute(DIFFERENT_TOTALS.format(year=YEAR[connection.vendor]))
        for person, colour, year, kept, summed in cursor.fetchall():
            yield f"person {person}, {colour} {year}: total {kept}, lines {summed}"
        cursor.execute(DIFFERENT_OVERALL.format(worth=_worth(), scheme=WITH_SCHEME, lifetime=Overall.LIFETIME))
        for person, year, kept, summed in cursor.fetchall():
            yield f"person {person}, all colours {year or 'of a lifetime'}: kept {kept}, lines {summed}"


def _worth() -> str:
    """What each colour counts for, as SQL; the words are our own constants."""
    cases = " ".join(
        f"WHEN federation.scheme = '{scheme}' AND total.colour = '{colour}' THEN {amount}"
        for scheme, colours in WORTH.items()
        for colour, amount in colours.items()
    )
    known = ", ".join(f"'{scheme}'" for scheme in WORTH)
    return f"CASE {cases} WHEN federation.scheme NOT IN ({known}) THEN 1 ELSE 0 END"


def trigger_differences() -> Iterator[str]:
    """Every table that the database would let somebody change."""
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS[connection.vendor])
        there = {name for (name,) in cursor.fetchall()}
    for table in KEPT:
        if any(name.format(table=table) not in there for name in NAMES[connection.vendor]):
            yield f"{table}: the trigger that refuses changes is gone"


def act_differences(federation: Federation) -> Iterator[str]:
    """Every act but awards: what it wrote must be what the ledger before it, or its own facts, give."""
    others = Posting.objects.filter(federation=federation).exclude(kind=Posting.Kind.AWARDS).order_by("number")
    for posting in others.select_related("federation", "reverses").iterator(chunk_size=500):
        check = CHECKS.get(posting.kind)
        problem = check(posting) if check else ""
        if problem:
            yield f"{federation.code} posting {posting.number}: {problem}"
    yield from _merged_with_points(federation)


def _merged_with_points(federation: Federation) -> Iterator[str]:
    merged = Person.objects.filter(federation=federation, merged_into__isnull=False)
    for person in merged.filter(totals__hundredths__gt=0) | merged.filter(totals__hundredths__lt=0):
        sums: Counter[str] = Counter()
        for total in person.totals.all():
            sums[total.colour] += total.hundredths
        if any(sums.values()):
            yield f"person {person.pk} is merged into another, and still has points"


Sums = Counter[tuple[int, str, str, int | None]]


def _sums(posting: Posting, sign: int = 1) -> Sums:
    found: Sums = Counter()
    for person, colour, amount, day, award in Line.objects.filter(posting=posting).values_list(
        "person", "colour", "hundredths", "day", "award"
    ):
        found[person, colour, day.isoformat(), award] += sign * amount
    return found


def _told(lines: list[NewLine]) -> Sums:
    found: Sums = Counter()
    for line in lines:
        found[line.person, line.colour, line.day.isoformat(), line.award] += line.hundredths
    return found


def _is_reversal(posting: Posting) -> str:
    if posting.reverses is None:
        return "a reversal of nothing"
    same = _sums(posting) == _sums(posting.reverses, -1)
    return "" if same else f"not the opposite of posting {posting.reverses.number}"


def _is_move(posting: Posting) -> str:
    people: set[int] = set()
    left: Counter[tuple[str, str, int | None]] = Counter()
    for (person, *what), amount in _sums(posting).items():
        people.add(person)
        left[tuple(what)] += amount  # type: ignore[index]
    if any(left.values()):
        return "what one record lost, the other did not receive"
    return "" if len(people) in (0, 2) else "moves points between more than two records"


def _is_due(posting: Posting) -> str:
    runs = {Posting.Kind.EXPIRY: due.fading, Posting.Kind.CONVERSION: due.converting}
    as_at = date.fromisoformat((posting.detail or {})["as_at"])
    expected = runs[Posting.Kind(posting.kind)](posting.federation, as_at, posting.number)
    return "" if _told(expected) == _sums(posting) else "not what was due on that day"


def _is_lapse(posting: Posting) -> str:
    detail = posting.detail or {}
    person = Person.objects.select_related("federation").get(pk=detail["person"])
    lapsed, renewed = (date.fromisoformat(detail[key]) for key in ("lapsed", "renewed"))
    expected = due.forfeited(person, lapsed, renewed, posting.number)
    return "" if _told(expected) == _sums(posting) else "not what was lost by the late renewal"


def _is_transfer(posting: Posting) -> str:
    try:
        expected = transfers.expected(posting)
    except MasterpointError as error:
        return f"cannot be converted again: {error}"
    if expected is None:
        return ""
    posted: Counter[str] = Counter()
    for (_, colour, _, _), amount in _sums(posting).items():
        posted[colour] += amount
    return "" if posted == Counter(expected) else "not what the conversion table gives"


def _has_officer(posting: Posting) -> str:
    return "" if posting.by_id and posting.reason.strip() else "no officer or no reason"


CHECKS: dict[str, Callable[[Posting], str]] = {
    Posting.Kind.REVERSAL: _is_reversal,
    Posting.Kind.MERGE: _is_move,
    Posting.Kind.SPLIT: _is_move,
    Posting.Kind.EXPIRY: _is_due,
    Posting.Kind.CONVERSION: _is_due,
    Posting.Kind.LAPSE: _is_lapse,
    Posting.Kind.TRANSFER: _is_transfer,
    Posting.Kind.ADJUSTMENT: _has_officer,
    Posting.Kind.OPENING: _has_officer,
}
