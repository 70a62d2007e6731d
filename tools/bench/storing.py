"""What is filed one by one, what of it is kept for ever, and all of it saved and restored."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from tools.bench.timing import ended_children_time, parent_of, processor_time

FILING_AT_ONCE = 8


def kept() -> None:
    """What a session takes for ever: its facts, its file and its result, compressed as they are kept."""
    from django.db import connection

    with connection.cursor() as cursor:
        sizes = " + ".join(f"LENGTH({column})" for column in ("event", "people", "original", "result"))
        cursor.execute(f"SELECT AVG({sizes}) FROM filing_version")
        kept = float(cursor.fetchone()[0])
    print(f"  facts, file and result            {kept:>12,.0f} bytes a session   aim 4,000")


def copied(home: Path) -> None:
    """A portable backup, and restored; what of it the database itself does on PostgreSQL is apart."""
    from masterpoint.centre import backups

    copy = home / "copy.jsonl.gz"
    saving = _worked(lambda: backups.save(copy))
    rows = backups.check(copy)
    loading = _worked(lambda: backups.load(copy))
    spent = (
        f"{1_000_000 * saving / rows:.0f} µs of processor a row to save, {1_000_000 * loading / rows:.0f} to restore"
    )
    print(f"  portable backup                   {rows:>12,} rows   {spent}")


def _worked(work: Callable[[], object]) -> float:
    started = processor_time()
    work()
    return processor_time() - started


def filed_one_by_one() -> None:
    """Sessions filed one at a time, each with its own commit, by eight clubs at once."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from django.db import connections

    from masterpoint.centre.registry.models import Organisation

    jobs, count = min(FILING_AT_ONCE, Organisation.objects.filter(level="club").count()), 100
    server = _server_process()
    connections.close_all()
    started, worked, served = perf_counter(), processor_time(), ended_children_time(server)
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        list(pool.map(_file_some, range(jobs), [count] * jobs))
    spent, worked, served = perf_counter() - started, processor_time() - worked, ended_children_time(server) - served
    each, database = (1000 * seconds / (jobs * count) for seconds in (worked, served))
    cores = os.cpu_count() or 1
    data = f"{jobs} processes; {each:.1f} ms of processor each" + (
        f" and {database:.1f} ms of the database" * bool(server)
    )
    print(f"  sessions filed one by one         {jobs * count / spent:>12,.0f} a second   aim 150; {data}")
    rate = 1000 * cores / (each + database)
    print(f"  as {cores} cores of their own would       {rate:>12,.0f} a second   aim 150")


def _file_some(process: int, count: int) -> None:
    from datetime import date, timedelta

    from masterpoint.centre.filing import services
    from masterpoint.centre.registry.models import Organisation
    from masterpoint.core.parsing import event_from
    from masterpoint.schemes import FACTS
    from tools import generate

    chance = random.Random(process)
    club = Organisation.objects.filter(level="club").select_related("federation")[process]
    people = list(club.home_members.all())
    for number in range(count):
        raw = generate.session(people, date(2026, 1, 1) + timedelta(days=number), chance)
        original = services.Original(b"as it came", f"{number}.event", "event")
        services.file_event(club, event_from(raw, FACTS), original, by=None, decided={})


def _server_process() -> int:
    """The process that all of PostgreSQL's come from; none where the Centre is kept in SQLite."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return parent_of(cursor.fetchone()[0])
