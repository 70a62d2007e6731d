"""What must not happen: guessed passwords, forged forms, files shown as pages, objects found by counting."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core import checks
from django.core.exceptions import ImproperlyConfigured
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

import commands
from answers import Answer, existing
from masterpoint import web
from masterpoint.centre.accounts.models import Token, User
from masterpoint.centre.checks import REQUIRED_MIDDLEWARE, production_is_safe, refuse_unsafe
from masterpoint.centre.demo import PASSWORD
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Person
from masterpoint.centre.settings import MIDDLEWARE, _database

TEMPLATES = sorted((Path(web.__file__).parent / "templates").glob("**/*.html"))
BACKEND = "django.contrib.auth.backends.ModelBackend"


def sign_in(client: Client, email: str) -> Client:
    client.force_login(User.objects.get(email=email), backend=BACKEND)
    return client


def attempt(client: Client, email: str, password: str) -> Answer:
    return client.post(reverse("sign-in"), {"username": email, "password": password})


@pytest.mark.django_db
class TestSigningIn:
    def test_six_wrong_passwords_pause_an_account_even_for_the_right_one(self, client: Client) -> None:
        answers = [attempt(client, "scorer@ebu.example", "wrong").status_code for _ in range(6)]
        assert answers == [200] * 5 + [429]
        assert attempt(client, "scorer@ebu.example", PASSWORD).status_code == 429
        assert b"paused for 15 minutes" in attempt(client, "scorer@ebu.example", PASSWORD).content

    def test_another_case_of_the_address_is_no_new_chance(self, client: Client) -> None:
        for name in ("scorer@ebu.example", "Scorer@ebu.example", " SCORER@EBU.EXAMPLE") * 2:
            attempt(client, name, "wrong")
        assert attempt(client, "scorer@EBU.example", PASSWORD).status_code == 429

    def test_others_are_not_kept_out(self, client: Client) -> None:
        for _ in range(7):
            attempt(client, "scorer@ebu.example", "wrong")
        assert attempt(client, "player@ebu.example", PASSWORD).status_code == 302

    def test_nothing_tells_whether_an_account_exists(self, client: Client) -> None:
        first, unknown = (attempt(client, name, "wrong") for name in ("scorer@ebu.example", "nobody@ebu.example"))
        plain = [re.sub(rb'value="[^"]*"', b"", answer.content) for answer in (first, unknown)]
        assert plain[0] == plain[1]

    def test_the_session_is_new_and_its_cookie_kept_from_scripts(self, client: Client) -> None:
        client.get(reverse("sign-in"))
        answer = attempt(client, "scorer@ebu.example", PASSWORD)
        cookie = answer.cookies["sessionid"]
        assert cookie["httponly"] and cookie["samesite"] == "Lax"

    def test_nobody_is_sent_to_another_site(self, client: Client) -> None:
        fields = {"username": "scorer@ebu.example", "password": PASSWORD, "next": "https://elsewhere.example/"}
        assert client.post(reverse("sign-in"), fields)["Location"] == reverse("home")

    def test_signing_out_is_a_post(self, client: Client) -> None:
        sign_in(client, "scorer@ebu.example")
        assert client.get(reverse("sign-out")).status_code == 405


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_every_form_that_posts_carries_the_token_and_no_page_has_script_or_style_in_it(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    for form in re.findall(r"<form\b[^>]*method=\"post\"[^>]*>.*?</form>", text, re.S):
        assert "{% csrf_token %}" in form
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=|javascript:|hx-on", text)
    assert "|safe" not in text and "autoescape off" not in text


@pytest.mark.django_db
def test_forms_without_the_token_are_refused_in_plain_words() -> None:
    client = sign_in(Client(enforce_csrf_checks=True), "staff@ebu.example")
    for address in (reverse("month", args=["ebu"]), reverse("privacy"), reverse("check"), reverse("new-token")):
        answer = client.post(address, {"month": "2026-11"})
        assert answer.status_code == 403
        assert b"Please try again" in answer.content


@pytest.mark.django_db
class TestFiles:
    HOSTILE = b"<html><script>alert(document.cookie)</script>"

    def draft(self, client: Client, name: str = "<img src=x onerror=alert(1)>.html", data: bytes = HOSTILE) -> Draft:
        organisation = existing(
            Filing.objects.filter(organisation__number="1001", federation="ebu").first()
        ).organisation
        upload = SimpleUploadedFile(name, data, content_type="text/html")
        client.post(reverse("file"), {"organisation": organisation.pk, "file": upload})
        return Draft.objects.latest("pk")

    def test_an_upload_is_never_shown_raw(self, client: Client) -> None:
        draft = self.draft(sign_in(client, "scorer@ebu.example"))
        page = client.get(reverse("draft", args=[draft.key])).content
        assert self.HOSTILE not in page and b"<img src=x" not in page and b"<script>alert" not in page
        checked = client.post(reverse("check"), {"scheme": "ebu", "file": SimpleUploadedFile("<b>.x", self.HOSTILE)})
        assert b"<script>alert" not in checked.content and b"<b>.x" not in checked.content

    def test_a_file_as_it_came_is_only_ever_saved(self, client: Client) -> None:
        filing = existing(Filing.objects.filter(federation="ebu", organisation__number="1001").first())
        answer = sign_in(client, "scorer@ebu.example").get(reverse("original", args=[filing.receipt, 1]))
        assert answer["Content-Disposition"].startswith("attachment")
        assert answer["Content-Type"] == "application/octet-stream"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in answer["Content-Security-Policy"]

    def test_too_large_a_file_is_refused_and_not_kept(self, client: Client, settings: Settings) -> None:
        settings.MASTERPOINT_LARGEST_UPLOAD = 1000
        sign_in(client, "scorer@ebu.example")
        before = Draft.objects.count()
        organisation = existing(
            Filing.objects.filter(organisation__number="1001", federation="ebu").first()
        ).organisation
        upload = SimpleUploadedFile("large.csv", b"x" * 1001)
        answer = client.post(reverse("file"), {"organisation": organisation.pk, "file": upload}, follow=True)
        assert b"too large" in answer.content and Draft.objects.count() == before
        upload = SimpleUploadedFile("large.csv", b"x" * 1001)
        assert b"too large" in client.post(reverse("check"), {"scheme": "ebu", "file": upload}).content

    def test_results_cannot_be_filed_for_somebody_elses_club(self, client: Client) -> None:
        sign_in(client, "scorer@ebu.example")
        other = existing(Filing.objects.filter(organisation__number="1002", federation="ebu").first()).organisation
        before = Draft.objects.count()
        client.post(reverse("file"), {"organisation": other.pk, "file": SimpleUploadedFile("a.csv", b"x")})
        assert Draft.objects.count() == before


@pytest.mark.django_db
class TestGuessing:
    def test_drafts_have_unguessable_keys_and_one_owner(self, client: Client) -> None:
        draft = TestFiles().draft(sign_in(client, "scorer@ebu.example"))
        assert len(draft.key) >= 40
        for other in ("secretary@ebu.example", "staff@ebu.example", "scorer@nz.example"):
            assert sign_in(Client(), other).get(reverse("draft", args=[draft.key])).status_code == 404

    def test_filings_are_reached_by_receipt_and_access_alone(self, client: Client) -> None:
        receipts = list(Filing.objects.values_list("receipt", flat=True))
        assert all(re.fullmatch(r"[A-Z]+-[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]", receipt) for receipt in receipts)
        assert len({receipt[:8] for receipt in receipts}) > len(receipts) // 2  # no counter
        stranger = sign_in(client, "player@ebu.example")
        for receipt in receipts[:20]:
            assert stranger.get(reverse("filing", args=[receipt])).status_code == 404
            assert stranger.get(reverse("original", args=[receipt, 1])).status_code == 404

    def test_a_line_is_only_shown_with_its_own_player(self, client: Client) -> None:
        posting = existing(Posting.objects.filter(federation="ebu", kind="awards").first())
        line = existing(posting.lines.first())
        other = existing(Person.objects.filter(federation="ebu", anonymous=False).exclude(pk=line.person_id).first())
        assert client.get(reverse("why", args=["ebu", other.number, line.pk])).status_code == 404

    def test_tokens_are_ones_own(self, client: Client) -> None:
        token = Token.objects.create(user=User.objects.get(email="staff@ebu.example"), name="x", digest="0" * 64)
        sign_in(client, "scorer@ebu.example").post(reverse("revoke-token"), {"token": token.pk})
        token.refresh_from_db()
        assert token.revoked_at is None
        assert b"mp_" not in client.get(reverse("account")).content

    @pytest.mark.parametrize(
        "path", ["search/?q=%00", "leaders/?page=99999999999999999999&year=abcd&rank=%00", "search/?page=x&q=a"]
    )
    def test_odd_addresses_are_answered(self, client: Client, path: str) -> None:
        assert client.get(f"/f/ebu/{path}").status_code == 200


SAFE = {
    "PRODUCTION": True,
    "SECRET_KEY": "Zx8!kq0-Wm2vRt5_yB7nLs4@pH9dJf3^cG6aUe1*oI$zX&wQ+tY",
    "MASTERPOINT_SITE": "https://masterpoint.example",
    "DEBUG": False,
    "ALLOWED_HOSTS": ["masterpoint.example"],
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SECURE": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "CSRF_COOKIE_SECURE": True,
    "CSRF_COOKIE_HTTPONLY": True,
    "SECURE_SSL_REDIRECT": True,
    "SECURE_HSTS_SECONDS": 31_536_000,
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.Argon2PasswordHasher"],
    "DATABASES": {"default": _database("postgres://masterpoint@/masterpoint?host=/run/postgresql")},
}


def database(address: str) -> dict[str, Any]:
    """As MASTERPOINT_DATABASE makes it: a check that knows another engine would check nothing."""
    return {"DATABASES": {"default": _database(address)}}


UNSAFE = [
    ("E001", {"SECRET_KEY": ""}),
    ("E002", {"SECRET_KEY": "short"}),
    ("E002", {"SECRET_KEY": "ab" * 40}),
    ("E003", {"DEBUG": True}),
    ("E004", {"ALLOWED_HOSTS": ["*"]}),
    ("E004", {"ALLOWED_HOSTS": [".example"]}),
    ("E004", {"ALLOWED_HOSTS": []}),
    ("E005", {"SESSION_COOKIE_HTTPONLY": False}),
    ("E005", {"SESSION_COOKIE_SECURE": False}),
    ("E005", {"CSRF_COOKIE_SECURE": False}),
    ("E005", {"CSRF_COOKIE_HTTPONLY": False}),
    ("E006", {"SESSION_COOKIE_SAMESITE": "None"}),
    ("E007", {"SECURE_SSL_REDIRECT": False}),
    ("E008", {"AUTHENTICATION_BACKENDS": [BACKEND]}),
    ("E008", {"AXES_ENABLED": False}),
    ("E009", {"SECURE_HSTS_SECONDS": 0}),
    ("E010", {"PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"]}),
    ("E010", {"PASSWORD_HASHERS": []}),
    ("E011", {"SECURE_CONTENT_TYPE_NOSNIFF": False}),
    ("E011", {"X_FRAME_OPTIONS": "SAMEORIGIN"}),
    *(("E012", {"MIDDLEWARE": [item for item in MIDDLEWARE if item != name]}) for name in REQUIRED_MIDDLEWARE),
    ("E013", database("postgres://u:x@db.example/centre")),
    ("E013", database("postgres://u:x@db.example/centre?sslmode=prefer")),
    ("E013", database("postgres://u:x@/centre?host=/run/postgresql,db.example")),
    ("E013", database("postgres://u:x@/centre?hostaddr=192.0.2.1")),
    ("E014", database("postgres://u@db.example/centre?sslmode=verify-full")),
    ("E015", {"SECRET_KEY_FALLBACKS": [SAFE["SECRET_KEY"], "short"]}),
    ("E016", {"MASTERPOINT_SITE": "http://masterpoint.example"}),
]


@pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")
class TestProduction:
    @pytest.fixture(autouse=True)
    def production(self, settings: Settings) -> None:
        for name, value in SAFE.items():
            setattr(settings, name, value)
        self.settings = settings

    def findings(self) -> set[str]:
        return {
            existing(item.id).removeprefix("masterpoint.")
            for item in production_is_safe()
            if item.level >= checks.ERROR
        }

    def test_a_safe_one_starts(self) -> None:
        assert self.findings() == set()
        refuse_unsafe()

    @pytest.mark.parametrize(("number", "wrong"), UNSAFE)
    def test_an_unsafe_one_does_not(self, number: str, wrong: dict[str, Any]) -> None:
        for name, value in wrong.items():
            setattr(self.settings, name, value)
        assert self.findings() == {number}
        with pytest.raises(ImproperlyConfigured):
            refuse_unsafe()

    def test_all_that_is_wrong_is_said_at_once(self) -> None:
        self.settings.DEBUG, self.settings.ALLOWED_HOSTS = True, ["*"]
        assert self.findings() == {"E003", "E004"}

    @pytest.mark.parametrize(("mode", "warned"), [(0o755, True), (0o750, False)])
    def test_a_database_that_everybody_can_read_is_a_warning(self, tmp_path: Path, mode: int, warned: bool) -> None:
        tmp_path.chmod(mode)
        self.settings.DATABASES = {
            "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(tmp_path / "masterpoint.sqlite3")}
        }
        assert stat.S_IMODE(tmp_path.stat().st_mode) == mode
        assert [item.id for item in production_is_safe()] == (["masterpoint.W001"] if warned else [])

    def test_a_demo_may_do_as_it_likes(self) -> None:
        self.settings.PRODUCTION, self.settings.DEBUG = False, True
        assert production_is_safe() == []

    def test_django_runs_it(self) -> None:
        self.settings.DEBUG = True
        assert "masterpoint.E003" in {run_check.id for run_check in checks.run_checks(tags=[checks.Tags.security])}


def start(**environment: str) -> Any:
    """How a process of its own ends that reads the settings."""
    data = os.environ | {"DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings"} | environment
    return commands.run_program("import masterpoint.web.wsgi", data)


@pytest.mark.parametrize("mode", ["prod", "Production", "PRODUCTION", ""])
def test_a_slip_of_the_pen_makes_no_demo_of_a_real_centre(mode: str, tmp_path: Path) -> None:
    result = start(MASTERPOINT_MODE=mode, MASTERPOINT_HOME=str(tmp_path))
    assert result.returncode != 0
    assert f"MASTERPOINT_MODE cannot be {mode!r}: write demo or production" in result.stderr


SECRET = {"MASTERPOINT_SECRET": SAFE["SECRET_KEY"]}
HOST = {"MASTERPOINT_HOSTS": "points.example.org"}


@pytest.mark.parametrize(("variables", "good"), [(HOST, False), (SECRET, False), (SECRET | HOST, True)])
def test_the_server_itself_refuses_to_start_unsafe(variables: dict[str, str], good: bool, tmp_path: Path) -> None:
    """Without a host, every page would be refused, and letters would lead to the reader's own machine."""
    data = {"MASTERPOINT_MODE": "production", "MASTERPOINT_HOME": str(tmp_path), "MASTERPOINT_SECRET": ""} | variables
    assert (start(**data, MASTERPOINT_DATABASE="").returncode == 0) == good


def test_what_an_address_of_a_database_asks_for_is_not_dropped() -> None:
    result = _database("postgres://u:p%40@db.example/centre?sslmode=verify-full")
    assert result["OPTIONS"] == {"sslmode": "verify-full"}
    assert result["PASSWORD"] == "p@"
    assert _database("postgres://postgres@/postgres?host=/tmp/x")["HOST"] == "/tmp/x"
