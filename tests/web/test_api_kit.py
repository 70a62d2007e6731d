"""What the tests of the API share: events to send, tokens of every role, and what a problem looks like."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from answers import Answer, existing
from masterpoint.api.v1 import api
from masterpoint.centre.accounts import tokens
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.ledger.services import adjust
from masterpoint.centre.registry.models import Person

ROLES = ("nobody", "player", "scorer", "secretary", "treasurer", "finance", "staff", "staff of another federation")
PROBLEM = "application/problem+json"
ROOT = "/api/v1"
EBU = f"{ROOT}/federations/ebu"
FILES = f"{EBU}/organisations/1001/filings"
ADDED: dict[str, Any] = {"scheme": "ebu", "level": "club", "boards": "24", "day": "2026-11-14"}


def key_for(role: str, *scopes: str, federation: str = "ebu") -> dict[str, Any]:
    """The header of a new token for a role, with all scopes unless told otherwise; nothing for nobody."""
    if role == "nobody":
        return {}
    email = "staff@nz.example" if role == "staff of another federation" else f"{role}@{federation}.example"
    _, secret = tokens.issue(User.objects.get(email=email), "tests", scopes or tokens.SCOPES)
    return {"HTTP_AUTHORIZATION": f"Bearer {secret}"}


def evening(
    club: str = "1001", day: str = "2026-11-14", name: str = "Saturday pairs", take: int = 24
) -> dict[str, Any]:
    people = list(Person.objects.filter(home_club__federation="ebu", home_club__number=club).order_by("pk")[:take])
    pairs = [people[index : index + 2] for index in range(0, len(people), 2)]
    entries = [
        {"place": place, "players": [{"id": player.number, "name": player.name} for player in pair]}
        for place, pair in enumerate(pairs, 1)
    ]
    return {
        "form": "session",
        "scheme": "ebu",
        "day": day,
        "name": name,
        "contest": "pairs",
        "boards": 24,
        "organiser": {"level": "club", "name": "Riverside"},
        "lists": [{"entries": entries}],
    }


def post(client: Client, address: str, body: dict[str, Any] | str | bytes, **options: Any) -> Answer:
    data = body if isinstance(body, bytes | str) else json.dumps(body)
    return client.post(address, data, content_type=options.pop("content_type", "application/json"), **options)


def is_problem(answer: Answer, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == PROBLEM
    problem: dict[str, Any] = answer.json()
    assert problem["status"] == status
    assert {"type", "title", "detail", "instance", "problems"} < set(problem)
    assert all(
        {"place", "value", "message", "fix", "clause", "who", "line", "spot"} == set(item)
        for item in problem["problems"]
    )
    assert "Traceback" not in answer.content.decode()
    return problem


def documented_operations() -> list[dict[str, Any]]:
    return [operation for methods in api.get_openapi_schema()["paths"].values() for operation in methods.values()]


def ranked_list(event: dict[str, Any] | None = None) -> bytes:
    rows = ["Club,Riverside", "Date,14/11/2026", "", "Place,Name 1,EBU No 1,Name 2,EBU No 2"]
    for entry in (event or evening())["lists"][0]["entries"]:
        cells = [cell for player in entry["players"] for cell in (player["name"], player["id"])]
        rows.append(",".join([str(entry["place"]), *cells]))
    return "\n".join(rows).encode()


def upload(data: bytes | None = None, name: str = "pairs.csv", **fields: Any) -> dict[str, Any]:
    return {"file": SimpleUploadedFile(name, data or ranked_list()), **fields}


def file_kind(operation: str) -> str:
    """What an operation answers with: JSON, unless its name is of a file."""
    kinds = {"-pdf": "application/pdf", "-csv": "text/csv", "-export": "text/csv"}
    return next((kind for ending, kind in kinds.items() if operation.endswith(ending)), "application/json")


def promote_somebody() -> None:
    """A member of Riverside reaches a rank, and the run of November 2026 announces it."""
    staff = User.objects.get(email="staff@ebu.example")
    member = existing(Person.objects.filter(federation="ebu", home_club__number="1001", status="active").first())
    adjust(member, "local", 100_000, date(2026, 11, 1), by=staff, reason="left out for years")
    announcing.promote(member.federation, date(2026, 11, 16), by=staff)
