"""One rule at every door: what a scorer may correct, what waits, and whom nobody asks about, by API, site and batch."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from answers import existing
from intake.test_evidence import AUSTRALIAN, australian
from masterpoint import intake
from masterpoint.centre.accounts.models import User
from masterpoint.centre.deciding import services as deciding
from masterpoint.centre.filing import batches, ending, queries, services
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger import services as ledger_services
from masterpoint.centre.ledger.services import NotPosted
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.records import opening_balances
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.errors import MasterpointError
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS
from web.test_api_filing import file_event, swap_pairs
from web.test_api_kit import FILES, ROOT, evening, is_problem, key_for, post

pytestmark = pytest.mark.django_db


def user(role: str, federation: str = "ebu") -> User:
    return User.objects.get(email=f"{role}@{federation}.example")


def signed_in(client: Client, role: str, federation: str = "ebu") -> Client:
    client.force_login(user(role, federation), backend="django.contrib.auth.backends.ModelBackend")
    return client


def winner(event: Any) -> Any:
    return Person.objects.get(federation="ebu", number=event["lists"][0]["entries"][0]["players"][0]["id"])


class TestCorrectingByApi:
    def test_a_scorer_corrects_what_the_scorer_filed(self, client: Client) -> None:
        receipt = file_event(client, role="scorer")
        before = ledger.holding(winner(evening()))["local"]
        address = f"{ROOT}/filings/{receipt}/versions?reason=two+pairs+swapped"
        answer = post(client, address, swap_pairs(evening()), **key_for("scorer"))
        assert (answer.status_code, answer.json()["waits"]) == (201, False)
        assert ledger.holding(winner(evening()))["local"] == before - 600

    def test_but_not_what_somebody_else_filed(self, client: Client) -> None:
        address = f"{ROOT}/filings/{file_event(client, role='secretary')}/versions?reason=x"
        is_problem(post(client, address, swap_pairs(evening()), **key_for("scorer")), 403)

    def test_a_correction_of_what_is_official_waits_for_the_office(self, client: Client) -> None:
        receipt = file_event(client, role="scorer")
        filing = ending.approve(Filing.objects.get(receipt=receipt), by=user("staff"))
        before = ledger.holding(winner(evening()))["local"]
        address = f"{ROOT}/filings/{receipt}/versions?reason=two+pairs+swapped"
        body = post(client, address, swap_pairs(evening()), **key_for("scorer")).json()
        assert (body["waits"], {change["gain"] for change in body["changes"]}) == (True, {"6", "-6"})
        assert ledger.holding(winner(evening()))["local"] == before
        deciding.accept(Proposal.objects.get(filing=filing), by=user("staff"))
        assert ledger.holding(winner(evening()))["local"] == before - 600
        state = client.get(f"{ROOT}/filings/{receipt}", **key_for("scorer")).json()
        assert (state["state"], state["versions"][0]["number"]) == ("official", 2)

    def test_so_does_a_withdrawal(self, client: Client) -> None:
        receipt = file_event(client, role="secretary")
        ending.approve(Filing.objects.get(receipt=receipt), by=user("staff"))
        body = post(client, f"{ROOT}/filings/{receipt}/withdrawal", {"reason": "x"}, **key_for("secretary")).json()
        assert body["state"] == "official"
        assert Proposal.objects.get(filing__receipt=receipt).act == "withdrawal"

    def test_a_newcomer_of_a_correction_that_waits_is_shown_and_not_registered(self, client: Client) -> None:
        receipt = file_event(client, role="scorer")
        ending.approve(Filing.objects.get(receipt=receipt), by=user("staff"))
        event = evening()
        event["lists"][0]["entries"][0]["players"][0] = {"name": "Wilma Newcomer"}
        fields = {"file": SimpleUploadedFile("e.json", json.dumps(event).encode()), "boards": "24"}
        fields["people"] = json.dumps({"name:wilma newcomer": "new"})
        address = f"{ROOT}/filings/{receipt}/versions?reason=a+substitute"
        answer = client.post(address, fields, **key_for("scorer"))
        assert answer.status_code == 201, answer.content
        assert {"number": "", "name": "Wilma Newcomer", "gain": "24"}.items() <= answer.json()["changes"][0].items()
        assert not Person.objects.filter(family_name="Newcomer").exists()


class TestSameEveningByApi:
    @pytest.mark.parametrize(
        "changed",
        [{"boards": 26}, {"day": "2026-11-13"}, {"day": "2026-11-15"}],
        ids=["a figure", "the day before", "the day after"],
    )
    def test_one_figure_changed_asks(self, client: Client, changed: Any) -> None:
        receipt = file_event(client)
        (problem,) = is_problem(post(client, FILES, evening() | changed, **key_for("secretary")), 422)["problems"]
        assert (problem["place"], problem["value"]) == ("same evening", receipt)
        answer = post(client, f"{FILES}?not_same_as={receipt}", evening() | changed, **key_for("secretary"))
        assert answer.status_code == 201

    def test_a_rejected_evening_asks_at_the_site_and_is_not_in_order(self, client: Client) -> None:
        receipt = file_event(client)
        ending.reject(Filing.objects.get(receipt=receipt), by=user("staff"), reason="nobody played")
        site = signed_in(client, "scorer")
        club = Organisation.objects.get(federation="ebu", number="1001")
        upload = SimpleUploadedFile("evening.json", json.dumps(evening()).encode())
        site.post(reverse("file"), {"organisation": club.pk, "file": upload})
        site.post(reverse("file-all"))
        assert "Taken back before" in site.get(reverse("file")).content.decode()
        draft = Draft.objects.get()
        page = site.get(reverse("draft", args=[draft.key])).content.decode()
        assert "File this again?" in page and "nobody played" in page and "File it</button>" not in page
        site.post(reverse("not-the-same", args=[draft.key]), {"receipt": receipt})
        site.post(reverse("file-draft", args=[draft.key]))
        again = Filing.objects.exclude(receipt=receipt).get(day="2026-11-14", organisation=club)
        (row,) = queries.with_checks([again])
        assert (row.clean, existing(row.rejected).receipt) == (False, receipt)


def nz_evening(**fields: Any) -> Any:
    people = list(Person.objects.filter(federation="nz", home_club__number="1001").order_by("pk")[:8])
    pairs = [people[index : index + 2] for index in range(0, 8, 2)]
    entries: list[dict[str, Any]] = [
        {
            "place": place,
            "score": 60 - place,
            "players": [{"id": player.number, "name": player.name} for player in pair],
        }
        for place, pair in enumerate(pairs, 1)
    ]
    for entry, name in ((entries[1], "Zed Zoe"), (entries[3], "Yan York")):
        entry["players"][1] = {"id": "99900", "name": name}
    event = {"form": "session", "scheme": "nz", "day": "2026-11-11", "contest": "pairs", "boards": 24}
    return event | {"organiser": {"level": "club"}, "lists": [{"entries": entries}]} | fields


class TestNobodysNumber:
    """NZ E9.7c: 99900 may stand in a list any number of times; nobody is asked about or registered under it."""

    @pytest.fixture(autouse=True)
    def nobody_is_registered(self) -> Iterator[None]:
        before = Person.objects.count()
        yield
        assert Person.objects.count() == before
        assert not Person.objects.filter(number="99900").exists()

    def test_by_api(self, client: Client) -> None:
        address = f"{ROOT}/federations/nz/organisations/1001/filings"
        secret = key_for("staff of another federation")
        answer = post(client, address, nz_evening(), **secret)
        assert answer.status_code == 201, answer.content

    def test_by_batch(self) -> None:
        club = Organisation.objects.get(federation="nz", number="1001")
        sent = batches.BatchItem(club, event_from(nz_evening(), FACTS), services.Original(b"x", "x.json", "event"))
        (receipt,) = batches.file_batch(club.federation, [sent], by=None)
        assert "99900" not in receipt.version.people

    def test_on_the_site(self, client: Client) -> None:
        club = Organisation.objects.get(federation="nz", number="1001")
        site = signed_in(client, "scorer", "nz")
        upload = SimpleUploadedFile("evening.json", json.dumps(nz_evening()).encode())
        site.post(reverse("file"), {"organisation": club.pk, "file": upload})
        draft = Draft.objects.get()
        page = site.get(reverse("draft", args=[draft.key])).content.decode()
        assert "Who is" not in page
        site.post(reverse("file-draft", args=[draft.key]))
        assert Filing.objects.filter(organisation=club, day="2026-11-11").count() == 1


class TestDaysToCome:
    """What counts in today's holding has been played, brought or moved by today."""

    def test_no_balance_and_no_adjustment_is_dated_in_the_future(self) -> None:
        federation, player = Federation.objects.get(pk="ebu"), user("player").people.get()
        file = f"number,colour,points,day,reason\n{player.number},local,5,2033-01-01,old\n".encode()
        with pytest.raises(MasterpointError, match="2033"):
            opening_balances.read_balances(federation, file, source="old.csv", today=date(2026, 11, 15))
        with pytest.raises(NotPosted):
            ledger_services.adjust(player, "local", 500, date(2033, 1, 1), by=user("staff"), reason="late")

    def test_nor_are_points_from_elsewhere(self, client: Client) -> None:
        player = user("player").people.get()
        site = signed_in(client, "staff")
        before = ledger.holding(player)
        address = reverse("adjust", args=["ebu", player.number])
        fields = {"kind": "adjustment", "colour": "local", "points": "1", "day": "2033-01-01", "reason": "x"}
        page = site.post(address, fields | {"post": "1", "seen": ledger.last_line(player)}).content.decode()
        assert "has not come yet" in page and ledger.holding(player) == before


class TestAnotherCountry:
    """A file whose program, club number or member numbers are Australia's, sent by an English club, is asked about."""

    SAYS = "Compscore3"

    @pytest.fixture
    def data(self) -> Any:
        return australian(**AUSTRALIAN)

    @pytest.fixture(autouse=True)
    def nothing_is_filed(self) -> Iterator[None]:
        before = Filing.objects.count()
        yield
        assert Filing.objects.count() == before

    def test_by_api(self, client: Client, data: Any) -> None:
        sent = {"file": SimpleUploadedFile("results.xml", data, "text/xml")}
        problem = is_problem(client.post(FILES, sent, **key_for("scorer")), 422)
        assert self.SAYS in json.dumps(problem)

    def test_by_batch(self, data: Any) -> None:
        club = Organisation.objects.get(federation="ebu", number="1001")
        imported = intake.read_event(data, "results.xml", intake.Options(scheme="ebu", level="club"))
        original = services.Original(data, "results.xml", imported.format, imported)
        with pytest.raises(MasterpointError, match=self.SAYS):
            batches.file_batch(club.federation, [batches.BatchItem(club, imported.event, original)], by=None)

    def test_on_the_site(self, client: Client, data: Any) -> None:
        club = Organisation.objects.get(federation="ebu", number="1001")
        site = signed_in(client, "scorer")
        site.post(reverse("file"), {"organisation": club.pk, "file": SimpleUploadedFile("results.xml", data)})
        draft = Draft.objects.get()
        assert self.SAYS in site.get(reverse("draft", args=[draft.key])).content.decode()
        site.post(reverse("file-draft", args=[draft.key]))
        site.post(reverse("file-all"), {"draft": [draft.key]})
