"""Ranks that another Centre announced, stored as announced there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal import services as journal
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry.models import Federation, Person

BATCH_SIZE = 500
WITHOUT_A_DAY = "announced elsewhere; the open data gives no day for it"


class LoadedRank(NamedTuple):
    """A rank, the day it was reached and the day of the run that announced it."""

    number: str
    rank: str
    reached_on: date
    announced: date


def add_ranks(
    federation: Federation,
    people: Mapping[str, int],
    ranks: Iterable[LoadedRank],
    current_ranks: Mapping[str, str],
    *,
    by: User | None,
    on: date,
) -> None:
    """Add promotions with their runs, and the rank each person holds by them.

    A rank held without a promotion is added as a settled one, because its day is unknown.
    """
    newest_days: dict[str, str] = {}
    promotions: list[tuple[LoadedRank, Promotion]] = []
    for row in ranks:
        promotion = Promotion(
            person_id=people[row.number],
            rank=row.rank,
            before=newest_days.get(row.number, ""),
            reached_on=row.reached_on,
        )
        promotions.append((row, promotion))
        newest_days[row.number] = row.rank
    for number, rank in current_ranks.items():
        if newest_days.get(number, "") != rank:
            promotions.append((LoadedRank(number, rank, on, on), _without_a_day(people[number], rank, by, on)))
    _write(federation, promotions, by=by)
    for rank in set(current_ranks.values()):
        keys = [people[number] for number, person_rank in current_ranks.items() if person_rank == rank]
        for start in range(0, len(keys), BATCH_SIZE):
            Person.objects.filter(pk__in=keys[start : start + BATCH_SIZE]).update(rank=rank)
    journal.write(federation, "ranks loaded", {"person": [people[number] for number in current_ranks]}, by=by)


def _without_a_day(person: int, rank: str, by: User | None, on: date) -> Promotion:
    settlement = {"flagged": WITHOUT_A_DAY, "settled_note": WITHOUT_A_DAY, "settled_by": by}
    return Promotion(person_id=person, rank=rank, reached_on=on, settled_at=datetime.now(UTC), **settlement)


def _write(federation: Federation, promotions: list[tuple[LoadedRank, Promotion]], *, by: User | None) -> None:
    days = sorted({row.announced for row, _ in promotions})
    now = datetime.now(UTC)
    runs = {day: PromotionRun.objects.create(federation=federation, as_at=day, by=by, finished_at=now) for day in days}
    for row, promotion in promotions:
        promotion.run = runs[row.announced]
    saved = Promotion.objects.bulk_create([promotion for _, promotion in promotions], batch_size=BATCH_SIZE)
    row_keys = {"run": [run.pk for run in runs.values()], "promotion": [promotion.pk for promotion in saved]}
    journal.write(federation, "ranks loaded", row_keys, by=by)
