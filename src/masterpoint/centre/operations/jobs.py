"""All writes about automatic jobs: claiming them for one process, and recording their results."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.db.models import Q

from masterpoint.centre.operations.models import Job

LETTERS, HOUSEKEEPING, BACKUP, RESTORE, VERIFY, OPEN_DATA, MONTHLY_LETTERS, REPORTS, NIGHTLY = NAMES = (
    "letters",
    "housekeeping",
    "backup",
    "restore test",
    "verify",
    "open data",
    "monthly letters",
    "reports",
    "nightly work",
)
log = logging.getLogger("masterpoint.operations")


class Failed(Exception):
    """A job ended without success. The message says why."""


def heartbeat(name: str, now: datetime | None = None) -> None:
    """Record that a process doing this job is alive."""
    moment = now or datetime.now(UTC)
    Job.objects.update_or_create(
        name=name, defaults={"ended_at": moment, "succeeded_at": moment, "failed": False, "message": ""}
    )


def run(name: str, work: Callable[[], str]) -> bool:
    """Run a job and record its result, even an error. Returns whether it succeeded."""
    start = datetime.now(UTC)
    Job.objects.update_or_create(name=name, defaults={"begun_at": start})
    clock = time.monotonic()
    try:
        message, failed = work(), False
    except Exception as error:
        message, failed = str(error).strip() or type(error).__name__, True
        if not isinstance(error, Failed):
            log.exception("%s failed", name)
    now = datetime.now(UTC)
    fields: dict[str, object] = {"ended_at": now, "failed": failed, "message": message[:500]}
    Job.objects.filter(pk=name).update(**fields if failed else fields | {"succeeded_at": now})
    extra = {"job": name, "seconds": round(time.monotonic() - clock, 3)}
    log.log(logging.ERROR if failed else logging.INFO, "%s: %s", name, message, extra=extra)
    return not failed


def claim(name: str, *, idle: timedelta, now: datetime) -> bool:
    """Try to claim a job. This succeeds if no process on any machine started it within the idle time."""
    Job.objects.get_or_create(name=name)
    is_idle = Q(begun_at=None) | Q(begun_at__lte=now - idle)
    return bool(Job.objects.filter(is_idle, pk=name).update(begun_at=now))
