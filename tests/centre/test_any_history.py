"""Whatever happens, in whatever order: totals are the sum of the lines, the chain holds, the books balance."""

from __future__ import annotations

import contextlib
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from answers import existing
from centre.making import sealed
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.closing import months as closing
from masterpoint.centre.filing import correcting, ending, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.people import merging, statuses
from masterpoint.centre.records import queries as records
from masterpoint.centre.records import yearly
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.errors import MasterpointError
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS

PLAYERS = 8
FIRST = date(2026, 1, 1)
ORIGINAL = services.Original(b"as it came", "tuesday.toml", "event")
ACTS = [
    "file",
    "correct",
    "withdraw",
    "merge",
    "split",
    "adjust",
    "gold",
    "close",
    "reopen",
    "promote",
    "fade",
    "lapse",
    "rejoin",
]
small = st.integers(0, 7)
HISTORY = st.lists(st.tuples(st.sampled_from(ACTS), small, small, small), min_size=4, max_size=25)


class Rollback(Exception):
    """Ends an example without keeping anything of it."""


class World:
    """A small club and what may be done in it; what is refused is refused whole."""

    def __init__(self) -> None:
        federation = sealed(Federation.objects.create(code="ebu", name="English Bridge Union", scheme="ebu"))
        self.federation = federation
        club = {"federation": federation, "level": "club", "number": "1", "name": "Riverside"}
        self.club = sealed(Organisation.objects.create(**club))
        self.officer = User.objects.create_user("o@example.org", "a long enough password", name="Olive")
        for number in range(PLAYERS):
            registering.register(federation, "Ada", f"Ashby{number}", on=FIRST, by=None, number=str(100 + number))

    def person(self, number: int) -> Person:
        return Person.objects.select_related("federation").get(number=str(100 + number))

    def event(self, day: int, turn: int) -> Any:
        order = [(number + turn) % PLAYERS for number in range(PLAYERS)]
        entries = [
            {
                "place": place,
                "players": [{"id": str(100 + order[2 * place - 2])}, {"id": str(100 + order[2 * place - 1])}],
            }
            for place in range(1, PLAYERS // 2 + 1)
        ]
        raw = {
            "form": "session",
            "scheme": "ebu",
            "day": FIRST + timedelta(days=9 * day),
            "contest": "pairs",
            "boards": 24,
        }
        return event_from(raw | {"organiser": {"level": "club"}, "lists": [{"entries": entries}]}, FACTS)

    def filing(self, number: int) -> Filing | None:
        filings = list(Filing.objects.select_related("organisation__federation").order_by("pk"))
        return filings[number % len(filings)] if filings else None

    def do(self, act: str, first: int, second: int, third: int) -> None:
        by, reason = self.officer, "because"
        month = date(2026, 1 + first % 3, 1)
        filing = self.filing(first)
        match act:
            case "file":
                services.file_event(self.club, self.event(first, second), ORIGINAL, by=by, choices={})
            case "correct" if filing:
                correcting.correct(filing, self.event(second, third), ORIGINAL, by=by, reason=reason, choices={})
            case "withdraw" if filing:
                ending.withdraw(filing, by=by, reason=reason)
            case "merge":
                merging.merge(self.person(first), self.person(second), by=by, reason=reason)
            case "split":
                merging.split(self.person(first), by=by, reason=reason)
            case "adjust":
                ledger.adjust(self.person(first), "local", 100 * (second - 4), FIRST, by=by, reason=reason)
            case "gold":
                ledger.adjust(
                    self.person(first), "gold", 1 + 33 * second, date(2019 + third, 2, 28), by=by, reason=reason
                )
            case "close":
                closing.close_month("ebu", month, by=by, today=date(2100, 1, 1))
            case "reopen":
                closing.reopen_month("ebu", month)
            case "promote":
                announcing.promote(self.federation, month, by=by)
            case "fade":
                yearly.post_decay(self.federation, date(2022 + first, 12, 31), by=by)
            case "lapse":
                statuses.set_status(
                    self.person(first), "lapsed", on=FIRST + timedelta(days=second), by=by, reason=reason
                )
            case "rejoin":
                statuses.reactivate(self.person(first), on=FIRST + timedelta(days=30 + second), by=by)

    def check(self) -> None:
        assert list(verifying.differences([self.federation])) == []
        lines = Line.objects.filter(posting__federation=self.federation)
        moved_lines = lines.filter(posting__kind__in=["merge", "split"]).aggregate(sum=Sum("hundredths"))["sum"] or 0
        assert moved_lines == 0, "a merge neither makes nor loses points"
        for filing in Filing.objects.all():
            self._standing_lines_are_of_the_last_version(filing)
        for person in Person.objects.select_related("federation"):
            assert person.merged_into_id is None or not records.record(person).holding

    def _standing_lines_are_of_the_last_version(self, filing: Filing) -> None:
        standing = Posting.objects.filter(version__filing=filing, kind="awards", reversed_by=None)
        if filing.state in ("withdrawn", "rejected"):
            assert not standing
        else:
            assert [existing(posting.version).number for posting in standing] == [filing.versions.count()]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(history=HISTORY)
def test_any_history(db: None, history: list[tuple[str, int, int, int]]) -> None:
    with contextlib.suppress(Rollback), transaction.atomic():
        world = World()
        for act in history:
            before = Posting.objects.count(), Line.objects.count()
            try:
                world.do(*act)
            except MasterpointError:
                assert (Posting.objects.count(), Line.objects.count()) == before
        world.check()
        raise Rollback
