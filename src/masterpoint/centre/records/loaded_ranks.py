"""Ranks that another Centre announced, kept as they were announced there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal import services as journal
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry.models import Federation, Person

AT_ONCE = 500
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
    held: Mapping[str, str],
    *,
    by: User | None,
    on: date,
) -> None:
    """The promotions with their runs, and the rank each person holds by them.

    A rank somebody holds without a promotion is kept beside them, looked at already: its day is not known.
    """
    last: dict[str, str] = {}
    promotions: list[tuple[LoadedRank, Promotion]] = []
    for loaded in ranks:
        promotion = Promotion(
            person_id=people[loaded.number],
            rank=loaded.rank,
            before=last.get(loaded.number, ""),
            reached_on=loaded.reached_on,
        )
        promotions.append((loaded, promotion))
        last[loaded.number] = loaded.rank
    for number, rank in held.items():
        if last.get(number, "") != rank:
            promotions.append((LoadedRank(number, rank, on, on), _without_a_day(people[number], rank, by, on)))
    _write(federation, promotions, by=by)
    for rank in set(held.values()):
        keys = [people[number] for number, own in held.items() if own == rank]
        for start in range(0, len(keys), AT_ONCE):
            Person.objects.filter(pk__in=keys[start : start + AT_ONCE]).update(rank=rank)
    journal.write(federation, "ranks loaded", {"person": [people[number] for number in held]}, by=by)


def _without_a_day(person: int, rank: str, by: User | None, on: date) -> Promotion:
    settled = {"flagged": WITHOUT_A_DAY, "settled_note": WITHOUT_A_DAY, "settled_by": by}
    return Promotion(person_id=person, rank=rank, reached_on=on, settled_at=datetime.now(UTC), **settled)


def _write(federation: Federation, promotions: list[tuple[LoadedRank, Promotion]], *, by: User | None) -> None:
    days = sorted({loaded.announced for loaded, _ in promotions})
    now = datetime.now(UTC)
    runs = {day: PromotionRun.objects.create(federation=federation, as_at=day, by=by, finished_at=now) for day in days}
    for loaded, promotion in promotions:
        promotion.run = runs[loaded.announced]
    made = Promotion.objects.bulk_create([promotion for _, promotion in promotions], batch_size=AT_ONCE)
    touched = {"run": [run.pk for run in runs.values()], "promotion": [promotion.pk for promotion in made]}
    journal.write(federation, "ranks loaded", touched, by=by)
