"""Acts on a Centre whose disk is full at every stage, and one whose records somebody else keeps busy.

python faults_disk_program.py     prints one JSON line a try, and what was found afterwards
"""

from __future__ import annotations

import json
import resource
import sqlite3
from datetime import date
from random import Random
from typing import Any

from django.conf import settings
from django.db import connection, connections
from django.test import Client

from centre import fault_program as program
from masterpoint.centre.filing import services
from masterpoint.centre.ledger import verify
from masterpoint.centre.registry import offices
from masterpoint.centre.registry.models import Organisation

PAGE = 4096
SMALLEST = 40_000
"""What SQLite needs beside the database before it writes anything at all."""
MAX_TRIES = 70


class NoRoom:
    """A disk on which no file may grow beyond a size."""

    def __init__(self, size: int) -> None:
        self.size = size

    def watch(self) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.size, self.size))

    def write(self) -> None:
        """Nothing happens between the act and its answer."""


class NoPages:
    """A database that may take so many pages more, and no other."""

    def __init__(self, pages: int) -> None:
        self.pages = pages

    def watch(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA page_count")
            (now,) = cursor.fetchone()
            cursor.execute(f"PRAGMA max_page_count = {now + self.pages}")

    write = NoRoom.write


def full_at_every_stage(act: str, name: str, limits: Any, first: int) -> None:
    """The same act on a disk with a little more room each time, until there is enough."""
    number = program.FIRST.get(act, 0) + first
    program.prepared(act, number)
    for limit in limits:
        text, status = program.in_child(program.ACTS[act], number, killer=limit)
        was_done = program.is_done(act, number)
        problems = program.differences() if was_done else list(verify.total_differences())
        if bool(text) != was_done:
            problems.append(f"said {text!r}, and it is {'there' if was_done else 'not there'}")
        fields = {"act": f"{act}, {name}", "said": text, "there": was_done, "status": status, "problems": problems}
        print(json.dumps(fields), flush=True)
        if was_done:
            return
    raise SystemExit(f"{act}, {name}: still full")


def large_original(number: int) -> services.Original:
    """A file that fits into no page that is half empty, and that nothing makes smaller."""
    return services.Original(Random(number).randbytes(5 * PAGE), f"{number}.toml", "event")


def kept_busy() -> None:
    """Somebody holds the write lock for longer than anybody waits."""
    settings.ALLOWED_HOSTS = ["testserver"]
    user, federation = program.officer(), program.club().federation
    national = Organisation.objects.get(federation=federation, parent=None)
    offices.appoint(user, national, "staff", on=date(2020, 1, 1), by=None)
    client = Client(raise_request_exception=False)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    connections.close_all()
    connection.settings_dict["OPTIONS"]["timeout"] = 0.2
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = client.post("/office/ebu/month/", {"month": "2019-06"})
    read = client.get("/f/ebu/")
    other.execute("ROLLBACK")
    later = client.post("/office/ebu/month/", {"month": "2019-06"})
    fields = {"act": "busy", "status": answer.status_code, "message": answer.content.decode(), "read": read.status_code}
    print(json.dumps(fields | {"retry": answer.get("Retry-After"), "later": later.status_code}), flush=True)


if __name__ == "__main__":
    program.world()
    program.original = large_original
    for item in ("file", "close", "correct", "merge"):
        full_at_every_stage(item, "no room", [NoRoom(SMALLEST + 2 * PAGE * turn) for turn in range(MAX_TRIES)], 1)
        full_at_every_stage(item, "no pages", [NoPages(turn) for turn in range(MAX_TRIES)], 40)
    kept_busy()
