"""Nothing grows faster than its work, counted in the steps of SQLite: they are the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.db import connection, transaction
from tools.bench.timing import steps_counted

from centre.billing_kit import evening, set_charge
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import charging
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.maintenance import refresh_statistics
from masterpoint.centre.registry.models import Organisation, Person

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="the steps are counted by SQLite")

FEW, MANY = 6, 30
MAX_RATIO = 1.05
"""Times the work, and so much more."""


def steps_of(work: Callable[[], object]) -> int:
    with steps_counted(10) as steps:
        work()
    return steps.count


def test_charges_of_five_times_as_many_evenings(
    club: Organisation, people: list[Person], officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the statistics are of the day when the tariff was entered, each charge went through all postings."""
    monkeypatch.setattr(charging, "HEADS_PER_PAGE", 1)  # so that each evening is a posting
    first, steps = date(2026, 4, 2), []
    for count in (FEW, MANY):
        with transaction.atomic():
            for week in range(count):
                evening(club, people, officer, day=f"{first + timedelta(weeks=week)}")
            set_charge(club.federation, officer)
            refresh_statistics()
            steps.append(steps_of(lambda: charging.charge_due(club.federation, by=officer)))
            assert Charge.objects.count() == count
            transaction.set_rollback(True)
    assert steps[1] < MAX_RATIO * MANY / FEW * steps[0]
