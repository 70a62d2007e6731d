"""The health of a Centre: for each thing an operator should know, its state and a sentence about it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from masterpoint.centre.disk import reason_of
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.operations import jobs
from masterpoint.centre.operations.models import Job
from masterpoint.centre.upgrading import require_current
from masterpoint.core.errors import MasterpointError
from masterpoint.core.plurals import count_text

MIN_FREE_BYTES = 200_000_000
SENDER_SEEN_WITHIN = timedelta(minutes=2)
DONE_WITHIN = timedelta(hours=48)
OLDEST_LETTER = timedelta(hours=1)


class State(StrEnum):
    OK = "in order"
    WARNING = "needs a look"
    FAILING = "out of order"


class Check(NamedTuple):
    name: str
    state: State
    message: str


def essential_checks() -> list[Check]:
    """The checks that must pass before requests are sent to this machine."""
    return [_database()]


def all_checks(now: datetime | None = None) -> list[Check]:
    """All checks. Those that need the database are left out if it cannot be reached."""
    moment = now or datetime.now(UTC)
    database = _database()
    if database.state is State.FAILING:
        return [database, _disk()]
    return [database, _disk(), *_letters(moment), *_jobs(moment)]


def _database() -> Check:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        require_current()
    except MasterpointError as error:
        return Check("database", State.FAILING, str(error))
    except (DatabaseError, InterfaceError) as error:
        return Check("database", State.FAILING, f"The records cannot be reached: {reason_of(error)}.")
    return Check("database", State.OK, f"{connection.display_name} answers, and its tables are those of this version.")


def _disk() -> Check:
    home = settings.HOME if settings.HOME.exists() else Path(settings.HOME.anchor)
    if not os.access(home, os.W_OK):
        return Check("disk", State.FAILING, "The folder of the records cannot be written: make it writable.")
    free = shutil.disk_usage(home).free
    state = State.OK if free >= MIN_FREE_BYTES else State.WARNING
    return Check("disk", state, f"{free / 1_000_000_000:.1f} GB are free in the folder of the records.")


def _letters(now: datetime) -> Iterator[Check]:
    sender = Job.objects.filter(pk=jobs.LETTERS).first()
    last = sender.ended_at if sender else None
    if last is None or now - last > SENDER_SEEN_WITHIN:
        when = f"since {last:%Y-%m-%d %H:%M} UTC" if last else "yet"
        message = f"Nobody has sent letters {when}. Start `masterpoint work`, or `masterpoint serve` without --alone."
        yield Check("sender of letters", State.FAILING, message)
    else:
        yield Check("sender of letters", State.OK, f"Running, last seen at {last:%H:%M} UTC.")
    waiting = Letter.objects.filter(next_try_at__isnull=False)
    oldest = waiting.order_by("written_at").values_list("written_at", flat=True).first()
    given_up = Letter.objects.filter(next_try_at=None, sent_at=None).count()
    late = oldest is not None and now - oldest > OLDEST_LETTER
    failed = waiting.exclude(went_wrong="").order_by("next_try_at").values_list("went_wrong", flat=True)
    days = count_text(settings.MASTERPOINT_LETTER_DAYS, "day")
    message = f"{count_text(waiting.count(), 'letter')} waiting, {given_up} given up in the last {days}."
    if failed:
        message += f" Failed so far: {len(failed)}. The mail server's last answer: {failed[len(failed) - 1]}"
    nobody_gets_them = settings.PRODUCTION and not settings.EMAIL_HOST
    if nobody_gets_them:
        message += f" They become files in {settings.EMAIL_FILE_PATH}, and nobody gets them: set MASTERPOINT_MAIL."
    is_in_order = not (late or given_up or failed or nobody_gets_them)
    yield Check("letters", State.OK if is_in_order else State.WARNING, message)


def _jobs(now: datetime) -> Iterator[Check]:
    states = Job.objects.in_bulk()
    for name in jobs.NAMES:
        if name not in (jobs.LETTERS, jobs.NIGHTLY):
            yield _job(name, states.get(name), now)


def _job(name: str, job: Job | None, now: datetime) -> Check:
    if job is None or job.ended_at is None:
        return Check(name, State.WARNING, "Never done. Run `masterpoint nightly`, or start `masterpoint work`.")
    when = f"{job.ended_at:%Y-%m-%d %H:%M} UTC"
    if job.failed:
        return Check(name, State.FAILING, f"Failed on {when}: {job.message}.")
    state = State.OK if now - job.ended_at <= DONE_WITHIN else State.WARNING
    return Check(name, state, f"Last done on {when}: {job.message}.")
