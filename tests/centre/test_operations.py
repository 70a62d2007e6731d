"""Work that goes on by itself: done by one process alone, kept with what came of it, and an alarm where it fails."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

import commands
from answers import existing
from masterpoint.centre import copies
from masterpoint.centre.accounts.models import User
from masterpoint.centre.mail import services as mail
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.operations import health, jobs, nightly
from masterpoint.centre.operations.models import Job
from masterpoint.centre.registry import offices
from masterpoint.centre.registry.models import Organisation, Person
from site_server import free_port

SENDER_SEEN = """
import django
django.setup()
from masterpoint.centre.operations import jobs
jobs.heartbeat(jobs.LETTERS)
"""
NIGHT = datetime(2026, 11, 10, 3, 15, tzinfo=UTC)
INIT = ("init", "ebu", "--name", "The Union", "--staff", "staff@example.org", "--password", "long enough for staff")


@pytest.mark.django_db
def test_work_is_taken_by_one_process_alone_once_a_night() -> None:
    assert jobs.claim("verify", idle=nightly.MIN_IDLE, now=NIGHT)
    assert not jobs.claim("verify", idle=nightly.MIN_IDLE, now=NIGHT)
    assert not jobs.claim("verify", idle=nightly.MIN_IDLE, now=NIGHT + timedelta(hours=19))
    assert jobs.claim("verify", idle=nightly.MIN_IDLE, now=NIGHT + timedelta(hours=24))


@pytest.mark.django_db
def test_what_came_of_work_is_kept() -> None:
    assert jobs.run("verify", lambda: "0 differences")
    succeeded_at = existing(Job.objects.get().succeeded_at)
    assert not jobs.run("verify", lambda: str(1 // 0))
    job = Job.objects.get()
    assert job.failed and "division" in job.message and job.succeeded_at == succeeded_at < existing(job.ended_at)


def check(name: str, now: Any = None) -> Any:
    return next(row for row in health.all_checks(now) if row.name == name)


@pytest.mark.django_db
def test_a_sender_of_letters_that_is_gone_is_missed() -> None:
    assert check("sender of letters").state is health.State.FAILING
    jobs.heartbeat(jobs.LETTERS, NIGHT)
    assert check("sender of letters", NIGHT + timedelta(minutes=1)).state is health.State.OK
    row = check("sender of letters", NIGHT + timedelta(minutes=3))
    assert row.state is health.State.FAILING and "2026-11-10 03:15" in row.message


@pytest.mark.django_db
def test_letters_that_wait_too_long_or_were_given_up_need_a_look() -> None:
    assert check("letters").state is health.State.OK
    letter = Letter.objects.create(to="a@example.org", subject="s", text="t")
    assert check("letters").state is health.State.OK
    assert check("letters", datetime.now(UTC) + timedelta(hours=2)).state is health.State.WARNING
    Letter.objects.filter(pk=letter.pk).update(next_try_at=None)
    assert check("letters").state is health.State.WARNING


@pytest.mark.django_db
def test_a_mail_server_that_cannot_be_reached_shows_with_the_first_letter(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    Letter.objects.create(to="a@example.org", subject="s", text="t")
    assert mail.send_due() == 0
    letters = check("letters")
    assert letters.state is health.State.WARNING
    assert "Failed so far: 1" in letters.message and "ConnectionRefusedError" in letters.message


@pytest.mark.django_db
@pytest.mark.parametrize(("host", "state"), [("", health.State.WARNING), ("mail.example.org", health.State.OK)])
def test_a_production_whose_letters_reach_nobody_says_so(settings: Settings, host: str, state: health.State) -> None:
    settings.EMAIL_HOST = host
    assert check("letters").state is health.State.OK, "in a demo, files are what one wants"
    settings.PRODUCTION = True
    assert check("letters").state is state
    assert ("set MASTERPOINT_MAIL" in check("letters").message) is not bool(host)


@pytest.mark.django_db
def test_a_backup_that_is_old_needs_a_look() -> None:
    assert "Never done" in check("backup").message
    jobs.run("backup", lambda: "made")
    assert check("backup").state is health.State.OK
    assert check("backup", datetime.now(UTC) + timedelta(days=3)).state is health.State.WARNING


def test_a_command_says_what_is_in_order(new_database: Callable[..., Any], tmp_path: Path) -> None:
    environment = os.environ | {
        "MASTERPOINT_HOME": str(tmp_path),
        "MASTERPOINT_DATABASE": new_database("none", empty=True),
    }
    environment["DJANGO_SETTINGS_MODULE"] = "masterpoint.centre.settings"
    nothing = commands.run(["status"], environment)
    assert nothing.returncode == 2 and "database: out of order. There are no records" in nothing.stdout
    assert commands.run([*INIT], environment).returncode == 0
    unattended = commands.run(["status"], environment)
    assert (
        unattended.returncode == 2 and "sender of letters: out of order. Nobody has sent letters" in unattended.stdout
    )
    assert commands.run_program(SENDER_SEEN, environment).returncode == 0
    attended = commands.run(["status"], environment)
    assert attended.returncode == 0 and "database: in order." in attended.stdout
    assert "backup: needs a look. Never done." in attended.stdout


def test_what_was_altered_raises_an_alarm_that_names_nobody(
    people: list[Person], club: Organisation, officer: User, caplog: pytest.LogCaptureFixture
) -> None:
    offices.appoint(officer, existing(existing(club.parent).parent), "staff", on=date(2020, 1, 1), by=None)
    assert jobs.run(jobs.VERIFY, nightly.verify)
    assert not Letter.objects.filter(subject__startswith="Masterpoint needs you").exists()
    Person.objects.filter(pk=people[0].pk).update(family_name="Altered")
    assert not jobs.run(jobs.VERIFY, nightly.verify)
    nightly._alarm([jobs.VERIFY])
    failing = check("verify")
    assert failing.state is health.State.FAILING and "1 in the records of English Bridge Union" in failing.message
    assert "Altered" not in failing.message and "Altered" in caplog.text
    letter = Letter.objects.get(subject__startswith="Masterpoint needs you: verify")
    assert letter.to == officer.email and "English Bridge Union" in letter.text and "/status/" in letter.text


@pytest.mark.django_db
def test_backups_of_damaged_records_do_not_push_out_the_last_that_could_be_restored(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MASTERPOINT_BACKUPS, settings.MASTERPOINT_BACKUPS_KEPT = tmp_path, 2
    monkeypatch.setattr(copies, "save", lambda target, **_: target.write_text("a backup"))
    Job.objects.create(name=jobs.RESTORE, failed=True, succeeded_at=NIGHT - timedelta(days=4))

    def days_after(day: int) -> list[str]:
        nightly.back_up(NIGHT.replace(day=day) - timedelta(minutes=1))
        return [path.name[14:16] for path in nightly.backups_kept()]

    for day in range(5, 10):
        days_after(day)
    assert days_after(10) == ["10", "09", "06"]
    Job.objects.update(succeeded_at=NIGHT)
    assert days_after(11) == ["11", "10"]


def test_a_night_makes_a_backup_tries_it_and_keeps_only_so_many(
    new_database: Callable[..., Any], tmp_path: Path
) -> None:
    environment = os.environ | {
        "MASTERPOINT_DATABASE": new_database("nightly"),
        "MASTERPOINT_HOME": str(tmp_path),
        "MASTERPOINT_BACKUPS_KEPT": "1",
        "DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings",
    }
    assert commands.run([*INIT], environment).returncode == 0
    backups = tmp_path / "backups"
    backups.mkdir()
    for name in ("nightly-20260101-030000.backup", "before-0.1.0-20260101-030000.backup"):
        (backups / name).write_text("an old one")
    for name in ("nightly-20260102-030000.backup.unfinished", "restore-test-killed"):
        (backups / name).mkdir() if name.startswith("restore") else (backups / name).write_text("half of one")
        os.utime(backups / name, (0, 0))
    result = commands.run(["nightly"], environment)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "1 kept" in result.stdout and "was restored, and its ledger ends" in result.stdout
    assert "verify: 0 differences" in result.stdout and "nightly work: all done" in result.stdout
    names = sorted(path.name for path in backups.glob("*.backup"))
    assert len(names) == 2 and names[0].startswith("before-0.1.0") and "20260101" not in names[1]
    checksum = f"{names[1]}.sha256"
    assert sorted(path.name for path in backups.iterdir()) == [*names, checksum], "nothing of what was killed is left"
