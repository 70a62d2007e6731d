"""A player's way to an account, from the secretary's invitation to the first signing in."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from answers import Answer, existing
from masterpoint.centre.accounts import tokens
from masterpoint.centre.accounts.models import User
from masterpoint.centre.claiming import services
from masterpoint.centre.claiming.models import Invitation
from masterpoint.centre.journal.verify import journal_differences
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.people import merging
from masterpoint.centre.registry import contacts, own_records
from masterpoint.centre.registry.models import Person

pytestmark = pytest.mark.django_db
PASSWORD = "seven quiet clubs at dawn"
TODAY = date.today()


@pytest.fixture(autouse=True)
def no_hurry(settings: Settings) -> None:
    """How often one may try is `limits`'s affair, and tested once, below."""
    settings.MASTERPOINT_LIMITS = {"join": 1000, "forgotten": 1000}


@pytest.fixture
def person() -> Person:
    return existing(
        Person.objects.filter(home_club__number="1001", federation="ebu", account=None, anonymous=False).first()
    )


@pytest.fixture
def secretary() -> User:
    return User.objects.get(email="secretary@ebu.example")


def signed_in(client: Client, user: User) -> Client:
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def code_for(client: Client, secretary: User, person: Person, email: str = "") -> str:
    """The page of the member, as the secretary uses it: gives the code."""
    signed_in(client, secretary)
    address = reverse("member-act", args=["ebu", "1001", person.number, "invite"])
    answer = client.post(address, {"email": email}, follow=True)
    text = existing(Letter.objects.filter(to=email.lower()).last()).text if email else answer.content.decode()
    client.logout()
    return existing(re.search(r"[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}", text)).group()


def join(client: Client, person: Person, code: str) -> Answer:
    return client.post("/join/", {"federation": "ebu", "number": person.number, "code": code})


def digits_sent(email: str) -> str:
    return existing(re.search(r"\b\d{6}\b", existing(Letter.objects.filter(to=email).last()).text)).group()


def test_by_the_address_the_club_holds(client: Client, secretary: User, person: Person) -> None:
    """The letter went to that address, so nothing more has to be shown."""
    code = code_for(client, secretary, person, "Ada.Player@club.example")
    assert join(client, person, code.lower().replace("-", " "))["location"] == "/join/address/"
    assert client.post("/join/address/", {"email": "ada.player@CLUB.example"})["location"] == "/join/password/"
    assert "at least 12 characters" in client.post("/join/password/", {"password": "short"}).content.decode()
    assert client.post("/join/password/", {"password": PASSWORD})["location"] == "/sign-in/"
    user = User.objects.get(email="ada.player@club.example")
    assert user.people.get() == person and user.name == person.name
    client.post("/sign-in/", {"username": user.email, "password": PASSWORD})
    assert client.get("/").context["cards"][0].address == reverse("player", args=["ebu", person.number])
    assert list(journal_differences(person.federation)) == []


def test_by_a_code_on_paper_another_address_is_shown_by_six_digits(
    client: Client, secretary: User, person: Person
) -> None:
    code = code_for(client, secretary, person)
    join(client, person, code)
    assert f"Welcome, {person.name}" in client.get("/join/address/").content.decode()
    assert client.post("/join/address/", {"email": "new@home.example"})["location"] == "/join/code/"
    assert not User.objects.filter(email="new@home.example").exists()
    right = digits_sent("new@home.example")
    wrong = "000000" if right != "000000" else "111111"
    assert "not the digits" in client.post("/join/code/", {"digits": wrong}).content.decode()
    assert client.get("/join/password/")["location"] == "/join/"
    assert client.post("/join/code/", {"digits": right})["location"] == "/join/password/"
    client.post("/join/password/", {"password": PASSWORD})
    assert User.objects.get(email="new@home.example").people.get() == person


def test_six_digits_end_after_five_tries_or_a_quarter_of_an_hour(
    client: Client, secretary: User, person: Person
) -> None:
    join(client, person, code_for(client, secretary, person))
    client.post("/join/address/", {"email": "new@home.example"})
    right = digits_sent("new@home.example")
    for _ in range(5):
        client.post("/join/code/", {"digits": "x"})
    assert "too late" in client.post("/join/code/", {"digits": right}).content.decode()
    client.post("/join/address/", {"email": "new@home.example"})
    session = client.session
    session["joining"] = session["joining"] | {"until": int((datetime.now(UTC) - timedelta(seconds=1)).timestamp())}
    session.save()
    assert "too late" in client.post("/join/code/", {"digits": digits_sent("new@home.example")}).content.decode()


def test_whoever_has_an_account_keeps_it(client: Client, secretary: User, person: Person) -> None:
    """A scorer who is a player too: one account, several roles; a token of theirs is known to the journal."""
    scorer = User.objects.get(email="scorer@ebu.example")
    tokens.issue(scorer, "laptop", ["read"])
    code = code_for(client, secretary, person, scorer.email)
    join(client, person, code)
    assert client.post("/join/address/", {"email": scorer.email})["location"] == "/sign-in/"
    scorer.refresh_from_db()
    assert scorer.people.get() == person and scorer.check_password("try the demo safely")
    assert list(journal_differences(person.federation)) == []


def test_signed_in_the_record_comes_at_once(client: Client, secretary: User, person: Person) -> None:
    code = code_for(client, secretary, person)
    treasurer = User.objects.get(email="treasurer@ebu.example")
    answer = join(signed_in(client, treasurer), person, code)
    assert answer["location"] == reverse("player", args=["ebu", person.number])
    treasurer.refresh_from_db()
    assert treasurer.people.get() == person


def test_an_account_that_has_a_record_takes_no_second_one(client: Client, secretary: User, person: Person) -> None:
    code = code_for(client, secretary, person)
    player = User.objects.get(email="player@ebu.example")
    answer = client.get(join(signed_in(client, player), person, code)["location"])
    assert "has another record at" in answer.content.decode()
    assert f"to join {person.number} to {player.people.get().number}" in answer.content.decode()
    client.logout()
    assert join(client, person, code)["location"] == "/join/address/"


def test_a_changed_address_the_record_moves_and_the_old_account_is_told(
    client: Client, secretary: User, person: Person
) -> None:
    old = User.objects.create_user("old@home.example", PASSWORD, name=person.name)
    own_records.give_record(person, old, by=None)
    code = code_for(client, secretary, person, "new@home.example")
    join(client, person, code)
    client.post("/join/address/", {"email": "new@home.example"})
    client.post("/join/password/", {"password": PASSWORD})
    old.refresh_from_db()
    assert not old.people.exists() and User.objects.get(email="new@home.example").people.get() == person
    assert "another account" in existing(Letter.objects.filter(to="old@home.example").last()).text
    assert list(journal_differences(person.federation)) == []


def test_a_code_is_good_once_and_for_its_own_number(client: Client, secretary: User, person: Person) -> None:
    code = code_for(client, secretary, person)
    other = existing(Person.objects.filter(home_club__number="1001", federation="ebu").exclude(pk=person.pk).last())
    refused = join(client, other, code).content.decode()
    assert "do not match" in refused
    assert "do not match" in join(client, person, "AAAA-BBBB-CCCC").content.decode()
    assert join(client, person, code).status_code == 302
    services.claim(Invitation.objects.get(person=person), User.objects.get(email="treasurer@ebu.example"))
    assert "do not match" in join(client, person, code).content.decode()
    assert client.get("/join/address/")["location"] == "/join/"


def test_a_new_invitation_ends_the_one_before_and_sixty_days_end_any(person: Person, secretary: User) -> None:
    first = services.invite(person, "", by=secretary, today=TODAY)
    second = services.invite(person, "", by=secretary, today=TODAY)
    with pytest.raises(services.NotClaimed):
        services.invitation_for(person.federation, person.number, first, today=TODAY)
    last = TODAY + timedelta(days=60)
    assert services.invitation_for(person.federation, person.number, second, today=last).person == person
    with pytest.raises(services.NotClaimed):
        services.invitation_for(person.federation, person.number, second, today=last + timedelta(days=1))


def test_ten_wrong_codes_end_an_invitation(person: Person, secretary: User) -> None:
    code = services.invite(person, "", by=secretary, today=TODAY)
    for _ in range(10):
        with pytest.raises(services.NotClaimed):
            services.invitation_for(person.federation, person.number, "wrong", today=TODAY)
    with pytest.raises(services.NotClaimed):
        services.invitation_for(person.federation, person.number, code, today=TODAY)


def test_nobody_is_invited_for_the_dead_or_by_a_bad_address(person: Person, secretary: User) -> None:
    with pytest.raises(services.NotClaimed, match="not an e-mail address"):
        services.invite(person, "nobody", by=secretary, today=TODAY)
    person.status = Person.Status.DECEASED
    with pytest.raises(services.NotClaimed, match="nobody can sign in"):
        services.invite(person, "", by=secretary, today=TODAY)
    assert not Invitation.objects.exists()


def test_a_scorer_invites_nobody(client: Client, person: Person) -> None:
    address = reverse("member-act", args=["ebu", "1001", person.number, "invite"])
    answer = signed_in(client, User.objects.get(email="scorer@ebu.example")).post(address, {"email": "me@home.example"})
    assert answer.status_code in (403, 404) and not Invitation.objects.exists()


def test_the_steps_cannot_be_skipped(client: Client) -> None:
    for step in ("address", "code", "password"):
        assert client.get(f"/join/{step}/")["location"] == "/join/"
        assert client.post(f"/join/{step}/", {"password": PASSWORD, "email": "a@b.example"})["location"] == "/join/"


def test_codes_cannot_be_tried_fast(client: Client, settings: Settings) -> None:
    settings.MASTERPOINT_LIMITS = {"join": 0}
    assert client.post("/join/", {"federation": "ebu", "number": "1001", "code": "x"}).status_code == 429


def set_address(person: Person, email: str = "held@club.example") -> None:
    contacts.set_contact(person, contacts.Details(email), consent=False, by=None, on=TODAY)


def request_code(client: Client, person: Person, email: str) -> Answer:
    return client.post("/join/by-address/", {"federation": "ebu", "number": person.number, "email": email})


def test_by_number_and_the_address_the_club_holds_without_a_code(client: Client, person: Person) -> None:
    set_address(person)
    assert request_code(client, person, "Held@club.example")["location"] == "/join/code/"
    assert client.post("/join/code/", {"digits": digits_sent("held@club.example")})["location"] == "/join/password/"
    client.post("/join/password/", {"password": PASSWORD})
    assert User.objects.get(email="held@club.example").people.get() == person
    assert list(journal_differences(person.federation)) == []


def test_another_address_gets_the_same_answer_and_no_letter(client: Client, person: Person) -> None:
    set_address(person)
    before = Letter.objects.count()
    assert request_code(client, person, "thief@home.example")["location"] == "/join/code/"
    assert "If your club holds" in client.get("/join/code/").content.decode()
    assert "not the digits" in client.post("/join/code/", {"digits": "123456"}, follow=True).content.decode()
    assert Letter.objects.count() == before
    assert client.get("/join/password/")["location"] == "/join/"
    assert not User.objects.filter(email="thief@home.example").exists()


def test_an_invitation_that_was_sent_stays_good_when_somebody_asks_by_address(
    client: Client, secretary: User, person: Person
) -> None:
    set_address(person)
    code = code_for(client, secretary, person)
    request_code(client, person, "held@club.example")
    assert services.invitation_for(person.federation, person.number, code, today=TODAY).person == person


def test_a_record_merged_between_invitation_and_claim_goes_with_the_record_it_joined(
    client: Client, secretary: User, person: Person
) -> None:
    whole = existing(
        Person.objects.filter(home_club__number="1001", federation="ebu", account=None).exclude(pk=person.pk).last()
    )
    code = code_for(client, secretary, person, "ada@club.example")
    staff = User.objects.get(email="staff@ebu.example")
    merging.merge(person, whole, by=staff, reason="the same person")
    invitation = services.invitation_for(person.federation, person.number, code, today=TODAY)
    user = services.open_account(invitation, "ada@club.example", PASSWORD)
    assert user.people.get() == whole
    assert list(journal_differences(person.federation)) == []


def test_of_two_who_claim_with_one_code_the_second_is_refused(client: Client, secretary: User, person: Person) -> None:
    code = code_for(client, secretary, person)
    invitations = [services.invitation_for(person.federation, person.number, code, today=TODAY) for _ in range(2)]
    first = services.open_account(invitations[0], "first@home.example", PASSWORD)
    with pytest.raises(services.NotClaimed):
        services.open_account(invitations[1], "second@home.example", PASSWORD)
    assert first.people.get() == person
    assert not User.objects.filter(email="second@home.example").exists()


def test_a_claim_that_stops_half_way_leaves_the_code_good(
    client: Client, secretary: User, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = code_for(client, secretary, person)
    invitation = services.invitation_for(person.federation, person.number, code, today=TODAY)
    with monkeypatch.context() as patch:
        patch.setattr(services, "note", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            services.open_account(invitation, "new@home.example", PASSWORD)
    assert not User.objects.filter(email="new@home.example").exists()
    assert services.open_account(invitation, "new@home.example", PASSWORD).people.get() == person
    assert list(journal_differences(person.federation)) == []
