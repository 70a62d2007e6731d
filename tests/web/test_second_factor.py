"""A second factor: turned on with a first code, asked for at every sign-in, throttled, reset by an officer."""

from __future__ import annotations

import json
import time
from datetime import UTC, date, datetime
from importlib import import_module
from typing import Any

import pytest
from click.testing import CliRunner
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from answers import Answer, existing
from masterpoint.centre.accounts import tokens, totp
from masterpoint.centre.accounts.models import SecondFactor, User
from masterpoint.centre.demo import PASSWORD
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.journal.verify import journal_differences
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry import offices, second_factors
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.cli import main

pytestmark = pytest.mark.django_db
RFC_SECRET = b"12345678901234567890"


@pytest.mark.parametrize(
    ("moment", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037"), (20000000000, "353130")],
)
def test_codes_are_those_of_rfc_6238(moment: int, code: str) -> None:
    assert totp.code_at(RFC_SECRET, moment // totp.SECONDS) == code
    assert totp.step_of(RFC_SECRET, code, now=moment, after=0) == moment // totp.SECONDS
    assert totp.step_of(RFC_SECRET, code, now=moment + 30, after=0)
    assert totp.step_of(RFC_SECRET, code, now=moment + 60, after=0) is None
    assert totp.step_of(RFC_SECRET, code, now=moment, after=moment // totp.SECONDS) is None


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A moment that does not pass, in the middle of a step."""
    moment = [int(time.time()) // totp.SECONDS * totp.SECONDS + 15.0]
    monkeypatch.setattr(time, "time", lambda: moment[0])
    return moment


def account(name: str, federation: str = "ebu") -> User:
    return User.objects.get(email=f"{name}@{federation}.example")


def code_of(user: User, steps: int = 0) -> str:
    """What the application shows; a step further where a code was used already."""
    factor = SecondFactor.objects.get(user=user)
    return totp.code_at(second_factors.secret_of(factor), int(time.time()) // totp.SECONDS + steps)


def turned_on(name: str, federation: str = "ebu") -> tuple[User, list[str]]:
    user = account(name, federation)
    second_factors.begin_setup(user)
    return user, second_factors.confirm(user, code_of(user))


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def give_password(client: Client, name: str, **options: Any) -> Answer:
    return client.post(reverse("sign-in"), {"username": f"{name}@ebu.example", "password": PASSWORD, **options})


def test_turned_on_by_its_owner_on_the_page(client: Client) -> None:
    user = account("secretary")
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("second-factor")).content.decode()
    secret = second_factors.secret_of(SecondFactor.objects.get(user=user))
    assert totp.typed_form(secret) in page and "data:image/svg+xml" in page
    assert "fill%3D%27%23fff%27" in page, "cameras read no black on a dark page"
    wrong = client.post(reverse("second-factor"), {"code": "not it"}, follow=True).content.decode()
    assert "the clock of your telephone" in wrong and "recovery code" not in wrong
    assert "code is wrong" in client.post(reverse("second-factor"), {"code": "000000"}, follow=True).content.decode()
    assert not second_factors.is_on(user)
    page = client.post(reverse("second-factor"), {"code": code_of(user)}).content.decode()
    assert page.count("<li><code>") == second_factors.RECOVERY_CODES and second_factors.is_on(user)
    page = client.get(reverse("second-factor")).content.decode()
    assert f"You have {second_factors.RECOVERY_CODES} recovery codes left." in page
    assert "Second factor: on" in client.get(reverse("account")).content.decode()
    assert Entry.objects.filter(what="second factor turned on", by=user).exists()


def test_a_password_alone_signs_nobody_in_any_more() -> None:
    user, _ = turned_on("staff")
    client = Client()
    answer = give_password(client, "staff", next="/office/ebu/")
    assert answer["Location"] == reverse("sign-in-code") and not signed_in(client)
    assert client.get("/office/ebu/").status_code == 302
    client.post(reverse("sign-in-code"), {"code": "000000"})
    assert not signed_in(client)
    answer = client.post(reverse("sign-in-code"), {"code": f" {code_of(user, 1)[:3]} {code_of(user, 1)[3:]} "})
    assert answer["Location"] == "/office/ebu/" and signed_in(client)


def entries(user: User) -> list[tuple[str, User | None, str]]:
    """What the journal says of the second factor of an account: what, who and why."""
    rows = Entry.objects.filter(federation="ebu", facts__has_key=f"account {user.pk}").order_by("number")
    return [
        (entry.what, entry.by, entry.reason) for entry in rows if "second factor" in entry.what or "code" in entry.what
    ]


def differences() -> list[str]:
    return list(journal_differences(Federation.objects.get(pk="ebu")))


def test_the_journal_has_all_of_its_life_and_no_secret() -> None:
    user, recovery = turned_on("staff")
    salt, digests = SecondFactor.objects.values_list("salt", "recovery_digests").get(user=user)
    second_factors.check(user, code_of(user, 1))
    second_factors.check(user, recovery[0])
    for _ in range(second_factors.MAX_FAILURES):
        with pytest.raises(second_factors.WrongCode):
            second_factors.check(user, "123")
    SecondFactor.objects.update(rests_until=None)
    second_factors.turn_off(user, recovery[1])
    assert entries(user) == [
        ("second factor begun", user, ""),
        ("second factor turned on", user, ""),
        ("recovery code used", user, "9 codes left"),
        ("second factor blocked by wrong codes", None, ""),
        ("recovery code used", user, "8 codes left"),
        ("second factor turned off", user, ""),
    ]
    journal = json.dumps(list(Entry.objects.values_list("facts", flat=True)))
    assert not [secret for secret in (salt, *digests, *recovery) if secret in journal]
    assert differences() == []


def test_a_second_factor_that_is_taken_away_by_hand_is_missed() -> None:
    user, _ = turned_on("staff")
    factor = SecondFactor.objects.get(user=user)
    SecondFactor.objects.update(recovery_digests=["one that somebody knows"])
    (difference,) = differences()
    assert f"second factor {factor.pk} (of account {user.pk}): recovery_digests was changed by hand" in difference
    SecondFactor.objects.all().delete()
    (difference,) = differences()
    assert f"second factor {factor.pk} (of account {user.pk}) was deleted by hand" in difference


def test_second_factors_from_before_come_under_the_journal_with_the_upgrade() -> None:
    user = account("staff")
    factor = SecondFactor.objects.create(user=user, salt="of before", confirmed_at=datetime.now(UTC))
    assert "was added by hand" in differences()[0]
    import_module("masterpoint.centre.journal.migrations.0005_second_factors").note_factors(apps, connection)
    assert differences() == []
    assert f"factor {factor.pk}" in existing(Entry.objects.get(what="second factors noted").facts)


def test_a_code_works_once_and_so_does_a_recovery_code() -> None:
    user, recovery = turned_on("staff")
    with pytest.raises(second_factors.WrongCode):
        second_factors.check(user, code_of(user))
    second_factors.check(user, code_of(user, 1))
    with pytest.raises(second_factors.WrongCode):
        second_factors.check(user, code_of(user, 1))
    second_factors.check(user, recovery[0].upper())
    with pytest.raises(second_factors.WrongCode):
        second_factors.check(user, recovery[0])
    assert len(SecondFactor.objects.get(user=user).recovery_digests) == second_factors.RECOVERY_CODES - 1


def test_wrong_codes_have_to_rest_even_before_the_right_one() -> None:
    user, recovery = turned_on("staff")
    for _ in range(second_factors.MAX_FAILURES):
        with pytest.raises(second_factors.WrongCode, match="code is wrong"):
            second_factors.check(user, "123")
    for code in (code_of(user, 1), recovery[0]):
        with pytest.raises(second_factors.WrongCode, match="15 minutes"):
            second_factors.check(user, code)
    SecondFactor.objects.update(rests_until=datetime.now(UTC))
    second_factors.check(user, code_of(user, 1))


def test_a_right_password_is_good_for_ten_minutes(clock: list[float]) -> None:
    turned_on("staff")
    client = Client()
    give_password(client, "staff")
    assert client.get(reverse("sign-in-code")).status_code == 200
    clock[0] += 601
    assert client.get(reverse("sign-in-code"))["Location"] == reverse("sign-in")
    assert Client().get(reverse("sign-in-code"))["Location"] == reverse("sign-in")


def test_tokens_are_not_asked_for_it(client: Client) -> None:
    user, _ = turned_on("staff")
    Federation.objects.filter(pk="ebu").update(second_factor=True)
    for owner in (user, account("secretary")):
        _, secret = tokens.issue(owner, "a program", ["read"])
        answer = client.get("/api/v1/filings", headers={"Authorization": f"Bearer {secret}"})
        assert answer.status_code == 200


def test_a_federation_may_require_it_of_all_but_scorers_and_organisers(client: Client) -> None:
    staff = account("staff")
    client.force_login(staff, "django.contrib.auth.backends.ModelBackend")
    require = reverse("require-second-factor", args=["ebu"])
    assert "your own second factor first" in client.post(require, {"wanted": "yes"}, follow=True).content.decode()
    turned_on("staff")
    page_after = client.post(require, {"wanted": "yes"}, follow=True).content.decode()
    assert "Staff, secretaries, treasurers and finance now sign in with a second factor." in page_after
    assert Federation.objects.get(pk="ebu").second_factor
    assert Entry.objects.filter(what="second factor required", by=staff).exists()
    for name, sent_away in (("secretary", True), ("treasurer", True), ("player", False), ("scorer", False)):
        other = Client()
        give_password(other, name)
        assert signed_in(other)
        answer = other.get("/")
        assert (answer.status_code == 302 and answer["Location"] == reverse("second-factor")) is sent_away
    page = Client()
    give_password(page, "secretary")
    token, _ = tokens.issue(account("secretary"), "a lost laptop", ["read"])
    page.post(reverse("revoke-token"), {"token": token.pk})
    token.refresh_from_db()
    assert token.revoked_at, "what only takes access away needs no second factor"
    assert "asks its staff, secretaries, treasurers and finance" in page.get(reverse("second-factor")).content.decode()
    page.post(reverse("second-factor"), {"code": code_of(account("secretary"))})
    assert page.get("/").status_code == 200


def test_an_officer_resets_it_with_a_reason_that_the_journal_keeps(client: Client) -> None:
    user, _ = turned_on("treasurer")
    staff = account("staff")
    client.force_login(staff, "django.contrib.auth.backends.ModelBackend")
    fields = {"office": existing(user.appointments.first()).pk}
    reset = reverse("reset-second-factor", args=["ebu"])
    assert "needs a reason" in client.post(reset, fields, follow=True).content.decode()
    assert second_factors.is_on(user)
    post_fields = {"office": existing(staff.appointments.first()).pk, "reason": "because"}
    assert "You cannot reset your own" in client.post(reset, post_fields, follow=True).content.decode()
    client.post(reset, fields | {"reason": "I know her voice"})
    entry = Entry.objects.get(what="second factor reset")
    assert (entry.by, entry.reason) == (staff, "I know her voice") and not second_factors.is_on(user)
    give_password(other := Client(), "treasurer")
    assert signed_in(other)


def test_the_owner_is_told_by_letter_that_it_is_off() -> None:
    user, recovery = turned_on("treasurer")
    assert not Letter.objects.filter(to=user.email).exists()
    second_factors.turn_off(user, recovery[0])
    assert "no longer asks for it" in Letter.objects.get(to=user.email).text
    turned_on("treasurer")
    second_factors.reset(user, by=account("staff"), reason="I know her voice")
    assert Letter.objects.filter(to=user.email, subject="Your second factor was turned off").count() == 2


def test_it_is_not_reset_where_it_protects_an_office_of_another_federation() -> None:
    """Or the staff of one federation could appoint those of another as scorers, and take it away from them."""
    user, _ = turned_on("staff", "nz")
    club = Organisation.objects.get(federation="ebu", number="1001")
    offices.appoint(user, club, "scorer", on=date(2020, 1, 1), by=account("staff"))
    with pytest.raises(second_factors.WrongCode, match="also holds an office at New Zealand"):
        second_factors.reset(user, by=account("staff"), reason="I say so")
    assert second_factors.is_on(user)
    second_factors.reset(user, by=None, reason="the server's operator knows better")
    assert not second_factors.is_on(user)


@pytest.mark.parametrize("name", ["secretary", "player", "staff of another"])
def test_nobody_else_resets_it_there(client: Client, name: str) -> None:
    user, _ = turned_on("treasurer")
    who = account("staff", "nz") if name == "staff of another" else account(name)
    client.force_login(who, "django.contrib.auth.backends.ModelBackend")
    fields = {"office": existing(user.appointments.first()).pk, "reason": "because"}
    assert client.post(reverse("reset-second-factor", args=["ebu"]), fields).status_code == 404
    assert second_factors.is_on(user)


def test_turned_off_with_a_code_only(client: Client) -> None:
    user, recovery = turned_on("secretary")
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    client.post(reverse("second-factor-off"), {"code": "000000"})
    assert second_factors.is_on(user)
    client.post(reverse("second-factor-off"), {"code": recovery[3]})
    assert not second_factors.is_on(user)


def test_a_copy_of_the_database_alone_holds_no_secret(settings: Settings) -> None:
    user, _ = turned_on("staff")
    factor = SecondFactor.objects.get(user=user)
    secret = second_factors.secret_of(factor)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert second_factors.secret_of(factor) != secret
    second_factors.check(user, totp.code_at(secret, int(time.time()) // 30 + 1))


def test_whoever_runs_the_server_resets_it_when_nobody_on_the_staff_can() -> None:
    user, _ = turned_on("staff")
    command = ["reset-second-factor", user.email, "--reason"]
    refused = CliRunner().invoke(main, [*command, " "])
    assert refused.exit_code == 2 and "needs a reason" in refused.output
    assert second_factors.is_on(user)
    result = CliRunner().invoke(main, [*command, "she came to the office"])
    assert result.exit_code == 0 and f"Reset. {user.email} signs in with the password alone" in result.output
    assert not second_factors.is_on(user)
    entry = Entry.objects.get(what="second factor reset", federation="ebu")
    assert (entry.by, entry.reason) == (None, "she came to the office")
    again = CliRunner().invoke(main, [*command, "once more"])
    assert again.exit_code == 2 and "has no second factor" in again.output
    for email in ("nobody@ebu.example", ""):
        unknown = CliRunner().invoke(main, ["reset-second-factor", email, "--reason", "x"])
        assert unknown.exit_code == 2 and "EMAIL" in unknown.output and "--officer" not in unknown.output
        assert "nobody signs in with this address" in unknown.output
