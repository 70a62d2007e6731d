"""A Centre whose disk refuses to be written: what every door answers then.

    python disk_program.py HOW     full, read-only (SQLite, in MASTERPOINT_HOME) or read-only-server (PostgreSQL)

Prints a JSON line for each request and each command: where, status, text.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

import django

from answers import existing

os.environ["DJANGO_SETTINGS_MODULE"] = "masterpoint.centre.settings"
django.setup()

from django.conf import settings  # noqa: E402
from django.core.files.uploadedfile import SimpleUploadedFile  # noqa: E402
from django.db import connection, connections, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from tools import preloaded  # noqa: E402

from centre import making  # noqa: E402
from masterpoint.centre.accounts import tokens  # noqa: E402
from masterpoint.centre.filing import services  # noqa: E402
from masterpoint.centre.registry import offices  # noqa: E402

HOME = settings.HOME
PASSWORD = "a long enough password"


def say(place: str, status: object, text: str) -> None:
    print(json.dumps({"where": place, "status": status, "text": text}), flush=True)


def built() -> Any:
    """A club with an evening, its officer who is on the staff as well, and a token."""
    federation = making.federation()
    club = making.club(making.county(federation))
    people, officer = making.people(club), making.officer()
    services.file_event(club, making.session(people), making.ORIGINAL, by=officer, choices={})
    national = existing(club.parent).parent
    for organisation, role in ((club, "scorer"), (national, "staff")):
        offices.appoint(officer, existing(organisation), role, on=date(2020, 1, 1), by=None)
    return officer, club, tokens.issue(officer, "a program", ["read", "check", "file"])[1]


def visit(client: Client, club: Any, token: str) -> None:
    key: dict[str, Any] = {"HTTP_AUTHORIZATION": f"Bearer {token}"}
    pages = ("/", "/f/ebu/", "/f/ebu/player/100/", "/f/ebu/leaders/", "/office/ebu/", "/filings/", "/account/")
    for page in (
        *pages,
        "/check/",
        "/calculator/ebu/",
        "/api/v1/federations/ebu/players/100",
        "/api/v1/filings",
        "/api/v1/schemes",
    ):
        answer = client.get(page, **(key if page.startswith("/api") else {}))
        say(f"read {page}", answer.status_code, "")
    state = client.get("/readyz", headers={"Authorization": f"Bearer {settings.MASTERPOINT_METRICS_TOKEN}"})
    say("state of the disk", state.json()["checks"]["disk"], "")
    players = [
        {"place": place, "players": [{"id": str(98 + 2 * place)}, {"id": str(99 + 2 * place)}]} for place in (1, 2, 3)
    ]
    event = {"form": "session", "scheme": "ebu", "day": "2026-11-03", "contest": "pairs", "boards": 24}
    event |= {"organiser": {"level": "club"}, "lists": [{"entries": players, "size": 6}]}
    data = json.dumps(event).encode()
    posts = {
        "check /check/": {"file": SimpleUploadedFile("evening.json", data)},
        "write /file/": {"file": SimpleUploadedFile("evening.json", data), "organisation": str(club.pk)},
        "write /account/letters/": {"wanted": "no"},
        "write /account/passkeys/options/": {},
        "write /office/ebu/month/": {"month": "2026-10"},
    }
    for posted_to, fields in posts.items():
        answer = client.post(posted_to.split()[1], fields)
        say(posted_to, answer.status_code, answer.content.decode())
    stranger = Client(raise_request_exception=False)
    answer = stranger.post("/sign-in/", {"username": "officer@example.org", "password": PASSWORD})
    say("write /sign-in/", answer.status_code, answer.content.decode())
    page = "/api/v1/federations/ebu/organisations/1001/filings"
    answer = client.post(page, data, content_type="application/json", **key)
    say(f"write {page}", answer.status_code, answer.content.decode())


def command(*words: str) -> None:
    """In a process of its own, for a command sets up everything anew."""
    connections.close_all()
    status, output, err = preloaded.forked("command", [*words], dict(os.environ), str(Path.cwd()))
    say(f"command {words[0]}", status, output + err)


def count_a_visit(client: Client) -> None:
    """While there is room yet; by a process of its own, for a disk with open files does not become read-only."""
    connections.close_all()
    child = os.fork()
    if not child:
        client.get("/")
        connections.close_all()
        os._exit(0)
    os.waitpid(child, 0)


def full() -> None:
    connections.close_all()
    with (HOME / "ballast").open("wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(bytes(4096))
        except OSError:
            pass


def read_only() -> None:
    connections.close_all()
    subprocess.run(["mount", "-o", "remount,ro", str(HOME)], check=True)


def read_only_server() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {connection.settings_dict['NAME']} SET default_transaction_read_only = on")
    connections.close_all()


LEFT_OVER = ("copy", "masterpoint.sqlite3.restoring")
HOW = {"full": full, "read-only": read_only, "read-only-server": read_only_server}

if __name__ == "__main__":
    settings.ALLOWED_HOSTS, settings.MASTERPOINT_METRICS_TOKEN = ["testserver"], "a-token-of-an-operator"
    with transaction.atomic():
        officer, club, token = built()
    client = Client(raise_request_exception=False)
    client.force_login(officer, backend="django.contrib.auth.backends.ModelBackend")
    elsewhere = Path(tempfile.mkdtemp()) / "before.backup"
    command("backup", str(elsewhere))
    count_a_visit(client)
    HOW[sys.argv[1]]()
    visit(client, club, token)
    command("restore", "--replace", str(elsewhere))
    command("export", "ebu", str(HOME / "copy.jsonl"))
    command("backup", str(HOME / "copy.backup"))
    command("close", "ebu", "2026-09")
    command("statement", "ebu", "100")
    command("housekeeping")
    say("ballast", (HOME / "ballast").exists(), "")
    say("left over", [path.name for path in Path(HOME).iterdir() if path.name.startswith(LEFT_OVER)], "")
