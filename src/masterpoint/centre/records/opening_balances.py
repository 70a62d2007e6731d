"""Opening balances from a CSV file: every problem at once, shown before anything is posted, and posted once."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.records import queries
from masterpoint.centre.records.officers import hundredths_of
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import by_numbers
from masterpoint.centre.spreadsheets import in_order, problem_in, table_rows
from masterpoint.core.errors import NotReadable, Problem

COLUMNS = ("number", "colour", "points", "day", "reason")
LONGEST_REASON = 300


class Balance(NamedTuple):
    """One line of the file, understood."""

    line: int
    person: Person
    colour: str
    hundredths: int
    day: date
    reason: str


class Balances(NamedTuple):
    """A whole file, ready to be posted."""

    source: str
    rows: list[Balance]

    @property
    def sums(self) -> dict[str, int]:
        """What it comes to, by colour."""
        sums: Counter[str] = Counter()
        for row in self.rows:
            sums[row.colour] += row.hundredths
        return dict(sorted(sums.items()))

    @property
    def players(self) -> int:
        return len({row.person.pk for row in self.rows})

    @property
    def reason(self) -> str:
        """The reasons of the file, each once."""
        whole = "; ".join(dict.fromkeys(row.reason for row in self.rows))
        return whole if len(whole) <= LONGEST_REASON else f"{whole[: LONGEST_REASON - 1]}…"

    @property
    def digest(self) -> str:
        """The same balances have the same digest, however the file was saved."""
        fields = sorted((row.person.pk, row.colour, row.hundredths, row.day.isoformat()) for row in self.rows)
        return hashlib.sha256(json.dumps(fields).encode()).hexdigest()


def read_balances(federation: Federation, data: bytes, *, source: str, today: date) -> Balances:
    """What a file would post, or everything that is wrong with it."""
    raw = list(table_rows(data, source=source, columns=COLUMNS, needed=COLUMNS))
    people = by_numbers(federation, {row.get("number", "") for _, row in raw})
    colours = tuple(queries.edition_of(federation).colours)
    problems: list[Problem] = []
    rows = [_balance(source, line, row, people, colours, today, problems) for line, row in raw]
    read = [row for row in rows if row is not None]
    count = Counter((row.person.pk, row.colour, row.day) for row in read)
    problems += [
        problem_in(source, row.line, row.person.number, "this balance stands in the file twice", "keep one line")
        for row in read
        if count[row.person.pk, row.colour, row.day] > 1
    ]
    if not raw:
        problems.append(problem_in(source, 1, "", "there is no line under the heading", "one line for each balance"))
    if problems:
        raise NotReadable(in_order(problems))
    found = Balances(source, read)
    _require_new(federation, found)
    return found


def _balance(
    source: str,
    line: int,
    raw: dict[str, str],
    people: dict[str, Person],
    colours: Sequence[str],
    today: date,
    problems: list[Problem],
) -> Balance | None:
    before = len(problems)

    def wrong(value: str, message: str, fix: str) -> None:
        problems.append(problem_in(source, line, value[:40], message, fix))

    number, reason = raw.get("number", ""), raw.get("reason", "")
    person = people.get(number)
    if person is None:
        wrong(number, "nobody has this number", "register the player first, or mend the number")
    named = {colour.casefold(): colour for colour in colours}
    colour = named.get(raw.get("colour", "").casefold())
    if colour is None:
        wrong(raw.get("colour", ""), "the book has no such points", f"write one of: {', '.join(colours)}")
    amount = hundredths_of(raw.get("points", ""))
    if amount is None or amount <= 0:
        wrong(raw.get("points", ""), "this is no balance", "write more than nothing, as 12 or 0.25")
    day = _day(raw.get("day", ""))
    if day is None or day > today:
        wrong(raw.get("day", ""), "this is no day that has been", "write it as 2026-11-15")
    if not reason:
        wrong("", "the reason is missing", "say where the balance comes from")
    if len(problems) > before:
        return None
    assert person is not None and colour is not None and amount is not None and day is not None
    return Balance(line, person, colour, amount, day, reason[:LONGEST_REASON])


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@transaction.atomic
def post_balances(federation: Federation, balances: Balances, *, by: User | None) -> Posting:
    """All of them in one posting; the same balances again are refused."""
    ledger.lock(federation)
    _require_new(federation, balances)
    lines = [NewLine(row.person.pk, row.colour, row.hundredths, row.day) for row in balances.rows]
    reasons = [[row.person.number, row.colour, row.day.isoformat(), row.reason] for row in balances.rows]
    detail = {"file": balances.source, "balances": balances.digest, "reasons": reasons}
    return ledger.open_balances(federation, lines, by=by, reason=balances.reason, detail=detail)


def _require_new(federation: Federation, balances: Balances) -> None:
    before = Posting.objects.filter(
        federation=federation, kind=Posting.Kind.OPENING, detail__balances=balances.digest, reversed_by=None
    ).first()
    if before is not None:
        message = f"these balances were posted on {before.at:%-d %B %Y}, as number {before.number} of the ledger"
        raise ledger.NotPosted(Problem(balances.source, "", message, "nothing more to do"))
