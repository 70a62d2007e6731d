"""Serves the site, and runs other programs beside it."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path

import click

from masterpoint.cli.django_setup import make_tables, require_safe_settings, set_up_django
from masterpoint.cli.lookups import federation_named
from masterpoint.cli.supervising import keep_running
from masterpoint.cli.working import LETTERS, NIGHTLY
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.schemes import FEDERATIONS

PORT = click.IntRange(1, 65535)
DEMO_HOME = "var/demo"
"""Separate from the records of a real Centre; MASTERPOINT_HOME overrides it."""
SECONDS_TO_END = "10"
"""Time a worker has for its last answer. Without a limit, a worker that is stopped during its start never ends."""
HEADER_MILLISECONDS = "10000"
"""Milliseconds a client has for the head of a request; `masterpoint.web.buffered_requests` waits for bodies."""
HEADER_BYTES = str(64 * 1024)
"""The largest head of a request, which a connection stores, and the most of an answer that may wait."""
PROTOCOL = "1"
"""HTTP/1.1 only: if the server has to guess, a client that sends nothing may keep its connection for ever."""
CONNECTIONS = "4096"
"""Connections that a worker holds open at a time: most of them wait, which costs little."""
JSON_LOGS = ("--log-config", str(Path(__file__).parents[1] / "web" / "server_logs.json"))
"""Logs of the server about itself and its workers."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=PORT, default=8000, show_default=True)
@click.option("--sessions", default=12, show_default=True, help="Weeks of sessions in the demo season.")
@click.option("--serve/--no-serve", default=True, help="Serve the site when the demo is ready.")
def demo(host: str, port: int, sessions: int, serve: bool) -> None:
    """Start the Centre with a demo of every federation; everything in it is invented."""
    os.environ.setdefault("MASTERPOINT_HOME", DEMO_HOME)
    set_up_django(any_version=True)
    from django.conf import settings

    from masterpoint.centre import demo as demo_data

    if settings.PRODUCTION:
        message = "a demo puts well-known passwords into the database, so there is none in production"
        raise click.ClickException(f"{message}; set up a federation with `masterpoint init`.")
    if serve:
        _require_free_port(host, port)
    _upgrade_demo()
    make_tables()
    size = demo_data.Size(sessions=sessions)
    with click.progressbar(length=demo_data.session_count(size), label="Filing a demo season", file=sys.stderr) as bar:
        demo_data.build(size, date.today(), bar.update)
    click.echo(f"\nThe Centre is at http://{host}:{port}/\n")
    click.echo(f"Demo sign-ins, all with the password: {demo_data.PASSWORD}")
    first, *others = FEDERATIONS
    for role in ("scorer", "secretary", "treasurer", "finance", "staff", "player"):
        click.echo(f"  {role}@{first}.example   (also @{', @'.join(others)}, each .example)")
    if not settings.EMAIL_HOST:
        click.echo(f"Letters to them become files in {settings.EMAIL_FILE_PATH}")
    if serve:
        sys.exit(serve_site(host, port, 2, [LETTERS]))


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=PORT, default=8000, show_default=True)
@click.option("--workers", type=click.IntRange(1, 256), default=2, show_default=True)
@click.option(
    "--alone",
    "site_only",
    is_flag=True,
    help="Without letters and nightly work: `masterpoint work` does them.",
)
def serve(host: str, port: int, workers: int, site_only: bool) -> None:
    """Serve the site, send its letters and do the nightly work."""
    require_safe_settings()
    _require_proxy()
    _require_books()
    set_up_django()
    _require_federations_of_hosts()
    sys.exit(serve_site(host, port, workers, [] if site_only else [LETTERS, NIGHTLY]))


def _require_proxy() -> None:
    """Refuse production without a proxy: every page is requested over HTTPS, which only a proxy in front can speak."""
    from django.conf import settings

    if settings.PRODUCTION and not settings.BEHIND_PROXY:
        message = (
            "every page would send browsers to an address where nobody answers: this server speaks no HTTPS itself"
        )
        fix = "put a proxy with HTTPS in front, and set MASTERPOINT_BEHIND_PROXY=yes"
        raise NotUnderstood(Problem("MASTERPOINT_BEHIND_PROXY", "no", message, fix))


def _require_books() -> None:
    """Read every book at start, so that an error in one is reported here and not on a page."""
    for federation in FEDERATIONS.values():
        _ = federation.editions


def _upgrade_demo() -> None:
    """Upgrade a demo that an earlier version made. Its data belongs to nobody, so it needs no backup first."""
    from masterpoint.centre import upgrading

    state = upgrading.schema()
    if state.missing and not state.is_empty and not state.unknown:
        upgrading.migrate()


def _require_federations_of_hosts() -> None:
    """Refuse host names in MASTERPOINT_HOSTS for federations that are not in this Centre."""
    from django.conf import settings

    for code in settings.FEDERATION_HOSTS.values():
        federation_named(code)


def serve_site(host: str, port: int, workers: int, companions: Sequence[Sequence[str]]) -> int:
    """Run the site, and other programs beside it, until it is stopped. Return the server's exit status."""
    from django.conf import settings
    from django.db import DatabaseError

    from masterpoint.centre.maintenance import refresh_statistics

    _require_free_port(host, port)
    with suppress(DatabaseError):  # a full or read-only disk can still be read
        refresh_statistics()
    if os.environ.get("MASTERPOINT_MODE") != "production":
        os.environ.setdefault("MASTERPOINT_SITE", f"http://{host}:{port}")
    return keep_running(companions, [*server(host, port, workers), *(JSON_LOGS if settings.LOGS == "json" else ())])


def _require_free_port(host: str, port: int) -> None:
    """Refuse a port that another server uses: the workers share theirs, so both would answer in turn."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            if os.name == "posix":  # after a restart, old connections do not count
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        fix = "stop what uses it, or choose others with --host and --port"
        message = f"this server cannot listen there ({(error.strerror or str(error)).lower()})"
        raise NotUnderstood(Problem("--port", f"{host}:{port}", message, fix)) from None


def server(host: str, port: int, workers: int) -> list[str]:
    """The module that serves the site, and its options; a worker that dies is replaced."""
    address = ["--interface", "asginl", "--host", host, "--port", str(port), "--workers", str(workers)]
    timeouts = ["--http", PROTOCOL, "--http1-header-read-timeout", HEADER_MILLISECONDS]
    timeouts += ["--http1-buffer-size", HEADER_BYTES]
    capacity = ["--backlog", CONNECTIONS, "--backpressure", CONNECTIONS]
    restarts = ["--workers-kill-timeout", SECONDS_TO_END, "--respawn-failed-workers"]
    return ["granian", *address, *timeouts, *capacity, *restarts, "--no-access-log", "masterpoint.web.asgi:application"]
