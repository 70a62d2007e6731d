"""What the office does at the end of a season: previewed, then run in one transaction. A second run does nothing."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import due
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.records import season_points, yearly
from masterpoint.centre.registry.models import Federation
from masterpoint.core.errors import Problem
from masterpoint.schemes import FEDERATIONS


class Change(NamedTuple):
    """The change of a player's points of a colour."""

    person: int
    colour: str
    hundredths: int


class YearEnd(NamedTuple):
    """What the book requires at the end of a season and is still due."""

    year: int
    last_day: date
    is_over: bool
    provisional: int
    """Provisional filings of the season, which count and may still change."""
    changes: list[Change]
    ratings: list[yearly.Rated]
    is_rated: bool

    @property
    def players(self) -> int:
        """The number of players whose points change."""
        return len({change.person for change in self.changes})

    @property
    def is_due(self) -> bool:
        return bool(self.changes or self.ratings)


def has_year_end(federation: Federation) -> bool:
    """Whether the book does anything at the end of a season."""
    rules = FEDERATIONS[federation.scheme]
    return bool(rules.decaying or rules.converting) or yearly.has_ratings(federation)


def preview(federation: Federation, year: int, *, today: date) -> YearEnd:
    """What a run would do now; nothing is written."""
    first_day, last_day = season_points.days_of(federation, year)
    converting = due.conversion_lines(federation, last_day)
    is_rated = yearly.has_ratings(federation) and yearly.is_rated(federation, year)
    rated = yearly.has_ratings(federation) and not is_rated
    return YearEnd(
        year,
        last_day,
        last_day < today,
        Filing.objects.filter(
            federation=federation, day__range=(first_day, last_day), state=Filing.State.PROVISIONAL
        ).count(),
        _add_up([*due.decay_lines(federation, last_day), *converting]),
        yearly.ratings(federation, year, None, None, converting) if rated else [],
        is_rated,
    )


def _add_up(lines: list[NewLine]) -> list[Change]:
    sums: Counter[tuple[int, str]] = Counter()
    for line in lines:
        sums[line.person, line.colour] += line.hundredths
    return [Change(*key, amount) for key, amount in sorted(sums.items()) if amount]


@transaction.atomic
def run(
    federation: Federation, year: int, *, by: User | None, today: date, processed_by: date | None = None
) -> list[Posting]:
    """Post decay, conversion and ratings if they are due: all of them or nothing."""
    _, last_day = season_points.days_of(federation, year)
    if last_day >= today:
        next_day = last_day + timedelta(days=1)
        raise ledger.NotPosted(Problem("year", str(year), "this year is not over", f"wait for {next_day:%-d %B %Y}"))
    lock(federation)
    postings = [yearly.post_decay(federation, last_day, by=by), yearly.post_conversion(federation, last_day, by=by)]
    if yearly.has_ratings(federation) and not yearly.is_rated(federation, year):
        postings.append(yearly.rate(federation, year, by=by, processed_by=processed_by))
    return [posting for posting in postings if posting is not None]
