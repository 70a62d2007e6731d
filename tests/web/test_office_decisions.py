"""The office decides on the site: what a new release awards otherwise, what may be one evening, records joined."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import ending, judging, queries, services, writing
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.registry import offices, registering
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.derivation import Result
from masterpoint.core.events import SessionEvent
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS
from web.test_api_kit import evening

pytestmark = pytest.mark.django_db
ORIGINAL = services.Original(b"as it came", "saturday.json", "event")


def signed_in(client: Client, email: str) -> Client:
    client.force_login(User.objects.get(email=email), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def staff(client: Client) -> Client:
    return signed_in(client, "staff@ebu.example")


@pytest.fixture
def colleague() -> User:
    national = Organisation.objects.get(federation="ebu", parent=None)
    return offices.invite("colleague@ebu.example", "Connie", national, "staff", on=date(2020, 1, 1), by=None).user


@pytest.fixture
def two_people() -> None:
    offices.require_two_people(Federation.objects.get(pk="ebu"), True, by=None)


def file_evening(by: str = "secretary@ebu.example", **options: Any) -> Filing:
    event = event_from(evening() | options, FACTS)
    club = Organisation.objects.get(federation="ebu", number="1001")
    return services.file_event(club, event, ORIGINAL, by=User.objects.get(email=by), choices={}).filing


@pytest.fixture
def of_another_release(monkeypatch: pytest.MonkeyPatch) -> Filing:
    """An evening that an older release has awarded, by the scale for fewer boards."""
    now = judging.judge

    def before(event: SessionEvent) -> Result:
        return msgspec.structs.replace(now(msgspec.structs.replace(event, boards=12)), event=event)

    with monkeypatch.context() as older:
        older.setattr(judging, "judge", before)
        older.setattr(writing, "engine", lambda: "0.0.9+older")
        return file_evening()


def points_held(filing: Filing) -> int:
    number = queries.current_version(filing).event["lists"][0]["entries"][0]["players"][0]["id"]
    return ledger.holding(Person.objects.get(federation="ebu", number=number))["local"]


class TestRederiving:
    address = "/office/ebu/rederive/"

    def test_differences_are_shown_and_posted_with_a_reason(self, staff: Client, of_another_release: Filing) -> None:
        filing, before = of_another_release, points_held(of_another_release)
        page = staff.get(self.address).content.decode()
        assert filing.receipt in page and "release 0.0.9+older" in page
        answer = staff.post(self.address, {"receipt": filing.receipt, "reason": " "}, follow=True).content.decode()
        assert "reason" in answer and points_held(filing) == before
        answer = staff.post(self.address, {"reason": "the scale was misread"}, follow=True).content.decode()
        assert "Tick the filings" in answer
        sent = {"receipt": filing.receipt, "reason": "the scale was misread"}
        assert "1 filing is awarded again" in staff.post(self.address, sent, follow=True).content.decode()
        assert points_held(filing) > before
        assert queries.current_version(filing).reason == "the scale was misread"
        assert filing.receipt not in staff.get(self.address).content.decode()
        assert "left alone" in staff.post(self.address, sent, follow=True).content.decode()

    def test_it_goes_on_where_it_stopped(self, staff: Client, of_another_release: Filing) -> None:
        page = staff.get(self.address, {"after": of_another_release.pk}).content.decode()
        assert of_another_release.receipt not in page and "no filing of another release to look at" in page

    def test_what_is_official_waits_for_a_colleague(
        self, staff: Client, colleague: User, two_people: None, of_another_release: Filing
    ) -> None:
        filing, before = of_another_release, points_held(of_another_release)
        ending.approve(filing, by=colleague)
        sent = {"receipt": filing.receipt, "reason": "the scale was misread"}
        assert "1 waits for a colleague" in staff.post(self.address, sent, follow=True).content.decode()
        assert points_held(filing) == before
        assert filing.receipt not in staff.get(self.address).content.decode()
        proposal = Proposal.objects.get(filing=filing)
        decision = {"proposal": proposal.pk, "note": "as the book says"}
        answer = staff.post(reverse("decide-proposal", args=["ebu"]), decision, follow=True).content.decode()
        assert "a second person must decide" in answer and points_held(filing) == before
        signed_in(staff, colleague.email).post(reverse("decide-proposal", args=["ebu"]), decision)
        assert points_held(filing) > before

    def test_others_find_no_such_page(self, client: Client, of_another_release: Filing) -> None:
        for role in ("secretary", "scorer"):
            assert signed_in(client, f"{role}@ebu.example").get(self.address).status_code == 404


class TestTwoEvents:
    @pytest.fixture
    def duplicates(self) -> tuple[Filing, Filing]:
        first = file_evening()
        second = file_evening(day="2026-11-02", boards=26)
        Filing.objects.filter(pk=second.pk).update(day=first.day)
        return first, second

    def test_the_queue_ticks_neither_and_the_office_decides(
        self, staff: Client, duplicates: tuple[Filing, Filing]
    ) -> None:
        first, second = duplicates
        queue = staff.get(reverse("queue", args=["ebu"])).content.decode()
        assert f'value="{first.receipt}"' not in queue and f'value="{second.receipt}"' not in queue
        assert "May be the same evening as" in queue
        page = staff.get(reverse("filing", args=[first.receipt])).content.decode()
        assert "Is this evening credited twice?" in page and second.receipt in page and "Approve it" not in page
        staff.post(reverse("approve", args=[first.receipt]))
        staff.post(reverse("approve-clean", args=["ebu"]), {"receipt": [first.receipt, second.receipt]})
        assert set(Filing.objects.filter(pk__in=[first.pk, second.pk]).values_list("state", flat=True)) == {
            "provisional"
        }
        sent = {"other": second.receipt, "reason": "an afternoon and an evening"}
        answer = staff.post(reverse("two-events", args=[first.receipt]), sent, follow=True).content.decode()
        assert "are two events" in answer and "credited twice" not in answer
        answer = staff.post(reverse("approve", args=[first.receipt]), follow=True).content.decode()
        assert f"{first.receipt} is official" in answer


class TestJoining:
    @pytest.fixture
    def records(self) -> tuple[Person, Person]:
        person = User.objects.get(email="player@ebu.example").people.get()
        federation = Federation.objects.get(pk="ebu")
        return person, registering.register(federation, person.given_name, "Twin", on=date(2020, 1, 1), by=None)

    def test_a_merge_waits_for_a_colleague(
        self, staff: Client, colleague: User, two_people: None, records: tuple[Person, Person]
    ) -> None:
        person, twin = records
        national = Organisation.objects.get(federation="ebu", parent=None)
        address = reverse("member-act", args=["ebu", national.number, person.number, "merge"])
        answer = staff.post(address, {"duplicate": twin.number, "reason": "one person"}, follow=True)
        assert "a colleague in the office has to confirm it" in answer.content.decode()
        twin.refresh_from_db()
        assert twin.merged_into is None
        proposal = Proposal.objects.get(act="merge")
        page = staff.get(reverse("proposals", args=["ebu"])).content.decode()
        assert "Two records joined" in page and twin.number in page
        signed_in(staff, colleague.email).post(reverse("decide-proposal", args=["ebu"]), {"proposal": proposal.pk})
        twin.refresh_from_db()
        assert twin.merged_into == person
