"""Any order of filing, filing again, correcting and withdrawing any versions of any evenings credits each once."""

from __future__ import annotations

import contextlib
from collections import Counter
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from centre.making import sealed
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import batches, correcting, ending, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.errors import MasterpointError
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS

PLAYERS = 8
FIRST = date(2026, 1, 5)
ORIGINAL = services.Original(b"as it came", "tuesday.toml", "event")
ACTS = st.tuples(
    st.sampled_from(["file", "file", "batch", "correct", "withdraw", "reject"]),
    st.integers(0, 2),
    st.integers(0, 2),
    st.integers(0, 1),
    st.integers(0, 7),
)


class Rollback(Exception):
    """Ends an example without keeping anything of it."""


class World:
    """Two clubs and three evenings, each with three versions that differ in who won."""

    def __init__(self) -> None:
        self.federation = sealed(Federation.objects.create(code="ebu", name="English Bridge Union", scheme="ebu"))
        self.clubs = [
            sealed(Organisation.objects.create(federation=self.federation, level="club", number=str(number), name=name))
            for number, name in ((1, "Riverside"), (2, "Hilltop"))
        ]
        self.officer = User.objects.create_user("o@example.org", "a long enough password", name="Olive")
        for number in range(PLAYERS):
            registering.register(self.federation, "Ada", f"Ashby{number}", on=FIRST, by=None, number=str(100 + number))

    def event(self, evening: int, version: int) -> Any:
        order = [(number + 2 * version) % PLAYERS for number in range(PLAYERS)]
        entries = [
            {"place": place + 1, "players": [{"id": str(100 + index)} for index in order[2 * place : 2 * place + 2]]}
            for place in range(PLAYERS // 2)
        ]
        day = FIRST + timedelta(days=9 * evening)
        raw = {"form": "session", "scheme": "ebu", "day": day, "contest": "pairs", "boards": 24}
        return event_from(raw | {"organiser": {"level": "club"}, "lists": [{"entries": entries, "size": 6}]}, FACTS)

    def filing(self, number: int) -> Filing | None:
        filings = list(Filing.objects.select_related("organisation__federation").order_by("pk"))
        return filings[number % len(filings)] if filings else None

    def do(self, act: str, evening: int, version: int, club: int, which: int) -> None:
        by, event, organisation = self.officer, self.event(evening, version), self.clubs[club]
        filing = self.filing(which)
        match act:
            case "file":
                services.file_event(organisation, event, ORIGINAL, by=by, choices={})
            case "batch":
                batches.file_batch(self.federation, [batches.BatchItem(organisation, event, ORIGINAL)], by=by)
            case "correct" if filing:
                correcting.correct(filing, event, ORIGINAL, by=by, reason="because", choices={})
            case "withdraw" if filing:
                ending.withdraw(filing, by=by, reason="because")
            case "reject" if filing:
                ending.reject(filing, by=by, reason="because")

    def check(self) -> None:
        standing = Filing.objects.exclude(state__in=["withdrawn", "rejected"])
        days = list(standing.values_list("day", flat=True))
        assert len(days) == len(set(days)), "an evening is credited once"
        expected: Counter[str] = Counter()
        for filing in standing:
            (winners, second, *_) = filing.versions.order_by("-number")[0].event["lists"][0]["entries"]
            for entry, points in ((winners, 1200), (second, 600)):
                expected.update({player["id"]: points for player in entry["players"]})
        lines = Line.objects.values_list("person__number").annotate(sum=Sum("hundredths")).order_by()
        assert {number: amount for number, amount in lines if amount} == dict(expected)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(history=st.lists(ACTS, min_size=3, max_size=16))
def test_each_evening_is_credited_once(db: None, history: list[tuple[str, int, int, int, int]]) -> None:
    with contextlib.suppress(Rollback), transaction.atomic():
        world = World()
        for act in history:
            with contextlib.suppress(MasterpointError):
                world.do(*act)
            world.check()
        assert list(verifying.differences([world.federation])) == []
        raise Rollback
