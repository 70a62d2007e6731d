"""Whatever people do on the site, in whatever order and with whatever words: no page fails, and the books balance."""

from __future__ import annotations

import contextlib
import json
from datetime import date, timedelta
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from answers import existing
from masterpoint.centre import verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.registry.models import Federation, Organisation, Person

BACKEND = "django.contrib.auth.backends.ModelBackend"
WORDS = st.sampled_from(["because", "", " ", "a" * 400, "<b>", "é\u202e", "'; --", "=1+1", "2026-13-45", "0", "-1"])
ACTS = (
    "drop",
    "drop",
    "look",
    "decide",
    "file",
    "drop and file",
    "drop and file",
    "correct",
    "end",
    "merge",
    "split",
    "transfer",
    "status",
    "month",
    "promote",
    "ask",
)
small = st.integers(0, 7)
VISIT = st.lists(st.tuples(st.sampled_from(ACTS), small, small, WORDS), min_size=5, max_size=16)


class Rollback(Exception):
    """Ends an example without keeping anything of it."""


class Visit:
    """The scorer and the staff of a club at their work."""

    def __init__(self) -> None:
        self.federation = Federation.objects.get(code="ebu")
        self.club = Organisation.objects.get(federation="ebu", number="1001")
        self.people = list(Person.objects.filter(home_club=self.club, merged_into=None).order_by("pk")[:16])
        self.staff = Client()
        self.staff.force_login(User.objects.get(email="staff@ebu.example"), backend=BACKEND)

    def event(self, day: int, turn: int, word: str) -> bytes:
        order = self.people[turn:] + self.people[:turn]
        entries: list[dict[str, Any]] = [
            {"place": place + 1, "players": [{"id": item.number, "name": item.name} for item in order[2 * place :][:2]]}
            for place in range(len(order) // 2)
        ]
        if turn == 7:
            entries[0]["players"][0] = {"name": word}
        day_of_play = date(2026, 11, 14) - timedelta(days=12 * day)
        fields = {"form": "session", "scheme": "ebu", "day": day_of_play.isoformat(), "contest": "pairs", "boards": 24}
        return json.dumps(
            fields | {"name": word, "organiser": {"level": "club"}, "lists": [{"entries": entries}]}
        ).encode()

    def draft(self) -> Draft | None:
        return Draft.objects.order_by("-pk").first()

    def filing(self, number: int) -> Filing:
        filings = list(Filing.objects.filter(organisation=self.club).order_by("-pk")[:8])
        return filings[number % len(filings)]

    def member(self, number: int) -> list[str]:
        return ["ebu", "1001", self.people[number].number]

    def drop(self, first: int, second: int, word: str, **options: Any) -> Any:
        upload = SimpleUploadedFile(word or "file", self.event(first, second, word))
        return self.staff.post(reverse("file"), {"organisation": self.club.pk, "file": upload, **options})

    def filed(self, word: str) -> Any:
        draft = existing(self.draft())
        assert self.staff.get(reverse("draft", args=[draft.key])).status_code == 200
        return self.staff.post(reverse("file-draft", args=[draft.key]), {"reason": word, "late_reason": word})

    def do(self, act: str, first: int, second: int, word: str) -> Any:
        draft, staff = self.draft(), self.staff
        month = {"month": f"2026-{8 + first % 4:02}"}
        match act:
            case "drop":
                return self.drop(first, second, word)
            case "correct":
                self.drop(first, second, word, corrects=self.filing(second).receipt)
                return self.filed(word)
            case "drop and file":
                self.drop(first, second, word)
                return self.filed(word)
            case "look" if draft:
                return staff.post(reverse("draft", args=[draft.key]), {"boards": word, "day": word, "form": word})
            case "decide" if draft:
                fields: dict[str, Any] = {
                    "player": f"name:{word.casefold()}",
                    "person": "new" if second % 2 else word,
                    "name": word,
                }
                return staff.post(reverse("decide", args=[draft.key]), fields)
            case "file" if draft:
                return self.filed(word)
            case "end":
                how = {"reject" if second % 2 else "withdraw": "1"}
                return staff.post(reverse("end-filing", args=[self.filing(first).receipt]), {"reason": word} | how)
            case "merge" | "split":
                fields = {"duplicate": self.people[second].number, "reason": word}
                return staff.post(reverse("member-act", args=[*self.member(first), act]), fields)
            case "transfer":
                return staff.post(reverse("member-act", args=[*self.member(first), act]), {"club": word, "on": word})
            case "status":
                status = ("lapsed", "active", "suspended", "inactive")[second % 4]
                fields = {"status": status, "reason": word, "on": word, "until": word}
                return staff.post(reverse("member-act", args=[*self.member(first), act]), fields)
            case "month":
                return staff.post(reverse("month", args=["ebu"]), month | ({"reopen": "1"} if second % 2 else {}))
            case "promote":
                return staff.post(reverse("promote", args=["ebu"]), month)
            case "ask":
                fields = {"organisation": self.club.pk, "day": "2026-11-10", "text": word}
                return staff.post(reverse("missing", args=["ebu", self.people[first].number]), fields)
        return None


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=VISIT)
def test_any_visit(db: None, steps: Any) -> None:
    with contextlib.suppress(Rollback), transaction.atomic():
        visit = Visit()
        for step in steps:
            answer = visit.do(*step)
            assert answer is None or answer.status_code < 500, step
        for filing in Filing.objects.filter(organisation=visit.club).order_by("-pk")[:3]:
            assert visit.staff.get(reverse("filing", args=[filing.receipt])).status_code == 200
        assert list(verifying.differences([visit.federation])) == []
        raise Rollback
