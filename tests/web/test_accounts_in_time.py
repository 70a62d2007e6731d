"""What ends in time: tokens, sessions, drafts, and the rest of an address that tries many passwords."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from axes.models import AccessAttempt
from click.testing import CliRunner
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from answers import existing
from masterpoint.centre import housekeeping
from masterpoint.centre.accounts import tokens, wrong_passwords
from masterpoint.centre.accounts.demo_accounts import demo_accounts
from masterpoint.centre.accounts.models import Token, User
from masterpoint.centre.claiming.models import Invitation
from masterpoint.centre.crediting.models import CreditDraft
from masterpoint.centre.demo import PASSWORD
from masterpoint.centre.filing.models import Draft, Filing, IdempotencyKey
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.sheets.models import Sheet
from masterpoint.cli import main

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def scorer() -> User:
    return User.objects.get(email="scorer@ebu.example")


def days_ago(days: int) -> datetime:
    return datetime.now(UTC) - timedelta(days=days)


def attempt(client: Client, email: str, password: str, **options: Any) -> int:
    return client.post(reverse("sign-in"), {"username": email, "password": password}, **options).status_code


class TestSpraying:
    def test_one_password_on_many_accounts_makes_the_address_rest(self, client: Client) -> None:
        answers = [attempt(client, f"member{number}@ebu.example", "Spring2026!") for number in range(21)]
        assert answers == [200] * wrong_passwords.ACCOUNT_LIMIT + [429]
        assert attempt(client, "player@ebu.example", PASSWORD) == 429
        assert attempt(client, "player@ebu.example", PASSWORD, REMOTE_ADDR="192.0.2.9") == 302

    def test_the_rest_is_over_after_a_quarter_of_an_hour(self, client: Client) -> None:
        for number in range(wrong_passwords.ACCOUNT_LIMIT):
            attempt(client, f"member{number}@ebu.example", "Spring2026!")
        AccessAttempt.objects.update(attempt_time=datetime.now(UTC) - timedelta(minutes=16))
        assert attempt(client, "player@ebu.example", PASSWORD) == 302

    def test_what_is_tried_while_an_account_rests_is_neither_kept_nor_prolongs_it(self, client: Client) -> None:
        for _ in range(settings.AXES_FAILURE_LIMIT):
            attempt(client, "player@ebu.example", "wrong")
        before = AccessAttempt.objects.values_list().get()
        assert {attempt(client, "player@ebu.example", password) for password in ("wrong", PASSWORD)} == {429}
        assert AccessAttempt.objects.values_list().get() == before


class TestManyAddresses:
    """Each of them tries the password of one account a few times."""

    HOME, ELSEWHERE = "192.0.2.200", "192.0.2.201"

    @pytest.fixture(autouse=True)
    def attack(self, client: Client) -> None:
        assert attempt(Client(), "player@ebu.example", PASSWORD, REMOTE_ADDR=self.HOME) == 302
        for number in range(wrong_passwords.ADDRESS_LIMIT):
            attempt(client, "Player@ebu.example", "Spring2026!", REMOTE_ADDR=f"192.0.2.{number}")

    def test_no_further_address_may_try_it_but_those_of_the_owner(self, client: Client) -> None:
        fields = {"username": "player@ebu.example", "password": PASSWORD}
        answer = client.post(reverse("sign-in"), fields, REMOTE_ADDR=self.ELSEWHERE)
        assert answer.status_code == 429 and b"came from many places" in answer.content
        assert attempt(client, "scorer@ebu.example", PASSWORD, REMOTE_ADDR=self.ELSEWHERE) == 302
        assert attempt(Client(), "player@ebu.example", PASSWORD, REMOTE_ADDR=self.HOME) == 302

    def test_a_code_by_e_mail_opens_it_anywhere(self, client: Client) -> None:
        client.post(reverse("sign-in-mail"), {"email": "player@ebu.example"}, REMOTE_ADDR=self.ELSEWHERE)
        digits = existing(Letter.objects.last()).subject[:6]
        client.post(reverse("sign-in-mail-code"), {"digits": digits}, REMOTE_ADDR=self.ELSEWHERE)
        assert client.get(reverse("account"), REMOTE_ADDR=self.ELSEWHERE).status_code == 200

    def test_the_rest_is_over_after_a_quarter_of_an_hour(self, client: Client) -> None:
        AccessAttempt.objects.update(attempt_time=datetime.now(UTC) - timedelta(minutes=16))
        assert attempt(client, "player@ebu.example", PASSWORD, REMOTE_ADDR=self.ELSEWHERE) == 302

    def test_it_is_the_same_without_such_an_account_and_with_names_that_no_account_has(self, client: Client) -> None:
        for number in range(wrong_passwords.ADDRESS_LIMIT):
            attempt(client, "nobody@ebu.example", "wrong", REMOTE_ADDR=f"192.0.2.{number}")
        assert attempt(client, "nobody@ebu.example", "wrong", REMOTE_ADDR=self.ELSEWHERE) == 429
        for name in ("a\0b", "x" * 300):
            assert attempt(client, name, "wrong") == 200


class TestTokens:
    def test_a_token_ends_after_its_days(self, client: Client, scorer: User, settings: Settings) -> None:
        token, secret = tokens.issue(scorer, "club computer", ["read"])
        account: dict[str, Any] = {"HTTP_AUTHORIZATION": f"Bearer {secret}"}
        Token.objects.filter(pk=token.pk).update(created_at=days_ago(364))
        assert client.get("/api/v1/account", **account).status_code == 200
        Token.objects.filter(pk=token.pk).update(created_at=days_ago(366))
        answer = client.get("/api/v1/account", **account)
        assert answer.status_code == 401
        assert "expired" in answer.json()["problems"][0]["message"]
        settings.MASTERPOINT_TOKEN_DAYS = 400
        assert client.get("/api/v1/account", **account).status_code == 200

    @pytest.mark.parametrize(("scope", "shown"), [("file", True), ("read", False)])
    def test_a_key_that_may_file_comes_with_the_command_of_a_watched_folder(
        self, client: Client, scorer: User, scope: str, shown: bool
    ) -> None:
        client.force_login(scorer, backend=BACKEND)
        page = client.post(reverse("new-token"), {"name": "club laptop", "scope": [scope]}).content.decode()
        command = "masterpoint watch Results --centre http://testserver --federation ebu --club 1001 --token-file"
        assert (command in page) == shown
        assert "mp_" in page and "It works until" in page

    def test_lists_show_until_when(self, client: Client, scorer: User) -> None:
        lasting, expired = (tokens.issue(scorer, name, ["read"])[0] for name in ("lasting", "over"))
        Token.objects.filter(pk=lasting.pk).update(created_at=datetime(2026, 3, 1, tzinfo=UTC))
        Token.objects.filter(pk=expired.pk).update(created_at=datetime(2025, 3, 1, tzinfo=UTC))
        output = StringIO()
        call_command("api_token", "list", scorer.email, stdout=output)
        assert f"{lasting.pk}\tlasting\tread\tin use until 2027-03-01" in output.getvalue()
        assert f"{expired.pk}\tover\tread\texpired on 2026-03-01" in output.getvalue()
        client.force_login(scorer, backend=BACKEND)
        page = client.get(reverse("account")).content.decode()
        assert "until 1 Mar 2027" in page and "expired on 1 Mar 2026" in page


def test_housekeeping_deletes_what_is_over_and_nothing_else(client: Client, scorer: User, settings: Settings) -> None:
    for key, days in (("over", 1), ("lasting", -1)):
        Session.objects.create(session_key=key, session_data="", expire_date=days_ago(days))
    for key, days in (("old", 91), ("new", 89)):
        draft = Draft.objects.create(key=key, federation=Federation.objects.get(pk="ebu"), user=scorer, original=b"x")
        Draft.objects.filter(pk=draft.pk).update(created_at=days_ago(days))
    result = CliRunner().invoke(main, ["housekeeping"])
    assert result.exit_code == 0, result.output
    assert "1 session, 1 draft" in result.output
    assert list(Session.objects.filter(session_key__in=("over", "lasting")).values_list("pk", flat=True)) == ["lasting"]
    assert list(Draft.objects.filter(key__in=("old", "new")).values_list("key", flat=True)) == ["new"]
    assert not any(housekeeping.clean())


@pytest.mark.parametrize(("days", "left"), [(91, 0), (89, 1)])
def test_what_nobody_finished_is_deleted_wherever_it_was_begun(scorer: User, days: int, left: Any) -> None:
    """Registers and sheets keyed in, invitations that are over, and answers kept for programs that ask again."""
    club = existing(Organisation.objects.filter(federation="ebu", level="club").first())
    filing = existing(Filing.objects.filter(federation="ebu").first())
    rows = (
        (CreditDraft.objects.create(organisation=club, user=scorer), {"saved_at": days_ago(days)}),
        (Sheet.objects.create(organisation=club, form="any", begun_by=scorer), {"saved_at": days_ago(days)}),
        (IdempotencyKey.objects.create(user=scorer, key="k", request="r", filing=filing), {"at": days_ago(days)}),
        (
            Invitation.objects.create(
                person=existing(Person.objects.first()), digest="d", last_day=days_ago(days).date()
            ),
            {"email": "ada@example.org"},
        ),
    )
    for row, fields in rows:
        type(row).objects.filter(pk=row.pk).update(**fields)
    housekeeping.clean()
    assert [type(row).objects.filter(pk=row.pk).count() for row, _ in rows] == [left] * len(rows)


def test_a_sheet_that_was_sent_and_an_invitation_that_was_used_stay(scorer: User) -> None:
    club = existing(Organisation.objects.filter(federation="ebu", level="club").first())
    sheet = Sheet.objects.create(organisation=club, form="any", begun_by=scorer, state=Sheet.State.RETURNED)
    Sheet.objects.filter(pk=sheet.pk).update(saved_at=days_ago(500))
    day = days_ago(500)
    used = Invitation.objects.create(
        person=existing(Person.objects.first()), digest="d", last_day=day.date(), used_at=day
    )
    housekeeping.clean()
    assert Sheet.objects.filter(pk=sheet.pk).exists() and Invitation.objects.filter(pk=used.pk).exists()


def test_demo_accounts_are_known_by_their_address(scorer: User) -> None:
    assert "scorer@ebu.example" in demo_accounts()
    User.objects.update(is_active=False)
    User.objects.create_user("scorer@club.org", PASSWORD, name="A Scorer")
    assert demo_accounts() == []
