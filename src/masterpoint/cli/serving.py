"""Serving the site, and sending its letters beside it."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date

import click

from masterpoint.cli.centre import make_tables, ready
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.schemes import FEDERATIONS

DEMO_HOME = "var/demo"
"""Apart from the records of a real Centre; MASTERPOINT_HOME overrules it."""
SECONDS_BETWEEN = 5
SECONDS_TO_END = "10"
"""What a worker has for its last answer; one that is stopped while it starts would never end otherwise."""
HEADERS_WITHIN = "10000"
"""Milliseconds a client has for the head of a request; bodies are waited for in `masterpoint.web.whole_requests`."""
CONNECTIONS = "4096"
"""What a worker holds open at a time: most of them wait, and those that wait cost little."""
log = logging.getLogger("masterpoint.post")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True)
@click.option("--sessions", default=12, show_default=True, help="Weeks of sessions in the demo season.")
@click.option("--serve/--no-serve", default=True, help="Serve the site when the demo is there.")
def demo(host: str, port: int, sessions: int, serve: bool) -> None:
    """Start the Centre with a demo of every federation; everything in it is invented."""
    os.environ.setdefault("MASTERPOINT_HOME", DEMO_HOME)
    ready()
    from django.conf import settings

    from masterpoint.centre import demo as making

    if settings.PRODUCTION:
        message = "a demo puts well-known passwords into the database, so there is none in production"
        raise click.ClickException(f"{message}; set up a federation with `masterpoint init`.")
    make_tables()
    size = making.Size(sessions=sessions)
    with click.progressbar(length=making.work(size), label="Filing a demo season", file=sys.stderr) as bar:
        making.build(size, date.today(), bar.update)
    click.echo(f"\nThe Centre is at http://{host}:{port}/\n")
    click.echo(f"Demo sign-ins, all with the password: {making.PASSWORD}")
    first, *others = FEDERATIONS
    for who in ("scorer", "secretary", "treasurer", "staff", "player"):
        click.echo(f"  {who}@{first}.example   (also @{', @'.join(others)}, each .example)")
    if not settings.EMAIL_HOST:
        click.echo(f"Letters to them become files in {settings.EMAIL_FILE_PATH}")
    if serve:
        sys.exit(serve_site(host, port, workers=2))


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True)
@click.option("--workers", default=2, show_default=True)
def serve(host: str, port: int, workers: int) -> None:
    """Serve the site."""
    ready()
    from django.core.management import call_command

    from masterpoint.centre import upgrading

    upgrading.require_current()
    _refuse_demo_accounts()
    call_command("check", deploy=os.environ.get("MASTERPOINT_MODE") == "production", fail_level="WARNING")
    sys.exit(serve_site(host, port, workers))


def _refuse_demo_accounts() -> None:
    """Everybody knows the passwords of a demo, so a real Centre has none of its accounts."""
    from django.conf import settings

    from masterpoint.centre.accounts import services

    emails = services.demo_accounts() if settings.PRODUCTION else []
    if emails:
        message = f"this database holds demo accounts ({', '.join(emails[:3])} …), whose passwords are well known"
        fix = "set MASTERPOINT_HOME or MASTERPOINT_DATABASE to the records of your federation, or set them up anew"
        raise NotUnderstood(Problem("accounts", "", message, fix))


def serve_site(host: str, port: int, workers: int) -> int:
    """The site until it is stopped, with a sender of letters beside it; says how the server ended."""
    from masterpoint.centre.maintenance import refresh_statistics

    refresh_statistics()
    if os.environ.get("MASTERPOINT_MODE") != "production":
        os.environ.setdefault("MASTERPOINT_SITE", f"http://{host}:{port}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with ExitStack() as beside:
        beside.enter_context(_running(["masterpoint", "send-mail", "--watch"]))
        return beside.enter_context(_running(server(host, port, workers))).wait()


def server(host: str, port: int, workers: int) -> list[str]:
    """The module that serves the site, and its options; a worker that dies is replaced."""
    address = ["--interface", "asginl", "--host", host, "--port", str(port), "--workers", str(workers)]
    waiting = ["--http1-header-read-timeout", HEADERS_WITHIN, "--backlog", CONNECTIONS, "--backpressure", CONNECTIONS]
    lasting = ["--workers-kill-timeout", SECONDS_TO_END, "--respawn-failed-workers"]
    return ["granian", *address, *waiting, *lasting, "--no-access-log", "masterpoint.web.asgi:application"]


@contextmanager
def _running(module: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A module in a process of its own, which ends when we do."""
    process = subprocess.Popen([sys.executable, "-m", *module])
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@click.command("send-mail")
@click.option("--watch", is_flag=True, help="Go on for as long as the program that started this one runs.")
def send_mail(watch: bool) -> None:
    """Send the letters that wait: receipts, questions, answers, new passwords. What fails is tried again later."""
    ready()
    from django.db import connections

    from masterpoint.centre.mail import services

    if not watch:
        click.echo(f"{services.send_due()} letters sent.")
        return
    started_by = os.getppid()
    while os.getppid() == started_by:
        try:
            services.send_due()
        except Exception:  # a database that is away for a moment comes back
            log.exception("letters could not be sent; trying again")
        connections.close_all()
        time.sleep(SECONDS_BETWEEN)
