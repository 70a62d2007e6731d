"""The turn of a year as one act of the office: seen first, then run in one transaction; a second run does nothing."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import due
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.records import yearly
from masterpoint.centre.registry.models import Federation
from masterpoint.core.errors import Problem
from masterpoint.schemes import FEDERATIONS


class Change(NamedTuple):
    """What a player's points of a colour gain or lose."""

    person: int
    colour: str
    hundredths: int


class YearEnd(NamedTuple):
    """What the book does at the end of a year, and has not done yet."""

    year: int
    last_day: date
    is_over: bool
    provisional: int
    """Filings of the year that are not official yet: they count, and may still change."""
    changes: list[Change]
    ratings: list[yearly.Rated]
    is_rated: bool

    @property
    def players(self) -> int:
        """How many have points that change."""
        return len({change.person for change in self.changes})

    @property
    def is_due(self) -> bool:
        return bool(self.changes or self.ratings)


def turns(federation: Federation) -> bool:
    """Whether the book does anything at the turn of a year."""
    own = FEDERATIONS[federation.scheme]
    return bool(own.decaying or own.converting) or yearly.has_ratings(federation)


def preview(federation: Federation, year: int, *, today: date) -> YearEnd:
    """What running it now would do; nothing is written."""
    last = date(year, 12, 31)
    converting = due.conversion_lines(federation, last)
    is_rated = yearly.has_ratings(federation) and yearly.is_rated(federation, year)
    rated = yearly.has_ratings(federation) and not is_rated
    return YearEnd(
        year,
        last,
        last < today,
        Filing.objects.filter(federation=federation, day__year=year, state=Filing.State.PROVISIONAL).count(),
        _summed([*due.decay_lines(federation, last), *converting]),
        yearly.ratings(federation, year, None, None, converting) if rated else [],
        is_rated,
    )


def _summed(lines: list[NewLine]) -> list[Change]:
    sums: Counter[tuple[int, str]] = Counter()
    for line in lines:
        sums[line.person, line.colour] += line.hundredths
    return [Change(*key, amount) for key, amount in sorted(sums.items()) if amount]


@transaction.atomic
def run(
    federation: Federation, year: int, *, by: User | None, today: date, processed_by: date | None = None
) -> list[Posting]:
    """Points lose value or become others, ratings follow: whatever is due and not done; all of it or nothing."""
    last = date(year, 12, 31)
    if last >= today:
        raise ledger.NotPosted(Problem("year", str(year), "this year is not over", f"wait for 1 January {year + 1}"))
    lock(federation)
    done = [yearly.post_decay(federation, last, by=by), yearly.post_conversion(federation, last, by=by)]
    if yearly.has_ratings(federation) and not yearly.is_rated(federation, year):
        done.append(yearly.rate(federation, year, by=by, processed_by=processed_by))
    return [posting for posting in done if posting is not None]
