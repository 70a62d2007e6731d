"""The letter about a month: what is in it, once, to whom, how it is stopped; and what is new since the last visit."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from answers import existing
from masterpoint.centre.accounts import services as accounts
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import monthly_letters
from masterpoint.centre.erasing.services import erase
from masterpoint.centre.filing import ending
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.ledger.services import adjust
from masterpoint.centre.mail import services as mail
from masterpoint.centre.mail.models import Letter, MonthlyLetter
from masterpoint.centre.records import queries as records
from masterpoint.centre.registry.models import Person
from masterpoint.core.exact import grouped_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    user = User.objects.get(email="player@ebu.example")
    return accounts.set_wants_summary(user, True)


@pytest.fixture
def person(user: User) -> Person:
    return user.people.get()


@pytest.fixture
def next_month(person: Person) -> date:
    """The first day after the month in which all of the demo was posted."""
    at = existing(Posting.objects.filter(federation="ebu").order_by("-at").first()).at
    return (at.date().replace(day=1) + timedelta(days=32)).replace(day=1)


def letters() -> QuerySet[Letter]:
    return Letter.objects.filter(subject__startswith="Your points in")


def test_every_event_with_place_partner_points_the_total_and_the_next_rank(person: Person, next_month: date) -> None:
    assert monthly_letters.write_due(next_month) == 1
    text = letters().get().text
    lines = Line.objects.filter(person=person).exclude(posting__version=None)
    assert lines.count() >= 2
    for line in lines:
        filing = existing(line.posting.version).filing
        about = re.escape(f"{line.day:%-d %B %Y}, {filing.name}, {filing.organisation.name}")
        event = re.search(rf"  {about}\n  place (\S+), with (.+)\n  (.+)\n", text)
        assert event is not None, about
        partner = Person.objects.get(federation="ebu", number__in=_numbers(filing, person, event[2]))
        assert event[2] in (partner.name, "Anonymous member")
    record = records.record(person)
    total = records.total_of(records.edition_of(person.federation, date.today()).ranks, record.holding)
    assert f"\nYour points now: {grouped_text(total)}\n" in text
    assert f"\nThe next rank: {record.standing.next_rank}\n" in text and "\nStill needed: " in text
    assert reverse("player", args=["ebu", person.number]) in text


def _numbers(filing: Filing, person: Person, partner: str) -> list[str]:
    """Of those in the same pair by the stored event, whoever is not the person."""
    pairs = [entry["players"] for ranking in filing.versions.get().event["lists"] for entry in ranking["entries"]]
    names = next(pair for pair in pairs if person.number in [player["id"] for player in pair])
    return [player["id"] for player in names if player["id"] != person.number]


def test_the_sums_of_a_month_are_those_of_the_ledger(person: Person, next_month: date) -> None:
    monthly_letters.write_due(next_month)
    total = existing(re.search(r"\nTogether: (.+)\n", letters().get().text))[1]
    month = (next_month - timedelta(days=1)).replace(day=1)
    sums: dict[str, int] = {}
    for line in Line.objects.filter(person=person, posting__at__date__gte=month):
        sums[line.colour] = sums.get(line.colour, 0) + line.hundredths
    assert {part.rpartition(" ")[2] for part in total.split(", ")} == sums.keys()
    for colour, hundredths in sums.items():
        assert f"{grouped_text(records.points({colour: hundredths})[colour])} {colour}" in total


def test_run_twice_it_is_written_once_and_a_month_without_anything_brings_none(next_month: date) -> None:
    assert [monthly_letters.write_due(next_month) for _ in range(3)] == [1, 0, 0]
    later = (next_month + timedelta(days=32)).replace(day=1)
    assert [monthly_letters.write_due(later) for _ in range(2)] == [0, 0]
    assert letters().count() == 1 and MonthlyLetter.objects.count() == 2


def test_a_correction_that_comes_to_nothing_is_no_news(person: Person, next_month: date) -> None:
    staff = User.objects.get(email="staff@ebu.example")
    filing = existing(
        Filing.objects.filter(versions__postings__lines__person=person, federation="ebu", state="provisional").first()
    )
    ending.reject(filing, by=staff, reason="nobody played")
    monthly_letters.write_due(next_month)
    assert f"{filing.day:%-d %B %Y}, {filing.name}" not in letters().get().text


def test_what_an_officer_adjusts_is_in_it_without_the_officers_words(person: Person, next_month: date) -> None:
    staff = User.objects.get(email="staff@ebu.example")
    adjust(person, "local", 700, date(2026, 11, 2), by=staff, reason="mislaid form")
    monthly_letters.write_due(next_month)
    text = letters().get().text
    assert "  2 November 2026, Adjustment\n  7 local" in text and "mislaid" not in text


def test_only_to_those_who_want_it(user: User, next_month: date) -> None:
    accounts.set_wants_summary(user, False)
    assert monthly_letters.write_due(next_month) == 0
    accounts.set_player_letters(user, promotions=True, corrections=True, summary=True)
    accounts.set_wants_letters(user, False)
    assert monthly_letters.write_due(next_month) == 0
    accounts.set_wants_letters(user, True)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert monthly_letters.write_due(next_month) == 0
    assert not MonthlyLetter.objects.exists()


def test_chosen_on_the_page_of_the_account(client: Client, user: User) -> None:
    accounts.set_wants_summary(user, False)
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    assert "a month is over" in client.get(reverse("account")).content.decode()
    client.post(reverse("letters"), {"player": "yes", "summary": "yes"})
    user.refresh_from_db()
    assert (user.wants_summary, user.wants_promotions) == (True, False)


def test_nothing_is_noted_when_the_letter_cannot_be_written(monkeypatch: pytest.MonkeyPatch, next_month: date) -> None:
    def fails(*_: User | str, **__: Any) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(mail, "write_to", fails)
    with pytest.raises(RuntimeError):
        monthly_letters.write_due(next_month)
    monkeypatch.undo()
    assert not MonthlyLetter.objects.exists() and monthly_letters.write_due(next_month) == 1


def test_stopped_without_signing_in_by_a_button_and_never_by_a_link(user: User, next_month: date) -> None:
    monthly_letters.write_due(next_month)
    mail.send_due(datetime.now(UTC))
    sent = outbox.outbox[-1]
    address = sent.extra_headers["List-Unsubscribe"].strip("<>")
    assert address in sent.body and sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = address.partition("://")[2].partition("/")[2]
    reader = Client(enforce_csrf_checks=True)
    for _ in range(2):
        assert "No more monthly letters" in reader.get(f"/{path}").content.decode()
    user.refresh_from_db()
    assert user.wants_summary
    for _ in range(2):
        answer = reader.post(f"/{path}", {"List-Unsubscribe": "One-Click"})
        assert "You get no monthly letters" in answer.content.decode()
    user.refresh_from_db()
    assert not user.wants_summary and user.wants_letters


def test_a_key_is_good_for_its_account_alone_and_as_long_as_the_address_is_the_same(client: Client, user: User) -> None:
    key = monthly_letters.stop_key(user)
    for wrong in ("x", key[:-1], f"{key}x", key.replace(":", "::")):
        assert client.post(reverse("stop-monthly-letters", args=[wrong])).status_code == 404
    User.objects.filter(pk=user.pk).update(email="other@home.example")
    assert client.post(reverse("stop-monthly-letters", args=[key])).status_code == 404
    user.refresh_from_db()
    assert user.wants_summary


def test_an_erased_player_leaves_no_trace_of_it(user: User, person: Person, next_month: date) -> None:
    monthly_letters.write_due(next_month)
    erase(person, by=None, on=date(2026, 11, 16))
    assert not MonthlyLetter.objects.exists() and not letters().exists()
    assert monthly_letters.write_due((next_month + timedelta(days=32)).replace(day=1)) == 0


def test_what_is_new_since_the_last_visit(client: Client, user: User, person: Person) -> None:
    def visit() -> str:
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        return client.get(reverse("account")).content.decode()

    assert "since your last visit" not in visit()
    client.logout()
    assert "Nothing is new since your last visit" in visit()
    client.logout()
    adjust(person, "local", 700, date(2026, 11, 2), by=User.objects.get(email="staff@ebu.example"), reason="left out")
    page = " ".join(visit().split())
    assert "New since your last visit on" in page and "2 November 2026, Adjustment: 7 local" in page
    client.logout()
    assert "Nothing is new" in visit()
