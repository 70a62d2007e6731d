"""The office at its longer acts on the site: shown first, then done, once."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import queries, transfers
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.records.models import Rating
from masterpoint.centre.registry import offices
from masterpoint.centre.registry.models import Organisation, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.get(email="staff@ebu.example"), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_balances_are_shown_then_posted_then_refused(staff: Client) -> None:
    player = User.objects.get(email="player@ebu.example").people.get()
    before, postings = queries.holding(player), Posting.objects.count()
    data = f"number,colour,points,day,reason\r\n{player.number},green,7.5,2025-12-31,Café ledger\r\n"
    address = reverse("balances", args=["ebu"])
    shown = staff.post(address, {"file": SimpleUploadedFile("old.csv", data.encode("cp1252"))})
    assert player.name in shown.content.decode() and "Café ledger" in shown.content.decode()
    assert Posting.objects.count() == postings
    sent = {"post": "1", "name": "old.csv", "data": shown.context["data"]}
    assert staff.post(address, sent)["Location"] == reverse("ledger", args=["ebu"])
    assert queries.holding(player)["green"] == before.get("green", 0) + 750
    assert "nothing more to do" in staff.post(address, sent).content.decode()
    assert Posting.objects.count() == postings + 1


def test_a_wrong_file_of_balances_is_told(staff: Client) -> None:
    file = SimpleUploadedFile("old.csv", b"number,colour,points,day,reason\nnone,green,x,2025-12-31,\n")
    answer = staff.post(reverse("balances", args=["ebu"]), {"file": file}).content.decode()
    assert "3 things to put right" in answer
    assert "no file was chosen" in staff.post(reverse("balances", args=["ebu"])).content.decode()


def test_old_ratings_are_shown_then_posted_then_refused(client: Client) -> None:
    staff = User.objects.get(email="staff@nz.example")
    client.force_login(staff, backend="django.contrib.auth.backends.ModelBackend")
    player = User.objects.get(email="player@nz.example").people.get()
    data = f"number,year,rating,grade,reason\n{player.number},2024,84,Open,the Board\n".encode()
    address = reverse("ratings", args=["nz"])
    assert address in client.get(reverse("ledger", args=["nz"])).content.decode()
    assert client.get(address).status_code == 200
    shown = client.post(address, {"file": SimpleUploadedFile("old.csv", data)})
    assert "by points: Intermediate" in shown.content.decode() and not player.ratings.exists()
    sent = {"post": "1", "name": "old.csv", "data": shown.context["data"]}
    assert client.post(address, sent)["Location"] == reverse("ledger", args=["nz"])
    assert [(row.hundredths, row.grade) for row in player.ratings.all()] == [(8_400, "Open")]
    assert "has a rating for the year already" in client.post(address, sent).content.decode()


def test_a_book_without_ratings_has_no_such_page(staff: Client) -> None:
    assert staff.get(reverse("ratings", args=["ebu"])).status_code == 404
    assert reverse("ratings", args=["ebu"]) not in staff.get(reverse("ledger", args=["ebu"])).content.decode()


class TestMoving:
    @pytest.fixture
    def records(self, staff: Client) -> list[Person]:
        """Staff of the EBU who is on the staff of the WBU too, and a record of each."""
        national = Organisation.objects.get(federation="wbu", parent=None)
        offices.appoint(User.objects.get(email="staff@ebu.example"), national, "staff", on=date(2020, 1, 1), by=None)
        return [User.objects.get(email=f"player@{code}.example").people.get() for code in ("wbu", "ebu")]

    def test_a_record_is_shown_moved_and_closed(self, staff: Client, records: list[Person]) -> None:
        source, target = records
        before, amounts = queries.holding(target), queries.holding(source)
        address = reverse("move", args=["ebu", target.number])
        about = {"source": "wbu", "number": source.number, "sheet": "transfer"}
        page = staff.get(address, about)
        facts = {field.name: field.value for field in page.context["fields"]} | about
        facts |= {"day": "2026-11-15", "reason": "moved to England"}
        shown = staff.post(address, facts)
        assert shown.context["conversion"].hundredths == amounts
        assert queries.holding(source) == amounts
        sent = facts | {"post": "1", "seen": shown.context["seen"]}
        assert staff.post(address, sent)["Location"] == reverse("adjust", args=["ebu", target.number])
        assert "posted already" in staff.post(address, sent).content.decode()
        assert queries.holding(source) == {}
        assert queries.holding(target) == {
            colour: before.get(colour, 0) + amounts.get(colour, 0) for colour in before | amounts
        }

    def test_what_is_shown_is_of_the_day_of_the_move(self, staff: Client, records: list[Person]) -> None:
        """WBU 1.5.1: gold points lose value with the years, and a move posts their value on its own day."""
        source, target = records
        officer = User.objects.get(email="staff@wbu.example")
        ledger.adjust(source, "gold", 5_000, date(2024, 5, 5), by=officer, reason="won")
        about = {"source": "wbu", "number": source.number, "sheet": "transfer"}
        holdings = {}
        for day in ("2024-06-01", "2026-11-15"):
            page = staff.get(reverse("move", args=["ebu", target.number]), about | {"day": day})
            holdings[day] = page.context["holding"]["gold"]
            assert page.context["facts"]["day"] == day
            assert holdings[day] == transfers.balances_on(source, date.fromisoformat(day))["gold"]
        assert holdings["2024-06-01"] > holdings["2026-11-15"]

    def test_only_staff_of_both_may(self, staff: Client) -> None:
        target = User.objects.get(email="player@ebu.example").people.get()
        source = User.objects.get(email="player@wbu.example").people.get()
        address = reverse("move", args=["ebu", target.number])
        about = {"source": "wbu", "number": source.number, "sheet": "transfer", "post": "1", "seen": "0-0"}
        postings = Posting.objects.count()
        assert "on the staff of both" in staff.post(address, about).content.decode()
        assert Posting.objects.count() == postings

    def test_what_is_not_there_is_told(self, staff: Client, records: list[Person]) -> None:
        address = reverse("move", args=["ebu", records[1].number])
        fields = {"source": "wbu", "number": "none", "sheet": "transfer"}
        assert "nobody has this number there" in staff.get(address, fields).content.decode()
        assert staff.get(address, fields | {"source": "nz"}).status_code == 404
        assert staff.get(address, fields | {"number": records[0].number, "sheet": "gold"}).status_code == 404


class TestTheTurnOfTheYear:
    @pytest.fixture
    def new_zealand(self, client: Client) -> Client:
        user = User.objects.get(email="staff@nz.example")
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    def test_it_is_shown_done_and_then_nothing_is_due(self, new_zealand: Client) -> None:
        player = User.objects.get(email="player@nz.example").people.get()
        officer = User.objects.get(email="staff@nz.example")
        ledger.adjust(player, "A", 1000, date(2025, 3, 3), by=officer, reason="won")
        address = reverse("year-end", args=["nz", 2025])
        assert player.name in new_zealand.get(address).content.decode()
        assert not Rating.objects.filter(person=player).exists()
        assert "Posted: rating points" in new_zealand.post(address, follow=True).content.decode()
        assert Rating.objects.filter(person=player, year=2025).count() == 1
        postings = Posting.objects.count()
        again = new_zealand.post(address, follow=True).content.decode()
        assert "nothing is changed" in again and "Nothing is due" in again
        assert Posting.objects.count() == postings

    def test_a_year_to_come_is_not_run_and_other_books_have_no_such_page(self, new_zealand: Client) -> None:
        coming = reverse("year-end", args=["nz", date.today().year])
        assert "not over" in new_zealand.post(coming, follow=True).content.decode()
        assert new_zealand.get(reverse("year-end", args=["nz", 99])).status_code == 404
        user = User.objects.get(email="staff@abf.example")
        new_zealand.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        assert new_zealand.get(reverse("year-end", args=["abf", 2025])).status_code == 404
