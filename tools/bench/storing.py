"""Filing one by one, the size of what is stored for ever, and saving and restoring all of it."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from itertools import islice
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from time import perf_counter, process_time

from tools.bench.timing import processor_time, server_process, working_time

FORK = get_context("fork")
FILING_AT_ONCE = 8
FILED_BEFORE = 20
FILED_EACH = 200


def measure_stored_size() -> None:
    """The stored size of a session: its facts, its file and its result, compressed."""
    from django.db import connection

    with connection.cursor() as cursor:
        sizes = " + ".join(f"LENGTH({column})" for column in ("event", "people", "original", "result"))
        cursor.execute(f"SELECT AVG({sizes}) FROM filing_version")
        size = float(cursor.fetchone()[0])
    print(f"  facts, file and result            {size:>12,.0f} bytes a session   aim 4,000")


def measure_backup(home: Path) -> None:
    """Save and restore a portable backup, without the part that PostgreSQL itself does."""
    from masterpoint.centre import backups

    copy = home / "copy.jsonl.gz"
    saving = _processor_seconds(lambda: backups.save(copy))
    rows = backups.check(copy)
    loading = _processor_seconds(lambda: backups.load(copy))
    costs = (
        f"{1_000_000 * saving / rows:.0f} µs of processor a row to save, {1_000_000 * loading / rows:.0f} to restore"
    )
    print(f"  portable backup                   {rows:>12,} rows   {costs}")


def _processor_seconds(work: Callable[[], object]) -> float:
    started = processor_time()
    work()
    return processor_time() - started


def measure_filing() -> None:
    """File sessions one at a time, each with its own commit, from eight clubs at once.

    A server process lives for days, so the work it does once, at its start, is done before the clock starts. The
    sessions are invented before too. Reading, checking, judging and filing each of them is measured.
    """
    from django.db import connections

    from masterpoint.centre.registry.models import Organisation

    jobs = min(FILING_AT_ONCE, Organisation.objects.filter(level="club").count())
    connections.close_all()
    barrier = FORK.Barrier(jobs + 1)
    results = FORK.SimpleQueue()
    processes = [FORK.Process(target=_file_some, args=(number, barrier, results)) for number in range(jobs)]
    for process in processes:
        process.start()
    barrier.wait()
    started = perf_counter()
    costs = [results.get() for _ in processes]
    rate = jobs * FILED_EACH / (perf_counter() - started)
    for process in processes:
        process.join()
    processor, database = (1000 * sum(seconds) / (jobs * FILED_EACH) for seconds in zip(*costs, strict=True))
    cores = os.cpu_count() or 1
    rate_of_cores = 1000 * cores / (processor + database)
    data = f"{jobs} processes; {processor:.1f} ms of processor each" + f" and {database:.1f} ms of the database" * bool(
        database
    )
    print(f"  sessions filed one by one         {rate:>12,.0f} a second   aim 150; {data}")
    print(f"  as {cores} cores of their own would       {rate_of_cores:>12,.0f} a second   aim 150")


def _file_some(number: int, barrier: Barrier, results: SimpleQueue[tuple[float, float]]) -> None:
    """File sessions in a process, and return the time that it and its server process worked."""
    steps = _filings(number)
    for _ in islice(steps, FILED_BEFORE):
        pass
    server = server_process()
    barrier.wait()
    process, server_start = process_time(), working_time(server)
    for _ in islice(steps, FILED_EACH):
        pass
    results.put((process_time() - process, working_time(server) - server_start))


def _filings(number: int) -> Iterator[None]:
    from datetime import date, timedelta

    from masterpoint.centre.filing import services
    from masterpoint.centre.registry.models import Organisation
    from masterpoint.core.parsing import event_from
    from masterpoint.schemes import FACTS
    from tools import generate

    chance = random.Random(number)
    club = Organisation.objects.filter(level="club").select_related("federation")[number]
    people = list(club.home_members.all())
    days = [date(2026, 1, 1) + timedelta(days=day) for day in range(FILED_BEFORE + FILED_EACH)]
    events = [generate.session(people, day, chance) for day in days]
    for day, raw in enumerate(events):
        original = services.Original(b"as it came", f"{day}.event", "event")
        services.file_event(club, event_from(raw, FACTS), original, by=None, choices={})
        yield
