"""One account, records in several federations: each shown, chosen and erased by itself."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from answers import existing
from masterpoint.centre.accounts.models import User
from masterpoint.centre.claiming import services as claiming
from masterpoint.centre.enquiries import services as enquiries
from masterpoint.centre.journal.verify import journal_differences
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.people import merging
from masterpoint.centre.registry import own_records
from masterpoint.centre.registry.models import Federation, Person
from web.test_joining import TODAY

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return User.objects.get(email="player@ebu.example")


@pytest.fixture
def welsh() -> Person:
    """Somebody of the Welsh register without an account."""
    return existing(
        Person.objects.filter(federation="wbu", account=None, anonymous=False, home_club__number="1001").first()
    )


def claim(person: Person, user: User) -> Person:
    code = claiming.invite(person, "", by=None, today=TODAY)
    invitation = claiming.invitation_for(person.federation, person.number, code, today=TODAY)
    return claiming.claim(invitation, user)


@pytest.fixture
def signed_in(client: Client, user: User, welsh: Person) -> Client:
    """A browser of somebody with an English and a Welsh record."""
    claim(welsh, user)
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def in_order() -> bool:
    return [line for federation in Federation.objects.all() for line in journal_differences(federation)] == []


def test_every_page_of_ones_own_shows_each(signed_in: Client, user: User, welsh: Person) -> None:
    english = user.people.get(federation="ebu")
    addresses = [reverse("player", args=[person.federation_id, person.number]) for person in (english, welsh)]
    home, account = signed_in.get("/").content.decode(), signed_in.get(reverse("account")).content.decode()
    for person, address in zip((english, welsh), addresses, strict=True):
        assert f"My record at {person.federation.name}" in home
        assert f'href="{address}"' in home and f'href="{address}"' in account
        assert signed_in.get(address).context["person"] == person
    assert "My records" in home and "Your records and your privacy" in account
    data = signed_in.get(reverse("my-data")).json()
    assert [record["player"]["number"] for record in data["records"]] == [english.number, welsh.number]
    assert in_order()


def test_a_record_of_another_federation_is_claimed_from_the_account(
    client: Client, user: User, welsh: Person, settings: Settings
) -> None:
    settings.MASTERPOINT_LIMITS = {"join": 1000}
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    assert reverse("join") in client.get(reverse("account")).content.decode()
    code = claiming.invite(welsh, "", by=None, today=TODAY)
    page = client.post(reverse("join"), {"federation": "wbu", "number": welsh.number, "code": code}, follow=True)
    assert "is now in your account" in page.content.decode() and user.people.count() == 2


def test_a_second_number_in_one_federation_is_answered_with_the_way_to_join_them(user: User, welsh: Person) -> None:
    claim(welsh, user)
    other = existing(Person.objects.filter(federation="wbu", account=None).exclude(pk=welsh.pk).first())
    with pytest.raises(claiming.NotClaimed, match=f"to join {other.number} to {welsh.number}"):
        claim(other, user)
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.filter(pk=other.pk).update(account=user)
    merging.merge(other, welsh, by=User.objects.get(email="staff@wbu.example"), reason="one person")
    assert user.people.get(federation="wbu") == welsh and in_order()


def test_being_anonymous_is_chosen_for_each(signed_in: Client, user: User, welsh: Person) -> None:
    signed_in.post(reverse("privacy"), {"anonymous": "yes", "federation": "wbu"})
    assert [person.anonymous for person in user.people.order_by("federation")] == [False, True]
    assert signed_in.post(reverse("privacy"), {"anonymous": "yes", "federation": "nz"}).status_code == 404
    assert signed_in.post(reverse("privacy"), {"anonymous": "yes"}).status_code == 404


def test_questions_about_either_are_ones_own(signed_in: Client, user: User, welsh: Person) -> None:
    staff = User.objects.get(email="staff@wbu.example")
    enquiry = enquiries.ask(welsh, existing(welsh.home_club), TODAY, "Where are her points?", by=staff)
    assert enquiry.key in signed_in.get(reverse("enquiries")).content.decode()
    assert signed_in.get(reverse("enquiry", args=[enquiry.key])).status_code == 200


def test_one_is_erased_and_the_account_stays_with_the_other(signed_in: Client, user: User, welsh: Person) -> None:
    address = f"{reverse('erase-me')}?federation=wbu"
    assert "Your account stays" in signed_in.get(address).content.decode()
    assert signed_in.get(reverse("erase-me")).status_code == 404, "which one has to be said"
    answer = signed_in.post(f"{reverse('erase-me-confirm')}?federation=wbu", {"number": welsh.number}, follow=True)
    assert "Your account stays." in answer.content.decode()
    user.refresh_from_db()
    welsh.refresh_from_db()
    assert user.is_active and user.email == "player@ebu.example" and welsh.erased_on is not None
    assert user.people.get().federation_id == "ebu" and user.people.get().erased_on is None
    assert in_order()
    number = user.people.get().number
    answer = signed_in.post(f"{reverse('erase-me-confirm')}?federation=ebu", {"number": number}, follow=True)
    user.refresh_from_db()
    assert "your account are erased" in answer.content.decode() and not user.is_active and in_order()


def test_losing_one_leaves_the_others(user: User, welsh: Person) -> None:
    claim(welsh, user)
    new = User.objects.create_user("new@home.example", "a long enough password", name="New")
    claim(welsh, new)
    assert user.people.get().federation_id == "ebu" and new.people.get() == welsh
    assert Letter.objects.filter(to=user.email, subject__contains="no longer has your record at").count() == 1
    assert in_order()


def test_the_account_follows_a_record_that_is_joined_to_another(user: User) -> None:
    record, other = user.people.get(), Person.objects.filter(federation="ebu", account=None, anonymous=False).first()
    merging.merge(record, existing(other), by=User.objects.get(email="staff@ebu.example"), reason="one person")
    assert user.people.get() == other and in_order()


def test_a_record_given_by_hand_is_named_by_verify(user: User, welsh: Person) -> None:
    Person.objects.filter(pk=welsh.pk).update(account=user)
    assert any("account" in line and "added by hand" in line for line in journal_differences(welsh.federation))
    ebu = Federation.objects.get(code="ebu")
    assert any("records was changed by hand" in line for line in journal_differences(ebu))
    Person.objects.filter(pk=welsh.pk).update(account=None)
    own_records.give_record(welsh, user, by=None)
    assert in_order()
