"""How long filings and pages wait while a run goes on in the background: the worst, and the 99th percentile.

    python -m tools.bench waiting --size 0.02 --database postgres

One process files evenings and another reads records, with pauses; a third does the run. The wait of a filing is the
time until it gets its turn to write; that of a page is the time of the whole request. `passed` is the number of
transactions of the run that ended while a filing waited: if it is more than two, the run pushes in, however fast the
machine is. `held` is the processor time of the run's longest transaction, including the database's part: a filing
would wait that long on a machine that does nothing else.
"""

from __future__ import annotations

import random
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
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from tools.bench.homes import temporary_home

if TYPE_CHECKING:
    from masterpoint.centre.write_batch import HeldLock

AIM = 100
"""Milliseconds."""
PAUSE = 0.02
QUIET_SECONDS = 5
LAST_DAY = date(2024, 12, 31)
"""The filings are of earlier days, before the year of the generated federation."""
FORK = get_context("fork")
PASSED = FORK.Value("l", 0)
"""The transactions of the run so far."""


def run(size: float) -> None:
    with temporary_home("waiting") as home:
        _measure(size, home)


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
    heading = "".join(f"{unit:>9}{'p50':>8}{'p99':>8}{'worst':>8}" for unit in ("filings", "pages"))
    print(f"  {'milliseconds':<26}{heading}{'passed':>8}{'held':>8}")
    filing_count = 0
    for name, work in _runs(home).items():
        waits, answers, longest = _measure_during(work, filing_count)
        filing_count += len(waits) + 1
        passed = max(ended for _, ended in waits)
        row = _row([seconds for seconds, _ in waits]) + _row([seconds for seconds, _ in answers])
        print(f"  {name:<26}{row}{passed:>8}{1000 * longest:>8.1f}   aim {AIM}, passed 2", flush=True)


def _row(seconds: list[float]) -> str:
    middle, late = median(seconds), quantiles(seconds, n=100)[98]
    return f"{len(seconds):>9,}" + "".join(f"{1000 * figure:>8.1f}" for figure in (middle, late, max(seconds)))


def _runs(home: Path) -> dict[str, Callable[[], object]]:
    """First nothing, for comparison; then the runs that an office starts, and those of the night."""
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


Time = tuple[float, int]
"""Seconds, and the number of transactions of the run that ended meanwhile."""


def _measure_during(work: Callable[[], object], number: int) -> tuple[list[Time], list[Time], float]:
    """The waits of filings and the times of pages during some work, and its longest transaction."""
    from django.db import connections

    from tools.bench.holding import transactions_timed

    connections.close_all()
    ended = FORK.Event()
    pipes = []
    for task in (_filings, _pages):
        parent_end, child_end = FORK.Pipe()
        process = FORK.Process(target=_until, args=(ended, task, number, child_end))
        process.start()
        assert parent_end.recv() == "ready"
        pipes.append((process, parent_end))
    try:
        with _count_transactions(), transactions_timed() as holding:
            work()
    finally:
        ended.set()
    results = []
    for process, parent_end in pipes:
        results.append(parent_end.recv())
        process.join()
    return results[0], results[1], holding.longest


@contextmanager
def _count_transactions() -> Iterator[None]:
    """Count every transaction of this process for the other processes."""
    from django.db import connection
    from django.db.transaction import Atomic

    leave = Atomic.__exit__

    def counting_exit(atomic: Atomic, *error: Any) -> None:
        leave(atomic, *error)
        PASSED.value += not connection.in_atomic_block

    with patch.object(Atomic, "__exit__", counting_exit):
        yield


def _until(ended: Event, task: Callable[[int], Iterator[Time]], number: int, results: Connection) -> None:
    """Repeat a task until the work has ended. The first times, which include loading, do not count."""
    steps = task(number)
    next(steps)
    results.send("ready")
    seconds: list[Time] = []
    while not ended.is_set() or len(seconds) < 2:
        seconds.append(next(steps))
        sleep(PAUSE)
    results.send(seconds)


def _filings(number: int) -> Iterator[Time]:
    """File an evening, and measure how long it waited for its turn."""
    from masterpoint.centre.filing import services
    from masterpoint.centre.registry.models import Organisation
    from masterpoint.core.parsing import event_from
    from masterpoint.schemes import FACTS
    from tools import generate
    from tools.bench import growth

    chance = random.Random(number)
    clubs = list(Organisation.objects.filter(level="club").select_related("federation"))
    people = [list(club.home_members.exclude(pk=growth.to_be_erased().pk)) for club in clubs]
    for index in count(number):
        days, club_index = divmod(index, len(clubs))
        club, raw = clubs[club_index], generate.session(people[club_index], LAST_DAY - timedelta(days=days), chance)
        original = services.Original(b"as it came", f"{index}.event", "event")
        with _turns() as waits_of_filing:
            services.file_event(club, event_from(raw, FACTS), original, by=None, choices={})
        yield sum(seconds for seconds, _ in waits_of_filing), max(ended for _, ended in waits_of_filing)


@contextmanager
def _turns() -> Iterator[list[Time]]:
    """Measure the time to begin a transaction that writes, and to get the federation's lock."""
    from django.db.transaction import Atomic

    from masterpoint.centre.filing import services
    from masterpoint.centre.locking import lock_with_keys

    waits_of_filing: list[Time] = []
    enter = Atomic.__enter__

    def timed_enter(atomic: Atomic) -> None:
        started, before = perf_counter(), PASSED.value
        enter(atomic)
        waits_of_filing.append((perf_counter() - started, PASSED.value - before))

    def timed_lock(*words: Any, **options: Any) -> HeldLock:
        started, before = perf_counter(), PASSED.value
        lock = lock_with_keys(*words, **options)
        waits_of_filing.append((perf_counter() - started, PASSED.value - before))
        return lock

    with patch.object(Atomic, "__enter__", timed_enter), patch.object(services, "lock_with_keys", timed_lock):
        yield waits_of_filing


def _pages(number: int) -> Iterator[Time]:
    """Request a record, and measure how long the answer took."""
    from django.test import Client

    from masterpoint.centre.registry.models import Person

    chance = random.Random(number)
    people = list(Person.objects.values_list("number", flat=True)[:500])
    client = Client(HTTP_HOST="localhost")
    while True:
        started = perf_counter()
        answer = client.get(f"/f/ebu/player/{chance.choice(people)}/")
        assert answer.status_code == 200, answer.status_code
        yield perf_counter() - started, 0
