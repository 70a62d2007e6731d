"""A forgotten password, letters wanted or not, and receipts through every door."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from answers import Answer, existing
from masterpoint.centre.accounts.models import User
from masterpoint.centre.demo import PASSWORD
from masterpoint.centre.filing.models import Draft
from masterpoint.centre.mail import passwords
from masterpoint.centre.mail.models import Letter
from masterpoint.cli import main
from web.test_api_kit import FILES, evening, key_for, post, ranked_list
from web.test_security import BACKEND, attempt

pytestmark = pytest.mark.django_db
SCORER = "scorer@ebu.example"
NEW = "four plain words together"


def ask(client: Client, email: str, **options: Any) -> Answer:
    return client.post(reverse("forgotten"), {"email": email}, **options)


def way_in(letter: Letter) -> str:
    return existing(re.search(r"(/forgotten/\S+)", letter.text)).group(1)


def choose(client: Client, address: str, password: str) -> Answer:
    page = client.get(address, follow=True)
    return client.post(page.request["PATH_INFO"], {"new_password1": password, "new_password2": password})


class TestForgotten:
    def test_a_letter_shows_the_way_to_a_new_password(self, client: Client) -> None:
        assert ask(client, "Scorer@EBU.example")["Location"] == reverse("forgotten-sent")
        letter = Letter.objects.get()
        assert letter.to == SCORER
        assert choose(client, way_in(letter), NEW)["Location"] == reverse("sign-in")
        assert attempt(Client(), SCORER, PASSWORD).status_code == 200
        assert attempt(Client(), SCORER, NEW).status_code == 302

    def test_a_letter_works_once(self, client: Client) -> None:
        ask(client, SCORER)
        address = way_in(Letter.objects.get())
        choose(client, address, NEW)
        again = Client().get(address)
        assert b"no longer works" in again.content
        fields = {"new_password1": "x" * 20, "new_password2": "x" * 20}
        assert b"no longer works" in Client().post(address, fields).content
        assert attempt(Client(), SCORER, NEW).status_code == 302

    def test_a_weak_password_is_refused_in_words(self, client: Client) -> None:
        ask(client, SCORER)
        answer = choose(client, way_in(Letter.objects.get()), "short")
        assert answer.status_code == 200
        assert b"at least 12 characters" in answer.content

    def test_an_account_that_rests_wakes_up(self, client: Client) -> None:
        for _ in range(7):
            attempt(client, SCORER, "wrong")
        assert attempt(client, SCORER, PASSWORD).status_code == 429
        ask(client, SCORER)
        choose(client, way_in(Letter.objects.get()), NEW)
        assert attempt(client, SCORER, NEW).status_code == 302

    def test_nothing_tells_whether_there_is_an_account(self, client: Client) -> None:
        User.objects.filter(email="treasurer@ebu.example").update(is_active=False)
        answers = [ask(client, email) for email in (SCORER, "nobody@ebu.example", "treasurer@ebu.example")]
        assert len({(answer.status_code, answer["Location"], answer.content) for answer in answers}) == 1
        assert [letter.to for letter in Letter.objects.all()] == [SCORER]

    def test_nobody_is_flooded_with_letters(self, client: Client, settings: Settings) -> None:
        settings.MASTERPOINT_LIMITS = settings.MASTERPOINT_LIMITS | {"forgotten": 3}
        answers = [ask(client, SCORER, REMOTE_ADDR=f"192.0.2.{number}").status_code for number in range(5)]
        assert answers == [302, 302, 302, 429, 429]
        assert Letter.objects.count() == 3

    def test_ten_letters_a_day_are_enough(self, client: Client, settings: Settings) -> None:
        settings.MASTERPOINT_LIMITS = settings.MASTERPOINT_LIMITS | {"forgotten": 100}
        answers = {ask(client, SCORER)["Location"] for _ in range(passwords.MAX_PER_DAY + 3)}
        assert answers == {reverse("forgotten-sent")}, "nobody learns how many were sent"
        assert Letter.objects.count() == passwords.MAX_PER_DAY
        Letter.objects.update(written_at=datetime.now(UTC) - timedelta(days=1))
        ask(client, SCORER)
        assert Letter.objects.count() == passwords.MAX_PER_DAY + 1

    def test_the_letter_names_our_own_site_whatever_host_was_asked_for(
        self, client: Client, settings: Settings
    ) -> None:
        settings.MASTERPOINT_SITE = "https://points.example.org"
        settings.ALLOWED_HOSTS = ["*"]
        ask(client, SCORER, headers={"Host": "evil.example"})
        text = Letter.objects.get().text
        assert "https://points.example.org/forgotten/" in text
        assert "evil" not in text


def test_a_player_chooses_the_letters(client: Client) -> None:
    user = User.objects.get(email="player@ebu.example")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    client.post(reverse("letters"), {"player": "yes", "corrections": "yes"})
    user.refresh_from_db()
    assert (user.wants_promotions, user.wants_corrections, user.wants_letters) == (False, True, True)
    page = client.get(reverse("account")).content.decode()
    assert 'name="corrections" value="yes" checked' in page and 'name="promotions" value="yes">' in page


def test_letters_are_switched_off_and_on_by_the_account(client: Client) -> None:
    user = User.objects.get(email=SCORER)
    client.force_login(user, backend=BACKEND)
    for value, button in (("no", b"Send me letters again"), ("yes", b"No letters, please")):
        answer = client.post(reverse("letters"), {"wanted": value}, follow=True)
        user.refresh_from_db()
        assert user.wants_letters == (value == "yes")
        assert button in answer.content


def by_the_api(tmp_path: Path) -> None:
    assert post(Client(), FILES, evening(), **key_for("scorer")).status_code == 201


def by_the_site(tmp_path: Path) -> None:
    client, user = Client(), User.objects.get(email=SCORER)
    client.force_login(user, backend=BACKEND)
    club = user.appointments.get().organisation
    draft = Draft.objects.create(
        key="of-this-test",
        federation=club.federation,
        organisation=club,
        user=user,
        original=ranked_list(),
        original_name="pairs.csv",
        choices={"boards": "24"},
    )
    client.post(reverse("file-draft", args=[draft.key]))


def by_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "pairs.csv"
    file.write_bytes(ranked_list())
    words = ["file", "ebu", "1001", str(file), "--boards", "24", "--officer", SCORER]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("door", [by_the_api, by_the_site, by_the_command_line])
def test_a_receipt_goes_out_whichever_door_it_was_filed_by(tmp_path: Path, door: Callable[..., None]) -> None:
    door(tmp_path)
    letter = Letter.objects.get()
    assert letter.to == SCORER
    assert letter.subject.startswith("Filed: ")


def test_a_mail_server_that_is_away_neither_fails_nor_slows_a_filing(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "a backend that cannot even be imported"
    assert post(Client(), FILES, evening(), **key_for("scorer")).status_code == 201
    assert Letter.objects.get().tries == 0
