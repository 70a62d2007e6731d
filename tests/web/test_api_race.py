"""Many threads, one key: on a database of their own, committed for real, SQLite as in production or PostgreSQL."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

import commands

THREADS = 6


@pytest.fixture(scope="module")
def outcome(new_database: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("race"),
        "MASTERPOINT_HOME": str(tmp_path_factory.mktemp("race")),
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
    }
    (row,) = commands.rows_of(Path(__file__), environment)
    return row


def test_one_key_and_one_request_at_once_file_once_and_all_get_the_same_answer(outcome: Any) -> None:
    answers = outcome["same request"]
    assert len({json.dumps(answer) for answer in answers}) == 1
    assert answers[0][0] == 201


def test_one_key_and_many_requests_at_once_file_one_and_refuse_the_others(outcome: Any) -> None:
    statuses = sorted(status for status, _ in outcome["other requests"])
    assert statuses == [201] + [422] * (THREADS - 1)


def test_many_keys_and_one_event_at_once_file_once(outcome: Any) -> None:
    statuses = sorted(status for status, _ in outcome["other keys"])
    assert statuses == [200] * (THREADS - 1) + [201]
    assert len({item["receipt"] for _, item in outcome["other keys"]}) == 1


def test_what_was_refused_left_nothing_behind(outcome: Any) -> None:
    assert outcome["filings"] == 3
    assert outcome["postings"] == 3
    assert outcome["keys"] == 2 + THREADS
    assert outcome["differences"] == []


def race() -> dict[str, object]:
    """Everything happens here, in a process of its own."""
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test import Client

    from masterpoint.centre.accounts import tokens
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.filing.models import Filing, IdempotencyKey
    from masterpoint.centre.ledger import verify
    from masterpoint.centre.ledger.models import Posting
    from masterpoint.centre.registry import registering, setup
    from masterpoint.centre.registry.models import Organisation

    settings.ALLOWED_HOSTS = ["testserver"]
    federation = setup.set_up("ebu", "The Union", "ebu", "staff@example.org", "long and plain", today=date(2026, 1, 1))
    national = Organisation.objects.get(federation=federation)
    club = Organisation.objects.create(
        federation=federation, parent=national, level="club", number="1001", name="Riverside"
    )
    people = [
        registering.register(federation, "Ada", f"Number{index}", on=date(2020, 1, 1), by=None, club=club)
        for index in range(16)
    ]
    secret = tokens.issue(User.objects.get(), "race", ["file"])[1]

    def event(day: int) -> dict[str, object]:
        entries = [
            {
                "place": 1 + index // 2,
                "score": f"{70 - index}.{day:02}",
                "players": [{"id": person.number} for person in people[index : index + 2]],
            }
            for index in range(0, len(people), 2)
        ]
        fields = {"form": "session", "scheme": "ebu", "day": f"2026-11-{day:02}", "contest": "pairs", "boards": 24}
        return fields | {"organiser": {"level": "club"}, "lists": [{"entries": entries}]}

    def at_once(requests: list[tuple[str, dict[str, object]]]) -> list[tuple[int, object]]:
        barrier = Barrier(len(requests))

        def ask(request: tuple[str, dict[str, object]]) -> tuple[int, object]:
            key, data = request
            barrier.wait()
            try:
                answer = Client().post(
                    "/api/v1/federations/ebu/organisations/1001/filings",
                    json.dumps(data),
                    content_type="application/json",
                    headers={"Authorization": f"Bearer {secret}", "Idempotency-Key": key},
                )
                return answer.status_code, answer.json()
            finally:
                connection.close()

        with ThreadPoolExecutor(len(requests)) as pool:
            return list(pool.map(ask, requests))

    body: dict[str, object] = {
        "same request": at_once([("a", event(1))] * THREADS),
        "other requests": at_once([("b", event(2 + thread)) for thread in range(THREADS)]),
        "other keys": at_once([(f"c{thread}", event(12)) for thread in range(THREADS)]),
    }
    return body | {
        "filings": Filing.objects.count(),
        "postings": Posting.objects.count(),
        "keys": IdempotencyKey.objects.count(),
        "differences": [*verify.chain_differences(federation), *verify.total_differences()],
    }


if __name__ == "__main__":
    print(json.dumps(race()))
