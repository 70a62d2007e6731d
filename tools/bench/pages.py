"""Pages under load, beside the simplest page of the same server."""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from time import perf_counter

CLIENTS = 4
SECONDS = 8.0


def measure_pages(home: Path) -> None:
    """Pages under load, beside the simplest page of the same server."""
    from masterpoint.centre.registry.models import Organisation, Person

    chance = random.Random(4)
    numbers = chance.sample(list(Person.objects.values_list("number", flat=True)[:20_000]), 100)
    clubs = list(Organisation.objects.filter(level="club").values_list("number", flat=True)[:50])
    draft, cookie = _draft()
    pages = {
        "simplest page (home)": lambda: "/",
        "record of a player": lambda: f"/f/ebu/player/{chance.choice(numbers)}/",
        "leaderboard of the year": lambda: "/f/ebu/leaders/?year=2025",
        "club page": lambda: f"/f/ebu/club/{chance.choice(clubs)}/?year=2025",
        "search by name": lambda: f"/f/ebu/search/?q={chance.choice(['thistle', 'ada+saltmarsh', 'quill', '100123'])}",
        "preview of a 30-table file": lambda: f"/file/{draft}/",
    }
    with _running_server(home):
        base = None
        print(f"\n  {'page, ' + str(CLIENTS) + ' clients':<34}{'p50 ms':>9}{'p95 ms':>9}{'req/s':>9}{'x simplest':>12}")
        for name, address in pages.items():
            seconds, duration = _answer_times(address, cookie, home)
            percentiles = quantiles(seconds, n=20)
            base = base or percentiles[9]
            aim = {"record of a player": "aim 3x", "preview of a 30-table file": "aim p95 under 1 s"}.get(name, "")
            middle, slow = 1000 * percentiles[9], 1000 * percentiles[18]
            rate = len(seconds) / duration
            print(f"  {name:<34}{middle:>9.1f}{slow:>9.1f}{rate:>9.0f}{percentiles[9] / base:>11.2f}x  {aim}")


def _draft() -> tuple[str, str]:
    """An uploaded file of thirty tables, waiting to be filed, and the cookie of the user who uploaded it."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.filing.models import Draft
    from masterpoint.centre.registry.models import Organisation, Person
    from tools.bench.formats import evening

    club = Organisation.objects.filter(level="club")[0]
    user = User.objects.get()
    numbers = list(Person.objects.values_list("number", flat=True)[:120])
    draft = Draft.objects.create(
        key="bench" * 8,
        federation=club.federation,
        organisation=club,
        user=user,
        original=evening(1, tables=30, numbers=numbers),
        original_name="evening.xml",
    )
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return draft.key, f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


PORT = _free_port()


@contextmanager
def _running_server(home: Path) -> Iterator[None]:
    from django.db import connections

    from masterpoint.cli import serving

    connections.close_all()
    words = ["-m", *serving.server("127.0.0.1", PORT, workers=2)]
    with (home / "server.log").open("wb") as log:
        server = subprocess.Popen([sys.executable, *words], stdout=log, stderr=log)
    try:
        _wait(home)
        yield
    finally:
        server.terminate()
        server.wait(30)


def _wait(home: Path) -> None:
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/"):
                return
        except OSError:
            time.sleep(0.2)
    shutil.copyfileobj((home / "server.log").open(), sys.stderr)
    raise SystemExit("the server did not start")


def _answer_times(address: Callable[[], str], cookie: str, home: Path) -> tuple[list[float], float]:
    """The time of each answer, with several clients that send their next request as soon as they are answered."""
    seconds: list[float] = []
    failures: list[str] = []
    until = perf_counter() + SECONDS

    def client() -> None:
        while perf_counter() < until:
            request = urllib.request.Request(f"http://127.0.0.1:{PORT}{address()}", headers={"Cookie": cookie})
            started = perf_counter()
            try:
                with urllib.request.urlopen(request) as answer:
                    answer.read()
            except OSError as error:
                failures.append(str(error))
                return
            seconds.append(perf_counter() - started)

    threads = [threading.Thread(target=client) for _ in range(CLIENTS)]
    started = perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise SystemExit(f"{address()}: {failures[0]}\n{(home / 'server.log').read_text()[-3000:]}")
    return seconds, perf_counter() - started
