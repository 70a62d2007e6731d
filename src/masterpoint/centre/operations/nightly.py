"""The nightly jobs: delete old data, make and test a backup, verify, publish open data; an alarm if one fails."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path

from django.conf import settings
from django.db import connection

from masterpoint.centre import copies, housekeeping, verifying
from masterpoint.centre.closing import cached_reviews, monthly_letters
from masterpoint.centre.ledger import verify as ledger
from masterpoint.centre.mail import services as mail
from masterpoint.centre.maintenance import refresh_statistics
from masterpoint.centre.open_data.writing import write_open_data
from masterpoint.centre.operations import jobs
from masterpoint.centre.operations.models import Job
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.centre.reporting import scheduling
from masterpoint.core.plurals import count_text

HOUR = 3
"""The hour of the nightly jobs, in UTC."""
MIN_IDLE, MAX_IDLE = timedelta(hours=20), timedelta(hours=30)
"""They run once a night. A machine that is off at night runs them when it is back."""
PREFIX = "nightly-"
SCRATCH = "restore-test-"
LEDGER = ("federation", "number", "head")
"""The fields of a line about a ledger from `masterpoint head`. Lines about journals and accounts have one more."""
MAX_LOGGED = 100
DAYS_KEPT = 62
"""The open data of each day is kept this long."""
log = logging.getLogger("masterpoint.operations")


def run_if_due(now: datetime | None = None) -> bool:
    """Run the nightly jobs if they are due. Returns whether this process ran them."""
    moment = now or datetime.now(UTC)
    if not jobs.claim(jobs.NIGHTLY, idle=MIN_IDLE if moment.hour == HOUR else MAX_IDLE, now=moment):
        return False
    run_all()
    return True


def run_all() -> bool:
    """Run all jobs, one after the other. A failed job does not prevent the others."""
    work: dict[str, Callable[[], str]] = {
        jobs.HOUSEKEEPING: _clean, jobs.BACKUP: back_up, jobs.RESTORE: try_newest, jobs.VERIFY: verify,
        jobs.OPEN_DATA: publish_open_data, jobs.MONTHLY_LETTERS: write_monthly_letters,
        jobs.REPORTS: send_reports,
    }  # fmt: skip
    successes = [jobs.run(name, task) for name, task in work.items()]
    failed = [name for name, success in zip(work, successes, strict=True) if not success]
    if failed:
        _alarm(failed)
    jobs.run(jobs.NIGHTLY, lambda: _summary(failed))
    return not failed


def _summary(failed: list[str]) -> str:
    if failed:
        raise jobs.Failed(f"not in order: {', '.join(failed)}")
    return "all done"


def _clean() -> str:
    deleted = housekeeping.clean()
    refresh_statistics()
    for federation in Federation.objects.order_by("code"):
        cached_reviews.review_open_months(federation, datetime.now(UTC).date())
    return f"{deleted} deleted"


def back_up(now: datetime | None = None) -> str:
    """Make a backup and delete the oldest nightly ones, but not the last one that could be restored.

    Backups made before an upgrade are never deleted.
    """
    folder = Path(settings.MASTERPOINT_BACKUPS)
    target = folder / f"{PREFIX}{now or datetime.now(UTC):%Y%m%d-%H%M%S}.backup"
    _delete_leftovers(folder)
    copies.save(target, portable=connection.vendor != "sqlite")
    proven = _last_proven()
    for old in [path for path in backups_kept()[settings.MASTERPOINT_BACKUPS_KEPT :] if path != proven]:
        old.unlink()
        old.with_name(f"{old.name}.sha256").unlink(missing_ok=True)
    return f"{target.name}, {target.stat().st_size / 1_000_000:.1f} MB, {len(backups_kept())} kept"


def _delete_leftovers(folder: Path) -> None:
    """Delete what a backup or a restore test left behind when it was killed. One that is at work is younger."""
    limit = (datetime.now(UTC) - MIN_IDLE).timestamp()
    leftovers = [*folder.glob("*.backup.unfinished*"), *folder.glob(f"{SCRATCH}*")]
    for path in [path for path in leftovers if path.stat().st_mtime < limit]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def backups_kept() -> list[Path]:
    """The nightly backups, newest first."""
    return sorted(Path(settings.MASTERPOINT_BACKUPS).glob(f"{PREFIX}*.backup"), reverse=True)


def _last_proven() -> Path | None:
    """The backup that the last successful restore test restored: backups of damaged records must not push it out."""
    tested_at = Job.objects.filter(pk=jobs.RESTORE).values_list("succeeded_at", flat=True).first()
    if tested_at is None:
        return None
    limit = f"{PREFIX}{tested_at:%Y%m%d-%H%M%S}.backup"
    return next((path for path in backups_kept() if path.name <= limit), None)


def try_newest() -> str:
    """Restore the newest backup into a temporary database, and check that its chain heads are in our chains."""
    newest = next(iter(backups_kept()), None)
    if newest is None:
        raise jobs.Failed("there is no backup to try")
    with tempfile.TemporaryDirectory(dir=newest.parent, prefix=SCRATCH) as scratch:
        environment = os.environ | {"MASTERPOINT_DATABASE": "", "MASTERPOINT_HOME": scratch}
        _command(["restore", str(newest)], environment)
        rows = [line.split() for line in _command(["head"], environment).splitlines()]
    ledgers = [row for row in rows if len(row) == len(LEDGER)]
    missing = list(ledger.head_differences([digest for _, number, digest in ledgers if int(number)]))
    if missing:
        raise jobs.Failed(f"{newest.name}: {missing[0]}")
    ending = "its ledger ends where it should" if len(ledgers) == 1 else f"{len(ledgers)} ledgers end where they should"
    return f"{newest.name} was restored, and {ending}"


def publish_open_data(now: datetime | None = None) -> str:
    """Write today's open data of every federation. Of old files, only those of the first of each month are kept."""
    folder, today = settings.MASTERPOINT_OPEN_DATA, (now or datetime.now(UTC)).date()
    files = [write_open_data(federation, folder, today) for federation in Federation.objects.order_by("code")]
    for path in folder.glob("*-????-??-??.zip"):
        day = date.fromisoformat(path.stem[-10:])
        if day.day != 1 and (today - day).days > DAYS_KEPT:
            path.unlink()
    megabytes = sum(path.stat().st_size for path in files) / 1_000_000
    return f"{count_text(len(files), 'federation')}, {megabytes:.1f} MB"


def write_monthly_letters() -> str:
    """Write the letters about the previous month to players who want them; each is written only once."""
    written = monthly_letters.write_due()
    return f"{count_text(written, 'letter')} written"


def send_reports() -> str:
    """Write the reports that offices scheduled for their clubs, once the period is over; each is written only once."""
    written = scheduling.send_due(datetime.now(UTC).date())
    return f"{count_text(written, 'letter')} written"


def _command(words: list[str], environment: dict[str, str]) -> str:
    program = [sys.executable, "-m", "masterpoint", *words]
    completed = subprocess.run(program, env=environment, capture_output=True, text=True, check=False)
    if completed.returncode:
        raise jobs.Failed(f"`masterpoint {words[0]}` failed: {completed.stderr.strip()[-300:]}")
    return completed.stdout


def verify() -> str:
    """Verify all records. The differences may be private, so only the log has them."""
    differing = []
    for federation in Federation.objects.order_by("code"):
        differences = list(islice(verifying.differences([federation]), MAX_LOGGED))
        for difference in differences:
            log.error("%s: %s", federation.code, difference, extra={"job": jobs.VERIFY})
        if differences:
            differing.append(f"{len(differences)} in the records of {federation.name}")
    if differing:
        raise jobs.Failed(f"differences: {', '.join(differing)}; `masterpoint verify` names them")
    return "0 differences"


def _alarm(failed: list[str]) -> None:
    """Write a letter to the staff of every federation, even to those who want no letters."""
    states = Job.objects.in_bulk(failed)
    lines = [f"- {name}: {states[name].message}" for name in failed]
    address = mail.address_of("status")
    text = "\n".join(["Last night's work failed in part.", "", *lines, "", f"State of the Centre: {address}"])
    for email in _staff():
        mail.write(email, f"Masterpoint needs you: {', '.join(failed)}", text)


def _staff() -> list[str]:
    nationals = Organisation.objects.filter(parent=None)
    users = [user for part in nationals for user in access.nearest_officers(access.Action.APPROVE, part)]
    return sorted({user.email for user in users})
