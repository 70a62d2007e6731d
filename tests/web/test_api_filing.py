"""Filing by a program from end to end: who unknown players are, corrections shown before and after, withdrawals."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from answers import existing
from masterpoint.centre.filing.models import Filing, IdempotencyKey
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.people import statuses
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.cli import sending, watched_folder
from masterpoint.cli.sending import Answer
from web.test_api_kit import EBU, FILES, ROOT, evening, is_problem, key_for, post

pytestmark = pytest.mark.django_db
PREVIEW = FILES.replace("filings", "preview")
STRANGER = "name:wilhelmina newcomer"


@pytest.fixture(autouse=True)
def generous(settings: Settings) -> None:
    settings.MASTERPOINT_LIMITS = settings.MASTERPOINT_LIMITS | {"address": 10_000, "token": 10_000}


def with_a_stranger(name: str = "Wilhelmina Newcomer") -> dict[str, Any]:
    event = evening()
    event["lists"][0]["entries"][0]["players"][0] = {"name": name}
    return event


def as_file(event: dict[str, Any], **people: Any) -> dict[str, Any]:
    file = SimpleUploadedFile("evening.json", json.dumps(event).encode())
    return {"file": file} | ({"people": json.dumps(people["people"])} if people else {})


GREEN = "Event,Green pairs\nDate,01/11/2026\nBoards,48\nPlace,Name 1,Name 2,Percentage\n" + "".join(
    f"{place},Ada Ash{place},Ben Brook{place},{70 - place}\n" for place in range(1, 25)
)


def test_what_the_book_asks_beside_the_file_is_sent_with_it(client: Client) -> None:
    """A county's Green Point championship from a list: 6.3.1 pays 24/40 + 3, up to 0.25, which is 3.75."""

    def answer_to(query: str, status: int) -> Any:
        file = SimpleUploadedFile("green.csv", GREEN.encode())
        fields = {"file": file, "scheme": "ebu", "level": "county", "colour": "green", "more": query}
        answer = client.post(f"{ROOT}/award", fields)
        assert answer.status_code == status, answer.content
        return answer.json()

    assert "EBU 6.1.4" in {problem["clause"] for problem in answer_to("", 422)["problems"]}
    awards = answer_to("championship = major\nlicence = L12", 200)["awards"]
    assert awards[0]["points"] == "3.75"
    (problem,) = answer_to("colour = blue", 422)["problems"]
    assert (problem["place"], problem["value"], problem["message"]) == ("colour", "blue", "this is given as green too")
    (problem,) = answer_to("championship", 422)["problems"]
    assert (problem["place"], problem["message"]) == ("added", "this is not a fact")


def file_event(client: Client, event: dict[str, Any] | None = None, role: str = "secretary") -> str:
    answer = post(client, FILES, event or evening(), **key_for(role))
    assert answer.status_code == 201, answer.content
    receipt: str = answer.json()["receipt"]
    return receipt


def swap_pairs(event: dict[str, Any]) -> dict[str, Any]:
    """The first two pairs change places."""
    first, second = event["lists"][0]["entries"][:2]
    first["players"], second["players"] = second["players"], first["players"]
    return event


# Unknown players


def test_a_preview_says_who_is_unknown_and_who_it_may_be(client: Client) -> None:
    member = existing(
        Person.objects.filter(home_club__number="1001", anonymous=False, federation="ebu").order_by("-pk").first()
    )
    event = with_a_stranger(f"{member.given_name} {member.family_name}x")
    before = (Person.objects.count(), Posting.objects.count())
    data = post(client, PREVIEW, event, **key_for("scorer")).json()
    (unknown,) = data["unknown"]
    assert unknown["key"] == f"name:{event['lists'][0]['entries'][0]['players'][0]['name'].lower()}"
    best = unknown["matches"][0]
    assert best["number"] == member.number
    assert best["likeness"] >= 75
    assert "member of this club" in best["reason"]
    assert data["result"]["awards"][0]["points"] == "24"
    assert data["already"] is None
    assert (Person.objects.count(), Posting.objects.count()) == before


def test_a_preview_says_what_is_filed_already(client: Client) -> None:
    receipt = file_event(client)
    data = post(client, PREVIEW, evening(), **key_for("scorer")).json()
    assert (data["already"], data["unknown"]) == (receipt, [])
    other = post(client, PREVIEW, swap_pairs(evening()), **key_for("scorer")).json()
    assert (other["already"], other["similar"]) == (None, [receipt])


def test_a_new_person_is_registered_and_their_points_held(client: Client) -> None:
    answer = client.post(FILES, as_file(with_a_stranger(), people={STRANGER: "new"}), **key_for("scorer"))
    assert answer.status_code == 201, answer.content
    person = Person.objects.get(federation="ebu", family_name="Newcomer")
    assert (person.given_name, person.status, existing(person.home_club).number) == ("Wilhelmina", "potential", "1001")
    record = client.get(f"{EBU}/players/{person.number}").json()
    assert record["held"] == record["holding"] == {"local": "24"}
    statuses.set_status(person, Person.Status.ACTIVE, on=datetime(2026, 11, 15).date(), by=None, reason="joined")
    record = client.get(f"{EBU}/players/{person.number}").json()
    assert (record["held"], record["holding"]) == ({}, {"local": "24"})


def test_this_is_them(client: Client) -> None:
    member = existing(Person.objects.filter(home_club__number="1001", federation="ebu").order_by("-pk").first())
    before = ledger.holding(member).get("local", 0)
    sent = as_file(with_a_stranger(), people={STRANGER: member.number})
    assert client.post(FILES, sent, **key_for("scorer")).status_code == 201
    assert ledger.holding(member)["local"] == before + 2400


@pytest.mark.parametrize(
    ("people", "message"),
    [
        ({STRANGER: "no such number"}, "nobody in the register has this number"),
        ({"name:somebody else": "new"}, "no such player"),
        ({STRANGER: "new", "12345678": "new"}, "no such player"),
    ],
)
def test_decisions_that_cannot_be_followed_register_nobody(
    client: Client, people: dict[str, Any], message: str
) -> None:
    before = Person.objects.count()
    answer = client.post(FILES, as_file(with_a_stranger(), people=people), **key_for("scorer"))
    problem = is_problem(answer, 422)
    assert message in problem["problems"][0]["message"]
    assert Person.objects.count() == before


def test_a_filing_that_is_refused_registers_nobody(client: Client) -> None:
    event = with_a_stranger() | {"day": "2026-10-03"}
    before = Person.objects.count()
    is_problem(client.post(FILES, as_file(event, people={STRANGER: "new"}), **key_for("scorer")), 422)
    assert Person.objects.count() == before


# Corrections


def test_a_correction_shows_who_gains_and_who_loses_before_and_after(client: Client) -> None:
    receipt = file_event(client)
    address, key = f"{ROOT}/filings/{receipt}/versions?reason=wrong+winners", key_for("secretary")
    postings, letters = Posting.objects.count(), Letter.objects.count()
    would = post(client, f"{address}&dry_run=true", swap_pairs(evening()), **key)
    assert would.status_code == 200, would.content
    assert (Posting.objects.count(), Letter.objects.count()) == (postings, letters)
    assert client.get(f"{ROOT}/filings/{receipt}", **key).json()["versions"][0]["number"] == 1
    answer = post(client, address, swap_pairs(evening()), **key)
    assert answer.status_code == 201, answer.content
    assert answer.json() == would.json() | {"dry_run": False}
    data = answer.json()
    assert data["version"] == 2
    first, second = (pair["players"] for pair in evening()["lists"][0]["entries"][:2])
    gains = {item["number"]: (item["before"], item["after"], item["gain"]) for item in data["changes"]}
    assert gains == {row["id"]: ("24", "18", "-6") for row in first} | {
        entry["id"]: ("18", "24", "6") for entry in second
    }
    whole = client.get(f"{ROOT}/filings/{receipt}", **key).json()
    assert [element["number"] for element in whole["versions"]] == [2, 1]
    assert whole["versions"][0]["reason"] == "wrong winners"


def test_a_correction_needs_a_reason_and_a_standing_filing(client: Client) -> None:
    receipt = file_event(client)
    key = key_for("secretary")
    is_problem(post(client, f"{ROOT}/filings/{receipt}/versions", swap_pairs(evening()), **key), 422)
    is_problem(post(client, f"{ROOT}/filings/{receipt}/versions?reason=", swap_pairs(evening()), **key), 422)
    post(client, f"{ROOT}/filings/{receipt}/withdrawal", {"reason": "wrong evening"}, **key)
    problem = is_problem(post(client, f"{ROOT}/filings/{receipt}/versions?reason=x", swap_pairs(evening()), **key), 422)
    assert "withdrawn" in problem["detail"]


def test_a_correction_is_done_once_by_its_key(client: Client) -> None:
    receipt = file_event(client)
    address = f"{ROOT}/filings/{receipt}/versions?reason=wrong+winners"
    key = key_for("secretary") | {"HTTP_IDEMPOTENCY_KEY": "correction-1"}
    post(client, f"{address}&dry_run=1", swap_pairs(evening()), **key)
    assert not IdempotencyKey.objects.exists()
    answers = [post(client, address, swap_pairs(evening()), **key) for _ in range(2)]
    assert answers[0].status_code == answers[1].status_code == 201
    assert answers[0].content == answers[1].content
    assert Filing.objects.get(receipt=receipt).versions.count() == 2
    problem = is_problem(post(client, address, evening(), **key), 422)
    assert problem["type"].endswith("#key-used-before")


# Withdrawals


def test_a_filing_is_withdrawn_once_with_its_reason(client: Client) -> None:
    receipt = file_event(client)
    address, key = f"{ROOT}/filings/{receipt}/withdrawal", key_for("secretary")
    person = Person.objects.get(number=evening()["lists"][0]["entries"][0]["players"][0]["id"], federation="ebu")
    before = ledger.holding(person)["local"]
    is_problem(post(client, address, {"reason": ""}, **key), 422)
    is_problem(post(client, address, {}, **key), 422)
    keyed = key | {"HTTP_IDEMPOTENCY_KEY": "withdrawal-1"}
    answers = [post(client, address, {"reason": "wrong evening"}, **keyed) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert (answers[0].json()["state"], answers[0].json()["state_reason"]) == ("withdrawn", "wrong evening")
    assert ledger.holding(person).get("local", 0) == before - 2400
    is_problem(post(client, address, {"reason": "wrong evening"}, **key), 422)
    (problem,) = is_problem(post(client, FILES, evening(), **key), 422)["problems"]
    assert (problem["place"], problem["value"]) == ("same evening", receipt)
    again = post(client, f"{FILES}?not_same_as={receipt}", evening(), **key)
    assert (again.status_code, again.json()["receipt"] != receipt) == (201, True)


# Keys


def test_a_key_is_kept_for_days_and_that_of_a_failed_request_may_be_used_again(client: Client) -> None:
    key = key_for("secretary") | {"HTTP_IDEMPOTENCY_KEY": "evening-1"}
    is_problem(post(client, FILES, evening() | {"boards": 0}, **key), 422)
    is_problem(post(client, FILES, evening(day="2026-10-03"), **key), 422)
    first = post(client, FILES, evening(), **key)
    assert first.status_code == 201
    IdempotencyKey.objects.update(at=datetime.now(UTC) - timedelta(days=400))
    assert post(client, FILES, evening(), **key).content == first.content


# Lists


def test_filings_are_found_by_state_day_and_club(client: Client) -> None:
    receipt = file_event(client)
    key = key_for("staff")

    def listed_filings(**filters: Any) -> list[dict[str, Any]]:
        data = client.get(f"{ROOT}/filings", filters | {"page_size": 100}, **key).json()
        assert data["total"] == len(data["items"])
        items: list[dict[str, Any]] = data["items"]
        return items

    filings = listed_filings()
    assert {row["receipt"] for row in listed_filings(first="2026-11-14", last="2026-11-14")} == {receipt}
    assert {entry["organisation"]["number"] for entry in listed_filings(organisation="1002", federation="ebu")} == {
        "1002"
    }
    assert listed_filings(federation="nz") == []
    states = {state: listed_filings(state=state) for state in ("provisional", "official", "withdrawn", "rejected")}
    assert all(item["state"] == state for state, items in states.items() for item in items)
    assert sum(map(len, states.values())) == len(filings)
    assert states["official"] and states["provisional"]
    is_problem(client.get(f"{ROOT}/filings?state=lost", **key), 422)
    is_problem(client.get(f"{ROOT}/filings?first=soon", **key), 422)


def test_months_say_how_they_stand(client: Client) -> None:
    data = client.get(f"{EBU}/months").json()
    states = {item["month"]: item["state"] for item in data}
    assert states["2026-10"] == "announced"
    assert states["2026-11"] == "open"
    assert sum(row["filings"] for row in data) == Filing.objects.filter(federation="ebu").count()


def test_names_are_matched_with_reasons_and_hidden_people_left_out(client: Client) -> None:
    person = existing(Person.objects.filter(federation="ebu", anonymous=False, home_club__number="1001").first())
    address = f"{EBU}/players/matches"
    data = client.get(address, {"name": f"{person.family_name}, {person.given_name[:-1]}", "club": "1001"}).json()
    assert data[0]["number"] == person.number
    assert data[0]["reason"] == "similar name, member of this club"
    assert [item["likeness"] for item in data] == sorted((row["likeness"] for row in data), reverse=True)
    hidden = Person.objects.get(federation="ebu", anonymous=True, home_club__number="1001")
    for role, seen in (("nobody", False), ("scorer", False), ("secretary", True)):
        result = client.get(address, {"name": hidden.name}, **key_for(role)).json()
        assert (hidden.number in {entry["number"] for entry in result}) == seen, role
    is_problem(client.get(address), 422)


def test_an_entry_list_takes_names_and_numbers(client: Client) -> None:
    people = list(Person.objects.filter(federation="ebu", anonymous=False).order_by("pk")[:2])
    names = [people[0].name, people[1].number, f"{people[0].name}x", "Nobody Whatsoever", "\0"]
    data = post(client, f"{EBU}/players/lookup", {"numbers": names, "as_at": "2026-11-15"}).json()["players"]
    assert [item["asked"] for item in data] == names
    assert [row["number"] for row in data] == [people[0].number, people[1].number, "", "", ""]
    assert data[2]["matches"][0]["number"] == people[0].number
    assert data[3]["matches"] == data[4]["matches"] == []


def test_a_leaderboard_has_pages(client: Client) -> None:
    club = Organisation.objects.get(federation="ebu", number="1001")
    whole = client.get(f"{EBU}/leaders?within={club.number}&year=2026").json()["leaders"]
    pages = [
        client.get(f"{EBU}/leaders?within={club.number}&year=2026&limit=5&page={page}").json()["leaders"]
        for page in (1, 2)
    ]
    assert pages[0] + pages[1] == whole[:10]
    assert client.get(f"{EBU}/leaders?page=1000").json()["leaders"] == []


def test_a_watched_folder_files_at_the_real_api(client: Client, tmp_path: Path) -> None:
    """The same bytes that the club's laptop sends, and the answers it writes down."""
    headers = key_for("secretary")
    token = headers["HTTP_AUTHORIZATION"].removeprefix("Bearer ")

    def send(address: str, headers: dict[str, Any], body: bytes) -> Answer:
        extra = {"HTTP_AUTHORIZATION": headers["Authorization"], "HTTP_IDEMPOTENCY_KEY": headers["Idempotency-Key"]}
        path = address.removeprefix("http://centre.example")
        answer = client.generic("POST", path, body, content_type=headers["Content-Type"], **extra)
        return sending.Answer(answer.status_code, answer.content)

    destination = sending.Destination("http://centre.example", "ebu", "1001", token)
    folder = watched_folder.WatchedFolder(tmp_path, destination, send)
    (tmp_path / "tuesday.json").write_text(json.dumps(evening()))
    (tmp_path / "names.txt").write_text("no results")
    refused, filed_line = folder.scan(all_finished=True)
    receipt = Filing.objects.get(day="2026-11-14", organisation__number="1001").receipt
    assert "names.txt: not filed: " in refused
    assert filed_line.endswith(f"tuesday.json: filed, receipt {receipt}")
    assert list(folder.scan(all_finished=True)) == []
