"""Papers by API: the awards register keyed by a program, sheets of an office, certificates of points."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from answers import Answer, existing
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Person
from masterpoint.centre.sheets.models import Sheet
from web.test_api import CERTIFICATE, KEYED
from web.test_api_kit import ROOT, is_problem, key_for

pytestmark = pytest.mark.django_db


def send(
    client: Client, address: str, body: dict[str, Any], role: str = "secretary", federation: str = "abf"
) -> Answer:
    key = key_for(role, federation=federation)
    return client.post(f"{ROOT}/federations/{address}", json.dumps(body), content_type="application/json", **key)


class TestKeyed:
    ADDRESS = "abf/organisations/1001/credits/keyed"

    def keyed(self, **changed: Any) -> dict[str, Any]:
        ann, bob = Person.objects.filter(federation="abf", home_club__number="1001", status="active")[:2]
        rows = [
            {"number": ann.number, "colour": "green", "points": "0.42"},
            {"number": bob.number, "colour": "red", "points": "1"},
        ]
        return KEYED | {"credits": rows} | changed

    def test_dry_then_posted_once(self, client: Client) -> None:
        dry = send(client, f"{self.ADDRESS}?dry_run=true", self.keyed())
        assert (dry.status_code, dry.json()["posting"], dry.json()["totals"]) == (
            200,
            None,
            {"green": "0.42", "red": "1"},
        )
        posted = send(client, self.ADDRESS, self.keyed())
        assert posted.status_code == 201 and posted.json()["charges"]
        assert Posting.objects.get(kind="reported", federation="abf").number == posted.json()["posting"]
        assert "as number" in is_problem(send(client, self.ADDRESS, self.keyed()), 422)["problems"][0]["message"]

    def test_everything_that_is_wrong_at_once(self, client: Client) -> None:
        rows = [
            {"number": "999999", "colour": "green", "points": "0.42"},
            {"number": self.keyed()["credits"][0]["number"], "colour": "pink", "points": "much"},
        ]
        problems = is_problem(send(client, self.ADDRESS, self.keyed(credits=rows, day="x", grade="Z")), 422)["problems"]
        assert [problem["place"] for problem in problems] == ["day", "grade", "credits 2", "credits 1"]
        assert not Posting.objects.filter(kind="reported").exists()

    def test_by_somebody_else(self, client: Client) -> None:
        is_problem(send(client, self.ADDRESS, self.keyed(), federation="ebu"), 403)


class TestSheets:
    ADDRESS = f"{ROOT}/federations/nz/organisations/1001/sheets"
    ADDITION = "club_number,number,first_name,surname,sex,home_club,former_number\n1001,77777,Ines,Zzexample,,{},\n"

    def send(self, client: Client, form: str, text: str, role: str = "secretary", federation: str = "nz") -> Answer:
        file = SimpleUploadedFile("sheet.csv", text.encode())
        return client.post(f"{self.ADDRESS}/{form}", {"file": file}, **key_for(role, federation=federation))

    def test_filed_or_the_error_list_and_nothing(self, client: Client) -> None:
        wrong = is_problem(self.send(client, "addition", self.ADDITION.format("No Such Club")), 422)["problems"]
        assert [(problem["place"], problem["value"]) for problem in wrong] == [("row 1, home club", "No Such Club")]
        assert not Sheet.objects.exists()
        filed = self.send(client, "addition", self.ADDITION.format("1001"))
        assert (filed.status_code, filed.json()["state"], len(filed.json()["done"])) == (201, "filed", 1)
        assert existing(Person.objects.get(federation="nz", number="77777").home_club).number == "1001"

    def test_what_is_no_sheet_and_who_may_not(self, client: Client) -> None:
        assert "no such sheet" in is_problem(self.send(client, "nonsense", "x"), 422)["problems"][0]["message"]
        is_problem(self.send(client, "addition", self.ADDITION, federation="ebu"), 403)
        is_problem(self.send(client, "addition", self.ADDITION, role="scorer"), 403)


class TestCertificates:
    ADDRESS = "wbu/organisations/1001/certificates"

    def test_issued_and_looked_up(self, client: Client) -> None:
        issued = send(client, self.ADDRESS, CERTIFICATE, federation="wbu")
        assert (issued.status_code, issued.json()["points"], issued.json()["state"]) == (201, {"local": "6"}, "issued")
        code = issued.json()["certificate"]
        address = f"{ROOT}/federations/{self.ADDRESS}/{code}"
        assert client.get(address, **key_for("secretary", federation="wbu")).json() == issued.json()
        is_problem(client.get(address, **key_for("secretary")), 403)
        is_problem(client.get(address), 401)

    def test_all_that_is_wrong(self, client: Client) -> None:
        bad = CERTIFICATE | {"kind": "nonsense", "issued": "2999-01-01"}
        places = [
            problem["place"]
            for problem in is_problem(send(client, self.ADDRESS, bad, federation="wbu"), 422)["problems"]
        ]
        assert {"issued", "kind"} <= set(places)
