"""Background work: letters, and the nightly jobs."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable

import click

from masterpoint.cli.django_setup import require_safe_settings, set_up_django
from masterpoint.cli.supervising import keep_running
from masterpoint.core.plurals import count_text

SECONDS_BETWEEN = 5
SECONDS_BETWEEN_REPORTS = 30
SECONDS_BETWEEN_NIGHTLY_CHECKS = 60
LETTERS = ("masterpoint", "send-mail", "--watch")
NIGHTLY = ("masterpoint", "nightly", "--watch")
log = logging.getLogger("masterpoint.mail")


@click.command()
def work() -> None:
    """Send letters and do the nightly work for as long as this runs; a job that dies is started again."""
    require_safe_settings()
    set_up_django()
    sys.exit(keep_running([LETTERS, NIGHTLY]))


@click.command("send-mail")
@click.option("--watch", is_flag=True, help="Continue for as long as the program that started this one runs.")
def send_mail(watch: bool) -> None:
    """Send waiting letters: receipts, questions, answers, new passwords. Failures are tried again later."""
    set_up_django()
    from masterpoint.centre.mail import services
    from masterpoint.centre.operations import jobs

    if not watch:
        click.echo(f"{count_text(services.send_due(), 'letter')} sent.")
        return
    last_report = 0.0

    def send() -> None:
        nonlocal last_report
        services.send_due()
        if time.monotonic() - last_report > SECONDS_BETWEEN_REPORTS or not last_report:
            jobs.heartbeat(jobs.LETTERS)
            last_report = time.monotonic()

    keep_doing(send, SECONDS_BETWEEN, "letters could not be sent")


@click.command()
@click.option("--watch", is_flag=True, help="Once a night, for as long as the program that started this one runs.")
@click.pass_context
def nightly(ctx: click.Context, /, watch: bool) -> None:
    """Housekeeping, a backup, a trial restore of it, and verify. The staff get a letter about failures."""
    set_up_django()
    from masterpoint.centre.operations import nightly
    from masterpoint.centre.operations.models import Job

    if watch:
        keep_doing(nightly.run_if_due, SECONDS_BETWEEN_NIGHTLY_CHECKS, "the nightly work could not be done")
        return
    succeeded = nightly.run_all()
    for job in Job.objects.exclude(ended_at=None).order_by("ended_at"):
        click.echo(f"{job.name}: {'FAILED, ' if job.failed else ''}{job.message or 'at work'}")
    ctx.exit(0 if succeeded else 2)


def keep_doing(work: Callable[[], object], seconds: float, failure: str) -> None:
    """Repeat some work for as long as the program that started this one runs.

    A database that is down or full comes back. Until then, the same failure is logged only once: a full disk has no
    room for more.
    """
    from django.db import connections

    started_by, reported = os.getppid(), ""
    while os.getppid() == started_by:
        try:
            work()
        except Exception as error:
            if str(error) != reported:
                log.exception("%s; trying again", failure)
            reported = str(error)
        else:
            if reported:
                log.warning("no longer: %s", failure)
            reported = ""
        connections.close_all()
        time.sleep(seconds)
