"""Opening balances from a CSV file: report every problem at once, preview, then post once."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.carryovers import WON_IN_YEAR
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.records import queries
from masterpoint.centre.records.allowances import allowance_named, allowance_of
from masterpoint.centre.records.manual_entries import hundredths_of
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import by_numbers
from masterpoint.centre.spreadsheets import in_order, problem_in, table_rows
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.exact import grouped_text
from masterpoint.core.federations import Allowance
from masterpoint.schemes import FEDERATIONS

COLUMNS = ("number", "colour", "points", "day", "year", "reason")
REQUIRED_COLUMNS = ("number", "colour", "points", "reason")
MAX_REASON = 300
FIRST_YEAR = 1900


class Balance(NamedTuple):
    """One parsed line of the file."""

    line: int
    person: Person
    colour: str
    hundredths: int
    day: date
    reason: str
    year: int | None = None
    """The season the points were won in, if the file has it; without it they count for life, and in no season."""

    @property
    def lines(self) -> list[NewLine]:
        """The lines of the balance. An allowance (red won before 1982) dates that part of it to when it was won."""
        allowance = allowance_named(self.colour)
        if allowance is None:
            return [NewLine(self.person.pk, self.colour, self.hundredths, self.day)]
        return [
            NewLine(self.person.pk, allowance.colour, self.hundredths, allowance.last_day),
            NewLine(self.person.pk, allowance.colour, -self.hundredths, self.day),
        ]


class Balances(NamedTuple):
    """A whole file, ready to be posted."""

    source: str
    rows: list[Balance]

    @property
    def sums(self) -> dict[str, int]:
        """The totals by colour."""
        sums: Counter[str] = Counter()
        for row in self.rows:
            sums[row.colour] += row.hundredths
        return dict(sorted(sums.items()))

    @property
    def players(self) -> int:
        return len({row.person.pk for row in self.rows})

    @property
    def reason(self) -> str:
        """The distinct reasons of the file."""
        reasons = "; ".join(dict.fromkeys(row.reason for row in self.rows))
        return reasons if len(reasons) <= MAX_REASON else f"{reasons[: MAX_REASON - 1]}…"

    @property
    def digest(self) -> str:
        """A digest of the balances, however the file was saved."""
        fields = sorted(
            (row.person.pk, row.colour, row.hundredths, row.day.isoformat(), *([row.year] if row.year else []))
            for row in self.rows
        )
        return hashlib.sha256(json.dumps(fields).encode()).hexdigest()


def read_balances(federation: Federation, data: bytes, *, source: str, today: date) -> Balances:
    """The balances of a file; raises everything that is wrong with it."""
    raw = list(table_rows(data, source=source, columns=COLUMNS, required=REQUIRED_COLUMNS))
    people = by_numbers(federation, {row.get("number", "") for _, row in raw})
    problems: list[Problem] = []
    parser = _RowParser(source, people, federation, today, problems)
    lines = [parser.balance(line, row) for line, row in raw]
    rows = [row for row in lines if row is not None]
    count = Counter((row.person.pk, row.colour, row.day) for row in rows)
    problems += [
        problem_in(source, row.line, row.person.number, "this balance is in the file twice", "keep one line")
        for row in rows
        if count[row.person.pk, row.colour, row.day] > 1
    ]
    problems += _parts_of_a_colour(source, rows)
    if not raw:
        problems.append(
            problem_in(source, 1, "", "there is no line under the heading", "write one line for each balance")
        )
    if problems:
        raise NotReadable(in_order(problems))
    balances = Balances(source, rows)
    _require_new(federation, balances)
    return balances


def colours_of(federation: Federation, on: date) -> tuple[str, ...]:
    """The colours a balance of a day may have: those of its book, and the allowance."""
    allowance = allowance_of(federation.scheme)
    return (*queries.edition_of(federation, on).colours, *([allowance.name] if allowance else []))


class _RowParser(NamedTuple):
    """The context for reading lines, which collects their problems."""

    source: str
    people: dict[str, Person]
    federation: Federation
    today: date
    problems: list[Problem]

    def balance(self, line: int, raw: dict[str, str]) -> Balance | None:
        count_before = len(self.problems)

        def add_problem(value: str, message: str, fix: str) -> None:
            self.problems.append(problem_in(self.source, line, value[:40], message, fix))

        number, reason = raw.get("number", ""), raw.get("reason", "")
        person = self.people.get(number)
        if person is None:
            add_problem(number, "nobody has this number", "register the player first, or correct the number")
        year, day = self._year_and_day(raw, add_problem)
        colours = colours_of(self.federation, day or self.today)
        colour = {colour.casefold(): colour for colour in colours}.get(raw.get("colour", "").casefold())
        if colour is None:
            add_problem(
                raw.get("colour", ""), "the book has no points of this colour", f"write one of: {', '.join(colours)}"
            )
        amount = hundredths_of(raw.get("points", ""))
        if amount is None or amount <= 0:
            add_problem(raw.get("points", ""), "this is not a balance", "write a number above 0, such as 12 or 0.25")
        if not reason:
            add_problem("", "the reason is missing", "say where the balance comes from")
        if len(self.problems) > count_before:
            return None
        assert person is not None and colour is not None and amount is not None and day is not None
        return Balance(line, person, colour, amount, day, reason[:MAX_REASON], year)

    def _year_and_day(
        self, raw: dict[str, str], add_problem: Callable[[str, str, str], None]
    ) -> tuple[int | None, date | None]:
        """The season of the points, if the line has it, and their day."""
        season = FEDERATIONS[self.federation.scheme].season
        day_text, year_text = raw.get("day", ""), raw.get("year", "")
        year = int(year_text) if year_text.isdecimal() and len(year_text) == 4 else None
        if year_text and (year is None or not FIRST_YEAR <= year <= season.year_of(self.today)):
            add_problem(year_text, "this is not a year, or it has not come yet", "write it as 2025, or leave it out")
            return None, None
        if not day_text and year is not None:
            return year, min(season.last_day(year), self.today)
        day = _day(day_text)
        if day is None or day > self.today:
            add_problem(day_text, "this is not a date, or it has not come yet", "write it as 2026-11-15")
        elif year is not None and season.year_of(day) != year:
            message = f"this day is not in {season.name(year)}"
            add_problem(day_text, message, "give a day of that year, or leave one of the two out")
        return year, day


def _parts_of_a_colour(source: str, rows: list[Balance]) -> list[Problem]:
    """Problems of allowances: red won before 1982 is part of the red balances, so it cannot be more."""
    problems = []
    for row in rows:
        allowance = allowance_named(row.colour)
        if allowance is None:
            continue
        label = f"{row.person}: {row.colour}"
        if row.year or row.day < allowance.before:
            message = f"these points are part of a balance whose day is in {allowance.before.year} or later"
            fix = f"give its day and no year; or bring them in as {allowance.colour}, dated {allowance.last_day}"
            problems.append(problem_in(source, row.line, label, message, fix))
            continue
        allowance_won = _points_since(row, allowance) + sum(
            second.hundredths
            for second in rows
            if second.person == row.person
            and second.colour == allowance.colour
            and allowance.before <= second.day <= row.day
        )
        if row.hundredths > allowance_won:
            amount = grouped_text(queries.points({"x": max(0, allowance_won)})["x"])
            message = f"this is more than the {allowance.colour} points brought in: {amount} by {row.day:%-d %B %Y}"
            fix = f"bring in the {allowance.colour} points first; those of before 1982 are part of them"
            problems.append(problem_in(source, row.line, label, message, fix))
    return problems


def _points_since(row: Balance, allowance: Allowance) -> int:
    """Points of the colour in the ledger, dated from the allowance's day to the balance's."""
    holding_then, holding_before = (ledger_queries.holding(row.person, day) for day in (row.day, allowance.last_day))
    return holding_then.get(allowance.colour, 0) - holding_before.get(allowance.colour, 0)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@transaction.atomic
def post_balances(federation: Federation, balances: Balances, *, by: User | None) -> Posting:
    """Post all balances at once; refuse balances that were posted before."""
    lock(federation)
    _require_new(federation, balances)
    lines = [line for row in balances.rows for line in row.lines]
    detail: dict[str, Any] = {"file": balances.source, "balances": balances.digest}
    won_in_year = [[row.person.pk, row.colour, row.day.isoformat()] for row in balances.rows if row.year]
    if won_in_year:
        detail[WON_IN_YEAR] = won_in_year
    return ledger.open_balances(federation, lines, by=by, reason=balances.reason, detail=detail)


def _require_new(federation: Federation, balances: Balances) -> None:
    duplicate = Posting.objects.filter(
        federation=federation, kind=Posting.Kind.OPENING, detail__balances=balances.digest, reversed_by=None
    ).first()
    if duplicate is not None:
        message = f"these balances were posted on {duplicate.at:%-d %B %Y}, as number {duplicate.number} of the ledger"
        raise ledger.NotPosted(Problem(balances.source, "", message, "nothing more to do"))
