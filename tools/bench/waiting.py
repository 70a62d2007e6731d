"""How long a filing and a page wait while a run goes on in the background: the worst, and all but one in a hundred.

    python -m tools.bench waiting --size 0.02 --database postgres

One process files evenings, another one reads records, each with a pause between two; a third does the run. A filing
waits from the moment it asks for its turn to write until it has it; a page has the time it takes.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import Any
from unittest.mock import patch

AIM = 100
"""Milliseconds."""
PAUSE = 0.02
QUIET_SECONDS = 5
LAST_DAY = date(2024, 12, 31)
DAYS = 300
"""For each run: filings of its own."""
FORK = get_context("fork")


def run(size: float) -> None:
    with tempfile.TemporaryDirectory(prefix="masterpoint-waiting-") as folder:
        os.environ["MASTERPOINT_HOME"] = folder
        os.environ.setdefault("MASTERPOINT_HOSTS", "localhost")
        _measure(size, Path(folder))


def _measure(share: float, home: Path) -> None:
    from django.core.management import call_command
    from django.db import connection

    from masterpoint.centre.maintenance import refresh_statistics
    from tools import generate

    call_command("migrate", verbosity=0)
    size = generate.Size().times(share)
    generate.generate(size, jobs=1)
    refresh_statistics()
    print(f"\nWaiting for a run, {size.members:,} members, {size.sessions:,} sessions, on {connection.vendor}")
    heading = "".join(f"{what:>9}{'p50':>8}{'p99':>8}{'worst':>8}" for what in ("filings", "pages"))
    print(f"  {'milliseconds':<26}{heading}")
    for number, (name, work) in enumerate(_runs(home).items()):
        waits, answers = _beside(work, number)
        print(f"  {name:<26}{_row(waits)}{_row(answers)}   aim {AIM}", flush=True)


def _row(seconds: list[float]) -> str:
    middle, late = median(seconds), quantiles(seconds, n=100)[98]
    return f"{len(seconds):>9,}" + "".join(f"{1000 * figure:>8.1f}" for figure in (middle, late, max(seconds)))


def _runs(home: Path) -> dict[str, Callable[[], object]]:
    """Nothing at first, for comparison; then what an office begins, and what the night does."""
    from masterpoint.centre import copies, verifying
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.registry.models import Federation
    from tools.bench import growth

    federation, user = Federation.objects.get(), User.objects.get()
    return {
        "nothing": lambda: sleep(QUIET_SECONDS),
        "verify of everything": lambda: list(verifying.differences([federation])),
        "backup": lambda: copies.save(home / "backup", portable=True),
        **growth.runs(federation, user),
    }


def _beside(work: Callable[[], object], number: int) -> tuple[list[float], list[float]]:
    """What a filing waited and what a page took, of each that was begun while the work went on."""
    from django.db import connections

    connections.close_all()
    ended = FORK.Event()
    pipes = []
    for task in (_filings, _pages):
        theirs, ours = FORK.Pipe()
        process = FORK.Process(target=_until, args=(ended, task, number, ours))
        process.start()
        assert theirs.recv() == "ready"
        pipes.append((process, theirs))
    try:
        work()
    finally:
        ended.set()
    results = []
    for process, theirs in pipes:
        results.append(theirs.recv())
        process.join()
    return results[0], results[1]


def _until(ended: Event, task: Callable[[int], Iterator[float]], number: int, results: Connection) -> None:
    """Again and again until the work has ended; the first times, with which things begin, do not count."""
    steps = task(number)
    next(steps)
    results.send("ready")
    seconds: list[float] = []
    while not ended.is_set() or len(seconds) < 2:
        seconds.append(next(steps))
        sleep(PAUSE)
    results.send(seconds)


def _filings(number: int) -> Iterator[float]:
    """An evening filed, and how long it waited for its turn."""
    from masterpoint.centre.filing import services
    from masterpoint.centre.registry.models import Organisation
    from masterpoint.core.parsing import event_from
    from masterpoint.schemes import FACTS
    from tools import generate

    chance = random.Random(number)
    club = Organisation.objects.filter(level="club").select_related("federation")[0]
    people = list(club.home_members.all())
    for day in count(DAYS * number):
        raw = generate.session(people, LAST_DAY - timedelta(days=day), chance)
        original = services.Original(b"as it came", f"{day}.event", "event")
        with _turns() as waited:
            services.file_event(club, event_from(raw, FACTS), original, by=None, decided={})
        yield sum(waited)


@contextmanager
def _turns() -> Iterator[list[float]]:
    """How long it took to begin a transaction that writes, and to get the federation's lock."""
    from django.db import connection
    from django.db.transaction import Atomic

    waited: list[float] = []
    enter = Atomic.__enter__

    def entered(atomic: Atomic) -> None:
        started = perf_counter()
        enter(atomic)
        waited.append(perf_counter() - started)

    def asked(execute: Callable[..., Any], sql: str, *words: Any) -> Any:
        started = perf_counter()
        result = execute(sql, *words)
        if "FOR UPDATE" in sql:
            waited.append(perf_counter() - started)
        return result

    with patch.object(Atomic, "__enter__", entered), connection.execute_wrapper(asked):
        yield waited


def _pages(number: int) -> Iterator[float]:
    """A record asked for, and how long the answer took."""
    from django.test import Client

    from masterpoint.centre.registry.models import Person

    chance = random.Random(number)
    people = list(Person.objects.values_list("number", flat=True)[:500])
    client = Client(HTTP_HOST="localhost")
    while True:
        started = perf_counter()
        answer = client.get(f"/f/ebu/player/{chance.choice(people)}/")
        assert answer.status_code == 200, answer.status_code
        yield perf_counter() - started
