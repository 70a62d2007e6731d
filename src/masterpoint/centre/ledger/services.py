"""All writes to the ledger: one path, one transaction, nothing edited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

from django.db import connection, transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Version
from masterpoint.centre.ledger.chain import BEGINNING, NewLine, digest
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import MasterpointError, Problem

INSERT_LINES = (
    "INSERT INTO ledger_line (posting_id, person_id, colour, hundredths, day, award) VALUES (%s, %s, %s, %s, %s, %s)"
)
COPY_LINES = "COPY ledger_line (posting_id, person_id, colour, hundredths, day, award) FROM STDIN"
ADD_TOTALS = """
INSERT INTO ledger_total (person_id, colour, year, hundredths) VALUES (%s, %s, %s, %s)
ON CONFLICT (person_id, colour, year) DO UPDATE SET hundredths = ledger_total.hundredths + excluded.hundredths
"""
COPY_FROM = 50
"""PostgreSQL's bulk path pays for itself from about this many lines."""


class AlreadyReversed(MasterpointError):
    """A posting can be reversed once."""


@transaction.atomic
def post(
    federation: Federation,
    kind: str,
    lines: Sequence[NewLine],
    *,
    by: User | None,
    reason: str = "",
    version: Version | None = None,
    reverses: Posting | None = None,
) -> Posting:
    """Write one posting with all its lines, and keep the totals, or nothing at all."""
    previous = _head(federation)
    number = previous.number + 1 if previous else 1
    at = datetime.now(UTC)
    link = previous.hash if previous else BEGINNING
    posting = Posting(
        federation=federation,
        number=number,
        kind=kind,
        version=version,
        reverses=reverses,
        reason=reason,
        by=by,
        at=at,
        previous_hash=link,
        hash=digest(
            federation=federation.code,
            number=number,
            kind=kind,
            version=version.pk if version else None,
            reverses=reverses.number if reverses else None,
            reason=reason,
            by=by.pk if by else None,
            at=at,
            lines=lines,
            previous=link,
        ),
    )
    posting.save(force_insert=True)
    _write_lines(posting, lines)
    _add_totals(lines)
    return posting


def _head(federation: Federation) -> Posting | None:
    """The last posting; the federation's row is locked, so that two people never take the same number."""
    Federation.objects.select_for_update().get(pk=federation.pk)
    return Posting.objects.filter(federation=federation).order_by("-number").first()


def _write_lines(posting: Posting, lines: Sequence[NewLine]) -> None:
    rows = [(posting.pk, *line) for line in lines]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql" and len(rows) >= COPY_FROM:
            with cursor.copy(COPY_LINES) as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            cursor.executemany(INSERT_LINES, rows)


def _add_totals(lines: Sequence[NewLine]) -> None:
    sums: Counter[tuple[int, str, int]] = Counter()
    for line in lines:
        sums[line.person, line.colour, line.day.year] += line.hundredths
    # In one order for everybody, so that two transactions never wait for each other's rows.
    rows = [(*key, amount) for key, amount in sorted(sums.items()) if amount]
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(ADD_TOTALS, rows)


@transaction.atomic
def reverse(posting: Posting, *, by: User | None, reason: str) -> Posting:
    """Take a posting back by its opposite; both stay in the ledger."""
    _head(posting.federation)
    if Posting.objects.filter(reverses=posting).exists():
        raise AlreadyReversed(
            Problem("posting", str(posting.number), "this posting has been reversed before", "nothing more to do")
        )
    lines = [
        NewLine(line.person_id, line.colour, -line.hundredths, line.day, line.award)
        for line in posting.lines.order_by("pk")
    ]
    return post(
        posting.federation,
        Posting.Kind.REVERSAL,
        lines,
        by=by,
        reason=reason,
        version=posting.version,
        reverses=posting,
    )


def adjust(
    person: Person,
    colour: str,
    hundredths: int,
    day: datetime,
    *,
    by: User,
    reason: str,
    kind: str = Posting.Kind.ADJUSTMENT,
) -> Posting:
    """An officer's adjustment, or an opening balance: always with a reason."""
    if not reason.strip():
        raise MasterpointError(Problem("reason", "", "an adjustment needs a reason", "say what was wrong and when"))
    return post(person.federation, kind, [NewLine(person.pk, colour, hundredths, day, None)], by=by, reason=reason)
