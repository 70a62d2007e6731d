"""Points reported on the site, by API and by command: files shown and then posted, the register saved as one types."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from answers import Answer
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.crediting.models import CreditDraft
from masterpoint.centre.filing.models import Month
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.formats import credit_files
from web.test_api_kit import ROOT, is_problem, key_for
from web.test_every_door import signed_in

pytestmark = pytest.mark.django_db
ABF = ["abf", "1001"]
HEADING = {"event": "Spring Congress", "day": "2026-11-10"}


def members(count: int = 3) -> list[Person]:
    return list(
        Person.objects.filter(federation="abf", home_club__number="1001", status="active").order_by("pk")[:count]
    )


def file(name: str = "club.grn", amount: int = 42, people: None = None) -> SimpleUploadedFile:
    lines = [f"{int(person.number):07}{amount:06}" for person in people or members()]
    return SimpleUploadedFile(name, "\r\n".join([*lines, ""]).encode())


def reported_postings() -> QuerySet[Posting]:
    return Posting.objects.filter(kind="reported", federation="abf")


class TestFiles:
    def test_shown_then_posted_then_taken_back(self, client: Client) -> None:
        signed_in(client, "secretary", "abf")
        address = reverse("credit-returns", args=ABF)
        shown = client.post(address, {**HEADING, "file": [file(), file("club.red", 100)]})
        assert b"3 players" in shown.content and not reported_postings().exists()
        assert "levy for grade B4c: $6.09" in shown.content.decode()  # 3 x 1.00 x 2.03
        sent = shown.context["files"]
        fields = {**HEADING, "post": "1", "name": [name for name, _ in sent], "data": [data for _, data in sent]}
        client.post(address, fields)
        posting = reported_postings().get()
        assert {(line.colour, line.hundredths) for line in posting.lines.all()} == {("green", 42), ("red", 100)}
        page = client.get(address).content.decode()
        assert "Spring Congress" in page
        client.post(reverse("take-back-return", args=[*ABF, posting.number]), {"reason": "wrong evening"})
        assert reported_postings().get().reversed_by.reason == "wrong evening"

    def test_problems_are_shown_and_nothing_is_posted(self, client: Client) -> None:
        signed_in(client, "scorer", "abf")
        bad = SimpleUploadedFile("club.grn", b"12\r\n0999999000042\r\n")
        page = client.post(reverse("credit-returns", args=ABF), {"event": "", "day": "2026-11-10", "file": bad})
        text = page.content.decode()
        assert "the event is missing" in text and "nobody has this number" in text and "has 2 digits, not 13" in text
        assert not reported_postings().exists()

    def test_a_wrong_file_among_several_is_named_as_it_is_written(self, client: Client) -> None:
        signed_in(client, "secretary", "abf")
        letter = SimpleUploadedFile("letter.grn", b"Dear office,\r\nhere are our results\r\n")
        page = client.post(reverse("credit-returns", args=ABF), {**HEADING, "file": [file(), letter]}).content.decode()
        assert page.count("is not a credit file") == 1
        assert "<strong>letter.grn" in page
        assert not reported_postings().exists()

    def test_the_grade_of_a_congress_is_posted_and_charged(self, client: Client) -> None:
        signed_in(client, "secretary", "abf")
        address = reverse("credit-returns", args=ABF)
        shown = client.post(address, {**HEADING, "grade": "B4", "file": file("club.red", 100)})
        page = shown.content.decode()
        assert 'name="grade" value="B4"' in page and "levy for grade B4: $8.04" in page
        fields = {**HEADING, "grade": "B4", "post": "1", "name": "club.red", "data": shown.context["files"][0][1]}
        client.post(address, fields)
        subject = f"credits {reported_postings().get().number}"
        assert Charge.objects.get(subject=subject).amount == "8.04"
        wrong = client.post(address, {**HEADING, "grade": "Z", "file": file()}).content.decode()
        assert "the book has no such grade" in wrong

    def test_a_closed_month_takes_it_from_the_office_with_a_reason(self, client: Client) -> None:
        Month.objects.create(federation_id="abf", first_day=date(2026, 3, 1), state="closed")
        late = {**HEADING, "day": "2026-03-10", f"points.{members()[0].number}.green": "0.42", "post": "1"}
        address = reverse("awards-register", args=ABF)
        assert 'name="late_reason"' not in signed_in(client, "secretary", "abf").get(address).content.decode()
        signed_in(client, "staff", "abf")
        assert "closed" in client.post(address, late).content.decode() and not reported_postings().exists()
        client.post(address, {**late, "late_reason": "the post was slow"})
        assert reported_postings().get().facts["late_reason"] == "the post was slow"

    def test_what_comes_back_broken_is_refused(self, client: Client) -> None:
        signed_in(client, "scorer", "abf")
        fields = {**HEADING, "post": "1", "name": "a.grn", "data": "!!"}
        assert b"did not come back whole" in client.post(reverse("credit-returns", args=ABF), fields).content

    def test_only_where_the_book_takes_them_and_for_whoever_files(self, client: Client) -> None:
        signed_in(client, "secretary", "ebu")
        assert client.get(reverse("credit-returns", args=["ebu", "1001"])).status_code == 404
        assert client.get(reverse("credit-returns", args=ABF)).status_code == 404
        assert client.get(reverse("my-credit-returns")).status_code == 404


class TestRegister:
    def test_saved_as_one_types_and_posted_with_one_button(self, client: Client) -> None:
        signed_in(client, "secretary", "abf")
        address, (ann, bob, _) = reverse("awards-register", args=ABF), members()
        typed = {f"points.{ann.number}.green": "0.42", f"points.{bob.number}.red": "1.5x"}
        assert b"0.42 green" in client.post(address, typed).content
        assert CreditDraft.objects.get().fields == typed
        page = client.get(address).content.decode()
        assert 'value="1.5x"' in page and f'aria-label="Red points, {bob.number}"' in page
        assert page.count("<td") == page.count(' data-label="') + page.count('<td class="whole">'), "a phone shows them"
        failed = client.post(address, {**typed, "post": "1"}).content.decode()
        assert "this is not a number of red points" in failed and 'value="0.42"' in failed
        client.post(address, {**typed, **HEADING, f"points.{bob.number}.red": "1.5", "post": "1"})
        assert {(line.person, line.colour, line.hundredths) for line in reported_postings().get().lines.all()} == {
            (ann, "green", 42),
            (bob, "red", 150),
        }
        assert not CreditDraft.objects.exists()


class TestUtility:
    """View, check, merge, edit, convert and new from nothing, without an account (ABF G)."""

    def post(self, client: Client, act: str, *files: SimpleUploadedFile, **fields: str) -> Answer:
        return client.post(reverse("credit-tool"), {"act": act, "file": list(files), **fields})

    def test_view_and_check(self, client: Client) -> None:
        page = self.post(client, "view", file(), SimpleUploadedFile("b.red", b"12\n")).content.decode()
        assert "3 lines, 3 players" in page and "1.26 green" in page and "has 2 digits, not 13" in page

    def test_merge(self, client: Client) -> None:
        merged = self.post(client, "merge", file(), file("other.grn", 8))
        assert {line.hundredths for line in credit_files.view(merged.content, source="m.grn").lines} == {(50,)}

    def test_edit_and_new_from_nothing(self, client: Client) -> None:
        ann, bob, cy = (person.number for person in members())
        edited = self.post(client, "edit", file(), changes=f"{ann} 1.00\n{bob}")
        assert credit_files.view(edited.content, source="e.grn").totals() == {"green": Decimal("1.42")}
        new = self.post(client, "edit", changes=f"{cy}=0.42,0.05", colour="red-and-green")
        assert new.content.decode().strip() == f"{int(cy):07}000042000005"
        assert "new.rag" in new["Content-Disposition"]

    def test_what_is_written_twice_and_a_file_too_many_are_refused(self, client: Client) -> None:
        page = self.post(client, "edit", changes="10014 1\n0010014 2\n10022 1\n10022", colour="green").content.decode()
        assert "this player has a line above" in page
        page = self.post(client, "edit", changes="10014 1\n0010014 2", colour="green").content.decode()
        assert page.count("is set twice") == 2
        assert b"choose at most 20" in self.post(client, "view", *(file(f"{n}.grn") for n in range(21))).content

    def test_convert_parts_red_and_green_into_a_zip(self, client: Client) -> None:
        file = SimpleUploadedFile("c.rag", b"0000019000042000005\r\n")
        parted = self.post(client, "convert", file, to=".red")
        assert sorted(zipfile.ZipFile(io.BytesIO(parted.content)).namelist()) == ["c.grn", "c.red"]

    @pytest.mark.parametrize("act", ["view", "merge", "edit"])
    def test_nothing_given_is_said(self, client: Client, act: str) -> None:
        assert b"What to do" in self.post(client, act).content


class TestApi:
    ADDRESS = f"{ROOT}/federations/abf/organisations/1001/credits"

    def test_dry_then_posted_then_refused(self, client: Client) -> None:
        dry = client.post(
            f"{self.ADDRESS}?dry_run=true",
            {**HEADING, "file": [file(), file("b.red", 5)]},
            **key_for("secretary", federation="abf"),
        )
        assert (dry.status_code, dry.json()["posting"], dry.json()["totals"]) == (
            200,
            None,
            {"green": "1.26", "red": "0.15"},
        )
        assert [sentence.rsplit(": ", 1)[1] for sentence in dry.json()["charges"]] == ["$3.1878.", "$0.3045."]
        assert not reported_postings().exists()
        posted = client.post(self.ADDRESS, {**HEADING, "file": [file()]}, **key_for("secretary", federation="abf"))
        assert (posted.status_code, posted.json()["posting"]) == (201, reported_postings().get().number)
        again = client.post(self.ADDRESS, {**HEADING, "file": [file()]}, **key_for("secretary", federation="abf"))
        assert "as number" in is_problem(again, 422)["problems"][0]["message"]

    def test_all_problems(self, client: Client) -> None:
        bad = SimpleUploadedFile("a.grn", b"12\r\n0999999000042\r\n")
        problems = is_problem(
            client.post(self.ADDRESS, {**HEADING, "file": [bad]}, **key_for("secretary", federation="abf")), 422
        )["problems"]
        assert [problem["place"] for problem in problems] == ["a.grn, line 1", "a.grn, line 2"]

    def test_not_without_a_token_nor_for_others(self, client: Client) -> None:
        is_problem(client.post(self.ADDRESS, {**HEADING, "file": [file()]}), 401)
        is_problem(client.post(self.ADDRESS, {**HEADING, "file": [file()]}, **key_for("secretary")), 403)


def test_the_menu_leads_there_in_australia_alone(client: Client) -> None:
    assert Organisation.objects.filter(federation="abf").exists()
    assert "Report points" in signed_in(client, "scorer", "abf").get("/").content.decode()
    assert "Report points" not in signed_in(client, "scorer", "ebu").get("/").content.decode()
