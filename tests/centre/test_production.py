"""A demo stays a demo, and a production asks browsers for no more than it was told to."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path

import pytest
from pytest_django import Settings

import commands
import databases
from invented_editions import first_edition_of
from masterpoint.centre.accounts.demo_accounts import refuse_demo_accounts
from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry import offices, setup
from masterpoint.centre.registry.audit import NotRegistered
from masterpoint.cli.serving import _require_books, _require_federations_of_hosts
from masterpoint.core.errors import NotReadable, NotUnderstood
from masterpoint.schemes import FEDERATIONS

HSTS = """
import django
django.setup()
from django.conf import settings
print(settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS, settings.SECURE_HSTS_PRELOAD)
"""


@pytest.mark.django_db
def test_production_refuses_a_database_with_accounts_of_the_demo(settings: Settings) -> None:
    settings.PRODUCTION = True
    User.objects.create_user("staff@example.org", "a long enough password", name="Real")
    refuse_demo_accounts()
    demo = User.objects.create_user("staff@ebu.example", "a long enough password", name="Demo")
    with pytest.raises(NotUnderstood, match=r"staff@ebu\.example") as refusal:
        refuse_demo_accounts()
    assert "MASTERPOINT_HOME or MASTERPOINT_DATABASE" in refusal.value.problems[0].fix
    User.objects.filter(pk=demo.pk).update(is_active=False)
    refuse_demo_accounts()


DEMO_ACCOUNT = """
import django
django.setup()
from masterpoint.centre.accounts.models import User
User.objects.create(email="staff@ebu.example", password="!", name="Demo")
"""


def test_no_process_of_a_production_works_with_a_demo(django_db_setup: None, tmp_path: Path) -> None:
    """The site, the worker, what it starts, and what a timer or a person starts."""
    databases.embedded(tmp_path)
    tmp_path.chmod(0o700)
    production = {
        "MASTERPOINT_MODE": "production",
        "MASTERPOINT_HOME": str(tmp_path),
        "MASTERPOINT_DATABASE": "",
        "MASTERPOINT_SECRET": "".join(map(str, range(40))) + "abcdefghij",
        "MASTERPOINT_BEHIND_PROXY": "yes",
        "MASTERPOINT_HOSTS": "points.example.org",
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
    }
    assert commands.run_program(DEMO_ACCOUNT, os.environ | production).returncode == 0
    init = ["init", "wbu", "--name", "The Union", "--staff", "staff@example.org", "--password", "long enough for staff"]
    watched = (["send-mail", "--watch"], ["nightly", "--watch"])
    for words in (["serve"], ["work"], *watched, ["send-mail"], ["nightly"], ["housekeeping"], ["verify"], init):
        result = commands.run(words, os.environ | production)
        assert result.returncode == 2, (words, result)
        assert "this database holds demo accounts (staff@ebu.example …)" in result.stderr, words


@pytest.mark.django_db
def test_a_production_takes_in_no_account_that_would_keep_it_from_starting(settings: Settings) -> None:
    settings.PRODUCTION = True
    email, today = "Staff@EBU.example ", date(2026, 11, 10)
    with pytest.raises(NotUnderstood, match=r"addresses that end with \.example are those of a demo"):
        setup.set_up("ebu", "The Union", "ebu", email, "long enough for staff", today=today)
    with pytest.raises(NotRegistered, match=r"addresses that end with \.example are those of a demo"):
        offices.require_appointable(email.strip(), "staff")
    settings.PRODUCTION = False
    offices.require_appointable(email.strip(), "staff")


def test_what_is_unsafe_is_refused_in_a_few_lines(django_db_setup: None, tmp_path: Path) -> None:
    databases.embedded(tmp_path)
    production = {"MASTERPOINT_MODE": "production", "MASTERPOINT_HOME": str(tmp_path), "MASTERPOINT_SECRET": "short"}
    centre = {"DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings", "MASTERPOINT_DATABASE": ""}
    result = commands.run(["serve"], os.environ | production | centre)
    assert result.returncode == 1 and "Traceback" not in result.stderr
    assert "The signing secret" in result.stderr


def test_without_a_proxy_in_front_nobody_could_open_a_page(tmp_path: Path) -> None:
    secret = "".join(map(str, range(40)))
    production = {"MASTERPOINT_MODE": "production", "MASTERPOINT_HOME": str(tmp_path), "MASTERPOINT_SECRET": secret}
    production["MASTERPOINT_HOSTS"] = "points.example.org"
    centre = {"DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings", "MASTERPOINT_DATABASE": ""}
    tmp_path.chmod(0o700)
    result = commands.run(["serve"], os.environ | production | centre)
    assert result.returncode == 2 and "set MASTERPOINT_BEHIND_PROXY=yes" in result.stderr


def test_no_database_is_asked_before_the_settings_are_safe(tmp_path: Path) -> None:
    production = {"MASTERPOINT_MODE": "production", "MASTERPOINT_HOME": str(tmp_path), "MASTERPOINT_SECRET": "short"}
    away = {"MASTERPOINT_DATABASE": "postgres://masterpoint@database.invalid/masterpoint"}
    centre = {"DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings"}
    result = commands.run(["work"], os.environ | production | centre | away)
    assert result.returncode == 1 and "Traceback" not in result.stderr
    for message in ("signing secret is too short", "no host name", "without encryption", "needs no password"):
        assert message in result.stderr


def test_nothing_is_served_by_a_broken_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = first_edition_of("ebu").with_editions({"2027": tmp_path})
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", broken)
    with pytest.raises(NotReadable, match=r"2027/edition\.toml: this file is missing"):
        _require_books()


@pytest.mark.django_db
def test_a_demo_has_accounts_of_the_demo(settings: Settings) -> None:
    settings.PRODUCTION = False
    User.objects.create_user("staff@ebu.example", "a long enough password", name="Demo")
    refuse_demo_accounts()


@pytest.mark.django_db
def test_a_host_of_its_own_is_that_of_a_federation_of_this_centre(settings: Settings) -> None:
    settings.FEDERATION_HOSTS = {"points.ebv.example": "ebv"}
    with pytest.raises(NotUnderstood, match="no such federation in this Centre"):
        _require_federations_of_hosts()


def test_the_demo_lives_apart_from_the_records_of_a_real_centre(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "var" / "demo").mkdir(parents=True)
    (tmp_path / "var" / "demo" / "masterpoint.sqlite3").write_text("this is what the demo opens" * 40)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MASTERPOINT_")}
    environment["DJANGO_SETTINGS_MODULE"] = "masterpoint.centre.settings"
    result = commands.run(["demo", "--no-serve"], environment)
    assert result.returncode == 3 and "not a database" in result.stderr
    assert sorted(path.name for path in (tmp_path / "var").iterdir()) == ["demo"]


@pytest.mark.parametrize(
    ("variables", "header"),
    [({}, "31536000 False False"), ({"MASTERPOINT_HSTS_PRELOAD": "yes"}, "31536000 True True")],
)
def test_browsers_keep_the_whole_domain_on_their_list_only_when_asked(
    variables: dict[str, str], header: str, tmp_path: Path
) -> None:
    environment = os.environ | {"MASTERPOINT_MODE": "production", "MASTERPOINT_HOME": str(tmp_path)} | variables
    result = commands.run_program(HSTS, environment)
    assert result.stdout.strip() == header


LOGGED = """
import django
django.setup()
from django.test import Client
print(Client().get("/", HTTP_HOST="192.0.2.1").status_code)
"""


def test_whoever_asks_for_another_host_gets_one_line_in_the_log(tmp_path: Path) -> None:
    """A scan of the network is no fault of ours: no alarm, and no page of where the program was."""
    environment = {
        "MASTERPOINT_MODE": "production",
        "MASTERPOINT_HOME": str(tmp_path),
        "MASTERPOINT_HOSTS": "points.example.org",
        "MASTERPOINT_SECRET": "".join(map(str, range(40))) + "abcdefghij",
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
    }
    result = commands.run_program(LOGGED, os.environ | environment)
    assert result.stdout == "400\n"
    (line,) = result.stderr.splitlines()
    assert json.loads(line)["message"] == "GET / 400"
