"""Rates measured in short interleaved rounds: other work on the machine slows some of them down, but never all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

ROUNDS = 80
SECONDS = 0.02


def rates(contestants: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Runs per second of each contestant in its fastest round."""
    rates_by_name: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, work in contestants.items():
            rates_by_name[name].append(_rate(work))
    return {name: max(item) for name, item in rates_by_name.items()}


def processor_time() -> float:
    """Seconds of processor time so far, of this process and its ended children."""
    return sum(os.times()[:4])


def working_time(process: int) -> float:
    """Seconds of processor time of another process so far; 0 without a process."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9 if process else 0.0


def server_process() -> int:
    """The process of PostgreSQL that serves this one; None with SQLite."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


class Steps:
    """The number of steps that SQLite has taken."""

    def __init__(self, step: int) -> None:
        self.step, self.count = step, 0

    def add(self) -> int:
        self.count += self.step
        return 0


@contextmanager
def steps_counted(step: int = 1_000) -> Iterator[Steps]:
    """Count the steps of SQLite from here on: they are the same on every machine, however busy."""
    from django.db import connection

    steps = Steps(step)
    connection.ensure_connection()
    connection.connection.set_progress_handler(steps.add, step)
    try:
        yield steps
    finally:
        connection.connection.set_progress_handler(None, 0)


def _rate(work: Callable[[], object]) -> float:
    count, start = 0, perf_counter()
    while (seconds := perf_counter() - start) < SECONDS:
        work()
        count += 1
    return count / seconds


def report(title: str, measured: Mapping[str, float], baseline: str, unit: str, aims: Mapping[str, float]) -> None:
    """Print a table: the rate, how many times slower than the baseline it is, and the aim."""
    print(f"\n{title}")
    for name, rate in measured.items():
        ratio = measured[baseline] / rate
        aim = f"aim {aims[name]:g}x" if name in aims else "baseline" if name == baseline else ""
        print(f"  {name:<44}{rate:>12,.0f} {unit}  {ratio:>6.2f}x  {aim}")
