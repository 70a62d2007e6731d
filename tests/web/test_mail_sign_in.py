"""Signing in by six digits from a letter: once, in time, in the browser that asked, and no easier than a password."""

from __future__ import annotations

import re
import time

import pytest
from axes.models import AccessLog
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from answers import existing
from masterpoint.centre.accounts import totp
from masterpoint.centre.accounts.models import User
from masterpoint.centre.claiming import mailed_codes
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry import second_factors

pytestmark = pytest.mark.django_db
EMAIL = "player@ebu.example"
ASK, CODE = "/sign-in/mail/", "/sign-in/mail/code/"


@pytest.fixture(autouse=True)
def no_hurry(settings: Settings) -> None:
    settings.MASTERPOINT_LIMITS = {"join": 1000, "forgotten": 1000}


def digits() -> str:
    return existing(re.search(r"\b\d{6}\b", existing(Letter.objects.filter(to=EMAIL).last()).text)).group()


def wrong(right: str) -> str:
    return f"{(int(right) + 1) % 1_000_000:06d}"


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_the_digits_sign_in_once_and_the_letter_holds_no_link(client: Client) -> None:
    assert client.post(ASK, {"email": "Player@EBU.example "})["location"] == CODE
    assert "http" not in existing(Letter.objects.filter(to=EMAIL).last()).text
    code = digits()
    assert client.post(CODE, {"digits": f" {code[:3]} {code[3:]}"})["location"] == "/"
    assert is_signed_in(client)
    assert AccessLog.objects.filter(username=EMAIL).exists()
    client.post(reverse("sign-out"))
    assert client.post(CODE, {"digits": code})["location"] == ASK
    assert not is_signed_in(client)


def test_another_browser_cannot_use_the_digits(client: Client) -> None:
    client.post(ASK, {"email": EMAIL})
    other = Client()
    assert other.post(CODE, {"digits": digits()})["location"] == ASK
    assert not is_signed_in(other)


def test_one_goes_on_to_where_one_was_and_never_to_another_site(client: Client) -> None:
    for then, target in (("/account/", "/account/"), ("https://evil.example/", "/"), ("//evil.example", "/")):
        client.post(ASK, {"email": EMAIL, "next": then})
        assert client.post(CODE, {"digits": digits()})["location"] == target
        client.post(reverse("sign-out"))


def test_nobody_learns_whether_there_is_an_account(client: Client) -> None:
    before = Letter.objects.count()
    answers = []
    for email in (EMAIL, "nobody@ebu.example"):
        assert client.post(ASK, {"email": email})["location"] == CODE
        answers.append(client.get(CODE).content.decode().replace(email, ""))
    assert re.sub(r'value="\w{64}"', "", answers[0]) == re.sub(r'value="\w{64}"', "", answers[1])
    assert Letter.objects.count() == before + 1


def test_after_five_wrong_ones_the_right_one_is_too_late(client: Client, settings: Settings) -> None:
    settings.AXES_FAILURE_LIMIT = 100
    client.post(ASK, {"email": EMAIL})
    code = digits()
    for _ in range(mailed_codes.MAX_TRIES):
        page = client.post(CODE, {"digits": wrong(code)}, follow=True).content.decode()
        assert "not the digits" in page
    assert "too late" in client.post(CODE, {"digits": code}, follow=True).content.decode()
    assert not is_signed_in(client)


def test_it_is_too_late_after_a_quarter_of_an_hour(client: Client) -> None:
    client.post(ASK, {"email": EMAIL})
    session = client.session
    session["mailed_code"] = session["mailed_code"] | {"until": int(time.time()) - 1}
    session.save()
    client.post(CODE, {"digits": digits()})
    assert not is_signed_in(client)


def test_wrong_digits_count_as_wrong_passwords_do(client: Client, settings: Settings) -> None:
    settings.AXES_FAILURE_LIMIT = 3
    client.post(ASK, {"email": EMAIL})
    code = digits()
    for _ in range(3):
        client.post(CODE, {"digits": wrong(code)})
    assert client.post(CODE, {"digits": code}).status_code == 429
    assert not is_signed_in(client)


def test_no_more_than_ten_letters_a_day(client: Client) -> None:
    for _ in range(mailed_codes.MAX_PER_DAY + 3):
        client.post(ASK, {"email": EMAIL})
    assert Letter.objects.filter(to=EMAIL, subject__endswith="is your code for Masterpoint").count() == 10


def test_a_second_factor_is_asked_for_all_the_same(client: Client) -> None:
    user = User.objects.get(email=EMAIL)
    secret = second_factors.secret_of(second_factors.begin_setup(user))
    second_factors.confirm(user, totp.code_at(secret, int(time.time()) // totp.SECONDS))
    client.post(ASK, {"email": EMAIL})
    assert client.post(CODE, {"digits": digits()})["location"] == reverse("sign-in-code")
    assert not is_signed_in(client)


def test_a_closed_account_gets_no_letter(client: Client) -> None:
    User.objects.filter(email=EMAIL).update(is_active=False)
    client.post(ASK, {"email": EMAIL})
    assert not Letter.objects.filter(to=EMAIL, subject__endswith="is your code for Masterpoint").exists()
